// Characters, in the locale "C". The library looks them up in tables, which also have those that are negative as `char`.
void __tribunal_reads(const void *from, __SIZE_TYPE__ n);

// Each class has a bit of its own, which is what is yielded.
enum {
    blank = 1, control = 2, punctuation = 4, alphanumeric = 8, upper = 256, small = 512, letter = 1024, decimal = 2048,
    hexadecimal = 4096, space = 8192, printable = 16384, visible = 32768
};

static int when(int c, int is_so, int bit) {
    static const char table[384];
    long place = (long)c + 128;
    if (place < 0 || place >= 384)
        __tribunal_reads(table + place, 1);
    return is_so ? bit : 0;
}

static int between(int c, int first, int last) { return c >= first && c <= last; }
static int is_letter(int c) { return between(c, 'a', 'z') || between(c, 'A', 'Z'); }
static int is_decimal(int c) { return between(c, '0', '9'); }

int isdigit(int c) { return when(c, is_decimal(c), decimal); }
int islower(int c) { return when(c, between(c, 'a', 'z'), small); }
int isupper(int c) { return when(c, between(c, 'A', 'Z'), upper); }
int isalpha(int c) { return when(c, is_letter(c), letter); }
int isalnum(int c) { return when(c, is_letter(c) || is_decimal(c), alphanumeric); }
int isxdigit(int c) { return when(c, between(c, 'a', 'f') || between(c, 'A', 'F') || is_decimal(c), hexadecimal); }
int isblank(int c) { return when(c, c == ' ' || c == '\t', blank); }
int isspace(int c) { return when(c, c == ' ' || between(c, '\t', '\r'), space); }
int iscntrl(int c) { return when(c, between(c, 0, 31) || c == 127, control); }
int isprint(int c) { return when(c, between(c, 32, 126), printable); }
int isgraph(int c) { return when(c, between(c, 33, 126), visible); }
int ispunct(int c) { return when(c, between(c, 33, 126) && !is_letter(c) && !is_decimal(c), punctuation); }
int isascii(int c) { return c >= 0 && c < 128; }
int toascii(int c) { return c & 127; }

static int as_byte(int c) { return c >= -128 && c < -1 ? c + 256 : c; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : as_byte(c); }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : as_byte(c); }
