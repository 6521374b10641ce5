// note: in a rendezvous the priority of the sender counts
// differs: Spin refuses priorities together with rendezvous channels
// expect: end-states=true
// decided-by: scout explicit
// states: 6
// transitions: 5
chan meet = [0] of { byte };
byte x;

active proctype Low() priority 1 {
	meet?1;
	x = 1
}

active proctype High() priority 4 {
	meet!1;
	x = 2
}
