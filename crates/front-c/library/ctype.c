// Characters, in the locale "C". The library looks them up in tables, which also have those that are negative as `char`.
static void look_up(int c) {
    static const char table[384];
    long place = (long)c + 128;
    if (place < 0 || place >= 384)
        (void)*(const volatile char *)(table + place);
}

static int between(int c, int first, int last) {
    look_up(c);
    return c >= first && c <= last;
}

int isdigit(int c) { return c >= '0' && c <= '9'; }
int islower(int c) { return between(c, 'a', 'z'); }
int isupper(int c) { return between(c, 'A', 'Z'); }
int isalpha(int c) { return between(c, 'a', 'z') || (c >= 'A' && c <= 'Z'); }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isxdigit(int c) { return between(c, 'a', 'f') || (c >= 'A' && c <= 'F') || isdigit(c); }
int isblank(int c) { return between(c, ' ', ' ') || c == '\t'; }
int isspace(int c) { return between(c, '\t', '\r') || c == ' '; }
int iscntrl(int c) { return between(c, 0, 31) || c == 127; }
int isprint(int c) { return between(c, 32, 126); }
int isgraph(int c) { return between(c, 33, 126); }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int isascii(int c) { return c >= 0 && c < 128; }
int toascii(int c) { return c & 127; }

static int as_byte(int c) { return c >= -128 && c < -1 ? c + 256 : c; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : as_byte(c); }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : as_byte(c); }
