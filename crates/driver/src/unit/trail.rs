//! Tests of Promela processes: a model that starts them with the inputs of a path, and a trace of it that `tribunal replay` follows.
//!
//! The model is a copy of the one that was checked, line by line, in which `init` assigns the inputs and starts these processes, and nobody else is started. Its run is looked for by the reference
//! semantics: each move of the path must lead its process to the line where the path goes on. The trace is stored, read again and replayed before it is called good.

use std::io;

use tribunal_engine::{Fairness, Step};
use tribunal_exec::{State, initial, successors};
use tribunal_ir::{Action, Control, LocId, Program};
use tribunal_report::unit::{TestOutcome, TestReport};
use tribunal_unit::{Kind, Path};

use super::Unit;
use super::generate::Generator;
use crate::prepare::prepare;
use crate::replay::{Origin, ReplayError, read_trace, recall, replay, store_run};
use crate::translation::Translation;

/// An atomic sequence of a path has no more steps.
const LONGEST: usize = 10_000;

impl Generator<'_> {
    /// Writes the model and the trace of a path.
    pub(super) fn trail(&mut self, path: &Path) -> io::Result<TestReport> {
        let unit = self.unit;
        let none = |why: String| TestReport { file: None, outcome: TestOutcome::None, why };
        let is_message = |it: &&String| {
            it.contains("received") || it.contains("is sent") || it.contains("starts nothing")
        };
        if let Some(note) = unit.probed.notes.iter().find(is_message) {
            return Ok(none(format!("other processes are left out: {note}")));
        }
        self.written += 1;
        let name = format!("test_{}_{}", unit.functions.join("_"), self.written);
        let model = self.options.folder.join(format!("{name}.pml"));
        let text = std::fs::read_to_string(&unit.model)?;
        std::fs::write(&model, started(unit, &text, path))?;
        let model = model.to_string_lossy().into_owned();
        let translation = Translation { formulas: Vec::new(), ..self.translation.clone() };
        let prepared = match prepare(&model, translation) {
            Ok(prepared) => prepared,
            Err(refused) => {
                let why =
                    refused.diagnostics.first().map_or(String::new(), |it| it.message.clone());
                let (file, outcome) = (Some(model), TestOutcome::Wrong);
                return Ok(TestReport { file, outcome, why });
            }
        };
        let Some(steps) = follow(unit, &prepared.program, path) else {
            let (file, outcome) = (Some(model), TestOutcome::Wrong);
            let why = "no run of this model takes the path".to_owned();
            return Ok(TestReport { file, outcome, why });
        };
        let origin =
            Origin { model: &model, translation: &prepared.translation, fairness: Fairness::None };
        let trace = self.options.folder.join(format!("{name}.trace"));
        std::fs::write(&trace, store_run(&origin, &prepared.program, &steps).print())?;
        let replayed =
            read_trace(&trace).and_then(|file| replay(&file, &recall(&file, None)?).map(|_| ()));
        let file = Some(trace.to_string_lossy().into_owned());
        Ok(match replayed {
            Ok(()) => TestReport { file, outcome: TestOutcome::Good, why: String::new() },
            Err(problem) => {
                let why = match problem {
                    ReplayError::Model(_) => "its model has errors".to_owned(),
                    ReplayError::Trace(why) => why,
                };
                TestReport { file, outcome: TestOutcome::Wrong, why }
            }
        })
    }
}

/// The text of a model in which `init` assigns the inputs and starts the processes.
fn started(unit: &Unit, text: &str, path: &Path) -> String {
    let mut body = Vec::new();
    for it in path.inputs.iter().filter(|it| !it.name.contains(':')) {
        body.push(format!("{} = {}", it.name, it.number));
    }
    for (number, function) in (0..).zip(&unit.functions) {
        let own = format!("{}:", unit.process_name(number));
        let arguments = path.inputs.iter().filter(|it| it.name.starts_with(&own));
        let arguments: Vec<String> = arguments.map(|it| it.number.to_string()).collect();
        body.push(format!("run {function}({})", arguments.join(", ")));
    }
    let condition = path.condition.text();
    format!(
        "{}\n/* A path of {}, made by tribunal. The condition allows it: {condition} */\ninit {{ atomic {{ {} }} }}\n",
        passive(text).trim_end(),
        unit.functions.join(" and "),
        body.join("; ")
    )
}

/// A model, with the same lines, that starts no process.
fn passive(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    while let Some(at) = rest.find(is_word) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let end = from.find(|it| !is_word(it)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        rest = after;
        match word {
            "active" => {
                // How many there are is dropped too.
                let trimmed = after.trim_start();
                if let Some((_, behind)) =
                    trimmed.strip_prefix('[').and_then(|it| it.split_once(']'))
                {
                    rest = behind;
                }
            }
            "init" if after.trim_start().starts_with('{') => out.push_str("proctype main_()"),
            _ => out.push_str(word),
        }
    }
    out + rest
}

/// The steps of a run that takes a path.
fn follow(unit: &Unit, program: &Program, path: &Path) -> Option<Vec<Step>> {
    let mut state = initial(program);
    let mut steps = Vec::new();
    let count = unit.functions.len();
    // `init` is first, then come the processes.
    while state.processes.len() <= count {
        let all = successors(program, &state).ok()?;
        let (step, next, _) = all.into_iter().find(|it| it.0.process == 0)?;
        steps.push(step);
        state = next;
    }
    let moves = path.processes.iter().zip(&path.nodes).skip(count);
    for (process, node) in moves {
        let node = unit.chart.node(*node)?;
        let is_there = |program: &Program, loc: LocId| {
            line(program, loc) == node.line && is_end(program, loc) == (node.kind == Kind::End)
        };
        state = advance(program, state, *process + 1, &is_there, &mut steps)?;
    }
    Some(steps)
}

/// Lets a process go where somebody says it should be.
fn advance(
    program: &Program,
    state: State,
    process: u32,
    is_there: &dyn Fn(&Program, LocId) -> bool,
    steps: &mut Vec<Step>,
) -> Option<State> {
    let start = steps.len();
    let mut open: Vec<(State, Vec<Step>)> = vec![(state, Vec::new())];
    for _ in 0..LONGEST {
        let (state, taken) = open.pop()?;
        for (step, next, _) in successors(program, &state).ok()?.into_iter().rev() {
            let is_own = step.process == process
                && program.edges[step.edge].actions.first() != Some(&Action::Exit);
            let Some(instance) = next.processes.get(process as usize).filter(|_| is_own) else {
                continue;
            };
            let mut taken = taken.clone();
            taken.push(step);
            let is_free = program.locs[instance.location].control == Control::Free
                && next.exclusive != Some(process);
            if is_free && is_there(program, instance.location) {
                steps.truncate(start);
                steps.extend(taken);
                return Some(next);
            }
            if next.exclusive == Some(process) {
                open.push((next, taken));
            }
        }
    }
    None
}

fn is_end(program: &Program, loc: LocId) -> bool {
    let mut out = program.locs[loc].out.iter();
    out.any(|it| program.edges[*it].actions.first() == Some(&Action::Exit))
}

/// The line of what comes next at a location.
fn line(program: &Program, loc: LocId) -> u32 {
    let span = match program.locs[loc].out.as_slice() {
        [only] => program.edges[*only].span,
        _ => program.locs[loc].span,
    };
    program.sources.line_column(span).line
}

#[cfg(test)]
mod tests {
    use super::passive;

    #[test]
    fn nobody_is_started() {
        assert_eq!(
            passive(
                "active [2] proctype P() { active_ = 1 }\ninit { run P() }\nactive\nproctype Q() {}"
            ),
            " proctype P() { active_ = 1 }\nproctype main_() { run P() }\n\nproctype Q() {}"
        );
    }
}
