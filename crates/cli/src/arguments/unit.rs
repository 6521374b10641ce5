//! The arguments of `tribunal unit`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

use super::DataModel;
use crate::quantity::{define, duration};

#[derive(Debug, Args)]
pub(crate) struct Unit {
    /// The C file that defines the function
    pub(crate) file: PathBuf,
    /// Further files of the program
    #[arg(value_name = "MORE.c")]
    pub(crate) more: Vec<PathBuf>,
    /// The function to check
    #[arg(
        long,
        value_name = "NAME",
        required_unless_present = "process",
        conflicts_with = "process"
    )]
    pub(crate) function: Option<String>,
    /// A function that runs as a process, concurrently with the others; to be repeated
    #[arg(long, value_name = "NAME", conflicts_with_all = ["cover"])]
    pub(crate) process: Vec<String>,
    /// What holds at first, as a C expression over parameters and global variables
    #[arg(long = "where", value_name = "EXPRESSION")]
    pub(crate) requires: Option<String>,
    /// Find paths that satisfy this formula; without it and `--path`, all paths to the end
    #[arg(long, value_name = "FORMULA")]
    pub(crate) find: Option<String>,
    /// Find paths that pass places in this order, a regular expression
    #[arg(long, value_name = "PLACES")]
    pub(crate) path: Option<String>,
    /// What a missing or replaced function does, over values before (x) and after (x'), `result` and same(..); may be repeated
    #[arg(long, value_name = "'F(X): ASSERTION'")]
    pub(crate) stub: Vec<String>,
    /// A file of such stubs, one each line
    #[arg(long, value_name = "FILE")]
    pub(crate) stubs: Option<PathBuf>,
    /// Find few paths that cover the function instead: every `statement`, every outcome of every
    /// decision (`branch`), every condition deciding with either value (`mcdc`), places passed in
    /// order (`sequence:L1,L2,…`), or a file with a sequence on each line (`sequences:FILE`)
    #[arg(long, value_parser = cover, value_name = "WHAT", conflicts_with_all = ["find", "path", "interactive"])]
    pub(crate) cover: Option<Cover>,
    /// Write a test in C for each path to this folder, compile and run it, and see whether it takes its path
    #[arg(long, value_name = "DIR", conflicts_with = "interactive")]
    pub(crate) tests: Option<PathBuf>,
    /// The format of the tests
    #[arg(long, value_enum, default_value_t = Framework::Plain)]
    pub(crate) framework: Framework,
    /// Walk through the flow chart by hand
    #[arg(long, conflicts_with = "json")]
    pub(crate) interactive: bool,
    /// How often a statement may be repeated on a path
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) repeat: u32,
    /// Stop after this many paths
    #[arg(long, value_name = "N", default_value_t = 20, conflicts_with = "all")]
    pub(crate) paths: usize,
    /// List every path within `--repeat`
    #[arg(long)]
    pub(crate) all: bool,
    /// Which paths come first
    #[arg(long, value_enum, default_value_t = Search::Breadth)]
    pub(crate) search: Search,
    /// Whether paths that differ only where the query does not look are told as one
    #[arg(long, value_enum, default_value_t = Merge::Auto)]
    pub(crate) merge: Merge,
    /// Search over mathematical integers, which never wrap around; what stubs leave open is eliminated from conditions
    #[arg(long, conflicts_with = "cover")]
    pub(crate) integers: bool,
    /// How many pointers are followed from parameters on; deeper ones are null
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) depth: u32,
    /// How many elements there are where a pointer to numbers or characters points [default: 4; 16 where coverage needs more]
    #[arg(long, value_name = "N")]
    pub(crate) elements: Option<u32>,
    /// Let memory never run out: `malloc`, `calloc` and `realloc` never return null
    #[arg(long)]
    pub(crate) malloc_succeeds: bool,
    /// Define a macro before reading the file
    #[arg(short = 'D', value_name = "NAME[=VALUE]", value_parser = define)]
    pub(crate) defines: Vec<(String, String)>,
    /// Look for included files here
    #[arg(short = 'I', value_name = "FOLDER")]
    pub(crate) include: Vec<String>,
    /// The sizes of the basic types
    #[arg(long, value_name = "MODEL", value_enum, default_value_t = DataModel::Lp64, ignore_case = true)]
    pub(crate) data_model: DataModel,
    /// Stop after this time, such as 30s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Show all nodes of long paths
    #[arg(long)]
    pub(crate) full: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which paths come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Search {
    /// The shortest
    Breadth,
    /// Those that go on longest: less memory
    Depth,
}

/// Whether regions that the query does not look into are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Merge {
    /// If there are many branches in them
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What is to be covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    /// Every statement
    Statement,
    /// Every outcome of every decision
    Branch,
    /// Every condition of every decision, deciding with either value
    Mcdc,
    /// Places passed in order
    Sequence(Vec<String>),
    /// A file of such sequences
    Sequences(PathBuf),
}

/// Reads what is to be covered.
fn cover(text: &str) -> Result<Cover, String> {
    match text.split_once(':') {
        None if text == "statement" => Ok(Cover::Statement),
        None if text == "branch" => Ok(Cover::Branch),
        None if text == "mcdc" => Ok(Cover::Mcdc),
        Some(("sequence", places)) => Ok(Cover::Sequence(sequence(places))),
        Some(("sequences", file)) => Ok(Cover::Sequences(file.into())),
        _ => Err("expected statement, branch, mcdc, sequence:L1,L2,… or sequences:FILE".to_owned()),
    }
}

/// The places of a sequence.
pub(crate) fn sequence(text: &str) -> Vec<String> {
    let places = text.split([',', ' ', '\t']).map(str::trim).filter(|it| !it.is_empty());
    places.map(str::to_owned).collect()
}

/// The format of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Framework {
    /// A `main` with `assert`
    Plain,
    /// Unity
    Unity,
    /// cmocka
    Cmocka,
}
