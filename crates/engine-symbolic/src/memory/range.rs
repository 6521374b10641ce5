//! Many bytes that are written at once where it is not known how many, kept as they are.
//!
//! `memset` and `memcpy` of a number of bytes that depends on input are each one write: what is read is what was there, or the byte, or what
//! the source held at the same distance (as the array functions of A. Stump, C. Barrett, D. Dill & J. Levitt, *A decision procedure for an
//! extensional theory of arrays*, LICS 2001, and the lambda terms of M. Preiner, A. Niemetz & A. Biere, *Lemmas on demand for lambdas*, DIFTS 2013).

use crate::machine::Machine;
use crate::memory::object::Access;
use crate::state::cells::{Cell, Content};
use crate::state::places::Alignment;
use crate::state::range::{Range, Source};
use crate::state::value::long;
use tribunal_solver::TermId;

impl Machine<'_> {
    /// Whether a read of some bytes means bytes of a range only, or none.
    pub(crate) fn is_whole(
        &mut self,
        range: &Range,
        (start, read): (Alignment, Alignment),
        width: u64,
    ) -> bool {
        let size = self.alignment(range.size);
        let is_multiple =
            |it: Alignment, rest: u64| width <= 1 << it.step && rest.is_multiple_of(width);
        width == 1
            || width.is_power_of_two()
                && is_multiple(size, size.rest)
                && is_multiple(start, start.rest.wrapping_sub(read.rest))
                && is_multiple(read, 0)
    }

    /// What is read at an offset, the second, if it is this but for a range that may be written at the first.
    pub(crate) fn over_range(
        &mut self,
        (range, when): (&Range, TermId),
        (start, offset): (TermId, TermId),
        alignments: (Alignment, Alignment),
        below: Cell,
    ) -> Cell {
        let width = below.width;
        let distance = self.terms.sub(offset, start);
        let mut inside = Vec::new();
        for at in 0..width {
            let by = long(&mut self.terms, at);
            let at = self.terms.add(distance, by);
            let is_in = self.terms.ult(at, range.size);
            inside.push(self.terms.and(is_in, when));
        }
        if self.is_whole(range, alignments, width) {
            let cell = self.part(range, distance, width);
            return self.choose_cell(inside[0], &Cell { start: below.start, ..cell }, &below);
        }
        let mut bytes = Vec::new();
        for at in 0..width {
            let by = long(&mut self.terms, at);
            let there = self.terms.add(distance, by);
            let byte = self.part(range, there, 1);
            let old = self.slice(&below, below.start + at, below.start + at + 1);
            let byte = Cell { start: old.start, ..byte };
            bytes.push(self.choose_cell(inside[at as usize], &byte, &old));
        }
        let mixed = self.joined(bytes, below.start, width);
        if range.is_fill() && matches!(below.content, Content::Bits(_)) {
            return mixed;
        }
        // Pointers stay whole where all of their bytes are copied, or none.
        let all = self.terms.all(inside.iter().copied());
        let any = self.terms.any(inside);
        let cell = self.part(range, distance, width);
        let cell = Cell { start: below.start, ..cell };
        let partly = self.choose_cell(any, &mixed, &below);
        self.choose_cell(all, &cell, &partly)
    }

    /// So many bytes of a range from a distance on.
    fn part(&mut self, range: &Range, distance: TermId, width: u64) -> Cell {
        match &range.source {
            Source::Byte(byte) => {
                let mut bits = *byte;
                for _ in 1..width {
                    bits = self.terms.concat(bits, *byte);
                }
                let initialised = self.terms.truth(true);
                Cell { start: 0, width, content: Content::Bits(bits), initialised }
            }
            Source::Object { object, block, from } => {
                let offset = self.terms.add(*from, distance);
                let when = self.terms.truth(false);
                self.fetch(Access { object: *object, when }, block, offset, width)
            }
        }
    }
}
