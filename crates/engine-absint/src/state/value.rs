//! What is known of a scalar.

use crate::state::layout::Layout;
use tribunal_domains::pointer::Pointers;
use tribunal_domains::{Lattice, Number, Numeric as _, Thresholds};
use tribunal_ir::{Program, Ty};

/// The values that a scalar may have. Floats are numbers made of their bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Numbers.
    Number(Number),
    /// Pointers.
    Pointer(Pointers),
}

impl Value {
    /// All values of a scalar type.
    pub(crate) fn top(program: &Program, ty: Ty) -> Self {
        match (ty, program.shape_of_ty(ty)) {
            (Ty::Pointer, _) | (_, None) => Self::Pointer(Pointers::Any),
            (_, Some(shape)) => Self::Number(Number::top(shape)),
        }
    }

    /// Zero, or the null pointer.
    pub(crate) fn zero(ty: Ty) -> Self {
        match ty {
            Ty::Pointer => Self::Pointer(Pointers::null()),
            _ => Self::Number(Number::constant(0)),
        }
    }

    /// The number, if it is one.
    pub(crate) fn number(&self) -> Option<&Number> {
        match self {
            Self::Number(number) => Some(number),
            Self::Pointer(_) => None,
        }
    }

    /// The pointers, if it is one.
    pub(crate) fn pointers(&self) -> Option<&Pointers> {
        match self {
            Self::Pointer(pointers) => Some(pointers),
            Self::Number(_) => None,
        }
    }

    /// The values that a type has: a widening may go beyond them.
    pub(crate) fn clamped(self, layout: &Layout<'_>, ty: Ty) -> Self {
        match (self, layout.program.shape_of_ty(ty)) {
            (Self::Number(number), Some(shape)) => Self::Number(number.clamped(shape)),
            (value, _) => value,
        }
    }

    /// What is read as one type where another of the same width was stored.
    pub(crate) fn reread(&self, program: &Program, ty: Ty) -> Self {
        match (self, ty) {
            (Self::Pointer(_), Ty::Pointer) => self.clone(),
            (Self::Number(number), Ty::Pointer) if number.single() == Some(0) => Self::zero(ty),
            (Self::Number(number), _) if ty != Ty::Pointer => match program.shape_of_ty(ty) {
                Some(shape) => Self::Number(number.wrap(shape)),
                None => Self::top(program, ty),
            },
            _ => Self::top(program, ty),
        }
    }
}

impl Lattice for Value {
    fn le(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.le(b),
            (Self::Pointer(a), Self::Pointer(b)) => a.le(b),
            _ => *other == Self::Pointer(Pointers::Any),
        }
    }

    fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => Self::Number(a.join(b)),
            (Self::Pointer(a), Self::Pointer(b)) => Self::Pointer(a.join(b)),
            _ => Self::Pointer(Pointers::Any),
        }
    }

    fn widen(&self, newer: &Self, thresholds: &Thresholds) -> Self {
        match (self, newer) {
            (Self::Number(a), Self::Number(b)) => Self::Number(a.widen(b, thresholds)),
            (Self::Pointer(a), Self::Pointer(b)) => Self::Pointer(a.widen(b, thresholds)),
            _ => Self::Pointer(Pointers::Any),
        }
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.meet(b).map(Self::Number),
            (Self::Pointer(a), Self::Pointer(b)) => a.meet(b).map(Self::Pointer),
            _ => Some(self.clone()),
        }
    }
}
