// note: functions of C, called in steps and in guards: several ways out, loops, calls of calls
// expect: end-states=true assertions=true
// decided-by: scout explicit
// differs: Spin refuses calls and sizeof in a c_expr, lest they have effects
int x = 3, y;
c_code {
	static int larger(int a, int b) { if (a > b) return a; return b; }
	static int power(int base, int n) { int r = 1; while (n-- > 0) r *= base; return r; }
	static void set(int v) { now.y = larger(v, now.x); }
}

active proctype P() {
	c_expr { larger(now.x, 2) == 3 && power(2, 5) == 32 };
	c_code { set(power(2, 3)); };
	if
	:: c_expr { larger(now.y, now.x) == now.y } -> skip
	:: else -> assert(false)
	fi;
	c_code { set(1); };
	assert(y == 3 && c_expr { power(now.y, 2) } == 9)
}
