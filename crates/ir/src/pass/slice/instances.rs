//! Instances: how many processes there can be, and who asks how long they live.
//!
//! A process that is dropped stays where it starts and never ends. That makes no difference
//! unless somebody counts or names processes: then its end might, and nothing is dropped.

use crate::edge::Pattern;
use crate::edge::{Action, Edge};
use crate::expr::{BinOp, Expr, Place, UnOp};
use crate::pass::not_flat;
use crate::program::{ExprId, Initially, LabelId, PlaceId, ProcId, ProcessKind, Program, Scope};
use tribunal_base::Id;

/// How many instances of each process a run can start; `None` if there is no bound.
pub(in crate::pass) struct Instances {
    most: Vec<Option<u64>>,
    spawns: bool,
}

impl Instances {
    pub(in crate::pass) fn new(program: &Program) -> Self {
        let mut spawned = Vec::new();
        for edge in program.edges.values() {
            for action in &edge.actions {
                if let Action::Spawn { process, .. } = action {
                    let is_repeated = reaches(program, edge, edge.from);
                    spawned.push((*process, program.locs[edge.from].process, is_repeated));
                }
            }
        }
        // One process may start another, and so on: longer chains than there are processes go
        // round in a circle.
        let active = program.procs.values().map(|it| Some(u64::from(it.active)));
        let active: Vec<Option<u64>> = active.collect();
        let mut most = active.clone();
        for round in 0..=program.procs.len() {
            let mut next = active.clone();
            for (process, by, is_repeated) in &spawned {
                let times = most[by.index()].filter(|it| !*is_repeated || *it == 0);
                let sum = next[process.index()].zip(times).and_then(|(a, b)| a.checked_add(b));
                next[process.index()] = sum;
            }
            if round == program.procs.len() {
                let is_stable =
                    |(a, b): (&Option<u64>, &Option<u64>)| if a == b { *a } else { None };
                next = next.iter().zip(&most).map(is_stable).collect();
            }
            most = next;
        }
        Self { most, spawns: !spawned.is_empty() }
    }

    /// How many processes a run can start, if there is a bound.
    fn total(&self, program: &Program) -> Option<u64> {
        let ordinary = program.procs.iter().filter(|(_, it)| it.kind == ProcessKind::Ordinary);
        ordinary.map(|(id, _)| self.most[id.index()]).sum()
    }

    /// Whether there is never more than one instance of a process.
    pub(in crate::pass) fn is_single(&self, process: ProcId) -> bool {
        self.most[process.index()].is_some_and(|it| it <= 1)
    }

    /// What a condition that compares the number of processes with a constant amounts to, if so
    /// many can never be.
    pub(super) fn limit(&self, program: &Program, condition: ExprId) -> Option<bool> {
        let constant = |it: ExprId| match program.exprs[it] {
            Expr::Const { value, .. } => Some(value),
            _ => None,
        };
        let total = i128::from(self.total(program)?);
        match program.exprs[condition] {
            Expr::Unary(UnOp::Not, arg) => self.limit(program, arg).map(|it| !it),
            Expr::Binary(BinOp::Le, least, count) if program.exprs[count] == Expr::ProcessCount => {
                (total < constant(least)?).then_some(false)
            }
            Expr::Binary(BinOp::Lt, count, bound) if program.exprs[count] == Expr::ProcessCount => {
                (total < constant(bound)?).then_some(true)
            }
            _ => None,
        }
    }

    /// Whether the value of some expression depends on when processes end.
    pub(super) fn are_watched<'a>(
        &self,
        program: &Program,
        exprs: impl IntoIterator<Item = &'a ExprId>,
    ) -> bool {
        exprs.into_iter().any(|it| self.is_watching(program, *it))
    }

    fn is_watching(&self, program: &Program, expr: ExprId) -> bool {
        let of = |it: ExprId| self.is_watching(program, it);
        match &program.exprs[expr] {
            Expr::Const { .. } | Expr::Timeout | Expr::NonProgress => false,
            Expr::SelfPid => self.spawns,
            Expr::ProcessCount
            | Expr::InstanceOf(_)
            | Expr::ProgramCounter(_)
            | Expr::Priority(_)
            | Expr::Enabled(_) => true,
            Expr::At { process, label } => self.is_watching_label(program, *process, *label),
            Expr::Load(place) => self.is_watching_place(program, *place),
            Expr::Unary(_, arg)
            | Expr::Cast { arg, .. }
            | Expr::Length(arg)
            | Expr::Capacity(arg)
            | Expr::Arity(arg) => of(*arg),
            Expr::Binary(_, left, right) => of(*left) || of(*right),
            Expr::Ite(condition, yes, no) => of(*condition) || of(*yes) || of(*no),
            Expr::Poll { channel, patterns, .. } => {
                let is_watching = |it: &Pattern| match *it {
                    Pattern::Match(value) => of(value),
                    Pattern::Store(place) => self.is_watching_place(program, place),
                    Pattern::Any => false,
                };
                of(*channel) || patterns.iter().any(is_watching)
            }
            _ => not_flat(),
        }
    }

    fn is_watching_place(&self, program: &Program, place: PlaceId) -> bool {
        match program.places[place] {
            Place::Var(_) => false,
            Place::Index(base, index) => {
                self.is_watching(program, index) || self.is_watching_place(program, base)
            }
            Place::Field(base, _) => self.is_watching_place(program, base),
            Place::Remote { .. } => true,
            _ => not_flat(),
        }
    }

    /// Nobody is at a label after its end; before it, it makes no difference unless the process can
    /// stay at the label because it cannot end, or another process gets its index.
    fn is_watching_label(&self, program: &Program, process: ExprId, label: LabelId) -> bool {
        let label = &program.labels[label];
        let is_named = match program.exprs[process] {
            Expr::InstanceOf(it) => it == label.process && self.is_single(it),
            Expr::Const { .. } => !self.spawns,
            _ => false,
        };
        let edges = label.locs.iter().flat_map(|it| &program.locs[*it].out);
        let mut edges = edges.map(|it| &program.edges[*it]);
        !is_named || edges.any(|it| it.actions.first() == Some(&Action::Exit))
    }
}

/// Whether a process takes channels with it that others might know.
pub(super) fn takes_channels(program: &Program) -> bool {
    let locals = program.vars.values().filter(|it| it.scope != Scope::Global);
    let mut first = locals.flat_map(|it| &it.init);
    first.any(|it| matches!(it.value, Initially::Channel(_)))
}

/// Whether a location can be reached after an edge.
fn reaches(program: &Program, edge: &Edge, goal: crate::program::LocId) -> bool {
    let mut seen = vec![false; program.locs.len()];
    let mut stack = vec![edge.to];
    while let Some(loc) = stack.pop() {
        if loc == goal {
            return true;
        }
        if !std::mem::replace(&mut seen[loc.index()], true) {
            stack.extend(program.locs[loc].out.iter().map(|it| program.edges[*it].to));
        }
    }
    false
}
