//! What the nodes of an expression access by themselves.

use std::collections::BTreeMap;

use tribunal_base::Span;

use crate::hir::{
    Access, Builtin, ExprId, ExprKind, Origin, PlaceId, PlaceKind, Type, TypeId, Unit, VarId,
};

/// What is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// A variable or a part of it.
    Variable(VarId),
    /// What a pointer points to: the one in this variable, or any.
    Behind(Option<VarId>),
}

/// What evaluation may access, each with one place where it does.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    pub(super) reads: BTreeMap<Target, Span>,
    pub(super) writes: BTreeMap<Target, Span>,
    /// The same, by calls.
    pub(super) reads_of_calls: BTreeMap<Target, Span>,
    pub(super) writes_of_calls: BTreeMap<Target, Span>,
}

impl Effects {
    pub(super) fn absorb(&mut self, other: Self) {
        let pairs = [
            (&mut self.reads, other.reads),
            (&mut self.writes, other.writes),
            (&mut self.reads_of_calls, other.reads_of_calls),
            (&mut self.writes_of_calls, other.writes_of_calls),
        ];
        for (own, mut more) in pairs {
            if own.len() < more.len() {
                std::mem::swap(own, &mut more);
            }
            for (target, span) in more {
                own.entry(target).or_insert(span);
            }
        }
    }

    /// The same, as if calls did it all.
    pub(super) fn by_calls(mut self) -> Self {
        self.reads_of_calls.append(&mut self.reads);
        self.writes_of_calls.append(&mut self.writes);
        self
    }

    pub(super) fn all_reads(&self) -> impl Iterator<Item = Target> {
        self.reads.keys().chain(self.reads_of_calls.keys()).copied()
    }

    pub(super) fn all_writes(&self) -> impl Iterator<Item = Target> {
        self.writes.keys().chain(self.writes_of_calls.keys()).copied()
    }

    fn read(&mut self, target: Option<Target>, span: Span) {
        self.reads.extend(target.map(|it| (it, span)));
    }

    fn written(&mut self, target: Option<Target>, span: Span) {
        self.writes.extend(target.map(|it| (it, span)));
    }

    pub(super) fn read_by_call(&mut self, target: Option<Target>, span: Span) {
        self.reads_of_calls.extend(target.map(|it| (it, span)));
    }

    pub(super) fn written_by_call(&mut self, target: Option<Target>, span: Span) {
        self.writes_of_calls.extend(target.map(|it| (it, span)));
    }
}

/// What a node accesses after its operands are evaluated; calls of functions are left out.
pub(super) fn own_effects(unit: &Unit, expr: ExprId) -> Effects {
    let node = &unit.exprs[expr];
    let mut effects = Effects::default();
    match &node.kind {
        ExprKind::Load(place) => effects.read(target(unit, *place), node.span),
        ExprKind::Assign { place, .. } => effects.written(target(unit, *place), node.span),
        ExprKind::Update(update) => {
            let target = target(unit, update.place);
            effects.read(target, node.span);
            effects.written(target, node.span);
        }
        // Reading an argument moves on to the next one.
        ExprKind::Va(access) => match *access {
            Access::Start(place) | Access::Argument(place) => {
                effects.written_by_call(target(unit, place), node.span);
            }
            Access::Copy(to, from) => {
                effects.written_by_call(target(unit, to), node.span);
                effects.read_by_call(target(unit, from), node.span);
            }
            Access::End(_) => {}
        },
        ExprKind::Builtin {
            builtin: Builtin::Atomic(_) | Builtin::Overflow(_) | Builtin::Other(_),
            arguments,
        } => {
            for &it in arguments {
                if matches!(unit.types.get(unit.exprs[it].ty), Type::Pointer(_)) {
                    effects.read_by_call(pointee(unit, it), node.span);
                    effects.written_by_call(pointee(unit, it), node.span);
                }
            }
        }
        _ => {}
    }
    effects
}

/// What lies at a place; none if nobody else can know it.
pub(super) fn target(unit: &Unit, place: PlaceId) -> Option<Target> {
    let mut current = place;
    loop {
        match unit.places[current].kind {
            PlaceKind::Field { base, .. } => current = base,
            PlaceKind::Variable(it) => return variable(unit, it),
            PlaceKind::CompoundLiteral { variable: it, .. } => return variable(unit, it),
            PlaceKind::Deref(pointer) => return pointee(unit, pointer),
            PlaceKind::Temporary(_) | PlaceKind::Unsupported(_) => return None,
        }
    }
}

fn variable(unit: &Unit, variable: VarId) -> Option<Target> {
    let is_text = unit.variables[variable].origin == Origin::StringLiteral;
    (!is_text).then_some(Target::Variable(variable))
}

/// What a pointer points to; none if to nothing that can change.
pub(super) fn pointee(unit: &Unit, pointer: ExprId) -> Option<Target> {
    let mut current = pointer;
    loop {
        match unit.exprs[current].kind {
            ExprKind::Convert(_, it) | ExprKind::PointerAdd { pointer: it, .. } => current = it,
            ExprKind::AddressOf(place) => return target(unit, place),
            ExprKind::Null | ExprKind::Function(_) | ExprKind::LabelAddress(_) => return None,
            ExprKind::Load(place) => {
                let PlaceKind::Variable(it) = unit.places[place].kind else {
                    return Some(Target::Behind(None));
                };
                return Some(Target::Behind(Some(it)));
            }
            _ => return Some(Target::Behind(None)),
        }
    }
}

/// Whether values of a type may lead to other memory.
pub(super) fn holds_pointers(unit: &Unit, ty: TypeId) -> bool {
    match unit.types.get(ty) {
        Type::Pointer(pointee) => !matches!(unit.types.get(pointee.id), Type::Function(_)),
        Type::VaList => true,
        Type::Array { element, .. } => holds_pointers(unit, element.id),
        Type::Record(it) => {
            unit.types.record(*it).fields.iter().any(|it| holds_pointers(unit, it.ty.id))
        }
        _ => false,
    }
}
