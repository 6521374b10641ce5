//! The tests of this crate from outside, in one program: it is linked once.

mod evidence;
mod labelling;
mod runs;
mod trial;
