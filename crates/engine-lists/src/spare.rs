//! Segments that were passed by shortcuts somewhere, to be put in where there are none.

use crate::alike::is_kin;
use crate::fold::Heap;
use crate::heap::{AFTER, Links, as_next, block_mut, bundle, bytes, copy, put, segment, set};
use crate::shortcut::{Shortcut, shortcuts};
use std::collections::BTreeSet;
use std::sync::Arc;
use tribunal_exec::memory::{Block, Byte};
use tribunal_exec::{Pointer, State};
use tribunal_ir::{Program, Storage};
use tribunal_states::canonical::FUNCTIONS;

/// How many kinds of segments are kept.
const MOST: usize = 8;

/// The segments that were seen.
#[derive(Default)]
pub(crate) struct Spares(Vec<Spare>);

/// A segment that may be empty, with what hangs on its nodes.
struct Spare {
    top: Arc<Block>,
    blocks: Vec<(u64, Arc<Block>)>,
    links: Links,
    /// The fields by which its nodes lead on.
    fields: BTreeSet<u64>,
}

/// Where a segment is put in.
pub(crate) struct Gap<'a> {
    spare: &'a Spare,
    /// Which pointers lead past it so far, all to the same.
    places: Vec<(u64, u64)>,
}

impl Spares {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps the segments that shortcuts of a state pass by.
    pub(crate) fn learn(&mut self, heap: &Heap<'_>) {
        for shortcut in shortcuts(heap) {
            for pointer in shortcut.passed {
                self.add(heap, pointer.object);
            }
        }
    }

    fn add(&mut self, heap: &Heap<'_>, number: u64) -> Option<()> {
        let top = heap.state.memory.blocks.get(&number)?;
        let segment = segment(top).filter(|it| it.least == 0 && it.links.backward.is_none())?;
        let links = segment.links;
        let parts = bundle(heap.program, heap.state, heap.index, number, links, None);
        let is_static =
            |it: &Block| heap.program.objects[it.declaration].storage == Storage::Static;
        // Other objects have other numbers in other states.
        let is_kept = |to: u64| {
            to == 0
                || FUNCTIONS <= to
                || parts.iter().any(|it| it.number == to)
                || heap.block(to).is_some_and(is_static)
        };
        let block = |it: u64| Some((it, Arc::clone(heap.state.memory.blocks.get(&it)?)));
        let blocks = parts.iter().map(|it| block(it.number)).collect::<Option<Vec<_>>>()?;
        let is_link = |it: u64, at: u64| it == number && AFTER <= at;
        let mut pointers = blocks.iter().flat_map(|(number, block)| {
            let bytes = block.bytes.iter().filter(|it| !is_link(*number, *it.0));
            bytes.filter_map(|it| match it.1 {
                Byte::Part(to, _) => Some(to.object),
                Byte::Written(_) | Byte::Found(_) => None,
            })
        });
        pointers.all(is_kept).then_some(())?;
        let spare = Spare { top: Arc::clone(top), blocks, links, fields: fields(top) };
        match self.0.iter().position(|it| is_kin(&it.top, top)) {
            Some(at) if self.0[at].blocks.len() < spare.blocks.len() => self.0[at] = spare,
            None if self.0.len() < MOST => self.0.push(spare),
            _ => {}
        }
        Some(())
    }

    /// A place where one of them is missing.
    pub(crate) fn missing(&self, heap: &Heap<'_>) -> Option<Gap<'_>> {
        if self.is_empty() {
            return None;
        }
        let passed = shortcuts(heap).find_map(|Shortcut { start, field, end, passed }| {
            let own = heap.index.from(start);
            let is_meant = |it: &Spare| {
                let leads_past = |own: &(u64, Pointer)| own.1 == end && !it.fields.contains(&own.0);
                it.fields.contains(&field) && own.iter().any(leads_past)
            };
            let is_plain = |it: &u64| heap.block(*it).is_some_and(|it| segment(it).is_none());
            let spares = || self.0.iter().filter(|it| is_meant(it));
            let nodes = [start].into_iter().chain(passed.iter().map(|it| it.object));
            nodes.filter(is_plain).find_map(|node| spares().find_map(|it| it.gap(heap, node)))
        });
        passed.or_else(|| {
            heap.index.order.iter().find_map(|&number| {
                let block = heap.block(number)?;
                segment(block)?;
                let leads_past = |it: &&Spare| {
                    let mut bytes = block.bytes.range(..AFTER);
                    bytes.any(|(at, byte)| as_next(*byte) == Some(0) && !it.fields.contains(at))
                };
                self.0.iter().filter(leads_past).find_map(|it| it.gap(heap, number))
            })
        })
    }
}

/// The fields of an object that point anywhere.
fn fields(block: &Block) -> BTreeSet<u64> {
    let is_start = |it: &Byte| matches!(it, Byte::Part(to, 0) if to.object != 0);
    block.bytes.range(..AFTER).filter(|it| is_start(it.1)).map(|it| *it.0).collect()
}

impl Spare {
    /// The place for it after a node, if there is none yet.
    fn gap(&self, heap: &Heap<'_>, number: u64) -> Option<Gap<'_>> {
        let block = heap.block(number).filter(|it| heap.is_akin(it, &self.top))?;
        let is_segment = segment(block).is_some();
        let mut places = Vec::new();
        let mut target: Option<Vec<Byte>> = None;
        for &field in &self.fields {
            let (place, found) = self.last(heap, (number, field))?;
            let is_there = match found.first() {
                Some(Byte::Part(to, 0)) if is_segment => as_next(Byte::Part(*to, 0)).is_some(),
                Some(Byte::Part(to, 0)) => heap.block(to.object).is_some(),
                _ => false,
            };
            if !is_there || target.get_or_insert_with(|| found.clone()) != &found {
                return None;
            }
            places.push(place);
        }
        (!places.is_empty()).then_some(Gap { spare: self, places })
    }

    /// Where a field leads past all segments that may be empty.
    fn last(&self, heap: &Heap<'_>, start: (u64, u64)) -> Option<((u64, u64), Vec<Byte>)> {
        let mut place = start;
        loop {
            let found = bytes(heap.program, heap.block(place.0)?, place.1);
            let Some(Byte::Part(pointer, 0)) = found.first().copied() else { return None };
            let is_whole =
                (0..).zip(&found).all(|(position, it)| *it == Byte::Part(pointer, position));
            let next = heap.block(pointer.object);
            let next = next.and_then(|it| Some((it, segment(it)?))).filter(|it| it.1.least == 0);
            match next {
                // What comes after it, it leads to by all its fields.
                Some((block, it))
                    if it.links.backward.is_none() && fields(block).is_subset(&self.fields) =>
                {
                    (is_whole && !is_kin(block, &self.top)).then_some(())?;
                    place = (pointer.object, AFTER);
                }
                _ => return is_whole.then_some((place, found)),
            }
        }
    }
}

impl Gap<'_> {
    /// Puts the segment in.
    pub(crate) fn fill(&self, program: &Program, state: &mut State) {
        let Some(&(number, at)) = self.places.first() else { return };
        let Some(block) = state.memory.blocks.get(&number) else { return };
        let after = bytes(program, block, at);
        let copies = copy(program, state, &self.spare.blocks);
        let Some(&top) = self.spare.blocks.first().and_then(|it| copies.get(&it.0)) else { return };
        block_mut(state, top).into_iter().for_each(|it| put(it, AFTER, &after));
        for (number, at) in &self.places {
            set(
                program,
                state,
                *number,
                *at,
                Pointer { object: top, offset: self.spare.links.into },
            );
        }
    }
}
