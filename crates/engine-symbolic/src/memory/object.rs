//! Objects: how they come to life, and their cells at offsets that are known.

use crate::machine::{Kind, Machine, Object};
use crate::state::cells::{CHUNK, Cell, Cells, Content};
use crate::state::value::{Pointer, choose_pointer, constant, long, null};
use crate::state::{Block, State};
use std::rc::Rc;
use tribunal_ir::ObjectId;
use tribunal_solver::{Sort, TermId};

/// What is not modelled of pointers that are taken apart.
pub(crate) const PART: &str = "a part of a pointer in memory";

/// How an object is read or written.
#[derive(Clone, Copy)]
pub(crate) struct Access {
    /// Its number.
    pub(crate) object: usize,
    /// Under which condition; a Bool. Besides gaps, nothing depends on it.
    pub(crate) when: TermId,
}

impl Machine<'_> {
    /// Brings an object to life: M1, M6.
    pub(crate) fn bring_to_life(
        &mut self,
        state: &mut State,
        declaration: ObjectId,
        size: TermId,
    ) -> usize {
        let terms = &mut self.terms;
        let align = self.program.objects[declaration].align.max(16);
        let (before, mask) = (long(terms, align - 1), long(terms, !(align - 1)));
        let address = terms.add(state.next_address, before);
        let address = terms.bit_and(address, mask);
        let one = long(terms, 1);
        let end = terms.add(address, size);
        state.next_address = terms.add(end, one);
        let number = self.objects.len();
        let kind = Kind::Block(declaration);
        self.objects.push(Object { kind, size, address, ..self.objects[0].clone() });
        while state.memory.len() < number - self.first_block {
            state.memory.push(None);
        }
        let block = Block { alive: self.terms.truth(true), cells: Cells::default() };
        state.memory.push(Some(Rc::new(block)));
        number
    }

    /// An object, if the state has it.
    pub(crate) fn block(&self, state: &State, object: usize) -> Option<Rc<Block>> {
        let at = object.checked_sub(self.first_block)?;
        state.memory.get(at).cloned().flatten()
    }

    /// Replaces an object.
    pub(crate) fn set_block(&self, state: &mut State, object: usize, block: Rc<Block>) {
        if let Some(place) = state.memory.get_mut(object - self.first_block) {
            *place = Some(block);
        }
    }

    /// Whether the bytes without a cell are arbitrary.
    pub(crate) fn is_arbitrary(&self, object: usize) -> bool {
        let content = self.declaration(object).map(|it| &self.program.objects[it]);
        content.is_some_and(|it| {
            it.content == tribunal_ir::Content::Arbitrary
                && it.storage != tribunal_ir::Storage::Static
        })
    }

    /// What a small object of which the bytes can be anything holds at first.
    pub(crate) fn first(&mut self, object: usize, start: u64, width: u64) -> Cell {
        let mut bits = None;
        for offset in start..start + width {
            let byte = match self.objects[object].found.get(&offset) {
                Some(known) => *known,
                None => {
                    let byte = self.terms.fresh("byte", Sort::BitVec(8));
                    self.objects[object].found.insert(offset, byte);
                    byte
                }
            };
            bits = Some(bits.map_or(byte, |low| self.terms.concat(byte, low)));
        }
        let bits = bits.unwrap_or_else(|| self.terms.number(0, 8));
        let initialised = self.terms.truth(false);
        Cell { start, width, content: Content::Bits(bits), initialised }
    }

    /// What a cell holds, as a number.
    pub(crate) fn bits_of(&mut self, cell: &Cell) -> TermId {
        let width = 8 * cell.width as u32;
        let address = |machine: &mut Self, pointer: Pointer| {
            let address = machine.address(pointer);
            machine.terms.zero_resize(address, width)
        };
        match cell.content {
            Content::Bits(bits) => bits,
            Content::Pointer(pointer) => address(self, pointer),
            Content::Mixed { is_pointer, pointer, bits } => {
                let address = address(self, pointer);
                self.terms.ite(is_pointer, address, bits)
            }
        }
    }

    /// A part of a cell. Of a pointer, only the address is left then.
    pub(crate) fn slice(&mut self, cell: &Cell, start: u64, end: u64) -> Cell {
        if start == cell.start && end == cell.end() {
            return *cell;
        }
        let bits = self.bits_of(cell);
        let (low, high) = (8 * (start - cell.start) as u32, 8 * (end - cell.start) as u32);
        let bits = self.terms.extract(bits, high - 1, low);
        Cell { start, width: end - start, content: Content::Bits(bits), ..*cell }
    }

    /// All that an object holds in a range, in order and without gaps.
    pub(crate) fn pieces(
        &mut self,
        access: Access,
        block: &Block,
        start: u64,
        end: u64,
    ) -> Vec<Cell> {
        if block.cells.log().is_none() {
            return self.base_pieces(access, block, start, end);
        }
        let cut = |machine: &mut Self, it: Cell| {
            let (from, to) = (it.start.max(start), it.end().min(end));
            (from < to).then(|| machine.slice(&it, from, to))
        };
        let elements = self.written_elements(access, block, start, end);
        elements.into_iter().filter_map(|it| cut(self, it)).collect()
    }

    /// The same as far as it is in cells.
    pub(crate) fn base_pieces(
        &mut self,
        access: Access,
        block: &Block,
        start: u64,
        end: u64,
    ) -> Vec<Cell> {
        let mut pieces = Vec::new();
        let mut at = start;
        for cell in block.cells.overlapping(start, end) {
            self.gap_pieces(access, block, (at, cell.start), &mut pieces);
            let (from, to) = (cell.start.max(start), cell.end().min(end));
            pieces.push(self.slice(&cell, from, to));
            at = to;
        }
        self.gap_pieces(access, block, (at, end), &mut pieces);
        pieces
    }

    /// What an object holds where it has no cells, in aligned pieces.
    fn gap_pieces(
        &mut self,
        access: Access,
        block: &Block,
        (start, end): (u64, u64),
        pieces: &mut Vec<Cell>,
    ) {
        let mut at = start;
        while at < end {
            let width = widest(at).min(end - at);
            let offset = long(&mut self.terms, at);
            pieces.push(self.bare_cell(access.object, block.cells.base(), offset, width));
            at += width;
        }
    }

    /// Whether a range has a part of a pointer, but not all of it. Each byte would still know the
    /// pointer (M3).
    pub(crate) fn cuts_pointer(block: &Block, start: u64, end: u64) -> bool {
        let log = block.cells.log();
        cuts_cell(block, start, end) || log.is_some_and(|it| it.cuts_pointer(start, end))
    }

    /// What an object holds in a range, as one cell.
    pub(crate) fn piece(&mut self, access: Access, block: &Block, start: u64, width: u64) -> Cell {
        if block.cells.log().is_none() {
            return self.base_piece(access, block, start, width);
        }
        let pieces = self.pieces(access, block, start, start + width);
        self.joined(pieces, start, width)
    }

    /// The same as far as it is in cells.
    pub(crate) fn base_piece(
        &mut self,
        access: Access,
        block: &Block,
        start: u64,
        width: u64,
    ) -> Cell {
        if let Some(cell) = block.cells.exact(start, width) {
            return cell;
        }
        let pieces = self.base_pieces(access, block, start, start + width);
        self.joined(pieces, start, width)
    }

    /// Neighbours as one cell.
    pub(crate) fn joined(&mut self, pieces: Vec<Cell>, start: u64, width: u64) -> Cell {
        let mut result: Option<Cell> = None;
        for piece in pieces {
            result = Some(match result {
                None => piece,
                Some(low) => {
                    let (high_bits, low_bits) = (self.bits_of(&piece), self.bits_of(&low));
                    let content = Content::Bits(self.terms.concat(high_bits, low_bits));
                    let initialised = self.terms.and(low.initialised, piece.initialised);
                    Cell { start, width: low.width + piece.width, content, initialised }
                }
            });
        }
        result.unwrap_or_else(|| self.zeros(start, width))
    }

    /// Puts a cell into an object, over what is there.
    pub(crate) fn put(&mut self, access: Access, cells: &mut Cells, cell: Cell) {
        if cells.exact(cell.start, cell.width).is_some() {
            cells.insert(cell);
            return;
        }
        for old in cells.overlapping(cell.start, cell.end()) {
            cells.remove(old.start);
            let is_cut = old.start < cell.start || cell.end() < old.end();
            if is_cut && self.asks.lost && !matches!(old.content, Content::Bits(_)) {
                self.gap(access.when, PART);
            }
            if old.start < cell.start {
                let rest = self.slice(&old, old.start, cell.start);
                cells.insert(rest);
            }
            if cell.end() < old.end() {
                let rest = self.slice(&old, cell.end(), old.end());
                cells.insert(rest);
            }
        }
        let border = (cell.start / CHUNK + 1) * CHUNK;
        if border < cell.end() {
            if !matches!(cell.content, Content::Bits(_)) {
                // Such a pointer is not aligned.
                self.gap(access.when, "a pointer at an odd place in memory");
            }
            let low = self.slice(&cell, cell.start, border);
            let high = self.slice(&cell, border, cell.end());
            cells.insert(low);
            self.put(access, cells, high);
        } else {
            cells.insert(cell);
        }
    }

    /// The first cell if the condition holds, else the second; both of one place.
    pub(crate) fn choose_cell(&mut self, condition: TermId, yes: &Cell, no: &Cell) -> Cell {
        let content = self.choose_content(condition, yes.content, no.content);
        let initialised = self.terms.ite(condition, yes.initialised, no.initialised);
        Cell { content, initialised, ..*yes }
    }

    fn choose_content(&mut self, condition: TermId, yes: Content, no: Content) -> Content {
        if yes == no {
            return yes;
        }
        if let Some(value) = self.terms.as_bool(condition) {
            return if value { yes } else { no };
        }
        // As a pointer, 0 is the null pointer.
        let lift = |machine: &mut Self, it: Content, other: Content| match (it, other) {
            (Content::Bits(bits), Content::Pointer(_) | Content::Mixed { .. })
                if constant(&machine.terms, bits) == Some(0) =>
            {
                Content::Pointer(null(&mut machine.terms))
            }
            _ => it,
        };
        let (yes, no) = (lift(self, yes, no), lift(self, no, yes));
        let parts = |machine: &mut Self, it: Content| match it {
            Content::Bits(bits) => (machine.terms.truth(false), None, Some(bits)),
            Content::Pointer(pointer) => (machine.terms.truth(true), Some(pointer), None),
            Content::Mixed { is_pointer, pointer, bits } => (is_pointer, Some(pointer), Some(bits)),
        };
        let (is_yes, pointer_yes, bits_yes) = parts(self, yes);
        let (is_no, pointer_no, bits_no) = parts(self, no);
        let terms = &mut self.terms;
        let pointer = match (pointer_yes, pointer_no) {
            (Some(yes), Some(no)) => Some(choose_pointer(terms, condition, yes, no)),
            (one, other) => one.or(other),
        };
        let bits = match (bits_yes, bits_no) {
            (Some(yes), Some(no)) => Some(terms.ite(condition, yes, no)),
            (one, other) => one.or(other),
        };
        let is_pointer = terms.ite(condition, is_yes, is_no);
        match (pointer, bits) {
            (Some(pointer), None) => Content::Pointer(pointer),
            (None, Some(bits)) => Content::Bits(bits),
            (Some(pointer), Some(bits)) => Content::Mixed { is_pointer, pointer, bits },
            (None, None) => yes,
        }
    }

    /// The cells of an object on two paths: those of the first where the condition holds.
    pub(crate) fn merge_cells(
        &mut self,
        access: Access,
        condition: TermId,
        yes: &Block,
        no: &Block,
    ) -> Cells {
        let (log, is_long) = self.merge_logs(condition, &yes.cells, &no.cells);
        if is_long {
            let (yes, no) = (self.settled(access, yes), self.settled(access, no));
            return self.merge_cells(access, condition, &yes, &no);
        }
        let mut merged = yes.cells.clone();
        let bases = (yes.cells.base(), no.cells.base());
        merged.set_base(self.merge_bases(access.object, condition, bases.0, bases.1));
        merged.set_log(log);
        for number in yes.cells.unshared(&no.cells) {
            let (ours, theirs) = (yes.cells.chunk(number), no.cells.chunk(number));
            let is_alike = ours.len() == theirs.len()
                && std::iter::zip(ours, theirs)
                    .all(|(a, b)| (a.start, a.width) == (b.start, b.width));
            let cells = if is_alike {
                let pairs = std::iter::zip(ours.to_vec(), theirs.to_vec());
                pairs.map(|(a, b)| self.choose_cell(condition, &a, &b)).collect()
            } else {
                let ranges = common_ranges(ours, theirs);
                let mut cells = Vec::with_capacity(ranges.len());
                for (start, end) in ranges {
                    let a = self.uniform(access, yes, start, end);
                    let b = self.uniform(access, no, start, end);
                    cells.push(self.choose_cell(condition, &a, &b));
                }
                cells
            };
            merged.set_chunk(number, cells);
        }
        merged
    }

    /// A piece that will be kept, so all its bytes must be initialised or none.
    fn uniform(&mut self, access: Access, block: &Block, start: u64, end: u64) -> Cell {
        let piece = self.base_piece(access, block, start, end - start);
        if cuts_cell(block, start, end) {
            self.gap(access.when, PART);
        }
        if self.asks.initialised {
            let pieces = self.base_pieces(access, block, start, end);
            if pieces.iter().any(|it| it.initialised != pieces[0].initialised) {
                self.gap(access.when, "a scalar of which only a part is initialised");
            }
        }
        piece
    }
}

/// Whether a range has a part of a pointer in a cell, but not all of it.
fn cuts_cell(block: &Block, start: u64, end: u64) -> bool {
    let is_pointer = |it: &Cell| !matches!(it.content, Content::Bits(_));
    let cells = block.cells.overlapping(start, end);
    cells.iter().any(|it| is_pointer(it) && (it.start < start || end < it.end()))
}

/// How wide an aligned cell at an offset may be.
pub(crate) fn widest(offset: u64) -> u64 {
    1 << offset.trailing_zeros().min(3)
}

/// The ranges into which two lists of cells are cut so that both can be taken for cells there:
/// pointers stay whole where the other list has no pointer across their border.
fn common_ranges(ours: &[Cell], theirs: &[Cell]) -> Vec<(u64, u64)> {
    let is_pointer = |it: &&Cell| !matches!(it.content, Content::Bits(_));
    let clash = |a: &Cell, others: &[Cell]| {
        others.iter().filter(is_pointer).any(|b| {
            a.start < b.end() && b.start < a.end() && (a.start, a.width) != (b.start, b.width)
        })
    };
    let whole: Vec<(u64, u64)> = [(ours, theirs), (theirs, ours)]
        .into_iter()
        .flat_map(|(list, other)| {
            let whole = list.iter().filter(is_pointer).filter(move |it| !clash(it, other));
            whole.map(|it| (it.start, it.end()))
        })
        .collect();
    let mut borders: Vec<u64> =
        ours.iter().chain(theirs).flat_map(|it| [it.start, it.end()]).collect();
    borders.sort_unstable();
    borders.dedup();
    borders.retain(|at| !whole.iter().any(|(start, end)| start < at && at < end));
    let covered = |start: u64, end: u64| {
        ours.iter().chain(theirs).any(|it| it.start < end && start < it.end())
    };
    let ranges = borders.windows(2).map(|it| (it[0], it[1]));
    ranges.filter(|(start, end)| covered(*start, *end)).collect()
}
