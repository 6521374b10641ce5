//! How the analysis goes: what may be chosen.

use crate::state::relation::Domain;
use tribunal_domains::Crowding;

/// What assignments and conditions do to what is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transformer {
    /// What was written by hand for each operator.
    #[default]
    Usual,
    /// The best there is for what is known of single variables, by a solver: for small programs.
    Best,
}

/// Where bounds that go on growing at the head of a loop are moved to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Widening {
    /// To the next constant of the function, a few times, then to the limits of types.
    #[default]
    Thresholds,
    /// To the limits of types at once.
    Plain,
}

/// Whether what is known at the heads of loops is kept, round by round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounds {
    /// Only the last one is.
    #[default]
    Last,
    /// All are.
    All,
}

/// How the analysis goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How often the states at the head of a loop are joined before they are widened.
    pub delay: u32,
    /// How often they are made smaller afterwards.
    pub narrowing: u32,
    /// How many edges of functions may be analysed for single chains of calls.
    pub inlining: usize,
    /// How often what a function is called with may grow, if it is analysed once for all callers, before it is analysed for anything.
    pub entries: u32,
    /// How many variables of a function may be related to each other.
    pub related: usize,
    /// By what.
    pub domain: Domain,
    /// What assignments and conditions do.
    pub transformer: Transformer,
    /// Where bounds that go on growing are moved to.
    pub widening: Widening,
    /// How many intervals a set of numbers may have, and how they are joined.
    pub crowding: Crowding,
    /// Whether what is known at the heads of loops is kept, round by round.
    pub rounds: Rounds,
    /// How many edges may be followed in all.
    pub steps: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            delay: 2,
            narrowing: 2,
            inlining: 4_000,
            entries: 2,
            related: 0,
            domain: Domain::default(),
            transformer: Transformer::default(),
            widening: Widening::default(),
            crowding: Crowding::default(),
            rounds: Rounds::default(),
            steps: u64::MAX,
        }
    }
}
