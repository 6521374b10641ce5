//! Embedded C: blocks as parts of steps, expressions as conditions.
//!
//! A `c_code` is one step, as a `d_step` is: an edge to an indivisible location, the translated code, an edge to where the statement leads.
//! A `c_expr` is an expression whose faults are checks like those of Promela's own.

use tribunal_base::Span;
use tribunal_ir::splice::{Nature, Splice, Spliced};
use tribunal_ir::{Control, ExprId, Guard, Location, Marks, ProcId, ProcessKind, Program};

use super::Lowering;
use super::emit::Route;
use super::fault::{Check, Checked};
use crate::ast::{CCode, CCodeKind, CState};
use crate::embedded::{CBlock, CFunction, Context, Embedded};

/// The C of the model, translated.
pub(crate) struct C<'a> {
    guest: &'a Program,
    splice: Splice<'a>,
    blocks: &'a [CBlock],
    functions: &'a [CFunction],
}

impl<'a> C<'a> {
    /// `guest` starts with the declarations of `model`; its functions are those of the blocks of `embedded`.
    pub(crate) fn new(
        guest: &'a Program,
        model: &Program,
        embedded: &'a Embedded,
        functions: &'a [CFunction],
    ) -> Self {
        let splice = Splice::new(guest, model);
        Self { guest, splice, blocks: &embedded.blocks, functions }
    }

    fn function(&self, code: &CCode) -> Option<CFunction> {
        let position = self.blocks.iter().position(|it| it.code == *code)?;
        self.functions.get(position).copied()
    }
}

/// What an expression is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Truth,
    Number,
}

impl Lowering<'_> {
    pub(super) fn global_c(&mut self, code: &CCode) {
        self.meet(code, Context::Global);
    }

    pub(super) fn c_state(&mut self, state: &CState) {
        self.embedded.states.push(state.clone());
        if self.c.is_none() {
            self.unsupported("embedded C data", state.span);
        }
    }

    /// Takes note of a block, and tells what has become of it.
    fn meet(&mut self, code: &CCode, context: Context) -> Option<CFunction> {
        if let Some(c) = &self.c {
            return c.function(code);
        }
        let block = CBlock { code: code.clone(), context };
        if !self.embedded.blocks.contains(&block) {
            self.embedded.blocks.push(block);
        }
        self.unsupported("embedded C", code.span);
        None
    }

    /// The function of a `c_code` statement.
    pub(super) fn c_statement(&mut self, code: &CCode) -> Option<ProcId> {
        let context = match code.kind {
            CCodeKind::Declaration => Context::Global,
            CCodeKind::Code | CCodeKind::Expression => Context::Process,
        };
        let CFunction::Statement(function) = self.meet(code, context)? else { return None };
        let in_claim = self.process.map(|it| self.program.procs[it].kind);
        if in_claim == Some(ProcessKind::Claim) {
            self.unsupported("`c_code` in a never claim", code.span);
            return None;
        }
        Some(function)
    }

    /// The value of a `c_expr`.
    pub(super) fn c_expression(&mut self, code: &CCode, wanted: Wanted) -> ExprId {
        let nothing = match wanted {
            Wanted::Truth => self.truth(false),
            Wanted::Number => self.program.int(0),
        };
        let Some(CFunction::Expression { truth, number }) = self.meet(code, Context::Process)
        else {
            return nothing;
        };
        let function = if wanted == Wanted::Truth { truth } else { number };
        let Some(mut c) = self.c.take() else { return nothing };
        let owner = self.process.filter(|it| self.program.procs[*it].kind == ProcessKind::Ordinary);
        let value = c.splice.condition(&mut self.program, function, owner, nothing);
        self.c = Some(c);
        match value {
            Ok(value) => {
                let failures = value
                    .failures
                    .into_iter()
                    .map(|it| Check { under: self.under, what: Checked::C(it) });
                self.checks.extend(failures);
                value.value
            }
            Err(obstacle) => {
                let span = obstacle.span.unwrap_or(code.span);
                match obstacle.nature {
                    Nature::Unsupported => self.unsupported(&obstacle.what, span),
                    Nature::Effect => self.error_with_help(
                        "effect-in-condition",
                        span,
                        "a `c_expr` must not change anything",
                        "change the state in a `c_code`",
                    ),
                }
                nothing
            }
        }
    }

    /// Where faults are not looked for, C must have none.
    pub(super) fn forbid_c_faults(&mut self, place: &str, span: Span) {
        if self.checks.iter().any(|it| matches!(it.what, Checked::C(_))) {
            self.unsupported(&format!("C that can go wrong in {place}"), span);
        }
    }

    /// The step of a `c_code`.
    pub(super) fn c_edges(&mut self, function: ProcId, guard: Guard, route: Route, span: Span) {
        let Some(mut c) = self.c.take() else { return };
        let process = self.program.locs[route.from].process;
        let start = self.program.locs.push(Location {
            process,
            out: Vec::new(),
            control: Control::Indivisible,
            marks: Marks::default(),
            span,
        });
        self.edge(Route { to: start, atomic: false, ..route }, guard, Vec::new(), None, span);
        let Spliced { end, reset } = c.splice.statement(&mut self.program, function, start);
        let truth = self.truth(true);
        let route = Route { from: end, tier: 0, ..route };
        self.edge(route, Guard::When(truth), reset, None, span);
        self.c = Some(c);
    }

    /// What the translation of C takes for granted, the model does too.
    pub(super) fn c_assumptions(&mut self) {
        let Some(c) = &self.c else { return };
        self.program.assumptions.extend(c.guest.assumptions.iter().cloned());
        self.program.undefined.extend(c.guest.undefined.iter().cloned());
    }
}
