//! What has no model is told by its name where it is called.

use super::reference::{guesses, outcome_of, program};

#[test]
fn names_of_compilers_and_verifiers_are_not_guessed() {
    let cases = [
        ("_Bool __CPROVER_array_equal(void *, void *);", "__CPROVER_array_equal(0, 0);"),
        ("void __ESBMC_init_object(int);", "__ESBMC_init_object(1);"),
        ("void __VERIFIER_foo(void);", "__VERIFIER_foo();"),
        ("", "__builtin_ia32_pause();"),
        ("", "__builtin_strverscmp(\"a\", \"b\");"),
        ("", "__atomic_foo((int *)0, 1);"),
        ("", "__sync_foo((int *)0, 1);"),
        ("", "__some_function_of_gcc();"),
        ("double frobnicate(int); int floor(int);", "floor(1);"),
    ];
    for (declaration, call) in cases {
        let text = format!("{declaration} int main(void) {{ {call} }}");
        let outcome = outcome_of(&text);
        let name = call.split('(').next().unwrap_or_default();
        assert!(outcome.starts_with("unsupported: "), "{outcome}: {text}");
        assert!(outcome.contains(&format!("`{name}`")), "{outcome}: {text}");
    }
}

#[test]
fn functions_of_the_program_without_a_body_are_a_named_assumption() {
    let text = "int compute(int); int main(void) { return compute(1); }";
    let program = program(text);
    assert_eq!(
        guesses(&program),
        ["function `compute` has no body: it returns any value and changes nothing"]
    );
}
