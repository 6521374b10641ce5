//! What everything else stands on: ids and arenas, sources and spans, texts of any bytes, diagnostics, algorithms on graphs, Kleene's logic.
//!
//! This crate does no input or output.

pub mod bytes;
pub mod diagnostic;
pub mod graph;
pub mod index;
pub mod kleene;
pub mod release;
pub mod similar;
pub mod source;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use index::{Arena, Id, Interner};
pub use kleene::Kleene;
pub use release::release;
pub use similar::similar;
pub use source::{FileId, LineColumn, Sources, Span};
