//! Transitions between the states that are seen.
//!
//! Where not all that follows a state is known, there is one more state that may follow it, of which nothing is known; what is known to follow is certain (G. Bruns,
//! P. Godefroid: *Model checking partial state spaces with 3-valued temporal logics*, CAV 1999).

use crate::legs::Legs;
use crate::steps::Halt;
use tribunal_base::Kleene;
use tribunal_engine::{Context, Progress, Reason};
use tribunal_logic::ctl::{Relation, Structure};

/// The states that are seen, their twins last.
pub(crate) struct Folded {
    pub(crate) structure: Structure,
    /// How many transitions there are between states that are seen.
    pub(crate) transitions: u64,
}

/// What follows a state that is seen.
struct Beyond {
    seen: Vec<u32>,
    /// Whether a run may not be seen any more.
    rests: bool,
    /// Whether there may be more.
    is_open: bool,
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
        let mut found = Beyond { seen: Vec::new(), rests: false, is_open: false };
        let mut stack: Vec<(u32, usize)> = vec![(start, 0)];
        self.met[start as usize] = (self.round, true);
        while let Some((number, at)) = stack.last_mut() {
            let place = &self.legs.places[*number as usize];
            found.rests |= place.ends;
            found.is_open |= place.is_open;
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

pub(crate) fn fold(
    legs: &Legs,
    mut atoms: Vec<Vec<Kleene>>,
    cx: &mut Context<'_>,
) -> Result<Folded, Halt> {
    let mut search = Search { legs, met: vec![(0, false); legs.places.len()], round: 0 };
    let mut successors: Vec<Vec<u32>> = Vec::with_capacity(legs.seen.len());
    let mut twins: Vec<u32> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut transitions = 0;
    for (own, place) in (0_u32..).zip(&legs.seen) {
        cx.tick(|| Progress { states: u64::from(own), ..Progress::default() })?;
        let Beyond { seen: mut after, rests, is_open } = search.beyond(*place);
        transitions += after.len() as u64;
        if is_open {
            open.push(own as usize);
        }
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
    let structure = if open.is_empty() {
        drop_stuck(&mut successors);
        let states = successors.len();
        Structure { may: Relation::new(&successors), must: None, atoms, states }
    } else {
        partial(successors, &open, atoms)
    };
    if structure.may.after(0).is_empty() {
        let what = "a program none of whose runs fulfils its assumptions".to_owned();
        return Err(Reason::Unsupported { what, span: None }.into());
    }
    Ok(Folded { structure, transitions })
}

/// The structure of states some of which may have more successors.
fn partial(
    mut successors: Vec<Vec<u32>>,
    open: &[usize],
    mut atoms: Vec<Vec<Kleene>>,
) -> Structure {
    let unknown = u32::try_from(successors.len()).unwrap_or(u32::MAX);
    successors.push(Vec::new());
    let mut may = successors.clone();
    open.iter().for_each(|it| may[*it].push(unknown));
    may[unknown as usize].push(unknown);
    drop_stuck(&mut may);
    // What may get stuck is not certain to follow.
    drop_stuck(&mut successors);
    atoms.iter_mut().for_each(|it| it.push(Kleene::Maybe));
    Structure {
        may: Relation::new(&may),
        must: Some(Relation::new(&successors)),
        atoms,
        states: successors.len(),
    }
}

/// Drops the transitions to states from where all runs get stuck.
fn drop_stuck(successors: &mut [Vec<u32>]) {
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
}
