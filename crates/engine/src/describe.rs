//! What an engine says about itself.

/// What people, tables and the ladder have to know of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description {
    /// A stable, lower-case name used in reports and test expectations.
    pub name: &'static str,
    /// What it does, in one line for people.
    pub summary: &'static str,
    /// The papers it follows, by their keys in `docs/papers.bib`.
    pub papers: &'static [&'static str],
    /// What it can settle.
    pub settles: Settles,
}

/// What an engine can settle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settles {
    /// True, never False.
    True,
    /// False, never True.
    False,
    /// Both.
    Both,
    /// False, and True if all runs end.
    FalseAndTrueOfRunsThatEnd,
}

impl std::fmt::Display for Settles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::True => "True",
            Self::False => "False",
            Self::Both => "True and False",
            Self::FalseAndTrueOfRunsThatEnd => "False; True if all runs end",
        })
    }
}
