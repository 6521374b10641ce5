//! Folding: two neighbours in a list that look alike become a segment.

use super::heap::{Holder, Index, Link, Links, block_mut, links as links_of, mark, set};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use tribunal_exec::memory::{Block, Byte};
use tribunal_exec::{Pointer, State};
use tribunal_ir::{Program, Storage};

/// Folds what is further from variables than `near` pointers, as far as possible.
pub(super) fn fold(program: &Program, state: &mut State, near: usize) {
    while let Some(pair) = find(program, state, near) {
        merge(program, state, &pair);
    }
}

/// Two neighbours that become one.
struct Pair {
    first: u64,
    links: Links,
    /// The second, and what is its own.
    dropped: BTreeSet<u64>,
    second: u64,
    /// Who points back to the second.
    back: Option<(u64, u64)>,
}

fn find(program: &Program, state: &State, near: usize) -> Option<Pair> {
    let index = Index::new(program, state);
    let fold = Folding { program, state, index: &index };
    let is_far = |it: &u64| index.distance.get(it).is_some_and(|it| near < *it);
    let far = index.order.iter().copied().filter(is_far);
    far.filter(|it| fold.is_node(*it)).find_map(|first| {
        let next = index.from(first).iter().filter(|(_, it)| is_far(&it.object));
        next.copied().find_map(|(field, pointer)| fold.pair(first, field, pointer))
    })
}

struct Folding<'a> {
    program: &'a Program,
    state: &'a State,
    index: &'a Index,
}

impl Folding<'_> {
    fn block(&self, number: u64) -> Option<&Block> {
        self.state.memory.blocks.get(&number).map(|it| &**it)
    }

    fn is_node(&self, number: u64) -> bool {
        is_dynamic(self.program, self.state, number)
            && self.block(number).is_some_and(|it| it.alive)
    }

    /// Who else points to an object.
    fn others(&self, number: u64) -> Vec<(Holder, Pointer)> {
        let is_other =
            |it: &&(Holder, Pointer)| !matches!(it.0, Holder::Field(holder, _) if holder == number);
        self.index.to(number).iter().filter(is_other).copied().collect()
    }

    /// An object and the next in its list, if nobody but neighbours points to them and they are alike.
    fn pair(&self, first: u64, field: u64, pointer: Pointer) -> Option<Pair> {
        let second = pointer.object;
        if first == second || !self.is_node(second) {
            return None;
        }
        let forward = Link { field, into: pointer.offset };
        let mut back = self.index.from(second).iter().filter(|(_, it)| it.object == first);
        let backward = back.next().map(|(field, it)| Link { field: *field, into: it.offset });
        let links = Links { forward, backward };
        if back.next().is_some() || backward.is_some_and(|it| it.field == field) {
            return None;
        }
        let blocks = [self.block(first)?, self.block(second)?];
        if blocks.iter().any(|it| links_of(it).is_some_and(|it| it != links)) {
            return None;
        }
        // Nobody points to the second but its neighbours.
        let successor = self.index.at(second, field);
        let back = backward.zip(successor).map(|(link, it)| back_of(it, forward, link));
        let mut to_second = self.others(second);
        remove(&mut to_second, Holder::Field(first, field), forward.into)?;
        let mut pointed_back = None;
        if let (Some((number, Some(at))), Some(link)) = (back, backward)
            && remove(&mut to_second, Holder::Field(number, at), link.into).is_some()
        {
            pointed_back = Some((number, at));
        }
        if !to_second.is_empty() {
            return None;
        }
        // Nor to the first.
        let mut to_first = self.others(first);
        if let Some(link) = backward {
            remove(&mut to_first, Holder::Field(second, link.field), link.into)?;
        }
        let [(Holder::Field(before, at), it)] = to_first[..] else { return None };
        if it.offset != forward.into || before == first || before == second {
            return None;
        }
        if let Some(link) = backward
            && let Some(pred) = self.index.at(first, link.field)
            && (pred.object != before || offset(pred, forward.field, link.into) != Some(at))
        {
            return None;
        }
        let dropped = self.alike(first, second, links)?;
        Some(Pair { first, links, dropped, second, back: pointed_back })
    }

    /// What is the second's own, if the two hold the same apart from their links.
    fn alike(&self, first: u64, second: u64, links: Links) -> Option<BTreeSet<u64>> {
        let mut twin: FxHashMap<u64, u64> = FxHashMap::default();
        twin.insert(first, second);
        let mut todo = vec![(first, second)];
        let is_own = |it: u64| is_dynamic(self.program, self.state, it);
        while let Some((a, b)) = todo.pop() {
            let (left, right) = (self.block(a)?, self.block(b)?);
            let is_same = left.declaration == right.declaration
                && left.alive == right.alive
                && left.size == right.size
                && left.rest == right.rest;
            let differs = links_of(left) != links_of(right);
            if !is_same || (a != first && differs) {
                return None;
            }
            let is_link = |at: u64| a == first && is_link(self.program, links, at);
            let offsets: BTreeSet<u64> =
                left.bytes.keys().chain(right.bytes.keys()).copied().collect();
            let end = left.size;
            for at in offsets.into_iter().filter(|it| *it < end && !is_link(*it)) {
                match (left.byte(at), right.byte(at)) {
                    (Byte::Part(p, i), Byte::Part(q, j)) if i == j && p.offset == q.offset => {
                        match twin.get(&p.object) {
                            Some(known) if *known == q.object => {}
                            Some(_) => return None,
                            None if p.object == q.object && !is_own(p.object) => {}
                            None if is_own(p.object) && is_own(q.object) => {
                                let is_taken = p.object == q.object
                                    || twin.contains_key(&q.object)
                                    || twin.values().any(|it| *it == q.object || *it == p.object);
                                if is_taken {
                                    return None;
                                }
                                twin.insert(p.object, q.object);
                                todo.push((p.object, q.object));
                            }
                            None => return None,
                        }
                    }
                    (x, y) if x == y && !matches!(x, Byte::Part(..)) => {}
                    _ => return None,
                }
            }
        }
        // What hangs on them is theirs alone.
        let own = |roots: &FxHashSet<u64>, top: u64| {
            roots.iter().filter(|it| **it != top).all(|it| {
                self.index.to(*it).iter().all(|(holder, _)| {
                    matches!(holder, Holder::Field(number, _) if roots.contains(number))
                })
            })
        };
        let left: FxHashSet<u64> = twin.keys().copied().collect();
        let right: FxHashSet<u64> = twin.values().copied().collect();
        (own(&left, first) && own(&right, second)).then(|| right.into_iter().collect())
    }
}

/// Whether there is, or was, a dynamic object of this number. What was freed may still be pointed to.
pub(super) fn is_dynamic(program: &Program, state: &State, number: u64) -> bool {
    let block = state.memory.blocks.get(&number);
    block.is_some_and(|it| program.objects[it.declaration].storage == Storage::Dynamic)
}

/// Whether a byte belongs to a link.
fn is_link(program: &Program, links: Links, at: u64) -> bool {
    let width = program.pointer_bytes.count();
    let within = |it: Link| it.field <= at && at < it.field + width;
    within(links.forward) || links.backward.is_some_and(within)
}

/// Where the neighbour points back, seen from where it is pointed to.
pub(super) fn back_of(successor: Pointer, forward: Link, backward: Link) -> (u64, Option<u64>) {
    (successor.object, offset(successor, backward.field, forward.into))
}

/// A field that lies to what is pointed to as another does in a node.
fn offset(pointer: Pointer, field: u64, into: i64) -> Option<u64> {
    let distance = i64::try_from(field).ok()?.checked_sub(into)?;
    u64::try_from(pointer.offset.checked_add(distance)?).ok()
}

fn remove(all: &mut Vec<(Holder, Pointer)>, holder: Holder, into: i64) -> Option<()> {
    let position = all.iter().position(|it| it.0 == holder && it.1.offset == into)?;
    all.remove(position);
    Some(())
}

fn merge(program: &Program, state: &mut State, pair: &Pair) {
    let Pair { first, links, dropped, second, back } = pair;
    let width = program.pointer_bytes.count();
    let field = links.forward.field;
    let Some(block) = state.memory.blocks.get(second).cloned() else { return };
    if let Some(kept) = block_mut(state, *first) {
        for at in field..field + width {
            match block.bytes.get(&at) {
                Some(byte) => _ = kept.bytes.insert(at, *byte),
                None => _ = kept.bytes.remove(&at),
            }
        }
        mark(kept, *links);
    }
    if let (Some((number, at)), Some(link)) = (*back, links.backward) {
        set(program, state, number, at, Pointer { object: *first, offset: link.into });
    }
    dropped.iter().for_each(|it| _ = state.memory.blocks.remove(it));
}
