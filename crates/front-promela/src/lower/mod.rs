//! From syntax tree to program: names, types, control flow, properties.
//!
//! Reading order: [`declare`] (variables and types), [`expr`] (expressions and what can go wrong in them),
//! [`command`] (one statement), [`skeleton`] (statements joined as Spin joins them), [`control`] (which of the joints
//! are control states, and which statements leave them), [`emit`] (locations and edges), [`dstep`] (indivisible
//! sequences), [`formula`] (temporal properties), [`event`] (`trace` and `notrace`), [`c`] (embedded C).
//!
//! Two passes: the first walks the text once, top to bottom, and makes a [`skeleton::Skeleton`] of each process; the
//! second makes locations and edges, when all assignments to channel variables are known.

mod c;
mod command;
mod control;
mod declare;
mod dstep;
mod emit;
mod event;
mod expr;
mod fault;
mod formula;
mod names;
mod place;
mod skeleton;
mod walk;

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_base::{Diagnostic, Severity, Sources, Span};
use tribunal_ir::{
    Control, EnumId, Expr, ExprId, IntShape, LabelId, LocId, Overflow, ProcId, Process,
    ProcessKind, Program, PropId, PropertyKind, RecordId, Scheduling, Ty, TyId, Unsupported, VarId,
};

use crate::ast::{self, Item};
use crate::{Dialect, Options, Parsed};

use crate::embedded::Embedded;

pub(crate) use c::C;
use event::EventMonitor;
use fault::Fault;
use names::Scopes;
use skeleton::Skeleton;

/// A model that was lowered.
pub(crate) struct Lowered {
    /// The program, unless there was an error.
    pub(crate) program: Option<Program>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The C in it, if it was not known.
    pub(crate) embedded: Embedded,
}

/// Lowers a model, with the C in it if that is known.
pub(crate) fn lower(
    parsed: &Parsed,
    sources: Sources,
    options: &Options,
    formulas: &[(String, ast::Ltl)],
    c: Option<C<'_>>,
) -> Lowered {
    let mut lowering = Lowering::new(sources, options);
    lowering.remote_labels = parsed.remote_labels().clone();
    lowering.c = c;
    lowering.model(&parsed.model, formulas);
    let failed = lowering.diagnostics.iter().any(|it| it.severity == Severity::Error);
    let Lowering { program, diagnostics, embedded, .. } = lowering;
    Lowered { program: (!failed).then_some(program), diagnostics, embedded }
}

/// What is known while a model is lowered.
struct Lowering<'a> {
    program: Program,
    diagnostics: Vec<Diagnostic>,
    options: &'a Options,
    scopes: Scopes,
    /// The process being lowered; none in global text.
    process: Option<ProcId>,
    proctypes: FxHashMap<String, Proctype>,
    records: FxHashMap<String, RecordId>,
    field_defaults: FxHashMap<RecordId, declare::FieldDefaults>,
    /// By subtype; the plain `mtype` has the empty name.
    mtypes: FxHashMap<String, EnumId>,
    mtype_constants: FxHashMap<String, (EnumId, i128)>,
    /// Labels that expressions mention, to be filled when locations exist.
    labels: FxHashMap<(ProcId, String), LabelId>,
    properties: FxHashMap<Fault, PropId>,
    /// Channel variables that get a value other than their first.
    assigned_channels: FxHashSet<VarId>,
    /// Processes that promise to be deterministic.
    deterministic: FxHashSet<ProcId>,
    /// Labels that the model mentions from outside, whatever their process.
    remote_labels: BTreeSet<String>,
    /// Mentions of labels, to be checked when all are known.
    label_uses: Vec<(ProcId, ast::Ident)>,
    /// What is run with how many arguments, to be checked when all parameters are known.
    runs: Vec<(ProcId, usize, Span)>,
    /// What can go wrong in the statement being lowered, in order of evaluation.
    checks: Vec<fault::Check>,
    /// The `run`s inside the expression being lowered.
    spawns: Vec<tribunal_ir::Action>,
    /// When the expression being lowered is evaluated at all.
    under: Option<ExprId>,
    /// Where expressions of claims have no meaning.
    claim_faults: Vec<(ProcId, ExprId)>,
    last: Option<VarId>,
    has_claim: bool,
    monitor: Option<EventMonitor>,
    /// Whether the statements being read are those of a trace.
    reading_trace: bool,
    /// The C that was met.
    embedded: Embedded,
    /// The C translated, if it is.
    c: Option<C<'a>>,
    tys: Types,
}

/// What a `run` or a remote reference must know of a proctype.
#[derive(Clone)]
struct Proctype {
    id: ProcId,
    kind: ProcessKind,
}

/// Types used everywhere.
#[derive(Clone, Copy)]
struct Types {
    int: TyId,
    byte: TyId,
    channel: TyId,
}

impl<'a> Lowering<'a> {
    fn new(sources: Sources, options: &'a Options) -> Self {
        let mut program = Program { sources, ..Program::default() };
        let tys = Types {
            int: program.int_ty(IntShape::I32),
            byte: program.int_ty(IntShape::U8),
            channel: program.ty(Ty::Channel),
        };
        Self {
            program,
            diagnostics: Vec::new(),
            options,
            scopes: Scopes::default(),
            process: None,
            proctypes: FxHashMap::default(),
            records: FxHashMap::default(),
            field_defaults: FxHashMap::default(),
            mtypes: FxHashMap::default(),
            mtype_constants: FxHashMap::default(),
            labels: FxHashMap::default(),
            properties: FxHashMap::default(),
            assigned_channels: FxHashSet::default(),
            deterministic: FxHashSet::default(),
            remote_labels: BTreeSet::new(),
            label_uses: Vec::new(),
            runs: Vec::new(),
            checks: Vec::new(),
            spawns: Vec::new(),
            under: None,
            claim_faults: Vec::new(),
            last: None,
            has_claim: false,
            monitor: None,
            reading_trace: false,
            embedded: Embedded::default(),
            c: None,
            tys,
        }
    }

    fn model(&mut self, model: &ast::Model, formulas: &[(String, ast::Ltl)]) {
        self.has_claim = !formulas.is_empty()
            || model.items.iter().any(|it| matches!(it, Item::Never(_) | Item::Ltl(_)));
        self.end_state_property();
        self.announce(model);

        let mut skeletons = Vec::new();
        for item in &model.items {
            match item {
                Item::Declaration(declaration) => self.global(declaration),
                Item::Mtype(declaration) => self.mtype(declaration),
                Item::Typedef(typedef) => self.typedef(typedef),
                Item::Proctype(proctype) => skeletons.push(self.proctype(proctype)),
                Item::Init(init) => skeletons.push(self.init(init)),
                Item::Never(never) => skeletons.push(self.never(never)),
                Item::Trace(trace) => self.trace(trace),
                Item::Ltl(_) | Item::Inline(_) => {}
                Item::CCode(code) => self.global_c(code),
                Item::CState(state) => self.c_state(state),
            }
        }
        self.check_runs();
        if !self.program.procs.values().any(|it| 0 < it.active) {
            let file = tribunal_base::FileId(0);
            self.diagnostics.push(
                Diagnostic::error("no-process", Span::new(file, 0, 0), "no process can run")
                    .help("add `init { .. }` or make a proctype `active`"),
            );
        }
        if self.failed() {
            return;
        }
        let locations: Vec<_> = skeletons.iter().map(|it| self.emit(it)).collect();
        self.track_last();
        self.cycle_properties();
        self.claim_definedness();
        self.formulas(model, formulas);
        for (skeleton, locations) in skeletons.iter().zip(&locations) {
            self.fill_labels(skeleton, locations);
        }
        self.c_assumptions();
    }

    /// Makes every proctype known before any body is read: `run` may come first.
    fn announce(&mut self, model: &ast::Model) {
        for item in &model.items {
            match item {
                Item::Proctype(it) => {
                    let id = self.new_process(&it.name.name, ProcessKind::Ordinary, it.span);
                    let known = Proctype { id, kind: ProcessKind::Ordinary };
                    if self.proctypes.insert(it.name.name.clone(), known).is_some() {
                        self.error(
                            "redeclared",
                            it.name.span,
                            format!("proctype `{}` is declared twice", it.name.name),
                        );
                    }
                    if it.priority.is_some() {
                        self.program.scheduling = Scheduling::Priority;
                    }
                }
                Item::Init(it) => {
                    let id = self.new_process("init", ProcessKind::Ordinary, it.span);
                    let known = Proctype { id, kind: ProcessKind::Ordinary };
                    if self.proctypes.insert("init".to_owned(), known).is_some() {
                        self.error("redeclared", it.span, "there are two `init` processes");
                    }
                    if it.priority.is_some() {
                        self.program.scheduling = Scheduling::Priority;
                    }
                }
                Item::Never(it) => {
                    let name = it.name.as_ref().map_or("never", |it| &it.name).to_owned();
                    let id = self.new_process(&name, ProcessKind::Claim, it.span);
                    let known = Proctype { id, kind: ProcessKind::Claim };
                    if self.proctypes.insert(format!("never {name}"), known).is_some() {
                        self.error(
                            "redeclared",
                            it.span,
                            format!("claim `{name}` is declared twice"),
                        );
                    }
                }
                _ => {}
            }
        }
    }

    fn check_runs(&mut self) {
        for (process, given, span) in std::mem::take(&mut self.runs) {
            let Process { name, params, .. } = &self.program.procs[process];
            if given != *params {
                let message = format!("`{name}` takes {params} arguments, not {given}");
                self.error("wrong-arguments", span, message);
            }
        }
    }

    fn new_process(&mut self, name: &str, kind: ProcessKind, span: Span) -> ProcId {
        self.program.procs.push(Process {
            name: name.to_owned(),
            kind,
            params: 0,
            locals: Vec::new(),
            entry: tribunal_base::Id::from_index(0),
            active: 0,
            priority: 1,
            provided: None,
            span,
        })
    }

    /// Resets the `_last` variable on every step of an ordinary process, if anybody reads it.
    fn track_last(&mut self) {
        let Some(last) = self.last else { return };
        let place = self.program.place(tribunal_ir::Place::Var(last));
        let value = self.program.expr(Expr::SelfPid);
        let ordinary: Vec<LocId> = self
            .program
            .locs
            .iter()
            .filter(|(_, loc)| self.program.procs[loc.process].kind == ProcessKind::Ordinary)
            // Inside a step it is known already.
            .filter(|(_, loc)| loc.control == Control::Free)
            .map(|(id, _)| id)
            .collect();
        for loc in ordinary {
            for edge in self.program.locs[loc].out.clone() {
                self.program.edges[edge].actions.push(tribunal_ir::Action::Assign { place, value });
            }
        }
    }

    fn end_state_property(&mut self) {
        self.program.props.push(tribunal_ir::Property {
            name: "end-states".to_owned(),
            kind: PropertyKind::EndStates,
            span: None,
        });
    }

    fn cycle_properties(&mut self) {
        let accepting = self.program.locs.values().any(|loc| {
            loc.marks.accept && self.program.procs[loc.process].kind == ProcessKind::Ordinary
        });
        let mut add = |name: &str, kind| {
            self.program.props.push(tribunal_ir::Property {
                name: name.to_owned(),
                kind,
                span: None,
            });
        };
        if accepting {
            add("acceptance", PropertyKind::NoAcceptanceCycle);
        }
        add("non-progress", PropertyKind::NoNonProgressCycle);
    }

    /// Gives the labels that expressions mention their locations. A label where control never rests has none.
    fn fill_labels(
        &mut self,
        skeleton: &Skeleton,
        locations: &FxHashMap<skeleton::ElementId, LocId>,
    ) {
        let uses = self.label_uses.iter().filter(|(process, _)| *process == skeleton.process);
        for (_, label) in uses.cloned().collect::<Vec<_>>() {
            if !skeleton.labels.iter().any(|it| it.name == label.name) {
                self.error("unknown-label", label.span, format!("unknown label `{}`", label.name));
            }
        }
        for label in &skeleton.labels {
            let key = (skeleton.process, label.name.clone());
            if let (Some(&id), Some(&loc)) = (self.labels.get(&key), locations.get(&label.element))
            {
                self.program.labels[id].locs.push(loc);
            }
        }
    }

    fn overflow(&self) -> Overflow {
        self.options.overflow
    }

    fn spin_compatible(&self) -> bool {
        self.options.dialect == Dialect::SpinCompatible
    }

    fn failed(&self) -> bool {
        self.diagnostics.iter().any(|it| it.severity == Severity::Error)
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(code, span, message));
    }

    fn error_with_help(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: &str,
    ) {
        self.diagnostics.push(Diagnostic::error(code, span, message).help(help));
    }

    fn unsupported(&mut self, what: &str, span: Span) {
        self.program.unsupported.push(Unsupported { what: what.to_owned(), span });
    }

    fn truth(&mut self, value: bool) -> ExprId {
        self.program.truth(value)
    }
}
