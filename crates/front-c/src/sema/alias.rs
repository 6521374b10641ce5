//! Names in the object file: `asm("name")`, `alias`, `weakref`, `#pragma weak` and `#pragma redefine_extname`. One name there is one function or variable,
//! whatever C calls it.

use rustc_hash::FxHashMap;
use tribunal_base::{Diagnostic, Span};

use crate::ast::{self, PragmaKind};
use crate::hir::{Callee, ExprKind, FunctionId, Obstacle, PlaceKind, Unit, VarId, VariableState};
use crate::support::{Support, functions};

use super::Sema;
use super::attribute::Attributes;
use super::link::Externals;
use super::scope::Entity;

/// A declaration that is another name for something.
#[derive(Clone, Debug)]
pub(crate) struct Alias {
    pub(crate) entity: Entity,
    /// The name of what it is, in the object file.
    target: String,
    strength: Strength,
    span: Span,
}

/// Whether the target has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    /// `alias`
    Strong,
    /// `weakref`
    Weak,
}

/// What pragmas say about names.
#[derive(Debug, Default)]
pub(crate) struct NamePragmas {
    weak: Vec<String>,
    labels: FxHashMap<String, String>,
    aliases: Vec<(String, String, Span)>,
}

impl Sema<'_> {
    /// Reads the pragmas of the file. gcc heeds them wherever they stand.
    pub(crate) fn name_pragmas(&mut self) {
        let ast = self.ast;
        for pragma in &ast.pragmas {
            match &pragma.kind {
                PragmaKind::Weak(name) => self.name_pragmas.weak.push(name.clone()),
                PragmaKind::WeakAlias(name, target) => {
                    self.name_pragmas.aliases.push((name.clone(), target.clone(), pragma.span));
                }
                PragmaKind::Rename(name, label) => {
                    self.name_pragmas.labels.insert(name.clone(), label.clone());
                }
                PragmaKind::Unsupported(what) => self.meet(what.clone(), pragma.span),
            }
        }
        self.refuse();
    }

    /// The name in the object file, if it is not the one in C.
    pub(crate) fn label(&self, declarator: &ast::Declarator) -> Option<String> {
        let name = self.text(declarator.name?.symbol);
        let label = match declarator.asm_label {
            Some(label) => {
                let units = self.ast[label.name].units.iter();
                // A star says that the name is to be taken as it is.
                let text: String = units.filter_map(|&it| char::from_u32(it)).collect();
                text.strip_prefix('*').unwrap_or(&text).to_owned()
            }
            None => self.name_pragmas.labels.get(name)?.clone(),
        };
        // glibc has several versions of some functions, such as `__isoc99_scanf` of `scanf`: ours is one for all.
        let is_version = label.contains(name)
            && functions::support(&label).is_none()
            && functions::support(name).is_some();
        (!is_version && label != name).then_some(label)
    }

    /// Whether a pragma makes a name weak.
    pub(crate) fn is_made_weak(&self, name: &str) -> bool {
        self.name_pragmas.weak.iter().any(|it| it == name)
    }

    /// Notes that a declaration is another name for something.
    pub(crate) fn note_alias(&mut self, entity: Entity, attributes: &Attributes, span: Span) {
        let (target, strength) = match (&attributes.weakref, &attributes.alias) {
            (Some(Some(target)), _) => (target, Strength::Weak),
            (Some(None), Some(target)) => (target, Strength::Weak),
            (Some(None), None) | (None, None) => return,
            (None, Some(target)) => (target, Strength::Strong),
        };
        self.aliases.push(Alias { entity, target: target.clone(), strength, span });
    }

    /// Gives a function or variable that has been declared before another name in the object file.
    pub(crate) fn relabel(&mut self, entity: Entity, label: &str) {
        if let Some(&other) = self.externals.names.get(label)
            && !same(other, entity)
        {
            return self.externals.aliases.push((entity, other));
        }
        let name = match entity {
            Entity::Function(it) => &mut self.unit.functions[it].name,
            Entity::Variable(it) => &mut self.unit.variables[it].name,
            Entity::Typedef { .. } | Entity::Constant { .. } | Entity::Broken => return,
        };
        let old = std::mem::replace(name, label.to_owned());
        if self.externals.names.get(&old).is_some_and(|it| same(*it, entity)) {
            self.externals.names.remove(&old);
        }
        self.externals.names.insert(label.to_owned(), entity);
    }

    /// Finds out what the aliases of the file mean.
    pub(crate) fn resolve_aliases(&mut self) {
        for alias in std::mem::take(&mut self.aliases) {
            match (self.target(&alias.target), alias.entity) {
                (Some(target), entity) => self.externals.aliases.push((entity, target)),
                (None, Entity::Function(function)) if alias.strength == Strength::Weak => {
                    let ty = self.unit.functions[function].ty;
                    let target = self.external_function(&alias.target, ty, alias.span);
                    self.unit.functions[target].weak = true;
                    self.externals.aliases.push((alias.entity, Entity::Function(target)));
                }
                (None, _) => {
                    let what = format!("an alias of `{}`, which is not there,", alias.target);
                    self.meet(what, alias.span);
                    self.refuse();
                }
            }
        }
        for (name, target, span) in std::mem::take(&mut self.name_pragmas.aliases) {
            match (self.target(&name), self.target(&target)) {
                (Some(entity), Some(target)) => self.externals.aliases.push((entity, target)),
                (None, Some(target)) => {
                    self.externals.names.insert(name, target);
                }
                (_, None) => {
                    self.meet(format!("an alias of `{target}`, which is not there,"), span);
                    self.refuse();
                }
            }
        }
    }

    /// What a name means in the object file of this file.
    fn target(&self, name: &str) -> Option<Entity> {
        let own = || self.file_scope.get(&self.ast.symbols.find(name)?).copied();
        self.externals.names.get(name).copied().or_else(own)
    }
}

fn same(left: Entity, right: Entity) -> bool {
    match (left, right) {
        (Entity::Function(a), Entity::Function(b)) => a == b,
        (Entity::Variable(a), Entity::Variable(b)) => a == b,
        _ => false,
    }
}

impl Externals {
    /// Puts what aliases mean in their place, all over the program, and finds what is weak and not there.
    pub(crate) fn unite(&self, unit: &mut Unit, diagnostics: &mut Vec<Diagnostic>) {
        let mut functions: FxHashMap<FunctionId, FunctionId> = FxHashMap::default();
        let mut variables: FxHashMap<VarId, VarId> = FxHashMap::default();
        for &(from, to) in &self.aliases {
            match (from, to) {
                (Entity::Function(from), Entity::Function(to)) => {
                    functions.insert(from, to);
                    unit.functions[to].used |= unit.functions[from].used;
                }
                (Entity::Variable(from), Entity::Variable(to)) => {
                    variables.insert(from, to);
                    // Nothing is left of it.
                    unit.variables[from].state = VariableState::Defined;
                    let size = |it: VarId| unit.types.size_of(unit.variables[it].ty.id);
                    if size(from) != size(to) && size(from).is_some() {
                        let span = unit.variables[from].span;
                        let what = "an alias of a variable of another size".to_owned();
                        unit.obstacles.push(Obstacle { what, span });
                    }
                    // It is seen as more than one type.
                    unit.variables[to].address_taken = true;
                }
                (Entity::Function(from), _) => {
                    let span = unit.functions[from].span;
                    let message = "a function cannot be another name for a variable";
                    diagnostics.push(Diagnostic::error("wrong-alias", span, message));
                }
                _ => {}
            }
        }
        if !functions.is_empty() || !variables.is_empty() {
            replace(unit, &functions, &variables);
        }
        find_missing(unit);
    }
}

/// Follows aliases of aliases; a circle ends somewhere.
fn last<T: Copy + Eq + std::hash::Hash>(map: &FxHashMap<T, T>, first: T) -> T {
    let mut current = first;
    for _ in 0..map.len() {
        match map.get(&current) {
            Some(&next) => current = next,
            None => break,
        }
    }
    current
}

fn replace(
    unit: &mut Unit,
    functions: &FxHashMap<FunctionId, FunctionId>,
    variables: &FxHashMap<VarId, VarId>,
) {
    for expr in unit.exprs.values_mut() {
        match &mut expr.kind {
            ExprKind::Function(it) | ExprKind::Call { callee: Callee::Direct(it), .. } => {
                *it = last(functions, *it);
            }
            _ => {}
        }
    }
    for place in unit.places.values_mut() {
        if let PlaceKind::Variable(it) = &mut place.kind {
            *it = last(variables, *it);
        }
    }
}

/// Weak functions and variables that are used and not defined: their address may be null.
fn find_missing(unit: &mut Unit) {
    let mut found: Vec<Obstacle> = Vec::new();
    let mut note = |name: &str, span: Span| {
        let what = format!("`{name}`, which is weak and not defined here,");
        if found.iter().all(|it| it.what != what) {
            found.push(Obstacle { what, span });
        }
    };
    for expr in unit.exprs.values() {
        if let ExprKind::Function(it) | ExprKind::Call { callee: Callee::Direct(it), .. } =
            expr.kind
        {
            let it = &unit.functions[it];
            let is_there =
                it.body.is_some() || functions::support(&it.name) == Some(Support::Honoured);
            if it.weak && !is_there {
                note(&it.name, expr.span);
            }
        }
    }
    for place in unit.places.values() {
        if let PlaceKind::Variable(it) = place.kind
            && unit.variables[it].weak
            && unit.variables[it].state == VariableState::Declared
        {
            note(&unit.variables[it].name, place.span);
        }
    }
    unit.obstacles.append(&mut found);
}
