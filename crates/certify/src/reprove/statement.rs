//! What is said of a location, as a formula.

use tribunal_domains::pointer::{Key, Target};
use tribunal_domains::{Interval, Lattice as _};
use tribunal_engine as engine;
use tribunal_engine::{Age, Content, Pointers, Relation, Statement, Sum, Values};
use tribunal_ir::{Expr, ExprId, IntShape, ObjectId, Place, Program, Ty, UnOp, VarId};
use tribunal_solver::{Bits, TermId};

use super::memory::{Object, Spot};
use super::scene::{OFFSET, Pointer, Scene, State, Value, plain};

/// The scalar in memory that a statement is about.
pub(crate) fn spot(program: &Program, statement: &Statement) -> Option<(ObjectId, Spot)> {
    match statement {
        Statement::Memory(object, Content::Numbers(offset, ty, _)) => {
            Some((*object, Spot::new(program, *offset, *ty)))
        }
        Statement::Memory(object, Content::Pointers(offset, _)) => {
            Some((*object, Spot::new(program, *offset, Ty::Pointer)))
        }
        _ => None,
    }
}

/// Whether a condition is made of scalar variables and operators that have formulas. What it is then depends on nothing else, such as how far other
/// processes are.
fn follows(program: &Program, condition: ExprId) -> bool {
    let all = |parts: &[ExprId]| parts.iter().all(|it| follows(program, *it));
    match program.exprs[condition] {
        Expr::Const { .. } => true,
        Expr::Load(place) => matches!(program.places[place], Place::Var(_)),
        Expr::Unary(UnOp::Not | UnOp::Neg | UnOp::BitNot, arg) | Expr::Cast { arg, .. } => {
            all(&[arg])
        }
        Expr::Binary(_, left, right) => all(&[left, right]),
        Expr::Ite(condition, yes, no) => all(&[condition, yes, no]),
        _ => false,
    }
}

impl Scene<'_> {
    /// What is said, in a state; `None` if it cannot be told in formulas.
    pub(crate) fn holds(&mut self, state: &mut State, statement: &Statement) -> Option<TermId> {
        match statement {
            Statement::Holds(condition) => {
                follows(self.program, *condition).then(|| self.truth(state, *condition))
            }
            Statement::Numbers(var, numbers) => {
                let (bits, shape) = self.variable(state, *var)?;
                Some(self.is_among(bits, shape, numbers))
            }
            Statement::Pointers(var, pointers) => match self.var(state, *var) {
                Value::Pointer(pointer) => Some(self.is_one_of(pointer, pointers)),
                Value::Bits(_) => None,
            },
            Statement::Related(relation) => self.relation(state, relation),
            Statement::Memory(object, Content::Absent) => {
                let exists = self.object(state, *object).exists;
                Some(self.terms.not(exists))
            }
            Statement::Memory(object, Content::Alive) => {
                let Object { exists, alive, .. } = *self.object(state, *object);
                Some(self.terms.implies(exists, alive))
            }
            Statement::Memory(object, Content::Size(numbers)) => {
                let Object { exists, size, .. } = *self.object(state, *object);
                let is_among = self.is_among(size, IntShape::I64, numbers);
                Some(self.terms.implies(exists, is_among))
            }
            Statement::Memory(object, Content::Numbers(_, ty, numbers)) => {
                let (_, spot) = spot(self.program, statement)?;
                let shape = plain(self.program, *ty).filter(|it| it.bits <= 64)?;
                let Value::Bits(bits) = self.cell(state, *object, spot) else { return None };
                let is_among = self.is_among(bits, shape, numbers);
                Some(self.where_it_is(state, *object, spot, is_among))
            }
            Statement::Memory(object, Content::Pointers(_, pointers)) => {
                let (_, spot) = spot(self.program, statement)?;
                let Value::Pointer(pointer) = self.cell(state, *object, spot) else { return None };
                let is_one = self.is_one_of(pointer, pointers);
                Some(self.where_it_is(state, *object, spot, is_one))
            }
        }
    }

    /// What is said of a scalar, as long as an object is alive and has it.
    fn where_it_is(
        &mut self,
        state: &mut State,
        object: ObjectId,
        spot: Spot,
        holds: TermId,
    ) -> TermId {
        let (alive, has) = (self.object(state, object).alive, self.has(state, object, spot));
        let is_there = self.terms.and(alive, has);
        self.terms.implies(is_there, holds)
    }

    /// The number in a variable that has a plain one.
    fn variable(&mut self, state: &mut State, var: VarId) -> Option<(TermId, IntShape)> {
        let ty = self.program.tys[self.program.vars[var].ty];
        let shape = plain(self.program, ty).filter(|it| it.bits <= 64)?;
        match self.var(state, var) {
            Value::Bits(bits) => Some((bits, shape)),
            Value::Pointer(_) => None,
        }
    }

    /// Bits as a number that does not wrap.
    fn exact(&mut self, bits: TermId, shape: IntShape, width: u32) -> TermId {
        self.resized(
            bits,
            shape,
            IntShape { bits: u16::try_from(width).unwrap_or(u16::MAX), ..shape },
        )
    }

    fn is_among(&mut self, it: TermId, shape: IntShape, values: &Values) -> TermId {
        let width = u32::from(shape.bits);
        let mut parts = Vec::new();
        for (lo, hi) in &values.ranges {
            let Some(part) = Interval::new(*lo, *hi) else { continue };
            let Some(within) = part.meet(&Interval::of(shape)) else { continue };
            let (lo, hi) = (self.number(within.lo, width), self.number(within.hi, width));
            let (above, below) = match shape.signed {
                true => (self.terms.sle(lo, it), self.terms.sle(it, hi)),
                false => (self.terms.ule(lo, it), self.terms.ule(it, hi)),
            };
            parts.push(self.terms.and(above, below));
        }
        let within = self.terms.any(parts);
        let bits = match values.known {
            0 => self.terms.truth(values.ones == 0),
            known => {
                let wide = self.exact(it, shape, 128);
                let mask = self.terms.bits(Bits::new(known, 128));
                let ones = self.terms.bits(Bits::new(values.ones, 128));
                let masked = self.terms.bit_and(wide, mask);
                self.terms.eq(masked, ones)
            }
        };
        let congruent = match values.modulus {
            1 => self.terms.truth(true),
            modulus => {
                let is_small = |it: i128| it.unsigned_abs() < 1 << 64;
                let fits = is_small(modulus) && is_small(values.remainder);
                let wide = if fits { width + 66 } else { 132 };
                let number = self.exact(it, shape, wide);
                let remainder = self.number(values.remainder, wide);
                let difference = self.terms.sub(number, remainder);
                self.is_multiple(difference, modulus)
            }
        };
        let both = self.terms.and(within, bits);
        self.terms.and(both, congruent)
    }

    /// Whether a number is a multiple of another; of 0, whether it is 0.
    fn is_multiple(&mut self, it: TermId, of: i128) -> TermId {
        if of == 0 {
            return self.terms.is_zero(it);
        }
        let of = self.number(of, self.terms.width(it));
        let rest = self.terms.srem(it, of);
        self.terms.is_zero(rest)
    }

    fn is_one_of(&mut self, it: Pointer, pointers: &Pointers) -> TermId {
        let mut parts = Vec::new();
        for (target, offsets) in pointers {
            let points = self.points_to(it, of(*target));
            let is_there = self.is_among(it.offset, IntShape::I64, offsets);
            parts.push(self.terms.and(points, is_there));
        }
        self.terms.any(parts)
    }

    fn relation(&mut self, state: &mut State, relation: &Relation) -> Option<TermId> {
        match relation {
            Relation::AtMostZero(sum) => {
                let sum = self.sum(state, sum)?;
                let zero = self.number(0, self.terms.width(sum));
                Some(self.terms.sle(sum, zero))
            }
            Relation::Zero(sum) => {
                let sum = self.sum(state, sum)?;
                Some(self.terms.is_zero(sum))
            }
            Relation::Multiple { of, sum } => {
                let sum = self.sum(state, sum)?;
                Some(self.is_multiple(sum, *of))
            }
            Relation::Vanishes { bits, products } => {
                let mut total = self.number(0, *bits);
                for (factor, vars) in products {
                    let mut product = self.number(*factor, *bits);
                    for var in vars {
                        let (value, shape) = self.variable(state, *var)?;
                        let value = self.exact(value, shape, *bits);
                        product = self.terms.mul(product, value);
                    }
                    total = self.terms.add(total, product);
                }
                Some(self.terms.is_zero(total))
            }
            Relation::NotNull(var) => match self.var(state, *var) {
                Value::Pointer(pointer) => Some(self.is_not_null(pointer)),
                Value::Bits(_) => None,
            },
            Relation::Any(all) => {
                let all: Option<Vec<TermId>> =
                    all.iter().map(|it| self.relation(state, it)).collect();
                Some(self.terms.any(all?))
            }
        }
    }

    /// A sum, with as many bits as its exact value may take.
    fn sum(&mut self, state: &mut State, sum: &Sum) -> Option<TermId> {
        let size = |it: i128| 128 - it.unsigned_abs().leading_zeros();
        let largest = sum.terms.iter().map(|it| size(it.0)).max().unwrap_or(0);
        let many = size(sum.terms.len() as i128 + 1);
        let width = (largest + OFFSET).max(size(sum.constant)) + many + 2;
        let mut total = self.number(sum.constant, width);
        for (factor, var) in &sum.terms {
            let (bits, shape) = self.variable(state, *var)?;
            let wide = self.exact(bits, shape, width);
            let factor = self.number(*factor, width);
            let product = self.terms.mul(wide, factor);
            total = self.terms.add(total, product);
        }
        Some(total)
    }
}

/// A target as a domain has it.
fn of(target: engine::Target) -> Target {
    match target {
        engine::Target::Nothing => Target::Nothing,
        engine::Target::Function(function) => Target::Function(function),
        engine::Target::Object(object, Age::Last) => Target::Object(Key::single(object)),
        engine::Target::Object(object, Age::Older) => Target::Object(Key::single(object).older()),
    }
}
