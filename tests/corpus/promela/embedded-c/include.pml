// note: headers of C without a backslash are left to C
// expect: end-states=true assertions=true
// decided-by: scout explicit
// differs: Spin pastes the headers' text into its verifier, which then does not compile
c_decl {
#include <limits.h>
#include <string.h>
}
c_code {
#include <stdio.h>
	int top(void) { return INT_MAX; }
}
int x;

active proctype P() {
	c_code { now.x = top(); if (NULL == 0) now.x--; };
	assert(x == 2147483646)
}
