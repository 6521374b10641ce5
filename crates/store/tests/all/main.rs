//! The tests of this crate from outside, in one program: it is linked once.

mod checkpoint;
mod lossy;
mod sets;
