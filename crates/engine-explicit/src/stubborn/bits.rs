//! Sets of small numbers as bits.

/// A set of small numbers that grows as needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    words: Vec<u64>,
}

impl Set {
    pub(super) fn insert(&mut self, number: u32) {
        let word = number as usize / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (number % 64);
    }

    pub(super) fn remove(&mut self, number: u32) {
        if let Some(word) = self.words.get_mut(number as usize / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    /// Adds all of another set; whether any was new.
    pub(super) fn add(&mut self, other: &Self) -> bool {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut grown = false;
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            grown |= more & !*word != 0;
            *word |= more;
        }
        grown
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }
}

/// Whether two sets, given by their words, have a number in common. The longer one may have more.
#[inline]
pub(super) fn meet(left: &[u64], right: &[u64]) -> bool {
    left.iter().zip(right).any(|(left, right)| left & right != 0)
}

#[cfg(test)]
mod tests {
    use super::{Set, meet};

    #[test]
    fn sets_of_different_length_meet() {
        let (mut small, mut large) = (Set::default(), Set::default());
        small.insert(3);
        large.insert(3);
        large.insert(200);
        assert!(meet(small.words(), large.words()) && meet(large.words(), small.words()));
        let mut other = Set::default();
        other.insert(200);
        assert!(!meet(small.words(), other.words()));
        assert!(small.add(&other) && !small.add(&other) && meet(small.words(), other.words()));
    }
}
