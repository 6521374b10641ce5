//! What the function that is checked against its contract may write. It is looked at wherever something is written while it runs: the bytes must be among those
//! that the contract names, or belong to an object that was not there before the call. What was there are the static objects and those that the precondition
//! makes.

use std::rc::Rc;

use tribunal_base::Span;
use tribunal_ir::{
    Access as Permission, BinOp, Expr, ExprId, ObjectId, Place, PointerQuery, Scope, Ty, VarId,
};

use super::check::Check;
use super::types::Class;
use super::{Home, Lowering, ids};
use crate::hir::{self, Area, Contract, ExprKind, Extent, PlaceKind};

/// What is known of an object.
enum Known {
    /// It was not there before the call.
    New,
    Static(ObjectId),
    Nothing,
}

/// What a checked function may write.
pub(super) struct Frame {
    /// A variable: whether the function runs.
    is_active: VarId,
    /// Variables: where areas that may be written start, and how many bytes they have.
    areas: Vec<(VarId, VarId)>,
    /// The static objects.
    objects: Vec<ObjectId>,
    /// Variables: pointers to the objects that the precondition makes.
    made: Vec<VarId>,
    /// Variables: pointers to what may be freed.
    frees: Vec<VarId>,
}

impl Lowering<'_> {
    /// The start of an area and how many bytes it has, none of which lie anywhere if its condition does not hold.
    pub(super) fn area(&mut self, area: &Area) -> (ExprId, ExprId) {
        let applies = match area.condition {
            Some(condition) => {
                let value = self.value(condition);
                self.keep(value)
            }
            None => self.truth(true),
        };
        let (yes, end) = (self.point(), self.point());
        let (pointer_ty, number) = (self.pointer_ty(), self.i64_ty());
        let (start, size) = (self.temporary(pointer_ty), self.temporary(number));
        let (null, none) = (self.null(), self.number(-1, number));
        self.set(start, null);
        self.set(size, none);
        self.branch(applies, yes, end);
        self.arrive(yes);
        let pointer = self.value(area.pointer);
        let pointer = self.keep(pointer);
        let (first, bytes) = match area.extent {
            Extent::Bytes(size) => {
                let size = self.value(size);
                (pointer, self.as_size(size))
            }
            Extent::Rest => (pointer, self.rest_of(pointer)),
            Extent::Whole => (self.start_of(pointer), self.ask(PointerQuery::ObjectSize, pointer)),
        };
        self.set(start, first);
        self.set(size, bytes);
        self.goto(end);
        self.arrive(end);
        (self.load_var(start), self.load_var(size))
    }

    /// What a replaced function may write is arbitrary afterwards.
    pub(super) fn forget(&mut self, contract: &Contract) {
        if !contract.frees.is_empty() {
            return self.unsupported("a contract that frees, in place of calls", contract.span);
        }
        let areas: Vec<(ExprId, ExprId)> =
            contract.assigns.iter().map(|it| self.area(it)).collect();
        let void = contract.assigns.iter().map(|it| self.unit.exprs[it.pointer].ty).next();
        for area in areas {
            if let Some(ty) = void {
                self.forget_area(area, ty, contract.span);
            }
        }
    }

    /// An area, if it is one, becomes arbitrary.
    pub(super) fn forget_area(
        &mut self,
        (pointer, size): (ExprId, ExprId),
        ty: hir::TypeId,
        span: Span,
    ) {
        let (yes, end) = (self.point(), self.point());
        let zero = self.bytes(0);
        let is_there = self.binary(BinOp::Lt, zero, size);
        self.branch(is_there, yes, end);
        self.arrive(yes);
        self.havoc_memory(&[pointer, size], ty, span);
        if self.is_reached() {
            self.goto(end);
        }
        self.arrive(end);
    }

    /// From here on, writes are looked at.
    pub(super) fn start_frame(&mut self, contract: &Contract, made: Vec<VarId>) {
        let (truth, pointer, number) =
            (self.program.ty(Ty::Bool), self.pointer_ty(), self.i64_ty());
        let span = contract.span;
        let mut areas = Vec::new();
        for (index, area) in contract.assigns.iter().enumerate() {
            let (start, size) = self.area(area);
            let to = self.surrounding(format!("assigned {index}"), pointer, span);
            let bytes = self.surrounding(format!("bytes assigned {index}"), number, span);
            self.set(to, start);
            self.set(bytes, size);
            areas.push((to, bytes));
        }
        let mut frees = Vec::new();
        for (index, freed) in contract.frees.iter().enumerate() {
            let value = self.value(*freed);
            let var = self.surrounding(format!("freed {index}"), pointer, span);
            self.set(var, value);
            frees.push(var);
        }
        let is_active = self.surrounding("a contract is checked".to_owned(), truth, span);
        let objects = self.static_objects();
        self.frame = Some(Rc::new(Frame { is_active, areas, objects, made, frees }));
        self.activate_frame(true);
        self.settle();
    }

    pub(super) fn activate_frame(&mut self, active: bool) {
        if let Some(frame) = self.frame.clone() {
            let value = self.truth(active);
            self.set(frame.is_active, value);
        }
    }

    /// All static objects that can be written.
    fn static_objects(&mut self) -> Vec<ObjectId> {
        let mut found = Vec::new();
        for variable in self.static_variables() {
            if let Home::Static(object) = self.home(variable)
                && self.program.objects[object].access == Permission::ReadWrite
            {
                found.push(object);
            }
        }
        found
    }

    /// The static variables of the program; those of our library are no concern of a contract.
    fn static_variables(&self) -> Vec<hir::VarId> {
        let is_meant = |it: &hir::VarId| {
            let it = &self.unit.variables[*it];
            matches!(it.storage, hir::Storage::Static | hir::Storage::Thread)
                && it.origin != hir::Origin::StringLiteral
                && !self.unit.library.contains(&it.span.file)
        };
        ids(&self.unit.variables).filter(is_meant).collect()
    }

    /// A function may be called at any time: static variables that something writes hold anything.
    pub(super) fn forget_statics(&mut self, contract: &Contract) {
        let written: Vec<hir::VarId> = self
            .unit
            .exprs
            .values()
            .filter_map(|it| match it.kind {
                ExprKind::Assign { place, .. } => Some(place),
                ExprKind::Update(update) => Some(update.place),
                _ => None,
            })
            .filter_map(|it| match self.unit.places[it].kind {
                PlaceKind::Variable(variable) => Some(variable),
                _ => None,
            })
            .collect();
        for variable in self.static_variables() {
            let hir::Variable { ty, span, name, .. } = self.unit.variables[variable].clone();
            match self.home(variable) {
                Home::Register(var) if written.contains(&variable) => {
                    if self.class(ty.id) == Class::Scalar(Ty::Pointer) {
                        let value = self.some_pointer(&name, &[], span);
                        self.set(var, value);
                    } else {
                        self.havoc(var);
                    }
                    self.settle();
                }
                Home::Static(object)
                    if self.program.objects[object].access == Permission::ReadWrite =>
                {
                    let size = self.bytes(self.program.objects[object].size);
                    let pointer = self.object(object);
                    self.havoc_memory(&[pointer, size], ty.id, contract.span);
                }
                Home::Register(_) | Home::Static(_) | Home::Slot { .. } => {}
            }
        }
    }

    /// Goes wrong if so many bytes from a pointer on are not to be written.
    pub(super) fn check_frame(&mut self, pointer: ExprId, size: ExprId, span: Span) {
        self.check_loop_frames(pointer, size, span);
        let Some(frame) = self.frame.clone() else { return };
        let mut was_there = self.truth(false);
        match self.object_of(pointer) {
            Known::New => return,
            Known::Static(object) => was_there = self.truth(frame.objects.contains(&object)),
            Known::Nothing => {
                for object in &frame.objects {
                    let object = self.object(*object);
                    let same = self.program.expr(Expr::Binary(BinOp::SameObject, pointer, object));
                    was_there = self.either(was_there, same);
                }
            }
        }
        for made in &frame.made {
            let same = self.is_same_object(pointer, *made);
            was_there = self.either(was_there, same);
        }
        let mut outside = self.load_var(frame.is_active);
        outside = self.both(outside, was_there);
        for area in &frame.areas {
            let inside = self.is_inside_area(pointer, size, *area);
            let beside = self.negated(inside);
            outside = self.both(outside, beside);
        }
        let message = "a write outside of what the contract assigns";
        self.check(Check::Assertion, outside, message, span);
    }

    /// Whether so many bytes from a pointer on are in an area.
    pub(super) fn is_inside_area(
        &mut self,
        pointer: ExprId,
        size: ExprId,
        (start, bytes): (VarId, VarId),
    ) -> ExprId {
        let same = self.is_same_object(pointer, start);
        let (start, bytes) = (self.load_var(start), self.load_var(bytes));
        let [first, at] = [start, pointer].map(|it| self.ask(PointerQuery::Offset, it));
        let begins = self.binary(BinOp::Le, first, at);
        let end = self.binary(BinOp::Add, first, bytes);
        let last = self.binary(BinOp::Sub, end, size);
        let ends = self.binary(BinOp::Le, at, last);
        let inside = self.both(same, begins);
        self.both(inside, ends)
    }

    /// What is known of the object of a pointer by the way it is written.
    fn object_of(&self, pointer: ExprId) -> Known {
        match self.program.exprs[pointer] {
            Expr::Object(object) => Known::Static(object),
            Expr::Advance { pointer, .. } => self.object_of(pointer),
            Expr::Load(place) => match self.program.places[place] {
                // The address of a variable of the function at hand.
                Place::Var(var) if self.program.vars[var].name.starts_with('&') => Known::New,
                _ => Known::Nothing,
            },
            _ => Known::Nothing,
        }
    }

    pub(super) fn is_same_object(&mut self, pointer: ExprId, other: VarId) -> ExprId {
        let other = self.load_var(other);
        let null = self.null();
        let is_some = self.binary(BinOp::Ne, other, null);
        let same = self.program.expr(Expr::Binary(BinOp::SameObject, pointer, other));
        self.both(is_some, same)
    }

    /// The same for a variable without an address: no contract names it.
    pub(super) fn check_frame_of_variable(&mut self, var: VarId, span: Span) {
        let Some(frame) = self.frame.clone() else { return };
        let function = self.build.function.map(|it| &self.unit.functions[it]);
        let is_ours = function.is_some_and(|it| self.unit.is_of_the_library(it));
        if self.program.vars[var].scope == Scope::Global && !is_ours {
            let active = self.load_var(frame.is_active);
            let message = "a write outside of what the contract assigns";
            self.check(Check::Assertion, active, message, span);
        }
    }

    /// The same for what is freed.
    pub(super) fn check_frame_of_free(&mut self, pointer: ExprId, span: Span) {
        let Some(frame) = self.frame.clone() else { return };
        let mut refused = self.load_var(frame.is_active);
        let mut was_there = self.truth(false);
        for made in &frame.made {
            let same = self.is_same_object(pointer, *made);
            was_there = self.either(was_there, same);
        }
        refused = self.both(refused, was_there);
        for freed in &frame.frees {
            let freed = self.load_var(*freed);
            let other = self.binary(BinOp::Ne, pointer, freed);
            refused = self.both(refused, other);
        }
        self.check(Check::Assertion, refused, "the contract does not say that this is freed", span);
    }
}
