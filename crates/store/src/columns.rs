//! Cuts states into columns, for the shortest keys.
//!
//! A column is a run of bytes whose values have numbers in a dictionary of its own, as in the rows of the
//! module `row`; but here it is the memory that counts. Of a column with *v* values, log₂ *v* bits are in each
//! key, and there are *v* words in the dictionary. The longer the columns, the fewer are the combinations of
//! their numbers that no state has, and the larger the dictionaries. Which cuts are best is found by dynamic
//! programming over a sample, as lines of text are broken: D. E. Knuth, M. F. Plass: *Breaking paragraphs
//! into lines*, Software: Practice and Experience, 1981.

use crate::packing::{Again, Class, beside, size};
use crate::row::Row;

/// At most so many states are looked at.
const STATES: usize = 1 << 14;
/// At most so many values of columns are looked at, about.
const WORK: usize = 1 << 24;

/// A column has at most so many bits that vary, so that there is room for others in its chunk.
const MOST_BITS: u32 = 60;
/// A column that is not a single byte takes a value for at least so many states of the sample, on average.
const STATES_PER_VALUE: usize = 2;

/// The bits that a word takes in a dictionary.
const WORD: f64 = 8.0 * 24.0;
/// What a column costs on top of its values, in bits of each key: there is time in it, too.
const COLUMN: f64 = 0.7;
/// How many times more states than in the sample there will be for each value. If the keys are too long,
/// more is staked.
const STAKES: [f64; 3] = [16.0, 128.0, 1024.0];

/// The class of the strings that differ from a reference under a mask, in columns; nothing if no columns make a
/// key.
pub(crate) fn columns(reference: &[u8], mask: &[u8], again: Again<'_>) -> Option<Class> {
    let bytes: Vec<usize> = (0..mask.len()).filter(|&it| mask[it] != 0).collect();
    let spans = bytes.len() * bytes.len().min(MOST_BITS as usize) / 2;
    let most = (WORK / spans.max(1)).min(STATES);
    let mut units: Vec<Unit> = bytes.iter().map(|&it| Unit::new(mask[it])).collect();
    again(most, &mut |state| {
        if state.len() == reference.len() {
            bytes.iter().zip(&mut units).for_each(|(&byte, unit)| unit.add(state[byte]));
        }
    });
    let counts = counts(&units);
    let states = units.first()?.ranks.len();
    let (cuts, row) = STAKES.iter().find_map(|stake| {
        let cuts = cut(&counts, stake * states as f64);
        let values: Vec<usize> =
            cuts.windows(2).map(|it| counts[it[0]][it[1] - it[0] - 1]).collect();
        Some((cuts, Row::with_room(&values)?))
    })?;
    let mut wider = mask.to_vec();
    let starts = cuts.iter().map(|&it| match it {
        0 => 0,
        _ => bytes.get(it).copied().unwrap_or(mask.len()),
    });
    let starts: Vec<usize> = starts.collect();
    let mut widths = Vec::new();
    for range in starts.windows(2) {
        let column = &mut wider[range[0]..range[1]];
        widen(column);
        widths.push(size(column) as u32);
    }
    Class::in_row(reference, wider, &widths, row)
}

/// What a byte is in the states of the sample.
struct Unit {
    /// How many of its bits vary.
    bits: u32,
    /// For each value that it takes, one more than its rank, in order of arrival.
    known: [u16; 256],
    values: u16,
    /// The ranks of its values in all states.
    ranks: Vec<u8>,
}

impl Unit {
    fn new(mask: u8) -> Self {
        Self { bits: mask.count_ones(), known: [0; 256], values: 0, ranks: Vec::new() }
    }

    fn add(&mut self, value: u8) {
        let rank = &mut self.known[usize::from(value)];
        if *rank == 0 {
            self.values += 1;
            *rank = self.values;
        }
        self.ranks.push((*rank - 1) as u8);
    }
}

/// For each byte, how many values the runs have that begin with it: first those of one byte, then of two, up
/// to the longest that may be a column.
fn counts(units: &[Unit]) -> Vec<Vec<usize>> {
    let states = units.first().map_or(0, |it| it.ranks.len());
    let mut numbers: Vec<u32> = vec![0; states];
    // For the number of the run before and the rank of the byte, one more than the number of both.
    let mut pairs: Vec<u32> = Vec::new();
    let counts = (0..units.len()).map(|first| {
        numbers.fill(0);
        let (mut counts, mut bits) = (Vec::new(), 0);
        for unit in &units[first..] {
            bits += unit.bits;
            let before = counts.last().copied().unwrap_or(1);
            if bits > MOST_BITS || before * STATES_PER_VALUE > states {
                break;
            }
            let values = usize::from(unit.values);
            pairs.clear();
            pairs.resize(before * values, 0);
            let mut count = 0;
            for (number, &rank) in numbers.iter_mut().zip(&unit.ranks) {
                let pair = &mut pairs[*number as usize * values + usize::from(rank)];
                if *pair == 0 {
                    count += 1;
                    *pair = count;
                }
                *number = *pair - 1;
            }
            counts.push(count as usize);
        }
        counts
    });
    counts.collect()
}

/// Where the columns begin, and the end, for the shortest keys of so many states.
fn cut(counts: &[Vec<usize>], states: f64) -> Vec<usize> {
    // For each place, what the columns before it cost, and where the last of them begins.
    let mut best = vec![(f64::INFINITY, 0); counts.len() + 1];
    best[0].0 = 0.0;
    for (start, counts) in counts.iter().enumerate() {
        for (end, &values) in (start + 1..).zip(counts) {
            let values = values as f64;
            let cost = best[start].0 + values.log2() + values * WORD / states + COLUMN;
            if cost < best[end].0 {
                best[end] = (cost, start);
            }
        }
    }
    let mut cuts = vec![counts.len()];
    while let Some(&end) = cuts.last().filter(|it| **it > 0) {
        cuts.push(best[end].1);
    }
    cuts.reverse();
    cuts
}

/// Adds bits that do not vary yet, as many as fit a word: those above others first.
fn widen(column: &mut [u8]) {
    let room = (u64::BITS as usize).saturating_sub(size(column));
    let near = beside(column, room);
    column.iter_mut().zip(near).for_each(|(byte, near)| *byte |= near);
    let mut room = (u64::BITS as usize).saturating_sub(size(column));
    for bit in (0..8).map(|it| 1 << it) {
        for byte in column.iter_mut().filter(|it| **it & bit == 0) {
            if room > 0 {
                *byte |= bit;
                room -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{columns, cut, widen};
    use crate::mix::mix;

    fn check(states: &[Vec<u8>], expected: Option<&[u32]>) {
        let mut mask = vec![0; states[0].len()];
        for state in states {
            mask.iter_mut().zip(state).zip(&states[0]).for_each(|((it, a), b)| *it |= a ^ b);
        }
        let class = columns(&states[0], &mask, &|most, call| {
            states.iter().take(most).for_each(|it| call(it));
        });
        assert_eq!(class.as_ref().map(|it| it.widths()).as_deref(), expected);
        let Some(class) = class else { return };
        let (mut chunks, mut back) = (Vec::new(), Vec::new());
        for state in states {
            assert!(class.pack(state, &mut chunks));
            class.unpack(&chunks, &mut back);
            assert_eq!(&back, state);
        }
    }

    #[test]
    fn bytes_that_depend_on_each_other_are_one_column() {
        // Three times three bytes of which the first tells the others.
        let state = |number: u64| {
            let parts = (0..3).map(|part| mix(number) >> (8 * part) & 63);
            parts.flat_map(|it| [it as u8, it as u8 ^ 5, 63 - it as u8]).collect()
        };
        let states: Vec<Vec<u8>> = (0..5000).map(state).collect();
        check(&states, Some(&[24, 24, 24]));
    }

    #[test]
    fn a_column_fits_a_word() {
        // Ten bytes that are all the same, and some that are none of the others' business.
        let state = |number: u64| {
            let mut state = vec![(number % 200) as u8; 10];
            state.extend([(number / 200) as u8, 7, 7, 7]);
            state
        };
        let states: Vec<Vec<u8>> = (0..10_000).map(state).collect();
        check(&states, Some(&[24, 56, 32]));
    }

    #[test]
    fn noise_has_no_columns() {
        let state = |number: u64| (0..12).map(|it| mix(number << 8 | it) as u8).collect();
        let states: Vec<Vec<u8>> = (0..1000).map(state).collect();
        check(&states, None);
    }

    #[test]
    fn the_more_states_the_larger_the_columns() {
        // Two bytes of 16 values with 100 pairs of them.
        let counts = [vec![16, 100], vec![16]];
        assert_eq!(cut(&counts, 1000.0), [0, 1, 2]);
        assert_eq!(cut(&counts, 1e6), [0, 2]);
    }

    #[test]
    fn upper_bits_come_first() {
        let mut column = [1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        widen(&mut column);
        assert_eq!(column, [255, 255, 63, 255, 255, 63, 31, 31, 31, 31]);
    }
}
