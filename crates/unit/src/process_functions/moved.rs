//! Formulas and expressions with other variables in the place of those of processes.

use tribunal_ir::{
    BinOp, Expr, ExprId, Formula, FormulaId, Place, PlaceId, ProcId, Scope, UnOp, VarId,
};

use super::{Making, Unsupported};

/// A variable of a process.
#[derive(Clone, Copy)]
pub(super) struct Site {
    pub(super) process: ProcId,
    pub(super) var: VarId,
}

impl Making {
    /// A formula about one state as an expression, where variables of processes are others by `at`; `None` where one is not there.
    pub(super) fn state(
        &mut self,
        formula: FormulaId,
        at: &mut dyn FnMut(Site) -> Option<VarId>,
    ) -> Result<Option<ExprId>, Unsupported> {
        let expr = match self.program.formulas[formula] {
            Formula::Const(value) => Some(self.program.truth(value)),
            Formula::Atom(expr) => self.moved(expr, at)?,
            Formula::Not(inner) => {
                let inner = self.state(inner, at)?;
                inner.map(|it| self.program.expr(Expr::Unary(UnOp::Not, it)))
            }
            Formula::And(a, b) | Formula::Or(a, b) => {
                let op = match self.program.formulas[formula] {
                    Formula::And(..) => BinOp::And,
                    _ => BinOp::Or,
                };
                let (a, b) = (self.state(a, at)?, self.state(b, at)?);
                a.zip(b).map(|(a, b)| self.program.expr(Expr::Binary(op, a, b)))
            }
            Formula::Next(_)
            | Formula::Until(..)
            | Formula::Release(..)
            | Formula::AllRuns(_)
            | Formula::SomeRun(_) => {
                return Err(("a temporal operator in an expression".to_owned(), self.nowhere));
            }
        };
        Ok(expr)
    }

    /// An expression with other variables in the place of those of processes.
    fn moved(
        &mut self,
        expr: ExprId,
        at: &mut dyn FnMut(Site) -> Option<VarId>,
    ) -> Result<Option<ExprId>, Unsupported> {
        let new = match self.program.exprs[expr].clone() {
            Expr::Const { .. } => return Ok(Some(expr)),
            Expr::Load(place) => self.moved_place(place, at)?.map(Expr::Load),
            Expr::Unary(op, a) => self.moved(a, at)?.map(|a| Expr::Unary(op, a)),
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.moved(a, at)?, self.moved(b, at)?);
                a.zip(b).map(|(a, b)| Expr::Binary(op, a, b))
            }
            Expr::Ite(c, a, b) => {
                let (c, a, b) = (self.moved(c, at)?, self.moved(a, at)?, self.moved(b, at)?);
                c.zip(a).zip(b).map(|((c, a), b)| Expr::Ite(c, a, b))
            }
            Expr::Cast { to, arg } => self.moved(arg, at)?.map(|arg| Expr::Cast { to, arg }),
            _ => {
                let what = "an expression about channels or other processes".to_owned();
                return Err((what, self.nowhere));
            }
        };
        Ok(new.map(|it| self.program.expr(it)))
    }

    fn moved_place(
        &mut self,
        place: PlaceId,
        at: &mut dyn FnMut(Site) -> Option<VarId>,
    ) -> Result<Option<PlaceId>, Unsupported> {
        let new = match self.program.places[place] {
            Place::Remote { var, .. } => match self.program.vars[var].scope {
                Scope::Local(process) => at(Site { process, var }).map(Place::Var),
                Scope::Global => Some(Place::Var(var)),
            },
            Place::Var(var) => Some(Place::Var(var)),
            Place::Index(base, index) => {
                let (base, index) = (self.moved_place(base, at)?, self.moved(index, at)?);
                base.zip(index).map(|(base, index)| Place::Index(base, index))
            }
            Place::Field(base, field) => {
                self.moved_place(base, at)?.map(|base| Place::Field(base, field))
            }
            Place::Deref { .. } => return Err(("a pointer".to_owned(), self.nowhere)),
        };
        Ok(new.map(|it| self.program.place(it)))
    }
}
