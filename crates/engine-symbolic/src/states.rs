//! Formulas that are questions about single states, `AG p`, `EF p` and what is made of them by `! && ||`, as safety properties of a program that looks
//! at its own states.

use crate::Waves;
use tribunal_base::{Id as _, Kleene};
use tribunal_engine::{
    Certificate, Context, End, Engine as _, Outcome, Reason, Statistics, Task, Trace, Verdict,
};
use tribunal_exec::{evaluate_atom, initial};
use tribunal_ir::instrument::observe;
use tribunal_ir::{BinOp, Expr, ExprId, Granularity, Program, PropId, Property, UnOp};
use tribunal_logic::ctl::{Branching, Ctl, CtlId, Formula, Quantifier, asked};
use tribunal_states::form::InForm;

/// Whether a formula about the tree of runs is such a question, about a program that can be asked it; why not, if it is not.
pub(crate) fn supports(program: &Program, property: PropId) -> Result<(), Reason> {
    let mut asked = asked(program, &[property]).into_iter().flat_map(|it| it.1);
    if program.is_sequential() && asked.all(|it| is_plain(&it.1.formula, it.1.formula.root())) {
        return Ok(());
    }
    let Property { span, .. } = program.props[property];
    let what = "a formula of this kind, by induction,".to_owned();
    Err(Reason::Unsupported { what, span })
}

fn is_plain(formula: &Formula, id: CtlId) -> bool {
    let is = |it: CtlId, value: bool| formula.node(it) == Ctl::Const(value);
    match formula.node(id) {
        _ if formula.is_local(id) => true,
        Ctl::Not(f) => is_plain(formula, f),
        Ctl::And(f, g) | Ctl::Or(f, g) => is_plain(formula, f) && is_plain(formula, g),
        Ctl::Until(Quantifier::Some, f, g) => is(f, true) && formula.is_local(g),
        Ctl::WeakUntil(Quantifier::All, f, g) => is(g, false) && formula.is_local(f),
        _ => false,
    }
}

/// Answers the formulas among some properties.
pub(crate) fn settle(
    program: &Program,
    properties: &[PropId],
    waves: Waves,
    cx: &mut Context<'_>,
) -> Outcome {
    let mut outcome = Outcome::default();
    for (granularity, asked) in asked(program, properties) {
        for (property, question) in asked {
            let statistics = std::mem::take(&mut outcome.statistics);
            let mut asker =
                Asker { program, granularity, question: &question, waves, cx, statistics };
            let settled = asker.settle(question.formula.root());
            outcome.statistics = asker.statistics;
            outcome.verdicts.push((property, settled.verdict()));
        }
    }
    outcome
}

/// What was found out about a formula.
struct Settled {
    value: Kleene,
    /// Why: one for each part that decides.
    grounds: Vec<Certificate>,
    /// Why it is not known.
    reason: Option<Reason>,
}

impl Settled {
    fn of(value: Kleene) -> Self {
        Self { value, grounds: Vec::new(), reason: None }
    }

    fn because(value: Kleene, ground: Certificate) -> Self {
        Self { grounds: vec![ground], ..Self::of(value) }
    }

    fn unsupported(what: &str) -> Self {
        let reason = Reason::Unsupported { what: what.to_owned(), span: None };
        Self { reason: Some(reason), ..Self::of(Kleene::Maybe) }
    }

    fn verdict(mut self) -> Verdict {
        let certificate = match (self.grounds.pop(), self.grounds.is_empty()) {
            (Some(only), true) => only,
            (Some(last), false) => {
                self.grounds.push(last);
                Certificate::Composed(self.grounds)
            }
            // The first state says it all.
            (None, _) => Certificate::Run(Trace::new(Vec::new(), End::Path)),
        };
        match (self.value, certificate) {
            (Kleene::True, certificate) => Verdict::True(certificate),
            (Kleene::False, Certificate::Run(run)) => Verdict::False(run),
            (Kleene::False, certificate) => Verdict::Refuted(certificate),
            (Kleene::Maybe, _) => Verdict::Maybe(self.reason.unwrap_or(Reason::Stopped)),
        }
    }
}

/// Asks the symbolic execution.
struct Asker<'a, 'c, 'o> {
    program: &'a Program,
    granularity: Granularity,
    question: &'a Branching,
    waves: Waves,
    cx: &'c mut Context<'o>,
    statistics: Statistics,
}

impl Asker<'_, '_, '_> {
    /// Settles a subformula in the first state.
    fn settle(&mut self, id: CtlId) -> Settled {
        let formula = &self.question.formula;
        let is = |it: CtlId, value: bool| formula.node(it) == Ctl::Const(value);
        match formula.node(id) {
            _ if formula.is_local(id) => {
                let mut program = self.program.clone();
                let expr = condition(&mut program, self.question, id);
                Settled::of(evaluate_atom(&program, &initial(&program), expr).into())
            }
            Ctl::Not(f) => {
                let settled = self.settle(f);
                Settled { value: !settled.value, ..settled }
            }
            Ctl::And(f, g) => self.settle_both(f, g, Kleene::False),
            Ctl::Or(f, g) => self.settle_both(f, g, Kleene::True),
            Ctl::Until(Quantifier::Some, f, g) if is(f, true) && formula.is_local(g) => {
                self.reaches(g, Kleene::True)
            }
            Ctl::WeakUntil(Quantifier::All, f, g) if is(g, false) && formula.is_local(f) => {
                let settled = self.reaches(f, Kleene::False);
                Settled { value: !settled.value, ..settled }
            }
            _ => Settled::unsupported("a formula of this kind, by induction,"),
        }
    }

    /// Settles two subformulas, of which one that has a value decides.
    fn settle_both(&mut self, f: CtlId, g: CtlId, decides: Kleene) -> Settled {
        let mut first = self.settle(f);
        if first.value == decides {
            return first;
        }
        let second = self.settle(g);
        if second.value == decides {
            return second;
        }
        let value = if first.value == second.value { first.value } else { Kleene::Maybe };
        first.grounds.extend(second.grounds);
        Settled { value, grounds: first.grounds, reason: first.reason.or(second.reason) }
    }

    /// Whether a state is reached where a subformula has a value.
    fn reaches(&mut self, id: CtlId, value: Kleene) -> Settled {
        let edges = self.program.edges.len();
        let mut program = self.program.clone();
        let mut goal = condition(&mut program, self.question, id);
        if value == Kleene::False {
            goal = program.expr(Expr::Unary(UnOp::Not, goal));
        }
        let Some(property) = observe(&mut program, self.granularity, goal) else {
            return Settled::unsupported("looking at the states of this program by induction");
        };
        let properties: Vec<PropId> = [property].into_iter().chain(program.boundary).collect();
        let outcome = InForm(&self.waves).run(&Task::new(&program, &properties), self.cx);
        self.statistics.conflicts += outcome.statistics.conflicts;
        self.statistics.states += outcome.statistics.states;
        let verdict = |it: PropId| {
            outcome.verdicts.iter().find(|(of, _)| *of == it).map(|(_, verdict)| verdict.clone())
        };
        let is_whole =
            program.boundary.is_none_or(|it| matches!(verdict(it), Some(Verdict::True(_))));
        match verdict(property) {
            Some(Verdict::True(proof)) if is_whole => Settled::because(Kleene::False, proof),
            Some(Verdict::False(trace)) => {
                let mut steps = trace.steps;
                steps.retain(|it| it.edge.index() < edges);
                let run = Trace { steps, choices: trace.choices, end: End::Path };
                Settled::because(Kleene::True, Certificate::Run(run))
            }
            Some(Verdict::Maybe(reason)) => {
                Settled { reason: Some(reason), ..Settled::of(Kleene::Maybe) }
            }
            _ => match program.boundary.and_then(verdict) {
                Some(Verdict::Maybe(reason)) => {
                    Settled { reason: Some(reason), ..Settled::of(Kleene::Maybe) }
                }
                _ => Settled::unsupported("a part of the program"),
            },
        }
    }
}

/// A subformula about one state, as an expression.
fn condition(program: &mut Program, question: &Branching, id: CtlId) -> ExprId {
    let of = |program: &mut Program, it| condition(program, question, it);
    match question.formula.node(id) {
        Ctl::Const(value) => program.truth(value),
        Ctl::Atom(atom) => question.atoms[atom.index()],
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
