//! What names mean as values (C17 6.5.1), and which of them are constants by C23.

use tribunal_base::{Span, similar};
use tribunal_preprocess::Symbol;

use crate::ast;
use crate::hir::{
    ElementValue, ExprId, ExprKind, Initialiser, PlaceId, PlaceKind, StmtId, StmtKind, Type,
};

use super::expr::Operand;
use super::scope::Entity;
use super::{Checked, Sema};

impl Sema<'_> {
    pub(super) fn name(&mut self, name: Symbol, span: Span) -> Checked<Operand> {
        match self.scopes.lookup(name) {
            Some(Entity::Variable(variable)) => {
                Ok(Operand::Place(self.named_place(variable, span)))
            }
            Some(Entity::Function(function)) => {
                self.unit.functions[function].used = true;
                Ok(Operand::Function(function, span))
            }
            Some(Entity::Constant { value, ty }) => {
                Ok(Operand::Value(self.integer(value, ty, span)))
            }
            Some(Entity::Typedef { .. }) => {
                let text = self.text(name);
                Err(self.error("not-a-value", span, format!("`{text}` is a type, not a value")))
            }
            Some(Entity::Broken) => Err(super::Reported),
            None if let Some(value) = self.named_constant(name, span) => Ok(Operand::Value(value)),
            None => {
                let text = self.text(name);
                let error =
                    self.error("undeclared-name", span, format!("`{text}` is not declared"));
                let known: Vec<&str> = self.scopes.names().map(|it| self.text(it)).collect();
                if let Some(meant) = similar(text, known) {
                    let help = format!("there is a similar name: `{meant}`");
                    self.explain(|it| it.help(help));
                }
                // Once is enough.
                self.scopes.declare(name, Entity::Broken, span);
                Err(error)
            }
        }
    }

    /// Words of C23 that are constants, unless the program declares them (C23 §6.4.4.5).
    fn named_constant(&mut self, name: Symbol, span: Span) -> Option<ExprId> {
        match self.text(name) {
            text @ ("true" | "false") => {
                let (truth, value) = (self.unit.types.intern(Type::Bool), text == "true");
                Some(self.integer(value.into(), truth, span))
            }
            "nullptr" => {
                let pointer = self.common.void_pointer;
                Some(self.push(ExprKind::Null, pointer, span))
            }
            _ => None,
        }
    }

    /// The value of a variable that is `constexpr`.
    pub(super) fn constant_variable(&mut self, place: PlaceId) -> Option<ExprId> {
        let PlaceKind::Variable(variable) = self.unit.places[place].kind else { return None };
        let kind = self.constants.get(&variable)?.clone();
        let (ty, span) = (self.unit.places[place].ty.id, self.unit.places[place].span);
        Some(self.push(kind, ty, span))
    }

    /// Notes the value of a variable that was just declared `constexpr`, if it is a number.
    pub(super) fn note_constant(&mut self, name: ast::Name, statements: &[StmtId]) {
        let Some(Entity::Variable(variable)) = self.scopes.lookup(name.symbol) else { return };
        let declared = statements.last().and_then(|it| match &self.unit.stmts[*it].kind {
            StmtKind::Declare { variable: it, initialiser, .. } if *it == variable => {
                initialiser.as_ref()
            }
            _ => None,
        });
        let initialiser = self.unit.variables[variable].initialiser.as_ref().or(declared);
        if let Some(Initialiser { elements, .. }) = initialiser
            && let [element] = elements.as_slice()
            && let ElementValue::Scalar { value, .. } = element.value
            && let kind @ (ExprKind::Integer(_) | ExprKind::Float(_)) = self.kind(value)
            && self.types().is_real(self.unit.variables[variable].ty.id)
        {
            let kind = kind.clone();
            self.constants.insert(variable, kind);
        }
    }
}
