//! Abstract Kripke structures: what is known of a program, as states with certain and possible transitions.
//!
//! M. Chechik, W. Ding: *Lightweight reasoning about program correctness*, 2002. An abstract state is a point of control, calls included, with what is known there.
//! In the paper there is one such state for each statement. Here states of the first rounds of a loop ([`Settings::delay`], the paper's MAX_LOOP)
//! are kept apart, as long as they are not too many, and only those of later rounds are joined and widened: so a transition that is taken in the third
//! round is certain though it is not in all. A value that comes from outside is split where the program, or the question, asks about it, so that
//! a choice leads to each part for certain.
//!
//! A transition is certain if each state that the first one stands for has a successor among those of the second (D. Dams, R. Gerth, O. Grumberg:
//! *Abstract interpretation of reactive systems*, TOPLAS 1997), which is weaker than what the paper asks for and enough.
//!
//! Several processes take their steps one after the other, in every order. What follows a state by steps that are not seen and have no alternative is found at
//! once: only states where something is seen, chosen or repeated are kept.
//!
//! Read `control` and `node` first (what a state is), then `unfold` (the states and steps of a program), `ways` and `pass` (what can be done, and what comes of it), `callers` (calls),
//! `cuts` (where values are split), `needed` (which variables matter), `fold` (transitions between the states that are seen), `settle` (answers).

mod callers;
mod closed;
mod control;
mod cuts;
mod fold;
mod needed;
mod node;
mod pass;
mod settle;
mod unfold;
mod ways;

use crate::settings::Settings;
use crate::state::layout::Layout;
use fold::Folded;
pub(crate) use settle::{settle, supports};
use tribunal_engine::{Chosen, Context, Reason, Statistics, Step, Trace};
use tribunal_ir::{Action, Expr, ExprId, ProcessKind, Program, Scheduling, Visibility};
use tribunal_logic::ctl::{Path, Structure};
use unfold::Unfolding;

/// The abstract states of a program that are seen. The first one is state 0.
pub struct AbstractGraph {
    unfolding: Unfolding,
    folded: Folded,
    /// The states and transitions, with what is asked.
    pub structure: Structure,
    /// What it cost.
    pub statistics: Statistics,
}

/// How many processes there may be.
const PROCESSES: u32 = 8;

/// Whether the abstract states of a program can be found: it has one process, or a few without memory and calls, and they share variables alone.
#[must_use]
pub fn takes(program: &Program) -> bool {
    let active: u32 = program.procs.values().map(|it| it.active).sum();
    let is_plain = |it: &Action| {
        !matches!(it, Action::Spawn { .. } | Action::Send { .. } | Action::Receive { .. })
    };
    let knows = |it: &Expr| !matches!(it, Expr::Timeout | Expr::Enabled(_) | Expr::Priority(_));
    (active == 1 || ((1..=PROCESSES).contains(&active) && program.is_flat()))
        && program.scheduling == Scheduling::Interleaving
        && program.end_requires.is_none()
        && program.procs.values().all(|it| it.provided.is_none())
        && program.procs.values().all(|it| it.kind != ProcessKind::Claim)
        && program.procs.values().all(|it| it.active == 0 || it.kind == ProcessKind::Ordinary)
        && program.edges.values().all(|it| it.tier == 0 && it.actions.iter().all(is_plain))
        && program.exprs.iter().all(|(_, it)| knows(it))
}

/// Finds the abstract states of a program that [`takes`] accepts; `atoms` are the `Bool` expressions that are asked.
///
/// # Errors
/// If a limit is reached, or something is beyond it.
pub fn abstract_graph(
    program: &Program,
    visibility: &Visibility,
    atoms: &[ExprId],
    settings: Settings,
    cx: &mut Context<'_>,
) -> Result<AbstractGraph, Reason> {
    cx.phase("abstract states");
    let mut layout = Layout::new(program);
    layout.transformer = settings.transformer;
    let mut unfolding = unfold::unfold(&layout, visibility, atoms, settings, cx)?;
    let (folded, structure) = fold::fold(&layout, &mut unfolding, atoms, cx)?;
    let statistics = Statistics {
        states: structure.states as u64,
        transitions: unfolding
            .nodes
            .iter()
            .flat_map(|it| &it.steps)
            .map(|it| it.hops.len() as u64)
            .sum(),
        threads: 1,
        storage: "abstract",
        ..Statistics::default()
    };
    Ok(AbstractGraph { unfolding, folded, structure, statistics })
}

/// A run along a path of certain transitions.
struct Walk {
    /// The run.
    trace: Trace,
    /// Steps, with what is chosen in them, that can be taken after it again and again.
    circle: Option<(Vec<Step>, Vec<Chosen>)>,
}

impl AbstractGraph {
    /// A run of the program along a path of certain transitions from the first state; `None` if none is found.
    #[must_use]
    pub fn trace(&self, program: &Program, path: &Path) -> Option<Trace> {
        closed::closed(program, fold::walk(&self.unfolding, &self.folded, path)?)
    }
}
