//! What counts as one step of a program for somebody who watches it from outside.
//!
//! M. Chechik, W. Ding: *Lightweight reasoning about program correctness*, 2002, leave open where a state of a program begins and
//! ends, and name the choices offered here.

use crate::edge::{Action, Pattern};
use crate::expr::Place;
use crate::program::{EdgeId, LocId, PlaceId, ProcId, Program, Scope};
use std::collections::BTreeSet;
use tribunal_base::Id as _;

/// Which states are seen. The first one always is, and none inside an atomic sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Granularity {
    /// The state after each step.
    Statement,
    /// The state after each step that stores a value in a global variable, a channel or memory, even if it is the value that was there.
    Global,
    /// The state after each step to a place that is marked: by a label whose name starts with [`MARK`].
    Marked,
}

impl Granularity {
    /// All.
    pub const ALL: [Self; 3] = [Self::Statement, Self::Global, Self::Marked];

    /// A word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Statement => "statement",
            Self::Global => "global",
            Self::Marked => "marked",
        }
    }
}

/// How labels begin that mark states.
pub const MARK: &str = "state";

/// Which steps lead to states that are seen.
#[derive(Clone, Debug)]
pub struct Visibility {
    edges: Vec<bool>,
    marked: Vec<bool>,
}

impl Visibility {
    /// What is seen of a program.
    #[must_use]
    pub fn new(program: &Program, granularity: Granularity) -> Self {
        let mut visibility = Self {
            edges: vec![granularity == Granularity::Statement; program.edges.len()],
            marked: vec![false; program.locs.len()],
        };
        match granularity {
            Granularity::Statement => {}
            Granularity::Global => visibility.note_writes(program),
            Granularity::Marked => {
                let marks = program.labels.values().filter(|it| it.name.starts_with(MARK));
                for location in marks.flat_map(|it| &it.locs) {
                    visibility.marked[location.index()] = true;
                }
            }
        }
        visibility
    }

    /// Whether a step by an edge that ends at a location, of the process that took the edge, leads to a state that is seen.
    #[must_use]
    pub fn is_seen(&self, edge: EdgeId, at: LocId) -> bool {
        self.edges[edge.index()] || self.marked[at.index()]
    }

    /// Whether a step by an edge leads to a state that is seen, wherever it ends.
    #[must_use]
    pub fn stores(&self, edge: EdgeId) -> bool {
        self.edges[edge.index()]
    }

    fn note_writes(&mut self, program: &Program) {
        // Functions whose value goes to a global variable: it is stored when they return.
        let mut returning: BTreeSet<ProcId> = BTreeSet::new();
        for (id, edge) in program.edges.iter() {
            for action in &edge.actions {
                match action {
                    Action::Call { process, result: Some(place), .. } => {
                        if is_global(program, *place) {
                            returning.insert(*process);
                        }
                    }
                    _ => self.edges[id.index()] |= writes(program, action),
                }
            }
        }
        for (id, edge) in program.edges.iter() {
            let returns = matches!(edge.actions.last(), Some(Action::Return { .. }));
            let function = program.locs[edge.from].process;
            self.edges[id.index()] |= returns && returning.contains(&function);
        }
    }
}

/// Whether an action, other than a call or return, stores something that others can see.
#[must_use]
pub fn writes(program: &Program, action: &Action) -> bool {
    let stores = |it: &Pattern| matches!(it, Pattern::Store(place) if is_global(program, *place));
    match action {
        Action::Assign { place, .. } | Action::Havoc { place } => is_global(program, *place),
        Action::Spawn { .. } | Action::Send { .. } | Action::Copy { .. } | Action::Fill { .. } => {
            true
        }
        Action::Receive { patterns, removal, .. } => {
            *removal == crate::edge::Removal::Take || patterns.iter().any(stores)
        }
        Action::Allocate { place, .. } => is_global(program, *place),
        Action::Release { .. }
        | Action::Call { .. }
        | Action::Return { .. }
        | Action::Exit
        | Action::SetPriority { .. }
        | Action::Print { .. } => false,
    }
}

/// Whether a place is in a global variable or in memory.
#[must_use]
pub fn is_global(program: &Program, place: PlaceId) -> bool {
    match program.places[place] {
        Place::Var(var) => program.vars[var].scope == Scope::Global,
        Place::Index(base, _) | Place::Field(base, _) => is_global(program, base),
        Place::Deref { .. } => true,
        Place::Remote { .. } => false,
    }
}
