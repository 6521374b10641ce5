//! The scoreboard for programs in the style of real libraries: when each answer was there, and when it was told.
//!
//! Each program says in its first lines what is expected. One with a planted bug lists values that show it: gcc and its sanitizers have to agree.

mod confirm;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::Context as _;
use serde_json::Value;

/// The rungs that the ladder is compared with.
const RUNGS: &[&str] = &["absint", "scout", "probe", "bmc", "kind", "explicit"];

/// How many times as long as its best rung the ladder may take, and what is too short to measure.
const RATIO: f64 = 1.2;
const SHORT: f64 = 0.5;

/// What a run has brought.
struct Run {
    verdict: String,
    failed: Vec<String>,
    /// Who answered last.
    by: String,
    /// When the first violation was told, in seconds.
    finding: Option<f64>,
    /// When the last answer was told.
    answered: f64,
    /// When all was over.
    over: f64,
}

/// A program and what is expected of it.
struct Task {
    path: PathBuf,
    arguments: Vec<String>,
    verdict: String,
    property: Option<String>,
    /// Values that show the bug.
    input: Option<String>,
}

/// Runs all programs and prints how they come out. Whether nothing is wrong.
pub(crate) fn scoreboard(
    dir: &Path,
    filter: &str,
    seconds: u64,
    binary: &Path,
    rungs: bool,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let tasks: Vec<Task> =
        read(dir)?.into_iter().filter(|it| it.path.to_string_lossy().contains(filter)).collect();
    let (mut settled, mut planted, mut found, mut is_good) = (0, 0, 0, true);
    let (mut findings, mut ratios) = (Vec::new(), Vec::new());
    for task in &tasks {
        let name = task.path.file_stem().unwrap_or_default().to_string_lossy();
        let run = task.run(binary, seconds, None)?;
        let word = task.score(&run);
        settled += usize::from(word == "correct");
        is_good &= word != "WRONG";
        if task.property.is_some() {
            planted += 1;
            found += usize::from(word == "correct");
            findings.push(run.finding.unwrap_or(f64::INFINITY));
        }
        let agrees = confirm::agrees(task)?;
        is_good &= agrees;
        let agreement = if agrees { "" } else { "  but gcc does not agree" };
        write!(
            out,
            "{word:<8} {:<6} {:>6.2} s {:>6.2} s  {:<10} {name}{agreement}",
            run.verdict,
            run.finding.unwrap_or(run.answered),
            run.over,
            run.by
        )?;
        if rungs && word == "correct" {
            let mut best = (f64::INFINITY, "none");
            for rung in RUNGS {
                let alone = task.run(binary, seconds, Some(rung))?;
                is_good &= task.score(&alone) != "WRONG";
                let time = alone.finding.unwrap_or(alone.answered);
                if task.score(&alone) == "correct" && time < best.0 {
                    best = (time, *rung);
                }
            }
            let ratio = run.finding.unwrap_or(run.answered) / best.0.max(SHORT);
            ratios.push(ratio);
            write!(out, "  {ratio:.1} times {} ({:.2} s)", best.1, best.0)?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "\nsettled: {settled} of {}; planted bugs found: {found} of {planted}",
        tasks.len()
    )?;
    if let Some(median) = median(&mut findings) {
        writeln!(out, "first finding: {median:.2} s in the median")?;
    }
    if let Some(median) = median(&mut ratios) {
        let slow = ratios.iter().filter(|it| RATIO < **it).count();
        writeln!(
            out,
            "the ladder takes {median:.1} times what its best rung does, in the median; more than {RATIO} times for {slow} programs"
        )?;
    }
    Ok(is_good)
}

fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// The programs of a folder, by name.
fn read(dir: &Path) -> anyhow::Result<Vec<Task>> {
    let entries = std::fs::read_dir(dir).with_context(|| dir.display().to_string())?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry?.path());
    }
    paths.retain(|it| it.extension().is_some_and(|it| it == "c"));
    paths.sort();
    paths.into_iter().map(Task::read).collect()
}

impl Task {
    fn read(path: PathBuf) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(&path)?;
        let line = |key: &str| {
            let mut lines = text.lines();
            lines.find_map(|it| it.strip_prefix("// ")?.strip_prefix(key)).map(str::trim)
        };
        let missing = || format!("{} should say what is to be found", path.display());
        let expected = line("expect:").with_context(missing)?;
        let (verdict, property) = match expected.split_once(' ') {
            Some((verdict, property)) => (verdict, Some(property.to_owned())),
            None => (expected, None),
        };
        let arguments = line("args:").unwrap_or_default().split(' ').map(str::to_owned).collect();
        let input = line("input:").map(str::to_owned);
        let verdict = verdict.to_owned();
        Ok(Self { arguments, verdict, property, input, path })
    }

    fn score(&self, run: &Run) -> &'static str {
        if run.verdict == "maybe" {
            return "open";
        }
        let failed: Vec<&String> = self.property.iter().collect();
        let is_right =
            run.verdict == self.verdict && run.failed.iter().collect::<Vec<_>>() == failed;
        if is_right { "correct" } else { "WRONG" }
    }

    /// Runs the program, with one rung alone if so.
    fn run(&self, binary: &Path, seconds: u64, rung: Option<&str>) -> anyhow::Result<Run> {
        let start = Instant::now();
        let mut command = Command::new(binary);
        command.args(["check", "--json-lines", "--time", &format!("{seconds}s")]);
        command.args(&self.arguments).args(rung.map_or(Vec::new(), |it| vec!["--engine", it]));
        command.arg(&self.path).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().context("the program should start")?;
        let stdout = child.stdout.take().context("there should be an output")?;
        let mut run = Run {
            verdict: "crash".to_owned(),
            failed: Vec::new(),
            by: String::new(),
            finding: None,
            answered: 0.0,
            over: 0.0,
        };
        for line in BufReader::new(stdout).lines() {
            let event: Value = serde_json::from_str(&line?).context("a line should be JSON")?;
            run.hear(&event, start.elapsed().as_secs_f64());
        }
        child.wait()?;
        run.over = start.elapsed().as_secs_f64();
        Ok(run)
    }
}

impl Run {
    /// Notes an event.
    fn hear(&mut self, event: &Value, now: f64) {
        let word = |it: &Value| it.as_str().unwrap_or_default().to_owned();
        if event["event"] == "report" {
            self.verdict = word(&event["report"]["verdict"]);
            let properties = event["report"]["properties"].as_array();
            for property in properties.into_iter().flatten().filter(|it| it["verdict"] == "false") {
                self.failed.push(word(&property["name"]));
            }
            return;
        }
        self.answered = now;
        self.by = word(&event["property"]["by"]);
        if event["verdict"] == "false" && self.finding.is_none() {
            self.finding = Some(now);
        }
    }
}
