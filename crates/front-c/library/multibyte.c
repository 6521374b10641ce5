// Wide characters and bytes in the locale "C", where the characters of ASCII are the same.
typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef struct {
    int count;
    unsigned value;
} mbstate_t;
void __tribunal_unsupported(const char *what);
int isalnum(int c), isalpha(int c), isblank(int c), iscntrl(int c), isdigit(int c), isgraph(int c), islower(int c);
int isprint(int c), ispunct(int c), isspace(int c), isupper(int c), isxdigit(int c), tolower(int c), toupper(int c);

static wchar_t wide(char c) {
    if (c < 0)
        __tribunal_unsupported("a wide character of a byte beyond ASCII");
    return c;
}

static char byte(wchar_t c) {
    if (c < 0 || c > 127)
        __tribunal_unsupported("the byte of a wide character beyond ASCII");
    return (char)c;
}

wint_t btowc(int c) { return c == -1 ? (wint_t)-1 : (wint_t)wide((char)c); }
int wctob(wint_t c) { return c == (wint_t)-1 ? -1 : byte((wchar_t)c); }
int mbsinit(const mbstate_t *state) { return !state || state->count == 0; }

size_t mbrtowc(wchar_t *restrict out, const char *restrict text, size_t size, mbstate_t *restrict state) {
    if (!text)
        return 0;
    if (size == 0)
        return (size_t)-2;
    wchar_t c = wide(*text);
    if (out)
        *out = c;
    return c != 0;
}

size_t mbrlen(const char *restrict text, size_t size, mbstate_t *restrict state) { return mbrtowc(0, text, size, state); }

size_t wcrtomb(char *restrict out, wchar_t c, mbstate_t *restrict state) {
    if (out)
        *out = byte(c);
    return 1;
}

int mbtowc(wchar_t *restrict out, const char *restrict text, size_t size) {
    if (text && *text != 0 && size == 0)
        return -1;
    return text && *text == 0 ? (int)mbrtowc(out, text, 1, 0) : (int)mbrtowc(out, text, size, 0);
}

int mblen(const char *text, size_t size) { return mbtowc(0, text, size); }

int wctomb(char *out, wchar_t c) {
    if (out)
        *out = byte(c);
    return out != 0;
}

size_t mbstowcs(wchar_t *restrict out, const char *restrict text, size_t size) {
    size_t i = 0;
    for (; !out || i < size; i++) {
        wchar_t c = wide(text[i]);
        if (out)
            out[i] = c;
        if (c == 0)
            break;
    }
    return i;
}

size_t wcstombs(char *restrict out, const wchar_t *restrict text, size_t size) {
    size_t i = 0;
    for (; !out || i < size; i++) {
        char c = byte(text[i]);
        if (out)
            out[i] = c;
        if (c == 0)
            break;
    }
    return i;
}

// No character beyond ASCII is of any class.
static int is_ascii(wint_t c) { return c < 128; }
int iswalnum(wint_t c) { return is_ascii(c) && isalnum((int)c); }
int iswalpha(wint_t c) { return is_ascii(c) && isalpha((int)c); }
int iswblank(wint_t c) { return is_ascii(c) && isblank((int)c); }
int iswcntrl(wint_t c) { return is_ascii(c) && iscntrl((int)c); }
int iswdigit(wint_t c) { return is_ascii(c) && isdigit((int)c); }
int iswgraph(wint_t c) { return is_ascii(c) && isgraph((int)c); }
int iswlower(wint_t c) { return is_ascii(c) && islower((int)c); }
int iswprint(wint_t c) { return is_ascii(c) && isprint((int)c); }
int iswpunct(wint_t c) { return is_ascii(c) && ispunct((int)c); }
int iswspace(wint_t c) { return is_ascii(c) && isspace((int)c); }
int iswupper(wint_t c) { return is_ascii(c) && isupper((int)c); }
int iswxdigit(wint_t c) { return is_ascii(c) && isxdigit((int)c); }
wint_t towlower(wint_t c) { return is_ascii(c) ? (wint_t)tolower((int)c) : c; }
wint_t towupper(wint_t c) { return is_ascii(c) ? (wint_t)toupper((int)c) : c; }
