//! Formulas about one step: states whose parts are terms, and what expressions are in them.

use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use tribunal_base::Id as _;
use tribunal_domains::pointer::{Key, Target};
use tribunal_ir::{
    BinOp, Expr, ExprId, IntShape, ObjectId, Place, PointerQuery, Program, Storage, Ty, UnOp, VarId,
};
use tribunal_solver::{Bits, Node, Overflow, Rules, Sort, TermId, Terms};

use super::memory::{Object, Spot};

/// A pointer: the number of what it points to ([`Scene::target`]) and an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    pub(crate) target: TermId,
    pub(crate) offset: TermId,
}

/// The value of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Anything but a pointer, as its bits.
    Bits(TermId),
    /// A pointer.
    Pointer(Pointer),
}

/// What the variables of one function, global variables and memory hold. Of what is missing nothing is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) vars: BTreeMap<VarId, Value>,
    /// The variables of the functions that wait for this one, if they are followed.
    pub(crate) callers: Vec<BTreeMap<VarId, Value>>,
    /// The static objects, and of each allocation the object that was made last.
    pub(crate) objects: BTreeMap<ObjectId, Object>,
    /// What expressions are, until something changes.
    pub(crate) memo: FxHashMap<ExprId, Value>,
}

/// Targets of pointers have so many bits.
pub(super) const TARGET: u32 = 32;
/// Offsets and sizes have so many.
pub(super) const OFFSET: u32 = 64;
/// A pointer of which the target is not known is compared with no more objects than this.
const OBJECTS: usize = 64;
/// A term is looked through for no more choices than this.
const CHOICES: usize = 256;

/// The formulas about steps.
pub(crate) struct Scene<'a> {
    pub(crate) program: &'a Program,
    pub(crate) terms: Terms,
    /// What is supposed.
    pub(crate) known: Vec<TermId>,
    /// When a run is where the formulas are about; a Bool.
    pub(crate) path: TermId,
    /// Scalars in memory that were read, but are not followed.
    pub(crate) missed: BTreeSet<(ObjectId, Spot)>,
    /// Whether something may have been taken to be anything because it is not followed: parts of memory, or some operators.
    pub(crate) is_coarse: bool,
}

/// The shape of a type that has plain numbers.
pub(crate) fn plain(program: &Program, ty: Ty) -> Option<IntShape> {
    match ty {
        Ty::Pointer | Ty::Float(_) => None,
        _ => program.shape_of_ty(ty),
    }
}

impl<'a> Scene<'a> {
    pub(crate) fn new(program: &'a Program, rules: Rules) -> Self {
        let terms = Terms::with_rules(rules);
        let path = terms.truth(true);
        let (known, missed) = (Vec::new(), BTreeSet::new());
        let is_coarse = !program.objects.is_empty();
        Self { program, terms, known, path, missed, is_coarse }
    }

    /// Supposes something of the runs that are meant.
    pub(super) fn suppose(&mut self, holds: TermId) {
        let holds = self.terms.implies(self.path, holds);
        if self.terms.as_bool(holds) != Some(true) {
            self.known.push(holds);
        }
    }

    /// The numbers that a term chooses among, if it does nothing but that.
    pub(crate) fn leaves(&self, term: TermId) -> Option<BTreeSet<u128>> {
        let (mut open, mut seen) = (vec![term], BTreeSet::from([term]));
        let mut found = BTreeSet::new();
        while let Some(term) = open.pop() {
            match self.terms.node(term) {
                Node::Ite(_, yes, no) => {
                    open.extend([yes, no].iter().filter(|it| seen.insert(**it)))
                }
                _ => _ = found.insert(self.terms.as_bits(term).and_then(Bits::to_u128)?),
            }
            if CHOICES < seen.len() {
                return None;
            }
        }
        Some(found)
    }

    pub(super) fn number(&mut self, value: i128, width: u32) -> TermId {
        self.terms.bits(Bits::signed(value, width))
    }

    /// The number of what a pointer can point to: nothing, a function, or an object, where the one that was made last by an allocation has another number
    /// than all that were made before.
    pub(crate) fn target(&mut self, target: Target) -> TermId {
        let functions = self.program.procs.len() as u128;
        let number = match target {
            Target::Nothing => 0,
            Target::Function(function) => 1 + function.index() as u128,
            Target::Object(key) => 1 + functions + u128::from(key.0),
        };
        self.terms.number(number, TARGET)
    }

    pub(super) fn points_to(&mut self, pointer: Pointer, target: Target) -> TermId {
        let number = self.target(target);
        let meant = self.terms.as_bits(number).and_then(Bits::to_u128);
        match (self.leaves(pointer.target), meant) {
            (Some(leaves), Some(meant)) if !leaves.contains(&meant) => self.terms.truth(false),
            _ => self.terms.eq(pointer.target, number),
        }
    }

    /// The object that a number of a target stands for, if it is the static one or the last of its allocation.
    pub(super) fn object_of(&self, target: u128) -> Option<ObjectId> {
        let key = target.checked_sub(1 + self.program.procs.len() as u128)?;
        let index = usize::try_from(key / 2).ok()?;
        (key % 2 == 0 && index < self.program.objects.len()).then(|| ObjectId::from_index(index))
    }

    fn pointer_to(&mut self, target: Target) -> Value {
        let (target, offset) = (self.target(target), self.number(0, OFFSET));
        Value::Pointer(Pointer { target, offset })
    }

    /// Any value of a scalar type.
    pub(crate) fn fresh(&mut self, ty: Ty) -> Value {
        match (ty, self.program.shape_of_ty(ty)) {
            (Ty::Pointer, _) | (_, None) => Value::Pointer(Pointer {
                target: self.terms.fresh("target", Sort::BitVec(TARGET)),
                offset: self.terms.fresh("offset", Sort::BitVec(OFFSET)),
            }),
            (_, Some(shape)) => {
                Value::Bits(self.terms.fresh("value", Sort::BitVec(shape.bits.into())))
            }
        }
    }

    /// Zero, or the null pointer.
    pub(super) fn zero(&mut self, ty: Ty) -> Value {
        match (ty, self.program.shape_of_ty(ty)) {
            (Ty::Pointer, _) | (_, None) => self.pointer_to(Target::Nothing),
            (_, Some(shape)) => Value::Bits(self.number(0, shape.bits.into())),
        }
    }

    /// One of two values of one kind; anything of a type if they are not.
    pub(crate) fn choose(&mut self, condition: TermId, yes: Value, no: Value, ty: Ty) -> Value {
        match (yes, no) {
            (Value::Bits(yes), Value::Bits(no))
                if self.terms.width(yes) == self.terms.width(no) =>
            {
                Value::Bits(self.terms.ite(condition, yes, no))
            }
            (Value::Pointer(yes), Value::Pointer(no)) => Value::Pointer(Pointer {
                target: self.terms.ite(condition, yes.target, no.target),
                offset: self.terms.ite(condition, yes.offset, no.offset),
            }),
            _ => self.fresh(ty),
        }
    }

    /// What a scalar variable holds.
    pub(crate) fn var(&mut self, state: &mut State, var: VarId) -> Value {
        let ty = self.program.tys[self.program.vars[var].ty];
        *state.vars.entry(var).or_insert_with(|| self.fresh(ty))
    }

    /// What an expression is.
    pub(crate) fn value(&mut self, state: &mut State, expr: ExprId) -> Value {
        if let Some(known) = state.memo.get(&expr) {
            return *known;
        }
        // An expression that is not well typed is never evaluated.
        let ty = self.program.ty_of(expr).unwrap_or(Ty::Bool);
        let value = self.known_value(state, expr).unwrap_or_else(|| {
            self.is_coarse = true;
            self.fresh(ty)
        });
        state.memo.insert(expr, value);
        value
    }

    /// Whether a condition holds.
    pub(super) fn truth(&mut self, state: &mut State, expr: ExprId) -> TermId {
        match self.value(state, expr) {
            Value::Bits(bits) => self.terms.is_nonzero(bits),
            Value::Pointer(pointer) => self.is_not_null(pointer),
        }
    }

    pub(super) fn is_not_null(&mut self, pointer: Pointer) -> TermId {
        let is_bare = self.points_to(pointer, Target::Nothing);
        let is_zero = self.terms.is_zero(pointer.offset);
        let is_null = self.terms.and(is_bare, is_zero);
        self.terms.not(is_null)
    }

    pub(super) fn bits(&mut self, state: &mut State, expr: ExprId) -> Option<TermId> {
        match self.value(state, expr) {
            Value::Bits(bits) => Some(bits),
            Value::Pointer(_) => None,
        }
    }

    pub(super) fn pointer(&mut self, state: &mut State, expr: ExprId) -> Option<Pointer> {
        match self.value(state, expr) {
            Value::Pointer(pointer) => Some(pointer),
            Value::Bits(_) => None,
        }
    }

    fn of_truth(&mut self, holds: TermId) -> Option<Value> {
        Some(Value::Bits(self.terms.bool_to_bits(holds, 1)))
    }

    /// What an expression is, if its operator is followed.
    fn known_value(&mut self, state: &mut State, expr: ExprId) -> Option<Value> {
        let program = self.program;
        let of = |it: ExprId| program.ty_of(it).and_then(|it| plain(program, it));
        match program.exprs[expr] {
            Expr::Const { value, ty } => match program.tys[ty] {
                Ty::Pointer if value == 0 => Some(self.pointer_to(Target::Nothing)),
                ty => plain(program, ty).map(|it| Value::Bits(self.number(value, it.bits.into()))),
            },
            Expr::Load(place) => match program.places[place] {
                Place::Var(var) => Some(self.var(state, var)),
                Place::Deref { pointer, ty } => {
                    let pointer = self.pointer(state, pointer)?;
                    Some(self.load(state, pointer, program.tys[ty]))
                }
                _ => None,
            },
            Expr::Unary(UnOp::Not, arg) => {
                let holds = self.truth(state, arg);
                let fails = self.terms.not(holds);
                self.of_truth(fails)
            }
            Expr::Unary(op, arg) => {
                of(arg)?;
                let arg = self.bits(state, arg)?;
                match op {
                    UnOp::Neg => Some(Value::Bits(self.terms.neg(arg))),
                    UnOp::BitNot => Some(Value::Bits(self.terms.bit_not(arg))),
                    UnOp::Not | UnOp::Sqrt | UnOp::Round(_) => None,
                }
            }
            Expr::Binary(op, a, b) if program.ty_of(a) == Some(Ty::Pointer) => {
                let (a, b) = (self.pointer(state, a)?, self.pointer(state, b)?);
                self.compared_pointers(op, a, b)
            }
            Expr::Binary(op, a, b) => {
                let shape = of(a)?;
                let (a, b) = (self.bits(state, a)?, self.bits(state, b)?);
                self.binary(op, shape, a, b)
            }
            Expr::Ite(condition, a, b) => {
                let condition = self.truth(state, condition);
                let (a, b) = (self.value(state, a), self.value(state, b));
                let ty = program.ty_of(expr)?;
                Some(self.choose(condition, a, b, ty))
            }
            Expr::Cast { to, arg } => self.cast(state, program.tys[to], arg),
            Expr::Reinterpret { arg, .. } => Some(self.value(state, arg)),
            Expr::Object(object) => Some(self.pointer_to(Target::Object(Key::single(object)))),
            Expr::Function(function) => Some(self.pointer_to(Target::Function(function))),
            Expr::Advance { pointer, by } => {
                let (pointer, by) = (self.pointer(state, pointer)?, self.bits(state, by)?);
                let offset = self.terms.add(pointer.offset, by);
                Some(Value::Pointer(Pointer { offset, ..pointer }))
            }
            Expr::Pointer(query, pointer) => {
                let pointer = self.pointer(state, pointer)?;
                self.asked(state, query, pointer)
            }
            _ => None,
        }
    }

    fn compared_pointers(&mut self, op: BinOp, a: Pointer, b: Pointer) -> Option<Value> {
        let target = self.terms.eq(a.target, b.target);
        // Objects that are not the last of their allocations need not be the same.
        let is_same = self.terms.fresh("same", Sort::Bool);
        let is_one = self.is_one(a);
        let either = self.terms.or(is_one, is_same);
        let same_object = self.terms.and(target, either);
        let offset = self.terms.eq(a.offset, b.offset);
        let equal = self.terms.and(same_object, offset);
        match op {
            BinOp::SameObject => self.of_truth(same_object),
            BinOp::Eq => self.of_truth(equal),
            BinOp::Ne => {
                let differ = self.terms.not(equal);
                self.of_truth(differ)
            }
            _ => None,
        }
    }

    /// Whether the target of a pointer is one object, or none: their numbers are the even ones of those behind the functions, and all before.
    fn is_one(&mut self, pointer: Pointer) -> TermId {
        let first = 1 + self.program.procs.len() as u128;
        let first_object = self.terms.number(first, TARGET);
        let is_none = self.terms.ult(pointer.target, first_object);
        let key = self.terms.sub(pointer.target, first_object);
        let is_older = self.terms.bit(key, 0);
        let is_last = self.terms.not(is_older);
        self.terms.or(is_none, is_last)
    }

    fn binary(&mut self, op: BinOp, shape: IntShape, a: TermId, b: TermId) -> Option<Value> {
        let terms = &mut self.terms;
        let signed = shape.signed;
        let is_inside = |terms: &Terms| {
            terms.as_bits(b).and_then(Bits::to_u128).is_some_and(|it| it < shape.bits.into())
        };
        let holds = match op {
            BinOp::Add => return Some(Value::Bits(terms.add(a, b))),
            BinOp::Sub => return Some(Value::Bits(terms.sub(a, b))),
            BinOp::Mul => return Some(Value::Bits(terms.mul(a, b))),
            BinOp::And => return Some(Value::Bits(terms.bit_and(a, b))),
            BinOp::Or => return Some(Value::Bits(terms.bit_or(a, b))),
            BinOp::Xor => return Some(Value::Bits(terms.bit_xor(a, b))),
            BinOp::Div | BinOp::Rem => {
                let result = match (op, signed) {
                    (BinOp::Div, true) => terms.sdiv(a, b),
                    (BinOp::Div, false) => terms.udiv(a, b),
                    (_, true) => terms.srem(a, b),
                    (_, false) => terms.urem(a, b),
                };
                let (by_zero, zero) = (terms.is_zero(b), terms.number(0, shape.bits.into()));
                return Some(Value::Bits(terms.ite(by_zero, zero, result)));
            }
            BinOp::Shl | BinOp::Shr if !is_inside(terms) => return None,
            BinOp::Shl => return Some(Value::Bits(terms.shl(a, b))),
            BinOp::Shr if signed => return Some(Value::Bits(terms.ashr(a, b))),
            BinOp::Shr => return Some(Value::Bits(terms.lshr(a, b))),
            BinOp::Eq => terms.eq(a, b),
            BinOp::Ne => terms.ne(a, b),
            BinOp::Lt if signed => terms.slt(a, b),
            BinOp::Lt => terms.ult(a, b),
            BinOp::Le if signed => terms.sle(a, b),
            BinOp::Le => terms.ule(a, b),
            BinOp::AddOverflows if signed => terms.overflow(Overflow::SignedAdd, a, b),
            BinOp::AddOverflows => terms.overflow(Overflow::UnsignedAdd, a, b),
            BinOp::SubOverflows if signed => terms.overflow(Overflow::SignedSub, a, b),
            BinOp::SubOverflows => terms.overflow(Overflow::UnsignedSub, a, b),
            BinOp::MulOverflows if signed => terms.overflow(Overflow::SignedMul, a, b),
            BinOp::MulOverflows => terms.overflow(Overflow::UnsignedMul, a, b),
            BinOp::SameObject => return None,
        };
        self.of_truth(holds)
    }

    /// Bits as those of a number of another shape.
    pub(super) fn resized(&mut self, bits: TermId, from: IntShape, to: IntShape) -> TermId {
        match from.signed {
            true => self.terms.sign_resize(bits, to.bits.into()),
            false => self.terms.zero_resize(bits, to.bits.into()),
        }
    }

    fn cast(&mut self, state: &mut State, to: Ty, arg: ExprId) -> Option<Value> {
        let program = self.program;
        let from = program.ty_of(arg)?;
        match (from, to) {
            (Ty::Float(_), _) | (_, Ty::Float(_)) => None,
            (_, Ty::Bool) => {
                let holds = self.truth(state, arg);
                self.of_truth(holds)
            }
            (Ty::Pointer, Ty::Pointer) => Some(self.value(state, arg)),
            (Ty::Pointer, _) => None,
            (_, Ty::Pointer) => {
                let address = self.bits(state, arg)?;
                let is_null = self.terms.is_zero(address);
                let (null, other) = (self.pointer_to(Target::Nothing), self.fresh(to));
                Some(self.choose(is_null, null, other, to))
            }
            _ => {
                let bits = self.bits(state, arg)?;
                let (from, to) = (plain(program, from)?, plain(program, to)?);
                Some(Value::Bits(self.resized(bits, from, to)))
            }
        }
    }

    /// The answer to a question about a pointer.
    fn asked(&mut self, state: &mut State, query: PointerQuery, it: Pointer) -> Option<Value> {
        let program = self.program;
        if query == PointerQuery::Offset {
            return Some(Value::Bits(it.offset));
        }
        let first = self.target(Target::Object(Key(0)));
        let has_none = self.terms.ult(it.target, first);
        let has_object = self.terms.not(has_none);
        if query == PointerQuery::HasObject {
            return self.of_truth(has_object);
        }
        let ty = match query {
            PointerQuery::ObjectSize => Ty::Int(IntShape::I64),
            _ => Ty::Bool,
        };
        let other = self.fresh(ty);
        let none = self.zero(ty);
        let mut answer = self.choose(has_object, other, none, ty);
        for object in self.possible(it) {
            let key = Key::single(object);
            let is_it = self.reaches(state, it, object);
            let own = match query {
                PointerQuery::ObjectSize => Value::Bits(self.object(state, object).size),
                PointerQuery::IsAlive => {
                    let alive = self.object(state, object).alive;
                    Value::Bits(self.terms.bool_to_bits(alive, 1))
                }
                _ => {
                    let declaration = &program.objects[object];
                    let holds = match query {
                        PointerQuery::IsWritable => {
                            declaration.access == tribunal_ir::Access::ReadWrite
                        }
                        _ => declaration.storage == Storage::Dynamic,
                    };
                    let older = self.points_to(it, Target::Object(key.older()));
                    let own = Value::Bits(self.number(holds.into(), 1));
                    answer = self.choose(older, own, answer, ty);
                    own
                }
            };
            answer = self.choose(is_it, own, answer, ty);
        }
        Some(answer)
    }

    /// The objects that a pointer is worth being compared with.
    pub(super) fn possible(&self, pointer: Pointer) -> Vec<ObjectId> {
        let first = 1 + self.program.procs.len() as u128;
        let leaves = self.leaves(pointer.target);
        let of = |it: &u128| it.checked_sub(first).map(|it| it / 2);
        let known: Option<BTreeSet<u128>> = leaves.map(|it| it.iter().filter_map(of).collect());
        let is_it =
            |it: &ObjectId| known.as_ref().is_none_or(|all| all.contains(&(it.index() as u128)));
        self.program.objects.ids().filter(is_it).take(OBJECTS).collect()
    }
}
