//! `setjmp` and `longjmp` (C17 7.13).
//!
//! A buffer holds which activation of which function called `setjmp`, by a pointer to an object that lives as long as the activation, and at which of its
//! places. A jump is a row of returns: it notes where it goes, and every call that it may leave looks whether it does. So no engine knows of it.
//!
//! Of local variables that are not `volatile` and have changed since, the values are indeterminate: where one of those is read that have no address, there is
//! no answer. Arrays, structs and variables whose address is taken keep what they hold, which is an assumption of the result.

use std::collections::HashMap;

use rustc_hash::FxHashSet;
use tribunal_base::{Id, Span};
use tribunal_ir::{
    Action, AssumptionKind, BinOp, ExprId, IntShape, LocId, Matching, Place, PointerQuery, Scope,
    Storage, Ty, Var, VarId,
};

use super::check::Check;
use super::place::{Access, Address};
use super::types::Class;
use super::{Home, Lowering};
use crate::hir::{self, Callee, ExprKind, FunctionId, Part, StmtId, TypeId, Unit};
use crate::library::plain;

/// How many bytes of a buffer are used, and where the number of the place is.
const USED: u64 = 16;
const PLACE: u64 = 8;

/// What calls `setjmp` under one of its names.
pub(super) fn is_set(name: &str) -> bool {
    matches!(plain(name), "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp")
}

/// What jumps.
pub(super) fn is_jump(name: &str) -> bool {
    matches!(plain(name), "longjmp" | "_longjmp" | "siglongjmp")
}

/// What a program with such jumps has besides.
pub(super) struct FarJumps {
    /// Which functions may be left by a jump.
    may_jump: Vec<bool>,
    /// The functions that call `setjmp`.
    set: FxHashSet<FunctionId>,
    /// The first arguments of calls of `setjmp` that are, but for what C allows around them, full expressions.
    allowed: FxHashSet<hir::ExprId>,
    /// Whether a jump is under way, to which activation, to which of its places, and with which value.
    is_under_way: VarId,
    target: VarId,
    place: VarId,
    value: VarId,
}

/// A function that calls `setjmp`, while it is translated.
pub(super) struct Activation {
    /// The pointer to the object that lives as long.
    identity: VarId,
    places: Vec<ReturnPlace>,
    /// For local variables in registers: whether a jump has made them indeterminate.
    stale: HashMap<VarId, VarId>,
}

/// Where `setjmp` was called.
#[derive(Clone)]
struct ReturnPlace {
    scopes: Vec<StmtId>,
    point: LocId,
    result: VarId,
    /// Variables, and what they held, if that was kept.
    saved: Vec<(VarId, Option<VarId>)>,
}

/// A point to which a call leads that is left by a jump.
pub(super) struct Landing {
    point: LocId,
    scopes: Vec<StmtId>,
    temporaries: Vec<VarId>,
    span: Span,
}

/// Whom a body calls, and what it evaluates.
struct Calls {
    direct: Vec<FunctionId>,
    by_pointer: bool,
    exprs: Vec<hir::ExprId>,
    roots: Vec<hir::ExprId>,
}

impl Calls {
    fn of(unit: &Unit, body: StmtId) -> Self {
        let mut found =
            Self { direct: Vec::new(), by_pointer: false, exprs: Vec::new(), roots: Vec::new() };
        let mut stack = vec![Part::Stmt(body)];
        while let Some(part) = stack.pop() {
            match part {
                Part::Stmt(stmt) => {
                    let parts = unit.parts(stmt);
                    found.roots.extend(parts.iter().filter_map(|it| match it {
                        Part::Expr(expr) => Some(*expr),
                        Part::Stmt(_) => None,
                    }));
                    stack.extend(parts);
                }
                Part::Expr(expr) => {
                    found.exprs.push(expr);
                    match &unit.exprs[expr].kind {
                        ExprKind::Call { callee: Callee::Direct(function), .. } => {
                            found.direct.push(*function);
                        }
                        ExprKind::Call { callee: Callee::Indirect(_), .. } => {
                            found.by_pointer = true;
                        }
                        ExprKind::Statement { block, .. } => stack.push(Part::Stmt(*block)),
                        _ => {}
                    }
                    unit.operands(expr, &mut |it| stack.push(Part::Expr(it)));
                }
            }
        }
        found
    }
}

/// The calls of `setjmp` in a full expression that stand where C allows them, or alone on the right of an assignment.
fn note_allowed(unit: &Unit, root: hir::ExprId, allowed: &mut FxHashSet<hir::ExprId>) {
    let mut stack = vec![root];
    while let Some(expr) = stack.pop() {
        match &unit.exprs[expr].kind {
            ExprKind::Call { callee: Callee::Direct(function), arguments }
                if is_set(&unit.functions[*function].name) =>
            {
                allowed.extend(arguments.first());
            }
            ExprKind::Convert(_, it) | ExprKind::Not(it) | ExprKind::Unary(_, it) => {
                stack.push(*it);
            }
            ExprKind::Compare(_, left, right) => {
                let is_constant =
                    |it: hir::ExprId| matches!(unit.exprs[it].kind, ExprKind::Integer(_));
                if is_constant(*right) {
                    stack.push(*left);
                } else if is_constant(*left) {
                    stack.push(*right);
                }
            }
            ExprKind::Logical(_, left, right) | ExprKind::Comma(left, right) => {
                stack.extend([*left, *right]);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                stack.extend([*condition, *then, *otherwise]);
            }
            ExprKind::Assign { place, value }
                if matches!(unit.places[*place].kind, hir::PlaceKind::Variable(_)) =>
            {
                stack.push(*value);
            }
            _ => {}
        }
    }
}

impl Lowering<'_> {
    /// Finds out which functions a jump may leave, if the program jumps.
    pub(super) fn prepare_far_jumps(&mut self) {
        let unit = self.unit;
        let is_foreign =
            |it: &hir::Function, is: fn(&str) -> bool| it.body.is_none() && is(&it.name);
        if !unit.functions.values().any(|it| is_foreign(it, is_set) || is_foreign(it, is_jump)) {
            return;
        }
        let count = unit.functions.len();
        let mut may_jump = vec![false; count];
        let (mut set, mut allowed) = (FxHashSet::default(), FxHashSet::default());
        let mut calls: Vec<Option<Calls>> = Vec::new();
        for id in super::ids(&unit.functions) {
            let function = &unit.functions[id];
            may_jump[id.index()] = is_foreign(function, is_jump);
            let Some(body) = function.body else {
                calls.push(None);
                continue;
            };
            let own = Calls::of(unit, body);
            if own.direct.iter().any(|it| is_foreign(&unit.functions[*it], is_set)) {
                set.insert(id);
                own.roots.iter().for_each(|it| note_allowed(unit, *it, &mut allowed));
            }
            calls.push(Some(own));
        }
        let pointed: Vec<FunctionId> = unit
            .exprs
            .values()
            .filter_map(|it| match it.kind {
                ExprKind::Function(function) => Some(function),
                _ => None,
            })
            .collect();
        let mut pointers_may = false;
        loop {
            pointers_may |= pointed.iter().any(|it| may_jump[it.index()]);
            let mut is_new = false;
            for (position, own) in calls.iter().enumerate() {
                let Some(own) = own.as_ref().filter(|_| !may_jump[position]) else { continue };
                let jumps = own.by_pointer && pointers_may
                    || own.direct.iter().any(|it| may_jump[it.index()]);
                may_jump[position] = jumps;
                is_new |= jumps;
            }
            if !is_new {
                break;
            }
        }
        let pointer = self.pointer_ty();
        let truth = self.program.ty(Ty::Bool);
        let int = self.program.int_ty(IntShape::I32);
        let is_under_way = self.global_of_jumps("a jump is under way", truth);
        let target = self.global_of_jumps("where a jump goes", pointer);
        let place = self.global_of_jumps("to which place", int);
        let value = self.global_of_jumps("the value of a jump", int);
        self.far_jumps =
            Some(FarJumps { may_jump, set, allowed, is_under_way, target, place, value });
    }

    fn global_of_jumps(&mut self, name: &str, ty: tribunal_ir::TyId) -> VarId {
        let span = self.build.flow.span;
        let (name, scope, init) = (name.to_owned(), Scope::Global, Vec::new());
        self.program.vars.push(Var { name, ty, scope, init, matching: Matching::Matched, span })
    }

    /// A function begins: if it calls `setjmp`, this activation gets its identity.
    pub(super) fn begin_activation(&mut self, id: FunctionId) {
        if !self.far_jumps.as_ref().is_some_and(|it| it.set.contains(&id)) {
            return;
        }
        let span = self.unit.functions[id].span;
        let object = self.site("activation", Storage::Automatic, span);
        let pointer = self.pointer_ty();
        let identity = self.local("&activation", pointer, span);
        let (place, size) = (self.program.place(Place::Var(identity)), self.bytes(1));
        self.act(Action::Allocate { object, size, place });
        self.build.until_return.push(identity);
        let mut stale = HashMap::new();
        for variable in super::ids(&self.unit.variables) {
            let hir::Variable { function, storage, ty, .. } = self.unit.variables[variable];
            let is_local = function == Some(id) && storage == hir::Storage::Automatic;
            let is_scalar = matches!(self.class(ty.id), Class::Scalar(_));
            if is_local
                && is_scalar
                && !ty.qualifiers.volatile
                && let Home::Register(var) = self.home(variable)
            {
                let truth = self.program.ty(Ty::Bool);
                stale.insert(var, self.local("%", truth, span));
            }
        }
        self.build.activation = Some(Activation { identity, places: Vec::new(), stale });
    }

    /// `setjmp`: here control may come again.
    pub(super) fn set_jump(
        &mut self,
        arguments: &[hir::ExprId],
        args: &[ExprId],
        ty: TypeId,
        span: Span,
    ) -> Option<ExprId> {
        let is_allowed = match (&self.far_jumps, arguments.first()) {
            (Some(jumps), Some(it)) => jumps.allowed.contains(it),
            _ => false,
        };
        if self.threads.is_some() || self.host.is_some() {
            self.unsupported("`setjmp` beside threads or in a model", span);
            return None;
        }
        let Some(identity) = self.build.activation.as_ref().map(|it| it.identity) else {
            self.unsupported("`setjmp` in this place", span);
            return None;
        };
        if !is_allowed {
            self.unsupported("`setjmp` inside of a larger expression", span);
            return None;
        }
        // These are cleared at the end of their statements, before a jump may come.
        if !self.build.passing.is_empty() {
            self.unsupported("`setjmp` in this place under the check `leak`", span);
            return None;
        }
        let buffer = self.keep(args[0]);
        let size = self.bytes(USED);
        self.check_access(Address::unknown(buffer), size, Access::Write, span);
        let (pointer, int) = (self.pointer_ty(), self.program.int_ty(IntShape::I32));
        let place = self.program.place(Place::Deref { pointer: buffer, ty: pointer });
        let value = self.load_var(identity);
        self.act(Action::Assign { place, value });
        let second = self.advance_by(buffer, PLACE);
        let place = self.program.place(Place::Deref { pointer: second, ty: int });
        let number = self.build.activation.as_ref().map_or(0, |it| it.places.len()) + 1;
        let value = self.int(number as i32);
        self.act(Action::Assign { place, value });
        let result = self.local("%", int, span);
        let zero = self.int(0);
        self.set(result, zero);
        let saved = self.save_registers(span);
        self.assume_objects_last(arguments[0], span);
        let point = self.point();
        self.goto(point);
        self.arrive(point);
        let scopes = self.build.scopes.clone();
        if let Some(activation) = &mut self.build.activation {
            activation.places.push(ReturnPlace { scopes, point, result, saved });
        }
        let (target, value) = (self.scalar(ty), self.load_var(result));
        Some(self.cast(target, value))
    }

    /// Keeps what the local variables hold that are declared already.
    fn save_registers(&mut self, span: Span) -> Vec<(VarId, Option<VarId>)> {
        let Some(activation) = &self.build.activation else { return Vec::new() };
        let mut vars: Vec<VarId> = activation.stale.keys().copied().collect();
        vars.sort();
        let is_before = |it: &VarId| {
            let declared = self.program.vars[*it].span;
            declared.file != span.file || declared.start <= span.start
        };
        vars.retain(is_before);
        let mut saved = Vec::new();
        for var in vars {
            let ty = self.program.vars[var].ty;
            // A second pointer would keep memory from being lost.
            let is_pointer = self.program.tys[ty] == Ty::Pointer;
            if is_pointer && self.properties.contains_key(&Check::Leak) {
                saved.push((var, None));
                continue;
            }
            let copy = self.local("%", ty, span);
            let value = self.load_var(var);
            self.set(copy, value);
            saved.push((var, Some(copy)));
        }
        saved
    }

    /// Objects of the function that are not `volatile` are taken to keep what they hold.
    fn assume_objects_last(&mut self, buffer: hir::ExprId, span: Span) {
        let mut own = None;
        let mut stack = vec![buffer];
        while let Some(expr) = stack.pop() {
            if let Some(hir::PlaceKind::Variable(variable)) =
                self.unit.place_of(expr).map(|it| &self.unit.places[it].kind)
            {
                own = Some(*variable);
            }
            self.unit.operands(expr, &mut |it| stack.push(it));
        }
        let ids: Vec<hir::VarId> = super::ids(&self.unit.variables).collect();
        let is_object = ids.into_iter().any(|it| {
            let hir::Variable { function, storage, ty, origin, .. } = &self.unit.variables[it];
            let is_declared = matches!(origin, hir::Origin::Declaration);
            *function == self.build.function
                && *storage == hir::Storage::Automatic
                && is_declared
                && !ty.qualifiers.volatile
                && Some(it) != own
                && matches!(self.homes[it.index()], Some(Home::Slot { .. }))
        });
        if is_object {
            let what = "arrays, structs and variables with an address keep what they hold where `longjmp` comes back";
            self.assume_that(AssumptionKind::Volatile, what.to_owned(), span);
        }
    }

    /// `longjmp`.
    pub(super) fn far_jump(&mut self, args: &[ExprId], span: Span) {
        let Some((is_under_way, target, number, result)) = self
            .far_jumps
            .as_ref()
            .filter(|_| self.threads.is_none() && self.host.is_none())
            .map(|it| (it.is_under_way, it.target, it.place, it.value))
        else {
            return self.unsupported("`longjmp` beside threads or in a model", span);
        };
        let (buffer, value) = (self.keep(args[0]), self.keep(args[1]));
        let size = self.bytes(USED);
        self.check_access(Address::unknown(buffer), size, Access::Read, span);
        let eight = self.bytes(PLACE);
        self.check_initialised(buffer, eight, span);
        let (pointer, int) = (self.pointer_ty(), self.program.int_ty(IntShape::I32));
        let place = self.program.place(Place::Deref { pointer: buffer, ty: pointer });
        let activation = self.load(place);
        let activation = self.keep(activation);
        let has_object = self.ask(PointerQuery::HasObject, activation);
        let has_none = self.negated(has_object);
        let what = "`longjmp` by a buffer that `setjmp` has not filled";
        self.check(Check::Pointer, has_none, what, span);
        let is_alive = self.ask(PointerQuery::IsAlive, activation);
        let is_dead = self.negated(is_alive);
        let what = "`longjmp` to a call that has returned";
        self.check(Check::Lifetime, is_dead, what, span);
        self.set(target, activation);
        let second = self.advance_by(buffer, PLACE);
        let place = self.program.place(Place::Deref { pointer: second, ty: int });
        let at = self.load(place);
        self.set(number, at);
        let (zero, one) = (self.int(0), self.int(1));
        let value = self.cast(int, value);
        let is_zero = self.binary(BinOp::Eq, value, zero);
        let value = self.ite(is_zero, one, value);
        self.set(result, value);
        let truth = self.truth(true);
        self.set(is_under_way, truth);
        let landing = self.landing(span);
        self.goto(landing);
    }

    /// A function was called: a jump may leave this one, too.
    pub(super) fn watch_for_jump(&mut self, function: FunctionId, span: Span) {
        let Some(jumps) = &self.far_jumps else { return };
        if !jumps.may_jump[function.index()] || !self.is_reached() {
            return;
        }
        let is_under_way = jumps.is_under_way;
        let is_under_way = self.load_var(is_under_way);
        let landing = self.landing(span);
        let on = self.point();
        self.branch(is_under_way, landing, on);
        self.arrive(on);
    }

    /// The start of the program called a function: nobody is left to land in.
    pub(super) fn refuse_lost_jumps(&mut self, span: Span) {
        let Some(jumps) = &self.far_jumps else { return };
        let is_under_way = jumps.is_under_way;
        let is_lost = self.load_var(is_under_way);
        self.check(Check::Unsupported, is_lost, "a jump to no call of this program", span);
    }

    fn landing(&mut self, span: Span) -> LocId {
        let point = self.point();
        let (scopes, temporaries) =
            (self.build.scopes.clone(), self.build.until_full_expression.clone());
        self.build.landings.push(Landing { point, scopes, temporaries, span });
        point
    }

    /// The end of a function: where jumps go on that come through it.
    pub(super) fn land(&mut self, id: FunctionId) {
        let landings = std::mem::take(&mut self.build.landings);
        let result = self.function_type(self.unit.functions[id].ty).result;
        // What is to be done at the end of blocks is not done by jumps.
        self.build.cleanups.clear();
        for Landing { point, scopes, temporaries, span } in landings {
            self.arrive(point);
            self.build.flow.span = span;
            self.build.scopes.clone_from(&scopes);
            for address in temporaries {
                self.release_at(address);
            }
            self.land_here(&scopes, span);
            self.build.scopes = scopes;
            let value = match self.class(result) {
                Class::Scalar(_) => Some(self.lost_value(result)),
                Class::Aggregate | Class::Void | Class::Unsupported => None,
            };
            self.return_with(value);
        }
        self.build.scopes.clear();
    }

    /// The places in this activation that a jump may go to; control is where it goes further.
    fn land_here(&mut self, scopes: &[StmtId], span: Span) {
        let Some(jumps) = &self.far_jumps else { return };
        let (is_under_way, target, number, value) =
            (jumps.is_under_way, jumps.target, jumps.place, jumps.value);
        let Some(Activation { identity, places, .. }) = &self.build.activation else { return };
        let (identity, places) = (*identity, places.clone());
        let (here, beyond) = (self.point(), self.point());
        let (target, identity) = (self.load_var(target), self.load_var(identity));
        let is_here = self.binary(BinOp::Eq, target, identity);
        self.branch(is_here, here, beyond);
        self.arrive(here);
        let no = self.truth(false);
        self.set(is_under_way, no);
        let mut ways = Vec::new();
        for (position, place) in places.into_iter().enumerate() {
            let (at, own) = (self.load_var(number), self.int(position as i32 + 1));
            ways.push((self.binary(BinOp::Eq, at, own), self.point(), place));
        }
        let other = self.point();
        self.select(ways.iter().map(|(condition, way, _)| (*condition, *way)).collect(), other);
        for (_, way, place) in ways {
            self.arrive(way);
            let value = self.load_var(value);
            self.set(place.result, value);
            self.make_stale(&place);
            let common = scopes.iter().zip(&place.scopes).take_while(|(a, b)| a == b).count();
            self.build.scopes = scopes.to_vec();
            if common < place.scopes.len() {
                self.unsupported("a jump back into a block that was left", span);
                continue;
            }
            self.release_down_to(common);
            self.goto(place.point);
        }
        self.arrive(other);
        self.unsupported("`longjmp` by a buffer that was changed", span);
        self.arrive(beyond);
    }

    /// Variables that have changed are indeterminate.
    fn make_stale(&mut self, place: &ReturnPlace) {
        for (var, saved) in &place.saved {
            let Some(flag) =
                self.build.activation.as_ref().and_then(|it| it.stale.get(var)).copied()
            else {
                continue;
            };
            let has_changed = match saved {
                Some(saved) => {
                    let (now, then) = (self.load_var(*var), self.load_var(*saved));
                    self.binary(BinOp::Ne, now, then)
                }
                None => self.truth(true),
            };
            let was = self.load_var(flag);
            let is_stale = self.either(was, has_changed);
            self.set(flag, is_stale);
        }
    }

    /// A variable is read.
    pub(super) fn check_stale(&mut self, var: VarId, span: Span) {
        let flag = self.build.activation.as_ref().and_then(|it| it.stale.get(&var)).copied();
        if let Some(flag) = flag {
            let is_stale = self.load_var(flag);
            let name = &self.program.vars[var].name;
            let what = format!(
                "the value of `{name}`, which is not `volatile` and changed after `setjmp`,"
            );
            self.check(Check::Unsupported, is_stale, what, span);
        }
    }

    /// A variable is written.
    pub(super) fn note_written(&mut self, var: VarId) {
        let flag = self.build.activation.as_ref().and_then(|it| it.stale.get(&var)).copied();
        if let Some(flag) = flag {
            let no = self.truth(false);
            self.set(flag, no);
        }
    }
}
