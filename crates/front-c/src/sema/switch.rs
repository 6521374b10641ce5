//! `switch`, `case` and `default` (C17 6.8.4.2, 6.8.1).

use tribunal_base::Span;

use crate::ast;
use crate::hir::{Case, LabelId, StmtId, StmtKind, TypeId};

use super::build::wrap;
use super::{Checked, Sema};

/// An open `switch`.
#[derive(Debug)]
pub(crate) struct SwitchContext {
    ty: TypeId,
    cases: Vec<Case>,
    default: Option<LabelId>,
}

impl Sema<'_> {
    pub(crate) fn switch(&mut self, subject: ast::ExprId, body: ast::StmtId) -> Checked<StmtKind> {
        let subject_span = self.ast[subject].span;
        let value = self.marked(subject, Self::full_expr)?;
        if !self.types().is_integer(self.ty(value)) {
            let ty = self.show(self.ty(value));
            return Err(self.error(
                "not-an-integer",
                subject_span,
                format!("`switch` needs an integer, not `{ty}`"),
            ));
        }
        let value = self.promote(value);
        let ty = self.ty(value);
        if let Some(context) = &mut self.function {
            context.switches.push(SwitchContext { ty, cases: Vec::new(), default: None });
            context.breakable += 1;
        }
        let body: StmtId = self.substatement(body);
        let Some(context) = &mut self.function else { return Err(super::Reported) };
        context.breakable -= 1;
        let Some(done) = context.switches.pop() else { return Err(super::Reported) };
        self.check_disjoint(&done.cases)?;
        Ok(StmtKind::Switch { value, cases: done.cases, default: done.default, body })
    }

    fn check_disjoint(&mut self, cases: &[Case]) -> Checked<()> {
        let mut sorted: Vec<&Case> = cases.iter().collect();
        sorted.sort_by_key(|it| it.low);
        for pair in sorted.windows(2) {
            if pair[1].low <= pair[0].high {
                let (first, second) = if pair[0].span.start <= pair[1].span.start {
                    (pair[0], pair[1])
                } else {
                    (pair[1], pair[0])
                };
                let error = self.error(
                    "duplicate-case",
                    second.span,
                    format!("the case {} exists already", second.low),
                );
                let first = first.span;
                self.explain(|it| it.related(first, "first here"));
                return Err(error);
            }
        }
        Ok(())
    }

    pub(crate) fn case(
        &mut self,
        low: ast::ExprId,
        high: Option<ast::ExprId>,
        span: Span,
    ) -> Checked<StmtKind> {
        let Some(ty) = self.function.as_ref().and_then(|it| it.switches.last()).map(|it| it.ty)
        else {
            return Err(self.error("outside-switch", span, "`case` stands outside of `switch`"));
        };
        let low = self.case_value(low, ty)?;
        let high = match high {
            Some(high) => self.case_value(high, ty)?,
            None => low,
        };
        let target = self.anonymous_label(span)?;
        if low > high {
            self.warn("empty-range", span, "the range of the case is empty");
        } else if let Some(switch) = self.function.as_mut().and_then(|it| it.switches.last_mut()) {
            switch.cases.push(Case { low, high, target, span });
        }
        Ok(StmtKind::Label(target))
    }

    fn case_value(&mut self, expr: ast::ExprId, ty: TypeId) -> Checked<i128> {
        let value = self.integer_constant(expr, "the value of a case")?;
        let model = self.types().model();
        Ok(match self.types().integer_kind(ty) {
            Some(kind) => wrap(value, kind, model),
            None => value,
        })
    }

    pub(crate) fn default(&mut self, span: Span) -> Checked<StmtKind> {
        let target = self.anonymous_label(span)?;
        let Some(switch) = self.function.as_mut().and_then(|it| it.switches.last_mut()) else {
            return Err(self.error("outside-switch", span, "`default` stands outside of `switch`"));
        };
        if let Some(first) = switch.default.replace(target) {
            let first = self.unit.labels[first].span;
            return Err(self.redeclared("default", span, first));
        }
        Ok(StmtKind::Label(target))
    }
}
