//! Builtin functions of the compiler: the rows of the table.

use super::Row;

/// The rows.
pub const ROWS: &[Row] = &[];
