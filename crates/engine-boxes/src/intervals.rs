//! Intervals of numbers that wrap around: what an expression may yield in a box, and what is left of a box under a condition.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use tribunal_base::Id;
use tribunal_ir::{BinOp, Expr, ExprId, Initially, IntShape, Place, Program, Ty, UnOp, VarId};
use tribunal_states::uses::{Uses, range};

/// The least and the greatest number of each variable.
pub(crate) type Bounds = Box<[(i128, i128)]>;

/// A box on its way, with what its way tells besides.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) bounds: Bounds,
    /// Variables that are less than others.
    less: Vec<(VarId, VarId)>,
}

impl Region {
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self { bounds, less: Vec::new() }
    }

    /// Gives a variable another value.
    pub(crate) fn set(&mut self, var: VarId, range: (i128, i128)) {
        self.bounds[var.index()] = range;
        self.less.retain(|it| it.0 != var && it.1 != var);
    }

    fn is_less(&self, a: Option<VarId>, b: Option<VarId>) -> bool {
        matches!((a, b), (Some(a), Some(b)) if self.less.contains(&(a, b)))
    }
}

/// A variable with more cells than this has one.
const MOST_CELLS: usize = 1000;

/// Evaluates the expressions of a program whose numbers have at most 64 bits.
pub(crate) struct Intervals<'a> {
    program: &'a Program,
    uses: Uses<'a>,
    /// What the type of each variable allows.
    pub(crate) ranges: Vec<(i128, i128)>,
}

impl<'a> Intervals<'a> {
    pub(crate) fn new(program: &'a Program) -> Self {
        let all = |ty| program.shape(ty).and_then(range).unwrap_or((0, 0));
        let ranges = program.vars.values().map(|it| all(it.ty)).collect();
        Self { program, uses: Uses::new(program), ranges }
    }

    /// Where the program cuts the numbers of each variable.
    pub(crate) fn cells(&self) -> Vec<Vec<i128>> {
        let mut cuts: Vec<BTreeSet<i128>> = vec![BTreeSet::new(); self.ranges.len()];
        for (_, expr) in self.program.exprs.iter() {
            let found = match *expr {
                Expr::Binary(op, a, b) => self.uses.compared(op, a, b),
                Expr::Cast { to, arg } if self.program.tys[to] == Ty::Bool => {
                    self.uses.copied(arg).map(|it| (it, [0, 1]))
                }
                _ => None,
            };
            if let Some((var, starts)) = found {
                cuts[var.index()].extend(starts);
            }
        }
        let starts = |(cuts, (low, high)): (BTreeSet<i128>, &(i128, i128))| {
            let mut starts = vec![*low];
            starts.extend(cuts.into_iter().filter(|it| low < it && it <= high));
            if MOST_CELLS < starts.len() {
                starts.truncate(1);
            }
            starts
        };
        cuts.into_iter().zip(&self.ranges).map(starts).collect()
    }

    /// The state in which a run starts.
    pub(crate) fn initial(&self) -> Bounds {
        let mut region = Region::new(vec![(0, 0); self.ranges.len()].into());
        for (id, var) in self.program.vars.iter() {
            for first in &var.init {
                if let Initially::Value(value) = first.value {
                    region.set(id, self.stored(id, Some(self.value(value, &region))));
                }
            }
        }
        region.bounds
    }

    /// What a variable holds after it was given a value; any, if none is given.
    pub(crate) fn stored(&self, var: VarId, value: Option<(i128, i128)>) -> (i128, i128) {
        let shape = self.program.shape(self.program.vars[var].ty);
        match (value, shape) {
            (Some(value), Some(shape)) => fit(shape, value),
            _ => self.ranges[var.index()],
        }
    }

    /// What an expression may yield.
    pub(crate) fn value(&self, expr: ExprId, region: &Region) -> (i128, i128) {
        let shape = self.program.shape_of(expr);
        match self.program.exprs[expr] {
            Expr::Const { value, .. } => (value, value),
            Expr::Load(place) => match self.program.places[place] {
                Place::Var(var) => region.bounds[var.index()],
                _ => whole(shape),
            },
            Expr::Unary(op, arg) => {
                let (low, high) = self.value(arg, region);
                match op {
                    UnOp::Not => (1 - high, 1 - low),
                    UnOp::Neg => fit(shape, (-high, -low)),
                    UnOp::BitNot => fit(shape, (-1 - high, -1 - low)),
                    _ => whole(shape),
                }
            }
            Expr::Binary(op, a, b) => {
                let operand = self.program.shape_of(a);
                let (left, right) = (self.value(a, region), self.value(b, region));
                let (first, second) = (self.uses.copied(a), self.uses.copied(b));
                let order = match (region.is_less(first, second), region.is_less(second, first)) {
                    (true, _) => Ordering::Less,
                    (_, true) => Ordering::Greater,
                    _ => Ordering::Equal,
                };
                ordered(op, operand, left, right, order)
            }
            Expr::Ite(condition, yes, no) => match self.value(condition, region) {
                (1, 1) => self.value(yes, region),
                (0, 0) => self.value(no, region),
                _ => hull(self.value(yes, region), self.value(no, region)),
            },
            Expr::Cast { to, arg } => {
                let value = self.value(arg, region);
                match self.program.tys[to] {
                    Ty::Bool => truth(value == (0, 0), value.0 <= 0 && 0 <= value.1),
                    _ => fit(shape, value),
                }
            }
            _ => whole(shape),
        }
    }

    /// What is left of a box where a condition is true, or false.
    pub(crate) fn assume(&self, condition: ExprId, truth: bool, region: &Region) -> Vec<Region> {
        match self.value(condition, region) {
            (0, 0) if truth => return Vec::new(),
            (1, 1) if !truth => return Vec::new(),
            (0, 0) | (1, 1) => return vec![region.clone()],
            _ => {}
        }
        let is_bool = |it: ExprId| self.program.ty_of(it) == Some(Ty::Bool);
        match self.program.exprs[condition] {
            Expr::Unary(UnOp::Not, arg) => self.assume(arg, !truth, region),
            Expr::Binary(op @ (BinOp::And | BinOp::Or), a, b) if is_bool(a) => {
                // Both are as wanted, or the first is not: then the second decides.
                let is_both = (op == BinOp::And) == truth;
                let first = self.assume(a, truth, region);
                if is_both {
                    return first.iter().flat_map(|it| self.assume(b, truth, it)).collect();
                }
                let others = self.assume(a, !truth, region);
                let others = others.iter().flat_map(|it| self.assume(b, truth, it));
                first.into_iter().chain(others).collect()
            }
            Expr::Binary(op @ (BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le), a, b) => {
                self.compare(op, a, b, truth, region)
            }
            Expr::Cast { to, arg } if self.program.tys[to] == Ty::Bool => {
                match (self.uses.copied(arg), &self.program.exprs[arg]) {
                    (Some(var), _) => without(region, var, 0, !truth),
                    (None, Expr::Cast { arg: inner, .. }) if is_bool(*inner) => {
                        self.assume(*inner, truth, region)
                    }
                    _ => vec![region.clone()],
                }
            }
            Expr::Load(_) => match self.uses.copied(condition) {
                Some(var) => without(region, var, 0, !truth),
                None => vec![region.clone()],
            },
            _ => vec![region.clone()],
        }
    }

    fn compare(
        &self,
        op: BinOp,
        a: ExprId,
        b: ExprId,
        truth: bool,
        region: &Region,
    ) -> Vec<Region> {
        let (left, right) = (self.value(a, region), self.value(b, region));
        let (first, second) = (self.uses.copied(a), self.uses.copied(b));
        let mut limits = match (op, truth) {
            (BinOp::Lt, true) => {
                ((left.0, left.1.min(right.1 - 1)), (right.0.max(left.0 + 1), right.1))
            }
            (BinOp::Le, true) => ((left.0, left.1.min(right.1)), (right.0.max(left.0), right.1)),
            // The other way round.
            (BinOp::Lt, false) => ((left.0.max(right.0), left.1), (right.0, right.1.min(left.1))),
            (BinOp::Le, false) => {
                ((left.0.max(right.0 + 1), left.1), (right.0, right.1.min(left.1 - 1)))
            }
            (BinOp::Eq, true) | (BinOp::Ne, false) => {
                let both = (left.0.max(right.0), left.1.min(right.1));
                (both, both)
            }
            _ => {
                return match (first, second) {
                    (Some(var), _) if right.0 == right.1 => without(region, var, right.0, false),
                    (_, Some(var)) if left.0 == left.1 => without(region, var, left.0, false),
                    (Some(_), Some(_)) => {
                        let below = self.compare(BinOp::Lt, a, b, true, region);
                        below
                            .into_iter()
                            .chain(self.compare(BinOp::Lt, b, a, true, region))
                            .collect()
                    }
                    _ => vec![region.clone()],
                };
            }
        };
        let mut narrow = region.clone();
        match (op, truth, first, second) {
            (BinOp::Lt, true, Some(a), Some(b)) => narrow.less.push((a, b)),
            (BinOp::Le, false, Some(a), Some(b)) => narrow.less.push((b, a)),
            _ => {}
        }
        for (var, limit) in [(first, &mut limits.0), (second, &mut limits.1)] {
            if limit.1 < limit.0 {
                return Vec::new();
            }
            if let Some(var) = var {
                let old = &mut narrow.bounds[var.index()];
                *old = (old.0.max(limit.0), old.1.min(limit.1));
                if old.1 < old.0 {
                    return Vec::new();
                }
            }
        }
        vec![narrow]
    }
}

/// A box whose variable is this number, or is not.
fn without(region: &Region, var: VarId, number: i128, is_it: bool) -> Vec<Region> {
    let (low, high) = region.bounds[var.index()];
    let ranges = match is_it {
        true => vec![(low.max(number), high.min(number))],
        false if number < low || high < number => vec![(low, high)],
        false => vec![(low, number - 1), (number + 1, high)],
    };
    let with = |range: (i128, i128)| {
        let mut region = region.clone();
        region.bounds[var.index()] = range;
        region
    };
    ranges.into_iter().filter(|it| it.0 <= it.1).map(with).collect()
}

fn whole(shape: IntShape) -> (i128, i128) {
    range(shape).unwrap_or((i128::MIN, i128::MAX))
}

fn hull(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    (a.0.min(b.0), a.1.max(b.1))
}

/// False if it is certain, true if the contrary is impossible, else either.
fn truth(is_false: bool, may_be_false: bool) -> (i128, i128) {
    match (is_false, may_be_false) {
        (true, _) => (0, 0),
        (false, false) => (1, 1),
        (false, true) => (0, 1),
    }
}

/// Numbers wrapped to a shape.
fn fit(shape: IntShape, (low, high): (i128, i128)) -> (i128, i128) {
    let (least, greatest) = whole(shape);
    if least <= low && high <= greatest {
        return (low, high);
    }
    if high - low < greatest - least {
        let (low, high) = (shape.wrap(low), shape.wrap(high));
        if low <= high {
            return (low, high);
        }
    }
    (least, greatest)
}

/// What an operation on numbers of a shape may yield, if the first is less or greater than the second, or that is not known.
fn ordered(
    op: BinOp,
    shape: IntShape,
    a: (i128, i128),
    b: (i128, i128),
    order: Ordering,
) -> (i128, i128) {
    match (op, order) {
        (BinOp::Sub, Ordering::Less) => fit(shape, (a.0 - b.1, (a.1 - b.0).min(-1))),
        (BinOp::Sub, Ordering::Greater) => fit(shape, ((a.0 - b.1).max(1), a.1 - b.0)),
        (BinOp::Lt | BinOp::Le | BinOp::Ne, Ordering::Less) => (1, 1),
        (BinOp::Eq, Ordering::Less | Ordering::Greater) => (0, 0),
        (BinOp::Lt | BinOp::Le, Ordering::Greater) => (0, 0),
        (BinOp::Ne, Ordering::Greater) => (1, 1),
        _ => binary(op, shape, a, b),
    }
}

/// What an operation on numbers of a shape may yield.
fn binary(op: BinOp, shape: IntShape, a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    let corners = |f: &dyn Fn(i128, i128) -> i128| {
        let all = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
        let least = all.into_iter().fold(i128::MAX, i128::min);
        (least, all.into_iter().fold(i128::MIN, i128::max))
    };
    let is_one = a.0 == a.1 && b.0 == b.1;
    match op {
        BinOp::Add => fit(shape, (a.0 + b.0, a.1 + b.1)),
        BinOp::Sub => fit(shape, (a.0 - b.1, a.1 - b.0)),
        // At most 64 bits each.
        BinOp::Mul => fit(shape, corners(&|x, y| x * y)),
        BinOp::Div => {
            let zero = if b.0 <= 0 && 0 <= b.1 { Some((0, 0)) } else { None };
            let below = (b.0 < 0).then(|| quotients(a, (b.0, b.1.min(-1))));
            let above = (0 < b.1).then(|| quotients(a, (b.0.max(1), b.1)));
            let all = zero.into_iter().chain(below).chain(above).reduce(hull);
            fit(shape, all.unwrap_or((0, 0)))
        }
        BinOp::Rem => remainders(a, b),
        BinOp::Eq => truth(a.1 < b.0 || b.1 < a.0, !(is_one && a.0 == b.0)),
        BinOp::Ne => truth(is_one && a.0 == b.0, !(a.1 < b.0 || b.1 < a.0)),
        BinOp::Lt => truth(b.1 <= a.0, b.0 <= a.1),
        BinOp::Le => truth(b.1 < a.0, b.0 < a.1),
        BinOp::And if is_one => (a.0 & b.0, a.0 & b.0),
        BinOp::Or if is_one => (a.0 | b.0, a.0 | b.0),
        BinOp::Xor if is_one => (a.0 ^ b.0, a.0 ^ b.0),
        // Truth values.
        BinOp::And if shape.bits == 1 && !shape.signed => (a.0 & b.0, a.1 & b.1),
        BinOp::Or if shape.bits == 1 && !shape.signed => (a.0 | b.0, a.1 | b.1),
        BinOp::And if 0 <= a.0 && 0 <= b.0 => (0, a.1.min(b.1)),
        BinOp::AddOverflows | BinOp::SubOverflows | BinOp::MulOverflows | BinOp::SameObject => {
            (0, 1)
        }
        _ => whole(shape),
    }
}

/// What is left of division towards zero by numbers that are not 0 and of one sign.
fn quotients(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    let all = [a.0 / b.0, a.0 / b.1, a.1 / b.0, a.1 / b.1];
    let least = all.into_iter().fold(i128::MAX, i128::min);
    (least, all.into_iter().fold(i128::MIN, i128::max))
}

/// Remainders, of the sign of what is divided.
fn remainders(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    let largest = b.0.abs().max(b.1.abs());
    if largest == 0 {
        return (0, 0);
    }
    // All within one lap.
    if b.0 == b.1 && a.0 / b.0 == a.1 / b.0 && (a.0 < 0) == (a.1 < 0) {
        return (a.0 % b.0, a.1 % b.0);
    }
    let low = if a.0 < 0 { a.0.max(1 - largest) } else { 0 };
    let high = if 0 < a.1 { a.1.min(largest - 1) } else { 0 };
    (low, high)
}
