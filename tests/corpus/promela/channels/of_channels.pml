// note: channels can be sent, kept and compared
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 9
// transitions: 9
chan depot = [1] of { chan };
chan north = [1] of { byte };
chan south = [1] of { byte };

active proctype Sender() {
	depot!south;
	south?5
}

active proctype Receiver() {
	chan way;
	depot?way;
	assert(way == south && way != north);
	way!5
}
