// The number of the last error. A program that never asks for it does without this file, and so does the library.
static _Thread_local int number;

int *__errno_location(void) { return &number; }
void __tribunal_set_errno(int error) { number = error; }
