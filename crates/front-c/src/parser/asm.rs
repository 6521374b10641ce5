//! Assembler code (GNU C): its template as text, its operands as expressions.

use smallvec::SmallVec;

use super::{Parsed, Parser};
use crate::ast::{Asm, AsmOperand, AsmParts, List};
use crate::lexer::Kind;

impl Parser<'_> {
    /// What follows `asm`, without the `;`.
    pub(super) fn asm(&mut self) -> Parsed<Asm> {
        let mut is_jump = false;
        while matches!(self.kind(), Kind::Volatile | Kind::Goto | Kind::Inline | Kind::Const) {
            is_jump |= self.kind() == Kind::Goto;
            self.bump();
        }
        if self.kind() != Kind::OpenParen {
            return Err(self.unexpected("`(` after `asm`"));
        }
        let open = self.position;
        self.skip_balanced();
        let end = self.position;
        self.position = end.saturating_sub(1).max(open + 1);
        let text = self.spelling_since(open + 1);
        self.position = open + 1;
        let parts = if is_jump || self.kind() != Kind::String { None } else { self.asm_parts()? };
        self.position = end;
        Ok(Asm { text, parts })
    }

    /// The template and the operands; what follows them are names of registers. None if they are written in another way.
    fn asm_parts(&mut self) -> Parsed<Option<AsmParts>> {
        let (template, _) = self.string_literal();
        let Some(outputs) = self.asm_operands()? else { return Ok(None) };
        let Some(inputs) = self.asm_operands()? else { return Ok(None) };
        let is_end = matches!(self.kind(), Kind::Colon | Kind::CloseParen);
        Ok(is_end.then_some(AsmParts { template, outputs, inputs }))
    }

    fn asm_operands(&mut self) -> Parsed<Option<List<AsmOperand>>> {
        let mut operands: SmallVec<[AsmOperand; 4]> = SmallVec::new();
        if !self.eat(Kind::Colon) || matches!(self.kind(), Kind::Colon | Kind::CloseParen) {
            return Ok(Some(List::default()));
        }
        loop {
            let name = if self.eat(Kind::OpenBracket) {
                let name = self.name("the name of the operand")?;
                self.expect(Kind::CloseBracket, "after the name")?;
                Some(name.symbol)
            } else {
                None
            };
            if self.kind() != Kind::String {
                return Ok(None);
            }
            let (constraint, _) = self.string_literal();
            self.expect(Kind::OpenParen, "before the operand")?;
            let value = self.nest(Self::expression)?;
            self.expect(Kind::CloseParen, "after the operand")?;
            operands.push(AsmOperand { name, constraint, value });
            if !self.eat(Kind::Comma) {
                return Ok(Some(self.unit.lists.asm_operands.add(operands)));
            }
        }
    }
}
