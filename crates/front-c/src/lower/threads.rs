//! Threads: processes of their own that share all global variables and all memory.
//!
//! The functions of `pthread.h`, `threads.h` and `semaphore.h` are written in C (`library/threads.c`, `library/locks.c`) on top of
//! the few operations here. Steps of threads interleave in any order, and each sees what the ones before it wrote (sequential consistency: Lamport, How to make a
//! multiprocessor computer that correctly executes multiprocess programs, IEEE Trans. Computers, 1979). A
//! section that nobody interrupts is a variable with the number of the one thread that may move: all processes are provided
//! that it does not name another.

use tribunal_base::Span;
use tribunal_ir::{
    Action, AssumptionKind, BinOp, Expr, ExprId, IntShape, Matching, Place, ProcessKind,
    PropertyKind, Scope, Var, VarId,
};

use super::check::Check;
use super::place::{Access, Address};
use super::{Build, Lowering, havoc};
use crate::hir::{Callee, ExprKind, FunctionId, TypeId};

/// The functions of the library that threads run, whose calls fit functions that are declared in many ways: one keeps their results, one does not.
pub(super) const BODIES: [&str; 2] = ["__tribunal_thread", "__tribunal_thread_of_no_result"];

/// What the library of threads is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// Starts a thread that runs a function with an argument.
    Spawn,
    /// The number of the thread.
    Number,
    /// How many threads were started, the first included.
    Count,
    /// `(int *p, int least, int most, int change, int *zero)`: waits until `*p` is in a range and changes it, in one step; what
    /// `zero` points to must be 0, or it is not supported.
    Await,
    /// From here on no other thread moves; yields what is to be restored.
    Enter,
    /// Restores it.
    Leave,
    /// Others may move again, whatever was before.
    LeaveAll,
    /// The thread does not move any more.
    Stop,
    /// The first thread ends before the program does.
    FirstEnds,
}

impl Operation {
    pub(super) fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "__tribunal_spawn" => Self::Spawn,
            "__tribunal_number" => Self::Number,
            "__tribunal_count" => Self::Count,
            "__tribunal_await" => Self::Await,
            "__tribunal_enter"
            | "__VERIFIER_atomic_begin"
            | "__CPROVER_atomic_begin"
            | "__ESBMC_atomic_begin" => Self::Enter,
            "__tribunal_leave" => Self::Leave,
            "__VERIFIER_atomic_end" | "__CPROVER_atomic_end" | "__ESBMC_atomic_end" => {
                Self::LeaveAll
            }
            "__tribunal_stop" => Self::Stop,
            "__tribunal_first_ends" => Self::FirstEnds,
            _ => return None,
        })
    }
}

impl Lowering<'_> {
    /// Finds out whether the program has threads.
    pub(super) fn prepare_threads(&mut self) {
        let spawns = |it: &crate::hir::Function| it.name == "__tribunal_spawn";
        if let Some(function) = self.unit.functions.values().find(|it| spawns(it)) {
            let ty = self.program.int_ty(IntShape::I32);
            let var = Var {
                name: "the thread that moves alone".to_owned(),
                ty,
                scope: Scope::Global,
                init: Vec::new(),
                matching: Matching::Matched,
                span: function.span,
            };
            self.threads = Some(self.program.vars.push(var));
            let what = "threads interleave step by step, and each sees at once what others write";
            self.assume_that(AssumptionKind::Interleaving, what.to_owned(), function.span);
            let waits = |it: &&crate::hir::Function| it.name == "pthread_cond_wait" && it.used;
            if let Some(function) = self.unit.functions.values().find(waits) {
                let what = "a condition variable wakes no thread without a signal";
                self.assume_that(AssumptionKind::Interleaving, what.to_owned(), function.span);
            }
        }
    }

    /// Whether it matters where threads are stuck: at an end, at an assumption, or waiting for others. A program without threads that waits
    /// does so for ever; that is a violation where it happens.
    pub(super) fn can_deadlock(&self) -> bool {
        self.threads.is_some() && self.properties.contains_key(&Check::Deadlock)
    }

    /// Lets no process move while another moves alone.
    pub(super) fn finish_threads(&mut self) {
        let Some(alone) = self.threads else { return };
        let actions =
            |it: &tribunal_ir::Edge| it.actions.iter().any(|it| matches!(it, Action::Spawn { .. }));
        if !self.program.edges.values().any(actions) {
            return;
        }
        havoc::forget_results(&mut self.program);
        let (owner, me) = (self.load_var(alone), self.own_number());
        let zero = self.program.int(0);
        let (nobody, i) = (self.binary(BinOp::Eq, owner, zero), self.binary(BinOp::Eq, owner, me));
        let provided = self.either(nobody, i);
        for process in super::ids(&self.program.procs) {
            self.program.procs[process].provided = Some(provided);
        }
    }

    /// The number of the thread, and one.
    fn own_number(&mut self) -> ExprId {
        let (number, one) = (self.program.expr(Expr::SelfPid), self.program.int(1));
        self.binary(BinOp::Add, number, one)
    }

    /// Whether other threads see a variable of the program.
    pub(super) fn is_shared(&self, var: VarId) -> bool {
        self.threads.is_some() && self.program.vars[var].scope == Scope::Global
    }

    /// A value that is read in a step of its own, if there are threads.
    pub(super) fn in_one_step(&mut self, value: ExprId) -> ExprId {
        if self.threads.is_none() || !self.is_reached() {
            return value;
        }
        self.begin_step();
        let value = self.keep(value);
        self.settle();
        value
    }

    /// What was done is a step, if there are threads.
    pub(super) fn end_step(&mut self) {
        if self.threads.is_some() {
            self.begin_step();
        }
    }

    /// Keeps the other threads from moving; yields what is to be restored.
    pub(super) fn enter_section(&mut self) -> ExprId {
        let Some(alone) = self.threads else { return self.program.int(0) };
        self.settle();
        let before = self.load_var(alone);
        let before = self.keep(before);
        let me = self.own_number();
        self.set(alone, me);
        self.settle();
        before
    }

    /// Lets the others move again.
    pub(super) fn leave_section(&mut self, before: ExprId) {
        if let Some(alone) = self.threads
            && self.is_reached()
        {
            self.settle();
            self.set(alone, before);
            self.settle();
        }
    }

    /// Something that is one step for the other threads.
    pub(super) fn section(&mut self, inside: impl FnOnce(&mut Self) -> ExprId) -> ExprId {
        let before = self.enter_section();
        let value = inside(self);
        self.leave_section(before);
        value
    }

    /// No other thread moves from here on.
    pub(super) fn seize(&mut self) {
        _ = self.enter_section();
    }

    /// The program ends at once, well.
    pub(super) fn halt(&mut self) {
        self.seize();
        self.end_program();
    }

    pub(super) fn thread_operation(
        &mut self,
        operation: Operation,
        args: &[ExprId],
        ty: TypeId,
        span: Span,
    ) -> Option<ExprId> {
        match (operation, args) {
            (Operation::Spawn, [function, argument, ..]) => {
                self.spawn(*function, *argument, span);
                None
            }
            (Operation::Number, _) => Some(self.program.expr(Expr::SelfPid)),
            (Operation::Count, _) => Some(self.program.expr(Expr::ProcessCount)),
            (Operation::Await, [pointer, least, most, change, zero]) => {
                self.await_range([*pointer, *least, *most, *change, *zero], span);
                None
            }
            (Operation::Enter, _) => {
                let before = self.enter_section();
                let wanted = self.scalar(ty);
                Some(self.cast(wanted, before))
            }
            (Operation::Leave, [before, ..]) => {
                self.leave_section(*before);
                None
            }
            (Operation::LeaveAll, _) => {
                let zero = self.program.int(0);
                self.leave_section(zero);
                None
            }
            (Operation::Stop, _) => {
                self.check_end(span);
                self.end_run();
                None
            }
            (Operation::FirstEnds, _) => {
                let leaks = [Check::Leak, Check::Cleanup];
                if leaks.iter().any(|it| self.properties.contains_key(it)) {
                    self.unsupported("the end of `main` before that of the program", span);
                }
                None
            }
            _ => {
                self.unsupported("this operation on threads", span);
                None
            }
        }
    }

    /// Whether a thread is joined in another way than by a call that has no place for its result.
    fn asks_for_results(&self) -> bool {
        let joins = |function: FunctionId| {
            ["pthread_join", "thrd_join"].contains(&self.unit.functions[function].name.as_str())
        };
        self.unit.exprs.values().any(|it| match &it.kind {
            ExprKind::Function(function) => joins(*function),
            ExprKind::Call { callee: Callee::Direct(function), arguments } if joins(*function) => {
                arguments.get(1).is_none_or(|it| !self.is_null_pointer(*it))
            }
            _ => false,
        })
    }

    fn is_null_pointer(&self, value: crate::hir::ExprId) -> bool {
        match self.unit.exprs[value].kind {
            ExprKind::Null | ExprKind::Integer(0) => true,
            ExprKind::Convert(_, inner) => self.is_null_pointer(inner),
            _ => false,
        }
    }

    /// Waits until a number in memory is in a range and changes it, in one step.
    fn await_range(&mut self, [pointer, least, most, change, zero]: [ExprId; 5], span: Span) {
        let int = self.program.int_ty(IntShape::I32);
        let [pointer, least, most, change, zero] =
            [pointer, least, most, change, zero].map(|it| self.keep(it));
        self.settle();
        let size = self.bytes(4);
        self.check_access(Address::unknown(pointer), size, Access::Write, span);
        if zero != self.null() {
            let place = self.program.place(Place::Deref { pointer: zero, ty: int });
            let (found, nothing) = (self.load(place), self.program.int(0));
            let other = self.binary(BinOp::Ne, found, nothing);
            self.check(Check::Unsupported, other, "a lock of this kind", span);
        }
        let place = self.program.place(Place::Deref { pointer, ty: int });
        let value = self.load(place);
        let (low, high) =
            (self.binary(BinOp::Le, least, value), self.binary(BinOp::Le, value, most));
        let condition = self.both(low, high);
        let waits = self.negated(condition);
        self.check_wait(waits, span);
        let value = self.binary(BinOp::Add, value, change);
        self.act_when(condition, Action::Assign { place, value });
    }

    /// What may be wrong where a thread has to wait. Nobody else moves while one is alone, and who waits then does so for ever; but whether
    /// such a section is given up meanwhile, nobody says.
    fn check_wait(&mut self, waits: ExprId, span: Span) {
        let Some(alone) = self.threads else {
            let message = "waits for ever: there is no other thread";
            return self.check_if_wanted(Check::Deadlock, waits, message, span);
        };
        let Some(property) = self.properties.get(&Check::Deadlock) else { return };
        // If nobody ever waits, no edge violates the property, and that is all there is to say.
        self.program.props[*property].kind = PropertyKind::EndStates;
        let (owner, me) = (self.load_var(alone), self.own_number());
        let is_alone = self.binary(BinOp::Eq, owner, me);
        let when = self.both(waits, is_alone);
        self.check(Check::Unsupported, when, "waiting inside an atomic section", span);
        if let Some(mark) = self.imprecise {
            let mark = self.load_var(mark);
            let when = self.both(waits, mark);
            let message = "what depends on how a function such as `sin` rounds";
            self.check(Check::Unsupported, when, message, span);
        }
    }

    /// A thread ends: nobody would move any more if it were alone.
    fn check_end(&mut self, span: Span) {
        if let Some(alone) = self.threads
            && self.can_deadlock()
        {
            let (owner, me) = (self.load_var(alone), self.own_number());
            let is_alone = self.binary(BinOp::Eq, owner, me);
            self.check(
                Check::Unsupported,
                is_alone,
                "a thread that ends inside an atomic section",
                span,
            );
        }
    }

    /// Starts a thread: a process that calls the function that the library runs in each.
    fn spawn(&mut self, function: ExprId, argument: ExprId, span: Span) {
        let [with_result, without] = BODIES;
        let name = if self.asks_for_results() { with_result } else { without };
        let body =
            super::ids(&self.unit.functions).find(|it| self.unit.functions[*it].name == name);
        let Some(body) = body else { return self.unsupported("a thread", span) };
        let callee = self.process_of(body);
        let known = super::ids(&self.program.procs).find(|it| {
            self.program.procs[*it].kind == ProcessKind::Ordinary
                && self.program.procs[*it].active == 0
        });
        let process = known.unwrap_or_else(|| {
            let new = super::new_process(&mut self.program, "thread", ProcessKind::Ordinary, span);
            self.program.procs[new].active = 0;
            let pointer = self.pointer_ty();
            let params = ["function", "argument"].map(|it| self.local_of(new, it, pointer, span));
            self.program.procs[new].params = params.len();
            let around = std::mem::replace(&mut self.build, Build::of(&mut self.program, new));
            let args = params.map(|it| self.load_var(it)).to_vec();
            self.act(Action::Call { process: callee, args, result: None });
            self.settle();
            self.check_end(span);
            self.end_run();
            self.build = around;
            new
        });
        let args = vec![self.keep(function), self.keep(argument)];
        self.settle();
        let priority = self.program.int(1);
        self.act(Action::Spawn { process, args, result: None, priority });
        self.settle();
    }
}
