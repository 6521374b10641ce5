// note: local bits tell states apart also where processes have priorities
// differs: Spin 6.5.2 takes the byte of local bits for padding where there are priorities, so it loses states and errors
// expect: end-states=true assertions=false
// decided-by: scout probe explicit
// states: 10
// transitions: 10
byte done;

active proctype Low() priority 1 {
	done = 1
}

active proctype High() priority 2 {
	bit b;
	if
	:: b = 0
	:: b = 1
	fi;
	skip;
	assert(b == 0)
}
