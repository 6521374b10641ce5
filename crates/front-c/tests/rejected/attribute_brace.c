void stop(void) __attribute__((noreturn, cold { const));
