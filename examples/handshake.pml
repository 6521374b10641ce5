/* A client that gives up waiting leaves its late answer in the channel for the next question. */
mtype = { ask, answer };
chan to_server = [1] of { mtype, byte };
chan to_client = [1] of { mtype, byte };

active proctype client()
{
	byte id, got;
	do
	:: id < 3 ->
		to_server!ask, id;
		if
		:: to_client?answer, got -> assert(got == id)
		:: skip	/* too slow: give up */
		fi;
		id++
	:: else -> break
	od
}

active proctype server()
{
	byte id;
end:	do
	:: to_server?ask, id -> to_client!answer, id
	od
}
