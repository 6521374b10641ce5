// Formatted output into memory, exactly; what is read from files is arbitrary.
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __builtin_va_list va_list;
void *malloc(size_t size);
void __tribunal_unsupported(void);
void __VERIFIER_assume(int condition);
int nondet_int(void);
char nondet_char(void);
unsigned char nondet_uchar(void);
short nondet_short(void);
_Bool nondet_bool(void);
unsigned long nondet_ulong(void);
double nondet_double(void);
float nondet_float(void);

// Where output goes: at most `size` characters are kept, `count` were put.
struct sink {
    char *to;
    size_t size, count;
};

static void put(struct sink *sink, char c) {
    if (sink->count < sink->size)
        sink->to[sink->count] = c;
    sink->count++;
}

static void repeat(struct sink *sink, char c, int times) {
    for (int i = 0; i < times; i++)
        put(sink, c);
}

static unsigned long long power(unsigned base, int exponent) {
    unsigned long long result = 1;
    for (int i = 0; i < exponent; i++)
        result *= base;
    return result;
}

static int digits(unsigned long long value, unsigned base) {
    int most = base == 10 ? 20 : base == 16 ? 16 : 22, count = 1;
    for (int i = 1; i < most; i++)
        if (value >= power(base, i))
            count = i + 1;
    return count;
}

struct shape {
    int left, zero, plus, space, alternate, width, precision;
};

static void number(struct sink *sink, struct shape shape, unsigned long long value, int negative, unsigned base, char ten) {
    int count = value == 0 && shape.precision == 0 ? 0 : digits(value, base);
    int zeros = shape.precision > count ? shape.precision - count : 0;
    char sign = negative ? '-' : shape.plus ? '+' : shape.space ? ' ' : 0;
    int prefix = shape.alternate && base == 16 && value != 0 ? 2 : 0;
    if (shape.alternate && base == 8 && zeros == 0 && value != 0)
        zeros = 1;
    int rest = shape.width - count - zeros - (sign != 0) - prefix;
    if (!shape.left && !(shape.zero && shape.precision < 0))
        repeat(sink, ' ', rest);
    if (sign)
        put(sink, sign);
    if (prefix) {
        put(sink, '0');
        put(sink, ten == 'A' ? 'X' : 'x');
    }
    if (!shape.left && shape.zero && shape.precision < 0)
        repeat(sink, '0', rest);
    repeat(sink, '0', zeros);
    for (int i = count - 1; i >= 0; i--) {
        unsigned digit = value / power(base, i) % base;
        put(sink, digit < 10 ? '0' + digit : ten + (digit - 10));
    }
    if (shape.left)
        repeat(sink, ' ', rest);
}

static void text(struct sink *sink, struct shape shape, const char *s) {
    int length = 0;
    while ((shape.precision < 0 || length < shape.precision) && s[length] != 0)
        length++;
    if (!shape.left)
        repeat(sink, ' ', shape.width - length);
    for (int i = 0; i < length; i++)
        put(sink, s[i]);
    if (shape.left)
        repeat(sink, ' ', shape.width - length);
}

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 wide;
#else
typedef unsigned long long wide;
#endif

// A float with some digits after the point, exactly: the rest rounds to the nearest, half to even.
static void fixed(struct sink *sink, struct shape shape, double value, int upper) {
    union {
        double value;
        unsigned long long bits;
    } it = {value};
    int negative = (int)(it.bits >> 63), exponent = (int)(it.bits >> 52 & 2047);
    int places = shape.precision < 0 ? 6 : shape.precision;
    char sign = negative ? '-' : shape.plus ? '+' : shape.space ? ' ' : 0;
    unsigned long long digits_of = it.bits & ((1ULL << 52) - 1), whole = 0;
    char decimals[20];
    const char *word = 0;
    int count = 3;
    if (exponent == 2047) {
        word = digits_of ? upper ? "NAN" : "nan" : upper ? "INF" : "inf";
        shape.zero = 0;
    } else {
        if (exponent != 0)
            digits_of |= 1ULL << 52;
        else
            exponent = 1;
        // The float is `digits_of` divided by two to this power.
        int shift = 1075 - exponent, least = 53 + (10 * places + 2) / 3;
        if (shift < -11 || places > 19)
            __tribunal_unsupported();
        if (shift <= 0)
            whole = digits_of << -shift;
        else if (shift < 64)
            whole = digits_of >> shift;
        int carry = 0;
        if (shift <= 0 || digits_of == 0 || shift > least + 1) {
            for (int i = 0; i < places; i++)
                decimals[i] = '0';
        } else {
            if (shift > 8 * (int)sizeof(wide) - 4)
                __tribunal_unsupported();
            wide one = (wide)1 << shift, rest = digits_of & (one - 1);
            for (int i = 0; i < places; i++) {
                rest *= 10;
                decimals[i] = (char)('0' + (int)(rest >> shift));
                rest &= one - 1;
            }
            int odd = places ? (decimals[places - 1] - '0') & 1 : (int)(whole & 1);
            carry = rest > one / 2 || (rest == one / 2 && odd);
        }
        for (int i = places - 1; i >= 0 && carry; i--) {
            carry = decimals[i] == '9';
            decimals[i] = carry ? '0' : (char)(decimals[i] + 1);
        }
        if (carry)
            whole++;
        count = digits(whole, 10) + (places || shape.alternate ? 1 : 0) + places;
    }
    int rest = shape.width - count - (sign != 0);
    if (!shape.left && !shape.zero)
        repeat(sink, ' ', rest);
    if (sign)
        put(sink, sign);
    if (!shape.left && shape.zero)
        repeat(sink, '0', rest);
    if (word) {
        for (int i = 0; i < 3; i++)
            put(sink, word[i]);
    } else {
        for (int i = digits(whole, 10) - 1; i >= 0; i--)
            put(sink, (char)('0' + (int)(whole / power(10, i) % 10)));
        if (places || shape.alternate)
            put(sink, '.');
        for (int i = 0; i < places; i++)
            put(sink, decimals[i]);
    }
    if (shape.left)
        repeat(sink, ' ', rest);
}

int vsnprintf(char *to, size_t size, const char *format, va_list list) {
    struct sink sink = {to, size ? size - 1 : 0, 0};
    for (size_t at = 0; format[at] != 0; at++) {
        if (format[at] != '%') {
            put(&sink, format[at]);
            continue;
        }
        struct shape shape = {0, 0, 0, 0, 0, 0, -1};
        for (at++;; at++) {
            if (format[at] == '-')
                shape.left = 1;
            else if (format[at] == '0')
                shape.zero = 1;
            else if (format[at] == '+')
                shape.plus = 1;
            else if (format[at] == ' ')
                shape.space = 1;
            else if (format[at] == '#')
                shape.alternate = 1;
            else
                break;
        }
        if (format[at] == '*') {
            shape.width = __builtin_va_arg(list, int);
            if (shape.width < 0) {
                shape.left = 1;
                shape.width = -shape.width;
            }
            at++;
        }
        for (; format[at] >= '0' && format[at] <= '9'; at++)
            shape.width = 10 * shape.width + (format[at] - '0');
        if (format[at] == '.') {
            shape.precision = 0;
            at++;
            if (format[at] == '*') {
                shape.precision = __builtin_va_arg(list, int);
                at++;
            }
            for (; format[at] >= '0' && format[at] <= '9'; at++)
                shape.precision = 10 * shape.precision + (format[at] - '0');
        }
        int size_of = sizeof(int);
        for (;; at++) {
            if (format[at] == 'h')
                size_of /= 2;
            else if (format[at] == 'l')
                size_of = size_of == sizeof(long) ? sizeof(long long) : sizeof(long);
            else if (format[at] == 'z' || format[at] == 't')
                size_of = sizeof(size_t);
            else if (format[at] == 'j' || format[at] == 'q')
                size_of = sizeof(long long);
            else
                break;
        }
        // On machines where int and long have the same size, `l` once is `long` and twice is `long long`.
        if (sizeof(long) == sizeof(int) && format[at - 1] == 'l')
            size_of = format[at - 2] == 'l' ? sizeof(long long) : sizeof(long);
        char kind = format[at];
        if (kind == 'd' || kind == 'i') {
            long long value = size_of > (int)sizeof(int) ? __builtin_va_arg(list, long long) : __builtin_va_arg(list, int);
            if (size_of == 2)
                value = (short)value;
            if (size_of == 1)
                value = (signed char)value;
            unsigned long long size = value < 0 ? (unsigned long long)-(value + 1) + 1 : (unsigned long long)value;
            number(&sink, shape, size, value < 0, 10, 'a');
        } else if (kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o') {
            unsigned long long value =
                size_of > (int)sizeof(int) ? __builtin_va_arg(list, unsigned long long) : __builtin_va_arg(list, unsigned);
            if (size_of == 2)
                value = (unsigned short)value;
            if (size_of == 1)
                value = (unsigned char)value;
            shape.plus = shape.space = 0;
            number(&sink, shape, value, 0, kind == 'u' ? 10 : kind == 'o' ? 8 : 16, kind == 'X' ? 'A' : 'a');
        } else if (kind == 'c' && size_of == sizeof(int)) {
            char c = __builtin_va_arg(list, int);
            if (!shape.left)
                repeat(&sink, ' ', shape.width - 1);
            put(&sink, c);
            if (shape.left)
                repeat(&sink, ' ', shape.width - 1);
        } else if (kind == 's' && size_of == sizeof(int)) {
            text(&sink, shape, __builtin_va_arg(list, const char *));
        } else if (kind == 'f' || kind == 'F') {
            fixed(&sink, shape, __builtin_va_arg(list, double), kind == 'F');
        } else if (kind == '%') {
            put(&sink, '%');
        } else {
            __tribunal_unsupported();
        }
    }
    if (size)
        to[sink.count < size ? sink.count : size - 1] = 0;
    return (int)sink.count;
}

// The size does not matter where there is room for all.
int vsprintf(char *to, const char *format, va_list list) { return vsnprintf(to, (size_t)-1 / 2, format, list); }

int vasprintf(char **to, const char *format, va_list list) {
    va_list again;
    __builtin_va_copy(again, list);
    int count = vsnprintf(0, 0, format, again);
    __builtin_va_end(again);
    *to = malloc(count + 1);
    if (!*to)
        return -1;
    return vsnprintf(*to, count + 1, format, list);
}

int snprintf(char *to, size_t size, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int count = vsnprintf(to, size, format, list);
    __builtin_va_end(list);
    return count;
}

int sprintf(char *to, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int count = vsprintf(to, format, list);
    __builtin_va_end(list);
    return count;
}

int asprintf(char **to, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int count = vasprintf(to, format, list);
    __builtin_va_end(list);
    return count;
}

int fgetc(void *file) {
    int c = nondet_int();
    __VERIFIER_assume(-1 <= c && c <= 255);
    return c;
}
int getc(void *file) { return fgetc(file); }
int getchar(void) { return fgetc(0); }

char *fgets(char *to, int size, void *file) {
    if (size <= 0 || nondet_bool())
        return 0;
    int at = 0;
    while (at < size - 1) {
        char c = nondet_char();
        to[at++] = c;
        if (c == '\n' || nondet_bool())
            break;
    }
    to[at] = 0;
    return to;
}

char *gets(char *to) {
    if (nondet_bool())
        return 0;
    size_t at = 0;
    for (;;) {
        char c = nondet_char();
        if (c == '\n' || nondet_bool())
            break;
        to[at++] = c;
    }
    to[at] = 0;
    return to;
}

size_t fread(void *to, size_t size, size_t count, void *file) {
    size_t got = nondet_ulong();
    __VERIFIER_assume(got <= count);
    unsigned char *bytes = to;
    for (size_t i = 0; i < got * size; i++)
        bytes[i] = nondet_uchar();
    return got;
}

ssize_t read(int descriptor, void *to, size_t count) {
    if (nondet_bool())
        return -1;
    return fread(to, 1, count, 0);
}

ssize_t write(int descriptor, const void *from, size_t count) {
    if (nondet_bool())
        return -1;
    size_t written = nondet_ulong();
    __VERIFIER_assume(written <= count);
    return written;
}

size_t fwrite(const void *from, size_t size, size_t count, void *file) {
    size_t written = nondet_ulong();
    __VERIFIER_assume(written <= count);
    return written;
}

// Numbers and characters that are read are arbitrary, and so is how many there are.
int vscanf(const char *format, va_list list) {
    int got = 0;
    if (nondet_bool())
        return -1;
    for (size_t at = 0; format[at] != 0; at++) {
        if (format[at] != '%')
            continue;
        at++;
        if (format[at] == '%')
            continue;
        int kept = 1, width = 0, size_of = sizeof(int);
        if (format[at] == '*') {
            kept = 0;
            at++;
        }
        for (; format[at] >= '0' && format[at] <= '9'; at++)
            width = 10 * width + (format[at] - '0');
        for (;; at++) {
            if (format[at] == 'h')
                size_of /= 2;
            else if (format[at] == 'l' && size_of == sizeof(int) && format[at + 1] != 'l')
                size_of = sizeof(long);
            else if (format[at] == 'l')
                size_of = sizeof(long long);
            else if (format[at] == 'z' || format[at] == 't')
                size_of = sizeof(size_t);
            else if (format[at] != 'L')
                break;
        }
        if (nondet_bool())
            return got;
        if (!kept)
            continue;
        char kind = format[at];
        if (kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'o' || kind == 'X') {
            if (size_of == sizeof(long long))
                *__builtin_va_arg(list, unsigned long long *) = (unsigned long long)nondet_ulong() << 32 ^ nondet_ulong();
            else if (size_of == 2)
                *__builtin_va_arg(list, short *) = nondet_short();
            else if (size_of == 1)
                *__builtin_va_arg(list, char *) = nondet_char();
            else
                *__builtin_va_arg(list, int *) = nondet_int();
        } else if (kind == 'c') {
            char *to = __builtin_va_arg(list, char *);
            for (int i = 0; i < (width ? width : 1); i++)
                to[i] = nondet_char();
        } else if (kind == 's') {
            char *to = __builtin_va_arg(list, char *);
            int i = 0;
            do {
                char c = nondet_char();
                __VERIFIER_assume(c != 0 && c != ' ' && !(c >= '\t' && c <= '\r'));
                to[i++] = c;
            } while ((width == 0 || i < width) && nondet_bool());
            to[i] = 0;
        } else if (kind == 'f' || kind == 'F' || kind == 'e' || kind == 'E' || kind == 'g' || kind == 'G' || kind == 'a') {
            if (format[at - 1] == 'L')
                __tribunal_unsupported();
            if (format[at - 1] == 'l')
                *__builtin_va_arg(list, double *) = nondet_double();
            else
                *__builtin_va_arg(list, float *) = nondet_float();
        } else {
            __tribunal_unsupported();
        }
        got++;
    }
    return got;
}

int scanf(const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int got = vscanf(format, list);
    __builtin_va_end(list);
    return got;
}

int fscanf(void *file, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int got = vscanf(format, list);
    __builtin_va_end(list);
    return got;
}

// A file may be opened or not; what it is nobody sees.
static char file;
void *fopen(const char *name, const char *mode) { return nondet_bool() ? &file : (void *)0; }
int fclose(void *stream) { return nondet_bool() ? 0 : -1; }
int feof(void *stream) { return nondet_bool(); }
int ferror(void *stream) { return nondet_bool(); }
int fseek(void *stream, long offset, int origin) { return nondet_bool() ? 0 : -1; }
void rewind(void *stream) {}
int remove(const char *name) { return nondet_bool() ? 0 : -1; }
