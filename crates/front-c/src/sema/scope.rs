//! Scopes and name spaces (C17 6.2.1, 6.2.3).

use rustc_hash::FxHashMap;
use tribunal_base::Span;
use tribunal_preprocess::Symbol;

use crate::hir::{EnumId, FunctionId, LabelId, QualType, RecordId, TypeId, VarId};

/// What an ordinary identifier means.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entity {
    /// An object.
    Variable(VarId),
    /// A function.
    Function(FunctionId),
    /// A name of a type, perhaps with an alignment of its own.
    Typedef { ty: QualType, align: Option<u64> },
    /// An enumeration constant.
    Constant { value: i128, ty: TypeId },
    /// Declared, but with an error: uses are not reported again.
    Broken,
}

/// What a tag means.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tag {
    /// A struct or union.
    Record(RecordId),
    /// An enumeration.
    Enum(EnumId),
}

#[derive(Debug, Default)]
struct Scope {
    names: FxHashMap<Symbol, (Entity, Span)>,
    tags: FxHashMap<Symbol, Tag>,
    labels: FxHashMap<Symbol, LabelId>,
}

/// The open scopes, outermost first. The first is the file's.
#[derive(Debug)]
pub(crate) struct Scopes {
    open: Vec<Scope>,
}

impl Default for Scopes {
    fn default() -> Self {
        Self { open: vec![Scope::default()] }
    }
}

impl Scopes {
    pub(crate) fn enter(&mut self) {
        self.open.push(Scope::default());
    }

    pub(crate) fn leave(&mut self) {
        self.close_to(self.depth() - 1);
    }

    /// Leaves all scopes that an error left open.
    pub(crate) fn close_to_file(&mut self) {
        self.close_to(1);
    }

    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(crate) fn close_to(&mut self, depth: usize) {
        self.open.truncate(depth.max(1));
    }

    pub(crate) fn lookup(&self, name: Symbol) -> Option<Entity> {
        self.open.iter().rev().find_map(|it| it.names.get(&name)).map(|it| it.0)
    }

    /// All names that mean something, in no order.
    pub(crate) fn names(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.open.iter().flat_map(|it| it.names.keys().copied())
    }

    /// The names of types, in no order.
    pub(crate) fn types(&self) -> impl Iterator<Item = Symbol> + '_ {
        let names = self.open.iter().flat_map(|it| &it.names);
        names.filter(|(_, (entity, _))| matches!(entity, Entity::Typedef { .. })).map(|it| *it.0)
    }

    /// What `name` means by a declaration of the innermost scope.
    pub(crate) fn here(&self, name: Symbol) -> Option<(Entity, Span)> {
        self.open.last()?.names.get(&name).copied()
    }

    pub(crate) fn declare(&mut self, name: Symbol, entity: Entity, span: Span) {
        if let Some(scope) = self.open.last_mut() {
            scope.names.insert(name, (entity, span));
        }
    }

    pub(crate) fn tag(&self, name: Symbol) -> Option<Tag> {
        self.open.iter().rev().find_map(|it| it.tags.get(&name)).copied()
    }

    pub(crate) fn tag_here(&self, name: Symbol) -> Option<Tag> {
        self.open.last()?.tags.get(&name).copied()
    }

    pub(crate) fn declare_tag(&mut self, name: Symbol, tag: Tag) {
        if let Some(scope) = self.open.last_mut() {
            scope.tags.insert(name, tag);
        }
    }

    /// GNU's `__label__`.
    pub(crate) fn declare_label(&mut self, name: Symbol, label: LabelId) {
        if let Some(scope) = self.open.last_mut() {
            scope.labels.insert(name, label);
        }
    }

    pub(crate) fn local_label(&self, name: Symbol) -> Option<LabelId> {
        self.open.iter().rev().find_map(|it| it.labels.get(&name)).copied()
    }
}
