//! GNU's functions inside of functions. They see the variables of the functions around them, which are objects in memory for that reason.

use tribunal_base::Span;

use crate::ast;
use crate::hir::{FunctionId, Linkage, PlaceId, Storage, TypeId, VarId};

use super::function::Level;
use super::scope::Entity;
use super::{Checked, Sema};

impl Sema<'_> {
    pub(crate) fn nested_function(&mut self, id: ast::FunctionId) {
        let definition = self.ast[id];
        let (around, depth) = (self.function.take(), self.scopes.depth());
        let hoisted = std::mem::take(&mut self.hoisted);
        let checked = self.check_function(&definition, Level::Function);
        self.scopes.close_to(depth);
        self.function = around;
        self.hoisted = hoisted;
        if checked.is_err()
            && let Some(name) = definition.declarator.name
            && self.scopes.here(name.symbol).is_none()
        {
            self.scopes.declare(name.symbol, Entity::Broken, name.span);
        }
    }

    /// A function that is known in this block only; it may have been announced before.
    pub(super) fn declare_nested(&mut self, name: ast::Name, ty: TypeId) -> Checked<FunctionId> {
        let text = self.text(name.symbol);
        match self.scopes.here(name.symbol) {
            Some((Entity::Function(known), _))
                if self.unit.functions[known].body.is_none()
                    && self.unit.functions[known].linkage == Linkage::None =>
            {
                self.unit.functions[known].ty = ty;
                return Ok(known);
            }
            Some((_, first)) => return Err(self.redeclared(text, name.span, first)),
            None => {}
        }
        let function = self.new_function(text, ty, Linkage::None, name.span);
        self.scopes.declare(name.symbol, Entity::Function(function), name.span);
        Ok(function)
    }

    /// The place of a variable that is named here: if it is one of a function around this one, it is kept in memory.
    pub(super) fn named_place(&mut self, variable: VarId, span: Span) -> PlaceId {
        let here = self.function.as_ref().map(|it| it.id);
        let known = &self.unit.variables[variable];
        let is_local = matches!(known.storage, Storage::Automatic | Storage::Parameter);
        let is_of_another = known.function.is_some() && known.function != here;
        if is_local && is_of_another && here.is_some() {
            let ty = known.ty;
            if self.types().is_variably_sized(ty.id) {
                let what = "an array of variable length in a nested function".to_owned();
                let kind = crate::hir::PlaceKind::Unsupported(what);
                return self.place(kind, ty, span);
            }
            let known = &mut self.unit.variables[variable];
            known.captured = true;
            known.address_taken = true;
        }
        self.variable_place(variable, span)
    }
}
