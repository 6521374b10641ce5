//! What an engine is asked and what it hands back.

use crate::basis::Basis;
use crate::context::Context;
use crate::describe::{Description, Form};
use crate::fact::Fact;
use crate::remark::Remark;
use crate::statistics::Statistics;
use crate::trace::Trace;
use crate::verdict::{Reason, Verdict};
use tribunal_ir::{EdgeId, ExprId, Program, PropId, Property, Shape};

/// A question to an engine.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The program.
    pub program: &'a Program,
    /// The properties to settle in this run, at least one.
    pub properties: &'a [PropId],
    /// Which infinite runs count.
    pub fairness: Fairness,
    /// What others have found out about the program; an engine need not use it, and takes nobody's word for it.
    pub facts: &'a [Fact],
}

impl<'a> Task<'a> {
    /// A question about all runs, with nothing known.
    #[must_use]
    pub fn new(program: &'a Program, properties: &'a [PropId]) -> Self {
        Self { program, properties, fairness: Fairness::None, facts: &[] }
    }

    /// The properties about each run by itself, and those about the tree of runs.
    #[must_use]
    pub fn parted(&self) -> (Vec<PropId>, Vec<PropId>) {
        self.properties.iter().partition(|it| !self.program.props[**it].kind.is_branching())
    }
}

/// Which infinite runs count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fairness {
    /// All.
    None,
    /// Those where every process that can always move from some point on does move again and
    /// again. Whether a process can move is asked as if no other were in an atomic sequence.
    Weak,
}

/// Decides properties. Implementations hold their settings; one value serves many runs.
pub trait Engine: Send + Sync {
    /// What it is.
    fn describe(&self) -> Description;

    /// Its name.
    fn name(&self) -> &'static str {
        self.describe().name
    }

    /// The form in which it wants programs.
    fn form(&self) -> Form {
        Form::AsItIs
    }

    /// Which shapes of properties it knows at all. Others are not asked of it.
    fn answers(&self, shape: Shape) -> bool {
        shape != Shape::Run
    }

    /// Whether it can help with a property, told before anything is spent; why not, if it cannot. Who says yes may still give up.
    /// Unless it says otherwise, an engine is for questions about each run by itself.
    ///
    /// # Errors
    /// If it cannot.
    fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
        about_each_run(program, property)
    }

    /// What its answers rest on besides what every answer about the program does ([`Basis::of`]).
    fn basis(&self, program: &Program, property: PropId) -> Basis;

    /// Answers every property of the task. Gives up with `Maybe`; never panics on user input.
    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome;
}

/// Whether a property is about each run by itself.
///
/// # Errors
/// If it is not: the reason of an engine that looks at one run after the other.
pub fn about_each_run(program: &Program, property: PropId) -> Result<(), Reason> {
    let Property { kind, span, .. } = program.props[property];
    if kind.is_branching() {
        let what = "a formula about the tree of runs, by this engine,".to_owned();
        return Err(Reason::Unsupported { what, span });
    }
    Ok(())
}

/// What a run of an engine brought.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// One verdict for each property of the task, in the task's order.
    pub verdicts: Vec<(PropId, Verdict)>,
    /// Further traces of properties that failed, where all errors were asked for.
    pub more_traces: Vec<(PropId, Trace)>,
    /// Properties that hold only because an expression is never true.
    pub vacuous: Vec<(PropId, ExprId)>,
    /// Edges of ordinary processes that were never taken, if the search was complete.
    pub unreached: Option<Vec<EdgeId>>,
    /// What the proofs say little about.
    pub remarks: Vec<Remark>,
    /// What was found out about the program besides, for other engines.
    pub facts: Vec<Fact>,
    /// What it cost.
    pub statistics: Statistics,
}

impl Outcome {
    /// Gives no answer to some properties.
    pub fn leave_open(&mut self, properties: &[PropId], reason: &Reason) {
        let verdict = |it: &PropId| (*it, Verdict::Maybe(reason.clone()));
        self.verdicts.extend(properties.iter().map(verdict));
    }

    /// Puts the verdicts in the order of a task's properties.
    pub fn sort(&mut self, properties: &[PropId]) {
        let position = |property: PropId| properties.iter().position(|it| *it == property);
        self.verdicts.sort_by_key(|(property, _)| position(*property));
    }
}
