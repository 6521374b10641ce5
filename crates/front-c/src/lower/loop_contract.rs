//! Contracts of loops, after Hoare's rule for `while` (*An axiomatic basis for computer programming*, 1969): the invariant holds before the loop; from any state in
//! which it holds, a turn leads to such states again and makes the measure smaller; after the loop, the state is any in which it holds. The state differs from the one
//! before the loop where the loop writes. A pointer that it writes stays in its object.

use tribunal_base::Span;
use tribunal_ir::{AssumptionKind, BinOp, Expr, ExprId, Place, Ty, VarId};

use super::check::Check;
use super::loop_writes::Writes;
use super::types::Class;
use super::{Home, LoopContracts, Lowering};
use crate::hir::{self, LoopContract, StmtId, StmtKind, Type};

/// What a turn of a loop may write.
#[derive(Clone)]
pub(super) struct LoopFrame {
    /// The variables that are arbitrary before the turn, or are its own.
    homes: Vec<Home>,
    /// Variables: where areas start, and how many bytes they have.
    areas: Vec<(VarId, VarId)>,
}

/// The head of a loop.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub(super) condition: Option<hir::ExprId>,
    pub(super) step: Option<hir::ExprId>,
}

/// A pointer that a loop writes: its variable, and what it was before the loop.
type Moved = (VarId, ExprId);

impl Lowering<'_> {
    /// The contract of the loop with this body, and what the body is without it, if contracts stand for loops.
    pub(super) fn applied_contract(&self, body: StmtId) -> Option<(Box<LoopContract>, StmtId)> {
        match &self.unit.stmts[body].kind {
            StmtKind::Contracted { contract, body }
                if self.choices.loops == LoopContracts::Applied =>
            {
                Some((contract.clone(), *body))
            }
            _ => None,
        }
    }

    /// A loop, by its contract.
    pub(super) fn repeat_by_contract(
        &mut self,
        head: Head,
        contract: &LoopContract,
        writes: &Writes,
        body: StmtId,
    ) {
        let span = contract.span;
        let what = "the state before a turn of a loop with a contract, and after the last one, is any that the contract allows";
        self.assume_that(AssumptionKind::Environment, what.to_owned(), span);
        for (variable, value) in &contract.entries {
            if let Some(var) = self.register(*variable) {
                let value = self.value(*value);
                self.set(var, value);
            }
        }
        self.settle();
        let message = "the invariant of this loop does not hold before it";
        let check = self.relied_upon();
        self.check_conditions(&contract.invariants, check, message);
        let frame = self.frame_of_loop(contract, writes);
        let Some(moved) = self.forget_written(writes, span) else { return };
        self.forget_areas(&frame, contract);
        if !self.is_reached() {
            return;
        }
        self.assume_conditions(&contract.invariants);
        let (turn, next, end) = (self.point(), self.point(), self.point());
        match head.condition {
            Some(condition) => {
                self.build.flow.span = self.unit.exprs[condition].span;
                self.full_condition(condition, turn, end);
            }
            None => self.goto(turn),
        }
        self.arrive(turn);
        let before = self.measure(contract);
        self.build.loop_frames.push(frame);
        self.loop_body(body, end, next);
        self.arrive_if_used(next);
        if let Some(step) = head.step
            && self.is_reached()
        {
            self.build.flow.span = self.unit.exprs[step].span;
            self.full_expression(|it| it.effect(step));
        }
        self.build.loop_frames.pop();
        if self.is_reached() {
            self.check_turn(contract, &before, &moved);
        }
        self.arrive_if_used(end);
    }

    /// What the turns of a loop write, unless that cannot be told.
    pub(super) fn written_in_turns(
        &self,
        head: Head,
        contract: &LoopContract,
        body: StmtId,
    ) -> Result<Writes, String> {
        if self.threads.is_some() || self.far_jumps.is_some() || self.kept.is_some() {
            return Err("the contract of a loop in such a program".to_owned());
        }
        if self.properties.contains_key(&Check::Termination) && contract.decreases.is_empty() {
            return Err("a loop whose contract does not say that it ends".to_owned());
        }
        let mut said = Writes::default();
        for value in contract.invariants.iter().chain(&contract.decreases) {
            self.find_writes_of(*value, &mut said)?;
        }
        if !said.variables.is_empty() || said.by_pointers {
            return Err("an invariant that changes something".to_owned());
        }
        let mut writes = Writes::default();
        for value in head.condition.iter().chain(&head.step) {
            self.find_writes_of(*value, &mut writes)?;
        }
        self.find_writes(body, &mut writes)?;
        let own = std::mem::take(&mut writes.own);
        writes.variables.retain(|it| !own.contains(it));
        writes.own = own
            .into_iter()
            .filter(|it| self.unit.variables[*it].function == self.build.function)
            .collect();
        if writes.by_pointers && contract.assigns.is_empty() {
            return Err(
                "a loop that writes by pointers, with a contract that does not say what it assigns"
                    .to_owned(),
            );
        }
        for variable in &writes.variables {
            let hir::Variable { name, captured, storage, ty, .. } = &self.unit.variables[*variable];
            let is_pointer = self.class(ty.id) == Class::Scalar(Ty::Pointer);
            if *captured || *storage == hir::Storage::Thread || self.is_foreign(*variable) {
                return Err(format!("a loop with a contract that writes `{name}`"));
            }
            if !is_pointer && !self.has_numbers_only(ty.id) {
                return Err(format!(
                    "a loop with a contract that writes `{name}`, which has pointers"
                ));
            }
        }
        for area in &contract.assigns {
            let is_of_numbers = match self.unit.types.get(self.unit.exprs[area.pointer].ty) {
                Type::Pointer(to) => self.has_numbers_only(to.id),
                _ => false,
            };
            if !is_of_numbers {
                return Err("a loop with a contract that assigns what may hold pointers".to_owned());
            }
        }
        Ok(writes)
    }

    fn frame_of_loop(&mut self, contract: &LoopContract, writes: &Writes) -> LoopFrame {
        let variables = writes.variables.iter().chain(&writes.own);
        let homes = variables.map(|it| self.home(*it)).collect();
        let (pointer, number) = (self.pointer_ty(), self.i64_ty());
        let mut areas = Vec::new();
        for area in &contract.assigns {
            let (start, size) = self.area(area);
            let to = self.local("%assigned", pointer, contract.span);
            let bytes = self.local("%bytes assigned", number, contract.span);
            self.set(to, start);
            self.set(bytes, size);
            areas.push((to, bytes));
        }
        self.settle();
        LoopFrame { homes, areas }
    }

    /// What a loop writes by name is arbitrary afterwards; tells which pointers are.
    fn forget_written(&mut self, writes: &Writes, span: Span) -> Option<Vec<Moved>> {
        let mut moved = Vec::new();
        for variable in &writes.variables {
            let hir::Variable { name, ty, .. } = self.unit.variables[*variable].clone();
            match self.home(*variable) {
                Home::Register(var) if self.class(ty.id) == Class::Scalar(Ty::Pointer) => {
                    let before = self.load_var(var);
                    let before = self.keep(before);
                    let number = self.i64_ty();
                    let distance = self.input(&format!("distance of {name}"), number, span);
                    self.havoc(distance);
                    self.settle();
                    let distance = self.load_var(distance);
                    let after = self.advance(before, distance);
                    self.set(var, after);
                    moved.push((var, before));
                }
                Home::Register(var) => {
                    let scalar = self.program.vars[var].ty;
                    let anything = self.input(&format!("{name} in some turn"), scalar, span);
                    self.havoc(anything);
                    self.settle();
                    let value = self.load_var(anything);
                    self.set(var, value);
                }
                Home::Static(_) | Home::Slot { .. }
                    if self.class(ty.id) == Class::Scalar(Ty::Pointer) =>
                {
                    let what = "a pointer in memory that a loop with a contract writes";
                    self.unsupported(what, span);
                    return None;
                }
                Home::Static(object) => {
                    let pointer = self.object(object);
                    self.havoc_memory(&[pointer], ty.id, span);
                }
                Home::Slot { address, .. } => {
                    let pointer = self.load_var(address);
                    self.havoc_memory(&[pointer], ty.id, span);
                }
            }
            if !self.is_reached() {
                return None;
            }
            self.settle();
        }
        Some(moved)
    }

    fn forget_areas(&mut self, frame: &LoopFrame, contract: &LoopContract) {
        let void = contract.assigns.first().map(|it| self.unit.exprs[it.pointer].ty);
        for (start, size) in &frame.areas {
            let (pointer, size) = (self.load_var(*start), self.load_var(*size));
            if let Some(ty) = void {
                self.forget_area((pointer, size), ty, contract.span);
            }
        }
    }

    /// What a contract says gets smaller.
    fn measure(&mut self, contract: &LoopContract) -> Vec<ExprId> {
        let mut values = Vec::new();
        for value in &contract.decreases {
            let value = self.full_expression(|it| {
                let value = it.value(*value);
                it.keep(value)
            });
            values.push(value);
        }
        values
    }

    /// After a turn all is as it was, and nearer to the end; what comes then was looked at already.
    fn check_turn(&mut self, contract: &LoopContract, before: &[ExprId], moved: &[Moved]) {
        let span = contract.span;
        self.build.flow.span = span;
        for (var, start) in moved {
            let now = self.load_var(*var);
            let same = self.program.expr(Expr::Binary(BinOp::SameObject, now, *start));
            let elsewhere = self.negated(same);
            let what = "a pointer that a loop with a contract moves to another object";
            self.check(Check::Unsupported, elsewhere, what, span);
        }
        self.settle();
        let message = "a turn of this loop breaks its invariant";
        let check = self.relied_upon();
        self.check_conditions(&contract.invariants, check, message);
        let matters = [Check::Assertion, Check::Termination];
        if !before.is_empty() && matters.iter().any(|it| self.properties.contains_key(it)) {
            let after = self.measure(contract);
            let mut smaller = self.truth(false);
            for (before, after) in before.iter().zip(after).rev() {
                let less = self.binary(BinOp::Lt, after, *before);
                let equal = self.binary(BinOp::Eq, after, *before);
                let rest = self.both(equal, smaller);
                smaller = self.either(less, rest);
            }
            let fails = self.negated(smaller);
            let message = "a turn of this loop does not decrease what its contract says";
            self.check(check, fails, message, span);
            self.settle();
        }
        self.end_program();
    }

    /// Goes wrong where a loop with a contract writes by pointers what its contract does not name.
    pub(super) fn check_loop_frames(&mut self, pointer: ExprId, size: ExprId, span: Span) {
        for frame in self.build.loop_frames.clone() {
            if self.is_in_one_of(pointer, &frame.homes) {
                continue;
            }
            let mut outside = self.truth(true);
            for home in &frame.homes {
                let same = match *home {
                    Home::Static(object) => {
                        let object = self.object(object);
                        self.program.expr(Expr::Binary(BinOp::SameObject, pointer, object))
                    }
                    Home::Slot { address, .. } => self.is_same_object(pointer, address),
                    Home::Register(_) => continue,
                };
                let another = self.negated(same);
                outside = self.both(outside, another);
            }
            for area in &frame.areas {
                let inside = self.is_inside_area(pointer, size, *area);
                let beside = self.negated(inside);
                outside = self.both(outside, beside);
            }
            let what = "a write that the contract of the loop does not name";
            let check = self.relied_upon();
            self.check(check, outside, what, span);
        }
    }

    /// Whether a pointer is written as one into one of these variables.
    fn is_in_one_of(&self, pointer: ExprId, homes: &[Home]) -> bool {
        match self.program.exprs[pointer] {
            Expr::Object(object) => {
                homes.iter().any(|it| matches!(it, Home::Static(own) if *own == object))
            }
            Expr::Advance { pointer, .. } => self.is_in_one_of(pointer, homes),
            Expr::Load(place) => match self.program.places[place] {
                Place::Var(var) => homes
                    .iter()
                    .any(|it| matches!(it, Home::Slot { address, .. } if *address == var)),
                _ => false,
            },
            _ => false,
        }
    }
}
