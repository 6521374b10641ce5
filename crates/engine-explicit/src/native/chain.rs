//! The edges that a process takes one after the other within one indivisible step.
//!
//! They become parts of one function, as long as it stays small. Where it returns, it tells by a
//! number which edges were taken: each way out has a number of its own.

use super::emit::Emitter;
use super::memory::Address;
use crate::model::{First, GuardCode};
use crate::step::Next;
use cranelift_codegen::ir::types::I8;
use cranelift_codegen::ir::{InstBuilder, Value};
use tribunal_ir::Overflow;

/// How long a chain may be.
const MAX_LENGTH: usize = 8;
/// How large the function of a chain may grow, in operations.
const MAX_SIZE: u32 = 300;

/// What happened when an edge was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chain {
    /// The edges that were taken after it; none of them violates anything.
    pub(crate) edges: Vec<u32>,
    /// How the process goes on.
    pub(crate) next: Next,
    /// Whether the last of those edges keeps control.
    pub(crate) atomic: bool,
}

impl Chain {
    /// Whether the step ends here and others may move, given that it does if there were no other edges.
    #[inline]
    pub(crate) fn is_whole(&self) -> bool {
        self.next == Next::Rest && !self.atomic
    }

    /// The chain of an edge that leads to where a step may end: number 0.
    pub(super) const REST: Self = Self { edges: Vec::new(), next: Next::Rest, atomic: false };
}

/// What may be part of a chain.
#[derive(Default)]
pub(super) struct Plan {
    /// For each edge, the size of its effect, if there can be native code for it.
    pub(super) effects: Vec<Option<u32>>,
    /// For each edge, whether others may follow it at once. Not so after a violation, which may be
    /// the end, nor at a rendezvous, where it is the partner's turn.
    pub(super) leads_on: Vec<bool>,
    /// For each location, the size of the choice of the first enabled edge, likewise.
    pub(super) choices: Vec<Option<u32>>,
}

/// A chain under construction.
struct Link {
    edges: Vec<u32>,
    size: u32,
}

impl Emitter<'_, '_> {
    /// The body of a function that takes an edge and what follows in the same step.
    pub(super) fn chain(&mut self, edge: u32) {
        let size = self.plan.effects[edge as usize].unwrap_or(0);
        self.take(edge, &mut Link { edges: Vec::new(), size });
    }

    fn take(&mut self, id: u32, link: &mut Link) {
        let model = self.model;
        let edge = &model.edges[id as usize];
        self.actions(edge.actions);
        // The next guards may ask where the process is.
        let counter = self.number(i64::from(edge.to) + 1);
        self.write(model.counter, Address::at(self.region, 0), counter);
        if !model.locations[edge.to as usize].indivisible {
            return self.finish_chain(link, Next::Rest);
        }
        let size = match self.plan.choices[edge.to as usize] {
            Some(size) if self.plan.leads_on[id as usize] => size,
            _ => return self.finish_chain(link, Next::Unknown),
        };
        link.size = link.size.saturating_add(size);
        for &id in model.out(edge.to) {
            let Some(possible) = self.is_possible(id) else { return self.follow(id, link) };
            let (yes, no) = (self.build.create_block(), self.build.create_block());
            self.build.ins().brif(possible, yes, &[], no, &[]);
            self.enter(yes);
            self.follow(id, link);
            self.enter(no);
        }
        self.finish_chain(link, Next::Unknown);
    }

    /// Goes on by an edge: here if it fits in, else in its own function.
    fn follow(&mut self, edge: u32, link: &mut Link) {
        let is_violation = self.model.edges[edge as usize].violates.is_some();
        let size = match self.plan.effects[edge as usize] {
            Some(size) if !is_violation => size,
            _ => return self.finish_chain(link, Next::Edge(edge)),
        };
        let grown = link.size.saturating_add(size);
        if MAX_LENGTH <= link.edges.len() || MAX_SIZE < grown {
            return self.finish_chain(link, Next::Edge(edge));
        }
        link.size = grown;
        link.edges.push(edge);
        self.take(edge, link);
        link.edges.pop();
    }

    fn finish_chain(&mut self, link: &Link, next: Next) {
        let atomic = link.edges.last().is_some_and(|&it| self.model.edges[it as usize].atomic);
        let chain = Chain { edges: link.edges.clone(), next, atomic };
        let number = if chain == Chain::REST {
            0
        } else {
            self.chains.push(chain);
            self.chains.len() - 1
        };
        let number = self.number(i64::try_from(number).expect("there should be few chains"));
        self.build.ins().return_(&[number]);
    }

    /// Whether an edge that is no rendezvous is enabled where no edge before it is: then `Else`
    /// holds. `None` if always.
    fn is_possible(&mut self, edge: u32) -> Option<Value> {
        let edge = &self.model.edges[edge as usize];
        let guard = match edge.guard {
            GuardCode::Always | GuardCode::Else => None,
            GuardCode::When(condition) => Some(self.truth(condition)),
        };
        match edge.first {
            First::Free => guard,
            First::Exit => {
                let youngest = self.is_youngest();
                Some(self.both(guard, youngest))
            }
            First::Receive { channel, patterns, scan } => {
                Some(self.receivable(guard, channel, patterns, scan))
            }
            First::Send { channel, overflow, .. } => {
                let no = self.boolean(false);
                let room = self.with_channel(channel, I8, no, &mut |it, queue| match overflow {
                    Overflow::Lose => it.boolean(true),
                    Overflow::Block => it.has_room(queue),
                });
                Some(self.both(guard, room))
            }
        }
    }
}
