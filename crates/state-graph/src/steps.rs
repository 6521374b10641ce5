//! What follows a state: each step, with each value that may be chosen in it.

use crate::Watched;
use crate::samples::Samples;
use tribunal_engine::{Chosen, Reason, Step};
use tribunal_exec::{Effects, Enabled, State, enabled, is_valid_end, take};
use tribunal_ir::{EdgeId, Program};
use tribunal_states::canonical::Naming;
use tribunal_states::choice::{After, Dropped, Inquirer, values};
use tribunal_states::classes::Classes;

/// Why an exploration cannot go on.
pub(crate) enum Halt {
    /// A run has looked at addresses, though objects were renamed.
    AddressSeen,
    Because(Reason),
}

impl Halt {
    /// Why nothing is known beyond a point; an error if the whole exploration is in vain.
    fn reason(self) -> Result<Reason, Self> {
        match self {
            Self::AddressSeen => Err(self),
            Self::Because(reason) => Ok(reason),
        }
    }
}

impl From<Reason> for Halt {
    fn from(reason: Reason) -> Self {
        Self::Because(reason)
    }
}

/// A step with the values chosen in it.
pub(crate) type Taken = (Step, Vec<Chosen>);

/// Takes steps.
pub(crate) struct Explorer<'a> {
    watched: Watched<'a>,
    naming: Naming,
    /// Whether a run that is stuck does not count.
    drops_stuck: bool,
    /// What is told apart of arbitrary values, by the program and by the atoms; made when it is asked for.
    classes: Option<Classes<'a>>,
    /// Values that are tried where there are too many; made when it is asked for.
    samples: Option<Samples>,
}

/// What follows a state.
pub(crate) struct Successors {
    /// What comes of each step, with each value that may be chosen, in order.
    pub(crate) found: Vec<Next>,
    /// Why there may be more.
    pub(crate) gap: Option<Reason>,
}

/// What comes of a step.
pub(crate) struct Next {
    pub(crate) taken: Taken,
    pub(crate) state: State,
    /// Whether something was to be seen since the last state that was.
    pub(crate) is_news: bool,
}

/// A run leaves what was translated.
fn beyond(program: &Program, edge: EdgeId) -> Reason {
    let edge = &program.edges[edge];
    let what = edge.violates.as_ref().map(|it| it.message.clone());
    let what = what.unwrap_or_else(|| "a part of the program".to_owned());
    Reason::Unsupported { what, span: Some(edge.span) }
}

impl<'a> Explorer<'a> {
    pub(crate) fn new(watched: Watched<'a>, naming: Naming) -> Self {
        let drops_stuck = watched.program.is_sequential();
        Self { watched, naming, drops_stuck, classes: None, samples: None }
    }

    /// Whether a run that ends in a state counts.
    pub(crate) fn counts(&self, state: &State) -> bool {
        !self.drops_stuck || state.stopped || is_valid_end(self.watched.program, state)
    }

    /// What follows a state, as far as it can be found out. Where there are too many values to choose among, some are tried.
    pub(crate) fn successors(&mut self, state: &State, was_news: bool) -> Result<Successors, Halt> {
        let program = self.watched.program;
        let mut after = Successors { found: Vec::new(), gap: None };
        if state.stopped {
            return Ok(after);
        }
        let Enabled { steps, timeout } = enabled(program, state);
        if let Err(halt) = self.look(state) {
            after.gap = Some(halt.reason()?);
            return Ok(after);
        }
        let mut open: Vec<(Step, Vec<i128>)> =
            steps.into_iter().rev().map(|it| (it, Vec::new())).collect();
        while let Some((step, script)) = open.pop() {
            let mut inquirer = Inquirer::new(&script);
            let (next, effects) = match take(program, state.clone(), timeout, &step, &mut inquirer)
            {
                Ok(taken) => taken,
                Err(diverges) => {
                    after.gap.get_or_insert(Reason::Diverges { span: diverges.span });
                    continue;
                }
            };
            if let Some(shape) = inquirer.asked {
                let then = After { state: &next, dropped: Dropped::Stuck };
                let then = Some(then).filter(|_| self.drops_stuck);
                let known = self.told_apart(step.edge, script.len());
                let all = || values(program, step.edge, &script, shape, then);
                let values = known.or_else(all).unwrap_or_else(|| {
                    let bits = shape.bits;
                    let what = format!("trying all arbitrary values of {bits} bits one by one");
                    let span = Some(program.edges[step.edge].span);
                    after.gap.get_or_insert(Reason::Unsupported { what, span });
                    self.samples.get_or_insert_with(|| Samples::new(program)).of(shape)
                });
                open.extend(values.into_iter().rev().map(|value| {
                    let mut script = script.clone();
                    script.push(value);
                    (step, script)
                }));
                continue;
            }
            match self.next(&step, next, &effects, was_news) {
                Ok(next) => after.found.push(next),
                Err(halt) => _ = after.gap.get_or_insert(halt.reason()?),
            }
        }
        Ok(after)
    }

    /// The values that an edge is to choose among when it has asked so often before, if only some are told apart.
    fn told_apart(&mut self, edge: EdgeId, asked: usize) -> Option<Vec<i128>> {
        let Watched { program, atoms, .. } = self.watched;
        let classes = self.classes.get_or_insert_with(|| {
            let mut classes = Classes::new(program);
            atoms.iter().for_each(|it| classes.watch(*it));
            classes
        });
        classes.asked(edge, asked)
    }

    /// What comes of the only step, if there is one, nothing is chosen in it and nothing is in the way.
    pub(crate) fn only(&self, state: &State, was_news: bool) -> Result<Option<Next>, Halt> {
        let program = self.watched.program;
        if state.stopped {
            return Ok(None);
        }
        let Enabled { steps, timeout } = enabled(program, state);
        let [step] = steps[..] else { return Ok(None) };
        let mut inquirer = Inquirer::new(&[]);
        let Ok((next, effects)) = take(program, state.clone(), timeout, &step, &mut inquirer)
        else {
            return Ok(None);
        };
        if inquirer.asked.is_some() {
            return Ok(None);
        }
        let next = self.look(state).and_then(|()| self.next(&step, next, &effects, was_news));
        match next {
            Ok(next) => Ok(Some(next)),
            Err(halt) => halt.reason().map(|_| None),
        }
    }

    /// What has come of a step.
    fn next(
        &self,
        step: &Step,
        state: State,
        effects: &Effects,
        was_news: bool,
    ) -> Result<Next, Halt> {
        let program = self.watched.program;
        self.look(&state)?;
        let mut violations = effects.violations();
        if let Some((_, edge)) = violations.find(|it| Some(it.0) == program.boundary) {
            return Err(beyond(program, edge).into());
        }
        let is_seen = |(process, edge): (u32, EdgeId)| {
            let at = state.process(process.into()).map(|it| it.location);
            self.watched.visibility.is_seen(edge, at.unwrap_or(program.edges[edge].to))
        };
        let is_news = was_news || effects.edges().any(is_seen);
        let choices: Vec<Chosen> = effects.choices().cloned().collect();
        Ok(Next { taken: (*step, choices), state, is_news })
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
