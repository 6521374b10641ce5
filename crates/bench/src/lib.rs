//! Measures us against another tool on a folder of models.
//!
//! Both tools run as processes of their own, one after the other and in turns, so that whatever else
//! the machine does meets both alike; of several runs the median counts. Spin gets a stack that suits the
//! model, and by choice a hash table too, as somebody who knows the size of the graph would give it.

mod comparison;
mod ladder;
mod models;
mod ours;
mod spin;
mod unit;

pub use ladder::{LadderOptions, bench_ladder};
pub use spin::version as spin_version;
pub use tribunal_report::bench::{Measure, Tables};
pub use unit::{UnitBenchOptions, bench_unit};

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tribunal_front_promela::Dialect;
use tribunal_ir::Overflow;
use tribunal_report::bench::{BenchReport, MeasureReport, Row, Skipped};

use tribunal_driver::translation::{CTranslation, Translation};

use comparison::{Comparison, Stop};
use models::{Model, models};
use ours::Ours;

/// What to measure, and how.
#[derive(Clone, Debug)]
pub struct BenchOptions {
    /// The `tribunal` command.
    pub program: PathBuf,
    /// What is measured.
    pub measures: Vec<Measure>,
    /// How often each tool is run.
    pub runs: usize,
    /// How many states a model must have, where size matters.
    pub min_states: u64,
    /// How long one run may take.
    pub time: Duration,
    /// Bytes of memory one run may use.
    pub memory: u64,
    /// Only models whose path contains this.
    pub only: String,
    /// Whether Spin's counts of states may be taken from a table beside the models.
    pub counts: Counts,
    /// How large Spin's hash table is, where speed is compared.
    pub tables: Tables,
}

/// Where Spin's counts of states come from, where nothing but a count is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// From Spin.
    Measured,
    /// From a table beside the models, if it has them.
    Expected,
}

/// Measures all models of a folder. `tell` hears of each row as soon as it is there.
///
/// # Errors
/// If the folder cannot be read or a program cannot be started.
pub fn bench(
    folder: &Path,
    options: &BenchOptions,
    cancelled: &AtomicBool,
    tell: &mut dyn FnMut(Measure, &Row),
) -> io::Result<BenchReport> {
    let against = spin_version().map_err(io::Error::other)?;
    let mut rows: Vec<(Measure, Row)> = Vec::new();
    let mut skipped = Vec::new();
    for model in models(folder)?.iter().filter(|it| it.name.contains(&options.only)) {
        let ours = Ours { program: options.program.clone(), memory: options.memory };
        let mut record = |measure, row: Row| {
            tell(measure, &row);
            rows.push((measure, row));
        };
        match Comparison::new(model, options, ours, cancelled).run(&mut record)? {
            Ok(()) => {}
            Err(Stop::Skip(why)) => skipped.push(left_out(model, why)),
            Err(Stop::Cancelled) => {
                skipped
                    .push(left_out(model, "interrupted here; the models that follow too".into()));
                break;
            }
        }
    }
    let folder = folder.display().to_string();
    let (runs, min_states, tables) = (options.runs, options.min_states, options.tables);
    let mut report = BenchReport::new(&folder, &against, runs, min_states, tables);
    for measure in Measure::ALL.into_iter().filter(|it| options.measures.contains(it)) {
        let mine = rows.iter().filter(|it| it.0 == measure).map(|it| it.1.clone());
        report.measures.push(MeasureReport::of(measure, mine.collect()));
    }
    report.skipped = skipped;
    Ok(report)
}

fn left_out(model: &Model, why: String) -> Skipped {
    Skipped { model: model.name.clone(), why }
}

/// Programs are translated as they are unless somebody says otherwise.
fn translation() -> Translation {
    Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        questions: tribunal_driver::Questions::default(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: CTranslation::default(),
    }
}
