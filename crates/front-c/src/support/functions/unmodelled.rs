//! Names of functions without a model, by the header that declares them: those of C, of POSIX, and of GNU.

/// Of `<math.h>`; `f` and `l` may follow.
#[rustfmt::skip]
pub const MATHEMATICS: &[&str] = &[
    "canonicalize", "daddl", "ddivl", "dfmal", "dmull", "dsqrtl", "dsubl", "fadd", "fdiv", "ffma", "fmaximum",
    "fmaximum_mag", "fmaximum_mag_num", "fmaximum_num", "fmaxmag", "fminimum", "fminimum_mag", "fminimum_mag_num",
    "fminimum_num", "fminmag", "fmul", "fromfp", "fromfpx", "fsqrt", "fsub", "gamma", "getpayload", "j0", "j1", "jn",
    "lgamma_r", "llogb", "nextdown", "nexttoward", "nextup", "remquo", "scalb", "setpayload", "setpayloadsig",
    "significand", "totalorder", "totalordermag", "ufromfp", "ufromfpx", "y0", "y1", "yn",
];

/// Of `<complex.h>`; `f` and `l` may follow.
#[rustfmt::skip]
pub const COMPLEX: &[&str] = &[
    "cabs", "cacos", "cacosh", "carg", "casin", "casinh", "catan", "catanh", "ccos", "ccosh", "cexp", "cimag", "clog",
    "clog10", "conj", "cpow", "cproj", "creal", "csin", "csinh", "csqrt", "ctan", "ctanh",
];

/// Of `<fenv.h>`.
#[rustfmt::skip]
pub const ROUNDING: &[&str] = &[
    "feclearexcept", "fedisableexcept", "feenableexcept", "fegetenv", "fegetexcept", "fegetexceptflag", "fegetmode",
    "feholdexcept", "feraiseexcept", "fesetenv", "fesetexcept", "fesetexceptflag", "fesetmode", "fetestexcept",
    "fetestexceptflag", "feupdateenv",
];

/// Of `<string.h>` and `<strings.h>`.
#[rustfmt::skip]
pub const STRINGS: &[&str] = &[
    "argz_add", "argz_add_sep", "argz_append", "argz_count", "argz_create", "argz_create_sep", "argz_delete",
    "argz_extract", "argz_insert", "argz_next", "argz_replace", "argz_stringify", "basename", "bsearch_s", "dirname",
    "envz_add", "envz_entry", "envz_get", "envz_merge", "envz_remove", "envz_strip", "fopen_s", "fscanf_s",
    "getenv_s", "gets_s", "memcpy_s", "memfrob", "memmove_s", "memset_s", "qsort_s", "scanf_s", "sigabbrev_np",
    "sigdescr_np", "snprintf_s", "sprintf_s", "sscanf_s", "strcasecmp_l", "strcat_s", "strcoll_l", "strcpy_s",
    "strerror_l", "strerror_r", "strerror_s", "strerrordesc_np", "strerrorname_np", "strfry", "strncasecmp_l",
    "strncat_s", "strncpy_s", "strnlen_s", "strsignal", "strtok_s", "strverscmp", "strxfrm_l", "vsnprintf_s",
    "vsprintf_s",
];

/// Of `<stdlib.h>`, `<inttypes.h>`, `<malloc.h>`.
#[rustfmt::skip]
pub const NUMBERS: &[&str] = &[
    "a64l", "arc4random", "arc4random_buf", "arc4random_uniform", "at_quick_exit", "canonicalize_file_name",
    "clearenv", "drand48", "drand48_r", "ecvt", "ecvt_r", "erand48", "erand48_r", "fcvt", "fcvt_r", "gcvt",
    "getloadavg", "getpt", "getrandom", "getsubopt", "grantpt", "hcreate", "hcreate_r", "hdestroy", "hdestroy_r",
    "hsearch", "hsearch_r", "initstate", "initstate_r", "insque", "jrand48", "jrand48_r", "l64a", "lcong48",
    "lcong48_r", "lfind", "lrand48", "lrand48_r", "lsearch", "mallinfo", "mallinfo2", "malloc_info", "malloc_stats",
    "malloc_trim", "malloc_usable_size", "mallopt", "mcheck", "mcheck_check_all", "mcheck_pedantic", "mkdtemp",
    "mkostemp", "mkostemp64", "mkostemps", "mkostemps64", "mkstemp", "mkstemp64", "mkstemps", "mkstemps64", "mktemp",
    "mprobe", "mrand48", "mrand48_r", "mtrace", "muntrace", "nrand48", "nrand48_r", "on_exit", "posix_openpt",
    "ptsname", "ptsname_r", "putenv", "qecvt", "qecvt_r", "qfcvt", "qfcvt_r", "qgcvt", "random_r", "realpath",
    "remque", "rpmatch", "seed48", "seed48_r", "setenv", "setstate", "setstate_r", "srand48", "srand48_r",
    "srandom_r", "strfromd", "strfromf", "strfroml", "strtod_l", "strtof128_l", "strtof32_l", "strtof32x_l",
    "strtof64_l", "strtof64x_l", "strtof_l", "strtol_l", "strtold_l", "strtoll_l", "strtoq", "strtoul_l",
    "strtoull_l", "strtouq", "system", "tdelete", "tdestroy", "tfind", "tsearch", "twalk", "twalk_r", "unlockpt",
    "unsetenv", "wcstoimax", "wcstoumax",
];

/// Of `<ctype.h>`.
#[rustfmt::skip]
pub const CHARACTERS: &[&str] = &[
    "_tolower", "_toupper", "isalnum_l", "isalpha_l", "isblank_l", "iscntrl_l", "isctype", "isdigit_l", "isgraph_l",
    "islower_l", "isprint_l", "ispunct_l", "isspace_l", "isupper_l", "isxdigit_l", "tolower_l", "toupper_l",
];

/// Of `<wchar.h>`, `<wctype.h>` and `<uchar.h>`.
#[rustfmt::skip]
pub const WIDE: &[&str] = &[
    "c16rtomb", "c32rtomb", "c8rtomb", "fgetwc", "fgetwc_unlocked", "fgetws", "fgetws_unlocked", "fputwc",
    "fputwc_unlocked", "fputws", "fputws_unlocked", "fwide", "fwprintf", "fwscanf", "getwc", "getwc_unlocked",
    "getwchar", "getwchar_unlocked", "iswalnum_l", "iswalpha_l", "iswblank_l", "iswcntrl_l", "iswctype", "iswctype_l",
    "iswdigit_l", "iswgraph_l", "iswlower_l", "iswprint_l", "iswpunct_l", "iswspace_l", "iswupper_l", "iswxdigit_l",
    "mbrtoc16", "mbrtoc32", "mbrtoc8", "mbsnrtowcs", "mbsrtowcs", "open_wmemstream", "putwc", "putwc_unlocked",
    "putwchar", "putwchar_unlocked", "swprintf", "swscanf", "towctrans", "towctrans_l", "towlower_l", "towupper_l",
    "ungetwc", "vfwprintf", "vfwscanf", "vswprintf", "vswscanf", "vwprintf", "vwscanf", "wcscasecmp", "wcscasecmp_l",
    "wcscoll", "wcscoll_l", "wcsftime", "wcsftime_l", "wcsncasecmp", "wcsncasecmp_l", "wcsnrtombs", "wcsrtombs",
    "wcstod", "wcstod_l", "wcstof", "wcstof128_l", "wcstof32_l", "wcstof32x_l", "wcstof64_l", "wcstof64x_l",
    "wcstof_l", "wcstok", "wcstol", "wcstol_l", "wcstold", "wcstold_l", "wcstoll", "wcstoll_l", "wcstoq", "wcstoul",
    "wcstoul_l", "wcstoull", "wcstoull_l", "wcstouq", "wcswcs", "wcswidth", "wcsxfrm", "wcsxfrm_l", "wctrans",
    "wctrans_l", "wctype", "wctype_l", "wcwidth", "wprintf", "wscanf",
];

/// Of `<stdio.h>`.
#[rustfmt::skip]
pub const FILES: &[&str] = &[
    "addseverity", "clearerr_unlocked", "closelog", "ctermid", "cuserid", "err", "error", "error_at_line", "errx",
    "fcloseall", "fdopen", "feof_unlocked", "ferror_unlocked", "fflush_unlocked", "fgetc_unlocked", "fgetpos",
    "fgetpos64", "fgets_unlocked", "fileno_unlocked", "flockfile", "fmemopen", "fmtmsg", "fopen64", "fopencookie",
    "fread_unlocked", "freopen", "freopen64", "fseeko64", "fsetpos", "fsetpos64", "ftello64", "ftrylockfile",
    "funlockfile", "getc_unlocked", "getchar_unlocked", "getw", "obstack_free", "obstack_printf", "obstack_vprintf",
    "open_memstream", "openlog", "parse_printf_format", "pclose", "popen", "printf_size", "printf_size_info",
    "register_printf_function", "register_printf_modifier", "register_printf_specifier", "register_printf_type",
    "rename", "renameat", "renameat2", "setbuffer", "setlinebuf", "setlogmask", "syslog", "tempnam", "tmpfile64",
    "tmpnam", "tmpnam_r", "verr", "verrx", "vfscanf", "vsyslog", "vwarn", "vwarnx", "warn", "warnx",
];

/// Of `<ucontext.h>`.
#[rustfmt::skip]
pub const JUMPS: &[&str] = &[
    "getcontext", "makecontext", "setcontext", "swapcontext",
];

/// Of `<signal.h>`.
#[rustfmt::skip]
pub const SIGNALS: &[&str] = &[
    "gsignal", "kill", "killpg", "psiginfo", "psignal", "sigaltstack", "sigandset", "sigblock", "siggetmask",
    "sighold", "sigignore", "siginterrupt", "sigisemptyset", "signalfd", "sigorset",
    "sigpause", "sigpending", "sigprocmask", "sigqueue", "sigrelse", "sigreturn", "sigset", "sigsetmask", "sigstack",
    "sigsuspend", "sigtimedwait", "sigwait", "sigwaitinfo", "ssignal", "sysv_signal", "tgkill",
];

/// Of `<time.h>` and `<sys/time.h>`.
#[rustfmt::skip]
pub const TIMES: &[&str] = &[
    "adjtime", "clock_adjtime", "clock_getcpuclockid", "clock_getres", "clock_nanosleep", "clock_settime", "dysize",
    "ftime", "futimes", "futimesat", "getdate", "getdate_r", "getitimer", "lutimes", "setitimer", "settimeofday",
    "stime", "strftime_l", "strptime", "strptime_l", "timer_create", "timer_delete", "timer_getoverrun",
    "timer_gettime", "timer_settime", "timerfd_create", "timerfd_gettime", "timerfd_settime", "times",
    "timespec_getres", "utime", "utimes",
];

/// Of `<pthread.h>`, `<threads.h>`, `<semaphore.h>` and `<sched.h>`.
#[rustfmt::skip]
pub const PTHREADS: &[&str] = &[
    "clone", "getcpu", "pthread_atfork", "pthread_attr_getaffinity_np", "pthread_attr_getdetachstate",
    "pthread_attr_getguardsize", "pthread_attr_getinheritsched", "pthread_attr_getschedparam",
    "pthread_attr_getschedpolicy", "pthread_attr_getscope", "pthread_attr_getsigmask_np", "pthread_attr_getstack",
    "pthread_attr_getstackaddr", "pthread_attr_getstacksize", "pthread_attr_setaffinity_np",
    "pthread_attr_setguardsize", "pthread_attr_setinheritsched", "pthread_attr_setschedparam",
    "pthread_attr_setschedpolicy", "pthread_attr_setscope", "pthread_attr_setsigmask_np", "pthread_attr_setstack",
    "pthread_attr_setstackaddr", "pthread_barrierattr_destroy", "pthread_barrierattr_getpshared",
    "pthread_barrierattr_init", "pthread_barrierattr_setpshared", "pthread_clockjoin_np", "pthread_cond_clockwait",
    "pthread_condattr_destroy", "pthread_condattr_getclock", "pthread_condattr_getpshared", "pthread_condattr_init",
    "pthread_condattr_setclock", "pthread_condattr_setpshared", "pthread_getaffinity_np",
    "pthread_getattr_default_np", "pthread_getattr_np", "pthread_getconcurrency", "pthread_getcpuclockid",
    "pthread_getname_np", "pthread_getschedparam", "pthread_getspecific", "pthread_key_create", "pthread_key_delete",
    "pthread_kill", "pthread_mutex_clocklock", "pthread_mutex_consistent", "pthread_mutex_consistent_np",
    "pthread_mutex_getprioceiling", "pthread_mutex_setprioceiling", "pthread_mutexattr_getprioceiling",
    "pthread_mutexattr_getprotocol", "pthread_mutexattr_getpshared", "pthread_mutexattr_getrobust",
    "pthread_mutexattr_getrobust_np", "pthread_mutexattr_setprioceiling", "pthread_mutexattr_setprotocol",
    "pthread_mutexattr_setpshared", "pthread_mutexattr_setrobust", "pthread_mutexattr_setrobust_np",
    "pthread_rwlock_clockrdlock", "pthread_rwlock_clockwrlock", "pthread_rwlock_timedrdlock",
    "pthread_rwlock_timedwrlock", "pthread_rwlockattr_destroy", "pthread_rwlockattr_getkind_np",
    "pthread_rwlockattr_getpshared", "pthread_rwlockattr_init", "pthread_rwlockattr_setkind_np",
    "pthread_rwlockattr_setpshared", "pthread_setaffinity_np", "pthread_setattr_default_np", "pthread_setconcurrency",
    "pthread_setname_np", "pthread_setschedparam", "pthread_setschedprio", "pthread_setspecific", "pthread_sigmask",
    "pthread_sigqueue", "pthread_timedjoin_np", "pthread_tryjoin_np", "sched_get_priority_max",
    "sched_get_priority_min", "sched_getaffinity", "sched_getcpu", "sched_getparam", "sched_getscheduler",
    "sched_rr_get_interval", "sched_setaffinity", "sched_setparam", "sched_setscheduler", "sem_clockwait",
    "sem_close", "sem_open", "sem_unlink", "setns", "tss_create", "tss_delete", "tss_get", "tss_set", "unshare",
];

/// Of `<locale.h>` and kin.
#[rustfmt::skip]
pub const LOCALES: &[&str] = &[
    "bind_textdomain_codeset", "bindtextdomain", "catclose", "catgets", "catopen", "dcgettext", "dcngettext",
    "dgettext", "dngettext", "duplocale", "freelocale", "gettext", "iconv", "iconv_close", "iconv_open", "newlocale",
    "ngettext", "nl_langinfo", "nl_langinfo_l", "strfmon", "strfmon_l", "textdomain", "uselocale",
];

/// Of POSIX: files, processes, memory of the system, users.
#[rustfmt::skip]
pub const SYSTEM: &[&str] = &[
    "access", "acct", "addmntent", "aio_cancel", "aio_cancel64", "aio_error", "aio_error64", "aio_fsync",
    "aio_fsync64", "aio_init", "aio_read", "aio_read64", "aio_return", "aio_return64", "aio_suspend",
    "aio_suspend64", "aio_write", "aio_write64", "alarm", "alphasort", "alphasort64", "argp_error", "argp_failure",
    "argp_help", "argp_parse", "argp_state_help", "argp_usage", "backtrace", "backtrace_symbols",
    "backtrace_symbols_fd", "brk", "cfgetispeed", "cfgetospeed", "cfmakeraw", "cfsetispeed", "cfsetospeed",
    "cfsetspeed", "chdir", "chmod", "chown", "chroot", "close", "close_range", "closedir", "closefrom", "confstr",
    "copy_file_range", "creat", "creat64", "crypt", "daemon", "dirfd", "dladdr", "dladdr1", "dlclose", "dlerror",
    "dlinfo", "dlmopen", "dlopen", "dlsym", "dlvsym", "dup", "dup2", "dup3", "eaccess", "endgrent", "endmntent",
    "endpwent", "endspent", "endusershell", "endutent", "endutxent", "epoll_create", "epoll_create1", "epoll_ctl",
    "epoll_pwait", "epoll_pwait2", "epoll_wait", "euidaccess", "eventfd", "eventfd_read", "eventfd_write", "execl",
    "execle", "execlp", "execv", "execve", "execveat", "execvp", "execvpe", "faccessat", "fallocate", "fallocate64",
    "fchdir", "fchmod", "fchmodat", "fchown", "fchownat", "fcntl", "fcntl64", "fdatasync", "fdopendir", "fexecve",
    "fgetgrent", "fgetgrent_r", "fgetpwent", "fgetpwent_r", "fgetspent", "fgetspent_r", "fgetxattr", "flistxattr",
    "flock", "fnmatch", "fork", "forkpty", "fpathconf", "fremovexattr", "fsconfig", "fsetxattr", "fsmount",
    "fsopen", "fspick", "fstat", "fstat64", "fstatat", "fstatat64", "fstatfs", "fstatvfs", "fstatvfs64", "fsync",
    "ftok", "ftruncate", "ftruncate64", "fts64_children", "fts64_close", "fts64_open", "fts64_read", "fts64_set",
    "fts_children", "fts_close", "fts_open", "fts_read", "fts_set", "ftw", "ftw64", "futimens", "get_avphys_pages",
    "get_current_dir_name", "get_nprocs", "get_nprocs_conf", "get_phys_pages", "getcwd", "getdents64",
    "getdirentries", "getdirentries64", "getdomainname", "getdtablesize", "getegid", "getentropy", "geteuid",
    "getgid", "getgrent", "getgrent_r", "getgrgid", "getgrgid_r", "getgrnam", "getgrnam_r", "getgrouplist",
    "getgroups", "gethostid", "gethostname", "getlogin", "getlogin_r", "getmntent", "getmntent_r", "getopt",
    "getopt_long", "getopt_long_only", "getpass", "getpgid", "getpgrp", "getpid", "getppid", "getpriority", "getpw",
    "getpwent", "getpwent_r", "getpwnam", "getpwnam_r", "getpwuid", "getpwuid_r", "getresgid", "getresuid",
    "getrlimit", "getrlimit64", "getrusage", "getsid", "getspent", "getspent_r", "getspnam", "getspnam_r", "gettid",
    "getuid", "getumask", "getusershell", "getutent", "getutmp", "getutmpx", "getutxent", "getutxid", "getutxline",
    "getwd", "getxattr", "glob", "glob64", "glob_pattern_p", "globfree", "globfree64", "group_member", "hasmntopt",
    "initgroups", "inotify_add_watch", "inotify_init", "inotify_init1", "inotify_rm_watch", "ioctl", "isatty",
    "lchmod", "lchown", "lckpwdf", "lgetxattr", "link", "linkat", "lio_listio", "lio_listio64", "listxattr",
    "llistxattr", "lockf", "lremovexattr", "lseek", "lseek64", "lsetxattr", "lstat", "lstat64", "madvise",
    "memfd_create", "mincore", "mkdir", "mkdirat", "mkfifo", "mkfifoat", "mknod", "mknodat", "mlock", "mlock2",
    "mlockall", "mmap", "mmap64", "mount", "mount_setattr", "move_mount", "mprotect", "mq_close", "mq_getattr",
    "mq_notify", "mq_open", "mq_receive", "mq_send", "mq_setattr", "mq_timedreceive", "mq_timedsend", "mq_unlink",
    "mremap", "msgctl", "msgget", "msgrcv", "msgsnd", "msync", "munlock", "munlockall", "munmap",
    "name_to_handle_at", "nftw", "nftw64", "nice", "open", "open64", "open_by_handle_at", "open_tree", "openat",
    "openat64", "opendir", "openpty", "pathconf", "pause", "pipe", "pipe2", "pkey_alloc", "pkey_free", "pkey_get",
    "pkey_mprotect", "pkey_set", "poll", "posix_fadvise", "posix_fadvise64", "posix_fallocate", "posix_fallocate64",
    "posix_madvise", "posix_spawn", "posix_spawn_file_actions_addchdir_np", "posix_spawn_file_actions_addclose",
    "posix_spawn_file_actions_addclosefrom_np", "posix_spawn_file_actions_adddup2",
    "posix_spawn_file_actions_addfchdir_np", "posix_spawn_file_actions_addopen",
    "posix_spawn_file_actions_addtcsetpgrp_np", "posix_spawn_file_actions_destroy", "posix_spawn_file_actions_init",
    "posix_spawnattr_destroy", "posix_spawnattr_getflags", "posix_spawnattr_getpgroup",
    "posix_spawnattr_getschedparam", "posix_spawnattr_getschedpolicy", "posix_spawnattr_getsigdefault",
    "posix_spawnattr_getsigmask", "posix_spawnattr_init", "posix_spawnattr_setflags", "posix_spawnattr_setpgroup",
    "posix_spawnattr_setschedparam", "posix_spawnattr_setschedpolicy", "posix_spawnattr_setsigdefault",
    "posix_spawnattr_setsigmask", "posix_spawnp", "ppoll", "prctl", "pread", "pread64", "preadv", "preadv2",
    "preadv64", "preadv64v2", "prlimit", "prlimit64", "process_madvise", "process_mrelease", "process_vm_readv",
    "process_vm_writev", "profil", "pselect", "ptrace", "putgrent", "putpwent", "putspent", "pututxline", "pwrite",
    "pwrite64", "pwritev", "pwritev2", "pwritev64", "pwritev64v2", "re_compile_fastmap", "re_compile_pattern",
    "re_match", "re_match_2", "re_search", "re_search_2", "re_set_registers", "re_set_syntax", "readahead",
    "readdir", "readdir64", "readdir64_r", "readdir_r", "readlink", "readlinkat", "readv", "regcomp", "regerror",
    "regexec", "regfree", "remap_file_pages", "removexattr", "revoke", "rewinddir", "rmdir", "sbrk", "scandir",
    "scandir64", "scandirat", "scandirat64", "seekdir", "select", "semctl", "semget", "semop", "semtimedop",
    "sendfile", "sendfile64", "setdomainname", "setegid", "seteuid", "setgid", "setgrent", "setgroups", "sethostid",
    "sethostname", "setlogin", "setmntent", "setpgid", "setpgrp", "setpriority", "setpwent", "setregid",
    "setresgid", "setresuid", "setreuid", "setrlimit", "setrlimit64", "setsid", "setspent", "setuid",
    "setusershell", "setutent", "setutxent", "setxattr", "sgetspent", "sgetspent_r", "shm_open", "shm_unlink",
    "shmat", "shmctl", "shmdt", "shmget", "splice", "stat", "stat64", "statfs", "statvfs", "statvfs64", "statx",
    "symlink", "symlinkat", "sync", "sync_file_range", "syncfs", "syscall", "sysconf", "sysinfo", "tcdrain",
    "tcflow", "tcflush", "tcgetattr", "tcgetpgrp", "tcgetsid", "tcsendbreak", "tcsetattr", "tcsetpgrp", "tee",
    "telldir", "truncate", "truncate64", "ttyname", "ttyname_r", "ttyslot", "ualarm", "ulckpwdf", "ulimit", "umask",
    "umount", "umount2", "uname", "unlink", "unlinkat", "updwtmpx", "utimensat", "utmpxname", "versionsort",
    "versionsort64", "vfork", "vhangup", "vmsplice", "wait", "wait3", "wait4", "waitid", "waitpid", "wordexp",
    "wordfree", "writev",
];

/// Of POSIX: the network.
#[rustfmt::skip]
pub const NETWORK: &[&str] = &[
    "accept", "accept4", "bind", "bindresvport", "bindresvport6", "connect", "endhostent", "endnetent", "endnetgrent",
    "endprotoent", "endrpcent", "endservent", "freeaddrinfo", "freeifaddrs", "gai_cancel", "gai_error",
    "gai_strerror", "gai_suspend", "getaddrinfo", "getaddrinfo_a", "gethostbyaddr", "gethostbyaddr_r",
    "gethostbyname", "gethostbyname2", "gethostbyname2_r", "gethostbyname_r", "gethostent", "gethostent_r",
    "getifaddrs", "getipv4sourcefilter", "getnameinfo", "getnetbyaddr", "getnetbyaddr_r", "getnetbyname",
    "getnetbyname_r", "getnetent", "getnetent_r", "getnetgrent", "getnetgrent_r", "getpeername", "getprotobyname",
    "getprotobyname_r", "getprotobynumber", "getprotobynumber_r", "getprotoent", "getprotoent_r", "getrpcbyname",
    "getrpcbyname_r", "getrpcbynumber", "getrpcbynumber_r", "getrpcent", "getrpcent_r", "getservbyname",
    "getservbyname_r", "getservbyport", "getservbyport_r", "getservent", "getservent_r", "getsockname", "getsockopt",
    "getsourcefilter", "herror", "hstrerror", "if_freenameindex", "if_indextoname", "if_nameindex",
    "if_nametoindex", "inet6_opt_append", "inet6_opt_find", "inet6_opt_finish", "inet6_opt_get_val", "inet6_opt_init",
    "inet6_opt_next", "inet6_opt_set_val", "inet6_option_alloc", "inet6_option_append", "inet6_option_find",
    "inet6_option_init", "inet6_option_next", "inet6_option_space", "inet6_rth_add", "inet6_rth_getaddr",
    "inet6_rth_init", "inet6_rth_reverse", "inet6_rth_segments", "inet6_rth_space", "inet_addr", "inet_aton",
    "inet_lnaof", "inet_makeaddr", "inet_net_ntop", "inet_net_pton", "inet_neta", "inet_netof", "inet_network",
    "inet_nsap_addr", "inet_nsap_ntoa", "inet_ntoa", "inet_ntop", "inet_pton", "innetgr", "iruserok", "iruserok_af",
    "isfdtype", "listen", "rcmd", "rcmd_af", "recv", "recvfrom", "recvmmsg", "recvmsg", "rexec",
    "rexec_af", "rresvport", "rresvport_af", "ruserok", "ruserok_af", "send", "sendmmsg", "sendmsg", "sendto",
    "sethostent", "setipv4sourcefilter", "setnetent", "setnetgrent", "setprotoent", "setrpcent", "setservent",
    "setsockopt", "setsourcefilter", "shutdown", "sockatmark", "socket", "socketpair",
];
