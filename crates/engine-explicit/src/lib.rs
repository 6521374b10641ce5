//! The exact explicit-state search.
//!
//! A program is compiled (`compile`, `model`) into flat tables; the search works on one packed
//! state (`state`, `cell`) whose moves it finds (`moves`) and takes (`step`), and keeps the states it
//! has seen in an exact set (`store`). The searches stand on that: `reach` and `breadth` for what a
//! finite run shows.

#![allow(dead_code, reason = "the searches for cycles will use it")]

mod breadth;
mod cell;
mod compile;
mod eval;
mod findings;
mod model;
mod moves;
mod queue;
mod reach;
mod search;
mod state;
mod step;
mod store;
mod tag;

use compile::compile;
use findings::Findings;
use model::Model;
use tribunal_engine::{Context, Engine, Outcome, Proof, Reason, Task, Verdict};
use tribunal_ir::{EdgeId, ProcessKind, Program, PropId, PropertyKind};

/// The exact explicit-state search, with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explicit {
    /// In which order states are visited.
    pub order: Order,
    /// When the search for finite violations is over.
    pub errors: Errors,
}

/// In which order states are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Deep runs first: little memory, long counterexamples.
    DepthFirst,
    /// Short runs first: the counterexamples to safety properties are as short as any.
    BreadthFirst,
}

/// When a search is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errors {
    /// At the first violation.
    First,
    /// When everything has been seen.
    All,
}

impl Engine for Explicit {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let program = task.program;
        if let Some(unsupported) = program.unsupported.first() {
            let (what, span) = (unsupported.what.clone(), Some(unsupported.span));
            return undecided(task, &Reason::Unsupported { what, span });
        }
        cx.phase("compile");
        let (model, _atoms) = match compile(program) {
            Ok(compiled) => compiled,
            Err(reason) => return undecided(task, &reason),
        };
        let mut outcome = Outcome::default();
        let safety: Vec<PropId> = task
            .properties
            .iter()
            .copied()
            .filter(|&it| match program.props[it].kind {
                PropertyKind::Unreachable | PropertyKind::EndStates => true,
                PropertyKind::NoAcceptanceCycle
                | PropertyKind::NoNonProgressCycle
                | PropertyKind::Ltl(_)
                | PropertyKind::Never(_) => false,
            })
            .collect();
        self.reach(program, &model, &safety, &mut outcome, cx);
        for &property in task.properties.iter().filter(|it| !safety.contains(it)) {
            let what = "liveness".into();
            let verdict = Verdict::Maybe(Reason::Unsupported { what, span: None });
            outcome.verdicts.push((property, verdict));
        }
        let position = |property: PropId| task.properties.iter().position(|&it| it == property);
        outcome.verdicts.sort_by_key(|(property, _)| position(*property));
        outcome
    }
}

impl Explicit {
    /// Settles the properties that a finite run can violate.
    fn reach(
        &self,
        program: &Program,
        model: &Model,
        properties: &[PropId],
        outcome: &mut Outcome,
        cx: &mut Context<'_>,
    ) {
        let mut searched = Vec::new();
        for &property in properties {
            match without_search(program, property) {
                Some(verdict) => outcome.verdicts.push((property, verdict)),
                None => searched.push(property),
            }
        }
        if searched.is_empty() {
            return;
        }
        cx.phase("reachability");
        let mut findings = Findings::new(program, &searched, self.errors);
        let search = match self.order {
            Order::DepthFirst => reach::depth_first(program, model, &mut findings, cx),
            Order::BreadthFirst => breadth::breadth_first(program, model, &mut findings, cx),
        };
        findings.report(&search.rest, outcome);
        outcome.unreached = search.reached.map(|reached| unreached(program, &reached));
        outcome.statistics = search.statistics;
    }
}

/// No answer to any property.
fn undecided(task: &Task<'_>, reason: &Reason) -> Outcome {
    let verdict = |&property: &PropId| (property, Verdict::Maybe(reason.clone()));
    Outcome { verdicts: task.properties.iter().map(verdict).collect(), ..Outcome::default() }
}

/// What can be said of a safety property by looking at the edges alone.
fn without_search(program: &Program, property: PropId) -> Option<Verdict> {
    if program.props[property].kind != PropertyKind::Unreachable {
        return None;
    }
    let violating = program.edges.values().filter(|edge| {
        edge.violates.as_ref().is_some_and(|violation| violation.property == property)
    });
    let (mut in_claims, mut in_program) = (None, false);
    for edge in violating {
        match program.procs[program.locs[edge.from].process].kind {
            ProcessKind::Ordinary => in_program = true,
            ProcessKind::Claim => in_claims = Some(edge.span),
        }
    }
    match (in_program, in_claims) {
        // No step of the program shows the move of a claim, so that no trace could end there.
        (_, Some(span)) => Some(Verdict::Maybe(Reason::Unsupported {
            what: "assertions in claims".into(),
            span: Some(span),
        })),
        (true, None) => None,
        (false, None) => Some(Verdict::True(Proof::Absent)),
    }
}

/// The edges of ordinary processes that were not taken.
fn unreached(program: &Program, reached: &[bool]) -> Vec<EdgeId> {
    let ordinary = |edge: EdgeId| {
        let process = program.locs[program.edges[edge].from].process;
        program.procs[process].kind == ProcessKind::Ordinary
    };
    let edges = program.edges.ids().zip(reached).filter(|(_, reached)| !**reached);
    edges.map(|(edge, _)| edge).filter(|&edge| ordinary(edge)).collect()
}
