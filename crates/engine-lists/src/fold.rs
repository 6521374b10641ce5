//! Folding: two neighbours in a list that look alike become a segment, and so does a node that a shortcut passes.

use crate::alike::{Alike, Top};
use crate::heap::{
    AFTER, Holder, Index, Link, Links, MOST, Segment, as_next, block_mut, bytes, is_dynamic, mark,
    put, segment, set,
};
use crate::shortcut;
use crate::spare::Spares;
use std::collections::{BTreeMap, BTreeSet};
use tribunal_exec::memory::{Block, Byte};
use tribunal_exec::{Pointer, State};
use tribunal_ir::Program;

/// How often a state is changed: what is put in is seldom many.
const ROUNDS: usize = 100;

/// Folds what is further from variables than `near` pointers, as far as possible.
pub(crate) fn fold(program: &Program, state: &mut State, near: usize, spares: &mut Spares) {
    for _ in 0..ROUNDS {
        let index = Index::new(program, state);
        let heap = Heap { program, state, index: &index, near };
        if let Some(passed) = shortcut::find(&heap) {
            passed.write(program, state);
            let index = Index::new(program, state);
            spares.learn(&Heap { program, state, index: &index, near });
        } else if let Some(gap) = spares.missing(&heap) {
            gap.fill(program, state);
        } else if let Some(pair) = heap.find() {
            pair.write(program, state);
        } else {
            break;
        }
    }
}

/// What becomes of an object that is made a segment.
pub(crate) struct Folded {
    pub(crate) top: u64,
    pub(crate) segment: Segment,
    /// Its last pointer.
    pub(crate) after: Vec<Byte>,
    /// What else is written where.
    pub(crate) writes: BTreeMap<(u64, u64), Byte>,
    /// Segments that may be shorter than they were.
    pub(crate) shorter: BTreeMap<u64, Segment>,
    /// What it stands for from now on.
    pub(crate) dropped: BTreeSet<u64>,
    /// Who points back to its end.
    pub(crate) back: Option<(u64, u64)>,
}

impl Folded {
    fn write(self, program: &Program, state: &mut State) {
        for ((number, at), byte) in self.writes {
            block_mut(state, number).into_iter().for_each(|it| put(it, at, &[byte]));
        }
        for (number, segment) in self.shorter {
            block_mut(state, number).into_iter().for_each(|it| mark(it, segment));
        }
        if let Some(block) = block_mut(state, self.top) {
            put(block, AFTER, &self.after);
            mark(block, self.segment);
        }
        if let (Some((number, at)), Some(link)) = (self.back, self.segment.links.backward) {
            set(program, state, number, at, Pointer { object: self.top, offset: link.into });
        }
        self.dropped.iter().for_each(|it| _ = state.memory.blocks.remove(it));
    }
}

/// A state that is folded.
pub(crate) struct Heap<'a> {
    pub(crate) program: &'a Program,
    pub(crate) state: &'a State,
    pub(crate) index: &'a Index,
    near: usize,
}

impl Heap<'_> {
    pub(crate) fn block(&self, number: u64) -> Option<&Block> {
        self.state.memory.blocks.get(&number).map(|it| &**it)
    }

    /// Whether an object is alive, dynamic and not near to variables.
    pub(crate) fn is_node(&self, number: u64) -> bool {
        self.index.distance.get(&number).is_some_and(|it| self.near < *it)
            && is_dynamic(self.program, self.state, number)
            && self.block(number).is_some_and(|it| it.alive)
    }

    /// Two neighbours that become one, on which as little as possible hangs: so what hangs on nodes is folded before them.
    fn find(&self) -> Option<Folded> {
        let mut best: Option<Folded> = None;
        for &first in self.index.order.iter().filter(|it| self.is_node(**it)) {
            for field in self.forward(first) {
                let Some(pair) = self.pair(first, field) else { continue };
                let size = |it: &Folded| it.dropped.len();
                if size(&pair) == 1 {
                    return Some(pair);
                }
                if best.as_ref().is_none_or(|it| size(&pair) < size(it)) {
                    best = Some(pair);
                }
            }
        }
        best
    }

    /// Whether two objects have the same fields.
    pub(crate) fn is_akin(&self, one: &Block, other: &Block) -> bool {
        let layout = |it: &Block| &self.program.objects[it.declaration].layout;
        one.size == other.size && layout(one) == layout(other)
    }

    /// The fields by which a node may lead to the next one.
    pub(crate) fn forward(&self, number: u64) -> Vec<u64> {
        let Some(block) = self.block(number) else { return Vec::new() };
        if segment(block).is_none() {
            return self.index.from(number).iter().map(|it| it.0).collect();
        }
        let is_start = |it: &(&u64, &Byte)| *it.0 < AFTER && as_next(*it.1) == Some(0);
        block.bytes.iter().filter(is_start).map(|it| *it.0).collect()
    }

    /// A node as part of a list that goes on by a field.
    pub(crate) fn top(&self, number: u64, field: u64) -> Option<Top> {
        let block = self.block(number)?;
        let is_segment = segment(block).is_some();
        if is_segment && block.bytes.get(&field).copied().and_then(as_next) != Some(0) {
            return None;
        }
        let at = if is_segment { AFTER } else { field };
        let after = bytes(self.program, block, at);
        let pointer = self.index.at(number, at);
        is_written(&after).then_some(Top { number, is_segment, after, pointer })
    }

    /// An object and the next in its list, if nobody but neighbours points to them and they are alike.
    fn pair(&self, first: u64, field: u64) -> Option<Folded> {
        let left = self.top(first, field)?;
        let pointer = left.pointer?;
        let (second, into) = (pointer.object, pointer.offset);
        if first == second || !self.is_node(second) {
            return None;
        }
        let right = self.top(second, field)?;
        if right.pointer.is_some_and(|it| it.object == first || it.object == second) {
            return None;
        }
        let mut back = self.index.from(second).iter().filter(|(_, it)| it.object == first);
        let backward = back.next().map(|(field, it)| Link { field: *field, into: it.offset });
        if back.next().is_some() || backward.is_some_and(|it| it.field == field) {
            return None;
        }
        let links = Links { into, backward };
        let segments = [self.block(first)?, self.block(second)?].map(segment);
        if segments.iter().flatten().any(|it| it.links != links) {
            return None;
        }
        let pointed_back = backward.zip(right.pointer).and_then(|(link, it)| {
            let (number, at) = back_of(it, into, link);
            let holder =
                (Holder::Field(number, at?), Pointer { object: second, offset: link.into });
            self.index.to(second).contains(&holder).then_some((number, at?))
        });
        let before = |it: Link| Some(bytes(self.program, self.block(first)?, it.field));
        if backward.and_then(before).is_some_and(|it| !is_written(&it)) {
            return None;
        }
        // What costs least comes first.
        let is_plain = |it: &(Holder, Pointer)| it.0 != Holder::Fixed;
        if ![first, second].iter().all(|it| self.index.to(*it).iter().all(is_plain)) {
            return None;
        }
        let after = right.after.clone();
        let alike = Alike::compare(self, links, left, right)?;
        let is_among = |all: &BTreeSet<u64>, holder: Holder| match holder {
            Holder::Fixed => false,
            Holder::Field(number, _) => all.contains(&number),
        };
        // Nobody points to the second but its neighbours and what is its own.
        let is_neighbour = |&(holder, it): &(Holder, Pointer)| {
            let is_back = backward.is_some_and(|it| holder == Holder::Field(first, it.field));
            (is_among(&alike.left, holder) && it.offset == into && !is_back)
                || is_among(&alike.right, holder)
                || pointed_back.is_some_and(|it| holder == Holder::Field(it.0, it.1))
        };
        // To the first, others may: they mean the first.
        let is_before = |&&(holder, _): &&(Holder, Pointer)| {
            let is_back = backward.is_some_and(|it| holder == Holder::Field(second, it.field));
            !is_back && !is_among(&alike.left, holder)
        };
        let before: Vec<_> = self.index.to(first).iter().filter(is_before).copied().collect();
        let is_first = |&(holder, it): &(Holder, Pointer)| {
            it.offset == into && !is_among(&alike.right, holder)
        };
        let is_regular = backward.is_none_or(|link| match before[..] {
            [(Holder::Field(number, at), _)] => self
                .index
                .at(first, link.field)
                .is_none_or(|it| it.object == number && offset(it, field, link.into) == Some(at)),
            _ => false,
        });
        if !self.index.to(second).iter().all(is_neighbour)
            || !before.iter().all(is_first)
            || !is_regular
        {
            return None;
        }
        let least = segments.iter().map(|it| it.map_or(1, |it| it.least)).sum::<u8>().min(MOST);
        Some(Folded {
            top: first,
            segment: Segment { links, least },
            after,
            writes: alike.writes,
            shorter: alike.shorter,
            dropped: alike.dropped,
            back: pointed_back,
        })
    }
}

/// Whether bytes were written. If a segment is empty, its links are what is found in its place: nobody may ask whether there is anything at all.
fn is_written(bytes: &[Byte]) -> bool {
    !bytes.iter().any(|it| matches!(it, Byte::Found(_)))
}

/// Where the neighbour points back, seen from where it is pointed to.
pub(crate) fn back_of(after: Pointer, into: i64, backward: Link) -> (u64, Option<u64>) {
    (after.object, offset(after, backward.field, into))
}

/// A field that lies to what is pointed to as another does in a node.
fn offset(pointer: Pointer, field: u64, into: i64) -> Option<u64> {
    let distance = i64::try_from(field).ok()?.checked_sub(into)?;
    u64::try_from(pointer.offset.checked_add(distance)?).ok()
}
