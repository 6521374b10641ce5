//! Statements (C17 6.8).

use tribunal_base::Span;

use crate::ast;
use crate::hir::{ExprId, ExprKind, QualType, Qualifiers, Stmt, StmtId, StmtKind, Type};

use super::convert::Purpose;
use super::{Checked, Sema};

impl Sema<'_> {
    fn stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.unit.stmts.push(Stmt { kind, span })
    }

    /// A full expression: its side effects are complete before anything else happens.
    pub(crate) fn full_expr(&mut self, expr: ast::ExprId) -> Checked<ExprId> {
        let mark = self.next_expr();
        let value = self.value(expr)?;
        self.check_sequence(mark, value);
        Ok(value)
    }

    fn full_condition(&mut self, expr: ast::ExprId) -> Checked<ExprId> {
        self.marked(expr, |it, expr| {
            let value = it.full_expr(expr)?;
            it.truth(value, it.ast[expr].span)
        })
    }

    /// What stands in a block, in the scope that is open.
    pub(crate) fn block_items(
        &mut self,
        items: ast::List<ast::BlockItem>,
        statements: &mut Vec<StmtId>,
    ) {
        let ast = self.ast;
        for item in &ast[items] {
            match *item {
                ast::BlockItem::Decl(decl) => {
                    self.mark_before(ast[decl].span, statements);
                    self.declaration(decl, statements);
                }
                ast::BlockItem::Stmt(stmt) => self.append(stmt, statements),
            }
        }
    }

    /// Checks a statement on its own.
    fn statement(&mut self, id: ast::StmtId) -> StmtId {
        let span = self.ast[id].span;
        let mut statements = Vec::new();
        self.append(id, &mut statements);
        match statements.as_slice() {
            &[only] => only,
            _ => self.stmt(StmtKind::Block { variables: Vec::new(), statements }, span),
        }
    }

    /// Checks a statement and adds what it does.
    fn append(&mut self, id: ast::StmtId, statements: &mut Vec<StmtId>) {
        let ast = self.ast;
        let span = ast[id].span;
        let current = self.append_labels(id, statements);
        self.mark_before(ast[current].span, statements);
        let (depth, blocks) =
            (self.scopes.depth(), self.function.as_ref().map(|it| it.blocks.len()));
        let kind = self.statement_kind(&ast[current]);
        let kind = kind.unwrap_or_else(|_| {
            // What an error left open is closed, so that the next statement is checked as if nothing had happened.
            self.scopes.close_to(depth);
            self.hoisted.clear();
            if let (Some(context), Some(blocks)) = (&mut self.function, blocks) {
                context.blocks.truncate(blocks);
            }
            StmtKind::Unsupported("an error".into())
        });
        if !matches!(kind, StmtKind::Empty) || statements.is_empty() {
            self.statement_node(kind, span, statements);
        }
    }

    /// Adds the labels of a statement, and tells which statement they stand before.
    fn append_labels(&mut self, id: ast::StmtId, statements: &mut Vec<StmtId>) -> ast::StmtId {
        let ast = self.ast;
        let mut current = id;
        while let ast::StmtKind::Labeled { labels, body } = ast[current].kind {
            for label in &ast[labels] {
                let kind = match label.kind {
                    ast::LabelKind::Name(name) => {
                        self.meet_label(name, label.span).map(StmtKind::Label)
                    }
                    ast::LabelKind::Case(value) => self.case(value, None, label.span),
                    ast::LabelKind::CaseRange(low, high) => self.case(low, Some(high), label.span),
                    ast::LabelKind::Default => self.default(label.span),
                };
                if let Ok(kind) = kind {
                    self.statement_node(kind, label.span, statements);
                }
            }
            current = body;
        }
        current
    }

    fn statement_kind(&mut self, stmt: &ast::Stmt) -> Checked<StmtKind> {
        use ast::StmtKind as Kind;
        let span = stmt.span;
        Ok(match stmt.kind {
            Kind::Empty => StmtKind::Empty,
            Kind::Expr(expr) => {
                let value = self.full_expr(expr)?;
                StmtKind::Expression(self.discard(value))
            }
            Kind::Block { items, .. } => self.scoped(|it, statements| {
                it.block_items(items, statements);
                Ok(())
            })?,
            Kind::If { arms, otherwise } => {
                self.as_block(span, |it| it.if_statement(arms, otherwise))?
            }
            Kind::Switch { subject, body } => self.as_block(span, |it| it.switch(subject, body))?,
            Kind::While { condition, body } => self.as_block(span, |it| {
                let condition = it.full_condition(condition)?;
                let body = it.loop_body(body);
                Ok(StmtKind::While { condition, body })
            })?,
            Kind::Contracted { clauses, body } => {
                let contract = self.loop_contract(clauses)?;
                StmtKind::Contracted { contract, body: self.substatement(body) }
            }
            Kind::DoWhile { body, condition } => self.as_block(span, |it| {
                let body = it.loop_body(body);
                let condition = it.full_condition(condition)?;
                Ok(StmtKind::DoWhile { body, condition })
            })?,
            Kind::For { init, condition, step, body } => self.scoped(|it, statements| {
                it.for_statement(init, condition, step, body, span, statements)
            })?,
            Kind::Goto(name) => {
                let label = self.use_label(name, span)?;
                let around = self.unit.labels[label].function;
                if self.function.as_ref().is_some_and(|it| it.id != around) {
                    StmtKind::Unsupported("a jump out of a nested function".into())
                } else {
                    StmtKind::Goto(label)
                }
            }
            Kind::ComputedGoto(target) => {
                let value = self.full_expr(target)?;
                let void = QualType::plain(self.common.void);
                let any = Qualifiers { constant: true, volatile: true, ..Qualifiers::default() };
                let target = self.qualify(void, any);
                let ty = self.pointer_to(target);
                StmtKind::ComputedGoto(self.assign_convert(value, ty, Purpose::Assignment, span)?)
            }
            Kind::Continue => {
                if self.function.as_ref().is_none_or(|it| it.loops == 0) {
                    return Err(self.error(
                        "outside-loop",
                        span,
                        "`continue` stands outside of a loop",
                    ));
                }
                StmtKind::Continue
            }
            Kind::Break => {
                if self.function.as_ref().is_none_or(|it| it.breakable == 0) {
                    return Err(self.error(
                        "outside-loop",
                        span,
                        "`break` stands outside of a loop or `switch`",
                    ));
                }
                StmtKind::Break
            }
            Kind::Return(value) => match self.marked_return(value, span)? {
                Some(marked) => marked,
                None => self.return_statement(value, span)?,
            },
            Kind::Labeled { .. } => StmtKind::Empty,
            Kind::Asm(asm) => self.asm_statement(asm, span)?,
            Kind::Error => StmtKind::Unsupported("an error".into()),
        })
    }

    /// Opens a scope and makes a block of what `fill` adds.
    fn scoped(
        &mut self,
        fill: impl FnOnce(&mut Self, &mut Vec<StmtId>) -> Checked<()>,
    ) -> Checked<StmtKind> {
        self.open_block();
        let mut statements = Vec::new();
        fill(self, &mut statements)?;
        let variables = self.close_block();
        Ok(StmtKind::Block { variables, statements })
    }

    /// A selection or iteration statement is a block of its own (C17 6.8.4, 6.8.5): compound literals in its conditions live until its end.
    fn as_block(
        &mut self,
        span: Span,
        check: impl FnOnce(&mut Self) -> Checked<StmtKind>,
    ) -> Checked<StmtKind> {
        self.open_block();
        let kind = check(self)?;
        let variables = self.close_block();
        if variables.is_empty() {
            return Ok(kind);
        }
        let statements = vec![self.stmt(kind, span)];
        Ok(StmtKind::Block { variables, statements })
    }

    /// A part of such a statement, which is a block too, with or without braces.
    pub(crate) fn substatement(&mut self, id: ast::StmtId) -> StmtId {
        self.open_block();
        let inner = self.statement(id);
        let variables = self.close_block();
        if variables.is_empty() {
            return inner;
        }
        self.stmt(StmtKind::Block { variables, statements: vec![inner] }, self.ast[id].span)
    }

    fn open_block(&mut self) {
        self.scopes.enter();
        if let Some(context) = &mut self.function {
            context.blocks.push(Vec::new());
        }
    }

    fn close_block(&mut self) -> Vec<crate::hir::VarId> {
        self.scopes.leave();
        self.function.as_mut().and_then(|it| it.blocks.pop()).unwrap_or_default()
    }

    fn if_statement(
        &mut self,
        arms: ast::List<ast::IfArm>,
        otherwise: Option<ast::StmtId>,
    ) -> Checked<StmtKind> {
        let ast = self.ast;
        let mut checked = Vec::with_capacity(arms.len());
        let mut failed = None;
        for arm in &ast[arms] {
            match self.full_condition(arm.condition) {
                Ok(condition) => {
                    let then = self.substatement(arm.then);
                    checked.push((condition, then));
                }
                Err(reported) => {
                    failed = Some(reported);
                    self.substatement(arm.then);
                }
            }
        }
        let otherwise = otherwise.map(|it| self.substatement(it));
        match failed {
            Some(reported) => Err(reported),
            None => Ok(StmtKind::If { arms: checked, otherwise }),
        }
    }

    fn loop_body(&mut self, body: ast::StmtId) -> StmtId {
        if let Some(context) = &mut self.function {
            context.breakable += 1;
            context.loops += 1;
        }
        let body = self.substatement(body);
        if let Some(context) = &mut self.function {
            context.breakable -= 1;
            context.loops -= 1;
        }
        body
    }

    fn for_statement(
        &mut self,
        init: ast::ForInit,
        condition: Option<ast::ExprId>,
        step: Option<ast::ExprId>,
        body: ast::StmtId,
        span: Span,
        statements: &mut Vec<StmtId>,
    ) -> Checked<()> {
        match init {
            ast::ForInit::Nothing => {}
            ast::ForInit::Expr(expr) => {
                let value = self.full_expr(expr)?;
                let value = self.discard(value);
                self.statement_node(StmtKind::Expression(value), self.ast[expr].span, statements);
            }
            ast::ForInit::Decl(decl) => self.declaration(decl, statements),
        }
        let condition = match condition {
            Some(condition) => Some(self.full_condition(condition)?),
            None => self.marked_round(span),
        };
        let step = match step {
            Some(step) => {
                let value = self.marked(step, Self::full_expr)?;
                Some(self.discard(value))
            }
            None => None,
        };
        let body = self.loop_body(body);
        self.statement_node(StmtKind::For { condition, step, body }, span, statements);
        Ok(())
    }

    fn return_statement(&mut self, value: Option<ast::ExprId>, span: Span) -> Checked<StmtKind> {
        let Some(result) = self.function.as_ref().map(|it| it.result) else {
            return Err(super::Reported);
        };
        let void = self.types().is_void(result);
        let Some(expr) = value else {
            if !void {
                self.warn(
                    "missing-value",
                    span,
                    "`return` without a value in a function that returns one",
                );
            }
            return Ok(StmtKind::Return(None));
        };
        let value = self.full_expr(expr)?;
        if void {
            if !self.types().is_void(self.ty(value)) {
                self.warn(
                    "unused-value",
                    span,
                    "`return` with a value in a function that returns `void`",
                );
            }
            // Evaluated for its effects, then left.
            let value = self.discard(value);
            let statements = vec![
                self.stmt(StmtKind::Expression(value), span),
                self.stmt(StmtKind::Return(None), span),
            ];
            return Ok(StmtKind::Block { variables: Vec::new(), statements });
        }
        let value = self.assign_convert(value, result, Purpose::Return, span)?;
        Ok(StmtKind::Return(Some(value)))
    }

    /// GNU's `({ … })`.
    pub(crate) fn statement_expr(&mut self, block: ast::StmtId, span: Span) -> Checked<ExprId> {
        let ast = self.ast;
        if self.function.is_none() {
            return Err(self.error(
                "outside-function",
                span,
                "`({ … })` stands outside of functions",
            ));
        }
        let ast::StmtKind::Block { items, .. } = ast[block].kind else {
            return Err(super::Reported);
        };
        let hoisted = std::mem::take(&mut self.hoisted);
        self.open_block();
        let mut statements = Vec::new();
        let mut value = None;
        let last = ast[items].len().wrapping_sub(1);
        for (index, item) in ast[items].iter().enumerate() {
            match *item {
                ast::BlockItem::Decl(decl) => self.declaration(decl, &mut statements),
                ast::BlockItem::Stmt(stmt) => {
                    match self.last_expression(stmt).filter(|_| index == last) {
                        Some(expr) => {
                            self.append_labels(stmt, &mut statements);
                            value = Some(self.full_expr(expr)?);
                        }
                        None => self.append(stmt, &mut statements),
                    }
                }
            }
        }
        let variables = self.close_block();
        self.hoisted = hoisted;
        let block = self.stmt(StmtKind::Block { variables, statements }, span);
        let ty = value.map_or(self.common.void, |it| self.ty(it));
        let value = value.filter(|_| !matches!(self.types().get(ty), Type::Function(_)));
        Ok(self.push(ExprKind::Statement { block, value }, ty, span))
    }

    fn last_expression(&self, stmt: ast::StmtId) -> Option<ast::ExprId> {
        match self.ast[stmt].kind {
            ast::StmtKind::Expr(expr) => Some(expr),
            ast::StmtKind::Labeled { body, .. } => self.last_expression(body),
            _ => None,
        }
    }
}
