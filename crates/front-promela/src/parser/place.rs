//! Variables, elements and fields.

use super::{Parse, Parser};
use crate::ast::{Ident, Place, PlacePart};
use crate::lexer::Kind;

impl Parser<'_> {
    /// `a[i].b[j]`.
    pub(super) fn place(&mut self) -> Parse<Place> {
        let name = self.name("the name of a variable")?;
        self.place_from(name)
    }

    /// What may follow the name of a variable.
    pub(super) fn place_from(&mut self, name: Ident) -> Parse<Place> {
        let start = name.span;
        let mut parts = vec![self.place_part(name)?];
        while self.eat(Kind::Dot) {
            let field = self.name("the name of a field")?;
            parts.push(self.place_part(field)?);
        }
        Ok(Place { parts, span: start.to(self.previous) })
    }

    /// `x` or `x[i]`, of which the name has been read.
    pub(super) fn place_part(&mut self, name: Ident) -> Parse<PlacePart> {
        let index = if self.eat(Kind::OpenBracket) {
            let index = self.nested(Self::expression)?;
            self.expect(Kind::CloseBracket, "`]` or an operator")?;
            Some(Box::new(index))
        } else {
            None
        };
        Ok(PlacePart { name, index })
    }
}
