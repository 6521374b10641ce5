//! Contracts of functions (CBMC), as Meyer introduced them (*Applying "Design by Contract"*, 1992): the entry is checked against its own, and calls may be
//! replaced by those of others. A process stands for each of the two.

use tribunal_base::Span;
use tribunal_ir::{Action, AssumptionKind, ExprId, Place, ProcId, ProcessKind, Storage, Ty, VarId};

use super::check::Check;
use super::types::Class;
use super::{Build, Home, Lowering, new_process};
use crate::ast::Quantifier;
use crate::hir::{self, Contract, FunctionId};

/// What is said of a condition that does not hold.
const BROKEN: &str = "a contract is broken";

/// What becomes of a condition of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stance {
    Assume,
    Check,
}

impl Lowering<'_> {
    /// The entry, called as its contract requires, does what it ensures.
    pub(super) fn run_by_contract(&mut self, entry: FunctionId) {
        let span = self.unit.functions[entry].span;
        let Some(process) = self.checked(entry) else {
            return self.unsupported("a contract of such a function", span);
        };
        let (mut args, mut pointers) = (Vec::new(), Vec::new());
        for local in self.program.procs[process].locals.clone() {
            if args.len() == self.program.procs[process].params {
                break;
            }
            let (name, ty) = (self.program.vars[local].name.clone(), self.program.vars[local].ty);
            if self.program.tys[ty] == Ty::Pointer {
                let pointer = self.some_pointer(&name, &pointers, span);
                pointers.push(pointer);
                args.push(pointer);
                continue;
            }
            let anything = self.local(&name, ty, span);
            self.havoc(anything);
            args.push(self.load_var(anything));
        }
        self.settle();
        self.act(Action::Call { process, args, result: None });
        self.settle();
        let name = &self.unit.functions[entry].name;
        let what = format!("`{name}` is called as its contract requires");
        self.assume_that(AssumptionKind::Environment, what, span);
        let what = format!(
            "pointers handed to `{name}`, and static ones, are null, what the contract makes them, or point to nothing"
        );
        self.assume_that(AssumptionKind::Environment, what, span);
    }

    /// A pointer that is null, one of some others, or points to an object that is gone.
    pub(super) fn some_pointer(&mut self, name: &str, others: &[ExprId], span: Span) -> ExprId {
        let (truth, pointer) = (self.program.ty(Ty::Bool), self.pointer_ty());
        let object = self.site("nothing", Storage::Automatic, span);
        let address = self.local(name, pointer, span);
        let place = self.program.place(Place::Var(address));
        let size = self.bytes(1);
        self.act(Action::Allocate { object, size, place });
        self.settle();
        let gone = self.load_var(address);
        self.act(Action::Release { pointer: gone });
        let mut value = gone;
        let null = self.null();
        for other in others.iter().copied().chain([null]) {
            let is_that = self.input(&format!("{name} is another"), truth, span);
            self.havoc(is_that);
            self.settle();
            let is_that = self.load_var(is_that);
            value = self.ite(is_that, other, value);
        }
        self.keep(value)
    }

    /// A process with the parameters of a contract, translated by `body`.
    fn of_contract(
        &mut self,
        name: &str,
        contract: &Contract,
        body: impl FnOnce(&mut Self, Vec<VarId>),
    ) -> Option<ProcId> {
        let is_scalar = |it: &hir::VarId| {
            matches!(self.class(self.unit.variables[*it].ty.id), Class::Scalar(_))
        };
        if !contract.parameters.iter().chain(&contract.result).all(is_scalar)
            || self.threads.is_some()
        {
            return None;
        }
        let process = new_process(&mut self.program, name, ProcessKind::Function, contract.span);
        let around = std::mem::replace(&mut self.build, Build::of(&mut self.program, process));
        let stance = self.stance.take();
        let mut params = Vec::new();
        for parameter in &contract.parameters {
            let variable = &self.unit.variables[*parameter];
            let (name, ty, span) = (variable.name.clone(), variable.ty.id, variable.span);
            let scalar = self.scalar(ty);
            params.push(self.local(&name, scalar, span));
        }
        self.program.procs[process].params = params.len();
        for (variable, param) in contract.parameters.iter().zip(&params) {
            self.receive(*variable, *param);
        }
        body(self, params);
        self.stance = stance;
        self.build = around;
        Some(process)
    }

    /// The process that calls a function and checks what it does.
    fn checked(&mut self, function: FunctionId) -> Option<ProcId> {
        let contract = self.unit.functions[function].contract.clone()?;
        let name = format!("contract of {}", self.unit.functions[function].name);
        self.of_contract(&name, &contract, |it, params| {
            let made = it.room_for_made(&contract);
            it.note_made(&made);
            it.forget_statics(&contract);
            it.assume_conditions(&contract.requires);
            it.keep_olds(&contract);
            it.start_frame(&contract, made);
            let args: Vec<ExprId> = params.into_iter().map(|param| it.load_var(param)).collect();
            let process = it.process_of(function);
            let result = contract.result.map(|result| it.register(result));
            let place = result.flatten().map(Place::Var);
            let place = place.map(|place| it.program.place(place));
            it.act(Action::Call { process, args, result: place });
            it.settle();
            it.activate_frame(false);
            it.check_conditions(&contract.ensures, Check::Assertion, BROKEN);
            it.return_with(None);
        })
    }

    /// The process that stands for a function whose calls are replaced.
    pub(super) fn replacement(&mut self, function: FunctionId) -> Option<ProcId> {
        if self.choices.replaced.is_empty() {
            return None;
        }
        if let Some(process) = self.replaced.get(&function) {
            return Some(*process);
        }
        let name = self.unit.functions[function].name.clone();
        if !self.choices.replaced.contains(&name) {
            return None;
        }
        let contract = self.unit.functions[function].contract.clone()?;
        let what = format!("`{name}` does what its contract says");
        self.assume_that(AssumptionKind::Environment, what, contract.span);
        let process = self.of_contract(&name, &contract, |it, _| {
            let check = it.relied_upon();
            it.check_conditions(&contract.requires, check, BROKEN);
            it.keep_olds(&contract);
            it.forget(&contract);
            if let Some(result) = contract.result
                && let Some(var) = it.register(result)
            {
                it.havoc(var);
                it.settle();
            }
            it.assume_conditions(&contract.ensures);
            let value = contract.result.and_then(|result| it.register(result));
            let value = value.map(|var| it.load_var(var));
            it.return_with(value);
        })?;
        self.replaced.insert(function, process);
        Some(process)
    }

    /// A call of what stands for a function.
    pub(super) fn call_by_contract(
        &mut self,
        process: ProcId,
        function: FunctionId,
        arguments: &[hir::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let contract = self.unit.functions[function].contract.clone()?;
        let args = self.arguments(arguments);
        if args.len() != contract.parameters.len() {
            self.unsupported("such a call of what a contract stands for", span);
            return None;
        }
        let mut passed = Vec::new();
        for (value, parameter) in args.into_iter().zip(&contract.parameters) {
            let to = self.scalar(self.unit.variables[*parameter].ty.id);
            passed.push(self.cast(to, value));
        }
        let result = contract.result.map(|it| {
            let ty = self.scalar(self.unit.variables[it].ty.id);
            self.temporary(ty)
        });
        let place = result.map(|it| self.program.place(Place::Var(it)));
        self.act(Action::Call { process, args: passed, result: place });
        self.settle();
        result.map(|it| self.load_var(it))
    }

    /// The variable of the program in which a variable of a contract is kept.
    pub(super) fn register(&mut self, variable: hir::VarId) -> Option<VarId> {
        match self.home(variable) {
            Home::Register(var) => Some(var),
            Home::Static(_) | Home::Slot { .. } => {
                let span = self.unit.variables[variable].span;
                self.unsupported("the address of what a contract speaks of", span);
                None
            }
        }
    }

    pub(super) fn assume_conditions(&mut self, conditions: &[hir::ExprId]) {
        for condition in conditions {
            let holds = self.condition_of_contract(*condition, Stance::Assume, Check::Assertion);
            self.assume(holds);
        }
    }

    pub(super) fn check_conditions(
        &mut self,
        conditions: &[hir::ExprId],
        check: Check,
        message: &str,
    ) {
        for condition in conditions {
            let holds = self.condition_of_contract(*condition, Stance::Check, check);
            let fails = self.negated(holds);
            self.check(check, fails, message, self.unit.exprs[*condition].span);
            self.settle();
        }
    }

    /// How it is told that a contract is broken on which what comes after relies: also where nobody looks for assertions that fail.
    pub(super) fn relied_upon(&self) -> Check {
        match self.properties.contains_key(&Check::Assertion) {
            true => Check::Assertion,
            false => Check::Unsupported,
        }
    }

    fn condition_of_contract(
        &mut self,
        condition: hir::ExprId,
        stance: Stance,
        check: Check,
    ) -> ExprId {
        self.build.flow.span = self.unit.exprs[condition].span;
        self.stance = Some(stance);
        let by_choice = match stance {
            Stance::Assume => Quantifier::Some,
            Stance::Check => Quantifier::Every,
        };
        if stance == Stance::Assume || self.properties.contains_key(&check) {
            self.note_choices(condition, by_choice);
        }
        let holds = self.full_expression(|it| {
            let value = it.value(condition);
            it.keep(value)
        });
        self.stance = None;
        self.chosen.clear();
        holds
    }

    fn keep_olds(&mut self, contract: &Contract) {
        for (variable, value) in &contract.olds {
            if let Some(var) = self.register(*variable) {
                let value = self.value(*value);
                self.set(var, value);
            }
        }
        self.settle();
    }
}
