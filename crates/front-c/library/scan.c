// Formatted input from memory, exactly as glibc has it in the locale "C".
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;
void __tribunal_unsupported(const char *what);
float strtof(const char *s, char **end);
double strtod(const char *s, char **end);
long double strtold(const char *s, char **end);

// What is read: from a place on, and for some directives only so many characters.
struct input {
    const char *from;
    size_t at, left;
};

// The next character, 0 if none is left.
static char next(const struct input *in) { return in->left == 0 ? 0 : in->from[in->at]; }

static void skip(struct input *in) {
    in->at++;
    in->left--;
}

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static void skip_spaces(struct input *in) {
    while (is_space(in->from[in->at]))
        in->at++;
}

static char lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

static int value_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c = lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

// Whether a set between brackets, from `at` to `end`, has a character. As glibc has it, a `-` between two characters that are in order stands for a range, whatever
// is around them (`0-1-9`), and for itself elsewhere (`9-0`).
int __tribunal_in_set(const char *format, size_t at, size_t end, char c) {
    int inverted = format[at] == '^';
    if (inverted)
        at++;
    for (size_t first = at; at < end; at++) {
        if (format[at] == '-' && at > first && at + 1 < end && (unsigned char)format[at - 1] <= (unsigned char)format[at + 1]) {
            if ((unsigned char)format[at - 1] <= (unsigned char)c && (unsigned char)c <= (unsigned char)format[at + 1])
                return !inverted;
        } else if (format[at] == c)
            return !inverted;
    }
    return inverted;
}

struct integer {
    int negative, is_wide;
    unsigned long long size;
};

// Reads a number; yields whether there is one. One that does not fit any type is wide.
static int read_integer(struct input *in, int base, struct integer *number) {
    int any = 0;
    number->negative = next(in) == '-';
    number->is_wide = 0;
    number->size = 0;
    if (next(in) == '-' || next(in) == '+')
        skip(in);
    if (next(in) == '0') {
        any = 1;
        skip(in);
        // What follows the prefix may be missing.
        if (lower(next(in)) == 'x' && (base == 0 || base == 16)) {
            base = 16;
            skip(in);
        } else if (base == 0)
            base = 8;
    }
    if (base == 0)
        base = 10;
    for (; value_of(next(in)) < base; skip(in)) {
        unsigned long long digit = (unsigned long long)value_of(next(in));
        if (number->size > ((unsigned long long)-1 - digit) / (unsigned long long)base)
            number->is_wide = 1;
        else
            number->size = number->size * (unsigned long long)base + digit;
        any = 1;
    }
    return any;
}

// As a number of a type is kept that has so many bits: those that are too large are the largest.
static unsigned long long kept(const struct integer *number, int is_signed, int bits) {
    unsigned long long all = (unsigned long long)-1 >> (64 - bits);
    unsigned long long most = is_signed ? (all >> 1) + (unsigned long long)number->negative : all;
    if (number->is_wide || number->size > most)
        return is_signed && number->negative ? -most : most;
    return number->negative ? -number->size : number->size;
}

static void store(void *to, int bytes, unsigned long long value) {
    if (bytes == 1)
        *(unsigned char *)to = (unsigned char)(value & 0xff);
    else if (bytes == sizeof(short))
        *(unsigned short *)to = (unsigned short)(value & 0xffff);
    else if (bytes == sizeof(int))
        *(unsigned *)to = (unsigned)(value & 0xffffffff);
    else
        *(unsigned long long *)to = value;
}

enum { text_at_most = 400 };

struct text {
    size_t count;
    char letters[text_at_most];
};

static void take(struct text *text, struct input *in) {
    if (text->count == text_at_most - 1)
        __tribunal_unsupported("a float of so many digits");
    text->letters[text->count++] = lower(next(in));
    skip(in);
}

// Takes a word, whose first letter is there; yields whether all of it is.
static int take_word(struct text *text, struct input *in, const char *word) {
    for (; *word != 0; word++) {
        if (lower(next(in)) != *word)
            return 0;
        take(text, in);
    }
    return 1;
}

// Takes what looks like a float; yields whether there is one.
static int take_float(struct text *text, struct input *in) {
    if (next(in) == '-' || next(in) == '+')
        take(text, in);
    if (lower(next(in)) == 'n')
        return take_word(text, in, "nan");
    if (lower(next(in)) == 'i')
        return take_word(text, in, "inf") && (lower(next(in)) != 'i' || take_word(text, in, "inity"));
    int is_hexadecimal = 0, has_digit = 0, has_point = 0, has_exponent = 0;
    if (next(in) == '0') {
        take(text, in);
        has_digit = 1;
        // There must be room for a digit.
        if (lower(next(in)) == 'x' && in->left > 1) {
            take(text, in);
            is_hexadecimal = 1;
            has_digit = 0;
        }
    }
    char letter = is_hexadecimal ? 'p' : 'e';
    for (;;) {
        char c = lower(next(in));
        if (value_of(c) < (is_hexadecimal && !has_exponent ? 16 : 10))
            has_digit = 1;
        else if (has_exponent && text->letters[text->count - 1] == letter && (c == '-' || c == '+'))
            ;
        else if (has_digit && !has_exponent && c == letter)
            has_exponent = has_point = 1;
        else if (c == '.' && !has_point)
            has_point = 1;
        else
            return has_digit || (is_hexadecimal && has_point);
        take(text, in);
    }
}

enum { narrow, usual, extended };

// Yields whether the text is a float.
static int store_float(void *to, int is_kept, int kind, struct text *text) {
    text->letters[text->count] = 0;
    char *end;
    if (kind == narrow) {
        float value = strtof(text->letters, &end);
        if (is_kept)
            *(float *)to = value;
    } else if (kind == usual) {
        double value = strtod(text->letters, &end);
        if (is_kept)
            *(double *)to = value;
    } else {
        long double value = strtold(text->letters, &end);
        if (is_kept)
            *(long double *)to = value;
    }
    return end != text->letters;
}

int vsscanf(const char *from, const char *format, va_list list) {
    struct input in = {from, 0, (size_t)-1};
    int got = 0;
    for (size_t at = 0; format[at] != 0; at++) {
        in.left = (size_t)-1;
        if (is_space(format[at])) {
            skip_spaces(&in);
            continue;
        }
        if (format[at] != '%' || format[at + 1] == '%') {
            if (format[at] == '%') {
                at++;
                skip_spaces(&in);
            }
            if (next(&in) != format[at])
                return next(&in) == 0 && got == 0 ? -1 : got;
            skip(&in);
            continue;
        }
        at++;
        int is_kept = format[at] != '*', bytes = sizeof(int), bits = 8 * sizeof(long), size = narrow;
        if (!is_kept)
            at++;
        size_t width = 0;
        for (; format[at] >= '0' && format[at] <= '9'; at++)
            width = 10 * width + (size_t)(format[at] - '0');
        char length = format[at];
        if (length == 'h') {
            at++;
            bytes = format[at] == 'h' ? 1 : sizeof(short);
            if (bytes == 1)
                at++;
        } else if (length == 'l' && format[at + 1] != 'l') {
            at++;
            bytes = sizeof(long);
            size = usual;
        } else if (length == 'l' || length == 'j' || length == 'q' || length == 'L') {
            at += length == 'l' ? 2 : 1;
            bytes = sizeof(long long);
            bits = 64;
            size = extended;
        } else if (length == 'z' || length == 't') {
            at++;
            bytes = sizeof(size_t);
        }
        char kind = format[at];
        if ((kind == 'c' || kind == 's' || kind == '[') && (length == 'l' || length == 'L'))
            __tribunal_unsupported("a wide character in a format");
        size_t set = 0;
        if (kind == '[') {
            set = ++at;
            if (format[at] == '^')
                at++;
            // A bracket in front belongs to the set.
            if (format[at] == ']')
                at++;
            while (format[at] != ']' && format[at] != 0)
                at++;
        }
        if (kind == 'n') {
            if (is_kept)
                store(__builtin_va_arg(list, void *), bytes, in.at);
            continue;
        }
        if (kind != 'c' && kind != '[')
            skip_spaces(&in);
        if (next(&in) == 0)
            return got == 0 ? -1 : got;
        void *to = is_kept ? __builtin_va_arg(list, void *) : (void *)0;
        if (width)
            in.left = width;
        if (kind == 'c' || kind == 's' || kind == '[') {
            char *letters = to;
            size_t count = 0;
            if (kind == 'c' && !width)
                in.left = 1;
            for (; next(&in) != 0; skip(&in)) {
                if (kind == 's' && is_space(next(&in)))
                    break;
                if (kind == '[' && !__tribunal_in_set(format, set, at, next(&in)))
                    break;
                if (letters)
                    letters[count] = next(&in);
                count++;
            }
            if (count == 0)
                return got;
            if (letters && kind != 'c')
                letters[count] = 0;
        } else if (kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o') {
            int base = kind == 'x' || kind == 'X' ? 16 : kind == 'o' ? 8 : kind == 'i' ? 0 : 10;
            struct integer number;
            if (!read_integer(&in, base, &number))
                return got;
            if (is_kept)
                store(to, bytes, kept(&number, kind == 'd' || kind == 'i', bits));
        } else if (kind == 'f' || kind == 'F' || kind == 'e' || kind == 'E' || kind == 'g' || kind == 'G' || kind == 'a' || kind == 'A') {
            struct text text = {0};
            if (!take_float(&text, &in) || !store_float(to, is_kept, size, &text))
                return got;
        } else {
            __tribunal_unsupported("such a directive of a format for input");
        }
        if (to)
            got++;
    }
    return got;
}

int sscanf(const char *from, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int got = vsscanf(from, format, list);
    __builtin_va_end(list);
    return got;
}
