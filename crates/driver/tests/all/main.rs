//! The tests of this crate from outside, in one program: it is linked once.

mod check;
mod ctl;
mod ctl_local;
mod ctl_paper;
mod ctl_random;
mod formulas;
mod lanes;
mod matching;
mod planted;
mod runs;
mod slicing;
mod threads;
mod unit;
