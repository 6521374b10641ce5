//! Writes at offsets that are not known, kept as they are: later reads ask each whether it is the one.
//!
//! A write of which it is not known which of a thousand elements it changes would otherwise become a
//! thousand choices. What is written down lies over the cells of its object, the last on top. All of it has one
//! width and lies at multiples of that from one place, so that two writes, or a write and a read, mean
//! the same bytes or none in common: then one comparison of offsets tells (the axioms of arrays, J. McCarthy,
//! *Towards a mathematical science of computation*, IFIP 1962). Pointers are never written down.

use crate::access::Places;
use crate::cells::{Cell, Cells, Content};
use crate::machine::Machine;
use crate::object::Access;
use crate::state::Block;
use crate::value::long;
use std::rc::Rc;
use tribunal_solver::TermId;

/// Fewer places are changed one by one.
const FEW: u64 = 32;
/// How many writes are kept at most; fewer where there are few places.
const MOST: u64 = 256;

/// The writes over the cells of an object, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Log {
    /// How many bytes each of them changes.
    width: u64,
    /// The first byte of each is so many bytes after a multiple of the width.
    phase: u64,
    /// How many of them there may be.
    most: usize,
    writes: Vec<Write>,
}

/// A write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Write {
    offset: TermId,
    /// Whether it happens; a Bool.
    when: TermId,
    bits: TermId,
    /// Whether what is written is initialised; a Bool.
    initialised: TermId,
}

impl Log {
    /// Whether scalars of some width at some places are elements.
    fn has(&self, places: &Places, width: u64) -> bool {
        self.width == width && aligned(places, width) == Some(self.phase)
    }
}

/// How far the places of a scalar are from multiples of its width, if they are all equally far.
fn aligned(places: &Places, width: u64) -> Option<u64> {
    let fits = width.is_power_of_two() && width <= 1 << places.step;
    fits.then(|| places.first % width)
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
        let Content::Bits(bits) = cell.content else { return false };
        let count = (places.last - places.first) >> places.step;
        let mut log = match cells.log() {
            Some(log) if log.has(places, cell.width) && log.writes.len() < log.most => log.clone(),
            Some(_) => return false,
            None if count < FEW => return false,
            None => {
                let is_pointer = |it: &Cell| !matches!(it.content, Content::Bits(_));
                let Some(phase) = aligned(places, cell.width) else { return false };
                if cells.iter().any(is_pointer) {
                    return false;
                }
                let most = usize::try_from((count / 4).clamp(FEW, MOST)).unwrap_or(0);
                Rc::new(Log { width: cell.width, phase, most, writes: Vec::new() })
            }
        };
        // Another state may have it too.
        let (when, initialised) = (access.when, cell.initialised);
        Rc::make_mut(&mut log).writes.push(Write { offset, when, bits, initialised });
        cells.set_log(Some(log));
        true
    }

    /// Whether what is read at some places can be told by asking each write.
    pub(crate) fn reads_log(cells: &Cells, places: &Places, width: u64) -> bool {
        cells.log().is_none_or(|it| it.has(places, width))
    }

    /// What is read at an offset if the cells alone hold this.
    pub(crate) fn over(&mut self, cells: &Cells, offset: TermId, base: Cell) -> Cell {
        let Some(log) = cells.log().cloned() else { return base };
        let mut result = base;
        for write in &log.writes {
            let same = self.terms.eq(offset, write.offset);
            let here = self.terms.and(same, write.when);
            if self.terms.as_bool(here) != Some(false) {
                let (content, initialised) = (Content::Bits(write.bits), write.initialised);
                let written = Cell { content, initialised, ..result };
                result = self.choose_cell(here, &written, &result);
            }
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
        let mut elements = Vec::new();
        // Bytes before the first element are written by none.
        if start < log.phase {
            elements.extend(self.base_pieces(access, block, 0, log.phase));
        }
        let mut at = start.max(log.phase) - (start.max(log.phase) - log.phase) % log.width;
        while at < end {
            let base = self.base_piece(access, block, at, log.width);
            let offset = long(&mut self.terms, at);
            elements.push(self.over(&block.cells, offset, base));
            at += log.width;
        }
        elements
    }

    /// The same object without anything written down.
    pub(crate) fn settled(&mut self, access: Access, block: &Block) -> Block {
        let mut settled = block.clone();
        settled.cells.set_log(None);
        let Some(log) = block.cells.log() else { return settled };
        for write in &log.writes {
            let (content, initialised) = (Content::Bits(write.bits), write.initialised);
            let cell = Cell { start: 0, width: log.width, content, initialised };
            let access = Access { when: write.when, ..access };
            self.replace(access, &mut settled, write.offset, &cell);
        }
        settled
    }

    /// What is written down on two paths, of which the condition tells the first, if it lies over the same cells.
    pub(crate) fn merge_logs(
        &mut self,
        condition: TermId,
        yes: &Cells,
        no: &Cells,
    ) -> Option<Cells> {
        let log = yes.log().or(no.log())?;
        let all = |cells: &Cells| cells.log().map_or(&[][..], |it| &it.writes).to_vec();
        let alike = |other: &Log| (log.width, log.phase) == (other.width, other.phase);
        let (ours, theirs) = (all(yes), all(no));
        let common = std::iter::zip(&ours, &theirs).take_while(|(a, b)| a == b).count();
        let length = ours.len() + theirs.len() - common;
        if !yes.has_same_cells(no) || !no.log().is_none_or(|it| alike(it)) || log.most < length {
            return None;
        }
        let not = self.terms.not(condition);
        let mut writes = ours[..common].to_vec();
        for (more, side) in [(&ours[common..], condition), (&theirs[common..], not)] {
            for write in more {
                writes.push(Write { when: self.terms.and(side, write.when), ..*write });
            }
        }
        let mut merged = yes.clone();
        merged.set_log(Some(Rc::new(Log { writes, ..(**log).clone() })));
        Some(merged)
    }

    /// Whether something narrower than this was written down.
    pub(crate) fn has_finer_log(cells: &Cells, width: u64) -> bool {
        cells.log().is_some_and(|it| it.width < width)
    }
}
