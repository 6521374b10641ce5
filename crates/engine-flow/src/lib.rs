//! Control flow alone: a violation at a place that no run comes to is none, whatever the values of variables are.
//!
//! The places are found by a search of the graph of steps and calls. It costs a fraction of what abstract interpretation does, takes every program, also one of several processes,
//! and its proof says all it knows: where runs can come.

use std::collections::BTreeMap;
use std::sync::Arc;

use tribunal_base::Id;
use tribunal_engine::search::translated;
use tribunal_engine::{
    Basis, Certificate, Context, Cost, Description, Engine, Outcome, Progress, Reason, Said,
    Settles, Statistics, Task, Verdict,
};
use tribunal_ir::cfg::leads_on;
use tribunal_ir::{
    Action, Edge, Expr, Guard, LocId, ProcessKind, Program, PropId, Property, Shape,
};

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flow;

impl Engine for Flow {
    fn describe(&self) -> Description {
        Description {
            name: "flow",
            summary: "control flow alone: what no run comes to",
            papers: &[],
            settles: Settles::True,
            cost: Cost::Program,
        }
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
        translated(program)?;
        let Property { kind, span, .. } = program.props[property];
        if kind.shape() == Shape::Edge {
            return Ok(());
        }
        let what = format!("a question of the kind `{}`, by control flow alone,", kind.word());
        Err(Reason::Unsupported { what, span })
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let mut outcome = Outcome::default();
        match reached(task.program, cx) {
            Ok(reached) => {
                let states = reached.iter().filter(|it| **it).count() as u64;
                outcome.statistics =
                    Statistics { states, threads: 1, storage: "control", ..Statistics::default() };
                let said = Arc::new(said(task.program, &reached));
                let verdict = |it: &PropId| (*it, verdict(task.program, *it, &reached, &said));
                outcome.verdicts = task.properties.iter().map(verdict).collect();
            }
            Err(reason) => outcome.leave_open(task.properties, &reason),
        }
        outcome
    }
}

/// By location, whether some run may come there.
fn reached(program: &Program, cx: &mut Context<'_>) -> Result<Vec<bool>, Reason> {
    let mut reached = vec![false; program.locs.len()];
    let starts = program.procs.values().filter(|it| 0 < it.active || it.kind == ProcessKind::Claim);
    let mut open: Vec<LocId> = starts.map(|it| it.entry).collect();
    let mut transitions = 0;
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut reached[at.index()], true) {
            continue;
        }
        for &id in &program.locs[at].out {
            transitions += 1;
            cx.tick(|| Progress { transitions, ..Progress::default() })?;
            let edge = &program.edges[id];
            if is_never(program, edge) {
                continue;
            }
            for action in &edge.actions {
                if let Action::Call { process, .. } | Action::Spawn { process, .. } = action {
                    open.push(program.procs[*process].entry);
                }
            }
            if leads_on(program, edge) {
                open.push(edge.to);
            }
        }
    }
    Ok(reached)
}

/// Whether the condition of an edge is the constant false.
fn is_never(program: &Program, edge: &Edge) -> bool {
    match edge.guard {
        Guard::When(condition) => matches!(program.exprs[condition], Expr::Const { value: 0, .. }),
        Guard::Else => false,
    }
}

/// That runs come to these locations, and to no others.
fn said(program: &Program, reached: &[bool]) -> Said {
    let all = program.locs.ids().filter(|it| reached[it.index()]);
    all.map(|it| (it, Vec::new())).collect::<BTreeMap<_, _>>()
}

fn verdict(program: &Program, property: PropId, reached: &[bool], said: &Arc<Said>) -> Verdict {
    let violates = |edge: &&Edge| edge.violates.as_ref().is_some_and(|it| it.property == property);
    let mut violating = program.edges.values().filter(violates).peekable();
    if violating.peek().is_none() {
        return Verdict::True(Certificate::Absent);
    }
    let is_possible = |it: &&Edge| reached[it.from.index()] && !is_never(program, it);
    let possible: Vec<&Edge> = violating.filter(is_possible).collect();
    match possible.first() {
        None => {
            let domain = "control flow".to_owned();
            Verdict::True(Certificate::Invariant { domain, said: Some(said.clone()) })
        }
        Some(first) => {
            let (span, places) = (first.span, possible.len() as u64);
            Verdict::Maybe(Reason::Alarm { span, places, values: Vec::new() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Flow;
    use tribunal_certify::{Effort, Judgement, judge};
    use tribunal_engine::{Budget, Certificate, Context, Engine as _, Reason, Task, Verdict};
    use tribunal_ir::{Program, PropId};

    fn verdict(text: &str) -> (Program, PropId, Verdict) {
        let (program, diagnostics) = tribunal_ir::text::parse(text);
        let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
        let property = program.props.ids().next().expect("there is a property");
        let mut nobody = ();
        let mut cx = Context::new(Budget { memory: 1 << 30, depth: u64::MAX }, &mut nobody);
        let mut outcome = Flow.run(&Task::new(&program, &[property]), &mut cx);
        let verdict = outcome.verdicts.remove(0).1;
        (program, property, verdict)
    }

    #[test]
    fn what_no_run_comes_to_is_not_violated() {
        let (program, property, verdict) = verdict(
            "global x: u32
             function called() { l0 -> l1 do havoc x l1 -> l2 do return loc l2 }
             function never() { l3 -> l4 violates p \"never called\" stop l4 -> l5 do return loc l5 }
             process P() active 1 {
               l6 -> l7 do call called()
               l7 -> l8 when false
               l7 -> l6 when x < 7
               l8 -> l8 violates p \"behind a false condition\" stop
             }
             property p: unreachable",
        );
        let Verdict::True(certificate) = verdict else { panic!("{verdict:?}") };
        assert!(matches!(certificate, Certificate::Invariant { said: Some(_), .. }));
        // The proof says enough for somebody else, and no state was looked at.
        let mut effort = Effort::of_runs(10_000, 1);
        let judged = judge(&program, &[(property, &certificate)], &mut effort, &mut || true);
        assert!(matches!(judged[&property], Judgement::Checked(_)), "{judged:?}");
    }

    #[test]
    fn what_a_run_may_come_to_is_left_open() {
        let open = [
            "function f() { l0 -> l1 violates p \"called\" stop l1 -> l2 do return loc l2 }
             process P() active 1 { l3 -> l4 do call f() loc l4 end }
             property p: unreachable",
            "process Q() { l0 -> l0 violates p \"started\" stop }
             process P() active 1 { l1 -> l2 do run Q() loc l2 end }
             property p: unreachable",
            "global x: u8
             process P() active 1 { l0 -> l0 when x == 3 violates p \"values are not seen\" stop }
             property p: unreachable",
        ];
        for text in open {
            let (_, _, verdict) = verdict(text);
            assert!(
                matches!(verdict, Verdict::Maybe(Reason::Alarm { places: 1, .. })),
                "{verdict:?}"
            );
        }
    }
}
