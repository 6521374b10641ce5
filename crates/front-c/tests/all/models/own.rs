//! A program that defines a function with the name of one of the library means its own.

use super::reference::{guesses, outcome, outcome_of, program};

#[test]
fn own_functions_have_any_type() {
    let headers =
        "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";
    let others = "#include <math.h>\n#include <time.h>\n#include <unistd.h>\n";
    for linkage in ["", "static "] {
        for headers in [headers.to_owned(), format!("{headers}{others}")] {
            let own = [
                ("int read(int x, int y)", "read(1, 2)"),
                ("int write(int x, int y)", "write(1, 2)"),
                ("int index(int x, int y)", "index(1, 2)"),
                ("int remove(int x, int y)", "remove(1, 2)"),
                ("int time(int x, int y)", "time(1, 2)"),
                ("int round(int x, int y)", "round(1, 2)"),
                ("int log(int x, int y)", "log(1, 2)"),
                ("int getline(int x, int y)", "getline(1, 2)"),
                ("int strlen(int x, int y)", "strlen(1, 2)"),
                ("int rand(int x, int y)", "rand(1, 2)"),
                ("int malloc(int x, int y)", "malloc(1, 2)"),
                ("int getenv(int x, int y)", "getenv(1, 2)"),
                ("int pthread_create(int x, int y)", "pthread_create(1, 2)"),
            ];
            for (function, call) in own {
                let text = format!(
                    "{headers}{linkage}{function} {{ return 10 * x + y; }}\nint main(void) {{ assert({call} == 12); }}"
                );
                let program = program(&text);
                assert_eq!(outcome(&program), "fine", "{text}");
                assert_eq!(guesses(&program), Vec::<&str>::new(), "{text}");
            }
        }
    }
}

#[test]
fn the_library_uses_its_own_functions() {
    let text = "#include <assert.h>
        #include <stdlib.h>
        unsigned long strlen(const char *s) { return 99; }
        void *memcpy(void *to, const void *from, unsigned long n) { abort(); }
        char *strchr;
        char *strcat(char *to, const char *from);
        void *mempcpy(void *to, const void *from, unsigned long n);
        unsigned long strspn(const char *s, const char *set);
        int main(void) {
            char s[8] = \"ab\";
            strcat(s, \"cd\");
            assert(s[3] == 'd' && strlen(s) == 99 && strspn(s, \"ba\") == 2 && strchr == 0);
            assert(mempcpy(s, \"xy\", 2) == s + 2 && s[0] == 'x');
        }";
    assert_eq!(outcome_of(text), "fine");
}

#[test]
fn who_defines_malloc_defines_it_for_the_library() {
    let text = "#include <assert.h>
        #include <string.h>
        static char memory[100];
        void *malloc(size_t size) { return memory; }
        int main(void) { assert(strdup(\"abc\") == memory && memory[2] == 'c'); }";
    assert_eq!(outcome_of(text), "fine");
}

#[test]
fn a_function_of_the_library_with_another_type_is_not_supported() {
    let cases = [
        ("double strlen(double);", "strlen(1.0)"),
        ("int strtol(const char *);", "strtol(\"1\")"),
        ("double atol(const char *);", "atol(\"1\")"),
        ("", "strtok(\"a\", \"b\")"),
        ("int floor(int);", "floor(1)"),
        ("int free();", "free()"),
    ];
    for (declaration, call) in cases {
        let name = call.split('(').next().unwrap_or_default();
        let outcome = outcome_of(&format!("{declaration} int main(void) {{ !{call}; }}"));
        assert!(outcome.starts_with("unsupported: "), "{call}: {outcome}");
        assert!(outcome.contains(&format!("`{name}`")), "{call}: {outcome}");
    }
}

#[test]
fn objects_of_the_library_that_a_program_makes_smaller_are_not_supported() {
    let text = "typedef char lock; int pthread_mutex_init(lock *, void *);
        int main(void) { lock it; pthread_mutex_init(&it, 0); }";
    assert_eq!(
        outcome_of(text),
        "unsupported: a call of `pthread_mutex_init` with arguments of other types"
    );
}

#[test]
fn of_a_wider_result_the_lower_part_is_seen() {
    let text = "#include <assert.h>
        int strlen(const char *);
        short atol(const char *);
        int main(void) { assert(strlen(\"abc\") - 4 < 0 && atol(\"65537\") == 1); }";
    assert_eq!(outcome_of(text), "fine");
}
