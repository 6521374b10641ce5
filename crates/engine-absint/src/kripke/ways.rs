//! What processes can do at a point of control.

use super::control::{Control, Stage};
use super::node::Knowledge;
use super::unfold::Builder;
use crate::state::State;
use crate::state::memo::Memo;
use crate::transfer::refine::Refiner;
use smallvec::SmallVec;
use tribunal_base::Kleene;
use tribunal_engine::Reason;
use tribunal_ir::{Action, Control as Stop, EdgeId, Guard, LocId};

/// What can be done.
pub(super) struct Ways {
    pub(super) taken: SmallVec<[Way; 2]>,
    /// Whether there is nothing that can be done.
    pub(super) blocks: Kleene,
}

/// An edge that a process may take.
pub(super) struct Way {
    pub(super) thread: usize,
    pub(super) edge: EdgeId,
    /// What the process sees where it can be taken.
    pub(super) state: State,
    /// Whether that is so in all states.
    pub(super) is_certain: bool,
}

impl Builder<'_, '_, '_> {
    /// The edges that may be taken.
    pub(super) fn ways(&self, control: &Control, known: &Knowledge) -> Result<Ways, Reason> {
        let mut ways = Ways { taken: SmallVec::new(), blocks: Kleene::True };
        let exclusive = control.exclusive(self.program);
        for (thread, at) in control.threads.iter().enumerate() {
            let can_move = matches!(at.stage, Stage::Free(_) | Stage::Atomic(_));
            if can_move && exclusive.is_none_or(|it| it == thread) {
                let blocks = match thread {
                    0 => self.ways_of(control, thread, &known.state, &mut ways.taken)?,
                    _ => self.ways_of(control, thread, &known.of(thread), &mut ways.taken)?,
                };
                ways.blocks = ways.blocks & blocks;
            }
        }
        Ok(ways)
    }

    /// The edges that one process may take, and whether there may be none.
    fn ways_of(
        &self,
        control: &Control,
        thread: usize,
        state: &State,
        taken: &mut SmallVec<[Way; 2]>,
    ) -> Result<Kleene, Reason> {
        let at = control.threads[thread].location();
        let stepper = self.stepper();
        let location = &self.program.locs[at];
        let mut blocks = Kleene::True;
        let is_first_only = location.control == Stop::Indivisible;
        let before = taken.len();
        for &edge in &location.out {
            let is_exit = self.program.edges[edge].actions.first() == Some(&Action::Exit);
            let holds = match self.program.edges[edge].guard {
                // It waits for those that were started later.
                _ if is_exit && !control.is_youngest(thread) => Kleene::False,
                Guard::When(condition) => stepper.view(state).kleene(condition),
                Guard::Else => blocks,
            };
            let possible = match (holds, is_first_only, blocks) {
                (Kleene::False, _, _) | (_, true, Kleene::False) => None,
                // Nothing new is known.
                (Kleene::True, _, _) => Some(state.clone()),
                // An earlier one may be taken instead: what is known is not made use of.
                _ => stepper.enabled(state, edge),
            };
            let Some(state) = possible else { continue };
            let is_first = taken.len() == before;
            let is_certain = holds == Kleene::True && (!is_first_only || is_first);
            taken.push(Way { thread, edge, state, is_certain });
            blocks = blocks & !holds;
        }
        if blocks == Kleene::Maybe && self.cannot_block(state, at) {
            blocks = Kleene::False;
        }
        if is_first_only && blocks != Kleene::False {
            return Err(Reason::Diverges { span: location.span });
        }
        Ok(blocks)
    }

    /// Whether the guards of a location leave nothing out.
    fn cannot_block(&self, state: &State, at: LocId) -> bool {
        let memo = Memo::default();
        let refiner = Refiner { layout: self.layout, shared: None, memo: &memo };
        let mut rest = state.clone();
        for edge in &self.program.locs[at].out {
            let edge = &self.program.edges[*edge];
            if edge.actions.first() == Some(&Action::Exit) {
                return false;
            }
            let Guard::When(condition) = edge.guard else { return true };
            match refiner.assume(&rest, condition, false) {
                Some(smaller) => rest = smaller,
                None => return true,
            }
        }
        false
    }

    /// How far a process has come after an edge, where `control` has it at the end of it.
    pub(super) fn stage(
        &self,
        control: &Control,
        thread: usize,
        state: &State,
        is_atomic: bool,
    ) -> Result<Stage, Reason> {
        let to = control.threads[thread].location();
        if !is_atomic || self.program.locs[to].control == Stop::Indivisible {
            return Ok(Stage::Free(to));
        }
        // It keeps control if it can go on.
        match self.ways_of(control, thread, state, &mut SmallVec::new())? {
            Kleene::False => Ok(Stage::Atomic(to)),
            Kleene::True => Ok(Stage::Free(to)),
            Kleene::Maybe => {
                let what = "an atomic sequence that may have to wait".to_owned();
                let span = Some(self.program.locs[to].span);
                Err(Reason::Unsupported { what, span })
            }
        }
    }
}
