//! What is kept of a translation, so that conditions about the program can be translated after it.

use std::collections::{BTreeMap, BTreeSet};

use tribunal_base::{FileId, Id as _, Span};
use tribunal_ir::splice::{Obstacle, Splice};
use tribunal_ir::{
    Action, BinOp, Expr, ExprId, IntShape, Label, Matching, Place, ProcId, ProcessKind, Program,
    PropId, Scope, Ty, Var, VarId, auxiliary,
};

use super::nan::Bytes;
use super::output::Closing;
use super::temporary::Temporaries;
use super::{Build, Check, Choices, Home, Lowering, neighbour, reuse, sign};
use crate::hir::{self, FunctionId, Unit};

/// What is known when a program has been translated.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    properties: BTreeMap<Check, PropId>,
    functions: Vec<Option<ProcId>>,
    homes: Vec<Option<Home>>,
    returned_nothing: Option<VarId>,
    threads: Option<VarId>,
    imprecise: Option<VarId>,
    /// What is known of addresses that are kept as numbers.
    kept: Option<reuse::Kept>,
    /// The labels of the source.
    pub(crate) labels: Vec<Label>,
    /// The variables that tell what local ones hold.
    seen: BTreeMap<VarId, auxiliary::Auxiliary>,
}

impl Finished {
    /// Nothing was translated yet.
    pub(super) fn nothing(unit: &Unit, properties: BTreeMap<Check, PropId>) -> Self {
        Self {
            properties,
            functions: vec![None; unit.functions.len()],
            homes: vec![None; unit.variables.len()],
            returned_nothing: None,
            threads: None,
            imprecise: None,
            kept: None,
            labels: Vec::new(),
            seen: BTreeMap::new(),
        }
    }

    /// Whether a variable has no address.
    pub(crate) fn is_in_a_register(&self, variable: hir::VarId) -> bool {
        let home = self.homes.get(variable.index()).copied().flatten();
        matches!(home, Some(Home::Register(_)))
    }

    /// The variable of the program that holds one of the source, if that has no address and some run comes to it.
    pub(crate) fn register(&self, variable: hir::VarId) -> Option<VarId> {
        match self.homes.get(variable.index()).copied().flatten()? {
            Home::Register(var) => Some(var),
            Home::Static(_) | Home::Slot { .. } => None,
        }
    }

    /// The same, where one that no run comes to is a new one.
    pub(crate) fn variable(&self, program: &mut Program, variable: hir::VarId) -> VarId {
        match self.register(variable) {
            Some(var) => var,
            None => {
                let ty = program.int_ty(IntShape::I32);
                let (name, scope) = (String::new(), Scope::Global);
                let span = Span::new(FileId(0), 0, 0);
                let (init, matching) = (Vec::new(), Matching::Matched);
                program.vars.push(Var { name, ty, scope, init, matching, span })
            }
        }
    }

    /// A condition as an expression of the program. Arithmetic wraps. It is false where it has no value: where it goes wrong, or a local variable of a
    /// function has none.
    ///
    /// # Errors
    /// If it has effects, or is beyond what can be followed.
    pub(crate) fn condition(
        &mut self,
        (unit, choices): (&Unit, &Choices),
        program: &mut Program,
        condition: hir::ExprId,
        locals: &BTreeSet<hir::VarId>,
    ) -> Result<ExprId, Obstacle> {
        let mut own = self.clone();
        own.properties.remove(&Check::Overflow);
        // What the condition brings along is new.
        own.functions.resize(unit.functions.len(), None);
        own.homes.resize(unit.variables.len(), None);
        let mut are_set = program.truth(true);
        for local in locals {
            let Some(is_set) = self.see(program, &mut own.homes, *local) else {
                return Ok(program.truth(false));
            };
            let place = program.place(Place::Var(is_set));
            let is_set = program.expr(Expr::Load(place));
            are_set = program.expr(Expr::Binary(BinOp::And, are_set, is_set));
        }
        let (guest, function) = own.translated((unit, choices), program.clone(), condition);
        let nothing = program.truth(false);
        let value =
            Splice::about(&guest, program).condition(program, function, None, nothing)?.value;
        let value = match program.ty_of(value) {
            Some(Ty::Bool) => value,
            _ => {
                let to = program.ty(Ty::Bool);
                program.expr(Expr::Cast { to, arg: value })
            }
        };
        Ok(match locals.is_empty() {
            true => value,
            false => program.expr(Expr::Binary(BinOp::And, are_set, value)),
        })
    }

    /// Lets a local variable be seen from outside; tells what says whether it has a value. None if nothing ever gives it one.
    fn see(
        &mut self,
        program: &mut Program,
        homes: &mut [Option<Home>],
        local: hir::VarId,
    ) -> Option<VarId> {
        let home = self.homes.get(local.index()).copied().flatten()?;
        let (Home::Register(var) | Home::Slot { address: var, .. }) = home else { return None };
        let Scope::Local(function) = program.vars[var].scope else { return None };
        let seen = *self.seen.entry(var).or_insert_with(|| auxiliary::add(program, function, var));
        homes[local.index()] = Some(match home {
            Home::Slot { object, .. } => Home::Slot { address: seen.value, object },
            Home::Register(_) | Home::Static(_) => Home::Register(seen.value),
        });
        Some(seen.is_set)
    }

    /// A program with a function that returns the value of a condition.
    fn translated(
        self,
        (unit, choices): (&Unit, &Choices),
        mut program: Program,
        condition: hir::ExprId,
    ) -> (Program, ProcId) {
        let span = unit.exprs[condition].span;
        let build = Build::new_process(&mut program, "%condition", ProcessKind::Function, span);
        let function = build.process;
        let mut lowering = Lowering::going_on(unit, choices, program, self, build);
        let value = lowering.value(condition);
        lowering.act(Action::Return { value: Some(value) });
        lowering.end_run();
        while let Some(function) = lowering.queue.pop() {
            lowering.function(function);
        }
        (lowering.program, function)
    }
}

impl<'u> Lowering<'u> {
    /// A translation that goes on where another one ended.
    pub(super) fn going_on(
        unit: &'u Unit,
        choices: &'u Choices,
        program: Program,
        finished: Finished,
        build: Build,
    ) -> Self {
        Self {
            unit,
            choices,
            program,
            properties: finished.properties,
            functions: finished.functions,
            queue: Vec::<FunctionId>::new(),
            homes: finished.homes,
            effects: vec![None; unit.exprs.len()],
            suspects: vec![None; unit.functions.len()],
            returned_nothing: finished.returned_nothing,
            assumptions: BTreeSet::new(),
            moving: neighbour::moving_types(unit),
            signs: sign::calls_for_signs(unit),
            chosen: rustc_hash::FxHashSet::default(),
            stance: None,
            frame: None,
            replaced: std::collections::BTreeMap::new(),
            handed: None,
            fleeting: reuse::fleeting(unit),
            kept: finished.kept,
            temporaries: Temporaries::of(unit),
            closing: Closing::of(unit),
            bytes_seen: Bytes::of(unit),
            finish: None,
            threads: finished.threads,
            imprecise: finished.imprecise,
            far_jumps: None,
            label_addresses: BTreeMap::new(),
            addressed_labels: super::jump::addressed_labels(unit),
            labels: finished.labels,
            host: None,
            build,
        }
    }

    /// What the next one must know.
    pub(super) fn record(self) -> Finished {
        Finished {
            properties: self.properties,
            functions: self.functions,
            homes: self.homes,
            returned_nothing: self.returned_nothing,
            threads: self.threads,
            imprecise: self.imprecise,
            kept: self.kept,
            labels: self.labels,
            seen: BTreeMap::new(),
        }
    }
}
