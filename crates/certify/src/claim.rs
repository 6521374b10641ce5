//! Claims, run in step with a run of the program.

use crate::Rejected;
use crate::cycle::Lasso;
use crate::replay::{Replay, ensure};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_exec::{State, claim_successors, is_claim_end};
use tribunal_ir::{LocId, ProcId, Program};

/// Where a claim can be.
type Locations = BTreeSet<LocId>;

/// Checks that the claim, moving on each state of the run that it sees, can reach its end.
pub(crate) fn reaches_end(
    program: &Program,
    replay: &Replay<'_>,
    claim: ProcId,
) -> Result<(), Rejected> {
    let mut locations = Locations::from([program.procs[claim].entry]);
    let mut visited = locations.clone();
    for state in replay.states.iter().filter(|it| it.is_seen()) {
        locations = after_move(program, state, &locations)?;
        visited.extend(&locations);
    }
    // On a run that ends the claim goes on moving on the last state.
    let mut reached_at_end = Locations::new();
    while replay.is_blocked() && !locations.is_subset(&reached_at_end) {
        reached_at_end.extend(&locations);
        locations = after_move(program, replay.last(), &reached_at_end)?;
    }
    visited.extend(reached_at_end);
    let ended = visited.iter().any(|&it| is_claim_end(program, it));
    ensure(ended, "the claim does not reach its end on this run")
}

/// Checks that the claim has an infinite run along the lasso that passes through accept-marked
/// locations again and again.
pub(crate) fn accepts(program: &Program, lasso: Lasso<'_>, claim: ProcId) -> Result<(), Rejected> {
    let lasso = lasso.seen()?;
    let mut arrivals = Locations::from([program.procs[claim].entry]);
    for state in &lasso.prefix {
        arrivals = after_move(program, state, &arrivals)?;
    }

    // What one turn of the cycle does to the claim, for all the locations in which it can start.
    let mut turns: BTreeMap<LocId, BTreeSet<Turn>> = BTreeMap::new();
    let mut waiting = arrivals;
    while let Some(location) = waiting.pop_first() {
        if turns.contains_key(&location) {
            continue;
        }
        let turn = turns_from(program, &lasso, location)?;
        waiting.extend(turn.iter().map(|it| it.to));
        turns.insert(location, turn);
    }

    // The turns lead on for ever, and again and again through an accept mark, if a turn through
    // one leads, by further turns, back to where it started.
    let accepting = turns.iter().any(|(&from, turn)| {
        turn.iter().any(|it| it.accepting && reachable(&turns, it.to).contains(&from))
    });
    ensure(accepting, "the claim does not accept this run")
}

/// Where one turn of the cycle can bring a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    to: LocId,
    /// Whether it enters an accept-marked location on the way.
    accepting: bool,
}

fn turns_from(
    program: &Program,
    lasso: &Lasso<'_>,
    location: LocId,
) -> Result<BTreeSet<Turn>, Rejected> {
    let mut turns = BTreeSet::from([Turn { to: location, accepting: false }]);
    for state in &lasso.cycle {
        let mut extended = BTreeSet::new();
        for turn in turns {
            for to in after_move(program, state, &Locations::from([turn.to]))? {
                let accepting = turn.accepting || program.locs[to].marks.accept;
                extended.insert(Turn { to, accepting });
            }
        }
        turns = extended;
    }
    Ok(turns)
}

fn reachable(turns: &BTreeMap<LocId, BTreeSet<Turn>>, from: LocId) -> Locations {
    let mut reached = Locations::new();
    let mut waiting = Locations::from([from]);
    while let Some(location) = waiting.pop_first() {
        if reached.insert(location) {
            waiting.extend(turns[&location].iter().map(|it| it.to));
        }
    }
    reached
}

/// Where a claim can be after a move on a state.
fn after_move(
    program: &Program,
    state: &State,
    locations: &Locations,
) -> Result<Locations, Rejected> {
    let mut after = Locations::new();
    for &location in locations {
        let moves = claim_successors(program, state, location)
            .map_err(|_| Rejected::because("a move of the claim does not come to an end"))?;
        after.extend(moves.into_iter().map(|(_, to)| to));
    }
    Ok(after)
}
