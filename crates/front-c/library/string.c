// Strings: string.h without what the front end knows by itself (memcpy, memmove, memset).
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
void *memcpy(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);

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


char *strdup(const char *s) {
    size_t n = strlen(s) + 1;
    char *copy = malloc(n);
    if (copy)
        strcpy(copy, s);
    return copy;
}

char *strndup(const char *s, size_t max) {
    size_t n = strnlen(s, max);
    char *to = malloc(n + 1);
    if (!to)
        return 0;
    for (size_t i = 0; i < n; i++)
        to[i] = s[i];
    to[n] = 0;
    return to;
}

void *mempcpy(void *to, const void *from, size_t n) { return (char *)memcpy(to, from, n) + n; }

void *memccpy(void *to, const void *from, int c, size_t n) {
    unsigned char *p = to;
    const unsigned char *q = from;
    for (size_t i = 0; i < n; i++) {
        p[i] = q[i];
        if (q[i] == (unsigned char)c)
            return p + i + 1;
    }
    return 0;
}

void *memrchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    while (n > 0)
        if (p[--n] == (unsigned char)c)
            return (void *)(p + n);
    return 0;
}

static int lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

int strncasecmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (lower(a[i]) != lower(b[i]) || a[i] == 0)
            return lower(a[i]) - lower(b[i]);
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) { return strncasecmp(a, b, (size_t)-1); }

size_t strlcpy(char *to, const char *from, size_t size) {
    size_t n = strlen(from);
    if (size > 0) {
        size_t kept = n < size ? n : size - 1;
        for (size_t i = 0; i < kept; i++)
            to[i] = from[i];
        to[kept] = 0;
    }
    return n;
}

char *strtok_r(char *s, const char *separators, char **rest) {
    if (!s)
        s = *rest;
    if (!s)
        return 0;
    s += strspn(s, separators);
    if (*s == 0) {
        *rest = 0;
        return 0;
    }
    char *end = s + strcspn(s, separators);
    if (*end == 0) {
        *rest = 0;
    } else {
        *end = 0;
        *rest = end + 1;
    }
    return s;
}

static char *token;
char *strtok(char *s, const char *separators) { return strtok_r(s, separators, &token); }

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
void bzero(void *to, size_t n) { memset(to, 0, n); }
char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }
