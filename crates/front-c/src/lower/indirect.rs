//! Calls by pointers: a way for each function that it can be, of the program or of the library.

use tribunal_base::Span;
use tribunal_ir::{BinOp, Expr, ExprId};

use super::Lowering;
use super::check::Check;
use super::expr::Wanted;
use super::threads::BODIES;
use super::types::Class;
use crate::hir::{self, FunctionId, TypeId};
use crate::library::plain;

/// How well the type of a function that is called by a pointer must fit the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    /// As C demands.
    Strict,
    /// As C demands where the pointer says nothing about parameters: arguments got the default promotions.
    Promoted,
    /// Arguments may be left over, and a result may be missing.
    Loose,
}

/// The arguments of a call: in the source, their types, their values.
#[derive(Clone, Copy)]
struct Given<'a> {
    exprs: &'a [hir::ExprId],
    types: &'a [TypeId],
    values: &'a [ExprId],
}

impl Lowering<'_> {
    /// A call by a pointer: one way for each function that it can be.
    pub(super) fn call_indirect(
        &mut self,
        pointer: hir::ExprId,
        arguments: &[hir::ExprId],
        ty: TypeId,
        span: Span,
        wanted: Wanted,
    ) -> Option<ExprId> {
        let target = self.value(pointer);
        let target = self.keep(target);
        let args: Vec<ExprId> =
            self.arguments(arguments).into_iter().map(|it| self.keep(it)).collect();
        let types: Vec<TypeId> = arguments.iter().map(|it| self.unit.exprs[*it].ty).collect();
        let null = self.null();
        let is_null = self.binary(BinOp::Eq, target, null);
        self.check(Check::Null, is_null, "call by the null pointer", span);
        let result = match self.class(ty) {
            Class::Scalar(scalar) => {
                let scalar = self.program.ty(scalar);
                Some(self.temporary(scalar))
            }
            Class::Aggregate => {
                let pointer = self.pointer_ty();
                Some(self.temporary(pointer))
            }
            Class::Void | Class::Unsupported => None,
        };
        let end = self.point();
        let mut ways = Vec::new();
        // Thread functions are declared in many ways that work.
        let name = self.program.procs[self.build.process].name.as_str();
        let fit = if BODIES.contains(&name) {
            Fit::Loose
        } else if self.says_parameters(self.unit.exprs[pointer].ty) {
            Fit::Strict
        } else {
            Fit::Promoted
        };
        for function in self.possible_callees(&types, ty, fit) {
            let process = self.process_of(function);
            let address = self.program.expr(Expr::Function(process));
            let way = self.point();
            ways.push((self.binary(BinOp::Eq, target, address), way, function));
        }
        let other = self.point();
        self.select(ways.iter().map(|(condition, way, _)| (*condition, *way)).collect(), other);
        for (_, way, function) in ways {
            self.arrive(way);
            let given = Given { exprs: arguments, types: &types, values: &args };
            let value = self.call_one_of_many(function, given, ty, span, wanted);
            let target = result.map(|it| self.program.vars[it].ty);
            let value = match (value, target) {
                (Some(value), Some(target)) => Some(self.cast(target, value)),
                (value, _) => value,
            };
            if let (Some(result), Some(value)) = (result, value) {
                self.set(result, value);
            }
            if self.is_reached() {
                self.goto(end);
            }
        }
        self.arrive(other);
        if let Some(process) = self.handed {
            let address = self.program.expr(Expr::Function(process));
            let is_handed = self.binary(BinOp::Eq, target, address);
            let (way, other) = (self.point(), self.point());
            self.branch(is_handed, way, other);
            self.arrive(way);
            if let (Some(value), Some(result)) = (self.call_handed(ty, span), result) {
                self.set(result, value);
            }
            if self.is_reached() {
                self.goto(end);
            }
            self.arrive(other);
        }
        self.fail(Check::Pointer, "call by a pointer to no function of this type", span);
        self.arrive(end);
        result.map(|it| self.load_var(it))
    }

    /// Whether a pointer points to functions with a prototype.
    fn says_parameters(&self, pointer: TypeId) -> bool {
        match self.unit.types.get(pointer) {
            hir::Type::Pointer(to) => self.function_type(to.id).prototyped,
            _ => false,
        }
    }

    /// A call of one of the functions that a pointer may point to, with arguments that are evaluated already.
    fn call_one_of_many(
        &mut self,
        function: FunctionId,
        given: Given<'_>,
        ty: TypeId,
        span: Span,
        wanted: Wanted,
    ) -> Option<ExprId> {
        if let Some(obstacle) = &self.unit.functions[function].obstacle {
            self.unsupported(&obstacle.what, obstacle.span);
            return None;
        }
        if self.replacement(function).is_some() {
            self.unsupported("a call by a pointer of what a contract stands for", span);
            return None;
        }
        let around = self.cancellation(function);
        self.before_call(around, given.exprs, span);
        self.check_nonnull(function, given.values, span);
        let called = &self.unit.functions[function];
        let name = plain(&called.name).to_owned();
        let value = if let Some(known) = self.known(function) {
            self.perform((known, &name), given.exprs, given.values, ty, span)
        } else if let Some(builtin) = self.float_function(function) {
            Some(self.builtin_on(&builtin, given.exprs, given.values, ty, span))
        } else if called.body.is_none() {
            self.call_unknown(function, given.values, ty, span)
        } else {
            if self.unit.is_of_the_library(called) {
                self.check_format(&name, given.exprs, span, wanted);
                self.note_reliance(&name, span, wanted);
            }
            let declared = self.function_type(called.ty).result;
            self.call_defined(function, given.values, given.types, declared, span, wanted)
        };
        if self.unit.functions[function].noreturn && self.is_reached() {
            self.fail(Check::Unreachable, "a function that must not return returns", span);
        }
        self.after_call(around);
        value
    }

    /// The functions whose address is taken and that such a call fits.
    fn possible_callees(&self, types: &[TypeId], result: TypeId, fit: Fit) -> Vec<FunctionId> {
        let mut found: Vec<FunctionId> = Vec::new();
        for expr in self.unit.exprs.values() {
            if let hir::ExprKind::Function(function) = expr.kind
                && !found.contains(&function)
            {
                let declared = self.function_type(self.unit.functions[function].ty);
                let parameters: Vec<TypeId> = match self.unit.functions[function].body {
                    Some(_) => {
                        let variables = self.unit.functions[function].parameters.iter();
                        variables.map(|it| self.unit.variables[*it].ty.id).collect()
                    }
                    None => declared.parameters.clone(),
                };
                let is_scalar = |it: &TypeId| matches!(self.class(*it), Class::Scalar(_));
                let is_loose = fit == Fit::Loose
                    && parameters.len() <= types.len()
                    && parameters.iter().all(is_scalar)
                    && (is_scalar(&declared.result) || self.class(declared.result) == Class::Void);
                // Who declares a function without its parameters says nothing about them.
                let has_any = !declared.prototyped && self.unit.functions[function].body.is_none();
                let has_number = parameters.len() == types.len()
                    || declared.variadic && parameters.len() <= types.len();
                let is_alike = |(a, b): (&TypeId, &TypeId)| {
                    self.class(*a) == self.class(*b)
                        || fit == Fit::Promoted && self.fits_promoted(&declared, *a, *b)
                };
                let fits = self.class(declared.result) == self.class(result)
                    && (has_any || has_number && parameters.iter().zip(types).all(is_alike));
                if fits || is_loose {
                    found.push(function);
                }
            }
        }
        found.sort();
        found
    }
}
