//! Conversions: made explicit, and checked where they are implicit (C17 6.3, 6.5.16.1).

use tribunal_base::Span;

use crate::hir::{ConversionKind, ExprId, ExprKind, QualType, Qualifiers, Type, TypeId};

use super::build::wrap;
use super::{Checked, Reported, Sema, float};

/// What a value is converted for; says so in messages.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    Assignment,
    Initialisation,
    Return,
    /// The argument with this number, counted from 1.
    Argument(usize),
}

impl std::fmt::Display for Purpose {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Assignment => f.write_str("assignment"),
            Self::Initialisation => f.write_str("initialisation"),
            Self::Return => f.write_str("return"),
            Self::Argument(number) => write!(f, "argument {number}"),
        }
    }
}

impl Sema<'_> {
    /// What converts a value of type `from` to type `to`; none if nothing has to be done or can be.
    pub(crate) fn conversion(&self, from: TypeId, to: TypeId) -> Option<ConversionKind> {
        if from == to {
            return None;
        }
        let types = self.types();
        Some(match (types.get(from), types.get(to)) {
            (_, Type::Void) => ConversionKind::ToVoid,
            (_, Type::Bool) => ConversionKind::ToBool,
            (Type::Bool | Type::Integer(_) | Type::Enum(_), Type::Integer(_) | Type::Enum(_)) => {
                ConversionKind::Integer
            }
            (Type::Bool | Type::Integer(_) | Type::Enum(_), Type::Float(_)) => {
                ConversionKind::IntegerToFloat
            }
            (Type::Float(_), Type::Integer(_) | Type::Enum(_)) => ConversionKind::FloatToInteger,
            (Type::Float(_), Type::Float(_)) => ConversionKind::Float,
            (Type::Pointer(_), Type::Integer(_) | Type::Enum(_)) => {
                ConversionKind::PointerToInteger
            }
            (Type::Bool | Type::Integer(_) | Type::Enum(_), Type::Pointer(_)) => {
                ConversionKind::IntegerToPointer
            }
            (Type::Pointer(_), Type::Pointer(_)) => ConversionKind::Pointer,
            (Type::Record(_), Type::Record(_)) => ConversionKind::Record,
            _ => return None,
        })
    }

    /// Converts without asking whether C allows it implicitly; the caller knows that a conversion exists.
    pub(crate) fn convert(&mut self, value: ExprId, to: TypeId) -> ExprId {
        let from = self.ty(value);
        if from == to {
            return value;
        }
        let span = self.span(value);
        let Some(kind) = self.conversion(from, to) else {
            let what = "a conversion of complex numbers or vectors";
            return self.unsupported(what, to, span);
        };
        if kind == ConversionKind::ToBool
            && let ExprKind::Convert(ConversionKind::Integer, inner) = *self.kind(value)
            && self.ty(inner) == to
        {
            return inner;
        }
        let folded = self.fold_conversion(kind, value, from, to);
        self.push(folded.unwrap_or(ExprKind::Convert(kind, value)), to, span)
    }

    fn fold_conversion(
        &self,
        kind: ConversionKind,
        value: ExprId,
        from: TypeId,
        to: TypeId,
    ) -> Option<ExprKind> {
        let types = self.types();
        let model = types.model();
        let source = self.kind(value);
        match (kind, source) {
            (ConversionKind::Integer, &ExprKind::Integer(it)) => {
                Some(ExprKind::Integer(wrap(it, types.integer_kind(to)?, model)))
            }
            (ConversionKind::IntegerToFloat, &ExprKind::Integer(it)) => {
                let &Type::Float(format) = types.get(to) else { return None };
                let unsigned =
                    types.integer_kind(from) == Some(crate::hir::IntegerKind::UnsignedInt128);
                Some(ExprKind::Float(if unsigned {
                    float::from_unsigned(it.cast_unsigned(), format)
                } else {
                    float::from_integer(it, format)
                }))
            }
            (ConversionKind::FloatToInteger, &ExprKind::Float(bits)) => {
                let &Type::Float(format) = types.get(from) else { return None };
                let result = float::to_integer(bits, format)?;
                (wrap(result, types.integer_kind(to)?, model) == result)
                    .then_some(ExprKind::Integer(result))
            }
            (ConversionKind::Float, &ExprKind::Float(bits)) => {
                let (&Type::Float(old), &Type::Float(new)) = (types.get(from), types.get(to))
                else {
                    return None;
                };
                Some(ExprKind::Float(float::convert(bits, old, new)))
            }
            (ConversionKind::ToBool, &ExprKind::Integer(it)) => {
                Some(ExprKind::Integer(i128::from(it != 0)))
            }
            (ConversionKind::ToBool, &ExprKind::Float(bits)) => {
                let &Type::Float(format) = types.get(from) else { return None };
                Some(ExprKind::Integer(i128::from(!float::is_zero(bits, format))))
            }
            (ConversionKind::ToBool, ExprKind::Null) => Some(ExprKind::Integer(0)),
            (ConversionKind::ToBool, &ExprKind::Function(it)) if !self.unit.functions[it].weak => {
                Some(ExprKind::Integer(1))
            }
            (ConversionKind::IntegerToPointer, ExprKind::Integer(0)) => Some(ExprKind::Null),
            (ConversionKind::Pointer, ExprKind::Null) => Some(ExprKind::Null),
            (ConversionKind::PointerToInteger, _) => {
                let address = self.numeric_address(value)?;
                Some(ExprKind::Integer(wrap(address, types.integer_kind(to)?, model)))
            }
            // Chains of casts between pointers are one.
            (ConversionKind::Pointer, &ExprKind::Convert(ConversionKind::Pointer, inner)) => {
                Some(ExprKind::Convert(ConversionKind::Pointer, inner))
            }
            (
                ConversionKind::Pointer,
                &ExprKind::Convert(ConversionKind::IntegerToPointer, inner),
            ) => Some(ExprKind::Convert(ConversionKind::IntegerToPointer, inner)),
            _ => None,
        }
    }

    /// Whether the value is a null pointer constant (C17 6.3.2.3).
    pub(crate) fn is_null_constant(&self, value: ExprId) -> bool {
        match self.kind(value) {
            ExprKind::Integer(0) => self.types().is_integer(self.ty(value)),
            ExprKind::Null => self
                .pointee(self.ty(value))
                .is_some_and(|it| it == QualType::plain(self.common.void)),
            _ => false,
        }
    }

    /// Converts as if by assignment to an object of type `to` (C17 6.5.16.1).
    pub(crate) fn assign_convert(
        &mut self,
        value: ExprId,
        to: TypeId,
        purpose: Purpose,
        span: Span,
    ) -> Checked<ExprId> {
        let from = self.ty(value);
        if from == to {
            return Ok(value);
        }
        let types = self.types();
        if types.is_void(from) {
            return Err(self.error(
                "void-value",
                span,
                format!("{purpose} of a value of type void"),
            ));
        }
        match (types.get(from), types.get(to)) {
            (Type::Pointer(_), Type::Bool) => {}
            _ if types.is_exotic(to) && (types.is_arithmetic(from) || types.is_exotic(from)) => {}
            _ if types.is_exotic(from) && types.is_arithmetic(to) => {}
            _ if types.is_real(from) && types.is_real(to) => {}
            (&Type::Pointer(source), &Type::Pointer(target)) => {
                if !self.is_null_constant(value) {
                    self.check_pointers(source, target, purpose, span);
                }
            }
            (_, Type::Pointer(_)) if types.is_integer(from) => {
                if !self.is_null_constant(value) {
                    let (from, to) = (self.show(from), self.show(to));
                    self.warn(
                        "int-to-pointer",
                        span,
                        format!("{purpose} makes a pointer `{to}` of an integer `{from}`"),
                    );
                }
            }
            (Type::Pointer(_), _) if types.is_integer(to) => {
                let (from, to) = (self.show(from), self.show(to));
                self.warn(
                    "pointer-to-int",
                    span,
                    format!("{purpose} makes an integer `{to}` of a pointer `{from}`"),
                );
            }
            (Type::Record(_), Type::Record(_)) if types.compatible(from, to) => {}
            (_, &Type::Record(id)) if types.record(id).transparent => {
                return self.wrap_transparent(value, to, id, purpose, span);
            }
            _ => return Err(self.incompatible(from, to, purpose, span)),
        }
        Ok(self.convert(value, to))
    }

    fn incompatible(&mut self, from: TypeId, to: TypeId, purpose: Purpose, span: Span) -> Reported {
        let (from, to) = (self.show(from), self.show(to));
        self.error(
            "incompatible-types",
            span,
            format!("{purpose} of `{from}` where `{to}` is expected"),
        )
    }

    fn check_pointers(&mut self, source: QualType, target: QualType, purpose: Purpose, span: Span) {
        let types = self.types();
        let void = types.is_void(source.id) || types.is_void(target.id);
        if !void
            && !types.compatible(source.id, target.id)
            && !self.differ_in_sign(source.id, target.id)
        {
            let (from, to) =
                (self.types().describe_qualified(source), self.types().describe_qualified(target));
            self.warn(
                "incompatible-pointers",
                span,
                format!("{purpose} of a pointer to `{from}` where a pointer to `{to}` is expected"),
            );
        } else if !(Qualifiers { restrict: true, atomic: true, ..target.qualifiers })
            .contains(source.qualifiers)
        {
            self.warn(
                "discarded-qualifiers",
                span,
                format!(
                    "{purpose} drops qualifiers of `{}`",
                    self.types().describe_qualified(source)
                ),
            );
        }
    }

    /// `char *` and `unsigned char *`: gcc does not warn without being asked.
    fn differ_in_sign(&self, left: TypeId, right: TypeId) -> bool {
        let (Some(left), Some(right)) =
            (self.types().integer_kind(left), self.types().integer_kind(right))
        else {
            return false;
        };
        left.size(self.types().model()) == right.size(self.types().model())
    }

    fn wrap_transparent(
        &mut self,
        value: ExprId,
        to: TypeId,
        record: crate::hir::RecordId,
        purpose: Purpose,
        span: Span,
    ) -> Checked<ExprId> {
        let from = self.ty(value);
        let members: Vec<TypeId> =
            self.types().record(record).fields.iter().map(|it| it.ty.id).collect();
        let types = self.types();
        let is_address = types.is_pointer(from) || self.is_null_constant(value);
        let value = if members.iter().any(|&it| types.compatible(it, from)) {
            value
        } else if let Some(&member) = members.iter().find(|&&it| is_address && types.is_pointer(it))
        {
            // All of the member, though the constant 0 is shorter than a pointer.
            self.convert(value, member)
        } else {
            return Err(self.incompatible(from, to, purpose, span));
        };
        Ok(self.push(ExprKind::Convert(ConversionKind::Record, value), to, span))
    }

    /// Converts as a cast does (C17 6.5.4).
    pub(crate) fn cast(&mut self, value: ExprId, to: TypeId, span: Span) -> Checked<ExprId> {
        let from = self.ty(value);
        let types = self.types();
        let same = from == to || types.compatible(from, to);
        let ok = match (types.get(from), types.get(to)) {
            (_, Type::Void) => true,
            (Type::Pointer(_), Type::Float(_)) | (Type::Float(_), Type::Pointer(_)) => false,
            _ if types.is_exotic(from) || types.is_exotic(to) => true,
            (Type::Record(_), Type::Record(_)) | (Type::VaList, Type::VaList) => same,
            (_, &Type::Record(id)) if types.record(id).kind == crate::hir::RecordKind::Union => {
                // GNU: a value of a member's type to the union.
                return self.cast_to_union(value, to, id, span);
            }
            _ => types.is_scalar(from) && types.is_scalar(to),
        };
        if !ok {
            let (from, to) = (self.show(from), self.show(to));
            return Err(self.error(
                "invalid-cast",
                span,
                format!("`{from}` cannot be cast to `{to}`"),
            ));
        }
        Ok(self.convert_out(value, to))
    }

    /// The same as [`Self::convert`], but a bit-field is none any more, even if it has the type already: it is not
    /// promoted as one from there on.
    pub(crate) fn convert_out(&mut self, value: ExprId, to: TypeId) -> ExprId {
        if self.ty(value) == to && self.bit_field_of(value).is_some() {
            let span = self.span(value);
            return self.push(ExprKind::Convert(ConversionKind::Integer, value), to, span);
        }
        self.convert(value, to)
    }

    fn cast_to_union(
        &mut self,
        value: ExprId,
        to: TypeId,
        record: crate::hir::RecordId,
        span: Span,
    ) -> Checked<ExprId> {
        let from = self.ty(value);
        let fields: Vec<TypeId> =
            self.types().record(record).fields.iter().map(|it| it.ty.id).collect();
        if !fields.iter().any(|&it| self.types().compatible(it, from)) {
            let (from, to) = (self.show(from), self.show(to));
            return Err(self.error(
                "invalid-cast",
                span,
                format!("`{from}` is no member of `{to}`"),
            ));
        }
        Ok(self.push(ExprKind::Convert(ConversionKind::Record, value), to, span))
    }
}
