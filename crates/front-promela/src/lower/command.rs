//! One statement: when it can be executed, what it does, what can go wrong in it.

use tribunal_base::Span;
use tribunal_ir::{
    Action, BinOp, Expr, ExprId, MessageOrder, Place, PlaceId, ProcId, ProcessKind, Stream, Ty,
};

use super::Lowering;
use super::event::Event;
use super::expr::{Storing, is_named, scan};
use super::fault::{Check, Fault, Need};
use crate::ast::{self, ExprKind, Queueing, StmtKind};

/// The largest number of processes alive at a time.
const MAX_PROCESSES: i32 = 255;

/// A statement that makes one step.
#[derive(Clone, Debug)]
pub(super) struct Command {
    pub(super) guard: CommandGuard,
    pub(super) actions: Vec<Action>,
    pub(super) checks: Vec<Check>,
    /// Violated if false; the step is made in any case.
    pub(super) assertion: Option<ExprId>,
    /// What an event trace sees of it.
    pub(super) event: Option<Event>,
    /// What C does in it.
    pub(super) c: Option<ProcId>,
    pub(super) idle: Idle,
    pub(super) span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandGuard {
    When(ExprId),
    Else,
}

/// Whether a statement does nothing: Spin drops some of a row of such, and options that can never be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Idle {
    No,
    Skip,
    Print,
    /// It waits for ever.
    Never,
}

impl Lowering<'_> {
    /// Lowers a statement that is one step.
    pub(super) fn command(&mut self, stmt: &ast::Stmt) -> Command {
        self.checks.clear();
        self.spawns.clear();
        let truth = self.truth(true);
        let mut command = Command {
            guard: CommandGuard::When(truth),
            actions: Vec::new(),
            checks: Vec::new(),
            assertion: None,
            event: None,
            c: None,
            idle: Idle::No,
            span: stmt.span,
        };
        if self.reading_trace {
            command.event = self.expected_event(&stmt.kind);
            return command;
        }
        self.command_kind(&stmt.kind, stmt.span, &mut command);
        command.checks = std::mem::take(&mut self.checks);
        if !self.spawns.is_empty() {
            self.error_with_help(
                "misplaced-run",
                stmt.span,
                "`run` cannot be part of this expression",
                "write `x = run P()` or `run P()` as a statement of its own",
            );
        }
        self.forbid_effects_in_claim(&command);
        command
    }

    fn command_kind(&mut self, kind: &StmtKind, span: Span, command: &mut Command) {
        match kind {
            StmtKind::Empty => command.idle = Idle::Skip,
            StmtKind::Expr(expr) => match &expr.kind {
                ExprKind::Run(run) => command.actions.extend(self.run(run, None, span)),
                _ => {
                    let condition = self.truth_of(expr);
                    command.idle = match expr.kind {
                        ExprKind::Number(1) | ExprKind::True | ExprKind::Skip => Idle::Skip,
                        ExprKind::Number(0) | ExprKind::False => Idle::Never,
                        _ => Idle::No,
                    };
                    command.guard = CommandGuard::When(condition);
                }
            },
            StmtKind::Assign(place, value) | StmtKind::Return { target: place, value } => {
                self.assign(place, value, command);
            }
            StmtKind::Increment(place) => self.step_by(place, 1, command),
            StmtKind::Decrement(place) => self.step_by(place, -1, command),
            StmtKind::Send(send) => self.send(send, command),
            StmtKind::Receive(receive) => self.receive(receive, command),
            StmtKind::Else => command.guard = CommandGuard::Else,
            StmtKind::Assert(condition) => {
                let condition = self.truth_of(condition);
                command.assertion = Some(condition);
            }
            StmtKind::Printf { format, arguments } => {
                let args = arguments.iter().map(|it| self.native(it)).collect();
                let format = unescape(&format.text);
                command.actions.push(Action::Print { stream: Stream::Output, format, args });
                command.idle = Idle::Print;
            }
            StmtKind::Printm(value) => {
                let args = vec![self.native(value)];
                let format = "%e".to_owned();
                command.actions.push(Action::Print { stream: Stream::Output, format, args });
                command.idle = Idle::Print;
            }
            StmtKind::SetPriority { pid, priority } => {
                self.program.scheduling = tribunal_ir::Scheduling::Priority;
                let (process, value) = (self.int(pid), self.int(priority));
                self.check_priority(value);
                command.actions.push(Action::SetPriority { process, value });
            }
            StmtKind::CCode(code) => command.c = self.c_statement(code),
            StmtKind::Declaration(_)
            | StmtKind::Exclusive(..)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::If(_)
            | StmtKind::Do(_)
            | StmtKind::ForRange { .. }
            | StmtKind::ForIn { .. }
            | StmtKind::Select(_)
            | StmtKind::Unless { .. }
            | StmtKind::Atomic(_)
            | StmtKind::DStep(_)
            | StmtKind::Block(_)
            | StmtKind::InlineCall(_) => {
                unreachable!("structured statements should be walked, not lowered")
            }
        }
    }

    /// A step that tests a condition.
    pub(super) fn condition(&mut self, condition: ExprId, span: Span) -> Command {
        Command {
            guard: CommandGuard::When(condition),
            actions: Vec::new(),
            checks: std::mem::take(&mut self.checks),
            assertion: None,
            event: None,
            c: None,
            idle: Idle::No,
            span,
        }
    }

    /// A step that stores a value.
    pub(super) fn store(&mut self, place: PlaceId, value: ExprId, span: Span) -> Command {
        let truth = self.truth(true);
        let mut command = self.condition(truth, span);
        self.writes(place);
        command.actions.push(Action::Assign { place, value });
        command
    }

    fn assign(&mut self, place: &ast::Place, value: &ast::Expr, command: &mut Command) {
        self.forbid_assignment(place);
        if is_named(place, "_") {
            self.int(value);
            return;
        }
        if is_named(place, "_priority") && self.scopes.find("_priority").is_none() {
            self.program.scheduling = tribunal_ir::Scheduling::Priority;
            let process = self.program.expr(Expr::SelfPid);
            let value = self.int(value);
            self.check_priority(value);
            command.actions.push(Action::SetPriority { process, value });
            return;
        }
        let Some(target) = self.place(place).and_then(|it| self.scalar(it, place.span)) else {
            return;
        };
        self.writes(target);
        if let ExprKind::Run(run) = &value.kind {
            command.actions.extend(self.run(run, Some(target), place.span));
            return;
        }
        // A `run` inside the expression comes first; its value is the index of the youngest process.
        let value = self.int(value);
        command.actions.append(&mut self.spawns);
        command.actions.push(Action::Assign { place: target, value });
    }

    fn step_by(&mut self, place: &ast::Place, by: i32, command: &mut Command) {
        self.forbid_assignment(place);
        let Some(target) = self.place(place).and_then(|it| self.scalar(it, place.span)) else {
            return;
        };
        if self.program.ty_of_place(target) == Some(self.tys.channel) {
            self.error("channel-arithmetic", place.span, "there is no arithmetic on channels");
            return;
        }
        let value = self.stepped(target, by);
        command.actions.push(Action::Assign { place: target, value });
    }

    /// The value at a place, increased.
    pub(super) fn stepped(&mut self, place: PlaceId, by: i32) -> ExprId {
        let value = self.program.expr(Expr::Load(place));
        let value = self.widen(value);
        let amount = self.program.int(by.abs());
        let op = if by < 0 { BinOp::Sub } else { BinOp::Add };
        self.program.expr(Expr::Binary(op, value, amount))
    }

    fn send(&mut self, send: &ast::Send, command: &mut Command) {
        let channel = self.channel_value(&send.channel);
        let var = self.channel_var(&send.channel);
        let message = self.message(&send.arguments);
        self.need(channel, var, Need::Arity { fields: message.len(), sending: true });
        let order = match send.queueing {
            Queueing::Fifo => MessageOrder::Fifo,
            Queueing::Anywhere => MessageOrder::Sorted,
        };
        command.event = Some(Event::Send { channel, message: message.clone() });
        let overflow = self.overflow();
        command.actions.push(Action::Send { channel, message, order, overflow });
    }

    fn receive(&mut self, receive: &ast::Receive, command: &mut Command) {
        let channel = self.channel_value(&receive.channel);
        let var = self.channel_var(&receive.channel);
        let patterns = self.patterns(&receive.arguments, Storing::Yes);
        self.need(channel, var, Need::Arity { fields: patterns.len(), sending: false });
        let removal = match receive.removal {
            ast::Removal::Take => tribunal_ir::Removal::Take,
            ast::Removal::Copy => {
                self.need(
                    channel,
                    var,
                    Need::Buffered(Fault::Channel, "copying from a rendezvous channel"),
                );
                tribunal_ir::Removal::Copy
            }
        };
        command.event = Some(Event::Receive { channel });
        let scan = scan(receive.queueing);
        command.actions.push(Action::Receive { channel, patterns, scan, removal });
    }

    pub(super) fn run(
        &mut self,
        run: &ast::Run,
        result: Option<PlaceId>,
        span: Span,
    ) -> Option<Action> {
        let name = &run.proctype.name;
        let Some(known) =
            self.proctypes.get(name).cloned().filter(|it| it.kind == ProcessKind::Ordinary)
        else {
            self.error_with_help(
                "unknown-proctype",
                run.proctype.span,
                format!("unknown proctype `{name}`"),
                "`run` starts a process declared with `proctype`",
            );
            return None;
        };
        let args = self.message(&run.arguments);
        self.runs.push((known.id, args.len(), span));
        let priority = match &run.priority {
            Some(priority) => {
                self.program.scheduling = tribunal_ir::Scheduling::Priority;
                if !(1..=255).contains(&priority.value) {
                    self.error("bad-priority", priority.span, "a priority is 1 to 255");
                }
                priority.value
            }
            None => 1,
        };
        let priority = self.program.int(priority);
        let count = self.program.expr(Expr::ProcessCount);
        let limit = self.program.int(MAX_PROCESSES);
        let too_many = self.comparison(ast::BinaryOp::Ge, count, limit);
        self.check(
            too_many,
            Fault::Processes,
            format!("too many processes: at most {MAX_PROCESSES} can be alive"),
        );
        Some(Action::Spawn { process: known.id, args, result, priority })
    }

    fn check_priority(&mut self, value: ExprId) {
        let (low, high) = (self.program.int(1), self.program.int(255));
        let too_low = self.comparison(ast::BinaryOp::Lt, value, low);
        let too_high = self.comparison(ast::BinaryOp::Gt, value, high);
        let violated = self.or(too_low, too_high);
        self.check(violated, Fault::Priority, "a priority is 1 to 255".to_owned());
    }

    /// Remembers that a channel variable is no longer what it was declared to be.
    pub(super) fn writes(&mut self, place: PlaceId) {
        let ty = self.program.ty_of_place(place);
        if ty.is_some_and(|ty| self.program.tys[ty] == Ty::Channel) {
            let mut at = place;
            loop {
                match self.program.places[at] {
                    Place::Index(base, _) | Place::Field(base, _) => at = base,
                    Place::Var(var) | Place::Remote { var, .. } => {
                        self.assigned_channels.insert(var);
                        return;
                    }
                    Place::Deref { .. } => return,
                }
            }
        }
    }

    pub(super) fn forbid_assignment(&mut self, place: &ast::Place) {
        let [part] = &*place.parts else { return };
        if matches!(&*part.name.name, "_pid" | "_nr_pr" | "_last")
            && self.scopes.find(&part.name.name).is_none()
        {
            self.error("read-only", place.span, format!("`{}` cannot be changed", part.name.name));
        }
    }

    fn forbid_effects_in_claim(&mut self, command: &Command) {
        let Some(process) = self.process else { return };
        if self.program.procs[process].kind != ProcessKind::Claim {
            return;
        }
        let prints = command.actions.iter().all(|it| matches!(it, Action::Print { .. }));
        if !prints {
            self.error(
                "claim-with-effect",
                command.span,
                "a never claim can only observe, not act",
            );
        }
    }
}

/// Resolves the escapes of a string literal, as C does.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(it) = chars.next() {
        if it != '\\' {
            out.push(it);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('0') => out.push('\0'),
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}
