//! What objects hold where nothing was written: functions of the offset.
//!
//! The bytes of a large object that can be anything are not named one by one: they are an array of the solver, read by words
//! (the axioms of arrays, J. McCarthy, *Towards a mathematical science of computation*, IFIP 1962; that equal offsets read
//! equal words is left to the solver, which demands it where a model violates it). So it does not matter how large an object
//! is, nor whether its size is known.

use crate::machine::Machine;
use crate::state::cells::{Base, Cell, Content};
use crate::state::value::{constant, long};
use tribunal_solver::{Sort, TermId};

/// Objects that have so many times as many bytes as places are looked at one by one are large.
const BYTES: u64 = 8;
/// The widest word, as the logarithm of its bytes.
const WIDEST: u32 = 3;

impl Machine<'_> {
    /// Whether the first bytes of an object have names of their own.
    pub(crate) fn is_small(&self, object: usize) -> bool {
        let size = constant(&self.terms, self.objects[object].size);
        size.is_some_and(|it| it <= BYTES * self.few)
    }

    /// The logarithm of how many bytes the words of an object have. Whoever asks first tells how many would be best.
    fn word(&mut self, object: usize, width: u64) -> u32 {
        let best = if width.is_power_of_two() { width.trailing_zeros().min(WIDEST) } else { 0 };
        *self.objects[object].word.get_or_insert(best)
    }

    /// Some function.
    fn fresh_words(&mut self, word: u32) -> TermId {
        self.terms.fresh("content", Sort::Array { index: 64 - word, element: 8 << word })
    }

    /// What an object holds at first, as a function.
    fn first_words(&mut self, object: usize, word: u32) -> TermId {
        if !self.is_arbitrary(object) {
            let zero = self.terms.number(0, 8 << word);
            return self.terms.constant_array(64 - word, zero);
        }
        if let Some(known) = self.objects[object].first {
            return known;
        }
        let words = self.fresh_words(word);
        self.objects[object].first = Some(words);
        words
    }

    fn same_everywhere(&mut self, bit: bool) -> TermId {
        let bit = self.terms.number(bit.into(), 1);
        self.terms.constant_array(64, bit)
    }

    /// Anything, for an object that is mostly read and written by so many bytes.
    pub(crate) fn any_base(&mut self, object: usize, width: u64) -> Base {
        let word = self.word(object, width);
        let words = self.fresh_words(word);
        let written = if self.asks.initialised && self.is_arbitrary(object) {
            self.terms.fresh("written", Sort::Array { index: 64, element: 1 })
        } else {
            self.same_everywhere(true)
        };
        Base { words, written }
    }

    /// What lies under the cells of an object where the condition holds, else the other.
    pub(crate) fn merge_bases(
        &mut self,
        object: usize,
        condition: TermId,
        yes: Option<Base>,
        no: Option<Base>,
    ) -> Option<Base> {
        if yes == no {
            return yes;
        }
        let [yes, no] = [yes, no].map(|it| {
            it.unwrap_or_else(|| {
                let word = self.word(object, 1);
                let written = !self.is_arbitrary(object);
                Base {
                    words: self.first_words(object, word),
                    written: self.same_everywhere(written),
                }
            })
        });
        let words = self.terms.ite(condition, yes.words, no.words);
        let written = self.terms.ite(condition, yes.written, no.written);
        Some(Base { words, written })
    }

    /// What an object holds at an offset under all cells; that of a small one must be known.
    pub(crate) fn bare_cell(
        &mut self,
        object: usize,
        base: Option<Base>,
        offset: TermId,
        width: u64,
    ) -> Cell {
        let start = constant(&self.terms, offset);
        let is_arbitrary = self.is_arbitrary(object);
        if base.is_none() {
            let zeros = self.zeros(start.unwrap_or(0), width);
            match start {
                _ if !is_arbitrary => return zeros,
                Some(start) if self.is_small(object) => return self.first(object, start, width),
                Some(_) | None => {}
            }
        }
        let word = self.word(object, width);
        let words = base.map(|it| it.words).unwrap_or_else(|| self.first_words(object, word));
        let bits = self.word_part(words, word, offset, width);
        let initialised = match base {
            Some(base) if self.asks.initialised => {
                let mut all = self.terms.truth(true);
                for at in 0..width {
                    let by = long(&mut self.terms, at);
                    let at = self.terms.add(offset, by);
                    let bit = self.terms.select(base.written, at);
                    let bit = self.terms.bit(bit, 0);
                    all = self.terms.and(all, bit);
                }
                all
            }
            Some(_) => self.terms.truth(true),
            None => self.terms.truth(!is_arbitrary),
        };
        Cell { start: start.unwrap_or(0), width, content: Content::Bits(bits), initialised }
    }

    /// So many bytes from an offset on, of words.
    fn word_part(&mut self, words: TermId, word: u32, offset: TermId, width: u64) -> TermId {
        let index = self.terms.extract(offset, 63, word);
        // How many bytes of the first word come before, at most.
        let mut before = 0;
        for at in 0..word {
            let bit = self.terms.bit(offset, at);
            if self.terms.as_bool(bit) != Some(false) {
                before += 1_u64 << at;
            }
        }
        let count = (before + width).div_ceil(1 << word);
        let mut bytes = self.terms.select(words, index);
        for number in 1..count {
            let by = self.terms.number(number.into(), 64 - word);
            let next = self.terms.add(index, by);
            let next = self.terms.select(words, next);
            bytes = self.terms.concat(next, bytes);
        }
        // Those before are left out, by the bits of their number.
        let mut left = count << word;
        for at in (0..word).rev() {
            let by = 1_u64 << at;
            let bit = self.terms.bit(offset, at);
            let needed = (width + by - 1).min(left);
            let low = self.terms.extract(bytes, 8 * needed as u32 - 1, 0);
            bytes = match self.terms.as_bool(bit) {
                Some(false) => low,
                _ => {
                    let end = (by + needed).min(left);
                    let high = self.terms.extract(bytes, 8 * end as u32 - 1, 8 * by as u32);
                    let high = self.terms.zero_resize(high, 8 * needed as u32);
                    self.terms.ite(bit, high, low)
                }
            };
            left = needed;
        }
        self.terms.extract(bytes, 8 * width as u32 - 1, 0)
    }
}
