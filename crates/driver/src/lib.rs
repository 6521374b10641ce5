//! Brings everything together: loads models, plans searches, runs engines under limits, has their
//! answers certified, simulates, and keeps traces.
//!
//! Only this crate and the command line touch files and the clock.

pub mod automaton;
pub mod certificate;
mod cpp;
mod embedded;
mod every_place;
pub mod files;
mod formulas;
pub mod front;
pub mod harness;
pub mod invariants;
mod kept_lines;
pub mod load;
pub mod matching;
pub mod prepare;
mod random;
pub mod replay;
mod reproof;
pub mod run;
pub mod simulate;
pub mod subprocess;
pub mod svcomp;
pub mod translation;
pub mod unit;
pub mod values;
pub mod witness;

pub use every_place::add_every_place;
pub use formulas::Questions;
pub use front::{Formulas, FrontEnd, front_end};
pub use invariants::{Analysed, invariants};
pub use load::{Loaded, load};
pub use prepare::{Prepared, Refused, prepare};
pub use run::{Ran, RunEnd, RunLimits, retrace, run};
pub use simulate::{Choice, Finding, Guide, Moment, Random, Script, Simulated, simulate};
pub use tribunal_domains::{Crowding, Joining};
pub use tribunal_engine::Errors;
pub use tribunal_engine_absint::{Detail, Domain, Round, Rounds, Settings, Transformer, Widening};
pub use tribunal_engine_explicit::{Cluster, Code, Explicit, Order, PartialOrder, Storage};
pub use tribunal_front_c::DataModel;
pub use tribunal_front_c::lower::{
    Allocation, Bounds, Check, Checks, Choices, LoopContracts, Unwinding,
};
pub use tribunal_logic::ctl::all_paths;
pub use tribunal_portfolio::{
    Answered, CheckOptions, Checked, Checkpoint, Limits, Method, Reduction, Rung, SecondProofs,
    Settles, Spectator, Technique, check, check_distributed, checkpoint, default_memory, plan,
    resident_memory,
};

pub use translation::{CTranslation, Translation};
pub use tribunal_front_promela::Dialect;
pub use unit::{Found, Unit, UnitQuestion, find_paths, prepare_unit};
pub use values::{Question, Values};
