//! The C front end: from the text of a program, as GNU C11 compilers read it, to a program.
//!
//! Reading order: [`ast`] is the syntax tree, `lexer` makes C tokens of preprocessing tokens, `parser` makes the tree.

pub mod ast;
pub mod options;

pub use options::{DataModel, Options};
