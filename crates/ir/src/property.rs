//! What is asked of a program. All questions but formulas about trees of runs are universal: "on every run …".

use crate::granularity::Granularity;
use crate::program::{FormulaId, ProcId, Program, PropId};
use tribunal_base::Span;

/// A question with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name in reports and on the command line.
    pub name: String,
    /// The question.
    pub kind: PropertyKind,
    /// Where it stands in the source, if it does.
    pub span: Option<Span>,
}

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyKind {
    /// No edge that `violates` this property can be taken.
    Unreachable,
    /// Where no process can take a step, one is at a location marked as a halt, or every process is
    /// at a location marked as an end, and `Program::end_requires` holds if there is such.
    EndStates,
    /// No infinite run passes through accept-marked locations for ever. What happens inside atomic
    /// sequences is not seen, as for [`crate::Formula`].
    NoAcceptanceCycle,
    /// No infinite run leaves progress-marked locations for ever; likewise.
    NoNonProgressCycle,
    /// Every run satisfies the formula. A run that ends stutters on its last state for ever; one
    /// that stops at an error ([`crate::Then::Stop`]) does not count.
    Ltl(FormulaId),
    /// The claim, run in step with the program, neither reaches its end nor passes through its
    /// accept-marked locations for ever. It moves first: on the initial state, then on each state
    /// that the program reaches (as for [`crate::Formula`], not inside atomic sequences); where it cannot
    /// move, the run is of no interest. On a run that ends it goes on moving on the last state.
    Never(ProcId),
    /// The first state satisfies the formula, a state formula. Only some states are seen, which is part of the question; a run stays for ever in
    /// the last one that is: where it ends, however that is, or goes on without coming to another. In a program of one process, a run that
    /// cannot go on before its end does not exist.
    Branching {
        /// The formula.
        formula: FormulaId,
        /// Which states are seen.
        granularity: Granularity,
    },
    /// Every run comes to an end: to a state where nobody can move, or to an error that stops it.
    Terminates,
}

impl Program {
    /// The property of a name. A formula about the tree of runs is named by its text, which may be any, and hides others.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<PropId> {
        let named = || self.props.iter().filter(|(_, it)| it.name == name);
        let formula = named().find(|(_, it)| it.kind.is_branching());
        formula.or_else(|| named().next()).map(|it| it.0)
    }
}

/// What a question is about: what shows that it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An edge that is taken.
    Edge,
    /// Where a run ends.
    EndStates,
    /// What a run passes through, for ever or to its end.
    Path,
    /// The tree of runs.
    State,
    /// What else a run is like. Only engines that are made for it know what to do about it.
    Run,
}

impl PropertyKind {
    /// The kinds that say all by their names, with their keywords in the text form of programs.
    pub const PLAIN: [(&'static str, Self); 5] = [
        ("unreachable", Self::Unreachable),
        ("end_states", Self::EndStates),
        ("no_acceptance_cycle", Self::NoAcceptanceCycle),
        ("no_non_progress_cycle", Self::NoNonProgressCycle),
        ("terminates", Self::Terminates),
    ];

    /// What it is about.
    #[must_use]
    pub fn shape(self) -> Shape {
        match self {
            Self::Unreachable => Shape::Edge,
            Self::EndStates => Shape::EndStates,
            Self::NoAcceptanceCycle | Self::NoNonProgressCycle | Self::Ltl(_) | Self::Never(_) => {
                Shape::Path
            }
            Self::Branching { .. } => Shape::State,
            Self::Terminates => Shape::Run,
        }
    }

    /// What kind of question it is, in one word for reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::EndStates => "end-states",
            Self::NoAcceptanceCycle => "acceptance",
            Self::NoNonProgressCycle => "non-progress",
            Self::Ltl(_) => "ltl",
            Self::Never(_) => "never",
            Self::Branching { .. } => "ctl",
            Self::Terminates => "termination",
        }
    }

    /// Whether a run that violates it shows so in finitely many steps, at one of its edges or at its end.
    #[must_use]
    pub fn is_safety(self) -> bool {
        matches!(self.shape(), Shape::Edge | Shape::EndStates)
    }

    /// Whether it speaks of the tree of runs. All other questions are about each run by itself.
    #[must_use]
    pub fn is_branching(self) -> bool {
        self.shape() == Shape::State
    }

    /// What it says of expressions over states, if it is a formula.
    #[must_use]
    pub fn formula(self) -> Option<FormulaId> {
        match self {
            Self::Ltl(formula) | Self::Branching { formula, .. } => Some(formula),
            _ => None,
        }
    }

    /// The claim that runs in step with the program, if there is one.
    #[must_use]
    pub fn claim(self) -> Option<ProcId> {
        match self {
            Self::Never(claim) => Some(claim),
            _ => None,
        }
    }

    /// What every run has to satisfy, if it is a formula of linear temporal logic.
    #[must_use]
    pub fn as_path_formula(self) -> Option<FormulaId> {
        self.formula().filter(|_| !self.is_branching())
    }
}
