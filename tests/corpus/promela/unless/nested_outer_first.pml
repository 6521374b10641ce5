// note: of nested escapes, the outer one comes first
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte took;

active proctype P() {
	{
		{
			skip;
			skip
		} unless {
			true -> took = 1
		}
	} unless {
		true -> took = 2
	};
	assert(took == 2)
}
