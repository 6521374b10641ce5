//! What stays the same while a process lives: its index, its parameters, variables that no step writes
//! any more, and channels that cannot die before it.

use super::reader::Reader;
use super::statics::extent;
use crate::cell::Cell;
use crate::eval::View;
use crate::model::{Base, Code, CodeId, Model};
use crate::state::State;

/// What a process finds in a state that stays as it is while the process lives.
#[derive(Clone, Debug, Default)]
pub(super) struct Key {
    pub(super) scalars: Vec<Fixed>,
    pub(super) channels: Vec<Outliving>,
}

/// Whether a channel outlives the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outliving {
    pub(super) number: i64,
    pub(super) declaration: Option<u32>,
}

/// A scalar that keeps its value from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fixed {
    /// Where in the matched part it lies, in bits: of the process, or of all.
    pub(super) local: bool,
    pub(super) cell: Cell,
    pub(super) bit: u32,
    pub(super) value: i64,
}

impl Reader<'_> {
    /// The value of an expression, if it stays the same while the process lives.
    pub(super) fn fixed(&mut self, code: CodeId) -> Option<i64> {
        match self.model.codes[code as usize] {
            Code::Const(value) => return Some(value),
            Code::Not(a) => return self.fixed(a).map(|a| i64::from(a == 0)),
            // One operand may decide.
            Code::Both(a, b) => {
                return match self.fixed(a) {
                    Some(0) => Some(0),
                    Some(_) => self.fixed(b),
                    None => self.fixed(b).filter(|&b| b == 0),
                };
            }
            Code::Either(a, b) => {
                return match self.fixed(a) {
                    Some(0) => self.fixed(b),
                    Some(a) => Some(a),
                    None => self.fixed(b).filter(|&b| b != 0),
                };
            }
            _ => {}
        }
        let mut scalars = Vec::new();
        if !self.is_fixed(code, &mut scalars) {
            return None;
        }
        for (local, cell, bit) in scalars {
            let start = if local { self.state.processes[self.index?].bit } else { 0 };
            let value = cell.read(&self.state.matched, start + bit as usize);
            let fixed = Fixed { local, cell, bit, value };
            if !self.key.scalars.contains(&fixed) {
                self.key.scalars.push(fixed);
            }
        }
        Some(self.view().value(code))
    }

    /// How the process sees the state.
    fn view(&self) -> View<'_> {
        match self.index {
            Some(index) => View::of_process(self.model, self.state, index, false),
            None => View::of_property(self.model, self.state, false),
        }
    }

    /// Whether an expression keeps its value; if so, adds what it reads that was written before.
    fn is_fixed(&self, code: CodeId, scalars: &mut Vec<(bool, Cell, u32)>) -> bool {
        let model = self.model;
        match model.codes[code as usize] {
            Code::SelfPid => self.index.is_some(),
            Code::Global(cell, bit) => self.is_global_fixed(cell, bit, scalars),
            Code::GlobalByte(byte) => self.is_global_fixed(Cell::U8, byte * 8, scalars),
            Code::Local(cell, bit) => self.is_local_fixed(cell, bit, scalars),
            Code::LocalByte(byte) => self.is_local_fixed(Cell::U8, byte * 8, scalars),
            Code::GlobalElement { index, first, len } => {
                self.is_fixed(index, scalars)
                    && match u32::try_from(self.view().value(index)) {
                        Ok(index) if index < len => {
                            self.is_global_fixed(Cell::U8, (first + index) * 8, scalars)
                        }
                        _ => true,
                    }
            }
            Code::Load(place) => {
                let place = &model.places[place as usize];
                let (start, end) = extent(model, place);
                let base = matches!(place.base, Base::Global)
                    && !self.statics.is_written(false, place.matched, start, end);
                let subscripts = &model.subscripts[place.subscripts.range()];
                base && subscripts.iter().all(|it| self.is_fixed(it.index, scalars))
            }
            code => code.is_operation() && code.operands().all(|it| self.is_fixed(it, scalars)),
        }
    }

    fn is_global_fixed(&self, cell: Cell, bit: u32, scalars: &mut Vec<(bool, Cell, u32)>) -> bool {
        let end = bit + cell.width();
        if self.statics.is_written(false, true, bit, end) {
            scalars.push((false, cell, bit));
        }
        !self.statics.is_written(self.ready, true, bit, end)
    }

    fn is_local_fixed(&self, cell: Cell, bit: u32, scalars: &mut Vec<(bool, Cell, u32)>) -> bool {
        scalars.push((true, cell, bit));
        self.index.is_some()
            && !self.statics.is_local_written(self.process, true, bit, bit + cell.width())
    }

    /// The declaration of a channel of known number that outlives the process, see [`outliving`].
    pub(super) fn outliving(&mut self, number: Option<i64>) -> Option<u32> {
        let number = number?;
        let position = usize::try_from(number.checked_sub(1)?).ok()?;
        if position < self.model.globals.channels.len() {
            return Some(self.state.channels[position].declaration);
        }
        let declaration = outliving(self.model, self.state, self.index?, number);
        let known = Outliving { number, declaration };
        if !self.key.channels.contains(&known) {
            self.key.channels.push(known);
        }
        declaration
    }
}

/// The declaration of a channel, if the process of the given index, which is alive, cannot outlive it:
/// it is global, or belongs to the process or an older one. The youngest dies first.
pub(super) fn outliving(model: &Model, state: &State, index: usize, number: i64) -> Option<u32> {
    let queue = state.channel(number)?;
    let instance = state.processes[index];
    let end = instance.bit / 8 + model.regions[instance.process as usize].bytes as usize;
    (queue.byte < end).then_some(queue.declaration)
}
