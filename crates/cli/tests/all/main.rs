//! The tests of this crate from outside, in one program: it is linked once.

mod c;
mod c_evidence;
mod c_harness;
mod certify;
mod commands;
mod distributed;
mod invariants;
mod json_lines;
mod promela;
mod real;
mod slicing;
mod svcomp;
mod transcripts;
mod unit;
mod unit_coverage;
mod words;
mod yaml;
