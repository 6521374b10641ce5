//! Influence analysis: states are matched only on the variables that still matter.
//!
//! A variable is *needed* at a location if a condition, a message or a property may read it from there
//! on, or if it flows into a variable that is needed. Unlike for liveness it does not suffice that it is
//! read: what is made of it must matter too. A variable that is not needed is *hidden*: states that
//! differ only there go on in the same way, and count as one. That is done by resetting: an edge after
//! which a variable is hidden sets it to 0 ([`super::dead_variables`], whose argument applies
//! with *needed* for *live*).
//!
//! The paper has four analyses, for more and more properties. Here there is one, with
//! the properties at hand as its parameter:
//!
//! - IA1: conditions of statements need their variables.
//! - IA2: so do the conditions of assertions that are asked for. Those of other assertions decide
//!   nothing and are dropped before ([`super::slice`]).
//! - IA3: a global that several processes use is always needed, and so is what flows into it. A
//!   global that only one process uses, of which there is never more than one instance, is treated
//!   like its local variables ([`owners`]). The paper takes a global for always needed only if a
//!   condition reads it; but another process may copy it into a local variable that a condition reads.
//! - IA4: a variable that a formula reads is always needed, unless the formula reads it only while a
//!   process is at a label: then it is needed there ([`formula`]).
//!
//! P. de la Cámara, M. M. Gallardo, P. Merino: *Abstract matching for software model checking*,
//! SPIN 2006.

mod formula;
mod owners;

use super::dead_variables::reset;
use super::feasible::feasible;
use super::liveness::{Arities, Liveness, Needs, Strength};
use super::slice::Instances;
use crate::program::{LocId, ProcId, ProcessKind, Program, PropId, VarId};
use crate::transformed::Transformed;
use crate::visit::Root;
use formula::Reads;

pub use super::liveness::Cause;

/// Resets the variables that some of the program's properties do not need, wherever they do not.
#[must_use]
pub fn run(program: &Program, properties: &[PropId]) -> Transformed {
    let needs = needs(program, properties);
    reset(program, &needs)
}

/// What states are matched on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// Each point of control of each process, in the order of the program.
    pub points: Vec<Point>,
    /// The globals that are visible everywhere, and why.
    pub always: Vec<(VarId, Cause)>,
    /// The globals that are visible nowhere: nothing that is left mentions them.
    pub never: Vec<VarId>,
}

/// A point of control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The process.
    pub process: ProcId,
    /// The location.
    pub location: LocId,
    /// The process's variables that are visible here, and why.
    pub visible: Vec<(VarId, Cause)>,
    /// Those that are hidden.
    pub hidden: Vec<VarId>,
}

/// What states are matched on at each point of control, for some of the program's properties.
#[must_use]
pub fn explain(program: &Program, properties: &[PropId]) -> Explanation {
    let mut program = program.clone();
    let needs = needs(&program, properties);
    let arities = Arities::new(&program);
    let mut points = Vec::new();
    for process in program.procs.ids() {
        if program.procs[process].kind != ProcessKind::Ordinary {
            continue;
        }
        let liveness = Liveness::new(&mut program, process, &arities, &needs);
        let own = reachable(&program, process).into_iter();
        points.extend(own.map(|location| point(&program, process, location, &liveness)));
    }
    let globals = program.vars.iter().filter(|(_, it)| it.scope == crate::Scope::Global);
    let owned = |var: &VarId| needs.owned.iter().any(|it| it.contains(var));
    let used = owners::used(&program, properties);
    let shared = globals.map(|(id, _)| id).filter(|it| !owned(it));
    let (used, never): (Vec<VarId>, Vec<VarId>) = shared.partition(|it| used.contains(it));
    let cause = |it: VarId| (it, needs.always.get(&it).copied().unwrap_or(Cause::Others));
    Explanation { points, always: used.into_iter().map(cause).collect(), never }
}

/// The locations that a process can come to, in the order of the program.
fn reachable(program: &Program, process: ProcId) -> Vec<LocId> {
    let mut reached = vec![program.procs[process].entry];
    let mut at = 0;
    while let Some(&loc) = reached.get(at) {
        for edge in feasible(program, loc) {
            let to = program.edges[edge].to;
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
        at += 1;
    }
    reached.sort();
    reached
}

fn point(program: &Program, process: ProcId, location: LocId, liveness: &Liveness) -> Point {
    let mut point = Point { process, location, visible: Vec::new(), hidden: Vec::new() };
    for (slot, place) in liveness.places.iter().enumerate() {
        let Root::Own(var) = program.root(*place) else { continue };
        match liveness.cause(location, slot) {
            Some(cause) if point.visible.iter().all(|it| it.0 != var) => {
                point.visible.push((var, cause));
            }
            None if !point.hidden.contains(&var) => point.hidden.push(var),
            Some(_) | None => {}
        }
    }
    // Of a record, some fields may be visible.
    let Point { visible, hidden, .. } = &mut point;
    hidden.retain(|it| visible.iter().all(|(var, _)| var != it));
    point
}

fn needs(program: &Program, properties: &[PropId]) -> Needs {
    let instances = Instances::new(program);
    let reads = Reads::of(program, properties, &instances);
    let owned = owners::owned(program, properties, &instances);
    let mut always = reads.always;
    always.extend(
        owners::read_by_others(program, properties).into_iter().map(|it| (it, Cause::Others)),
    );
    Needs { strength: Strength::Influence, always, at: reads.at, owned }
}
