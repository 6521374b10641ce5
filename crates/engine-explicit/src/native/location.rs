//! Which moves a process has: rules S1 (but for `provided`) to S3 of `tribunal_ir::edge`.
//!
//! Every edge writes its move behind those found so far; only if the edge is enabled does the end of
//! the list move on. So most guards cost no branch. The list is empty iff no edge was enabled before,
//! which is all that `Else` and tiers ask for, since tiers do not decrease.

use super::channel::{Channel, known};
use super::emit::{ANYWHERE, Emitter, offset, part};
use crate::model::{CodeId, First, GuardCode, Slice};
use crate::moves::{Move, NOBODY};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I32, I64};
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use cranelift_frontend::Variable;
use std::mem::{offset_of, size_of};
use tribunal_ir::{Overflow, Scan};

/// The moves found so far.
#[derive(Clone, Copy)]
struct List {
    start: Value,
    end: Variable,
}

/// The parts of a move that are known beforehand.
#[derive(Clone, Copy)]
struct Template {
    edge: Value,
    partner_edge: Value,
    process: Value,
    partner: Value,
}

impl<'a> Emitter<'a, '_> {
    /// The body of a function that lists the moves of a process at a location.
    pub(super) fn choices(&mut self, location: u32, start: Value) {
        let model = self.model;
        let list = self.list(start);
        let exit = self.build.create_block();
        let mut tier = None;
        for &id in model.out(location) {
            let edge = &model.edges[id as usize];
            self.tier(list, &mut tier, edge.tier, exit);
            let guard = self.guard(list, edge.guard);
            let template = self.alone(id);
            match edge.first {
                First::Free => self.add(list, template, guard),
                First::Exit => {
                    let youngest = self.is_youngest();
                    let possible = self.both(guard, youngest);
                    self.add(list, template, Some(possible));
                }
                First::Receive { channel, patterns, scan } => {
                    let possible = self.receivable(guard, channel, patterns, scan);
                    self.add(list, template, Some(possible));
                }
                First::Send { channel, message, overflow } => {
                    let no = self.boolean(false);
                    let sendable = |it: &mut Self| {
                        it.with_channel(channel, I8, no, &mut |it, queue| {
                            if queue.layout.capacity == 0 {
                                it.rendezvous(list, id, channel, queue, message);
                                no
                            } else if overflow == Overflow::Lose {
                                it.boolean(true)
                            } else {
                                it.has_room(queue)
                            }
                        })
                    };
                    let possible = match guard {
                        None => sendable(self),
                        Some(guard) => self.guarded(guard, I8, no, sendable),
                    };
                    self.add(list, template, Some(possible));
                }
            }
        }
        self.finish(list, exit);
    }

    /// Whether there is no younger process.
    pub(super) fn is_youngest(&mut self) -> Value {
        let count = self.word(part::PROCESS_COUNT);
        let next = self.plus(self.pid, 1);
        self.compare(IntCC::Equal, next, count)
    }

    /// The body of a function that lists how a process at a location can receive the message in the
    /// air. `Else` and tiers count among those edges alone.
    pub(super) fn offer(&mut self, location: u32, sender: Value, start: Value) {
        let model = self.model;
        let list = self.list(start);
        let exit = self.build.create_block();
        let process = model.locations[location as usize].process;
        if let Some(condition) = model.processes[process as usize].provided {
            let provided = self.truth(condition);
            let go_on = self.build.create_block();
            self.build.ins().brif(provided, go_on, &[], exit, &[]);
            self.enter(go_on);
        }
        let offered = self.word(part::OFFERED);
        let edge = self.build.ins().ireduce(I32, sender);
        let thirty_two = self.number(32);
        let process = self.build.ins().ushr(sender, thirty_two);
        let mut tier = None;
        for &id in model.out(location) {
            let code = &model.edges[id as usize];
            let First::Receive { channel, patterns, .. } = code.first else { continue };
            self.tier(list, &mut tier, code.tier, exit);
            let guard = self.guard(list, code.guard);
            let template = Template {
                edge,
                partner_edge: self.build.ins().iconst(I32, i64::from(id)),
                process,
                partner: self.pid,
            };
            let accepted = self.accepts(channel, patterns, offered);
            let possible = self.both(guard, accepted);
            self.add(list, template, Some(possible));
        }
        self.finish(list, exit);
    }

    fn list(&mut self, start: Value) -> List {
        let end = self.build.declare_var(I64);
        self.build.def_var(end, start);
        List { start, end }
    }

    fn finish(&mut self, list: List, exit: Block) {
        self.build.ins().jump(exit, &[]);
        self.enter(exit);
        let end = self.build.use_var(list.end);
        self.build.ins().return_(&[end]);
    }

    /// S3: leaves if an edge of a lower tier is enabled.
    fn tier(&mut self, list: List, last: &mut Option<u32>, tier: u32, exit: Block) {
        if last.replace(tier).is_some_and(|last| last < tier) {
            let none = self.is_empty(list);
            let go_on = self.build.create_block();
            self.build.ins().brif(none, go_on, &[], exit, &[]);
            self.enter(go_on);
        }
    }

    fn is_empty(&mut self, list: List) -> Value {
        let end = self.build.use_var(list.end);
        self.compare(IntCC::Equal, list.start, end)
    }

    /// Whether a guard holds; `None` if always.
    fn guard(&mut self, list: List, guard: GuardCode) -> Option<Value> {
        match guard {
            GuardCode::Always => None,
            GuardCode::When(condition) => Some(self.truth(condition)),
            GuardCode::Else => Some(self.is_empty(list)),
        }
    }

    pub(super) fn both(&mut self, guard: Option<Value>, condition: Value) -> Value {
        match guard {
            None => condition,
            Some(guard) => self.build.ins().band(guard, condition),
        }
    }

    /// A move without a partner.
    fn alone(&mut self, edge: u32) -> Template {
        Template {
            edge: self.build.ins().iconst(I32, i64::from(edge)),
            partner_edge: self.build.ins().iconst(I32, 0),
            process: self.pid,
            partner: self.number(NOBODY.into()),
        }
    }

    /// Adds a move under a condition. There is room for it in any case.
    fn add(&mut self, list: List, template: Template, condition: Option<Value>) {
        let end = self.build.use_var(list.end);
        let mut put = |value: Value, at: usize| {
            self.build.ins().store(ANYWHERE, value, end, offset(at));
        };
        put(template.edge, offset_of!(Move, edge));
        put(template.partner_edge, offset_of!(Move, partner_edge));
        let mut put = |value: Value, at: usize| {
            self.build.ins().istore16(ANYWHERE, value, end, offset(at));
        };
        put(template.process, offset_of!(Move, process));
        put(template.partner, offset_of!(Move, partner));
        let next = self.plus(end, size_of::<Move>().cast_signed() as i64);
        let end = match condition {
            None => next,
            Some(condition) => self.build.ins().select(condition, next, end),
        };
        self.build.def_var(list.end, end);
    }

    /// S2 for a receive: whether there is a matching message.
    pub(super) fn receivable(
        &mut self,
        guard: Option<Value>,
        channel: CodeId,
        patterns: Slice,
        scan: Scan,
    ) -> Value {
        let no = self.boolean(false);
        let check = |it: &mut Self| {
            it.with_channel(channel, I8, no, &mut |it, queue| it.has_match(queue, patterns, scan))
        };
        let simple = scan == Scan::Front && known(self.model, self.process, channel).is_some();
        match guard {
            None => check(self),
            Some(guard) if simple => {
                let some = check(self);
                self.build.ins().band(guard, some)
            }
            Some(guard) => self.guarded(guard, I8, no, check),
        }
    }

    /// Adds a move for each way that others can receive a message: processes from the youngest to
    /// the oldest.
    fn rendezvous(
        &mut self,
        list: List,
        edge: u32,
        channel: CodeId,
        queue: Channel<'a>,
        message: Slice,
    ) {
        let message = self.compose(queue.layout, message);
        self.hand_over(&message);
        let number = self.value(channel);
        self.build.ins().store(ANYWHERE, number, self.env, offset(part::OFFERED));
        let thirty_two = self.number(32);
        let sender = self.build.ins().ishl(self.pid, thirty_two);
        let sender = self.plus(sender, edge.into());

        let [head, body, other, ask, next, done]: [Block; 6] =
            std::array::from_fn(|_| self.build.create_block());
        let before = self.build.append_block_param(head, I64);
        let count = self.word(part::PROCESS_COUNT);
        let offers = self.word(part::OFFERS);
        self.build.ins().jump(head, &[BlockArg::Value(count)]);
        self.build.switch_to_block(head);
        self.build.ins().brif(before, body, &[], done, &[]);
        self.enter(body);
        let receiver = self.plus(before, -1);
        let myself = self.compare(IntCC::Equal, receiver, self.pid);
        self.build.ins().brif(myself, next, &[], other, &[]);
        self.enter(other);
        let region = self.process(receiver).region;
        let counter = self.counter(region);
        let place = self.times(counter, size_of::<usize>().cast_signed() as i64);
        let place = self.build.ins().iadd(offers, place);
        let offer = self.build.ins().load(I64, ANYWHERE, place, 0);
        self.build.ins().brif(offer, ask, &[], next, &[]);
        self.enter(ask);
        let end = self.build.use_var(list.end);
        let args = [self.env, self.matched, region, receiver, sender, end];
        let end = self.call_for(offer, &args);
        self.build.def_var(list.end, end);
        self.build.ins().jump(next, &[]);
        self.enter(next);
        self.build.ins().jump(head, &[BlockArg::Value(receiver)]);
        self.build.seal_block(head);
        self.enter(done);
    }

    /// Whether a receive takes the message that is in the air on a channel of this number.
    fn accepts(&mut self, channel: CodeId, patterns: Slice, offered: Value) -> Value {
        let no = self.boolean(false);
        let number = self.value(channel);
        let same = self.compare(IntCC::Equal, number, offered);
        if let Some(known) = known(self.model, self.process, channel)
            && self.model.channels[known.declaration as usize].capacity != 0
        {
            return no;
        }
        self.guarded(same, I8, no, |it| {
            it.with_channel(channel, I8, no, &mut |it, queue| {
                if queue.layout.capacity != 0 {
                    return no;
                }
                it.matches_fields(queue.layout, patterns, &mut |it, index, _| it.in_the_air(index))
            })
        })
    }

    /// Puts a message into the air.
    pub(super) fn hand_over(&mut self, message: &[Value]) {
        let air = self.word(part::AIR);
        for (index, &value) in message.iter().enumerate() {
            self.build.ins().store(ANYWHERE, value, air, offset(index * size_of::<i64>()));
        }
    }

    /// A field of the message in the air.
    pub(super) fn in_the_air(&mut self, index: usize) -> Value {
        let air = self.word(part::AIR);
        self.build.ins().load(I64, ANYWHERE, air, offset(index * size_of::<i64>()))
    }
}
