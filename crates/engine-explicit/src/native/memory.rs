//! Scalars in the packed state.

use super::emit::{ANYWHERE, Emitter, offset, part};
use crate::cell::{Cell, Wrap};
use crate::compile::simplify::{Range, range};
use crate::model::{Base, CodeId, PlaceCode, PlaceCodeId, Subscript};
use crate::state::Instance;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::{offset_of, size_of};

/// Where a scalar is.
#[derive(Clone, Copy)]
pub(super) struct Address {
    pointer: Value,
    /// In bytes from there.
    offset: i32,
    shift: Shift,
}

/// The first bit of a scalar that is shorter than a byte.
#[derive(Clone, Copy)]
enum Shift {
    Known(u32),
    Computed(Value),
}

/// A process, for those who read its variables.
#[derive(Clone, Copy)]
pub(super) struct Other {
    /// Where its region starts.
    pub(super) region: Value,
    /// Its instance in the table of processes.
    instance: Value,
}

impl Address {
    /// At a known bit.
    pub(super) fn at(pointer: Value, bit: u32) -> Self {
        Self { pointer, offset: offset(bit as usize / 8), shift: Shift::Known(bit % 8) }
    }
}

impl Emitter<'_, '_> {
    /// The scalar at an address.
    pub(super) fn read(&mut self, cell: Cell, at: Address) -> Value {
        let Address { pointer, offset, .. } = at;
        let ins = self.build.ins();
        match cell {
            Cell::Bits1 | Cell::Bits2 | Cell::Bits4 => {
                let byte = ins.uload8(I64, ANYWHERE, pointer, offset);
                let shifted = match at.shift {
                    Shift::Known(0) => byte,
                    Shift::Known(by) => {
                        let by = self.number(by.into());
                        self.build.ins().ushr(byte, by)
                    }
                    Shift::Computed(by) => self.build.ins().ushr(byte, by),
                };
                self.and_number(shifted, mask(cell))
            }
            Cell::U8 => ins.uload8(I64, ANYWHERE, pointer, offset),
            Cell::I8 => ins.sload8(I64, ANYWHERE, pointer, offset),
            Cell::U16 => ins.uload16(I64, ANYWHERE, pointer, offset),
            Cell::I16 => ins.sload16(I64, ANYWHERE, pointer, offset),
            Cell::U32 => ins.uload32(ANYWHERE, pointer, offset),
            Cell::I32 => ins.sload32(ANYWHERE, pointer, offset),
            Cell::W64 => ins.load(I64, ANYWHERE, pointer, offset),
        }
    }

    /// Stores the low bits of a number.
    pub(super) fn write(&mut self, cell: Cell, at: Address, value: Value) {
        let Address { pointer, offset, .. } = at;
        let ins = self.build.ins();
        match cell {
            Cell::Bits1 | Cell::Bits2 | Cell::Bits4 => {
                let byte = ins.uload8(I64, ANYWHERE, pointer, offset);
                let new = self.and_number(value, mask(cell));
                let (others, new) = match at.shift {
                    Shift::Known(by) => {
                        let others = self.and_number(byte, !(mask(cell) << by));
                        let by = self.number(by.into());
                        (others, self.build.ins().ishl(new, by))
                    }
                    Shift::Computed(by) => {
                        let mask = self.number(mask(cell));
                        let mask = self.build.ins().ishl(mask, by);
                        let others = self.build.ins().band_not(byte, mask);
                        (others, self.build.ins().ishl(new, by))
                    }
                };
                let byte = self.build.ins().bor(others, new);
                self.build.ins().istore8(ANYWHERE, byte, pointer, offset);
            }
            Cell::U8 | Cell::I8 => {
                ins.istore8(ANYWHERE, value, pointer, offset);
            }
            Cell::U16 | Cell::I16 => {
                ins.istore16(ANYWHERE, value, pointer, offset);
            }
            Cell::U32 | Cell::I32 => {
                ins.istore32(ANYWHERE, value, pointer, offset);
            }
            Cell::W64 => {
                ins.store(ANYWHERE, value, pointer, offset);
            }
        }
    }

    /// The number of a shape with the same low bits.
    pub(super) fn wrap(&mut self, wrap: Wrap, value: Value) -> Value {
        let bits = wrap.bits();
        if bits == 64 {
            return value;
        }
        if !wrap.is_signed() {
            return self.and_number(value, (u64::MAX >> (64 - bits)).cast_signed());
        }
        let unused = self.number(i64::from(64 - bits));
        let high = self.build.ins().ishl(value, unused);
        self.build.ins().sshr(high, unused)
    }

    /// The scalar at a place; 0 if it is not there.
    pub(super) fn load(&mut self, place: PlaceCodeId) -> Value {
        let place = self.model.places[place as usize];
        let zero = self.number(0);
        if let Base::Remote { index, process } = place.base {
            return self.with_process(index, I64, zero, |it, other| {
                let owner = it.build.ins().uload32(
                    ANYWHERE,
                    other.instance,
                    offset(offset_of!(Instance, process)),
                );
                let same = it.compare_number(IntCC::Equal, owner, process.into());
                it.guarded(same, I64, zero, |it| {
                    let start = it.start_of(&place, other);
                    it.element(&place, start)
                })
            });
        }
        match self.start(&place) {
            Some(start) => self.element(&place, start),
            None => zero,
        }
    }

    /// The scalar at a place of a known region; 0 if an index is out of range. No branches.
    fn element(&mut self, place: &PlaceCode, start: Value) -> Value {
        let (indices, valid) = self.indices(place);
        let Some(valid) = valid else {
            let at = self.address(place, start, &indices);
            return self.read(place.cell, at);
        };
        let zero = self.number(0);
        let safe: Vec<Value> =
            indices.iter().map(|&it| self.build.ins().select(valid, it, zero)).collect();
        let at = self.address(place, start, &safe);
        let value = self.read(place.cell, at);
        self.build.ins().select(valid, value, zero)
    }

    /// Stores a number at a place, wrapped; nothing if the place is not there.
    pub(super) fn store(&mut self, place: PlaceCodeId, value: Value) {
        let place = self.model.places[place as usize];
        let Some(start) = self.start(&place) else { return };
        let exact = place.wrap.bits() == place.cell.width();
        let value = if exact { value } else { self.wrap(place.wrap, value) };
        let (indices, valid) = self.indices(&place);
        let put = |it: &mut Self| {
            let at = it.address(&place, start, &indices);
            it.write(place.cell, at, value);
        };
        match valid {
            None => put(self),
            Some(valid) => self.when(valid, put),
        }
    }

    /// Where the region of a place starts, unless it is that of another process.
    fn start(&mut self, place: &PlaceCode) -> Option<Value> {
        match (place.base, place.matched) {
            (Base::Global, true) => Some(self.matched),
            (Base::Global, false) => Some(self.word(part::UNMATCHED)),
            (Base::Local, true) => Some(self.region),
            (Base::Local, false) => {
                let pid = self.pid;
                let other = self.process(pid);
                Some(self.start_of(place, other))
            }
            (Base::Remote { .. } | Base::Nowhere, _) => None,
        }
    }

    fn start_of(&mut self, place: &PlaceCode, other: Other) -> Value {
        if place.matched {
            return other.region;
        }
        let unmatched = self.word(part::UNMATCHED);
        let bit = offset(offset_of!(Instance, unmatched_bit));
        let bit = self.build.ins().load(I64, ANYWHERE, other.instance, bit);
        self.beyond(unmatched, bit)
    }

    /// A pointer so many bits further on, a multiple of 8.
    fn beyond(&mut self, pointer: Value, bits: Value) -> Value {
        let three = self.number(3);
        let bytes = self.build.ins().ushr(bits, three);
        self.build.ins().iadd(pointer, bytes)
    }

    /// The computed indices of a place, and whether they are in range, unless they always are.
    fn indices(&mut self, place: &PlaceCode) -> (Vec<Value>, Option<Value>) {
        let model = self.model;
        let mut indices = Vec::new();
        let mut valid: Option<Value> = None;
        for &Subscript { index: code, len, .. } in &model.subscripts[place.subscripts.range()] {
            let index = self.value(code);
            indices.push(index);
            let Range { low, high } = range(&model.codes, code);
            if 0 <= low && high < len.into() {
                continue;
            }
            let inside = self.compare_number(IntCC::UnsignedLessThan, index, len.into());
            valid = Some(match valid {
                None => inside,
                Some(others) => self.build.ins().band(others, inside),
            });
        }
        (indices, valid)
    }

    fn address(&mut self, place: &PlaceCode, start: Value, indices: &[Value]) -> Address {
        let model = self.model;
        let subscripts = &model.subscripts[place.subscripts.range()];
        let mut pointer = start;
        let mut bits: Option<Value> = None;
        for (subscript, &index) in subscripts.iter().zip(indices) {
            let stride = i64::from(subscript.stride);
            if stride % 8 == 0 {
                let bytes = self.times(index, stride / 8);
                pointer = self.build.ins().iadd(pointer, bytes);
            } else {
                let more = self.times(index, stride);
                bits = Some(match bits {
                    None => more,
                    Some(others) => self.build.ins().iadd(others, more),
                });
            }
        }
        let Some(bits) = bits else { return Address::at(pointer, place.bit) };
        let bits = self.plus(bits, (place.bit % 8).into());
        let pointer = self.beyond(pointer, bits);
        let shift = Shift::Computed(self.and_number(bits, 7));
        Address { pointer, offset: offset(place.bit as usize / 8), shift }
    }

    /// A living process.
    pub(super) fn process(&mut self, index: Value) -> Other {
        let table = self.word(part::PROCESSES);
        let place = self.times(index, size_of::<Instance>().cast_signed() as i64);
        let instance = self.build.ins().iadd(table, place);
        let bit = offset(offset_of!(Instance, bit));
        let bit = self.build.ins().load(I64, ANYWHERE, instance, bit);
        Other { region: self.beyond(self.matched, bit), instance }
    }

    /// Whether the process of an index is alive.
    fn is_alive(&mut self, index: Value) -> Value {
        let count = self.word(part::PROCESS_COUNT);
        self.compare(IntCC::UnsignedLessThan, index, count)
    }

    /// Something about the process of an index, if it is alive.
    pub(super) fn with_process(
        &mut self,
        index: CodeId,
        ty: cranelift_codegen::ir::Type,
        otherwise: Value,
        then: impl FnOnce(&mut Self, Other) -> Value,
    ) -> Value {
        let index = self.value(index);
        let alive = self.is_alive(index);
        self.guarded(alive, ty, otherwise, |it| {
            let other = it.process(index);
            then(it, other)
        })
    }

    /// The program counter of a process.
    pub(super) fn counter(&mut self, region: Value) -> Value {
        self.read(self.model.counter, Address::at(region, 0))
    }

    /// Whether a counter is that of one of some locations.
    pub(super) fn is_at(&mut self, counter: Value, locations: &[u32]) -> Value {
        let mut sorted = locations.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut result = self.boolean(false);
        for run in sorted.chunk_by(|a, b| a + 1 == *b) {
            let (first, len) = (i64::from(run[0]) + 1, run.len());
            let from_first = self.plus(counter, -first);
            let len = i64::try_from(len).expect("a list should be short");
            let inside = self.compare_number(IntCC::UnsignedLessThan, from_first, len);
            result = self.build.ins().bor(result, inside);
        }
        debug_assert_eq!(self.build.func.dfg.value_type(result), I8);
        result
    }
}

fn mask(cell: Cell) -> i64 {
    (1 << cell.width()) - 1
}
