//! Claims, run in step with a run of the program.

use crate::Rejected;
use crate::replay::{Lasso, ensure};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_exec::{State, claim_successors, is_claim_end};
use tribunal_ir::{LocId, ProcId, Program};

/// Where a claim can be.
type Locations = BTreeSet<LocId>;

/// What a state lets a claim do: where it can move from each location.
pub(crate) type Moves = BTreeMap<LocId, Locations>;

/// The moves of a claim on a state, if claims see it.
pub(crate) fn moves(
    program: &Program,
    claim: ProcId,
    state: &State,
) -> Result<Option<Moves>, Rejected> {
    if !state.is_seen() {
        return Ok(None);
    }
    let mut moves = Moves::new();
    for (location, _) in program.locs.iter().filter(|(_, it)| it.process == claim) {
        let targets = claim_successors(program, state, location)
            .map_err(|_| Rejected::because("a move of the claim does not come to an end"))?;
        moves.insert(location, targets.into_iter().map(|(_, to)| to).collect());
    }
    Ok(Some(moves))
}

/// Where a claim can be after a move.
fn after(moves: &Moves, locations: &Locations) -> Locations {
    locations.iter().filter_map(|it| moves.get(it)).flatten().copied().collect()
}

/// Checks that the claim, moving on each state of a finite run in turn, can reach its end. If the
/// run cannot go on, the claim goes on moving on the last state.
pub(crate) fn reaches_end(
    program: &Program,
    claim: ProcId,
    run: (Vec<Option<Moves>>, bool),
) -> Result<(), Rejected> {
    let (run, blocked) = run;
    let run: Vec<Moves> = run.into_iter().flatten().collect();
    let mut locations = Locations::from([program.procs[claim].entry]);
    let mut visited = locations.clone();
    for state in &run {
        locations = after(state, &locations);
        visited.extend(&locations);
    }
    if let (Some(last), true) = (run.last(), blocked) {
        let mut on_last = Locations::new();
        while !locations.is_subset(&on_last) {
            on_last.extend(&locations);
            locations = after(last, &on_last);
        }
        visited.extend(on_last);
    }
    let ended = visited.iter().any(|&it| is_claim_end(program, it));
    ensure(ended, "the claim does not reach its end on this run")
}

/// Checks that the claim has an infinite run along the lasso that passes through accept-marked
/// locations again and again.
pub(crate) fn accepts(
    program: &Program,
    claim: ProcId,
    run: Lasso<Option<Moves>>,
) -> Result<(), Rejected> {
    let run = run.seen()?;
    let entry = Locations::from([program.procs[claim].entry]);
    let arrivals = run.prefix.iter().fold(entry, |locations, moves| after(moves, &locations));

    // What one turn of the cycle does to the claim, for all the locations in which it can start.
    let mut turns: BTreeMap<LocId, BTreeSet<Turn>> = BTreeMap::new();
    let mut waiting = arrivals;
    while let Some(location) = waiting.pop_first() {
        let turn =
            turns.entry(location).or_insert_with(|| turns_from(program, &run.cycle, location));
        waiting.extend(turn.iter().map(|it| it.to));
        waiting.retain(|it| !turns.contains_key(it));
    }

    // The turns lead on for ever, and again and again through an accept mark, if a turn through
    // one leads, by further turns, back to where it started.
    let accepting = turns.iter().any(|(&from, turn)| {
        turn.iter().any(|it| it.accepting && reachable(&turns, it.to).contains(&from))
    });
    ensure(accepting, "the claim does not accept this run")
}

/// Where one turn of a cycle can bring a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    to: LocId,
    /// Whether it enters an accept-marked location on the way.
    accepting: bool,
}

fn turns_from(program: &Program, cycle: &[Moves], location: LocId) -> BTreeSet<Turn> {
    let mut turns = BTreeSet::from([Turn { to: location, accepting: false }]);
    for moves in cycle {
        let extended = turns.into_iter().flat_map(|turn| {
            let targets = moves.get(&turn.to).into_iter().flatten();
            targets.map(move |&to| {
                let accepting = turn.accepting || program.locs[to].marks.accept;
                Turn { to, accepting }
            })
        });
        turns = extended.collect();
    }
    turns
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
