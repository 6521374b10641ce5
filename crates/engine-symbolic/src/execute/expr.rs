//! The value of an expression in a symbolic state: rules E1 to E7 of `tribunal_ir::expr`.
//!
//! Expressions may be deep, so each is put in order once, operands first.

use crate::execute::arithmetic;
use crate::machine::{Machine, Unmodelled};
use crate::state::State;
use crate::state::value::{OBJECT, Pointer, Target, Value, choose, null, to_bits, wrap};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use tribunal_ir::{BinOp, Expr, ExprId, IntShape, Place, PlaceId, Program, Ty, UnOp};
use tribunal_solver::{Bits, TermId};

/// The values of the operands of an expression.
pub(crate) type Values = FxHashMap<ExprId, Value>;

/// A type that is not an integer has a pointer or a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Int(IntShape),
    Float(tribunal_ir::FloatShape),
    Pointer,
}

impl Machine<'_> {
    /// The class of a scalar type.
    pub(crate) fn class(&self, ty: Ty) -> Class {
        match ty {
            Ty::Float(shape) => Class::Float(shape),
            Ty::Pointer => Class::Pointer,
            _ => Class::Int(self.program.shape_of_ty(ty).unwrap_or(IntShape::I32)),
        }
    }

    fn class_of(&self, expr: ExprId) -> Class {
        self.class(self.ty_of(expr))
    }

    /// The type of an expression.
    pub(crate) fn ty_of(&self, expr: ExprId) -> Ty {
        self.program.ty_of(expr).expect("I4: an expression should be well typed")
    }

    /// A constant of a type.
    pub(crate) fn number(&mut self, value: i128, ty: Ty) -> Value {
        match self.class(ty) {
            _ if ty == Ty::Bool => Value::Term(self.terms.truth(value != 0)),
            Class::Int(shape) => {
                Value::Term(self.terms.bits(Bits::signed(value, shape.bits.into())))
            }
            Class::Float(shape) => {
                Value::Term(self.terms.number(value.cast_unsigned(), shape.bits().into()))
            }
            Class::Pointer => {
                // Only a pointer without an object has a number that is known.
                let offset = self.terms.number((value.cast_unsigned() as u64).into(), 64);
                Value::Pointer(Pointer { object: self.terms.number(0, OBJECT), offset })
            }
        }
    }

    /// A `Bool` expression as a term.
    pub(crate) fn condition(&mut self, state: &State, expr: ExprId) -> Result<TermId, Unmodelled> {
        Ok(term(self.evaluate(state, expr)?))
    }

    /// A pointer that is about to be used.
    pub(crate) fn used(&mut self, state: &State, expr: ExprId) -> Result<Pointer, Unmodelled> {
        let value = self.evaluate(state, expr)?;
        let pointer = self.as_pointer(value);
        self.touch(pointer);
        Ok(pointer)
    }

    fn as_pointer(&mut self, value: Value) -> Pointer {
        match value {
            Value::Pointer(pointer) => pointer,
            Value::Term(_) => null(&mut self.terms),
        }
    }

    /// The value of an expression.
    pub(crate) fn evaluate(&mut self, state: &State, expr: ExprId) -> Result<Value, Unmodelled> {
        if let Expr::Const { value, ty } = self.program.exprs[expr] {
            return Ok(self.number(value, self.program.tys[ty]));
        }
        let order = self.order(expr);
        let mut values = Values::default();
        for &next in order.iter() {
            let value = self.apply(state, next, &values)?;
            values.insert(next, value);
        }
        Ok(values[&expr])
    }

    /// The values of the expressions that lead to a place.
    pub(crate) fn way_to(&mut self, state: &State, place: PlaceId) -> Result<Values, Unmodelled> {
        let mut values = Values::default();
        let mut ways = Vec::new();
        place_operands(self.program, place, &mut ways);
        for expr in ways {
            let value = self.evaluate(state, expr)?;
            values.insert(expr, value);
        }
        Ok(values)
    }

    /// An expression after its operands.
    fn order(&mut self, expr: ExprId) -> Rc<[ExprId]> {
        if let Some(known) = self.orders.get(&expr) {
            return Rc::clone(known);
        }
        let mut order = Vec::new();
        let mut done = FxHashSet::default();
        let mut open = vec![(expr, false)];
        while let Some((next, ready)) = open.pop() {
            if done.contains(&next) {
                continue;
            }
            if ready {
                done.insert(next);
                order.push(next);
                continue;
            }
            open.push((next, true));
            let mut below = Vec::new();
            operands(self.program, next, &mut below);
            open.extend(below.into_iter().rev().map(|it| (it, false)));
        }
        let order: Rc<[ExprId]> = order.into();
        self.orders.insert(expr, Rc::clone(&order));
        order
    }

    /// An expression whose operands have values.
    fn apply(&mut self, state: &State, expr: ExprId, values: &Values) -> Result<Value, Unmodelled> {
        let value = |arg: &ExprId| values[arg];
        let program = self.program;
        Ok(match &program.exprs[expr] {
            Expr::Const { value, ty } => self.number(*value, program.tys[*ty]),
            Expr::Load(place) => self.get(state, *place, values)?,
            Expr::Unary(op, arg) => self.unary(*op, self.class_of(*arg), term(value(arg)))?,
            Expr::Binary(op, a, b) => self.binary(*op, self.ty_of(*a), value(a), value(b))?,
            Expr::Ite(condition, yes, no) => {
                choose(&mut self.terms, term(value(condition)), value(yes), value(no))
            }
            Expr::Cast { to, arg } => {
                self.cast(state, self.ty_of(*arg), program.tys[*to], value(arg))?
            }
            Expr::Reinterpret { to, arg } => {
                let bits = to_bits(&mut self.terms, term(value(arg)));
                match program.tys[*to] {
                    Ty::Bool => Value::Term(self.terms.bit(bits, 0)),
                    _ => Value::Term(bits),
                }
            }
            Expr::Object(object) => {
                let number = self.layout.statics.get(object).copied().unwrap_or(0);
                Value::Pointer(self.start_of(number))
            }
            Expr::Function(function) => {
                let number = self.function(*function);
                Value::Pointer(self.start_of(number))
            }
            Expr::Advance { pointer, by } => {
                let pointer = self.as_pointer(value(pointer));
                let offset = self.terms.add(pointer.offset, term(value(by)));
                Value::Pointer(Pointer { offset, ..pointer })
            }
            Expr::Pointer(query, arg) => {
                let pointer = self.as_pointer(value(arg));
                self.ask(state, *query, pointer)
            }
            Expr::IsInitialised { pointer, size } => {
                let pointer = self.as_pointer(value(pointer));
                self.touch(pointer);
                Value::Term(self.is_initialised(state, pointer, term(value(size)))?)
            }
            Expr::Heap(query) => Value::Term(self.ask_heap(state, *query)?),
            Expr::SelfPid => {
                self.number(state.running.unwrap_or(0) as i128, Ty::Int(IntShape::I32))
            }
            Expr::ProcessCount => {
                self.number(state.threads.len().max(1) as i128, Ty::Int(IntShape::I32))
            }
            Expr::InstanceOf(_)
            | Expr::At { .. }
            | Expr::ProgramCounter(_)
            | Expr::Priority(_)
            | Expr::Enabled(_)
            | Expr::Timeout
            | Expr::NonProgress => return Err(Unmodelled("a question about processes")),
            Expr::Length(_) | Expr::Capacity(_) | Expr::Arity(_) | Expr::Poll { .. } => {
                return Err(Unmodelled("a channel"));
            }
        })
    }

    fn unary(&mut self, op: UnOp, class: Class, a: TermId) -> Result<Value, Unmodelled> {
        let terms = &mut self.terms;
        Ok(Value::Term(match (op, class) {
            (UnOp::Not, _) => terms.not(a),
            (UnOp::Neg, Class::Int(_)) => terms.neg(a),
            (UnOp::BitNot, Class::Int(_)) => terms.bit_not(a),
            (_, Class::Float(shape)) => return self.float_unary(op, shape, a).map(Value::Term),
            _ => return Err(Unmodelled("an operator that does not fit its operand")),
        }))
    }

    fn binary(&mut self, op: BinOp, ty: Ty, a: Value, b: Value) -> Result<Value, Unmodelled> {
        const MISFIT: Unmodelled = Unmodelled("an operator that does not fit its operands");
        let term = match (a, b) {
            (Value::Term(a), Value::Term(b)) => match self.class(ty) {
                Class::Int(shape) => {
                    arithmetic::binary(&mut self.terms, op, shape, a, b).ok_or(MISFIT)?
                }
                Class::Float(shape) => self.float_binary(op, shape, a, b)?,
                Class::Pointer => return Err(MISFIT),
            },
            (Value::Pointer(a), Value::Pointer(b)) => {
                self.forbid_ghosts(a);
                self.forbid_ghosts(b);
                let (a, b) = (self.tame(a), self.tame(b));
                let objects = self.terms.eq(a.object, b.object);
                let mut equal = || {
                    let offsets = self.terms.eq(a.offset, b.offset);
                    self.terms.and(objects, offsets)
                };
                match op {
                    BinOp::SameObject => objects,
                    BinOp::Eq => equal(),
                    BinOp::Ne => {
                        let equal = equal();
                        self.terms.not(equal)
                    }
                    BinOp::Lt | BinOp::Le => {
                        let (from, to) = (self.address(a), self.address(b));
                        match op {
                            BinOp::Lt => self.terms.ult(from, to),
                            _ => self.terms.ule(from, to),
                        }
                    }
                    _ => return Err(MISFIT),
                }
            }
            (Value::Term(_), Value::Pointer(_)) | (Value::Pointer(_), Value::Term(_)) => {
                return Err(MISFIT);
            }
        };
        Ok(Value::Term(term))
    }

    /// A value as one of another type: E5 to E7.
    fn cast(&mut self, state: &State, from: Ty, to: Ty, value: Value) -> Result<Value, Unmodelled> {
        let pointer_bits = 8 * self.program.pointer_bytes.count() as u32;
        let (class, target) = (self.class(from), self.class(to));
        Ok(match (value, class, target) {
            (Value::Pointer(pointer), ..) if to == Ty::Bool => {
                let pointer = self.tame(pointer);
                let object = self.terms.is_nonzero(pointer.object);
                let offset = self.terms.is_nonzero(pointer.offset);
                Value::Term(self.terms.or(object, offset))
            }
            (Value::Pointer(_), _, Class::Pointer) => value,
            (Value::Pointer(pointer), _, Class::Int(shape)) => {
                let address = self.address(pointer);
                Value::Term(self.terms.zero_resize(address, shape.bits.into()))
            }
            (Value::Term(bits), Class::Float(shape), _) if to == Ty::Bool => {
                Value::Term(self.float_is_nonzero(shape, bits)?)
            }
            (Value::Term(bits), Class::Int(_), _) if to == Ty::Bool => {
                let bits = to_bits(&mut self.terms, bits);
                Value::Term(self.terms.is_nonzero(bits))
            }
            (Value::Term(bits), Class::Int(shape), Class::Pointer) => {
                let wide = IntShape { bits: pointer_bits as u16, signed: false };
                let address = wrap(&mut self.terms, shape, Target::Int(wide), bits);
                let address = self.terms.zero_resize(address, 64);
                Value::Pointer(self.at_address(state, address))
            }
            (Value::Term(bits), Class::Int(shape), Class::Int(target)) => {
                Value::Term(wrap(&mut self.terms, shape, Target::Int(target), bits))
            }
            (Value::Term(bits), ..) => Value::Term(self.float_cast(class, target, bits)?),
            (Value::Pointer(_), _, Class::Float(_)) => {
                return Err(Unmodelled("a pointer cast to a float"));
            }
        })
    }

    /// A value as it is stored in a place of another type: wrapped.
    pub(crate) fn stored(&mut self, from: Ty, to: Ty, value: Value) -> Result<Value, Unmodelled> {
        if from == to {
            return Ok(value);
        }
        match (value, self.class(from), self.class(to)) {
            (Value::Pointer(_), _, Class::Pointer) => Ok(value),
            (Value::Term(bits), Class::Int(from), Class::Int(target)) => {
                let target = if to == Ty::Bool { Target::Bool } else { Target::Int(target) };
                Ok(Value::Term(wrap(&mut self.terms, from, target, bits)))
            }
            _ => Err(Unmodelled("a value stored in a place of another kind")),
        }
    }
}

/// The term of a value that is not a pointer.
pub(crate) fn term(value: Value) -> TermId {
    match value {
        Value::Term(term) => term,
        Value::Pointer(_) => unreachable!("I4: a number should not be a pointer"),
    }
}

/// The operands of an expression.
fn operands(program: &Program, expr: ExprId, operands: &mut Vec<ExprId>) {
    match &program.exprs[expr] {
        Expr::Const { .. }
        | Expr::SelfPid
        | Expr::ProcessCount
        | Expr::InstanceOf(_)
        | Expr::Timeout
        | Expr::NonProgress
        | Expr::Object(_)
        | Expr::Function(_)
        | Expr::Heap(_) => {}
        Expr::Load(place) => place_operands(program, *place, operands),
        Expr::Unary(_, arg)
        | Expr::Cast { arg, .. }
        | Expr::Reinterpret { arg, .. }
        | Expr::Pointer(_, arg) => operands.push(*arg),
        Expr::Binary(_, a, b)
        | Expr::Advance { pointer: a, by: b }
        | Expr::IsInitialised { pointer: a, size: b } => operands.extend([*a, *b]),
        Expr::Ite(condition, yes, no) => operands.extend([*condition, *yes, *no]),
        // These are not modelled.
        Expr::At { .. }
        | Expr::ProgramCounter(_)
        | Expr::Priority(_)
        | Expr::Enabled(_)
        | Expr::Length(_)
        | Expr::Capacity(_)
        | Expr::Arity(_)
        | Expr::Poll { .. } => {}
    }
}

/// The expressions that lead to a place.
fn place_operands(program: &Program, place: PlaceId, operands: &mut Vec<ExprId>) {
    let mut at = place;
    loop {
        match program.places[at] {
            Place::Var(_) | Place::Remote { .. } => return,
            Place::Deref { pointer, .. } => {
                operands.push(pointer);
                return;
            }
            Place::Index(base, index) => {
                operands.push(index);
                at = base;
            }
            Place::Field(base, _) => at = base,
        }
    }
}
