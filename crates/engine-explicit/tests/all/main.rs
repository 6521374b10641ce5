//! The tests of this crate from outside, in one program: it is linked once.

mod checkpoints;
mod differential;
mod distributed;
mod reduction;
mod reduction_random;
mod threads;
mod verdicts;
