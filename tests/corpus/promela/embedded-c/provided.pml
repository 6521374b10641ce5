// note: a guard of C on a whole process
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 12
// transitions: 13
byte turn, x;

active proctype P() provided (c_expr { now.turn == 0 }) { x = 1; turn = 1; x = 3 }
active proctype Q() { turn == 1; x = 2; turn = 0; assert(x == 2 || x == 3) }
