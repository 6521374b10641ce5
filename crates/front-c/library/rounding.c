// The rounding mode. There is only one here, to the nearest.
void __tribunal_unsupported(const char *what);

int fegetround(void) { return 0; }

int fesetround(int mode) {
    if (mode & ~0xc00)
        return 1;
    if (mode)
        __tribunal_unsupported("another rounding mode than to the nearest");
    return 0;
}
