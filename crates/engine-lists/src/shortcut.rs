//! Shortcuts: nodes that another passes by may as well not be there.
//!
//! In a skip list a node leads to the next one of its height directly, and by the way over lower ones. How many these are differs from node to node: they become a
//! segment that may be empty, wherever they are seen, so that nodes of the same height are alike. And where there are none though there might be, as was seen elsewhere, such a
//! segment is put in (`Spare`): what a state with one more segment that may be empty stands for includes what it stood for before.

use crate::fold::{Folded, Heap};
use crate::heap::{AFTER, Holder, Links, Scope, Segment, as_next, bundle, next, segment};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_exec::Pointer;
use tribunal_exec::memory::Byte;

/// A shortcut: an object leads to the same by two fields, past nodes by the one and directly by the other.
pub(crate) struct Shortcut {
    pub(crate) start: u64,
    /// By which it leads past the nodes.
    pub(crate) field: u64,
    pub(crate) end: Pointer,
    /// How the nodes are pointed to, in turn.
    pub(crate) passed: Vec<Pointer>,
}

/// All shortcuts, of objects that are no segments.
pub(crate) fn shortcuts<'a>(heap: &'a Heap<'_>) -> impl Iterator<Item = Shortcut> + 'a {
    let is_plain = |it: &&u64| heap.block(**it).is_some_and(|it| segment(it).is_none());
    heap.index.order.iter().filter(is_plain).flat_map(move |&start| {
        let own = heap.index.from(start);
        let pairs = own.iter().flat_map(move |it| own.iter().map(move |end| (it.0, *end)));
        pairs.filter_map(move |(field, (direct, end))| {
            let passed = (field != direct).then(|| way(heap, start, field, end))??;
            Some(Shortcut { start, field, end, passed })
        })
    })
}

/// The nodes that an object leads to by a field until it comes to the end.
fn way(heap: &Heap<'_>, start: u64, field: u64, end: Pointer) -> Option<Vec<Pointer>> {
    let block = heap.block(start)?;
    let mut pointer = heap.index.at(start, field)?;
    let mut found: Vec<Pointer> = Vec::new();
    while pointer != end {
        let node = heap.block(pointer.object).filter(|it| heap.is_akin(block, it))?;
        if pointer.object == start || found.iter().any(|it| it.object == pointer.object) {
            return None;
        }
        found.push(pointer);
        pointer = heap.index.at(pointer.object, segment(node).map_or(field, |_| AFTER))?;
    }
    Some(found)
}

/// A node that is passed, as a segment that may be empty.
pub(crate) fn find(heap: &Heap<'_>) -> Option<Folded> {
    shortcuts(heap).find_map(|Shortcut { field, passed, .. }| {
        passed.iter().find_map(|it| skip(heap, it.object, field, it.offset))
    })
}

fn skip(heap: &Heap<'_>, number: u64, field: u64, into: i64) -> Option<Folded> {
    let block = heap.block(number).filter(|_| heap.is_node(number))?;
    let links = Links { into, backward: None };
    let is_new = segment(block).is_none_or(|it| it.links == links && 0 < it.least);
    let field = segment(block).map_or(Some(field), |_| heap.forward(number).first().copied())?;
    let top = heap.top(number, field).filter(|_| is_new)?;
    let after = top.pointer?;
    let parts = bundle(heap.program, heap.state, heap.index, number, links, Some(after));
    let own: BTreeSet<u64> = parts.iter().map(|it| it.number).collect();
    let is_own = |it: &Holder| matches!(it, Holder::Field(holder, _) if own.contains(holder));
    let is_before = |it: &Holder| matches!(it, Holder::Field(holder, _) if *holder != after.object);
    let mut to = heap.index.to(number).iter();
    let is_list = to.all(|it| is_own(&it.0) || (is_before(&it.0) && it.1.offset == into));
    let mut hanging = own.iter().filter(|it| **it != number);
    let is_closed = hanging.all(|it| heap.index.to(*it).iter().all(|it| is_own(&it.0)));
    if !is_list || !is_closed || own.contains(&after.object) {
        return None;
    }
    let mut writes = BTreeMap::new();
    for part in &parts {
        let block = heap.block(part.number)?;
        let end = if part.number == number { AFTER } else { u64::MAX };
        for (&at, &byte) in block.bytes.range(..end) {
            if part.scope_at(number, block, at) == Scope::Inner {
                continue;
            }
            // What is next to a segment that this one hangs on is not what is next to this one.
            if !top.is_segment && as_next(byte).is_some() {
                return None;
            }
            if let Byte::Part(pointer, position) = byte
                && pointer == after
            {
                writes.insert((part.number, at), next(position));
            }
        }
    }
    Some(Folded {
        top: number,
        segment: Segment { links, least: 0 },
        after: top.after,
        writes,
        shorter: BTreeMap::new(),
        dropped: BTreeSet::new(),
        back: None,
    })
}
