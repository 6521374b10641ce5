//! What is asked of a program. All questions are universal: "on every run …".

use crate::program::{ExprId, FormulaId, ProcId};
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
    /// sequences is not seen, as for [`Formula`].
    NoAcceptanceCycle,
    /// No infinite run leaves progress-marked locations for ever; likewise.
    NoNonProgressCycle,
    /// Every run satisfies the formula. A run that ends stutters on its last state for ever; one
    /// that stops at an error ([`crate::Then::Stop`]) does not count.
    Ltl(FormulaId),
    /// The claim, run in step with the program, neither reaches its end nor passes through its
    /// accept-marked locations for ever. It moves first: on the initial state, then on each state
    /// that the program reaches (as for [`Formula`], not inside atomic sequences); where it cannot
    /// move, the run is of no interest. On a run that ends it goes on moving on the last state.
    Never(ProcId),
}

/// Linear temporal logic over `Bool` expressions.
///
/// Its states are those where no process is in the middle of an atomic sequence: where the process
/// that took the last step does not keep control. The claim of [`PropertyKind::Never`] sees the
/// same states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// True or false.
    Const(bool),
    /// An expression over the state.
    Atom(ExprId),
    /// Negation.
    Not(FormulaId),
    /// Conjunction.
    And(FormulaId, FormulaId),
    /// Disjunction.
    Or(FormulaId, FormulaId),
    /// In the next state.
    Next(FormulaId),
    /// The first holds until the second does, which it does.
    Until(FormulaId, FormulaId),
    /// The second holds up to and including the state where the first does, which may be never.
    Release(FormulaId, FormulaId),
}
