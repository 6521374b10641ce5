//! Literals (C17 6.4.4, 6.4.5).

use tribunal_base::Span;

use crate::ast;
use crate::hir::{
    Element, ElementValue, ExprId, ExprKind, FloatKind, Initialiser, IntegerKind, Length, Origin,
    PlaceId, QualType, Type, TypeId, VarId,
};

use super::build::wrap;
use super::{Checked, Sema, float};

impl Sema<'_> {
    pub(crate) fn integer_literal(
        &mut self,
        literal: ast::IntegerLiteral,
        span: Span,
    ) -> Checked<ExprId> {
        use IntegerKind as Kind;
        let model = self.types().model();
        let value = i128::from(literal.value);
        let ladder: &[(Kind, ast::IntegerWidth)] = &[
            (Kind::Int, ast::IntegerWidth::Int),
            (Kind::Long, ast::IntegerWidth::Long),
            (Kind::LongLong, ast::IntegerWidth::LongLong),
        ];
        let either = literal.radix != ast::Radix::Decimal;
        let mut found = None;
        for &(signed, _) in ladder.iter().filter(|it| it.1 >= literal.width) {
            let candidates =
                [(signed, !literal.unsigned), (signed.to_unsigned(), literal.unsigned || either)];
            found = candidates
                .into_iter()
                .find(|&(kind, allowed)| allowed && wrap(value, kind, model) == value);
            if found.is_some() {
                break;
            }
        }
        let kind = match found {
            Some((kind, _)) => kind,
            None => {
                self.warn(
                    "large-constant",
                    span,
                    "the constant is so large that it has type `__int128`",
                );
                Kind::Int128
            }
        };
        let ty = self.unit.types.intern(Type::Integer(kind));
        if literal.imaginary {
            let ty = self.unit.types.intern(Type::Complex(FloatKind::Double));
            return Ok(self.unsupported("an imaginary constant", ty, span));
        }
        Ok(self.integer(value, ty, span))
    }

    pub(crate) fn float_kind(ty: ast::FloatType) -> FloatKind {
        match ty {
            ast::FloatType::Float16 => FloatKind::Float16,
            ast::FloatType::Float | ast::FloatType::Float32 => FloatKind::Float,
            ast::FloatType::Double | ast::FloatType::Float64 | ast::FloatType::Float32x => {
                FloatKind::Double
            }
            ast::FloatType::LongDouble | ast::FloatType::Float64x => FloatKind::LongDouble,
            ast::FloatType::Float128 => FloatKind::Float128,
        }
    }

    pub(crate) fn float_literal(
        &mut self,
        literal: ast::FloatLiteral,
        span: Span,
    ) -> Checked<ExprId> {
        let kind = match literal.suffix {
            ast::FloatSuffix::Double => FloatKind::Double,
            ast::FloatSuffix::Float => FloatKind::Float,
            ast::FloatSuffix::LongDouble => FloatKind::LongDouble,
            ast::FloatSuffix::Other(ty) => Self::float_kind(ty),
        };
        if literal.imaginary {
            let ty = self.unit.types.intern(Type::Complex(kind));
            return Ok(self.unsupported("an imaginary constant", ty, span));
        }
        let text = self.text(literal.text);
        let Some(bits) = float::parse(text, kind) else {
            return Err(self.error(
                "malformed-number",
                span,
                format!("`{text}` is no floating constant"),
            ));
        };
        let ty = self.unit.types.intern(Type::Float(kind));
        Ok(self.push(ExprKind::Float(bits), ty, span))
    }

    /// The type of an element of a string with this prefix.
    fn unit_type(&self, encoding: ast::Encoding) -> TypeId {
        match encoding {
            ast::Encoding::Plain | ast::Encoding::Utf8 => self.common.char,
            ast::Encoding::Utf16 => self.common.char16,
            ast::Encoding::Utf32 => self.common.char32,
            ast::Encoding::Wide => self.common.wchar,
        }
    }

    pub(crate) fn character_literal(
        &mut self,
        literal: ast::CharacterLiteral,
        span: Span,
    ) -> ExprId {
        let ty = match literal.encoding {
            ast::Encoding::Plain | ast::Encoding::Utf8 => self.common.int,
            encoding => self.unit_type(encoding),
        };
        let model = self.types().model();
        let kind = self.types().integer_kind(ty).unwrap_or(IntegerKind::Int);
        self.integer(wrap(i128::from(literal.value), kind, model), ty, span)
    }

    /// The type of an element and the bytes of a string with the zero at its end.
    pub(crate) fn string_bytes(&self, string: ast::StringId) -> (TypeId, Vec<u8>) {
        let literal = &self.ast[string];
        let element = self.unit_type(literal.encoding);
        let width = usize::try_from(self.types().size_of(element).unwrap_or(1)).unwrap_or(1);
        let mut bytes = Vec::with_capacity((literal.units.len() + 1) * width);
        for unit in literal.units.iter().copied().chain([0]) {
            bytes.extend_from_slice(&unit.to_le_bytes()[..width.min(4)]);
        }
        (element, bytes)
    }

    pub(crate) fn string_literal(&mut self, string: ast::StringId, span: Span) -> PlaceId {
        let (element, bytes) = self.string_bytes(string);
        let variable = self.string_variable(element, bytes, span);
        self.variable_place(variable, span)
    }

    /// Literals of the same text may be one array, or not: each is one of its own here.
    fn string_variable(&mut self, element: TypeId, bytes: Vec<u8>, span: Span) -> VarId {
        let width = self.types().size_of(element).unwrap_or(1).max(1);
        let length = Length::Known(bytes.len() as u64 / width);
        let ty = self.unit.types.intern(Type::Array { element: QualType::plain(element), length });
        let outer = std::mem::replace(&mut self.static_context, true);
        let variable = self.hidden_variable(QualType::plain(ty), Origin::StringLiteral, span);
        self.static_context = outer;
        self.unit.variables[variable].function = None;
        let element = Element { offset: 0, count: 1, stride: 0, value: ElementValue::Bytes(bytes) };
        self.unit.variables[variable].initialiser =
            Some(Initialiser { zero_fill: false, elements: vec![element] });
        variable
    }

    /// `__func__`
    pub(crate) fn function_name(&mut self, span: Span) -> PlaceId {
        let function = self.function.as_ref().map(|it| it.id);
        if let Some(&variable) = function.and_then(|it| self.function_names.get(&it)) {
            return self.variable_place(variable, span);
        }
        let name = function.map(|it| self.unit.functions[it].name.clone()).unwrap_or_default();
        let mut bytes = name.into_bytes();
        bytes.push(0);
        let char = self.common.char;
        let variable = self.string_variable(char, bytes, span);
        if let Some(function) = function {
            self.function_names.insert(function, variable);
        }
        self.variable_place(variable, span)
    }
}
