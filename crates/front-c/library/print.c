// What goes to streams. What is printed must be there to be read, and arrives: output never fails.
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __builtin_va_list va_list;
typedef struct _IO_FILE FILE;
void __tribunal_reads(const void *from, size_t size);
void __tribunal_not_null(const void *pointer);
void __tribunal_put_output(int c);
void __tribunal_put_error(int c);
void __tribunal_show_output(const void *from, size_t size);
void __tribunal_show_error(const void *from, size_t size);
int __tribunal_print(int stream, const char *format, va_list list);
_Bool nondet_bool(void);
unsigned long nondet_ulong(void);
void __VERIFIER_assume(int condition);
void __tribunal_set_errno(int error);

void __tribunal_stream(const void *stream);
void __tribunal_to(const void *stream);
void __tribunal_to_number(int stream);
extern FILE *stdout, *stderr;

// Streams by their numbers: 1 and 2 as POSIX has them, 3 for any file.
static int number_of(FILE *stream) {
    __tribunal_to(stream);
    return stream == stdout ? 1 : stream == stderr ? 2 : 3;
}

static void show(int stream, const void *from, size_t size) {
    if (stream == 1)
        __tribunal_show_output(from, size);
    else if (stream == 2)
        __tribunal_show_error(from, size);
    else
        __tribunal_reads(from, size);
}

static void put(int stream, int c) {
    if (stream == 1)
        __tribunal_put_output(c);
    else if (stream == 2)
        __tribunal_put_error(c);
}

// How long a text is of which at most so many characters are read; all, if that is negative.
size_t __tribunal_text(const char *s, int most) {
    size_t length = 0;
    while ((most < 0 || length < (size_t)most) && s[length] != 0)
        length++;
    return length;
}

int fputs(const char *s, FILE *stream) {
    show(number_of(stream), s, __tribunal_text(s, -1));
    return 1;
}
int fputs_unlocked(const char *s, FILE *stream) { return fputs(s, stream); }

int puts(const char *s) {
    __tribunal_to_number(1);
    size_t length = __tribunal_text(s, -1);
    show(1, s, length);
    put(1, '\n');
    return (int)length + 1;
}

int fputc(int c, FILE *stream) {
    put(number_of(stream), c);
    return (unsigned char)c;
}
int putc(int c, FILE *stream) { return fputc(c, stream); }
int fputc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putc_unlocked(int c, FILE *stream) { return fputc(c, stream); }

int putchar(int c) {
    __tribunal_to_number(1);
    put(1, c);
    return (unsigned char)c;
}
int putchar_unlocked(int c) { return putchar(c); }

size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
    __tribunal_not_null(from);
    if (size == 0 || count == 0)
        return 0;
    // Too much for any object is too much, however it wraps.
    show(number_of(stream), from, count > (size_t)-1 / size ? (size_t)-1 : size * count);
    return count;
}
size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *stream) { return fwrite(from, size, count, stream); }

int putw(int w, FILE *stream) {
    fwrite(&w, sizeof w, 1, stream);
    return 0;
}

// Who knows what the other descriptors are; they may take less.
ssize_t write(int descriptor, const void *from, size_t count) {
    __tribunal_to_number(descriptor);
    show(descriptor, from, count);
    if (descriptor == 1 || descriptor == 2)
        return (ssize_t)count;
    if (nondet_bool())
        return -1;
    size_t written = nondet_ulong();
    __VERIFIER_assume(written <= count);
    return (ssize_t)written;
}

// The message that belongs to the number of the error is not told.
void perror(const char *s) {
    __tribunal_to_number(2);
    if (s && *s) {
        show(2, s, __tribunal_text(s, -1));
        show(2, ": ", 2);
    }
    show(2, "an error\n", 9);
    // glibc opens a stream of its own if nothing was printed to this one before, and leaves the error of that behind.
    if (nondet_bool())
        __tribunal_set_errno(22);
}

int fflush(FILE *stream) {
    if (stream)
        __tribunal_stream(stream);
    return 0;
}

int vdprintf(int descriptor, const char *format, va_list list) {
    __tribunal_to_number(descriptor);
    return __tribunal_print(descriptor, format, list);
}
int vprintf(const char *format, va_list list) { return vdprintf(1, format, list); }
int vfprintf(FILE *stream, const char *format, va_list list) { return __tribunal_print(number_of(stream), format, list); }

int printf(const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int count = vprintf(format, list);
    __builtin_va_end(list);
    return count;
}

int fprintf(FILE *stream, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int count = vfprintf(stream, format, list);
    __builtin_va_end(list);
    return count;
}

int dprintf(int descriptor, const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    int count = vdprintf(descriptor, format, list);
    __builtin_va_end(list);
    return count;
}
