//! What searches of programs with memory, calls and arbitrary values share.
//!
//! `canonical` makes keys of the states of the reference semantics: states that nobody can tell apart have the same one. `choice` and `classes` say which of the
//! values that a program leaves open are tried. `flat` makes a flat program of one that needs no memory, for searches of such. `form` gives engines the form of programs
//! that they ask for, and `carry` carries what is found out about a program over to the one that it was made from.

pub mod canonical;
pub mod carry;
pub mod choice;
pub mod classes;
pub mod flat;
pub mod form;
pub mod uses;
