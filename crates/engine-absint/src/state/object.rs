//! What is known of an object in memory: its life, its size, and the scalars that lie in it.
//!
//! Scalars are kept by offset where the program accesses them, in the manner of A. Miné: *Field-sensitive value analysis of embedded C
//! programs with union types and pointer arithmetics*, LCTES 2006. All that no scalar covers is the [`Rest`]: of a large array, one value for all elements.

use crate::state::layout::Layout;
use crate::state::value::Value;
use std::collections::BTreeMap;
use tribunal_base::Kleene;
use tribunal_domains::{Lattice as _, Number, Numeric as _, Thresholds};
use tribunal_ir::{BinOp, IntShape, Program, Ty};

/// An object, or several of which this is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Object {
    /// Whether it is alive.
    pub(crate) alive: Kleene,
    /// How many bytes it has (`I64`).
    pub(crate) size: Number,
    /// Scalars by offset; they do not overlap.
    cells: BTreeMap<u64, Cell>,
    rest: Rest,
}

/// A scalar in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cell {
    width: u64,
    ty: Ty,
    value: Value,
}

/// What the bytes hold that no scalar covers.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Rest {
    Zero,
    Same(Box<Same>),
    Unknown,
}

/// Scalars of one type at some offsets, all with values among these, zeros included where there may be such.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Same {
    offsets: Number,
    width: u64,
    ty: Ty,
    value: Value,
}

/// How many scalars of an object are kept apart.
const CELLS: usize = 256;
/// How many offsets an access may have before it counts as one to all.
const OFFSETS: i128 = 64;

/// How many bytes a scalar takes in memory.
pub(crate) fn width(program: &Program, ty: Ty) -> u64 {
    match ty {
        Ty::Pointer => program.pointer_bytes.count(),
        _ => program.shape_of_ty(ty).map_or(0, |it| u64::from(it.bits / 8)),
    }
}

/// Where an access may be.
enum Reach {
    /// At these offsets.
    Some(Vec<u64>),
    /// Anywhere from the first to before the second.
    Between(u64, u64),
}

impl Object {
    /// A new object.
    pub(crate) fn new(size: Number, zero: bool) -> Self {
        let rest = if zero { Rest::Zero } else { Rest::Unknown };
        Self { alive: Kleene::True, size, cells: BTreeMap::new(), rest }
    }

    /// Whether so many bytes from an offset on are surely, or surely not, within the object.
    pub(crate) fn has(&self, offset: &Number, bytes: u64) -> Kleene {
        let (size, offset) = (self.size.hull(), offset.hull());
        let end = |at: i128| at.saturating_add(bytes.into());
        if 0 <= offset.lo && end(offset.hi) <= size.lo {
            Kleene::True
        } else if offset.hi < 0 || size.hi < end(offset.lo) {
            Kleene::False
        } else {
            Kleene::Maybe
        }
    }

    /// The scalars that are kept, with their offsets.
    pub(crate) fn scalars(&self) -> impl Iterator<Item = (u64, Ty)> {
        self.cells.iter().map(|(offset, it)| (*offset, it.ty))
    }

    /// Nothing is known of what it holds.
    pub(crate) fn forget(&mut self) {
        (self.cells, self.rest) = (BTreeMap::new(), Rest::Unknown);
    }

    /// The offsets within the object that an access may have.
    fn reach(&self, offset: &Number, bytes: u64) -> Option<Reach> {
        let last = self.size.hull().hi.saturating_sub(bytes.into());
        let within = offset.meet(&Number::range(0, last)?)?;
        let hull = within.hull();
        let step = within.congruence().modulus().max(1);
        if (hull.hi - hull.lo) / step < OFFSETS {
            let all = (0..OFFSETS).map(|it| hull.lo + it * step);
            let all = all.take_while(|it| *it <= hull.hi).filter(|it| within.contains(*it));
            return Some(Reach::Some(all.filter_map(|it| u64::try_from(it).ok()).collect()));
        }
        let (lo, hi) = (u64::try_from(hull.lo).ok()?, u64::try_from(hull.hi).ok()?);
        Some(Reach::Between(lo, hi.saturating_add(bytes)))
    }

    fn overlapping(&self, start: u64, end: u64) -> Vec<u64> {
        // A scalar takes at most sixteen bytes.
        let near = self.cells.range(start.saturating_sub(16)..end);
        near.filter(|(at, it)| start < *at + it.width).map(|(at, _)| *at).collect()
    }

    /// What is read at some offsets, if the object has them all and is alive.
    pub(crate) fn load(&self, program: &Program, offset: &Number, ty: Ty) -> Option<Value> {
        let bytes = width(program, ty);
        match self.reach(offset, bytes)? {
            Reach::Some(all) => {
                let loads = all.into_iter().map(|at| self.load_at(program, at, ty));
                loads.reduce(|a, b| a.join(&b))
            }
            Reach::Between(start, end) => {
                let mut value = self.rest_value(program, offset, ty);
                for at in self.overlapping(start, end) {
                    let cell = &self.cells[&at];
                    let is_apart = !offset.contains(at.into()) || cell.width != bytes;
                    let read = if is_apart {
                        Value::top(program, ty)
                    } else {
                        cell.value.reread(program, ty)
                    };
                    value = value.join(&read);
                }
                Some(value)
            }
        }
    }

    /// What the rest holds at some offsets.
    fn rest_value(&self, program: &Program, offset: &Number, ty: Ty) -> Value {
        match &self.rest {
            Rest::Zero => Value::zero(ty),
            Rest::Same(same)
                if same.width == width(program, ty)
                    && are_aligned(&same.offsets, offset, same.width) =>
            {
                same.value.reread(program, ty)
            }
            Rest::Same(_) | Rest::Unknown => Value::top(program, ty),
        }
    }

    fn load_at(&self, program: &Program, at: u64, ty: Ty) -> Value {
        let bytes = width(program, ty);
        if let Some(cell) = self.cells.get(&at).filter(|it| it.width == bytes) {
            return cell.value.reread(program, ty);
        }
        if self.overlapping(at, at + bytes).is_empty() {
            return self.rest_value(program, &Number::constant(at.into()), ty);
        }
        // Several scalars: the number that their bytes make, if these are known.
        let number = (0..bytes).try_fold(0u128, |number, position| {
            Some(number | u128::from(self.byte(at + position)?) << (8 * position))
        });
        match number {
            Some(number) => {
                Value::Number(Number::constant(number.cast_signed())).reread(program, ty)
            }
            None => Value::top(program, ty),
        }
    }

    /// A byte, if it is known.
    fn byte(&self, at: u64) -> Option<u8> {
        let Some(start) = self.overlapping(at, at + 1).first().copied() else {
            return (self.rest == Rest::Zero).then_some(0);
        };
        let cell = &self.cells[&start];
        let known = match &cell.value {
            Value::Number(number) => number.single()?,
            Value::Pointer(_) if cell.value == Value::zero(Ty::Pointer) => 0,
            Value::Pointer(_) => return None,
        };
        Some((known >> (8 * (at - start))).to_le_bytes()[0])
    }

    /// Makes room for a scalar: what overlaps is broken into bytes, and those within go.
    fn clear(&mut self, start: u64, end: u64) {
        for at in self.overlapping(start, end) {
            let outside = (at..at + self.cells[&at].width).filter(|it| *it < start || end <= *it);
            let bytes: Vec<(u64, Option<u8>)> = outside.map(|it| (it, self.byte(it))).collect();
            self.cells.remove(&at);
            for (at, byte) in bytes {
                let value =
                    byte.map_or(Number::top(IntShape::U8), |it| Number::constant(it.into()));
                self.put(at, Ty::Int(IntShape::U8), 1, Value::Number(value));
            }
        }
    }

    fn put(&mut self, at: u64, ty: Ty, width: u64, value: Value) {
        self.cells.insert(at, Cell { width, ty, value });
        if CELLS < self.cells.len() {
            self.forget();
        }
    }

    /// Overwrites the scalar at an offset, which the object has.
    pub(crate) fn store(&mut self, program: &Program, at: u64, ty: Ty, value: Value) {
        let bytes = width(program, ty);
        self.clear(at, at + bytes);
        self.put(at, ty, bytes, value);
    }

    /// Overwrites the scalar at one of some offsets, or none.
    pub(crate) fn store_weakly(
        &mut self,
        program: &Program,
        offset: &Number,
        ty: Ty,
        value: &Value,
    ) {
        let bytes = width(program, ty);
        match self.reach(offset, bytes) {
            None => {}
            Some(Reach::Some(all)) => {
                for at in all {
                    let both = self.load_at(program, at, ty).join(value);
                    self.store(program, at, ty, both);
                }
            }
            Some(Reach::Between(start, end)) => {
                for at in self.overlapping(start, end) {
                    let Some(cell) = self.cells.get_mut(&at) else { continue };
                    let is_apart = !offset.contains(at.into()) || cell.width != bytes;
                    let written = value.reread(program, cell.ty);
                    cell.value = match is_apart {
                        true => Value::top(program, cell.ty),
                        false => cell.value.join(&written),
                    };
                }
                self.rest = match &self.rest {
                    Rest::Zero => Rest::Same(Box::new(Same {
                        offsets: offset.clone(),
                        width: bytes,
                        ty,
                        value: value.join(&Value::zero(ty)),
                    })),
                    Rest::Same(same)
                        if same.width == bytes && are_aligned(&same.offsets, offset, bytes) =>
                    {
                        Rest::Same(Box::new(Same {
                            offsets: same.offsets.join(offset),
                            value: same.value.join(&value.reread(program, same.ty)),
                            ..**same
                        }))
                    }
                    Rest::Same(_) | Rest::Unknown => Rest::Unknown,
                };
            }
        }
    }

    /// Sets bytes, which the object has, to a number.
    pub(crate) fn fill(&mut self, start: u64, end: u64, byte: Option<u8>) {
        let whole = start == 0 && self.size.single() == Some(end.into());
        self.clear(start, end);
        match byte {
            Some(0) if whole => self.rest = Rest::Zero,
            Some(0) if self.rest == Rest::Zero => {}
            None if self.rest == Rest::Unknown => {}
            _ if (CELLS as u64) < end - start => self.forget(),
            byte => {
                let value =
                    byte.map_or(Number::top(IntShape::U8), |it| Number::constant(it.into()));
                for at in start..end {
                    self.put(at, Ty::Int(IntShape::U8), 1, Value::Number(value.clone()));
                }
            }
        }
    }

    /// Copies bytes, which both objects have.
    pub(crate) fn copy(&mut self, to: u64, source: &Self, from: u64, bytes: u64) {
        let rest = (source.rest == Rest::Zero).then_some(0);
        self.fill(to, to + bytes, rest);
        for at in source.overlapping(from, from + bytes) {
            let cell = &source.cells[&at];
            if from <= at && at + cell.width <= from + bytes {
                let target = at - from + to;
                self.clear(target, target + cell.width);
                self.put(target, cell.ty, cell.width, cell.value.clone());
            } else {
                let part = at.max(from)..(at + cell.width).min(from + bytes);
                for byte in part {
                    self.fill(byte - from + to, byte - from + to + 1, source.byte(byte));
                }
            }
        }
    }

    /// Changes all values, for pointers that mean something else now.
    pub(crate) fn revalue(&self, change: &dyn Fn(&Value) -> Option<Value>) -> Option<Self> {
        let mut changed: Option<Self> = None;
        for (at, cell) in &self.cells {
            if let Some(value) = change(&cell.value) {
                let copy = changed.get_or_insert_with(|| self.clone());
                copy.cells.insert(*at, Cell { value, ..cell.clone() });
            }
        }
        if let Rest::Same(same) = &self.rest
            && let Some(value) = change(&same.value)
        {
            let copy = changed.get_or_insert_with(|| self.clone());
            copy.rest = Rest::Same(Box::new(Same { value, ..(**same).clone() }));
        }
        changed
    }
}

/// Whether scalars of a width at these offsets are the same or do not overlap.
fn are_aligned(a: &Number, b: &Number, width: u64) -> bool {
    let both = a.join(b).congruence();
    both.modulus() == 0 || i128::from(width) <= both.modulus()
}

/// The order, and upper bounds.
impl Object {
    pub(crate) fn le(&self, program: &Program, other: &Self) -> bool {
        let is_below = |at: u64, ty: Ty| {
            // Scalars at the same place are compared as what they are there.
            let mine = self.load_at(program, at, ty);
            let theirs = other.load_at(program, at, ty);
            mine.le(&theirs)
        };
        let rest = match (&self.rest, &other.rest) {
            (_, Rest::Unknown) => true,
            (a, b) if a == b => true,
            (Rest::Zero, Rest::Same(same)) => Value::zero(same.ty).le(&same.value),
            (Rest::Same(a), Rest::Same(b)) => {
                a.width == b.width
                    && a.ty == b.ty
                    && a.offsets.le(&b.offsets)
                    && a.value.le(&b.value)
            }
            _ => false,
        };
        (self.alive == other.alive || other.alive == Kleene::Maybe)
            && self.size.le(&other.size)
            && rest
            && other.cells.iter().all(|(at, it)| is_below(*at, it.ty))
            && self.cells.iter().all(|(at, it)| {
                other.rest == Rest::Unknown && other.overlapping(*at, *at + it.width).is_empty()
                    || is_below(*at, it.ty)
            })
    }

    pub(crate) fn merge(
        &self,
        program: &Program,
        other: &Self,
        number: &dyn Fn(&Number, &Number) -> Number,
        value: &dyn Fn(Ty, &Value, &Value) -> Value,
    ) -> Self {
        let alive = if self.alive == other.alive { self.alive } else { Kleene::Maybe };
        let rest = match (&self.rest, &other.rest) {
            (Rest::Unknown, _) | (_, Rest::Unknown) => Rest::Unknown,
            (Rest::Zero, Rest::Zero) => Rest::Zero,
            (Rest::Same(same), Rest::Zero) => {
                let value = value(same.ty, &same.value, &Value::zero(same.ty));
                Rest::Same(Box::new(Same { value, ..(**same).clone() }))
            }
            (Rest::Zero, Rest::Same(same)) => {
                let value = value(same.ty, &Value::zero(same.ty), &same.value);
                Rest::Same(Box::new(Same { value, ..(**same).clone() }))
            }
            (Rest::Same(a), Rest::Same(b))
                if a.width == b.width && are_aligned(&a.offsets, &b.offsets, a.width) =>
            {
                let theirs =
                    if a.ty == b.ty { b.value.clone() } else { b.value.reread(program, a.ty) };
                let offsets = number(&a.offsets, &b.offsets);
                let value = value(a.ty, &a.value, &theirs);
                Rest::Same(Box::new(Same { offsets, value, ..**a }))
            }
            _ => Rest::Unknown,
        };
        let mut merged =
            Self { alive, size: number(&self.size, &other.size), cells: BTreeMap::new(), rest };
        for (at, cell) in self.cells.iter().chain(&other.cells) {
            if !merged.overlapping(*at, *at + cell.width).is_empty() {
                continue;
            }
            let a = self.load_at(program, *at, cell.ty);
            let b = other.load_at(program, *at, cell.ty);
            let both = value(cell.ty, &a, &b);
            let is_known = both != Value::top(program, cell.ty);
            if is_known || merged.rest != Rest::Unknown {
                merged.put(*at, cell.ty, cell.width, both);
            }
        }
        // Where scalars of the two overlap, but not exactly, bytes may be left that none of the chosen ones covers.
        if merged.rest != Rest::Unknown {
            for source in [self, other] {
                for (at, cell) in &source.cells {
                    for byte in *at..*at + cell.width {
                        if merged.overlapping(byte, byte + 1).is_empty() {
                            let top = Value::Number(Number::top(IntShape::U8));
                            merged.put(byte, Ty::Int(IntShape::U8), 1, top);
                        }
                    }
                }
            }
        }
        merged
    }

    pub(crate) fn join(&self, program: &Program, other: &Self) -> Self {
        self.merge(program, other, &Number::join, &|_, a, b| a.join(b))
    }

    pub(crate) fn widen(&self, layout: &Layout<'_>, newer: &Self, thresholds: &Thresholds) -> Self {
        self.merge(
            layout.program,
            newer,
            &|a, b| a.widen(b, thresholds).clamped(IntShape::I64),
            &|ty, a, b| a.widen(b, thresholds).clamped(layout, ty),
        )
    }
}

/// The size of a new object: what is negative counts as 0.
pub(crate) fn size_of(asked: &Number) -> Number {
    let zero = Number::constant(0);
    match Number::refine(BinOp::Le, IntShape::I64, &zero, asked) {
        Some((_, natural)) if natural == *asked => natural,
        Some((_, natural)) => natural.join(&zero),
        None => zero,
    }
}
