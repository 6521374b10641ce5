/* Two processes share a critical section by Peterson's algorithm (1981). */
bool want[2];
byte turn;
byte inside;

active [2] proctype user()
{
	byte other = 1 - _pid;
again:	want[_pid] = true;
	turn = other;
	(!want[other] || turn == _pid);

	inside++;
critical:
	assert(inside == 1);
	inside--;

	want[_pid] = false;
	goto again
}

ltl exclusion { [] !(user[0]@critical && user[1]@critical) }
ltl progress  { [] (want[0] -> <> user[0]@critical) }
