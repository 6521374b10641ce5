//! Proofs that a function never comes somewhere, by the engines of `check`.
//!
//! The search for paths is complete only if no loop goes round for ever. Where it is not, the program gets violations where nobody should come (*traps*), and the
//! engines, which know invariants and induction, are asked whether one can be reached.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tribunal_base::Span;
use tribunal_engine::{Chosen, Fairness, Verdict};
use tribunal_engine_explicit::Explicit;
use tribunal_engine_symbolic::steps::marked;
use tribunal_ir::insert::look_within;
use tribunal_ir::{
    Action, BinOp, Expr, ExprId, IntShape, Matching, Place, Program, PropId, Property,
    PropertyKind, Scope, Then, Ty, UnOp, Var, VarId, Violation,
};
use tribunal_unit::Wanted;

use super::{Found, Numbers, Unit};
use tribunal_portfolio::check::{CheckOptions, Method, check};
use tribunal_portfolio::limits::Limits;
use tribunal_portfolio::reduction::Reduction;

/// How long the engines may usually look for a proof.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// How long they may look for one that the user waits for.
const LONG_PATIENCE: Duration = Duration::from_secs(60);
/// The property that traps violate.
const TRAPS: &str = "the path is taken";

/// Where nobody should come: to a node, if something holds there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trap {
    /// What a formula wants.
    Wanted(Wanted),
    /// The function was at this node before.
    After(u32),
    /// Places are passed in order: these of them are the node, and it is the last of so many.
    Passed {
        /// Their numbers, in ascending order.
        places: Vec<usize>,
        /// How many there are.
        count: usize,
    },
}

/// Tries to prove that there is no path, where the search has found none but was cut; for formulas that want a node where something holds.
pub fn prove_none(unit: &Unit, found: &mut Found, limits: &Limits, cancelled: &AtomicBool) {
    let is_open = found.paths.is_empty()
        && found.stopped.is_none()
        && unit.concurrent().is_none()
        // The engines know no numbers without widths.
        && unit.numbers == Numbers::Machine;
    let Some(summary) = found.summary.as_mut().filter(|it| is_open && !it.exhaustive) else {
        return;
    };
    let wanted = |number: u32| unit.query.wanted_at(number).map(Trap::Wanted);
    if unit.chart.numbers().all(|it| wanted(it).is_none()) {
        return;
    }
    let patience = limits.time.map_or(LONG_PATIENCE, |it| it.min(LONG_PATIENCE));
    if ask(unit, &wanted, patience, cancelled) == Asked::Never {
        summary.exhaustive = true;
        summary.doubts.clear();
    }
}

/// What engines say about runs that come somewhere.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// There is none: a proof.
    Never,
    /// There is one, which makes these choices.
    Run(Vec<Chosen>),
    Unknown,
}

/// Asks the engines for a run that comes to a node with a trap where that holds.
pub(super) fn ask(
    unit: &Unit,
    traps: &dyn Fn(u32) -> Option<Trap>,
    patience: Duration,
    cancelled: &AtomicBool,
) -> Asked {
    let program = trapped(unit, traps);
    let options = CheckOptions {
        method: Method::Auto,
        properties: vec![TRAPS.to_owned()],
        fairness: Fairness::None,
        engine: Explicit::default(),
        then: Vec::new(),
        transformer: tribunal_engine_absint::Transformer::Usual,
        swarm: 1,
        reduction: Reduction::FULL,
        limits: Limits {
            time: Some(patience),
            memory: tribunal_portfolio::limits::default_memory(),
            depth: u64::MAX,
        },
        checkpoint: None,
        second_proofs: tribunal_portfolio::SecondProofs::HalfTheCost,
    };
    let Ok(checked) = check(program, &options, cancelled, &mut ()) else { return Asked::Unknown };
    let verdicts = || checked.answers.iter().map(|it| &it.verdict);
    if verdicts().next().is_some() && verdicts().all(|it| matches!(it, Verdict::True(_))) {
        return Asked::Never;
    }
    verdicts()
        .find_map(|it| match it {
            Verdict::False(trace) => Some(Asked::Run(trace.choices.clone())),
            _ => None,
        })
        .unwrap_or(Asked::Unknown)
}

/// The program of a unit with traps at its marks.
fn trapped(unit: &Unit, traps: &dyn Fn(u32) -> Option<Trap>) -> Program {
    let program = unit.program.clone();
    let marks = marked(&program, unit.marks.node);
    let mut trapping = Trapping::new(program, unit);
    for (edge, node) in marks {
        let own = unit.chart.node(node).is_some_and(|it| it.function == unit.function);
        let (mut trap, mut told) = (None, Vec::new());
        if let Some(it) = traps(node) {
            trap = Some(trapping.condition(&it));
            told.extend(trapping.progress(&it));
        }
        if own {
            let number = trapping.number(node as usize);
            told.push(trapping.set(trapping.last, number));
        }
        let Trapping { program, node: variable, property, .. } = &mut trapping;
        let is_mark = |it: &Action| matches!(it, Action::Assign { place, .. } if program.places[*place] == Place::Var(*variable));
        let Some(action) = program.edges[edge].actions.iter().position(is_mark) else { continue };
        let message = TRAPS.to_owned();
        let violation = Violation { property: *property, message, then: Then::Stop };
        look_within(program, edge, action, trap.map(|it| (it, violation)), told);
    }
    trapping.program
}

/// Puts traps into a program.
struct Trapping<'u> {
    program: Program,
    atoms: &'u [VarId],
    node: VarId,
    property: PropId,
    /// The node of the function before.
    last: VarId,
    /// How many places of a sequence were passed.
    stage: VarId,
}

impl<'u> Trapping<'u> {
    fn new(mut program: Program, unit: &'u Unit) -> Self {
        let (name, kind) = (TRAPS.to_owned(), PropertyKind::Unreachable);
        let property = program.props.push(Property { name, kind, span: None });
        let ty = program.int_ty(IntShape::I32);
        let span = unit.spans.first().copied().unwrap_or(Span::new(tribunal_base::FileId(0), 0, 0));
        let mut variable = |name: &str| {
            let (name, scope, init) = (name.to_owned(), Scope::Global, Vec::new());
            program.vars.push(Var { name, ty, scope, init, matching: Matching::Matched, span })
        };
        let (last, stage) = (variable("last node"), variable("stage"));
        let (atoms, node) = (&unit.marks.atoms, unit.marks.node);
        Self { program, atoms, node, property, last, stage }
    }

    fn number(&mut self, value: usize) -> ExprId {
        self.program.int(i32::try_from(value).unwrap_or(i32::MAX))
    }

    fn load(&mut self, var: VarId) -> ExprId {
        let place = self.program.place(Place::Var(var));
        self.program.expr(Expr::Load(place))
    }

    fn set(&mut self, var: VarId, value: ExprId) -> Action {
        Action::Assign { place: self.program.place(Place::Var(var)), value }
    }

    fn is(&mut self, var: VarId, value: usize) -> ExprId {
        let (var, value) = (self.load(var), self.number(value));
        self.program.expr(Expr::Binary(BinOp::Eq, var, value))
    }

    /// When a run is trapped.
    fn condition(&mut self, trap: &Trap) -> ExprId {
        match trap {
            Trap::Wanted(wanted) => self.wanted(wanted),
            Trap::After(node) => self.is(self.last, *node as usize),
            // All but the last place were passed, and this is the last one.
            Trap::Passed { places, count } => match places.last() {
                Some(last) if last + 1 == *count => self.is(self.stage, *last),
                _ => self.program.truth(false),
            },
        }
    }

    fn wanted(&mut self, wanted: &Wanted) -> ExprId {
        match wanted {
            Wanted::Truth(it) => self.program.truth(*it),
            Wanted::Expression(it) => {
                let Some(atom) = self.atoms.get(*it) else { return self.program.truth(false) };
                let (arg, to) = (self.load(*atom), self.program.ty(Ty::Bool));
                match self.program.ty_of(arg) {
                    Some(Ty::Bool) => arg,
                    _ => self.program.expr(Expr::Cast { to, arg }),
                }
            }
            Wanted::Not(it) => {
                let it = self.wanted(it);
                self.program.expr(Expr::Unary(UnOp::Not, it))
            }
            Wanted::And(both) => self.both(BinOp::And, both),
            Wanted::Or(both) => self.both(BinOp::Or, both),
        }
    }

    fn both(&mut self, op: BinOp, (first, second): &(Wanted, Wanted)) -> ExprId {
        let (first, second) = (self.wanted(first), self.wanted(second));
        self.program.expr(Expr::Binary(op, first, second))
    }

    /// What becomes of the places that were passed: one more, if the node is the next one.
    fn progress(&mut self, trap: &Trap) -> Option<Action> {
        let Trap::Passed { places, .. } = trap else { return None };
        let mut stage = self.load(self.stage);
        for place in places {
            let (here, next) = (self.is(self.stage, *place), self.number(place + 1));
            stage = self.program.expr(Expr::Ite(here, next, stage));
        }
        Some(self.set(self.stage, stage))
    }
}
