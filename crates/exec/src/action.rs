//! What each action does to a state.

use crate::effects::{Event, Origin, Transfer};
use crate::eval::evaluate;
use crate::init::{call, spawn};
use crate::memory::Pointer;
use crate::message::{compose, first_match, position, wrapped};
use crate::place::address;
use crate::print::format;
use crate::state::{Frame, Message, byte};
use crate::step::Run;
use tribunal_engine::Chosen;
use tribunal_ir::{Action, Content, ExprId, MessageOrder, Pattern, PlaceId, Removal, Scan};

impl Run<'_, '_> {
    /// Does an action of a process.
    pub(crate) fn perform(&mut self, process: u32, action: &Action) {
        let view = self.view(process);
        match action {
            Action::Assign { place, value } => {
                let value = evaluate(view, *value);
                self.store(process, *place, value);
            }
            Action::Havoc { place } => {
                let ty = self.program.ty_of_place(*place);
                let Some(shape) = ty.and_then(|it| self.program.shape(it)) else { return };
                let value = shape.wrap(self.oracle.value_for(*place, shape));
                let (origin, chosen) = (Origin::Place(*place), Chosen::Value(value));
                self.effects.events.push(Event::Choice { process, origin, chosen });
                self.store(process, *place, value);
            }
            Action::Allocate { object, size, place } => {
                let size = u64::try_from(evaluate(view, *size)).unwrap_or(0);
                let mut found = Vec::new();
                if self.program.objects[*object].content == Content::Arbitrary {
                    found = self.oracle.bytes(size);
                    let (origin, chosen) = (Origin::Object(*object), Chosen::Bytes(found.clone()));
                    self.effects.events.push(Event::Choice { process, origin, chosen });
                }
                let pointer = self.state.memory.allocate(self.program, *object, size, &found);
                self.store(process, *place, pointer.number());
            }
            Action::Release { pointer } => {
                let pointer = Pointer::from_number(evaluate(view, *pointer));
                self.state.memory.release(self.program, pointer);
            }
            Action::Copy { to, from, size } => {
                let pointer = |it: ExprId| Pointer::from_number(evaluate(view, it));
                let (to, from) = (pointer(*to), pointer(*from));
                let size = u64::try_from(evaluate(view, *size)).unwrap_or(0);
                self.state.memory.copy(to, from, size);
            }
            Action::Fill { to, byte: number, size } => {
                let to = Pointer::from_number(evaluate(view, *to));
                let number = byte(evaluate(view, *number));
                let size = u64::try_from(evaluate(view, *size)).unwrap_or(0);
                self.state.memory.fill(to, number, size);
            }
            Action::Call { process: function, args, result } => {
                let args: Vec<i128> = args.iter().map(|&arg| evaluate(view, arg)).collect();
                call(self.program, &mut self.state, process, *function, &args, *result);
            }
            Action::Return { value } => {
                let value = value.map(|it| evaluate(view, it));
                let caller = self.state.processes[process as usize].callers.pop();
                let Some(Frame { process: function, location, locals, result }) = caller else {
                    return;
                };
                let instance = &mut self.state.processes[process as usize];
                (instance.process, instance.location) = (function, location);
                instance.locals = locals;
                if let (Some(place), Some(value)) = (result, value) {
                    self.store(process, place, value);
                }
            }
            Action::Send { channel, message, order, overflow: _ } => {
                self.send(process, *channel, message, *order);
            }
            Action::Receive { channel, patterns, scan, removal } => {
                self.receive(process, *channel, patterns, *scan, *removal);
            }
            Action::Spawn { process: id, args, result, priority } => {
                let args: Vec<i128> = args.iter().map(|&arg| evaluate(view, arg)).collect();
                let priority = byte(evaluate(view, *priority));
                let index = spawn(self.program, &mut self.state, *id, &args, priority);
                if let Some(place) = result {
                    self.store(process, *place, index.into());
                }
            }
            Action::Exit => {
                // S2: it is the youngest.
                self.state.processes.pop();
                self.state.channels.retain(|it| it.creator != Some(process));
            }
            Action::SetPriority { process: target, value } => {
                let priority = byte(evaluate(view, *value));
                let target = usize::try_from(evaluate(view, *target)).ok();
                if let Some(target) = target.and_then(|it| self.state.processes.get_mut(it)) {
                    target.priority = priority;
                }
            }
            Action::Print { stream, format: text, args } => {
                let (stream, text) = (*stream, format(view, text, args));
                self.effects.events.push(Event::Print { process, stream, text });
            }
        }
    }

    fn store(&mut self, process: u32, place: PlaceId, number: i128) {
        if let Some(address) = address(self.view(process), place) {
            address.write(self.program, &mut self.state, number);
        }
    }

    fn send(&mut self, process: u32, channel: ExprId, fields: &[ExprId], order: MessageOrder) {
        let view = self.view(process);
        let number = evaluate(view, channel);
        let Some(queue) = self.state.channel(number) else { return };
        let capacity = self.program.channels[queue.declaration].capacity as usize;
        let message = compose(view, queue.declaration, fields);
        let position = position(queue, &message, order);
        let message = wrapped(self.program, queue.declaration, &message);

        let mut transfer = Transfer::Sent;
        if capacity == 0 {
            self.in_the_air = message.clone();
        } else if queue.messages.len() < capacity {
            self.messages(number).insert(position, message.clone());
        } else {
            transfer = Transfer::Lost; // S2: it is not taken otherwise.
        }
        self.note(process, transfer, number, message);
    }

    fn receive(
        &mut self,
        process: u32,
        channel: ExprId,
        patterns: &[Pattern],
        scan: Scan,
        removal: Removal,
    ) {
        let view = self.view(process);
        let number = evaluate(view, channel);
        let Some(queue) = self.state.channel(number) else { return };
        let rendezvous = self.program.channels[queue.declaration].capacity == 0;
        let (message, transfer) = match (first_match(view, queue, patterns, scan), removal) {
            _ if rendezvous => (std::mem::take(&mut self.in_the_air), Transfer::Received),
            (Some(at), Removal::Take) => (self.messages(number).remove(at), Transfer::Received),
            (Some(at), Removal::Copy) => (queue.messages[at].clone(), Transfer::Copied),
            (None, _) => return,
        };
        self.note(process, transfer, number, message.clone());
        for (pattern, field) in patterns.iter().zip(message) {
            if let Pattern::Store(place) = *pattern {
                self.store(process, place, field);
            }
        }
    }

    /// What a living channel holds.
    fn messages(&mut self, channel: i128) -> &mut Vec<Message> {
        let position = usize::try_from(channel - 1).expect("a living channel has a number");
        &mut self.state.channels[position].messages
    }

    fn note(&mut self, process: u32, transfer: Transfer, channel: i128, message: Message) {
        let channel = u32::try_from(channel).expect("a living channel has a number");
        self.effects.events.push(Event::Message { process, transfer, channel, message });
    }
}
