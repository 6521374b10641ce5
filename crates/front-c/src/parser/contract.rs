//! CBMC: contracts of functions and loops.

use smallvec::SmallVec;

use super::{Parsed, Parser};
use crate::ast::{Clause, ClauseKind, Declarator, ExprId, List, StmtId, StmtKind, Target};
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

    /// The body of a loop, behind its contract if it has one.
    pub(super) fn contracted_body(&mut self) -> Parsed<StmtId> {
        let clauses = self.loop_contract()?;
        let body = self.nest(Self::statement)?;
        Ok(self.contracted(clauses, body))
    }

    /// The clauses of a loop.
    pub(super) fn loop_contract(&mut self) -> Parsed<List<Clause>> {
        match self.clause_kind() {
            Some(_) => self.clauses(),
            None => Ok(List::default()),
        }
    }

    pub(super) fn contracted(&mut self, clauses: List<Clause>, body: StmtId) -> StmtId {
        if clauses.is_empty() {
            return body;
        }
        let span = self.unit.stmts[body].span;
        self.add_stmt(StmtKind::Contracted { clauses, body }, span)
    }

    fn clauses(&mut self) -> Parsed<List<Clause>> {
        let mut clauses: SmallVec<[Clause; 4]> = SmallVec::new();
        while let Some(kind) = self.clause_kind() {
            let start = self.bump().span;
            self.bump();
            let targets = match kind {
                ClauseKind::Assigns | ClauseKind::Frees => self.targets()?,
                ClauseKind::Requires
                | ClauseKind::Ensures
                | ClauseKind::Invariant
                | ClauseKind::Decreases => {
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
            "assigns" | "loop_assigns" => ClauseKind::Assigns,
            "frees" => ClauseKind::Frees,
            "loop_invariant" => ClauseKind::Invariant,
            "decreases" => ClauseKind::Decreases,
            _ => return None,
        })
    }
}
