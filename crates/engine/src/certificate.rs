//! Certificates: why a property holds, as data that `certify` can check without the engine that wrote it.
//!
//! What is said speaks of the program as the front end made it, and of whole numbers: sums do not wrap.

mod expression;

pub use expression::condition;

use crate::fact::Relation;
use crate::trace::Trace;
use std::collections::BTreeMap;
use std::sync::Arc;
use tribunal_ir::{ExprId, LocId, ObjectId, ProcId, Ty, VarId};
use tribunal_logic::ctl::Labelled;

/// Why a property holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Certificate {
    /// Every reachable state was visited. To check it again is to search again.
    Exhausted {
        /// How many states were stored.
        states: u64,
    },
    /// No statement of the program can violate the property.
    Absent,
    /// Every run ends within loops and recursive calls that were unrolled, and none of them violates
    /// the property.
    Unrolled {
        /// The most iterations of a loop.
        iterations: u64,
    },
    /// In every loop that may go on for ever, a violation would need an earlier one.
    Inductive {
        /// How many iterations without a violation make the next one right.
        iterations: u64,
        /// The heads of those loops, with what is known to hold there besides.
        heads: Arc<Said>,
        /// Recursive functions that may call themselves for ever, of which a contract was proved instead.
        functions: Vec<ProcId>,
    },
    /// What holds at each location is preserved by every step, and rules a violation out.
    Invariant {
        /// Whose elements the invariants are, for people.
        domain: String,
        /// The invariants; `None` if there are too many to be told.
        said: Option<Arc<Said>>,
    },
    /// The run shows it, whatever else the program does. Only formulas about the tree of runs hold like this.
    Run(Trace),
    /// In every state it is known which parts of the formula hold, as far as it takes.
    Labelling {
        /// How many states there are.
        states: u64,
        /// What they are.
        stands: Stands,
        /// The states and what is said of them.
        labelled: Arc<Labelled>,
        /// A run that shows a part of the answer.
        run: Option<Trace>,
    },
    /// It is made of several questions, and follows from the answers to them, which these support.
    Composed(Vec<Certificate>),
    /// States in which a row of list nodes that are alike is one node cover all others, and none of them violates the property.
    Segments {
        /// How many there are.
        states: u64,
    },
}

impl Certificate {
    /// The run that shows it, or a part of it.
    #[must_use]
    pub fn run(&self) -> Option<&Trace> {
        match self {
            Self::Run(run) => Some(run),
            Self::Labelling { run, .. } => run.as_ref(),
            Self::Composed(parts) => parts.iter().find_map(Self::run),
            _ => None,
        }
    }
}

/// What states that are labelled stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// They are all states of the program.
    ForAll,
    /// They are some states of the program, and what comes after them is not known.
    ForSome,
    /// Each stands for several.
    ForSeveral,
}

/// What is said of locations: of all that runs come to, if it is not said which ones are meant.
pub type Said = BTreeMap<LocId, Vec<Statement>>;

/// Something that is said to hold whenever control is at a location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A condition of the program's own, over variables that are global or of the location's process or function.
    Holds(ExprId),
    /// A variable is one of these numbers.
    Numbers(VarId, Values),
    /// A variable is one of these pointers.
    Pointers(VarId, Pointers),
    /// A relation between variables.
    Related(Relation),
    /// Something about the static object of a declaration, or the last one that was made from it.
    Memory(ObjectId, Content),
}

/// What can be said of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// There is none: none was ever made from the declaration.
    Absent,
    /// It is alive, if there is one.
    Alive,
    /// It has one of these numbers of bytes, if there is one.
    Size(Values),
    /// As long as it is alive and has the bytes, the scalar of this type at this offset is one of these numbers.
    Numbers(u64, Ty, Values),
    /// The same of a pointer.
    Pointers(u64, Pointers),
}

/// A set of numbers: those that are within a range, have a remainder, and have some bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Values {
    /// Ranges, both ends included.
    pub ranges: Vec<(i128, i128)>,
    /// What they are divided by; 0 if there is one number alone, 1 if nothing is said.
    pub modulus: i128,
    /// What is left then; the number, if there is one alone.
    pub remainder: i128,
    /// The bits that are known.
    pub known: u128,
    /// Those of them that are set.
    pub ones: u128,
}

impl Values {
    /// The numbers from one to another.
    #[must_use]
    pub fn range(lo: i128, hi: i128) -> Self {
        Self { ranges: vec![(lo, hi)], modulus: 1, remainder: 0, known: 0, ones: 0 }
    }

    /// The number that is among them, if there is one alone by the ranges.
    #[must_use]
    pub fn only(&self) -> Option<i128> {
        match self.ranges.as_slice() {
            [(lo, hi)] if lo == hi => Some(*lo),
            _ => None,
        }
    }

    /// Whether a number is among them.
    #[must_use]
    pub fn contains(&self, value: i128) -> bool {
        let is_congruent = match self.modulus {
            0 => value == self.remainder,
            modulus => value.checked_sub(self.remainder).is_some_and(|it| it % modulus == 0),
        };
        self.ranges.iter().any(|(lo, hi)| *lo <= value && value <= *hi)
            && is_congruent
            && value as u128 & self.known == self.ones
    }
}

/// Pointers: targets, with the offsets that each may be pointed at.
pub type Pointers = Vec<(Target, Values)>;

/// What a pointer has as its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// None: it is null or a bare address.
    Nothing,
    /// A function.
    Function(ProcId),
    /// An object that is made from a declaration.
    Object(ObjectId, Age),
}

/// Which object of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Age {
    /// The static one, or the last that was made.
    Last,
    /// One that was made before the last.
    Older,
}
