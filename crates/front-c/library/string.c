// Strings: string.h without what the front end knows by itself (memcpy, memmove, memset).
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
// What is read, and what must not overlap, beyond what the functions happen to touch.
void __tribunal_reads(const void *from, size_t n);
// A pointer must not be null, not even for no bytes at all (C17 7.24.1p2).
void __tribunal_not_null(const void *pointer);
void __tribunal_apart(const void *a, size_t a_size, const void *b, size_t b_size);
unsigned int nondet_uint(void);

// Of what differs, C defines the sign alone; where nobody looks at more, the functions with `exactly` in their names are called.
static int any_like(int difference) {
    if (difference == 0)
        return 0;
    int any = nondet_uint() >> 1;
    return difference < 0 ? -1 - any : any == 0 ? 1 : any;
}

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
    __tribunal_apart(to, i, from, i);
    return to;
}

char *stpcpy(char *to, const char *from) {
    size_t i = 0;
    for (; from[i] != 0; i++)
        to[i] = from[i];
    to[i] = 0;
    __tribunal_apart(to, i + 1, from, i + 1);
    return to + i;
}

char *stpncpy(char *to, const char *from, size_t n) {
    __tribunal_not_null(to);
    __tribunal_not_null(from);
    size_t length = 0;
    for (; length < n && from[length] != 0; length++)
        to[length] = from[length];
    size_t copied = length < n ? length + 1 : n;
    __tribunal_apart(to, copied, from, copied);
    for (size_t i = length; i < n; i++)
        to[i] = 0;
    return to + length;
}

char *strncpy(char *to, const char *from, size_t n) {
    stpncpy(to, from, n);
    return to;
}

char *strcat(char *to, const char *from) {
    size_t end = strlen(to), i = 0;
    for (; from[i] != 0; i++)
        to[end + i] = from[i];
    to[end + i] = 0;
    if (i > 0)
        __tribunal_apart(to, end + i + 1, from, i + 1);
    return to;
}

char *strncat(char *to, const char *from, size_t n) {
    __tribunal_not_null(from);
    size_t end = strlen(to), i = 0;
    for (; i < n && from[i] != 0; i++)
        to[end + i] = from[i];
    to[end + i] = 0;
    // The end of the string that is read counts, too, if it is there.
    size_t copied = i < n ? i + 1 : n;
    if (i > 0)
        __tribunal_apart(to, end + copied + 1, from, copied);
    return to;
}

int __tribunal_exactly_strcmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

int strcmp(const char *a, const char *b) { return any_like(__tribunal_exactly_strcmp(a, b)); }

int __tribunal_exactly_strncmp(const char *a, const char *b, size_t n) {
    __tribunal_not_null(a);
    __tribunal_not_null(b);
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i] || a[i] == 0)
            return (unsigned char)a[i] - (unsigned char)b[i];
    }
    return 0;
}

int strncmp(const char *a, const char *b, size_t n) { return any_like(__tribunal_exactly_strncmp(a, b, n)); }

int __tribunal_exactly_memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *p = a, *q = b;
    __tribunal_not_null(a);
    __tribunal_not_null(b);
    __tribunal_reads(a, n);
    __tribunal_reads(b, n);
    for (size_t i = 0; i < n; i++) {
        if (p[i] != q[i])
            return p[i] - q[i];
    }
    return 0;
}

int memcmp(const void *a, const void *b, size_t n) { return any_like(__tribunal_exactly_memcmp(a, b, n)); }

void *memchr(const void *s, int c, size_t n) {
    __tribunal_not_null(s);
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

char *strchrnul(const char *s, int c) {
    while (*s != 0 && *s != (char)c)
        s++;
    return (char *)s;
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
    strlen(accepted);
    while (s[n] != 0 && strchr(accepted, s[n]))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *rejected) {
    size_t n = 0;
    strlen(rejected);
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

void *rawmemchr(const void *s, int c) {
    const unsigned char *p = s;
    while (*p != (unsigned char)c)
        p++;
    return (void *)p;
}

void *memmem(const void *s, size_t n, const void *part, size_t size) {
    const char *p = s;
    __tribunal_reads(s, n);
    __tribunal_reads(part, size);
    for (size_t i = 0; i <= n && size <= n - i; i++)
        if (memcmp(p + i, part, size) == 0)
            return (void *)(p + i);
    return 0;
}

void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
void explicit_bzero(void *to, size_t n) { memset(to, 0, n); }

void swab(const void *from, void *to, long n) {
    const char *p = from;
    char *q = to;
    for (long i = 0; i + 1 < n; i += 2) {
        char first = p[i], second = p[i + 1];
        q[i] = second;
        q[i + 1] = first;
    }
}

void *memccpy(void *to, const void *from, int c, size_t n) {
    unsigned char *p = to;
    const unsigned char *q = from;
    __tribunal_not_null(to);
    __tribunal_not_null(from);
    for (size_t i = 0; i < n; i++) {
        p[i] = q[i];
        if (q[i] == (unsigned char)c)
            return p + i + 1;
    }
    return 0;
}

void *memrchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    __tribunal_not_null(s);
    __tribunal_reads(s, n);
    while (n > 0)
        if (p[--n] == (unsigned char)c)
            return (void *)(p + n);
    return 0;
}

static int lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

int __tribunal_exactly_strncasecmp(const char *a, const char *b, size_t n) {
    __tribunal_not_null(a);
    __tribunal_not_null(b);
    for (size_t i = 0; i < n; i++) {
        if (lower(a[i]) != lower(b[i]) || a[i] == 0)
            return lower(a[i]) - lower(b[i]);
    }
    return 0;
}

int __tribunal_exactly_strcasecmp(const char *a, const char *b) { return __tribunal_exactly_strncasecmp(a, b, (size_t)-1); }
int strncasecmp(const char *a, const char *b, size_t n) { return any_like(__tribunal_exactly_strncasecmp(a, b, n)); }
int strcasecmp(const char *a, const char *b) { return any_like(__tribunal_exactly_strcasecmp(a, b)); }

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

size_t strlcat(char *to, const char *from, size_t size) {
    size_t length = strnlen(to, size);
    return length + strlcpy(to + length, from, size - length);
}

char *strtok_r(char *s, const char *separators, char **rest) {
    if (!s)
        s = *rest;
    s += strspn(s, separators);
    char *end = s + strcspn(s, separators);
    *rest = end;
    if (s == end)
        return 0;
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    }
    return s;
}

static char *token;
char *strtok(char *s, const char *separators) { return strtok_r(s, separators, &token); }

int __tribunal_exactly_bcmp(const void *a, const void *b, size_t n) { return __tribunal_exactly_memcmp(a, b, n); }
int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
void bzero(void *to, size_t n) { memset(to, 0, n); }
char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }

char *strsep(char **s, const char *separators) {
    char *word = *s;
    if (!word)
        return 0;
    char *end = word + strcspn(word, separators);
    if (*end != 0) {
        *end = 0;
        *s = end + 1;
    } else {
        *s = 0;
    }
    return word;
}

char *strcasestr(const char *s, const char *part) {
    size_t n = strlen(part);
    for (;; s++) {
        if (strncasecmp(s, part, n) == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

// In the locale "C", strings are ordered by their bytes.
int __tribunal_exactly_strcoll(const char *a, const char *b) { return __tribunal_exactly_strcmp(a, b); }
int strcoll(const char *a, const char *b) { return strcmp(a, b); }

size_t strxfrm(char *to, const char *from, size_t n) {
    size_t length = strlen(from);
    if (n > 0)
        stpncpy(to, from, length < n ? length + 1 : n);
    return length;
}
