//! A search for what finite runs show, as simple as can be.

use std::collections::{BTreeMap, BTreeSet};
use tribunal_exec::{Effects, State, initial, is_valid_end, successors};
use tribunal_ir::{EdgeId, Program, PropId, PropertyKind};

/// What the search found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) states: u64,
    pub(crate) transitions: u64,
    pub(crate) atomic_steps: u64,
    pub(crate) violated: BTreeSet<PropId>,
    pub(crate) reached: BTreeSet<EdgeId>,
}

/// Why there is nothing to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nothing {
    /// The program is too large.
    Large,
    /// A step does not end.
    Diverges,
}

const MAX_STEPS: u64 = 3000;

/// Counts as `tribunal_engine::Statistics` says: states inside atomic sequences are not stored, and
/// every path through them counts.
pub(crate) fn search(program: &Program) -> Result<Found, Nothing> {
    let mut found = Found::default();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![initial(program)];
    seen.insert(waiting[0].matched(program));
    while let Some(state) = waiting.pop() {
        found.states += 1;
        let next = successors(program, &state).map_err(|_| Nothing::Diverges)?;
        if next.is_empty() && !is_valid_end(program, &state) {
            found.violated.extend(end_states(program));
        }
        let mut inside: Vec<(Vec<State>, State, Effects)> =
            next.into_iter().map(|(_, state, effects)| (Vec::new(), state, effects)).collect();
        while let Some((mut sequence, state, effects)) = inside.pop() {
            found.note(&effects);
            if state.stopped {
                continue;
            }
            if state.exclusive.is_none() {
                found.transitions += 1;
                if seen.insert(state.matched(program)) {
                    waiting.push(state);
                }
                continue;
            }
            found.atomic_steps += 1;
            if MAX_STEPS < found.transitions + found.atomic_steps {
                return Err(Nothing::Large);
            }
            if sequence.contains(&state.matched(program)) {
                continue;
            }
            sequence.push(state.matched(program));
            for (_, next, effects) in successors(program, &state).map_err(|_| Nothing::Diverges)? {
                inside.push((sequence.clone(), next, effects));
            }
        }
        if MAX_STEPS < found.transitions + found.atomic_steps {
            return Err(Nothing::Large);
        }
    }
    Ok(found)
}

impl Found {
    fn note(&mut self, effects: &Effects) {
        self.violated.extend(effects.violations().map(|(property, _)| property));
        self.reached.extend(effects.edges().map(|(_, edge)| edge));
    }
}

fn end_states(program: &Program) -> Option<PropId> {
    program.props.ids().find(|&it| program.props[it].kind == PropertyKind::EndStates)
}

/// The fewest steps in which each property is violated.
pub(crate) fn distances(program: &Program) -> Result<BTreeMap<PropId, usize>, Nothing> {
    let mut distances = BTreeMap::new();
    let mut level = vec![initial(program)];
    let mut seen = BTreeSet::from([level[0].matched(program)]);
    for distance in 0.. {
        if level.is_empty() {
            break;
        }
        let mut next_level = Vec::new();
        for state in level {
            let next = successors(program, &state).map_err(|_| Nothing::Diverges)?;
            if next.is_empty() && !is_valid_end(program, &state) {
                end_states(program).map(|it| distances.entry(it).or_insert(distance));
            }
            for (_, next, effects) in next {
                for (property, _) in effects.violations() {
                    distances.entry(property).or_insert(distance + 1);
                }
                if !next.stopped && seen.insert(next.matched(program)) {
                    next_level.push(next);
                }
            }
        }
        level = next_level;
    }
    Ok(distances)
}
