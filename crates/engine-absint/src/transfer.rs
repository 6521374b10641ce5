//! What a step does to what is known: expressions, conditions, actions.

pub mod best;
pub(crate) mod eval;
pub(crate) mod float;
pub(crate) mod init;
pub(crate) mod recall;
pub(crate) mod refine;
pub(crate) mod relate;
pub(crate) mod step;
