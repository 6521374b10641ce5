// note: a priority outside of 1 to 255 is an error
// expect: end-states=true priorities=false
// decided-by: scout probe explicit
active proctype A() priority 2 {
	set_priority(_pid, 0)
}
