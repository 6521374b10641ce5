//! The tests of this crate from outside, in one program: it is linked once.

mod checkpoints;
mod differential;
mod distributed;
mod lists;
mod memory;
mod reactive;
mod reduction;
mod reduction_random;
mod threads;
mod tokens;
mod verdicts;
