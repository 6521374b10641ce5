//! Random programs that keep all invariants, made from a list of choices so that proptest can
//! shrink them.

mod expr;
mod memory;

use tribunal_base::{FileId, Id, Span};
use tribunal_ir::{
    Action, ChanId, Channel, Control, Edge, EnumId, Enumeration, Field, Formula, FormulaId,
    Granularity, Guard, Initialiser, Initially, IntShape, Label, LocId, Location, Marks, Matching,
    MessageOrder, Overflow, Pattern, Place, PlaceId, ProcId, Process, ProcessKind, Program, PropId,
    Property, PropertyKind, Record, RecordId, Removal, Scan, Scheduling, Scope, Stream, Then, Ty,
    TyId, Unsupported, Var, VarId, Violation,
};

/// The program that the choices lead to. If the first of them is 0 (or missing), it is flat.
pub(crate) fn program(choices: Vec<u32>) -> Program {
    let mut builder =
        Builder { program: Program::default(), choices, at: 0, tys: Vec::new(), has_memory: false };
    builder.has_memory = builder.below(3) != 0;
    builder.declarations();
    builder.processes();
    if builder.has_memory {
        builder.first_values();
    }
    builder.properties();
    builder.program
}

fn span() -> Span {
    Span::new(FileId(0), 0, 0)
}

struct Builder {
    program: Program,
    choices: Vec<u32>,
    at: usize,
    /// The scalar types in use.
    tys: Vec<TyId>,
    /// Whether there are objects, pointers, floats, functions and arbitrary values.
    has_memory: bool,
}

/// Choices.
impl Builder {
    /// A number below `n`; 0 when the choices are used up.
    fn below(&mut self, n: usize) -> usize {
        let choice = self.choices.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        choice as usize % n.max(1)
    }

    fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Once in `n` times, and never when the choices are used up.
    fn rarely(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.below(from.len())]) }
    }

    fn name(&mut self) -> String {
        let names = [
            "x",
            "y",
            "x",
            "long_name",
            "if",
            "true",
            "u8",
            "l0",
            "two words",
            "new",
            "`\\\"",
            "",
            "null",
            "pointer",
            "loc",
            "bytes",
            "call",
        ];
        names[self.below(names.len())].to_owned()
    }
}

/// Declarations.
impl Builder {
    fn declarations(&mut self) {
        for _ in 0..self.below(3) {
            let name = self.name();
            let variants = (0..self.below(4)).map(|it| (self.name(), it as i128)).collect();
            self.program.enums.push(Enumeration { name, shape: IntShape::U8, variants });
        }
        let shapes = [
            IntShape::U8,
            IntShape::I32,
            IntShape { bits: 2, signed: false },
            IntShape { bits: 3, signed: true },
            IntShape { bits: 128, signed: false },
            IntShape { bits: 128, signed: true },
        ];
        let mut tys = vec![Ty::Bool, Ty::Channel];
        tys.extend(shapes.map(Ty::Int));
        tys.extend((0..self.program.enums.len()).map(|it| Ty::Enum(EnumId::from_index(it))));
        if self.has_memory {
            tys.extend(memory::types());
        }
        self.tys = tys.into_iter().map(|it| self.program.ty(it)).collect();
        for _ in 0..self.below(3) {
            let name = self.name();
            let mut fields = Vec::new();
            for _ in 0..=self.below(3) {
                fields.push(Field { name: self.name(), ty: self.ty() });
            }
            self.program.records.push(Record { name, fields });
        }
        for _ in 0..self.below(3) {
            let name = self.name();
            let capacity = self.below(3) as u32;
            let fields = (0..self.below(3)).map(|_| self.scalar_ty()).collect();
            self.program.channels.push(Channel { name, capacity, fields, span: span() });
        }
        if self.has_memory {
            self.objects();
        }
        for _ in 0..=self.below(4) {
            self.variable(Scope::Global);
        }
        if self.rarely(8) {
            self.program.scheduling = Scheduling::Priority;
        }
        if self.rarely(8) {
            let what = self.name();
            self.program.unsupported.push(Unsupported { what, span: span() });
        }
        if self.rarely(8) {
            self.program.end_requires = Some(self.condition(None));
        }
    }

    fn scalar_ty(&mut self) -> TyId {
        let choice = self.below(self.tys.len());
        self.tys[choice]
    }

    /// Any type; records contain only older ones.
    fn ty(&mut self) -> TyId {
        if self.rarely(5) {
            let elem = self.ty();
            let len = 1 + self.below(3) as u32;
            self.program.ty(Ty::Array { elem, len })
        } else if !self.program.records.is_empty() && self.rarely(5) {
            let record = RecordId::from_index(self.below(self.program.records.len()));
            self.program.ty(Ty::Record(record))
        } else {
            self.scalar_ty()
        }
    }

    fn variable(&mut self, scope: Scope) -> VarId {
        let (name, ty) = (self.name(), self.ty());
        self.typed_variable(name, ty, scope)
    }

    fn typed_variable(&mut self, name: String, ty: TyId, scope: Scope) -> VarId {
        let matching = if self.rarely(10) { Matching::Unmatched } else { Matching::Matched };
        let var = Var { name, ty, scope, init: Vec::new(), matching, span: span() };
        let var = self.program.vars.push(var);
        let whole = self.program.place(Place::Var(var));
        let owner = match scope {
            Scope::Global => None,
            Scope::Local(process) => Some(process),
        };
        let mut init = Vec::new();
        for place in self.scalars(whole) {
            let ty = self.program.ty_of_place(place).expect("a scalar should have a type");
            if self.flip() {
                continue;
            }
            let is_channel = self.program.tys[ty] == Ty::Channel;
            let value = if is_channel && !self.program.channels.is_empty() {
                let channel = self.below(self.program.channels.len());
                Initially::Channel(ChanId::from_index(channel))
            } else {
                Initially::Value(self.expr(owner, ty, 1))
            };
            init.push(Initialiser { place, value });
        }
        self.program.vars[var].init = init;
        var
    }

    /// All scalars of a place, at constant indices.
    fn scalars(&mut self, place: PlaceId) -> Vec<PlaceId> {
        let ty = self.program.ty_of_place(place).expect("a place should have a type");
        match self.program.tys[ty] {
            Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Channel => vec![place],
            Ty::Float(_) | Ty::Pointer => vec![place],
            Ty::Array { len, .. } => (0..len)
                .flat_map(|index| {
                    let index = self.program.int(index as i32);
                    let element = self.program.place(Place::Index(place, index));
                    self.scalars(element)
                })
                .collect(),
            Ty::Record(id) => (0..self.program.records[id].fields.len())
                .flat_map(|field| {
                    let field = self.program.place(Place::Field(place, field as u32));
                    self.scalars(field)
                })
                .collect(),
        }
    }
}

/// Processes.
impl Builder {
    fn processes(&mut self) {
        self.program.props.push(Property {
            name: "asserts".to_owned(),
            kind: PropertyKind::Unreachable,
            span: None,
        });
        let count = 1 + self.below(3);
        for index in 0..count {
            let (name, id) = (self.name(), ProcId::from_index(index));
            let kind = if index != 0 && self.rarely(5) {
                ProcessKind::Claim
            } else if index != 0 && self.has_memory && self.flip() {
                ProcessKind::Function
            } else {
                ProcessKind::Ordinary
            };
            let is_active = kind == ProcessKind::Ordinary;
            let active = if is_active { 1 + self.below(2) as u32 } else { 0 };
            let priority = 1 + self.below(2) as u8;
            self.program.procs.push(Process {
                name,
                kind,
                params: 0,
                locals: Vec::new(),
                entry: LocId::from_index(0),
                active,
                priority,
                provided: None,
                span: span(),
            });
            // Locations of different processes may be interleaved.
            for _ in 0..=self.below(5) {
                let process = ProcId::from_index(self.below(index + 1).min(index));
                let process = if self.rarely(10) { process } else { id };
                self.location(process);
            }
            if !self.program.locs.values().any(|it| it.process == id) {
                self.location(id);
            }
        }
        for id in self.program.procs.ids() {
            self.locals(id);
        }
        for id in self.program.procs.ids() {
            self.automaton(id);
        }
    }

    fn location(&mut self, process: ProcId) {
        // Rarely indivisible: a step that does not end has no meaning.
        let control = if self.rarely(12) { Control::Indivisible } else { Control::Free };
        let (end, accept, progress) = (self.rarely(4), self.rarely(8), self.rarely(8));
        let marks = Marks { end, halt: accept && progress, accept, progress };
        self.program.locs.push(Location { process, out: Vec::new(), control, marks, span: span() });
    }

    fn locals(&mut self, id: ProcId) {
        let scope = Scope::Local(id);
        if self.program.procs[id].kind != ProcessKind::Claim {
            // Active processes get no arguments: their parameters are 0.
            for _ in 0..self.below(3) {
                let (name, ty) = (self.name(), self.scalar_ty());
                let param = self.typed_variable(name, ty, scope);
                self.program.vars[param].init.clear();
                self.program.procs[id].locals.push(param);
                self.program.procs[id].params += 1;
            }
        }
        for _ in 0..self.below(4) {
            let local = self.variable(scope);
            self.program.procs[id].locals.push(local);
        }
        for _ in 0..self.below(2) {
            let name = self.name();
            let own = self.locs(id);
            let locs = own.into_iter().filter(|_| self.flip()).collect();
            self.program.labels.push(Label { name, process: id, locs });
        }
        if self.rarely(12) {
            self.program.procs[id].provided = Some(self.condition(Some(id)));
        }
    }

    fn locs(&self, process: ProcId) -> Vec<LocId> {
        let own = self.program.locs.iter().filter(|(_, it)| it.process == process);
        own.map(|(id, _)| id).collect()
    }

    fn automaton(&mut self, id: ProcId) {
        let locs = self.locs(id);
        self.program.procs[id].entry = locs[self.below(2).min(locs.len() - 1)];
        for &from in &locs {
            let mut tier = 0;
            for _ in 0..self.below(4) {
                tier += u32::from(self.rarely(12));
                let to = locs[self.below(locs.len())];
                self.edge(id, from, to, tier);
            }
        }
    }

    fn edge(&mut self, id: ProcId, from: LocId, to: LocId, tier: u32) {
        let guard = match self.below(5) {
            0 | 1 => Guard::When(self.program.truth(true)),
            2 | 3 => Guard::When(self.condition(Some(id))),
            _ => Guard::Else,
        };
        let mut actions = Vec::new();
        for position in 0..self.below(3) {
            actions.extend(self.action(id, position));
        }
        let may_call = self.program.procs[id].kind != ProcessKind::Claim
            && self.program.locs[from].control == Control::Free;
        if self.has_memory && may_call && self.rarely(4) {
            actions.extend(self.last_action(Some(id)));
        }
        let violates = self.rarely(10).then(|| Violation {
            property: PropId::from_index(0),
            message: self.name(),
            then: if self.flip() { Then::Stop } else { Then::Continue },
        });
        let atomic = self.rarely(5);
        self.program.connect(Edge {
            from,
            to,
            tier,
            guard,
            actions,
            atomic,
            violates,
            span: span(),
        });
    }

    fn action(&mut self, id: ProcId, position: usize) -> Option<Action> {
        let scope = Some(id);
        let is_claim = self.program.procs[id].kind == ProcessKind::Claim;
        let choice = if is_claim { 5 } else { self.below(10) };
        let any_ty = |it: &mut Self| it.scalar_ty();
        if self.has_memory && !is_claim && self.flip() {
            return self.memory_action(scope);
        }
        Some(match choice {
            1 if position == 0 => Action::Send {
                channel: self.channel(scope),
                message: (0..self.below(3))
                    .map(|_| {
                        let ty = any_ty(self);
                        self.expr(scope, ty, 2)
                    })
                    .collect(),
                order: if self.flip() { MessageOrder::Sorted } else { MessageOrder::Fifo },
                overflow: if self.flip() { Overflow::Lose } else { Overflow::Block },
            },
            2 if position == 0 => Action::Receive {
                channel: self.channel(scope),
                patterns: (0..self.below(3)).map(|_| self.pattern(scope)).collect(),
                scan: if self.flip() { Scan::Any } else { Scan::Front },
                removal: if self.flip() { Removal::Copy } else { Removal::Take },
            },
            3 if position == 0 && self.rarely(3) => Action::Exit,
            4 if self.rarely(3) => {
                let process = ProcId::from_index(self.below(self.program.procs.len()));
                if self.program.procs[process].kind != ProcessKind::Ordinary {
                    return None;
                }
                let types = self.parameter_types(process);
                Action::Spawn {
                    process,
                    args: types.into_iter().map(|ty| self.expr(scope, ty, 2)).collect(),
                    result: if self.flip() { self.writable(scope) } else { None },
                    priority: if self.flip() { self.index(scope) } else { self.program.int(1) },
                }
            }
            5 => {
                let format = self.name();
                let ty = any_ty(self);
                Action::Print {
                    stream: Stream::Output,
                    format,
                    args: vec![self.expr(scope, ty, 2)],
                }
            }
            6 if self.rarely(3) => {
                Action::SetPriority { process: self.index(scope), value: self.index(scope) }
            }
            _ => {
                let place = self.writable(scope)?;
                let own = self.program.ty_of_place(place).expect("a place should have a type");
                let ty = if self.flip() { own } else { any_ty(self) };
                Action::Assign { place, value: self.expr(scope, ty, 3) }
            }
        })
    }

    fn parameter_types(&self, process: ProcId) -> Vec<TyId> {
        let process = &self.program.procs[process];
        let params = process.locals.iter().take(process.params);
        params.map(|it| self.program.vars[*it].ty).collect()
    }

    fn pattern(&mut self, scope: Option<ProcId>) -> Pattern {
        match self.below(3) {
            0 => Pattern::Any,
            1 => {
                let ty = self.scalar_ty();
                Pattern::Match(self.expr(scope, ty, 2))
            }
            _ => self.writable(scope).map_or(Pattern::Any, Pattern::Store),
        }
    }

    fn properties(&mut self) {
        let kinds = [
            PropertyKind::Unreachable,
            PropertyKind::EndStates,
            PropertyKind::NoAcceptanceCycle,
            PropertyKind::NoNonProgressCycle,
        ];
        for _ in 0..self.below(3) {
            let name = self.name();
            let kind = match self.below(7) {
                4 => PropertyKind::Ltl(self.formula(3)),
                5 => {
                    let granularity = Granularity::ALL[self.below(3)];
                    PropertyKind::Branching { formula: self.state_formula(3), granularity }
                }
                choice => kinds[choice % 4],
            };
            self.program.props.push(Property { name, kind, span: None });
        }
        for (id, process) in self.program.procs.clone().iter() {
            if process.kind == ProcessKind::Claim {
                let (name, kind) = (self.name(), PropertyKind::Never(id));
                self.program.props.push(Property { name, kind, span: Some(span()) });
            }
        }
    }

    fn state_formula(&mut self, depth: usize) -> FormulaId {
        let choice = if depth == 0 { 0 } else { self.below(6) };
        let formula = match choice {
            0 => Formula::Atom(self.condition(None)),
            1 => Formula::Not(self.state_formula(depth - 1)),
            2 => Formula::And(self.state_formula(depth - 1), self.state_formula(depth - 1)),
            3 => {
                let until =
                    Formula::Until(self.state_formula(depth - 1), self.state_formula(depth - 1));
                Formula::SomeRun(self.program.formulas.intern(until))
            }
            4 => Formula::AllRuns(self.formula(depth - 1)),
            _ => Formula::SomeRun(self.formula(depth - 1)),
        };
        self.program.formulas.intern(formula)
    }

    fn formula(&mut self, depth: usize) -> FormulaId {
        let choice = if depth == 0 { 0 } else { self.below(8) };
        let formula = match choice {
            0 => Formula::Atom(self.condition(None)),
            1 => Formula::Const(self.flip()),
            2 => Formula::Not(self.formula(depth - 1)),
            3 => Formula::Next(self.formula(depth - 1)),
            4 => Formula::And(self.formula(depth - 1), self.formula(depth - 1)),
            5 => Formula::Or(self.formula(depth - 1), self.formula(depth - 1)),
            6 => Formula::Until(self.formula(depth - 1), self.formula(depth - 1)),
            _ => Formula::Release(self.formula(depth - 1), self.formula(depth - 1)),
        };
        self.program.formulas.intern(formula)
    }
}
