//! C: lexer, parser, type checker, lowering.

pub mod hir;
