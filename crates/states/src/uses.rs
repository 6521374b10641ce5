//! What an expression tells of the variables in it: where its value changes, or all.

use rustc_hash::FxHashMap;
use std::rc::Rc;
use tribunal_ir::visit::{Root, Use, Walk};
use tribunal_ir::{BinOp, Expr, ExprId, IntShape, Place, Program, Ty, UnOp, VarId};

/// What is told of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observed {
    /// Whether it is less than each of these.
    Cut([i128; 2]),
    /// Anything.
    Whole,
}

/// What expressions tell, found out once for each.
pub struct Uses<'a> {
    pub(super) program: &'a Program,
    known: FxHashMap<ExprId, Rc<[(VarId, Observed)]>>,
}

impl<'a> Uses<'a> {
    /// Of a program.
    #[must_use]
    pub fn new(program: &'a Program) -> Self {
        Self { program, known: FxHashMap::default() }
    }

    /// What may depend on an expression, as what it tells of its variables.
    pub(super) fn of(&mut self, expr: ExprId) -> Rc<[(VarId, Observed)]> {
        if let Some(known) = self.known.get(&expr) {
            return Rc::clone(known);
        }
        let mut seen = Vec::new();
        let program = self.program;
        match program.exprs[expr] {
            Expr::Const { .. } => {}
            Expr::Load(place) => match program.places[place] {
                Place::Var(var) if program.tys[program.vars[var].ty] == Ty::Bool => {
                    seen.push((var, Observed::Cut([0, 1])));
                }
                Place::Var(var) => seen.push((var, Observed::Whole)),
                _ => self.whole(expr, &mut seen),
            },
            Expr::Cast { to, arg } if program.tys[to] == Ty::Bool => match self.copied(arg) {
                Some(var) => seen.push((var, Observed::Cut([0, 1]))),
                None => seen.extend(self.of(arg).iter()),
            },
            Expr::Binary(op, a, b) => match self.compared(op, a, b) {
                Some((var, starts)) => seen.push((var, Observed::Cut(starts))),
                None => {
                    seen.extend(self.of(a).iter());
                    seen.extend(self.of(b).iter());
                }
            },
            Expr::Unary(UnOp::Not | UnOp::Neg | UnOp::BitNot, arg) | Expr::Cast { arg, .. } => {
                seen.extend(self.of(arg).iter());
            }
            Expr::Ite(condition, yes, no) => {
                for part in [condition, yes, no] {
                    seen.extend(self.of(part).iter());
                }
            }
            _ => self.whole(expr, &mut seen),
        }
        // Expressions share parts.
        let mut once: Vec<(VarId, Observed)> = Vec::new();
        for it in seen {
            if !once.contains(&it) {
                once.push(it);
            }
        }
        let seen: Rc<[(VarId, Observed)]> = once.into();
        self.known.insert(expr, Rc::clone(&seen));
        seen
    }

    fn whole(&self, expr: ExprId, seen: &mut Vec<(VarId, Observed)>) {
        let read = self.read(|walk| walk.expr(expr));
        seen.extend(read.into_iter().map(|it| (it, Observed::Whole)));
    }

    /// The variables that are read on a walk.
    pub(super) fn read(&self, lead: impl FnOnce(&mut Walk<'a, &mut dyn FnMut(Use)>)) -> Vec<VarId> {
        let program = self.program;
        let mut read = Vec::new();
        let mut each = |it| {
            if let Use::Read(place) = it
                && let Root::Own(var) | Root::Remote(var) = program.root(place)
            {
                read.push(var);
            }
        };
        lead(&mut Walk::new(program, &mut each));
        read
    }

    /// The variable that is compared with a constant, and where the result changes.
    #[must_use]
    pub fn compared(&self, op: BinOp, a: ExprId, b: ExprId) -> Option<(VarId, [i128; 2])> {
        match (self.copied(a), self.constant(b), self.constant(a), self.copied(b)) {
            (Some(var), Some(limit), ..) => match op {
                BinOp::Eq | BinOp::Ne => Some((var, [limit, limit + 1])),
                BinOp::Lt => Some((var, [limit, limit])),
                BinOp::Le => Some((var, [limit + 1, limit + 1])),
                _ => None,
            },
            (_, _, Some(limit), Some(var)) => match op {
                BinOp::Eq | BinOp::Ne => Some((var, [limit, limit + 1])),
                BinOp::Lt => Some((var, [limit + 1, limit + 1])),
                BinOp::Le => Some((var, [limit, limit])),
                _ => None,
            },
            _ => None,
        }
    }

    /// The variable whose number this is.
    #[must_use]
    pub fn copied(&self, expr: ExprId) -> Option<VarId> {
        match self.program.exprs[expr] {
            Expr::Load(place) => match self.program.places[place] {
                Place::Var(var) => self.shape(var).map(|_| var),
                _ => None,
            },
            Expr::Cast { to, arg } => {
                let Ty::Int(to) = self.program.tys[to] else { return None };
                self.copied(arg).filter(|_| holds(to, Some(self.program.shape_of(arg))))
            }
            _ => None,
        }
    }

    /// The shape of a variable that holds a number.
    pub(super) fn shape(&self, var: VarId) -> Option<IntShape> {
        match self.program.tys[self.program.vars[var].ty] {
            Ty::Bool => Some(IntShape::BOOL),
            Ty::Int(shape) => Some(shape),
            _ => None,
        }
    }

    /// The number of an expression that is one.
    pub(super) fn constant(&self, expr: ExprId) -> Option<i128> {
        match self.program.exprs[expr] {
            Expr::Const { value, .. } => Some(value),
            Expr::Cast { to, arg } => match self.program.tys[to] {
                Ty::Int(shape) => self.constant(arg).map(|it| shape.wrap(it)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The least and the greatest number of a shape, if it is not too wide.
#[must_use]
pub fn range(shape: IntShape) -> Option<(i128, i128)> {
    match shape {
        IntShape { bits: 65.., .. } => None,
        IntShape { bits, signed: true } => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        IntShape { bits, signed: false } => Some((0, (1 << bits) - 1)),
    }
}

/// Whether one shape has all the numbers of another.
pub(super) fn holds(shape: IntShape, other: Option<IntShape>) -> bool {
    match (range(shape), other.and_then(range)) {
        (Some((low, high)), Some((least, greatest))) => low <= least && greatest <= high,
        _ => false,
    }
}
