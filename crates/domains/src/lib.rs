//! Abstract domains: sets of values, described by a few numbers.
//!
//! A domain is a [`Lattice`]; one of numbers as machines keep them is [`Numeric`] besides. Every implementation is
//! tested against the laws that the traits state, and its operations against the reference semantics.
//!
//! Read [`lattice`] first, then [`interval`] and [`number`], the reduced product that the abstract interpreter uses.
//! The empty set is `None` one level up: no element of a domain is empty.

pub mod bits;
pub mod congruence;
pub mod extended;
pub mod float_interval;
pub mod interval;
pub mod intervals;
pub mod lattice;
pub mod map;
pub mod modular;
pub mod number;
pub mod octagon;
pub mod pointer;
pub mod polyhedron;
pub mod powerset;

pub use bits::Bits;
pub use congruence::Congruence;
pub use float_interval::FloatInterval;
pub use interval::Interval;
pub use intervals::{Crowding, Intervals, Joining, crowded};
pub use lattice::{Lattice, Numeric, Thresholds};
pub use map::Map;
pub use number::Number;
pub use octagon::Octagon;
pub use pointer::Pointers;
pub use polyhedron::Polyhedron;
