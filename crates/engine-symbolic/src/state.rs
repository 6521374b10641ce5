//! Symbolic states.

pub(crate) mod cells;
pub(crate) mod guard;
pub(crate) mod layout;
pub(crate) mod log;
pub(crate) mod pages;
pub(crate) mod places;
pub(crate) mod range;
pub(crate) mod value;

use crate::state::cells::Cells;
use crate::state::guard::Guard;
use crate::state::pages::Pages;
use crate::state::value::Value;
use std::cell::Cell;
use std::rc::Rc;
use tribunal_ir::{LocId, PlaceId, ProcId};
use tribunal_solver::TermId;

/// All concrete states that are reached at one position under a condition.
#[derive(Clone)]
pub(crate) struct State {
    /// The condition.
    pub(crate) guard: Guard,
    /// The scalars of the global variables.
    pub(crate) globals: Pages<Value>,
    /// The objects by number, counted from the first that can have bytes; `None` for those that were
    /// made on other paths.
    pub(crate) memory: Pages<Option<Rc<Block>>>,
    /// Where the next object may be (M6), a number of 64 bits.
    pub(crate) next_address: TermId,
    /// The functions that wait, and last the one that runs.
    pub(crate) frames: Vec<Frame>,
    /// The position: positions are visited in lexicographic order. A function adds, for each loop
    /// around its location, the place of the loop in the order and the number of the iteration, then
    /// the place of the location; a call adds the number of its edge.
    pub(crate) key: Vec<u32>,
    /// The threads; the place of the one that runs is empty. A program that starts none has no places.
    pub(crate) threads: Vec<Option<Rc<Thread>>>,
    /// The one that runs, whose functions and position are above; none where it is to be decided.
    pub(crate) running: Option<usize>,
    /// Whether it should be asked if this is possible at all.
    pub(crate) unchecked: bool,
}

/// A thread that waits.
#[derive(Clone)]
pub(crate) struct Thread {
    /// Its functions, the one that runs last.
    pub(crate) frames: Vec<Frame>,
    /// Its position.
    pub(crate) key: Vec<u32>,
    /// Whether it never moves again.
    pub(crate) frozen: bool,
}

/// A function that has started.
#[derive(Clone)]
pub(crate) struct Frame {
    /// The function.
    pub(crate) process: ProcId,
    /// Where it is.
    pub(crate) loc: LocId,
    /// The scalars of its variables.
    pub(crate) locals: Pages<Value>,
    /// Where the caller goes on, and where it puts the result.
    pub(crate) back: Option<(LocId, Option<PlaceId>)>,
    /// Where its part of the key starts.
    pub(crate) start: usize,
    /// The loops it is in, the outermost first.
    pub(crate) loops: Vec<Loop>,
    /// The condition under which it was called.
    pub(crate) guard: Guard,
    /// How often the function has called itself without constants deciding that it does.
    pub(crate) recursion: u32,
    /// If it stands for all calls of a recursive function: how it was called (see `induction::contract`).
    pub(crate) any: Option<Rc<AnyCall>>,
}

/// A call: the variables of the function at first, and the global ones.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) function: ProcId,
    pub(crate) locals: Pages<Value>,
    pub(crate) globals: Pages<Value>,
}

/// A call that stands for all that a call from outside may lead to.
#[derive(Clone)]
pub(crate) struct AnyCall {
    pub(crate) own: Call,
    /// The call from outside.
    pub(crate) outer: Rc<Call>,
    /// The state before it.
    pub(crate) before: Rc<State>,
}

/// A loop that a function is in.
#[derive(Clone)]
pub(crate) struct Loop {
    /// Its head.
    pub(crate) head: LocId,
    /// Where its iteration is in the key.
    pub(crate) at: usize,
    /// How its iterations are treated.
    pub(crate) role: Role,
    /// How many iterations some run has left the loop in while others went on.
    pub(crate) undecided: u32,
    /// The last iteration that was counted for this.
    pub(crate) counted: u32,
    /// The last iteration that some run has left the loop in.
    pub(crate) left: Rc<Cell<Option<u32>>>,
    /// An earlier state at the head, to see whether anything has changed since.
    pub(crate) earlier: Option<Rc<State>>,
}

/// How the iterations of a loop are treated (see `induction`).
#[derive(Clone)]
pub(crate) enum Role {
    /// One after the other.
    Plain,
    /// The first ones of those that are proved by induction.
    Short,
    /// The last ones, from this state on, in which the loop can be.
    Long(Rc<State>),
}

/// An object.
#[derive(Clone)]
pub(crate) struct Block {
    /// Whether it is alive; a Bool.
    pub(crate) alive: TermId,
    /// What it holds.
    pub(crate) cells: Cells,
}

impl Frame {
    /// Whether it is where another is, and its variables hold the same.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.loc == other.loc
            && self.process == other.process
            && same_values(&self.locals, &other.locals)
    }

    /// Whether the function, at its entry, has just been called and did not come back there.
    pub(crate) fn is_new(&self, key: &[u32]) -> bool {
        self.loops.iter().all(|it| key[it.at] == 0)
    }
}

impl State {
    /// The function that runs.
    pub(crate) fn top(&self) -> &Frame {
        self.frames.last().expect("a process should have a function")
    }

    /// The same, to be changed.
    pub(crate) fn top_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a process should have a function")
    }

    /// All functions that have started, of all threads.
    pub(crate) fn all_frames(&self) -> impl Iterator<Item = &Frame> {
        let waiting = self.threads.iter().flatten().flat_map(|it| &it.frames);
        self.frames.iter().chain(waiting)
    }

    /// The position among those of all threads: every step leads to a greater one.
    ///
    /// Since a step moves one thread, to a greater position of its own, the positions of all threads in a row are greater
    /// afterwards. A state in which it is to be decided who moves comes before those in which somebody does.
    pub(crate) fn position(&self) -> Vec<u32> {
        if self.threads.is_empty() {
            return self.key.clone();
        }
        let mut position = Vec::new();
        for thread in &self.threads {
            let key = thread.as_ref().map_or(&self.key, |it| &it.key);
            position.extend(key.iter().map(|it| it.saturating_add(1)));
            position.push(0);
        }
        position.push(self.running.map_or(0, |it| it as u32 + 1));
        position
    }

    /// The state without what its loops remember of earlier ones.
    pub(crate) fn without_history(&self) -> Self {
        let mut state = self.clone();
        for entry in state.frames.iter_mut().flat_map(|it| &mut it.loops) {
            entry.earlier = None;
            entry.role = Role::Plain;
        }
        state
    }

    /// Whether every concrete state here is also one of the other, as far as can be seen without
    /// looking into terms: the condition is left out.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.next_address == other.next_address
            && self.frames.len() == other.frames.len()
            && self.memory.len() == other.memory.len()
            && same_threads(&self.threads, &other.threads)
            && std::iter::zip(&self.frames, &other.frames).rev().all(|(a, b)| a.is_same(b))
            && same_values(&self.globals, &other.globals)
            && self.memory.unshared(&other.memory).into_iter().flatten().all(|at| {
                match (self.memory.get(at), other.memory.get(at)) {
                    (Some(Some(a)), Some(Some(b))) => {
                        Rc::ptr_eq(a, b) || a.alive == b.alive && a.cells.is_same(&b.cells)
                    }
                    (Some(None), Some(None)) => true,
                    _ => false,
                }
            })
    }
}

/// Whether no thread has moved, but the one that runs.
fn same_threads(a: &[Option<Rc<Thread>>], b: &[Option<Rc<Thread>>]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|it| match it {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        })
}

fn same_values(a: &Pages<Value>, b: &Pages<Value>) -> bool {
    a.len() == b.len() && a.unshared(b).into_iter().flatten().all(|at| a.get(at) == b.get(at))
}
