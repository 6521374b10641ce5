// Strings of wide characters.
typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;
void *malloc(size_t size);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);

size_t wcslen(const wchar_t *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t wcsnlen(const wchar_t *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n] != 0)
        n++;
    return n;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
    size_t i = 0;
    for (; from[i] != 0; i++)
        to[i] = from[i];
    to[i] = 0;
    return to + i;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
    wcpcpy(to, from);
    return to;
}

wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n) {
    size_t length = 0;
    for (; length < n && from[length] != 0; length++)
        to[length] = from[length];
    for (size_t i = length; i < n; i++)
        to[i] = 0;
    return to + length;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
    wcpncpy(to, from, n);
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
    wcpcpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n) {
    size_t end = wcslen(to), i = 0;
    for (; i < n && from[i] != 0; i++)
        to[end + i] = from[i];
    to[end + i] = 0;
    return to;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (a[i] == 0)
            return 0;
    }
    return 0;
}

int wcscmp(const wchar_t *a, const wchar_t *b) { return wcsncmp(a, b, (size_t)-1); }

wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
    while (*s != 0 && *s != c)
        s++;
    return (wchar_t *)s;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
    wchar_t *found = wcschrnul(s, c);
    return *found == c ? found : 0;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    const wchar_t *found = 0;
    for (;; s++) {
        if (*s == c)
            found = s;
        if (*s == 0)
            return (wchar_t *)found;
    }
}

size_t wcsspn(const wchar_t *s, const wchar_t *accepted) {
    size_t n = 0;
    while (s[n] != 0 && wcschr(accepted, s[n]))
        n++;
    return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *rejected) {
    size_t n = 0;
    while (s[n] != 0 && !wcschr(rejected, s[n]))
        n++;
    return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *wanted) {
    s += wcscspn(s, wanted);
    return *s != 0 ? (wchar_t *)s : 0;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
    size_t n = wcslen(part);
    for (;; s++) {
        if (wcsncmp(s, part, n) == 0)
            return (wchar_t *)s;
        if (*s == 0)
            return 0;
    }
}

wchar_t *wcsdup(const wchar_t *s) {
    wchar_t *copy = malloc((wcslen(s) + 1) * sizeof(wchar_t));
    return copy ? wcscpy(copy, s) : 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == c)
            return (wchar_t *)(s + i);
    return 0;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) { return memcpy(to, from, n * sizeof(wchar_t)); }
wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) { return wmemcpy(to, from, n) + n; }
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) { return memmove(to, from, n * sizeof(wchar_t)); }

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}
