//! How a program is simplified before it is searched.

use std::fmt;

use tribunal_engine::Fairness;
use tribunal_ir::pass::{Runs, dead_variables, influence, merge, slice};
use tribunal_ir::{Program, PropId, Shape, Transformed};

/// One way to simplify a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Technique {
    /// Statements that nobody can observe apart become one.
    Merge,
    /// Local variables that nobody will read again are reset.
    Reset,
    /// What cannot influence the properties at hand is dropped.
    Slice,
    /// Variables that cannot influence the properties at hand any more are reset.
    Match,
}

impl Technique {
    /// All, in the order in which they are named.
    pub const ALL: [Self; 4] = [Self::Merge, Self::Reset, Self::Slice, Self::Match];

    /// A word for it, as on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Merge => "merge",
            Self::Reset => "reset",
            Self::Slice => "slice",
            Self::Match => "match",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// How a program is simplified: a set of techniques. States are counted on the simplified
/// program; traces are carried over to the program itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduction(u8);

impl Reduction {
    /// Not at all: states and steps are counted as the source says.
    pub const NONE: Self = Self(0);
    /// Statements are merged and dead variables reset.
    pub const MERGE: Self = Self(0b0011);
    /// Everything.
    pub const FULL: Self = Self(0b1111);

    /// This and one technique more.
    #[must_use]
    pub fn with(self, technique: Technique) -> Self {
        Self(self.0 | technique.bit())
    }

    /// This without one technique.
    #[must_use]
    pub fn without(self, technique: Technique) -> Self {
        Self(self.0 & !technique.bit())
    }

    /// Whether a technique is used.
    #[must_use]
    pub fn has(self, technique: Technique) -> bool {
        self.0 & technique.bit() != 0
    }

    /// A copy of a program, simplified so that the answers about some of its properties and the
    /// runs that count stay the same; `None` if it is not to be simplified. For formulas about the tree of runs, and for what runs are like as a whole, each step may count.
    #[must_use]
    pub fn of(
        self,
        program: &Program,
        properties: &[PropId],
        fairness: Fairness,
    ) -> Option<Transformed> {
        let sees_all =
            |it: &PropId| matches!(program.props[*it].kind.shape(), Shape::State | Shape::Run);
        if self == Self::NONE || !program.is_flat() || properties.iter().any(sees_all) {
            return None;
        }
        let runs = match fairness {
            Fairness::None => Runs::All,
            Fairness::Weak => Runs::WeaklyFair,
        };
        let mut made = Transformed::unchanged(program);
        if self.has(Technique::Slice) {
            made = made.then(|it| slice::run(it, properties, runs));
        }
        if self.has(Technique::Merge) {
            // Where something forbids it, the program stays as it is.
            made = made.then(|it| merge::run(it, runs));
        }
        if self.has(Technique::Match) {
            made = made.then(|it| influence::run(it, properties));
        } else if self.has(Technique::Reset) {
            made = made.then(dead_variables::run);
        }
        Some(made)
    }
}

/// A word for it, as on the command line, or the techniques one by one.
impl fmt::Display for Reduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NONE => f.write_str("none"),
            Self::MERGE => f.write_str("merge"),
            Self::FULL => f.write_str("full"),
            _ => {
                let used = Technique::ALL.into_iter().filter(|it| self.has(*it));
                f.write_str(&used.map(Technique::name).collect::<Vec<_>>().join("+"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Reduction, Technique};
    use tribunal_engine::Fairness;
    use tribunal_ir::{Control, text};

    #[test]
    fn less_is_merged_where_only_fair_runs_count() {
        let source = "channel q [0] of u8 global c: chan = new q global x: bool
             process P() active 1 { l0 -> l1 do c ! 1 l1 -> l2 l2 -> l0 }
             process Q() active 1 { l3 -> l4 when x l4 -> l5 l5 -> l3 }";
        let program = text::parse(source).0.expect("the program should be well formed");
        let merged = |fairness| {
            let reduced = Reduction::MERGE.of(&program, &[], fairness);
            let reduced = reduced.expect("there should be a reduced program").program;
            reduced.locs.values().filter(|it| it.control == Control::Indivisible).count()
        };
        assert_eq!((merged(Fairness::None), merged(Fairness::Weak)), (4, 3));
    }

    #[test]
    fn a_set_of_techniques_has_a_name() {
        let names = [
            Reduction::NONE,
            Reduction::MERGE,
            Reduction::FULL,
            Reduction::FULL.without(Technique::Match),
            Reduction::NONE.with(Technique::Slice),
        ];
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["none", "merge", "full", "merge+reset+slice", "slice"]);
    }
}
