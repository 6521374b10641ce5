//! What an expression may be in an abstract state: rules E1 to E7 of `tribunal_ir::expr`.

use crate::state::State;
use crate::state::layout::{Layout, Spots};
use crate::state::memo::Page;
use crate::state::object::width;
use crate::state::value::Value;
use crate::transfer::float;
use tribunal_base::{Id as _, Kleene};
use tribunal_domains::pointer::{Key, Pointers, Target};
use tribunal_domains::{Interval, Lattice as _, Map, Number, Numeric as _};
use tribunal_ir::{
    Access, BinOp, Content, Expr, ExprId, HeapQuery, IntShape, Place, PlaceId, PointerQuery,
    Storage, Ty, UnOp,
};

/// Who looks at which state.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) layout: &'a Layout<'a>,
    pub(crate) state: &'a State,
    /// What other processes may have made of global variables, where there are such.
    pub(crate) shared: Option<&'a Map<Value>>,
    /// What is known already.
    pub(crate) memo: Option<Page<'a>>,
}

fn truth(value: Kleene) -> Value {
    Value::Number(Number::truth(value))
}

impl View<'_> {
    /// Whether nothing is known of memory, since other processes change it.
    fn is_memory_unknown(self) -> bool {
        self.shared.is_some()
    }

    pub(crate) fn number(self, expr: ExprId) -> Number {
        match self.value(expr) {
            Value::Number(number) => number,
            Value::Pointer(_) => Number::top(self.layout.shape(expr)),
        }
    }

    pub(crate) fn pointers(self, expr: ExprId) -> Pointers {
        match self.value(expr) {
            Value::Pointer(pointers) => pointers,
            Value::Number(_) => Pointers::Any,
        }
    }

    pub(crate) fn kleene(self, expr: ExprId) -> Kleene {
        if let Some(number) = self.exact(expr) {
            return Kleene::from(number != 0);
        }
        self.value(expr).number().map_or(Kleene::Maybe, Number::kleene)
    }

    /// The number that a condition, or a part of one, certainly is. Most conditions compare variables of which one value is known, and need no sets.
    fn exact(self, expr: ExprId) -> Option<i128> {
        let program = self.layout.program;
        let plain = |expr: ExprId| match self.layout.ty(expr) {
            Ty::Pointer | Ty::Float(_) => None,
            _ => Some(self.layout.shape(expr)).filter(|it| it.bits <= 64),
        };
        let shape = plain(expr)?;
        match program.exprs[expr] {
            Expr::Const { value, .. } => Some(value),
            Expr::Load(place) => self.known_cell(self.layout.only_cell(place)?)?.number()?.single(),
            Expr::Unary(UnOp::Not, arg) => Some((self.exact(arg)? == 0).into()),
            Expr::Binary(op, a, b) => {
                plain(a)?;
                let is_bool = self.layout.ty(a) == Ty::Bool;
                let x = self.exact(a)?;
                match op {
                    BinOp::Eq => Some((x == self.exact(b)?).into()),
                    BinOp::Ne => Some((x != self.exact(b)?).into()),
                    BinOp::Lt => Some((x < self.exact(b)?).into()),
                    BinOp::Le => Some((x <= self.exact(b)?).into()),
                    BinOp::And if is_bool && x == 0 => Some(0),
                    BinOp::Or if is_bool && x != 0 => Some(1),
                    BinOp::And | BinOp::Or if is_bool => self.exact(b),
                    _ => None,
                }
            }
            Expr::Cast { to, arg } => {
                plain(arg)?;
                let number = self.exact(arg)?;
                match program.tys[to] {
                    Ty::Bool => Some((number != 0).into()),
                    _ => Some(shape.wrap(number)),
                }
            }
            _ => None,
        }
    }

    fn known_cell(&self, cell: u32) -> Option<&Value> {
        let known = if self.layout.is_global(cell) {
            self.state.globals.get(cell).or_else(|| self.shared?.get(cell))
        } else {
            self.state.locals.get(cell)
        };
        known.map(|it| &**it)
    }

    pub(crate) fn cell(self, cell: u32) -> Value {
        let top = || Value::top(self.layout.program, self.layout.cell_ty(cell));
        self.known_cell(cell).map_or_else(top, Value::clone)
    }

    pub(crate) fn spots(self, place: PlaceId) -> Option<Spots> {
        self.layout.spots(place, &mut |index| self.number(index))
    }

    /// What is at a place.
    pub(crate) fn load(self, place: PlaceId) -> Value {
        let program = self.layout.program;
        if let Place::Deref { pointer, ty } = program.places[place] {
            let read = self.read(&self.pointers(pointer), program.tys[ty]);
            let recalled =
                self.state.recall(place).map(|it| it.meet(&read).unwrap_or_else(|| (**it).clone()));
            return recalled.unwrap_or(read);
        }
        if let Some(cell) = self.layout.only_cell(place) {
            return self.cell(cell);
        }
        let ty = program.ty_of_place(place).map_or(Ty::Bool, |it| program.tys[it]);
        let Some(Spots { cells, may_miss, .. }) = self.spots(place) else {
            return Value::top(program, ty);
        };
        // E3: what is outside reads as 0.
        let outside = (may_miss || cells.is_empty()).then(|| Value::zero(ty));
        let values = cells.into_iter().map(|it| self.cell(it)).chain(outside);
        values.reduce(|a, b| a.join(&b)).unwrap_or_else(|| Value::top(program, ty))
    }

    /// What is read through pointers: M4.
    fn read(self, pointers: &Pointers, ty: Ty) -> Value {
        let program = self.layout.program;
        let (Some(targets), false) = (pointers.targets(), self.is_memory_unknown()) else {
            return Value::top(program, ty);
        };
        let mut all: Option<Value> = None;
        let mut add = |value: Value| {
            all = Some(all.as_ref().map_or(value.clone(), |it| it.join(&value)));
        };
        for (target, offset) in targets {
            let Target::Object(key) = target else {
                add(Value::zero(ty));
                continue;
            };
            let Some(object) = self.state.object(*key) else { return Value::top(program, ty) };
            let is_there = object.alive & object.has(offset, width(program, ty));
            if is_there != Kleene::True {
                add(Value::zero(ty));
            }
            if is_there != Kleene::False
                && let Some(value) = object.load(program, offset, ty)
            {
                add(value);
            }
        }
        all.unwrap_or_else(|| Value::top(program, ty))
    }

    /// What an expression may be.
    pub(crate) fn value(self, expr: ExprId) -> Value {
        let is_simple = match self.layout.program.exprs[expr] {
            Expr::Const { .. } => true,
            Expr::Load(place) => matches!(self.layout.program.places[place], Place::Var(_)),
            _ => false,
        };
        let Some(memo) = self.memo.filter(|_| !is_simple) else { return self.compute(expr) };
        memo.get(expr).unwrap_or_else(|| {
            let value = self.compute(expr);
            memo.set(expr, &value);
            value
        })
    }

    fn compute(self, expr: ExprId) -> Value {
        let program = self.layout.program;
        let shape = self.layout.shape(expr);
        match &program.exprs[expr] {
            // A constant pointer is null or a bare address.
            Expr::Const { value, ty } if program.tys[*ty] == Ty::Pointer => {
                match i64::try_from(*value) {
                    Ok(address) => {
                        let offset = Number::constant(address.into());
                        Value::Pointer(Pointers::To(vec![(Target::Nothing, offset)]))
                    }
                    Err(_) => Value::Pointer(Pointers::Any),
                }
            }
            Expr::Const { value, .. } => Value::Number(Number::constant(*value)),
            Expr::Load(place) => self.load(*place),
            Expr::Unary(op, arg) => match self.layout.ty(*arg) {
                Ty::Float(float) => {
                    let known = float::unary(*op, float, &self.number(*arg));
                    Value::Number(known.unwrap_or_else(|| Number::top(shape)))
                }
                _ if *op == UnOp::Not => truth(!self.kleene(*arg)),
                _ => Value::Number(Number::unary(*op, shape, &self.number(*arg))),
            },
            Expr::Binary(op, a, b) => self.binary(*op, *a, *b, shape),
            Expr::Ite(condition, a, b) => match self.kleene(*condition) {
                Kleene::True => self.value(*a),
                Kleene::False => self.value(*b),
                Kleene::Maybe => self.value(*a).join(&self.value(*b)),
            },
            Expr::Cast { to, arg } => self.cast(*arg, program.tys[*to]),
            Expr::Reinterpret { arg, .. } => Value::Number(self.number(*arg).wrap(shape)),

            Expr::Object(object) => {
                Value::Pointer(Pointers::to(Target::Object(Key::single(*object))))
            }
            Expr::Function(function) => Value::Pointer(Pointers::to(Target::Function(*function))),
            Expr::Advance { pointer, by } => {
                Value::Pointer(self.pointers(*pointer).advance(&self.number(*by)))
            }
            Expr::Pointer(query, arg) => Value::Number(self.ask(*query, &self.pointers(*arg))),
            Expr::IsInitialised { pointer, .. } => {
                truth(self.is_initialised(&self.pointers(*pointer)))
            }
            Expr::Heap(query) => truth(self.heap(*query)),

            Expr::SelfPid => {
                let itself = self.state.itself.map(|it| Number::constant(it.into()));
                Value::Number(itself.unwrap_or_else(natural))
            }
            Expr::ProcessCount | Expr::ProgramCounter(_) | Expr::Length(_) => {
                Value::Number(natural())
            }
            Expr::Priority(_) | Expr::Capacity(_) | Expr::Arity(_) => Value::Number(natural()),
            Expr::InstanceOf(_) => Value::Number(natural().join(&Number::constant(-1))),
            Expr::At { .. }
            | Expr::Enabled(_)
            | Expr::Timeout
            | Expr::NonProgress
            | Expr::Poll { .. } => truth(Kleene::Maybe),
        }
    }

    fn binary(self, op: BinOp, a: ExprId, b: ExprId, shape: IntShape) -> Value {
        match self.layout.ty(a) {
            Ty::Float(float) => {
                let known = float::binary(op, float, &self.number(a), &self.number(b));
                Value::Number(known.unwrap_or_else(|| Number::top(shape)))
            }
            Ty::Pointer => truth(self.compare(op, &self.pointers(a), &self.pointers(b))),
            Ty::Bool if op == BinOp::And => match self.kleene(a) {
                Kleene::False => truth(Kleene::False),
                left => truth(left & self.kleene(b)),
            },
            Ty::Bool if op == BinOp::Or => match self.kleene(a) {
                Kleene::True => truth(Kleene::True),
                left => truth(left | self.kleene(b)),
            },
            _ => {
                let operands = self.layout.shape(a);
                Value::Number(Number::binary(op, operands, &self.number(a), &self.number(b)))
            }
        }
    }

    /// A comparison of pointers: E7.
    pub(crate) fn compare(self, op: BinOp, a: &Pointers, b: &Pointers) -> Kleene {
        let (Some(mine), Some(theirs)) = (a.targets(), b.targets()) else { return Kleene::Maybe };
        let mut found: Option<Kleene> = None;
        for (p, x) in mine {
            for (q, y) in theirs {
                let answer = self.compare_targets(op, (*p, x), (*q, y));
                found = match found {
                    None => Some(answer),
                    Some(other) if other == answer => found,
                    Some(_) => return Kleene::Maybe,
                };
            }
        }
        found.unwrap_or(Kleene::Maybe)
    }

    fn compare_targets(
        self,
        op: BinOp,
        (p, x): (Target, &Number),
        (q, y): (Target, &Number),
    ) -> Kleene {
        let offsets = |op: BinOp| Number::binary(op, IntShape::I64, x, y).kleene();
        let is_same = match (p, q) {
            (Target::Object(a), Target::Object(b)) if a == b && !a.is_single() => Kleene::Maybe,
            _ => Kleene::from(p == q),
        };
        match op {
            BinOp::SameObject => is_same,
            BinOp::Eq => is_same & offsets(BinOp::Eq),
            BinOp::Ne => !(is_same & offsets(BinOp::Eq)),
            BinOp::Lt | BinOp::Le if is_same == Kleene::True => {
                let within = |offset: &Number| match p {
                    Target::Object(key) => {
                        self.state.object(key).is_some_and(|it| it.has(offset, 0) == Kleene::True)
                    }
                    Target::Nothing | Target::Function(_) => offset.hull().lo >= 0,
                };
                if within(x) && within(y) { offsets(op) } else { Kleene::Maybe }
            }
            _ => Kleene::Maybe,
        }
    }

    fn cast(self, arg: ExprId, to: Ty) -> Value {
        let program = self.layout.program;
        match (self.layout.ty(arg), to) {
            (Ty::Float(from), _) => {
                let number = self.number(arg);
                let known = match (to, program.shape_of_ty(to)) {
                    (Ty::Bool, _) => float::is_nonzero(from, &number).map(Number::truth),
                    (Ty::Float(to), _) => float::convert(from, to, &number),
                    (Ty::Pointer, _) | (_, None) => None,
                    (_, Some(shape)) => {
                        float::to_int(from, shape, &number).filter(|_| shape.bits <= 64)
                    }
                };
                known.map_or_else(|| Value::top(program, to), Value::Number)
            }
            (Ty::Pointer, Ty::Float(_)) => Value::top(program, to),
            (_, Ty::Float(float)) => {
                // Wider ones are not kept as they are meant.
                let known = float::from_int(float, &self.number(arg))
                    .filter(|_| self.layout.shape(arg).bits <= 64);
                known.map_or_else(|| Value::top(program, to), Value::Number)
            }
            (Ty::Pointer, Ty::Bool) => {
                let pointers = self.pointers(arg);
                let may_be_null = pointers.only_null().is_some();
                let may_not = pointers.without_null().is_some();
                truth(match (may_be_null, may_not) {
                    (false, _) => Kleene::True,
                    (true, false) => Kleene::False,
                    (true, true) => Kleene::Maybe,
                })
            }
            (Ty::Pointer, Ty::Pointer) => self.value(arg),
            (Ty::Pointer, _) => match self.pointers(arg) == Pointers::null() {
                true => Value::zero(to),
                false => Value::top(program, to),
            },
            (_, Ty::Pointer) => {
                let number = self.number(arg);
                // Addresses below those of functions are bare.
                let Interval { lo, hi } = number.hull();
                if 0 <= lo && hi < 16 {
                    Value::Pointer(Pointers::To(vec![(Target::Nothing, number)]))
                } else {
                    Value::top(program, to)
                }
            }
            (_, Ty::Bool) => truth(self.kleene(arg)),
            _ => match program.shape_of_ty(to) {
                Some(shape) => Value::Number(self.number(arg).wrap(shape)),
                None => Value::top(program, to),
            },
        }
    }

    /// The answer to a question about pointers.
    pub(crate) fn ask(self, query: PointerQuery, pointers: &Pointers) -> Number {
        let any = || match query {
            PointerQuery::Offset => Number::top(IntShape::I64),
            PointerQuery::ObjectSize => {
                Number::range(0, i64::MAX.into()).unwrap_or(Number::top(IntShape::I64))
            }
            _ => Number::truth(Kleene::Maybe),
        };
        let Some(targets) = pointers.targets() else { return any() };
        let answer = |(target, offset): &(Target, Number)| {
            if query == PointerQuery::Offset {
                return offset.clone();
            }
            let Target::Object(key) = target else { return Number::constant(0) };
            let declaration = &self.layout.program.objects[key.declaration()];
            let object = self.state.object(*key);
            match query {
                PointerQuery::Offset => offset.clone(),
                PointerQuery::ObjectSize if declaration.storage == Storage::Static => {
                    Number::constant(declaration.size.into())
                }
                PointerQuery::ObjectSize => object.map_or_else(any, |it| it.size.clone()),
                PointerQuery::IsAlive if declaration.storage == Storage::Static => {
                    Number::constant(1)
                }
                PointerQuery::IsAlive if self.is_memory_unknown() => any(),
                PointerQuery::IsAlive => object.map_or_else(any, |it| Number::truth(it.alive)),
                PointerQuery::HasObject => Number::constant(1),
                PointerQuery::IsWritable => {
                    Number::constant((declaration.access == Access::ReadWrite).into())
                }
                PointerQuery::IsDynamic => {
                    Number::constant((declaration.storage == Storage::Dynamic).into())
                }
            }
        };
        targets.iter().map(answer).reduce(|a, b| a.join(&b)).unwrap_or_else(any)
    }

    /// Whether what pointers point to is initialised: M5.
    fn is_initialised(self, pointers: &Pointers) -> Kleene {
        let is_never_arbitrary = |(target, _): &(Target, Number)| match target {
            Target::Object(key) => {
                self.layout.program.objects[key.declaration()].content == Content::Zero
            }
            Target::Nothing | Target::Function(_) => true,
        };
        match pointers.targets() {
            Some(targets) if targets.iter().all(is_never_arbitrary) => Kleene::True,
            _ => Kleene::Maybe,
        }
    }

    fn heap(self, _: HeapQuery) -> Kleene {
        if self.is_memory_unknown() || self.state.has_others {
            return Kleene::Maybe;
        }
        let program = self.layout.program;
        let mut in_use = Kleene::False;
        self.state.objects.for_each(&mut |key, object| {
            let declaration = &program.objects[tribunal_ir::ObjectId::from_index(key as usize / 2)];
            if declaration.storage == Storage::Dynamic && object.alive != Kleene::False {
                in_use = Kleene::Maybe;
            }
        });
        // What is lost is in use.
        in_use
    }
}

/// The numbers of `I32` from 0 on.
fn natural() -> Number {
    Number::range(0, i32::MAX.into()).unwrap_or(Number::top(IntShape::I32))
}
