//! Unfolding: a segment that comes near becomes a node and the rest of the segment, or just two nodes.

use super::fold::{back_of, is_dynamic};
use super::heap::{Holder, Index, Links, block_mut, links, set, unmark};
use super::touch::Touch;
use std::collections::BTreeMap;
use std::sync::Arc;
use tribunal_exec::memory::Byte;
use tribunal_exec::{Pointer, State};
use tribunal_ir::Program;

/// How many states a state may be unfolded to.
const MOST: usize = 500;

/// All that a state stands for, seen so closely that no segment is touched; `None` if that is too many.
pub(super) fn unfold(program: &Program, state: State, touch: &Touch) -> Option<Vec<State>> {
    let mut found = Vec::new();
    let mut todo = vec![state];
    while let Some(state) = todo.pop() {
        match touched(program, &state, touch)? {
            None => found.push(state),
            Some(peeling) => {
                let mut longer = state;
                peel(program, &mut longer, &peeling);
                let mut two = longer.clone();
                block_mut(&mut two, peeling.segment).into_iter().for_each(unmark);
                todo.extend([longer, two]);
            }
        }
        if MOST < found.len() + todo.len() {
            return None;
        }
    }
    Some(found)
}

/// A segment, and where its next node comes from.
struct Peeling {
    segment: u64,
    links: Links,
    end: End,
    /// Who points to that end.
    holder: (u64, u64),
    /// What is the segment's own.
    own: Vec<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    First,
    Last,
}

/// A segment that is touched, or too near; the outer `None` if it cannot be told how it is reached.
fn touched(program: &Program, state: &State, touch: &Touch) -> Option<Option<Peeling>> {
    // Most states have none.
    let blocks = &state.memory.blocks;
    if blocks.values().all(|it| links(it).is_none()) {
        return Some(None);
    }
    let index = Index::new(program, state);
    let found = touch.segment(program, state);
    let Some((segment, holder)) = found.or_else(|| nearest(state, &index, touch.radius)) else {
        return Some(None);
    };
    let Holder::Field(number, at) = holder else { return None };
    let links = links(blocks.get(&segment)?)?;
    let back = links.backward.zip(index.at(segment, links.forward.field)).and_then(|(link, it)| {
        let (number, at) = back_of(it, links.forward, link);
        Some(Holder::Field(number, at?))
    });
    let end = if Some(holder) == back { End::Last } else { End::First };
    let own = own(program, state, &index, segment, links);
    Some(Some(Peeling { segment, links, end, holder: (number, at), own }))
}

/// A segment within so many pointers of a variable, and who leads there.
fn nearest(state: &State, index: &Index, radius: usize) -> Option<(u64, Holder)> {
    let is_segment = |it: &u64| state.memory.blocks.get(it).is_some_and(|it| links(it).is_some());
    let mut close = index.order.iter().copied().filter(|it| index.distance[it] <= radius);
    let segment = close.find(is_segment)?;
    let far = |holder: Holder| match holder {
        Holder::Fixed => 0,
        Holder::Field(number, _) => index.distance.get(&number).map_or(usize::MAX, |it| it + 1),
    };
    let nearest = index.to(segment).iter().map(|it| it.0).min_by_key(|it| far(*it))?;
    Some((segment, nearest))
}

/// The objects that hang on a segment's nodes: `fold` saw to it that nobody else knows them.
fn own(program: &Program, state: &State, index: &Index, top: u64, links: Links) -> Vec<u64> {
    let mut found = Vec::new();
    let mut todo = vec![top];
    while let Some(number) = todo.pop() {
        for (field, pointer) in index.from(number) {
            let is_link = number == top
                && (*field == links.forward.field
                    || links.backward.is_some_and(|it| it.field == *field));
            let object = pointer.object;
            if !is_link
                && object != top
                && is_dynamic(program, state, object)
                && !found.contains(&object)
            {
                found.push(object);
                todo.push(object);
            }
        }
    }
    found
}

/// Takes a node off an end of a segment.
fn peel(program: &Program, state: &mut State, peeling: &Peeling) {
    let Peeling { segment, links, end, holder, own } = peeling;
    let mut copies: BTreeMap<u64, u64> = BTreeMap::new();
    for &number in [segment].into_iter().chain(own) {
        let Some(block) = state.memory.blocks.get(&number).cloned() else { continue };
        let copy = state.memory.allocate(program, block.declaration, block.size, &[]);
        copies.insert(number, copy.object);
        let address = state.memory.blocks.get(&copy.object).map_or(0, |it| it.address);
        let mut block = (*block).clone();
        block.address = address;
        state.memory.blocks.insert(copy.object, Arc::new(block));
    }
    for copy in copies.values() {
        for byte in block_mut(state, *copy).into_iter().flat_map(|it| it.bytes.values_mut()) {
            if let Byte::Part(pointer, _) = byte
                && let Some(own) = copies.get(&pointer.object)
            {
                pointer.object = *own;
            }
        }
    }
    let Some(&node) = copies.get(segment) else { return };
    block_mut(state, node).into_iter().for_each(unmark);
    let (number, at) = *holder;
    let (forward, backward) = (links.forward, links.backward);
    let ahead = |object: u64| Pointer { object, offset: forward.into };
    let behind = |object: u64, into: i64| Pointer { object, offset: into };
    match (end, backward) {
        (End::First, _) => {
            set(program, state, number, at, ahead(node));
            set(program, state, node, forward.field, ahead(*segment));
            if let Some(link) = backward {
                set(program, state, *segment, link.field, behind(node, link.into));
            }
        }
        (End::Last, Some(link)) => {
            set(program, state, number, at, behind(node, link.into));
            set(program, state, node, link.field, behind(*segment, link.into));
            set(program, state, *segment, forward.field, ahead(node));
        }
        // Without a way back nobody points to the end.
        (End::Last, None) => {}
    }
}
