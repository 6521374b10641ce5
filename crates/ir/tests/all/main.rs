//! The tests of this crate from outside, in one program: it is linked once.

mod behaviour;
mod book;
mod live;
mod passes;
mod random;
mod reduction;
mod round_trip;
mod small;
mod splice;
