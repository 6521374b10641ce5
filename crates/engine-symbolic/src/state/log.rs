//! Writes at offsets that are not known, in the order in which they happen.

use crate::state::cells::{Cell, Content};
use crate::state::places::{Alignment, Places};
use crate::state::range::Range;
use std::rc::Rc;
use tribunal_solver::TermId;

/// The writes over the cells of an object, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Log {
    /// Where the scalars lie, if all have one width and lie alike.
    pub(crate) grain: Option<Grain>,
    /// How many of them there may be if they can be done one by one.
    pub(crate) most: usize,
    /// Whether each means so few places that it can be done one by one.
    pub(crate) settles: bool,
    /// Whether some of what is written may be pointers.
    pub(crate) has_pointers: bool,
    /// Whether some write is of many bytes.
    pub(crate) has_ranges: bool,
    pub(crate) writes: Vec<Write>,
}

/// Scalars of one width at multiples of that from one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grain {
    pub(crate) width: u64,
    /// The first byte of each is so many bytes after a multiple of the width.
    pub(crate) phase: u64,
}

/// A write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Write {
    pub(crate) offset: TermId,
    pub(crate) alignment: Alignment,
    /// Whether it happens; a Bool.
    pub(crate) when: TermId,
    pub(crate) what: Written,
}

/// What is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Scalar(Cell),
    Range(Rc<Range>),
}

impl Log {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            grain: None,
            most,
            settles: true,
            has_pointers: false,
            has_ranges: false,
            writes: Vec::new(),
        }
    }

    /// Whether some of what is written may be pointers.
    pub(crate) fn has_pointers(&self) -> bool {
        self.has_pointers
    }

    /// Whether a range may have a part of a pointer, but not all of it.
    pub(crate) fn cuts_pointer(&self, start: u64, end: u64) -> bool {
        let is_uncut =
            |it: Grain| start % it.width == it.phase && end % it.width == it.phase % it.width;
        self.has_pointers && !self.grain.is_some_and(is_uncut)
    }

    /// Whether something narrower than this was written.
    pub(crate) fn is_finer(&self, width: u64) -> bool {
        self.has_ranges || self.grain.is_none_or(|it| it.width < width)
    }

    /// Whether all that is written is written, if it is (M5).
    pub(crate) fn is_initialised(&self, truth: TermId) -> bool {
        self.writes.iter().all(|it| match &it.what {
            Written::Scalar(cell) => cell.initialised == truth,
            Written::Range(range) => range.is_fill(),
        })
    }

    /// The width of all scalars, if they have one.
    pub(crate) fn width(&self) -> Option<u64> {
        self.grain.map(|it| it.width)
    }

    pub(crate) fn push(&mut self, write: Write, grain: Option<Grain>) {
        match &write.what {
            Written::Scalar(cell) => {
                let is_first = !self.writes.iter().any(|it| matches!(it.what, Written::Scalar(_)));
                self.grain = grain.filter(|it| is_first || self.grain == Some(*it));
                self.has_pointers |= !matches!(cell.content, Content::Bits(_));
                // What lies wholly under the new one is never read again.
                let width = cell.width;
                self.writes.retain(|it| {
                    let is_same = (it.offset, it.when) == (write.offset, write.when);
                    !is_same || !matches!(&it.what, Written::Scalar(old) if old.width == width)
                });
            }
            Written::Range(range) => {
                self.has_ranges = true;
                self.settles = false;
                self.has_pointers |= range.has_pointers();
            }
        }
        self.writes.push(write);
    }
}

impl Places {
    /// How far the places of a scalar are from multiples of its width, if they are all equally far.
    pub(crate) fn grain(&self, width: u64) -> Option<Grain> {
        let fits = width.is_power_of_two() && width <= 1 << self.step;
        fits.then(|| Grain { width, phase: self.first % width })
    }
}

impl Write {
    /// At which distances behind the start of a scalar a read of some bytes has a byte in common with it.
    pub(crate) fn distances(&self, cell: &Cell, alignment: Alignment, width: u64) -> Vec<i64> {
        let step = self.alignment.step.min(alignment.step);
        let apart = alignment.rest.wrapping_sub(self.alignment.rest);
        let (least, end) = (1 - width.cast_signed(), cell.width.cast_signed());
        let fits = |it: &i64| apart.wrapping_sub(it.cast_unsigned()).is_multiple_of(1 << step);
        (least..end).filter(fits).collect()
    }
}
