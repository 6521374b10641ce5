//! What the compiler provides, without the `__builtin_` in front: the rows of the table. A builtin that is in none of them is not supported
//! where it is reached.
//!
//! Twins of functions of the library (`__builtin_strlen`) go with their functions.

use super::{Row, Support, lookup};

/// The rows.
pub const ROWS: &[Row] = &[
    Row { names: OVERFLOW, support: Support::Honoured, note: "exactly, for numbers up to 64 bits" },
    Row { names: BITS, support: Support::Honoured, note: "exactly" },
    Row { names: FLOATS, support: Support::Honoured, note: "exactly, rounded to the nearest" },
    Row { names: FLOAT_TESTS, support: Support::Honoured, note: "exactly" },
    Row { names: LANGUAGE, support: Support::Honoured, note: "exactly" },
    Row {
        names: &["constant_p"],
        support: Support::Honoured,
        note: "as gcc without optimisation: literals are constants; not supported of calls that gcc may fold",
    },
    Row {
        names: &["dynamic_object_size", "object_size"],
        support: Support::Honoured,
        note: "of whole variables; of anything else not supported",
    },
    Row { names: ATOMIC, support: Support::Honoured, note: "one step, sequentially consistent" },
    Row {
        names: &["__clear_cache", "prefetch"],
        support: Support::Irrelevant,
        note: "a matter of speed; arguments are evaluated",
    },
    Row {
        names: &["assume_aligned"],
        support: Support::Irrelevant,
        note: "the pointer itself; that it is aligned is not checked",
    },
];

#[rustfmt::skip]
const OVERFLOW: &[&str] = &[
    "add_overflow", "add_overflow_p", "mul_overflow", "mul_overflow_p", "sadd_overflow", "saddl_overflow",
    "saddll_overflow", "smul_overflow", "smull_overflow", "smulll_overflow", "ssub_overflow", "ssubl_overflow",
    "ssubll_overflow", "sub_overflow", "sub_overflow_p", "uadd_overflow", "uaddl_overflow", "uaddll_overflow",
    "umul_overflow", "umull_overflow", "umulll_overflow", "usub_overflow", "usubl_overflow", "usubll_overflow",
];

#[rustfmt::skip]
const BITS: &[&str] = &[
    "abs", "bswap128", "bswap16", "bswap32", "bswap64", "clrsb", "clrsbl", "clrsbll", "clz", "clzl", "clzll", "ctz",
    "ctzl", "ctzll", "ffs", "ffsl", "ffsll", "labs", "llabs", "parity", "parityl", "parityll", "popcount",
    "popcountl", "popcountll",
];

#[rustfmt::skip]
const FLOATS: &[&str] = &[
    "ceil", "ceilf", "ceill", "copysign", "copysignf", "copysignl", "fabs", "fabsf", "fabsl", "floor", "floorf",
    "floorl", "fmax", "fmaxf", "fmaxl", "fmin", "fminf", "fminl", "huge_val", "huge_valf", "huge_valf128",
    "huge_valf32", "huge_valf64", "huge_vall", "inf", "inff", "inff128", "inff32", "inff64", "infl", "nan", "nanf",
    "nanf128", "nanf32", "nanf64", "nanl", "nearbyint", "nearbyintf", "nearbyintl", "rint", "rintf", "rintl",
    "round", "roundf", "roundl", "sqrt", "sqrtf", "sqrtl", "trunc", "truncf", "truncl",
];

#[rustfmt::skip]
const FLOAT_TESTS: &[&str] = &[
    "finite", "finitef", "finitel", "fpclassify", "isfinite", "isgreater", "isgreaterequal", "isinf", "isinf_sign",
    "isinff", "isinfl", "isless", "islessequal", "islessgreater", "isnan", "isnanf", "isnanl", "isnormal",
    "isunordered", "signbit", "signbitf", "signbitl",
];

#[rustfmt::skip]
const LANGUAGE: &[&str] = &[
    "alloca", "choose_expr", "expect", "expect_with_probability", "offsetof", "trap", "types_compatible_p",
    "unreachable", "va_arg", "va_copy", "va_end", "va_start",
];

/// With their prefix, and without a size at the end.
#[rustfmt::skip]
const ATOMIC: &[&str] = &[
    "__atomic_add_fetch", "__atomic_and_fetch", "__atomic_clear", "__atomic_compare_exchange",
    "__atomic_compare_exchange_n", "__atomic_exchange", "__atomic_exchange_n", "__atomic_fetch_add",
    "__atomic_fetch_and", "__atomic_fetch_nand", "__atomic_fetch_or", "__atomic_fetch_sub", "__atomic_fetch_xor",
    "__atomic_load", "__atomic_load_n", "__atomic_nand_fetch", "__atomic_or_fetch", "__atomic_signal_fence",
    "__atomic_store", "__atomic_store_n", "__atomic_sub_fetch", "__atomic_test_and_set", "__atomic_thread_fence",
    "__atomic_xor_fetch", "__sync_add_and_fetch", "__sync_and_and_fetch", "__sync_bool_compare_and_swap",
    "__sync_fetch_and_add", "__sync_fetch_and_and", "__sync_fetch_and_nand", "__sync_fetch_and_or",
    "__sync_fetch_and_sub", "__sync_fetch_and_xor", "__sync_lock_release", "__sync_lock_test_and_set",
    "__sync_nand_and_fetch", "__sync_or_and_fetch", "__sync_sub_and_fetch", "__sync_synchronize",
    "__sync_val_compare_and_swap", "__sync_xor_and_fetch",
];

/// What becomes of a call of a builtin that is no twin of a function of the library.
#[must_use]
pub fn support(name: &str) -> Support {
    lookup(ROWS, name).unwrap_or(Support::Unsupported)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_one_row() {
        let names: Vec<_> = ROWS.iter().flat_map(|it| it.names).collect();
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(names.len(), distinct.len());
        assert!(ROWS.iter().all(|it| it.names.is_sorted()));
    }
}
