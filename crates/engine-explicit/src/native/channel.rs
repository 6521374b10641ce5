//! Channels and the messages in them.
//!
//! Where the compiler knows which channel an expression names, its bytes are at a known place: of
//! the state if it is a global one, of the region of the process if the process created it. Otherwise
//! the table of living channels tells where it is, and from which declaration it was made.

use super::emit::{ANYWHERE, Emitter, address, offset, part};
use super::memory::Address;
use crate::cell::Wrap;
use crate::compile::layout::{ChannelLayout, FieldLayout};
use crate::model::{Code, CodeId, Model, Operand, PatternCode, Slice};
use crate::state::Queue;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Type, Value};
use cranelift_frontend::Switch;
use std::mem::{offset_of, size_of};
use tribunal_base::Id;
use tribunal_ir::Scan;

/// Larger blocks of bytes are moved by a call.
const MAX_INLINE_BYTES: u32 = 64;

/// The declarations whose channels are laid out alike.
pub(super) struct Shapes {
    /// One for each layout that occurs: the declarations.
    classes: Vec<Vec<u32>>,
}

/// A channel and where its bytes are.
#[derive(Clone, Copy)]
pub(super) struct Channel<'a> {
    pub(super) layout: &'a ChannelLayout,
    pointer: Value,
    /// In bytes from there.
    offset: u32,
}

impl Shapes {
    pub(super) fn new(model: &Model) -> Self {
        let mut classes: Vec<Vec<u32>> = Vec::new();
        let created = std::iter::once(&model.globals).chain(&model.regions);
        for &(declaration, _) in created.flat_map(|it| &it.channels) {
            let declaration = u32::try_from(declaration.index()).expect("an id should fit 32 bits");
            let layout = |it: u32| &model.channels[it as usize];
            if classes.iter().any(|it| it.contains(&declaration)) {
                continue;
            }
            match classes.iter_mut().find(|it| layout(it[0]) == layout(declaration)) {
                Some(class) => class.push(declaration),
                None => classes.push(vec![declaration]),
            }
        }
        Self { classes }
    }

    /// How many ways there are to deal with a channel that is not known before.
    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    /// The layouts of those channels.
    pub(super) fn layouts<'a>(
        &'a self,
        model: &'a Model,
    ) -> impl Iterator<Item = &'a ChannelLayout> {
        self.classes.iter().map(|it| &model.channels[it[0] as usize])
    }
}

/// Where a channel that is known before lies.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) declaration: u32,
    byte: u32,
    own: bool,
}

/// The channel that an expression of a process always names, if that is known.
pub(super) fn known(model: &Model, process: Option<u32>, code: CodeId) -> Option<Known> {
    let (&(declaration, byte), own) = match model.codes[code as usize] {
        Code::Const(number) => {
            let index = usize::try_from(number.checked_sub(1)?).ok()?;
            (model.globals.channels.get(index)?, false)
        }
        Code::LocalByte(byte) => {
            let process = process? as usize;
            let own = &model.processes[process].own_channels;
            let &(_, index) = own.iter().find(|(at, _)| *at == byte)?;
            (model.regions[process].channels.get(index as usize)?, true)
        }
        _ => return None,
    };
    let declaration = u32::try_from(declaration.index()).expect("an id should fit 32 bits");
    Some(Known { declaration, byte, own })
}

impl<'a> Emitter<'a, '_> {
    /// Something about the channel that an expression names, if it is alive.
    pub(super) fn with_channel(
        &mut self,
        code: CodeId,
        ty: Type,
        otherwise: Value,
        then: &mut dyn FnMut(&mut Self, Channel<'a>) -> Value,
    ) -> Value {
        if let Some(known) = known(self.model, self.process, code) {
            let layout = &self.model.channels[known.declaration as usize];
            let pointer = if known.own { self.region } else { self.matched };
            return then(self, Channel { layout, pointer, offset: known.byte });
        }
        let number = self.value(code);
        let index = self.plus(number, -1);
        let count = self.word(part::CHANNEL_COUNT);
        let alive = self.compare(IntCC::UnsignedLessThan, index, count);
        self.guarded(alive, ty, otherwise, |it| {
            let table = it.word(part::CHANNELS);
            let place = it.times(index, size_of::<Queue>().cast_signed() as i64);
            let queue = it.build.ins().iadd(table, place);
            let byte = offset(offset_of!(Queue, byte));
            let byte = it.build.ins().load(I64, ANYWHERE, queue, byte);
            let pointer = it.build.ins().iadd(it.matched, byte);
            it.by_declaration(queue, pointer, ty, otherwise, then)
        })
    }

    fn by_declaration(
        &mut self,
        queue: Value,
        pointer: Value,
        ty: Type,
        otherwise: Value,
        then: &mut dyn FnMut(&mut Self, Channel<'a>) -> Value,
    ) -> Value {
        let (model, shapes) = (self.model, self.shapes);
        let layout = |class: &Vec<u32>| &model.channels[class[0] as usize];
        match &*shapes.classes {
            [] => return otherwise,
            [class] => return then(self, Channel { layout: layout(class), pointer, offset: 0 }),
            _ => {}
        }
        let declaration = offset(offset_of!(Queue, declaration));
        let declaration = self.build.ins().uload32(ANYWHERE, queue, declaration);
        let mut switch = Switch::new();
        let mut blocks = Vec::new();
        for class in &shapes.classes {
            let block = self.build.create_block();
            for &it in class {
                switch.set_entry(it.into(), block);
            }
            blocks.push((block, layout(class)));
        }
        let (join, never) = (self.build.create_block(), self.build.create_block());
        let result = self.build.append_block_param(join, ty);
        switch.emit(&mut self.build, declaration, never);
        for (block, layout) in blocks {
            self.enter(block);
            let value = then(self, Channel { layout, pointer, offset: 0 });
            self.build.ins().jump(join, &[BlockArg::Value(value)]);
        }
        self.enter(never);
        self.build.ins().jump(join, &[BlockArg::Value(otherwise)]);
        self.enter(join);
        result
    }

    /// How many messages a channel holds.
    pub(super) fn length(&mut self, channel: Channel<'_>) -> Value {
        if channel.layout.capacity == 0 {
            return self.number(0);
        }
        let at = Address::at(channel.pointer, channel.offset * 8);
        self.read(channel.layout.length, at)
    }

    fn set_length(&mut self, channel: Channel<'_>, length: Value) {
        let at = Address::at(channel.pointer, channel.offset * 8);
        self.write(channel.layout.length, at, length);
    }

    /// The channel seen from the message at a computed position: its messages start there.
    pub(super) fn at(&mut self, channel: Channel<'a>, position: Value) -> Channel<'a> {
        let bytes = self.times(position, channel.layout.stride.into());
        Channel { pointer: self.build.ins().iadd(channel.pointer, bytes), ..channel }
    }

    /// A field of the first message.
    pub(super) fn field(&mut self, channel: Channel<'_>, field: FieldLayout) -> Value {
        let at = field_address(channel, field);
        self.read(field.cell, at)
    }

    /// Whether a channel has room.
    pub(super) fn has_room(&mut self, channel: Channel<'_>) -> Value {
        let length = self.length(channel);
        let capacity = channel.layout.capacity;
        self.compare_number(IntCC::SignedLessThan, length, capacity.into())
    }

    /// Whether there is a message that a receive would take.
    pub(super) fn has_match(&mut self, channel: Channel<'a>, patterns: Slice, scan: Scan) -> Value {
        if channel.layout.capacity == 0 {
            return self.boolean(false);
        }
        let length = self.length(channel);
        if scan == Scan::Front || !self.selects(channel, patterns) {
            let some = self.compare_number(IntCC::NotEqual, length, 0);
            let matches = self.matches(channel, patterns);
            return self.build.ins().band(some, matches);
        }
        let position = self.first_match(channel, patterns, length);
        self.compare(IntCC::NotEqual, position, length)
    }

    /// The position of the first message that matches; else the length.
    pub(super) fn first_match(
        &mut self,
        channel: Channel<'a>,
        patterns: Slice,
        length: Value,
    ) -> Value {
        let [head, body, next, done]: [Block; 4] =
            std::array::from_fn(|_| self.build.create_block());
        let position = self.build.append_block_param(head, I64);
        let zero = self.number(0);
        self.build.ins().jump(head, &[BlockArg::Value(zero)]);
        self.build.switch_to_block(head);
        let more = self.compare(IntCC::UnsignedLessThan, position, length);
        self.build.ins().brif(more, body, &[], done, &[]);
        self.enter(body);
        let message = self.at(channel, position);
        let matches = self.matches(message, patterns);
        self.build.ins().brif(matches, done, &[], next, &[]);
        self.enter(next);
        let following = self.plus(position, 1);
        self.build.ins().jump(head, &[BlockArg::Value(following)]);
        self.build.seal_block(head);
        self.enter(done);
        position
    }

    /// Whether some pattern asks for a value.
    pub(super) fn selects(&self, channel: Channel<'_>, patterns: Slice) -> bool {
        let patterns = self.model.patterns[patterns.range()].iter().zip(&channel.layout.fields);
        patterns.into_iter().any(|(pattern, _)| matches!(pattern, PatternCode::Match(_)))
    }

    /// Whether the first message has the values that the patterns ask for; there is room for one.
    fn matches(&mut self, channel: Channel<'_>, patterns: Slice) -> Value {
        self.matches_fields(channel.layout, patterns, &mut |it, _, field| it.field(channel, field))
    }

    /// The same of a message given by its fields.
    pub(super) fn matches_fields(
        &mut self,
        layout: &ChannelLayout,
        patterns: Slice,
        field: &mut dyn FnMut(&mut Self, usize, FieldLayout) -> Value,
    ) -> Value {
        let model = self.model;
        let mut result = self.boolean(true);
        let patterns = model.patterns[patterns.range()].iter().zip(&layout.fields);
        for (index, (pattern, &kept)) in patterns.enumerate() {
            if let PatternCode::Match(Operand { code, wrap }) = *pattern {
                let value = self.value(code);
                let field = field(self, index, kept);
                let equal = self.equal(value, wrap, field, kept.wrap);
                result = self.build.ins().band(result, equal);
            }
        }
        result
    }

    /// Whether two numbers of different shapes have the same value.
    fn equal(&mut self, a: Value, of_a: Wrap, b: Value, of_b: Wrap) -> Value {
        let same = self.compare(IntCC::Equal, a, b);
        if of_a.is_unsigned_64() == of_b.is_unsigned_64() {
            return same;
        }
        // As 64 bits, large natural numbers look like negative ones.
        let small = self.compare_number(IntCC::SignedGreaterThanOrEqual, a, 0);
        self.build.ins().band(same, small)
    }

    /// The fields of a message to be sent on a channel, wrapped. What the sender leaves out is 0.
    pub(super) fn compose(&mut self, layout: &ChannelLayout, message: Slice) -> Vec<Value> {
        let model = self.model;
        let operands = &model.operands[message.range()];
        let mut values = Vec::new();
        for (index, field) in layout.fields.iter().enumerate() {
            let value = match operands.get(index) {
                None => self.number(0),
                Some(operand) => {
                    let value = self.value(operand.code);
                    self.wrap(field.wrap, value)
                }
            };
            values.push(value);
        }
        values
    }

    /// Puts a message behind the others. The channel is not full: what is there is zero.
    pub(super) fn append(&mut self, channel: Channel<'a>, message: &[Value]) {
        let length = self.length(channel);
        let slot = self.at(channel, length);
        for (&field, &value) in channel.layout.fields.iter().zip(message) {
            self.write(field.cell, field_address(slot, field), value);
        }
        let length = self.plus(length, 1);
        self.set_length(channel, length);
    }

    /// Takes the first message of the channel away.
    pub(super) fn remove_first(&mut self, channel: Channel<'a>, length: Value) {
        let ChannelLayout { capacity, stride, first, .. } = *channel.layout;
        let start = channel.offset + first;
        let rest = stride * (capacity - 1);
        // What no message uses is zero, so that all may move.
        if rest <= MAX_INLINE_BYTES {
            self.copy_down(channel.pointer, start, stride, rest);
        } else {
            let to = self.plus(channel.pointer, start.into());
            let from = self.plus(to, stride.into());
            let bytes = self.number(rest.into());
            self.move_down(from, to, bytes);
        }
        self.clear(channel.pointer, start + rest, stride);
        let length = self.plus(length, -1);
        self.set_length(channel, length);
    }

    /// Takes the message at a computed position away.
    pub(super) fn remove_at(&mut self, channel: Channel<'a>, position: Value, length: Value) {
        let ChannelLayout { capacity, stride, first, .. } = *channel.layout;
        let hole = self.at(channel, position);
        let to = self.plus(hole.pointer, i64::from(hole.offset + first));
        let from = self.plus(to, stride.into());
        let last = self.number(i64::from(capacity) - 1);
        let behind = self.build.ins().isub(last, position);
        let bytes = self.times(behind, stride.into());
        self.move_down(from, to, bytes);
        self.clear(channel.pointer, channel.offset + first + stride * (capacity - 1), stride);
        let length = self.plus(length, -1);
        self.set_length(channel, length);
    }

    fn move_down(&mut self, from: Value, to: Value, bytes: Value) {
        let callee = address(super::call::move_down as *const ());
        let callee = usize::try_from(callee).expect("an address should not be negative");
        self.call(callee, &[from, to, bytes]);
    }

    /// Moves bytes down by a distance, in ascending order.
    fn copy_down(&mut self, pointer: Value, to: u32, distance: u32, bytes: u32) {
        for (at, ty) in pieces(bytes) {
            let from = offset((to + distance + at) as usize);
            let piece = self.build.ins().load(ty, ANYWHERE, pointer, from);
            self.build.ins().store(ANYWHERE, piece, pointer, offset((to + at) as usize));
        }
    }

    /// Sets bytes to zero.
    fn clear(&mut self, pointer: Value, start: u32, bytes: u32) {
        for (at, ty) in pieces(bytes) {
            let zero = self.build.ins().iconst(ty, 0);
            self.build.ins().store(ANYWHERE, zero, pointer, offset((start + at) as usize));
        }
    }
}

/// Cuts a block of bytes into machine words.
fn pieces(bytes: u32) -> impl Iterator<Item = (u32, Type)> {
    use cranelift_codegen::ir::types::{I16, I32};
    let mut at = 0;
    std::iter::from_fn(move || {
        let (size, ty) = match bytes - at {
            0 => return None,
            1 => (1, I8),
            2..=3 => (2, I16),
            4..=7 => (4, I32),
            _ => (8, I64),
        };
        at += size;
        Some((at - size, ty))
    })
}

/// Where a field of the first message is.
fn field_address(channel: Channel<'_>, field: FieldLayout) -> Address {
    let byte = channel.offset + channel.layout.first;
    Address::at(channel.pointer, byte * 8 + field.bit)
}
