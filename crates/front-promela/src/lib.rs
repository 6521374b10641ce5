//! The Promela front end: from the text of a model, as Spin 6.5.2 reads it, to a program.

pub mod ast;
mod compile;
mod lexer;
mod lower;
pub mod options;
mod parser;
mod syntax;

pub use compile::{Compiled, compile};
pub use options::{Dialect, Options};
pub use syntax::{Parsed, parse};
