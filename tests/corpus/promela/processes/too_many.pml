// note: there are at most 255 processes; one more is an error
// expect: end-states=true processes=false
// decided-by: scout probe explicit
proctype Idle() {
	end: false
}

init {
	do
	:: run Idle()
	od
}
