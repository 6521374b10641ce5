//! Offsets of which not all is known: the places that they may mean.

use crate::state::cells::Cell;

/// The places of a scalar that an offset may mean.
pub(crate) struct Places {
    /// The first.
    pub(crate) first: u64,
    /// The last.
    pub(crate) last: u64,
    /// The logarithm of the distance from one to the next.
    pub(crate) step: u32,
}

impl Places {
    /// What is known of the lowest bits of the offset.
    pub(crate) fn alignment(&self) -> Alignment {
        Alignment { step: self.step, rest: self.first % (1 << self.step) }
    }

    /// Those at which a scalar has a byte in common with a cell: the first and the last.
    pub(crate) fn touching(&self, cell: &Cell, width: u64) -> Option<(u64, u64)> {
        let step = 1 << self.step;
        let least = self.first.max((cell.start + 1).saturating_sub(width));
        let most = self.last.min(cell.end() - 1);
        let first = self.first + (least - self.first).div_ceil(step) * step;
        (first <= most).then(|| (first, most - (most - self.first) % step))
    }
}

/// What is known of the lowest bits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Alignment {
    /// How many are known.
    pub(crate) step: u32,
    /// The number that they are.
    pub(crate) rest: u64,
}

impl Alignment {
    /// So many bits are looked at.
    pub(crate) const MOST: u32 = 4;
}
