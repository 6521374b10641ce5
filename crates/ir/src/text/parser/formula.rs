//! Temporal formulas. Atoms stand in braces: `G ({x == 1} -> F {y})`.

use super::{Parsed, Parser};
use crate::text::syntax::Formula;

/// Deeper formulas are refused, so that hostile text cannot exhaust the stack.
const MAX_DEPTH: u32 = 200;

impl Parser<'_> {
    pub(super) fn formula(&mut self) -> Parsed<Formula> {
        if MAX_DEPTH <= self.depth {
            return self.error(self.span(), "this formula is nested too deeply");
        }
        self.depth += 1;
        let result = self.implication();
        self.depth -= 1;
        result
    }

    fn implication(&mut self) -> Parsed<Formula> {
        let left = self.disjunction()?;
        if !self.eat("->") {
            return Ok(left);
        }
        let right = self.formula()?;
        Ok(Formula::Or(Box::new(Formula::Not(Box::new(left))), Box::new(right)))
    }

    fn disjunction(&mut self) -> Parsed<Formula> {
        let left = self.conjunction()?;
        if !self.eat("||") {
            return Ok(left);
        }
        let right = self.nested_formula(Self::disjunction)?;
        Ok(Formula::Or(Box::new(left), Box::new(right)))
    }

    fn conjunction(&mut self) -> Parsed<Formula> {
        let left = self.binary_temporal()?;
        if !self.eat("&&") {
            return Ok(left);
        }
        let right = self.nested_formula(Self::conjunction)?;
        Ok(Formula::And(Box::new(left), Box::new(right)))
    }

    fn binary_temporal(&mut self) -> Parsed<Formula> {
        let left = self.unary_formula()?;
        let connective: fn(Box<Formula>, Box<Formula>) -> Formula = if self.eat_word("U") {
            Formula::Until
        } else if self.eat_word("R") {
            Formula::Release
        } else {
            return Ok(left);
        };
        let right = self.nested_formula(Self::binary_temporal)?;
        Ok(connective(Box::new(left), Box::new(right)))
    }

    fn unary_formula(&mut self) -> Parsed<Formula> {
        if self.eat("!") {
            return Ok(Formula::Not(Box::new(self.nested_formula(Self::unary_formula)?)));
        }
        if self.eat_word("A") {
            return Ok(Formula::AllRuns(Box::new(self.nested_formula(Self::unary_formula)?)));
        }
        if self.eat_word("E") {
            return Ok(Formula::SomeRun(Box::new(self.nested_formula(Self::unary_formula)?)));
        }
        if self.eat_word("X") {
            return Ok(Formula::Next(Box::new(self.nested_formula(Self::unary_formula)?)));
        }
        if self.eat_word("G") {
            let body = self.nested_formula(Self::unary_formula)?;
            return Ok(Formula::Release(Box::new(Formula::Const(false)), Box::new(body)));
        }
        if self.eat_word("F") {
            let body = self.nested_formula(Self::unary_formula)?;
            return Ok(Formula::Until(Box::new(Formula::Const(true)), Box::new(body)));
        }
        if self.eat_word("true") {
            return Ok(Formula::Const(true));
        }
        if self.eat_word("false") {
            return Ok(Formula::Const(false));
        }
        if self.eat("(") {
            let inner = self.formula()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.eat("{") {
            let atom = self.expr()?;
            self.expect("}")?;
            return Ok(Formula::Atom(atom));
        }
        self.expected("a formula; an expression in a formula stands in braces")
    }

    fn nested_formula(
        &mut self,
        read: impl FnOnce(&mut Self) -> Parsed<Formula>,
    ) -> Parsed<Formula> {
        if MAX_DEPTH <= self.depth {
            return self.error(self.span(), "this formula is nested too deeply");
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
