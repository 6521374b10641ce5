//! Conditions that depend on one global scalar alone: which stores can make them true is known.

use super::access::Object;
use super::reader::Reader;
use crate::eval::arithmetic;
use crate::model::{Code, CodeId};

/// The only thing that the value of an expression depends on, if it is a global scalar.
pub(super) fn sole_scalar(reader: &mut Reader<'_>, code: CodeId) -> Option<Object> {
    match reader.model.codes[code as usize] {
        Code::Global(_, bit) => Some(Object::Scalar { matched: true, bit }),
        Code::GlobalByte(byte) => Some(Object::Scalar { matched: true, bit: byte * 8 }),
        Code::GlobalElement { index, first, len } => {
            let index = reader.fixed(index)?;
            let index = u32::try_from(index).ok().filter(|&it| it < len)?;
            Some(Object::Scalar { matched: true, bit: (first + index) * 8 })
        }
        Code::Not(a)
        | Code::EqualTo(a, _)
        | Code::UnequalTo(a, _)
        | Code::LessThan(a, _)
        | Code::AtLeast(a, _)
        | Code::IsNotZero(a) => sole_scalar(reader, a),
        Code::Equal(a, b) | Code::Unequal(a, b) | Code::Less(a, b) | Code::LessEqual(a, b) => {
            match (reader.fixed(a), reader.fixed(b)) {
                (None, Some(_)) => sole_scalar(reader, a),
                (Some(_), None) => sole_scalar(reader, b),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The value of an expression of which [`sole_scalar`] is known, should that be this number.
pub(super) fn evaluate(reader: &mut Reader<'_>, code: CodeId, value: i64) -> Option<i64> {
    if let Some(fixed) = reader.fixed(code) {
        return Some(fixed);
    }
    Some(match reader.model.codes[code as usize] {
        Code::Global(..) | Code::GlobalByte(_) | Code::GlobalElement { .. } => value,
        Code::EqualTo(a, number) => (evaluate(reader, a, value)? == number).into(),
        Code::UnequalTo(a, number) => (evaluate(reader, a, value)? != number).into(),
        Code::LessThan(a, number) => (evaluate(reader, a, value)? < number).into(),
        Code::AtLeast(a, number) => (number <= evaluate(reader, a, value)?).into(),
        code @ (Code::Not(a) | Code::IsNotZero(a)) => {
            arithmetic(code, evaluate(reader, a, value)?, 0)
        }
        code @ (Code::Equal(a, b)
        | Code::Unequal(a, b)
        | Code::Less(a, b)
        | Code::LessEqual(a, b)) => {
            arithmetic(code, evaluate(reader, a, value)?, evaluate(reader, b, value)?)
        }
        _ => return None,
    })
}
