//! Declarators: from specifiers and derivations to a type (C17 6.7.6).

use tribunal_base::Span;

use crate::ast;
use crate::hir::{ExprKind, FunctionType, Length, Origin, QualType, Qualifiers, Type, TypeId};

use super::{Checked, Sema};

/// Where a declarator stands; decides what array lengths may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    /// A file-scope declaration or a static object: lengths are constant.
    Fixed,
    /// A member: lengths should be constant.
    Member,
    /// A block: lengths may be computed.
    Block,
    /// A type name in a block or outside.
    TypeName,
    /// A parameter of a prototype: lengths are never computed.
    Prototype,
    /// A parameter of a definition: lengths are computed at the start of the body.
    Parameter,
}

/// A parameter as its declaration says, with its adjusted type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParameterType {
    pub(crate) name: Option<ast::Name>,
    pub(crate) ty: QualType,
    pub(crate) span: Span,
}

impl Sema<'_> {
    /// The type of a declarator whose specifiers say `base`.
    pub(crate) fn derive(
        &mut self,
        base: QualType,
        declarator: &ast::Declarator,
        position: Position,
    ) -> Checked<QualType> {
        let ast = self.ast;
        let derivations = &ast[declarator.derivations];
        let mut ty = base;
        for (index, derivation) in derivations.iter().enumerate().rev() {
            // Only the outermost array of a parameter may be incomplete or is not evaluated.
            let outermost = index == 0;
            ty = match *derivation {
                ast::Derivation::Pointer { qualifiers } => {
                    let id = self.pointer_to(ty);
                    QualType { id, qualifiers: qualifiers.into() }
                }
                ast::Derivation::Array { length, span, .. } => {
                    self.check_element(ty, span)?;
                    let parameter = matches!(position, Position::Prototype | Position::Parameter);
                    let length = if outermost && parameter {
                        self.parameter_length(length, position)?
                    } else {
                        self.length(length, position, span)?
                    };
                    let id = self.unit.types.intern(Type::Array { element: ty, length });
                    if let (Length::Known(_), Some(_), None) =
                        (length, self.types().size_of(ty.id), self.types().size_of(id))
                    {
                        return Err(self.error("too-large", span, "the array is too large"));
                    }
                    QualType::plain(id)
                }
                ast::Derivation::Function { parameters, span } => {
                    QualType::plain(self.function_type(ty, parameters, span)?)
                }
            };
        }
        Ok(ty)
    }

    fn check_element(&mut self, element: QualType, span: Span) -> Checked<()> {
        if self.types().is_function(element.id) {
            return Err(self.error(
                "invalid-type",
                span,
                "an array cannot have functions as elements",
            ));
        }
        if !self.types().is_complete(element.id) {
            let ty = self.show(element.id);
            return Err(self.error(
                "incomplete-type",
                span,
                format!("an array cannot have elements of `{ty}`, which is incomplete"),
            ));
        }
        Ok(())
    }

    /// The outermost length of a parameter, which becomes a pointer: evaluated only for its side effects, so not at all.
    fn parameter_length(
        &mut self,
        length: ast::ArrayLength,
        position: Position,
    ) -> Checked<Length> {
        if let ast::ArrayLength::Expr(expr) = length
            && position == Position::Parameter
        {
            // Nobody needs the number, but gcc computes it, and that may have effects.
            let value = self.value(expr)?;
            if self.evaluate(value).is_none() {
                self.hoisted.push(value);
            }
        }
        Ok(Length::Unspecified)
    }

    fn length(
        &mut self,
        length: ast::ArrayLength,
        position: Position,
        span: Span,
    ) -> Checked<Length> {
        let expr = match length {
            ast::ArrayLength::Unknown => return Ok(Length::Incomplete),
            ast::ArrayLength::Star => return Ok(Length::Unspecified),
            ast::ArrayLength::Expr(expr) => expr,
        };
        let value = self.value(expr)?;
        if !self.types().is_integer(self.ty(value)) {
            let ty = self.show(self.ty(value));
            return Err(self.error(
                "not-an-integer",
                span,
                format!("the length of an array must be an integer, not `{ty}`"),
            ));
        }
        if let Some(constant) = self.evaluate(value) {
            return match u64::try_from(constant) {
                Ok(length) => Ok(Length::Known(length)),
                Err(_) => Err(self.error(
                    "negative-length",
                    span,
                    format!("the length of an array cannot be {constant}"),
                )),
            };
        }
        match position {
            Position::Prototype => Ok(Length::Unspecified),
            Position::Fixed | Position::Member => {
                if position == Position::Member && self.function.is_some() {
                    // GNU: reaching the declaration is what is not supported.
                    let void = self.common.void;
                    let effect = self.unsupported("a struct of variable size", void, span);
                    self.hoisted.push(effect);
                    return Ok(Length::Known(1));
                }
                Err(self.error(
                    "variable-length",
                    span,
                    "the length of an array must be constant here",
                ))
            }
            _ if self.function.is_none() => Err(self.error(
                "variable-length",
                span,
                "the length of an array must be constant here",
            )),
            Position::Block | Position::TypeName | Position::Parameter => {
                let size_t = self.common.size;
                let variable = self.hidden_variable(QualType::plain(size_t), Origin::Length, span);
                self.add_to_block(variable);
                let value = self.convert(value, size_t);
                let place = self.variable_place(variable, span);
                let assign = self.push(ExprKind::Assign { place, value }, size_t, span);
                self.hoisted.push(assign);
                Ok(Length::Variable(variable))
            }
        }
    }

    fn function_type(
        &mut self,
        result: QualType,
        parameters: ast::Parameters,
        span: Span,
    ) -> Checked<TypeId> {
        if self.types().is_array(result.id) || self.types().is_function(result.id) {
            return Err(self.error(
                "invalid-type",
                span,
                "a function cannot return an array or a function",
            ));
        }
        let (types, variadic, prototyped) = match parameters {
            ast::Parameters::Unspecified | ast::Parameters::Names(_) => (Vec::new(), false, false),
            ast::Parameters::Prototype { list, variadic } => {
                self.scopes.enter();
                let depth = self.scopes.depth();
                let checked = self.prototype(list, Position::Prototype);
                self.scopes.close_to(depth - 1);
                (checked?.iter().map(|it| it.ty.id).collect(), variadic, true)
            }
        };
        let function = FunctionType { result: result.id, parameters: types, variadic, prototyped };
        Ok(self.unit.types.intern(Type::Function(function)))
    }

    /// The parameters of a prototype; their names are declared by the caller of a definition, here only as far as lengths need them.
    pub(crate) fn prototype(
        &mut self,
        list: ast::List<ast::Parameter>,
        position: Position,
    ) -> Checked<Vec<ParameterType>> {
        let ast = self.ast;
        let mut result = Vec::with_capacity(list.len());
        let needs_names =
            position == Position::Prototype && ast[list].iter().any(|it| self.mentions_names(it));
        let mut seen = rustc_hash::FxHashMap::default();
        for parameter in &ast[list] {
            let it = self.parameter(parameter, position)?;
            if let Some(name) = it.name
                && let Some(first) = seen.insert(name.symbol, name.span)
            {
                let text = self.text(name.symbol);
                return Err(self.redeclared(text, name.span, first));
            }
            if self.types().is_void(it.ty.id) && it.name.is_none() && list.len() == 1 {
                return Ok(Vec::new());
            }
            if self.types().is_void(it.ty.id) {
                return Err(self.error(
                    "void-value",
                    it.span,
                    "a parameter cannot have type `void`",
                ));
            }
            if let Some(name) = it.name {
                if needs_names {
                    let variable = self.hidden_variable(it.ty, Origin::Declaration, name.span);
                    self.scopes.declare(
                        name.symbol,
                        super::scope::Entity::Variable(variable),
                        name.span,
                    );
                } else if position == Position::Parameter {
                    self.declare_parameter(name, it.ty);
                }
            } else if position == Position::Parameter {
                self.declare_unnamed_parameter(it.ty, it.span);
            }
            result.push(it);
        }
        Ok(result)
    }

    /// Whether the type of a parameter may depend on parameters before it.
    fn mentions_names(&self, parameter: &ast::Parameter) -> bool {
        let computed = |it: &ast::Derivation| {
            matches!(it, ast::Derivation::Array { length: ast::ArrayLength::Expr(_), .. })
        };
        self.ast[parameter.declarator.derivations].iter().any(computed)
            || matches!(self.ast[parameter.specifiers].ty, ast::TypeSpecifier::TypeofExpr(_))
    }

    fn parameter(
        &mut self,
        parameter: &ast::Parameter,
        position: Position,
    ) -> Checked<ParameterType> {
        let specified =
            self.specifiers(parameter.specifiers, super::specifiers::TagUse::Reference)?;
        let Some(base) = specified.ty else {
            return Err(self.error(
                "unknown-type",
                parameter.span,
                "`__auto_type` needs an initialiser",
            ));
        };
        let ty = self.derive(base, &parameter.declarator, position)?;
        let mut attributes = super::attribute::Attributes::default();
        self.attributes(parameter.declarator.attributes, &mut attributes)?;
        let ty = self.apply_mode(ty, &attributes);
        let qualifiers = match self.ast[parameter.declarator.derivations].first() {
            Some(&ast::Derivation::Array { qualifiers, .. }) => qualifiers.into(),
            _ => Qualifiers::default(),
        };
        let ty = self.adjust_parameter(ty, qualifiers);
        Ok(ParameterType { name: parameter.declarator.name, ty, span: parameter.span })
    }

    /// Arrays and functions as parameters are pointers (C17 6.7.6.3).
    pub(crate) fn adjust_parameter(&mut self, ty: QualType, brackets: Qualifiers) -> QualType {
        match *self.types().get(ty.id) {
            Type::Array { element, .. } => {
                let id = self.pointer_to(element);
                QualType { id, qualifiers: brackets }
            }
            Type::Function(_) => QualType::plain(self.pointer_to(ty)),
            _ => ty,
        }
    }
}
