//! Declaration specifiers (C11 §6.7.1 to §6.7.5) and type names (§6.7.7).

use smallvec::SmallVec;
use tribunal_base::Span;

use super::attribute::Attributes;
use super::declarator::Naming;
use super::type_words::TypeWords;
use super::{Parsed, Parser};
use crate::ast::{
    AlignAs, FunctionFlags, Qualifiers, Specifiers, SpecifiersId, Storage, TypeName, TypeNameId,
    TypeSpecifier,
};
use crate::lexer::{Kind, Token};

/// Where specifiers stand, which decides what a name without a type may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A declaration that may do without a type: `static x;`, `main() { … }`.
    Declaration,
    /// A member, a parameter or a type name, which may not.
    Other,
}

/// Specifiers as they are collected.
struct Collected {
    storage: Option<Storage>,
    thread_local: bool,
    function: FunctionFlags,
    qualifiers: Qualifiers,
    ty: Option<TypeSpecifier>,
    words: TypeWords,
    words_fit: bool,
    /// Of `_BitInt`.
    width: Option<crate::ast::ExprId>,
    aligns: SmallVec<[AlignAs; 1]>,
    attributes: Attributes,
}

impl Collected {
    fn has_type(&self) -> bool {
        self.ty.is_some() || !self.words.is_empty() || self.width.is_some()
    }
}

impl Parser<'_> {
    /// Whether a type name starts at the next token.
    pub(super) fn starts_type_name(&self) -> bool {
        self.type_name_at(0)
    }

    /// Whether a type name starts `ahead` tokens further.
    pub(super) fn type_name_at(&self, ahead: usize) -> bool {
        let Some(token) = self.tokens.get(self.position + ahead) else { return false };
        self.starts_type(*token) || matches!(token.kind, Kind::Attribute)
    }

    /// Whether a token is a type specifier or qualifier.
    fn starts_type(&self, token: Token) -> bool {
        match token.kind {
            Kind::Identifier => self.scopes.is_type(token.symbol),
            Kind::Const | Kind::Volatile | Kind::Restrict | Kind::Atomic => true,
            Kind::Struct
            | Kind::Union
            | Kind::Enum
            | Kind::Typeof
            | Kind::TypeofUnqual
            | Kind::AutoType
            | Kind::Decimal => true,
            Kind::Imaginary | Kind::BitInt => true,
            kind => TypeWords::is_word(kind),
        }
    }

    /// Whether specifiers of a declaration start at the next token.
    pub(super) fn starts_specifiers(&self) -> bool {
        self.starts_type(self.token())
            || self.is_constexpr()
            || matches!(
                self.kind(),
                Kind::Typedef
                    | Kind::Extern
                    | Kind::Static
                    | Kind::Auto
                    | Kind::Register
                    | Kind::ThreadLocal
                    | Kind::Inline
                    | Kind::Noreturn
                    | Kind::Alignas
                    | Kind::Attribute
            )
    }

    pub(super) fn specifiers(&mut self, place: Place) -> Parsed<SpecifiersId> {
        let start = self.here();
        let first = self.position;
        let mut found = Collected {
            storage: None,
            thread_local: false,
            function: FunctionFlags::default(),
            qualifiers: Qualifiers::default(),
            ty: None,
            words: TypeWords::default(),
            words_fit: true,
            width: None,
            aligns: SmallVec::new(),
            attributes: Attributes::new(),
        };
        self.bracketed_attributes(&mut found.attributes)?;
        while self.specifier(&mut found, place)? {}
        let span = if self.position == first { start } else { self.since(start) };
        let ty = self.type_of(&found, place, span)?;
        let aligns = self.unit.lists.aligns.add(found.aligns);
        let attributes = self.unit.lists.attributes.add(found.attributes);
        Ok(self.unit.specifiers.push(Specifiers {
            storage: found.storage,
            thread_local: found.thread_local,
            function: found.function,
            qualifiers: found.qualifiers,
            ty,
            aligns,
            attributes,
            span,
        }))
    }

    /// Takes one specifier; `false` if there is none.
    fn specifier(&mut self, found: &mut Collected, place: Place) -> Parsed<bool> {
        let token = self.token();
        let storage = match token.kind {
            Kind::Typedef => Storage::Typedef,
            Kind::Extern => Storage::Extern,
            Kind::Static => Storage::Static,
            Kind::Auto => Storage::Auto,
            Kind::Register => Storage::Register,
            _ => return self.other_specifier(found, token, place),
        };
        self.bump();
        if found.storage.replace(storage).is_some() {
            self.error(
                "conflicting-specifiers",
                token.span,
                "a declaration has at most one storage class",
                "keep one of `typedef`, `extern`, `static`, `auto`, `register`",
            );
        }
        Ok(true)
    }

    fn other_specifier(
        &mut self,
        found: &mut Collected,
        token: Token,
        place: Place,
    ) -> Parsed<bool> {
        let ty = match token.kind {
            Kind::Struct | Kind::Union => TypeSpecifier::Record(self.nest(Self::record)?),
            Kind::Enum => TypeSpecifier::Enum(self.enumeration()?),
            Kind::Typeof | Kind::TypeofUnqual => self.type_of_operand(token.kind)?,
            Kind::AutoType => {
                self.bump();
                TypeSpecifier::Auto
            }
            Kind::Atomic if self.peek(1) == Kind::OpenParen => {
                self.bump();
                self.bump();
                let inner = self.type_name()?;
                self.expect(Kind::CloseParen, "after the type")?;
                TypeSpecifier::Atomic(inner)
            }
            Kind::Identifier if self.is_constexpr() => {
                self.bump();
                found.function.constexpr = true;
                return Ok(true);
            }
            Kind::Identifier if found.has_type() => return Ok(false),
            Kind::Identifier if self.names_auto_variable(found) => return Ok(false),
            Kind::Identifier if self.scopes.is_type(token.symbol) => {
                self.bump();
                TypeSpecifier::Typedef(token.symbol)
            }
            Kind::Identifier if self.is_unknown_type(place) => {
                self.bump();
                let name = self.text(token.symbol).to_owned();
                self.error(
                    "unknown-type",
                    token.span,
                    format!("unknown type `{name}`"),
                    "declare it with `typedef` before, or include the header that does",
                );
                TypeSpecifier::Error
            }
            Kind::Decimal | Kind::Imaginary => {
                self.bump();
                self.error(
                    "unsupported-type",
                    token.span,
                    "decimal and imaginary types are not supported",
                    "use `double`",
                );
                TypeSpecifier::Error
            }
            _ => return self.flag_specifier(found, token),
        };
        if found.has_type() {
            self.two_types(token.span);
        }
        found.ty = Some(ty);
        Ok(true)
    }

    /// C23: whether this is `constexpr`, a word like any other before, in front of a declaration.
    fn is_constexpr(&self) -> bool {
        let token = self.token();
        token.kind == Kind::Identifier
            && self.text(token.symbol) == "constexpr"
            && !self.scopes.is_type(token.symbol)
            && (self.peek(1) == Kind::Identifier
                || self.tokens.get(self.position + 1).is_some_and(|it| self.starts_type(*it))
                || matches!(self.peek(1), Kind::Static | Kind::Auto | Kind::Register))
    }

    /// C23: whether the name after `auto` is that of a variable whose initialiser says its type.
    fn names_auto_variable(&self, found: &Collected) -> bool {
        let is_auto = found.storage == Some(Storage::Auto) || found.function.constexpr;
        is_auto && self.peek(1) == Kind::Equal
    }

    fn flag_specifier(&mut self, found: &mut Collected, token: Token) -> Parsed<bool> {
        match token.kind {
            Kind::ThreadLocal => found.thread_local = true,
            Kind::Inline => found.function.inline = true,
            Kind::Noreturn => found.function.noreturn = true,
            Kind::Extension => {}
            Kind::Attribute => {
                self.attributes(&mut found.attributes)?;
                return Ok(true);
            }
            Kind::Alignas => {
                found.aligns.push(self.align_as()?);
                return Ok(true);
            }
            Kind::BitInt => {
                if found.ty.is_some() {
                    self.two_types(token.span);
                }
                self.bump();
                self.expect(Kind::OpenParen, "after `_BitInt`")?;
                found.width = Some(self.nest(Self::conditional)?);
                self.expect(Kind::CloseParen, "after the width")?;
                return Ok(true);
            }
            kind => {
                if !add_qualifier(&mut found.qualifiers, kind) {
                    let Some(result) = found.words.add(kind) else { return Ok(false) };
                    if found.ty.is_some() {
                        self.two_types(token.span);
                    }
                    found.words_fit &= result.is_ok();
                }
            }
        }
        self.bump();
        Ok(true)
    }

    fn two_types(&mut self, span: Span) {
        self.error(
            "conflicting-specifiers",
            span,
            "a declaration has only one type",
            "perhaps a `;` is missing after the `}` of a struct, union or enum before",
        );
    }

    /// Whether the name here can only be a type, though none of this name is known.
    fn is_unknown_type(&self, place: Place) -> bool {
        match self.peek(1) {
            Kind::Identifier | Kind::Star => true,
            Kind::OpenParen | Kind::OpenBracket | Kind::Equal | Kind::Colon => false,
            _ => place == Place::Other,
        }
    }

    fn type_of(&mut self, found: &Collected, place: Place, span: Span) -> Parsed<TypeSpecifier> {
        if let Some(ty) = found.ty {
            return Ok(ty);
        }
        if !found.words.is_empty() || found.width.is_some() {
            let resolved = match found.width {
                Some(width) => found.words.sign().map(|it| TypeSpecifier::BitInt(it, width)),
                None => found.words.resolve().map(TypeSpecifier::Basic),
            };
            return Ok(match resolved.filter(|_| found.words_fit) {
                Some(resolved) => resolved,
                None => {
                    self.error(
                        "conflicting-specifiers",
                        span,
                        "these words do not make a type together",
                        "types are written like `unsigned long`, `long double`, `short`",
                    );
                    TypeSpecifier::Error
                }
            });
        }
        let is_auto = found.storage == Some(Storage::Auto) || found.function.constexpr;
        if is_auto && self.kind() == Kind::Identifier && self.peek(1) == Kind::Equal {
            return Ok(TypeSpecifier::Auto);
        }
        if place == Place::Other
            && found.storage.is_none()
            && found.qualifiers == Qualifiers::default()
        {
            return Err(self.unexpected("a type"));
        }
        self.warn(
            "implicit-int",
            span,
            "a declaration without a type",
            "it is read as `int`, which C allowed until 1999",
        );
        Ok(TypeSpecifier::Implicit)
    }

    /// GNU: `typeof(…)`; C23: `typeof_unqual(…)`.
    fn type_of_operand(&mut self, keyword: Kind) -> Parsed<TypeSpecifier> {
        self.bump();
        self.expect(Kind::OpenParen, "after `typeof`")?;
        let ty = if self.starts_type_name() {
            let ty = self.type_name()?;
            match keyword {
                Kind::TypeofUnqual => TypeSpecifier::UnqualifiedType(ty),
                _ => TypeSpecifier::TypeofType(ty),
            }
        } else {
            let expr = self.nest(Self::expression)?;
            match keyword {
                Kind::TypeofUnqual => TypeSpecifier::UnqualifiedExpr(expr),
                _ => TypeSpecifier::TypeofExpr(expr),
            }
        };
        self.expect(Kind::CloseParen, "after the operand of `typeof`")?;
        Ok(ty)
    }

    /// Any number of qualifiers.
    pub(super) fn qualifiers(&mut self) -> Qualifiers {
        let mut qualifiers = Qualifiers::default();
        while add_qualifier(&mut qualifiers, self.kind()) {
            self.bump();
        }
        qualifiers
    }

    /// A type as it stands in parentheses.
    pub(super) fn type_name(&mut self) -> Parsed<TypeNameId> {
        let start = self.here();
        let ((specifiers, declarator), height) = self.measure(|parser| {
            parser.nest(|parser| {
                let specifiers = parser.specifiers(Place::Other)?;
                let declarator = parser.declarator(Naming::Never)?;
                Ok((specifiers, declarator))
            })
        })?;
        self.type_heights.push(height);
        let span = self.since(start);
        Ok(self.unit.type_names.push(TypeName { specifiers, declarator, span }))
    }
}

/// Adds a qualifier; `false` if the token is none.
fn add_qualifier(qualifiers: &mut Qualifiers, kind: Kind) -> bool {
    match kind {
        Kind::Const => qualifiers.is_const = true,
        Kind::Volatile => qualifiers.is_volatile = true,
        Kind::Restrict => qualifiers.is_restrict = true,
        Kind::Atomic => qualifiers.is_atomic = true,
        _ => return false,
    }
    true
}
