// What is to be done when the program ends.
void __tribunal_unsupported(void);
enum { most = 32 };
static void (*functions[most])(void);
static int count;

int atexit(void (*function)(void)) {
    if (count == most)
        __tribunal_unsupported();
    functions[count++] = function;
    return 0;
}

void __tribunal_at_exit(void) {
    while (count > 0)
        functions[--count]();
}
