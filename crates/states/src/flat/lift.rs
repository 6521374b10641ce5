//! The way back from a flat program to the one it was made from.

use super::{Flat, Origin};
use crate::choice::Inquirer;
use tribunal_base::Id;
use tribunal_engine::{Context, End, Progress, Reason, Step, Trace};
use tribunal_exec::{Enabled, enabled, initial, take};
use tribunal_ir::{Action, EdgeId, Program, PropId};

impl Flat {
    /// The run of the original that makes the same choices, up to the violation of a property.
    ///
    /// # Errors
    /// If there is none, or a limit is reached.
    pub fn lift(
        &self,
        program: &Program,
        property: PropId,
        flat: &Trace,
        cx: &mut Context<'_>,
    ) -> Result<Trace, Reason> {
        let lost = || Reason::Rejected { why: "the choices lead elsewhere".to_owned() };
        let mut trace = Trace { steps: Vec::new(), choices: Vec::new(), end: End::Violation };
        let mut chosen = flat.steps.iter();
        let mut state = initial(program);
        loop {
            cx.tick(Progress::default)?;
            let Enabled { steps, timeout } = enabled(program, &state);
            let at = state.processes.first().ok_or_else(lost)?.location;
            let (edge, values) = if self.is_rest[at.index()] {
                let step = chosen.next().ok_or_else(lost)?;
                match &self.origins[step.edge.index()] {
                    Origin::Copy(edge, values) => (*edge, values.as_slice()),
                    Origin::Back(_) => return Err(lost()),
                }
            } else {
                let edge = steps.first().ok_or_else(lost)?.edge;
                (edge, self.fixed.get(&edge).map_or(&[][..], Vec::as_slice))
            };
            let step = Step { process: 0, edge, partner: None };
            if !steps.contains(&step) {
                return Err(lost());
            }
            let taken = take(program, state, timeout, &step, &mut Inquirer::new(values));
            let (next, effects) = taken.map_err(|it| Reason::Diverges { span: it.span })?;
            trace.steps.push(step);
            trace.choices.extend(effects.choices().cloned());
            if effects.violations().any(|(it, _)| it == property) {
                return Ok(trace);
            }
            if next.stopped {
                return Err(lost());
            }
            state = next;
        }
    }

    /// What an edge is a copy of.
    #[must_use]
    pub fn origin(&self, edge: EdgeId) -> Option<EdgeId> {
        match self.origins[edge.index()] {
            Origin::Copy(edge, _) => Some(edge),
            Origin::Back(_) => None,
        }
    }

    /// Which locations of the original were reached, after a search that took all edges but these.
    #[must_use]
    pub fn reached(&self, program: &Program, unreached: &[EdgeId]) -> Vec<bool> {
        let mut reached = vec![false; program.locs.len()];
        for (id, origin) in self.program.edges.ids().zip(&self.origins) {
            if unreached.contains(&id) {
                continue;
            }
            match origin {
                Origin::Back(to) => reached[to.index()] = true,
                Origin::Copy(edge, _) => {
                    let edge = &program.edges[*edge];
                    reached[edge.from.index()] = true;
                    match edge.actions.last() {
                        Some(Action::Call { process, .. }) => {
                            reached[program.procs[*process].entry.index()] = true;
                        }
                        Some(Action::Return { .. }) => {}
                        _ => reached[edge.to.index()] = true,
                    }
                }
            }
        }
        reached
    }
}
