//! What an object holds: cells that do not overlap, each a scalar.
//!
//! Cells lie in chunks of some bytes, which states share until they are written; no cell crosses
//! the border of a chunk. Bytes without a cell hold what lies under them.

use crate::state::log::Log;
use crate::state::value::Pointer;
use std::collections::BTreeMap;
use std::rc::Rc;
use tribunal_solver::TermId;

/// How many bytes a chunk has.
pub(crate) const CHUNK: u64 = 64;

/// A scalar in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Its first byte.
    pub(crate) start: u64,
    /// How many bytes it takes.
    pub(crate) width: u64,
    /// What it holds.
    pub(crate) content: Content,
    /// Whether its bytes were written (M5); a Bool.
    pub(crate) initialised: TermId,
}

impl Cell {
    /// The first byte after it.
    pub(crate) fn end(&self) -> u64 {
        self.start + self.width
    }
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A number of eight bits for each byte.
    Bits(TermId),
    /// All bytes of a pointer.
    Pointer(Pointer),
    /// All bytes of a pointer if the Bool `is_pointer` is true, else a number.
    Mixed {
        /// Whether it is a pointer.
        is_pointer: TermId,
        /// The pointer.
        pointer: Pointer,
        /// The number.
        bits: TermId,
    },
}

/// What lies under the cells of a large object where it is not what the object held at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Base {
    /// The words, an array.
    pub(crate) words: TermId,
    /// By offset whether a byte is initialised (M5), an array of single bits.
    pub(crate) written: TermId,
}

/// The cells of an object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    chunks: BTreeMap<u64, Rc<Vec<Cell>>>,
    /// What was written over them where it is not known which.
    log: Option<Rc<Log>>,
    /// What lies under them if it is not what the object holds at first.
    base: Option<Base>,
}

impl Cells {
    /// All cells, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Cell> {
        self.chunks.values().flat_map(|it| it.iter())
    }

    /// Whether a cell holds a pointer.
    pub(crate) fn has_pointers(&self) -> bool {
        self.iter().any(|it| !matches!(it.content, Content::Bits(_)))
    }

    /// No cells, on something.
    pub(crate) fn on(base: Base) -> Self {
        Self { base: Some(base), ..Self::default() }
    }

    /// What lies under them if it is not what the object holds at first.
    pub(crate) fn base(&self) -> Option<Base> {
        self.base
    }

    /// Replaces what lies under them.
    pub(crate) fn set_base(&mut self, base: Option<Base>) {
        self.base = base;
    }

    /// The cells that have a byte in the range, in order.
    pub(crate) fn overlapping(&self, start: u64, end: u64) -> Vec<Cell> {
        if end <= start {
            return Vec::new();
        }
        let chunks = self.chunks.range(start / CHUNK..=(end - 1) / CHUNK);
        let cells = chunks.flat_map(|(_, it)| it.iter());
        cells.filter(|it| it.start < end && start < it.end()).copied().collect()
    }

    /// The cell that starts there with this width.
    pub(crate) fn exact(&self, start: u64, width: u64) -> Option<Cell> {
        let chunk = self.chunks.get(&(start / CHUNK))?;
        let at = chunk.binary_search_by_key(&start, |it| it.start).ok()?;
        Some(chunk[at]).filter(|it| it.width == width)
    }

    /// Puts a cell where no other is, or one of the same place.
    pub(crate) fn insert(&mut self, cell: Cell) {
        let chunk = Rc::make_mut(self.chunks.entry(cell.start / CHUNK).or_default());
        match chunk.binary_search_by_key(&cell.start, |it| it.start) {
            Ok(at) => chunk[at] = cell,
            Err(at) => chunk.insert(at, cell),
        }
    }

    /// Takes a cell away.
    pub(crate) fn remove(&mut self, start: u64) {
        if let Some(chunk) = self.chunks.get_mut(&(start / CHUNK)) {
            let chunk = Rc::make_mut(chunk);
            if let Ok(at) = chunk.binary_search_by_key(&start, |it| it.start) {
                chunk.remove(at);
            }
        }
    }

    /// The numbers of the chunks that two objects do not share.
    pub(crate) fn unshared(&self, other: &Self) -> Vec<u64> {
        let same = |number: &u64| match (self.chunks.get(number), other.chunks.get(number)) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        let all = self
            .chunks
            .keys()
            .chain(other.chunks.keys().filter(|it| !self.chunks.contains_key(it)));
        all.filter(|it| !same(it)).copied().collect()
    }

    /// The cells of a chunk.
    pub(crate) fn chunk(&self, number: u64) -> &[Cell] {
        self.chunks.get(&number).map_or(&[], |it| it)
    }

    /// Replaces the cells of a chunk.
    pub(crate) fn set_chunk(&mut self, number: u64, cells: Vec<Cell>) {
        self.chunks.insert(number, Rc::new(cells));
    }

    /// What was written over them.
    pub(crate) fn log(&self) -> Option<&Rc<Log>> {
        self.log.as_ref()
    }

    /// Replaces what was written over them.
    pub(crate) fn set_log(&mut self, log: Option<Rc<Log>>) {
        self.log = log;
    }

    /// Whether the two hold the same, as far as can be seen without looking into terms.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.log == other.log && self.has_same_cells(other)
    }

    /// The same, but for what was written over the cells.
    fn has_same_cells(&self, other: &Self) -> bool {
        self.base == other.base
            && self.chunks.len() == other.chunks.len()
            && self.unshared(other).into_iter().all(|it| self.chunk(it) == other.chunk(it))
    }
}
