// Memory at addresses that are multiples of a number, and arrays of it.
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
void *realloc(void *p, size_t size);
void *__tribunal_aligned(size_t alignment, size_t size);
void __tribunal_set_errno(int error);
void __tribunal_unsupported(const char *what);
enum { out_of_memory = 12, invalid = 22, page = 4096 };

// An alignment that is no power of two stands for the next one, in glibc.
void *memalign(size_t alignment, size_t size) {
    if (alignment <= 2 * sizeof(void *))
        return malloc(size);
    if (alignment > (size_t)-1 / 2 + 1) {
        __tribunal_set_errno(invalid);
        return 0;
    }
    if (alignment > page)
        __tribunal_unsupported("such a large alignment");
    if (alignment <= 32)
        return __tribunal_aligned(32, size);
    if (alignment <= 64)
        return __tribunal_aligned(64, size);
    if (alignment <= 128)
        return __tribunal_aligned(128, size);
    if (alignment <= 256)
        return __tribunal_aligned(256, size);
    if (alignment <= 512)
        return __tribunal_aligned(512, size);
    if (alignment <= 1024)
        return __tribunal_aligned(1024, size);
    if (alignment <= 2048)
        return __tribunal_aligned(2048, size);
    return __tribunal_aligned(page, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
void *valloc(size_t size) { return memalign(page, size); }

void *pvalloc(size_t size) {
    if (size > (size_t)-1 - page + 1) {
        __tribunal_set_errno(out_of_memory);
        return 0;
    }
    return memalign(page, (size + page - 1) / page * page);
}

int posix_memalign(void **to, size_t alignment, size_t size) {
    size_t pointers = alignment / sizeof(void *);
    if (alignment % sizeof(void *) != 0 || pointers == 0 || (pointers & (pointers - 1)) != 0)
        return invalid;
    void *p = memalign(alignment, size);
    if (!p)
        return out_of_memory;
    *to = p;
    return 0;
}

void *reallocarray(void *p, size_t count, size_t size) {
    if (size != 0 && count > (size_t)-1 / size) {
        __tribunal_set_errno(out_of_memory);
        return 0;
    }
    return realloc(p, count * size);
}

int getpagesize(void) { return page; }
