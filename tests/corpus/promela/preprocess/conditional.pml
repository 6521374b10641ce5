// note: text left out by the preprocessor is not read
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 3
// transitions: 2
#define SAFE
#ifdef SAFE
#define LIMIT 3
#else
#define LIMIT this is no promela
#endif
#if defined(SAFE) && LIMIT > 2
byte x = LIMIT;
#endif

active proctype P() {
	assert(x == 3)
}
