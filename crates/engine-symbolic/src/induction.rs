//! Loops without a bound: k-induction.
//!
//! Sheeran, Singh & Stålmarck, Checking safety properties using induction and a SAT-solver, FMCAD
//! 2000; on loops of programs as in Gadelha, Ismail & Cordeiro, Handling loops in bounded model checking of C programs via
//! k-induction, STTT 2017.
//!
//! The program is executed once more. At a loop that is treated so, runs are told apart by a free choice:
//!
//! - *short* runs go through fewer than k iterations, exactly;
//! - *long* runs start from any state that the loop can be in: everything it changes is arbitrary. They go
//!   through k iterations in which no property is violated and which they do not leave, then through one more, in
//!   which and after which violations count.
//!
//! Law: every run up to its first violation is one of these. If it has n iterations when the loop is left or the violation
//! happens, it is short for n < k; otherwise it is long, and the state k iterations before the last is one that the loop
//! can be in. So if no violation is possible, the properties hold, all together.
//!
//! What a loop changes is found by trying: if an iteration from an arbitrary state ends in one that differs from it elsewhere, that
//! is made arbitrary too, and everything starts again. What cannot be made arbitrary (an object that a loop
//! leaves behind, a pointer to who knows where) makes the attempt fail.

pub(crate) mod calls;
pub(crate) mod candidate;
pub(crate) mod changes;
pub(crate) mod clauses;
pub(crate) mod contract;
pub(crate) mod equations;
pub(crate) mod houdini;
pub(crate) mod modes;
pub(crate) mod modular;
pub(crate) mod prove;
pub(crate) mod relation;
pub(crate) mod sampling;
pub(crate) mod templates;
pub(crate) mod vanishing;

use crate::induction::candidate::Point;
use crate::induction::changes::Changes;
use crate::induction::contract::Contracts;
use crate::induction::houdini::Supposed;
use crate::induction::relation::is_number;
use crate::machine::Machine;
use crate::state::value::Value;
use crate::state::{AnyCall, Loop, Role, State};
use crate::walk::cuts::CutPoints;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use tribunal_engine::{Relation, Said, Statement, Values};
use tribunal_ir::{EdgeId, LocId, ProcId, PropId, Scope, VarId};
use tribunal_solver::{Sort, TermId, Terms};

/// An attempt.
#[derive(Default)]
pub(crate) struct Induction {
    /// How many iterations are known to be right.
    pub(crate) k: u32,
    /// The heads of the loops that are treated so.
    pub(crate) loops: BTreeSet<LocId>,
    /// The properties that are proved together.
    pub(crate) properties: BTreeSet<PropId>,
    /// What the loops change.
    pub(crate) changes: BTreeMap<LocId, Changes>,
    /// The recursive functions that are treated so, too.
    pub(crate) contracts: Contracts,
    /// What holds at the heads of the loops: variables that are constant there.
    pub(crate) constants: BTreeMap<LocId, BTreeMap<VarId, i128>>,
    /// What is supposed to hold there besides, if anything is.
    pub(crate) supposed: Option<Supposed>,
    /// Whether something was found that a loop changes.
    pub(crate) grown: bool,
    /// Whether it cannot be done.
    pub(crate) failed: bool,
}

impl Induction {
    /// Notes what is constant in a state that is about to enter a loop for any number of iterations; what differs
    /// from an earlier time is not.
    pub(crate) fn note_constants(&mut self, machine: &Machine<'_>, state: &State) {
        let frame = state.top();
        let Machine { program, layout, terms, .. } = machine;
        let own = &program.procs[frame.process].locals;
        let globals = program.vars.iter().filter(|(_, it)| it.scope == Scope::Global);
        let vars = own.iter().copied().chain(globals.map(|(id, _)| id));
        let mut found = BTreeMap::new();
        for var in vars.filter(|it| is_number(program, *it)) {
            let values = match program.vars[var].scope {
                Scope::Global => &state.globals,
                Scope::Local(_) => &frame.locals,
            };
            if let Some(Value::Term(term)) = values.get(layout.slot(var))
                && let Some(value) = number(terms, *term)
                && let Some(shape) = program.shape(program.vars[var].ty)
            {
                found.insert(var, shape.wrap(value.cast_signed()));
            }
        }
        let known = self.constants.entry(frame.loc).or_insert_with(|| found.clone());
        known.retain(|var, value| found.get(var) == Some(value));
    }

    /// What is constant at the heads of the loops, and what else holds there.
    pub(crate) fn heads(&self, mut relations: BTreeMap<Point, Vec<Relation>>) -> Said {
        let mut said = Said::new();
        for head in &self.loops {
            let constants = self.constants.get(head).into_iter().flatten();
            let constant = |(var, value): (&VarId, &i128)| {
                Statement::Numbers(*var, Values::range(*value, *value))
            };
            let mut all: Vec<Statement> = constants.map(constant).collect();
            let relations = relations.remove(&Point::Head(*head)).unwrap_or_default();
            all.extend(relations.into_iter().map(Statement::Related));
            said.insert(*head, all);
        }
        said
    }
}

fn number(terms: &Terms, term: TermId) -> Option<u128> {
    match terms.as_bool(term) {
        Some(truth) => Some(truth.into()),
        None => terms.as_bits(term).and_then(|it| it.to_u128()),
    }
}

impl Induction {
    /// Tells short runs of a loop from long ones when it is entered: the short ones go on, and the long ones start.
    fn part(
        &mut self,
        machine: &mut Machine<'_>,
        mut state: State,
        others: &mut Vec<State>,
    ) -> Option<State> {
        let loc = state.top().loc;
        let entry = state.top_mut().loops.last_mut()?;
        entry.role = Role::Short;
        let at = entry.at;
        let path = machine.guards.all(state.guard);
        let entered = self.supposed.is_some().then(|| state.clone());
        let mut long = state.clone();
        let is_long = machine.terms.fresh("long", Sort::Bool);
        let is_short = machine.terms.not(is_long);
        state.guard = machine.guards.and(&mut machine.terms, state.guard, is_short);
        long.guard = machine.guards.and(&mut machine.terms, long.guard, is_long);
        long.key[at] = self.k;
        let changes = self.changes.entry(loc).or_default();
        if machine.loosen(&mut long, changes).is_none() {
            self.failed = true;
            return None;
        }
        if let (Some(supposed), Some(entered)) = (&mut self.supposed, entered) {
            supposed.suppose(machine, &entered, path, &mut long, changes);
        }
        self.note_constants(machine, &long);
        let start = Rc::new(long.without_history());
        if let Some(entry) = long.top_mut().loops.last_mut() {
            entry.role = Role::Long(start);
        }
        others.push(long);
        Some(state)
    }
}

impl CutPoints for Induction {
    fn cuts(&self, head: LocId) -> bool {
        self.loops.contains(&head)
    }

    fn enter(
        &mut self,
        machine: &mut Machine<'_>,
        state: State,
        iteration: u32,
        others: &mut Vec<State>,
    ) -> Option<State> {
        match state.top().loops.last()?.role {
            Role::Short | Role::Long(_) => Some(state),
            // It was entered elsewhere than at its head.
            Role::Plain if iteration != 0 => {
                self.failed = true;
                None
            }
            Role::Plain => self.part(machine, state, others),
        }
    }

    fn goes_round(&mut self, machine: &mut Machine<'_>, state: &State, iteration: u32) -> bool {
        let Some(entry) = state.top().loops.last() else { return true };
        match &entry.role {
            Role::Plain => true,
            Role::Short => iteration < self.k,
            Role::Long(start) => {
                if iteration == self.k + 1 {
                    let changes = self.changes.entry(entry.head).or_default();
                    match machine.conform(state, start, changes) {
                        None => self.failed = true,
                        Some(grown) => self.grown |= grown,
                    }
                    if let Some(supposed) = &mut self.supposed {
                        supposed.check_after(machine, state);
                    }
                }
                iteration <= 2 * self.k
            }
        }
    }

    fn is_assumed(&self, entry: &Loop, key: &[u32]) -> bool {
        matches!(entry.role, Role::Long(_)) && key[entry.at] < 2 * self.k
    }

    fn supposes(&self, property: PropId) -> bool {
        self.properties.contains(&property)
    }

    fn cuts_calls(&self, function: ProcId) -> bool {
        self.contracts.functions.contains(&function)
    }

    fn call(
        &mut self,
        machine: &mut Machine<'_>,
        state: State,
        edge: EdgeId,
        bodies: &mut Vec<(State, LocId)>,
    ) -> Option<(State, LocId)> {
        let after = self.apply(machine, state, edge, bodies);
        self.failed |= after.is_none();
        after
    }

    fn returned(&mut self, machine: &mut Machine<'_>, state: &State, any: &AnyCall) {
        self.conclude(machine, state, any);
    }
}
