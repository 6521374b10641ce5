//! The scoreboard: how far tribunal and Spin agree on a folder of models.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use tribunal_driver::{Errors, Reduction};
use tribunal_engine::{Limit, Reason};
use tribunal_ir::{Program, PropertyKind};
use tribunal_testkit::ours::{Settings, Size, Summary, read, run, safety};
use tribunal_testkit::spin::kind_of_error;

use crate::expectations::{self, Mode, Row, Status};

/// How one comparison came out.
enum Score {
    Same,
    /// What we say and what Spin says.
    Different(String, String),
    /// There is nothing to compare.
    Skipped,
}

/// A class of comparisons.
#[derive(Default)]
struct Tally {
    same: u32,
    total: u32,
}

impl Tally {
    fn add(&mut self, score: &Score) {
        match score {
            Score::Same => {
                self.same += 1;
                self.total += 1;
            }
            Score::Different(..) => self.total += 1,
            Score::Skipped => {}
        }
    }
}

/// Compares all models of the tables in a folder and prints how they come out.
pub(crate) fn scoreboard(
    dir: &Path,
    filter: &str,
    seconds: u64,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if !dir.is_dir() {
        writeln!(out, "There is no folder {}: nothing to compare with.", dir.display())?;
        return Ok(());
    }
    let settings =
        Settings { time: Duration::from_secs(seconds), memory: 6 << 30, ..Settings::default() };
    let start = Instant::now();
    let mut differences = Vec::new();
    writeln!(out, "{:<8} {:<8} {:>12} {:>8}", "models", "mode", "same", "")?;
    for folder in ["dev", "micro"] {
        let folder = dir.join(folder);
        let table = folder.join("expected.tsv");
        if !table.exists() {
            continue;
        }
        let rows = expectations::read(&table)?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut tallies =
            [("raw", Tally::default()), ("verify", Tally::default()), ("reject", Tally::default())];
        for row in rows.iter().filter(|it| it.model.contains(filter)) {
            let score = compare(&folder, row, &settings);
            let class = match (&row.status, row.mode) {
                (Status::Rejected, _) => 2,
                (_, Mode::Raw) => 0,
                (_, Mode::Verify) => 1,
            };
            tallies[class].1.add(&score);
            if let Score::Different(ours, theirs) = score {
                let mode = tallies[class].0;
                differences.push(format!("{name}/{} {mode}: {ours}; Spin: {theirs}", row.model));
            }
        }
        for (mode, Tally { same, total }) in tallies {
            let percent = f64::from(100 * same) / f64::from(total.max(1));
            writeln!(out, "{name:<8} {mode:<8} {:>12} {percent:>7.1}%", format!("{same}/{total}"))?;
        }
    }
    writeln!(out)?;
    for difference in &differences {
        writeln!(out, "{difference}")?;
    }
    writeln!(out, "{} differences, {:.1} s", differences.len(), start.elapsed().as_secs_f64())?;
    Ok(())
}

fn compare(folder: &Path, row: &Row, settings: &Settings) -> Score {
    if row.status == Status::Nothing {
        return Score::Skipped;
    }
    let path = folder.join(&row.model);
    let program = read(&path.to_string_lossy(), settings);
    match (&row.status, program) {
        (Status::Nothing, _) => Score::Skipped,
        (Status::Rejected, Err(_)) => Score::Same,
        (Status::Rejected, Ok(_)) => different("accepted", "rejected"),
        (Status::Done { .. }, Err(refusal)) => {
            different(format!("rejected: {refusal}"), "accepted")
        }
        (Status::Done { size, error }, Ok(program)) => match row.mode {
            Mode::Raw => raw(program, *size, settings),
            Mode::Verify => verify(program, error.as_deref(), settings),
        },
    }
}

fn different(ours: impl Into<String>, theirs: impl Into<String>) -> Score {
    Score::Different(ours.into(), theirs.into())
}

fn raw(program: Program, theirs: Size, settings: &Settings) -> Score {
    let properties = safety(&program);
    let summary = run(program, properties, settings);
    match summary.size {
        Some(ours) if ours == theirs => Score::Same,
        Some(ours) => different(ours.to_string(), theirs.to_string()),
        None => different(why(&summary), theirs.to_string()),
    }
}

fn verify(program: Program, error: Option<&str>, settings: &Settings) -> Score {
    let settings = Settings { reduction: Reduction::FULL, errors: Errors::First, ..*settings };
    let claim = claim(&program);
    let properties = asked(&program, error, claim.as_deref());
    if properties.is_empty() {
        return different("no such property", error.unwrap_or("no error"));
    }
    let summary = run(program, properties, &settings);
    let fails = summary.violated().next().is_some();
    match error {
        Some(_) if fails => Score::Same,
        None if !fails && summary.unsettled().is_none() => Score::Same,
        _ => different(described(&summary), error.unwrap_or("no error")),
    }
}

/// The claim that Spin checks: a never claim, or else the first formula.
fn claim(program: &Program) -> Option<String> {
    let is_never = |kind| matches!(kind, PropertyKind::Never(_));
    let is_formula = |kind| matches!(kind, PropertyKind::Ltl(_));
    let never = program.props.values().find(|it| is_never(it.kind));
    let chosen = never.or_else(|| program.props.values().find(|it| is_formula(it.kind)));
    chosen.map(|it| it.name.clone())
}

/// The properties whose verdicts Spin's answer is about. With a claim, runs end where the claim
/// does, so that nothing is known of other properties unless one of them fails.
fn asked(program: &Program, error: Option<&str>, claim: Option<&str>) -> Vec<String> {
    let of_claim = |text: &str| {
        text.starts_with("acceptance cycle")
            || text.starts_with("end state in claim")
            || text.starts_with("assertion violated  !")
    };
    let of_meaning = |name: &str| name.strip_suffix("-defined").is_some_and(|it| claim == Some(it));
    let wanted = |name: &str, kind: PropertyKind| match (error, claim) {
        (None, Some(claim)) => name == claim,
        (Some(text), Some(claim)) if of_claim(text) => name == claim,
        // An expression of the claim itself may have no meaning.
        (Some(text), _) => kind_of_error(text) == Some(name) || of_meaning(name),
        (None, None) => kind != PropertyKind::NoNonProgressCycle,
    };
    let properties = program.props.values().filter(|it| wanted(&it.name, it.kind));
    properties.map(|it| it.name.clone()).collect()
}

/// What fails, or why it is not known.
fn described(summary: &Summary) -> String {
    let violated: Vec<&str> = summary.violated().collect();
    match summary.unsettled() {
        _ if !violated.is_empty() => format!("{} fails", violated.join(", ")),
        Some(_) => why(summary),
        None => "no error".to_owned(),
    }
}

fn why(summary: &Summary) -> String {
    match summary.unsettled() {
        Some(Reason::Budget(Limit::Time)) => "time is up".to_owned(),
        Some(Reason::Budget(Limit::Memory)) => "memory is used up".to_owned(),
        Some(reason) => format!("{reason:?}"),
        None => "no figures".to_owned(),
    }
}
