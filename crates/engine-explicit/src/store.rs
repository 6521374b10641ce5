//! An exact set of byte strings that numbers its members in order of arrival.
//!
//! All members lie one after the other in one string of bytes. A table of hash values with linear
//! probing finds them: D. E. Knuth: *The Art of Computer Programming*, volume 3, §6.4, algorithm L.
//! An entry keeps half of the hash value beside the member's number, so that a probe looks at a
//! member only if it is most likely the one wanted, and growing the table looks at none.

use crate::model::Model;
use crate::state::State;

/// The number of a member.
pub(crate) type StateId = u32;

/// A set of byte strings.
#[derive(Debug)]
pub(crate) struct Store {
    bytes: Vec<u8>,
    lengths: Lengths,
    /// `hash << 32 | number + 1`; 0 where there is no entry. A power of two of them.
    table: Vec<u64>,
    members: u32,
}

/// How to find the members.
#[derive(Debug)]
enum Lengths {
    /// All have this length.
    Same(usize),
    /// One after the last byte of each, counted from the base of its block.
    Different { ends: Vec<u32>, bases: Vec<usize> },
}

/// Members per block: their ends are counted from the block's base, to be short.
const BLOCK: usize = 1 << 12;

/// What became of a member to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Insertion {
    /// It is new.
    New(StateId),
    /// It was there.
    Known(StateId),
    /// There is no number left.
    Full,
}

impl Store {
    /// An empty set for the states of a program, each with some more bytes.
    pub(crate) fn for_states(model: &Model, state: &State, more: usize) -> Self {
        if model.features.spawn {
            Self::of_any_length()
        } else {
            Self::of_length(state.matched.len() + more)
        }
    }

    /// An empty set of strings of one length.
    fn of_length(length: usize) -> Self {
        Self::new(Lengths::Same(length))
    }

    /// An empty set of strings of any length.
    fn of_any_length() -> Self {
        Self::new(Lengths::Different { ends: Vec::new(), bases: Vec::new() })
    }

    fn new(lengths: Lengths) -> Self {
        Self { bytes: Vec::new(), lengths, table: vec![0; 1 << 10], members: 0 }
    }

    /// How many members there are.
    pub(crate) fn len(&self) -> usize {
        self.members as usize
    }

    /// The bytes that are in use.
    pub(crate) fn memory(&self) -> usize {
        let lengths = match &self.lengths {
            Lengths::Same(_) => 0,
            Lengths::Different { ends, bases } => ends.capacity() * 4 + bases.capacity() * 8,
        };
        self.bytes.capacity() + self.table.capacity() * 8 + lengths
    }

    /// How long a member is, on average.
    pub(crate) fn average_length(&self) -> u64 {
        (self.bytes.len() as u64).checked_div(self.members.into()).unwrap_or(0)
    }

    /// A member.
    #[inline]
    pub(crate) fn get(&self, id: StateId) -> &[u8] {
        let index = id as usize;
        match &self.lengths {
            Lengths::Same(length) => &self.bytes[index * length..][..*length],
            Lengths::Different { ends, bases } => {
                let base = bases[index / BLOCK];
                let start = if index.is_multiple_of(BLOCK) { 0 } else { ends[index - 1] as usize };
                &self.bytes[base + start..base + ends[index] as usize]
            }
        }
    }

    /// Adds a member.
    #[inline]
    pub(crate) fn insert(&mut self, member: &[u8]) -> Insertion {
        if self.table.len() / 4 * 3 <= self.len() {
            self.grow();
        }
        let hash = hash(member);
        let mut slot = self.slot(hash);
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                break;
            }
            let id = number(entry);
            if entry >> 32 == hash >> 32 && self.get(id) == member {
                return Insertion::Known(id);
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
        if self.members == u32::MAX - 1 || !self.append(member) {
            return Insertion::Full;
        }
        self.members += 1;
        self.table[slot] = hash & !u64::from(u32::MAX) | u64::from(self.members);
        Insertion::New(self.members - 1)
    }

    /// Where the search for a hash value starts: the half that is kept decides, spread over a table
    /// of any size.
    #[inline]
    fn slot(&self, hash: u64) -> usize {
        // Fibonacci hashing: the 32 bits that are kept, multiplied, fill 64 bits.
        let spread = (hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        usize::try_from(spread >> (64 - self.table.len().trailing_zeros()))
            .expect("a slot should be a number of the table's size")
    }

    fn grow(&mut self) {
        let table = vec![0; self.table.len() * 2];
        let old = std::mem::replace(&mut self.table, table);
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let mut slot = self.slot(entry);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (self.table.len() - 1);
            }
            self.table[slot] = entry;
        }
    }

    /// Adds the bytes of a member; false if they are too many for their block.
    #[inline]
    fn append(&mut self, member: &[u8]) -> bool {
        if let Lengths::Different { ends, bases } = &mut self.lengths {
            if ends.len().is_multiple_of(BLOCK) {
                bases.push(self.bytes.len());
            }
            let base = bases[bases.len() - 1];
            let Ok(end) = u32::try_from(self.bytes.len() + member.len() - base) else {
                return false;
            };
            ends.push(end);
        }
        self.bytes.extend_from_slice(member);
        true
    }
}

#[inline]
fn number(entry: u64) -> StateId {
    u32::try_from(entry & u64::from(u32::MAX)).expect("the lower half is masked") - 1
}

/// A hash value whose bits all depend on all bits of the string.
///
/// Each word is folded in by a full multiplication whose halves are joined, as in wyhash (W. Yi) and
/// its kin.
#[inline]
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    const SEEDS: [u64; 2] = [0x2D35_8DCC_AA6C_78A5, 0x8BB8_4B93_962E_ACC9];
    let mut state = SEEDS[0] ^ (bytes.len() as u64).wrapping_mul(SEEDS[1]);
    let (words, rest) = bytes.as_chunks::<8>();
    for &word in words {
        state = folded(state ^ u64::from_le_bytes(word), SEEDS[1]);
    }
    if !rest.is_empty() {
        // The last word may overlap the one before.
        let last = match bytes.last_chunk::<8>() {
            Some(&last) => last,
            None => {
                let mut last = [0; 8];
                last[..rest.len()].copy_from_slice(rest);
                last
            }
        };
        state = folded(state ^ u64::from_le_bytes(last), SEEDS[1]);
    }
    folded(state, SEEDS[0])
}

#[inline]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let low = u64::try_from(product & u128::from(u64::MAX)).expect("the lower half is masked");
    let high = u64::try_from(product >> 64).expect("the upper half is shifted down");
    low ^ high
}

#[cfg(test)]
mod tests {
    use super::{Insertion, Store, hash};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn agrees(mut store: Store, members: &[Vec<u8>]) {
        let mut known = BTreeMap::new();
        for member in members {
            let next = u32::try_from(known.len()).unwrap();
            let expected = match known.get(member) {
                Some(&id) => Insertion::Known(id),
                None => Insertion::New(next),
            };
            known.entry(member.clone()).or_insert(next);
            assert_eq!(store.insert(member), expected);
        }
        assert_eq!(store.len(), known.len());
        for (member, id) in &known {
            assert_eq!(store.get(*id), &member[..]);
        }
    }

    proptest! {
        #[test]
        fn is_a_set_of_strings_of_any_length(
            members in prop::collection::vec(prop::collection::vec(0..3u8, 0..6), 0..3000),
        ) {
            agrees(Store::of_any_length(), &members);
        }

        #[test]
        fn is_a_set_of_strings_of_one_length(members: Vec<[u8; 2]>) {
            let members: Vec<Vec<u8>> = members.iter().map(|it| it.to_vec()).collect();
            agrees(Store::of_length(2), &members);
        }
    }

    #[test]
    fn grows_beyond_a_block() {
        let members: Vec<Vec<u8>> =
            (0..20_000u32).map(|it| it.to_le_bytes()[..1 + (it % 4) as usize].to_vec()).collect();
        agrees(Store::of_any_length(), &members);
    }

    #[test]
    fn trailing_zeros_count() {
        assert_ne!(hash(&[0; 7]), hash(&[0; 8]));
        let mut store = Store::of_any_length();
        assert_eq!(store.insert(&[0]), Insertion::New(0));
        assert_eq!(store.insert(&[0, 0]), Insertion::New(1));
    }
}
