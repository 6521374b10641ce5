//! What searches of programs with memory, calls and arbitrary values share.
//!
//! `canonical` makes keys of the states of the reference semantics: states that nobody can tell apart have the same one. `choice` and `classes` say which of the
//! values that a program leaves open are tried. `flat` makes a flat program of one that needs no memory, for searches of such.

pub mod canonical;
pub mod choice;
pub mod classes;
pub mod flat;
pub mod uses;
