//! Declaration specifiers and type names (C17 6.7, 6.7.2, 6.7.7).

use crate::ast;
use crate::hir::{FloatKind, IntegerKind, QualType, Qualifiers, Type, TypeId};

use super::attribute::Attributes;
use super::scope::Entity;
use super::{Checked, Reported, Sema};

/// What the specifiers of a declaration say about all its declarators.
#[derive(Clone, Debug)]
pub(crate) struct Specified {
    /// The type; none for `__auto_type`, which the initialiser decides.
    pub(crate) ty: Option<QualType>,
    /// What attributes and `_Alignas` say.
    pub(crate) attributes: Attributes,
    /// The alignment that a typedef brings along.
    pub(crate) typedef_align: Option<u64>,
}

/// Whether a struct, union or enum without members is declared anew in the innermost scope, as in `struct s;`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TagUse {
    /// `struct s;`
    Declaration,
    /// Any other mention.
    Reference,
}

impl From<ast::Qualifiers> for Qualifiers {
    fn from(it: ast::Qualifiers) -> Self {
        Self {
            constant: it.is_const,
            volatile: it.is_volatile,
            restrict: it.is_restrict,
            atomic: it.is_atomic,
        }
    }
}

impl Sema<'_> {
    pub(crate) fn specifiers(
        &mut self,
        id: ast::SpecifiersId,
        tag_use: TagUse,
    ) -> Checked<Specified> {
        let specifiers = self.ast[id];
        let mut attributes = Attributes::default();
        self.attributes(specifiers.attributes, &mut attributes)?;
        self.align_specifiers(specifiers.aligns, &mut attributes)?;
        attributes.noreturn |= specifiers.function.noreturn;
        let mut typedef_align = None;
        let int = self.common.int;
        let base = match specifiers.ty {
            ast::TypeSpecifier::Implicit => QualType::plain(int),
            ast::TypeSpecifier::Basic(basic) => QualType::plain(self.basic_type(basic)),
            ast::TypeSpecifier::BitInt(sign, width) => {
                QualType::plain(self.bit_int(sign, width, specifiers.span)?)
            }
            ast::TypeSpecifier::Typedef(name) => match self.scopes.lookup(name) {
                Some(Entity::Typedef { ty, align }) => {
                    typedef_align = align;
                    ty
                }
                Some(Entity::Broken) => return Err(Reported),
                None if self.text(name) == "bool" => {
                    QualType::plain(self.unit.types.intern(Type::Bool))
                }
                None if self.text(name) == "nullptr_t" => QualType::plain(self.common.void_pointer),
                _ => {
                    let text = self.text(name);
                    return Err(self.error(
                        "unknown-type",
                        specifiers.span,
                        format!("`{text}` is no type"),
                    ));
                }
            },
            ast::TypeSpecifier::Record(record) => {
                QualType::plain(self.record_specifier(record, tag_use)?)
            }
            ast::TypeSpecifier::Enum(it) => QualType::plain(self.enum_specifier(it, tag_use)?),
            ast::TypeSpecifier::TypeofExpr(expr) => self.type_of(expr)?,
            ast::TypeSpecifier::UnqualifiedExpr(expr) => QualType::plain(self.type_of(expr)?.id),
            ast::TypeSpecifier::UnqualifiedType(name) => QualType::plain(self.type_name(name)?.id),
            ast::TypeSpecifier::TypeofType(name) => {
                let (ty, align) = self.aligned_type_name(name)?;
                typedef_align = align;
                ty
            }
            ast::TypeSpecifier::Auto => {
                return Ok(Specified { ty: None, attributes, typedef_align });
            }
            ast::TypeSpecifier::Atomic(name) => {
                let (ty, align) = self.aligned_type_name(name)?;
                typedef_align = align;
                self.qualify(ty, Qualifiers { atomic: true, ..Qualifiers::default() })
            }
            ast::TypeSpecifier::Error => return Err(Reported),
        };
        let base = self.apply_mode(base, &attributes);
        if specifiers.qualifiers.is_restrict && !self.types().is_pointer(base.id) {
            let message = "`restrict` qualifies pointers only";
            return Err(self.error("wrong-qualifier", specifiers.span, message));
        }
        let mut qualifiers: Qualifiers = specifiers.qualifiers.into();
        qualifiers.constant |= specifiers.function.constexpr;
        let ty = self.qualify(base, qualifiers);
        Ok(Specified { ty: Some(ty), attributes, typedef_align })
    }

    /// The alignment of a declarator's type, if a typedef among the specifiers or an attribute of a pointer says another one than is usual. Arrays are
    /// aligned as their elements.
    pub(crate) fn type_alignment(
        &self,
        specified: &Specified,
        declarator: &ast::Declarator,
        own: &Attributes,
    ) -> Option<u64> {
        let mut derivations = self.ast[declarator.derivations].iter();
        match derivations.find(|it| !matches!(it, ast::Derivation::Array { .. })) {
            None => specified.typedef_align,
            Some(ast::Derivation::Pointer { .. }) => own.pointer_align,
            Some(_) => None,
        }
    }

    /// What `mode` and `vector_size` make of a type.
    pub(crate) fn apply_mode(&mut self, base: QualType, attributes: &Attributes) -> QualType {
        let mut id = base.id;
        if let Some((mode, span)) = &attributes.mode {
            match self.mode(id, mode) {
                Some(it) => id = it,
                None => self.meet(format!("the attribute `mode({mode})`"), *span),
            }
        }
        if let Some(bytes) = attributes.vector_size {
            id = self.unit.types.intern(Type::Vector { element: id, bytes });
        }
        QualType { id, qualifiers: base.qualifiers }
    }

    fn mode(&mut self, ty: TypeId, mode: &str) -> Option<TypeId> {
        use IntegerKind as Kind;
        if !self.types().is_real(ty) {
            return None;
        }
        let unsigned = self.types().integer_kind(ty).is_some_and(|it| !it.is_signed());
        let wide = self.types().model() != crate::options::DataModel::Ilp32;
        let kind = match mode {
            "QI" | "byte" => Kind::SignedChar,
            "HI" => Kind::Short,
            "SI" => Kind::Int,
            "DI" if wide => Kind::Long,
            "DI" => Kind::LongLong,
            "TI" => Kind::Int128,
            "word" | "pointer" | "unwind_word" => Kind::Long,
            "SF" => return Some(self.unit.types.intern(Type::Float(FloatKind::Float))),
            "DF" => return Some(self.unit.types.intern(Type::Float(FloatKind::Double))),
            "XF" => return Some(self.unit.types.intern(Type::Float(FloatKind::LongDouble))),
            "TF" => return Some(self.unit.types.intern(Type::Float(FloatKind::Float128))),
            _ => return None,
        };
        let kind = if unsigned { kind.to_unsigned() } else { kind };
        Some(self.unit.types.intern(Type::Integer(kind)))
    }

    fn basic_type(&mut self, basic: ast::BasicType) -> TypeId {
        use IntegerKind as Kind;
        use ast::BasicType as Basic;
        let signed = |it: ast::Signedness, kind: Kind| match it {
            ast::Signedness::Signed => Type::Integer(kind),
            ast::Signedness::Unsigned => Type::Integer(kind.to_unsigned()),
        };
        let ty = match basic {
            Basic::Void => Type::Void,
            Basic::Bool => Type::Bool,
            Basic::Char(None) => Type::Integer(Kind::Char),
            Basic::Char(Some(it)) => signed(it, Kind::SignedChar),
            Basic::Short(it) => signed(it, Kind::Short),
            Basic::Int(it) => signed(it, Kind::Int),
            Basic::Long(it) => signed(it, Kind::Long),
            Basic::LongLong(it) => signed(it, Kind::LongLong),
            Basic::Int128(it) => signed(it, Kind::Int128),
            Basic::Float(it) => Type::Float(Self::float_kind(it)),
            Basic::Complex(it) => Type::Complex(Self::float_kind(it)),
            Basic::VaList => Type::VaList,
        };
        self.unit.types.intern(ty)
    }

    /// The type of `(type)`.
    pub(crate) fn type_name(&mut self, id: ast::TypeNameId) -> Checked<QualType> {
        Ok(self.aligned_type_name(id)?.0)
    }

    /// The type of `(type)`, and its alignment if a typedef or an attribute says another one than is usual.
    pub(crate) fn aligned_type_name(
        &mut self,
        id: ast::TypeNameId,
    ) -> Checked<(QualType, Option<u64>)> {
        let name = self.ast[id];
        let specified = self.specifiers(name.specifiers, TagUse::Reference)?;
        let Some(base) = specified.ty else {
            return Err(self.error(
                "unknown-type",
                name.span,
                "`__auto_type` needs an initialiser",
            ));
        };
        let ty = self.derive(base, &name.declarator, super::declarator::Position::TypeName)?;
        let mut attributes = Attributes::default();
        self.attributes(name.declarator.attributes, &mut attributes)?;
        // There is no declaration that attributes among the specifiers could belong to, so they belong to the type.
        let align = specified
            .attributes
            .last_align
            .or(attributes.last_align)
            .or_else(|| self.type_alignment(&specified, &name.declarator, &attributes));
        Ok((self.apply_mode(ty, &attributes), align))
    }
}
