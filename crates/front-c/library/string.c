// Strings: string.h without what the front end knows by itself (memcpy, memmove, memset).
typedef __SIZE_TYPE__ size_t;

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t strnlen(const char *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n] != 0)
        n++;
    return n;
}

char *strcpy(char *to, const char *from) {
    size_t i = 0;
    do
        to[i] = from[i];
    while (from[i++] != 0);
    return to;
}

char *stpcpy(char *to, const char *from) {
    size_t i = 0;
    for (; from[i] != 0; i++)
        to[i] = from[i];
    to[i] = 0;
    return to + i;
}

char *strncpy(char *to, const char *from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i] != 0; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

char *strcat(char *to, const char *from) {
    strcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t n) {
    size_t end = strlen(to), i = 0;
    for (; i < n && from[i] != 0; i++)
        to[end + i] = from[i];
    to[end + i] = 0;
    return to;
}

int strcmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

int strncmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i] || a[i] == 0)
            return (unsigned char)a[i] - (unsigned char)b[i];
    }
    return 0;
}

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *p = a, *q = b;
    for (size_t i = 0; i < n; i++) {
        if (p[i] != q[i])
            return p[i] - q[i];
    }
    return 0;
}

void *memchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++) {
        if (p[i] == (unsigned char)c)
            return (void *)(p + i);
    }
    return 0;
}

char *strchr(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

char *strrchr(const char *s, int c) {
    const char *found = 0;
    for (;; s++) {
        if (*s == (char)c)
            found = s;
        if (*s == 0)
            return (char *)found;
    }
}

size_t strspn(const char *s, const char *accepted) {
    size_t n = 0;
    while (s[n] != 0 && strchr(accepted, s[n]))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *rejected) {
    size_t n = 0;
    while (s[n] != 0 && !strchr(rejected, s[n]))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *wanted) {
    s += strcspn(s, wanted);
    return *s != 0 ? (char *)s : 0;
}

char *strstr(const char *s, const char *part) {
    size_t n = strlen(part);
    for (;; s++) {
        if (strncmp(s, part, n) == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

void *malloc(size_t);

char *strdup(const char *s) {
    size_t n = strlen(s) + 1;
    char *copy = malloc(n);
    if (copy)
        strcpy(copy, s);
    return copy;
}
