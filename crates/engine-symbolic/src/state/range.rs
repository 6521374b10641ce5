//! Many bytes that are written at once where it is not known how many, kept as they are.

use crate::state::Block;
use std::rc::Rc;
use tribunal_solver::TermId;

/// Many bytes.
#[derive(Clone)]
pub(crate) struct Range {
    /// How many, a number of 64 bits.
    pub(crate) size: TermId,
    /// Which.
    pub(crate) source: Source,
}

/// Which bytes are written.
#[derive(Clone)]
pub(crate) enum Source {
    /// All the same.
    Byte(TermId),
    /// What an object held then, from an offset on.
    Object {
        /// Its number.
        object: usize,
        /// What it held.
        block: Rc<Block>,
        /// The offset.
        from: TermId,
    },
}

impl Range {
    /// Whether all bytes are the same.
    pub(crate) fn is_fill(&self) -> bool {
        matches!(self.source, Source::Byte(_))
    }

    /// Whether there may be pointers among them.
    pub(crate) fn has_pointers(&self) -> bool {
        match &self.source {
            Source::Byte(_) => false,
            Source::Object { block, .. } => {
                let log = block.cells.log();
                block.cells.has_pointers() || log.is_some_and(|it| it.has_pointers())
            }
        }
    }
}

impl PartialEq for Range {
    fn eq(&self, other: &Self) -> bool {
        let is_same = match (&self.source, &other.source) {
            (Source::Byte(a), Source::Byte(b)) => a == b,
            (
                Source::Object { object, block, from },
                Source::Object { object: its_object, block: its_block, from: its_from },
            ) => (object, from) == (its_object, its_from) && Rc::ptr_eq(block, its_block),
            (Source::Byte(_), Source::Object { .. }) | (Source::Object { .. }, Source::Byte(_)) => {
                false
            }
        };
        is_same && self.size == other.size
    }
}

impl Eq for Range {}

impl std::fmt::Debug for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Range").field("size", &self.size).finish_non_exhaustive()
    }
}
