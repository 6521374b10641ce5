//! The scoreboard for C: our verdicts on a folder of tasks with expected ones.
//!
//! Each task is a run of the released program, so that limits are real and a crash costs one task.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::Context as _;

use crate::workspace;

/// A row of the index.
struct Task {
    path: String,
    property: String,
    expected: bool,
    data_model: String,
    features: String,
}

/// How a task came out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Score {
    CorrectTrue,
    CorrectFalse,
    Maybe,
    WrongTrue,
    WrongFalse,
    /// The program was refused, or we failed.
    Refused,
}

/// Runs all tasks of the properties that we check, and prints how they come out.
pub(crate) fn scoreboard(
    dir: &Path,
    filter: &str,
    seconds: u64,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    if !dir.is_dir() {
        writeln!(out, "There is no folder {}: nothing to compare with.", dir.display())?;
        return Ok(true);
    }
    let binary = binary()?;
    let tasks = read(&dir.join("index.tsv"))?;
    let wanted = |it: &&Task| checks(&it.property).is_some() && it.path.contains(filter);
    let tasks: Vec<&Task> = tasks.iter().filter(wanted).collect();
    let start = Instant::now();
    let results: Mutex<BTreeMap<usize, (Score, String, f64)>> = Mutex::new(BTreeMap::new());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let position =
                        tasks.iter().position(|it| std::ptr::eq(*it, *task)).unwrap_or(0);
                    let result = run(&binary, dir, task, seconds);
                    results.lock().expect("no thread should fail").insert(position, result);
                }
            });
        }
    });
    let results = results.into_inner().expect("no thread should fail");
    for (position, (score, said, time)) in &results {
        let Task { path, property, expected, .. } = tasks[*position];
        let word = word(*score);
        writeln!(out, "{word:<14} {time:>6.2} s  {property:<10} {expected:<6} {path}  {said}")?;
    }
    table(&tasks, &results, "property", |it| vec![it.property.clone()], out)?;
    table(
        &tasks,
        &results,
        "feature",
        |it| it.features.split(',').map(str::to_owned).collect(),
        out,
    )?;
    writeln!(out, "{} tasks in {:.0} s", results.len(), start.elapsed().as_secs_f64())?;
    Ok(!results.values().any(|it| matches!(it.0, Score::WrongTrue | Score::WrongFalse)))
}

/// The released program, built if need be.
fn binary() -> anyhow::Result<PathBuf> {
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

/// What is looked for, for a property of the index.
fn checks(property: &str) -> Option<&'static str> {
    match property {
        "unreach" => Some("unreach"),
        "memsafety" => Some("memsafety"),
        "overflow" => Some("overflow"),
        _ => None,
    }
}

fn read(index: &Path) -> anyhow::Result<Vec<Task>> {
    let text = std::fs::read_to_string(index).with_context(|| format!("{}", index.display()))?;
    let mut tasks = Vec::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        if let [path, property, expected, data_model, _, features, ..] = cells[..] {
            tasks.push(Task {
                path: path.to_owned(),
                property: property.to_owned(),
                expected: expected == "true",
                data_model: data_model.to_owned(),
                features: features.to_owned(),
            });
        }
    }
    Ok(tasks)
}

fn run(binary: &Path, dir: &Path, task: &Task, seconds: u64) -> (Score, String, f64) {
    let start = Instant::now();
    let checks = checks(&task.property).unwrap_or_default();
    let time = format!("{seconds}s");
    let run = Command::new(binary)
        .args([
            "check",
            "--checks",
            checks,
            "--data-model",
            &task.data_model,
            "--time",
            &time,
            "--memory",
            "2G",
        ])
        .arg(dir.join(&task.path))
        .stdin(Stdio::null())
        .output();
    let elapsed = start.elapsed().as_secs_f64();
    let Ok(run) = run else { return (Score::Refused, "it did not start".to_owned(), elapsed) };
    let score = match (run.status.code(), task.expected) {
        (Some(0), true) => Score::CorrectTrue,
        (Some(0), false) => Score::WrongTrue,
        (Some(1), false) => Score::CorrectFalse,
        (Some(1), true) => Score::WrongFalse,
        (Some(3), _) => Score::Maybe,
        _ => Score::Refused,
    };
    let text = match score {
        Score::Refused => String::from_utf8_lossy(&run.stderr).into_owned(),
        _ => String::from_utf8_lossy(&run.stdout).into_owned(),
    };
    let said = text
        .lines()
        .map(str::trim)
        .find(|it| !it.is_empty() && !it.to_lowercase().starts_with("true"));
    (score, said.unwrap_or_default().chars().take(120).collect(), elapsed)
}

fn word(score: Score) -> &'static str {
    match score {
        Score::CorrectTrue => "correct true",
        Score::CorrectFalse => "correct false",
        Score::Maybe => "maybe",
        Score::WrongTrue => "WRONG TRUE",
        Score::WrongFalse => "WRONG FALSE",
        Score::Refused => "refused",
    }
}

fn table(
    tasks: &[&Task],
    results: &BTreeMap<usize, (Score, String, f64)>,
    title: &str,
    classes: impl Fn(&Task) -> Vec<String>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut rows: BTreeMap<String, [usize; 5]> = BTreeMap::new();
    for (position, (score, ..)) in results {
        for class in classes(tasks[*position]).into_iter().chain(["all".to_owned()]) {
            let column = match score {
                Score::CorrectTrue => 0,
                Score::CorrectFalse => 1,
                Score::Maybe => 2,
                Score::WrongTrue | Score::WrongFalse => 3,
                Score::Refused => 4,
            };
            rows.entry(class).or_default()[column] += 1;
        }
    }
    writeln!(
        out,
        "\n{title:<18} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "true", "false", "maybe", "wrong", "refused", "correct"
    )?;
    for (class, [yes, no, maybe, wrong, refused]) in rows {
        let correct =
            100.0 * (yes + no) as f64 / (yes + no + maybe + wrong + refused).max(1) as f64;
        writeln!(
            out,
            "{class:<18} {yes:>8} {no:>8} {maybe:>8} {wrong:>8} {refused:>8} {correct:>7.1}%"
        )?;
    }
    Ok(())
}
