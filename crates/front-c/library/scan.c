// Formatted input from memory, exactly. Numbers that do not fit where they go are undefined behaviour.
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;
void __tribunal_unsupported(void);

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int value_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

// Whether a set between brackets, from `at` to `end`, has a character.
static int has(const char *format, size_t at, size_t end, char c) {
    int inverted = format[at] == '^';
    if (inverted)
        at++;
    for (; at < end; at++) {
        if (format[at + 1] == '-' && at + 2 < end) {
            if (format[at] <= c && c <= format[at + 2])
                return !inverted;
            at += 2;
        } else if (format[at] == c)
            return !inverted;
    }
    return inverted;
}

int vsscanf(const char *from, const char *format, va_list list) {
    size_t in = 0;
    int got = 0;
    for (size_t at = 0; format[at] != 0; at++) {
        if (is_space(format[at])) {
            while (is_space(from[in]))
                in++;
            continue;
        }
        if (format[at] != '%' || format[at + 1] == '%') {
            if (format[at] == '%') {
                at++;
                while (is_space(from[in]))
                    in++;
            }
            if (from[in] != format[at])
                return from[in] == 0 && got == 0 ? -1 : got;
            in++;
            continue;
        }
        at++;
        int kept = 1, size_of = sizeof(int);
        size_t width = 0;
        if (format[at] == '*') {
            kept = 0;
            at++;
        }
        for (; format[at] >= '0' && format[at] <= '9'; at++)
            width = 10 * width + (size_t)(format[at] - '0');
        if (format[at] == 'h') {
            size_of = sizeof(short);
            at++;
            if (format[at] == 'h') {
                size_of = 1;
                at++;
            }
        } else if (format[at] == 'l') {
            size_of = sizeof(long);
            at++;
            if (format[at] == 'l') {
                size_of = sizeof(long long);
                at++;
            }
        } else if (format[at] == 'z' || format[at] == 't') {
            size_of = sizeof(size_t);
            at++;
        } else if (format[at] == 'j' || format[at] == 'q') {
            size_of = sizeof(long long);
            at++;
        }
        char kind = format[at];
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
            if (kept)
                *__builtin_va_arg(list, int *) = (int)in;
            continue;
        }
        if (kind != 'c' && kind != '[')
            while (is_space(from[in]))
                in++;
        if (from[in] == 0)
            return got == 0 ? -1 : got;
        if (kind == 'c' || kind == 's' || kind == '[') {
            char *to = kept ? __builtin_va_arg(list, char *) : (char *)0;
            size_t count = 0, most = width ? width : kind == 'c' ? 1 : (size_t)-1;
            while (count < most && from[in] != 0) {
                if (kind == 's' && is_space(from[in]))
                    break;
                if (kind == '[' && !has(format, set, at, from[in]))
                    break;
                if (to)
                    to[count] = from[in];
                count++;
                in++;
            }
            if (kind == 'c' && count < most)
                return got == 0 ? -1 : got;
            if (count == 0)
                return got;
            if (to && kind != 'c')
                to[count] = 0;
        } else if (kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o') {
            size_t end = width ? in + width : (size_t)-1;
            int negative = from[in] == '-', any = 0, wide = 0;
            int base = kind == 'x' || kind == 'X' ? 16 : kind == 'o' ? 8 : kind == 'i' ? 0 : 10;
            if (from[in] == '-' || from[in] == '+')
                in++;
            if ((base == 0 || base == 16) && in < end && from[in] == '0') {
                any = 1;
                in++;
                if (in < end && (from[in] == 'x' || from[in] == 'X')) {
                    any = 0;
                    base = 16;
                    in++;
                } else if (base == 0)
                    base = 8;
            }
            if (base == 0)
                base = 10;
            unsigned long long value = 0;
            while (in < end && value_of(from[in]) < base) {
                if (value > ((unsigned long long)-1 - (unsigned long long)value_of(from[in])) / (unsigned long long)base)
                    wide = 1;
                else
                    value = value * (unsigned long long)base + (unsigned long long)value_of(from[in]);
                any = 1;
                in++;
            }
            if (!any)
                return got;
            if (kept) {
                int is_signed = kind == 'd' || kind == 'i';
                unsigned long long most = (unsigned long long)-1 >> (64 - 8 * size_of);
                if (wide || value > (is_signed ? (most >> 1) + (unsigned long long)negative : most))
                    __tribunal_unsupported();
                if (negative)
                    value = -value;
                if (size_of == sizeof(long long))
                    *__builtin_va_arg(list, unsigned long long *) = value;
                else if (size_of == 2)
                    *__builtin_va_arg(list, unsigned short *) = (unsigned short)(value & 0xffff);
                else if (size_of == 1)
                    *__builtin_va_arg(list, unsigned char *) = (unsigned char)(value & 0xff);
                else
                    *__builtin_va_arg(list, unsigned *) = (unsigned)(value & 0xffffffff);
            }
        } else {
            __tribunal_unsupported();
        }
        if (kept)
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
