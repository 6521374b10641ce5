//! Initialisers (C11 §6.7.9), with GNU's old and ranged designators.

use smallvec::SmallVec;

use super::{Parsed, Parser};
use crate::ast::{Designator, DesignatorKind, Init, InitId, InitItem, InitKind};
use crate::lexer::Kind;

impl Parser<'_> {
    /// An expression or a list in braces.
    pub(super) fn initialiser(&mut self) -> Parsed<InitId> {
        let start = self.here();
        let kind = if self.kind() == Kind::OpenBrace {
            self.bump();
            let mut items: SmallVec<[InitItem; 4]> = SmallVec::new();
            while self.kind() != Kind::CloseBrace {
                let designators = self.designators()?;
                let value = self.nest(Self::initialiser)?;
                items.push(InitItem { designators, value });
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
            self.expect(Kind::CloseBrace, "after the initialisers")?;
            InitKind::List(self.unit.lists.init_items.add(items))
        } else {
            InitKind::Expr(self.assignment()?)
        };
        Ok(self.unit.inits.push(Init { kind, span: self.since(start) }))
    }

    /// `.a[1] =`, `[1 ... 3] =`, GNU: `a:` and `[1]` without `=`.
    fn designators(&mut self) -> Parsed<crate::ast::List<Designator>> {
        let mut designators: SmallVec<[Designator; 2]> = SmallVec::new();
        if self.kind() == Kind::Identifier && self.peek(1) == Kind::Colon {
            let name = self.bump();
            self.bump();
            designators
                .push(Designator { kind: DesignatorKind::Member(name.symbol), span: name.span });
            return Ok(self.unit.lists.designators.add(designators));
        }
        loop {
            let start = self.here();
            let kind = match self.kind() {
                Kind::Dot => {
                    self.bump();
                    DesignatorKind::Member(self.name("the name of a member")?.symbol)
                }
                Kind::OpenBracket => {
                    self.bump();
                    let first = self.nest(Self::conditional)?;
                    let kind = if self.eat(Kind::Ellipsis) {
                        DesignatorKind::Range(first, self.nest(Self::conditional)?)
                    } else {
                        DesignatorKind::Index(first)
                    };
                    self.expect(Kind::CloseBracket, "after the index")?;
                    kind
                }
                _ => break,
            };
            designators.push(Designator { kind, span: self.since(start) });
        }
        let last_is_index =
            designators.len() == 1 && !matches!(designators[0].kind, DesignatorKind::Member(_));
        if !designators.is_empty() && !self.eat(Kind::Equal) && !last_is_index {
            return Err(self.unexpected("`=` after the designator"));
        }
        Ok(self.unit.lists.designators.add(designators))
    }
}
