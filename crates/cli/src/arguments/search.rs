//! How a search goes: threads, order, storage, reductions and limits.

use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;
use tribunal_driver::Rung;

use super::Transformer;
use crate::quantity::{duration, size};

/// Which reductions are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reduce {
    /// None: states are counted as the source says
    None,
    /// Statements that nobody can observe apart are joined, dead variables reset
    Merge,
    /// All
    Full,
}

/// One reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReductionName {
    /// Statements that nobody can observe apart are joined
    Merge,
    /// Dead variables are reset
    Reset,
    /// What no property at hand depends on is dropped
    Slice,
    /// Variables that no property at hand depends on any more are reset
    Match,
    /// Of steps that commute with all others only one is taken
    PartialOrder,
}

/// How states are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Store {
    /// All of each
    Exact,
    /// All of each, in less memory, but slower
    Small,
    /// A fingerprint of 64 bits: finds errors, proves nothing
    Compact,
    /// A few bits: finds errors, proves nothing
    Bitstate,
}

/// In which order states are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Order {
    /// Deep runs first
    Depth,
    /// Short runs first, by one thread
    Breadth,
    /// Deep runs first, their steps in an order that depends on --seed
    Random,
}

/// Who searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EngineChoice {
    /// Models are searched state by state; C programs climb the ladder.
    Auto,
    /// One engine alone.
    Only(Rung),
}

fn engine(name: &str) -> Result<EngineChoice, String> {
    if name == "auto" { Ok(EngineChoice::Auto) } else { rung(name).map(EngineChoice::Only) }
}

pub(super) fn rung(name: &str) -> Result<Rung, String> {
    let known = || Rung::ALL.map(Rung::name).join(", ");
    Rung::of_name(name).ok_or_else(|| format!("there is no rung `{name}`; there are {}", known()))
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct Search {
    /// Who searches: `auto` (models are searched state by state, C programs climb the ladder), or one of the engines that --ladder names, alone; `bounded` is another name of `bmc`, `symbolic` of `kind`
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engine)]
    pub(crate) engine: EngineChoice,
    /// Which engines are asked, in which order, each for what those before it left open: of absint, scout, probe, octagons, polyhedra, powersets, best, boxes, lists, bmc, kind, explicit.
    /// `scout` is a short explicit search, `probe` runs the program on chosen values, `boxes` searches intervals instead of states, `lists` takes rows of list nodes for one, `bmc` unrolls, `kind` unrolls in turns with induction [default: what suits the program]
    #[arg(long, value_name = "RUNGS", value_delimiter = ',', value_parser = rung, conflicts_with = "engine")]
    pub(crate) ladder: Vec<Rung>,
    /// What assignments and conditions do to what abstract interpretation knows, and to the abstract states of --ctl: as written by hand for each operator, or the best there is, by a solver, for small programs
    #[arg(long, value_name = "WHICH", default_value = "usual")]
    pub(crate) transformer: Transformer,
    /// How many threads search, or climb rungs of the ladder side by side [default: one for each core]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Search for finite violations together with other processes: a file with one `host:port` for each.
    /// All are started with the same arguments but --process; --threads counts for each [default: 1]
    #[arg(long, value_name = "FILE", requires = "process",
          conflicts_with_all = ["order", "seed", "shortest", "swarm"])]
    pub(crate) hosts: Option<PathBuf>,
    /// With --hosts: which line of the file this process is, from 0. Process 0 reports
    #[arg(long, value_name = "NUMBER", requires = "hosts")]
    pub(crate) process: Option<usize>,
    /// In which order states are visited
    #[arg(long, value_name = "ORDER", default_value = "depth")]
    pub(crate) order: Order,
    /// What the random order depends on
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Show a shortest trace of what finite runs violate: --order breadth --reduce none
    #[arg(long, conflicts_with = "order")]
    pub(crate) shortest: bool,
    /// How states are kept; after a comma, how instead where the memory is not enough
    #[arg(long, value_name = "HOW,…", default_value = "exact", value_delimiter = ',')]
    pub(crate) store: Vec<Store>,
    /// With --store bitstate: the bits of the array, such as 512M [default: 8G, or half of --memory]
    #[arg(long, value_name = "NUMBER", value_parser = size)]
    pub(crate) bits: Option<u64>,
    /// With --store bitstate: how many bits a state sets
    #[arg(long, value_name = "NUMBER", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(1..=32))]
    pub(crate) hashes: u32,
    /// With --store bitstate: search up to this many times, each time with other hash functions and in
    /// another order
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) swarm: u32,
    /// Which reductions are used [default: full, with --shortest none]
    #[arg(long, value_name = "HOW")]
    pub(crate) reduce: Option<Reduce>,
    /// Do not use these reductions
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) without: Vec<ReductionName>,
    /// Do not translate the model to machine code
    #[arg(long)]
    pub(crate) interpret: bool,
    /// Do not follow runs beyond this many steps
    #[arg(long, value_name = "STEPS")]
    pub(crate) depth: Option<u64>,
    /// Stop at this much memory, such as 512M or 4G [default: 3/4 of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
    /// Stop after this time, such as 30s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
}
