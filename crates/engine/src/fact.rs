//! Facts: what one engine has found out about a program and another may use.
//!
//! They speak of whole numbers without a bound, not of expressions of the program: a sum of variables never wraps. So
//! intervals, octagons, polyhedra and congruences say what they know as it is, and need not add to the program.

use tribunal_ir::{LocId, VarId};

/// Something that is said to hold in every run. Whoever uses it checks it, or says whose word it takes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    /// It holds whenever control of a process or function is at the location, which tells whose variables are meant.
    Invariant {
        /// The location.
        location: LocId,
        /// What holds there.
        holds: Relation,
    },
}

/// A relation between the values of variables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// The sum is not above 0.
    AtMostZero(Sum),
    /// The sum is 0.
    Zero(Sum),
    /// The sum is a multiple of a number that is above 1.
    Multiple {
        /// The number.
        of: i128,
        /// The sum.
        sum: Sum,
    },
    /// A sum of multiples of products of variables is a multiple of a power of two: machine arithmetic on so many bits makes it 0.
    Vanishes {
        /// Which power of two.
        bits: u32,
        /// Factors, none of them 0, and variables in order, which may occur more than once. Each product occurs once.
        products: Vec<(i128, Vec<VarId>)>,
    },
    /// The pointer is not null.
    NotNull(VarId),
    /// One of them holds.
    Any(Vec<Relation>),
}

/// A sum of multiples of variables, exact. The variables are global or of the location's process or function, and hold
/// numbers: no floats, no pointers.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sum {
    /// Factors, none of them 0, and variables, in the order of the variables and each once.
    pub terms: Vec<(i128, VarId)>,
    /// What is added.
    pub constant: i128,
}
