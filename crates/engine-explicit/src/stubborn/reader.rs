//! What expressions and actions touch, for one process: what does not change while it lives (its
//! index, parameters and variables that no step writes) counts with its value.

use super::access::{Footprint, Object, Way, Ways};
use super::fixed::Key;
use super::statics::{Statics, extent};
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
    /// Whether everything that is made ready is ready.
    pub(super) ready: bool,
    /// What counts with its value.
    pub(super) key: &'a mut Key,
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
    /// Adds what the value of an expression depends on.
    pub(super) fn read(&mut self, code: CodeId, footprint: &mut Footprint) {
        if self.fixed(code).is_some() {
            return;
        }
        match self.model.codes[code as usize] {
            Code::SelfPid | Code::Timeout => {}
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
            code if code.is_operation() => {
                code.operands().for_each(|it| self.read(it, footprint));
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
        if self.statics.is_written(self.ready, matched, start, end) {
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
        if self.statics.local_channels && self.outliving(number).is_none() {
            self.ways.touch(footprint, Object::Processes, Way::READ);
        }
        for &way in ways {
            self.ways.touch_channel(footprint, number, way);
        }
    }

    /// What kind of channel an expression names.
    pub(super) fn kind(&mut self, code: CodeId) -> ChannelKind {
        let number = self.fixed(code);
        match self.outliving(number) {
            None if !self.statics.rendezvous => ChannelKind::Buffered,
            None => ChannelKind::Unknown,
            Some(declaration) => match self.model.channels[declaration as usize].capacity {
                0 => ChannelKind::Rendezvous,
                _ => ChannelKind::Buffered,
            },
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
            ready: self.ready,
            key: &mut Key::default(),
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
