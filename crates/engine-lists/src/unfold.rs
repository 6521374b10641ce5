//! Unfolding: a segment that comes near becomes a node and the rest of the segment, or nothing if it may be empty.

use crate::fold::back_of;
use crate::heap::{
    AFTER, Holder, Index, Part, Scope, Segment, as_next, block_mut, bundle, bytes, copy,
    is_dynamic, is_fixed, mark, put, segment, set, unmark, variables,
};
use crate::touch::{HELD, Touch};
use std::collections::BTreeMap;
use std::sync::Arc;
use tribunal_exec::memory::Byte;
use tribunal_exec::{Pointer, State};
use tribunal_ir::Program;

/// How many states a state may be unfolded to.
const MOST: usize = 500;

/// All that a state stands for, seen so closely that no segment is touched; `None` if that is too many.
pub(crate) fn unfold(program: &Program, state: State, touch: &Touch) -> Option<Vec<State>> {
    let mut found = Vec::new();
    let mut todo = vec![state];
    while let Some(mut state) = todo.pop() {
        match touched(program, &state, touch)? {
            None => found.push(state),
            Some(near) => {
                if near.segment.least == 0 {
                    let mut empty = state.clone();
                    near.vanish(program, &mut empty);
                    todo.push(empty);
                }
                near.peel(program, &mut state);
                todo.push(state);
            }
        }
        if MOST < found.len() + todo.len() {
            return None;
        }
    }
    Some(found)
}

/// A state, and another if it is open whether anything was lost: all that was lost hangs on a segment that may be empty.
pub(crate) fn decide(program: &Program, state: State) -> Vec<State> {
    let may_be_empty = |it: &u64| {
        let block = state.memory.blocks.get(it);
        block.and_then(|it| segment(it)).is_some_and(|it| it.least == 0)
    };
    if !state.memory.blocks.keys().any(may_be_empty) {
        return vec![state];
    }
    let index = Index::new(program, &state);
    let is_lost = |it: &u64| !index.distance.contains_key(it) && is_dynamic(program, &state, *it);
    let lost: Vec<u64> = state.memory.blocks.keys().copied().filter(is_lost).collect();
    if !lost.iter().any(may_be_empty) {
        return vec![state];
    }
    let (mut none, mut some) = (state.clone(), state);
    for number in &lost {
        none.memory.blocks.remove(number);
        block_mut(&mut some, *number).into_iter().for_each(unmark);
    }
    vec![none, some]
}

/// A segment that is near, and where its next node comes from.
struct Near {
    number: u64,
    segment: Segment,
    end: End,
    /// Who points to the first node.
    before: Vec<(u64, u64)>,
    /// Who points to the last one.
    back: Option<(u64, u64)>,
    /// It and what hangs on its nodes: `fold` saw to it that nobody else knows that.
    parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    First,
    Last,
}

/// A segment that is touched, or too near; the outer `None` if it cannot be told how it is reached.
fn touched(program: &Program, state: &State, touch: &Touch) -> Option<Option<Near>> {
    // Most states have none.
    let blocks = &state.memory.blocks;
    if blocks.values().all(|it| segment(it).is_none()) {
        return Some(None);
    }
    let found = touch.segment(program, state);
    if found.is_none() && touch.radius <= HELD && !is_held(program, state) {
        return Some(None);
    }
    let index = Index::new(program, state);
    let Some((number, holder)) = found.or_else(|| nearest(state, &index, touch.radius)) else {
        return Some(None);
    };
    let segment = segment(blocks.get(&number)?)?;
    let links = segment.links;
    let parts = bundle(program, state, &index, number, links, None);
    let back = links.backward.zip(index.at(number, AFTER)).and_then(|(link, after)| {
        let (number, at) = back_of(after, links.into, link);
        Some((number, at?))
    });
    let mut near = Near { number, segment, end: End::First, before: Vec::new(), back: None, parts };
    for &(holder, pointer) in index.to(number) {
        let Holder::Field(object, at) = holder else { return None };
        if Some((object, at)) == back {
            near.back = back;
        } else if near.parts.iter().all(|it| it.number != object) {
            (pointer.offset == links.into).then(|| near.before.push((object, at)))?;
        }
    }
    if near.back.is_some_and(|it| holder == Holder::Field(it.0, it.1)) {
        near.end = End::Last;
    }
    Some(Some(near))
}

/// Whether a variable or a static object points to a segment.
fn is_held(program: &Program, state: &State) -> bool {
    let blocks = &state.memory.blocks;
    let is_segment = |it: u64| blocks.get(&it).is_some_and(|it| segment(it).is_some());
    let fixed = blocks.values().filter(|it| it.alive && is_fixed(program, it));
    let mut bytes = fixed.flat_map(|it| it.bytes.values());
    variables(program, state).iter().any(|it| is_segment(it.object))
        || bytes.any(|it| matches!(it, Byte::Part(to, _) if is_segment(to.object)))
}

/// A segment within so many pointers of a variable, and who leads there.
fn nearest(state: &State, index: &Index, radius: usize) -> Option<(u64, Holder)> {
    let is_segment = |it: &u64| state.memory.blocks.get(it).is_some_and(|it| segment(it).is_some());
    let mut close = index.order.iter().copied().filter(|it| index.distance[it] <= radius);
    let segment = close.find(is_segment)?;
    let far = |holder: Holder| match holder {
        Holder::Fixed => 0,
        Holder::Field(number, _) => index.distance.get(&number).map_or(usize::MAX, |it| it + 1),
    };
    let nearest = index.to(segment).iter().map(|it| it.0).min_by_key(|it| far(*it))?;
    Some((segment, nearest))
}

impl Near {
    /// Takes a node off an end of the segment.
    fn peel(&self, program: &Program, state: &mut State) {
        let Segment { links, least } = self.segment;
        let blocks = &state.memory.blocks;
        let block = |it: &Part| Some((it.number, Arc::clone(blocks.get(&it.number)?)));
        let parts: Vec<_> = self.parts.iter().filter_map(block).collect();
        let copies = copy(program, state, &parts);
        let Some(&node) = copies.get(&self.number) else { return };
        let ahead = |object: u64| Pointer { object, offset: links.into };
        // What the node's own last pointer shall be is where the segment's was copied to.
        match (self.end, links.backward, self.back) {
            (End::Last, Some(link), Some((number, at))) => {
                let behind = |object: u64| Pointer { object, offset: link.into };
                set(program, state, number, at, behind(node));
                set(program, state, node, link.field, behind(self.number));
                set(program, state, self.number, AFTER, ahead(node));
            }
            _ => {
                for (number, at) in &self.before {
                    set(program, state, *number, *at, ahead(node));
                }
                set(program, state, node, AFTER, ahead(self.number));
                if let Some(link) = links.backward {
                    let behind = Pointer { object: node, offset: link.into };
                    set(program, state, self.number, link.field, behind);
                }
            }
        }
        self.lead_on(program, state, &copies);
        block_mut(state, node).into_iter().for_each(unmark);
        if let Some(rest) = block_mut(state, self.number) {
            mark(rest, Segment { links, least: least.saturating_sub(1) });
        }
    }

    /// Lets what is said to point to the next node do so.
    fn lead_on(&self, program: &Program, state: &mut State, copies: &BTreeMap<u64, u64>) {
        let node = copies.get(&self.number).and_then(|it| state.memory.blocks.get(it));
        let Some(after) = node.map(|it| bytes(program, it, AFTER)) else { return };
        for part in &self.parts {
            let Some(block) = copies.get(&part.number).and_then(|it| block_mut(state, *it)) else {
                continue;
            };
            let meant = |(at, byte): (&u64, &Byte)| {
                let is_meant = part.scope_at(self.number, block, *at) == Scope::This;
                Some((*at, usize::from(as_next(*byte).filter(|_| is_meant)?)))
            };
            let meant: Vec<(u64, usize)> = block.bytes.iter().filter_map(meant).collect();
            for (at, position) in meant {
                put(block, at, &after[position..=position]);
            }
        }
    }

    /// Leaves the segment out.
    fn vanish(&self, program: &Program, state: &mut State) {
        let Some(block) = state.memory.blocks.get(&self.number).cloned() else { return };
        let after = bytes(program, &block, AFTER);
        for (number, at) in &self.before {
            block_mut(state, *number).into_iter().for_each(|it| put(it, *at, &after));
        }
        if let (Some(link), Some((number, at))) = (self.segment.links.backward, self.back) {
            let before = bytes(program, &block, link.field);
            block_mut(state, number).into_iter().for_each(|it| put(it, at, &before));
        }
        for part in &self.parts {
            state.memory.blocks.remove(&part.number);
        }
    }
}
