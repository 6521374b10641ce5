//! Polynomial equations as auxiliary invariants: candidates are supposed all together, and those that algebra does not show to be inductive are
//! dropped until the rest is, as in [`crate::induction::houdini`].
//!
//! They are not part of the path conditions, since circuits for products are large: each stands beside them, as what holds wherever a run goes through the loop. Law: every
//! run up to its first violation satisfies, whenever it is at the head of the loop, the equations that are left.

use crate::machine::Machine;
use crate::state::State;
use crate::unrolling::Unrolling;
use crate::walk::cuts::CutPoints;
use std::collections::BTreeMap;
use tribunal_engine::{Reason, Relation};
use tribunal_ir::LocId;
use tribunal_solver::TermId;

/// How many equations a loop may have.
const MOST: usize = 40;

/// An equation that may hold whenever control is at the head of a loop.
struct Equation {
    relation: Relation,
    /// That it holds where the loop may be in any state; Bools.
    supposed: Vec<TermId>,
    /// When it does not hold although it should; Bools.
    broken: Vec<TermId>,
}

/// The candidates of one walk.
#[derive(Default)]
pub(crate) struct Equations {
    of: BTreeMap<LocId, Vec<Equation>>,
}

/// Equations that are inductive together.
#[derive(Clone, Default)]
pub(crate) struct Inductive {
    /// What they say of the states that stand for all in which a loop can be; Bools.
    pub(crate) supposed: Vec<TermId>,
    pub(crate) relations: BTreeMap<LocId, Vec<Relation>>,
}

impl Equations {
    /// Whether there are any.
    pub(crate) fn is_empty(&self) -> bool {
        self.of.values().all(Vec::is_empty)
    }

    /// Supposes the equations of a loop in a state that stands for all in which it can be. That they hold where it is entered, under a condition, is to be
    /// checked.
    pub(crate) fn suppose(
        &mut self,
        machine: &mut Machine<'_>,
        (entered, path): (&State, TermId),
        any: &State,
        candidates: impl FnOnce() -> Vec<Relation>,
    ) {
        let equations = self.of.entry(any.top().loc).or_insert_with(|| {
            let made = candidates().into_iter().take(MOST);
            let equation = |relation| Equation { relation, supposed: vec![], broken: vec![] };
            made.map(equation).collect()
        });
        let anywhere = machine.guards.all(any.guard);
        for equation in equations {
            check(machine, entered, path, equation);
            if let Some(holds) = machine.relation(any, &equation.relation) {
                equation.supposed.push(machine.terms.implies(anywhere, holds));
            }
        }
    }

    /// That the equations hold after an iteration is to be checked.
    pub(crate) fn check_after(&mut self, machine: &mut Machine<'_>, after: &State) {
        let path = machine.guards.all(after.guard);
        for equation in self.of.get_mut(&after.top().loc).into_iter().flatten() {
            check(machine, after, path, equation);
        }
    }
}

fn check(machine: &mut Machine<'_>, state: &State, path: TermId, equation: &mut Equation) {
    let broken = match machine.relation(state, &equation.relation) {
        Some(holds) => machine.terms.not(holds),
        None => machine.terms.truth(true),
    };
    equation.broken.push(machine.terms.and(path, broken));
}

impl<C: CutPoints> Unrolling<'_, '_, '_, C> {
    /// Drops equations until algebra shows that the others are inductive, given something else that is.
    pub(crate) fn inductive(
        &mut self,
        equations: &Equations,
        given: &[TermId],
    ) -> Result<Inductive, Reason> {
        let mut alive: Vec<(LocId, &Equation)> = Vec::new();
        for (head, of_it) in &equations.of {
            alive.extend(of_it.iter().map(|it| (*head, it)));
        }
        loop {
            let before = alive.len();
            let mut at = 0;
            while at < alive.len() {
                let supposed = alive.iter().flat_map(|it| it.1.supposed.iter().copied());
                let supposed: Vec<TermId> = supposed.chain(given.iter().copied()).collect();
                if self.is_kept(alive[at].1, &supposed)? {
                    at += 1;
                } else {
                    alive.remove(at);
                }
            }
            if alive.len() == before {
                break;
            }
        }
        let mut inductive = Inductive::default();
        for (head, equation) in alive {
            inductive.supposed.extend(&equation.supposed);
            inductive.relations.entry(head).or_default().push(equation.relation.clone());
        }
        Ok(inductive)
    }

    fn is_kept(&mut self, equation: &Equation, supposed: &[TermId]) -> Result<bool, Reason> {
        for broken in &equation.broken {
            let question = [&[*broken], supposed].concat();
            if !self.refute(&question)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
