//! Attributes and alignment (GNU C; C11 §6.7.5).

use smallvec::SmallVec;

use super::{Parsed, Parser};
use crate::ast::{AlignAs, Alignment, AsmLabel, Attribute, AttributeArguments, AttributeOwner};
use crate::lexer::Kind;

/// Attributes on their way into a list.
pub(super) type Attributes = SmallVec<[Attribute; 1]>;

impl Parser<'_> {
    /// Any number of `__attribute__((…))`.
    pub(super) fn attributes(&mut self, out: &mut Attributes) -> Parsed<()> {
        while self.eat(Kind::Attribute) {
            self.expect(Kind::OpenParen, "after `__attribute__`")?;
            self.expect(Kind::OpenParen, "after `__attribute__(`")?;
            loop {
                match self.kind() {
                    Kind::Comma => {
                        self.bump();
                    }
                    Kind::CloseParen => break,
                    _ => {
                        out.push(self.attribute()?);
                        if !matches!(self.kind(), Kind::Comma | Kind::CloseParen) {
                            return Err(self.unexpected("`,` or `)` after the attribute"));
                        }
                    }
                }
            }
            self.expect(Kind::CloseParen, "after the attributes")?;
            self.expect(Kind::CloseParen, "after the attributes")?;
        }
        Ok(())
    }

    /// Attributes of what is not declared: a label, a statement, an enumeration constant.
    pub(super) fn loose_attributes(&mut self) -> Parsed<()> {
        let mut found = Attributes::new();
        self.attributes(&mut found)?;
        self.bracketed_attributes(&mut found)?;
        self.unit.loose_attributes.extend(found);
        Ok(())
    }

    pub(super) fn attribute(&mut self) -> Parsed<Attribute> {
        let token = self.token();
        // A keyword may be the name of an attribute: `const`.
        let is_word = |it: char| it.is_alphabetic() || it == '_';
        if !self.text(token.symbol).starts_with(is_word) || token.kind == Kind::String {
            return Err(self.unexpected("the name of an attribute"));
        }
        self.bump();
        let name = self.text(token.symbol);
        let name =
            name.strip_prefix("__").and_then(|it| it.strip_suffix("__")).unwrap_or(name).to_owned();
        let arguments = if self.kind() != Kind::OpenParen {
            AttributeArguments::None
        } else if matches!(name.as_str(), "aligned" | "vector_size") {
            self.bump();
            let value = self.assignment()?;
            self.expect(Kind::CloseParen, "after the attribute's argument")?;
            AttributeArguments::Expr(value)
        } else {
            let from = self.position + 1;
            self.skip_balanced();
            let end = self.position;
            self.position = end.saturating_sub(1).max(from);
            let text = self.spelling_since(from);
            self.position = end;
            AttributeArguments::Text(text)
        };
        let name = self.unit.symbols.intern(&name);
        let owner = AttributeOwner::Declaration;
        Ok(Attribute { name, arguments, owner, span: self.since(token.span) })
    }

    /// `asm("name")` and attributes after a declarator.
    pub(super) fn declarator_suffix(
        &mut self,
        attributes: &mut Attributes,
    ) -> Parsed<Option<AsmLabel>> {
        let mut label = None;
        loop {
            match self.kind() {
                Kind::Attribute => self.attributes(attributes)?,
                Kind::Asm => {
                    let start = self.bump().span;
                    self.expect(Kind::OpenParen, "after `asm`")?;
                    if self.kind() != Kind::String {
                        return Err(self.unexpected("the name in the object file, in quotes"));
                    }
                    let (name, _) = self.string_literal();
                    self.expect(Kind::CloseParen, "after the name")?;
                    label = Some(AsmLabel { name, span: self.since(start) });
                }
                _ => return Ok(label),
            }
        }
    }

    /// `_Alignas(…)`.
    pub(super) fn align_as(&mut self) -> Parsed<AlignAs> {
        let start = self.bump().span;
        self.expect(Kind::OpenParen, "after `_Alignas`")?;
        let alignment = if self.starts_type_name() {
            Alignment::Type(self.type_name()?)
        } else {
            Alignment::Expr(self.conditional()?)
        };
        self.expect(Kind::CloseParen, "after the alignment")?;
        Ok(AlignAs { alignment, span: self.since(start) })
    }
}
