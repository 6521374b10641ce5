//! The address of an object that is gone may be that of a later one, or not. The memory of the program representation never uses an address again, so
//! no run goes on that could tell: one that compares a pointer to a dead object with one to another object, or makes a number of the address of
//! an object while it keeps that of a dead one.
//!
//! Which of the addresses that a program keeps as numbers it will look at, nobody knows: a pointer is chosen from them, any one.

use rustc_hash::FxHashSet;
use tribunal_base::Span;
use tribunal_ir::{
    BinOp, Expr, ExprId, HeapQuery, Matching, PointerQuery, Scope, Ty, TyId, Var, VarId,
};

use super::Lowering;
use super::check::Check;
use crate::hir::{self, BinaryOp, ConversionKind, ExprKind, PlaceKind, Type, Unit};

/// Conversions of pointers to numbers of which no address is kept: they are looked at by constants, or become pointers again.
pub(super) fn fleeting(unit: &Unit) -> FxHashSet<hir::ExprId> {
    let is_constant = |it: hir::ExprId| {
        let mut it = it;
        while let ExprKind::Convert(_, inner) = unit.exprs[it].kind {
            it = inner;
        }
        matches!(unit.exprs[it].kind, ExprKind::Integer(_))
    };
    let looked_at = |kind: &ExprKind| match *kind {
        ExprKind::Compare(_, left, right)
        | ExprKind::Binary(BinaryOp::And | BinaryOp::Remainder, left, right) => {
            if is_constant(right) { Some(left) } else { is_constant(left).then_some(right) }
        }
        ExprKind::Convert(ConversionKind::ToBool | ConversionKind::IntegerToPointer, arg) => {
            Some(arg)
        }
        _ => None,
    };
    let mut found: FxHashSet<hir::ExprId> =
        unit.exprs.values().filter_map(|it| looked_at(&it.kind)).collect();
    // Through conversions between integers.
    let mut open: Vec<hir::ExprId> = found.iter().copied().collect();
    while let Some(expr) = open.pop() {
        if let ExprKind::Convert(ConversionKind::Integer, arg) = unit.exprs[expr].kind
            && found.insert(arg)
        {
            open.push(arg);
        }
    }
    found
}

/// Variables that no program has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    /// A pointer to one of the objects whose addresses are kept as numbers.
    address: VarId,
    /// Whether the address of allocated memory is.
    of_the_heap: VarId,
}

impl Lowering<'_> {
    /// Whether two pointers that are compared may point to objects of which one is dead, as far as the expressions tell.
    pub(super) fn may_be_reused(&self, left: hir::ExprId, right: hir::ExprId) -> bool {
        let points_to_an_object =
            |it: hir::ExprId| match self.unit.types.get(self.unit.exprs[it].ty) {
                Type::Pointer(pointee) => {
                    !matches!(self.unit.types.get(pointee.id), Type::Function(_))
                }
                _ => false,
            };
        if self.is_null(left) || self.is_null(right) {
            return false;
        }
        let is_any_fleeting = !self.is_lasting(left) || !self.is_lasting(right);
        points_to_an_object(left) && is_any_fleeting
    }

    /// No run goes on that compares a pointer to a dead object with one to another object.
    pub(super) fn check_reuse(&mut self, a: ExprId, b: ExprId, span: Span) {
        let same = self.program.expr(Expr::Binary(BinOp::SameObject, a, b));
        let different = self.negated(same);
        let [a_is_dead, b_is_dead] = [a, b].map(|it| self.is_dead(it));
        let [a_is_any, b_is_any] = [a, b].map(|it| self.ask(PointerQuery::HasObject, it));
        let first = self.both(a_is_dead, b_is_any);
        let second = self.both(b_is_dead, a_is_any);
        let dead = self.either(first, second);
        let doubtful = self.both(different, dead);
        let what = "a comparison of addresses of which one is that of an object that is gone";
        self.check(Check::Unsupported, doubtful, what, span);
    }

    fn is_dead(&mut self, pointer: ExprId) -> ExprId {
        let has_object = self.ask(PointerQuery::HasObject, pointer);
        let is_alive = self.ask(PointerQuery::IsAlive, pointer);
        let is_gone = self.negated(is_alive);
        self.both(has_object, is_gone)
    }

    /// The address of an object becomes a number.
    pub(super) fn note_number(&mut self, conversion: hir::ExprId, pointer: ExprId, span: Span) {
        let ExprKind::Convert(ConversionKind::PointerToInteger, arg) =
            self.unit.exprs[conversion].kind
        else {
            return;
        };
        if self.fleeting.contains(&conversion) || self.is_lasting(arg) || self.host.is_some() {
            return;
        }
        let kept = self.kept();
        let other = self.load_var(kept.address);
        self.check_reuse(pointer, other, span);
        self.settle();
        let is_dynamic = self.ask(PointerQuery::IsDynamic, pointer);
        let before = self.load_var(kept.of_the_heap);
        let of_the_heap = self.either(before, is_dynamic);
        self.set(kept.of_the_heap, of_the_heap);
        self.keep_perhaps(kept.address, pointer);
    }

    /// The pointer that is kept becomes another one, or not.
    fn keep_perhaps(&mut self, kept: VarId, pointer: ExprId) {
        let [take, more, perhaps, end] = std::array::from_fn(|_| self.point());
        let before = self.load_var(kept);
        let has_object = self.ask(PointerQuery::HasObject, before);
        self.branch(has_object, more, take);
        self.arrive(more);
        let same = self.program.expr(Expr::Binary(BinOp::SameObject, before, pointer));
        self.branch(same, end, perhaps);
        self.arrive(perhaps);
        let ty = self.program.ty(Ty::Bool);
        let choice = self.temporary(ty);
        self.havoc(choice);
        let choice = self.load_var(choice);
        self.branch(choice, take, end);
        self.arrive(take);
        self.set(kept, pointer);
        self.goto(end);
        self.arrive(end);
    }

    fn kept(&mut self) -> Kept {
        if let Some(kept) = self.kept {
            return kept;
        }
        let (pointer, truth) = (self.pointer_ty(), self.program.ty(Ty::Bool));
        let kept = Kept {
            address: self.hidden_global("%address", pointer),
            of_the_heap: self.hidden_global("%address of the heap", truth),
        };
        self.kept = Some(kept);
        kept
    }

    fn hidden_global(&mut self, name: &str, ty: TyId) -> VarId {
        self.program.vars.push(Var {
            name: name.to_owned(),
            ty,
            scope: Scope::Global,
            init: Vec::new(),
            matching: Matching::Matched,
            span: self.build.flow.span,
        })
    }

    /// Whether any address is kept as a number; the functions that do so may not have been translated yet.
    fn keeps_addresses(&self) -> bool {
        let mut exprs = self.unit.exprs.iter();
        exprs.any(|(id, it)| match it.kind {
            ExprKind::Convert(ConversionKind::PointerToInteger, arg) => {
                !self.fleeting.contains(&id) && !self.is_lasting(arg)
            }
            _ => false,
        })
    }

    /// Whether memory is lost; memory whose address may be kept as a number is not supported.
    pub(super) fn memory_is_lost(&mut self, span: Span) -> ExprId {
        if self.keeps_addresses() {
            let kept = self.kept();
            let null = self.null();
            self.set(kept.address, null);
            self.settle();
            let lost = self.program.expr(Expr::Heap(HeapQuery::Lost));
            let of_the_heap = self.load_var(kept.of_the_heap);
            let doubtful = self.both(lost, of_the_heap);
            let what = "memory that nothing points to, of which an address may be kept as a number";
            self.check(Check::Unsupported, doubtful, what, span);
        }
        self.program.expr(Expr::Heap(HeapQuery::Lost))
    }

    /// Whether a pointer points to what never dies.
    fn is_lasting(&self, pointer: hir::ExprId) -> bool {
        match self.unit.exprs[pointer].kind {
            ExprKind::Null | ExprKind::Function(_) | ExprKind::LabelAddress(_) => true,
            ExprKind::Convert(_, inner) => self.is_lasting(inner),
            ExprKind::PointerAdd { pointer, .. } => self.is_lasting(pointer),
            ExprKind::AddressOf(place) => {
                let mut place = place;
                while let PlaceKind::Field { base, .. } = self.unit.places[place].kind {
                    place = base;
                }
                match self.unit.places[place].kind {
                    PlaceKind::Variable(it) => {
                        self.unit.variables[it].storage == hir::Storage::Static
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }
}
