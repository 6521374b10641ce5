//! What each rung of the ladder settles on a folder of programs, and what it costs: by this the order of rungs can be tuned.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use tribunal_engine::Fairness;
use tribunal_engine_explicit::Explicit;
use tribunal_report::Report;
use tribunal_report::bench::LadderReport;

use crate::translation;
use tribunal_driver::front::front_end;
use tribunal_driver::load::load;
use tribunal_portfolio::check::{CheckOptions, Method, check};
use tribunal_portfolio::limits::Limits;
use tribunal_portfolio::reduction::Reduction;

/// What to measure, and how.
#[derive(Clone, Debug)]
pub struct LadderOptions {
    /// The ladder.
    pub method: Method,
    /// What one check may spend.
    pub limits: Limits,
    /// Only programs whose path contains this.
    pub only: String,
}

/// Checks all programs of a folder. `tell` hears of each report.
///
/// # Errors
/// If the folder cannot be read.
pub fn bench_ladder(
    folder: &Path,
    options: &LadderOptions,
    cancelled: &AtomicBool,
    tell: &mut dyn FnMut(&Report),
) -> io::Result<LadderReport> {
    let mut all = LadderReport::new(&folder.display().to_string());
    for path in programs(folder)? {
        let path = path.to_string_lossy();
        if cancelled.load(Ordering::Relaxed) {
            break;
        }
        if !path.contains(&options.only) {
            continue;
        }
        let loaded = load(&path, &translation());
        let Some(program) = loaded.program else {
            all.refused.push(path.into_owned());
            continue;
        };
        let options = CheckOptions {
            method: options.method.clone(),
            properties: Vec::new(),
            fairness: Fairness::None,
            engine: Explicit::default(),
            then: Vec::new(),
            transformer: tribunal_driver::Transformer::Usual,
            swarm: 1,
            reduction: Reduction::FULL,
            limits: options.limits,
            checkpoint: None,
            second_proofs: tribunal_portfolio::SecondProofs::HalfTheCost,
        };
        // All properties are asked for: none is unknown.
        if let Ok(checked) = check(program, &options, cancelled, &mut ()) {
            let report = Report::of(&checked.findings(&path, &loaded.diagnostics));
            tell(&report);
            all.add(&report);
        }
    }
    Ok(all)
}

/// The programs of a folder, by name; a file is a folder of one.
fn programs(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(current) = open.pop() {
        // What was named must be there.
        std::fs::metadata(&current)?;
        if !current.is_dir() {
            found.extend(front_end(&current.to_string_lossy()).map(|_| current));
            continue;
        }
        for entry in std::fs::read_dir(&current)? {
            open.push(entry?.path());
        }
    }
    found.sort();
    Ok(found)
}
