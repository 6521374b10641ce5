//! Initialisers, flattened: braces, designators and elision are resolved.

use super::{BitField, ExprId, TypeId};

/// What an object holds at first. Elements apply in order: a later one wins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Initialiser {
    /// Whether all bytes are zero before the elements apply.
    pub zero_fill: bool,
    /// The parts.
    pub elements: Vec<Element>,
}

impl Initialiser {
    /// The values that are stored.
    pub fn values(&self) -> impl Iterator<Item = ExprId> {
        self.elements.iter().filter_map(|it| match it.value {
            ElementValue::Scalar { value, .. } | ElementValue::Record { value, .. } => Some(value),
            ElementValue::Bytes(_) => None,
        })
    }
}

/// One part of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The first byte, counted from the start of the object.
    pub offset: u64,
    /// How often the value is stored; evaluated once.
    pub count: u64,
    /// The distance between two stores.
    pub stride: u64,
    /// What is stored.
    pub value: ElementValue,
}

/// What a part of an object holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ElementValue {
    /// A scalar, already of type `ty`.
    Scalar {
        /// The type of the place.
        ty: TypeId,
        /// Which bits, for a bit-field.
        bits: Option<BitField>,
        /// The value.
        value: ExprId,
    },
    /// A struct or union copied whole.
    Record {
        /// Its type.
        ty: TypeId,
        /// The value.
        value: ExprId,
    },
    /// Bytes of a string literal.
    Bytes(Vec<u8>),
}
