/* What comes from outside. A file `name_planted.c` is `name.c` with a bug, which shows with the values that it lists. */
#ifndef INPUT_H
#define INPUT_H
unsigned char nondet_uchar(void);
unsigned nondet_uint(void);

static inline void take_bytes(void *to, unsigned count) {
  unsigned char *bytes = to;
  for (unsigned i = 0; i < count; i++) bytes[i] = nondet_uchar();
}

/* A number below a limit. */
static inline unsigned take_below(unsigned limit) {
  unsigned value = nondet_uint();
  return value < limit ? value : 0;
}
#endif
