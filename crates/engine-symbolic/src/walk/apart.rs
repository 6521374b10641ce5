//! Which states of one position are not joined.
//!
//! Where paths meet, what differs becomes a choice. An index that is a choice makes each access one among many cells, and whether it is within bounds a
//! question to the solver. So states in which indices are different constants are kept apart, as long as these are few (Kuznetsov, Kinder, Bucur & Candea,
//! Efficient state merging in symbolic execution, PLDI 2012, decide before the walk what is not merged). Which variables are indices is learned: where
//! memory is accessed at an offset that depends on a choice that a join has made, the walk begins again.

use crate::machine::{Kind, Machine};
use crate::state::State;
use crate::state::cells::Content;
use crate::state::value::{Value, constant};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_ir::{ObjectId, ProcId};
use tribunal_solver::{Node, TermId, Terms};

/// How many states of one position are kept apart at most.
const FEW: usize = 16;

/// How many states are executed at most because others of their position were kept apart.
const MORE: u64 = 20_000;

/// After how many states it is too late to begin again.
const EARLY: u64 = 4_000;

/// How often a walk begins again at most.
const ROUNDS: u32 = 4;

/// How many nodes of an offset are looked at.
const NODES: usize = 256;

/// How many objects of a declaration are looked at, the last ones.
const OBJECTS: usize = 32;

/// A place that holds a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Global(usize),
    Local(ProcId, usize),
    /// Of the objects of a declaration, from this byte on.
    Cell(ObjectId, u64),
}

/// The variables that are indices, as far as is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Indices {
    /// Those that were found first come first.
    slots: Vec<Slot>,
    /// How often a walk has begun again.
    rounds: u32,
}

/// What is kept apart, and what was learned about it.
#[derive(Debug, Default)]
pub(crate) struct Apart {
    indices: Indices,
    /// Variables that are indices, too.
    found: Vec<Slot>,
    /// Choices that joins have made, and for what.
    choices: FxHashMap<TermId, Slot>,
    /// The same by their conditions, if they are between two constants.
    between: FxHashMap<TermId, Vec<(Slot, i128)>>,
    /// Terms that were looked at.
    seen: FxHashSet<TermId>,
    /// How many states may be executed until the walk begins again.
    end: Option<u64>,
    /// How many states were executed because they were kept apart.
    more: u64,
    /// The numbers of objects by declaration, of so many objects.
    objects: BTreeMap<ObjectId, Vec<usize>>,
    known: usize,
}

impl Apart {
    /// Keeps these apart.
    pub(crate) fn new(indices: Indices) -> Self {
        Self { indices, ..Self::default() }
    }

    /// Of the states of one position, those that are joined now, and those that are left for later.
    pub(crate) fn part(
        &mut self,
        machine: &Machine<'_>,
        states: Vec<State>,
    ) -> (Vec<State>, Vec<State>) {
        if self.indices.slots.is_empty() || states.len() < 2 || MORE < self.more {
            return (states, Vec::new());
        }
        self.note_objects(machine);
        let signature = |state: &State| -> Vec<Vec<Option<u64>>> {
            let slots = self.indices.slots.iter();
            let values = slots.map(|slot| {
                let terms = self.terms(machine, state, *slot);
                terms.into_iter().map(|it| constant(&machine.terms, it)).collect()
            });
            values.collect()
        };
        let signatures: Vec<_> = states.iter().map(signature).collect();
        // Of too many differences, those count that were found first.
        let is_few = |count: &usize| {
            let kinds: BTreeSet<_> = signatures.iter().map(|it| &it[..*count]).collect();
            kinds.len() <= FEW
        };
        let count = (0..=self.indices.slots.len()).rev().find(is_few).unwrap_or(0);
        let mut parts = (Vec::new(), Vec::new());
        for (state, signature) in states.into_iter().zip(&signatures) {
            let is_first = signature[..count] == signatures[0][..count];
            if is_first { parts.0.push(state) } else { parts.1.push(state) }
        }
        self.more += u64::from(!parts.1.is_empty());
        parts
    }

    /// Where states of one position differ in constants or choices.
    pub(crate) fn differences(&self, machine: &Machine<'_>, states: &[State]) -> Vec<Difference> {
        let mut slots = BTreeSet::new();
        let Some((first, others)) = states.split_first() else { return Vec::new() };
        if !self.learns(machine.visited) {
            return Vec::new();
        }
        for other in others {
            differences(machine, first, other, &mut slots);
        }
        slots.into_iter().map(Difference).collect()
    }

    /// Notes what became of differences when the states were joined.
    pub(crate) fn note(&mut self, machine: &Machine<'_>, joined: &State, slots: Vec<Difference>) {
        if slots.is_empty() {
            return;
        }
        self.note_objects(machine);
        for Difference(slot) in slots {
            for term in self.terms(machine, joined, slot) {
                let Node::Ite(condition, yes, no) = machine.terms.node(term) else { continue };
                self.choices.entry(term).or_insert(slot);
                if let Some(step) = distance(&machine.terms, yes, no) {
                    self.between.entry(condition).or_default().push((slot, step));
                }
            }
        }
    }

    /// Learns from offsets at which memory was accessed.
    pub(crate) fn learn(&mut self, machine: &mut Machine<'_>) {
        let offsets = machine.offsets.as_mut().map(std::mem::take).unwrap_or_default();
        if !self.learns(machine.visited) {
            return;
        }
        for offset in offsets {
            let mut open = vec![offset];
            let mut nodes = 0;
            while let Some(term) = open.pop().filter(|_| nodes < NODES) {
                if !self.seen.insert(term) {
                    continue;
                }
                nodes += 1;
                let node = machine.terms.node(term);
                let mut slots: Vec<Slot> = self.choices.get(&term).copied().into_iter().collect();
                if let Node::Ite(condition, yes, no) = node
                    && slots.is_empty()
                    && let Some(step) = distance(&machine.terms, yes, no)
                {
                    // The simplifier has moved an operation into a choice.
                    let known = self.between.get(&condition).into_iter().flatten();
                    slots.extend(known.filter(|it| step % it.1 == 0).map(|it| it.0));
                }
                for slot in slots {
                    if !self.indices.slots.contains(&slot) && !self.found.contains(&slot) {
                        self.found.push(slot);
                        self.end.get_or_insert(2 * machine.visited + 32);
                    }
                }
                match node {
                    Node::Ite(_, yes, no) => open.extend([yes, no]),
                    node => open.extend(node.operands()),
                }
            }
        }
    }

    /// What to keep apart if the walk is to begin again after so many states.
    pub(crate) fn begins_again(&self, visited: u64) -> Option<Indices> {
        self.end.filter(|it| *it <= visited)?;
        let mut indices = self.indices.clone();
        indices.slots.extend(&self.found);
        indices.rounds += 1;
        Some(indices)
    }

    fn learns(&self, visited: u64) -> bool {
        self.indices.rounds < ROUNDS && (visited < EARLY || self.end.is_some())
    }

    fn note_objects(&mut self, machine: &Machine<'_>) {
        for (number, object) in machine.objects.iter().enumerate().skip(self.known) {
            if let Kind::Block(declaration) = object.kind {
                self.objects.entry(declaration).or_default().push(number);
            }
        }
        self.known = machine.objects.len();
    }

    /// What a state holds there.
    fn terms(&self, machine: &Machine<'_>, state: &State, slot: Slot) -> Vec<TermId> {
        let mut terms = Vec::new();
        let mut push = |value: Option<&Value>| match value {
            Some(Value::Term(term)) => terms.push(*term),
            Some(Value::Pointer(it)) => terms.extend([it.object, it.offset]),
            None => {}
        };
        match slot {
            Slot::Global(at) => push(state.globals.get(at)),
            Slot::Local(process, at) => {
                let frames = state.frames.iter().filter(|it| it.process == process);
                frames.for_each(|it| push(it.locals.get(at)));
            }
            Slot::Cell(declaration, start) => {
                for number in
                    self.objects.get(&declaration).into_iter().flatten().rev().take(OBJECTS)
                {
                    let Some(block) = machine.block(state, *number) else { continue };
                    if machine.terms.as_bool(block.alive) == Some(false) {
                        continue;
                    }
                    let cells = block.cells.overlapping(start, start + 1);
                    match cells.first().map(|it| it.content) {
                        Some(Content::Bits(bits)) => push(Some(&Value::Term(bits))),
                        Some(Content::Pointer(it)) => push(Some(&Value::Pointer(it))),
                        Some(Content::Mixed { .. }) | None => {}
                    }
                }
            }
        }
        terms
    }
}

/// A place in which states differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference(Slot);

/// Where two states of one position differ in constants or choices.
fn differences(machine: &Machine<'_>, a: &State, b: &State, slots: &mut BTreeSet<Slot>) {
    let terms = &machine.terms;
    let is_choice =
        |it: TermId| constant(terms, it).is_some() || matches!(terms.node(it), Node::Ite(..));
    let differ = |a: Option<Value>, b: Option<Value>| match (a, b) {
        (Some(Value::Term(a)), Some(Value::Term(b))) => a != b && is_choice(a) && is_choice(b),
        (Some(Value::Pointer(a)), Some(Value::Pointer(b))) => {
            a.offset != b.offset && is_choice(a.offset) && is_choice(b.offset)
        }
        _ => false,
    };
    let globals = a.globals.unshared(&b.globals).into_iter().flatten();
    let globals =
        globals.filter(|at| differ(a.globals.get(*at).copied(), b.globals.get(*at).copied()));
    slots.extend(globals.map(Slot::Global));
    for (a, b) in a.frames.iter().zip(&b.frames) {
        let locals = a.locals.unshared(&b.locals).into_iter().flatten();
        let locals =
            locals.filter(|at| differ(a.locals.get(*at).copied(), b.locals.get(*at).copied()));
        slots.extend(locals.map(|at| Slot::Local(a.process, at)));
    }
    let value = |content: Content| match content {
        Content::Bits(bits) => Some(Value::Term(bits)),
        Content::Pointer(pointer) => Some(Value::Pointer(pointer)),
        Content::Mixed { .. } => None,
    };
    for at in a.memory.unshared(&b.memory).into_iter().flatten() {
        let (Some(Some(one)), Some(Some(other))) = (a.memory.get(at), b.memory.get(at)) else {
            continue;
        };
        let Some(declaration) = machine.declaration(at + machine.first_block) else { continue };
        if std::rc::Rc::ptr_eq(one, other) {
            continue;
        }
        for chunk in one.cells.unshared(&other.cells) {
            for (a, b) in one.cells.chunk(chunk).iter().zip(other.cells.chunk(chunk)) {
                if (a.start, a.width) == (b.start, b.width)
                    && differ(value(a.content), value(b.content))
                {
                    slots.insert(Slot::Cell(declaration, a.start));
                }
            }
        }
    }
}

/// How far two constants are from each other, if they are constants.
fn distance(terms: &Terms, yes: TermId, no: TermId) -> Option<i128> {
    let distance = i128::from(constant(terms, yes)?) - i128::from(constant(terms, no)?);
    Some(distance).filter(|it| *it != 0)
}
