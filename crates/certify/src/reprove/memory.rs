//! Memory in formulas: the scalars that something is said of, of objects that are one.
//!
//! An object made by an allocation is followed as long as no other is made there (G. Balakrishnan, T. Reps: *Recency-abstraction for heap-allocated storage*,
//! SAS 2006). What a read finds elsewhere is anything; what a write does elsewhere does not matter.

use std::collections::BTreeMap;
use tribunal_domains::pointer::{Key, Target};
use tribunal_ir::{Content, ExprId, IntShape, ObjectId, Program, Storage, Ty};
use tribunal_solver::{Bits, Sort, TermId};

use super::scene::{OFFSET, Pointer, Scene, State, Value};

/// Of an array that is read at an index that is not known, no more elements are followed than this.
const ELEMENTS: u64 = 64;

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Object {
    /// Whether it was ever made.
    pub(crate) exists: TermId,
    /// Whether it is alive; only what exists is.
    pub(crate) alive: TermId,
    pub(crate) size: TermId,
    /// Scalars, each followed by itself, though they may overlap. What they hold counts where the object is alive and has them.
    pub(crate) cells: BTreeMap<Spot, Value>,
}

/// A scalar in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spot {
    pub(super) offset: u64,
    pub(super) bytes: u64,
    is_pointer: bool,
}

impl Spot {
    pub(super) fn new(program: &Program, offset: u64, ty: Ty) -> Self {
        Self { offset, bytes: bytes(program, ty), is_pointer: ty == Ty::Pointer }
    }

    /// A type of such scalars; numbers are kept as bits.
    pub(crate) fn ty(self) -> Ty {
        let bits = u16::try_from(8 * self.bytes).unwrap_or(u16::MAX);
        if self.is_pointer { Ty::Pointer } else { Ty::Int(IntShape { bits, signed: false }) }
    }
}

/// How many bytes a scalar takes in memory.
fn bytes(program: &Program, ty: Ty) -> u64 {
    match ty {
        Ty::Pointer => program.pointer_bytes.count(),
        _ => program.shape_of_ty(ty).map_or(0, |it| u64::from(it.bits / 8)),
    }
}

/// Bytes that are written or read: from a pointer on so many.
#[derive(Clone, Copy)]
struct Extent {
    from: Pointer,
    bytes: TermId,
}

impl Scene<'_> {
    /// What is known of an object; nothing at first.
    pub(crate) fn object<'s>(&mut self, state: &'s mut State, object: ObjectId) -> &'s mut Object {
        let declaration = &self.program.objects[object];
        state.objects.entry(object).or_insert_with(|| match declaration.storage {
            Storage::Static => Object {
                exists: self.terms.truth(true),
                alive: self.terms.truth(true),
                size: self.number(declaration.size.into(), OFFSET),
                cells: BTreeMap::new(),
            },
            Storage::Automatic | Storage::Dynamic => {
                let exists = self.terms.fresh("exists", Sort::Bool);
                let lives = self.terms.fresh("alive", Sort::Bool);
                Object {
                    exists,
                    alive: self.terms.and(exists, lives),
                    size: self.terms.fresh("size", Sort::BitVec(OFFSET)),
                    cells: BTreeMap::new(),
                }
            }
        })
    }

    /// A scalar of an object, which is followed from now on.
    pub(crate) fn cell(&mut self, state: &mut State, object: ObjectId, spot: Spot) -> Value {
        let known = self.object(state, object).cells.get(&spot).copied();
        known.unwrap_or_else(|| {
            let value = self.fresh(spot.ty());
            self.object(state, object).cells.insert(spot, value);
            value
        })
    }

    /// Whether a pointer points to an object, which exists then.
    pub(super) fn reaches(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        object: ObjectId,
    ) -> TermId {
        let is_it = self.points_to(pointer, Target::Object(Key::single(object)));
        let exists = self.object(state, object).exists;
        let known = self.terms.implies(is_it, exists);
        self.suppose(known);
        is_it
    }

    /// Whether an object has a scalar.
    pub(super) fn has(&mut self, state: &mut State, object: ObjectId, spot: Spot) -> TermId {
        let size = self.object(state, object).size;
        let end = self.number(i128::from(spot.offset) + i128::from(spot.bytes), OFFSET);
        self.terms.sle(end, size)
    }

    /// Lets there be static objects alone, with what they hold at first.
    pub(crate) fn first_objects(&mut self, state: &mut State) {
        let none = self.terms.truth(false);
        for (object, declaration) in self.program.objects.iter() {
            if declaration.storage != Storage::Static {
                let object = self.object(state, object);
                (object.exists, object.alive) = (none, none);
            }
        }
        for (object, spot) in spots(state) {
            let declaration = &self.program.objects[object];
            if declaration.storage != Storage::Static {
                continue;
            }
            let end = spot.offset + spot.bytes;
            let mut value = Some(self.zero(spot.ty()));
            for &(offset, first) in &declaration.init {
                let Some(ty) = self.program.ty_of(first) else { continue };
                let is_apart = end <= offset || offset + bytes(self.program, ty) <= spot.offset;
                if !is_apart {
                    let is_it = Spot::new(self.program, offset, ty) == spot;
                    value = is_it.then(|| self.value(&mut State::default(), first));
                }
            }
            let value = value.unwrap_or_else(|| self.fresh(spot.ty()));
            self.object(state, object).cells.insert(spot, value);
        }
        state.memo.clear();
    }

    /// What is read.
    pub(super) fn load(&mut self, state: &mut State, pointer: Pointer, ty: Ty) -> Value {
        let mut found = self.fresh(ty);
        self.note_missed(state, pointer, ty);
        let (targets, offsets) = (self.leaves(pointer.target), self.leaves(pointer.offset));
        for (object, spot) in spots(state) {
            let is_there = offsets.as_ref().is_none_or(|it| it.contains(&spot.offset.into()));
            if !is_there || spot != Spot::new(self.program, spot.offset, ty) {
                continue;
            }
            let meant = |it: &u128| self.object_of(*it) == Some(object);
            if targets.as_ref().is_some_and(|it| !it.iter().any(meant)) {
                continue;
            }
            let is_it = self.is_at(state, pointer, object, spot);
            let (alive, has) = (self.object(state, object).alive, self.has(state, object, spot));
            let has = self.terms.and(alive, has);
            let (held, zero) = (self.cell(state, object, spot), self.zero(ty));
            let read = self.choose(has, held, zero, ty);
            found = self.choose(is_it, read, found, ty);
        }
        found
    }

    /// Notes what a read may find that is not followed.
    fn note_missed(&mut self, state: &State, pointer: Pointer, ty: Ty) {
        let Some(targets) = self.leaves(pointer.target) else { return };
        let offsets = self.leaves(pointer.offset);
        for target in targets {
            let Some(object) = self.object_of(target) else { continue };
            let bytes = bytes(self.program, ty).max(1);
            let all = match &offsets {
                Some(some) => some.iter().filter_map(|it| u64::try_from(*it).ok()).collect(),
                None => self.elements(state, object, bytes),
            };
            let known = state.objects.get(&object);
            for offset in all.into_iter().filter(|it| *it < 1 << 32) {
                let spot = Spot::new(self.program, offset, ty);
                if !known.is_some_and(|it| it.cells.contains_key(&spot)) {
                    self.missed.insert((object, spot));
                }
            }
        }
    }

    /// Where an object has scalars of so many bytes, if that is known and they are few.
    fn elements(&self, state: &State, object: ObjectId, bytes: u64) -> Vec<u64> {
        let declaration = &self.program.objects[object];
        let size = match (declaration.storage, state.objects.get(&object)) {
            (Storage::Static, _) => Some(declaration.size),
            (_, Some(it)) => {
                self.terms.as_bits(it.size).and_then(Bits::to_u128).map(|it| it as u64)
            }
            (_, None) => None,
        };
        match size {
            Some(size) if size / bytes <= ELEMENTS => {
                (0..size / bytes).map(|it| it * bytes).collect()
            }
            _ => Vec::new(),
        }
    }

    fn is_at(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        object: ObjectId,
        spot: Spot,
    ) -> TermId {
        let is_object = self.reaches(state, pointer, object);
        let offset = self.number(spot.offset.into(), OFFSET);
        let is_there = self.terms.eq(pointer.offset, offset);
        self.terms.and(is_object, is_there)
    }

    /// Whether a scalar shares bytes with an extent, and whether it is within it.
    fn meets(&mut self, extent: Extent, object: ObjectId, spot: Spot) -> (TermId, TermId) {
        let Extent { from, bytes } = extent;
        let is_object = self.points_to(from, Target::Object(Key::single(object)));
        // With more bits nothing wraps.
        let wide = |scene: &mut Self, it: TermId| scene.terms.sign_extend(it, OFFSET + 8);
        let (start, bytes) = (wide(self, from.offset), wide(self, bytes));
        let end = self.terms.add(start, bytes);
        let first = self.number(spot.offset.into(), OFFSET + 8);
        let last = self.number(i128::from(spot.offset) + i128::from(spot.bytes), OFFSET + 8);
        let (begins, goes_on) = (self.terms.slt(start, last), self.terms.slt(first, end));
        let shares = self.terms.and(begins, goes_on);
        let shares = self.terms.and(is_object, shares);
        let (after, before) = (self.terms.sle(start, first), self.terms.sle(last, end));
        let within = self.terms.and(after, before);
        (shares, self.terms.and(is_object, within))
    }

    /// If something happens, changes the scalars that an extent meets: those within it to what a function tells, if it can, the others to anything.
    fn overwrite(
        &mut self,
        state: &mut State,
        extent: Extent,
        happens: TermId,
        mut new: impl FnMut(&mut Self, &mut State, Spot) -> Option<Value>,
    ) {
        let mut changed = Vec::new();
        for (object, spot) in spots(state) {
            let (shares, within) = self.meets(extent, object, spot);
            let (shares, within) =
                (self.terms.and(happens, shares), self.terms.and(happens, within));
            let old = self.cell(state, object, spot);
            let any = self.fresh(spot.ty());
            let broken = self.choose(shares, any, old, spot.ty());
            let value = match new(self, state, spot) {
                Some(new) => self.choose(within, new, broken, spot.ty()),
                None => broken,
            };
            changed.push((object, spot, value));
        }
        for (object, spot, value) in changed {
            self.object(state, object).cells.insert(spot, value);
        }
        state.memo.clear();
    }

    /// Writes a scalar. Where no living object has it nothing changes, but then what the scalars there hold does not count.
    pub(super) fn write(&mut self, state: &mut State, pointer: Pointer, ty: Ty, value: Value) {
        let written = Spot::new(self.program, 0, ty);
        let bytes = self.number(written.bytes.into(), OFFSET);
        let is_like = |spot: Spot| Spot { offset: 0, ..spot } == written;
        let happens = self.terms.truth(true);
        self.overwrite(state, Extent { from: pointer, bytes }, happens, |_, _, spot| {
            is_like(spot).then_some(value)
        });
    }

    /// Sets bytes to a number.
    pub(super) fn fill(&mut self, state: &mut State, to: Pointer, byte: TermId, bytes: TermId) {
        let zero = self.terms.is_zero(byte);
        let extent = Extent { from: to, bytes };
        let happens = self.is_whole(state, extent);
        self.overwrite(state, extent, happens, |scene, _, spot| {
            let (null, any) = (scene.zero(spot.ty()), scene.fresh(spot.ty()));
            Some(scene.choose(zero, null, any, spot.ty()))
        });
    }

    /// Copies bytes.
    pub(super) fn copy(&mut self, state: &mut State, to: Pointer, from: Pointer, bytes: TermId) {
        let (target, source) = (Extent { from: to, bytes }, Extent { from, bytes });
        let (has, can_read) = (self.is_whole(state, target), self.is_whole(state, source));
        let happens = self.terms.and(has, can_read);
        self.overwrite(state, target, happens, |scene, state, spot| {
            let at = scene.number(spot.offset.into(), OFFSET);
            let within = scene.terms.sub(at, to.offset);
            let offset = scene.terms.add(from.offset, within);
            Some(scene.load(state, Pointer { offset, ..from }, spot.ty()))
        });
    }

    /// Whether a living object has all bytes of an extent.
    fn is_whole(&mut self, state: &mut State, extent: Extent) -> TermId {
        let Extent { from, bytes } = extent;
        let mut whole = self.terms.fresh("whole", Sort::Bool);
        for object in self.possible(from) {
            let is_it = self.reaches(state, from, object);
            let Object { alive, size, .. } = *self.object(state, object);
            let zero = self.number(0, OFFSET);
            let (begins, rest) = (self.terms.sle(zero, from.offset), self.terms.sub(size, bytes));
            // Where more is asked for than there is, the rest is negative: sizes and numbers of bytes are not.
            let ends = self.terms.sle(from.offset, rest);
            let is_number = self.terms.sle(zero, bytes);
            let has_all = self.terms.all([alive, begins, ends, is_number]);
            whole = self.terms.ite(is_it, has_all, whole);
        }
        whole
    }

    /// Brings an object to life; the one that was the last of its allocation is not any more.
    pub(super) fn allocate(&mut self, state: &mut State, object: ObjectId, size: ExprId) -> Value {
        let asked = self.bits(state, size);
        let size = match asked {
            Some(asked) => {
                let zero = self.number(0, OFFSET);
                let is_negative = self.terms.slt(asked, zero);
                self.terms.ite(is_negative, zero, asked)
            }
            None => self.terms.fresh("size", Sort::BitVec(OFFSET)),
        };
        let always = self.terms.truth(true);
        self.age(state, object, always);
        let cells: Vec<Spot> = self.object(state, object).cells.keys().copied().collect();
        let is_zero = self.program.objects[object].content == Content::Zero;
        let first = |it: Spot| (it, if is_zero { self.zero(it.ty()) } else { self.fresh(it.ty()) });
        let cells = cells.into_iter().map(first).collect();
        let new = Object { exists: always, alive: always, size, cells };
        state.objects.insert(object, new);
        state.memo.clear();
        let target = self.target(Target::Object(Key::single(object)));
        Value::Pointer(Pointer { target, offset: self.number(0, OFFSET) })
    }

    /// Under a condition, pointers to the last object of an allocation point to one of the others.
    pub(super) fn age(&mut self, state: &mut State, object: ObjectId, condition: TermId) {
        let key = Key::single(object);
        let older = self.target(Target::Object(key.older()));
        let cells = state.objects.values_mut().flat_map(|it| it.cells.values_mut());
        let waiting = state.callers.iter_mut().flat_map(BTreeMap::values_mut);
        for value in state.vars.values_mut().chain(waiting).chain(cells) {
            if let Value::Pointer(pointer) = value {
                let is_it = self.points_to(*pointer, Target::Object(key));
                let ages = self.terms.and(is_it, condition);
                pointer.target = self.terms.ite(ages, older, pointer.target);
            }
        }
        state.memo.clear();
    }

    /// The same for the variables of a function while others ran, which may have made an object or not, each of some.
    pub(crate) fn may_age(&mut self, state: &mut State, objects: &[ObjectId]) {
        for &object in objects {
            let condition = self.terms.fresh("made", Sort::Bool);
            self.age(state, object, condition);
        }
    }

    /// Ends the life of the object of a pointer.
    pub(super) fn release(&mut self, state: &mut State, pointer: Pointer) {
        let all: Vec<ObjectId> = state.objects.keys().copied().collect();
        for object in all {
            if self.program.objects[object].storage != Storage::Static {
                let is_it = self.points_to(pointer, Target::Object(Key::single(object)));
                let is_another = self.terms.not(is_it);
                let alive = self.object(state, object).alive;
                self.object(state, object).alive = self.terms.and(alive, is_another);
            }
        }
        state.memo.clear();
    }
}

/// The scalars that are followed.
fn spots(state: &State) -> Vec<(ObjectId, Spot)> {
    let of = |(object, it): (&ObjectId, &Object)| {
        let object = *object;
        it.cells.keys().map(move |spot| (object, *spot)).collect::<Vec<_>>()
    };
    state.objects.iter().flat_map(of).collect()
}
