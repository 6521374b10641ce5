//! A path of the graph, as a run of the program.

use crate::StateGraph;
use crate::legs::{Landing, follow};
use crate::steps::{Explorer, Taken};
use std::collections::VecDeque;
use tribunal_engine::{End, Trace};
use tribunal_exec::{State, initial};
use tribunal_logic::ctl::Path;

/// How often a circle is passed in search of a state that comes again exactly: variables that do not matter may differ at first.
const ROUNDS: usize = 16;

/// Takes the steps of a path again.
struct Retrace<'g, 'a> {
    graph: &'g StateGraph<'a>,
    explorer: Explorer<'a>,
    at: Landing,
    taken: Vec<Taken>,
}

pub(crate) fn trace(graph: &StateGraph<'_>, path: &Path) -> Option<Trace> {
    let program = graph.watched.program;
    let explorer = Explorer::new(graph.watched, graph.naming);
    let at = Landing { state: initial(program), is_news: false };
    let mut retrace = Retrace { graph, explorer, at, taken: Vec::new() };
    // The states at the start of the circle, each with the number of steps before it.
    let mut known: Vec<(usize, State)> = Vec::new();
    for (at, to) in path.states.iter().enumerate() {
        if let Some(from) = at.checked_sub(1)
            && let Gone::Resting(end) = retrace.go(path.states[from], *to)?
        {
            return Some(retrace.finish(end));
        }
        if path.back_to == Some(at) {
            known.push((retrace.taken.len(), retrace.at.state.clone()));
        }
    }
    let Some(back_to) = path.back_to else { return Some(retrace.finish(End::Path)) };
    let mut from = *path.states.last()?;
    for _ in 0..ROUNDS {
        for (at, &to) in path.states.iter().enumerate().skip(back_to) {
            if let Gone::Resting(end) = retrace.go(from, to)? {
                return Some(retrace.finish(end));
            }
            if at == back_to {
                let state = &retrace.at.state;
                if let Some((at, _)) = known.iter().find(|(_, it)| it.matches(state, program)) {
                    let end = End::Cycle { back_to: *at };
                    return Some(retrace.finish(end));
                }
                known.push((retrace.taken.len(), state.clone()));
            }
            from = to;
        }
    }
    None
}

/// Where a step of a path leads.
enum Gone {
    There,
    /// To where the run is not seen any more.
    Resting(End),
}

/// A place on a way, and the leg that leads on from it.
type Position = (u32, usize);

impl Retrace<'_, '_> {
    /// Takes the steps from one state of the path to the next.
    fn go(&mut self, from: usize, to: usize) -> Option<Gone> {
        let graph = self.graph;
        let start = *graph.legs.seen.get(from)?;
        if to < graph.seen
            && let Some(way) = self.way(start, to)
        {
            way.into_iter().try_for_each(|leg| self.take(leg))?;
            self.at.is_news = false;
            return Some(Gone::There);
        }
        let is_rest = from == to || graph.seen <= to;
        let (way, back_to) = is_rest.then(|| self.rest(start))??;
        let mut cycle = None;
        for (at, leg) in way.into_iter().enumerate() {
            if back_to == Some(at) {
                cycle = Some(self.taken.len());
            }
            self.take(leg)?;
        }
        let end = cycle.map_or(End::Stutter, |back_to| End::Cycle { back_to });
        Some(Gone::Resting(end))
    }

    /// The legs from a place to a state, by places that are not seen: the fewest.
    fn way(&self, start: u32, to: usize) -> Option<Vec<usize>> {
        let legs = &self.graph.legs;
        let mut before: Vec<Option<Position>> = vec![None; legs.places.len()];
        let mut met = vec![false; legs.places.len()];
        met[start as usize] = true;
        let mut queue = VecDeque::from([start]);
        while let Some(number) = queue.pop_front() {
            for (at, leg) in legs.places[number as usize].legs.iter().enumerate() {
                let target = &legs.places[leg.to as usize];
                if leg.is_seen && target.seen.is_some_and(|it| it as usize == to) {
                    let mut way = vec![at];
                    let mut place = number;
                    while let Some((from, leg)) = before[place as usize] {
                        way.push(leg);
                        place = from;
                    }
                    way.reverse();
                    return Some(way);
                }
                if !leg.is_seen && !std::mem::replace(&mut met[leg.to as usize], true) {
                    before[leg.to as usize] = Some((number, at));
                    queue.push_back(leg.to);
                }
            }
        }
        None
    }

    /// The legs from a place to an end, or around a circle, by places that are not seen; and the first one of the circle.
    fn rest(&self, start: u32) -> Option<(Vec<usize>, Option<usize>)> {
        let places = &self.graph.legs.places;
        let mut met = vec![false; places.len()];
        met[start as usize] = true;
        // The current way, each place with the number of legs that were tried.
        let mut way: Vec<Position> = vec![(start, 0)];
        while let Some((number, tried)) = way.last_mut() {
            let place = &places[*number as usize];
            if place.ends {
                let legs = way.iter().rev().skip(1).rev().map(|it| it.1 - 1).collect();
                return Some((legs, None));
            }
            let Some(leg) = place.legs.get(*tried) else {
                way.pop();
                continue;
            };
            *tried += 1;
            if leg.is_seen {
                continue;
            }
            if let Some(at) = way.iter().position(|it| it.0 == leg.to) {
                return Some((way.iter().map(|it| it.1 - 1).collect(), Some(at)));
            }
            if !std::mem::replace(&mut met[leg.to as usize], true) {
                way.push((leg.to, 0));
            }
        }
        None
    }

    /// Takes the steps of a leg.
    fn take(&mut self, leg: usize) -> Option<()> {
        let after = self.explorer.successors(&self.at.state, self.at.is_news).ok()?;
        let first = after.found.into_iter().nth(leg)?;
        let taken = &mut self.taken;
        let note = &mut |step| {
            taken.push(step);
            Ok(())
        };
        self.at = follow(&self.explorer, first, note).ok()?;
        Some(())
    }

    fn finish(self, end: End) -> Trace {
        let (steps, choices): (Vec<_>, Vec<_>) = self.taken.into_iter().unzip();
        Trace { steps, choices: choices.into_iter().flatten().collect(), end }
    }
}
