//! From preprocessed tokens to the tokens of Promela's grammar.
//!
//! `scan` cuts the text into words, numbers and operators, once and for all. [`Lexer`] hands them out one by one, as
//! the parser asks, because what a token is depends on where the parser stands: names mean what has been
//! declared so far, the end of a line may stand for a semicolon, and an inline's body comes in place of its call.

mod capture;
mod inline;
mod kind;
mod layout;
mod names;
mod scan;
mod stream;

pub(crate) use capture::CBlock;
pub(crate) use inline::{Inline, InlineProblem};
pub(crate) use kind::Kind;
pub(crate) use names::Names;
pub(crate) use scan::{Lexeme, Scanned, scan};
pub(crate) use stream::{Lexer, Mode, Payload, Token};
