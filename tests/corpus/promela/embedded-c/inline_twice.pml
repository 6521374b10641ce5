// note: C in an inline, which stands in two processes; parameters are not replaced in C
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 20
// transitions: 27
int x;
inline add(amount) { c_code { now.x += 2; }; x = x + amount }

active proctype P() { add(1) }
active proctype Q() { add(5); add(1) }
active proctype R() { timeout -> assert(x == 13) }
