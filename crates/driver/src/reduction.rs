//! How a program is simplified before it is searched.

use tribunal_engine::Fairness;
use tribunal_ir::Program;
use tribunal_ir::pass::{Runs, reduce_for};

/// How a program is simplified. States are counted on the simplified program; traces are carried
/// over to the program itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Not at all: states and steps are counted as the source says.
    None,
    /// Statements that nobody can observe apart become one; dead variables are reset.
    Merge,
}

impl Reduction {
    /// A word for it, as on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Merge => "merge",
        }
    }

    /// A copy of a program, simplified so that the answers about the runs that count stay the same;
    /// `None` if it is not to be simplified.
    #[must_use]
    pub fn of(self, program: &Program, fairness: Fairness) -> Option<Program> {
        match self {
            Self::None => None,
            Self::Merge => {
                let mut copy = program.clone();
                let runs = match fairness {
                    Fairness::None => Runs::All,
                    Fairness::Weak => Runs::WeaklyFair,
                };
                reduce_for(&mut copy, runs);
                Some(copy)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Reduction;
    use tribunal_engine::Fairness;
    use tribunal_ir::{Control, text};

    #[test]
    fn less_is_merged_where_only_fair_runs_count() {
        let source = "channel q [0] of u8 global c: chan = new q global x: bool
             process P() active 1 { l0 -> l1 do c ! 1 l1 -> l2 l2 -> l0 }
             process Q() active 1 { l3 -> l4 when x l4 -> l5 l5 -> l3 }";
        let program = text::parse(source).0.expect("the program should be well formed");
        let merged = |fairness| {
            let reduced = Reduction::Merge.of(&program, fairness);
            let reduced = reduced.expect("there should be a reduced program");
            reduced.locs.values().filter(|it| it.control == Control::Indivisible).count()
        };
        assert_eq!((merged(Fairness::None), merged(Fairness::Weak)), (4, 3));
    }
}
