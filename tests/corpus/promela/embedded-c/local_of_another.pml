// note: a process cannot see the locals of another by its pointer
// expect: end-states=maybe processes=maybe
// differs: Spin takes the memory of the process that runs for that of the other
proctype A() { int v; c_code { PA->v = 1; } }
proctype B() { int w; c_code { PA->v = 1; } }
init { run A(); run B() }
