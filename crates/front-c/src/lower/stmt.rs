//! Statements.

use tribunal_base::Span;
use tribunal_ir::{Action, BinOp, ExprId, Place};

use super::check::Check;
use super::loop_contract::Head;
use super::missing::Returned;
use super::types::Class;
use super::{Exit, Home, LoopContracts, Lowering};
use crate::hir::{self, Case, LabelId, Stmt, StmtId, StmtKind};

/// The size in bytes up to which an automatic object is taken to fit the stack.
pub(super) const STACK: u64 = 4 << 20;

/// The size in bytes that stacks have if nobody asks for more: an object of more does not fit.
pub(super) const USUAL_STACK: u64 = 8 << 20;

impl Lowering<'_> {
    pub(super) fn statement(&mut self, id: StmtId) {
        let first = self.build.passing.len();
        self.statement_itself(id);
        let passed = self.build.passing.split_off(first);
        if self.is_reached() {
            // A value on its way is not a variable of the program: it keeps no memory from being lost.
            let null = self.null();
            passed.into_iter().for_each(|it| self.set(it, null));
        }
    }

    fn statement_itself(&mut self, id: StmtId) {
        let Stmt { kind, span } = self.unit.stmts[id].clone();
        self.build.flow.span = span;
        match kind {
            StmtKind::Empty => {}
            StmtKind::Block { statements, .. } => {
                self.enter_block(id);
                for statement in statements {
                    self.statement(statement);
                }
                self.leave_block();
            }
            StmtKind::Expression(expr) => {
                if self.is_reached() {
                    self.full_expression(|it| it.effect(expr));
                    self.end_statement();
                }
            }
            StmtKind::Declare { variable, initialiser, size } => {
                if self.is_reached() {
                    self.full_expression(|it| {
                        it.declare(variable, initialiser.as_ref(), size, span);
                    });
                    self.end_statement();
                }
            }
            StmtKind::If { arms, otherwise } => self.choose(&arms, otherwise),
            StmtKind::While { condition, body } => {
                self.repeat(Head { condition: Some(condition), step: None }, body);
            }
            StmtKind::For { condition, step, body } => self.repeat(Head { condition, step }, body),
            StmtKind::Contracted { body, .. } => {
                if self.is_reached() && self.choices.loops == LoopContracts::Applied {
                    self.unsupported("the contract of such a loop", span);
                }
                self.statement(body);
            }
            StmtKind::DoWhile { body, condition } => {
                let (again, test, end) = (self.point(), self.point(), self.point());
                let rounds = self.rounds(body);
                if self.begin_loop(again, body) {
                    self.loop_body(body, end, test);
                    self.arrive_if_used(test);
                    if self.is_reached() {
                        self.build.flow.span = self.unit.exprs[condition].span;
                        let back = if rounds.is_some() { self.point() } else { again };
                        self.full_condition(condition, back, end);
                        if let Some(rounds) = rounds {
                            self.arrive(back);
                            self.count_round(&rounds);
                            self.goto(again);
                        }
                    }
                    self.arrive_if_used(end);
                }
            }
            StmtKind::Switch { value, cases, default, body } => {
                self.switch(value, &cases, default, body)
            }
            StmtKind::Label(label) => {
                let point = self.label_point(label);
                self.arrive(point);
                self.note_label(label, point);
                self.build.cleanups_at.insert(label, self.build.cleanups.len());
            }
            StmtKind::Goto(label) => {
                if self.is_reached() {
                    self.jump(label);
                }
            }
            StmtKind::ComputedGoto(target) => {
                if self.is_reached() {
                    self.computed_goto(target, span);
                }
            }
            StmtKind::Cleanup(call) => {
                self.build.cleanups.push((self.build.scopes.len(), call));
            }
            StmtKind::Break => {
                if let Some(exit) = self.build.exits.last().copied() {
                    self.leave_to(exit.depth, exit.breaks);
                }
            }
            StmtKind::Continue => {
                let around =
                    self.build.exits.iter().rev().find_map(|it| Some((it.depth, it.continues?)));
                if let Some((depth, to)) = around {
                    self.leave_to(depth, to);
                }
            }
            StmtKind::Return(value) => {
                if self.is_reached() {
                    self.return_value(value, span);
                }
            }
            StmtKind::Unsupported(what) => {
                if self.is_reached() {
                    self.unsupported(&what, span);
                }
            }
        }
    }

    /// Goes out of blocks to a point.
    fn leave_to(&mut self, depth: usize, to: tribunal_ir::LocId) {
        if self.is_reached() {
            self.release_down_to(depth);
            self.goto(to);
        }
    }

    /// Control comes to a point if an edge leads there.
    pub(super) fn arrive_if_used(&mut self, at: tribunal_ir::LocId) {
        if self.is_reached() || self.build.flow.is_entered(at) {
            self.arrive(at);
        }
    }

    fn choose(&mut self, arms: &[(hir::ExprId, StmtId)], otherwise: Option<StmtId>) {
        let end = self.point();
        for (condition, then) in arms {
            let (yes, no) = (self.point(), self.point());
            let reached = self.is_reached();
            if reached {
                self.build.flow.span = self.unit.exprs[*condition].span;
                self.full_condition(*condition, yes, no);
                self.arrive(yes);
            }
            self.statement(*then);
            if self.is_reached() {
                self.goto(end);
            }
            if reached {
                self.arrive(no);
            }
        }
        if let Some(otherwise) = otherwise {
            self.statement(otherwise);
        }
        if self.is_reached() {
            self.goto(end);
        }
        self.arrive_if_used(end);
    }

    /// `while` and `for`.
    fn repeat(&mut self, head: Head, body: StmtId) {
        if self.is_reached()
            && let Some((contract, turn)) = self.applied_contract(body)
        {
            match self.written_in_turns(head, &contract, turn) {
                Ok(writes) => return self.repeat_by_contract(head, &contract, &writes, turn),
                // Jumps may still lead into its body.
                Err(what) => self.unsupported(&what, contract.span),
            }
        }
        let Head { condition, step } = head;
        let (again, turn, next, end) = (self.point(), self.point(), self.point(), self.point());
        let rounds = self.rounds(body);
        if !self.begin_loop(again, body) {
            return;
        }
        match condition {
            Some(condition) => {
                self.build.flow.span = self.unit.exprs[condition].span;
                self.full_condition(condition, turn, end);
            }
            None => self.goto(turn),
        }
        self.arrive(turn);
        self.loop_body(body, end, next);
        self.arrive_if_used(next);
        if self.is_reached() {
            if let Some(step) = step {
                self.build.flow.span = self.unit.exprs[step].span;
                self.full_expression(|it| it.effect(step));
            }
            if let Some(rounds) = rounds {
                self.count_round(&rounds);
            }
            self.goto(again);
        }
        self.arrive_if_used(end);
    }

    /// Control comes to the start of a loop, unless nothing ever does: a jump may lead into its body.
    fn begin_loop(&mut self, again: tribunal_ir::LocId, body: StmtId) -> bool {
        if self.is_reached() || self.contains(body, |it| matches!(it, StmtKind::Label(_))) {
            self.arrive(again);
        }
        self.is_reached()
    }

    /// Whether a statement contains one of a kind.
    pub(super) fn contains(&self, body: StmtId, wanted: impl Fn(&StmtKind) -> bool) -> bool {
        let mut stack = vec![body];
        while let Some(id) = stack.pop() {
            match &self.unit.stmts[id].kind {
                kind if wanted(kind) => return true,
                StmtKind::Block { statements, .. } => stack.extend(statements),
                StmtKind::If { arms, otherwise } => {
                    stack.extend(arms.iter().map(|(_, it)| *it).chain(*otherwise));
                }
                StmtKind::While { body, .. }
                | StmtKind::DoWhile { body, .. }
                | StmtKind::For { body, .. }
                | StmtKind::Contracted { body, .. }
                | StmtKind::Switch { body, .. } => stack.push(*body),
                _ => {}
            }
        }
        false
    }

    pub(super) fn loop_body(
        &mut self,
        body: StmtId,
        breaks: tribunal_ir::LocId,
        continues: tribunal_ir::LocId,
    ) {
        let depth = self.build.scopes.len();
        self.build.exits.push(Exit { breaks, continues: Some(continues), depth });
        self.statement(body);
        self.build.exits.pop();
        if self.is_reached() {
            self.goto(continues);
        }
    }

    fn switch(
        &mut self,
        value: hir::ExprId,
        cases: &[Case],
        default: Option<LabelId>,
        body: StmtId,
    ) {
        let end = self.point();
        if self.is_reached() {
            let value = self.full_expression(|it| {
                let value = it.value(value);
                it.keep(value)
            });
            let mut ways = Vec::new();
            for case in cases {
                let way = self.point();
                ways.push((self.in_case(value, case), way, case.target));
            }
            let otherwise = self.point();
            self.select(
                ways.iter().map(|(condition, way, _)| (*condition, *way)).collect(),
                otherwise,
            );
            for (_, way, label) in ways {
                self.arrive(way);
                self.jump(label);
            }
            self.arrive(otherwise);
            match default {
                Some(label) => self.jump(label),
                None => self.goto(end),
            }
        }
        let depth = self.build.scopes.len();
        self.build.exits.push(Exit { breaks: end, continues: None, depth });
        self.statement(body);
        self.build.exits.pop();
        if self.is_reached() {
            self.goto(end);
        }
        self.arrive_if_used(end);
    }

    fn in_case(&mut self, value: ExprId, case: &Case) -> ExprId {
        let ty = self.program.ty_of(value).expect("I4: an expression should be well typed");
        let ty = self.program.ty(ty);
        let (low, high) = (self.number(case.low, ty), self.number(case.high, ty));
        if case.low == case.high {
            return self.binary(BinOp::Eq, value, low);
        }
        let (above, below) =
            (self.binary(BinOp::Le, low, value), self.binary(BinOp::Le, value, high));
        self.both(above, below)
    }

    fn declare(
        &mut self,
        variable: hir::VarId,
        initialiser: Option<&hir::Initialiser>,
        size: Option<hir::ExprId>,
        span: Span,
    ) {
        let home = self.home(variable);
        if let (Some(size), Home::Slot { address, object }) = (size, home) {
            let size = self.value(size);
            let i64_ty = self.i64_ty();
            let size = self.cast(i64_ty, size);
            let size = self.keep(size);
            self.check_room(size, span);
            let last = self.load_var(address);
            self.act(Action::Release { pointer: last });
            let place = self.program.place(Place::Var(address));
            self.act(Action::Allocate { object, size, place });
        }
        match (initialiser, home) {
            (Some(initialiser), _) => self.initialise(variable, initialiser, span),
            (None, Home::Register(var)) => {
                self.havoc(var);
                self.note_written(var);
            }
            (None, Home::Static(_) | Home::Slot { .. }) => {}
        }
    }

    /// An array of variable length has a positive one, and a stack has an end.
    pub(super) fn check_room(&mut self, size: ExprId, span: Span) {
        let zero = self.bytes(0);
        let none = self.binary(BinOp::Le, size, zero);
        self.check(Check::Bounds, none, "an array of variable length without elements", span);
        self.check_stack(size, span);
    }

    /// Where a larger object of automatic storage is made, a program may end without a word.
    pub(super) fn check_stack(&mut self, size: ExprId, span: Span) {
        let limit = self.bytes(STACK);
        let too_large = self.binary(BinOp::Lt, limit, size);
        self.check(Check::Unsupported, too_large, "an object that may not fit the stack", span);
    }

    fn return_value(&mut self, value: Option<hir::ExprId>, span: Span) {
        let mut result = None;
        let returned = if value.is_some() { Returned::Value } else { Returned::Nothing };
        if let Some(expr) = value {
            let ty = self.unit.exprs[expr].ty;
            let value = self.value(expr);
            match (self.class(ty), self.build.result) {
                (Class::Aggregate, Some(to)) => {
                    let (to, size) = (self.load_var(to), self.bytes(self.size(ty)));
                    self.act(Action::Copy { to, from: value, size });
                }
                (Class::Scalar(_), _) => {
                    self.check_returned(value, span);
                    result = Some(value);
                }
                (Class::Void | Class::Unsupported | Class::Aggregate, _) => {}
            }
        }
        if let Some(function) = self.build.function {
            self.note_return(function, returned);
        }
        self.return_with(result);
    }

    /// Returns from the function at hand: its objects die.
    pub(super) fn return_with(&mut self, value: Option<ExprId>) {
        let has_objects = !self.build.scopes.is_empty() || !self.build.until_return.is_empty();
        let value = value.map(|it| if has_objects { self.keep(it) } else { it });
        if let Some(before) = self.build.section {
            self.leave_section(before);
        }
        self.release_down_to(0);
        for address in self.build.until_return.clone() {
            self.release_at(address);
        }
        if let Some(value) = value {
            self.tell_status_of_main(value);
        }
        self.act(Action::Return { value });
        self.end_run();
    }
}
