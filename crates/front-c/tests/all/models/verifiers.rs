//! What CBMC provides, on the reference semantics.

use super::reference::{errors, guesses, outcome_of, outcome_of_files, program};

#[test]
fn calls_of_cbmc_need_no_declaration_and_may_have_one() {
    let calls = "int x; __CPROVER_assume(__CPROVER_w_ok(&x, sizeof x));
        __CPROVER_assert(__CPROVER_OBJECT_SIZE(&x) == 4, \"an int\");
        __CPROVER_havoc_object(&x);";
    let declarations = "_Bool __CPROVER_w_ok(const void *, ...); void __CPROVER_assume(_Bool);
        __CPROVER_size_t __CPROVER_OBJECT_SIZE(const void *); void __CPROVER_havoc_object(void *);
        typedef unsigned long __CPROVER_size_t;";
    for declarations in ["", declarations] {
        let text = format!("{declarations} int main(void) {{ {calls} }}");
        assert_eq!(outcome_of(&text), "fine", "{text}");
        assert_eq!(guesses(&program(&text)), Vec::<&str>::new());
    }
}

#[test]
fn a_program_may_define_what_cbmc_has() {
    let text = "int __CPROVER_r_ok(int x) { return x + 1; }
        int main(void) { __CPROVER_assert(__CPROVER_r_ok(2) == 3, \"its own\"); }";
    assert_eq!(outcome_of(text), "fine");
}

#[test]
fn wrong_uses_are_not_supported() {
    let cases = [
        (
            "char a[2], b[3]; __CPROVER_array_copy(a, b);",
            "a copy of an array to one of another size",
        ),
        ("__CPROVER_r_ok();", "the function `__CPROVER_r_ok`"),
        ("__CPROVER_uninterpreted_f(1);", "the function `__CPROVER_uninterpreted_f`"),
        (
            "unsigned x; __CPROVER_overflow_unary_minus(x);",
            "whether the negation of a number without sign overflows",
        ),
    ];
    for (call, what) in cases {
        let outcome = outcome_of(&format!("int main(void) {{ {call} }}"));
        assert_eq!(outcome, format!("unsupported: {what}"), "{call}");
    }
}

#[test]
fn static_functions_have_names_for_other_files() {
    let harness = "int __CPROVER_file_local_second_c_twice(int);
        int __CPROVER_file_local_other_c_twice(int);
        int main(void) { int (*p)(int) = __CPROVER_file_local_second_c_twice;
            __CPROVER_assert(__CPROVER_file_local_second_c_twice(2) == 4 && p(3) == 6, \"that one\"); ";
    let unit = "static int twice(int x) { return 2 * x; } int used(void) { return twice(1); }";
    assert_eq!(outcome_of_files(&[&format!("{harness} }}"), unit]), "fine");
    let other = format!("{harness} __CPROVER_file_local_other_c_twice(1); }}");
    let outcome = outcome_of_files(&[&other, unit]);
    assert_eq!(outcome, "unsupported: the function `__CPROVER_file_local_other_c_twice`");
}

#[test]
fn ranges_of_quantifiers_are_those_that_count() {
    let holds = [
        "__CPROVER_forall { int i; (0 <= i && i < 3) ==> a[i] == i }",
        "__CPROVER_forall { int i; !(i >= 0 && 3 > i) || a[i] == i }",
        "__CPROVER_forall { unsigned long i; i < 3 ==> a[i] == i }",
        "__CPROVER_forall { int i; (0 <= i && i < sizeof a / sizeof *a) ==> a[i] == i }",
        "__CPROVER_exists { int i; 1 < i && i <= 2 && a[i] == 2 }",
        "!__CPROVER_exists { int i; 1 < i && i <= 2 && a[i] == 1 }",
        "__CPROVER_exists { signed char c; c == -128 }",
        "__CPROVER_exists { _Bool b; b }",
        "!__CPROVER_forall { long i; i >= low && i <= low + 1 ==> i == low }",
        "__CPROVER_forall { int i; (0 <= i && i < 0) ==> a[99] == 1 }",
    ];
    for condition in holds {
        let text = format!(
            "int main(void) {{ int a[3] = {{0, 1, 2}}; long low = -5; _Bool holds = {condition};
                __CPROVER_assert(holds, \"\"); }}"
        );
        let outcome = outcome_of(&text);
        // A quantifier over `_Bool` has no numbers.
        let is_fine =
            outcome == "fine" || condition.contains("_Bool") && outcome.starts_with("unsupported");
        assert!(is_fine, "{condition}: {outcome}");
    }
    // Here a conversion changes the order of the values.
    for condition in [
        "__CPROVER_forall { int i; i < 3u ==> a[i] == i }",
        "__CPROVER_forall { int i; (-1 <= i && i < 3u) ==> a[i] == i }",
        "__CPROVER_forall { long i; (0 <= i && (int)i < 3) ==> a[i] == i }",
        "__CPROVER_forall { int i; (0 <= i && i < i + 1) ==> a[0] == 0 }",
    ] {
        let text = format!("int main(void) {{ int a[3] = {{0, 1, 2}}; return {condition}; }}");
        assert_eq!(outcome_of(&text), "unsupported: a quantifier without a range here");
    }
}

#[test]
fn contracts_stand_at_functions_and_say_what_they_may() {
    let wrong = [
        "int x __CPROVER_requires(1);",
        "typedef int f(int) __CPROVER_requires(1);",
        "int f(x) __CPROVER_requires(x) int x; { return x; }",
        "int f(int x) __CPROVER_assigns(x + 1);",
        "void f(int x) __CPROVER_ensures(__CPROVER_return_value == 1);",
        "int f(int x) __CPROVER_requires(x == __CPROVER_old(y));",
        "int f(int x) { return __CPROVER_old(x); }",
        "int x = __CPROVER_forall { int i; i };",
        "int f(int x) __CPROVER_requires(x > );",
    ];
    for text in wrong {
        assert!(!errors(text).is_empty(), "{text}");
    }
    let right = "int f(int *x, int n) __CPROVER_requires(__CPROVER_is_fresh(x, sizeof *x))
        __CPROVER_assigns(n > 0: *x; n < 0: __CPROVER_object_whole(x), __CPROVER_object_upto(x, 2);)
        __CPROVER_frees(x) __CPROVER_ensures(__CPROVER_old(*x) == __CPROVER_return_value);
        int main(void) { int i = 0; while (i < 3) __CPROVER_loop_invariant(i <= 3) i++; }";
    assert_eq!(errors(right), Vec::<String>::new());
    assert_eq!(outcome_of(right), "fine");
}
