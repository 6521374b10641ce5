//! Statements in the program's own words: as conditions that could stand in a guard.

use super::{Statement, Values};
use crate::fact::{Relation, Sum};
use tribunal_ir::{BinOp, Expr, ExprId, IntShape, Place, Program, Ty, VarId};

/// The condition that says the same; `None` if there is none. Pointers and memory have none, nor do sums that need more bits than a type has.
pub fn condition(program: &mut Program, statement: &Statement) -> Option<ExprId> {
    let mut writer = Writer { program };
    match statement {
        Statement::Holds(condition) => Some(*condition),
        Statement::Numbers(var, values) => writer.is_among(*var, values),
        Statement::Related(relation) => writer.relation(relation),
        Statement::Pointers(..) | Statement::Memory(..) => None,
    }
}

/// What sums and remainders are computed in: no number of 64 bits wraps there.
const WIDE: IntShape = IntShape { bits: 128, signed: true };

struct Writer<'a> {
    program: &'a mut Program,
}

impl Writer<'_> {
    fn constant(&mut self, value: i128, ty: Ty) -> ExprId {
        let ty = self.program.ty(ty);
        self.program.expr(Expr::Const { value, ty })
    }

    fn wide(&mut self, value: i128) -> ExprId {
        self.constant(value, Ty::Int(WIDE))
    }

    fn binary(&mut self, op: BinOp, left: ExprId, right: ExprId) -> ExprId {
        self.program.expr(Expr::Binary(op, left, right))
    }

    /// All of them; true if there is none.
    fn all(&mut self, parts: Vec<ExprId>) -> ExprId {
        let joined = parts.into_iter().reduce(|a, b| self.binary(BinOp::And, a, b));
        joined.unwrap_or_else(|| self.program.truth(true))
    }

    /// One of them; false if there is none.
    fn any(&mut self, parts: Vec<ExprId>) -> ExprId {
        let joined = parts.into_iter().reduce(|a, b| self.binary(BinOp::Or, a, b));
        joined.unwrap_or_else(|| self.program.truth(false))
    }

    fn load(&mut self, var: VarId) -> ExprId {
        let place = self.program.place(Place::Var(var));
        self.program.expr(Expr::Load(place))
    }

    /// A variable that holds a plain number of at most 64 bits, and the shape of that.
    fn number(&mut self, var: VarId) -> Option<(ExprId, IntShape)> {
        let ty = self.program.tys[self.program.vars[var].ty];
        let shape = match ty {
            Ty::Bool | Ty::Int(_) | Ty::Enum(_) => self.program.shape_of_ty(ty)?,
            Ty::Channel | Ty::Float(_) | Ty::Pointer | Ty::Array { .. } | Ty::Record(_) => {
                return None;
            }
        };
        (shape.bits <= 64).then(|| (self.load(var), shape))
    }

    fn cast(&mut self, arg: ExprId, shape: IntShape) -> ExprId {
        let to = self.program.int_ty(shape);
        self.program.expr(Expr::Cast { to, arg })
    }

    fn is_among(&mut self, var: VarId, values: &Values) -> Option<ExprId> {
        let (load, shape) = self.number(var)?;
        // Numbers are compared in their own type, all else in a wide one.
        let (it, ty) = match self.program.tys[self.program.vars[var].ty] {
            ty @ Ty::Int(_) => (load, ty),
            _ => (self.cast(load, WIDE), Ty::Int(WIDE)),
        };
        let (least, most) = range(shape);
        let mut parts = Vec::new();
        for &(lo, hi) in &values.ranges {
            let (lo, hi) = (lo.max(least), hi.min(most));
            if lo > hi {
                continue;
            }
            let (low, high) = (self.constant(lo, ty), self.constant(hi, ty));
            let mut bounds = Vec::new();
            if lo == hi {
                bounds.push(self.binary(BinOp::Eq, it, low));
            } else {
                if least < lo {
                    bounds.push(self.binary(BinOp::Le, low, it));
                }
                if hi < most {
                    bounds.push(self.binary(BinOp::Le, it, high));
                }
            }
            parts.push(self.all(bounds));
        }
        let mut all = vec![self.any(parts)];
        if values.modulus != 1 {
            all.push(self.is_congruent(load, values.modulus, values.remainder)?);
        }
        if values.known != 0 || values.ones != 0 {
            let wide = self.cast(load, WIDE);
            let known = self.wide(values.known.cast_signed());
            let ones = self.wide(values.ones.cast_signed());
            let masked = self.binary(BinOp::And, wide, known);
            all.push(self.binary(BinOp::Eq, masked, ones));
        }
        let truth = self.program.truth(true);
        if 1 < all.len() {
            all.retain(|it| *it != truth);
        }
        Some(self.all(all))
    }

    fn is_congruent(&mut self, load: ExprId, modulus: i128, remainder: i128) -> Option<ExprId> {
        let is_small = |it: i128| it.unsigned_abs() < 1 << 100;
        if !is_small(modulus) || !is_small(remainder) {
            return None;
        }
        let (wide, remainder) = (self.cast(load, WIDE), self.wide(remainder));
        if modulus == 0 {
            return Some(self.binary(BinOp::Eq, wide, remainder));
        }
        let difference = self.binary(BinOp::Sub, wide, remainder);
        Some(self.is_multiple(difference, modulus))
    }

    fn is_multiple(&mut self, it: ExprId, of: i128) -> ExprId {
        let (of, zero) = (self.wide(of), self.wide(0));
        let rest = self.binary(BinOp::Rem, it, of);
        self.binary(BinOp::Eq, rest, zero)
    }

    fn relation(&mut self, relation: &Relation) -> Option<ExprId> {
        Some(match relation {
            Relation::AtMostZero(sum) => {
                let (sum, zero) = (self.sum(sum)?, self.wide(0));
                self.binary(BinOp::Le, sum, zero)
            }
            Relation::Zero(sum) | Relation::Multiple { of: 0, sum } => {
                let (sum, zero) = (self.sum(sum)?, self.wide(0));
                self.binary(BinOp::Eq, sum, zero)
            }
            Relation::Multiple { of, sum } => {
                let sum = self.sum(sum)?;
                self.is_multiple(sum, *of)
            }
            Relation::Vanishes { bits, products } => {
                let bits = u16::try_from(*bits).ok().filter(|it| (1..=128).contains(it))?;
                self.vanishes(IntShape { bits, signed: false }, products)?
            }
            Relation::NotNull(var) => {
                if self.program.tys[self.program.vars[*var].ty] != Ty::Pointer {
                    return None;
                }
                let (pointer, null) = (self.load(*var), self.constant(0, Ty::Pointer));
                self.binary(BinOp::Ne, pointer, null)
            }
            Relation::Any(all) => {
                let parts: Option<Vec<ExprId>> = all.iter().map(|it| self.relation(it)).collect();
                self.any(parts?)
            }
        })
    }

    fn vanishes(&mut self, shape: IntShape, products: &[(i128, Vec<VarId>)]) -> Option<ExprId> {
        let mut total = None;
        for (factor, vars) in products {
            let mut product = self.constant(shape.wrap(*factor), Ty::Int(shape));
            for var in vars {
                let (load, _) = self.number(*var)?;
                let value = self.cast(load, shape);
                product = self.binary(BinOp::Mul, product, value);
            }
            total = Some(match total {
                None => product,
                Some(sum) => self.binary(BinOp::Add, sum, product),
            });
        }
        let zero = self.constant(0, Ty::Int(shape));
        Some(self.binary(BinOp::Eq, total.unwrap_or(zero), zero))
    }

    /// A sum that cannot wrap.
    fn sum(&mut self, sum: &Sum) -> Option<ExprId> {
        let size = |it: i128| 128 - it.unsigned_abs().leading_zeros();
        let largest = sum.terms.iter().map(|it| size(it.0)).max().unwrap_or(0);
        let count = i128::try_from(sum.terms.len()).ok()? + 1;
        if 128 < (largest + 64).max(size(sum.constant)) + size(count) + 2 {
            return None;
        }
        let mut total = None;
        for (factor, var) in &sum.terms {
            let (load, _) = self.number(*var)?;
            let mut term = self.cast(load, WIDE);
            if *factor != 1 {
                let factor = self.wide(*factor);
                term = self.binary(BinOp::Mul, factor, term);
            }
            total = Some(match total {
                None => term,
                Some(sum) => self.binary(BinOp::Add, sum, term),
            });
        }
        let constant = self.wide(sum.constant);
        Some(match total {
            None => constant,
            Some(total) if sum.constant == 0 => total,
            Some(total) => self.binary(BinOp::Add, total, constant),
        })
    }
}

/// The least and the greatest number of a shape of at most 64 bits.
fn range(shape: IntShape) -> (i128, i128) {
    match shape.signed {
        true => (-(1 << (shape.bits - 1)), (1 << (shape.bits - 1)) - 1),
        false => (0, (1 << shape.bits) - 1),
    }
}
