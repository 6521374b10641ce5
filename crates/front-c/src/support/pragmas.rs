//! Pragmas: the rows of the table.
//!
//! A pragma is named by its first word, or by two if the first is that of a family, such as `GCC`. One without a row is not known to gcc
//! either, which goes on without it, and so do we, with a warning.

use super::{Row, Support};

/// First words that say nothing alone.
pub const FAMILIES: [&str; 2] = ["GCC", "STDC"];

rows_with_meanings! {
    honoured {
        Once = "once", "the file is read once";
        Optimize = "GCC optimize", "levels of optimisation change nothing; other options are not supported";
        Pack = "pack", "exactly, in all its forms";
        PopMacro = "pop_macro", "exactly";
        PushMacro = "push_macro", "exactly";
        RedefineExtname = "redefine_extname", "another name for the same function or variable";
        ScalarStorageOrder = "scalar_storage_order", "little-endian, as the machine is; big-endian is not supported";
        Target = "GCC target", "instructions change nothing; another arithmetic of floats is not supported";
        Weak = "weak", "as the attribute; with `=`, another name for the same function or variable";
    }
    others {
        Irrelevant, "warnings of the compiler":
            "GCC dependency" "GCC diagnostic" "GCC error" "GCC poison" "GCC system_header" "GCC warning" "message";
        Irrelevant, "how code is made, not what it does":
            "GCC ivdep" "GCC pop_options" "GCC push_options" "GCC reset_options" "GCC unroll" "GCC visibility" "long_calls" "long_calls_off" "no_long_calls";
        Irrelevant, "gcc ignores it without `-fopenmp` or `-fopenacc`": "acc" "omp";
        Irrelevant, "gcc does not know it, and calculates as if it were off": "STDC CX_LIMITED_RANGE" "STDC FENV_ACCESS" "STDC FP_CONTRACT";
        Irrelevant, "for other systems or compilers: gcc ignores it":
            "align" "clang" "comment" "endregion" "fini" "ident" "init" "ivdep" "mark" "ms_struct" "region" "unroll" "unused" "warning";
        Unsupported, "decimal constants": "STDC FLOAT_CONST_DECIMAL64";
    }
}
