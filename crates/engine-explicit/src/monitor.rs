//! What runs along with the program and tells which infinite runs are violations.
//!
//! A monitor has a state of its own. It moves first on each state of the program outside of atomic
//! sequences, then the program takes a step.

use crate::compile::Atoms;
use crate::eval::View;
use crate::formula::{Antecedents, violations};
use crate::model::{CodeId, GuardCode, Model};
use crate::moves::Visibility;
use crate::state::State;
use crate::step::Obstacle;
use tribunal_base::Id;
use tribunal_engine::Reason;
use tribunal_ir::{FormulaId, ProcId, Program};
use tribunal_logic::{AtomId, Buchi, StateId, Strength, Valuation};

/// What runs along.
#[derive(Clone, Debug)]
pub(crate) enum Monitor {
    /// The automaton of the runs that violate a formula.
    Formula {
        automaton: Buchi,
        /// The codes of its atoms.
        atoms: Vec<CodeId>,
        antecedents: Antecedents,
    },
    /// A claim; its states are the numbers of its locations, counted from the first.
    Claim {
        /// Its locations.
        locations: Vec<u32>,
        entry: u16,
    },
    /// Nothing: the program itself has accept marks.
    Acceptance,
    /// Guesses when progress is made for the last time: from then on its state is 1.
    NonProgress,
}

/// What becomes of a run that ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtEnd {
    /// Its last state is repeated for ever.
    Stutters,
    /// It is of no interest.
    Forgotten,
}

impl Monitor {
    /// For a formula.
    pub(crate) fn formula(
        program: &Program,
        atoms: &Atoms,
        formula: FormulaId,
    ) -> Result<Self, Reason> {
        let antecedents = Antecedents::of(program, atoms, formula);
        let (automaton, atoms) = violations(program, atoms, formula)?;
        checked(automaton.states.len())?;
        Ok(Self::Formula { automaton, atoms, antecedents })
    }

    /// For a claim.
    pub(crate) fn claim(program: &Program, claim: ProcId) -> Result<Self, Reason> {
        let own = program.locs.iter().filter(|(_, location)| location.process == claim);
        let locations: Vec<u32> = own
            .map(|(id, _)| u32::try_from(id.index()).expect("an id should fit into 32 bits"))
            .collect();
        checked(locations.len())?;
        let entry = program.procs[claim].entry.index();
        let entry = locations.iter().position(|&it| it as usize == entry).unwrap_or(0);
        Ok(Self::Claim { entry: small(entry), locations })
    }

    /// What it has seen that tells whether a formula holds vacuously.
    pub(crate) fn seen(&self) -> Vec<bool> {
        match self {
            Self::Formula { antecedents, .. } => antecedents.seen(),
            Self::Claim { .. } | Self::Acceptance | Self::NonProgress => Vec::new(),
        }
    }

    /// Adds what another one of its kind has seen.
    pub(crate) fn look_back(&mut self, seen: &[bool]) {
        if let Self::Formula { antecedents, .. } = self {
            antecedents.look_back(seen);
        }
    }

    /// Where it starts.
    pub(crate) fn initial(&self) -> u16 {
        match self {
            Self::Formula { automaton, .. } => small(automaton.initial.index()),
            Self::Claim { entry, .. } => *entry,
            Self::Acceptance | Self::NonProgress => 0,
        }
    }

    /// How many states it has.
    pub(crate) fn size(&self) -> u16 {
        match self {
            Self::Formula { automaton, .. } => small(automaton.states.len()),
            Self::Claim { locations, .. } => small(locations.len()),
            Self::Acceptance => 1,
            Self::NonProgress => 2,
        }
    }

    /// What it makes of runs that end.
    pub(crate) fn at_end(&self) -> AtEnd {
        match self {
            Self::Formula { .. } | Self::Claim { .. } => AtEnd::Stutters,
            Self::Acceptance | Self::NonProgress => AtEnd::Forgotten,
        }
    }

    /// Whether a cycle has accepting states only, or none.
    pub(crate) fn is_weak(&self) -> bool {
        match self {
            Self::Formula { automaton, .. } => automaton.strength() != Strength::Strong,
            Self::NonProgress => true,
            Self::Claim { .. } | Self::Acceptance => false,
        }
    }

    /// Whether a claim is at its end.
    pub(crate) fn is_end(&self, model: &Model, at: u16) -> bool {
        match self {
            Self::Claim { locations, .. } => {
                let location = locations[usize::from(at)];
                model.locations[location as usize].end && model.out(location).is_empty()
            }
            Self::Formula { .. } | Self::Acceptance | Self::NonProgress => false,
        }
    }

    /// Whether passing through this state again and again is a violation. Inside atomic sequences
    /// nothing is.
    pub(crate) fn is_accepting(
        &self,
        model: &Model,
        state: &State,
        visibility: Visibility,
        at: u16,
    ) -> bool {
        if visibility == Visibility::Intermediate {
            return false;
        }
        match self {
            Self::Formula { automaton, .. } => {
                automaton.states[StateId::from_index(at.into())].accepting
            }
            Self::Claim { locations, .. } => {
                model.locations[locations[usize::from(at)] as usize].accept
            }
            Self::Acceptance => (0..state.processes.len())
                .any(|it| model.locations[state.location(model, it) as usize].accept),
            Self::NonProgress => at == 1,
        }
    }

    /// Adds to a list where the monitor can be after its move on a state it sees.
    pub(crate) fn targets(
        &mut self,
        view: View<'_>,
        at: u16,
        targets: &mut Vec<u16>,
    ) -> Result<(), Obstacle> {
        match self {
            Self::Formula { automaton, atoms, antecedents } => {
                antecedents.look(view);
                let holds = |(index, &code)| view.holds(code).then_some(AtomId::from_index(index));
                let letter: Valuation = atoms.iter().enumerate().filter_map(holds).collect();
                let edges = &automaton.states[StateId::from_index(at.into())].edges;
                let enabled = edges.iter().filter(|edge| edge.guard.matches(&letter));
                targets.extend(enabled.map(|edge| small(edge.target.index())));
            }
            Self::Claim { locations, .. } => {
                for edge in enabled(view, locations[usize::from(at)]) {
                    if let Some(location) = settled(view, edge)? {
                        let at = locations.binary_search(&location);
                        targets.push(small(at.expect("a claim should stay in its process")));
                    }
                }
            }
            Self::Acceptance => targets.push(0),
            Self::NonProgress => {
                let model = view.model;
                let progress =
                    |it| model.locations[view.state.location(model, it) as usize].progress;
                let progresses = (0..view.state.processes.len()).any(progress);
                if at == 0 {
                    targets.push(0);
                }
                if !progresses {
                    targets.push(1);
                }
            }
        }
        Ok(())
    }
}

/// The enabled edges of a location of a claim: nothing that a claim does can block.
fn enabled(view: View<'_>, location: u32) -> Vec<u32> {
    let model = view.model;
    let mut enabled: Vec<u32> = Vec::new();
    for &id in model.out(location) {
        let edge = &model.edges[id as usize];
        let outranked =
            enabled.first().is_some_and(|&it| model.edges[it as usize].tier < edge.tier);
        let guard = match edge.guard {
            GuardCode::Always => true,
            GuardCode::When(condition) => view.holds(condition),
            GuardCode::Else => enabled.is_empty(),
        };
        if guard && !outranked {
            enabled.push(id);
        }
    }
    enabled
}

/// Where a move of a claim that begins with an edge ends; `None` if it is blocked on the way.
fn settled(view: View<'_>, first: u32) -> Result<Option<u32>, Obstacle> {
    let model = view.model;
    let mut location = model.edges[first as usize].to;
    let mut seen = Vec::new();
    while model.locations[location as usize].indivisible {
        if seen.contains(&location) {
            // The state does not change meanwhile, so the claim would go round for ever.
            return Err(Obstacle::Diverges(first));
        }
        seen.push(location);
        match enabled(view, location).first() {
            Some(&edge) => location = model.edges[edge as usize].to,
            None => return Ok(None),
        }
    }
    Ok(Some(location))
}

/// Refuses monitors with too many states.
fn checked(states: usize) -> Result<(), Reason> {
    match u16::try_from(states) {
        Ok(_) => Ok(()),
        Err(_) => {
            let what = "automata of more than 65535 states".into();
            Err(Reason::Unsupported { what, span: None })
        }
    }
}

fn small(state: usize) -> u16 {
    u16::try_from(state).expect("a monitor should have few states")
}
