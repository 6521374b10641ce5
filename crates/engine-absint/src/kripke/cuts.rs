//! Where values are split: at the constants that a variable, or one that it is copied to, is compared with.

use std::collections::{BTreeMap, BTreeSet};
use tribunal_base::Id as _;
use tribunal_domains::{Interval, Number};
use tribunal_ir::{Action, BinOp, Expr, ExprId, IntShape, Place, Program, Ty, VarId};

/// More parts than this are not made of one value.
const PARTS: usize = 32;

/// The numbers at which parts begin, for each variable.
#[derive(Debug)]
pub(super) struct Cuts {
    of: Vec<BTreeSet<i128>>,
}

impl Cuts {
    pub(super) fn new(program: &Program) -> Self {
        let mut classes = Classes { parent: (0..program.vars.len()).collect() };
        classes.note_copies(program);
        let mut cuts: Vec<BTreeSet<i128>> = vec![BTreeSet::new(); program.vars.len()];
        let mut note = |expr: ExprId, numbers: &[i128]| {
            if let Some(var) = variable(program, expr) {
                cuts[classes.find(var.index())].extend(numbers);
            }
        };
        for (_, expr) in program.exprs.iter() {
            match *expr {
                Expr::Binary(op, a, b) => match (op, constant(program, a), constant(program, b)) {
                    (BinOp::Lt, None, Some(number)) => note(a, &[number]),
                    (BinOp::Le, None, Some(number)) => note(a, &[number.saturating_add(1)]),
                    (BinOp::Lt, Some(number), None) => note(b, &[number.saturating_add(1)]),
                    (BinOp::Le, Some(number), None) => note(b, &[number]),
                    (BinOp::Eq | BinOp::Ne, None, Some(number)) => {
                        note(a, &[number, number.saturating_add(1)]);
                    }
                    (BinOp::Eq | BinOp::Ne, Some(number), None) => {
                        note(b, &[number, number.saturating_add(1)]);
                    }
                    _ => {}
                },
                Expr::Cast { to, arg } if program.tys[to] == Ty::Bool => note(arg, &[0, 1]),
                _ => {}
            }
        }
        let of = (0..program.vars.len()).map(|it| cuts[classes.find(it)].clone()).collect();
        Self { of }
    }

    /// The parts of all values of a variable.
    pub(super) fn parts(&self, var: VarId, shape: IntShape) -> Vec<Number> {
        let Interval { lo: low, hi: high } = Interval::of(shape);
        let inside = self.of[var.index()].iter().copied().filter(|it| low < *it && *it <= high);
        let mut starts = vec![low];
        starts.extend(inside);
        if PARTS < starts.len() {
            starts.truncate(1);
        }
        let ends = starts.iter().skip(1).map(|it| it - 1).chain([high]);
        starts.iter().zip(ends).filter_map(|(from, to)| Number::range(*from, to)).collect()
    }
}

fn constant(program: &Program, expr: ExprId) -> Option<i128> {
    match program.exprs[expr] {
        Expr::Const { value, .. } => Some(value),
        _ => None,
    }
}

/// The variable that an expression has the value of, conversions apart.
fn variable(program: &Program, expr: ExprId) -> Option<VarId> {
    match program.exprs[expr] {
        Expr::Load(place) => match program.places[place] {
            Place::Var(var) => Some(var),
            _ => None,
        },
        Expr::Cast { arg, .. } => variable(program, arg),
        _ => None,
    }
}

/// Classes of variables that are copied to each other.
struct Classes {
    parent: Vec<usize>,
}

impl Classes {
    fn find(&self, mut at: usize) -> usize {
        while self.parent[at] != at {
            at = self.parent[at];
        }
        at
    }

    fn join(&mut self, a: VarId, b: VarId) {
        let (a, b) = (self.find(a.index()), self.find(b.index()));
        self.parent[a] = b;
    }

    fn note_copies(&mut self, program: &Program) {
        let place = |it| match program.places[it] {
            Place::Var(var) => Some(var),
            _ => None,
        };
        // What functions return, and where it goes.
        let mut returned: BTreeMap<usize, Vec<VarId>> = BTreeMap::new();
        for edge in program.edges.values() {
            for action in &edge.actions {
                match action {
                    Action::Assign { place: to, value } => {
                        if let (Some(to), Some(from)) = (place(*to), variable(program, *value)) {
                            self.join(to, from);
                        }
                    }
                    Action::Call { process, args, result } => {
                        let params = &program.procs[*process].locals;
                        for (param, arg) in params.iter().zip(args) {
                            if let Some(from) = variable(program, *arg) {
                                self.join(*param, from);
                            }
                        }
                        returned.entry(process.index()).or_default().extend(result.and_then(place));
                    }
                    Action::Return { value: Some(value) } => {
                        let function = program.locs[edge.from].process.index();
                        returned.entry(function).or_default().extend(variable(program, *value));
                    }
                    _ => {}
                }
            }
        }
        for class in returned.into_values() {
            class.windows(2).for_each(|it| self.join(it[0], it[1]));
        }
    }
}
