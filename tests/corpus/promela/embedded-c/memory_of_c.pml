// note: unions, strings, bit-fields, floats and pointers to variables of C
// expect: end-states=true assertions=true
// decided-by: scout explicit
// differs: Spin restores only what is tracked
c_decl {
	union Both { int whole; unsigned char part[4]; };
	struct Flags { int a : 3; unsigned b : 5; } flags = { -1, 17 };
	char name[] = "hi";
	double ratio = 1.5;
}
c_state "union Both both" "Global"
c_state "int *where" "Global"
int x, y;

active proctype P() {
	c_code {
		now.both.whole = 258;
		now.where = &now.both.whole;
		*now.where += 1;
		now.x = now.both.part[0] + name[1] + flags.a + flags.b;
		now.y = ratio * 4;
	};
	assert(x == 3 + 105 - 1 + 17 && y == 6);
	c_code { now.x = strlen(name); };
	c_expr { ratio > 1.4 && now.x == 2 }
}
