//! What expressions and actions do to a symbolic state, and how states of one position become one.

pub(crate) mod action;
pub(crate) mod arithmetic;
pub(crate) mod expr;
pub(crate) mod float;
pub(crate) mod merge;
pub(crate) mod place;
pub(crate) mod start;
