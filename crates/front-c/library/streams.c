// Streams: the three that are there from the start, and files. A file may be opened or not.
typedef struct _IO_FILE FILE;
void __tribunal_unsupported(const char *what);
void __tribunal_set_errno(int error);
void __VERIFIER_assume(int condition);
_Bool nondet_bool(void);
int nondet_int(void);
enum { files_at_most = 16, last_error = 133, invalid = 22, somewhere = 0, at_start = 1 };

struct stream {
    int is_closed, is_for_input, is_for_output, at_end, has_failed, has_pushed;
    unsigned char pushed;
    // Whether something was read or written; where that goes on, if it is known; how long the file is, if that was told.
    int is_used, place, is_measured;
    long size;
};
static struct stream input = {.is_for_input = 1}, output = {.is_for_output = 1}, error = {.is_for_output = 1}, files[files_at_most];
static int opened;
// The name of the last file that was opened to be written.
static char written[64];
FILE *stdin = (FILE *)&input, *stdout = (FILE *)&output, *stderr = (FILE *)&error;

// What uses a stream looks into it.
void __tribunal_stream(const void *stream) {
    if (((const struct stream *)stream)->is_closed)
        __tribunal_unsupported("the use of a stream that was closed");
}

static void use(struct stream *it) {
    it->is_used = 1;
    it->place = somewhere;
}

// What writes to a stream looks whether that can be done.
void __tribunal_to(const void *stream) {
    __tribunal_stream(stream);
    if (!((const struct stream *)stream)->is_for_output)
        __tribunal_unsupported("output to a stream for input");
    if (stream != &output && stream != &error)
        use((struct stream *)stream);
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
    if (stream != &input)
        use((struct stream *)stream);
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

// What was written by the program itself is not known when it is read.
static void note_name(const char *name, int is_written) {
    int i = 0, is_same = name[0] != 0;
    for (; name[i] != 0 && i < 63; i++) {
        is_same &= written[i] == name[i];
        if (is_written)
            written[i] = name[i];
    }
    if (is_written)
        written[i] = 0;
    else if (is_same && written[i] == name[i])
        __tribunal_unsupported("reading a file that the program has written");
}

static struct stream *next_file(void) {
    if (opened == files_at_most)
        __tribunal_unsupported("more than 16 files");
    return &files[opened++];
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
    struct stream *file = next_file();
    int is_for_both = 0;
    for (int i = 1; mode[i] != 0; i++)
        is_for_both |= mode[i] == '+';
    file->is_for_input = is_for_both || mode[0] == 'r';
    file->is_for_output = is_for_both || mode[0] != 'r';
    file->place = mode[0] == 'a' ? somewhere : at_start;
    note_name(name, file->is_for_output);
    return (FILE *)file;
}

FILE *tmpfile(void) {
    if (nondet_bool()) {
        __tribunal_failed();
        return 0;
    }
    struct stream *file = next_file();
    file->is_for_input = file->is_for_output = 1;
    file->place = at_start;
    return (FILE *)file;
}

int fileno(FILE *stream) {
    __tribunal_stream(stream);
    const struct stream *it = (const struct stream *)stream;
    if (it == &input || it == &output || it == &error)
        return it == &input ? 0 : it == &output ? 1 : 2;
    // Those that were opened elsewhere may have numbers between.
    int number = nondet_int();
    __VERIFIER_assume(number > 2);
    return number;
}

// Whether something was read or written, or the length was told, since the file was opened.
int __tribunal_is_used(const void *stream) {
    __tribunal_stream(stream);
    const struct stream *it = stream;
    return it->is_used || it->is_measured || it == &input || it == &output || it == &error;
}

// Goes elsewhere in a file.
void __tribunal_move(void *stream, int place) {
    struct stream *it = stream;
    it->at_end = it->has_pushed = 0;
    it->place = place;
}

// Where that is; what is chosen for the length if it was not told yet.
int __tribunal_place(const void *stream) { return ((const struct stream *)stream)->place; }
long __tribunal_size(void *stream, long chosen) {
    struct stream *it = stream;
    if (!it->is_measured) {
        it->is_measured = 1;
        it->size = chosen;
    }
    return it->size;
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

void clearerr(FILE *stream) {
    __tribunal_stream(stream);
    ((struct stream *)stream)->at_end = ((struct stream *)stream)->has_failed = 0;
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
