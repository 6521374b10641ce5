// Going elsewhere in files. What is read there may have been read or written before, and is arbitrary all the same: from there on nothing that goes wrong counts.
typedef struct _IO_FILE FILE;
void __tribunal_imprecise(void);
void __tribunal_failed(void);
void __tribunal_set_errno(int error);
void __VERIFIER_assume(int condition);
int __tribunal_is_used(const void *stream);
void __tribunal_move(void *stream, int place);
int __tribunal_place(const void *stream);
long __tribunal_size(void *stream, long chosen);
void clearerr(FILE *stream);
_Bool nondet_bool(void);
long nondet_long(void);
enum { set, current, end };
enum { somewhere, at_start, at_end };
enum { invalid = 22 };

int fseek(FILE *stream, long offset, int origin) {
    int is_used = __tribunal_is_used(stream);
    if (origin < set || origin > end || origin == set && offset < 0) {
        __tribunal_set_errno(invalid);
        return -1;
    }
    if (nondet_bool()) {
        __tribunal_failed();
        return -1;
    }
    if (is_used && !(origin == set && offset == 0 && __tribunal_place(stream) == at_end))
        __tribunal_imprecise();
    __tribunal_move(stream, offset != 0 || origin == current ? somewhere : origin == set ? at_start : at_end);
    return 0;
}

int fseeko(FILE *stream, long offset, int origin) { return fseek(stream, offset, origin); }

void rewind(FILE *stream) {
    if (__tribunal_is_used(stream) && __tribunal_place(stream) != at_end)
        __tribunal_imprecise();
    __tribunal_move(stream, at_start);
    clearerr(stream);
}

long ftell(FILE *stream) {
    __tribunal_is_used(stream);
    if (nondet_bool()) {
        __tribunal_failed();
        return -1;
    }
    if (__tribunal_place(stream) == at_start)
        return 0;
    long chosen = nondet_long();
    __VERIFIER_assume(chosen >= 0);
    if (__tribunal_place(stream) == at_end)
        return __tribunal_size(stream, chosen);
    __tribunal_imprecise();
    return chosen;
}

long ftello(FILE *stream) { return ftell(stream); }
