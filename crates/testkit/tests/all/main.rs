//! The tests of this crate from outside, in one program: it is linked once.

mod deadlocks;
mod embedded_faults;
mod embedded_random;
mod imperative;
mod random_c;
mod reductions;
mod runs_like_gcc;
mod slicing;
mod spin_differential;
