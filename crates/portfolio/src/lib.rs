//! The portfolio: which engines are asked, in which order and for how long, and what is made of their answers.
//!
//! A check is a [`session`]: its properties go up the [`ladder`], whose rungs are the engines of the [`registry`]. One [`scheduler`] runs them,
//! on one lane or on many; each answer is certified before it is told. The front ends are not known here.

mod all_states;
mod board;
pub mod check;
pub mod checkpoint;
pub mod crash;
mod ladder;
pub mod limits;
pub mod plan;
mod recheck;
pub mod reduction;
pub mod registry;
mod schedule;
mod scheduler;
mod second;
mod session;

pub use all_states::{AllStates, Scout};
pub use check::{
    CheckOptions, Checked, Method, check, check_distributed, check_on, check_with, without_status,
};
pub use checkpoint::Checkpoint;
pub use limits::{Answered, Limits, Spectator, default_memory, resident_memory};
pub use recheck::SecondProofs;
pub use reduction::{Reduction, Technique};
pub use registry::Rung;
pub use scheduler::Lanes;
pub use tribunal_engine::Settles;
