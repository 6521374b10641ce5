//! What comes of taking an edge.

use super::callers::Standing;
use super::control::{Control, Stage, Thread};
use super::node::{Knowledge, Point};
use super::unfold::Builder;
use super::ways::Way;
use crate::state::State;
use crate::state::value::Value;
use smallvec::{SmallVec, smallvec};
use tribunal_engine::{Chosen, Reason};
use tribunal_ir::{Action, Content, Control as Stop, Place, PlaceId};

/// What is known on the way, with what was chosen: most often in one way alone.
type Open = SmallVec<[(State, Vec<Chosen>); 1]>;

/// A state that an edge leads to.
pub(super) struct Arrival {
    pub(super) point: Point,
    pub(super) is_seen: bool,
    pub(super) choices: Vec<Chosen>,
}

impl Builder<'_, '_, '_> {
    /// Takes an edge in a state in which it can be taken: once for each part of the values that are chosen.
    pub(super) fn pass(
        &self,
        control: &Control,
        known: &Knowledge,
        way: Way,
    ) -> Result<SmallVec<[Arrival; 1]>, Reason> {
        let Way { thread: moved, edge: id, state, .. } = way;
        let edge = &self.program.edges[id];
        if let Some(violation) = &edge.violates
            && Some(violation.property) == self.program.boundary
        {
            let (what, span) = (violation.message.clone(), Some(edge.span));
            return Err(Reason::Unsupported { what, span });
        }
        let mut open: Open = smallvec![(state, Vec::new())];
        let (last, actions) = match edge.actions.split_last() {
            Some((last @ (Action::Call { .. } | Action::Return { .. }), rest)) => {
                (Some(last), rest)
            }
            _ => (None, &edge.actions[..]),
        };
        for action in actions {
            match action {
                Action::Havoc { place } => open = self.choose(open, *place),
                action => open.iter_mut().for_each(|it| self.perform(it, action)),
            }
        }
        let is_gone = edge.actions.first() == Some(&Action::Exit);
        let is_over = edge.ends_run();
        let thread = &control.threads[moved];
        let callers = known.callers.as_ref().filter(|_| moved == 0);
        let mut arrivals = SmallVec::new();
        for (state, choices) in open {
            let standing = match last {
                Some(Action::Call { process, args, .. }) => {
                    self.call(thread, id, (*process, args), &state, callers)?
                }
                Some(Action::Return { value }) => {
                    let value = value.map(|it| self.stepper().view(&state).value(it));
                    match self.resume(thread, state, value, callers) {
                        Some(resumed) => resumed,
                        None => continue,
                    }
                }
                _ => {
                    let (calls, callers) = (thread.calls.clone(), callers.cloned());
                    Standing { calls, at: edge.to, state, callers }
                }
            };
            let Standing { calls, at, state, callers } = standing;
            let mut control = control.clone();
            control.threads[moved] = Thread { calls, stage: Stage::Free(at) };
            let stage = match (is_gone, is_over) {
                (_, true) => Stage::Over(at),
                (true, false) => Stage::Gone(at),
                (false, false) => self.stage(&control, moved, &state, edge.atomic)?,
            };
            control.threads[moved].stage = stage;
            let is_ended = is_over || is_gone;
            let is_passing = !is_ended && self.program.locs[at].control == Stop::Indivisible;
            let is_inside = matches!(stage, Stage::Atomic(_)) || is_passing;
            let is_news = control.is_news
                || match is_passing {
                    true => self.visibility.stores(id),
                    false => self.visibility.is_seen(id, at),
                };
            let is_seen = is_news && !is_inside;
            control.is_news = is_news && is_inside;
            let known = known.after(moved, state, callers);
            let point = Point { control, known, moved };
            arrivals.push(Arrival { point, is_seen, choices });
        }
        Ok(arrivals)
    }

    /// Chooses a value for a place: one of each part.
    fn choose(&self, open: Open, place: PlaceId) -> Open {
        let mut done = Open::new();
        for (before, chosen) in open {
            for part in self.parts(place) {
                let (mut state, mut choices) = (before.clone(), chosen.clone());
                let value = part.number().and_then(|it| it.single().or(Some(it.hull().lo)));
                choices.push(Chosen::Value(value.unwrap_or(0)));
                self.stepper().assign(&mut state, place, part);
                done.push((state, choices));
            }
        }
        done
    }

    /// Does an action in which nothing is chosen that matters, and which neither calls nor returns.
    fn perform(&self, (state, choices): &mut (State, Vec<Chosen>), action: &Action) {
        if let Action::Allocate { object, .. } = action
            && self.program.objects[*object].content == Content::Arbitrary
        {
            choices.push(Chosen::Bytes(Vec::new()));
        }
        self.stepper().perform(state, action);
    }

    /// The values of a place, in parts.
    fn parts(&self, place: PlaceId) -> Vec<Value> {
        let ty = self.program.ty_of_place(place).map(|it| self.program.tys[it]);
        let Some(ty) = ty else { return Vec::new() };
        match (self.program.places[place], self.program.shape_of_ty(ty)) {
            (Place::Var(var), Some(shape)) if ty != tribunal_ir::Ty::Pointer => {
                self.cuts.parts(var, shape).into_iter().map(Value::Number).collect()
            }
            _ => vec![Value::top(self.program, ty)],
        }
    }
}
