//! What a search adds to a packed state: who is in the middle of an atomic sequence, and where the
//! automaton is that runs along.

use crate::moves::NOBODY;

/// What is added to a packed state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    /// The process in an atomic sequence.
    pub(crate) owner: Option<u16>,
    /// The state of the automaton.
    pub(crate) automaton: u16,
}

/// How many bytes are added.
pub(crate) const LENGTH: usize = 4;

impl Tag {
    pub(crate) fn bytes(self) -> [u8; LENGTH] {
        let [a, b] = self.owner.unwrap_or(NOBODY).to_le_bytes();
        let [c, d] = self.automaton.to_le_bytes();
        [a, b, c, d]
    }

    /// A packed state and what was added to it.
    #[inline]
    pub(crate) fn split(bytes: &[u8]) -> (&[u8], Self) {
        let (state, tag) = bytes.split_last_chunk().unwrap_or((&[], &[u8::MAX; LENGTH]));
        let [a, b, c, d] = *tag;
        let owner = Some(u16::from_le_bytes([a, b])).filter(|&it| it != NOBODY);
        (state, Self { owner, automaton: u16::from_le_bytes([c, d]) })
    }
}
