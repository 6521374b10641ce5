//! What an edge does to the state.

use super::channel::Channel;
use super::emit::{Emitter, address};
use crate::model::{ActionCode, PatternCode, Slice};
use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use tribunal_ir::{MessageOrder, Removal, Scan};

impl<'a> Emitter<'a, '_> {
    /// Does some actions in order.
    pub(super) fn actions(&mut self, actions: Slice) {
        for index in actions.range() {
            self.action(index);
        }
    }

    fn action(&mut self, index: usize) {
        let zero = self.number(0);
        match self.model.actions[index] {
            ActionCode::Assign { place, value } => {
                let value = self.value(value);
                self.store(place, value);
            }
            ActionCode::Send { channel, message, order } => {
                self.with_channel(channel, I64, zero, &mut |it, queue| {
                    it.send(queue, message, order, index);
                    zero
                });
            }
            ActionCode::Receive { channel, patterns, scan, removal } => {
                self.with_channel(channel, I64, zero, &mut |it, queue| {
                    it.receive(queue, patterns, scan, removal);
                    zero
                });
            }
            ActionCode::Spawn { .. } | ActionCode::Exit | ActionCode::SetPriority { .. } => {
                unreachable!("`size_of_effect` should leave these to the interpreter")
            }
        }
    }

    fn send(&mut self, queue: Channel<'a>, message: Slice, order: MessageOrder, action: usize) {
        if queue.layout.capacity == 0 {
            let message = self.compose(queue.layout, message);
            self.hand_over(&message);
            return;
        }
        match order {
            MessageOrder::Fifo => {
                let room = self.has_room(queue);
                self.when(room, |it| {
                    let message = it.compose(queue.layout, message);
                    it.append(queue, &message);
                });
            }
            MessageOrder::Sorted => {
                let callee = address(super::call::act as *const ());
                let callee = usize::try_from(callee).expect("an address should not be negative");
                let action = self.number(i64::try_from(action).expect("a table should be short"));
                self.call(callee, &[self.env, action, self.pid]);
            }
        }
    }

    fn receive(&mut self, queue: Channel<'a>, patterns: Slice, scan: Scan, removal: Removal) {
        if queue.layout.capacity == 0 {
            let message: Vec<Value> =
                (0..queue.layout.fields.len()).map(|index| self.in_the_air(index)).collect();
            self.store_fields(patterns, &message);
            return;
        }
        let length = self.length(queue);
        if scan == Scan::Front || !self.selects(queue, patterns) {
            let some = self.compare_number(IntCC::NotEqual, length, 0);
            self.when(some, |it| {
                let message = it.message(queue, patterns);
                if removal == Removal::Take {
                    it.remove_first(queue, length);
                }
                it.store_fields(patterns, &message);
            });
            return;
        }
        let position = self.first_match(queue, patterns, length);
        let found = self.compare(IntCC::NotEqual, position, length);
        self.when(found, |it| {
            let at = it.at(queue, position);
            let message = it.message(at, patterns);
            if removal == Removal::Take {
                it.remove_at(queue, position, length);
            }
            it.store_fields(patterns, &message);
        });
    }

    /// The fields of the first message that the patterns mention.
    fn message(&mut self, queue: Channel<'a>, patterns: Slice) -> Vec<Value> {
        let fields = &queue.layout.fields[..];
        let mentioned = patterns.range().len().min(fields.len());
        fields[..mentioned].iter().map(|&field| self.field(queue, field)).collect()
    }

    /// Stores what was received, in order.
    fn store_fields(&mut self, patterns: Slice, message: &[Value]) {
        let model = self.model;
        for (pattern, &field) in model.patterns[patterns.range()].iter().zip(message) {
            if let PatternCode::Store(place) = *pattern {
                self.store(place, field);
            }
        }
    }
}
