//! The reference semantics: what a [`tribunal_ir::Program`] means, written once, to be read.
//!
//! Everything here is slow and clones freely. Engines compile programs into something faster and
//! are tested against this; `tribunal-certify` replays their evidence on it.
//!
//! Read [`state`] first, then [`eval`] (rules E1 to E7), [`enabled`] (S1 to S3), [`successors`]
//! (S4, atomic control, timeout) and [`step`] (what a step does). The rules are stated in
//! `tribunal_ir::edge` and `tribunal_ir::expr`.

mod action;
pub mod bulk;
pub mod claim;
mod decimal;
pub mod describe;
pub mod effects;
pub mod enabled;
pub mod eval;
mod float;
pub mod init;
pub mod memory;
pub mod message;
pub mod notes;
pub mod oracle;
pub mod place;
mod print;
pub mod sequential;
pub mod state;
pub mod step;
pub mod successors;

pub use bulk::moves_too_much;
pub use claim::{claim_successors, is_claim_end};
pub use describe::{Change, Item, changes, items, process_name};
pub use effects::{Effects, Event, Origin, Transfer};
pub use eval::{Nesting, View, evaluate, evaluate_atom};
pub use init::initial;
pub use memory::{Memory, Pointer};
pub use notes::Notes;
pub use oracle::{Oracle, Script, Zeros};
pub use sequential::{Moment, Walk};
pub use state::{Frame, Instance, Message, Queue, State, Value};
pub use step::{Diverges, take};
pub use successors::{
    Enabled, Successor, apply, apply_with, can_move, enabled, is_blocked, is_valid_end, steps,
    successors, timeout,
};
