//! Declarations and function definitions (C11 §6.7, §6.9).

use smallvec::SmallVec;
use tribunal_base::Span;

use super::declarator::Naming;
use super::scope::Meaning;
use super::specifier::Place;
use super::{Failed, Parsed, Parser};
use crate::ast::{
    Decl, DeclId, DeclKind, Declarator, Derivation, Function, InitDeclarator, Parameters,
    SpecifiersId, Storage,
};
use crate::lexer::Kind;

/// Where a declaration stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Outside of functions.
    External,
    /// In a block or the head of a `for`.
    Block,
}

impl Parser<'_> {
    /// The whole file.
    pub(super) fn translation_unit(&mut self) {
        while self.kind() != Kind::End {
            let start = self.position;
            let here = self.here();
            let item = match self.external_declaration() {
                Ok(item) => item,
                Err(Failed) => {
                    self.skip_external(start);
                    if self.position == start {
                        self.bump();
                    }
                    self.add_decl(DeclKind::Error, here)
                }
            };
            self.unit.items.push(item);
        }
    }

    fn add_decl(&mut self, kind: DeclKind, span: Span) -> DeclId {
        self.unit.decls.push(Decl { kind, span })
    }

    fn external_declaration(&mut self) -> Parsed<DeclId> {
        while self.eat(Kind::Extension) {}
        let start = self.here();
        match self.kind() {
            Kind::Semicolon => {
                self.bump();
                Ok(self.add_decl(DeclKind::Empty, start))
            }
            Kind::Asm => {
                self.bump();
                let asm = self.asm()?;
                self.expect(Kind::Semicolon, "after the assembler text")?;
                Ok(self.add_decl(DeclKind::Asm(asm), self.since(start)))
            }
            Kind::CloseBrace => {
                self.error(
                    "unexpected-token",
                    start,
                    "this `}` closes nothing",
                    "remove it, or look for a missing `{`",
                );
                self.bump();
                Ok(self.add_decl(DeclKind::Error, start))
            }
            Kind::Identifier | Kind::Star | Kind::OpenParen => self.declaration(Level::External),
            _ if self.starts_bracketed() => self.declaration(Level::External),
            _ if self.kind() == Kind::StaticAssert || self.starts_specifiers() => {
                self.declaration(Level::External)
            }
            _ => Err(self.unexpected("a declaration")),
        }
    }

    /// A declaration with its `;`, or a function definition.
    pub(super) fn declaration(&mut self, level: Level) -> Parsed<DeclId> {
        if self.kind() == Kind::StaticAssert {
            return self.static_assert();
        }
        let start = self.here();
        let specifiers = self.specifiers(Place::Declaration)?;
        let mut declarators: SmallVec<[InitDeclarator; 2]> = SmallVec::new();
        if self.kind() != Kind::Semicolon {
            loop {
                let mut declarator = self.declarator(Naming::Always)?;
                self.declare(&declarator, specifiers);
                declarator.contract = self.contract(&declarator)?;
                if declarators.is_empty() && self.starts_body(&declarator, specifiers, level) {
                    // GNU C lets functions stand in functions.
                    return self.nest(|it| it.function_definition(start, specifiers, declarator));
                }
                let init =
                    if self.eat(Kind::Equal) { Some(self.nest(Self::initialiser)?) } else { None };
                declarators.push(InitDeclarator { declarator, init });
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        self.end_of_declaration()?;
        let declarators = self.unit.lists.declarators.add(declarators);
        Ok(self.add_decl(DeclKind::Variables { specifiers, declarators }, self.since(start)))
    }

    /// The `;`. If it was forgotten and a declaration follows on the next line, parsing goes on there.
    fn end_of_declaration(&mut self) -> Parsed<()> {
        if self.eat(Kind::Semicolon) {
            return Ok(());
        }
        let failed = self.unexpected("`;` after the declaration");
        let token = self.token();
        let next_line = token.before == tribunal_preprocess::Before::Newline;
        if next_line && (self.starts_specifiers() || token.kind == Kind::CloseBrace) {
            Ok(())
        } else {
            Err(failed)
        }
    }

    fn declare(&mut self, declarator: &Declarator, specifiers: SpecifiersId) {
        if let Some(name) = declarator.name {
            let is_type = self.unit[specifiers].storage == Some(Storage::Typedef);
            self.scopes.declare(name.symbol, if is_type { Meaning::Type } else { Meaning::Value });
        }
    }

    /// Whether what comes is the body of a function, or the declarations of K&R parameters before it.
    fn starts_body(&self, declarator: &Declarator, specifiers: SpecifiersId, level: Level) -> bool {
        let first = self.unit[declarator.derivations].first();
        let Some(Derivation::Function { parameters, .. }) = first else { return false };
        if self.unit[specifiers].storage == Some(Storage::Typedef) {
            return false;
        }
        self.kind() == Kind::OpenBrace
            || (matches!(parameters, Parameters::Names(_))
                && level == Level::External
                && self.starts_specifiers())
    }

    fn function_definition(
        &mut self,
        start: Span,
        specifiers: SpecifiersId,
        declarator: Declarator,
    ) -> Parsed<DeclId> {
        self.scopes.open();
        let result = self.function_rest(start, specifiers, declarator);
        self.scopes.close();
        result
    }

    fn function_rest(
        &mut self,
        start: Span,
        specifiers: SpecifiersId,
        declarator: Declarator,
    ) -> Parsed<DeclId> {
        self.declare_parameters(&declarator);
        let mut parameters: SmallVec<[DeclId; 2]> = SmallVec::new();
        while self.kind() != Kind::OpenBrace && self.starts_specifiers() {
            parameters.push(self.declaration(Level::Block)?);
        }
        let parameters = self.unit.lists.decls.add(parameters);
        let body = self.block()?;
        let span = self.since(start);
        let function = Function { specifiers, declarator, parameters, body, span };
        let function = self.unit.functions.push(function);
        Ok(self.add_decl(DeclKind::Function(function), span))
    }

    /// Makes the parameters of a function known in its body.
    pub(super) fn declare_parameters(&mut self, declarator: &Declarator) {
        let Some(Derivation::Function { parameters, .. }) =
            self.unit[declarator.derivations].first()
        else {
            return;
        };
        match *parameters {
            Parameters::Unspecified => {}
            Parameters::Names(names) => {
                for name in &self.unit[names] {
                    self.scopes.declare(name.symbol, Meaning::Value);
                }
            }
            Parameters::Prototype { list, .. } => {
                for name in self.unit[list].iter().filter_map(|it| it.declarator.name) {
                    self.scopes.declare(name.symbol, Meaning::Value);
                }
            }
        }
    }

    /// C11 §6.7.10; the message may be missing, as in C23.
    pub(super) fn static_assert(&mut self) -> Parsed<DeclId> {
        let start = self.bump().span;
        self.expect(Kind::OpenParen, "after `_Static_assert`")?;
        let condition = self.nest(Self::conditional)?;
        let message = if self.eat(Kind::Comma) {
            if self.kind() != Kind::String {
                return Err(self.unexpected("a message in quotes"));
            }
            Some(self.string_literal().0)
        } else {
            None
        };
        self.expect(Kind::CloseParen, "after the assertion")?;
        self.expect(Kind::Semicolon, "after the assertion")?;
        Ok(self.add_decl(DeclKind::StaticAssert { condition, message }, self.since(start)))
    }

    /// GNU: `__label__ a, b;`.
    pub(super) fn local_labels(&mut self) -> Parsed<DeclId> {
        let start = self.bump().span;
        let mut names: SmallVec<[crate::ast::Name; 2]> = SmallVec::new();
        loop {
            names.push(self.name("a label")?);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::Semicolon, "after the labels")?;
        let names = self.unit.lists.names.add(names);
        Ok(self.add_decl(DeclKind::LocalLabels(names), self.since(start)))
    }
}
