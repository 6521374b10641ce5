//! The tests of this crate from outside, in one program: it is linked once.

mod common;
mod language;
mod limits;
mod sizes;
mod spin;
