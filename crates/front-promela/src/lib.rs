//! The Promela front end: from the text of a model, as Spin 6.5.2 reads it, to a program.

pub mod ast;
