//! Pointers as sets of objects, each with the offsets it may be pointed at.
//!
//! An object is static, the one most recently allocated at a place in the program, or any of those allocated there before (G. Balakrishnan,
//! T. Reps: *Recency-abstraction for heap-allocated storage*, SAS 2006): the first two are single objects, which can be overwritten for
//! certain.

use crate::lattice::{Lattice, Numeric as _, Thresholds};
use crate::number::Number;
use tribunal_base::Id as _;
use tribunal_ir::{BinOp, IntShape, ObjectId, ProcId};

/// The number of an abstract object: even for single ones, odd for the older ones of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u32);

impl Key {
    /// The static object, or the youngest one of an allocation.
    #[must_use]
    pub fn single(object: ObjectId) -> Self {
        Self(2 * u32::try_from(object.index()).unwrap_or(u32::MAX / 2))
    }

    /// The older ones of the same allocation.
    #[must_use]
    pub fn older(self) -> Self {
        Self(self.0 | 1)
    }

    /// Whether it stands for one object in each state.
    #[must_use]
    pub fn is_single(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// What its objects are made from.
    #[must_use]
    pub fn declaration(self) -> ObjectId {
        ObjectId::from_index(self.0 as usize / 2)
    }
}

/// What a pointer has as its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// None: it is null or a bare address.
    Nothing,
    /// A function.
    Function(ProcId),
    /// An object.
    Object(Key),
}

/// A set of pointers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pointers {
    /// All of them.
    Any,
    /// Targets in order, each once, with their offsets (`I64`).
    To(Vec<(Target, Number)>),
}

/// How many targets a set may have.
const LIMIT: usize = 40;

/// Whether the youngest object of an allocation is an older one now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aged {
    /// It is.
    Certainly,
    /// It may be.
    Perhaps,
}

impl Pointers {
    /// The null pointer.
    #[must_use]
    pub fn null() -> Self {
        Self::to(Target::Nothing)
    }

    /// The pointer to the start of a target.
    #[must_use]
    pub fn to(target: Target) -> Self {
        Self::To(vec![(target, Number::constant(0))])
    }

    /// The targets; `None` if anything is possible.
    #[must_use]
    pub fn targets(&self) -> Option<&[(Target, Number)]> {
        match self {
            Self::Any => None,
            Self::To(targets) => Some(targets),
        }
    }

    /// The only target with its offsets, if there is one.
    #[must_use]
    pub fn only(&self) -> Option<&(Target, Number)> {
        match self.targets()? {
            [one] => Some(one),
            _ => None,
        }
    }

    /// All pointers moved by a number of bytes.
    #[must_use]
    pub fn advance(&self, by: &Number) -> Self {
        match self {
            Self::Any => Self::Any,
            Self::To(targets) => Self::To(
                targets
                    .iter()
                    .map(|(target, offset)| {
                        (*target, Number::binary(BinOp::Add, IntShape::I64, offset, by))
                    })
                    .collect(),
            ),
        }
    }

    /// The pointers that a function keeps, with the offsets it leaves; `None` if that are none.
    #[must_use]
    pub fn keep(&self, mut keep: impl FnMut(Target, &Number) -> Option<Number>) -> Option<Self> {
        match self {
            Self::Any => Some(Self::Any),
            Self::To(targets) => {
                let kept =
                    targets.iter().filter_map(|(it, offset)| Some((*it, keep(*it, offset)?)));
                let kept: Vec<_> = kept.collect();
                (!kept.is_empty()).then_some(Self::To(kept))
            }
        }
    }

    /// The pointers without the null pointer.
    #[must_use]
    pub fn without_null(&self) -> Option<Self> {
        self.keep(|target, offset| match target {
            Target::Nothing => offset.without(0),
            Target::Function(_) | Target::Object(_) => Some(offset.clone()),
        })
    }

    /// Only the null pointer, if it is among them.
    #[must_use]
    pub fn only_null(&self) -> Option<Self> {
        let is_null =
            |(target, offset): &(Target, Number)| *target == Target::Nothing && offset.contains(0);
        match self {
            Self::Any => Some(Self::null()),
            Self::To(targets) => targets.iter().any(is_null).then(Self::null),
        }
    }

    /// The same where what was the youngest object of an allocation is, or may be, an older one now.
    #[must_use]
    pub fn aged(&self, key: Key, age: Aged) -> Option<Self> {
        let targets = self.targets()?;
        let at = targets.iter().position(|it| it.0 == Target::Object(key))?;
        let older = Self::To(vec![(Target::Object(key.older()), targets[at].1.clone())]);
        let mut rest = targets.to_vec();
        if age == Aged::Certainly {
            rest.remove(at);
        }
        Some(if rest.is_empty() { older } else { Self::To(rest).join(&older) })
    }
}

impl Lattice for Pointers {
    fn le(&self, other: &Self) -> bool {
        let (Self::To(mine), Self::To(theirs)) = (self, other) else { return *other == Self::Any };
        mine.iter().all(|(target, offset)| {
            let found = theirs.binary_search_by_key(target, |it| it.0);
            found.is_ok_and(|at| offset.le(&theirs[at].1))
        })
    }

    fn join(&self, other: &Self) -> Self {
        self.combine(other, Number::join)
    }

    /// There are finitely many targets (L4); but where there are no stops any more, a new one is one too many.
    fn widen(&self, newer: &Self, thresholds: &Thresholds) -> Self {
        if let (Self::To(mine), Self::To(theirs)) = (self, newer)
            && thresholds.are_over()
            && theirs.iter().any(|it| mine.binary_search_by_key(&it.0, |it| it.0).is_err())
        {
            return Self::Any;
        }
        self.combine(newer, |a, b| a.widen(b, thresholds).clamped(IntShape::I64))
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Any, other) => Some(other.clone()),
            (_, Self::Any) => Some(self.clone()),
            (_, Self::To(theirs)) => self.keep(|target, offset| {
                let at = theirs.binary_search_by_key(&target, |it| it.0).ok()?;
                offset.meet(&theirs[at].1)
            }),
        }
    }
}

impl Pointers {
    fn combine(&self, other: &Self, merge: impl Fn(&Number, &Number) -> Number) -> Self {
        let (Self::To(mine), Self::To(theirs)) = (self, other) else { return Self::Any };
        let mut all = mine.clone();
        for (target, offset) in theirs {
            match all.binary_search_by_key(target, |it| it.0) {
                Ok(at) => all[at].1 = merge(&all[at].1, offset),
                Err(at) => all.insert(at, (*target, offset.clone())),
            }
        }
        if LIMIT < all.len() { Self::Any } else { Self::To(all) }
    }
}
