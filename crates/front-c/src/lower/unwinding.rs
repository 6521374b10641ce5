//! Bounds on loops, as CBMC has them: a loop may go back to its start one time less than it is bounded to.

use tribunal_base::Span;
use tribunal_ir::{BinOp, VarId};

use super::Lowering;
use crate::hir::{StmtId, StmtKind};

/// A loop with a bound.
pub(super) struct Rounds {
    name: String,
    limit: u64,
    /// How often it has gone back.
    count: VarId,
    span: Span,
}

impl Lowering<'_> {
    /// The bound of the loop with this body, if it has one; the count starts here.
    pub(super) fn rounds(&mut self, body: StmtId) -> Option<Rounds> {
        let unwinding = &self.choices.unwinding;
        if unwinding.every.is_none() && unwinding.loops.is_empty() {
            return None;
        }
        let name = self.name_of_loop(body)?;
        let own = unwinding.loops.iter().find(|it| it.0 == name).map(|it| it.1);
        let limit = own.or(unwinding.every)?;
        let (span, number) = (self.build.flow.span, self.i64_ty());
        let count = self.local("%rounds", number, span);
        let zero = self.bytes(0);
        self.set(count, zero);
        Some(Rounds { name, limit, count, span })
    }

    /// Goes back to the start of a loop, or no further.
    pub(super) fn count_round(&mut self, rounds: &Rounds) {
        let (count, one) = (self.load_var(rounds.count), self.bytes(1));
        let more = self.binary(BinOp::Add, count, one);
        self.set(rounds.count, more);
        let (count, limit) = (self.load_var(rounds.count), self.bytes(rounds.limit));
        let is_over = self.binary(BinOp::Le, limit, count);
        let (stop, go) = (self.point(), self.point());
        self.branch(is_over, stop, go);
        self.arrive(stop);
        let what = format!("the loop `{}` beyond {} rounds, its bound,", rounds.name, rounds.limit);
        self.unsupported(&what, rounds.span);
        self.arrive(go);
    }

    /// The function, a dot and a number.
    fn name_of_loop(&self, body: StmtId) -> Option<String> {
        let function = &self.unit.functions[self.build.function?];
        let mut loops = Vec::new();
        self.loops_of(function.body?, &mut loops);
        let number = loops.iter().position(|it| *it == body)?;
        Some(format!("{}.{number}", function.name))
    }

    /// The bodies of loops, in the order in which they end.
    fn loops_of(&self, stmt: StmtId, found: &mut Vec<StmtId>) {
        for part in self.unit.parts(stmt) {
            if let crate::hir::Part::Stmt(it) = part {
                self.loops_of(it, found);
            }
        }
        match self.unit.stmts[stmt].kind {
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. } => found.push(body),
            _ => {}
        }
    }
}
