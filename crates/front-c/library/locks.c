// What threads wait for. The first words of an object hold its state, as Linux has it, so that what a program writes to initialise it fits.
int __tribunal_number(void);
void __tribunal_await(int *word, int least, int most, int change, int *zero);
int __tribunal_enter(void);
void __tribunal_leave(int before);
void __tribunal_unsupported(const char *what);
_Bool nondet_bool(void);

void __tribunal_set_errno(int error);
enum { try_again = 11, busy = 16, deadlock = 35, not_permitted = 1, invalid = 22, timed_out = 110, largest = 2147483647 };
enum { kind_at = sizeof(long) == 8 ? 4 : 3 };
enum { recursive = 1, checking = 2 };
// Two numbers in one word: what counts one in its upper half, and how many there may be.
enum { one_more = 65536, half = 32768 };
// Whether a lock of another kind than the usual one was made.
static int kinds;

int pthread_mutexattr_init(int *attributes) {
    *attributes = 0;
    return 0;
}
int pthread_mutexattr_destroy(int *attributes) { return 0; }
int pthread_mutexattr_settype(int *attributes, int kind) {
    if (kind < 0 || kind > 3)
        return 22;
    kinds = 1;
    *attributes = kind;
    return 0;
}
int pthread_mutexattr_gettype(int *attributes, int *kind) {
    *kind = *attributes;
    return 0;
}

// A mutex: who holds it (its number and one), how often more, and the kind.
int pthread_mutex_init(int *mutex, const int *attributes) {
    int before = __tribunal_enter();
    mutex[0] = 0;
    mutex[1] = 0;
    mutex[kind_at] = attributes ? *attributes : 0;
    __tribunal_leave(before);
    return 0;
}
int pthread_mutex_destroy(int *mutex) { return 0; }

int pthread_mutex_lock(int *mutex) {
    int me = __tribunal_number() + 1;
    if (!kinds) {
        __tribunal_await(mutex, 0, 0, me, mutex + kind_at);
        return 0;
    }
    if (mutex[0] == me && mutex[kind_at] == recursive) {
        mutex[1]++;
        return 0;
    }
    if (mutex[0] == me && mutex[kind_at] == checking)
        return deadlock;
    __tribunal_await(mutex, 0, 0, me, 0);
    return 0;
}

int pthread_mutex_trylock(int *mutex) {
    int me = __tribunal_number() + 1, result = 0;
    int before = __tribunal_enter();
    if (mutex[0] == 0)
        mutex[0] = me;
    else if (mutex[0] == me && mutex[kind_at] == recursive)
        mutex[1]++;
    else
        result = busy;
    __tribunal_leave(before);
    return result;
}

int pthread_mutex_timedlock(int *mutex, const void *time) {
    int before = __tribunal_enter();
    int result = pthread_mutex_trylock(mutex);
    if (result == busy)
        result = mutex[kind_at] == checking && mutex[0] == __tribunal_number() + 1 ? deadlock : timed_out;
    __tribunal_leave(before);
    return result;
}

int pthread_mutex_unlock(int *mutex) {
    if (kinds) {
        if (mutex[kind_at] != 0 && mutex[0] != __tribunal_number() + 1)
            return not_permitted;
        if (mutex[1] > 0) {
            mutex[1]--;
            return 0;
        }
    }
    int before = __tribunal_enter();
    if (mutex[0] != __tribunal_number() + 1)
        __tribunal_unsupported("to unlock a mutex that the thread does not hold");
    mutex[0] = 0;
    __tribunal_leave(before);
    return 0;
}

// A condition: how many wait, and, in the upper half of the word, how many of them may go on. Nobody begins to wait before those have gone on, which
// they do without the mutex: a signal is for one who waits already, and nobody else takes it away.
int pthread_cond_init(int *condition, const int *attributes) {
    *condition = 0;
    return 0;
}
int pthread_cond_destroy(int *condition) { return 0; }

int pthread_cond_wait(int *condition, int *mutex) {
    __tribunal_await(condition, 0, half - 1, 1, 0);
    pthread_mutex_unlock(mutex);
    __tribunal_await(condition, one_more, largest, -one_more, 0);
    return pthread_mutex_lock(mutex);
}

// The time may be over whenever it suits, so nobody waits: who was not signalled when it looks has waited long enough.
int pthread_cond_timedwait(int *condition, int *mutex, const void *time) {
    __tribunal_await(condition, 0, half - 1, 1, 0);
    pthread_mutex_unlock(mutex);
    int before = __tribunal_enter();
    int signalled = *condition >= one_more && (*condition % one_more == 0 || nondet_bool());
    *condition -= signalled ? one_more : 1;
    __tribunal_leave(before);
    int result = pthread_mutex_lock(mutex);
    return signalled ? result : timed_out;
}

int pthread_cond_signal(int *condition) {
    int before = __tribunal_enter();
    if (*condition % one_more > 0)
        *condition += one_more - 1;
    __tribunal_leave(before);
    return 0;
}

int pthread_cond_broadcast(int *condition) {
    int before = __tribunal_enter();
    *condition += *condition % one_more * (one_more - 1);
    __tribunal_leave(before);
    return 0;
}

// A lock for one writer (-1) or many readers (their number).
int pthread_rwlock_init(int *lock, const void *attributes) {
    *lock = 0;
    return 0;
}
int pthread_rwlock_destroy(int *lock) { return 0; }
int pthread_rwlock_rdlock(int *lock) {
    __tribunal_await(lock, 0, largest - 1, 1, 0);
    return 0;
}
int pthread_rwlock_wrlock(int *lock) {
    __tribunal_await(lock, 0, 0, -1, 0);
    return 0;
}
int pthread_rwlock_tryrdlock(int *lock) {
    int before = __tribunal_enter(), result = busy;
    if (*lock >= 0) {
        *lock += 1;
        result = 0;
    }
    __tribunal_leave(before);
    return result;
}
int pthread_rwlock_trywrlock(int *lock) {
    int before = __tribunal_enter(), result = busy;
    if (*lock == 0) {
        *lock = -1;
        result = 0;
    }
    __tribunal_leave(before);
    return result;
}
int pthread_rwlock_unlock(int *lock) {
    int before = __tribunal_enter();
    if (*lock == 0)
        __tribunal_unsupported("to unlock a lock that nobody holds");
    if (*lock > 0)
        *lock -= 1;
    else
        *lock = 0;
    __tribunal_leave(before);
    return 0;
}

int pthread_spin_init(int *lock, int shared) {
    *lock = 0;
    return 0;
}
int pthread_spin_destroy(int *lock) { return 0; }
int pthread_spin_lock(int *lock) {
    __tribunal_await(lock, 0, 0, 1, 0);
    return 0;
}
int pthread_spin_trylock(int *lock) {
    int before = __tribunal_enter(), result = busy;
    if (*lock == 0) {
        *lock = 1;
        result = 0;
    }
    __tribunal_leave(before);
    return result;
}
int pthread_spin_unlock(int *lock) {
    int before = __tribunal_enter();
    if (*lock == 0)
        __tribunal_unsupported("to unlock a lock that nobody holds");
    *lock = 0;
    __tribunal_leave(before);
    return 0;
}

// A barrier: how many it takes; how many have come, or, in the upper half of the word, how many may still leave. Nobody comes before they have left.
int pthread_barrier_init(int *barrier, const void *attributes, unsigned int count) {
    if (count == 0)
        return invalid;
    if (count >= half)
        __tribunal_unsupported("so many threads at a barrier");
    int before = __tribunal_enter();
    barrier[0] = count;
    barrier[1] = 0;
    __tribunal_leave(before);
    return 0;
}
int pthread_barrier_destroy(int *barrier) { return 0; }
int pthread_barrier_wait(int *barrier) {
    __tribunal_await(&barrier[1], 0, barrier[0] - 1, 1, 0);
    int before = __tribunal_enter();
    int last = barrier[1] == barrier[0];
    if (last)
        barrier[1] = (barrier[0] - 1) * one_more;
    __tribunal_leave(before);
    if (last)
        return -1;
    __tribunal_await(&barrier[1], one_more, largest, -one_more, 0);
    return 0;
}

unsigned long pthread_self(void) { return __tribunal_number(); }
int pthread_equal(unsigned long a, unsigned long b) { return a == b; }
int pthread_attr_init(int *attributes) { return 0; }
int pthread_attr_destroy(int *attributes) { return 0; }
int pthread_attr_setdetachstate(int *attributes, int state) { return state == 0 || state == 1 ? 0 : 22; }
int pthread_attr_setstacksize(int *attributes, unsigned long size) { return size < 16384 ? 22 : 0; }

int pthread_once(int *control, void (*function)(void)) {
    int before = __tribunal_enter(), first = *control == 0;
    if (first)
        *control = 1;
    __tribunal_leave(before);
    if (first) {
        function();
        *control = 2;
    }
    __tribunal_await(control, 2, 2, 0, 0);
    return 0;
}

// A semaphore: its value.
int sem_init(int *semaphore, int shared, unsigned int value) {
    *semaphore = value;
    return 0;
}
int sem_destroy(int *semaphore) { return 0; }
int sem_wait(int *semaphore) {
    __tribunal_await(semaphore, 1, largest, -1, 0);
    return 0;
}
int sem_trywait(int *semaphore) {
    int before = __tribunal_enter(), result = -1;
    if (*semaphore > 0) {
        *semaphore -= 1;
        result = 0;
    }
    __tribunal_leave(before);
    if (result != 0)
        __tribunal_set_errno(try_again);
    return result;
}
int sem_timedwait(int *semaphore, const void *time) {
    int result = sem_trywait(semaphore);
    if (result != 0)
        __tribunal_set_errno(timed_out);
    return result;
}
int sem_post(int *semaphore) {
    int before = __tribunal_enter();
    *semaphore += 1;
    __tribunal_leave(before);
    return 0;
}
int sem_getvalue(int *semaphore, int *value) {
    *value = *semaphore;
    return 0;
}

// C11.
int mtx_init(int *mutex, int kind) {
    int before = __tribunal_enter();
    if (kind & recursive)
        kinds = 1;
    mutex[0] = 0;
    mutex[1] = 0;
    mutex[kind_at] = kind & recursive;
    __tribunal_leave(before);
    return 0;
}
void mtx_destroy(int *mutex) {}
int mtx_lock(int *mutex) { return pthread_mutex_lock(mutex); }
int mtx_trylock(int *mutex) { return pthread_mutex_trylock(mutex) ? 1 : 0; }
int mtx_timedlock(int *mutex, const void *time) { return pthread_mutex_timedlock(mutex, time) ? 4 : 0; }
int mtx_unlock(int *mutex) { return pthread_mutex_unlock(mutex); }
int cnd_init(int *condition) { return pthread_cond_init(condition, 0); }
void cnd_destroy(int *condition) {}
int cnd_wait(int *condition, int *mutex) { return pthread_cond_wait(condition, mutex); }
int cnd_timedwait(int *condition, int *mutex, const void *time) {
    return pthread_cond_timedwait(condition, mutex, time) ? 4 : 0;
}
int cnd_signal(int *condition) { return pthread_cond_signal(condition); }
int cnd_broadcast(int *condition) { return pthread_cond_broadcast(condition); }
unsigned long thrd_current(void) { return __tribunal_number(); }
int thrd_equal(unsigned long a, unsigned long b) { return a == b; }
void thrd_yield(void) {}
int thrd_sleep(const void *duration, void *rest) { return 0; }
void call_once(int *flag, void (*function)(void)) { pthread_once(flag, function); }
