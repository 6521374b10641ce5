//! Tests of several functions that run concurrently: threads that move by turns.
//!
//! The functions' file is included in a copy with probes: each hands the number of its node to a function that waits until it is the turn of its thread. So a test has one schedule, that of its path and, behind
//! it, one in which everybody gets on; whoever moves is pinned at every statement and condition. The test is good if it compiles, its assertions hold, and its log has the nodes in this order.

use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use tribunal_front_c::probe::{self, Asker, InputKind, Returns};
use tribunal_report::unit_test::{Framework, UnitTest, test_text};
use tribunal_unit::{Concurrent, Path};

use super::Unit;
use super::execution::{Execution, Observation, RETURNED, SEEN, leads_to, root};
use super::generate::{Generator, PATIENCE, absolute, whole};
use crate::subprocess::folder::Folder;
use crate::subprocess::{self, Bounds, Ending};
use crate::translation::Translation;

/// A function that is called by one process.
struct Part<'a> {
    function: &'a str,
    arguments: &'a [String],
    returns: Returns,
}

/// The functions with their arguments.
fn parts(unit: &Unit) -> Vec<Part<'_>> {
    let call = &unit.probed.call;
    let first =
        Part { function: &unit.function, arguments: &call.arguments, returns: call.returns };
    let others = call.others.iter().map(|it| Part {
        function: &it.function,
        arguments: &it.arguments,
        returns: it.returns,
    });
    std::iter::once(first).chain(others).collect()
}

/// The variable that keeps what a process returns, its type, and what is kept of a value; `None` if it returns nothing that can be compared.
fn kept(number: usize, part: &Part<'_>) -> Option<(String, &'static str, String)> {
    let call = format!("{}({})", part.function, part.arguments.join(", "));
    let (ty, value) = match part.returns {
        Returns::Nothing | Returns::Aggregate => return None,
        Returns::Value(InputKind::Signed) => ("long long", call),
        Returns::Value(InputKind::Unsigned) => ("unsigned long long", call),
        Returns::Value(InputKind::Float) => ("double", call),
        Returns::Value(InputKind::Pointer) => ("int", format!("{call} != 0")),
    };
    Some((format!("result_{}", number + 1), ty, value))
}

/// What a process does, as a statement.
fn statement(number: usize, part: &Part<'_>) -> String {
    match kept(number, part) {
        Some((name, _, value)) => format!("{name} = {value};"),
        None => format!("{}({});", part.function, part.arguments.join(", ")),
    }
}

/// A program that keeps what can be seen after all processes have returned.
pub(super) fn execution(
    unit: &Unit,
    translation: &Translation,
    concurrent: Concurrent<'_>,
) -> Result<Execution, String> {
    let parts = parts(unit);
    let probed = &unit.probed;
    let done = format!("{} = {};", probe::NODE, concurrent.fork + 1);
    let mut text = format!("int {RETURNED}, {};\n", probe::CHOOSER);
    for input in &probed.inputs {
        text.push_str(&format!("extern {} {}(void);\n", input.ty, input.function));
    }
    let mut observations = Vec::new();
    for (name, ty, _) in parts.iter().enumerate().filter_map(|(at, it)| kept(at, it)) {
        text.push_str(&format!("{ty} {name};\n"));
        observations.push(Observation::simple(name, ty, None));
    }
    observations.extend(globals(unit, &parts));
    for (number, it) in observations.iter().enumerate() {
        text.push_str(&format!("{} {SEEN}{number};\n", it.ty));
    }
    text.push_str(&probed.call.stubs);
    text.push_str(&format!("void {}(void) {{\n", probe::DRIVER));
    for line in &probed.call.lines {
        text.push_str(&format!("{line}\n"));
    }
    text.push_str(&format!("{} = {};\n", probe::NODE, concurrent.fork));
    for (number, part) in parts.iter().enumerate() {
        let chosen = format!("if ({} == {number})", probe::CHOOSER);
        let body = statement(number, part);
        text.push_str(&format!("{chosen} {{ {body} {RETURNED}++; {done} }}\n"));
    }
    for (number, it) in observations.iter().enumerate() {
        text.push_str(&format!("{SEEN}{number} = {};\n", it.text));
    }
    text.push_str(&format!("{done}\n}}\n"));
    Execution::of(unit, translation, observations, text)
}

/// The global variables, as far as no pointer is on the way.
fn globals(unit: &Unit, parts: &[Part<'_>]) -> Vec<Observation> {
    let probed = &unit.probed;
    let is_argument = |name: &String| parts.iter().any(|it| it.arguments.contains(name));
    let is_behind = |name: &str| {
        let mut pointers = probed.inputs.iter().filter(|it| it.kind == InputKind::Pointer);
        pointers.any(|it| leads_to(&it.name, name))
    };
    let inputs = probed.inputs.iter().filter(|it| {
        it.kind != InputKind::Pointer
            && it.asker == Asker::Driver
            && !is_argument(&root(&it.name))
            && !is_behind(&it.name)
    });
    inputs
        .map(|it| Observation::simple(it.name.clone(), &it.ty, Some(it.function.clone())))
        .collect()
}

impl Generator<'_> {
    /// The test of a path, where these processes come to these nodes, one after the other.
    pub(super) fn threaded_test(
        &self,
        path: &Path,
        moves: &[(u32, u32)],
        concurrent: Concurrent<'_>,
        checks: Vec<String>,
    ) -> io::Result<UnitTest> {
        let unit = self.unit;
        let parts = parts(unit);
        let count = concurrent.functions.len();
        let name = format!("test_{}_{}", concurrent.functions.join("_"), self.written);
        let source = format!("{}_scheduled.c", concurrent.functions.join("_"));
        std::fs::write(self.options.folder.join(&source), unit.probed.calling("tribunal_pass"))?;
        let further = self.scheduled();
        for (path, further) in further.iter().zip(&unit.probed.further) {
            std::fs::write(path, further.calling("tribunal_pass"))?;
        }
        let mut flags = self.flags(&|it| self.shown(it));
        flags.push("-pthread".to_owned());
        flags.extend(self.beside(&|it| self.shown(it)));
        let schedule: Vec<String> = moves.iter().skip(count).map(|it| it.0.to_string()).collect();
        let mut functions = self.functions(path);
        let mut lines = Vec::new();
        for line in &unit.probed.call.lines {
            let line = self.filled(line, path);
            let is_global =
                unit.probed.inputs.iter().any(|it| line.starts_with(&format!("{} = ", it.name)));
            if is_global {
                lines.push(line);
            } else {
                functions.push_str(&format!("static {line}\n"));
            }
        }
        for (number, part) in parts.iter().enumerate() {
            if let Some((name, ty, _)) = kept(number, part) {
                functions.push_str(&format!("static {ty} {name};\n"));
            }
            functions.push_str(&format!(
                "static void *process_{}(void *unused) {{\n    tribunal_begin({number});\n    {}\n    return 0;\n}}\n",
                number + 1,
                statement(number, part)
            ));
        }
        functions.push('\n');
        lines.push("alarm(10);".to_owned());
        lines.push(format!("pthread_t threads[{count}];"));
        for number in 0..count {
            lines
                .push(format!("pthread_create(&threads[{number}], 0, process_{}, 0);", number + 1));
        }
        lines.push(format!("for (int i = 0; i < {count}; i++) pthread_join(threads[i], 0);"));
        let steps = moves.iter().filter_map(|(process, node)| {
            let line = unit.chart.node(*node)?.line;
            Some(format!("{}:{line}", unit.process_name(*process)))
        });
        let steps: Vec<String> = steps.collect();
        let text = std::fs::read_to_string(&unit.model).unwrap_or_default();
        Ok(UnitTest {
            about: vec![
                format!("A test of {}, made by tribunal.", concurrent.functions.join(" and ")),
                format!("Lines: {}", steps.join(" ")),
                format!("The condition allows this: {}", path.condition.text()),
                self.command(&name, &flags, &further),
            ],
            name,
            prologue: PROLOGUE
                .replace("MOVES", &schedule.len().to_string())
                .replace(
                    "SCHEDULE",
                    &if schedule.is_empty() { "0".to_owned() } else { schedule.join(", ") },
                )
                .replace("PROCESSES", &count.to_string()),
            source,
            has_main: probe::names(&text).iter().any(|it| it == "main"),
            functions,
            lines,
            checks,
        })
    }

    /// The copies of further files in which every node waits for its turn.
    fn scheduled(&self) -> Vec<PathBuf> {
        let count = self.unit.probed.further.len();
        let name = |it: usize| format!("{}_scheduled_{}.c", self.unit.functions.join("_"), it + 2);
        (0..count).map(|it| self.options.folder.join(name(it))).collect()
    }

    /// Compiles and runs a test.
    pub(super) fn confirm_threaded(
        &self,
        test: &UnitTest,
        moves: &[(u32, u32)],
        cancelled: &AtomicBool,
    ) -> io::Result<Result<(), String>> {
        let folder = Folder::new()?;
        let source = absolute(&self.options.folder.join(&test.source));
        let plain = UnitTest { source: source.to_string_lossy().into_owned(), ..test.clone() };
        std::fs::write(folder.path().join("test.c"), test_text(&plain, Framework::Plain))?;
        let bounds = Bounds { time: PATIENCE, cancelled };
        let mut compiler = Command::new("gcc");
        compiler.args(self.flags(&whole)).args(["-O0", "-pthread", "-DTRIBUNAL_LOG"]);
        compiler.args(self.beside(&whole)).arg("test.c");
        let further = self.scheduled();
        compiler.args(further.iter().map(|it| absolute(it))).args(["-lm", "-o", "test"]);
        let compiled = subprocess::run(&mut compiler, folder.path(), bounds)?;
        if compiled.ending != Ending::Exit(0) {
            let error = compiled.errors.lines().find(|it| it.contains("error"));
            return Ok(Err(format!("it does not compile: {}", error.unwrap_or(""))));
        }
        let mut program = Command::new(folder.path().join("test"));
        let ran = subprocess::run(&mut program, folder.path(), bounds)?;
        if ran.ending != Ending::Exit(0) {
            let said = ran.errors.lines().find(|it| !it.starts_with("tribunal-move:"));
            return Ok(Err(said.unwrap_or("it fails").to_owned()));
        }
        let taken: Vec<(u32, u32)> = ran
            .errors
            .lines()
            .filter_map(|it| it.strip_prefix("tribunal-move: ")?.split_once(' '))
            .filter_map(|(process, node)| Some((process.parse().ok()?, node.parse().ok()?)))
            .collect();
        let is_same = taken == moves;
        Ok(if is_same { Ok(()) } else { Err("it takes another path".to_owned()) })
    }
}

/// What gives threads their turns.
const PROLOGUE: &str = r#"#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
// Who moves next: a move goes from one statement or condition to the next.
static const int tribunal_schedule[] = {SCHEDULE};
static pthread_mutex_t tribunal_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t tribunal_moved = PTHREAD_COND_INITIALIZER;
static int tribunal_move, tribunal_started;
static __thread int tribunal_self = -1, tribunal_moves;
static int tribunal_is_due(void) {
    for (int i = tribunal_move; i < MOVES; i++)
        if (tribunal_schedule[i] == tribunal_self) return 1;
    return 0;
}
static void tribunal_begin(int process) {
    pthread_mutex_lock(&tribunal_lock);
    while (tribunal_started != process) pthread_cond_wait(&tribunal_moved, &tribunal_lock);
    pthread_mutex_unlock(&tribunal_lock);
    tribunal_self = process;
}
void tribunal_pass(int node) {
    if (tribunal_self < 0) return;
    pthread_mutex_lock(&tribunal_lock);
    if (tribunal_moves) tribunal_move++; else tribunal_started++;
    tribunal_moves = 1;
#ifdef TRIBUNAL_LOG
    fprintf(stderr, "tribunal-move: %d %d\n", tribunal_self, node);
#endif
    pthread_cond_broadcast(&tribunal_moved);
    while (tribunal_is_due()
           && (tribunal_started < PROCESSES || tribunal_schedule[tribunal_move] != tribunal_self))
        pthread_cond_wait(&tribunal_moved, &tribunal_lock);
    pthread_mutex_unlock(&tribunal_lock);
}
"#;
