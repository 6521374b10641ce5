//! Marks of an observer: assignments beside the statements of the program ([`crate::observe`]).

use std::collections::BTreeSet;

use tribunal_base::{Severity, Span};

use crate::ast;
use crate::hir::{
    ExprId, ExprKind, Linkage, Origin, QualType, StmtId, StmtKind, Storage, TypeId, VarId,
    Variable, VariableState,
};
use crate::observe::{Apart, Mark, Misfit, Others, Plan, Point};

use super::convert::Purpose;
use super::declarator::Position;
use super::scope::Entity;
use super::specifiers::TagUse;
use super::{Checked, Reported, Sema};

/// An observer of the file at hand.
pub(crate) struct Observer<'a> {
    plan: &'a Plan<'a>,
    /// The node, the atoms, and what rewritten conditions remember, as in [`crate::observe::Observation::names`].
    variables: Vec<VarId>,
    /// A place that is spelled by a macro may be that of several statements: the first one tells of all.
    told: BTreeSet<Point>,
    pub(crate) misfits: Vec<Misfit>,
}

impl<'a> Observer<'a> {
    pub(crate) fn new(plan: &'a Plan<'a>, variables: Vec<VarId>) -> Self {
        Self { plan, variables, told: BTreeSet::new(), misfits: Vec::new() }
    }

    fn marks(&mut self, point: Point) -> &'a [Mark] {
        match self.plan.observation.marks.get(&point) {
            Some(marks) if self.told.insert(point) => marks,
            _ => &[],
        }
    }
}

impl<'a> Sema<'a> {
    /// The variables of an observer: numbers for the node and what is remembered, and truth values for atoms.
    pub(crate) fn variables_of_the_observer(&mut self, plan: &Plan<'_>) -> Vec<VarId> {
        let atoms = 1..=plan.observation.atoms.len();
        let (int, bool) = (self.common.int, self.common.bool);
        let of = |number: usize| if atoms.contains(&number) { bool } else { int };
        let names = plan.observation.names().enumerate();
        names.map(|(number, name)| self.static_of_the_observer(name, of(number))).collect()
    }

    fn static_of_the_observer(&mut self, name: String, ty: TypeId) -> VarId {
        self.unit.variables.push(Variable {
            name,
            ty: QualType::plain(ty),
            storage: Storage::Static,
            linkage: Linkage::Internal,
            state: VariableState::Defined,
            origin: Origin::Declaration,
            align: 4,
            function: None,
            initialiser: None,
            extra_bytes: 0,
            address_taken: false,
            captured: false,
            weak: false,
            span: self.ast.end,
        })
    }

    /// Lets the file know the names of these variables.
    pub(crate) fn declare_for_the_observer(&mut self) {
        let Some(observer) = &self.observer else { return };
        for (name, variable) in observer.plan.names.iter().zip(&observer.variables) {
            self.scopes.declare(*name, Entity::Variable(*variable), self.ast.end);
        }
    }

    /// What is to be told before a statement.
    pub(crate) fn mark_before(&mut self, span: Span, statements: &mut Vec<StmtId>) {
        for told in self.told_at(Point::Before(span), span) {
            self.statement_node(StmtKind::Expression(told), span, statements);
        }
    }

    /// What is to be told at the brace that ends a function.
    pub(crate) fn mark_end(&mut self, brace: Span, statements: &mut Vec<StmtId>) {
        for told in self.told_at(Point::End(brace), brace) {
            self.statement_node(StmtKind::Expression(told), brace, statements);
        }
    }

    /// A value before which something may be told.
    pub(crate) fn marked(
        &mut self,
        expr: ast::ExprId,
        check: impl FnOnce(&mut Self, ast::ExprId) -> Checked<ExprId>,
    ) -> Checked<ExprId> {
        let span = self.ast[expr].span;
        let told = self.told_at(Point::At(span), span);
        let value = match self.observer.as_ref().and_then(|it| it.plan.rewritten.get(&span)) {
            Some(other) => self.apart(other, check)?,
            None => check(self, expr)?,
        };
        Ok(self.after(told, value))
    }

    /// The condition of a loop that has none, if something is told there.
    pub(crate) fn marked_round(&mut self, span: Span) -> Option<ExprId> {
        let told = self.told_at(Point::Round(span), span);
        if told.is_empty() {
            return None;
        }
        let bool = self.common.bool;
        let always = self.integer(1, bool, span);
        Some(self.after(told, always))
    }

    /// `return`, where something is told when the value is known. None if nothing is.
    pub(crate) fn marked_return(
        &mut self,
        value: Option<ast::ExprId>,
        span: Span,
    ) -> Checked<Option<StmtKind>> {
        let point = Point::Leaving(span);
        let is_marked =
            self.observer.as_ref().is_some_and(|it| it.plan.observation.marks.contains_key(&point));
        let Some(result) = self.function.as_ref().map(|it| it.result).filter(|_| is_marked) else {
            return Ok(None);
        };
        self.scopes.enter();
        let mut statements = Vec::new();
        let mut returned = None;
        if let Some(value) = value {
            let value = self.full_expr(value)?;
            if self.types().is_void(result) {
                let value = self.discard(value);
                self.statement_node(StmtKind::Expression(value), span, &mut statements);
            } else {
                let value = self.assign_convert(value, result, Purpose::Return, span)?;
                let kept = self.hidden_variable(QualType::plain(result), Origin::Temporary, span);
                let place = self.variable_place(kept, span);
                let kind = ExprKind::Assign { place, value };
                let assigned = self.push(kind, result, span);
                let assigned = self.discard(assigned);
                self.statement_node(StmtKind::Expression(assigned), span, &mut statements);
                returned = Some(kept);
            }
        }
        if let (Some(name), Some(kept)) =
            (self.observer.as_ref().and_then(|it| it.plan.result), returned)
        {
            self.scopes.declare(name, Entity::Variable(kept), span);
        }
        for told in self.told_at(point, span) {
            self.statement_node(StmtKind::Expression(told), span, &mut statements);
        }
        self.scopes.leave();
        let value = returned.map(|kept| {
            let place = self.variable_place(kept, span);
            self.load(place)
        });
        self.statement_node(StmtKind::Return(value), span, &mut statements);
        let variables = returned.into_iter().collect();
        Ok(Some(StmtKind::Block { variables, statements }))
    }

    /// Whether the harness has another definition of a function of this file.
    pub(crate) fn is_replaced(&self, definition: &ast::Function) -> bool {
        let Some(name) = definition.declarator.name else { return false };
        self.observer.as_ref().is_some_and(|it| {
            let replaced = (name.span.file, self.text(name.symbol).to_owned());
            it.plan.observation.replaced.contains(&replaced)
        })
    }

    /// A definition as a declaration.
    pub(crate) fn declare_alone(&mut self, definition: &ast::Function) -> Checked<()> {
        let declarator = &definition.declarator;
        let name = declarator.name.ok_or(Reported)?;
        let specified = self.specifiers(definition.specifiers, TagUse::Reference)?;
        let base = specified.ty.ok_or(Reported)?;
        let ty = self.derive(base, declarator, Position::Fixed)?;
        let label = self.label(declarator);
        let storage = self.ast[definition.specifiers].storage;
        self.declare_function(name, ty.id, label, storage)?;
        Ok(())
    }

    /// Assignments that tell of a place: first what holds, then where it is.
    fn told_at(&mut self, point: Point, span: Span) -> Vec<ExprId> {
        let Some(observer) = &mut self.observer else { return Vec::new() };
        let (plan, marks) = (observer.plan, observer.marks(point));
        let node = observer.variables.first().copied();
        let atoms: Vec<VarId> =
            observer.variables.iter().skip(1).take(plan.atoms.len()).copied().collect();
        let mut told = Vec::new();
        let (int, bool) = (self.common.int, self.common.bool);
        for mark in marks {
            for (number, (atom, variable)) in plan.atoms.iter().zip(&atoms).enumerate() {
                let value = match atom {
                    Some(atom) if mark.atoms.contains(&number) => self.atom(number, atom),
                    _ if mark.others == Others::False => Some(self.integer(0, bool, span)),
                    _ => None,
                };
                if let Some(value) = value {
                    told.push(self.told(*variable, value, span));
                }
            }
            if let Some(node) = node {
                let number = self.integer(i128::from(mark.node), int, span);
                told.push(self.told(node, number, span));
            }
        }
        told
    }

    fn told(&mut self, variable: VarId, value: ExprId, span: Span) -> ExprId {
        let place = self.variable_place(variable, span);
        let ty = self.unit.variables[variable].ty.id;
        let told = self.push(ExprKind::Assign { place, value }, ty, span);
        self.discard(told)
    }

    /// What an atom is worth here; nothing if it has no meaning.
    fn atom(&mut self, number: usize, atom: &'a Apart) -> Option<ExprId> {
        let outside = std::mem::take(&mut self.diagnostics);
        let value = self.apart(atom, Self::condition);
        let found = std::mem::replace(&mut self.diagnostics, outside);
        let is_wrong = found.iter().any(|it| it.severity == Severity::Error);
        match value {
            Ok(value) if !is_wrong => Some(value),
            _ => {
                self.hoisted.clear();
                let around = self.function.as_ref().map(|it| it.id);
                let function =
                    around.map_or(String::new(), |it| self.unit.functions[it].name.clone());
                if let Some(observer) = &mut self.observer {
                    observer.misfits.push(Misfit { atom: number, function, diagnostics: found });
                }
                None
            }
        }
    }

    /// Checks an expression of another syntax tree here.
    fn apart<T>(
        &mut self,
        other: &'a Apart,
        check: impl FnOnce(&mut Self, ast::ExprId) -> Checked<T>,
    ) -> Checked<T> {
        let around = std::mem::replace(&mut self.ast, &other.ast);
        // What the tree alone has names for is forgotten with it.
        self.scopes.enter();
        let value = check(self, other.expr);
        self.scopes.leave();
        self.ast = around;
        value
    }

    /// A value that is computed after these effects.
    fn after(&mut self, effects: Vec<ExprId>, value: ExprId) -> ExprId {
        let mut result = value;
        for effect in effects.into_iter().rev() {
            let (ty, span) = (self.ty(result), self.span(result));
            result = self.push(ExprKind::Comma(effect, result), ty, span);
        }
        result
    }
}
