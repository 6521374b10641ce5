// What is read from files: it is arbitrary.
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __builtin_va_list va_list;
void __tribunal_unsupported(const char *what);
typedef struct _IO_FILE FILE;
extern FILE *stdin;
_Bool __tribunal_at_end(const void *stream);
void __tribunal_no_more(void *stream);
int __tribunal_pushed(void *stream);
void __tribunal_nothing_pushed(const void *stream);
void __tribunal_failed(void);
void __tribunal_set_errno(int error);
void *malloc(size_t size);
void *realloc(void *p, size_t size);
int __tribunal_in_set(const char *format, size_t at, size_t end, char c);
void __VERIFIER_assume(int condition);
int nondet_int(void);
char nondet_char(void);
unsigned char nondet_uchar(void);
short nondet_short(void);
_Bool nondet_bool(void);
unsigned long nondet_ulong(void);
double nondet_double(void);
float nondet_float(void);

int fgetc(void *file) {
    if (__tribunal_at_end(file))
        return -1;
    int pushed = __tribunal_pushed(file);
    if (pushed >= 0)
        return pushed;
    int c = nondet_int();
    __VERIFIER_assume(-1 <= c && c <= 255);
    if (c == -1)
        __tribunal_no_more(file);
    return c;
}
int getchar(void) { return fgetc(stdin); }
int getc(void *file) { return fgetc(file); }

char *fgets(char *to, int size, void *file) {
    int at_end = __tribunal_at_end(file);
    if (size == 1) {
        to[0] = 0;
        return to;
    }
    if (size <= 0 || at_end)
        return 0;
    int pushed = __tribunal_pushed(file);
    if (pushed < 0 && nondet_bool()) {
        __tribunal_no_more(file);
        return 0;
    }
    int at = 0;
    while (at < size - 1) {
        char c = pushed >= 0 ? (char)pushed : nondet_char();
        pushed = -1;
        to[at++] = c;
        if (c == '\n')
            break;
        if (at < size - 1 && nondet_bool()) {
            __tribunal_no_more(file);
            break;
        }
    }
    to[at] = 0;
    return to;
}

// As glibc has it: memory is there even where nothing is read, and grows to twice its size or more.
ssize_t getdelim(char **line, size_t *room, int end, void *file) {
    enum { invalid = 22, at_first = 120 };
    if (!line || !room) {
        __tribunal_set_errno(invalid);
        return -1;
    }
    __tribunal_nothing_pushed(file);
    if (!*line || *room == 0) {
        *room = at_first;
        *line = malloc(at_first);
        if (!*line)
            return -1;
    }
    if (__tribunal_at_end(file))
        return -1;
    if (!nondet_bool()) {
        __tribunal_no_more(file);
        return -1;
    }
    size_t used = 0;
    for (;;) {
        if (*room < used + 2) {
            size_t more = nondet_ulong();
            __VERIFIER_assume(2 * *room <= more && more <= 2 * *room + 4096);
            char *larger = realloc(*line, more);
            if (!larger)
                return -1;
            *line = larger;
            *room = more;
        }
        char c = nondet_char();
        (*line)[used++] = c;
        if (c == (char)end)
            break;
        if (!nondet_bool()) {
            __tribunal_no_more(file);
            break;
        }
    }
    (*line)[used] = 0;
    return (ssize_t)used;
}

ssize_t getline(char **line, size_t *room, void *file) { return getdelim(line, room, '\n', file); }

char *gets(char *to) {
    __tribunal_nothing_pushed(stdin);
    if (__tribunal_at_end(stdin))
        return 0;
    if (nondet_bool()) {
        __tribunal_no_more(stdin);
        return 0;
    }
    size_t at = 0;
    for (;;) {
        char c = nondet_char();
        if (c == '\n')
            break;
        if (at > 0 && nondet_bool()) {
            __tribunal_no_more(stdin);
            break;
        }
        to[at++] = c;
    }
    to[at] = 0;
    return to;
}

static size_t read_some(void *to, size_t size, size_t count) {
    size_t got = nondet_ulong(), more = nondet_ulong();
    __VERIFIER_assume(got <= count && more < size);
    // The end may come inside of an element.
    if (got == count)
        more = 0;
    unsigned char *bytes = to;
    for (size_t i = 0; i < got * size + more; i++)
        bytes[i] = nondet_uchar();
    return got;
}

size_t fread(void *to, size_t size, size_t count, void *file) {
    __tribunal_nothing_pushed(file);
    if (__tribunal_at_end(file) || size == 0 || count == 0)
        return 0;
    size_t got = read_some(to, size, count);
    if (got < count)
        __tribunal_no_more(file);
    return got;
}

ssize_t read(int descriptor, void *to, size_t count) {
    if (descriptor < 0 || nondet_bool()) {
        __tribunal_failed();
        return -1;
    }
    return count == 0 ? 0 : (ssize_t)read_some(to, 1, count);
}

// Any number that so many characters can tell.
static int narrow(int width, int base) {
    if (width > (base == 16 ? 7 : 9))
        __tribunal_unsupported("so large a width of a number that is read");
    int number = nondet_int(), limit = 1;
    for (int i = 0; i < width; i++)
        limit *= base;
    __VERIFIER_assume(number < limit && number > -(limit / base));
    return number;
}

// Numbers and characters that are read are arbitrary, and so is how many there are. What is read last may end where the input does.
static int scan(void *file, const char *format, va_list list) {
    int got = 0;
    __tribunal_nothing_pushed(file);
    if (format[0] == 0)
        return 0;
    if (__tribunal_at_end(file))
        return -1;
    if (nondet_bool()) {
        __tribunal_no_more(file);
        return -1;
    }
    if (nondet_bool())
        __tribunal_no_more(file);
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
            else if (format[at] == 'j' || format[at] == 'q')
                size_of = sizeof(long long);
            else if (format[at] != 'L')
                break;
        }
        if (format[at] == 'n')
            __tribunal_unsupported("how much of a file was read (`%n`)");
        char kind = format[at];
        size_t set = 0;
        if (kind == '[') {
            set = ++at;
            if (format[at] == '^')
                at++;
            if (format[at] == ']')
                at++;
            while (format[at] != ']' && format[at] != 0)
                at++;
        }
        if ((kind == 's' || kind == 'c' || kind == '[') && size_of != sizeof(int))
            __tribunal_unsupported("a wide character in a format");
        if (nondet_bool())
            return got;
        if (!kept)
            continue;
        if (kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'o' || kind == 'X') {
            int base = kind == 'x' || kind == 'X' ? 16 : kind == 'o' ? 8 : 10;
            int number = width ? narrow(width, base) : 0;
            if (width && size_of == sizeof(long long))
                *__builtin_va_arg(list, long long *) = number;
            else if (width && size_of == 2)
                *__builtin_va_arg(list, short *) = number;
            else if (width && size_of == 1)
                *__builtin_va_arg(list, signed char *) = number;
            else if (width)
                *__builtin_va_arg(list, int *) = number;
            else if (size_of == sizeof(long long))
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
        } else if (kind == 's' || kind == '[') {
            char *to = __builtin_va_arg(list, char *);
            int i = 0;
            do {
                char c = nondet_char();
                __VERIFIER_assume(c != 0 && (kind == '[' ? __tribunal_in_set(format, set, at, c) : c != ' ' && !(c >= '\t' && c <= '\r')));
                to[i++] = c;
            } while ((width == 0 || i < width) && nondet_bool());
            to[i] = 0;
        } else if (kind == 'f' || kind == 'F' || kind == 'e' || kind == 'E' || kind == 'g' || kind == 'G' || kind == 'a') {
            if (width)
                __tribunal_unsupported("a width of a float that is read");
            if (format[at - 1] == 'L')
                __tribunal_unsupported("a `long double` that is read");
            if (format[at - 1] == 'l')
                *__builtin_va_arg(list, double *) = nondet_double();
            else
                *__builtin_va_arg(list, float *) = nondet_float();
        } else {
            __tribunal_unsupported("such a directive of a format for input");
        }
        got++;
    }
    return got;
}

int vscanf(const char *format, va_list list) { return scan(stdin, format, list); }

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
    int got = scan(file, format, list);
    __builtin_va_end(list);
    return got;
}
