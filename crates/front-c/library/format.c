// Formatted output, exactly as glibc has it in the locale "C".
typedef __SIZE_TYPE__ size_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __builtin_va_list va_list;
void __tribunal_unsupported(const char *what);
void __tribunal_put_output(int c);
void __tribunal_put_error(int c);
void __tribunal_apart(const void *a, size_t a_size, const void *b, size_t b_size);
int __tribunal_digits(char *digits, int *point, unsigned long long significand, int exponent, int significant, int places);

// Where output goes: to memory, where at most `size` characters are kept, or to a stream; `count` were put.
enum { memory, output, error };
struct sink {
    int kind;
    char *to;
    size_t size, count;
};

static void put(struct sink *sink, char c) {
    if (sink->kind == output)
        __tribunal_put_output(c);
    else if (sink->kind == error)
        __tribunal_put_error(c);
    else if (sink->count < sink->size)
        sink->to[sink->count] = c;
    sink->count++;
}

static void repeat(struct sink *sink, char c, int times) {
    for (int i = 0; i < times; i++)
        put(sink, c);
}

// How a directive wants it: flags, width, precision, which is negative if there is none.
struct shape {
    int left, zero, plus, space, alternate, width, precision;
};

// What stands around the `count` characters of a number: spaces, a prefix, zeros; spaces behind.
static void before(struct sink *sink, struct shape shape, const char *prefix, int count) {
    for (int i = 0; prefix[i] != 0; i++)
        count++;
    if (!shape.left && !shape.zero)
        repeat(sink, ' ', shape.width - count);
    for (int i = 0; prefix[i] != 0; i++)
        put(sink, prefix[i]);
    if (!shape.left && shape.zero)
        repeat(sink, '0', shape.width - count);
}

static void after(struct sink *sink, struct shape shape, const char *prefix, int count) {
    for (int i = 0; prefix[i] != 0; i++)
        count++;
    if (shape.left)
        repeat(sink, ' ', shape.width - count);
}

static const char *sign(struct shape shape, int negative) { return negative ? "-" : shape.plus ? "+" : shape.space ? " " : ""; }

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

static void number(struct sink *sink, struct shape shape, const char *prefix, unsigned long long value, unsigned base, char ten) {
    int count = value == 0 && shape.precision == 0 ? 0 : digits(value, base);
    int zeros = shape.precision > count ? shape.precision - count : 0;
    if (shape.alternate && base == 8 && zeros == 0 && (value != 0 || count == 0))
        zeros = 1;
    if (shape.precision >= 0)
        shape.zero = 0;
    before(sink, shape, prefix, zeros + count);
    repeat(sink, '0', zeros);
    for (int i = count - 1; i >= 0; i--) {
        unsigned digit = value / power(base, i) % base;
        put(sink, digit < 10 ? '0' + digit : ten + (digit - 10));
    }
    after(sink, shape, prefix, zeros + count);
}

static void text(struct sink *sink, struct shape shape, const char *s) {
    int length = 0;
    while ((shape.precision < 0 || length < shape.precision) && s[length] != 0)
        length++;
    shape.zero = 0;
    before(sink, shape, "", length);
    for (int i = 0; i < length; i++)
        put(sink, s[i]);
    after(sink, shape, "", length);
    if (sink->kind == memory && sink->size > 0 && length > 0)
        __tribunal_apart(sink->to, sink->count < sink->size ? sink->count + 1 : sink->size + 1, s, length);
}

// A float that is a number: `significand` times two to the power of `exponent`.
struct real {
    unsigned long long significand;
    int exponent;
};

static int digits_of_exponent(int exponent) { return exponent < 100 ? 2 : exponent < 1000 ? 3 : 4; }

static void exponent_of(struct sink *sink, int exponent, char letter, int count) {
    put(sink, letter);
    put(sink, exponent < 0 ? '-' : '+');
    unsigned size = exponent < 0 ? -exponent : exponent;
    for (int i = count - 1; i >= 0; i--)
        put(sink, (char)('0' + size / power(10, i) % 10));
}

// `%f`, `%e` and `%g`: which one, `kind` tells in small letters.
static void decimal(struct sink *sink, struct shape shape, const char *prefix, struct real real, char kind, int upper) {
    char digits[810];
    int point, places = shape.precision < 0 ? 6 : shape.precision, is_short = kind == 'g' && !shape.alternate;
    if (kind == 'g' && places == 0)
        places = 1;
    int significant = kind == 'f' ? -1 : kind == 'e' ? places + 1 : places;
    int count = __tribunal_digits(digits, &point, real.significand, real.exponent, significant, places);
    int exponent = real.significand == 0 ? 0 : point - 1;
    if (kind == 'g') {
        int is_fixed = -4 <= exponent && exponent < places;
        kind = is_fixed ? 'f' : 'e';
        places = is_fixed ? places - 1 - exponent : places - 1;
    }
    // The digits of `%e` start one before the point.
    int start = kind == 'e' ? 1 : point;
    if (kind == 'e' && real.significand == 0)
        start = 0;
    if (is_short)
        while (places > 0 && (start + places > count || start + places < 1 || digits[start + places - 1] == 0))
            places--;
    int whole = kind == 'e' || point <= 0 ? 1 : point, has_point = places > 0 || shape.alternate;
    int tail = kind == 'e' ? 2 + digits_of_exponent(exponent < 0 ? -exponent : exponent) : 0;
    int length = whole + has_point + places + tail;
    before(sink, shape, prefix, length);
    for (int i = start - whole; i < start; i++)
        put(sink, (char)(0 <= i && i < count ? '0' + digits[i] : '0'));
    if (has_point)
        put(sink, '.');
    for (int i = start; i < start + places; i++)
        put(sink, (char)(0 <= i && i < count ? '0' + digits[i] : '0'));
    if (kind == 'e')
        exponent_of(sink, exponent, upper ? 'E' : 'e', tail - 2);
    after(sink, shape, prefix, length);
}

// `%a`, with so many bits behind the point of the significand.
static void hexadecimal(struct sink *sink, struct shape shape, const char *prefix, struct real real, int behind, int upper) {
    int most = behind / 4, places = shape.precision, exponent = real.significand == 0 ? 0 : real.exponent + behind;
    unsigned long long number = real.significand, first;
    if (places >= 0 && places < most) {
        int surplus = 4 * (most - places);
        unsigned long long one = 1ULL << surplus, rest = number & (one - 1);
        number -= rest;
        if (rest > one / 2 || (rest == one / 2 && (number >> surplus) % 2 == 1)) {
            number += one;
            // The first digit was 15.
            if (number == 0) {
                number = 1ULL << behind;
                exponent += 4;
            }
        }
    }
    first = number >> behind;
    if (places < 0)
        for (places = most; places > 0 && (number >> 4 * (most - places) & 15) == 0;)
            places--;
    int size = exponent < 0 ? -exponent : exponent, has_point = places > 0 || shape.alternate;
    int tail = size < 10 ? 1 : digits_of_exponent(size), length = 1 + has_point + places + 2 + tail;
    char ten = upper ? 'A' : 'a';
    before(sink, shape, prefix, length);
    put(sink, (char)(first < 10 ? '0' + first : ten + (first - 10)));
    if (has_point)
        put(sink, '.');
    for (int i = 1; i <= places; i++) {
        unsigned digit = i <= most ? number >> 4 * (most - i) & 15 : 0;
        put(sink, (char)(digit < 10 ? '0' + digit : ten + (digit - 10)));
    }
    exponent_of(sink, exponent, upper ? 'P' : 'p', tail);
    after(sink, shape, prefix, length);
}

// A float that has so many bits behind the point of its significand; `special` is none for a number, 1 for an infinity, 2 for none at all.
static void real(struct sink *sink, struct shape shape, int negative, int special, struct real real, int behind, char letter) {
    int upper = letter >= 'A' && letter <= 'Z';
    char kind = (char)(upper ? letter - 'A' + 'a' : letter);
    const char *prefix = sign(shape, negative);
    if (special) {
        shape.precision = -1;
        const char *word = special == 1 ? upper ? "INF" : "inf" : upper ? "NAN" : "nan";
        shape.zero = 0;
        before(sink, shape, prefix, 3);
        for (int i = 0; i < 3; i++)
            put(sink, word[i]);
        after(sink, shape, prefix, 3);
    } else if (kind == 'a') {
        char marked[4] = {prefix[0]};
        int at = prefix[0] != 0;
        marked[at] = '0';
        marked[at + 1] = upper ? 'X' : 'x';
        marked[at + 2] = 0;
        hexadecimal(sink, shape, marked, real, behind, upper);
    } else {
        decimal(sink, shape, prefix, real, kind, upper);
    }
}

static void usual(struct sink *sink, struct shape shape, double value, char letter) {
    union {
        double value;
        unsigned long long bits;
    } it = {value};
    int exponent = (int)(it.bits >> 52 & 2047);
    unsigned long long fraction = it.bits & ((1ULL << 52) - 1);
    int special = exponent != 2047 ? 0 : fraction == 0 ? 1 : 2;
    struct real parts = {exponent ? fraction | 1ULL << 52 : fraction, (exponent ? exponent : 1) - 1075};
    real(sink, shape, (int)(it.bits >> 63), special, parts, 52, letter);
}

static void extended(struct sink *sink, struct shape shape, long double value, char letter) {
    union {
        long double value;
        struct {
            unsigned long long significand;
            unsigned short exponent;
        } bits;
    } it = {value};
    int exponent = it.bits.exponent & 32767;
    int special = exponent != 32767 ? 0 : it.bits.significand << 1 == 0 ? 1 : 2;
    struct real parts = {it.bits.significand, (exponent ? exponent : 1) - 16446};
    real(sink, shape, it.bits.exponent >> 15, special, parts, 60, letter);
}

// A number in a format, from `at` on. Nobody asks for wider columns.
static int read_number(const char *format, size_t *at) {
    int value = 0;
    for (; format[*at] >= '0' && format[*at] <= '9'; *at += 1) {
        if (value > 100000)
            __tribunal_unsupported("a width or precision of this size");
        value = 10 * value + (format[*at] - '0');
    }
    return value;
}

static int starred(int value) {
    if (value > 1000000 || value < -1000000)
        __tribunal_unsupported("a width or precision of this size");
    return value;
}

// How many bytes the argument of a directive has, by its length; `is_long_double` for `L`, `is_long` for `l` alone.
struct length {
    int bytes, is_long_double, is_long;
};

static struct length read_length(const char *format, size_t *at) {
    struct length length = {sizeof(int), 0, 0};
    char c = format[*at], next = c == 'h' || c == 'l' ? format[*at + 1] : 0;
    if (c == 'h')
        length.bytes = next == 'h' ? 1 : sizeof(short);
    else if (c == 'l' && next == 'l')
        length.bytes = sizeof(long long);
    else if (c == 'l') {
        length.bytes = sizeof(long);
        length.is_long = 1;
    } else if (c == 'j' || c == 'q' || c == 'L') {
        length.bytes = sizeof(long long);
        length.is_long_double = c == 'L';
    } else if (c == 'z' || c == 't')
        length.bytes = sizeof(size_t);
    else
        return length;
    *at += next == c ? 2 : 1;
    return length;
}

static void store(void *to, int bytes, size_t count) {
    if (bytes == 1)
        *(signed char *)to = (signed char)count;
    else if (bytes == sizeof(short))
        *(short *)to = (short)count;
    else if (bytes == sizeof(int))
        *(int *)to = (int)count;
    else
        *(long long *)to = (long long)count;
}

static void form(struct sink *sink, const char *format, va_list list) {
    for (size_t at = 0; format[at] != 0; at++) {
        if (format[at] != '%') {
            put(sink, format[at]);
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
            else if (format[at] != '\'')
                break;
        }
        if (format[at] == '*') {
            shape.width = starred(__builtin_va_arg(list, int));
            if (shape.width < 0) {
                shape.left = 1;
                shape.width = -shape.width;
            }
            at++;
        } else
            shape.width = read_number(format, &at);
        if (format[at] == '.') {
            at++;
            if (format[at] == '*') {
                shape.precision = starred(__builtin_va_arg(list, int));
                at++;
            } else
                shape.precision = read_number(format, &at);
        }
        struct length length = read_length(format, &at);
        int is_plain = length.bytes == sizeof(int) && !length.is_long;
        char kind = format[at];
        if (kind == 'd' || kind == 'i') {
            long long value = length.bytes > (int)sizeof(int) ? __builtin_va_arg(list, long long)
                              : length.is_long                ? __builtin_va_arg(list, long)
                                                              : __builtin_va_arg(list, int);
            if (length.bytes == sizeof(short))
                value = (short)value;
            if (length.bytes == 1)
                value = (signed char)value;
            unsigned long long size = value < 0 ? (unsigned long long)-(value + 1) + 1 : (unsigned long long)value;
            number(sink, shape, sign(shape, value < 0), size, 10, 'a');
        } else if (kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o') {
            unsigned long long value =
                length.bytes > (int)sizeof(int) ? __builtin_va_arg(list, unsigned long long) : __builtin_va_arg(list, unsigned);
            if (length.bytes == sizeof(short))
                value = (unsigned short)value;
            if (length.bytes == 1)
                value = (unsigned char)value;
            const char *prefix = !shape.alternate || value == 0 ? "" : kind == 'x' ? "0x" : kind == 'X' ? "0X" : "";
            number(sink, shape, prefix, value, kind == 'u' ? 10 : kind == 'o' ? 8 : 16, kind == 'X' ? 'A' : 'a');
        } else if (kind == 'c' && is_plain) {
            char c = __builtin_va_arg(list, int);
            shape.zero = 0;
            before(sink, shape, "", 1);
            put(sink, c);
            after(sink, shape, "", 1);
        } else if (kind == 's' && is_plain) {
            text(sink, shape, __builtin_va_arg(list, const char *));
        } else if (kind == 'p' && is_plain) {
            void *pointer = __builtin_va_arg(list, void *);
            if (pointer)
                number(sink, shape, shape.plus ? "+0x" : shape.space ? " 0x" : "0x", (uintptr_t)pointer, 16, 'a');
            else {
                shape.precision = -1;
                text(sink, shape, "(nil)");
            }
        } else if (kind == 'f' || kind == 'F' || kind == 'e' || kind == 'E' || kind == 'g' || kind == 'G' || kind == 'a' || kind == 'A') {
            if (length.is_long_double)
                extended(sink, shape, __builtin_va_arg(list, long double), kind);
            else if (is_plain || length.is_long)
                usual(sink, shape, __builtin_va_arg(list, double), kind);
            else
                __tribunal_unsupported("a directive of a format that C does not have");
        } else if (kind == 'n') {
            store(__builtin_va_arg(list, void *), length.bytes, sink->count);
        } else if (kind == '%') {
            put(sink, '%');
        } else if (kind == 'm') {
            __tribunal_unsupported("`%m` in a format");
        } else if (kind == 'c' || kind == 's' || kind == 'C' || kind == 'S') {
            __tribunal_unsupported("a wide character in a format");
        } else {
            __tribunal_unsupported("a directive of a format that C does not have");
        }
    }
}

int __tribunal_print(int stream, const char *format, va_list list) {
    struct sink sink = {stream == 1 ? output : stream == 2 ? error : memory, 0, 0, 0};
    form(&sink, format, list);
    return (int)sink.count;
}

int vsnprintf(char *to, size_t size, const char *format, va_list list) {
    struct sink sink = {memory, to, size ? size - 1 : 0, 0};
    form(&sink, format, list);
    if (size)
        to[sink.count < size ? sink.count : size - 1] = 0;
    return (int)sink.count;
}

// The size does not matter where there is room for all.
int vsprintf(char *to, const char *format, va_list list) { return vsnprintf(to, (size_t)-1 / 2, format, list); }

void *malloc(size_t size);
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
