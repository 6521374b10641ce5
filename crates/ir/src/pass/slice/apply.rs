//! Takes out of a program what does not matter, and lists it.

use super::alias::Aliases;
use super::relevance::Relevance;
use super::{Dropped, Skeleton};
use crate::edge::{Action, Guard, MessageOrder, Pattern};
use crate::expr::Expr;
use crate::pass::feasible::feasible;
use crate::pass::{Reduced, not_flat};
use crate::program::{EdgeId, ExprId, Initially, LocId, Program};
use tribunal_base::Id;

pub(super) fn apply(
    program: &mut Program,
    aliases: &Aliases,
    relevance: &Relevance,
    skeleton: &Skeleton,
) -> Reduced {
    let mut slicing = Slicing {
        aliases,
        relevance,
        skeleton,
        program,
        dropped: Vec::new(),
        shortened: Vec::new(),
    };
    slicing.processes();
    slicing.variables();
    slicing.fields();
    slicing.statements();
    slicing.decisions();
    let Slicing { dropped, shortened, .. } = slicing;
    Reduced { dropped, shortened, ..Reduced::default() }
}

struct Slicing<'a> {
    aliases: &'a Aliases,
    relevance: &'a Relevance,
    skeleton: &'a Skeleton,
    program: &'a mut Program,
    dropped: Vec<Dropped>,
    shortened: Vec<LocId>,
}

impl Slicing<'_> {
    fn processes(&mut self) {
        let ids = self.program.procs.ids();
        let dropped: Vec<_> =
            ids.filter(|it| self.skeleton.is_dropped(self.program, *it)).collect();
        for process in dropped {
            for edge in self.program.edges.ids() {
                if self.program.locs[self.program.edges[edge].from].process == process {
                    self.disable(edge);
                }
            }
            let entry = self.program.procs[process].entry;
            self.program.locs[entry].marks.end = true;
            self.dropped.push(Dropped::Process(process));
        }
    }

    fn variables(&mut self) {
        for var in self.program.vars.ids() {
            if !self.relevance.has(var) {
                let init = &mut self.program.vars[var].init;
                init.retain(|it| matches!(it.value, Initially::Channel(_)));
                self.dropped.push(Dropped::Variable(var));
            }
        }
    }

    /// The fields of channels that somebody uses, and that nobody looks at.
    fn fields(&mut self) {
        for (channel, declared) in self.program.channels.iter() {
            if !self.relevance.channels.contains(&channel) {
                continue;
            }
            for field in 0..declared.fields.len() {
                if !self.relevance.has_field(&[channel].into(), field) {
                    self.dropped.push(Dropped::Field { channel, field });
                }
            }
        }
    }

    fn statements(&mut self) {
        for edge in self.program.edges.ids() {
            let before = self.program.edges[edge].actions.clone();
            let after: Vec<Action> = before.iter().filter_map(|it| self.action(it)).collect();
            let process = self.program.locs[self.program.edges[edge].from].process;
            let is_left = self.skeleton.kept[process.index()];
            if is_left && after.is_empty() && !before.is_empty() {
                self.dropped.push(Dropped::Statement(edge));
            }
            self.program.edges[edge].actions = after;
        }
    }

    /// What is left of an action.
    fn action(&mut self, action: &Action) -> Option<Action> {
        let matters = |it| self.relevance.has_place(self.program, it);
        let mut action = action.clone();
        match &mut action {
            Action::Assign { place, .. } if !matters(*place) => return None,
            Action::Print { .. } => return None,
            // The order of a sorted channel looks at all fields.
            Action::Send { order: MessageOrder::Sorted, .. } => {}
            Action::Send { channel, message, order: MessageOrder::Fifo, .. } => {
                let channels = self.aliases.of(self.program, *channel);
                for (field, value) in message.iter_mut().enumerate() {
                    if !self.relevance.has_field(&channels, field) {
                        *value = self.zero(*value);
                    }
                }
            }
            Action::Receive { patterns, .. } => {
                for pattern in patterns {
                    if matches!(*pattern, Pattern::Store(place) if !matters(place)) {
                        *pattern = Pattern::Any;
                    }
                }
            }
            Action::Spawn { process, args, result, .. } => {
                *result = result.filter(|it| matters(*it));
                let params = self.program.procs[*process].locals.clone();
                for (param, arg) in params.into_iter().zip(args) {
                    if !self.relevance.has(param) {
                        *arg = self.zero(*arg);
                    }
                }
            }
            Action::Assign { .. } | Action::Exit | Action::SetPriority { .. } => {}
            _ => not_flat(),
        }
        Some(action)
    }

    /// 0, of the type of an expression.
    fn zero(&mut self, like: ExprId) -> ExprId {
        let ty = self.program.ty_of(like).expect("I4: an expression should be well typed");
        let ty = self.program.ty(ty);
        self.program.expr(Expr::Const { value: 0, ty })
    }

    fn decisions(&mut self) {
        for at in self.program.locs.ids() {
            if let Some(exit) = self.skeleton.exits[at.index()] {
                self.shorten(at, exit);
            }
        }
    }

    /// Leaves one way from a location to the exit.
    fn shorten(&mut self, at: LocId, exit: LocId) {
        let out = feasible(self.program, at);
        let truth = self.program.truth(true);
        let Some((first, others)) = out.split_first() else { return };
        let edge = &mut self.program.edges[*first];
        edge.guard = Guard::When(truth);
        edge.to = exit;
        edge.actions.clear();
        edge.violates = None;
        let all = self.program.locs[at].out.clone();
        all.iter().filter(|it| *it != first).for_each(|it| self.disable(*it));
        if !others.is_empty() {
            self.dropped.push(Dropped::Decision { at, exit });
        }
        self.shortened.push(at);
    }

    /// Takes an edge out. What it violates stays: that it cannot be taken is for a search to say.
    fn disable(&mut self, edge: EdgeId) {
        let never = self.program.truth(false);
        self.program.edges[edge].guard = Guard::When(never);
        self.program.edges[edge].actions.clear();
    }
}
