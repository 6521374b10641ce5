//! Invariants of locations, checked to be inductive.
//!
//! What an abstract interpretation says of the variables at each location (R. Floyd: *Assigning meanings to programs*, 1967) must hold where runs start, and each
//! edge must lead from it to it. How it was found does not matter, by which order, widening or summary; nothing but one step
//! over the numbers of `tribunal_domains`, where conditions are taken as they stand, is done here. So what is right need not be
//! confirmed, and what is confirmed is right.

mod step;

use crate::Rejected;
use crate::replay::ensure;
use std::collections::{BTreeMap, BTreeSet};
use step::Numbers;
use tribunal_domains::{Lattice as _, Number};
use tribunal_ir::{
    Action, EdgeId, Guard, LocId, ProcId, ProcessKind, Program, PropId, Then, VarId,
};

/// What is said of scalar variables at each location that runs come to; of those that are missing at a location, nothing is.
pub type Claims = BTreeMap<LocId, Vec<(VarId, Number)>>;

/// Checks that what is said of a sequential program holds whenever control is there, and that no edge can then be taken that violates one of some properties.
///
/// # Errors
/// If it does not follow.
pub fn check_invariants(
    program: &Program,
    claims: &Claims,
    properties: &[PropId],
) -> Result<(), Rejected> {
    let possible = violated(program, claims)?;
    let is_asked = properties.iter().any(|it| possible.contains(it));
    ensure(!is_asked, "a violation is not ruled out")
}

/// Checks that what is said of a sequential program holds; the properties of which it rules no violation out.
pub(crate) fn violated(program: &Program, claims: &Claims) -> Result<BTreeSet<PropId>, Rejected> {
    let first = only_process(program)?;
    let process = &program.procs[first];
    let mut checker = Checker {
        program,
        claims,
        violated: BTreeSet::new(),
        exits: BTreeMap::new(),
        calls: Vec::new(),
    };
    let entry = Numbers::initial(program).entering(program, first, &[]);
    checker.arrive(process.entry, &entry)?;
    for (location, known) in claims {
        checker.location(*location, known)?;
    }
    checker.returns()
}

/// The process that alone runs.
pub(crate) fn only_process(program: &Program) -> Result<ProcId, Rejected> {
    let mut starts = program.procs.iter().filter(|(_, it)| 0 < it.active);
    match (starts.next(), starts.next()) {
        (Some((id, it)), None) if it.kind == ProcessKind::Ordinary && it.active == 1 => Ok(id),
        _ => Err(Rejected::because("there are several processes")),
    }
}

/// What is known when a function returns: of global variables, and of its value.
struct Exit {
    state: Numbers,
    value: Option<Number>,
}

struct Checker<'a> {
    program: &'a Program,
    claims: &'a Claims,
    violated: BTreeSet<PropId>,
    exits: BTreeMap<ProcId, Exit>,
    /// The calls, with what is known before them.
    calls: Vec<(EdgeId, Numbers)>,
}

impl Checker<'_> {
    /// A run comes to a location.
    fn arrive(&self, to: LocId, state: &Numbers) -> Result<(), Rejected> {
        let Some(claims) = self.claims.get(&to) else {
            return Err(Rejected::because("a location is reached that was said not to be"));
        };
        let holds = |(var, numbers): &(VarId, Number)| {
            state.get(self.program, *var).is_some_and(|it| it.le(numbers))
        };
        ensure(claims.iter().all(holds), "what is said of a location does not follow")
    }

    /// The edges of a location.
    fn location(&mut self, at: LocId, known: &[(VarId, Number)]) -> Result<(), Rejected> {
        let before = Numbers::of(known);
        let mut rest = Some(before.clone());
        for &id in &self.program.locs[at].out {
            let edge = &self.program.edges[id];
            let taken = match edge.guard {
                Guard::When(condition) => before.assume(self.program, condition, true),
                // Nothing before it can be taken.
                Guard::Else => rest.clone(),
            };
            if let (Guard::When(condition), Some(left)) = (edge.guard, &rest) {
                rest = left.assume(self.program, condition, false);
            }
            if let Some(state) = taken {
                self.edge(id, state)?;
            }
        }
        Ok(())
    }

    fn edge(&mut self, id: EdgeId, mut state: Numbers) -> Result<(), Rejected> {
        let program = self.program;
        let edge = &program.edges[id];
        if let Some(violation) = &edge.violates {
            self.violated.insert(violation.property);
            if violation.then == Then::Stop {
                return Ok(());
            }
        }
        for action in &edge.actions {
            match action {
                Action::Exit => return Ok(()),
                Action::Call { process, args, .. } => {
                    let inside = state.entering(program, *process, args);
                    self.arrive(program.procs[*process].entry, &inside)?;
                    self.calls.push((id, state));
                    return Ok(());
                }
                Action::Return { value } => {
                    let function = program.locs[edge.from].process;
                    let value = value.and_then(|it| state.number(program, it));
                    self.leave(function, Exit { state: state.globals(program), value });
                    return Ok(());
                }
                Action::Spawn { .. } | Action::Send { .. } | Action::Receive { .. } => {
                    return Err(Rejected::because("there are several processes"));
                }
                action => state.perform(program, action),
            }
        }
        self.arrive(edge.to, &state)
    }

    /// A function returns.
    fn leave(&mut self, function: ProcId, exit: Exit) {
        let all = match self.exits.remove(&function) {
            None => exit,
            Some(other) => Exit {
                state: other.state.join(&exit.state),
                value: other.value.zip(exit.value).map(|(a, b)| a.join(&b)),
            },
        };
        self.exits.insert(function, all);
    }

    /// Each call goes on with what is known of all returns.
    fn returns(self) -> Result<BTreeSet<PropId>, Rejected> {
        for (id, before) in &self.calls {
            let edge = &self.program.edges[*id];
            let Some(Action::Call { process, result, .. }) = edge.actions.last() else { continue };
            let Some(exit) = self.exits.get(process) else { continue };
            let mut after = before.returning(self.program, &exit.state);
            if let Some(place) = result {
                after.store(self.program, *place, exit.value.as_ref());
            }
            self.arrive(edge.to, &after)?;
        }
        Ok(self.violated)
    }
}
