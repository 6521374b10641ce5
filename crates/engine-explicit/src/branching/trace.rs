//! A path of the graph, as a run of the program.

use super::ways::{Explorer, Rest, Taken, Way};
use super::{StateGraph, key};
use tribunal_engine::{Context, End, Progress, Trace};
use tribunal_exec::{State, initial};
use tribunal_logic::ctl::Path;

/// How often a circle is passed in search of a state that comes again exactly: variables that do not matter may differ at first.
const ROUNDS: usize = 16;

struct Retrace<'g, 'a> {
    graph: &'g mut StateGraph<'a>,
    explorer: Explorer<'a>,
    state: State,
    taken: Vec<Taken>,
}

pub(super) fn trace(
    graph: &mut StateGraph<'_>,
    path: &Path,
    cx: &mut Context<'_>,
) -> Option<Trace> {
    let program = graph.watched.program;
    let explorer = Explorer::new(graph.watched, graph.naming);
    let mut retrace = Retrace { graph, explorer, state: initial(program), taken: Vec::new() };
    // The states at the start of the circle, each with the number of steps before it.
    let mut known: Vec<(usize, State)> = Vec::new();
    for (at, to) in path.states.iter().enumerate() {
        if let Some(from) = at.checked_sub(1)
            && let Gone::Resting(end) = retrace.go(path.states[from], *to, cx)?
        {
            return Some(retrace.finish(end));
        }
        if path.back_to == Some(at) {
            known.push((retrace.taken.len(), retrace.state.clone()));
        }
    }
    let Some(back_to) = path.back_to else { return Some(retrace.finish(End::Path)) };
    let mut from = *path.states.last()?;
    for _ in 0..ROUNDS {
        for (at, &to) in path.states.iter().enumerate().skip(back_to) {
            if let Gone::Resting(end) = retrace.go(from, to, cx)? {
                return Some(retrace.finish(end));
            }
            if at == back_to {
                let seen = known.iter().find(|(_, it)| it.matches(&retrace.state, program));
                if let Some((at, _)) = seen {
                    let end = End::Cycle { back_to: *at };
                    return Some(retrace.finish(end));
                }
                known.push((retrace.taken.len(), retrace.state.clone()));
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

impl Retrace<'_, '_> {
    /// Takes the steps from one state of the path to the next.
    fn go(&mut self, from: usize, to: usize, cx: &mut Context<'_>) -> Option<Gone> {
        let ways = self.explorer.ways(self.state.clone(), cx, &Progress::default()).ok()?;
        for Way { state, steps } in ways.seen {
            if self.number(&state)? as usize == to {
                self.state = state;
                self.taken.extend(steps);
                return Some(Gone::There);
            }
        }
        let is_rest = from == to || self.graph.twins[to].is_some();
        let Rest { steps, back_to } = ways.rest.filter(|_| is_rest)?;
        let before = self.taken.len();
        self.taken.extend(steps);
        Some(Gone::Resting(match back_to {
            Some(at) => End::Cycle { back_to: before + at },
            None => End::Stutter,
        }))
    }

    fn number(&mut self, state: &State) -> Option<u32> {
        let key = key(&mut self.graph.keys, state);
        self.graph.numbers.get(&key).copied()
    }

    fn finish(self, end: End) -> Trace {
        let (steps, choices): (Vec<_>, Vec<_>) = self.taken.into_iter().unzip();
        Trace { steps, choices: choices.into_iter().flatten().collect(), end }
    }
}
