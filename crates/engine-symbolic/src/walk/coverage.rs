//! Which points of a program are reached, and when.

use std::collections::{BTreeMap, BTreeSet};
use tribunal_ir::decisive::{assumptions, decisions};
use tribunal_ir::{LocId, Program, PropId};
use tribunal_solver::TermId;

/// How many points are looked at.
const MOST: usize = 4096;

/// Which points matter, and when they are reached.
#[derive(Default)]
pub(crate) struct Coverage {
    /// By location: Bools, any of which says that it is reached.
    pub(crate) reached: BTreeMap<LocId, Vec<TermId>>,
    /// Bools: when the program ends, or goes on for ever.
    pub(crate) ends: Vec<TermId>,
}

impl Coverage {
    /// Looks at the points that matter for these properties.
    pub(crate) fn new(program: &Program, properties: &BTreeSet<PropId>) -> Self {
        let mut points: BTreeSet<LocId> = BTreeSet::new();
        let decisions = decisions(program, properties);
        points.extend(decisions.values().flatten());
        for edge in assumptions(program) {
            points.extend([program.edges[edge].from, program.edges[edge].to]);
        }
        let reached = points.into_iter().take(MOST).map(|it| (it, Vec::new())).collect();
        Self { reached, ends: Vec::new() }
    }

    /// A location is reached under a condition.
    pub(crate) fn note(&mut self, program: &Program, loc: LocId, when: TermId) {
        if let Some(known) = self.reached.get_mut(&loc) {
            known.push(when);
        }
        if program.locs[loc].out.is_empty() {
            self.ends.push(when);
        }
    }

    /// The program ends, or goes on for ever, under a condition.
    pub(crate) fn note_end(&mut self, when: TermId) {
        self.ends.push(when);
    }
}
