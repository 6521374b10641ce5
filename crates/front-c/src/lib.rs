//! The C front end: from the text of a program, as GNU C11 compilers read it, to a program.
//!
//! Reading order: [`ast`] is the syntax tree, `lexer` makes C tokens of preprocessing tokens, `parser` makes the tree, `sema`
//! checks it and makes the typed tree [`hir`].

pub mod ast;
pub mod hir;
pub mod options;

pub use options::{DataModel, Options};
