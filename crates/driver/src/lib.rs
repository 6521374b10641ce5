//! Brings everything together: loads models, plans searches, runs engines under limits, has their
//! answers certified, simulates, and keeps traces.
//!
//! Only this crate and the command line touch files and the clock.

mod abreast;
mod ascent;
pub mod automaton;
pub mod bench;
mod board;
pub mod check;
pub mod checkpoint;
mod court;
mod cpp;
mod crash;
pub mod ctl;
mod descent;
mod embedded;
pub mod files;
pub mod harness;
pub mod invariants;
pub mod ladder;
mod lift;
pub mod limits;
pub mod load;
pub mod matching;
pub mod plan;
pub mod prepare;
mod probe;
mod random;
mod recheck;
pub mod reduction;
mod registry;
pub mod replay;
mod reproof;
pub mod run;
pub mod simulate;
pub mod svcomp;
mod swarm;
pub mod unit;
pub mod values;

pub use check::{CheckOptions, Checked, Method, check, check_distributed};
pub use checkpoint::Checkpoint;
pub use ctl::{CtlChecked, CtlOptions, CtlQuestion, check_ctl, load_ctl, store_ctl};
pub use invariants::{Analysed, invariants};
pub use limits::{Limits, Spectator, default_memory};
pub use load::{CTranslation, Language, Loaded, Translation, load};
pub use prepare::{Prepared, Refused, prepare};
pub use reduction::{Reduced, Reduction, Technique};
pub use registry::{Rung, Settles};
pub use run::{Ran, RunEnd, RunLimits, retrace, run};
pub use simulate::{Choice, Finding, Guide, Moment, Random, Script, Simulated, simulate};
pub use tribunal_domains::{Crowding, Joining};
pub use tribunal_engine_absint::{Detail, Domain, Round, Rounds, Settings, Transformer, Widening};
pub use tribunal_engine_explicit::{Cluster, Code, Errors, Explicit, Order, PartialOrder, Storage};
pub use tribunal_front_c::DataModel;
pub use tribunal_front_c::lower::{Allocation, Bounds, Check, Checks, Choices};
pub use tribunal_logic::ctl::all_paths;

pub use tribunal_front_promela::Dialect;
pub use unit::{Found, Unit, UnitQuestion, find_paths, prepare_unit};
pub use values::{Question, Values};
