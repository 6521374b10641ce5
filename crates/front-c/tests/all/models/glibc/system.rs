//! Calls of functions that print, look at clocks, jump, or lock: what can be told of them without input and without other threads.

use super::calls::{Call, Content, open, text, unwatched, value};

/// What the calls need.
pub(super) const HELPERS: &str = r#"
int __finite(double), __finitef(float), __finitel(long double);
int __isinf(double), __isinff(float), __isinfl(long double);
int __isnan(double), __isnanf(float), __isnanl(long double);
int __signbit(double), __signbitf(float), __signbitl(long double);
static int counted;
static void count(void) { counted++; }
static int listed(int how, char *s, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = how == 0   ? vfprintf(stderr, format, list)
            : how == 1 ? vdprintf(2, format, list)
            : how == 2 ? vsprintf(s, format, list)
            : how == 3 ? vsscanf(s, format, list)
            : how == 4 ? vprintf(format, list)
                       : vsnprintf(s, how - 5, format, list);
    va_end(list);
    return n;
}
static int allocated(char **s, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vasprintf(s, format, list);
    va_end(list);
    return n;
}
"#;

const fn system(name: &'static str, code: &'static str) -> Call {
    Call { content: Content::System, ..value(name, code) }
}

/// A function that is known exactly in some cases only.
const fn partly(name: &'static str, code: &'static str) -> Call {
    Call { content: Content::System, ..open(name, code) }
}

#[rustfmt::skip]
pub(super) const CALLS: &[Call] = &[
    text("fputs", "show(fputs($s, stderr));"),
    unwatched(text("fputs_unlocked", "show(fputs_unlocked($s, stderr));")),
    unwatched(text("fwrite", "show(fwrite($s, 1, $n, stderr)); show(fwrite_unlocked($s, 2, 1, stderr));")),
    unwatched(text("write", "show(write(2, $s, $n));")),
    unwatched(text("dprintf", "show(dprintf(2, \"%d|%s\", $i, $s)); show(fprintf(stderr, \"%s.\", $s));")),
    unwatched(text("perror", "perror($s); errno = 0;")),
    unwatched(text("__memcpy_chk", "void *__memcpy_chk(void *, const void *, size_t, size_t); where(__memcpy_chk($t, $s, $n, (size_t)-1), a);")),
    system("fputc", "show(fputc($c, stderr)); show(putc($c, stderr)); show(fputc_unlocked($c, stderr)); show(putc_unlocked($c, stderr));"),
    system("putchar", "show(putchar(' ')); show(putchar_unlocked(' '));"),
    system("putw", "show(putw($i, stderr));"),
    system("fflush", "show(fflush(stderr)); show(fflush(0));"),
    system("vfprintf", "show(listed(0, 0, \"%d|%s\", $i, \"ab\")); show(listed(1, 0, \"%5x%c\", $i, 'a')); show(listed(4, 0, \"%*s\", $u % 9, \"\"));"),
    system("vsprintf", "char s[40] = \"\"; show(listed(2, s, \"%d|%lx\", $i, $l)); bytes(s, 40); show(listed(5 + $u % 12, s, \"%u.%d\", $u, $i)); bytes(s, 40);"),
    system("vsscanf", "int n = 9; unsigned m = 9; show(listed(3, (char *)(const char *[]){\"12 7\", \"-3x\", \"\", \" +44  0x1f\"}[$u % 4], \"%d %x\", &n, &m)); show(n); show(m);"),
    system("asprintf", "char *s = 0; show(asprintf(&s, \"%d|%s\", $i, \"abc\")); bytes(s, strlen(s) + 1); free(s); show(allocated(&s, \"%ld\", $l)); bytes(s, strlen(s) + 1); free(s);"),
    system("finite", "show(finite($d) != 0); show(finitef($f) != 0); show(finitel($d) != 0); show(__finite($d) != 0); show(__finitef($f) != 0); show(__finitel($d) != 0);"),
    system("isinff", "show(isinff($f)); show(isinfl($d)); show(__isinf($d)); show(__isinff($f)); show(__isinfl($d));"),
    system("isnanf", "show(isnanf($f) != 0); show(isnanl($d) != 0); show(__isnan($d) != 0); show(__isnanf($f) != 0); show(__isnanl($d) != 0);"),
    system("__signbit", "show(__signbit($m) != 0); show(__signbitf($m) != 0); show(__signbitl($m) != 0);"),
    partly("nan", "real(nan(\"\")); single(nanf(\"\")); extended(nanl(\"\"));"),
    partly("exp10", "real(exp10($x)); single(exp10f($x));"),
    partly("sincosf", "float s, c; sincosf($x, &s, &c); single(s); single(c);"),
    system("timelocal", "tzset(); struct tm d = {$i % 99, $i % 99, $i % 99, $i % 99, $i % 99, $i % 9999}; show(timelocal(&d)); show(d.tm_mday); show(d.tm_yday);"),
    system("time", "time_t t = -1, now = time(&t); show(now == t); show(t >= 0); show(time(0) >= 0);"),
    system("clock", "clock_t c = clock(); show(c >= 0); show(clock() >= c);"),
    system("clock_gettime", "struct timespec t = {-1, -1}; show(clock_gettime($u % 4, &t)); show(t.tv_sec >= 0); show(t.tv_nsec >= 0 && t.tv_nsec < 1000000000);"),
    system("gettimeofday", "struct timeval t = {-1, -1}; show(gettimeofday(&t, 0)); show(t.tv_sec >= 0); show(t.tv_usec >= 0 && t.tv_usec < 1000000);"),
    system("timespec_get", "struct timespec t = {-1, -1}; int base = $u % 3; show(timespec_get(&t, base)); show(t.tv_sec >= 0); show(t.tv_nsec >= 0);"),
    system("nanosleep", "struct timespec t = {$u % 2 ? 0 : -1, $i % 9}; show(nanosleep(&t, 0));"),
    system("sleep", "show(sleep(0)); show(usleep($u % 9)); show(sched_yield());"),
    system("rand", "srand($u); int r = rand(); show(r >= 0); show(r <= RAND_MAX);"),
    system("random", "srandom($u); long r = random(); show(r >= 0); show(r <= RAND_MAX);"),
    system("setjmp", "jmp_buf j; volatile int n = 0; switch (setjmp(j)) { case 0: show(50); n = $u % 9; longjmp(j, $i % 3); case 1: show(51); break; default: show(52); } show(n);"),
    system("sigsetjmp", "sigjmp_buf j; volatile int n = 3; if (sigsetjmp(j, $u % 2) == 0) siglongjmp(j, $i); else n++; show(n);"),
    system("_setjmp", "jmp_buf j; volatile int n = 3; while (_setjmp(j) < 2) { n += 2; _longjmp(j, n); } show(n);"),
    system("atexit", "show(atexit(count)); show(counted);"),
    system("fileno", "show(fileno(stdin)); show(fileno(stdout)); show(fileno(stderr)); show(feof(stdin)); show(ferror(stderr)); clearerr(stdin);"),
    system("setvbuf", "show(setvbuf(stderr, 0, _IONBF, 0)); setbuf(stderr, 0); show(putc('a', stderr));"),
    system("ungetc", "int c = $c & 127; show(ungetc(c, stdin)); show(fgetc(stdin)); show(ungetc(c, stdin)); show(getc(stdin)); show(ungetc(c, stdin)); show(getchar()); show(ungetc(EOF, stdin));"),
    system("fread", "char s[5] = \"abc\"; show(fread(s, 0, $u % 9, stdin)); show(fread(s, $u % 9, 0, stdin)); bytes(s, 5);"),
    system("fopen", "show(fopen(\"/\", \"q\") == 0); show(fopen(\"/\", \"\") == 0);"),
    system("alloca", "char *p = alloca($u % 50 + 1); show(p != 0); show((uintptr_t)p % 16); p[0] = 1;"),
    system("__errno_location", "*__errno_location() = $i; show(errno); errno = 0;"),
    system("pthread_mutex_trylock", "pthread_mutex_t m; show(pthread_mutex_init(&m, 0)); show(pthread_mutex_lock(&m)); show(pthread_mutex_trylock(&m)); show(pthread_mutex_unlock(&m)); show(pthread_mutex_trylock(&m)); show(pthread_mutex_unlock(&m)); show(pthread_mutex_destroy(&m));"),
    system("pthread_mutexattr_settype", "pthread_mutex_t m; pthread_mutexattr_t a; int kind = -1; show(pthread_mutexattr_init(&a)); show(pthread_mutexattr_settype(&a, $u % 5)); show(pthread_mutexattr_gettype(&a, &kind)); show(kind); show(pthread_mutex_init(&m, &a)); show(pthread_mutexattr_destroy(&a)); show(pthread_mutex_lock(&m)); show(pthread_mutex_trylock(&m)); show(pthread_mutex_unlock(&m));"),
    system("pthread_mutex_lock", "pthread_mutex_t m; pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&m, &a); show(pthread_mutex_lock(&m)); show(pthread_mutex_lock(&m)); show(pthread_mutex_unlock(&m)); show(pthread_mutex_unlock(&m));"),
    system("sem_trywait", "sem_t s; int n = -1; show(sem_init(&s, 0, $u % 3)); show(sem_trywait(&s)); show(errno); show(sem_getvalue(&s, &n)); show(n); show(sem_post(&s)); show(sem_wait(&s)); show(sem_destroy(&s)); errno = 0;"),
    system("pthread_rwlock_trywrlock", "pthread_rwlock_t l; show(pthread_rwlock_init(&l, 0)); show(pthread_rwlock_rdlock(&l)); show(pthread_rwlock_tryrdlock(&l)); show(pthread_rwlock_trywrlock(&l)); show(pthread_rwlock_unlock(&l)); show(pthread_rwlock_unlock(&l)); show(pthread_rwlock_wrlock(&l)); show(pthread_rwlock_tryrdlock(&l)); show(pthread_rwlock_trywrlock(&l)); show(pthread_rwlock_unlock(&l)); show(pthread_rwlock_destroy(&l));"),
    system("pthread_spin_trylock", "pthread_spinlock_t l; show(pthread_spin_init(&l, 0)); show(pthread_spin_lock(&l)); show(pthread_spin_trylock(&l)); show(pthread_spin_unlock(&l)); show(pthread_spin_trylock(&l)); show(pthread_spin_destroy(&l));"),
    system("pthread_cond_signal", "pthread_cond_t c; show(pthread_cond_init(&c, 0)); show(pthread_cond_signal(&c)); show(pthread_cond_broadcast(&c)); show(pthread_cond_destroy(&c));"),
    system("pthread_barrier_wait", "pthread_barrier_t b; int n = $u % 2; show(pthread_barrier_init(&b, 0, n)); if (n) { show(pthread_barrier_wait(&b)); show(pthread_barrier_destroy(&b)); }"),
    system("pthread_once", "pthread_once_t once = PTHREAD_ONCE_INIT; counted = 0; show(pthread_once(&once, count)); show(pthread_once(&once, count)); show(counted);"),
    system("pthread_self", "show(pthread_equal(pthread_self(), pthread_self()) != 0);"),
    system("pthread_attr_setdetachstate", "pthread_attr_t a; show(pthread_attr_init(&a)); show(pthread_attr_setdetachstate(&a, $u % 3)); show(pthread_attr_setstacksize(&a, $u % 2 ? 100 : 1 << 20)); show(pthread_attr_destroy(&a));"),
    system("mtx_trylock", "mtx_t m; show(mtx_init(&m, mtx_plain)); show(mtx_lock(&m)); show(mtx_trylock(&m)); show(mtx_unlock(&m)); show(mtx_trylock(&m)); show(mtx_unlock(&m)); mtx_destroy(&m);"),
    system("cnd_signal", "cnd_t c; show(cnd_init(&c)); show(cnd_signal(&c)); show(cnd_broadcast(&c)); cnd_destroy(&c);"),
    system("call_once", "once_flag once = ONCE_FLAG_INIT; counted = 0; call_once(&once, count); call_once(&once, count); show(counted);"),
    system("thrd_current", "struct timespec t = {0, 0}; show(thrd_equal(thrd_current(), thrd_current()) != 0); thrd_yield(); show(thrd_sleep(&t, 0));"),
];
