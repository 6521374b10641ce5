//! What becomes of every name that gcc, the C library or a verifier gives a meaning: one table, by kind of name.
//!
//! A name that is not in the table is `Unsupported`: nothing is skipped in silence. The table of `docs/book/src/soundness.md` is
//! made from these rows.

pub mod attributes;
pub mod builtins;
pub mod functions;
pub mod pragmas;
pub mod variables;

/// What becomes of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// It means here what it means to gcc and glibc.
    Honoured,
    /// It changes no run of the program.
    Irrelevant,
    /// A run that comes to it ends there without a verdict.
    Unsupported,
}

/// A name, or names with the same fate, and what is to be said about them.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The names, in alphabetical order.
    pub names: &'static [&'static str],
    /// What becomes of them.
    pub support: Support,
    /// What a reader should know: how it is modelled, why it does not matter, what is missing.
    pub note: &'static str,
}

/// What a table says about a name.
pub fn lookup(table: &[Row], name: &str) -> Option<Support> {
    table.iter().find(|row| row.names.contains(&name)).map(|row| row.support)
}
