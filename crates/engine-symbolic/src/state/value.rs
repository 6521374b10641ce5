//! Values: what variables hold and expressions yield.

use tribunal_ir::IntShape;
use tribunal_solver::{Bits, Sort, TermId, Terms};

/// A symbolic scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A `Bool` is a term of that sort; numbers and floats are bit-vectors.
    Term(TermId),
    /// A pointer.
    Pointer(Pointer),
}

/// A symbolic pointer: the number of an object (a choice between constants) and an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pointer {
    /// The number of the object, of [`OBJECT`] bits.
    pub(crate) object: TermId,
    /// The offset in bytes, of 64 bits.
    pub(crate) offset: TermId,
}

/// The width of object numbers.
pub(crate) const OBJECT: u32 = 32;

/// The first value if the condition holds, else the second.
pub(crate) fn choose(terms: &mut Terms, condition: TermId, yes: Value, no: Value) -> Value {
    match (yes, no) {
        (Value::Term(yes), Value::Term(no)) => Value::Term(terms.ite(condition, yes, no)),
        (Value::Pointer(yes), Value::Pointer(no)) => {
            Value::Pointer(choose_pointer(terms, condition, yes, no))
        }
        (Value::Term(_), Value::Pointer(_)) | (Value::Pointer(_), Value::Term(_)) => {
            unreachable!("I4: the values of one place should be of one kind")
        }
    }
}

/// The same for pointers.
pub(crate) fn choose_pointer(
    terms: &mut Terms,
    condition: TermId,
    yes: Pointer,
    no: Pointer,
) -> Pointer {
    Pointer {
        object: terms.ite(condition, yes.object, no.object),
        offset: terms.ite(condition, yes.offset, no.offset),
    }
}

/// A number of 64 bits.
pub(crate) fn long(terms: &mut Terms, number: u64) -> TermId {
    terms.number(number.into(), 64)
}

/// The null pointer.
pub(crate) fn null(terms: &mut Terms) -> Pointer {
    Pointer { object: terms.number(0, OBJECT), offset: terms.number(0, 64) }
}

/// The value of a constant of at most 64 bits.
pub(crate) fn constant(terms: &Terms, term: TermId) -> Option<u64> {
    terms.as_bits(term).and_then(Bits::to_u128).and_then(|it| u64::try_from(it).ok())
}

/// A truth value or number as a bit-vector.
pub(crate) fn to_bits(terms: &mut Terms, term: TermId) -> TermId {
    match terms.sort(term) {
        Sort::Bool => terms.bool_to_bits(term, 1),
        Sort::BitVec(_) | Sort::Array { .. } => term,
    }
}

/// A number of one shape as one of another that is congruent to it; `truth` is whether the result is
/// a `Bool`, which then is the lowest bit.
pub(crate) fn wrap(terms: &mut Terms, from: IntShape, to: Target, term: TermId) -> TermId {
    let bits = to_bits(terms, term);
    match to {
        Target::Bool => terms.bit(bits, 0),
        Target::Int(to) if from.signed => terms.sign_resize(bits, to.bits.into()),
        Target::Int(to) => terms.zero_resize(bits, to.bits.into()),
    }
}

/// What a number is wrapped to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A truth value.
    Bool,
    /// A bit-vector.
    Int(IntShape),
}
