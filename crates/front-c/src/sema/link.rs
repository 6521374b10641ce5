//! Names with linkage: one object or function for all declarations of a name, in one file and across files (C17 6.2.2, 6.9).

use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_base::{Diagnostic, Span};

use crate::ast;
use crate::hir::{
    Function, FunctionId, Length, Linkage, Nonnull, Origin, QualType, Storage, Type, TypeId, Unit,
    VarId, Variable, VariableState,
};

use super::conflict::{Shared, is_a_stream};
use super::scope::Entity;
use super::{Checked, Reported, Sema};

/// The names that all files share.
#[derive(Debug, Default)]
pub(crate) struct Externals {
    pub(crate) names: FxHashMap<String, Entity>,
    /// Variables with a definition that has an initialiser.
    pub(crate) initialised: FxHashSet<VarId>,
    /// Functions whose body may give way to another one.
    pub(crate) inline: FxHashSet<FunctionId>,
    /// Other names for functions and variables, with what they are.
    pub(crate) aliases: Vec<(Entity, Entity)>,
    /// Tentative definitions in the order they were met.
    tentative: Vec<VarId>,
    /// Variables that a second file declares, too.
    pub(crate) shared: Vec<Shared>,
}

/// A declaration of an object with linkage.
pub(crate) struct Declared {
    pub(crate) name: ast::Name,
    pub(crate) ty: QualType,
    pub(crate) align: u64,
    /// The name in the object file, if it is another one.
    pub(crate) label: Option<String>,
    pub(crate) storage: Option<ast::Storage>,
    /// Whether it gives way to another definition.
    pub(crate) weak: bool,
}

/// How a declaration of an object with linkage counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Definition {
    /// `extern int x;`
    None,
    /// `int x;`
    Tentative,
    /// `int x = 1;`
    Initialised,
}

impl Externals {
    /// The function with external linkage and this name.
    pub(crate) fn function(&self, name: &str) -> Option<FunctionId> {
        match self.names.get(name) {
            Some(&Entity::Function(it)) => Some(it),
            _ => None,
        }
    }

    /// Makes tentative definitions real once all files are read (C17 6.9.2).
    pub(crate) fn finish(&self, unit: &mut Unit, diagnostics: &mut Vec<Diagnostic>) {
        for &variable in &self.tentative {
            let Variable { ty, span, .. } = unit.variables[variable];
            if let Type::Array { element, length: Length::Incomplete } = *unit.types.get(ty.id) {
                let id = unit.types.intern(Type::Array { element, length: Length::Known(1) });
                unit.variables[variable].ty.id = id;
            }
            let variable = &mut unit.variables[variable];
            variable.state = VariableState::Defined;
            if unit.types.size_of(variable.ty.id).is_none() {
                let message = format!("`{}` has an incomplete type", variable.name);
                diagnostics.push(Diagnostic::error("incomplete-type", span, message));
            }
        }
    }
}

impl Sema<'_> {
    /// The function with external linkage of this name, declared now if it is new.
    pub(crate) fn external_function(&mut self, name: &str, ty: TypeId, span: Span) -> FunctionId {
        if let Some(function) = self.externals.function(name) {
            return function;
        }
        let function = self.new_function(name, ty, Linkage::External, span);
        self.unit.functions[function].implicit = true;
        self.externals.names.insert(name.to_owned(), Entity::Function(function));
        function
    }

    pub(super) fn new_function(
        &mut self,
        name: &str,
        ty: TypeId,
        linkage: Linkage,
        span: Span,
    ) -> FunctionId {
        self.unit.functions.push(Function {
            name: name.to_owned(),
            linkage,
            ty,
            parameters: Vec::new(),
            body: None,
            noreturn: false,
            nonnull: Nonnull::default(),
            returns_nonnull: false,
            constructor: None,
            destructor: None,
            used: false,
            implicit: false,
            weak: false,
            align: 1,
            obstacle: None,
            contract: None,
            span,
        })
    }

    /// A call of a name that nobody declared (C89).
    pub(crate) fn implicit_function(&mut self, name: tribunal_preprocess::Symbol, span: Span) {
        let text = self.text(name);
        let int = self.common.int;
        let ty = crate::hir::FunctionType {
            result: int,
            parameters: Vec::new(),
            variadic: false,
            prototyped: false,
        };
        let ty = self.unit.types.intern(Type::Function(ty));
        self.warn(
            "implicit-function",
            span,
            format!("`{text}` is not declared: assumed to return `int`"),
        );
        let known = self.file_scope.get(&name).copied();
        let entity = match known {
            Some(entity) => entity,
            None => Entity::Function(self.external_function(text, ty, span)),
        };
        self.file_scope.insert(name, entity);
        self.scopes.declare(name, entity, span);
    }

    /// Makes a function of the C library known by its name.
    pub(crate) fn declare_library(
        &mut self,
        name: tribunal_preprocess::Symbol,
        function: FunctionId,
        span: Span,
    ) {
        let entity = Entity::Function(function);
        self.file_scope.entry(name).or_insert(entity);
        self.scopes.declare(name, entity, span);
    }

    /// A declaration or definition of a function.
    pub(crate) fn declare_function(
        &mut self,
        name: ast::Name,
        ty: TypeId,
        label: Option<String>,
        storage: Option<ast::Storage>,
    ) -> Checked<FunctionId> {
        let text = label.as_deref().unwrap_or(self.text(name.symbol));
        let internal = storage == Some(ast::Storage::Static);
        let here = self.scopes.here(name.symbol);
        let known = match (here, self.file_scope.get(&name.symbol)) {
            (Some((entity @ (Entity::Function(_) | Entity::Broken), _)), _) => Some(entity),
            (Some((_, first)), _) => return Err(self.redeclared(text, name.span, first)),
            (None, Some(&entity)) => Some(entity),
            (None, None) if internal => None,
            (None, None) => self.externals.names.get(text).copied(),
        };
        let function = match known {
            Some(Entity::Function(function)) if internal && self.is_named_by_a_header(function) => {
                self.new_function(text, ty, Linkage::Internal, name.span)
            }
            Some(Entity::Function(function)) => {
                let foreign = !self.file_scope.contains_key(&name.symbol)
                    || self.is_named_by_a_header(function);
                self.merge_function(function, ty, internal, name.span, foreign)?;
                if label.is_some() && self.unit.functions[function].name != text {
                    self.relabel(Entity::Function(function), text);
                }
                function
            }
            Some(Entity::Broken) | None => {
                let linkage = if internal { Linkage::Internal } else { Linkage::External };
                self.new_function(text, ty, linkage, name.span)
            }
            Some(_) => {
                return Err(self.error(
                    "conflicting-types",
                    name.span,
                    format!("`{text}` is a variable elsewhere"),
                ));
            }
        };
        let entity = Entity::Function(function);
        if self.unit.functions[function].linkage == Linkage::External
            && self.unit.functions[function].name == text
        {
            self.externals.names.insert(text.to_owned(), entity);
        }
        self.file_scope.insert(name.symbol, entity);
        self.scopes.declare(name.symbol, entity, name.span);
        Ok(function)
    }

    /// Whether a function is only known because a header names what the library has. A program may mean another one: which names a header
    /// declares depends on the standard that gcc is told to follow.
    fn is_named_by_a_header(&self, function: FunctionId) -> bool {
        let function = &self.unit.functions[function];
        function.body.is_none()
            && function.span.file != self.ast.file
            && crate::support::functions::support(&function.name).is_some()
    }

    fn merge_function(
        &mut self,
        function: FunctionId,
        ty: TypeId,
        internal: bool,
        span: Span,
        foreign: bool,
    ) -> Checked<()> {
        let old = self.unit.functions[function].ty;
        let (name, first) =
            (self.unit.functions[function].name.clone(), self.unit.functions[function].span);
        if internal && self.unit.functions[function].linkage == Linkage::External {
            let error = self.error(
                "conflicting-linkage",
                span,
                format!("`{name}` is `static` here but not where it was declared first"),
            );
            self.explain(|it| it.related(first, "first declared here"));
            return Err(error);
        }
        if self.types().compatible(old, ty) {
            let merged = self.composite(old, ty);
            self.unit.functions[function].ty = merged;
        } else if foreign || self.may_correct(function, ty) {
            let (old, new) = (self.show(old), self.show(ty));
            self.warn(
                "conflicting-types",
                span,
                format!("`{name}` is `{new}` here but was `{old}`"),
            );
            self.explain(|it| it.related(first, "there"));
            self.unit.functions[function].ty = ty;
        } else {
            let (old, new) = (self.show(old), self.show(ty));
            let error = self.error(
                "conflicting-types",
                span,
                format!("`{name}` is `{new}` here but was `{old}`"),
            );
            self.explain(|it| it.related(first, "first declared here"));
            return Err(error);
        }
        self.unit.functions[function].implicit = false;
        Ok(())
    }

    /// Whether a declaration may change the type that a call without a declaration assumed: gcc only warns if the guess was the C
    /// library's function, or if the result turns out to be `void`.
    fn may_correct(&self, function: FunctionId, ty: TypeId) -> bool {
        let function = &self.unit.functions[function];
        let (Type::Function(old), Type::Function(new)) =
            (self.types().get(function.ty), self.types().get(ty))
        else {
            return false;
        };
        function.implicit && (old.prototyped || self.types().is_void(new.result))
    }

    pub(crate) fn redeclared(&mut self, name: &str, span: Span, first: Span) -> Reported {
        let error = self.error("redefinition", span, format!("`{name}` is declared twice"));
        self.explain(|it| it.related(first, "first declared here"));
        error
    }

    /// A declaration of an object with linkage.
    pub(crate) fn declare_linked(
        &mut self,
        declared: Declared,
        definition: Definition,
    ) -> Checked<VarId> {
        let Declared { name, ty, align, label, storage, weak } = declared;
        let text = label.as_deref().unwrap_or(self.text(name.symbol));
        let internal = storage == Some(ast::Storage::Static);
        let known = match (self.scopes.here(name.symbol), self.file_scope.get(&name.symbol)) {
            (Some((entity @ (Entity::Variable(_) | Entity::Broken), _)), _) => Some(entity),
            (Some((_, first)), _) => return Err(self.redeclared(text, name.span, first)),
            (None, Some(&entity)) => Some(entity),
            (None, None) if internal => None,
            (None, None) => self.externals.names.get(text).copied(),
        };
        let variable = match known {
            Some(Entity::Variable(other)) if !internal && self.is_in_conflict(other, ty, name) => {
                let is_second = self.externals.initialised.contains(&other);
                if is_second && definition == Definition::Initialised {
                    let first = self.unit.variables[other].span;
                    return Err(self.redeclared(text, name.span, first));
                }
                let variable = self.new_linked(text, ty, align, Linkage::External, name.span);
                self.tell_conflict([other, variable], name.span);
                variable
            }
            Some(Entity::Variable(variable)) => {
                if self.unit.variables[variable].linkage == Linkage::None {
                    let first = self.unit.variables[variable].span;
                    return Err(self.redeclared(text, name.span, first));
                }
                let is_of_another_file = !self.file_scope.contains_key(&name.symbol);
                if is_of_another_file {
                    self.share(variable, ty, name.span);
                }
                if !is_of_another_file || !is_a_stream(text) {
                    self.merge_variable(variable, ty, internal, name.span)?;
                }
                let known = &mut self.unit.variables[variable].align;
                *known = (*known).max(align);
                if label.is_some() && self.unit.variables[variable].name != text {
                    self.relabel(Entity::Variable(variable), text);
                }
                variable
            }
            Some(Entity::Broken) | None => {
                let linkage = if internal { Linkage::Internal } else { Linkage::External };
                self.new_linked(text, ty, align, linkage, name.span)
            }
            Some(_) => {
                return Err(self.error(
                    "conflicting-types",
                    name.span,
                    format!("`{text}` is a function elsewhere"),
                ));
            }
        };
        match definition {
            Definition::None => {}
            Definition::Tentative => {
                if self.unit.variables[variable].state == VariableState::Declared {
                    self.externals.tentative.push(variable);
                    self.unit.variables[variable].span = name.span;
                }
            }
            Definition::Initialised => {
                let is_second = !self.externals.initialised.insert(variable);
                if is_second && (weak || self.unit.variables[variable].weak) {
                    self.meet("a weak variable with another definition", name.span);
                } else if is_second {
                    let first = self.unit.variables[variable].span;
                    return Err(self.redeclared(text, name.span, first));
                }
                self.unit.variables[variable].state = VariableState::Defined;
                self.unit.variables[variable].span = name.span;
            }
        }
        let entity = Entity::Variable(variable);
        if self.unit.variables[variable].linkage == Linkage::External
            && self.unit.variables[variable].name == text
        {
            self.externals.names.insert(text.to_owned(), entity);
        }
        self.file_scope.insert(name.symbol, entity);
        self.scopes.declare(name.symbol, entity, name.span);
        Ok(variable)
    }

    fn new_linked(
        &mut self,
        name: &str,
        ty: QualType,
        align: u64,
        linkage: Linkage,
        span: Span,
    ) -> VarId {
        self.unit.variables.push(Variable {
            name: name.to_owned(),
            ty,
            storage: Storage::Static,
            linkage,
            state: VariableState::Declared,
            origin: Origin::Declaration,
            align,
            function: None,
            initialiser: None,
            extra_bytes: 0,
            address_taken: false,
            captured: false,
            weak: false,
            span,
        })
    }

    fn merge_variable(
        &mut self,
        variable: VarId,
        ty: QualType,
        internal: bool,
        span: Span,
    ) -> Checked<()> {
        let Variable { ty: old, span: first, linkage, .. } = self.unit.variables[variable];
        let name = &self.unit.variables[variable].name;
        let (code, message) = if internal && linkage == Linkage::External {
            let message = format!("`{name}` is `static` here but not where it was declared first");
            ("conflicting-linkage", message)
        } else if self.types().agree(old, ty) {
            let id = self.composite(old.id, ty.id);
            self.unit.variables[variable].ty.id = id;
            return Ok(());
        } else {
            let shown = [old, ty].map(|it| self.types().describe_qualified(it));
            let message = format!("`{name}` is `{}` here but was `{}`", shown[1], shown[0]);
            ("conflicting-types", message)
        };
        let error = self.error(code, span, message);
        self.explain(|it| it.related(first, "first declared here"));
        Err(error)
    }
}
