//! Building the automaton of a function: a point of control, the checks made there, the actions that follow.
//!
//! Checks at one point are made in order: each is guarded by the success of those before it, so that a value which an earlier
//! check refuses never decides a later one.

use std::collections::HashSet;

use tribunal_base::Span;
use tribunal_ir::{
    Action, Control, Edge, Expr, ExprId, Guard, LocId, Location, Marks, ProcId, Program, Then,
    Violation,
};

use super::Lowering;
use super::check::Check;

/// A failing check.
pub(super) struct Failure {
    when: ExprId,
    violation: Option<Violation>,
    span: Span,
}

/// Where control is while a function is translated.
pub(super) struct Flow {
    /// The current point; `None` where control never comes.
    at: Option<LocId>,
    /// What is checked there.
    failures: Vec<Failure>,
    /// What is done after the checks.
    actions: Vec<Action>,
    /// The statement at hand.
    pub(super) span: Span,
    /// Where runs end that go wrong.
    sink: LocId,
    /// Where they end for all threads, if that makes a difference.
    halt: Option<LocId>,
    /// The points that edges lead to.
    entered: HashSet<LocId>,
}

/// A new point of control.
pub(super) fn location(program: &mut Program, process: ProcId, span: Span, marks: Marks) -> LocId {
    let control = Control::Free;
    program.locs.push(Location { process, out: Vec::new(), control, marks, span })
}

impl Flow {
    pub(super) fn new(program: &mut Program, process: ProcId, entry: LocId, span: Span) -> Self {
        let sink = location(program, process, span, Marks { end: true, ..Marks::default() });
        let (failures, actions, entered) = (Vec::new(), Vec::new(), HashSet::new());
        Self { at: Some(entry), failures, actions, span, sink, halt: None, entered }
    }

    /// Whether an edge leads to a point.
    pub(super) fn is_entered(&self, point: LocId) -> bool {
        self.entered.contains(&point)
    }
}

impl Lowering<'_> {
    fn flow(&mut self) -> &mut Flow {
        &mut self.build.flow
    }

    /// A new point of control of the function at hand.
    pub(super) fn point(&mut self) -> LocId {
        let (process, span) = (self.build.process, self.build.flow.span);
        location(&mut self.program, process, span, Marks::default())
    }

    /// Whether control can be here.
    pub(super) fn is_reached(&self) -> bool {
        self.build.flow.at.is_some()
    }

    /// Does something, unless control never comes here: it must not be done at the next point that control comes to.
    pub(super) fn act(&mut self, action: Action) {
        if self.is_reached() {
            self.flow().actions.push(action);
        }
    }

    /// An edge from the current point; without a condition, the last one.
    fn leave(&mut self, guard: Option<ExprId>, to: LocId, actions: Vec<Action>) {
        let Some(from) = self.build.flow.at else { return };
        let guard = match guard {
            Some(condition) => Guard::When(condition),
            None if self.program.locs[from].out.is_empty() => Guard::When(self.program.truth(true)),
            None => Guard::Else,
        };
        let span = self.build.flow.span;
        self.build.flow.entered.insert(to);
        self.program.connect(Edge {
            from,
            to,
            tier: 0,
            guard,
            actions,
            atomic: false,
            violates: None,
            span,
        });
    }

    /// Makes the edges of the failing checks. The condition is the one under which all succeed, if there are any.
    fn make_failures(&mut self) -> Option<ExprId> {
        let from = self.build.flow.at?;
        let mut fine = None;
        let failures = std::mem::take(&mut self.build.flow.failures);
        let exact = self.make_inexact_failure(from, &failures);
        for failure in failures {
            let when = failure.when;
            let guard = match fine {
                Some(fine) => self.both(fine, when),
                None => when,
            };
            let guard = match exact.filter(|_| self.is_told(&failure)) {
                Some(exact) => self.both(exact, guard),
                None => guard,
            };
            self.make_failure(from, guard, failure.violation, failure.span);
            let succeeds = self.negated(when);
            fine = Some(match fine {
                Some(fine) => self.both(fine, succeeds),
                None => succeeds,
            });
        }
        fine
    }

    fn make_failure(&mut self, from: LocId, when: ExprId, violates: Option<Violation>, span: Span) {
        let to = if violates.is_some() { self.build.flow.sink } else { self.end_of_all() };
        let (guard, actions) = (Guard::When(when), Vec::new());
        let (tier, atomic) = (0, false);
        self.program.connect(Edge { from, to, tier, guard, actions, atomic, violates, span });
    }

    /// Whether it matters to what fails that an earlier result was not exact.
    fn is_told(&self, failure: &Failure) -> bool {
        failure.violation.as_ref().is_some_and(|it| Some(it.property) != self.program.boundary)
    }

    /// Where a result was not exact, one edge stands for all checks that fail: nothing is known then. The condition under which all results were
    /// exact, if there are others.
    fn make_inexact_failure(&mut self, from: LocId, failures: &[Failure]) -> Option<ExprId> {
        let (mark, property) = (self.imprecise?, self.program.boundary?);
        let span = failures.iter().find(|it| self.is_told(it))?.span;
        let mut fails = self.program.truth(false);
        for failure in failures.iter().rev() {
            fails = match self.is_told(failure) {
                true => self.either(failure.when, fails),
                // A run that ends before does not come to those after it.
                false => {
                    let succeeds = self.negated(failure.when);
                    self.both(succeeds, fails)
                }
            };
        }
        let mark = self.load_var(mark);
        let when = self.both(mark, fails);
        let message = "what depends on how a function such as `sin` rounds".to_owned();
        let violation = Violation { property, message, then: Then::Stop };
        self.make_failure(from, when, Some(violation), span);
        Some(self.negated(mark))
    }

    /// Goes on to a point and stays there.
    pub(super) fn goto(&mut self, to: LocId) {
        self.make_failures();
        let actions = std::mem::take(&mut self.build.flow.actions);
        self.leave(None, to, actions);
        self.build.flow.at = None;
    }

    /// Control comes to a point from elsewhere.
    pub(super) fn arrive(&mut self, at: LocId) {
        if self.is_reached() {
            self.goto(at);
        }
        self.flow().at = Some(at);
    }

    /// A point of control where nothing has been done yet.
    pub(super) fn settle(&mut self) {
        let flow = self.flow();
        if flow.at.is_some() && !(flow.actions.is_empty() && flow.failures.is_empty()) {
            let next = self.point();
            self.arrive(next);
        }
    }

    /// The end of a statement: what was done is one step.
    pub(super) fn end_statement(&mut self) {
        if self.is_reached() && !self.build.flow.actions.is_empty() {
            self.settle();
        }
    }

    /// Control comes no further.
    pub(super) fn stop(&mut self) {
        self.build.flow.at = None;
        self.build.flow.failures.clear();
        self.build.flow.actions.clear();
    }

    /// The function goes no further: it returns, or its thread ends.
    pub(super) fn end_run(&mut self) {
        let sink = self.build.flow.sink;
        self.goto(sink);
    }

    /// The program goes no further.
    pub(super) fn end_program(&mut self) {
        let end = self.end_of_all();
        self.goto(end);
    }

    /// Where a thread ends and all others with it.
    fn end_of_all(&mut self) -> LocId {
        if !self.can_deadlock() {
            return self.build.flow.sink;
        }
        self.build.flow.halt.unwrap_or_else(|| {
            let (process, span) = (self.build.process, self.build.flow.span);
            let marks = Marks { end: true, halt: true, ..Marks::default() };
            let halt = location(&mut self.program, process, span, marks);
            self.build.flow.halt = Some(halt);
            halt
        })
    }

    /// Goes to one of two points.
    pub(super) fn branch(&mut self, condition: ExprId, yes: LocId, no: LocId) {
        match self.truth_of(condition) {
            Some(true) => return self.goto(yes),
            Some(false) => return self.goto(no),
            None => {}
        }
        if !self.build.flow.actions.is_empty() {
            self.settle();
        }
        let fine = self.make_failures();
        let condition = match fine {
            Some(fine) => self.both(fine, condition),
            None => condition,
        };
        self.leave(Some(condition), yes, Vec::new());
        self.leave(None, no, Vec::new());
        self.build.flow.at = None;
    }

    /// Goes to the point of the first condition that holds, else to `otherwise`; the conditions exclude each other.
    pub(super) fn select(&mut self, cases: Vec<(ExprId, LocId)>, otherwise: LocId) {
        self.settle();
        for (condition, to) in cases {
            self.leave(Some(condition), to, Vec::new());
        }
        self.leave(None, otherwise, Vec::new());
        self.build.flow.at = None;
    }

    /// Waits until a condition holds and acts in the same step; checks that were made are made again in that step.
    pub(super) fn act_when(&mut self, condition: ExprId, action: Action) {
        if !self.build.flow.actions.is_empty() {
            self.settle();
        }
        let fine = self.make_failures();
        let condition = match fine {
            Some(fine) => self.both(fine, condition),
            None => condition,
        };
        let next = self.point();
        self.leave(Some(condition), next, vec![action]);
        if self.is_reached() {
            self.build.flow.at = Some(next);
        }
    }

    /// Begins a new step if something was done in this one.
    pub(super) fn begin_step(&mut self) {
        if !self.build.flow.actions.is_empty() {
            self.settle();
        }
    }

    /// Goes on only if a condition holds; nothing is wrong otherwise, since there is no such run: who is stuck here waits for nobody.
    pub(super) fn assume(&mut self, condition: ExprId) {
        if self.truth_of(condition) == Some(true) {
            return;
        }
        self.settle();
        if let Some(at) = self.build.flow.at
            && self.can_deadlock()
        {
            self.program.locs[at].marks.halt = true;
        }
        let next = self.point();
        self.leave(Some(condition), next, Vec::new());
        self.build.flow.at = Some(next);
    }

    /// Goes wrong if a condition holds. A check that is not wanted still ends the run there, and with it all that can be said.
    pub(super) fn check(
        &mut self,
        check: Check,
        when: ExprId,
        message: impl Into<String>,
        span: Span,
    ) {
        if self.truth_of(when) == Some(false) || !self.is_reached() {
            return;
        }
        if !self.build.flow.actions.is_empty() {
            self.settle();
        }
        let message = message.into();
        let violation = match self.properties.get(&check) {
            Some(property) => Some((*property, message)),
            // A failed assertion just ends the run.
            None if check == Check::Assertion => None,
            // Nothing can be said about a run from there on.
            None => self.program.boundary.map(|it| (it, format!("undefined behaviour: {message}"))),
        };
        let then = Then::Stop;
        let violation = violation.map(|(property, message)| Violation { property, message, then });
        self.flow().failures.push(Failure { when, violation, span });
    }

    /// Goes wrong in any case.
    pub(super) fn fail(&mut self, check: Check, message: impl Into<String>, span: Span) {
        let always = self.program.truth(true);
        self.check(check, always, message, span);
        self.make_failures();
        self.stop();
    }

    /// The same where a run has a meaning afterwards if the check is not wanted: numbers wrap.
    pub(super) fn check_if_wanted(
        &mut self,
        check: Check,
        when: ExprId,
        message: impl Into<String>,
        span: Span,
    ) {
        if self.properties.contains_key(&check) {
            self.check(check, when, message, span);
        }
    }
}

/// Truth values.
impl Lowering<'_> {
    /// The value of a condition, if it is constant.
    pub(super) fn truth_of(&self, condition: ExprId) -> Option<bool> {
        match self.program.exprs[condition] {
            Expr::Const { value, .. } => Some(value != 0),
            _ => None,
        }
    }
}
