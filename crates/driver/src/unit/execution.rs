//! What a function returns and changes on a path, by the reference semantics.
//!
//! The program gets another harness, with statements after the call that keep what can be seen then in variables of their own; it is
//! executed with the values that drive the path.

use std::collections::BTreeMap;

use tribunal_engine_symbolic::steps::marked;
use tribunal_exec::{Event, Script, State, Value, Walk};
use tribunal_front_c::observe::Harness;
use tribunal_front_c::probe::{self, Asker, InputKind, Returns};
use tribunal_ir::{EdgeId, Program, VarId};
use tribunal_unit::{Concurrent, InterleavedRun, Path};

use super::prepare::Observing;
use super::{Unit, compile};
use crate::translation::Translation;

/// No run is longer.
const MAX_STEPS: usize = 2_000_000;
/// No run of several processes has more moves.
const MAX_MOVES: usize = 10_000;
/// The variables that keep what is seen, up to their numbers.
pub(super) const SEEN: &str = "__tribunal_seen_";
/// The variables that tell whether it is there.
const THERE: &str = "__tribunal_there_";
/// The variable that tells that the function has returned.
pub(super) const RETURNED: &str = "__tribunal_returned";

/// Something that can be seen after the call.
#[derive(Clone, Debug)]
pub(super) struct Observation {
    /// The expression.
    pub(super) text: String,
    /// The type of numbers like it, in C.
    pub(super) ty: String,
    /// The function that is asked for what it is at first, if it is.
    pub(super) input: Option<String>,
    /// That the pointers on the way to it are not null, in C.
    guard: Option<String>,
}

/// A program that can be executed for each path.
#[derive(Debug)]
pub(super) struct Execution {
    program: Program,
    /// The marks.
    marked: BTreeMap<EdgeId, u32>,
    /// Where several functions run concurrently: the variable that says which goes on.
    chooser: Option<VarId>,
    /// Whether the functions have returned, or how many of them.
    returned: Option<VarId>,
    /// What was seen, and whether it was there.
    seen: Vec<(Option<VarId>, Option<VarId>)>,
    pub(super) observations: Vec<Observation>,
}

/// A run.
#[derive(Debug)]
pub(super) struct Run {
    /// The nodes.
    pub(super) nodes: Vec<u32>,
    /// What is seen after the call, in the order of the observations, where it is there; `None` if the function does not return.
    pub(super) seen: Option<Vec<Option<i128>>>,
    /// How many bytes the largest object has that is there at the end.
    pub(super) largest: u64,
}

impl Execution {
    /// Gets ready. The error says what is not supported.
    pub(super) fn new(unit: &Unit, translation: &Translation) -> Result<Self, String> {
        let observations = observations(unit);
        let text = text(unit, &observations);
        Self::of(unit, translation, observations, text)
    }

    /// Gets ready to execute a program of one's own, which keeps what is seen.
    pub(super) fn of(
        unit: &Unit,
        translation: &Translation,
        observations: Vec<Observation>,
        text: String,
    ) -> Result<Self, String> {
        let mut sources = unit.program.sources.clone();
        let (probed, harness) = (&unit.probed, Harness::of(&text));
        let made = compile(&mut sources, &unit.files, probed, &harness, translation);
        let Observing { program, scope, observed, .. } =
            made.map_err(|it| it.into_iter().next().map_or(String::new(), |it| it.message))?;
        let seen = (0..observations.len()).map(|it| {
            (scope.variable(&format!("{SEEN}{it}")), scope.variable(&format!("{THERE}{it}")))
        });
        Ok(Self {
            marked: marked(&program, observed.node),
            chooser: scope.variable(probe::CHOOSER),
            returned: scope.variable(RETURNED),
            seen: seen.collect(),
            program,
            observations,
        })
    }

    /// Executes the program with the values of a path.
    pub(super) fn run(&self, path: &Path) -> Option<Run> {
        let program = &self.program;
        let mut walk = Walk::start(program)?;
        let mut script = Script::new(&path.choices);
        let mut nodes = Vec::new();
        for _ in 0..MAX_STEPS {
            let Some(edge) = walk.next() else { break };
            nodes.extend(self.marked.get(&edge));
            let effects = walk.take(edge, &mut script);
            let is_violation = |it: &Event| matches!(it, Event::Violation { .. });
            if effects.events.iter().any(is_violation) && program.edges[edge].ends_run() {
                break;
            }
        }
        let seen = if number(walk.state(), self.returned) == Some(1) {
            self.seen(walk.state())
        } else {
            None
        };
        Some(Run { nodes, seen, largest: largest(walk.state()) })
    }

    /// Executes the program, which has several processes, along a path and then with fair turns to its end. The nodes come with the processes that come to them.
    pub(super) fn run_interleaved(
        &self,
        path: &Path,
        concurrent: Concurrent<'_>,
    ) -> Option<(Vec<(u32, u32)>, Run)> {
        let done = concurrent.fork + 1;
        let concurrent = Concurrent { chooser: self.chooser?, ..concurrent };
        let mut run =
            InterleavedRun::start(&self.program, &self.marked, concurrent, &path.choices)?;
        let mut moves = Vec::new();
        for (process, node) in path.processes.iter().zip(&path.nodes) {
            if run.step(*process as usize, &mut Vec::new())? != *node {
                return None;
            }
            moves.push((*process, *node));
        }
        let mut open: Vec<usize> = (0..concurrent.functions.len()).collect();
        while !open.is_empty() && moves.len() < MAX_MOVES {
            let mut left = Vec::new();
            for process in open {
                // Where it does not go on, it does not return.
                let Some(node) = run.step(process, &mut Vec::new()) else { continue };
                if node != done {
                    moves.push((process as u32, node));
                    left.push(process);
                }
            }
            open = left;
        }
        run.step(concurrent.functions.len(), &mut Vec::new());
        let has_returned =
            number(run.state(), self.returned) == i128::try_from(concurrent.functions.len()).ok();
        let seen = if has_returned { self.seen(run.state()) } else { None };
        let nodes = moves.iter().map(|it| it.1).collect();
        Some((moves, Run { nodes, seen, largest: largest(run.state()) }))
    }

    fn seen(&self, state: &State) -> Option<Vec<Option<i128>>> {
        let seen = self.seen.iter().map(|(value, there)| match number(state, *there) {
            Some(0) => Some(None),
            _ => number(state, *value).map(Some),
        });
        seen.collect()
    }
}

/// How many bytes the largest object of a state has, or had.
fn largest(state: &State) -> u64 {
    state.memory.blocks.values().map(|it| it.size).max().unwrap_or(0)
}

/// What a global variable holds.
fn number(state: &State, variable: Option<VarId>) -> Option<i128> {
    match state.globals.get(&variable?) {
        Some(Value::Scalar(number)) => Some(*number),
        _ => None,
    }
}

impl Observation {
    /// Something that can always be seen.
    pub(super) fn simple(text: String, ty: &str, input: Option<String>) -> Self {
        Self { text, ty: ty.to_owned(), input, guard: None }
    }
}

/// The variable that holds what the function returns.
pub(super) fn result_name(unit: &Unit) -> &'static str {
    let is_taken = unit.probed.call.arguments.iter().any(|it| it == "result");
    if is_taken { "returned_value" } else { "result" }
}

/// The call, as a statement.
pub(super) fn call_line(unit: &Unit) -> String {
    let call = &unit.probed.call;
    let text = format!("{}({})", unit.function, call.arguments.join(", "));
    match call.returns {
        Returns::Nothing => format!("{text};"),
        _ => format!("__typeof__({text}) {} = {text};", result_name(unit)),
    }
}

/// What can be seen after the call: the value, global variables, and what pointer parameters point to.
fn observations(unit: &Unit) -> Vec<Observation> {
    let call = &unit.probed.call;
    let mut all = Vec::new();
    let simple = |text: String, ty: &str| Observation::simple(text, ty, None);
    let result = result_name(unit);
    match call.returns {
        Returns::Nothing => {}
        Returns::Aggregate => all.extend(call.members.iter().map(|it| {
            let text = format!("{result}{}", it.name);
            match it.kind {
                InputKind::Pointer => simple(format!("({text} != 0)"), "int"),
                _ => simple(text, &it.ty),
            }
        })),
        Returns::Value(InputKind::Signed) => all.push(simple(result.to_owned(), "long long")),
        Returns::Value(InputKind::Unsigned) => {
            all.push(simple(result.to_owned(), "unsigned long long"));
        }
        Returns::Value(InputKind::Float) => all.push(simple(result.to_owned(), "double")),
        Returns::Value(InputKind::Pointer) => all.push(simple(format!("({result} != 0)"), "int")),
    }
    let pointers: Vec<&probe::Input> =
        unit.probed.inputs.iter().filter(|it| it.kind == InputKind::Pointer).collect();
    for input in &unit.probed.inputs {
        if input.asker == Asker::Stub {
            continue;
        }
        let on_the_way = pointers.iter().filter(|it| leads_to(&it.name, &input.name));
        let mut on_the_way: Vec<&str> = on_the_way.map(|it| it.name.as_str()).collect();
        // What leads to another comes first.
        on_the_way.sort_by_key(|it| it.len());
        if on_the_way.is_empty() && call.arguments.contains(&root(&input.name)) {
            continue;
        }
        let guard = (!on_the_way.is_empty()).then(|| on_the_way.join(" && "));
        let is_pointer = input.kind == InputKind::Pointer;
        all.push(Observation {
            text: if is_pointer { format!("({} != 0)", input.name) } else { input.name.clone() },
            ty: if is_pointer { "int".to_owned() } else { input.ty.clone() },
            input: Some(input.function.clone()),
            guard,
        });
    }
    all
}

/// The variable that an expression starts from.
pub(super) fn root(name: &str) -> String {
    let start = name.trim_start_matches(['*', '(']);
    start.split(|it: char| !(it.is_alphanumeric() || it == '_')).next().unwrap_or("").to_owned()
}

/// Whether an expression looks at what a pointer points to.
pub(super) fn leads_to(pointer: &str, name: &str) -> bool {
    let after = name.strip_prefix(pointer);
    after.is_some_and(|it| it.starts_with("->") || it.starts_with('['))
        || name.match_indices(&format!("*{pointer}")).any(|(at, found)| {
            let next = name[at + found.len()..].chars().next();
            !next.is_some_and(|it| it.is_alphanumeric() || it == '_' || it == '-')
        })
        || name.contains(&format!("*){pointer})"))
}

/// The harness.
fn text(unit: &Unit, observations: &[Observation]) -> String {
    let probed = &unit.probed;
    let mut text = format!("int {RETURNED};\n");
    for input in &probed.inputs {
        text.push_str(&format!("extern {} {}(void);\n", input.ty, input.function));
    }
    for (number, it) in observations.iter().enumerate() {
        text.push_str(&format!("{} {SEEN}{number}; int {THERE}{number};\n", it.ty));
    }
    text.push_str(&probed.call.stubs);
    text.push_str(&format!("void {}(void) {{\n", probe::DRIVER));
    for line in &probed.call.lines {
        text.push_str(&format!("{line}\n"));
    }
    // A local struct would be one more thing that is left open.
    let call = call_line(unit);
    text.push_str(&match call.split_once(" = ") {
        Some((declared, value)) if unit.probed.call.returns == Returns::Aggregate => {
            let result = result_name(unit);
            format!("static {declared}; {result} = {value}\n")
        }
        _ => format!("{call}\n"),
    });
    text.push_str(&format!("{RETURNED} = 1;\n"));
    // A pointer that the function has moved may leave nothing to be seen where there was something before, which ends the run: what is certain to be
    // there comes first.
    let mut order: Vec<usize> = (0..observations.len()).collect();
    order.sort_by_key(|it| observations[*it].guard.as_ref().map_or(0, String::len));
    for number in order {
        let it = &observations[number];
        let guard = it.guard.as_ref().map_or(String::new(), |it| format!("if ({it}) "));
        let seen = format!("{SEEN}{number} = {};", it.text);
        text.push_str(&format!("{guard}{{ {seen} {THERE}{number} = 1; }}\n"));
    }
    text.push_str("}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::{leads_to, root};

    #[test]
    fn names_tell_what_is_on_the_way() {
        assert_eq!(root("((unsigned char *)p)[0]"), "unsigned");
        assert_eq!([root("*p"), root("q->n"), root("g[2].x")], ["p", "q", "g"]);
        assert!(leads_to("p", "*p") && leads_to("p", "p[1]") && leads_to("p", "p->n.m"));
        assert!(leads_to("p", "((unsigned char *)p)[3]"));
        assert!(
            !leads_to("p", "p")
                && !leads_to("p", "px[1]")
                && !leads_to("p", "*px")
                && !leads_to("p->n", "p->m")
        );
    }
}
