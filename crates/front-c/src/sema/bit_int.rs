//! Integers of any width (C23 6.2.5p5): `_BitInt(N)`. Those of 128 bits and more are read, and not supported where they are computed with.

use tribunal_base::Span;

use crate::ast;
use crate::hir::{IntegerKind, Type, TypeId};

use super::{Checked, Sema};

/// The widest that is supported; one bit less than the numbers that constants are computed with.
const WIDEST: i128 = 127;

/// The widest that gcc has.
const LIMIT: i128 = 65_535;

impl Sema<'_> {
    /// The type `_BitInt(width)`.
    pub(super) fn bit_int(
        &mut self,
        sign: ast::Signedness,
        width: ast::ExprId,
        span: Span,
    ) -> Checked<TypeId> {
        let width = self.integer_constant(width, "the width of an integer")?;
        let signed = sign == ast::Signedness::Signed;
        let least = if signed { 2 } else { 1 };
        if !(least..=LIMIT).contains(&width) {
            return Err(self.error(
                "wrong-width",
                span,
                format!("`_BitInt` has between {least} and {LIMIT} bits"),
            ));
        }
        let ty = match u8::try_from(width).ok().filter(|_| width <= WIDEST) {
            Some(width) => Type::Integer(IntegerKind::BitInt { width, signed }),
            None => {
                let word = Type::Integer(IntegerKind::UnsignedLongLong);
                let element = self.unit.types.intern(word);
                let bytes = u64::try_from(width).unwrap_or(0).div_ceil(64) * 8;
                Type::Vector { element, bytes }
            }
        };
        Ok(self.unit.types.intern(ty))
    }
}
