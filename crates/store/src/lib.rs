//! The set of visited states: exact or lossy, compressed, shared by threads.
//!
//! A state is a string of bytes. A [`Session`] belongs to one thread; it *prepares* a state, which
//! packs it, folds it into a [`Key`] and asks the memory for the cache line where the key would lie,
//! and later *inserts* what was prepared, when the line has come.
//!
//! From below to above: `memory`, `bits`, `mix` → `quiescence` (who may free what) → `table` (words) →
//! `dictionary` (words with numbers) → `packing`, `row`, `columns`, `tree` (states to keys and back) →
//! `numerals`, `slots`, `quotient` (keys in as few bits as possible) → [`Store`] and [`Numbering`].

mod bits;
mod bitstate;
mod checkpoint;
mod columns;
mod dictionary;
mod memory;
mod mix;
mod numbering;
mod numerals;
mod packing;
mod permutation;
mod quiescence;
mod quotient;
mod repack;
mod row;
mod scan;
mod session;
mod slots;
mod store;
mod table;
mod tree;

pub use numbering::{Numbering, NumberingSession};
pub use packing::Packing;
pub use session::{Insertion, Prepared, Session};
pub use store::{Kind, Store};

/// A state in eight bytes. If [`Store::is_invertible`], it stands for exactly one state.
pub type Key = u64;
