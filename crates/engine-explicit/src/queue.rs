//! Messages in packed channels.

use crate::compile::layout::{ChannelLayout, FieldLayout};
use crate::eval::View;
use crate::model::{Model, PatternCode, Slice};
use crate::state::{Queue, State};
use smallvec::SmallVec;
use tribunal_ir::{MessageOrder, Scan};

/// The fields of a message as numbers.
pub(crate) type Message = SmallVec<[i64; 8]>;

impl Queue {
    #[inline]
    pub(crate) fn layout(self, model: &Model) -> &ChannelLayout {
        &model.channels[self.declaration as usize]
    }

    /// How many messages it holds; a rendezvous channel never holds any.
    #[inline]
    pub(crate) fn length(self, model: &Model, state: &State) -> usize {
        let layout = self.layout(model);
        if layout.capacity == 0 {
            return 0;
        }
        let length = layout.length.read(&state.matched, self.byte * 8);
        usize::try_from(length).expect("a length should not be negative")
    }

    fn set_length(self, model: &Model, state: &mut State, length: usize) {
        let length = i64::try_from(length).expect("a length should fit into 64 bits");
        self.layout(model).length.write(&mut state.matched, self.byte * 8, length);
    }

    /// The first byte of the message at a position.
    #[inline]
    fn start(self, layout: &ChannelLayout, position: usize) -> usize {
        self.byte + layout.first as usize + position * layout.stride as usize
    }

    #[inline]
    fn field(
        self,
        layout: &ChannelLayout,
        state: &State,
        position: usize,
        field: FieldLayout,
    ) -> i64 {
        let bit = self.start(layout, position) * 8 + field.bit as usize;
        field.cell.read(&state.matched, bit)
    }

    /// The message at a position.
    pub(crate) fn message(self, model: &Model, state: &State, position: usize) -> Message {
        let layout = self.layout(model);
        layout.fields.iter().map(|&it| self.field(layout, state, position, it)).collect()
    }

    /// Puts a message at a position, behind which the others move on. The channel is not full.
    pub(crate) fn insert(
        self,
        model: &Model,
        state: &mut State,
        position: usize,
        message: &Message,
    ) {
        let layout = self.layout(model);
        let length = self.length(model, state);
        let (start, end) = (self.start(layout, position), self.start(layout, length));
        state.matched.copy_within(start..end, start + layout.stride as usize);
        state.matched[start..start + layout.stride as usize].fill(0);
        for (field, &value) in layout.fields.iter().zip(message) {
            field.cell.write(&mut state.matched, start * 8 + field.bit as usize, value);
        }
        self.set_length(model, state, length + 1);
    }

    /// Takes the message at a position away; what no message uses is zero.
    pub(crate) fn remove(self, model: &Model, state: &mut State, position: usize) {
        let layout = self.layout(model);
        let length = self.length(model, state);
        let (start, end) = (self.start(layout, position), self.start(layout, length));
        let stride = layout.stride as usize;
        state.matched.copy_within(start + stride..end, start);
        state.matched[end - stride..end].fill(0);
        self.set_length(model, state, length - 1);
    }
}

impl View<'_> {
    /// The fields of a message to be sent on a channel, wrapped, and where it goes. What the sender
    /// leaves out is 0; what the channel has no field for is dropped.
    pub(crate) fn compose(
        &self,
        queue: Queue,
        message: Slice,
        order: MessageOrder,
    ) -> (Message, usize) {
        let layout = queue.layout(self.model);
        let mut operands = self.model.operands[message.range()].iter();
        let mut exact: SmallVec<[i128; 8]> = SmallVec::new();
        let mut wrapped = Message::new();
        for field in &layout.fields {
            let operand = operands.next();
            let value = operand.map_or(0, |it| self.value(it.code));
            wrapped.push(field.wrap.apply(value));
            if order == MessageOrder::Sorted {
                exact.push(operand.map_or(0, |it| it.wrap.widen(value)));
            }
        }
        let length = queue.length(self.model, self.state);
        let position = match order {
            MessageOrder::Fifo => length,
            MessageOrder::Sorted => {
                let field =
                    |at, it: &FieldLayout| it.wrap.widen(queue.field(layout, self.state, at, *it));
                let greater = |&at: &usize| {
                    layout.fields.iter().map(|it| field(at, it)).gt(exact.iter().copied())
                };
                (0..length).find(greater).unwrap_or(length)
            }
        };
        (wrapped, position)
    }

    /// Whether a message, given by its fields, has the values that the patterns ask for.
    #[inline]
    pub(crate) fn matches(
        &self,
        layout: &ChannelLayout,
        patterns: Slice,
        field: impl Fn(usize, FieldLayout) -> i64,
    ) -> bool {
        let patterns = &self.model.patterns[patterns.range()];
        patterns.iter().zip(&layout.fields).enumerate().all(|(index, (pattern, &kept))| {
            match *pattern {
                PatternCode::Match(wanted) => {
                    let value = wanted.wrap.widen(self.value(wanted.code));
                    value == kept.wrap.widen(field(index, kept))
                }
                PatternCode::Store(_) | PatternCode::Any => true,
            }
        })
    }

    /// The position of the message that a receive would take.
    pub(crate) fn first_match(&self, queue: Queue, patterns: Slice, scan: Scan) -> Option<usize> {
        let layout = queue.layout(self.model);
        let length = queue.length(self.model, self.state);
        let looked_at = match scan {
            Scan::Front => length.min(1),
            Scan::Any => length,
        };
        (0..looked_at).find(|&at| {
            self.matches(layout, patterns, |_, field| queue.field(layout, self.state, at, field))
        })
    }
}
