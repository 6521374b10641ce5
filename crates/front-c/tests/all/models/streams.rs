//! Streams, errors of the system, and classes of characters.

use super::reference::outcome_of;

fn goes(body: &str, expected: &str) {
    let text = format!(
        "#include <assert.h>\n#include <ctype.h>\n#include <errno.h>\n#include <math.h>\n#include <semaphore.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n\
         #include <unistd.h>\n_Bool nondet_bool(void);\nint main(void) {{ {body} return 0; }}\n"
    );
    assert_eq!(outcome_of(&text), expected, "{body}");
}

#[test]
fn standard_streams_are_there() {
    goes("assert(stdin && stdout && stderr && stdin != stdout && stdout != stderr);", "fine");
    goes("FILE *f = stdin; if (!f) return 0; assert(0);", "assertions: assertion violated: 0");
    goes("FILE *f = stdin; char b[3]; fgets(b, 3, f); assert(f != stdout);", "fine");
}

#[test]
fn streams_are_looked_into() {
    let null = "null: read by the null pointer";
    for call in [
        "fclose(f)",
        "fgetc(f)",
        "getc(f)",
        "fgets(b, 3, f)",
        "fread(b, 1, 3, f)",
        "fscanf(f, \"%2s\", b)",
        "fseek(f, 0, 0)",
        "rewind(f)",
        "feof(f)",
        "ferror(f)",
        "fputs(\"x\", f)",
        "fputc('a', f)",
    ] {
        goes(&format!("FILE *f = 0; char b[3]; {call};"), null);
    }
    goes("fclose(stdin); fclose(stdin);", "unsupported: the use of a stream that was closed");
    goes("char p[2] = {'a', 'b'}; fopen(p, \"r\");", "bounds: read outside the object");
    goes("fopen(\"file\", 0);", null);
    goes("sscanf(\"1\", \"%d\", (int *)0);", "null: write by the null pointer");
    goes("sscanf(\"1\", \"%f\", (float *)0);", "null: write by the null pointer");
}

#[test]
fn one_character_is_pushed_back() {
    goes("ungetc('x', stdin); assert(!feof(stdin) && getchar() == 'x');", "fine");
    goes("char b[3]; ungetc(255, stdin); assert(fgets(b, 3, stdin) && b[0] == (char)255);", "fine");
    goes("assert(ungetc(EOF, stdin) == EOF); rewind(stdin); clearerr(stdin);", "fine");
    goes(
        "ungetc('x', stdin); rewind(stdin); ungetc('y', stdin); assert(getc(stdin) == 'y');",
        "fine",
    );
    goes(
        "ungetc(1, stdin); ungetc(2, stdin);",
        "unsupported: more than one character that is pushed back",
    );
    goes(
        "char b[3]; ungetc(1, stdin); fread(b, 1, 3, stdin);",
        "unsupported: such a read after `ungetc`",
    );
}

#[test]
fn lines_of_any_length_have_room() {
    goes(
        "char *s = 0; size_t n = 0; assert(getline(&s, &n, stdin) == -1 && s && n > 0); free(s);",
        "fine",
    );
    goes("size_t n = 0; assert(getline(0, &n, stdin) == -1 && errno == EINVAL);", "fine");
    goes("char *s = 0; size_t n = 0; getdelim(&s, &n, ';', 0);", "null: read by the null pointer");
}

#[test]
fn what_fails_notes_an_error() {
    goes("errno = 0; char c; assert(read(-1, &c, 1) == -1 && errno != 0);", "fine");
    goes("sem_t s; sem_init(&s, 0, 0); assert(sem_trywait(&s) == -1 && errno == EAGAIN);", "fine");
    goes("assert(nanosleep(0, 0) == -1 && errno == EFAULT);", "fine");
}

#[test]
fn classes_of_characters_have_the_bits_of_glibc() {
    goes(
        "assert(isalpha('a') == 1024 && isdigit('1') == 2048 && isspace(' ') == 8192 && isupper('A') == 256 && islower('a') == 512);
         assert(ispunct('.') == 4 && isalnum('1') == 8 && isxdigit('f') == 4096 && isblank(' ') == 1 && iscntrl(1) == 2);
         assert(isprint('a') == 16384 && isgraph('a') == 32768 && !isalpha('1') && !isdigit('a'));",
        "fine",
    );
}

#[test]
fn what_ieee_leaves_open_has_no_answer() {
    goes("volatile double z = 0; assert(!signbit(z / z));", "unsupported: the sign of a NaN");
    goes("volatile double z = 0; copysign(1, z / z);", "unsupported: the sign of a NaN");
    goes(
        "volatile double a = -0.0, b = 0; fmin(a, b);",
        "unsupported: `fmin` of zeros of both signs",
    );
    goes(
        "volatile double a = -0.0, b = 1; assert(signbit(a) && fmin(a, a) == 0 && fmax(a, b) == 1);",
        "fine",
    );
}

#[test]
fn atomic_numbers_wrap() {
    goes("_Atomic int m = 2147483647; m++; m += 1; assert(m == -2147483647);", "fine");
}

#[test]
fn what_is_closed_takes_no_output() {
    let closed = "unsupported: the use of a stream that was closed";
    for call in [
        "printf(\"x\")",
        "assert(printf(\"x\") == 1)",
        "puts(\"x\")",
        "assert(puts(\"x\") >= 0)",
        "putchar('x')",
        "fputs(\"x\", stdout)",
        "assert(write(1, \"x\", 1) == 1)",
    ] {
        goes(&format!("fclose(stdout); {call};"), closed);
    }
    goes("fclose(stderr); fprintf(stderr, \"x\");", closed);
    goes("fclose(stderr); perror(\"x\");", closed);
    goes("fclose(stderr); printf(\"x\"); fclose(stdin); assert(puts(\"x\") >= 0);", "fine");
}

#[test]
fn streams_go_one_way_or_both() {
    let (output, input) = (
        "unsupported: output to a stream for input",
        "unsupported: input from a stream for output",
    );
    goes("assert(fputc('x', stdin) == EOF);", output);
    goes("assert(fgetc(stdout) == EOF);", input);
    let open = |mode: &str, use_it: &str| {
        format!("FILE *f; while (!(f = fopen(\"file\", \"{mode}\"))); {use_it}; fclose(f);")
    };
    // Where all input is 0, files open.
    goes(&open("r", "fputs(\"x\", f)"), output);
    goes(&open("rb", "fprintf(f, \"x\")"), output);
    goes(&open("w", "fgetc(f)"), input);
    goes(&open("a", "char b[3]; fgets(b, 3, f)"), input);
    goes(&open("r+b", "fputs(\"x\", f); fgetc(f)"), "fine");
    goes(&open("w+", "fputs(\"x\", f); fgetc(f); feof(f); fflush(f)"), "fine");
    goes("errno = 0; assert(!fopen(\"file\", \"q\") && errno == EINVAL);", "fine");
}

#[test]
fn what_is_read_keeps_to_its_directive() {
    goes("char b[4]; if (scanf(\"%3[a-c]\", b) == 1) assert(b[0] >= 'a' && b[0] <= 'c');", "fine");
    goes("int n; scanf(\"%*d%n\", &n);", "unsupported: how much of a file was read (`%n`)");
}
