// Streams: the three that are there from the start, and files. A file may be opened or not.
typedef struct _IO_FILE FILE;
void __tribunal_unsupported(const char *what);
void __tribunal_set_errno(int error);
void __VERIFIER_assume(int condition);
_Bool nondet_bool(void);
int nondet_int(void);
enum { files_at_most = 16, last_error = 133, invalid = 22 };

struct stream {
    int is_closed, is_for_input, is_for_output, at_end, has_failed, has_pushed;
    unsigned char pushed;
};
static struct stream input = {.is_for_input = 1}, output = {.is_for_output = 1}, error = {.is_for_output = 1}, files[files_at_most];
static int opened;
FILE *stdin = (FILE *)&input, *stdout = (FILE *)&output, *stderr = (FILE *)&error;

// What uses a stream looks into it.
void __tribunal_stream(const void *stream) {
    if (((const struct stream *)stream)->is_closed)
        __tribunal_unsupported("the use of a stream that was closed");
}

// What writes to a stream looks whether that can be done.
void __tribunal_to(const void *stream) {
    __tribunal_stream(stream);
    if (!((const struct stream *)stream)->is_for_output)
        __tribunal_unsupported("output to a stream for input");
}

// The same by the numbers that POSIX gives to the standard streams.
void __tribunal_to_number(int stream) {
    if (stream == 1)
        __tribunal_stream(&output);
    else if (stream == 2)
        __tribunal_stream(&error);
}

// Whether the end was seen of what is read: nothing comes after it.
_Bool __tribunal_at_end(const void *stream) {
    __tribunal_stream(stream);
    if (!((const struct stream *)stream)->is_for_input)
        __tribunal_unsupported("input from a stream for output");
    return ((const struct stream *)stream)->at_end;
}

// The character that was pushed back, which is read now; -1 if there is none.
int __tribunal_pushed(void *stream) {
    struct stream *it = stream;
    if (!it->has_pushed)
        return -1;
    it->has_pushed = 0;
    return it->pushed;
}

// What reads more than a character or a line does not look for one that was pushed back.
void __tribunal_nothing_pushed(const void *stream) {
    __tribunal_stream(stream);
    if (((const struct stream *)stream)->has_pushed)
        __tribunal_unsupported("such a read after `ungetc`");
}

// Nothing more could be read, for one reason or the other.
void __tribunal_no_more(void *stream) {
    if (nondet_bool())
        ((struct stream *)stream)->at_end = 1;
    else
        ((struct stream *)stream)->has_failed = 1;
}

// Notes that something failed, for any reason.
void __tribunal_failed(void) {
    int number = nondet_int();
    __VERIFIER_assume(0 <= number && number < last_error);
    __tribunal_set_errno(number + 1);
}

static void read_text(const char *s) {
    while (*s != 0)
        s++;
}

FILE *fopen(const char *name, const char *mode) {
    if (name)
        read_text(name);
    read_text(mode);
    if (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a') {
        __tribunal_set_errno(invalid);
        return 0;
    }
    if (!name || nondet_bool()) {
        __tribunal_failed();
        return 0;
    }
    if (opened == files_at_most)
        __tribunal_unsupported("more than 16 files");
    struct stream *file = &files[opened++];
    int is_for_both = 0;
    for (int i = 1; mode[i] != 0; i++)
        is_for_both |= mode[i] == '+';
    file->is_for_input = is_for_both || mode[0] == 'r';
    file->is_for_output = is_for_both || mode[0] != 'r';
    return (FILE *)file;
}

int fclose(FILE *stream) {
    __tribunal_stream(stream);
    ((struct stream *)stream)->is_closed = 1;
    if (nondet_bool())
        return 0;
    __tribunal_failed();
    return -1;
}

int feof(FILE *stream) {
    __tribunal_stream(stream);
    return ((struct stream *)stream)->at_end;
}

int ferror(FILE *stream) {
    __tribunal_stream(stream);
    return ((struct stream *)stream)->has_failed;
}

int fseek(FILE *stream, long offset, int origin) {
    __tribunal_stream(stream);
    if (nondet_bool()) {
        ((struct stream *)stream)->at_end = ((struct stream *)stream)->has_pushed = 0;
        return 0;
    }
    __tribunal_failed();
    return -1;
}

void clearerr(FILE *stream) {
    __tribunal_stream(stream);
    ((struct stream *)stream)->at_end = ((struct stream *)stream)->has_failed = 0;
}

void rewind(FILE *stream) {
    __tribunal_stream(stream);
    clearerr(stream);
    ((struct stream *)stream)->has_pushed = 0;
}

int ungetc(int c, FILE *stream) {
    __tribunal_stream(stream);
    struct stream *it = (struct stream *)stream;
    if (!it->is_for_input)
        __tribunal_unsupported("input from a stream for output");
    if (c == -1)
        return -1;
    if (it->has_pushed)
        __tribunal_unsupported("more than one character that is pushed back");
    it->has_pushed = 1;
    it->pushed = (unsigned char)c;
    it->at_end = 0;
    return it->pushed;
}

int setvbuf(FILE *stream, char *buffer, int mode, unsigned long size) {
    __tribunal_stream(stream);
    // The memory would be used by whoever writes.
    if (buffer)
        __tribunal_unsupported("memory of the program for a stream");
    return mode < 0 || mode > 2 ? -1 : 0;
}

void setbuf(FILE *stream, char *buffer) { setvbuf(stream, buffer, 2, 0); }

int remove(const char *name) {
    if (name)
        read_text(name);
    if (name && nondet_bool())
        return 0;
    __tribunal_failed();
    return -1;
}
