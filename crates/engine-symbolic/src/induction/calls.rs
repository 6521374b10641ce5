//! How recursive functions are called and what they return when the program is executed on some inputs.

use crate::induction::candidate::Point;
use crate::induction::contract::{earlier, result};
use crate::induction::relation::{Sample, is_number};
use crate::induction::sampling::Chooser;
use std::collections::{BTreeMap, BTreeSet};
use tribunal_exec::{Moment, State, Value, View, Walk, evaluate, moves_too_much};
use tribunal_ir::{Action, ExprId, ProcId, Program, Scope, Ty, VarId};

/// How many runs there are, and of how many steps.
const RUNS: u64 = 60;
const STEPS: u64 = 3_000;

/// How many calls of one function are kept, and how many of them from one run.
const KEPT: usize = 300;
const KEPT_OF_RUN: usize = 40;

/// Executes a program some times, and keeps some of the calls.
pub(crate) fn samples(
    program: &Program,
    functions: &BTreeSet<ProcId>,
    constants: &[i128],
) -> BTreeMap<Point, Vec<Sample>> {
    let mut found: BTreeMap<Point, Vec<Sample>> = BTreeMap::new();
    for number in 0..RUNS {
        let Some(mut walk) = Walk::start(program) else { break };
        let mut chooser = Chooser::new(number, constants);
        let mut kept: BTreeMap<Point, usize> = BTreeMap::new();
        let mut keep = |point: Point, sample: Sample| {
            let (count, all) = (kept.entry(point).or_default(), found.entry(point).or_default());
            if *count < KEPT_OF_RUN && all.len() < KEPT && !all.contains(&sample) {
                *count += 1;
                all.push(sample);
            }
        };
        // The calls that have not returned, and what they began with.
        let mut open: Vec<Option<Sample>> = Vec::new();
        let mut watch = |state: &State, action: &Action, moment: Moment| {
            let Some(process) = state.processes.first() else { return };
            match (action, moment) {
                (Action::Call { process: called, .. }, Moment::After) => {
                    let sample = functions.contains(called).then(|| entry(program, state));
                    open.push(sample.clone());
                    if let (Some(mut sample), Some(outer)) = (sample, open.iter().flatten().next())
                    {
                        let outer = outer.iter().filter(|it| sample.contains_key(it.0));
                        let outer: Sample =
                            outer.map(|it| (earlier(program, *it.0), *it.1)).collect();
                        sample.extend(outer);
                        keep(Point::Entry(*called), sample);
                    }
                }
                (Action::Return { value }, Moment::Before) => {
                    if let Some(Some(began)) = open.pop() {
                        keep(Point::Exit(process.process), exit(program, state, *value, began));
                    }
                }
                _ => {}
            }
        };
        for _ in 0..STEPS {
            let Some(edge) = walk.next() else { break };
            if moves_too_much(walk.view(), edge) {
                break;
            }
            walk.take_watched(edge, &mut chooser, &mut watch);
        }
    }
    found
}

fn numbers<'s>(
    program: &Program,
    values: impl IntoIterator<Item = (&'s VarId, &'s Value)>,
) -> Vec<(VarId, i128)> {
    let numbers = values.into_iter().filter_map(|(var, value)| match value {
        Value::Scalar(number) if is_number(program, *var) => Some((*var, *number)),
        _ => None,
    });
    numbers.collect()
}

/// The arguments of a function that was just called, and the global variables.
fn entry(program: &Program, state: &State) -> Sample {
    let Some(process) = state.processes.first() else { return Sample::new() };
    let params = program.procs[process.process].params;
    let params = &program.procs[process.process].locals[..params];
    let own = process.locals.iter().filter(|it| params.contains(it.0));
    numbers(program, state.globals.iter().chain(own)).into_iter().collect()
}

/// The same for a function that is about to return, with what it returns and how the global variables were when it was called.
fn exit(program: &Program, state: &State, value: Option<ExprId>, began: Sample) -> Sample {
    let is_global = |it: VarId| program.vars[it].scope == Scope::Global;
    let began = began.into_iter();
    let mut sample: Sample = began
        .map(
            |(var, value)| {
                if is_global(var) { (earlier(program, var), value) } else { (var, value) }
            },
        )
        .collect();
    sample.extend(numbers(program, &state.globals));
    if let Some(value) = value
        && matches!(program.ty_of(value), Some(Ty::Bool | Ty::Int(_)))
    {
        let view = View::of_process(program, state, 0, false);
        sample.insert(result(program), evaluate(view, value));
    }
    sample
}
