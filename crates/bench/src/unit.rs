//! Covers every function of a folder of C files, and counts: branches, tests that are good, time.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tribunal_base::Sources;
use tribunal_front_c::probe;
use tribunal_report::unit::TestOutcome;
use tribunal_report::unit_coverage::{GoalState, UnitBenchReport, UnitBenchRow};

use crate::translation;
use tribunal_driver::files::Disk;
use tribunal_driver::front::{C, FrontEnd};
use tribunal_driver::subprocess::folder::Folder;
use tribunal_driver::subprocess::{self, Bounds, Ending};
use tribunal_driver::unit::coverage::{CoverageOptions, Criterion, cover_function};
use tribunal_driver::unit::generate::{Framework, Generator, TestOptions};
use tribunal_driver::unit::{Allocation, ELEMENTS, MORE_ELEMENTS, UnitQuestion, prepare_unit};
use tribunal_portfolio::limits::Limits;

/// What to measure, and how.
#[derive(Clone, Debug)]
pub struct UnitBenchOptions {
    /// How long one goal may take.
    pub patience: Duration,
    /// What a function may spend.
    pub limits: Limits,
    /// Only functions whose path and name contain this.
    pub only: String,
}

/// Covers all functions of a folder. `tell` hears of each.
///
/// # Errors
/// If the folder cannot be read, or tests cannot be written.
pub fn bench_unit(
    folder: &Path,
    options: &UnitBenchOptions,
    cancelled: &AtomicBool,
    tell: &mut dyn FnMut(&UnitBenchRow),
) -> io::Result<UnitBenchReport> {
    let opponent = Command::new("cbmc").arg("--version").output().ok();
    let against = match &opponent {
        Some(it) => format!(
            "the last column is CBMC {} --cover branch",
            String::from_utf8_lossy(&it.stdout).trim()
        ),
        None => "not compared with another tool: cbmc is not installed".to_owned(),
    };
    let mut rows = Vec::new();
    for path in files(folder)? {
        let path = path.to_string_lossy().into_owned();
        for function in functions(&path) {
            if cancelled.load(Ordering::Relaxed) {
                break;
            }
            if !format!("{path}:{function}").contains(&options.only) {
                continue;
            }
            let mut row = measure(&path, &function, options, cancelled)?;
            if opponent.is_some() {
                row.other = covered_by_cbmc(&path, &function, options, cancelled)?;
            }
            tell(&row);
            rows.push(row);
        }
    }
    Ok(UnitBenchReport { folder: folder.display().to_string(), rows, against })
}

fn measure(
    path: &str,
    function: &str,
    options: &UnitBenchOptions,
    cancelled: &AtomicBool,
) -> io::Result<UnitBenchRow> {
    let mut row = UnitBenchRow {
        file: path.to_owned(),
        function: function.to_owned(),
        ..UnitBenchRow::default()
    };
    let start = Instant::now();
    let translation = translation();
    let question = UnitQuestion {
        function: function.to_owned(),
        depth: 2,
        elements: ELEMENTS,
        allocation: Allocation::MayFail,
        ..UnitQuestion::default()
    };
    let unit = match prepare_unit(path, &translation, &question) {
        Ok(unit) => unit,
        Err(refused) => {
            row.refused =
                Some(refused.diagnostics.first().map_or(String::new(), |it| it.message.clone()));
            return Ok(row);
        }
    };
    let how = CoverageOptions {
        criterion: Criterion::Branch,
        sequences: Vec::new(),
        repeat: 2,
        more_elements: Some(MORE_ELEMENTS),
        patience: options.patience,
        limits: options.limits,
    };
    let mut covered = match cover_function(&unit, &translation, &question, &how, cancelled) {
        Ok(covered) => covered,
        Err(why) => {
            row.refused = Some(why);
            return Ok(row);
        }
    };
    let folder = Folder::new()?;
    let tests = TestOptions { folder: folder.path().to_owned(), framework: Framework::Plain };
    let unit = covered.larger.take().map_or(unit, |it| *it);
    let mut generator = Generator::new(&unit, &translation, &tests)?;
    for (path, report) in covered.paths.iter().zip(&mut covered.report.tests) {
        report.test = Some(generator.write(path, cancelled)?);
    }
    let report = &covered.report;
    row.branches = report.goals.len();
    row.covered = report.count(GoalState::Covered);
    row.unreachable = report.count(GoalState::Unreachable);
    row.tests = report.tests.len();
    row.good = report.tests_that_are(TestOutcome::Good);
    row.seconds = start.elapsed().as_secs_f64();
    Ok(row)
}

/// What CBMC covers, in percent.
fn covered_by_cbmc(
    path: &str,
    function: &str,
    options: &UnitBenchOptions,
    cancelled: &AtomicBool,
) -> io::Result<Option<f64>> {
    let folder = Folder::new()?;
    let file = Path::new(path).canonicalize()?;
    let mut command = Command::new("cbmc");
    command.arg(file).args(["--function", function, "--cover", "branch", "--unwind", "10"]);
    let bounds = Bounds { time: options.patience * 10, cancelled };
    let ran = subprocess::run(&mut command, folder.path(), bounds)?;
    if ran.ending != Ending::Exit(0) {
        return Ok(None);
    }
    Ok(ran.output.lines().find_map(percent))
}

/// Reads `** 3 of 4 covered (75.0%)`.
fn percent(line: &str) -> Option<f64> {
    let rest = line.strip_prefix("** ")?.split_once("covered (")?.1;
    rest.split_once('%')?.0.parse().ok()
}

/// The functions that a file defines.
fn functions(path: &str) -> Vec<String> {
    let translation = translation();
    let mut sources = Sources::default();
    let Ok(file) = C.open(&mut sources, path, &translation) else {
        return Vec::new();
    };
    let options = tribunal_front_c::Options {
        data_model: translation.c.data_model,
        defines: Vec::new(),
        include: Vec::new(),
    };
    probe::functions(&mut sources, file, &Disk, &options)
}

/// The C files of a folder, by name; a file is a folder of one.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(vec![folder.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "c") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn the_other_tool_is_read() {
        assert_eq!(percent("** 3 of 4 covered (75.0%)"), Some(75.0));
        assert_eq!(percent("VERIFICATION FAILED"), None);
    }
}
