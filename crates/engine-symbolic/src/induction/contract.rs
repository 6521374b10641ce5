//! Recursion without a bound: contracts.
//!
//! Hoare, Procedures and parameters: an axiomatic approach, 1971: to prove something of a recursive function, its calls inside of
//! its own body may be supposed to do what is to be proved. A contract of a function is what its arguments and the global variables satisfy whenever it is called,
//! and what they and the result satisfy whenever it returns. Candidates for both are found by `clauses` and filtered by `houdini`, as for loops.
//!
//! A call of such a function is not followed:
//!
//! - That the contract's first part holds is to be checked.
//! - All that the functions may change becomes arbitrary, as does the result, as far as the contract's second part allows.
//! - If the call is not made by such a function itself, not even indirectly, the body of each function that it can lead to is followed, too, from any state in
//!   which it could be called: what the functions change is arbitrary, as are arguments, as far as the contract's first part allows. Where it
//!   returns, the second part is to be checked, and the path ends.
//!
//! Law: consider a run up to its first violation, and in it the calls and returns of these functions in the order of time. Each call satisfies the first part of
//! the contract and each return the second: the steps since the call around it, or since the start of the program, are among those that were followed, since
//! everything that came back in between did what was supposed, by induction. So violations, too, are found where they are. Nothing is said of calls
//! that do not return: for safety that is not needed (partial correctness).
//!
//! What the functions change is found by trying, as for loops (`induction`): where one returns, or calls one, what differs from the state in which it
//! was called is made arbitrary. An argument that is handed on as it is keeps its value. What a function makes, it may keep while it calls others if it is a local
//! variable that they cannot know of; a result that is a pointer, or memory that stays, makes the attempt fail.

use crate::induction::changes::Changes;
use crate::induction::relation::{Valuation, number_shape};
use crate::machine::Machine;
use crate::state::pages::Pages;
use crate::state::value::Value;
use crate::state::{Call, Frame};
use std::collections::BTreeSet;
use tribunal_base::Id;
use tribunal_ir::cfg::CallGraph;
use tribunal_ir::{Action, IntShape, ProcId, Program, Scope, Ty, VarId};

/// The functions that are treated so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Contracts {
    /// The functions.
    pub(crate) functions: BTreeSet<ProcId>,
    /// What they change.
    pub(crate) changes: Changes,
    /// Parameters that are not always handed on as they are.
    pub(crate) changing: BTreeSet<VarId>,
}

/// What the result of a function is called in relations: variables beyond those of the program.
pub(crate) fn result(program: &Program) -> VarId {
    VarId::from_index(program.vars.len())
}

/// What a variable is called as it was earlier: at a return, a global variable when the function was called; at a call, any when the function was called
/// from outside.
pub(crate) fn earlier(program: &Program, var: VarId) -> VarId {
    VarId::from_index(program.vars.len() + 1 + var.index())
}

/// What relations speak of.
enum Meaning {
    Result,
    Earlier(VarId),
    Now(VarId),
}

fn meaning(program: &Program, var: VarId) -> Meaning {
    match var.index().checked_sub(program.vars.len()) {
        None => Meaning::Now(var),
        Some(0) => Meaning::Result,
        Some(after) => Meaning::Earlier(VarId::from_index(after - 1)),
    }
}

impl Call {
    pub(crate) fn value(&self, machine: &Machine<'_>, var: VarId) -> Option<Value> {
        let slot = machine.layout.slot(var);
        match machine.program.vars[var].scope {
            Scope::Global => self.globals.get(slot).copied(),
            Scope::Local(process) if process == self.function => self.locals.get(slot).copied(),
            Scope::Local(_) => None,
        }
    }
}

/// A call, and the call from outside that has led to it.
pub(crate) struct Called<'c> {
    pub(crate) call: &'c Call,
    pub(crate) outer: &'c Call,
}

impl Valuation for Called<'_> {
    fn value(&self, machine: &Machine<'_>, var: VarId) -> Option<Value> {
        match meaning(machine.program, var) {
            Meaning::Result => None,
            Meaning::Earlier(var) => self.outer.value(machine, var),
            Meaning::Now(var) => self.call.value(machine, var),
        }
    }

    fn shape(&self, machine: &Machine<'_>, var: VarId) -> Option<IntShape> {
        match meaning(machine.program, var) {
            Meaning::Result => None,
            Meaning::Earlier(var) | Meaning::Now(var) => number_shape(machine.program, var),
        }
    }
}

/// A call and what has come of it.
pub(crate) struct Returned<'c> {
    pub(crate) call: &'c Call,
    pub(crate) globals: &'c Pages<Value>,
    pub(crate) result: Option<(Ty, Value)>,
}

impl Valuation for Returned<'_> {
    fn value(&self, machine: &Machine<'_>, var: VarId) -> Option<Value> {
        match meaning(machine.program, var) {
            Meaning::Result => self.result.map(|it| it.1),
            Meaning::Earlier(var) => self.call.value(machine, var),
            Meaning::Now(var) => match machine.program.vars[var].scope {
                Scope::Global => self.globals.get(machine.layout.slot(var)).copied(),
                Scope::Local(_) => self.call.value(machine, var),
            },
        }
    }

    fn shape(&self, machine: &Machine<'_>, var: VarId) -> Option<IntShape> {
        match meaning(machine.program, var) {
            Meaning::Result => result_shape(machine.program, self.result?.0),
            Meaning::Earlier(var) | Meaning::Now(var) => number_shape(machine.program, var),
        }
    }
}

/// The shape of results that are numbers.
pub(crate) fn result_shape(program: &Program, ty: Ty) -> Option<IntShape> {
    match ty {
        Ty::Bool | Ty::Int(_) => program.shape_of_ty(ty),
        _ => None,
    }
}

/// The recursive functions among those that have started.
pub(crate) fn recursive(program: &Program, frames: &[Frame]) -> BTreeSet<ProcId> {
    let calls = CallGraph::of(program);
    frames.iter().map(|it| it.process).filter(|it| calls.is_recursive(*it)).collect()
}

/// The type of what a function returns: `Err` if there are several, or it is none that can be made arbitrary.
pub(crate) fn result_type(machine: &Machine<'_>, function: ProcId) -> Result<Option<Ty>, ()> {
    let program = machine.program;
    let mut found = None;
    for edge in program.edges.values().filter(|it| program.locs[it.from].process == function) {
        for action in &edge.actions {
            let Action::Return { value: Some(value) } = action else { continue };
            let ty = machine.ty_of(*value);
            if ty == Ty::Pointer || found.is_some_and(|it| it != ty) {
                return Err(());
            }
            found = Some(ty);
        }
    }
    Ok(found)
}

impl Call {
    /// Whether an argument is the same in two calls of a function.
    pub(crate) fn is_alike(&self, machine: &Machine<'_>, other: &Self, param: VarId) -> bool {
        slots(machine, param).all(|it| self.locals.get(it) == other.locals.get(it))
    }
}

/// The scalars of a variable.
pub(crate) fn slots(machine: &Machine<'_>, var: VarId) -> std::ops::Range<usize> {
    let start = machine.layout.slot(var);
    start..start + machine.layout.count(machine.program.vars[var].ty)
}
