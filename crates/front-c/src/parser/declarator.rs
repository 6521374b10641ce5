//! Declarators (C11 §6.7.6, §6.7.7): how the type of a name is made, from the name outwards.

use smallvec::SmallVec;
use tribunal_base::Span;

use super::attribute::Attributes;
use super::scope::Meaning;
use super::specifier::Place;
use super::{Parsed, Parser};
use crate::ast::{
    ArrayLength, AttributeOwner, Declarator, Derivation, Name, Parameter, Parameters, Qualifiers,
    Storage,
};
use crate::lexer::Kind;

/// Whether a declarator has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    Always,
    /// Parameters.
    Maybe,
    /// Type names.
    Never,
}

/// A declarator as it is collected.
struct Collected {
    name: Option<Name>,
    derivations: SmallVec<[Derivation; 2]>,
    attributes: Attributes,
}

impl Parser<'_> {
    /// A declarator, with the attributes and the assembler name after it.
    pub(super) fn declarator(&mut self, naming: Naming) -> Parsed<Declarator> {
        let start = self.here();
        let first = self.position;
        let mut found =
            Collected { name: None, derivations: SmallVec::new(), attributes: Attributes::new() };
        self.declarator_into(&mut found, naming)?;
        let span = if self.position == first { start } else { self.since(start) };
        let asm_label = self.declarator_suffix(&mut found.attributes)?;
        Ok(Declarator {
            name: found.name,
            derivations: self.unit.lists.derivations.add(found.derivations),
            attributes: self.unit.lists.attributes.add(found.attributes),
            asm_label,
            contract: crate::ast::List::default(),
            span,
        })
    }

    fn declarator_into(&mut self, found: &mut Collected, naming: Naming) -> Parsed<()> {
        let mut pointers: SmallVec<[Qualifiers; 2]> = SmallVec::new();
        self.attributes(&mut found.attributes)?;
        let first = found.attributes.len();
        while self.eat(Kind::Star) {
            let mut qualifiers = self.qualifiers();
            for attribute in &mut found.attributes[first..] {
                attribute.owner = AttributeOwner::InnerPointer;
            }
            let own = found.attributes.len();
            while self.kind() == Kind::Attribute {
                self.attributes(&mut found.attributes)?;
                let more = self.qualifiers();
                qualifiers = Qualifiers {
                    is_const: qualifiers.is_const | more.is_const,
                    is_volatile: qualifiers.is_volatile | more.is_volatile,
                    is_restrict: qualifiers.is_restrict | more.is_restrict,
                    is_atomic: qualifiers.is_atomic | more.is_atomic,
                };
            }
            for attribute in &mut found.attributes[own..] {
                attribute.owner = AttributeOwner::Pointer;
            }
            pointers.push(qualifiers);
        }
        match self.kind() {
            Kind::Identifier if naming != Naming::Never => {
                let token = self.bump();
                found.name = Some(Name { symbol: token.symbol, span: token.span });
                self.bracketed_attributes(&mut found.attributes)?;
            }
            Kind::OpenParen if self.is_nested_declarator(naming) => {
                self.bump();
                self.nest(|parser| parser.declarator_into(found, naming))?;
                self.expect(Kind::CloseParen, "after the declarator")?;
            }
            _ if naming == Naming::Always => return Err(self.unexpected("a name")),
            _ => {}
        }
        loop {
            let derivation = match self.kind() {
                Kind::OpenBracket => self.array()?,
                Kind::OpenParen => self.nest(Self::function)?,
                _ => break,
            };
            found.derivations.push(derivation);
        }
        found.derivations.extend(
            pointers.into_iter().rev().map(|qualifiers| Derivation::Pointer { qualifiers }),
        );
        Ok(())
    }

    /// Whether the `(` here groups a declarator, and is not that of a function's parameters. C11 §6.7.6.3 p. 11: a
    /// name that may be a type is one.
    fn is_nested_declarator(&self, naming: Naming) -> bool {
        if naming == Naming::Always {
            return true;
        }
        match self.peek(1) {
            // Attributes in double brackets are those of a parameter.
            Kind::OpenBracket => self.peek(2) != Kind::OpenBracket,
            Kind::Star | Kind::OpenParen => true,
            Kind::Attribute => true,
            Kind::Identifier => {
                naming == Naming::Maybe
                    && !self.scopes.is_type(self.tokens[self.position + 1].symbol)
            }
            _ => false,
        }
    }

    fn array(&mut self) -> Parsed<Derivation> {
        let start = self.bump().span;
        let mut at_least = self.eat(Kind::Static);
        let qualifiers = self.qualifiers();
        at_least |= self.eat(Kind::Static);
        let length = match self.kind() {
            Kind::CloseBracket => ArrayLength::Unknown,
            Kind::Star if self.peek(1) == Kind::CloseBracket => {
                self.bump();
                ArrayLength::Star
            }
            _ => ArrayLength::Expr(self.nest(Self::assignment)?),
        };
        self.expect(Kind::CloseBracket, "after the length of the array")?;
        Ok(Derivation::Array { length, qualifiers, at_least, span: self.since(start) })
    }

    fn function(&mut self) -> Parsed<Derivation> {
        let start = self.bump().span;
        self.scopes.open();
        let parameters = self.parameters(start);
        self.scopes.close();
        Ok(Derivation::Function { parameters: parameters?, span: self.since(start) })
    }

    /// What follows the `(` of a function declarator, with the `)`.
    fn parameters(&mut self, start: Span) -> Parsed<Parameters> {
        if self.eat(Kind::CloseParen) {
            return Ok(Parameters::Unspecified);
        }
        if self.kind() == Kind::Identifier
            && !self.scopes.is_type(self.token().symbol)
            && matches!(self.peek(1), Kind::Comma | Kind::CloseParen)
        {
            return self.parameter_names();
        }
        if self.kind() == Kind::Void && self.peek(1) == Kind::CloseParen {
            self.bump();
            self.bump();
            return Ok(Parameters::Prototype {
                list: crate::ast::List::default(),
                variadic: false,
            });
        }
        let mut list: SmallVec<[Parameter; 2]> = SmallVec::new();
        let mut variadic = false;
        loop {
            if self.kind() == Kind::Ellipsis {
                self.bump();
                variadic = true;
                if list.is_empty() {
                    self.error(
                        "invalid-parameters",
                        self.since(start),
                        "`...` needs a parameter before it",
                        "give the function a first parameter",
                    );
                }
                break;
            }
            list.push(self.parameter()?);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::CloseParen, "after the parameters")?;
        Ok(Parameters::Prototype { list: self.unit.lists.parameters.add(list), variadic })
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        let start = self.here();
        let specifiers = self.specifiers(Place::Other)?;
        if let Some(storage) = self.unit[specifiers].storage
            && storage != Storage::Register
        {
            self.error(
                "conflicting-specifiers",
                self.unit[specifiers].span,
                "a parameter has no storage class but `register`",
                "remove the storage class",
            );
        }
        let declarator = self.declarator(Naming::Maybe)?;
        if let Some(name) = declarator.name {
            self.scopes.declare(name.symbol, Meaning::Value);
        }
        Ok(Parameter { specifiers, declarator, span: self.since(start) })
    }

    /// `a, b)` of a K&R definition.
    fn parameter_names(&mut self) -> Parsed<Parameters> {
        let mut names: SmallVec<[Name; 4]> = SmallVec::new();
        loop {
            names.push(self.name("the name of a parameter")?);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::CloseParen, "after the parameters")?;
        Ok(Parameters::Names(self.unit.lists.names.add(names)))
    }
}
