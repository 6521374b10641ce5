// Threads of POSIX and C11: they are numbered in the order in which they are started, the first one is 0.
void __tribunal_spawn(void *(*function)(void *), void *argument);
int __tribunal_number(void);
int __tribunal_count(void);
void __tribunal_await(int *word, int least, int most, int change, int *zero);
int __tribunal_enter(void);
void __tribunal_leave(int before);
void __tribunal_stop(void);
void __tribunal_first_ends(void);
void __tribunal_unsupported(const char *what);

enum { most = 256, no_such_thread = 3 };
static struct {
    int ended;
    int gone;
    void *result;
} threads[most];

static void end(void *result) {
    int number = __tribunal_number();
    threads[number].result = result;
    threads[number].ended = 1;
}

void __tribunal_thread(void *(*function)(void *), void *argument) { end(function(argument)); }

// The same if nobody asks for the results of threads: a function that returns nothing does no harm.
void __tribunal_thread_of_no_result(void *(*function)(void *), void *argument) {
    function(argument);
    end(0);
}

int pthread_create(unsigned long *thread, const void *attributes, void *(*function)(void *), void *argument) {
    int before = __tribunal_enter();
    int number = __tribunal_count();
    if (number >= most)
        __tribunal_unsupported("more than 256 threads");
    *thread = number;
    __tribunal_spawn(function, argument);
    __tribunal_leave(before);
    return 0;
}

int pthread_join(unsigned long thread, void **result) {
    if (thread == 0 || thread >= most)
        __tribunal_unsupported("to wait for the first thread");
    if (threads[thread].gone)
        __tribunal_unsupported("to wait for a thread that was joined or detached before");
    __tribunal_await(&threads[thread].ended, 1, 1, 0, 0);
    threads[thread].gone = 1;
    if (result)
        *result = threads[thread].result;
    return 0;
}

// A thread that was joined is gone, and so is one that nobody is to join.
int pthread_detach(unsigned long thread) {
    if (thread >= most)
        return no_such_thread;
    if (threads[thread].gone)
        __tribunal_unsupported("to detach a thread that was joined or detached before");
    threads[thread].gone = 1;
    return 0;
}

void pthread_exit(void *result) {
    if (__tribunal_number() == 0)
        __tribunal_first_ends();
    end(result);
    __tribunal_stop();
}

// A thread that was cancelled ends where it comes to a point for that. Functions that wait are such points from their start to their end: a
// thread that is cancelled in the middle is not supported, nor one that may be cancelled anywhere.
_Bool nondet_bool(void);
static struct {
    int cancelled;
    int disabled;
    int anywhere;
    int waits;
} cancels[most];

int pthread_cancel(unsigned long thread) {
    int before = __tribunal_enter();
    int known = thread < most && thread < (unsigned long)__tribunal_count() && !threads[thread].gone;
    if (known) {
        if (thread == 0 || cancels[thread].waits || cancels[thread].anywhere)
            __tribunal_unsupported("to cancel the first thread, or one that waits or can be cancelled anywhere");
        cancels[thread].cancelled = 1;
    }
    __tribunal_leave(before);
    return known ? 0 : no_such_thread;
}

void pthread_testcancel(void) {
    int number = __tribunal_number();
    if (cancels[number].cancelled && !cancels[number].disabled) {
        end((void *)-1);
        __tribunal_stop();
    }
}

void __tribunal_may_end(void) {
    if (nondet_bool())
        pthread_testcancel();
}

void __tribunal_waits(void) {
    int before = __tribunal_enter(), number = __tribunal_number();
    int ends = cancels[number].cancelled && !cancels[number].disabled;
    cancels[number].waits = 1;
    __tribunal_leave(before);
    if (ends)
        pthread_testcancel();
}

void __tribunal_waits_no_more(void) { cancels[__tribunal_number()].waits = 0; }

int pthread_setcancelstate(int state, int *old) {
    int number = __tribunal_number();
    if (state != 0 && state != 1)
        return 22;
    if (old)
        *old = cancels[number].disabled;
    cancels[number].disabled = state;
    return 0;
}

int pthread_setcanceltype(int type, int *old) {
    int before = __tribunal_enter(), number = __tribunal_number();
    int known = type == 0 || type == 1;
    if (known) {
        if (type == 1 && cancels[number].cancelled)
            __tribunal_unsupported("a thread that can be cancelled anywhere");
        if (old)
            *old = cancels[number].anywhere;
        cancels[number].anywhere = type;
    }
    __tribunal_leave(before);
    return known ? 0 : 22;
}

int thrd_create(unsigned long *thread, int (*function)(void *), void *argument) {
    return pthread_create(thread, 0, (void *(*)(void *))function, argument);
}

int thrd_join(unsigned long thread, int *result) {
    pthread_join(thread, 0);
    if (result)
        *result = (int)(long)threads[thread].result;
    return 0;
}

void thrd_exit(int result) { pthread_exit((void *)(long)result); }
int thrd_detach(unsigned long thread) { return pthread_detach(thread) ? 2 : 0; }
