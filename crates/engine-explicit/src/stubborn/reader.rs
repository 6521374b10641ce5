//! What expressions and actions touch, for one process: what does not change while it lives (its
//! index, parameters and variables that no step writes) counts with its value.

use super::access::{Footprint, Object, Way, Ways};
use super::statics::{Statics, extent};
use crate::cell::Cell;
use crate::eval::View;
use crate::model::{
    ActionCode, Base, Code, CodeId, InitialCode, Model, PatternCode, PlaceCodeId, Slice,
};
use crate::state::State;

/// Reads the code of one process.
pub(super) struct Reader<'a> {
    pub(super) model: &'a Model,
    pub(super) statics: &'a Statics,
    pub(super) state: &'a State,
    pub(super) ways: &'a mut Ways,
    /// What code it is.
    pub(super) process: u32,
    /// The index of the process; if there is none yet, less is known.
    pub(super) index: Option<usize>,
    /// The locals that count with their values.
    pub(super) key: &'a mut Vec<Fixed>,
}

/// A local scalar that keeps its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fixed {
    pub(super) cell: Cell,
    pub(super) bit: u32,
    pub(super) value: i64,
}

/// What a place is.
enum Spot {
    Nowhere,
    /// Of the process itself.
    Local {
        start: u32,
        end: u32,
    },
    Global {
        matched: bool,
        start: u32,
        end: u32,
    },
    /// Some scalar of a block.
    Block(u32),
    Remote {
        process: u32,
        block: u32,
    },
}

impl Reader<'_> {
    /// The value of an expression, if it stays the same while the process lives.
    pub(super) fn fixed(&mut self, code: CodeId) -> Option<i64> {
        if let Code::Const(value) = self.model.codes[code as usize] {
            return Some(value);
        }
        let mut locals = Vec::new();
        if !self.is_fixed(code, &mut locals) {
            return None;
        }
        let view = match self.index {
            Some(index) => View::of_process(self.model, self.state, index, false),
            None => View::of_property(self.model, self.state, false),
        };
        for (cell, bit) in locals {
            let start = self.state.processes[self.index?].bit;
            let value = cell.read(&self.state.matched, start + bit as usize);
            let fixed = Fixed { cell, bit, value };
            if !self.key.contains(&fixed) {
                self.key.push(fixed);
            }
        }
        Some(view.value(code))
    }

    /// Whether an expression keeps its value; if so, adds the locals it reads.
    fn is_fixed(&self, code: CodeId, locals: &mut Vec<(Cell, u32)>) -> bool {
        let model = self.model;
        match model.codes[code as usize] {
            Code::Const(_) => true,
            Code::SelfPid => self.index.is_some(),
            Code::Global(cell, bit) => !self.statics.is_written(true, bit, bit + cell.width()),
            Code::GlobalByte(byte) => !self.statics.is_written(true, byte * 8, byte * 8 + 8),
            Code::Local(cell, bit) => self.is_local_fixed(cell, bit, locals),
            Code::LocalByte(byte) => self.is_local_fixed(Cell::U8, byte * 8, locals),
            Code::GlobalElement { index, first, len } => {
                !self.statics.is_written(true, first * 8, (first + len) * 8)
                    && self.is_fixed(index, locals)
            }
            Code::Load(place) => {
                let place = &model.places[place as usize];
                let (start, end) = extent(model, place);
                let base = matches!(place.base, Base::Global)
                    && !self.statics.is_written(place.matched, start, end);
                let subscripts = &model.subscripts[place.subscripts.range()];
                base && subscripts.iter().all(|it| self.is_fixed(it.index, locals))
            }
            Code::Not(a)
            | Code::Neg(a, _)
            | Code::BitNot(a, _)
            | Code::EqualTo(a, _)
            | Code::UnequalTo(a, _)
            | Code::LessThan(a, _)
            | Code::AtLeast(a, _)
            | Code::Inside { a, .. }
            | Code::Outside { a, .. }
            | Code::Plus(a, _)
            | Code::IsNotZero(a)
            | Code::Wrapped(a, _) => self.is_fixed(a, locals),
            Code::Both(a, b)
            | Code::Either(a, b)
            | Code::Equal(a, b)
            | Code::Unequal(a, b)
            | Code::Less(a, b)
            | Code::LessEqual(a, b)
            | Code::Binary(_, a, b, _) => self.is_fixed(a, locals) && self.is_fixed(b, locals),
            Code::Ite(condition, a, b) => {
                [condition, a, b].into_iter().all(|it| self.is_fixed(it, locals))
            }
            Code::ProcessCount
            | Code::InstanceOf(_)
            | Code::At { .. }
            | Code::ProgramCounter(_)
            | Code::Priority(_)
            | Code::Enabled(_)
            | Code::Timeout
            | Code::NonProgress
            | Code::Length(_)
            | Code::Capacity(_)
            | Code::Arity(_)
            | Code::Poll { .. } => false,
        }
    }

    fn is_local_fixed(&self, cell: Cell, bit: u32, locals: &mut Vec<(Cell, u32)>) -> bool {
        locals.push((cell, bit));
        self.index.is_some()
            && !self.statics.is_local_written(self.process, true, bit, bit + cell.width())
    }

    /// Adds what the value of an expression depends on.
    pub(super) fn read(&mut self, code: CodeId, footprint: &mut Footprint) {
        if self.fixed(code).is_some() {
            return;
        }
        match self.model.codes[code as usize] {
            Code::Const(_) | Code::SelfPid | Code::Timeout => {}
            Code::Global(cell, bit) => {
                self.read_global(true, bit, bit + cell.width(), footprint);
            }
            Code::GlobalByte(byte) => self.read_global(true, byte * 8, byte * 8 + 8, footprint),
            Code::Local(..) | Code::LocalByte(_) => footprint.own = true,
            Code::GlobalElement { index, first, len } => {
                self.read(index, footprint);
                match self.fixed(index).map(u32::try_from) {
                    Some(Ok(index)) if index < len => {
                        let bit = (first + index) * 8;
                        self.read_global(true, bit, bit + 8, footprint);
                    }
                    Some(_) => {}
                    None => {
                        let block = self.statics.block(true, first * 8, (first + len) * 8);
                        self.touch_block(block, Way::READ_SOME, footprint);
                    }
                }
            }
            Code::Load(place) => match self.spot(place, footprint) {
                Spot::Nowhere => {}
                Spot::Local { .. } => footprint.own = true,
                Spot::Global { matched, start, end } => {
                    self.read_global(matched, start, end, footprint);
                }
                Spot::Block(block) => {
                    self.touch_block(Some(block), Way::READ_SOME, footprint);
                }
                Spot::Remote { process, block } => {
                    self.ways.touch(footprint, Object::Processes, Way::READ);
                    self.ways.touch(footprint, Object::Remote { process, block }, Way::READ);
                }
            },
            Code::Not(a)
            | Code::Neg(a, _)
            | Code::BitNot(a, _)
            | Code::EqualTo(a, _)
            | Code::UnequalTo(a, _)
            | Code::LessThan(a, _)
            | Code::AtLeast(a, _)
            | Code::Inside { a, .. }
            | Code::Outside { a, .. }
            | Code::Plus(a, _)
            | Code::IsNotZero(a)
            | Code::Wrapped(a, _) => self.read(a, footprint),
            Code::Both(a, b)
            | Code::Either(a, b)
            | Code::Equal(a, b)
            | Code::Unequal(a, b)
            | Code::Less(a, b)
            | Code::LessEqual(a, b)
            | Code::Binary(_, a, b, _) => {
                self.read(a, footprint);
                self.read(b, footprint);
            }
            Code::Ite(condition, a, b) => {
                [condition, a, b].into_iter().for_each(|it| self.read(it, footprint));
            }
            code => self.observe(code, footprint),
        }
    }

    /// The same for expressions over processes and channels.
    fn observe(&mut self, code: Code, footprint: &mut Footprint) {
        match code {
            Code::ProcessCount | Code::InstanceOf(_) => {
                self.ways.touch(footprint, Object::Processes, Way::READ);
            }
            Code::At { process, label } => {
                self.read(process, footprint);
                self.ways.touch(footprint, Object::Processes, Way::READ);
                self.ways.touch(footprint, Object::Label(label), Way::READ);
            }
            Code::ProgramCounter(process) => {
                self.read(process, footprint);
                self.ways.touch(footprint, Object::Processes, Way::READ);
                self.ways.touch(footprint, Object::Counters, Way::READ);
            }
            Code::Priority(process) => {
                self.read(process, footprint);
                self.ways.touch(footprint, Object::Processes, Way::READ);
                self.ways.touch(footprint, Object::Priorities, Way::READ);
            }
            Code::NonProgress => {
                self.ways.touch(footprint, Object::Progress, Way::READ);
            }
            Code::Length(channel) => self.channel(channel, &[Way::LOOK], footprint),
            Code::Capacity(channel) | Code::Arity(channel) => {
                self.channel(channel, &[], footprint);
            }
            Code::Poll { channel, patterns, scan: _ } => {
                self.channel(channel, &[Way::LOOK], footprint);
                self.read_patterns(patterns, footprint);
            }
            // Whether a process can move depends on all sorts of things.
            _ => self.ways.watch(footprint),
        }
    }

    /// Adds what the values that patterns ask for depend on.
    pub(super) fn read_patterns(&mut self, patterns: Slice, footprint: &mut Footprint) {
        for &pattern in &self.model.patterns[patterns.range()] {
            if let PatternCode::Match(operand) = pattern {
                self.read(operand.code, footprint);
            }
        }
    }

    /// Adds what the fields of a message or the arguments of a process depend on.
    pub(super) fn read_operands(&mut self, operands: Slice, footprint: &mut Footprint) {
        for &operand in &self.model.operands[operands.range()] {
            self.read(operand.code, footprint);
        }
    }

    fn read_global(&mut self, matched: bool, start: u32, end: u32, footprint: &mut Footprint) {
        // What nobody writes is no obstacle.
        if self.statics.is_written(matched, start, end) {
            self.ways.touch(footprint, Object::Scalar { matched, bit: start }, Way::READ);
            let block = self.statics.block(matched, start, end);
            self.touch_block(block, Way::READ_ONE, footprint);
        }
    }

    fn touch_block(&mut self, block: Option<u32>, way: Way, footprint: &mut Footprint) {
        if let Some(block) = block {
            self.ways.touch(footprint, Object::Block(block), way);
        }
    }

    /// Adds that something is stored at a place.
    fn store(&mut self, place: PlaceCodeId, value: Option<i64>, footprint: &mut Footprint) {
        let wrap = self.model.places[place as usize].wrap;
        match self.spot(place, footprint) {
            Spot::Nowhere | Spot::Remote { .. } => {}
            Spot::Local { start, end } => {
                let process = self.process;
                if let Some(block) = self.statics.remote(process, start, end) {
                    let object = Object::Remote { process, block };
                    self.ways.touch(footprint, object, Way::WRITE);
                }
            }
            Spot::Global { matched, start, end } => {
                let way = Way::store(value.map(|it| wrap.apply(it)));
                self.ways.touch(footprint, Object::Scalar { matched, bit: start }, way);
                let block = self.statics.block(matched, start, end);
                self.touch_block(block, Way::WRITE_ONE, footprint);
            }
            Spot::Block(block) => self.touch_block(Some(block), Way::WRITE_SOME, footprint),
        }
    }

    /// What a place is; adds what that depends on.
    fn spot(&mut self, place: PlaceCodeId, footprint: &mut Footprint) -> Spot {
        let model = self.model;
        let place = &model.places[place as usize];
        let (start, end) = extent(model, place);
        let mut known = Some(place.bit);
        for subscript in &model.subscripts[place.subscripts.range()] {
            self.read(subscript.index, footprint);
            match self.fixed(subscript.index).map(u32::try_from) {
                Some(Ok(index)) if index < subscript.len => {
                    known = known.map(|bit| bit + index * subscript.stride);
                }
                // Outside of the array there is nothing.
                Some(_) => return Spot::Nowhere,
                None => known = None,
            }
        }
        match (place.base, known) {
            (Base::Nowhere, _) => Spot::Nowhere,
            (Base::Local, Some(bit)) => Spot::Local { start: bit, end: bit + place.cell.width() },
            (Base::Local, None) => Spot::Local { start, end },
            (Base::Global, Some(bit)) => {
                Spot::Global { matched: place.matched, start: bit, end: bit + place.cell.width() }
            }
            (Base::Global, None) => {
                let block = self.statics.block(place.matched, start, end);
                block.map_or(Spot::Nowhere, Spot::Block)
            }
            (Base::Remote { index, process }, _) => {
                self.read(index, footprint);
                let block = self.statics.remote(process, start, end);
                block.map_or(Spot::Nowhere, |block| Spot::Remote { process, block })
            }
        }
    }

    /// Adds that a channel is touched in some ways.
    pub(super) fn channel(&mut self, code: CodeId, ways: &[Way], footprint: &mut Footprint) {
        self.read(code, footprint);
        let number = self.fixed(code);
        if number.is_some_and(|it| it <= 0) {
            return;
        }
        // The channels of a process die with it.
        if !self.is_lasting(code, number) {
            self.ways.touch(footprint, Object::Processes, Way::READ);
        }
        for &way in ways {
            self.ways.touch_channel(footprint, number, way);
        }
    }

    /// Whether a channel lives as long as the process that touches it: it is global or its own.
    fn is_lasting(&self, code: CodeId, number: Option<i64>) -> bool {
        let global = number.is_some_and(|it| {
            usize::try_from(it).is_ok_and(|it| it <= self.model.globals.channels.len())
        });
        let own = || {
            let bit = match self.model.codes[code as usize] {
                Code::Local(_, bit) => bit,
                Code::LocalByte(byte) => byte * 8,
                _ => return false,
            };
            let initial = &self.model.processes[self.process as usize].initial;
            number.is_some()
                && initial.iter().any(|it| match *it {
                    InitialCode::Channel(place) => {
                        let place = &self.model.places[place as usize];
                        matches!(place.base, Base::Local) && place.bit == bit
                    }
                    InitialCode::Value(..) => false,
                })
        };
        global || !self.statics.local_channels || own()
    }

    /// What kind of channel an expression names.
    pub(super) fn kind(&mut self, code: CodeId) -> ChannelKind {
        let global = self.fixed(code).and_then(|number| {
            let index = usize::try_from(number.checked_sub(1)?).ok()?;
            self.model.globals.channels.get(index)
        });
        match global {
            None if !self.statics.rendezvous => ChannelKind::Buffered,
            None => ChannelKind::Unknown,
            Some(&(declaration, _)) => {
                use tribunal_base::Id;
                match self.model.channels[declaration.index()].capacity {
                    0 => ChannelKind::Rendezvous,
                    _ => ChannelKind::Buffered,
                }
            }
        }
    }

    /// Adds what an action does besides communicating and moving on.
    pub(super) fn act(&mut self, action: ActionCode, footprint: &mut Footprint) {
        match action {
            ActionCode::Assign { place, value } => {
                self.read(value, footprint);
                let value = self.fixed(value);
                self.store(place, value, footprint);
            }
            ActionCode::Send { message, .. } => self.read_operands(message, footprint),
            ActionCode::Receive { patterns, .. } => {
                self.read_patterns(patterns, footprint);
                for &pattern in &self.model.patterns[patterns.range()] {
                    if let PatternCode::Store(place) = pattern {
                        self.store(place, None, footprint);
                    }
                }
            }
            ActionCode::Spawn { process, args, result, priority } => {
                self.read_operands(args, footprint);
                self.read(priority, footprint);
                if let Some(place) = result {
                    self.store(place, None, footprint);
                }
                self.ways.touch(footprint, Object::Processes, Way::SPAWN);
                self.start(process, footprint);
            }
            ActionCode::Exit => {}
            ActionCode::SetPriority { process, value } => {
                self.read(process, footprint);
                self.read(value, footprint);
                self.ways.touch(footprint, Object::Processes, Way::READ);
                self.ways.touch(footprint, Object::Priorities, Way::WRITE);
            }
        }
    }

    /// Adds what the start of a process touches besides the list of processes.
    fn start(&mut self, process: u32, footprint: &mut Footprint) {
        let code = &self.model.processes[process as usize];
        let mut reader = Reader {
            model: self.model,
            statics: self.statics,
            state: self.state,
            ways: self.ways,
            process,
            index: None,
            key: &mut Vec::new(),
        };
        for &initial in &code.initial {
            match initial {
                InitialCode::Value(place, value) => {
                    reader.read(value, footprint);
                    reader.store(place, None, footprint);
                }
                InitialCode::Channel(place) => reader.store(place, None, footprint),
            }
        }
        let entry = &self.model.locations[code.entry as usize];
        if entry.progress {
            self.ways.touch(footprint, Object::Progress, Way::WRITE);
        }
        if entry.accept {
            self.ways.touch(footprint, Object::Acceptance, Way::WRITE);
        }
    }
}

/// Whether a channel holds messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChannelKind {
    Buffered,
    Rendezvous,
    Unknown,
}
