//! What is printed is read, and printing functions yield what glibc's do.

use super::examples::{goes_wrong, holds};

#[test]
fn what_is_printed_must_be_there() {
    let null = "null: read by the null pointer";
    let outside = "bounds: read outside the object";
    let dead = "lifetime: read of an object that is dead";
    let open = "char s[3] = {'a', 'b', 'c'};";
    for (body, expected) in [
        ("puts(s);", outside),
        ("printf(\"%s\", s);", outside),
        ("printf(\"%d %s\\n\", 1, s);", outside),
        ("fprintf(stderr, \"%5s\", s);", outside),
        ("fputs(s, stdout);", outside),
        ("fputs(s, stderr);", outside),
        ("int n = printf(\"%s\", s);", outside),
        ("dprintf(1, \"%s\", s);", outside),
        ("perror(s);", outside),
        ("printf(\"%.4s\", s);", outside),
        ("printf(\"%.*s\", 4, s);", outside),
        ("printf(\"%.*s\", -1, s);", outside),
        ("printf(s);", outside),
        ("write(1, s, 4);", outside),
        ("write(7, s, 4);", outside),
        ("fwrite(s, 2, 2, stdout);", outside),
        ("fwrite(s, (size_t)-1 / 2, 4, stdout);", "bounds: more bytes than any object has"),
        ("printf(\"%.3s%.*s\", s, 3, s); write(1, s, 3); fwrite(s, 1, 3, stderr);", "fine"),
        ("puts(0);", null),
        ("printf(\"%s\\n\", (char *)0);", null),
        ("fputs(0, stdout);", null),
        ("fprintf(0, \"a\");", null),
        ("fputs(\"a\", (FILE *)0);", null),
        ("write(1, 0, 1);", null),
        ("printf(0);", null),
        ("char *p = malloc(4); strcpy(p, \"a\"); free(p); puts(p);", dead),
        ("char *p = malloc(4); free(p); fwrite(p, 1, 4, stderr);", dead),
        ("printf(\"%n\", (int *)0);", "null: write by the null pointer"),
        ("char c; printf(\"ab%n\", (int *)&c);", "bounds: write outside the object"),
    ] {
        goes_wrong(&format!("{open} {body}"), expected);
    }
}

#[test]
fn arguments_fit_their_directives() {
    let wrong = [
        ("printf(\"%d\");", "`%d` in a format has no argument"),
        ("printf(\"%s\", 5);", "`%s` in a format gets a `int`"),
        ("return printf(\"%d\", 5L);", "`%d` in a format gets a `long`"),
        ("return printf(\"%ld\", 5);", "`%ld` in a format gets a `int`"),
        ("printf(\"%f\", 5);", "`%f` in a format gets a `int`"),
        ("printf(\"%Lf\", 5.0);", "`%Lf` in a format gets a `double`"),
        ("return printf(\"%*d\", 5L, 5);", "`%*d` in a format gets a `long`"),
        ("char s[9]; sprintf(s, \"%d\", 5.0);", "`%d` in a format gets a `double`"),
        ("char s[9]; snprintf(s, 9, \"%p\", 5);", "`%p` in a format gets a `int`"),
        ("int i; scanf(\"%d\", i);", "a directive in a format for input gets a `int`"),
        ("int i; sscanf(\"1\", \"%d %d\", &i);", "a directive in a format has no argument"),
    ];
    for (body, expected) in wrong {
        goes_wrong(body, &format!("unsupported: undefined behaviour: {expected}"));
    }
    holds(
        "too-many",
        "printf(\"%d%%\\n\", 1, 2, 3); printf(\"\", 1); printf(\"%u%x%c%hhd\", -1, 1u, 'a', 'b');",
    );
}

#[test]
fn results_tell_what_was_printed() {
    holds(
        "results",
        "char s[] = \"abc\", format[] = \"%d|\"; format[1] = 'x'; int n = 7; short h; long l; signed char c; long long q;
         assert(printf(\"%d %s\\n\", -12, s) == 8 && fprintf(stderr, \"%5.1f\", 2.25) == 5 && printf(format, 255) == 3);
         assert(puts(s) == 4 && fputs(s, stdout) == 1 && putchar(300) == 44 && fputc(-1, stderr) == 255 && putc('a', stdout) == 'a');
         assert(fwrite(s, 2, 1, stdout) == 1 && fwrite(s, 0, 9, stdout) == 0 && fwrite(s, 9, 0, stdout) == 0);
         assert(write(1, s, 2) == 2 && write(2, s, 0) == 0 && dprintf(2, \"%s\", s) == 3 && fflush(stdout) == 0 && fflush(0) == 0);
         assert(printf(\"ab%ncd%hn%hhn%ln%lln\\n\", &n, &h, &c, &l, &q) == 5 && n == 2 && h == 4 && c == 4 && l == 4 && q == 4);
         printf(\"xyz%n\", &n); assert(n == 3 && sprintf(s, \"a%n\", &n) == 1 && n == 1 && putw(1, stderr) == 0);
         struct timespec t = {0, 1}; assert(usleep(1) == 0 && nanosleep(&t, 0) == 0 && sleep(0) == 0);
         t.tv_nsec = -1; errno = 0; assert(nanosleep(&t, 0) == -1 && errno == EINVAL);",
    );
    goes_wrong("printf(\"%ls\", L\"a\");", "unsupported: a wide character in a format");
    goes_wrong("printf(\"%m\");", "unsupported: `%m` in a format");
    goes_wrong(
        "char s[] = \"%y\"; printf(s);",
        "unsupported: a directive of a format that C does not have",
    );
}

#[test]
fn lists_of_arguments_are_printed() {
    let text = "#include <stdarg.h>\n#include <stdio.h>\n#include <assert.h>
        static int tell(const char *format, ...) {
            va_list list; va_start(list, format); int n = vprintf(format, list); va_end(list);
            va_start(list, format); n += vfprintf(stderr, format, list); va_end(list); return n;
        }
        int main(void) { assert(tell(\"%s=%d\\n\", \"abc\", 12) == 14); tell(\"%s\", (char *)0); }";
    assert_eq!(super::reference::outcome_of(text), "null: read by the null pointer");
}
