//! The C front end: from the text of a program, as GNU C11 compilers read it, to a program.
//!
//! Reading order: [`ast`] is the syntax tree, `lexer` makes C tokens of preprocessing tokens, `parser` makes the tree,
//! `headers` are the standard headers, `syntax` puts them together; `sema` checks the tree and makes the typed tree
//! [`hir`]; [`lower`] makes the program; `compile` does it all. `scope` reads expressions about a program after that.

pub mod ast;
mod compile;
pub mod embed;
mod entry;
mod file_local;
mod headers;
pub mod hir;
mod lexer;
mod library;
pub mod lower;
pub mod observe;
pub mod options;
mod order;
mod parser;
mod predefined;
pub mod probe;
mod scope;
mod sema;
mod stack;
pub mod support;
mod syntax;

pub use compile::{Compiled, compile, compile_observed};
pub use headers::{is_standard_header, standard_header_text, standard_headers};
pub use options::{DataModel, Options};
pub use scope::Scope;
pub use sema::analyse;
pub use stack::with_deep_stack;
pub use syntax::parse;
