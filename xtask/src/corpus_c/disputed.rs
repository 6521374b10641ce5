//! Tasks whose expected verdict we hold to be wrong, each with the argument.
//!
//! It is about the expectations only: nothing that decides a verdict sees it.

/// Task (the end of its path), property, argument.
const DISPUTED: [(&str, &str, &str); 6] = [
    (
        "/GeometricalCakeFloatInvariant.c",
        "unreach",
        "expected true over the reals; in floats, eat = 3 * 2^-149 is halved to 2 * 2^-149, more than half of cakeLeft = 6 * 2^-149 less eat; compiled by gcc, it reaches the error",
    ),
    (
        "/cbmc-library/memcpy-05.c",
        "memsafety",
        "expected true where every allocation succeeds; capacity may be more than half of all memory, and no library allocates that: in glibc, malloc yields null, and the copy writes there",
    ),
    (
        "/size+alignment64.c",
        "unreach",
        "expected true, and data model ILP32; the file demands 8 bytes of long and pointers, which is LP64 (where we say true)",
    ),
    (
        "/list-ext_flag.c",
        "unreach",
        "expected false; every node but the last is given h = 1 or 2 by its flag and checked by the same flag, and i is at most 8: no run reaches the error",
    ),
    (
        "/github_1259_unroll-2-v2-fail.c",
        "memsafety",
        "expected false for memcleanup; every run ends in abort() with memory allocated, as every run of its sibling v1 does, which is expected true",
    ),
    (
        "/ult-ltl-regression-c/coolant_basis_3_safe_sftyliveness.c",
        "ltl",
        "expected true; where every input is 100, the loop that waits for a limit below 10 never ends, and time and otime stay 0 (as they do after 10^8 inputs, compiled by gcc)",
    ),
];

/// Why the expectation of a task is disputed, if it is.
pub(super) fn argument(path: &str, property: &str) -> Option<&'static str> {
    let found = DISPUTED.iter().find(|it| path.ends_with(it.0) && property == it.1);
    found.map(|it| it.2)
}

#[cfg(test)]
mod tests {
    use super::argument;

    #[test]
    fn a_dispute_is_about_one_property() {
        assert!(argument("tasks/a/size+alignment64.c", "unreach").is_some());
        assert!(argument("tasks/a/size+alignment64.c", "memsafety").is_none());
        assert!(argument("tasks/a/size+alignment65.c", "unreach").is_none());
    }
}
