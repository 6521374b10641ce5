// note: a channel variable that holds no channel cannot be used
// differs: Spin goes on after this error, and then finds a process that waits
// expect: end-states=true channels=false
// decided-by: scout probe explicit
chan lost, real = [1] of { byte };

active proctype P() {
	chan way;
	if
	:: way = real
	:: way = lost
	fi;
	way!1
}
