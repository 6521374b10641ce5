//! From a program to its compiled form.

mod constant;
pub(crate) mod expr;
pub(crate) mod layout;
pub(crate) mod simplify;

use crate::model::{
    ActionCode, Code, CodeId, EdgeCode, Features, First, GuardCode, InitialCode, LocationCode,
    Model, Parameter, PlaceCodeId, ProcessCode, Slice,
};
use expr::number;
use layout::{Identity, Layout, Position, Priorities};
use rustc_hash::FxHashMap;
use tribunal_base::Id;
use tribunal_engine::Reason;
use tribunal_ir::{
    Action, Control, Edge, Expr, ExprId, Guard, Initially, Matching, Place, PlaceId, ProcessKind,
    Program, Scheduling, Scope, VarId,
};

/// Who evaluates an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Context {
    /// A process of the program.
    Process,
    /// A property or a claim.
    Property,
}

/// What there is to say about a program that is not flat.
pub(crate) fn refusal() -> Reason {
    let what = "calls, memory, floats and arbitrary values".to_owned();
    Reason::Unsupported { what, span: None }
}

/// Compiles a program.
///
/// # Errors
/// If the program has something that this engine cannot do.
pub(crate) fn compile(program: &Program, identity: Identity) -> Result<(Model, Atoms), Reason> {
    if !program.is_flat() {
        return Err(refusal());
    }
    let features = features(program, identity);
    let priorities = if features.priority_scheduling || mentions(program, is_priority) {
        Priorities::Kept
    } else {
        Priorities::Dropped
    };
    let mut layout = Layout::new(program, priorities, identity)?;
    let positions = std::mem::take(&mut layout.positions);
    let mut compiler = Compiler {
        program,
        positions,
        constants: constant::constants(program),
        model: Model::with_layout(layout),
        exprs: FxHashMap::default(),
        places: FxHashMap::default(),
        depth: 0,
    };
    compiler.model.features = features;
    compiler.labels();
    for edge in program.edges.values() {
        let edge = compiler.edge(edge)?;
        compiler.model.edges.push(edge);
    }
    compiler.locations();
    compiler.processes()?;
    compiler.model.end_requires =
        program.end_requires.map(|it| compiler.expr(Context::Property, it)).transpose()?;
    let mut atoms = FxHashMap::default();
    for (_, formula) in program.formulas.iter() {
        if let tribunal_ir::Formula::Atom(expr) = *formula {
            atoms.insert(expr, compiler.expr(Context::Property, expr)?);
        }
    }
    Ok((compiler.model, Atoms { codes: atoms }))
}

/// What meets calls, memory or arbitrary values here: [`compile`] refuses them at once.
fn not_flat() -> ! {
    unreachable!("only flat programs should be compiled")
}

/// The compiled atoms of all formulas.
#[derive(Debug)]
pub(crate) struct Atoms {
    codes: FxHashMap<ExprId, CodeId>,
}

impl Atoms {
    /// The code of an atom.
    pub(crate) fn code(&self, atom: ExprId) -> CodeId {
        self.codes[&atom]
    }
}

fn is_priority(expr: &Expr) -> bool {
    matches!(expr, Expr::Priority(_))
}

fn mentions(program: &Program, wanted: impl Fn(&Expr) -> bool) -> bool {
    program.exprs.iter().any(|(_, expr)| wanted(expr))
}

fn features(program: &Program, identity: Identity) -> Features {
    let ordinary =
        |edge: &&Edge| program.procs[program.locs[edge.from].process].kind == ProcessKind::Ordinary;
    let actions = || program.edges.values().filter(ordinary).flat_map(|edge| &edge.actions);
    let spawn = actions().any(|it| matches!(it, Action::Spawn { .. }));
    Features {
        timeout: mentions(program, |expr| matches!(expr, Expr::Timeout)),
        priority_scheduling: program.scheduling == Scheduling::Priority,
        spawn,
        dynamic: spawn || actions().any(|it| matches!(it, Action::Exit)),
        atomic: program.edges.values().filter(ordinary).any(|edge| edge.atomic),
        provided: program.procs.values().any(|process| process.provided.is_some()),
        unmatched: identity == Identity::Matched
            && program.vars.values().any(|var| var.matching == Matching::Unmatched),
    }
}

struct Compiler<'a> {
    program: &'a Program,
    positions: Vec<Option<Position>>,
    /// Which variables keep their first value.
    constants: Vec<bool>,
    model: Model,
    exprs: FxHashMap<(Context, ExprId), CodeId>,
    places: FxHashMap<(Context, PlaceId), PlaceCodeId>,
    depth: u32,
}

impl Compiler<'_> {
    fn labels(&mut self) {
        let counters = |locs: &Vec<tribunal_ir::LocId>| locs.iter().map(|&it| number(it)).collect();
        self.model.labels =
            self.program.labels.values().map(|label| counters(&label.locs)).collect();
    }

    fn locations(&mut self) {
        let mut numbers = vec![0; self.program.procs.len()];
        for location in self.program.locs.values() {
            let start = self.model.out.len();
            let process = location.process.index();
            for &edge in &location.out {
                // An edge that is never enabled is as good as none, but for a claim: the end of a
                // claim has no edges at all.
                let possible = self.possible(self.model.edges[edge.index()].guard);
                if possible || self.program.procs[location.process].kind == ProcessKind::Claim {
                    self.model.out.push(number(edge));
                }
            }
            numbers[process] += 1;
            self.model.locations.push(LocationCode {
                process: number(location.process),
                out: Slice::since(start, &self.model.out),
                number: numbers[process],
                indivisible: location.control == Control::Indivisible,
                end: location.marks.end,
                halt: location.marks.halt,
                accept: location.marks.accept,
                progress: location.marks.progress,
            });
        }
    }

    fn possible(&self, guard: GuardCode) -> bool {
        match guard {
            GuardCode::When(code) => !matches!(self.model.codes[code as usize], Code::Const(0)),
            GuardCode::Always | GuardCode::Else => true,
        }
    }

    fn edge(&mut self, edge: &Edge) -> Result<EdgeCode, Reason> {
        let owner = self.program.locs[edge.from].process;
        let context = match self.program.procs[owner].kind {
            ProcessKind::Ordinary => Context::Process,
            ProcessKind::Claim => Context::Property,
            ProcessKind::Function => not_flat(),
        };
        let guard = match edge.guard {
            Guard::Else => GuardCode::Else,
            Guard::When(condition) => {
                let code = self.expr(context, condition)?;
                match self.model.codes[code as usize] {
                    Code::Const(value) if value != 0 => GuardCode::Always,
                    _ => GuardCode::When(code),
                }
            }
        };
        let mut actions = Vec::new();
        for action in &edge.actions {
            actions.extend(self.action(action)?);
        }
        let first = match *edge.actions.first().map_or(&[][..], std::slice::from_ref) {
            [Action::Send { overflow, .. }] => match actions.first() {
                Some(&ActionCode::Send { channel, message, .. }) => {
                    First::Send { channel, message, overflow }
                }
                _ => unreachable!("a send should be compiled to a send"),
            },
            _ => match actions.first() {
                Some(&ActionCode::Receive { channel, patterns, scan, .. }) => {
                    First::Receive { channel, patterns, scan }
                }
                Some(ActionCode::Exit) => First::Exit,
                _ => First::Free,
            },
        };
        if let (Some(Action::Exit), [_, others @ ..]) = (edge.actions.first(), &*edge.actions)
            && !others.is_empty()
        {
            // What does not ask about processes may as well happen before the end.
            if !others.iter().all(|it| self.ignores_processes(it)) {
                let what = "actions after the end of a process".into();
                return Err(Reason::Unsupported { what, span: Some(edge.span) });
            }
            actions.rotate_left(1);
        }
        let start = self.model.actions.len();
        self.model.actions.append(&mut actions);
        Ok(EdgeCode {
            guard,
            first,
            tier: edge.tier,
            actions: Slice::since(start, &self.model.actions),
            to: number(edge.to),
            atomic: edge.atomic,
            violates: edge.violates.as_ref().map(|it| it.then),
        })
    }

    /// Whether an action stores a number, or the index of its own process, to a global variable.
    fn ignores_processes(&self, action: &Action) -> bool {
        let Action::Assign { place, value } = action else { return false };
        let plain = matches!(self.program.exprs[*value], Expr::SelfPid | Expr::Const { .. });
        let global = match self.program.places[*place] {
            Place::Var(var) => self.program.vars[var].scope == Scope::Global,
            Place::Index(..) | Place::Field(..) | Place::Remote { .. } => false,
            Place::Deref { .. } => not_flat(),
        };
        plain && global
    }

    fn action(&mut self, action: &Action) -> Result<Option<ActionCode>, Reason> {
        let process = Context::Process;
        Ok(Some(match action {
            Action::Assign { place, value } => {
                self.operand(process, *value)?;
                let place = self.place(process, *place)?;
                ActionCode::Assign { place, value: self.expr(process, *value)? }
            }
            Action::Send { channel, message, order, overflow: _ } => ActionCode::Send {
                channel: self.expr(process, *channel)?,
                message: self.operands(message)?,
                order: *order,
            },
            Action::Receive { channel, patterns, scan, removal } => ActionCode::Receive {
                channel: self.expr(process, *channel)?,
                patterns: self.patterns(process, patterns)?,
                scan: *scan,
                removal: *removal,
            },
            Action::Spawn { process: id, args, result, priority } => ActionCode::Spawn {
                process: number(*id),
                args: self.operands(args)?,
                result: result.map(|place| self.place(process, place)).transpose()?,
                priority: self.expr(process, *priority)?,
            },
            Action::Exit => ActionCode::Exit,
            Action::SetPriority { process: index, value } => ActionCode::SetPriority {
                process: self.expr(process, *index)?,
                value: self.expr(process, *value)?,
            },
            Action::Print { .. } => return Ok(None),
            Action::Havoc { .. }
            | Action::Allocate { .. }
            | Action::Release { .. }
            | Action::Copy { .. }
            | Action::Fill { .. }
            | Action::Call { .. }
            | Action::Return { .. } => not_flat(),
        }))
    }

    fn processes(&mut self) -> Result<(), Reason> {
        let program = self.program;
        let globals = program.vars.ids().filter(|&it| program.vars[it].scope == Scope::Global);
        for var in globals.collect::<Vec<_>>() {
            let codes = self.initialisers(Context::Property, var)?;
            self.model.initial_globals.extend(codes);
        }
        for (id, process) in program.procs.iter() {
            let (params, others) =
                process.locals.split_at(process.params.min(process.locals.len()));
            let provided =
                process.provided.map(|it| self.expr(Context::Process, it)).transpose()?;
            let mut code = ProcessCode {
                entry: number(process.entry),
                provided,
                params: Vec::new(),
                initial: Vec::new(),
                own_channels: self.own_channels(others)?,
            };
            if process.kind == ProcessKind::Ordinary {
                for &param in params {
                    code.params.push(self.parameter(param)?);
                }
                for &var in others {
                    code.initial.extend(self.initialisers(Context::Process, var)?);
                }
                for _ in 0..process.active {
                    self.model.active.push((number(id), process.priority));
                }
            }
            self.model.processes.push(code);
        }
        Ok(())
    }

    /// A whole variable as a place: the argument is stored there. `None` for what is not scalar.
    fn parameter(&mut self, var: VarId) -> Result<Option<Parameter>, Reason> {
        let (program, position) = (self.program, self.positions[var.index()]);
        if program.shape(program.vars[var].ty).is_none() {
            return Ok(None);
        }
        let wrap = layout::scalar(program, program.vars[var].ty)?;
        let position = position.expect("a local variable should have a position");
        Ok(Some(Parameter { position, wrap }))
    }

    fn initialisers(&mut self, context: Context, var: VarId) -> Result<Vec<InitialCode>, Reason> {
        let mut codes = Vec::new();
        for initialiser in &self.program.vars[var].init {
            let place = self.place(context, initialiser.place)?;
            codes.push(match initialiser.value {
                Initially::Value(expr) => {
                    InitialCode::Value(place, self.operand(context, expr)?.code)
                }
                Initially::Channel(_) => InitialCode::Channel(place),
            });
        }
        Ok(codes)
    }
}
