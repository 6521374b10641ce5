//! The scoreboard for C: our verdicts on a folder of tasks with expected ones.
//!
//! Each task is a run of the released program, so that limits are real and a crash costs one task.

mod disputed;
mod report;

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::workspace;

/// A row of the index.
struct Task {
    path: String,
    property: String,
    expected: bool,
    data_model: String,
    features: String,
    /// Which parts of memory safety are meant.
    parts: String,
    /// The formula of linear temporal logic, if that is the property.
    formula: String,
}

/// How a task came out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Score {
    CorrectTrue,
    CorrectFalse,
    Maybe,
    /// Not what is expected, but we hold the expectation to be wrong.
    Disputed,
    WrongTrue,
    WrongFalse,
    /// The program was refused, or we failed.
    Refused,
}

/// How many tasks run at once: as many as there is memory for on a small machine.
const AT_ONCE: usize = 2;

/// The rungs that can be asked alone; the first is cheap. `kind` has two engines in one: it unrolls, as `bmc` does, in turns with induction.
pub(crate) const ENGINES: &[&str] =
    &["absint", "octagons", "boxes", "probe", "explicit", "bmc", "kind"];

/// Runs all tasks of the properties that we check, and prints how they come out, also if some engines are asked alone. Whether nothing is wrong.
pub(crate) fn scoreboard(
    dir: &Path,
    filter: &str,
    seconds: u64,
    binary: Option<PathBuf>,
    engines: &[&'static str],
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let index = dir.join("index.tsv");
    if !index.is_file() {
        writeln!(out, "There is no file {}: nothing to compare with.", index.display())?;
        return Ok(true);
    }
    let binary = binary.map_or_else(released, Ok)?;
    let all = read(&index)?;
    let all: Vec<&Task> = all.iter().filter(|it| it.path.contains(filter)).collect();
    let start = Instant::now();
    let files: BTreeSet<(&str, &str)> =
        all.iter().map(|it| (it.path.as_str(), it.data_model())).collect();
    let files: Vec<(&str, &str)> = files.into_iter().collect();
    let lowered = each(&files, |(path, data_model)| is_lowered(&binary, dir, path, data_model));
    let tasks: Vec<&Task> = all.into_iter().filter(|it| question(it).is_some()).collect();
    let mut contest = Vec::new();
    for engine in engines {
        let alone = each(&tasks, |task| run(&binary, dir, task, seconds, Some(engine)));
        contest.push((*engine, alone));
    }
    let results = each(&tasks, |task| run(&binary, dir, task, seconds, None));
    report::print(&tasks, &results, out)?;
    contest.push(("the ladder", results.clone()));
    report::contest(&contest, out)?;
    let count = lowered.iter().filter(|it| **it).count();
    let share = report::percent(count, files.len());
    writeln!(out, "\nread and lowered: {count} of {} programs, {share:.1}%", files.len())?;
    for ((path, _), lowered) in files.iter().zip(lowered) {
        if !lowered {
            writeln!(out, "       not {path}")?;
        }
    }
    writeln!(out, "{} tasks in {:.0} s", results.len(), start.elapsed().as_secs_f64())?;
    let mut all = contest.iter().flat_map(|it| &it.1);
    Ok(!all.any(|it| matches!(it.0, Score::WrongTrue | Score::WrongFalse)))
}

/// The results for some items, in their order.
fn each<T: Sync, R: Send + Sync>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let results: Vec<OnceLock<R>> = items.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(number) else { break };
                    results[number].get_or_init(|| work(item));
                }
            });
        }
    });
    results.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// The released program, built if need be.
pub(crate) fn released() -> anyhow::Result<PathBuf> {
    let status = Command::new("cargo")
        .args(["build", "--release", "--quiet", "-p", "tribunal-cli"])
        .current_dir(workspace::root())
        .status()
        .context("cargo should start")?;
    anyhow::ensure!(status.success(), "the program cannot be built");
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| workspace::root().join("target"), PathBuf::from);
    Ok(target.join("release/tribunal"))
}

impl Task {
    /// A task that says nothing, or both, means the same on either.
    fn data_model(&self) -> &'static str {
        if self.data_model == "ILP32" { "ILP32" } else { "LP64" }
    }
}

/// What asks for the property of a task; none if we do not check it.
fn question(task: &Task) -> Option<Vec<String>> {
    if task.property == "ltl" {
        return Some(vec!["--ltl".to_owned(), task.formula.clone()]);
    }
    Some(vec!["--checks".to_owned(), checks(task)?])
}

/// What is looked for in a task.
fn checks(task: &Task) -> Option<String> {
    let part = |it: &str| match it {
        "deref" => "bounds,null,pointer,lifetime",
        "free" => "free",
        "memtrack" => "leak",
        _ => "cleanup",
    };
    match task.property.as_str() {
        "unreach" => Some("unreach".to_owned()),
        "overflow" => Some("overflow".to_owned()),
        "deadlock" => Some("deadlock".to_owned()),
        "memsafety" => Some(task.parts.split([',', '|']).map(part).collect::<Vec<_>>().join(",")),
        _ => None,
    }
}

fn read(index: &Path) -> anyhow::Result<Vec<Task>> {
    let text = std::fs::read_to_string(index).with_context(|| format!("{}", index.display()))?;
    let mut tasks = Vec::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        if let [path, property, expected, data_model, _, features, _, parts, formula, ..] =
            cells[..]
        {
            tasks.push(Task {
                path: path.to_owned(),
                property: property.to_owned(),
                expected: expected == "true",
                data_model: data_model.to_owned(),
                features: features.to_owned(),
                parts: parts.to_owned(),
                formula: formula.to_owned(),
            });
        }
    }
    Ok(tasks)
}

/// Whether a program is read, checked and translated.
fn is_lowered(binary: &Path, dir: &Path, path: &str, data_model: &str) -> bool {
    let mut command = Command::new(binary);
    command.args(["ir", "--data-model", data_model]).arg(dir.join(path));
    finish(command, Duration::from_secs(10)).is_some_and(|it| it.0.success())
}

fn run(binary: &Path, dir: &Path, task: &Task, seconds: u64, rung: Option<&str>) -> report::Result {
    let start = Instant::now();
    let mut command = Command::new(binary);
    command
        .arg("check")
        .args(question(task).unwrap_or_default())
        .args(["--data-model", task.data_model(), "--memory", "2G"])
        .args(["--time", &format!("{seconds}s")])
        .args(rung.map_or_else(Vec::new, |it| vec!["--ladder", it]))
        .arg(dir.join(&task.path));
    let run = finish(command, Duration::from_secs(3 * seconds + 10));
    let elapsed = start.elapsed().as_secs_f64();
    let Some((status, text)) = run else {
        return (Score::Refused, "it did not come to an end".to_owned(), elapsed);
    };
    let disputed = disputed::argument(&task.path, &task.property).is_some();
    let score = match (status.code(), task.expected) {
        (Some(0), true) => Score::CorrectTrue,
        (Some(1), false) => Score::CorrectFalse,
        (Some(0 | 1), _) if disputed => Score::Disputed,
        (Some(0), false) => Score::WrongTrue,
        (Some(1), true) => Score::WrongFalse,
        (Some(3), _) => Score::Maybe,
        _ => Score::Refused,
    };
    let is_telling =
        |it: &&str| ["maybe", "false", "error"].iter().any(|word| it.starts_with(word));
    let mut lines = text.lines().map(str::trim);
    let said = lines.find(is_telling).unwrap_or_default().chars().take(200).collect();
    (score, said, elapsed)
}

/// The end of a run and what it printed, unless it takes longer than that.
fn finish(mut command: Command, most: Duration) -> Option<(ExitStatus, String)> {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().ok()?;
    let (mut stdout, mut stderr) = (child.stdout.take()?, child.stderr.take()?);
    let (child, is_late) = (Mutex::new(child), OnceLock::new());
    let (sender, over) = std::sync::mpsc::channel::<()>();
    let text = std::thread::scope(|scope| {
        let (child, is_late) = (&child, &is_late);
        scope.spawn(move || {
            if over.recv_timeout(most) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                is_late.get_or_init(|| ());
                _ = child.lock().expect("no thread should fail").kill();
            }
        });
        let errors = scope.spawn(move || {
            let mut text = Vec::new();
            _ = stderr.read_to_end(&mut text);
            text
        });
        let mut text = Vec::new();
        _ = stdout.read_to_end(&mut text);
        text.extend(errors.join().unwrap_or_default());
        drop(sender);
        text
    });
    let status = child.into_inner().expect("no thread should fail").wait().ok()?;
    let text = String::from_utf8_lossy(&text).into_owned();
    is_late.get().is_none().then_some((status, text))
}
