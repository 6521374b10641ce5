//! The Promela front end: from the text of a model, as Spin 6.5.2 reads it, to a program.

pub mod ast;
mod lexer;
mod parser;
mod syntax;

pub use syntax::{Parsed, parse};
