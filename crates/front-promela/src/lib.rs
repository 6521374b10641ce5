//! The Promela front end: from the text of a model, as Spin 6.5.2 reads it, to a program.

pub mod ast;
mod compile;
pub mod embedded;
mod labels;
mod lexer;
mod lower;
pub mod options;
mod parser;
mod syntax;

pub use compile::{Compiled, compile, compile_with};
pub use labels::labels;
pub use options::{Dialect, Options};
pub use syntax::{Parsed, parse};
