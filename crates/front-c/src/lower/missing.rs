//! Functions that end without the value they should return: it is an error to use that value (C17 6.9.1), not to lack it.
//!
//! A flag of the program tells whether the last of such functions to return has returned a value; the caller that uses the value
//! looks at it. Functions that cannot reach their end, by their last statements, have no part in this.

use tribunal_base::Span;
use tribunal_ir::{Matching, Place, Scope, Ty, Var, VarId};

use super::Lowering;
use super::check::Check;
use super::types::Class;
use crate::hir::{Callee, ExprId, ExprKind, FunctionId, StmtId, StmtKind};

impl Lowering<'_> {
    /// Whether a function should return a value and might not, as far as its statements tell.
    fn may_return_nothing(&self, id: FunctionId) -> bool {
        let function = &self.unit.functions[id];
        let result = self.function_type(function.ty).result;
        let has_value = matches!(self.class(result), Class::Scalar(_) | Class::Aggregate);
        // The end of `main` returns 0.
        let is_main = Some(id) == self.unit.entry;
        has_value
            && !is_main
            && !function.noreturn
            && function.body.is_some_and(|it| self.completes(it) || self.leaves_bare(it))
    }

    /// Whether control may come to the end of a statement.
    fn completes(&self, stmt: StmtId) -> bool {
        match &self.unit.stmts[stmt].kind {
            StmtKind::Return(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(_)
            | StmtKind::Break
            | StmtKind::Continue => false,
            StmtKind::Block { statements, .. } => {
                statements.last().is_none_or(|it| self.completes(*it))
            }
            StmtKind::If { arms, otherwise } => {
                let mut parts = arms.iter().map(|(_, it)| *it).chain(*otherwise);
                otherwise.is_none() || parts.any(|it| self.completes(it))
            }
            StmtKind::While { condition, body } => {
                !self.is_certain(*condition)
                    || self.contains(*body, |it| matches!(it, StmtKind::Break))
            }
            StmtKind::For { condition, body, .. } => {
                !condition.is_none_or(|it| self.is_certain(it))
                    || self.contains(*body, |it| matches!(it, StmtKind::Break))
            }
            StmtKind::Contracted { body, .. } => self.completes(*body),
            StmtKind::Expression(expr) => !self.ends_the_run(*expr),
            StmtKind::Empty
            | StmtKind::Declare { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::Switch { .. }
            | StmtKind::Label(_)
            | StmtKind::Cleanup(_)
            | StmtKind::Unsupported(_) => true,
        }
    }

    /// Whether there is a `return` without a value.
    fn leaves_bare(&self, body: StmtId) -> bool {
        self.contains(body, |it| matches!(it, StmtKind::Return(None)))
    }

    fn is_certain(&self, condition: ExprId) -> bool {
        match &self.unit.exprs[condition].kind {
            ExprKind::Integer(value) => *value != 0,
            ExprKind::Convert(_, inner) => self.is_certain(*inner),
            _ => false,
        }
    }

    /// Whether an expression is a call that does not return.
    fn ends_the_run(&self, expr: ExprId) -> bool {
        match &self.unit.exprs[expr].kind {
            ExprKind::Call { callee: Callee::Direct(function), .. } => {
                let name = self.unit.functions[*function].name.as_str();
                let always = ["reach_error", "__VERIFIER_error"].contains(&name);
                self.unit.functions[*function].noreturn || always
            }
            ExprKind::Convert(_, inner) => self.ends_the_run(*inner),
            _ => false,
        }
    }

    /// Whether a function might not return the value it should, remembered; never if nobody looks for it.
    fn is_suspect(&mut self, id: FunctionId) -> bool {
        use tribunal_base::Id;
        if !self.properties.contains_key(&Check::Return) {
            return false;
        }
        if let Some(known) = self.suspects[id.index()] {
            return known;
        }
        let found = self.may_return_nothing(id);
        self.suspects[id.index()] = Some(found);
        found
    }

    fn flag(&mut self) -> VarId {
        if let Some(flag) = self.returned_nothing {
            return flag;
        }
        let ty = self.program.ty(Ty::Bool);
        let flag = self.program.vars.push(Var {
            name: "%returned nothing".to_owned(),
            ty,
            scope: Scope::Global,
            init: Vec::new(),
            matching: Matching::Matched,
            span: self.build.flow.span,
        });
        self.returned_nothing = Some(flag);
        flag
    }

    /// The function at hand returns, with a value or without.
    pub(super) fn note_return(&mut self, id: FunctionId, returned: Returned) {
        if self.is_suspect(id) {
            let flag = self.flag();
            let nothing = self.program.truth(returned == Returned::Nothing);
            self.set(flag, nothing);
        }
    }

    /// The value of a function that has just returned is used.
    pub(super) fn check_return(&mut self, id: FunctionId, span: Span) {
        if self.is_suspect(id) {
            let flag = self.flag();
            let place = self.program.place(Place::Var(flag));
            let nothing = self.load(place);
            let name = &self.unit.functions[id].name;
            let message = format!("the value of `{name}` is used, which returned none");
            self.check(Check::Return, nothing, message, span);
            self.settle();
        }
    }
}

/// Whether a function returned a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Returned {
    Value,
    Nothing,
}
