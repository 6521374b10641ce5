//! Programs whose assertions hold when gcc has compiled them, and must hold here.

use tribunal_front_c::lower::{Allocation, Checks, Choices};
use tribunal_front_c::{DataModel, Options};

use super::machine;
use super::reference::{outcome, outcome_of, program_with};

const HEADERS: &str = "#include <assert.h>\n#include <ctype.h>\n#include <errno.h>\n#include <fenv.h>\n#include <inttypes.h>\n\
    #include <limits.h>\n#include <locale.h>\n#include <malloc.h>\n#include <math.h>\n#include <signal.h>\n#include <stdint.h>\n\
    #include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <strings.h>\n#include <sys/time.h>\n#include <time.h>\n\
    #include <unistd.h>\n#include <wchar.h>\n";

fn text(body: &str) -> String {
    format!("#define _GNU_SOURCE 1\n{HEADERS}int main(void) {{ {body} return 0; }}\n")
}

pub(crate) fn holds(name: &str, body: &str) {
    let text = text(body);
    if let Some(output) = machine::run(name, &text, &[]) {
        assert!(output.status.success(), "{}: {body}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(outcome_of(&text), "fine", "{body}");
}

pub(crate) fn goes_wrong(body: &str, expected: &str) {
    assert_eq!(outcome_of(&text(body)), expected, "{body}");
}

#[test]
fn clocks_are_read_and_written() {
    holds("time", "time_t t = -1, u = time(&t); assert(t == u && t >= 0 && difftime(5, 7) == -2);");
    holds(
        "clocks",
        "struct timespec a = {-1, -1}, b = {-1, -1}; struct timeval v = {-1, -1};
         assert(clock_gettime(CLOCK_MONOTONIC, &a) == 0 && a.tv_sec >= 0 && a.tv_nsec >= 0 && a.tv_nsec < 1000000000);
         assert(clock_gettime(CLOCK_MONOTONIC, &b) == 0 && (b.tv_sec > a.tv_sec || b.tv_nsec >= a.tv_nsec));
         assert(gettimeofday(&v, 0) == 0 && v.tv_sec >= 0 && v.tv_usec < 1000000 && clock() >= 0);
         assert(timespec_get(&a, TIME_UTC) == TIME_UTC && timespec_get(&a, 7) == 0);",
    );
}

#[test]
fn numbers_are_as_glibc_has_them() {
    holds(
        "numbers",
        "assert(ffs(0) == 0 && ffs(12) == 3 && ffsl(1L << 40) == 41 && ffsll(LLONG_MIN) == 64);
         assert(imaxabs(-5) == 5 && imaxdiv(-7, 2).rem == -1 && lldiv(7, -2).quot == -3);
         char *end; errno = 0;
         assert(strtoimax(\"-12x\", &end, 0) == -12 && *end == 'x' && strtoumax(\"ff\", 0, 16) == 255 && errno == 0);
         assert(strtol(\"99999999999999999999\", 0, 10) == LONG_MAX && errno == ERANGE);
         errno = 0; assert(strtol(\"1\", 0, 99) == 0 && errno == EINVAL);
         unsigned seed = 1, same = 1; assert(rand_r(&seed) == rand_r(&same) && seed == same && seed != 1);",
    );
    goes_wrong("abs(INT_MIN);", "overflow: signed overflow");
    goes_wrong("div(1, 0);", "division: division by zero");
}

#[test]
fn dates_that_cannot_be_told_stay_as_they_are() {
    holds(
        "dates",
        "struct tm d = {-7, 80, 0, 7, -8, INT_MIN}; d.tm_wday = 9; errno = 0;
         assert(timegm(&d) == -1 && errno == EOVERFLOW && d.tm_sec == -7 && d.tm_min == 80 && d.tm_mon == -8 && d.tm_wday == 9);
         struct tm e = {-7, 80, 0, 32, 11, INT_MAX}; e.tm_wday = 9;
         assert(mktime(&e) == -1 && e.tm_sec == -7 && e.tm_min == 80 && e.tm_mday == 32 && e.tm_wday == 9);",
    );
}

#[test]
fn sets_of_signals_are_bits() {
    holds(
        "signals",
        "sigset_t set; assert(sigfillset(&set) == 0 && sigismember(&set, SIGINT) == 1 && sigismember(&set, 32) == 0);
         assert(sigemptyset(&set) == 0 && sigismember(&set, SIGINT) == 0 && sigaddset(&set, SIGINT) == 0);
         assert(sigismember(&set, SIGINT) == 1 && sigdelset(&set, SIGINT) == 0 && sigismember(&set, SIGINT) == 0);
         errno = 0; assert(sigaddset(&set, 65) == -1 && errno == EINVAL && sigismember(&set, 0) == -1);",
    );
    let outside = "bounds: read outside the object";
    goes_wrong("sigset_t *set = malloc(8); sigemptyset(set);", outside);
    goes_wrong("long set[4]; sigfillset((sigset_t *)set);", outside);
}

#[test]
fn rounding_modes_other_than_the_default_are_not_supported() {
    holds(
        "rounding",
        "assert(fegetround() == FE_TONEAREST && fesetround(FE_TONEAREST) == 0 && fesetround(5) != 0);",
    );
    goes_wrong("fesetround(FE_UPWARD);", "unsupported: another rounding mode than to the nearest");
    goes_wrong("feraiseexcept(FE_INEXACT);", "unsupported: the function `feraiseexcept`");
    holds(
        "locale",
        "assert(!strcmp(setlocale(LC_ALL, 0), \"C\") && setlocale(LC_ALL, \"POSIX\"));",
    );
    goes_wrong("setlocale(LC_ALL, \"\");", "unsupported: another locale than \"C\"");
    for again in ["srand(3); rand(); srand(3); rand();", "rand(); srand(0); rand();"] {
        goes_wrong(again, "unsupported: random numbers after a second seed");
    }
}

#[test]
fn allocated_memory_is_aligned() {
    holds(
        "aligned",
        "for (int i = 0; i < 5; i++) {
             assert((uintptr_t)malloc(1) % 16 == 0 && (uintptr_t)aligned_alloc(64, 64) % 64 == 0);
             assert((uintptr_t)memalign(256, 1) % 256 == 0 && (uintptr_t)valloc(1) % 4096 == 0);
             void *p = 0; assert(posix_memalign(&p, 1024, 3) == 0 && (uintptr_t)p % 1024 == 0);
             assert((uintptr_t)aligned_alloc(48, 1) % 64 == 0);
         }
         void *p = &p; assert(posix_memalign(&p, 24, 1) == EINVAL && posix_memalign(&p, 4, 1) == EINVAL && p == &p);
         errno = 0; assert(!memalign(SIZE_MAX, 1) && errno == EINVAL);",
    );
}

#[test]
fn no_object_is_larger_than_half_of_memory() {
    holds(
        "large",
        "volatile size_t all = -1; size_t n = all / 2 + 1;
         assert(!malloc((size_t)-4) && !malloc(all - 3) && !malloc(n) && !calloc(all, all) && !calloc(n, 2));
         errno = 0; char *p = malloc(3); assert(!realloc(p, all - 3) && errno == ENOMEM);
         p[2] = 1; errno = 0; assert(!reallocarray(p, n, 2) && errno == ENOMEM && p[2] == 1);
         assert(posix_memalign((void **)&p, 64, n) == ENOMEM && !aligned_alloc(64, n));",
    );
    let options = Options { data_model: DataModel::Ilp32, ..Options::default() };
    let checks = Checks::parse("default").expect("the word should be known");
    let choices = Choices { checks, ..Choices::default() };
    let body = "volatile size_t half = 0x80000000; assert(!malloc(half) && malloc(half - 1) && !calloc(half / 2, 2) && !calloc(65536, 65536));";
    assert_eq!(outcome(&program_with(&text(body), &choices, &options)), "fine");
    // In the competition, what is asked for is there.
    let choices = Choices { allocation: Allocation::Granted, ..choices };
    let body = "volatile size_t all = -1; malloc(all); assert(0);";
    assert_eq!(outcome(&program_with(&text(body), &choices, &options)), "fine");
}

#[test]
fn areas_must_not_overlap() {
    goes_wrong("char s[8] = \"abc\"; memcpy(s + 1, s, 3);", "pointer: the areas of memory overlap");
    goes_wrong("char s[8] = \"abc\"; strcpy(s, s + 1);", "pointer: the areas of memory overlap");
    goes_wrong("char s[8] = \"abc\"; strcpy(s, s);", "pointer: the areas of memory overlap");
    goes_wrong("char s[8] = \"abc\"; strcat(s, s + 1);", "bounds: write outside the object");
    goes_wrong("char s[8] = \"a\"; memcpy(s, s, -1);", "bounds: more bytes than any object has");
    goes_wrong("char s[8] = \"a\"; memset(s, 1, -1);", "bounds: more bytes than any object has");
    goes_wrong(
        "char s[4] = \"a\", t[5] = \"b\"; memcmp(s, t, 5);",
        "bounds: read outside the object",
    );
    holds(
        "apart",
        "char s[8] = \"abc\"; memcpy(s + 4, s, 4); memmove(s + 1, s, 3); memcpy(s, s, 8); assert(s[7] == 0 && s[1] == 'a');",
    );
}

#[test]
fn characters_are_those_of_the_tables() {
    holds(
        "characters",
        "assert(!isalpha(-5) && !isalpha(EOF) && tolower(-5) == 251 && toupper(1000) == 1000 && isascii(65) && toascii(200) == 72);",
    );
    goes_wrong("isalpha(1000);", "bounds: read outside the object");
    goes_wrong("isspace(-200);", "bounds: read outside the object");
}

#[test]
fn words_are_cut_as_by_glibc() {
    holds(
        "words",
        "char s[] = \" ab,,c\", *rest; assert(!strcmp(strtok_r(s, \" ,\", &rest), \"ab\") && rest == s + 4);
         assert(!strcmp(strtok_r(0, \" ,\", &rest), \"c\") && rest == s + 6 && !strtok_r(0, \",\", &rest) && rest == s + 6);
         char t[] = \"a::b\", *at = t; assert(!strcmp(strsep(&at, \":\"), \"a\") && !strcmp(strsep(&at, \":\"), \"\"));
         assert(!strcmp(strsep(&at, \":\"), \"b\") && !at && !strsep(&at, \":\"));",
    );
    goes_wrong("strtok(0, \" \");", "null: read by the null pointer");
}

#[test]
fn the_end_of_the_program_is_as_told() {
    let order = "#include <stdlib.h>\n#include <assert.h>\nstatic int n;\nvoid a(void) { assert(n == 1); }\nvoid b(void) { n = 1; }\n\
        int main(void) { atexit(a); atexit(b); exit(0); }";
    assert_eq!(outcome_of(order), "fine");
}

#[test]
fn the_library_itself_does_nothing_wrong() {
    let checks = Checks::parse("all").expect("the word should be known");
    let choices = Choices { checks, ..Choices::default() };
    let body = "char s[32] = \"a b\", *end; wchar_t w[8] = L\"ab\"; unsigned seed = 3; time_t t; struct timespec c; sigset_t set;
        memset(s, 255, 31); s[31] = 0; strtoul(\"-99999999999999999999\", &end, 0); strtol(\"-9223372036854775808\", 0, 10);
        atoi(\"4294967297\"); tolower(200); strcmp(s, \"\\200\"); strcasecmp(s, \"A\"); memchr(s, -1, 3); strchr(s, 300); memrchr(s, -1, 3);
        strtod(\"1.5e3\", 0); strtof(\"0x1.8p1\", 0); rand_r(&seed); time(&t); clock_gettime(CLOCK_REALTIME, &c); rand();
        wcscat(w, L\"c\"); sigfillset(&set); frexp(3.5, (int *)&seed); ldexp(1.0, 3); lround(2.5); strcspn(s, \"x\");
        posix_memalign((void **)&end, 64, 8); free(end); qsort(s, 4, 2, cmp);";
    let text = text(body).replacen("int main", "static int cmp(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }\nint main", 1);
    assert_eq!(outcome(&program_with(&text, &choices, &Options::default())), "fine");
}
