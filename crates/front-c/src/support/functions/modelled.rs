//! Names of functions that have a model, by where it is.

/// Of `library/string.c`.
#[rustfmt::skip]
pub const STRING: &[&str] = &[
    "bcmp", "bcopy", "bzero", "explicit_bzero", "index", "memccpy", "memchr", "memcmp", "memmem", "mempcpy",
    "memrchr", "rawmemchr", "rindex", "stpcpy", "stpncpy", "strcasecmp", "strcasestr", "strcat", "strchr",
    "strchrnul", "strcmp", "strcoll", "strcpy", "strcspn", "strdup", "strlcat", "strlcpy", "strlen", "strncasecmp",
    "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strrchr", "strsep", "strspn", "strstr",
    "strtok", "strtok_r", "strxfrm", "swab",
];

/// Of `library/ctype.c`.
#[rustfmt::skip]
pub const CTYPE: &[&str] = &[
    "isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct",
    "isspace", "isupper", "isxdigit", "toascii", "tolower", "toupper",
];

/// Of `library/stdlib.c`.
#[rustfmt::skip]
pub const STDLIB: &[&str] = &[
    "abs", "atoi", "atol", "atoll", "div", "ffs", "ffsl", "ffsll", "imaxabs", "imaxdiv", "labs", "ldiv", "llabs",
    "lldiv", "strtoimax", "strtol", "strtoll", "strtoul", "strtoull", "strtoumax",
];

/// Of `library/strtod.c`.
#[rustfmt::skip]
pub const STRTOD: &[&str] = &[
    "atof", "strtod", "strtof", "strtold",
];

/// Of `library/random.c`.
#[rustfmt::skip]
pub const RANDOM: &[&str] = &[
    "rand", "rand_r", "random", "srand", "srandom",
];

/// Of `library/memory.c`.
#[rustfmt::skip]
pub const MEMORY: &[&str] = &[
    "aligned_alloc", "getpagesize", "memalign", "posix_memalign", "pvalloc", "reallocarray", "valloc",
];

/// Of `library/wide.c`.
#[rustfmt::skip]
pub const WIDE: &[&str] = &[
    "wcpcpy", "wcpncpy", "wcscat", "wcschr", "wcschrnul", "wcscmp", "wcscpy", "wcscspn", "wcsdup", "wcslen",
    "wcsncat", "wcsncmp", "wcsncpy", "wcsnlen", "wcspbrk", "wcsrchr", "wcsspn", "wcsstr", "wmemchr", "wmemcmp",
    "wmemcpy", "wmemmove", "wmempcpy", "wmemset",
];

/// Of `library/time.c`.
#[rustfmt::skip]
pub const TIME: &[&str] = &[
    "clock", "clock_gettime", "difftime", "gettimeofday", "nanosleep", "time", "timespec_get",
];

/// Of `library/errno.c`.
#[rustfmt::skip]
pub const ERRNO: &[&str] = &[
    "__errno_location",
];

/// Of `library/signal.c`.
#[rustfmt::skip]
pub const SIGNAL: &[&str] = &[
    "raise", "sigaction", "sigaddset", "sigdelset", "sigemptyset", "sigfillset", "sigismember", "signal",
];

/// Of `library/rounding.c`.
#[rustfmt::skip]
pub const ROUNDING: &[&str] = &[
    "fegetround", "fesetround",
];

/// Of `library/locale.c`.
#[rustfmt::skip]
pub const LOCALE: &[&str] = &[
    "localeconv", "setlocale",
];

/// Of `library/verifier.c`.
#[rustfmt::skip]
pub const VERIFIER: &[&str] = &[
    "__VERIFIER_nondet_memory",
];

/// Of `library/stdio.c`.
#[rustfmt::skip]
pub const STDIO: &[&str] = &[
    "fgetc", "fgets", "fread", "fscanf", "getc", "getchar", "getdelim", "getline", "gets", "read", "scanf", "vscanf",
];

/// Of `library/streams.c`.
#[rustfmt::skip]
pub const STREAMS: &[&str] = &[
    "clearerr", "fclose", "feof", "ferror", "fileno", "fopen", "remove", "setbuf", "setvbuf", "tmpfile", "ungetc",
];

/// Of `library/print.c`.
#[rustfmt::skip]
pub const PRINT: &[&str] = &[
    "dprintf", "fflush", "fprintf", "fputc", "fputc_unlocked", "fputs", "fputs_unlocked", "fwrite", "fwrite_unlocked",
    "perror", "printf", "putc", "putc_unlocked", "putchar", "putchar_unlocked", "puts", "putw", "vdprintf", "vfprintf",
    "vprintf", "write",
];

/// Of `library/format.c`.
#[rustfmt::skip]
pub const FORMAT: &[&str] = &[
    "asprintf", "snprintf", "sprintf", "vasprintf", "vsnprintf", "vsprintf",
];

/// Of `library/scan.c`.
#[rustfmt::skip]
pub const SCAN: &[&str] = &[
    "sscanf", "vsscanf",
];

/// Of `library/exit.c`.
#[rustfmt::skip]
pub const EXIT: &[&str] = &[
    "atexit",
];

/// Of `library/math.c`.
#[rustfmt::skip]
pub const MATH: &[&str] = &[
    "fdim", "frexp", "ldexp", "llrint", "llround", "lrint", "lround", "modf", "scalbn",
];

/// Of `library/approximate.c`.
#[rustfmt::skip]
pub const APPROXIMATE: &[&str] = &[
    "acos", "acosf", "acosh", "acoshf", "asin", "asinf", "asinh", "asinhf", "atan", "atan2", "atan2f", "atanf",
    "atanh", "atanhf", "cbrt", "cbrtf", "cos", "cosf", "cosh", "coshf", "erf", "erfc", "erfcf", "erff", "exp",
    "exp10", "exp10f", "exp2", "exp2f", "expf", "expm1", "expm1f", "hypot", "hypotf", "lgamma", "lgammaf", "log",
    "log10", "log10f", "log1p", "log1pf", "log2", "log2f", "logf", "pow", "powf", "sin", "sincos", "sincosf", "sinf",
    "sinh", "sinhf", "tan", "tanf", "tanh", "tanhf", "tgamma", "tgammaf",
];

/// Of `library/calendar.c`.
#[rustfmt::skip]
pub const CALENDAR: &[&str] = &[
    "asctime", "asctime_r", "gmtime", "gmtime_r", "timegm",
];

/// Of `library/strftime.c`.
#[rustfmt::skip]
pub const STRFTIME: &[&str] = &[
    "strftime",
];

/// Of `library/neighbours.c`.
#[rustfmt::skip]
pub const NEIGHBOURS: &[&str] = &[
    "drem", "ilogb", "ilogbf", "logb", "logbf", "nextafter", "nextafterf", "remainder", "remainderf",
];

/// Of `library/single.c`.
#[rustfmt::skip]
pub const SINGLE: &[&str] = &[
    "fdimf", "frexpf", "ldexpf", "llrintf", "llroundf", "lrintf", "lroundf", "modff", "scalbln", "scalblnf", "scalbnf",
];

/// Of `library/network.c`.
#[rustfmt::skip]
pub const NETWORK: &[&str] = &[
    "htonl", "htons", "ntohl", "ntohs",
];

/// Of `library/sort.c`.
#[rustfmt::skip]
pub const SORT: &[&str] = &[
    "bsearch", "qsort", "qsort_r",
];

/// Of `library/threads.c`.
#[rustfmt::skip]
pub const THREADS: &[&str] = &[
    "pthread_cancel", "pthread_create", "pthread_detach", "pthread_exit", "pthread_join", "pthread_setcancelstate",
    "pthread_setcanceltype", "pthread_testcancel", "thrd_create", "thrd_detach", "thrd_exit", "thrd_join",
];

/// Of `library/locks.c`.
#[rustfmt::skip]
pub const LOCKS: &[&str] = &[
    "call_once", "cnd_broadcast", "cnd_destroy", "cnd_init", "cnd_signal", "cnd_timedwait", "cnd_wait", "mtx_destroy",
    "mtx_init", "mtx_lock", "mtx_timedlock", "mtx_trylock", "mtx_unlock", "pthread_attr_destroy", "pthread_attr_init",
    "pthread_attr_setdetachstate", "pthread_attr_setstacksize", "pthread_barrier_destroy", "pthread_barrier_init",
    "pthread_barrier_wait", "pthread_cond_broadcast", "pthread_cond_destroy", "pthread_cond_init",
    "pthread_cond_signal", "pthread_cond_timedwait", "pthread_cond_wait", "pthread_equal", "pthread_mutex_destroy",
    "pthread_mutex_init", "pthread_mutex_lock", "pthread_mutex_timedlock", "pthread_mutex_trylock",
    "pthread_mutex_unlock", "pthread_mutexattr_destroy", "pthread_mutexattr_gettype", "pthread_mutexattr_init",
    "pthread_mutexattr_settype", "pthread_once", "pthread_rwlock_destroy", "pthread_rwlock_init",
    "pthread_rwlock_rdlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock", "pthread_rwlock_unlock",
    "pthread_rwlock_wrlock", "pthread_self", "pthread_spin_destroy", "pthread_spin_init", "pthread_spin_lock",
    "pthread_spin_trylock", "pthread_spin_unlock", "sem_destroy", "sem_getvalue", "sem_init", "sem_post",
    "sem_timedwait", "sem_trywait", "sem_wait", "thrd_current", "thrd_equal", "thrd_sleep", "thrd_yield",
];

/// Memory.
#[rustfmt::skip]
pub const HEAP: &[&str] = &[
    "alloca", "calloc", "cfree", "free", "malloc", "realloc",
];

/// Blocks of bytes.
#[rustfmt::skip]
pub const COPY: &[&str] = &[
    "__memcpy_chk", "memcpy", "memmove", "memset",
];

/// Ends of the program.
#[rustfmt::skip]
pub const ENDS: &[&str] = &[
    "_Exit", "__assert", "__assert_fail", "__assert_perror_fail", "__assert_rtn", "_assert", "_exit", "abort",
    "assert", "exit", "quick_exit",
];

/// Pauses.
#[rustfmt::skip]
pub const PAUSES: &[&str] = &[
    "pthread_yield", "sched_yield", "sleep", "usleep",
];

/// The environment.
#[rustfmt::skip]
pub const ENVIRONMENT: &[&str] = &[
    "getenv", "secure_getenv",
];

/// Operations on floats.
#[rustfmt::skip]
pub const EXACT: &[&str] = &[
    "ceil", "ceilf", "ceill", "copysign", "copysignf", "copysignl", "fabs", "fabsf", "fabsl", "floor", "floorf",
    "floorl", "fmax", "fmaxf", "fmaxl", "fmin", "fminf", "fminl", "fmod", "fmodf", "fmodl", "nan", "nanf", "nanl",
    "nearbyint", "nearbyintf", "nearbyintl", "rint", "rintf", "rintl", "round", "roundf", "roundl", "sqrt", "sqrtf",
    "sqrtl", "trunc", "truncf", "truncl",
];

/// Questions about floats.
#[rustfmt::skip]
pub const FLOAT_TESTS: &[&str] = &[
    "__finite", "__finitef", "__finitel", "__isinf", "__isinff", "__isinfl", "__isnan", "__isnanf", "__isnanl",
    "__signbit", "__signbitf", "__signbitl", "finite", "finitef", "finitel", "isinf", "isinff", "isinfl", "isnan",
    "isnanf", "isnanl", "signbit", "signbitf", "signbitl",
];

/// Of verifiers.
#[rustfmt::skip]
pub const VERIFIERS: &[&str] = &[
    "__CPROVER_assert", "__CPROVER_assume", "__CPROVER_atomic_begin", "__CPROVER_atomic_end", "__ESBMC_assert",
    "__ESBMC_assume", "__ESBMC_atomic_begin", "__ESBMC_atomic_end", "__VERIFIER_assert", "__VERIFIER_assume",
    "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end", "__VERIFIER_error", "assume_abort_if_not", "reach_error",
];

/// Of CBMC, besides.
#[rustfmt::skip]
pub const CBMC: &[&str] = &[
    "__CPROVER_DYNAMIC_OBJECT", "__CPROVER_LIVE_OBJECT", "__CPROVER_OBJECT_SIZE", "__CPROVER_POINTER_OBJECT",
    "__CPROVER_POINTER_OFFSET", "__CPROVER_WRITEABLE_OBJECT", "__CPROVER_abs", "__CPROVER_array_copy",
    "__CPROVER_array_replace", "__CPROVER_array_set", "__CPROVER_cover", "__CPROVER_equal", "__CPROVER_fabs",
    "__CPROVER_fabsf", "__CPROVER_fabsl", "__CPROVER_havoc_object", "__CPROVER_havoc_slice", "__CPROVER_input",
    "__CPROVER_isfinited", "__CPROVER_isfinitef", "__CPROVER_isfiniteld", "__CPROVER_isinfd", "__CPROVER_isinff",
    "__CPROVER_isinfld", "__CPROVER_isnand", "__CPROVER_isnanf", "__CPROVER_isnanld", "__CPROVER_isnormald",
    "__CPROVER_isnormalf", "__CPROVER_isnormalld", "__CPROVER_labs", "__CPROVER_llabs", "__CPROVER_output",
    "__CPROVER_overflow_minus", "__CPROVER_overflow_mult", "__CPROVER_overflow_plus", "__CPROVER_overflow_shl",
    "__CPROVER_overflow_unary_minus", "__CPROVER_pointer_in_range", "__CPROVER_pointer_in_range_dfcc",
    "__CPROVER_postcondition", "__CPROVER_precondition", "__CPROVER_r_ok", "__CPROVER_rw_ok", "__CPROVER_same_object",
    "__CPROVER_signd", "__CPROVER_signf", "__CPROVER_signld", "__CPROVER_w_ok",
];

/// Jumps out of functions.
#[rustfmt::skip]
pub const JUMPS: &[&str] = &[
    "__sigsetjmp", "_longjmp", "_setjmp", "longjmp", "setjmp", "siglongjmp", "sigsetjmp",
];

/// Of `library/fma.c`.
#[rustfmt::skip]
pub const FUSED: &[&str] = &[
    "fma", "fmaf", "roundeven", "roundevenf",
];

/// Of `library/seek.c`.
#[rustfmt::skip]
pub const SEEK: &[&str] = &[
    "fseek", "fseeko", "ftell", "ftello", "rewind",
];

/// Of `library/local_time.c`.
#[rustfmt::skip]
pub const LOCAL_TIME: &[&str] = &[
    "ctime", "ctime_r", "localtime", "localtime_r", "mktime", "timelocal", "tzset",
];

/// Of `library/strerror.c`.
#[rustfmt::skip]
pub const ERRORS: &[&str] = &[
    "strerror",
];

/// Of `library/multibyte.c`.
#[rustfmt::skip]
pub const MULTIBYTE: &[&str] = &[
    "btowc", "iswalnum", "iswalpha", "iswblank", "iswcntrl", "iswdigit", "iswgraph", "iswlower", "iswprint",
    "iswpunct", "iswspace", "iswupper", "iswxdigit", "mblen", "mbrlen", "mbrtowc", "mbsinit", "mbstowcs", "mbtowc",
    "towlower", "towupper", "wcrtomb", "wcstombs", "wctob", "wctomb",
];
