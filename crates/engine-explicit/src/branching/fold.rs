//! Transitions between the states that are seen.

use super::legs::Legs;
use super::steps::Halt;
use tribunal_base::Kleene;
use tribunal_engine::{Context, Progress, Reason};
use tribunal_logic::ctl::{Relation, Structure};

/// The states that are seen, their twins last.
pub(super) struct Folded {
    pub(super) structure: Structure,
    /// How many transitions there are between states that are seen.
    pub(super) transitions: u64,
}

/// What follows a state that is seen.
struct Beyond {
    seen: Vec<u32>,
    /// Whether a run may not be seen any more.
    rests: bool,
}

/// A search through places that are not seen.
struct Search<'a> {
    legs: &'a Legs,
    /// In which search a place was met last, and whether it is on the current way.
    met: Vec<(u32, bool)>,
    round: u32,
}

impl Search<'_> {
    fn beyond(&mut self, start: u32) -> Beyond {
        self.round += 1;
        let mut found = Beyond { seen: Vec::new(), rests: false };
        let mut stack: Vec<(u32, usize)> = vec![(start, 0)];
        self.met[start as usize] = (self.round, true);
        while let Some((number, at)) = stack.last_mut() {
            let place = &self.legs.places[*number as usize];
            found.rests |= place.ends;
            let Some(leg) = place.legs.get(*at) else {
                self.met[*number as usize].1 = false;
                stack.pop();
                continue;
            };
            *at += 1;
            let target = &self.legs.places[leg.to as usize];
            if let (true, Some(seen)) = (leg.is_seen, target.seen) {
                found.seen.push(seen);
                continue;
            }
            match self.met[leg.to as usize] {
                (round, is_open) if round == self.round => found.rests |= is_open,
                _ => {
                    self.met[leg.to as usize] = (self.round, true);
                    stack.push((leg.to, 0));
                }
            }
        }
        found.seen.sort_unstable();
        found.seen.dedup();
        found
    }
}

pub(super) fn fold(
    legs: &Legs,
    mut atoms: Vec<Vec<Kleene>>,
    cx: &mut Context<'_>,
) -> Result<Folded, Halt> {
    let mut search = Search { legs, met: vec![(0, false); legs.places.len()], round: 0 };
    let mut successors: Vec<Vec<u32>> = Vec::with_capacity(legs.seen.len());
    let mut twins: Vec<u32> = Vec::new();
    let mut transitions = 0;
    for (own, place) in (0_u32..).zip(&legs.seen) {
        cx.tick(|| Progress { states: u64::from(own), ..Progress::default() })?;
        let Beyond { seen: mut after, rests } = search.beyond(*place);
        transitions += after.len() as u64;
        if rests {
            let twin = u32::try_from(legs.seen.len() + twins.len()).unwrap_or(u32::MAX);
            if after.is_empty() {
                after.push(own);
            } else {
                after.push(twin);
                twins.push(own);
            }
        }
        successors.push(after);
    }
    for twin in &twins {
        successors.push(vec![u32::try_from(successors.len()).unwrap_or(u32::MAX)]);
        atoms.iter_mut().for_each(|it| it.push(it[*twin as usize]));
    }
    drop_stuck(&mut successors)?;
    let states = successors.len();
    let structure = Structure { may: Relation::new(&successors), must: None, atoms, states };
    Ok(Folded { structure, transitions })
}

/// Drops the transitions to states from where all runs get stuck.
fn drop_stuck(successors: &mut [Vec<u32>]) -> Result<(), Halt> {
    let mut stuck: Vec<usize> = Vec::new();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); successors.len()];
    for (number, after) in (0_u32..).zip(&*successors) {
        if after.is_empty() {
            stuck.push(number as usize);
        }
        after.iter().for_each(|it| before[*it as usize].push(number));
    }
    while let Some(state) = stuck.pop() {
        for &from in &before[state] {
            let after = &mut successors[from as usize];
            let had = after.len();
            after.retain(|it| *it as usize != state);
            if after.is_empty() && 0 < had {
                stuck.push(from as usize);
            }
        }
    }
    if successors[0].is_empty() {
        let what = "a program none of whose runs fulfils its assumptions".to_owned();
        return Err(Reason::Unsupported { what, span: None }.into());
    }
    Ok(())
}
