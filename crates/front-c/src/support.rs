//! What becomes of every name that gcc, the C library or a verifier gives a meaning: one table, by kind of name.
//!
//! A name that is not in the table is `Unsupported`: nothing is skipped in silence. The table of `docs/book/src/soundness.md` is
//! made from these rows.

/// The rows of a kind of names, those with a meaning first, and an enum of these meanings. Whoever acts on a name matches the enum, so that a name without
/// a row can mean nothing.
macro_rules! rows_with_meanings {
    (
        honoured { $($meaning:ident = $name:literal, $note:literal;)* }
        others { $($fate:ident, $other:literal: $($names:literal)*;)* }
    ) => {
        /// What a name means, if it means something here.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the names are gcc's")]
        pub enum Meaning {
            $($meaning,)*
        }

        /// The rows.
        pub const ROWS: &[Row] = &[
            $(Row { names: &[$name], support: Support::Honoured, note: $note },)*
            $(Row { names: &[$($names),*], support: Support::$fate, note: $other },)*
        ];

        /// The meaning of a name, without `__` around it.
        pub fn meaning(name: &str) -> Option<Meaning> {
            match name {
                $($name => Some(Meaning::$meaning),)*
                _ => None,
            }
        }
    };
}

pub mod attributes;
pub mod builtins;
pub mod functions;
pub mod pragmas;
pub(crate) mod questions;
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

#[cfg(test)]
mod tests {
    use super::{Row, attributes, functions, pragmas};

    #[test]
    fn every_name_has_one_row_and_every_row_a_note() {
        for table in [attributes::ROWS, pragmas::ROWS, functions::ROWS] {
            let names: Vec<&str> = table.iter().flat_map(|it| it.names).copied().collect();
            let mut once = names.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(names.len(), once.len());
            assert!(table.iter().all(|it| !it.note.is_empty() && it.names.is_sorted()));
        }
    }

    #[test]
    fn what_is_honoured_has_a_meaning() {
        let honoured = |it: &&Row| it.support == super::Support::Honoured;
        let names = |table: &'static [Row]| table.iter().filter(honoured).flat_map(|it| it.names);
        assert!(names(attributes::ROWS).all(|it| attributes::meaning(it).is_some()));
        assert!(names(pragmas::ROWS).all(|it| pragmas::meaning(it).is_some()));
    }
}
