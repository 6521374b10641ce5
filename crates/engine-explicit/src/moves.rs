//! Which moves are possible: rules S1 to S4 of `tribunal_ir::edge`, atomic control and timeout.

use crate::eval::View;
use crate::model::{First, GuardCode, Model, Slice};
use crate::native::Native;
use crate::native::call::{Air, Env};
use crate::queue::Message;
use crate::state::{Queue, State};
use std::ops::ControlFlow;
use tribunal_base::Id;
use tribunal_engine::Step;
use tribunal_ir::{EdgeId, MessageOrder, Overflow};

/// A step that can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Move {
    pub(crate) edge: u32,
    pub(crate) partner_edge: u32,
    pub(crate) process: u16,
    /// The receiver at a rendezvous, else [`NOBODY`].
    pub(crate) partner: u16,
}

/// No process has this index.
pub(crate) const NOBODY: u16 = u16::MAX;

impl Move {
    /// At a rendezvous, the receiving process and its edge.
    #[inline]
    pub(crate) fn partner(self) -> Option<(u16, u32)> {
        (self.partner != NOBODY).then_some((self.partner, self.partner_edge))
    }

    /// The move as others know it.
    pub(crate) fn step(self) -> Step {
        let edge = |it: u32| EdgeId::from_index(it as usize);
        Step {
            process: self.process.into(),
            edge: edge(self.edge),
            partner: self.partner().map(|(process, it)| (process.into(), edge(it))),
        }
    }
}

/// Whether a search sees a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visibility {
    /// It is between two steps of whoever may move.
    Visible,
    /// It is inside an atomic sequence: the owner of the state moves next.
    Intermediate,
}

impl Model {
    /// Adds all moves of a visible state to a list: processes from the youngest to the oldest, edges
    /// in order, partners from the youngest to the oldest. Tells what `timeout` is.
    pub(crate) fn moves(&self, state: &State, moves: &mut Vec<Move>) -> bool {
        let start = moves.len();
        self.moves_if(state, false, moves);
        let timeout = moves.len() == start;
        if timeout && self.features.timeout {
            self.moves_if(state, true, moves);
        }
        timeout
    }

    /// What `timeout` is in a visible state.
    pub(crate) fn timeout(&self, state: &State) -> bool {
        let able = |process| View::of_process(self, state, process, false).can_move();
        !(0..state.processes.len()).any(able)
    }

    /// Settles whether the owner of a state just reached keeps control. If so, its moves are added to
    /// the list; `timeout` is false for them.
    #[inline]
    pub(crate) fn settle(&self, state: &mut State, moves: &mut Vec<Move>) -> Visibility {
        let Some(owner) = state.owner else { return Visibility::Visible };
        let start = moves.len();
        let owner = usize::from(owner);
        if owner < state.processes.len() {
            let mut air = Air::default();
            Finder::new(self, state, false, &mut air).moves_of(owner, moves);
        }
        if moves.len() == start || self.is_outranked(state, owner) {
            moves.truncate(start);
            state.owner = None;
            return Visibility::Visible;
        }
        Visibility::Intermediate
    }

    /// S4: whether a process of higher priority can move.
    fn is_outranked(&self, state: &State, process: usize) -> bool {
        let priority = |it| state.priority(self, it);
        self.features.priority_scheduling
            && (0..state.processes.len()).any(|it| {
                priority(process) < priority(it)
                    && View::of_process(self, state, it, false).can_move()
            })
    }

    /// All moves, `timeout` being taken to be this.
    fn moves_if(&self, state: &State, timeout: bool, moves: &mut Vec<Move>) {
        let mut air = Air::default();
        let mut finder = Finder::new(self, state, timeout, &mut air);
        let processes = (0..state.processes.len()).rev();
        if !self.features.priority_scheduling {
            if !self.features.provided && finder.all_moves(moves) {
                return;
            }
            for process in processes {
                finder.moves_of(process, moves);
            }
            return;
        }
        let (start, mut highest) = (moves.len(), 0);
        for process in processes {
            let mark = moves.len();
            finder.moves_of(process, moves);
            let priority = state.priority(self, process);
            if moves.len() == mark {
                continue;
            }
            if mark == start || highest < priority {
                moves.drain(start..mark);
                highest = priority;
            } else if priority < highest {
                moves.truncate(mark);
            }
        }
    }

    /// S4 for receivers: of the partners of one edge, those of the highest priority stay.
    fn keep_foremost(&self, state: &State, moves: &mut Vec<Move>, start: usize) {
        let rank = |it: Move| it.partner().map(|(it, _)| state.priority(self, it.into()));
        let highest = |moves: &[Move], edge: u32| {
            moves[start..].iter().filter(|it| it.edge == edge).filter_map(|&it| rank(it)).max()
        };
        let keep: Vec<bool> =
            moves[start..].iter().map(|&it| rank(it) == highest(moves, it.edge)).collect();
        let mut index = 0;
        moves.retain(|_| {
            index += 1;
            index <= start || keep[index - 1 - start]
        });
    }

    /// Whether a process could move if priorities and atomic control did not matter, alone or as a
    /// partner at a rendezvous; for each process, in order.
    pub(crate) fn able(&self, state: &State, able: &mut Vec<bool>) {
        let timeout = self.features.timeout && self.timeout(state);
        able.clear();
        able.resize(state.processes.len(), false);
        for process in 0..state.processes.len() {
            let view = View::of_process(self, state, process, timeout);
            let _: ControlFlow<()> = view.choices(&mut |choice| {
                able[process] = true;
                if let Some((partner, _)) = choice.partner() {
                    able[usize::from(partner)] = true;
                }
                ControlFlow::Continue(())
            });
        }
    }
}

/// Finds the moves of one process after the other, by native code where there is any.
pub(crate) struct Finder<'a> {
    model: &'a Model,
    state: &'a State,
    timeout: bool,
    native: Option<(&'a Native, Env<'a>)>,
}

impl<'a> Finder<'a> {
    /// Looks at a state that does not change meanwhile.
    #[inline]
    pub(crate) fn new(model: &'a Model, state: &'a State, timeout: bool, air: &'a mut Air) -> Self {
        let native = match model.native() {
            Some(it) => Env::reading(model, it, state, timeout, air).map(|env| (it, env)),
            None => None,
        };
        Self { model, state, timeout, native }
    }

    /// Adds the moves of all processes, where nothing but S1 to S3 counts; false if there is not native
    /// code for all of them.
    #[inline]
    fn all_moves(&mut self, moves: &mut Vec<Move>) -> bool {
        let Some((native, env)) = &mut self.native else { return false };
        native.all_choices(env, self.model.counter, self.state, moves)
    }

    /// Adds the moves of a process by rules S1 to S3, and S4 for receivers.
    #[inline]
    fn moves_of(&mut self, process: usize, moves: &mut Vec<Move>) {
        let start = moves.len();
        let view = View::of_process(self.model, self.state, process, self.timeout);
        if view.is_provided() {
            self.moves_inside(process, moves);
        }
        if self.model.features.priority_scheduling {
            self.model.keep_foremost(self.state, moves, start);
        }
    }

    /// Adds the moves of a process by rules S1 to S3, where `provided` is not asked.
    #[inline]
    pub(crate) fn moves_inside(&mut self, process: usize, moves: &mut Vec<Move>) {
        if let Some((native, env)) = &mut self.native {
            let location = self.state.location(self.model, process);
            let instance = self.state.processes[process];
            if native.choices(env, location, instance, process, moves) {
                return;
            }
        }
        let view = View::of_process(self.model, self.state, process, self.timeout);
        let _: ControlFlow<()> = view.choices_inside(&mut |choice| {
            moves.push(choice);
            ControlFlow::Continue(())
        });
    }
}

impl View<'_> {
    /// Whether the process of the view has an edge that S1 to S3 allow.
    pub(crate) fn can_move(&self) -> bool {
        self.choices(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// The first half of S1: whether the process of the view may move at all.
    #[inline]
    fn is_provided(&self) -> bool {
        !self.model.features.provided || {
            let process = self.state.processes[self.process].process;
            let condition = self.model.processes[process as usize].provided;
            condition.is_none_or(|it| self.holds(it))
        }
    }

    /// The moves of the process of the view that S1 to S3 allow, until the visitor has enough.
    #[inline]
    pub(crate) fn choices(
        &self,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_provided() { self.choices_inside(visit) } else { ControlFlow::Continue(()) }
    }

    /// The same inside an indivisible step, where `provided` is not asked again.
    ///
    /// One pass over the edges is enough, since `Else` and tiers look only at earlier ones.
    #[inline]
    pub(crate) fn choices_inside(
        &self,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let model = self.model;
        let mut tier = None;
        for &id in model.out(self.state.location(model, self.process)) {
            let edge = &model.edges[id as usize];
            if tier.is_some_and(|it| it < edge.tier) {
                break;
            }
            let guard = match edge.guard {
                GuardCode::Always => true,
                GuardCode::When(condition) => self.holds(condition),
                GuardCode::Else => tier.is_none(),
            };
            if !guard {
                continue;
            }
            let mut alone = |possible: bool| {
                if !possible {
                    return ControlFlow::Continue(());
                }
                tier = Some(edge.tier);
                let process = u16::try_from(self.process).unwrap_or(NOBODY);
                visit(Move { process, edge: id, partner: NOBODY, partner_edge: 0 })
            };
            match edge.first {
                First::Free => alone(true)?,
                First::Exit => alone(self.process + 1 == self.state.processes.len())?,
                First::Receive { channel, patterns, scan } => {
                    let taken = |it| self.first_match(it, patterns, scan);
                    alone(self.channel(channel).and_then(taken).is_some())?;
                }
                First::Send { channel, message, overflow } => {
                    let number = self.value(channel);
                    let Some(queue) = self.state.channel(number) else { continue };
                    let capacity = queue.layout(model).capacity;
                    if capacity == 0 {
                        let (message, _) = self.compose(queue, message, MessageOrder::Fifo);
                        self.partners(number, queue, &message, &mut |partner, partner_edge| {
                            tier = Some(edge.tier);
                            let process = u16::try_from(self.process).unwrap_or(NOBODY);
                            visit(Move { process, edge: id, partner, partner_edge })
                        })?;
                    } else {
                        let room = queue.length(model, self.state) < capacity as usize;
                        alone(room || overflow == Overflow::Lose)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Who can receive a message that the process of the view offers on a rendezvous channel, and by
    /// which edge. `Else` and tiers count among those edges alone.
    fn partners(
        &self,
        number: i64,
        queue: Queue,
        message: &Message,
        visit: &mut impl FnMut(u16, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let model = self.model;
        let layout = queue.layout(model);
        for other in (0..self.state.processes.len()).rev().filter(|&it| it != self.process) {
            let view = self.by(other);
            if !view.is_provided() {
                continue;
            }
            let accepts = |channel, patterns: Slice| {
                view.value(channel) == number
                    && view.matches(layout, patterns, |index, _| message[index])
            };
            let mut tier = None;
            for &id in model.out(self.state.location(model, other)) {
                let edge = &model.edges[id as usize];
                let First::Receive { channel, patterns, .. } = edge.first else { continue };
                if tier.is_some_and(|it| it < edge.tier) {
                    break;
                }
                let guard = match edge.guard {
                    GuardCode::Always => true,
                    GuardCode::When(condition) => view.holds(condition),
                    GuardCode::Else => tier.is_none(),
                };
                if guard && accepts(channel, patterns) {
                    tier = Some(edge.tier);
                    visit(u16::try_from(other).unwrap_or(NOBODY), id)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
