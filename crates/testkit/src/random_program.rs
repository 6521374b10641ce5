//! Random small programs for differential tests.
//!
//! A program is made from a list of choices, so that proptest can shrink it. It keeps the invariants
//! that `tribunal_ir::verify` checks, its variables hold few values, and every construct occurs now
//! and then: atomic and indivisible steps, rendezvous and buffered channels, `Else`, tiers, timeout,
//! processes that start and end, priorities, claims and formulas.

use tribunal_base::{FileId, Id, Span};
use tribunal_ir::{
    Action, BinOp, ChanId, Channel, Control, Edge, Expr, ExprId, Formula, FormulaId, Guard,
    Initialiser, Initially, IntShape, Label, LabelId, LocId, Location, Marks, Matching,
    MessageOrder, Overflow, Pattern, Place, PlaceId, ProcId, Process, ProcessKind, Program, PropId,
    Property, PropertyKind, Removal, Scan, Scheduling, Scope, Stream, Then, Ty, TyId, UnOp, Var,
    VarId, Violation,
};

/// The program that the choices lead to. When they are used up, the simplest choice is made.
#[must_use]
pub fn random_program(choices: &[u32]) -> Program {
    let mut program = Program::default();
    let number = |program: &mut Program, bits, signed| program.int_ty(IntShape { bits, signed });
    let tys = Types {
        truth: program.ty(Ty::Bool),
        channel: program.ty(Ty::Channel),
        numbers: [
            number(&mut program, 2, false),
            number(&mut program, 1, false),
            number(&mut program, 3, true),
            number(&mut program, 8, false),
            number(&mut program, 64, false),
            number(&mut program, 32, true),
        ],
    };
    let mut builder =
        Builder { program, choices, at: 0, tys, vars: Vec::new(), timeout: false, secret: None };
    builder.declarations();
    builder.processes();
    builder.claim();
    builder.properties();
    builder.program
}

fn span() -> Span {
    Span::new(FileId(0), 0, 0)
}

/// The types in use.
struct Types {
    truth: TyId,
    channel: TyId,
    /// The last one is that of indices and counts.
    numbers: [TyId; 6],
}

struct Builder<'a> {
    program: Program,
    choices: &'a [u32],
    at: usize,
    tys: Types,
    /// The variables that expressions may read.
    vars: Vec<VarId>,
    /// Whether `timeout` may occur.
    timeout: bool,
    /// An unmatched variable: written, never read, so that no search can see it.
    secret: Option<VarId>,
}

/// Choices.
impl Builder<'_> {
    /// A number below `n`.
    fn below(&mut self, n: u32) -> u32 {
        let choice = self.choices.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        choice % n.max(1)
    }

    /// Once in `n` times, and never when the choices are used up.
    fn rarely(&mut self, n: u32) -> bool {
        self.below(n) == n - 1
    }

    fn index(&mut self, len: usize) -> usize {
        self.below(u32::try_from(len).expect("a list should be short")) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.index(from.len())]) }
    }
}

/// Declarations.
impl Builder<'_> {
    fn declarations(&mut self) {
        for index in 0..self.below(3) {
            let fields = (0..=self.below(2)).map(|_| self.number_ty()).collect();
            let capacity = self.below(3);
            let name = format!("c{index}");
            self.program.channels.push(Channel { name, capacity, fields, span: span() });
            let var = self.variable(self.tys.channel, Scope::Global);
            let place = self.program.place(Place::Var(var));
            let channel = Initially::Channel(ChanId::from_index(index as usize));
            self.program.vars[var].init.push(Initialiser { place, value: channel });
        }
        for _ in 0..=self.below(3) {
            let ty = self.any_ty();
            self.initialised(ty, Scope::Global);
        }
        if self.rarely(6) {
            let var = self.variable(self.tys.numbers[0], Scope::Global);
            self.program.vars[var].matching = Matching::Unmatched;
            self.vars.retain(|&it| it != var);
            self.secret = Some(var);
        }
        if self.rarely(6) {
            self.program.scheduling = Scheduling::Priority;
        }
        self.timeout = self.rarely(3);
    }

    fn number_ty(&mut self) -> TyId {
        // Mostly few values.
        let choice = self.index(9).saturating_sub(3);
        self.tys.numbers[choice]
    }

    fn any_ty(&mut self) -> TyId {
        match self.below(6) {
            0 => self.tys.truth,
            1 => {
                let elem = self.number_ty();
                let len = 1 + self.below(3);
                self.program.ty(Ty::Array { elem, len })
            }
            _ => self.number_ty(),
        }
    }

    fn variable(&mut self, ty: TyId, scope: Scope) -> VarId {
        let name = format!("v{}", self.program.vars.len());
        let matching = Matching::Matched;
        let var = Var { name, ty, scope, init: Vec::new(), matching, span: span() };
        let var = self.program.vars.push(var);
        self.vars.push(var);
        var
    }

    fn initialised(&mut self, ty: TyId, scope: Scope) -> VarId {
        let var = self.variable(ty, scope);
        if self.rarely(3) && self.program.shape(ty).is_some() {
            let place = self.program.place(Place::Var(var));
            let value = Initially::Value(self.constant(ty));
            self.program.vars[var].init.push(Initialiser { place, value });
        }
        var
    }
}

/// Expressions.
impl Builder<'_> {
    fn constant(&mut self, ty: TyId) -> ExprId {
        let shape = self.program.shape(ty).expect("a constant should be scalar");
        let value = shape.wrap(self.below(4).into());
        self.program.expr(Expr::Const { value, ty })
    }

    fn int(&mut self, value: u32) -> ExprId {
        self.program.int(i32::try_from(value).expect("a constant should be small"))
    }

    /// A variable, or an element of an array, of a scalar type.
    fn place(&mut self, scope: Option<ProcId>, wanted: TyId) -> Option<PlaceId> {
        let mut found = Vec::new();
        for &var in &self.vars {
            let Var { ty, scope: owner, .. } = self.program.vars[var];
            let elem = match self.program.tys[ty] {
                Ty::Array { elem, .. } => elem,
                _ => ty,
            };
            let visible = match owner {
                Scope::Global => true,
                Scope::Local(process) => scope == Some(process),
            };
            if visible && elem == wanted {
                found.push(var);
            }
        }
        let var = self.pick(&found)?;
        let place = self.program.place(Place::Var(var));
        if !matches!(self.program.tys[self.program.vars[var].ty], Ty::Array { .. }) {
            return Some(place);
        }
        // Sometimes out of range.
        let index = if self.rarely(3) { self.number(scope, 1) } else { self.constant(self.i32()) };
        Some(self.program.place(Place::Index(place, index)))
    }

    fn i32(&self) -> TyId {
        self.tys.numbers[5]
    }

    /// An expression of type `I32`.
    fn number(&mut self, scope: Option<ProcId>, depth: u32) -> ExprId {
        let to = self.i32();
        let ty = self.number_ty();
        let arg = self.expr(scope, ty, depth);
        self.program.expr(Expr::Cast { to, arg })
    }

    /// The index of a process, more often than not alive.
    fn process_index(&mut self, scope: Option<ProcId>) -> ExprId {
        match self.below(6) {
            0 => self.program.expr(Expr::SelfPid),
            1 => {
                let process = ProcId::from_index(self.index(self.program.procs.len().max(1)));
                self.program.expr(Expr::InstanceOf(process))
            }
            2 => self.number(scope, 0),
            choice => self.int(choice - 3),
        }
    }

    /// An expression of a scalar type.
    fn expr(&mut self, scope: Option<ProcId>, ty: TyId, depth: u32) -> ExprId {
        if ty == self.tys.truth {
            return self.condition(scope, depth);
        }
        if depth == 0 || self.below(3) < 2 {
            return match self.place(scope, ty) {
                Some(place) if self.below(4) < 3 => self.program.expr(Expr::Load(place)),
                _ => self.constant(ty),
            };
        }
        let expr = match self.below(6) {
            0 => {
                let operators = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem];
                let op = operators[self.index(operators.len())];
                Expr::Binary(op, self.expr(scope, ty, depth - 1), self.expr(scope, ty, depth - 1))
            }
            1 => {
                let operators = [BinOp::Shl, BinOp::Shr, BinOp::And, BinOp::Or, BinOp::Xor];
                let op = operators[self.index(operators.len())];
                Expr::Binary(op, self.expr(scope, ty, depth - 1), self.expr(scope, ty, depth - 1))
            }
            2 => {
                let op = if self.below(2) == 0 { UnOp::Neg } else { UnOp::BitNot };
                Expr::Unary(op, self.expr(scope, ty, depth - 1))
            }
            3 => {
                let condition = self.condition(scope, depth - 1);
                let (a, b) = (self.expr(scope, ty, depth - 1), self.expr(scope, ty, depth - 1));
                Expr::Ite(condition, a, b)
            }
            4 => {
                let from = self.number_ty();
                Expr::Cast { to: ty, arg: self.expr(scope, from, depth - 1) }
            }
            _ => {
                let observed = self.observed(scope);
                Expr::Cast { to: ty, arg: observed }
            }
        };
        self.program.expr(expr)
    }

    /// A number that tells something about processes and channels.
    fn observed(&mut self, scope: Option<ProcId>) -> ExprId {
        let channel = self.place(scope, self.tys.channel);
        let expr = match (self.below(8), channel) {
            (0, _) => Expr::ProcessCount,
            (1, _) => Expr::ProgramCounter(self.process_index(scope)),
            (2, _) if self.program.scheduling == Scheduling::Priority => {
                Expr::Priority(self.process_index(scope))
            }
            (3, _) => return self.process_index(scope),
            (4, Some(place)) => Expr::Capacity(self.program.expr(Expr::Load(place))),
            (5, Some(place)) => Expr::Arity(self.program.expr(Expr::Load(place))),
            (_, Some(place)) => Expr::Length(self.program.expr(Expr::Load(place))),
            (_, None) => return self.remote(scope),
        };
        self.program.expr(expr)
    }

    fn remote(&mut self, scope: Option<ProcId>) -> ExprId {
        let locals: Vec<VarId> = self
            .vars
            .iter()
            .copied()
            .filter(|&it| {
                let var = &self.program.vars[it];
                matches!(var.scope, Scope::Local(_)) && self.program.shape(var.ty).is_some()
            })
            .collect();
        let Some(var) = self.pick(&locals) else { return self.int(0) };
        let process = self.process_index(scope);
        let place = self.program.place(Place::Remote { process, var });
        self.program.expr(Expr::Load(place))
    }

    fn condition(&mut self, scope: Option<ProcId>, depth: u32) -> ExprId {
        let choice = if depth == 0 { self.below(2) } else { self.below(12) };
        let expr = match choice {
            0 => match self.place(scope, self.tys.truth) {
                Some(place) => Expr::Load(place),
                None => return self.program.truth(true),
            },
            1..=4 => {
                let ty = self.number_ty();
                let operators = [BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le];
                let op = operators[self.index(operators.len())];
                let depth = depth.saturating_sub(1);
                Expr::Binary(op, self.expr(scope, ty, depth), self.expr(scope, ty, depth))
            }
            5 => Expr::Unary(UnOp::Not, self.condition(scope, depth - 1)),
            6 => {
                let op = if self.below(2) == 0 { BinOp::And } else { BinOp::Or };
                let a = self.condition(scope, depth - 1);
                Expr::Binary(op, a, self.condition(scope, depth - 1))
            }
            7 => {
                let number = self.number(scope, depth - 1);
                Expr::Cast { to: self.tys.truth, arg: number }
            }
            8 if !self.program.labels.is_empty() => {
                let label = LabelId::from_index(self.index(self.program.labels.len()));
                Expr::At { process: self.process_index(scope), label }
            }
            9 if self.timeout => Expr::Timeout,
            10 => match self.place(scope, self.tys.channel) {
                Some(place) => {
                    let channel = self.program.expr(Expr::Load(place));
                    let patterns = (0..self.below(3)).map(|_| self.pattern(scope)).collect();
                    Expr::Poll { channel, patterns, scan: self.scan() }
                }
                None => Expr::NonProgress,
            },
            11 => Expr::Enabled(self.process_index(scope)),
            _ => Expr::NonProgress,
        };
        self.program.expr(expr)
    }

    fn pattern(&mut self, scope: Option<ProcId>) -> Pattern {
        match self.below(4) {
            0 => Pattern::Any,
            1 => {
                let ty = self.number_ty();
                Pattern::Match(self.expr(scope, ty, 1))
            }
            _ => {
                let ty = self.number_ty();
                self.place(scope, ty).map_or(Pattern::Any, Pattern::Store)
            }
        }
    }

    fn scan(&mut self) -> Scan {
        if self.rarely(3) { Scan::Any } else { Scan::Front }
    }
}

/// Processes.
impl Builder<'_> {
    fn processes(&mut self) {
        for name in ["first", "second"] {
            let kind = PropertyKind::Unreachable;
            self.program.props.push(Property { name: name.into(), kind, span: None });
        }
        let count = 1 + self.below(3);
        for index in 0..count {
            let id = ProcId::from_index(index as usize);
            let active = if index == 0 { 1 + self.below(2) } else { u32::from(!self.rarely(3)) };
            self.process(id, ProcessKind::Ordinary, active);
            for _ in 0..self.below(3) {
                self.local(id);
            }
            if self.rarely(3) {
                let own: Vec<LocId> = self.locs(id);
                let locs = own.into_iter().filter(|_| self.rarely(2)).collect();
                self.program.labels.push(Label { name: format!("l{index}"), process: id, locs });
            }
        }
        for index in 0..count as usize {
            self.automaton(ProcId::from_index(index));
        }
        if self.rarely(8) {
            let process = ProcId::from_index(self.index(count as usize));
            self.program.procs[process].provided = Some(self.condition(Some(process), 2));
        }
        if self.rarely(8) {
            self.program.end_requires = Some(self.condition(None, 2));
        }
    }

    fn process(&mut self, id: ProcId, kind: ProcessKind, active: u32) {
        let entry = LocId::from_index(self.program.locs.len());
        // Where priorities do not matter, no search should have to tell them apart.
        let ranked = self.program.scheduling == Scheduling::Priority;
        let priority = 1 + u8::from(self.rarely(3) && ranked);
        self.program.procs.push(Process {
            name: format!("p{}", id.index()),
            kind,
            params: 0,
            locals: Vec::new(),
            entry,
            active,
            priority,
            provided: None,
            span: span(),
        });
        for index in 0..2 + self.below(4) {
            let control = if index != 0 && kind == ProcessKind::Ordinary && self.rarely(6) {
                Control::Indivisible
            } else {
                Control::Free
            };
            let (end, accept, progress) = (self.rarely(3), self.rarely(4), self.rarely(4));
            let marks = Marks { end, halt: accept && progress, accept, progress };
            let (process, out) = (id, Vec::new());
            self.program.locs.push(Location { process, out, control, marks, span: span() });
        }
    }

    fn local(&mut self, id: ProcId) {
        let scope = Scope::Local(id);
        if self.rarely(6) && !self.program.channels.is_empty() {
            let var = self.variable(self.tys.channel, scope);
            let place = self.program.place(Place::Var(var));
            let channel = ChanId::from_index(self.index(self.program.channels.len()));
            let value = Initially::Channel(channel);
            self.program.vars[var].init.push(Initialiser { place, value });
            self.program.procs[id].locals.push(var);
        } else {
            let ty = self.number_ty();
            let is_first = self.program.procs[id].locals.is_empty();
            if is_first && self.rarely(2) {
                let var = self.variable(ty, scope);
                self.program.procs[id].locals.push(var);
                self.program.procs[id].params = 1;
            } else {
                let var = self.initialised(ty, scope);
                self.program.procs[id].locals.push(var);
            }
        }
    }

    fn locs(&self, process: ProcId) -> Vec<LocId> {
        let own = self.program.locs.iter().filter(|(_, it)| it.process == process);
        own.map(|(id, _)| id).collect()
    }

    fn automaton(&mut self, id: ProcId) {
        let locs = self.locs(id);
        for (index, &from) in locs.iter().enumerate() {
            // Indivisible steps lead forward, so that they end.
            let indivisible = self.program.locs[from].control == Control::Indivisible;
            let targets =
                if indivisible { &locs[(index + 1).min(locs.len() - 1)..] } else { &locs };
            if indivisible && index + 1 == locs.len() {
                self.program.locs[from].control = Control::Free;
            }
            let mut tier = 0;
            let edges = if self.rarely(10) { 0 } else { 1 + self.below(3) };
            for _ in 0..edges {
                tier += u32::from(self.rarely(8));
                let next = (index + 1) % locs.len();
                let to = match self.below(3) {
                    0 => targets[self.index(targets.len())],
                    _ if indivisible => targets[0],
                    _ => locs[next],
                };
                self.edge(id, from, to, tier);
            }
            if indivisible {
                let guard = Guard::Else;
                self.connect(from, targets[0], tier, guard, Vec::new());
            }
        }
    }

    fn connect(&mut self, from: LocId, to: LocId, tier: u32, guard: Guard, actions: Vec<Action>) {
        let violates = self.rarely(10).then(|| Violation {
            property: PropId::from_index(self.index(2)),
            message: "violated".into(),
            then: if self.rarely(3) { Then::Stop } else { Then::Continue },
        });
        let ends = actions.first() == Some(&Action::Exit);
        let atomic = !ends && self.rarely(4);
        let edge = Edge { from, to, tier, guard, actions, atomic, violates, span: span() };
        self.program.connect(edge);
    }

    fn edge(&mut self, id: ProcId, from: LocId, to: LocId, tier: u32) {
        let mut guard = match self.below(12) {
            0..3 => Guard::When(self.condition(Some(id), 2)),
            3 | 4 => Guard::Else,
            5 if self.timeout => Guard::When(self.program.expr(Expr::Timeout)),
            _ => Guard::When(self.program.truth(true)),
        };
        let mut actions = Vec::new();
        for position in 0..=self.below(2) {
            let (condition, action) = self.action(id, position);
            actions.extend(action);
            if let Some(condition) = condition {
                guard = Guard::When(condition);
            }
            if actions.first() == Some(&Action::Exit) {
                break;
            }
        }
        self.connect(from, to, tier, guard, actions);
    }

    /// An action, and a guard that the edge must have if there is one.
    fn action(&mut self, id: ProcId, position: u32) -> (Option<ExprId>, Option<Action>) {
        let scope = Some(id);
        let channel = self.place(scope, self.tys.channel);
        let action = match (self.below(14), channel) {
            (0..=2, Some(place)) if position == 0 => Action::Send {
                channel: self.program.expr(Expr::Load(place)),
                message: (0..self.below(3))
                    .map(|_| {
                        let ty = self.number_ty();
                        self.expr(scope, ty, 1)
                    })
                    .collect(),
                order: if self.rarely(3) { MessageOrder::Sorted } else { MessageOrder::Fifo },
                overflow: if self.rarely(4) { Overflow::Lose } else { Overflow::Block },
            },
            (3..=5, Some(place)) if position == 0 => Action::Receive {
                channel: self.program.expr(Expr::Load(place)),
                patterns: (0..self.below(3)).map(|_| self.pattern(scope)).collect(),
                scan: self.scan(),
                removal: if self.rarely(4) { Removal::Copy } else { Removal::Take },
            },
            (6, _) if position == 0 && self.rarely(2) => Action::Exit,
            (8, _) => return self.spawn(id),
            (9, _) if self.program.scheduling == Scheduling::Priority => {
                let value = 1 + self.below(3);
                Action::SetPriority { process: self.process_index(scope), value: self.int(value) }
            }
            (10, _) => Action::Print {
                stream: Stream::Output,
                format: "%d".into(),
                args: vec![self.number(scope, 1)],
            },
            (11, _) if self.secret.is_some() => {
                let var = self.secret.expect("it was there just now");
                let place = self.program.place(Place::Var(var));
                Action::Assign { place, value: self.number(scope, 1) }
            }
            _ => {
                let ty = if self.rarely(5) { self.tys.truth } else { self.number_ty() };
                let Some(place) = self.place(scope, ty) else { return (None, None) };
                let value = match self.program.tys[ty] {
                    // Wide numbers take few values.
                    Ty::Int(shape) if 3 < shape.bits => self.constant(ty),
                    _ => self.expr(scope, ty, 2),
                };
                Action::Assign { place, value }
            }
        };
        (None, Some(action))
    }

    /// Starts a process, if there are not yet too many.
    fn spawn(&mut self, id: ProcId) -> (Option<ExprId>, Option<Action>) {
        let scope = Some(id);
        let process = ProcId::from_index(self.index(self.program.procs.len()));
        let Process { params, locals, .. } = self.program.procs[process].clone();
        let types: Vec<TyId> =
            locals.iter().take(params).map(|&it| self.program.vars[it].ty).collect();
        let args = types.into_iter().map(|ty| self.expr(scope, ty, 1)).collect();
        let result_ty = self.number_ty();
        let result = if self.rarely(2) { self.place(scope, result_ty) } else { None };
        let priority = match self.program.scheduling {
            Scheduling::Interleaving => self.int(1),
            Scheduling::Priority => {
                let priority = 1 + self.below(3);
                self.int(priority)
            }
        };
        let (count, limit) = (self.program.expr(Expr::ProcessCount), self.int(3));
        let room = self.program.expr(Expr::Binary(BinOp::Lt, count, limit));
        (Some(room), Some(Action::Spawn { process, args, result, priority }))
    }
}

/// Properties.
impl Builder<'_> {
    fn claim(&mut self) {
        let id = ProcId::from_index(self.program.procs.len());
        self.process(id, ProcessKind::Claim, 0);
        let locs = self.locs(id);
        let (last, others) = locs.split_last().expect("a process should have locations");
        self.program.locs[*last].marks.end = true;
        for &from in others {
            for _ in 0..=self.below(2) {
                let to = match self.below(12) {
                    0 => *last,
                    _ => others[self.index(others.len())],
                };
                let guard = match self.below(3) {
                    0 => Guard::When(self.program.truth(true)),
                    1 => Guard::Else,
                    _ => Guard::When(self.condition(None, 2)),
                };
                let (actions, atomic, violates, span) = (Vec::new(), false, None, span());
                let edge = Edge { from, to, tier: 0, guard, actions, atomic, violates, span };
                self.program.connect(edge);
            }
        }
    }

    fn properties(&mut self) {
        let claim = ProcId::from_index(self.program.procs.len() - 1);
        let formula = self.formula(3);
        let kinds = [
            PropertyKind::EndStates,
            PropertyKind::NoAcceptanceCycle,
            PropertyKind::NoNonProgressCycle,
            PropertyKind::Ltl(formula),
            PropertyKind::Never(claim),
        ];
        for kind in kinds {
            let name = format!("{kind:?}");
            self.program.props.push(Property { name, kind, span: None });
        }
    }

    fn formula(&mut self, depth: u32) -> FormulaId {
        let choice = if depth == 0 { 0 } else { self.below(10) };
        let formula = match choice {
            0 => Formula::Atom(self.condition(None, 1)),
            1 => Formula::Not(self.formula(depth - 1)),
            2 => Formula::Next(self.formula(depth - 1)),
            3 => Formula::And(self.formula(depth - 1), self.formula(depth - 1)),
            4 => Formula::Or(self.formula(depth - 1), self.formula(depth - 1)),
            5 => Formula::Until(self.formula(depth - 1), self.formula(depth - 1)),
            6 => Formula::Release(self.formula(depth - 1), self.formula(depth - 1)),
            7 | 8 => {
                let always = self.program.formulas.intern(Formula::Const(true));
                Formula::Until(always, self.formula(depth - 1))
            }
            _ => {
                let never = self.program.formulas.intern(Formula::Const(false));
                Formula::Release(never, self.formula(depth - 1))
            }
        };
        self.program.formulas.intern(formula)
    }
}
