//! Slices of sequential programs with functions and memory: what cannot influence the properties at hand is dropped
//! before the program is unrolled.
//!
//! M. Weiser: *Program slicing*, ICSE 1981; S. Horwitz, T. Reps & D. Binkley: *Interprocedural slicing using dependence graphs*,
//! TOPLAS 1990, for what a call passes on. Kept are violations of the properties, everything at which a run may stop (an
//! assumption, an end), and what these depend on: values through variables ([`relevance`]), objects through pointers ([`points_to`]),
//! decisions through control ([`control`]).
//!
//! Law: for each run of the program that violates one of the properties there is one of the slice that does, by the same
//! edge, with the same values where they matter. So what holds of the slice holds of the program. The converse
//! fails for one reason: a loop or a recursion that does not matter is taken to come to its end. A run of the slice is therefore worth nothing
//! until it has been repeated on the program; [`Sliced::is_kept`] tells which of the values that are left open belong to it.
//!
//! All ids keep their meaning. Nothing is ever read of what is dropped, so its edges stay as they are where no run comes.

mod control;
mod points_to;
mod relevance;

use crate::edge::{Action, Guard};
use crate::expr::Expr;
use crate::program::{EdgeId, ExprId, LocId, Program, PropId};
use crate::transformed::{Back, Sliced, Transformed};
use control::Next;
use relevance::{Fate, Relevance};
use tribunal_base::Id;

/// The slice of a program for some of its properties; `None` if nothing can be dropped, or it has processes that run side by side.
#[must_use]
pub fn slice(program: &Program, properties: &[PropId]) -> Option<Transformed> {
    if !program.is_sequential() {
        return None;
    }
    let (relevance, next) = Relevance::new(program, properties);
    let mut slicing = Slicing {
        relevance: &relevance,
        copy: program.clone(),
        kept: vec![Vec::new(); program.edges.len()],
        dropped: 0,
    };
    for (at, next) in program.locs.ids().zip(next) {
        if relevance.has(at) || relevance.only_returns(at) {
            program.locs[at].out.iter().for_each(|it| slicing.thin(program, *it));
        } else {
            slicing.pass_over(program, at, next);
        }
    }
    let Slicing { copy, kept, dropped, .. } = slicing;
    let sliced = Back::Sliced(Sliced { kept, dropped });
    (0 < dropped).then(|| Transformed::new(copy, sliced, "sequential"))
}

struct Slicing<'a> {
    relevance: &'a Relevance<'a>,
    copy: Program,
    kept: Vec<Vec<bool>>,
    dropped: usize,
}

impl Slicing<'_> {
    /// Drops the actions of an edge that do not matter.
    fn thin(&mut self, program: &Program, id: EdgeId) {
        let edge = &program.edges[id];
        let mut actions = Vec::new();
        for action in &edge.actions {
            let is_kept = self.relevance.fate(action) == Fate::Kept;
            self.kept[id.index()].push(is_kept);
            if is_kept {
                let left = self.action(program, edge.from, action);
                actions.push(left);
            } else {
                self.dropped += 1;
            }
        }
        self.copy.edges[id].actions = actions;
    }

    /// What is left of an action that matters.
    fn action(&mut self, program: &Program, at: LocId, action: &Action) -> Action {
        let mut action = action.clone();
        match &mut action {
            Action::Call { process, args, result } => {
                *result = result.filter(|it| self.relevance.has_place(*it));
                for (param, arg) in program.procs[*process].locals.iter().zip(args) {
                    if !self.relevance.has_var(*param) {
                        *arg = self.zero(program, *arg);
                    }
                }
            }
            Action::Return { value } => *value = value.filter(|_| self.relevance.has_result(at)),
            _ => {}
        }
        action
    }

    /// 0, of the type of an expression.
    fn zero(&mut self, program: &Program, like: ExprId) -> ExprId {
        let ty = program.ty_of(like).expect("I4: an expression should be well typed");
        let ty = self.copy.ty(ty);
        self.copy.expr(Expr::Const { value: 0, ty })
    }

    /// Leaves one way from a location to what comes next, or none.
    fn pass_over(&mut self, program: &Program, at: LocId, next: Next) {
        let out = &program.locs[at].out;
        let Some((first, others)) = out.split_first() else { return };
        let (truth, never) = (self.copy.truth(true), self.copy.truth(false));
        let target = match next {
            Next::One(target) => Some(target),
            // No run comes to a location where several things could come next: it would matter.
            Next::Nowhere | Next::Several => None,
        };
        let edge = &mut self.copy.edges[*first];
        edge.guard = Guard::When(if target.is_some() { truth } else { never });
        edge.to = target.unwrap_or(edge.to);
        self.dropped += edge.actions.len() + others.len();
        edge.actions.clear();
        edge.violates = None;
        for other in others {
            let edge = &mut self.copy.edges[*other];
            edge.guard = Guard::When(never);
            edge.actions.clear();
            edge.violates = None;
        }
    }
}

#[cfg(test)]
mod tests;
