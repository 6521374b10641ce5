//! Formulas that are questions about single states, `AG p` and `EF p`, as safety properties of a program that looks at its own states.

use tribunal_base::{Id as _, Kleene};
use tribunal_engine::{
    Certificate, Context, End, Engine, Reason, Statistics, Task, Trace, Verdict,
};
use tribunal_engine_symbolic::Symbolic;
use tribunal_exec::{evaluate_atom, initial};
use tribunal_ir::granularity::{MARK, is_global, writes};
use tribunal_ir::{
    Action, BinOp, Control, Edge, EdgeId, Expr, ExprId, Granularity, Guard, LocId, Location, Marks,
    ProcessKind, Program, PropId, Property, PropertyKind, Then, UnOp, Violation,
};
use tribunal_logic::ctl::{Ctl, CtlId, Formula, Quantifier};

use super::CtlQuestion;

/// What was found out about a formula.
pub(super) struct Settled {
    pub(super) value: Kleene,
    /// Why, if that is a proof.
    pub(super) proof: Option<Certificate>,
    /// Why, if that is a run.
    pub(super) trace: Option<Trace>,
    pub(super) reason: Option<Reason>,
}

impl Settled {
    fn of(value: Kleene) -> Self {
        Self { value, proof: None, trace: None, reason: None }
    }
}

/// Whether there is something to be found out about programs like this one.
pub(super) fn takes(program: &Program) -> bool {
    program.is_sequential() && tribunal_engine_symbolic::takes(program)
}

/// Asks the symbolic execution.
pub(super) struct Asker<'a, 'c, 'o> {
    pub(super) program: &'a Program,
    pub(super) granularity: Granularity,
    pub(super) question: &'a CtlQuestion,
    pub(super) cx: &'c mut Context<'o>,
    pub(super) statistics: Statistics,
}

impl Asker<'_, '_, '_> {
    /// Settles a subformula in the first state.
    pub(super) fn settle(&mut self, id: CtlId) -> Settled {
        let formula = &self.question.formula;
        let is = |it: CtlId, value: bool| formula.node(it) == Ctl::Const(value);
        match formula.node(id) {
            _ if formula.is_local(id) => {
                let mut program = self.program.clone();
                let expr = condition(&mut program, formula, &self.question.atoms, id);
                Settled::of(evaluate_atom(&program, &initial(&program), expr).into())
            }
            Ctl::Not(f) => {
                let settled = self.settle(f);
                Settled { value: !settled.value, ..settled }
            }
            Ctl::And(f, g) | Ctl::Or(f, g) => {
                let is_and = matches!(formula.node(id), Ctl::And(..));
                let decides = if is_and { Kleene::False } else { Kleene::True };
                let first = self.settle(f);
                if first.value == decides {
                    return first;
                }
                let second = self.settle(g);
                let value =
                    if is_and { first.value & second.value } else { first.value | second.value };
                if second.value == value && second.value != Kleene::Maybe {
                    return second;
                }
                let reason = first.reason.or(second.reason);
                Settled { value, reason, proof: first.proof.or(second.proof), trace: None }
            }
            Ctl::Until(Quantifier::Some, f, g) if is(f, true) && formula.is_local(g) => {
                self.reaches(g, Kleene::True)
            }
            Ctl::WeakUntil(Quantifier::All, f, g) if is(g, false) && formula.is_local(f) => {
                let settled = self.reaches(f, Kleene::False);
                Settled { value: !settled.value, ..settled }
            }
            _ => Settled {
                reason: Some(Reason::Unsupported {
                    what: "a formula of this kind, by induction,".to_owned(),
                    span: None,
                }),
                ..Settled::of(Kleene::Maybe)
            },
        }
    }

    /// Whether a state is reached where a subformula has a value.
    fn reaches(&mut self, id: CtlId, value: Kleene) -> Settled {
        let edges = self.program.edges.len();
        let mut program = self.program.clone();
        let mut goal = condition(&mut program, &self.question.formula, &self.question.atoms, id);
        if value == Kleene::False {
            goal = program.expr(Expr::Unary(UnOp::Not, goal));
        }
        let Some(property) = instrument(&mut program, self.granularity, goal) else {
            return Settled {
                reason: Some(Reason::Unsupported {
                    what: "looking at the states of this program by induction".to_owned(),
                    span: None,
                }),
                ..Settled::of(Kleene::Maybe)
            };
        };
        let properties: Vec<PropId> = [property].into_iter().chain(program.boundary).collect();
        let outcome = Symbolic.run(&Task::new(&program, &properties), self.cx);
        self.statistics.conflicts += outcome.statistics.conflicts;
        self.statistics.states += outcome.statistics.states;
        let verdict = |it: PropId| {
            outcome.verdicts.iter().find(|(of, _)| *of == it).map(|(_, verdict)| verdict.clone())
        };
        let is_whole =
            program.boundary.is_none_or(|it| matches!(verdict(it), Some(Verdict::True(_))));
        match verdict(property) {
            Some(Verdict::True(proof)) if is_whole => {
                Settled { proof: Some(proof), ..Settled::of(Kleene::False) }
            }
            Some(Verdict::False(trace)) => {
                let mut steps = trace.steps;
                steps.retain(|it| it.edge.index() < edges);
                let trace = Trace { steps, choices: trace.choices, end: End::Path };
                Settled { trace: Some(trace), ..Settled::of(Kleene::True) }
            }
            Some(Verdict::Maybe(reason)) => {
                Settled { reason: Some(reason), ..Settled::of(Kleene::Maybe) }
            }
            _ => Settled::of(Kleene::Maybe),
        }
    }
}

/// A subformula about one state, as an expression.
fn condition(program: &mut Program, formula: &Formula, atoms: &[ExprId], id: CtlId) -> ExprId {
    let of = |program: &mut Program, it| condition(program, formula, atoms, it);
    match formula.node(id) {
        Ctl::Const(value) => program.truth(value),
        Ctl::Atom(atom) => atoms[atom.index()],
        Ctl::Not(f) => {
            let f = of(program, f);
            program.expr(Expr::Unary(UnOp::Not, f))
        }
        Ctl::And(f, g) => {
            let (f, g) = (of(program, f), of(program, g));
            program.expr(Expr::Binary(BinOp::And, f, g))
        }
        Ctl::Or(f, g) => {
            let (f, g) = (of(program, f), of(program, g));
            program.expr(Expr::Binary(BinOp::Or, f, g))
        }
        Ctl::Next(..) | Ctl::Until(..) | Ctl::WeakUntil(..) | Ctl::Path(..) => program.truth(false),
    }
}

/// Lets a program violate a new property in every state that is seen and where a condition holds; `None` if it cannot be told where that is.
fn instrument(
    program: &mut Program,
    granularity: Granularity,
    condition: ExprId,
) -> Option<PropId> {
    if asks_for_control(program, condition) {
        return None;
    }
    let property = program.props.push(Property {
        name: "ctl".to_owned(),
        kind: PropertyKind::Unreachable,
        span: None,
    });
    let mut marked = vec![false; program.locs.len()];
    if granularity == Granularity::Marked {
        let marks = program.labels.values().filter(|it| it.name.starts_with(MARK));
        marks.flat_map(|it| &it.locs).for_each(|it| marked[it.index()] = true);
    }
    let ids: Vec<EdgeId> = program.edges.ids().collect();
    for id in ids {
        let edge = &program.edges[id];
        let (last, is_over) = (edge.actions.last(), edge.violates.is_some());
        let own = edge.actions.iter().any(|it| writes(program, it));
        // What a step stores that nobody asks about changes nothing.
        let stores = granularity != Granularity::Marked && own;
        let is_seen = match last {
            Some(Action::Return { .. }) if stores => return None,
            Some(Action::Return { .. }) => false,
            Some(Action::Call { .. }) if stores => return None,
            Some(Action::Call { result, .. }) => {
                let is_stored = result.is_some_and(|it| is_global(program, it));
                (granularity != Granularity::Marked && is_stored) || marked[edge.to.index()]
            }
            _ => stores || marked[edge.to.index()],
        };
        if is_seen && is_over {
            return None;
        }
        if is_seen {
            let to = edge.to;
            let looks = look(program, to, condition, property);
            program.edges[id].to = looks;
        }
    }
    let is_first = |it: &tribunal_ir::Process| it.kind == ProcessKind::Ordinary && 0 < it.active;
    let process = program.procs.ids().find(|it| is_first(&program.procs[*it]))?;
    let entry = program.procs[process].entry;
    program.procs[process].entry = look(program, entry, condition, property);
    Some(property)
}

/// A new location where it is looked whether a condition holds, before another.
fn look(program: &mut Program, to: LocId, condition: ExprId, property: PropId) -> LocId {
    let (process, span) = (program.locs[to].process, program.locs[to].span);
    let from = program.locs.push(Location {
        process,
        out: Vec::new(),
        control: Control::Free,
        marks: Marks::default(),
        span,
    });
    let message = "the state is reached".to_owned();
    let violation = Violation { property, message, then: Then::Stop };
    for (guard, violates) in [(Guard::When(condition), Some(violation)), (Guard::Else, None)] {
        let actions = Vec::new();
        program.connect(Edge { from, to, tier: 0, guard, actions, atomic: false, violates, span });
    }
    from
}

/// Whether a condition is about control.
fn asks_for_control(program: &Program, condition: ExprId) -> bool {
    let mut found = false;
    let each = |it| {
        if let tribunal_ir::visit::Use::Expr(expr) = it {
            found |= matches!(program.exprs[expr], Expr::At { .. } | Expr::ProgramCounter(_));
        }
    };
    tribunal_ir::visit::Walk::new(program, each).expr(condition);
    found
}
