//! Variables and their parts: reading and writing (E3).

use crate::execute::expr::Values;
use crate::execute::expr::term;
use crate::machine::{Machine, Unmodelled};
use crate::state::State;
use crate::state::value::{Value, choose, null};
use tribunal_ir::{Place, PlaceId, Scope, Ty};
use tribunal_solver::{Bits, TermId};

/// How many scalars an index that is not known may mean.
const PARTS: usize = 4096;

/// The scalars of a variable that a place may mean.
struct Parts {
    /// Whether the variable is global.
    global: bool,
    /// Each with its slot and when it is meant; `None` for always.
    slots: Vec<(usize, Option<TermId>)>,
}

impl Machine<'_> {
    /// The type of a place.
    pub(crate) fn ty_of_place(&self, place: PlaceId) -> Ty {
        let ty = self.program.ty_of_place(place).expect("I4: a place should be well typed");
        self.program.tys[ty]
    }

    /// 0 of a type.
    pub(crate) fn zero(&mut self, ty: Ty) -> Value {
        if ty == Ty::Pointer { Value::Pointer(null(&mut self.terms)) } else { self.number(0, ty) }
    }

    /// The scalar at a place, the expressions on the way having values.
    pub(crate) fn get(
        &mut self,
        state: &State,
        place: PlaceId,
        values: &Values,
    ) -> Result<Value, Unmodelled> {
        let ty = self.ty_of_place(place);
        if let Place::Deref { pointer, .. } = self.program.places[place] {
            let Value::Pointer(pointer) = values[&pointer] else {
                return Err(Unmodelled("a number used as a pointer"));
            };
            self.touch(pointer);
            return self.load(state, pointer, ty);
        }
        let parts = self.parts(place, values)?;
        let held = if parts.global { &state.globals } else { &state.top().locals };
        // What is not there reads as 0.
        let mut result = self.zero(ty);
        for (slot, when) in parts.slots {
            let Some(value) = held.get(slot).copied() else { continue };
            result = match when {
                None => value,
                Some(when) => choose(&mut self.terms, when, value, result),
            };
        }
        Ok(result)
    }

    /// Stores a value of the given type at a place.
    pub(crate) fn set(
        &mut self,
        state: &mut State,
        place: PlaceId,
        from: Ty,
        value: Value,
    ) -> Result<(), Unmodelled> {
        let values = self.way_to(state, place)?;
        let ty = self.ty_of_place(place);
        let value = self.stored(from, ty, value)?;
        if let Place::Deref { pointer, .. } = self.program.places[place] {
            let Value::Pointer(pointer) = values[&pointer] else {
                return Err(Unmodelled("a number used as a pointer"));
            };
            self.touch(pointer);
            return self.store(state, pointer, ty, value);
        }
        let parts = self.parts(place, &values)?;
        for (slot, when) in parts.slots {
            let held = if parts.global { &mut state.globals } else { &mut state.top_mut().locals };
            let Some(place) = held.get_mut(slot) else { continue };
            *place = match when {
                None => value,
                Some(when) => choose(&mut self.terms, when, value, *place),
            };
        }
        Ok(())
    }

    /// The scalars that a place in a variable may mean.
    fn parts(&mut self, place: PlaceId, values: &Values) -> Result<Parts, Unmodelled> {
        let program = self.program;
        let mut slots: Vec<(usize, Option<TermId>)> = vec![(0, None)];
        let mut at = place;
        loop {
            match program.places[at] {
                Place::Var(var) => {
                    let start = self.layout.slot(var);
                    slots.iter_mut().for_each(|it| it.0 += start);
                    let global = program.vars[var].scope == Scope::Global;
                    return Ok(Parts { global, slots });
                }
                Place::Field(base, field) => {
                    let ty = program.ty_of_place(base).map(|it| program.tys[it]);
                    if let Some(Ty::Record(record)) = ty {
                        let fields = &program.records[record].fields;
                        let before = fields.iter().take(field as usize);
                        let skip: usize = before.map(|it| self.layout.count(it.ty)).sum();
                        slots.iter_mut().for_each(|it| it.0 += skip);
                    }
                    at = base;
                }
                Place::Index(base, index) => {
                    let ty = program.ty_of_place(base).map(|it| program.tys[it]);
                    let Some(Ty::Array { elem, len }) = ty else {
                        return Err(Unmodelled("an element of something else than an array"));
                    };
                    slots = self.elements(slots, term(values[&index]), index, len, elem)?;
                    at = base;
                }
                Place::Deref { .. } | Place::Remote { .. } => {
                    return Err(Unmodelled("a variable of another process"));
                }
            }
        }
    }

    /// The slots for each element that an index may mean.
    fn elements(
        &mut self,
        slots: Vec<(usize, Option<TermId>)>,
        index: TermId,
        expr: tribunal_ir::ExprId,
        len: u32,
        elem: tribunal_ir::TyId,
    ) -> Result<Vec<(usize, Option<TermId>)>, Unmodelled> {
        let stride = self.layout.count(elem);
        let shape = self.program.shape_of(expr);
        if let Some(bits) = self.terms.as_bits(index) {
            let number =
                if shape.signed { bits.to_i128() } else { bits.to_u128().map(u128::cast_signed) };
            let number = number.and_then(|it| u32::try_from(it).ok()).filter(|it| *it < len);
            let moved = |at: u32| slots.iter().map(move |it| (it.0 + at as usize * stride, it.1));
            return Ok(number.map_or(Vec::new(), |at| moved(at).collect()));
        }
        if PARTS < slots.len() * len as usize {
            return Err(Unmodelled("an unknown index of a large array"));
        }
        let mut result = Vec::new();
        for number in 0..len {
            let bits = Bits::new(number.into(), shape.bits.into());
            let is_same = bits.to_u128() == Some(number.into());
            if !is_same || shape.signed && bits.sign() {
                break; // The index is too narrow for it.
            }
            let constant = self.terms.bits(bits);
            let here = self.terms.eq(index, constant);
            if self.terms.as_bool(here) == Some(false) {
                continue;
            }
            for (slot, when) in &slots {
                let when = when.map_or(here, |it| self.terms.and(it, here));
                result.push((slot + number as usize * stride, Some(when)));
            }
        }
        Ok(result)
    }
}
