//! Contracts of functions (CBMC): what holds before and after a call, and what it writes. Parameters that a contract speaks of are its own, since it may stand
//! at a declaration without a body.

use tribunal_base::{Id, Span};

use crate::ast::{self, ClauseKind};
use crate::hir::{
    Area, Contract, ExprId, Extent, FunctionId, LoopContract, Origin, PlaceKind, QualType, Size,
    Storage, Type, TypeId, VarId,
};

use super::declarator::Position;
use super::expr::Operand;
use super::function::{FunctionContext, Olds};
use super::scope::Entity;
use super::{Checked, Sema};

impl Sema<'_> {
    /// Reads the contract of a declarator, if it has one.
    pub(crate) fn contract(&mut self, function: FunctionId, declarator: &ast::Declarator) {
        let ast = self.ast;
        let clauses = &ast[declarator.contract];
        let (Some(first), Some(last)) = (clauses.first(), clauses.last()) else { return };
        let span = first.span.to(last.span);
        if let Some(known) = &self.unit.functions[function].contract {
            // Another file may include the same header.
            let is_the_same = span.file != self.ast.file
                && (known.span.start, known.span.end) == (span.start, span.end);
            if !is_the_same {
                self.meet("a function with two contracts", span);
                self.refuse();
            }
            return;
        }
        let Type::Function(ty) = self.types().get(self.unit.functions[function].ty).clone() else {
            return;
        };
        let Some(&ast::Derivation::Function {
            parameters: ast::Parameters::Prototype { list, .. },
            ..
        }) = ast[declarator.derivations].first()
        else {
            self.error("contract", span, "a contract needs a function with a prototype");
            return;
        };
        let mut context = FunctionContext::new(function, ty.result);
        context.olds = Some(self.no_olds());
        let around = self.function.replace(context);
        let depth = self.scopes.depth();
        self.scopes.enter();
        let read = self.prototype(list, Position::Parameter).and_then(|_| {
            let result = self.result_of(ty.result, span);
            let mut contract = Contract {
                parameters: Vec::new(),
                result,
                requires: Vec::new(),
                olds: Vec::new(),
                ensures: Vec::new(),
                assigns: Vec::new(),
                frees: Vec::new(),
                span,
            };
            self.clauses(clauses, &mut contract)?;
            Ok(contract)
        });
        self.scopes.close_to(depth);
        let context = std::mem::replace(&mut self.function, around);
        if let (Ok(mut contract), Some(context)) = (read, context) {
            contract.parameters = context.parameters().to_vec();
            contract.olds = context.olds.map_or_else(Vec::new, |it| it.values);
            self.unit.functions[function].contract = Some(Box::new(contract));
        }
    }

    fn no_olds(&self) -> Olds {
        Olds { values: Vec::new(), since: self.unit.variables.len() }
    }

    /// Reads the contract of a loop.
    pub(crate) fn loop_contract(
        &mut self,
        clauses: ast::List<ast::Clause>,
    ) -> Checked<Box<LoopContract>> {
        let ast = self.ast;
        let clauses = &ast[clauses];
        let (Some(first), Some(last)) = (clauses.first(), clauses.last()) else {
            return Err(super::Reported);
        };
        let mut contract = LoopContract {
            invariants: Vec::new(),
            assigns: Vec::new(),
            decreases: Vec::new(),
            entries: Vec::new(),
            span: first.span.to(last.span),
        };
        let olds = self.no_olds();
        let around = self.function.as_mut().and_then(|it| it.olds.replace(olds));
        let read = self.loop_clauses(clauses, &mut contract);
        if let Some(context) = &mut self.function {
            let olds = std::mem::replace(&mut context.olds, around);
            contract.entries = olds.map_or_else(Vec::new, |it| it.values);
        }
        read.map(|()| Box::new(contract))
    }

    fn loop_clauses(
        &mut self,
        clauses: &[ast::Clause],
        contract: &mut LoopContract,
    ) -> Checked<()> {
        let ast = self.ast;
        for clause in clauses {
            for target in &ast[clause.targets] {
                match clause.kind {
                    ClauseKind::Invariant => contract.invariants.push(self.clause(target.value)?),
                    ClauseKind::Decreases => {
                        let value = self.value(target.value)?;
                        let ty = self.ty(value);
                        if !self.types().is_integer(ty) || self.common.bool == ty {
                            let message = "only an integer can decrease";
                            return Err(self.error("contract", clause.span, message));
                        }
                        contract.decreases.push(value);
                    }
                    // What is written by name is seen without it.
                    ClauseKind::Assigns
                        if matches!(ast[target.value].kind, ast::ExprKind::Name(_)) =>
                    {
                        self.expr(target.value)?;
                    }
                    ClauseKind::Assigns => {
                        let area = self.area(target)?;
                        contract.assigns.push(area);
                    }
                    ClauseKind::Requires | ClauseKind::Ensures | ClauseKind::Frees => {
                        let message = "this clause belongs to a function";
                        return Err(self.error("contract", clause.span, message));
                    }
                }
            }
        }
        Ok(())
    }

    /// `__CPROVER_return_value`.
    fn result_of(&mut self, ty: TypeId, span: Span) -> Option<VarId> {
        if self.types().is_void(ty) {
            return None;
        }
        let variable = self.hidden_variable(QualType::plain(ty), Origin::Temporary, span);
        if let Some(name) = self.ast.symbols.find("__CPROVER_return_value") {
            self.scopes.declare(name, Entity::Variable(variable), span);
        }
        Some(variable)
    }

    fn clauses(&mut self, clauses: &[ast::Clause], contract: &mut Contract) -> Checked<()> {
        let ast = self.ast;
        for clause in clauses {
            for target in &ast[clause.targets] {
                match clause.kind {
                    ClauseKind::Requires => contract.requires.push(self.clause(target.value)?),
                    ClauseKind::Ensures => contract.ensures.push(self.clause(target.value)?),
                    ClauseKind::Assigns => {
                        let area = self.area(target)?;
                        contract.assigns.push(area);
                    }
                    ClauseKind::Frees if target.condition.is_some() => {
                        return Err(self.error(
                            "contract",
                            clause.span,
                            "a condition on what is freed is not supported",
                        ));
                    }
                    ClauseKind::Frees => contract.frees.push(self.value(target.value)?),
                    ClauseKind::Invariant | ClauseKind::Decreases => {
                        return Err(self.error(
                            "contract",
                            clause.span,
                            "this clause belongs to a loop",
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    fn clause(&mut self, condition: ast::ExprId) -> Checked<ExprId> {
        let span = self.ast[condition].span;
        let value = self.value(condition)?;
        self.truth(value, span)
    }

    /// What a contract lets a function write.
    fn area(&mut self, target: &ast::Target) -> Checked<Area> {
        let ast = self.ast;
        let span = ast[target.value].span;
        let condition = match target.condition {
            Some(condition) => Some(self.clause(condition)?),
            None => None,
        };
        if let ast::ExprKind::Call { function, arguments } = ast[target.value].kind
            && let ast::ExprKind::Name(name) = ast[function].kind
        {
            let arguments = &ast[arguments];
            let (extent, pointer) = match (self.text(name), arguments) {
                ("__CPROVER_object_whole", &[pointer]) => (Extent::Whole, pointer),
                ("__CPROVER_object_from", &[pointer]) => (Extent::Rest, pointer),
                ("__CPROVER_object_upto", &[pointer, size]) => {
                    let size = self.value(size)?;
                    let to = self.common.size;
                    (Extent::Bytes(self.convert(size, to)), pointer)
                }
                ("__CPROVER_typed_target", &[place]) => return self.place_area(place, condition),
                (text, _) => {
                    let message = format!("`{text}` is nothing that can be assigned");
                    return Err(self.error("contract", span, message));
                }
            };
            let pointer = self.value(pointer)?;
            return Ok(Area { condition, pointer, extent });
        }
        self.place_area(target.value, condition)
    }

    fn place_area(&mut self, place: ast::ExprId, condition: Option<ExprId>) -> Checked<Area> {
        let span = self.ast[place].span;
        let ty = match self.expr(place)? {
            Operand::Place(place) => self.unit.places[place].ty,
            Operand::Value(_) | Operand::Function(..) => {
                return Err(self.error("not-an-lvalue", span, "only an object can be assigned"));
            }
        };
        let pointer = self.address_of(place, span)?;
        let size = self.size(ty.id, span).unwrap_or(Size::Known(0));
        let extent = Extent::Bytes(self.size_value(size, span));
        Ok(Area { condition, pointer, extent })
    }

    /// `__CPROVER_old(value)`: a variable that gets the value before the call.
    pub(crate) fn old_value(&mut self, value: ExprId, span: Span) -> Checked<ExprId> {
        let ty = self.ty(value);
        if !self.types().is_scalar(ty) {
            return Ok(self.unsupported("the old value of a structure", ty, span));
        }
        if self.function.as_ref().is_none_or(|it| it.olds.is_none()) {
            return Err(self.error("contract", span, "only a contract speaks of old values"));
        }
        let since = self.function.as_ref().and_then(|it| it.olds.as_ref()).map_or(0, |it| it.since);
        if self.mentions_its_own(value, since) {
            return Ok(self.unsupported("an old value that depends on a quantifier", ty, span));
        }
        let variable = self.hidden_variable(QualType::plain(ty), Origin::Temporary, span);
        if let Some(olds) = self.function.as_mut().and_then(|it| it.olds.as_mut()) {
            olds.values.push((variable, value));
        }
        let place = self.variable_place(variable, span);
        Ok(self.load(place))
    }

    /// Whether a value depends on a variable of the contract that is no parameter.
    fn mentions_its_own(&self, value: ExprId, since: usize) -> bool {
        let mut place = self.unit.place_of(value);
        while let Some(it) = place {
            place = match self.unit.places[it].kind {
                PlaceKind::Field { base, .. } => Some(base),
                PlaceKind::Variable(it)
                    if self.unit.variables[it].storage == Storage::Automatic
                        && since <= it.index() =>
                {
                    return true;
                }
                _ => None,
            };
        }
        let mut found = false;
        self.unit.operands(value, &mut |it| found |= self.mentions_its_own(it, since));
        found
    }
}
