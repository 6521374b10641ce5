//! Shows what was found: the same data as text for the terminal and as JSON for programs.
//!
//! [`data`] is the contract; [`text`] draws it; [`diagnostics`] draws messages about the input;
//! [`trace_file`] keeps runs for later, [`certificate_file`] proofs. This is the only crate that serialises.

pub mod automaton;
pub mod bench;
pub mod certificate_file;
pub mod certify;
mod climb;
pub mod data;
pub mod diagnostics;
pub mod event;
pub mod findings;
pub mod harness;
pub mod invariants;
pub mod json;
mod ledger;
pub mod matching;
pub mod narrate;
pub mod properties;
mod sha256;
pub mod slice;
pub mod source;
pub mod style;
pub mod summary;
pub mod text;
pub mod trace_file;
pub mod unit;
pub mod unit_coverage;
pub mod unit_test;
pub mod witness;
mod words;

#[cfg(test)]
mod example;

pub use automaton::draw_automaton;
pub use bench::{draw_bench, draw_ladder};
pub use data::{Report, StepReport, TraceReport, Truth};
pub use diagnostics::draw_diagnostics;
pub use invariants::draw_invariants;
pub use json::json;
pub use matching::draw_matching;
pub use properties::draw_properties;
pub use sha256::sha256;
pub use slice::draw_slice;
pub use style::{Colour, Folding, Lines, Style};
pub use text::{Detail, draw_ending, draw_report, draw_step, draw_story, draw_trace};
pub use unit::draw_unit;
pub use unit_coverage::{draw_coverage, draw_unit_bench};
pub use words::{because, bytes, grouped, kind, overall};
