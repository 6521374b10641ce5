//! Values that a program leaves open, tried one by one.

use tribunal_exec::{Oracle, State, View, evaluate};
use tribunal_ir::{
    Action, BinOp, EdgeId, Expr, ExprId, Guard, IntShape, LocId, Place, PlaceId, Program, Ty, UnOp,
    VarId,
};

/// How many values are tried at most.
const MOST: u128 = 1 << 16;

/// Answers by a script, then takes note of what else it is asked. Arbitrary bytes are 0: the search gives
/// up where one is read.
pub struct Inquirer<'a> {
    script: std::slice::Iter<'a, i128>,
    /// The first question that the script does not answer.
    pub asked: Option<IntShape>,
}

impl<'a> Inquirer<'a> {
    /// Answers by a script.
    #[must_use]
    pub fn new(script: &'a [i128]) -> Self {
        Self { script: script.iter(), asked: None }
    }
}

impl Oracle for Inquirer<'_> {
    fn value(&mut self, shape: IntShape) -> i128 {
        match self.script.next() {
            Some(value) => *value,
            None => {
                self.asked = self.asked.or(Some(shape));
                0
            }
        }
    }

    fn bytes(&mut self, _: u64) -> Vec<(u64, u8)> {
        Vec::new()
    }
}

/// The state after an edge was taken, and where runs may be dropped from there on.
#[derive(Clone, Copy)]
pub struct After<'a> {
    /// The state.
    pub state: &'a State,
    /// Where runs need not be followed.
    pub dropped: Dropped,
}

/// Where runs that are stuck need not be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// Anywhere.
    Stuck,
    /// Where they do not count, however they end.
    AtHalt,
}

/// The values of an edge's next open choice, after it was taken with the script and 0; `None` if there are too many.
///
/// What is assumed right after the choice narrows it down: a run with another value would be stuck there. If
/// that matters wherever it is, no state is given.
#[must_use]
pub fn values(
    program: &Program,
    edge: EdgeId,
    script: &[i128],
    shape: IntShape,
    after: Option<After<'_>>,
) -> Option<Vec<i128>> {
    let mut range = Range::of(shape)?;
    if MOST < range.count()
        && let Some(after) = after.filter(|it| it.state.processes.len() == 1)
    {
        let actions = &program.edges[edge].actions;
        let havocs = actions.iter().enumerate().filter_map(|(number, it)| match it {
            Action::Havoc { place } => Some((number, *place)),
            _ => None,
        });
        let (number, place) = havocs.clone().nth(script.len())?;
        let is_last = havocs.count() == script.len() + 1 && number + 1 == actions.len();
        if let (true, Place::Var(var)) = (is_last, program.places[place]) {
            Prospect { program, after, copies: vec![var] }
                .narrow(program.edges[edge].to, &mut range);
        }
    }
    if range.count() == 0 {
        // One is enough to come to the assumption that none fulfils.
        return Some(vec![0]);
    }
    (range.count() <= MOST).then(|| (range.low..=range.high).collect())
}

/// The numbers from one to another.
#[derive(Clone, Copy, Debug)]
struct Range {
    low: i128,
    high: i128,
}

impl Range {
    /// The numbers of a shape, if it is not too wide to tell.
    fn of(shape: IntShape) -> Option<Self> {
        let bits = shape.bits;
        if 64 < bits {
            return None;
        }
        Some(match shape.signed {
            true => Self { low: -(1 << (bits - 1)), high: (1 << (bits - 1)) - 1 },
            false => Self { low: 0, high: (1 << bits) - 1 },
        })
    }

    fn count(self) -> u128 {
        if self.high < self.low { 0 } else { self.high.abs_diff(self.low) + 1 }
    }
}

/// What follows a choice.
struct Prospect<'a> {
    program: &'a Program,
    after: After<'a>,
    /// The variables that hold the value.
    copies: Vec<VarId>,
}

impl Prospect<'_> {
    /// Follows the only way on and narrows the range by the conditions on it.
    fn narrow(&mut self, mut location: LocId, range: &mut Range) {
        // Long enough for what a front end puts between a call and an assumption.
        for _ in 0..16 {
            let [edge] = self.program.locs[location].out.as_slice() else { return };
            let edge = &self.program.edges[*edge];
            if edge.violates.is_some() {
                return;
            }
            if let Guard::When(condition) = edge.guard {
                let is_dropped =
                    self.after.dropped == Dropped::Stuck || self.program.locs[location].marks.halt;
                if !is_dropped && !self.is_certain(condition) {
                    return;
                }
                self.assume(condition, true, range);
            }
            for action in &edge.actions {
                let Action::Assign { place, value } = action else { return };
                let Place::Var(var) = self.program.places[*place] else { return };
                if !self.is_copy(*value) {
                    return;
                }
                // A variable that is too narrow would not hold the value.
                let (from, to) = (self.copies[0], var);
                let ty = |it: VarId| self.program.vars[it].ty;
                if ty(from) != ty(to) {
                    return;
                }
                self.copies.push(var);
            }
            location = edge.to;
        }
    }

    /// Narrows the range to the values for which a condition may be true, or false.
    fn assume(&self, condition: ExprId, truth: bool, range: &mut Range) {
        match (&self.program.exprs[condition], truth) {
            (Expr::Unary(UnOp::Not, arg), _) => self.assume(*arg, !truth, range),
            // From `Bool` to a number and back.
            (Expr::Cast { to, arg }, _) if self.is_bool(*arg) && self.is_integer(*to) => {
                self.assume(*arg, truth, range);
            }
            (Expr::Cast { to, arg }, _) if self.program.tys[*to] == Ty::Bool => {
                if let Expr::Cast { arg: inner, .. } = self.program.exprs[*arg]
                    && self.is_bool(inner)
                {
                    self.assume(inner, truth, range);
                }
            }
            (Expr::Binary(BinOp::And, a, b), true) | (Expr::Binary(BinOp::Or, a, b), false)
                if self.is_bool(*a) =>
            {
                self.assume(*a, truth, range);
                self.assume(*b, truth, range);
            }
            (Expr::Binary(op, a, b), _) => self.compare(*op, *a, *b, truth, range),
            _ => {}
        }
    }

    /// Narrows the range by a comparison with something known.
    fn compare(&self, op: BinOp, a: ExprId, b: ExprId, truth: bool, range: &mut Range) {
        let Some(Ty::Int(shape)) = self.program.ty_of(a) else { return };
        let is_own = |it: ExprId| self.is_copy(it) && self.program.shape_of(it) == shape;
        let known = |it: ExprId| match &self.program.exprs[it] {
            Expr::Const { value, .. } => Some(*value),
            Expr::Load(place) => match self.program.places[*place] {
                Place::Var(var) if !self.copies.contains(&var) => {
                    Some(evaluate(View::of_process(self.program, self.after.state, 0, false), it))
                }
                _ => None,
            },
            _ => None,
        };
        let (low, high) = (range.low, range.high);
        if is_own(a)
            && let Some(limit) = known(b)
        {
            match (op, truth) {
                (BinOp::Lt, true) => range.high = high.min(limit - 1),
                (BinOp::Lt, false) => range.low = low.max(limit),
                (BinOp::Le, true) => range.high = high.min(limit),
                (BinOp::Le, false) => range.low = low.max(limit + 1),
                (BinOp::Eq, true) | (BinOp::Ne, false) => {
                    (range.low, range.high) = (low.max(limit), high.min(limit));
                }
                _ => {}
            }
        } else if is_own(b)
            && let Some(limit) = known(a)
        {
            match (op, truth) {
                (BinOp::Lt, true) => range.low = low.max(limit + 1),
                (BinOp::Lt, false) => range.high = high.min(limit),
                (BinOp::Le, true) => range.low = low.max(limit),
                (BinOp::Le, false) => range.high = high.min(limit - 1),
                (BinOp::Eq, true) | (BinOp::Ne, false) => {
                    (range.low, range.high) = (low.max(limit), high.min(limit));
                }
                _ => {}
            }
        }
    }

    /// Whether an expression is the value itself.
    fn is_copy(&self, expr: ExprId) -> bool {
        let is_it = |it: PlaceId| matches!(self.program.places[it], Place::Var(var) if self.copies.contains(&var));
        matches!(self.program.exprs[expr], Expr::Load(place) if is_it(place))
    }

    fn is_certain(&self, condition: ExprId) -> bool {
        matches!(self.program.exprs[condition], Expr::Const { value, .. } if value != 0)
    }

    fn is_bool(&self, expr: ExprId) -> bool {
        self.program.ty_of(expr) == Some(Ty::Bool)
    }

    fn is_integer(&self, ty: tribunal_ir::TyId) -> bool {
        matches!(self.program.tys[ty], Ty::Int(_) | Ty::Bool)
    }
}
