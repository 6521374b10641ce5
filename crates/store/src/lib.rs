//! The set of visited states: exact or lossy, compressed, shared by threads.
//!
//! A state is a string of bytes. A [`Session`] belongs to one thread; it *prepares* a state, which
//! packs it, folds it into a [`Key`] and asks the memory for the cache line where the key would lie,
//! and later *inserts* what was prepared, when the line has come.

mod store;

pub use store::{
    Insertion, Key, Kind, Numbering, NumberingSession, Packing, Prepared, Session, Store,
};
