//! The bytes between the members of a struct. An initialiser that names all members leaves them as they are (C17 6.2.6.1p6), and so does gcc; where
//! some members are left out, gcc clears the whole object first.

use crate::hir::{Element, ElementValue, Length, RecordKind, Type, TypeId, Types};

/// More elements than this are not counted one by one.
const MOST: u64 = 4096;

/// Whether an object has bytes that no element of its initialiser says anything of, though all members have values.
pub(super) fn is_left(types: &Types, ty: TypeId, elements: &[Element]) -> bool {
    let Some(members) = bytes_of_members(types, ty) else { return false };
    let has_padding = types.size_of(ty).is_some_and(|it| members < it);
    has_padding && bytes_given(types, elements) == Some(members)
}

/// How many bytes the members have, if each has bytes of its own.
fn bytes_of_members(types: &Types, ty: TypeId) -> Option<u64> {
    match types.get(ty) {
        Type::Array { element, length: Length::Known(length) } => {
            bytes_of_members(types, element.id)?.checked_mul(*length)
        }
        Type::Array { .. } => None,
        Type::Record(record) => {
            let record = types.record(*record);
            let is_plain = record.kind == RecordKind::Struct
                && record.fields.iter().all(|it| it.bits.is_none());
            let mut members = record.fields.iter().filter(|_| is_plain);
            let sum = members
                .try_fold(0_u64, |sum, it| sum.checked_add(bytes_of_members(types, it.ty.id)?));
            sum.filter(|_| is_plain)
        }
        _ => types.size_of(ty),
    }
}

/// How many bytes of members the elements give values to, if no byte gets two.
fn bytes_given(types: &Types, elements: &[Element]) -> Option<u64> {
    let mut parts = Vec::new();
    let mut sum = 0_u64;
    for element in elements {
        let (size, bytes) = match &element.value {
            ElementValue::Scalar { bits: Some(_), .. } => return None,
            ElementValue::Scalar { ty, .. } | ElementValue::Record { ty, .. } => {
                (types.size_of(*ty)?, bytes_of_members(types, *ty)?)
            }
            ElementValue::Bytes(bytes) => (bytes.len() as u64, bytes.len() as u64),
        };
        if MOST < element.count || MOST < parts.len() as u64 {
            return None;
        }
        for turn in 0..element.count {
            let start = element.offset + turn * element.stride;
            parts.push((start, start + size));
            sum += bytes;
        }
    }
    parts.sort_unstable();
    parts.is_sorted_by(|a, b| a.1 <= b.0).then_some(sum)
}
