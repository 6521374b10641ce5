//! CBMC: contracts of functions and loops.

use smallvec::SmallVec;

use super::{Parsed, Parser};
use crate::ast::{Clause, ClauseKind, Declarator, ExprId, List, Target};
use crate::lexer::Kind;

impl Parser<'_> {
    /// The clauses behind the declarator of a function, which see its parameters.
    pub(super) fn contract(&mut self, declarator: &Declarator) -> Parsed<List<Clause>> {
        if self.clause_kind().is_none() {
            return Ok(List::default());
        }
        self.scopes.open();
        self.declare_parameters(declarator);
        let clauses = self.clauses();
        self.scopes.close();
        clauses
    }

    /// The clauses of a loop are read, and not used.
    pub(super) fn loop_contract(&mut self) -> Parsed<()> {
        if self.clause_kind().is_some() {
            let start = self.here();
            self.clauses()?;
            self.warn(
                "loop-contract",
                self.since(start),
                "the contract of this loop is not used",
                "write assertions where it should be checked",
            );
        }
        Ok(())
    }

    fn clauses(&mut self) -> Parsed<List<Clause>> {
        let mut clauses: SmallVec<[Clause; 4]> = SmallVec::new();
        while let Some(kind) = self.clause_kind() {
            let start = self.bump().span;
            self.bump();
            let targets = match kind {
                ClauseKind::Assigns | ClauseKind::Frees => self.targets()?,
                ClauseKind::Requires | ClauseKind::Ensures | ClauseKind::OfLoop => {
                    let mut conditions: SmallVec<[Target; 2]> = SmallVec::new();
                    loop {
                        let value = self.nest(Self::assignment)?;
                        conditions.push(Target { condition: None, value });
                        if !self.eat(Kind::Comma) {
                            break;
                        }
                    }
                    self.unit.lists.targets.add(conditions)
                }
            };
            self.expect(Kind::CloseParen, "after the clause")?;
            clauses.push(Clause { kind, targets, span: self.since(start) });
        }
        Ok(self.unit.lists.clauses.add(clauses))
    }

    /// `a, b; condition: c, d`, or nothing.
    fn targets(&mut self) -> Parsed<List<Target>> {
        let mut targets: SmallVec<[Target; 4]> = SmallVec::new();
        let mut condition: Option<ExprId> = None;
        while self.kind() != Kind::CloseParen {
            let value = self.nest(Self::conditional)?;
            if self.eat(Kind::Colon) {
                condition = Some(value);
                continue;
            }
            targets.push(Target { condition, value });
            if self.eat(Kind::Semicolon) {
                condition = None;
            } else if !self.eat(Kind::Comma) {
                break;
            }
        }
        Ok(self.unit.lists.targets.add(targets))
    }

    /// The clause that starts here.
    fn clause_kind(&self) -> Option<ClauseKind> {
        if self.kind() != Kind::Identifier || self.peek(1) != Kind::OpenParen {
            return None;
        }
        Some(match self.text(self.token().symbol).strip_prefix("__CPROVER_")? {
            "requires" => ClauseKind::Requires,
            "ensures" => ClauseKind::Ensures,
            "assigns" => ClauseKind::Assigns,
            "frees" => ClauseKind::Frees,
            "loop_invariant" | "loop_assigns" | "decreases" => ClauseKind::OfLoop,
            _ => return None,
        })
    }
}
