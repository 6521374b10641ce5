//! The tests of this crate from outside, in one program: it is linked once.

mod common;
mod decide;
mod float;
mod polynomial;
mod simplify;
