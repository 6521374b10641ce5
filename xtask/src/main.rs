//! Developer tasks: `cargo xtask --help`.

mod bench_c;
mod corpus;
mod corpus_c;
mod corpus_real;
mod differential;
mod differential_c;
mod expectations;
mod fuzz;
mod growth;
mod tidy;
mod transformers;
mod workspace;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

/// Developer tasks.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Check the rules that no compiler checks: rows of crates, citations, sizes, cycles, flags
    Tidy,
    /// Compare with Spin's figures on a folder of models, or with expected verdicts on a folder of C programs
    Corpus {
        /// Which models or programs; `real` are our own in the style of libraries
        collection: Collection,
        /// The folder [default: ../shared/corpus/promela or ../shared/corpus/c/dev beside the workspace; tests/corpus/real]
        #[arg(long)]
        dir: Option<PathBuf>,
        /// Only models whose path contains this text
        #[arg(long, default_value = "")]
        filter: String,
        /// Seconds for each model [default: 60 for Promela and real, 10 for C]
        #[arg(long)]
        seconds: Option<u64>,
        /// The program to run, for C [default: that of a release build, which is made first]
        #[arg(long)]
        binary: Option<PathBuf>,
        /// For C and real: compare the ladder with each engine alone, too
        #[arg(long)]
        engines: bool,
    },
    /// Look for inputs on which a front end fails
    Fuzz {
        /// The language of the front end
        language: Language,
        /// How long to look
        #[arg(long, default_value_t = 1)]
        minutes: u64,
        /// The seed of the random choices
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Measure how fast the C front end reads, checks and lowers programs of 5 to 40 thousand lines
    BenchC,
    /// Measure how abstract interpretation grows with the size of a program: 1, 5 and 20 thousand lines
    Growth,
    /// Measure how far the transformers of abstract domains are from the best ones, which a solver finds
    Transformers {
        /// How many cases for each operator
        #[arg(long, default_value_t = 24)]
        cases: u32,
    },
    /// Compare with Spin on random models, or with gcc on random C programs
    Differential {
        /// The language of the models
        #[arg(long, default_value = "promela")]
        language: Language,
        /// How many models
        #[arg(long, default_value_t = 100)]
        cases: u32,
        /// The seed of the random choices
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only this one, and print it
        #[arg(long, value_name = "NUMBER", conflicts_with = "cases")]
        only: Option<u32>,
        /// Where models that differ are written, made small
        #[arg(long, default_value = "target/differential")]
        out: PathBuf,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Collection {
    Promela,
    C,
    Real,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Language {
    Promela,
    C,
}

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    let mut out = std::io::stdout().lock();
    let good = match arguments.task {
        Task::Tidy => {
            let problems = tidy::problems()?;
            for problem in &problems {
                writeln!(out, "{problem}")?;
            }
            problems.is_empty()
        }
        Task::Corpus { collection: Collection::Promela, dir, filter, seconds, .. } => {
            let dir = dir.unwrap_or_else(|| workspace::root().join("../shared/corpus/promela"));
            corpus::scoreboard(&dir, &filter, seconds.unwrap_or(60), &mut out)?;
            true
        }
        Task::Corpus { collection: Collection::C, dir, filter, seconds, binary, engines } => {
            let dir = dir.unwrap_or_else(|| workspace::root().join("../shared/corpus/c/dev"));
            let engines = if engines { corpus_c::ENGINES } else { &corpus_c::ENGINES[..1] };
            let seconds = seconds.unwrap_or(10);
            corpus_c::scoreboard(&dir, &filter, seconds, binary, engines, &mut out)?
        }
        Task::Corpus { collection: Collection::Real, dir, filter, seconds, binary, engines } => {
            let dir = dir.unwrap_or_else(|| workspace::root().join("tests/corpus/real"));
            let binary = binary.map_or_else(corpus_c::released, Ok)?;
            let seconds = seconds.unwrap_or(60);
            corpus_real::scoreboard(&dir, &filter, seconds, &binary, engines, &mut out)?
        }
        Task::BenchC => bench_c::front_end(&mut out)?,
        Task::Growth => growth::table(&mut out)?,
        Task::Transformers { cases } => transformers::table(cases, &mut out)?,
        Task::Fuzz { language: Language::C, minutes, seed } => fuzz::c(minutes, seed, &mut out)?,
        Task::Fuzz { language: Language::Promela, minutes, seed } => {
            fuzz::promela(minutes, seed, &mut out)?
        }
        Task::Differential { language: Language::C, cases, seed, only, out: folder } => {
            let cases = only.map_or(0..cases, |it| it..it + 1);
            differential_c::run(cases, seed, &folder, &mut out)?
        }
        Task::Differential { seed, only: Some(case), .. } => {
            differential::show(seed, case, &mut out)?
        }
        Task::Differential { cases, seed, only: None, out: folder, .. } => {
            differential::run(cases, seed, &folder, &mut out)?
        }
    };
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
