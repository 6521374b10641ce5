//! Keys of states whose chunks take few values each: the numbers of all chunks side by side.
//!
//! A tree of pairs needs a number of 30 bits for every node, and where the chunks are combined freely there
//! is a node for nearly every state. But if each chunk takes few values, shorter numbers tell them apart,
//! and those of all chunks make a key without any pairs: a *row*. Each chunk of a row has a dictionary of its
//! own, its *column*, which is small and stays in the caches. A column that comes to its end is no harm: the
//! states with further values are folded by the tree.

use std::collections::{BTreeMap, HashSet};

use crate::mix::mix;
use crate::packing::{Again, CHUNK, Class, NUMBER};

/// How wide the numbers of the chunks of a state are in its key, of which they fill no more than
/// [`CHUNK`] bits together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) widths: Vec<u32>,
}

/// With fewer chunks, a pair of numbers is the key.
pub(crate) const FEWEST: usize = 3;

impl Row {
    /// A row of numbers of these widths, if that is possible.
    pub(crate) fn new(widths: Vec<u32>) -> Option<Self> {
        let room = widths.iter().try_fold(CHUNK, |room, &width| room.checked_sub(width));
        let sound = !widths.is_empty() && widths.iter().all(|it| (1..=NUMBER).contains(it));
        (room.is_some() && sound).then_some(Self { widths })
    }

    /// A row for chunks of which so many values are known, if it is better than a pair.
    fn for_values(values: &[usize]) -> Option<Self> {
        if values.len() < FEWEST { None } else { Self::with_room(values) }
    }

    /// A row for chunks of which so many values are known. There must be room for more values: what all
    /// numbers need is made longer by at least a quarter.
    pub(crate) fn with_room(values: &[usize]) -> Option<Self> {
        let needed: Vec<u32> = values.iter().map(|&it| it.max(1).ilog2() + 1).collect();
        let all: u32 = needed.iter().sum();
        let room = CHUNK.checked_sub(all).filter(|room| all <= 4 * room)?;
        // As the states become more by some factor, the values of a chunk become more by a power of it.
        let longer = |it: &u32| (it + room * it / all).min(NUMBER);
        Self::new(needed.iter().map(longer).collect())
    }
}

/// Of some classes, the best one for each length, with its row, given how to see the states.
pub(crate) fn rows(candidates: Vec<Class>, again: Again<'_>) -> Vec<Class> {
    if candidates.is_empty() {
        return candidates;
    }
    let mut trials: Vec<Values> = candidates.into_iter().map(Values::new).collect();
    again(TRIALS, &mut |state| trials.iter_mut().for_each(|it| it.add(state)));
    trials.sort_by_key(Values::cost);
    let mut rows: BTreeMap<usize, Class> = BTreeMap::new();
    for mut trial in trials {
        let length = trial.class.length;
        if rows.contains_key(&length) || trial.row().is_none() {
            continue;
        }
        again(STATES, &mut |state| trial.add(state));
        if let Some(row) = trial.row() {
            rows.insert(length, trial.class.with_row(row));
        }
    }
    rows.into_values().collect()
}

/// On so many states, classes are compared.
const TRIALS: usize = 1000;
/// On so many states, the values of the chunks are counted.
const STATES: usize = 8000;
/// A chunk more costs as much as so many values among these states.
const CHUNK_COST: usize = 100;

/// Counts the values that chunks take.
#[derive(Debug)]
struct Values {
    class: Class,
    columns: Vec<HashSet<u64, Mixed>>,
    chunks: Vec<u64>,
}

impl Values {
    fn new(class: Class) -> Self {
        let columns = vec![HashSet::default(); class.shape.chunks];
        Self { class, columns, chunks: Vec::new() }
    }

    fn add(&mut self, state: &[u8]) {
        if self.class.length == state.len() && self.class.pack(state, &mut self.chunks) {
            for (values, &chunk) in self.columns.iter_mut().zip(&self.chunks) {
                values.insert(chunk);
            }
        }
    }

    fn counts(&self) -> impl Iterator<Item = usize> {
        self.columns.iter().map(HashSet::len)
    }

    /// What it costs to use the columns: they should be small, and few.
    fn cost(&self) -> usize {
        self.counts().sum::<usize>() + CHUNK_COST * self.columns.len()
    }

    /// The row for these values and more to come.
    fn row(&self) -> Option<Row> {
        Row::for_values(&self.counts().collect::<Vec<_>>())
    }
}

/// Hashes a word by [`mix`].
#[derive(Clone, Debug, Default)]
struct Mixer(u64);

type Mixed = std::hash::BuildHasherDefault<Mixer>;

impl std::hash::Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&it| self.write_u64(it.into()));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Row;

    #[test]
    fn widths_leave_room_for_more_values() {
        let widths = |values: &[usize]| Row::for_values(values).map(|it| it.widths);
        assert_eq!(widths(&[1000, 1000, 1000]), Some(vec![20, 20, 20]));
        assert_eq!(widths(&[1000, 3, 3, 1]), Some(vec![30, 8, 8, 4]));
        // Nothing is gained.
        assert_eq!(widths(&[1000, 1000]), None);
        // They need 49 bits already.
        assert_eq!(widths(&[100_000, 60_000, 60_000]), None);
    }

    #[test]
    fn rows_fit_a_key() {
        assert_eq!(Row::new(vec![20, 20, 21]), None);
        assert_eq!(Row::new(vec![0, 20, 20]), None);
        assert_eq!(Row::new(vec![31, 2, 2]), None);
        assert!(Row::new(vec![30, 15, 15]).is_some());
    }
}
