//! Calls (C17 6.5.2.2).

use tribunal_base::Span;

use crate::ast;
use crate::hir::{
    Access, Callee, ExprId, ExprKind, FloatKind, FunctionId, FunctionType, IntegerKind, PlaceId,
    PlaceKind, QualType, Type, TypeId,
};

use super::convert::Purpose;
use super::expr::Operand;
use super::scope::Entity;
use super::{Checked, Sema};

impl Sema<'_> {
    pub(crate) fn call(
        &mut self,
        function: ast::ExprId,
        arguments: ast::List<ast::ExprId>,
        span: Span,
    ) -> Checked<ExprId> {
        let ast = self.ast;
        if let ast::ExprKind::Name(name) = ast[function].kind {
            let text = self.text(name);
            match self.scopes.lookup(name) {
                None => {
                    if let Some(result) = self.builtin_call(text, arguments, span) {
                        return result;
                    }
                    if let Some(result) = self.verifier_call(text, arguments, span) {
                        return result;
                    }
                    match self.library_function(text, span) {
                        Some(it) => self.declare_library(name, it, ast[function].span),
                        None if self.verifier_function(name, ast[function].span) => {}
                        None => self.implicit_function(name, ast[function].span),
                    }
                }
                Some(entity) if self.is_of_a_verifier(text, entity) => {
                    if let Some(result) = self.verifier_call(text, arguments, span) {
                        return result;
                    }
                }
                // `__builtin_…` that a header declares is still the compiler's.
                Some(Entity::Function(_)) if text.starts_with("__builtin_") => {
                    if let Some(result) = self.builtin_call(text, arguments, span) {
                        return result;
                    }
                }
                Some(_) => {}
            }
        }
        let (callee, ty, known) = match self.expr(function)? {
            Operand::Function(it, _) => (Callee::Direct(it), self.unit.functions[it].ty, Some(it)),
            operand => {
                let pointer = self.rvalue(operand)?;
                if let ExprKind::Function(it) = *self.kind(pointer) {
                    (Callee::Direct(it), self.unit.functions[it].ty, Some(it))
                } else {
                    let ty = self.ty(pointer);
                    match self.pointee(ty) {
                        Some(pointee) => (Callee::Indirect(pointer), pointee.id, None),
                        None => (Callee::Indirect(pointer), ty, None),
                    }
                }
            }
        };
        let Type::Function(function_type) = self.types().get(ty).clone() else {
            let ty = self.show(ty);
            return Err(self.error("not-a-function", span, format!("`{ty}` is not a function")));
        };
        let values = self.arguments(&function_type, known, arguments, span)?;
        let result = function_type.result;
        if !self.types().is_void(result) && !self.types().is_complete(result) {
            let ty = self.show(result);
            return Err(self.error(
                "incomplete-type",
                span,
                format!("the call returns `{ty}`, which is incomplete"),
            ));
        }
        Ok(self.push(ExprKind::Call { callee, arguments: values }, result, span))
    }

    fn arguments(
        &mut self,
        function: &FunctionType,
        known: Option<FunctionId>,
        arguments: ast::List<ast::ExprId>,
        span: Span,
    ) -> Checked<Vec<ExprId>> {
        let ast = self.ast;
        let mut values = Vec::with_capacity(arguments.len());
        let mut failed = None;
        for (index, &argument) in ast[arguments].iter().enumerate() {
            match self.argument(function, known, index, argument) {
                Ok(value) => values.push(value),
                Err(reported) => failed = Some(reported),
            }
        }
        let (given, wanted) = (arguments.len(), function.parameters.len());
        if function.prototyped && (given < wanted || (given > wanted && !function.variadic)) {
            let name = known
                .map_or("the function".into(), |it| format!("`{}`", self.unit.functions[it].name));
            let error = self.error(
                "wrong-argument-count",
                span,
                format!("{name} takes {wanted} arguments, not {given}"),
            );
            if let Some(it) = known {
                let declared = self.unit.functions[it].span;
                self.explain(|it| it.related(declared, "declared here"));
            }
            return Err(error);
        }
        match failed {
            Some(reported) => Err(reported),
            None => Ok(values),
        }
    }

    fn argument(
        &mut self,
        function: &FunctionType,
        known: Option<FunctionId>,
        index: usize,
        argument: ast::ExprId,
    ) -> Checked<ExprId> {
        let span = self.ast[argument].span;
        let value = self.value(argument)?;
        if function.prototyped
            && let Some(&ty) = function.parameters.get(index)
        {
            return self.assign_convert(value, ty, Purpose::Argument(index + 1), span);
        }
        if self.types().is_void(self.ty(value)) {
            return Err(self.error("void-value", span, "an argument has type `void`"));
        }
        let value = self.default_promotion(value);
        // An old-style definition says what it expects, though callers need not look at it.
        let expected = known.and_then(|it| self.unit.functions[it].parameters.get(index).copied());
        match expected.filter(|_| !function.prototyped).map(|it| self.unit.variables[it].ty.id) {
            Some(ty) if self.is_handed_over_as(ty, self.ty(value)) => Ok(self.convert(value, ty)),
            _ => Ok(value),
        }
    }

    /// Whether what is handed over after the default promotions is what a parameter of an old-style definition takes, but for its sign (C17 6.5.2.2p6).
    fn is_handed_over_as(&self, parameter: TypeId, argument: TypeId) -> bool {
        let types = self.types();
        let promoted = |narrow: TypeId, least: TypeId| {
            types.size_of(narrow).max(types.size_of(least)) == types.size_of(argument)
        };
        if types.is_integer(parameter) && types.is_integer(argument) {
            promoted(parameter, self.common.int)
        } else {
            let are_floats =
                [parameter, argument].map(|it| matches!(types.get(it), Type::Float(_)));
            are_floats == [true; 2] && promoted(parameter, self.common.double)
        }
    }

    /// The default argument promotions.
    pub(crate) fn default_promotion(&mut self, value: ExprId) -> ExprId {
        match *self.types().get(self.ty(value)) {
            Type::Float(FloatKind::Float) => {
                let double = self.common.double;
                self.convert(value, double)
            }
            _ => {
                let value = self.promote(value);
                match self.types().integer_kind(self.ty(value)) {
                    // In a register it is as any other integer.
                    Some(IntegerKind::BitField { signed, width }) => {
                        let wide =
                            if width > 64 { IntegerKind::Int128 } else { IntegerKind::LongLong };
                        let wide = if signed { wide } else { wide.to_unsigned() };
                        let ty = self.unit.types.intern(Type::Integer(wide));
                        self.convert(value, ty)
                    }
                    _ => value,
                }
            }
        }
    }

    /// A `va_list` object, written directly or behind a pointer.
    pub(crate) fn va_list(&mut self, list: ast::ExprId) -> Checked<PlaceId> {
        let span = self.ast[list].span;
        let operand = self.expr(list)?;
        let va_list = self.common.va_list;
        match operand {
            Operand::Place(place) if self.unit.places[place].ty.id == va_list => {
                self.mark_address_taken(place);
                Ok(place)
            }
            operand => {
                let value = self.rvalue(operand)?;
                if self.ty(value) == va_list {
                    return Ok(self.place(
                        PlaceKind::Temporary(value),
                        QualType::plain(va_list),
                        span,
                    ));
                }
                let ty = self.show(self.ty(value));
                Err(self.error("not-a-va-list", span, format!("a `va_list` is needed, not `{ty}`")))
            }
        }
    }

    pub(crate) fn va_arg(
        &mut self,
        list: ast::ExprId,
        ty: ast::TypeNameId,
        span: Span,
    ) -> Checked<ExprId> {
        let place = self.va_list(list)?;
        let ty: TypeId = self.type_name(ty)?.id;
        if !self.types().is_complete(ty) {
            let ty = self.show(ty);
            return Err(self.error(
                "incomplete-type",
                span,
                format!("`va_arg` of `{ty}`, which is incomplete"),
            ));
        }
        // Such an argument was promoted, and gcc makes a trap of asking for it (C17 7.16.1.1p2).
        let is_promoted = match self.types().get(ty) {
            Type::Bool | Type::Float(FloatKind::Float) => true,
            Type::Integer(_) | Type::Enum(_) => self.types().size_of(ty).is_some_and(|it| it < 4),
            _ => false,
        };
        if is_promoted {
            let ty_text = self.show(ty);
            let what = format!("`va_arg` of `{ty_text}`, as which nothing is passed,");
            return Ok(self.unsupported(what, ty, span));
        }
        Ok(self.push(ExprKind::Va(Access::Argument(place)), ty, span))
    }
}
