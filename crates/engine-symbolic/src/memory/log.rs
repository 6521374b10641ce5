//! Writes at offsets that are not known, kept as they are: later reads ask each whether it is the one.
//!
//! A write of which it is not known which of a thousand elements it changes would otherwise become a
//! thousand choices. What is written down lies over the cells of its object, the last on top (the axioms of arrays,
//! J. McCarthy, *Towards a mathematical science of computation*, IFIP 1962). Where all of it has one width and lies at multiples
//! of that from one place, two writes, or a write and a read, mean the same bytes or none in common: then one comparison of
//! offsets tells. Otherwise each distance at which they have a byte in common is a case of its own.

use crate::machine::Machine;
use crate::memory::object::{Access, PART};
use crate::state::Block;
use crate::state::cells::{Cell, Cells, Content};
use crate::state::log::{Grain, Log, Write, Written};
use crate::state::places::{Alignment, Places};
use crate::state::range::Range;
use crate::state::value::{Pointer, long};
use std::rc::Rc;
use tribunal_solver::TermId;

/// Fewer writes are always kept, more never where they can be done one by one; fewer where there are few places.
const LEAST: u64 = 32;
const MOST: u64 = 256;

impl Write {
    /// Whether a read of some bytes may mean some of those that are written, and others.
    fn splits(&self, machine: &mut Machine<'_>, alignment: Alignment, width: u64) -> bool {
        match &self.what {
            Written::Scalar(cell) => {
                let distances = self.distances(cell, alignment, width);
                distances.iter().any(|it| *it != 0 || cell.width != width)
            }
            Written::Range(range) => {
                !machine.is_whole(range, (self.alignment, alignment), width) && 1 < width
            }
        }
    }
}

impl Machine<'_> {
    /// Writes down a scalar that is put at an offset, if that can and should be.
    pub(crate) fn log(
        &mut self,
        access: Access,
        cells: &mut Cells,
        (offset, places): (TermId, &Places),
        cell: &Cell,
    ) -> bool {
        let is_pointer = !matches!(cell.content, Content::Bits(_));
        let count = (places.last - places.first) >> places.step;
        let grain = places.grain(cell.width);
        // Those that could be changed one by one.
        let is_small = count < if grain.is_some() { 32 * self.few } else { 2 * self.few };
        let mut log = match cells.log() {
            Some(log) => {
                let fits = grain.is_some() && log.grain == grain && !is_pointer;
                if log.settles && is_small && (!fits || log.most <= log.writes.len()) {
                    return false;
                }
                log.clone()
            }
            None => {
                let is_plain = grain.is_some() && !is_pointer && !cells.has_pointers();
                if count < self.few || !is_plain && is_small {
                    return false;
                }
                Rc::new(Log::new((count / 4).clamp(LEAST, MOST) as usize))
            }
        };
        let what = Written::Scalar(Cell { start: 0, ..*cell });
        let write = Write { offset, alignment: places.alignment(), when: access.when, what };
        // Another state may have it too.
        let changed = Rc::make_mut(&mut log);
        changed.settles &= is_small;
        changed.push(write, grain);
        cells.set_log(Some(log));
        true
    }

    /// Writes down that many bytes are written from an offset on.
    pub(crate) fn log_range(
        &mut self,
        cells: &mut Cells,
        offset: TermId,
        when: TermId,
        range: &Rc<Range>,
    ) {
        let mut log = cells.log().cloned().unwrap_or_else(|| Rc::new(Log::new(0)));
        let what = Written::Range(Rc::clone(range));
        let alignment = self.alignment(offset);
        Rc::make_mut(&mut log).push(Write { offset, alignment, when, what }, None);
        cells.set_log(Some(log));
    }

    /// What an object holds at some places: the cells, and what lies over them.
    pub(crate) fn layered(
        &mut self,
        access: Access,
        block: &Block,
        (offset, places): (TermId, &Places),
        width: u64,
    ) -> Cell {
        let Some(log) = block.cells.log().cloned() else {
            return self.select(access, block, offset, (width, places));
        };
        let alignment = places.alignment();
        if self.asks.initialised
            && 1 < width
            && log.writes.iter().any(|it| it.splits(self, alignment, width))
        {
            // Some bytes may be initialised and others not.
            let bytes = (0..width).map(|by| {
                let number = long(&mut self.terms, by);
                let offset = self.terms.add(offset, number);
                let places = self.places(access.object, offset, 1);
                Cell { start: by, ..self.layered(access, block, (offset, &places), 1) }
            });
            let bytes = bytes.collect();
            return self.joined(bytes, 0, width);
        }
        let mut result = self.select(access, block, offset, (width, places));
        for write in &log.writes {
            if self.terms.as_bool(write.when) == Some(false) {
                continue;
            }
            result = match &write.what {
                Written::Scalar(cell) => {
                    self.over_scalar((write, cell), (offset, alignment), result)
                }
                Written::Range(range) => {
                    let starts = (write.offset, offset);
                    let alignments = (write.alignment, alignment);
                    self.over_range((range, write.when), starts, alignments, result)
                }
            };
        }
        result
    }

    /// What is read at an offset if it is this but for a scalar that is written.
    fn over_scalar(
        &mut self,
        (write, written): (&Write, &Cell),
        (offset, alignment): (TermId, Alignment),
        below: Cell,
    ) -> Cell {
        let mut result = below;
        for distance in write.distances(written, alignment, below.width) {
            let by = long(&mut self.terms, distance.cast_unsigned());
            let there = self.terms.add(write.offset, by);
            let same = self.terms.eq(offset, there);
            let here = self.terms.and(same, write.when);
            if self.terms.as_bool(here) == Some(false) {
                continue;
            }
            let start = below.start;
            let cell = if distance == 0 && written.width == below.width {
                Cell { start, ..*written }
            } else {
                // Both by their distance from what starts first.
                let (ours, theirs) = (distance.max(0).cast_unsigned(), (-distance).max(0) as u64);
                let (below, end) = (Cell { start: ours, ..below }, ours + below.width);
                let written = Cell { start: theirs, ..*written };
                let (from, to) = (written.start.max(ours), written.end().min(end));
                let mut pieces = Vec::new();
                if ours < from {
                    pieces.push(self.slice(&below, ours, from));
                }
                pieces.push(self.slice(&written, from, to));
                if to < end {
                    pieces.push(self.slice(&below, to, end));
                }
                Cell { start, ..self.joined(pieces, ours, below.width) }
            };
            result = self.choose_cell(here, &cell, &result);
        }
        result
    }

    /// The elements that have a byte in the range, with what lies over them; in order.
    pub(crate) fn written_elements(
        &mut self,
        access: Access,
        block: &Block,
        start: u64,
        end: u64,
    ) -> Vec<Cell> {
        let Some(log) = block.cells.log().cloned() else { return Vec::new() };
        let mut cuts = Vec::new();
        match log.grain {
            // Each byte may be initialised or not.
            _ if self.asks.initialised && (log.has_ranges || log.grain.is_none()) => {
                cuts.extend((start..end).map(|it| (it, 1)));
            }
            Some(Grain { width, phase }) => {
                // Bytes before the first element are written by none.
                if start < phase {
                    let pieces = self.base_pieces(access, block, start, phase);
                    cuts.extend(pieces.iter().map(|it| (it.start, it.width)));
                }
                let first = start.max(phase);
                let first = first - (first - phase) % width;
                cuts.extend((first..end).step_by(width as usize).map(|it| (it, width)));
            }
            None => {
                let pieces = self.base_pieces(access, block, start, end);
                cuts.extend(pieces.iter().map(|it| (it.start, it.width)));
            }
        }
        let mut elements = Vec::with_capacity(cuts.len());
        for (at, width) in cuts {
            let offset = long(&mut self.terms, at);
            let places = Places { first: at, last: at, step: Alignment::MOST };
            let cell = self.layered(access, block, (offset, &places), width);
            elements.push(Cell { start: at, ..cell });
        }
        elements
    }

    /// The same object without anything written down that can be done one by one.
    pub(crate) fn settled(&mut self, access: Access, block: &Block) -> Block {
        let mut settled = block.clone();
        let Some(log) = block.cells.log().filter(|it| it.settles) else { return settled };
        settled.cells.set_log(None);
        for write in &log.writes {
            if let Written::Scalar(cell) = &write.what {
                let access = Access { when: write.when, ..access };
                self.replace(access, &mut settled, write.offset, cell);
            }
        }
        settled
    }

    /// What is written down on two paths, of which the condition tells the first, and whether it is so much that it should
    /// rather be done one by one.
    pub(crate) fn merge_logs(
        &mut self,
        condition: TermId,
        yes: &Cells,
        no: &Cells,
    ) -> (Option<Rc<Log>>, bool) {
        let (ours, theirs) = match (yes.log(), no.log()) {
            (None, None) => return (None, false),
            (Some(ours), Some(theirs)) if ours == theirs => return (Some(ours.clone()), false),
            (ours, theirs) => (ours, theirs),
        };
        let all = |log: Option<&Rc<Log>>| log.map_or(&[][..], |it| &it.writes).to_vec();
        let (our_writes, their_writes) = (all(ours), all(theirs));
        let pairs = std::iter::zip(&our_writes, &their_writes);
        let common = pairs.take_while(|(a, b)| a == b).count();
        let mut merged = Log::new(ours.or(theirs).map_or(0, |it| it.most));
        let grains = [ours, theirs].map(|it| it.map(|it| it.grain));
        merged.grain = match grains {
            [Some(a), Some(b)] if a != b => None,
            [a, b] => a.or(b).flatten(),
        };
        for log in [ours, theirs].into_iter().flatten() {
            merged.settles &= log.settles;
            merged.has_pointers |= log.has_pointers;
            merged.has_ranges |= log.has_ranges;
        }
        let not = self.terms.not(condition);
        merged.writes = our_writes[..common].to_vec();
        for (more, side) in [(&our_writes[common..], condition), (&their_writes[common..], not)] {
            for write in more {
                let when = self.terms.and(side, write.when);
                merged.writes.push(Write { when, ..write.clone() });
            }
        }
        let is_long = merged.settles && merged.most < merged.writes.len();
        (Some(Rc::new(merged)), is_long)
    }

    /// The pointers that an object holds, and when each is there, whole; a gap where a part of one is.
    pub(crate) fn pointers(&mut self, block: &Block) -> Vec<(Pointer, TermId)> {
        let mut found = Vec::new();
        let log = block.cells.log().cloned();
        let writes = log.as_ref().map_or(&[][..], |it| &it.writes);
        if block.cells.has_pointers() || log.as_ref().is_some_and(|it| it.has_pointers) {
            let ranges = writes.iter().filter(|it| matches!(it.what, Written::Range(_)));
            let whens: Vec<TermId> = ranges.map(|it| it.when).collect();
            let any = self.terms.any(whens);
            self.gap(any, "pointers among many bytes that were copied or set");
        }
        let mut note = |machine: &mut Self, cell: &Cell, offset: TermId, later: &[Write], when| {
            let (pointer, is_pointer) = match cell.content {
                Content::Bits(_) => return,
                Content::Pointer(pointer) => (pointer, machine.terms.truth(true)),
                Content::Mixed { is_pointer, pointer, .. } => (pointer, is_pointer),
            };
            let mut there = machine.terms.and(when, is_pointer);
            for write in later {
                let Written::Scalar(over) = &write.what else { continue };
                let same = machine.terms.eq(write.offset, offset);
                let by = long(&mut machine.terms, cell.width - 1);
                let apart = machine.terms.sub(offset, write.offset);
                let apart = machine.terms.add(apart, by);
                let reach = long(&mut machine.terms, cell.width + over.width - 1);
                let touches = machine.terms.ult(apart, reach);
                let touches = machine.terms.and(touches, write.when);
                let is_other = machine.terms.not(same);
                let is_wider = machine.terms.truth(over.width != cell.width);
                let cuts = machine.terms.or(is_other, is_wider);
                let part = machine.terms.all([there, touches, cuts]);
                machine.gap(part, PART);
                let stays = machine.terms.not(touches);
                there = machine.terms.and(there, stays);
            }
            found.push((pointer, there));
        };
        let truth = self.terms.truth(true);
        for cell in block.cells.iter() {
            let offset = long(&mut self.terms, cell.start);
            note(self, cell, offset, writes, truth);
        }
        for (at, write) in writes.iter().enumerate() {
            if let Written::Scalar(cell) = &write.what {
                note(self, cell, write.offset, &writes[at + 1..], write.when);
            }
        }
        found
    }
}
