//! Joining the states of paths that meet.
//!
//! What differs becomes a choice by the condition that tells the paths apart (Kuznetsov, Kinder,
//! Bucur & Candea, Efficient state merging in symbolic execution, PLDI 2012, compare when this pays; here
//! it is always done, as in bounded model checking).

use crate::machine::Machine;
use crate::memory::object::Access;
use crate::state::pages::Pages;
use crate::state::value::{Value, choose};
use crate::state::{Block, Frame, State};
use std::rc::Rc;
use tribunal_solver::TermId;

impl Machine<'_> {
    /// The states of one position as one. Those whose paths parted last are joined first.
    pub(crate) fn merge(&mut self, states: Vec<State>) -> Option<State> {
        let mut done: Vec<State> = Vec::new();
        for state in states {
            // The last two on the stack have more in common than the new one has with the last.
            while let [.., first, second] = done.as_slice() {
                let (inner, outer) = (
                    self.guards.common(first.guard, second.guard),
                    self.guards.common(second.guard, state.guard),
                );
                if inner < outer {
                    break;
                }
                self.merge_last(&mut done);
            }
            done.push(state);
        }
        while 1 < done.len() {
            self.merge_last(&mut done);
        }
        done.pop()
    }

    fn merge_last(&mut self, states: &mut Vec<State>) {
        if let (Some(second), Some(first)) = (states.pop(), states.pop()) {
            let merged = self.join(first, &second);
            states.push(merged);
        }
    }

    /// Two states of one position as one; their conditions exclude each other.
    fn join(&mut self, mut yes: State, no: &State) -> State {
        let (guard, condition) = self.guards.or(&mut self.terms, yes.guard, no.guard);
        yes.guard = guard;
        self.join_values(condition, &mut yes.globals, &no.globals);
        self.join_frames(condition, &mut yes.frames, &no.frames);
        for (ours, theirs) in yes.threads.iter_mut().zip(&no.threads) {
            if let (Some(ours), Some(theirs)) = (ours, theirs)
                && !Rc::ptr_eq(ours, theirs)
            {
                self.join_frames(condition, &mut Rc::make_mut(ours).frames, &theirs.frames);
            }
        }
        yes.unchecked |= no.unchecked;
        yes.next_address = self.terms.ite(condition, yes.next_address, no.next_address);
        self.join_memory(condition, &mut yes, no);
        yes
    }

    fn join_frames(&mut self, condition: TermId, ours: &mut [Frame], theirs: &[Frame]) {
        for (ours, theirs) in ours.iter_mut().zip(theirs) {
            self.join_values(condition, &mut ours.locals, &theirs.locals);
            ours.recursion = ours.recursion.max(theirs.recursion);
            for (ours, theirs) in ours.loops.iter_mut().zip(&theirs.loops) {
                ours.undecided = ours.undecided.max(theirs.undecided);
                ours.left.set(ours.left.get().max(theirs.left.get()));
            }
        }
    }

    fn join_values(&mut self, condition: TermId, ours: &mut Pages<Value>, theirs: &Pages<Value>) {
        for at in ours.unshared(theirs).into_iter().flatten() {
            let (Some(&yes), Some(&no)) = (ours.get(at), theirs.get(at)) else { continue };
            if yes != no
                && let Some(place) = ours.get_mut(at)
            {
                *place = choose(&mut self.terms, condition, yes, no);
            }
        }
    }

    fn join_memory(&mut self, condition: TermId, yes: &mut State, no: &State) {
        let when = self.guards.all(yes.guard);
        self.path = when;
        let not = self.terms.not(condition);
        for at in yes.memory.unshared(&no.memory).into_iter().flatten() {
            let block =
                match (yes.memory.get(at).cloned().flatten(), no.memory.get(at).cloned().flatten())
                {
                    (Some(a), Some(b)) if Rc::ptr_eq(&a, &b) => continue,
                    (Some(a), Some(b)) => {
                        let access = Access { object: at + self.first_block, when };
                        let cells = self.merge_cells(access, condition, &a, &b);
                        Block { alive: self.terms.ite(condition, a.alive, b.alive), cells }
                    }
                    // Made on one of the paths only: on the other nobody knows it.
                    (Some(a), None) => self.limited(condition, &a),
                    (None, Some(b)) => self.limited(not, &b),
                    (None, None) => continue,
                };
            self.set_block(yes, at + self.first_block, Rc::new(block));
        }
        let common = yes.memory.len().min(no.memory.len());
        for at in common..yes.memory.len() {
            if let Some(Some(block)) = yes.memory.get(at).cloned() {
                let block = self.limited(condition, &block);
                self.set_block(yes, at + self.first_block, Rc::new(block));
            }
        }
        for at in common..no.memory.len() {
            let block = no.memory.get(at).cloned().flatten();
            let block = block.map(|it| Rc::new(self.limited(not, &it)));
            yes.memory.push(block);
        }
    }

    fn limited(&mut self, condition: TermId, block: &Block) -> Block {
        Block { alive: self.terms.and(condition, block.alive), cells: block.cells.clone() }
    }
}
