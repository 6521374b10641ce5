//! What an engine says about itself.

use crate::verdict::Verdict;

/// What people, tables and the ladder have to know of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description {
    /// A stable, lower-case name used in reports and test expectations.
    pub name: &'static str,
    /// What it does, in one line for people.
    pub summary: &'static str,
    /// The papers it follows, by their keys in `docs/papers.bib`.
    pub papers: &'static [&'static str],
    /// What it can settle of questions about each run by itself.
    pub settles: Settles,
    /// What its cost grows with.
    pub cost: Cost,
}

/// The form in which an engine wants programs. It is given them in it, and what it finds is carried back; it need not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As they are.
    AsItIs,
    /// Without what cannot influence the properties asked for: more runs, if a loop that was left out does not end.
    Sliced,
}

/// What the cost of a run grows with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The size of the program.
    Program,
    /// Nothing: it takes so many steps at most.
    Capped,
    /// The lengths of runs.
    Runs,
    /// The number of states.
    States,
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Program => "the program",
            Self::Capped => "nothing",
            Self::Runs => "the lengths of runs",
            Self::States => "the number of states",
        })
    }
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

impl Settles {
    /// Whether a verdict is one that may be given.
    #[must_use]
    pub fn allows(self, verdict: &Verdict) -> bool {
        match verdict {
            Verdict::True(_) => self != Self::False,
            Verdict::False(_) | Verdict::Refuted(_) => self != Self::True,
            Verdict::Maybe(_) => true,
        }
    }
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
