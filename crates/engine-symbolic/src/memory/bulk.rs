//! Copying and filling many bytes at once.

use crate::machine::{Machine, Unmodelled};
use crate::memory::object::{Access, PART, widest};
use crate::state::cells::{Cell, Content};
use crate::state::range::{Range, Source};
use crate::state::value::{OBJECT, Pointer, constant, long};
use crate::state::{Block, State};
use std::rc::Rc;
use tribunal_solver::TermId;

/// How many bytes are moved one by one at most where their number is known.
const KNOWN: u64 = 1 << 20;

impl Machine<'_> {
    /// A number of bytes as it counts: not negative.
    pub(crate) fn size(&mut self, size: TermId) -> TermId {
        let zero = long(&mut self.terms, 0);
        let negative = self.terms.slt(size, zero);
        self.terms.ite(negative, zero, size)
    }

    /// How many bytes are to be moved at most, if they are to be moved one by one.
    fn most(&mut self, size: TermId, to: Pointer) -> Option<u64> {
        if let Some(known) = constant(&self.terms, size) {
            return Some(known).filter(|it| *it <= KNOWN);
        }
        let mut most = self.terms.range(size).map_or(u64::MAX, |it| it.1);
        let mut largest = Some(0);
        for case in self.cases(to).iter() {
            let its = constant(&self.terms, self.objects[case.object].size);
            largest = largest.and_then(|it: u64| Some(it.max(its?)));
        }
        most = most.min(largest.unwrap_or(u64::MAX));
        Some(most).filter(|it| *it <= 2 * self.few)
    }

    /// Writes down that many bytes are written from a pointer on where the condition holds.
    fn write_range(&mut self, state: &mut State, to: Pointer, range: &Rc<Range>, when: TermId) {
        for case in self.cases(to).iter() {
            let Some(block) = self.block(state, case.object) else { continue };
            let inside = self.inside(case.object, case.offset, range.size);
            let when = self.terms.all([when, case.when, block.alive, inside]);
            if self.terms.as_bool(when) != Some(false) {
                let mut block = Block::clone(&block);
                self.log_range(&mut block.cells, case.offset, when, range);
                self.set_block(state, case.object, Rc::new(block));
            }
        }
    }

    /// Whether a living object has so many bytes from a pointer on; a Bool.
    fn has_all(&mut self, state: &State, pointer: Pointer, size: TermId) -> TermId {
        let mut all = self.terms.truth(false);
        for case in self.cases(pointer).iter() {
            if let Some(block) = self.block(state, case.object) {
                let inside = self.inside(case.object, case.offset, size);
                let here = self.terms.all([case.when, block.alive, inside]);
                all = self.terms.or(all, here);
            }
        }
        all
    }

    fn advanced(&mut self, pointer: Pointer, by: u64) -> Pointer {
        let by = long(&mut self.terms, by);
        Pointer { offset: self.terms.add(pointer.offset, by), ..pointer }
    }

    /// Copies bytes, as if by way of another place.
    pub(crate) fn copy(
        &mut self,
        state: &mut State,
        to: Pointer,
        from: Pointer,
        size: TermId,
    ) -> Result<(), Unmodelled> {
        let size = self.size(size);
        let readable = self.has_all(state, from, size);
        let writable = self.has_all(state, to, size);
        let possible = self.terms.and(readable, writable);
        if self.terms.as_bool(possible) == Some(false) {
            return Ok(());
        }
        let Some(most) = self.most(size, to) else {
            let before = state.clone();
            for case in self.cases(from).iter() {
                let Some(block) = self.block(&before, case.object) else { continue };
                let source = Source::Object { object: case.object, block, from: case.offset };
                let when = self.terms.and(possible, case.when);
                self.write_range(state, to, &Rc::new(Range { size, source }), when);
            }
            return Ok(());
        };
        let pieces = match constant(&self.terms, size) {
            Some(_) => self.source(state, from, most)?,
            None => {
                let mut pieces = Vec::new();
                for at in 0..most {
                    let from = self.advanced(from, at);
                    pieces.push(Cell { start: at, ..self.read(state, from, 1)? });
                }
                self.forbid_pointers(state, from, 0, most);
                pieces
            }
        };
        for piece in pieces {
            let end = long(&mut self.terms, piece.end());
            let moved = self.terms.ule(end, size);
            let condition = self.terms.and(possible, moved);
            let to = self.advanced(to, piece.start);
            self.write(state, to, &piece, condition)?;
        }
        Ok(())
    }

    /// Notes a gap where an object that may be read has pointers: they are taken apart.
    fn forbid_pointers(&mut self, state: &State, from: Pointer, start: u64, end: u64) {
        for case in self.cases(from).iter() {
            let Some(block) = self.block(state, case.object) else { continue };
            let base = constant(&self.terms, case.offset);
            let (start, end) = base.map_or((0, u64::MAX), |it| (it + start, it + end));
            let cells = block.cells.iter().filter(|it| it.start < end && start < it.end());
            let pointers = cells.filter(|it| !matches!(it.content, Content::Bits(_))).count();
            if 0 < pointers || block.cells.log().is_some_and(|it| it.has_pointers()) {
                let path = self.guards.all(state.guard);
                let when = self.terms.and(path, case.when);
                self.gap(when, PART);
            }
        }
    }

    /// So many bytes from a pointer on as cells, counted from 0. They are cut as those of the first object
    /// that the pointer may have.
    fn source(
        &mut self,
        state: &State,
        from: Pointer,
        count: u64,
    ) -> Result<Vec<Cell>, Unmodelled> {
        let cases = self.cases(from);
        let mut cuts: Vec<(u64, u64)> = Vec::new();
        for case in cases.iter() {
            let Some(block) = self.block(state, case.object) else { continue };
            let path = self.guards.all(state.guard);
            let when = self.terms.and(path, case.when);
            let access = Access { object: case.object, when };
            if let Some(start) = constant(&self.terms, case.offset) {
                let Some(end) = start.checked_add(count) else { continue };
                if cases.len() == 1 {
                    if Self::cuts_pointer(&block, start, end) {
                        self.gap(when, PART);
                    }
                    let pieces = self.pieces(access, &block, start, end);
                    return Ok(pieces
                        .iter()
                        .map(|it| Cell { start: it.start - start, ..*it })
                        .collect());
                }
                let cells = block.cells.overlapping(start, end);
                cuts = cells
                    .iter()
                    .map(|it| (it.start.max(start) - start, it.end().min(end) - start))
                    .collect();
                break;
            }
            // An element of an array: all are cut alike, the first tells how.
            let cells = block.cells.iter().filter(|it| it.end() <= count);
            cuts = cells.map(|it| (it.start, it.end())).collect();
            break;
        }
        let mut pieces = Vec::new();
        let mut at = 0;
        let ends = cuts.into_iter().chain([(count, count)]);
        for (start, end) in ends {
            while at < start {
                let width = widest(at).min(start - at);
                pieces.push((at, width));
                at += width;
            }
            if start < end {
                pieces.push((start, end - start));
                at = end;
            }
        }
        let mut result = Vec::with_capacity(pieces.len());
        for (start, width) in pieces {
            for case in cases.iter() {
                self.check_cut(state, from, case.object, start, width);
            }
            let from = self.advanced(from, start);
            result.push(Cell { start, ..self.read(state, from, width)? });
        }
        Ok(result)
    }

    /// Notes a gap if a piece of an object that may be copied is a part of a pointer, or if parts of it
    /// may be initialised and others not.
    fn check_cut(&mut self, state: &State, from: Pointer, object: usize, start: u64, width: u64) {
        let Some(block) = self.block(state, object) else { return };
        let number = self.terms.number(object as u128, OBJECT);
        let here = self.terms.eq(from.object, number);
        let path = self.guards.all(state.guard);
        let when = self.terms.and(path, here);
        let offset = constant(&self.terms, from.offset);
        let wrong = block.cells.iter().any(|it| {
            let is_near =
                offset.is_none_or(|at| it.start < at + start + width && at + start < it.end());
            let is_pointer = !matches!(it.content, Content::Bits(_));
            // Where the offset is not known, a pointer stays whole only if it is alone in its piece.
            is_near && is_pointer && it.width != width
        });
        let log = block.cells.log();
        let pointer_width = self.program.pointer_bytes.count();
        let wrong = wrong || width != pointer_width && log.is_some_and(|it| it.has_pointers());
        if wrong {
            self.gap(when, PART);
        }
        if self.asks.initialised && 1 < width {
            let is_finer = block.cells.iter().any(|it| it.width < width)
                || block.cells.log().is_some_and(|it| it.is_finer(width));
            if is_finer {
                self.gap(when, "a copy of which only a part is initialised");
            }
        }
    }

    /// Sets bytes to a number of eight bits.
    pub(crate) fn fill(
        &mut self,
        state: &mut State,
        to: Pointer,
        byte: TermId,
        size: TermId,
    ) -> Result<(), Unmodelled> {
        let size = self.size(size);
        let possible = self.has_all(state, to, size);
        if self.terms.as_bool(possible) == Some(false) {
            return Ok(());
        }
        let Some(most) = self.most(size, to) else {
            let range = Rc::new(Range { size, source: Source::Byte(byte) });
            self.write_range(state, to, &range, possible);
            return Ok(());
        };
        let is_known = constant(&self.terms, size).is_some();
        let base = constant(&self.terms, to.offset).filter(|_| is_known);
        let initialised = self.terms.truth(true);
        let mut at = 0;
        while at < most {
            let width = base.map_or(1, |it| widest(it + at)).min(most - at);
            let mut bits = byte;
            for _ in 1..width {
                bits = self.terms.concat(bits, byte);
            }
            let cell = Cell { start: at, width, content: Content::Bits(bits), initialised };
            let end = long(&mut self.terms, at + width);
            let moved = self.terms.ule(end, size);
            let condition = self.terms.and(possible, moved);
            let here = self.advanced(to, at);
            self.write(state, here, &cell, condition)?;
            at += width;
        }
        Ok(())
    }
}
