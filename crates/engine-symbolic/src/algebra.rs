//! Polynomial equations modulo powers of two: what follows from them, and what they refute.

pub(crate) mod ideal;
pub(crate) mod refute;
