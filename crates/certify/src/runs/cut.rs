//! Loops without a bound: k-induction.
//!
//! Runs that come to the head of such a loop are told apart by a free choice:
//!
//! - some go through fewer than k iterations, as they are;
//! - the others are in any state at the head that the loop can be in: all that it changes is arbitrary, and what is said of the head holds. They go through k iterations
//!   that they do not leave and in which nothing is violated, then through one more, in which and after which violations count.
//!
//! What is said must hold where the loop is entered, and after one iteration from any such state.
//!
//! What a loop changes is found by trying: if an iteration from an arbitrary state ends in one that differs elsewhere, that is arbitrary too, and everything starts
//! again. In the same way it is found what pointers point to that it changes.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Unshown;
use super::merge::Runs;
use super::walk::{Frame, Walk};
use crate::reprove::allocations;
use crate::reprove::memory::{Object, Spot};
use crate::reprove::scene::{Pointer, Scene, State, Value};
use tribunal_base::graph::Element;
use tribunal_ir::cfg::CallGraph;
use tribunal_ir::{Action, LocId, ObjectId, Place, PlaceId, ProcId, Program, Scope, Ty, VarId};
use tribunal_solver::{Sort, TermId};

/// No more iterations are supposed to be right.
const MOST: u64 = 64;

/// A scalar that a loop changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Scalar {
    Var(VarId),
    Cell(ObjectId, Spot),
}

/// What a loop changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    scalars: BTreeSet<Scalar>,
    /// Objects that may die.
    deaths: BTreeSet<ObjectId>,
    /// Objects of which others may be made.
    made: BTreeSet<ObjectId>,
    /// What pointers among the scalars may point to; those that are missing here, to anything.
    targets: BTreeMap<Scalar, BTreeSet<u128>>,
    /// Pointers of which that is not known.
    anywhere: BTreeSet<Scalar>,
}

impl Changes {
    /// What is assigned or made in a loop, as far as one sees.
    fn of(program: &Program, function: ProcId, members: &BTreeSet<LocId>) -> Self {
        let calls = CallGraph::of(program);
        let made = allocations(program);
        let mut changes = Self::default();
        let mut callees: BTreeSet<ProcId> = BTreeSet::new();
        let own = members.iter().flat_map(|it| &program.locs[*it].out);
        for action in own.flat_map(|it| &program.edges[*it].actions) {
            changes.note(program, action, |_| true);
            if let Action::Allocate { object, .. } = action {
                changes.made.insert(*object);
            }
            if let Action::Call { process, .. } = action {
                callees.insert(*process);
                callees.extend(calls.reached(*process));
            }
        }
        for callee in &callees {
            changes.made.extend(made.get(callee).into_iter().flatten());
        }
        // Another call of this function has variables of its own.
        let is_global = |it: VarId| program.vars[it].scope == Scope::Global;
        for edge in program.edges.values() {
            if callees.contains(&program.locs[edge.from].process) {
                edge.actions.iter().for_each(|it| changes.note(program, it, is_global));
            }
        }
        let is_seen = |it: &VarId| match program.vars[*it].scope {
            Scope::Global => true,
            Scope::Local(of) => of == function,
        };
        changes.scalars.retain(|it| matches!(it, Scalar::Var(var) if is_seen(var)));
        changes
    }

    fn note(&mut self, program: &Program, action: &Action, counts: impl Fn(VarId) -> bool) {
        let place: Option<PlaceId> = match action {
            Action::Assign { place, .. }
            | Action::Havoc { place }
            | Action::Allocate { place, .. } => Some(*place),
            Action::Call { result, .. } => *result,
            _ => None,
        };
        if let Some(Place::Var(var)) = place.map(|it| program.places[it])
            && counts(var)
        {
            self.scalars.insert(Scalar::Var(var));
        }
    }

    /// What a pointer may point to, besides what is known; whether that is more.
    fn point(&mut self, scene: &Scene<'_>, scalar: Scalar, pointer: Pointer) -> bool {
        match scene.leaves(pointer.target) {
            _ if self.anywhere.contains(&scalar) => false,
            Some(leaves) => {
                let known = self.targets.entry(scalar).or_default();
                let before = known.len();
                known.extend(leaves);
                before < known.len()
            }
            None => self.anywhere.insert(scalar),
        }
    }
}

impl Walk<'_, '_> {
    /// Cuts the runs that come to the head of a loop.
    pub(super) fn cut(
        &mut self,
        frame: &mut Frame,
        head: LocId,
        body: &[Element],
        members: BTreeSet<LocId>,
    ) -> Result<(), Unshown> {
        let program = self.program();
        let entry = frame.waiting.remove(&head);
        let beside: Vec<Runs> = members.iter().filter_map(|it| frame.waiting.remove(it)).collect();
        for runs in beside {
            self.gap(&runs, "a loop is entered elsewhere than at its head".to_owned());
        }
        let Some(mut entry) = entry.filter(|it| !it.is_none(&self.scene)) else { return Ok(()) };
        let k = self.task.claim.iterations;
        if MOST < k {
            return Err(Unshown::effort("more iterations are supposed than are followed"));
        }
        let function = program.locs[head].process;
        self.changes.entry(head).or_insert_with(|| Changes::of(program, function, &members));
        self.check(head, &mut entry);
        let is_long = self.scene.terms.fresh("long", Sort::Bool);
        let is_short = self.scene.terms.not(is_long);
        let mut short = entry.clone();
        short.assume(&self.scene, is_short);
        for _ in 0..k {
            frame.waiting.insert(head, short);
            self.round(frame, head, body)?;
            match frame.waiting.remove(&head) {
                Some(next) => short = next,
                None => break,
            }
        }
        let mut long = entry;
        long.assume(&self.scene, is_long);
        self.loosen(head, &mut long);
        let start = long.state.clone();
        let members = Rc::new(members);
        for iteration in 0..=k {
            let is_assumed = iteration < k;
            if is_assumed {
                self.assuming += 1;
                frame.closed.push(Rc::clone(&members));
            }
            frame.waiting.insert(head, long);
            self.round(frame, head, body)?;
            if is_assumed {
                self.assuming -= 1;
                frame.closed.pop();
            }
            let Some(mut next) = frame.waiting.remove(&head) else { break };
            if iteration == 0 {
                self.check(head, &mut next);
                self.compare(head, &start, &mut next);
            }
            long = next;
        }
        Ok(())
    }

    /// That what is said of a head holds is to be shown.
    fn check(&mut self, head: LocId, runs: &mut Runs) {
        let task = self.task;
        self.scene.path = self.path(runs);
        for (number, statement) in task.heads[&head].iter().enumerate() {
            let fails = match self.scene.holds(&mut runs.state, statement) {
                Some(holds) => self.scene.terms.not(holds),
                None => {
                    self.scene.is_coarse = true;
                    self.scene.terms.truth(true)
                }
            };
            let when = self.scene.terms.and(self.scene.path, fails);
            if self.scene.terms.as_bool(when) != Some(false) {
                self.found.broken.push((head, number, when));
            }
        }
    }

    /// Makes everything arbitrary that a loop changes, as far as what is said of its head allows.
    fn loosen(&mut self, head: LocId, runs: &mut Runs) {
        let task = self.task;
        let Some(mut changes) = self.changes.remove(&head) else { return };
        self.scene.path = self.path(runs);
        for scalar in &changes.scalars.clone() {
            if let Some(Value::Pointer(pointer)) = value_at(&runs.state, *scalar) {
                changes.point(&self.scene, *scalar, pointer);
            }
        }
        let made: Vec<ObjectId> = changes.made.iter().copied().collect();
        self.scene.may_age(&mut runs.state, &made);
        for object in &changes.made {
            let (exists, lives) = (self.free("exists"), self.free("alive"));
            let alive = self.scene.terms.and(exists, lives);
            let size = self.scene.terms.fresh("size", Sort::BitVec(64));
            let cells: Vec<Spot> =
                self.scene.object(&mut runs.state, *object).cells.keys().copied().collect();
            let cells = cells.into_iter().map(|it| (it, self.scene.fresh(it.ty()))).collect();
            runs.state.objects.insert(*object, Object { exists, alive, size, cells });
        }
        for object in &changes.deaths {
            let lives = self.free("lives");
            let alive = self.scene.object(&mut runs.state, *object).alive;
            let alive = self.scene.terms.and(alive, lives);
            self.scene.object(&mut runs.state, *object).alive = alive;
        }
        for scalar in &changes.scalars {
            let ty = match scalar {
                Scalar::Var(var) => self.scene.program.tys[self.scene.program.vars[*var].ty],
                Scalar::Cell(_, spot) => spot.ty(),
            };
            if matches!(ty, Ty::Array { .. } | Ty::Record(_)) {
                continue;
            }
            let mut value = self.scene.fresh(ty);
            if let (Value::Pointer(pointer), Some(targets)) =
                (&mut value, changes.targets.get(scalar))
                && !changes.anywhere.contains(scalar)
            {
                pointer.target = self.one_of(targets, pointer.target);
            }
            match *scalar {
                Scalar::Var(var) => _ = runs.state.vars.insert(var, value),
                Scalar::Cell(object, spot) if !changes.made.contains(&object) => {
                    let object = self.scene.object(&mut runs.state, object);
                    object.cells.insert(spot, value);
                }
                Scalar::Cell(..) => {}
            }
        }
        runs.state.memo.clear();
        self.changes.insert(head, changes);
        for statement in &task.heads[&head] {
            if let Some(holds) = self.scene.holds(&mut runs.state, statement) {
                runs.assume(&self.scene, holds);
            }
        }
    }

    fn free(&mut self, name: &str) -> TermId {
        self.scene.terms.fresh(name, Sort::Bool)
    }

    /// One of some numbers of targets, whichever.
    fn one_of(&mut self, targets: &BTreeSet<u128>, otherwise: TermId) -> TermId {
        let width = self.scene.terms.width(otherwise);
        let mut found = None;
        for target in targets {
            let target = self.scene.terms.number(*target, width);
            found = Some(match found {
                None => target,
                Some(others) => {
                    let is_it = self.free("points");
                    self.scene.terms.ite(is_it, target, others)
                }
            });
        }
        found.unwrap_or(otherwise)
    }

    /// Finds out what else a loop changes: where a state after an iteration differs from the one before.
    fn compare(&mut self, head: LocId, start: &State, end: &mut Runs) {
        let Some(mut changes) = self.changes.remove(&head) else { return };
        let mut grown = false;
        let mut start = start.clone();
        for (var, value) in &end.state.vars {
            let scalar = Scalar::Var(*var);
            // Nothing was known of what is missing.
            let is_changed = start.vars.get(var).is_some_and(|it| it != value);
            grown |= is_changed && changes.scalars.insert(scalar);
            if let (true, Value::Pointer(pointer)) = (changes.scalars.contains(&scalar), value) {
                grown |= changes.point(&self.scene, scalar, *pointer);
            }
        }
        let objects: Vec<ObjectId> = end.state.objects.keys().copied().collect();
        for id in objects {
            if changes.made.contains(&id) {
                continue;
            }
            let before = self.scene.object(&mut start, id).clone();
            let after = &end.state.objects[&id];
            if before.exists != after.exists || before.size != after.size {
                grown |= changes.made.insert(id);
                continue;
            }
            grown |= before.alive != after.alive && changes.deaths.insert(id);
            for (spot, value) in &after.cells {
                let scalar = Scalar::Cell(id, *spot);
                let is_changed = before.cells.get(spot).is_some_and(|it| it != value);
                grown |= is_changed && changes.scalars.insert(scalar);
                if let (true, Value::Pointer(pointer)) = (changes.scalars.contains(&scalar), value)
                {
                    grown |= changes.point(&self.scene, scalar, *pointer);
                }
            }
        }
        if start.callers != end.state.callers {
            let why = "a loop changes what functions hold that wait for it".to_owned();
            self.gap(end, why);
        }
        self.grown |= grown;
        self.changes.insert(head, changes);
    }
}

fn value_at(state: &State, scalar: Scalar) -> Option<Value> {
    match scalar {
        Scalar::Var(var) => state.vars.get(&var).copied(),
        Scalar::Cell(object, spot) => state.objects.get(&object)?.cells.get(&spot).copied(),
    }
}
