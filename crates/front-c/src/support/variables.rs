//! Variables of the C library: the rows of the table.
//!
//! A variable that the program defines is the program's. One that it only declares is the library's if it has its name: the linker sees to that.

use super::{Row, Support};

/// The rows.
pub const ROWS: &[Row] = &[
    Row {
        names: &["stderr", "stdin", "stdout"],
        support: Support::Honoured,
        note: "streams that are open",
    },
    Row {
        names: &[
            "__environ",
            "_res",
            "daylight",
            "environ",
            "errno",
            "error_message_count",
            "error_one_per_line",
            "error_print_progname",
            "getdate_err",
            "h_errno",
            "in6addr_any",
            "in6addr_loopback",
            "loc1",
            "loc2",
            "optarg",
            "opterr",
            "optind",
            "optopt",
            "program_invocation_name",
            "program_invocation_short_name",
            "re_syntax_options",
            "signgam",
            "sys_errlist",
            "sys_nerr",
            "sys_siglist",
            "timezone",
            "tzname",
        ],
        support: Support::Unsupported,
        note: "the library has its own values in them",
    },
];

/// What becomes of a variable that is only declared. None if it is the program's own.
#[must_use]
pub fn support(name: &str) -> Option<Support> {
    let is_reserved = || name.starts_with("__").then_some(Support::Unsupported);
    super::lookup(ROWS, name).or_else(is_reserved)
}
