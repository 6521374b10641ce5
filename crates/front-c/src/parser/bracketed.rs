//! Attributes in double brackets (C23 §6.7.13): `[[gnu::packed]]` is what `__attribute__((packed))` is, where both may stand.

use super::attribute::Attributes;
use super::{Parsed, Parser};
use crate::lexer::Kind;

/// The attributes of the standard, and those of GNU C that mean the same.
const STANDARD: [(&str, &str); 8] = [
    ("deprecated", "deprecated"),
    ("fallthrough", "fallthrough"),
    ("maybe_unused", "unused"),
    ("nodiscard", "warn_unused_result"),
    ("noreturn", "noreturn"),
    ("_Noreturn", "noreturn"),
    ("reproducible", "pure"),
    ("unsequenced", "const"),
];

impl Parser<'_> {
    /// Whether attributes in double brackets start here: nothing else does with two brackets.
    pub(super) fn starts_bracketed(&self) -> bool {
        self.kind() == Kind::OpenBracket && self.peek(1) == Kind::OpenBracket
    }

    /// Steps over attributes in double brackets.
    pub(super) fn skip_bracketed(&mut self) {
        while self.starts_bracketed() {
            self.skip_balanced();
        }
    }

    /// Any number of `[[…]]`.
    pub(super) fn bracketed_attributes(&mut self, out: &mut Attributes) -> Parsed<()> {
        while self.starts_bracketed() {
            self.bump();
            self.bump();
            loop {
                match self.kind() {
                    Kind::Comma => _ = self.bump(),
                    Kind::CloseBracket => break,
                    _ => {
                        self.bracketed_attribute(out)?;
                        if !matches!(self.kind(), Kind::Comma | Kind::CloseBracket) {
                            return Err(self.unexpected("`,` or `]]` after the attribute"));
                        }
                    }
                }
            }
            self.expect(Kind::CloseBracket, "after the attributes")?;
            self.expect(Kind::CloseBracket, "after the attributes")?;
        }
        Ok(())
    }

    /// One attribute. Those of other compilers, and those that the standard does not know, are ignored, as gcc does.
    fn bracketed_attribute(&mut self, out: &mut Attributes) -> Parsed<()> {
        if self.peek(1) == Kind::Colon && self.peek(2) == Kind::Colon {
            let vendor = self.token().symbol;
            let vendor = self.text(vendor).to_owned();
            self.bump();
            self.bump();
            self.bump();
            let attribute = self.attribute()?;
            if matches!(vendor.as_str(), "gnu" | "__gnu__") {
                out.push(attribute);
            }
            return Ok(());
        }
        let mut attribute = self.attribute()?;
        let name = self.text(attribute.name);
        if let Some((_, known)) = STANDARD.iter().find(|it| it.0 == name) {
            attribute.name = self.unit.symbols.intern(known);
            out.push(attribute);
        }
        Ok(())
    }
}
