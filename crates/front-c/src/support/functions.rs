//! Functions of the C library and of verifiers: the rows of the table.
//!
//! A function that the program defines is the program's, whatever its name is. Of those that it only declares, the table decides; what
//! is neither in it nor reserved is the program's own and has just no body.

pub mod modelled;
pub mod unmodelled;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::{Row, Support};

/// The rows.
pub const ROWS: &[Row] = &[
    honoured(modelled::VERIFIERS, "as verifiers have it"),
    honoured(
        modelled::CBMC,
        "as CBMC has it; but that an array is copied to one of another size is not supported, nor arbitrary memory where values that were never written are looked for",
    ),
    honoured(modelled::HEAP, "objects of their own; see `--malloc-may-fail`"),
    honoured(modelled::COPY, "exactly"),
    honoured(
        modelled::STRING,
        "exactly, in the locale \"C\"; comparisons yield any number of the right sign",
    ),
    honoured(modelled::CTYPE, "exactly, in the locale \"C\""),
    honoured(modelled::STDLIB, "exactly"),
    honoured(modelled::STRTOD, "exactly, for up to 18 digits and numbers of moderate size"),
    honoured(
        modelled::RANDOM,
        "any numbers, but `rand_r` as glibc has it; not supported after a second seed",
    ),
    honoured(modelled::MEMORY, "exactly, for alignments up to a page"),
    honoured(modelled::WIDE, "exactly"),
    honoured(
        modelled::MULTIBYTE,
        "exactly, in the locale \"C\"; bytes and characters beyond ASCII are not supported where one becomes the other",
    ),
    honoured(modelled::ERRORS, "exactly, in the locale \"C\""),
    honoured(modelled::TIME, "any time since 1970; clocks that never go back do not"),
    honoured(modelled::ERRNO, "`errno`; not supported in programs with threads"),
    honoured(
        modelled::SIGNAL,
        "exactly, for signals that the program raises itself, one at a time; none comes from outside",
    ),
    honoured(modelled::ROUNDING, "to the nearest; any other mode is not supported"),
    honoured(modelled::LOCALE, "the locale \"C\"; any other is not supported"),
    honoured(modelled::VERIFIER, "any bytes"),
    honoured(modelled::SORT, "by our own algorithms; equal elements keep their order"),
    honoured(modelled::CALENDAR, "exactly, in universal time; texts of usual dates"),
    honoured(
        modelled::LOCAL_TIME,
        "exactly, where local time is universal time; a time in summer is not supported",
    ),
    honoured(
        modelled::STRFTIME,
        "exactly, in the locale \"C\"; not supported are flags, widths, weeks of ISO 8601, zones, and unusual dates",
    ),
    honoured(
        modelled::NEIGHBOURS,
        "exactly; not supported is a remainder of zero by a number near the least",
    ),
    honoured(
        modelled::FUSED,
        "exactly, rounded once; not supported are numbers on `double` that are very small or very large",
    ),
    honoured(modelled::SINGLE, "exactly, rounded to the nearest"),
    honoured(modelled::NETWORK, "exactly"),
    honoured(modelled::EXIT, "exactly, for up to 32 functions"),
    honoured(modelled::ENDS, "the run ends"),
    honoured(
        modelled::JUMPS,
        "exactly; not supported are threads, and reading a variable without `volatile` that has changed",
    ),
    honoured(modelled::ENVIRONMENT, "any string or none, the same one whenever asked for"),
    honoured(
        modelled::PRINT,
        "exactly, and shown by `tribunal run`; output never fails, and of `perror` only the text that it is given is known, and it may leave an error of its own in `errno`",
    ),
    honoured(
        modelled::FORMAT,
        "exactly; not supported are wide characters, `%m`, and numbers of type `long double` beyond the range of `double`",
    ),
    honoured(
        modelled::STDIO,
        "what comes from files is arbitrary; nothing comes after the end; a character that `ungetc` pushed back is read by `fgetc` and `fgets` alone",
    ),
    honoured(
        modelled::STREAMS,
        "may fail; up to 16 files; not supported are the use of a stream that was closed, input from one for output, output to one for input, memory for a stream, more than one character that is pushed back, and reading a file that the program has written",
    ),
    honoured(
        modelled::SEEK,
        "may fail; what is read a second time is arbitrary again, and what depends on that is not supported",
    ),
    honoured(
        modelled::SCAN,
        "exactly; not supported are wide characters, `%p` and `%m`, and floats as for `strtod`",
    ),
    honoured(modelled::EXACT, "exactly, rounded to the nearest"),
    honoured(modelled::FLOAT_TESTS, "exactly"),
    honoured(modelled::MATH, "exactly, rounded to the nearest"),
    honoured(
        modelled::APPROXIMATE,
        "any number near the result; what depends on its last digits is not supported",
    ),
    honoured(modelled::THREADS, "threads interleave step by step"),
    honoured(modelled::LOCKS, "threads interleave step by step"),
    honoured(modelled::PAUSES, "others may run meanwhile; no signal interrupts them"),
    unsupported(unmodelled::MATHEMATICS, "of `<math.h>`; `f` and `l` may follow"),
    unsupported(unmodelled::COMPLEX, "of `<complex.h>`; `f` and `l` may follow"),
    unsupported(unmodelled::ROUNDING, "of `<fenv.h>`"),
    unsupported(unmodelled::STRINGS, "of `<string.h>`, `<strings.h>` and kin"),
    unsupported(unmodelled::NUMBERS, "of `<stdlib.h>`, `<inttypes.h>`, `<malloc.h>` and kin"),
    unsupported(unmodelled::CHARACTERS, "of `<ctype.h>`"),
    unsupported(unmodelled::WIDE, "of `<wchar.h>`, `<wctype.h>` and `<uchar.h>`"),
    unsupported(unmodelled::FILES, "of `<stdio.h>` and kin"),
    unsupported(unmodelled::JUMPS, "of `<ucontext.h>`"),
    unsupported(unmodelled::SIGNALS, "of `<signal.h>`"),
    unsupported(unmodelled::TIMES, "of `<time.h>` and `<sys/time.h>`"),
    unsupported(
        unmodelled::PTHREADS,
        "of `<pthread.h>`, `<threads.h>`, `<semaphore.h>` and `<sched.h>`",
    ),
    unsupported(unmodelled::LOCALES, "of `<locale.h>` and kin"),
    unsupported(unmodelled::SYSTEM, "of POSIX: files, processes, users"),
    unsupported(unmodelled::NETWORK, "of POSIX: the network"),
];

const fn honoured(names: &'static [&'static str], note: &'static str) -> Row {
    Row { names, support: Support::Honoured, note }
}

const fn unsupported(names: &'static [&'static str], note: &'static str) -> Row {
    Row { names, support: Support::Unsupported, note }
}

/// What becomes of a call of a function without a body. None if it is the program's own.
#[must_use]
pub fn support(name: &str) -> Option<Support> {
    static TABLE: OnceLock<FxHashMap<&str, Support>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        ROWS.iter().flat_map(|row| row.names.iter().map(|it| (*it, row.support))).collect()
    });
    if let Some(support) = table.get(name) {
        return Some(*support);
    }
    if is_input(name) || is_uninterpreted(name) {
        return Some(Support::Honoured);
    }
    let is_variant = unmodelled_base(name).is_some_and(|it| table.contains_key(it));
    (is_variant || is_reserved(name)).then_some(Support::Unsupported)
}

/// Whether a function without a body yields any value of its type, by convention.
#[must_use]
pub fn is_input(name: &str) -> bool {
    let stem = name
        .trim_start_matches("__VERIFIER_")
        .trim_start_matches("__CPROVER_")
        .trim_start_matches("__ESBMC_");
    stem.starts_with("nondet")
}

/// Whether a function without a body is some function of its arguments, the same one throughout a run.
#[must_use]
pub fn is_uninterpreted(name: &str) -> bool {
    name.starts_with("__CPROVER_uninterpreted_")
}

/// The function on `double` of which this one is a variant.
fn unmodelled_base(name: &str) -> Option<&str> {
    let suffixes = ["f128", "f64x", "f32x", "f64", "f32", "f", "l"];
    let base = suffixes.iter().find_map(|it| name.strip_suffix(it))?;
    let families = [
        unmodelled::MATHEMATICS,
        unmodelled::COMPLEX,
        modelled::EXACT,
        modelled::MATH,
        modelled::NEIGHBOURS,
        modelled::SINGLE,
        modelled::APPROXIMATE,
        modelled::FUSED,
    ];
    families.iter().any(|it| it.contains(&base)).then_some(base)
}

/// Whether a name belongs to a compiler, its library, or a verifier.
fn is_reserved(name: &str) -> bool {
    const FAMILIES: [&str; 6] = ["pthread_", "sem_", "thrd_", "mtx_", "cnd_", "tss_"];
    name.starts_with("__") || FAMILIES.iter().any(|it| name.starts_with(it))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_name_has_one_row() {
        let mut seen = BTreeSet::new();
        for row in ROWS {
            for name in row.names {
                assert!(seen.insert(name), "{name} is in two rows, or twice in one");
            }
            assert!(row.names.is_sorted(), "{:?}", row.names);
        }
    }

    #[test]
    fn families_go_with_their_rows() {
        assert_eq!(support("sinhl"), Some(Support::Unsupported));
        assert_eq!(support("sinf32"), Some(Support::Unsupported));
        assert_eq!(support("floorf"), Some(Support::Honoured));
        assert_eq!(support("__CPROVER_havoc_object"), Some(Support::Honoured));
        assert_eq!(support("__CPROVER_array_equal"), Some(Support::Unsupported));
        assert_eq!(support("__CPROVER_uninterpreted_f"), Some(Support::Honoured));
        assert_eq!(support("__VERIFIER_nondet_int"), Some(Support::Honoured));
        assert_eq!((support("compute"), support("shelf")), (None, None));
    }
}
