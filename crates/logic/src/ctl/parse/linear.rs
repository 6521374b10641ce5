//! Path formulas from text.
//!
//! As in formulas of linear temporal logic elsewhere: `X F G [] <>` and `!` bind tightest, then `U W R V`, then `&&`, `||`, `->` and `<->`; binary operators associate to the left.
//! What has none of these operators in it is a state formula.
//!
//! A program may have variables named `X` or `U`. A letter is an operator if it stands where an expression could not have a name: before the beginning of a formula and, if it has
//! two operands, after the end of one.

use tribunal_base::{Diagnostic, FileId};

use super::{Kind, Parser, Range, error, lex, prefix};
use crate::ctl::{CtlId, Formula, Quantifier};
use crate::ltl::LtlId;

/// A formula of linear temporal logic as the state formula that all paths satisfy it.
#[must_use]
pub fn all_paths(text: &str) -> String {
    let Ok(tokens) = lex(FileId(0), text) else { return format!("A({text})") };
    let all = 0..tokens.len();
    let parser =
        Parser { file: FileId(0), text, tokens, formula: Formula::of_atoms(Vec::new()), depth: 0 };
    if parser.is_linear(&all) { format!("A({text})") } else { text.to_owned() }
}

impl Parser<'_> {
    /// The brackets after a quantifier over paths at a position.
    pub(super) fn quantified(&self, at: usize, end: usize) -> Option<usize> {
        let is_letter = matches!(self.word(at), "A" | "E");
        let bracket = self.tokens.get(at + 1).filter(|_| is_letter && at + 1 < end)?;
        if bracket.kind != Kind::Open {
            return None;
        }
        let inside = at + 2..bracket.partner;
        (self.until(at, end).is_some() || self.is_linear(&inside)).then_some(bracket.partner)
    }

    /// Whether an operator of path formulas occurs that is under no quantifier.
    pub(super) fn is_linear(&self, range: &Range) -> bool {
        self.linear_operator(range).is_some()
    }

    /// The first such operator.
    pub(super) fn linear_operator(&self, range: &Range) -> Option<usize> {
        let mut at = range.start;
        while at < range.end {
            if let Some(close) = self.quantified(at, range.end) {
                at = close;
            } else if self.is_path_prefix(range, at) || self.is_path_infix(range, at) {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    fn is_path_prefix(&self, range: &Range, at: usize) -> bool {
        match self.tokens[at].kind {
            Kind::Always | Kind::Eventually => true,
            Kind::Word if matches!(self.word(at), "X" | "F" | "G") => {
                self.begins(range, at + 1) && (at == range.start || self.precedes(at - 1))
            }
            _ => false,
        }
    }

    fn is_path_infix(&self, range: &Range, at: usize) -> bool {
        let is_letter = matches!(self.word(at), "U" | "W" | "R" | "V");
        let is_after = || range.start < at && self.ends(at - 1);
        is_letter && self.tokens[at].kind == Kind::Word && is_after() && self.begins(range, at + 1)
    }

    /// Whether a formula may begin with a token.
    fn begins(&self, range: &Range, at: usize) -> bool {
        let Some(token) = self.tokens.get(at).filter(|_| range.contains(&at)) else { return false };
        match token.kind {
            Kind::Word | Kind::Quoted | Kind::Not | Kind::Always | Kind::Eventually => true,
            Kind::Open => self.word(at) == "(",
            Kind::Other => matches!(self.word(at), "-" | "*" | "~"),
            Kind::Close | Kind::And | Kind::Or | Kind::Implies | Kind::Equivalent => false,
        }
    }

    /// Whether a formula may begin after a token.
    fn precedes(&self, at: usize) -> bool {
        match self.tokens[at].kind {
            Kind::Not | Kind::And | Kind::Or | Kind::Implies | Kind::Equivalent => true,
            Kind::Always | Kind::Eventually => true,
            Kind::Open => self.word(at) == "(",
            Kind::Word => !self.ends(at) || prefix(self.word(at)).is_some(),
            Kind::Quoted | Kind::Close | Kind::Other => false,
        }
    }

    /// Whether an operand may end with a token: a name, a number or brackets. The letters of operators before a formula do not.
    fn ends(&self, at: usize) -> bool {
        match self.tokens[at].kind {
            Kind::Quoted | Kind::Close => true,
            Kind::Word => !matches!(self.word(at), "X" | "F" | "G" | "U" | "W" | "R" | "V"),
            _ => false,
        }
    }

    /// A path formula.
    pub(super) fn path(&mut self, range: Range) -> Result<LtlId, Box<Diagnostic>> {
        self.enter(&range)?;
        let path = self.path_connectives(range);
        self.depth -= 1;
        path
    }

    fn path_connectives(&mut self, range: Range) -> Result<LtlId, Box<Diagnostic>> {
        if !self.is_linear(&range) {
            let state = self.formula(range)?;
            return Ok(self.formula.proposition(state));
        }
        for kinds in [&[Kind::Implies, Kind::Equivalent][..], &[Kind::Or], &[Kind::And]] {
            let Some(at) = self.find(&range, |it| kinds.contains(&self.tokens[it].kind)) else {
                continue;
            };
            let left = self.path(range.start..at)?;
            let right = self.path(at + 1..range.end)?;
            let paths = &mut self.formula.paths;
            return Ok(match self.tokens[at].kind {
                Kind::Equivalent => paths.equivalent(left, right),
                Kind::Implies => paths.implies(left, right),
                Kind::Or => paths.or(left, right),
                _ => paths.and(left, right),
            });
        }
        if let Some(at) = self.find(&range, |it| self.is_path_infix(&range, it)) {
            return self.infix(range.start..at, at, at + 1..range.end);
        }
        self.path_unary(range)
    }

    /// `f U g` and the like, whose operator is at a position.
    pub(super) fn infix(
        &mut self,
        left: Range,
        at: usize,
        right: Range,
    ) -> Result<LtlId, Box<Diagnostic>> {
        let (left, right) = (self.path(left)?, self.path(right)?);
        let operator = self.word(at).to_owned();
        let paths = &mut self.formula.paths;
        Ok(match operator.as_str() {
            "U" => paths.until(left, right),
            "W" => paths.weak_until(left, right),
            _ => paths.release(left, right),
        })
    }

    fn path_unary(&mut self, range: Range) -> Result<LtlId, Box<Diagnostic>> {
        let Range { start, end } = range;
        let first = self.tokens[start];
        if first.kind == Kind::Open && first.partner + 1 == end && self.word(start) == "(" {
            return self.path(start + 1..first.partner);
        }
        let operator = match first.kind {
            Kind::Not => '!',
            Kind::Always => 'G',
            Kind::Eventually => 'F',
            _ if self.is_path_prefix(&range, start) => {
                self.word(start).chars().next().unwrap_or('X')
            }
            _ => return Err(self.misplaced(range)),
        };
        let operand = self.path(start + 1..end)?;
        let paths = &mut self.formula.paths;
        Ok(match operator {
            '!' => paths.not(operand),
            'G' => paths.always(operand),
            'F' => paths.eventually(operand),
            _ => paths.next(operand),
        })
    }

    /// `AG` and the like before a path formula.
    pub(super) fn prefixed(
        &mut self,
        quantifier: Quantifier,
        operator: char,
        operand: Range,
    ) -> Result<CtlId, Box<Diagnostic>> {
        let operand = self.path(operand)?;
        let paths = &mut self.formula.paths;
        let path = match operator {
            'X' => paths.next(operand),
            'F' => paths.eventually(operand),
            _ => paths.always(operand),
        };
        Ok(self.formula.quantify(quantifier, path))
    }

    /// An operator of path formulas without a quantifier before it.
    pub(super) fn unquantified(&self, at: usize) -> Box<Diagnostic> {
        let error = error(self.span(&(at..at + 1)), "this is said of no path in particular");
        Box::new(error.help(
            "say whether all paths are meant, as in A([] p), or some: E([] p); an expression with such a name is written in double quotes",
        ))
    }
}
