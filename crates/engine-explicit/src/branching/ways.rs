//! What follows a state: the next states that are seen, and whether a run may not be seen any more.

use super::{Watched, key};
use crate::memory::canonical::{Keys, Naming};
use crate::memory::choice::{Inquirer, values};
use rustc_hash::FxHashMap;
use tribunal_engine::{Chosen, Context, Progress, Reason, Step};
use tribunal_exec::{Enabled, State, enabled, is_valid_end, take};
use tribunal_ir::{EdgeId, Program};

/// Why an exploration cannot go on.
pub(super) enum Halt {
    /// A run has looked at addresses, though objects were renamed.
    AddressSeen,
    Because(Reason),
}

impl From<Reason> for Halt {
    fn from(reason: Reason) -> Self {
        Self::Because(reason)
    }
}

/// A step with the values chosen in it.
pub(super) type Taken = (Step, Vec<Chosen>);

/// A way to a state that is seen.
pub(super) struct Way {
    pub(super) state: State,
    pub(super) steps: Vec<Taken>,
}

/// A way from a state that is not seen any more.
pub(super) struct Rest {
    pub(super) steps: Vec<Taken>,
    /// The first step of the circle in which it goes on; none if it ends.
    pub(super) back_to: Option<usize>,
}

/// All ways on from a state.
#[derive(Default)]
pub(super) struct Ways {
    pub(super) seen: Vec<Way>,
    pub(super) rest: Option<Rest>,
}

/// Finds ways.
pub(super) struct Explorer<'a> {
    watched: Watched<'a>,
    naming: Naming,
    keys: Keys<'a>,
    /// Whether a run that is stuck does not count.
    drops_stuck: bool,
    /// How many steps were taken.
    pub(super) steps: u64,
}

/// What comes of a step.
struct Next {
    taken: Taken,
    state: State,
    /// Whether something was to be seen since the last state that was.
    is_news: bool,
}

/// A state on the current way.
struct Frame {
    key: Option<Box<[u8]>>,
    rest: Vec<Next>,
}

/// Whether a state is on the current way, or was left behind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colour {
    OnWay(usize),
    Done,
}

/// A run leaves what was translated.
fn beyond(program: &Program, edge: EdgeId) -> Reason {
    let edge = &program.edges[edge];
    let what = edge.violates.as_ref().map(|it| it.message.clone());
    let what = what.unwrap_or_else(|| "a part of the program".to_owned());
    Reason::Unsupported { what, span: Some(edge.span) }
}

impl<'a> Explorer<'a> {
    pub(super) fn new(watched: Watched<'a>, naming: Naming) -> Self {
        Self {
            watched,
            naming,
            keys: Keys::new(watched.program, naming),
            drops_stuck: watched.program.is_sequential(),
            steps: 0,
        }
    }

    /// All ways on from a state that is seen: depth first through those that are not.
    pub(super) fn ways(
        &mut self,
        state: State,
        cx: &mut Context<'_>,
        progress: &Progress,
    ) -> Result<Ways, Halt> {
        let mut ways = Ways::default();
        let mut colours: FxHashMap<Box<[u8]>, Colour> = FxHashMap::default();
        let mut way: Vec<Taken> = Vec::new();
        let first = self.successors(&state, false)?;
        let mut stack = Vec::new();
        self.enter(&state, false, first, &mut stack, &mut colours, &way, &mut ways);
        while let Some(frame) = stack.last_mut() {
            let Some(next) = frame.rest.pop() else {
                if let Some(key) = stack.pop().and_then(|it| it.key) {
                    colours.insert(key, Colour::Done);
                }
                way.pop();
                continue;
            };
            cx.tick(|| *progress)?;
            way.push(next.taken);
            if next.is_news && next.state.is_seen() {
                ways.seen.push(Way { state: next.state, steps: way.clone() });
                way.pop();
                continue;
            }
            let key = self.key(&next.state, next.is_news);
            match colours.get(&key) {
                Some(Colour::OnWay(at)) => {
                    if ways.rest.is_none() {
                        ways.rest = Some(Rest { steps: way.clone(), back_to: Some(*at) });
                    }
                    way.pop();
                }
                Some(Colour::Done) => {
                    way.pop();
                }
                None => {
                    let after = self.successors(&next.state, next.is_news)?;
                    self.enter(
                        &next.state,
                        next.is_news,
                        after,
                        &mut stack,
                        &mut colours,
                        &way,
                        &mut ways,
                    );
                }
            }
        }
        // As if the successors were taken in order.
        ways.seen.reverse();
        Ok(ways)
    }

    fn key(&mut self, state: &State, is_news: bool) -> Box<[u8]> {
        let mut key = key(&mut self.keys, state).into_vec();
        key.push(u8::from(is_news));
        key.into()
    }

    /// Puts a state on the current way.
    #[expect(clippy::too_many_arguments, reason = "the parts of one search")]
    fn enter(
        &mut self,
        state: &State,
        is_news: bool,
        rest: Vec<Next>,
        stack: &mut Vec<Frame>,
        colours: &mut FxHashMap<Box<[u8]>, Colour>,
        way: &[Taken],
        ways: &mut Ways,
    ) {
        if rest.is_empty() && ways.rest.is_none() && self.counts(state) {
            ways.rest = Some(Rest { steps: way.to_vec(), back_to: None });
        }
        // Nobody comes back to where all is seen.
        let is_followed = rest.iter().any(|it| !(it.is_news && it.state.is_seen()));
        let key = is_followed.then(|| self.key(state, is_news));
        if let Some(key) = &key {
            colours.insert(key.clone(), Colour::OnWay(way.len()));
        }
        stack.push(Frame { key, rest });
    }

    /// Whether a run that ends in a state counts.
    fn counts(&self, state: &State) -> bool {
        !self.drops_stuck || state.stopped || is_valid_end(self.watched.program, state)
    }

    /// What comes of each step, with each value that may be chosen.
    fn successors(&mut self, state: &State, was_news: bool) -> Result<Vec<Next>, Halt> {
        let program = self.watched.program;
        if state.stopped {
            return Ok(Vec::new());
        }
        let Enabled { steps, timeout } = enabled(program, state);
        self.look(state)?;
        let mut found = Vec::new();
        let mut open: Vec<(Step, Vec<i128>)> =
            steps.into_iter().rev().map(|it| (it, Vec::new())).collect();
        while let Some((step, script)) = open.pop() {
            self.steps += 1;
            let mut inquirer = Inquirer::new(&script);
            let (next, effects) = take(program, state.clone(), timeout, &step, &mut inquirer)
                .map_err(|it| Reason::Diverges { span: it.span })?;
            if let Some(shape) = inquirer.asked {
                let after = Some(&next).filter(|_| self.drops_stuck);
                let Some(values) = values(program, step.edge, &script, shape, after) else {
                    let bits = shape.bits;
                    let what = format!("trying all arbitrary values of {bits} bits one by one");
                    let span = Some(program.edges[step.edge].span);
                    return Err(Reason::Unsupported { what, span }.into());
                };
                open.extend(values.into_iter().rev().map(|value| {
                    let mut script = script.clone();
                    script.push(value);
                    (step, script)
                }));
                continue;
            }
            self.look(&next)?;
            if let Some((_, edge)) = effects.violations().find(|it| Some(it.0) == program.boundary)
            {
                return Err(beyond(program, edge).into());
            }
            let is_seen = |(process, edge): (u32, EdgeId)| {
                let at = next.process(process.into()).map(|it| it.location);
                self.watched.visibility.is_seen(edge, at.unwrap_or(program.edges[edge].to))
            };
            let is_news = was_news || effects.edges().any(is_seen);
            let choices: Vec<Chosen> = effects.choices().cloned().collect();
            found.push(Next { taken: (step, choices), state: next, is_news });
        }
        found.reverse();
        Ok(found)
    }

    /// Sees whether a run depends on what is not told apart.
    fn look(&self, state: &State) -> Result<(), Halt> {
        let notes = &state.memory.notes;
        if self.naming == Naming::Canonical && notes.has_seen_addresses() {
            return Err(Halt::AddressSeen);
        }
        if notes.has_seen_found_bytes() {
            let what = "trying all values of memory that is read before it is written".to_owned();
            let location = state.processes.last().map(|it| it.location);
            let span = location.map(|it| self.watched.program.locs[it].span);
            return Err(Reason::Unsupported { what, span }.into());
        }
        Ok(())
    }
}
