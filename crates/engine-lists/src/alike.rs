//! Whether two neighbours hold the same, and what a node holds that stands for both.
//!
//! What hangs on the one has to hang on the other, and what leads from the one to the other has to lead from the other to what comes after it. But a segment
//! that may be empty need not be there: it then hangs on the node that stands for both.

use crate::fold::Heap;
use crate::heap::{
    AFTER, Holder, Links, Part, Scope, Segment, as_next, both, is_dynamic, next, segment,
};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_exec::Pointer;
use tribunal_exec::memory::{Block, Byte};

/// A node that is compared.
pub(crate) struct Top {
    pub(crate) number: u64,
    pub(crate) is_segment: bool,
    /// The bytes of the pointer to what comes after it.
    pub(crate) after: Vec<Byte>,
    /// The pointer itself, if it leads to an object.
    pub(crate) pointer: Option<Pointer>,
}

impl Top {
    /// Whether a byte is this part of the pointer to what comes after the node.
    fn is_next(&self, byte: Byte, position: u8, scope: Scope) -> bool {
        let is_meant = match self.is_segment {
            true => as_next(byte) == Some(position),
            false => self.after.get(usize::from(position)) == Some(&byte),
        };
        scope == Scope::This && is_meant
    }

    /// Which part of the pointer to what comes after the node this is.
    fn next_part(&self, byte: Byte, scope: Scope) -> Option<u8> {
        let Byte::Part(_, position) = byte else { return None };
        self.is_next(byte, position, scope).then_some(position)
    }
}

/// Two nodes that are alike.
pub(crate) struct Alike {
    /// The first and what hangs on it.
    pub(crate) left: BTreeSet<u64>,
    /// The second and what hangs on it.
    pub(crate) right: BTreeSet<u64>,
    /// What there is of the second that has no place of its own any more.
    pub(crate) dropped: BTreeSet<u64>,
    /// What changes in the first and what hangs on it.
    pub(crate) writes: BTreeMap<(u64, u64), Byte>,
    /// Segments among that which may be shorter.
    pub(crate) shorter: BTreeMap<u64, Segment>,
}

impl Alike {
    pub(crate) fn compare(heap: &Heap<'_>, links: Links, first: Top, second: Top) -> Option<Self> {
        let mut comparison = Comparison {
            heap,
            twins: BTreeMap::from([(first.number, second.number)]),
            first,
            second,
            todo: Vec::new(),
            absent: [BTreeSet::new(), BTreeSet::new()],
            writes: BTreeMap::new(),
            shorter: BTreeMap::new(),
        };
        comparison.run(links)?;
        let Comparison { twins, first, second, absent: [here, there], writes, shorter, .. } =
            comparison;
        let mut left: BTreeSet<u64> = twins.keys().copied().collect();
        let dropped: BTreeSet<u64> = twins.values().copied().collect();
        let mut right = dropped.clone();
        // What is left out in one place is left out everywhere.
        if !left.is_disjoint(&here) || !right.is_disjoint(&there) {
            return None;
        }
        left.extend(here);
        right.extend(there);
        // What hangs on them is theirs alone.
        let is_own = |all: &BTreeSet<u64>, top: u64| {
            all.iter().filter(|it| **it != top).all(|it| {
                heap.index.to(*it).iter().all(
                    |(holder, _)| matches!(holder, Holder::Field(number, _) if all.contains(number)),
                )
            })
        };
        let are_own = is_own(&left, first.number) && is_own(&right, second.number);
        are_own.then_some(Self { left, right, dropped, writes, shorter })
    }
}

struct Comparison<'a> {
    heap: &'a Heap<'a>,
    first: Top,
    second: Top,
    /// Which object of the second is which of the first.
    twins: BTreeMap<u64, u64>,
    todo: Vec<(Part, u64)>,
    /// Segments of the first, and of the second, that the other does not have.
    absent: [BTreeSet<u64>; 2],
    writes: BTreeMap<(u64, u64), Byte>,
    shorter: BTreeMap<u64, Segment>,
}

impl Comparison<'_> {
    fn run(&mut self, links: Links) -> Option<()> {
        let top = self.first.number;
        let width = self.heap.program.pointer_bytes.count();
        let is_back =
            |at: u64| links.backward.is_some_and(|it| it.field <= at && at < it.field + width);
        self.todo.push((Part { number: top, scope: Scope::This }, self.second.number));
        while let Some((part, twin)) = self.todo.pop() {
            let is_top = part.number == top;
            let (left, right) = (self.heap.block(part.number)?, self.heap.block(twin)?);
            if !is_same_kind(left, right) || (!is_top && !self.is_same_list(part.number, twin)) {
                return None;
            }
            let end = if is_top { left.size } else { AFTER + width };
            for (at, here, there) in both(left, right, end) {
                if !is_top || !is_back(at) {
                    let scope = part.scope_at(top, left, at);
                    self.same((part.number, at), here, there, scope)?;
                }
            }
        }
        Some(())
    }

    /// Notes that two objects are both segments, or neither.
    fn is_same_list(&mut self, left: u64, right: u64) -> bool {
        let segments = [left, right].map(|it| self.heap.block(it).and_then(segment));
        match segments {
            [None, None] => true,
            [Some(one), Some(two)] if one.links == two.links => {
                if two.least < one.least {
                    self.shorter.insert(left, two);
                }
                true
            }
            _ => false,
        }
    }

    /// Sees to it that a byte here means what a byte there does.
    fn same(
        &mut self,
        place: (u64, u64),
        mut here: Byte,
        mut there: Byte,
        scope: Scope,
    ) -> Option<()> {
        let (mut place, mut is_moved) = (place, false);
        loop {
            if let Some(position) = self.first.next_part(here, scope) {
                if self.second.is_next(there, position, scope) {
                    return self.write(place, next(position));
                }
            } else if scope == Scope::This && as_next(here).is_some() {
                // It speaks of a segment that this one hangs on.
                return None;
            } else if self.matches(here, there, scope)? {
                return if is_moved { self.write(place, here) } else { Some(()) };
            }
            is_moved = true;
            let (missing_here, missing_there) = (self.may_lack(here), self.may_lack(there));
            match (missing_here, missing_there) {
                (Some((number, position)), other)
                    if other.is_none_or(|it| self.leads(number, it.0)) =>
                {
                    self.absent[0].insert(number);
                    place = (number, AFTER + u64::from(position));
                    here = self.heap.block(number)?.byte(place.1);
                }
                (_, Some((number, position))) => {
                    self.absent[1].insert(number);
                    self.write(place, there)?;
                    place = (number, AFTER + u64::from(position));
                    there = self.heap.block(number)?.byte(place.1);
                }
                (_, None) => return None,
            }
        }
    }

    /// Whether two bytes that do not lead on are the same; `None` if that can never be.
    fn matches(&mut self, here: Byte, there: Byte, scope: Scope) -> Option<bool> {
        let (Byte::Part(p, i), Byte::Part(q, j)) = (here, there) else {
            return Some(here == there);
        };
        if i != j || p.offset != q.offset {
            return Some(false);
        }
        let is_dynamic = |it: u64| is_dynamic(self.heap.program, self.heap.state, it);
        match (is_dynamic(p.object), is_dynamic(q.object)) {
            (false, false) => return Some(p == q),
            (true, true) => {}
            _ => return Some(false),
        }
        match self.twins.get(&p.object) {
            Some(known) if *known == q.object => return Some(true),
            Some(_) => return Some(false),
            None if !self.is_kin(p.object, q.object) => return Some(false),
            None => {}
        }
        let is_after = |top: &Top, object: u64| top.pointer.is_some_and(|it| it.object == object);
        let is_taken = p.object == q.object
            || self.twins.contains_key(&q.object)
            || self.twins.values().any(|it| *it == q.object || *it == p.object)
            || is_after(&self.first, p.object)
            || is_after(&self.second, q.object);
        if is_taken {
            return None;
        }
        self.twins.insert(p.object, q.object);
        self.todo.push((Part { number: p.object, scope }, q.object));
        Some(true)
    }

    /// The segment that is pointed to, if it may be empty, and by which part of the pointer.
    fn may_lack(&self, byte: Byte) -> Option<(u64, u8)> {
        let Byte::Part(pointer, position) = byte else { return None };
        let Segment { links, least } = segment(self.heap.block(pointer.object)?)?;
        let is_meant = least == 0 && links.backward.is_none() && links.into == pointer.offset;
        is_meant.then_some((pointer.object, position))
    }

    /// Whether something like that comes after a segment that may be empty.
    fn leads(&self, mut number: u64, to: u64) -> bool {
        while let Some(pointer) = self.heap.index.at(number, AFTER) {
            if self.is_kin(pointer.object, to) {
                return true;
            }
            number = pointer.object;
        }
        false
    }

    fn is_kin(&self, left: u64, right: u64) -> bool {
        let blocks = self.heap.block(left).zip(self.heap.block(right));
        blocks.is_some_and(|(left, right)| is_kin(left, right))
    }

    fn write(&mut self, place: (u64, u64), byte: Byte) -> Option<()> {
        (*self.writes.entry(place).or_insert(byte) == byte).then_some(())
    }
}

/// Whether two objects look alike from outside.
pub(crate) fn is_kin(left: &Block, right: &Block) -> bool {
    let links = |it: &Block| segment(it).map(|it| it.links);
    is_same_kind(left, right)
        && links(left) == links(right)
        && both(left, right, AFTER).into_iter().all(|(_, x, y)| match (x, y) {
            (Byte::Part(p, i), Byte::Part(q, j)) => {
                let is_next = as_next(x).is_some() || as_next(y).is_some();
                let is_same = p.offset == q.offset && (p.object == 0) == (q.object == 0);
                i == j && (is_next || is_same)
            }
            _ => x == y,
        })
}

/// Whether two objects are of the same kind, whatever they hold.
fn is_same_kind(left: &Block, right: &Block) -> bool {
    left.declaration == right.declaration
        && left.alive == right.alive
        && left.size == right.size
        && left.rest == right.rest
}
