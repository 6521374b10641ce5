//! The tests of this crate from outside, in one program: it is linked once.

mod certified;
mod domains;
mod reproved;
mod verdicts;
