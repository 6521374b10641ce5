// Sorting and searching by a function of the program.
typedef __SIZE_TYPE__ size_t;
void __tribunal_not_null(const void *pointer);

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    char *start = base;
    __tribunal_not_null(base);
    __tribunal_not_null((const void *)compare);
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0 && compare(start + (j - 1) * size, start + j * size) > 0; j--) {
            char *a = start + (j - 1) * size, *b = start + j * size;
            for (size_t k = 0; k < size; k++) {
                char byte = a[k];
                a[k] = b[k];
                b[k] = byte;
            }
        }
    }
}

void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *with) {
    char *start = base;
    __tribunal_not_null(base);
    __tribunal_not_null((const void *)compare);
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0 && compare(start + (j - 1) * size, start + j * size, with) > 0; j--) {
            char *a = start + (j - 1) * size, *b = start + j * size;
            for (size_t k = 0; k < size; k++) {
                char byte = a[k];
                a[k] = b[k];
                b[k] = byte;
            }
        }
    }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    const char *start = base;
    __tribunal_not_null(key);
    __tribunal_not_null(base);
    __tribunal_not_null((const void *)compare);
    while (count > 0) {
        const char *middle = start + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            start = middle + size;
            count = count - count / 2 - 1;
        } else {
            count = count / 2;
        }
    }
    return 0;
}
