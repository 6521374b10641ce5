//! The tests of this crate from outside, in one program: it is linked once.

mod execution;
mod gcc;
mod layout;
mod library;
mod models;
mod order;
mod subscripts;
mod syntax;
mod typed;
