//! What the arguments say about the search.

use anyhow::{Context, bail};
use std::num::NonZeroUsize;
use std::time::Duration;
use tribunal_driver::{
    Cluster, Code, Errors, Explicit, Limits, Order, PartialOrder, Reduction, Storage, Technique,
    default_memory,
};

use super::reduction as named;
use crate::arguments::{self, Reduce, ReductionName, Search};

/// The settings of the engine.
///
/// # Errors
/// If they contradict each other.
pub(super) fn engine(it: &Search, errors: Errors) -> anyhow::Result<Explicit> {
    let order = order(it);
    let threads = match (order, it.threads) {
        (_, threads) if it.hosts.is_some() => threads.map_or(1, NonZeroUsize::get),
        (Order::BreadthFirst, Some(threads)) if 1 < threads.get() => {
            bail!("a breadth-first search has one thread")
        }
        (Order::BreadthFirst, _) => 1,
        (Order::DepthFirst | Order::Random { .. }, threads) => {
            threads.map_or_else(cores, NonZeroUsize::get)
        }
    };
    let partial_order = match level(it) {
        // The distributed search takes all steps.
        _ if it.hosts.is_some() => PartialOrder::Ignored,
        Reduce::Full if !it.without.contains(&ReductionName::PartialOrder) => PartialOrder::Reduced,
        Reduce::Full | Reduce::Merge | Reduce::None => PartialOrder::Ignored,
    };
    let storage = storages(it).first().copied().unwrap_or(Storage::Exact);
    let only_bitstate = it.bits.is_some() || it.swarm != 1;
    if only_bitstate && !it.store.contains(&arguments::Store::Bitstate) {
        bail!("--bits and --swarm are for --store bitstate");
    }
    if it.hosts.is_some() && it.store != [arguments::Store::Exact] {
        bail!("with --hosts, states are stored exactly");
    }
    let code = if it.interpret { Code::Interpreted } else { Code::Native };
    Ok(Explicit { order, errors, threads, storage, partial_order, code })
}

/// How states are kept: at first, and then where the memory is not enough.
pub(super) fn storages(it: &Search) -> Vec<Storage> {
    let storage = |store: &arguments::Store| match store {
        arguments::Store::Exact => Storage::Exact,
        arguments::Store::Small => Storage::Small,
        arguments::Store::Compact => Storage::Compact,
        arguments::Store::Bitstate => {
            Storage::Bitstate { bits: bits(it), hashes: it.hashes, seed: it.seed }
        }
    };
    it.store.iter().map(storage).collect()
}

/// The processes that search together, if there are several.
///
/// # Errors
/// If they cannot be read or this is none of them.
pub(super) fn cluster(it: &Search) -> anyhow::Result<Option<Cluster>> {
    let (Some(path), Some(process)) = (&it.hosts, it.process) else { return Ok(None) };
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read `{}`", path.display()))?;
    let lines = text.lines().map(str::trim).filter(|it| !it.is_empty() && !it.starts_with('#'));
    let hosts: Vec<String> = lines.map(str::to_owned).collect();
    if let Some(host) = hosts.iter().find(|it| !has_port(it)) {
        bail!("`{host}` in `{}` is not of the form host:port", path.display());
    }
    if hosts.len() <= process {
        bail!("`{}` has {} lines, so there is no process {process}", path.display(), hosts.len());
    }
    Ok(Some(Cluster { hosts, process, patience: PATIENCE }))
}

fn has_port(host: &str) -> bool {
    host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok())
}

/// How long processes wait for each other at the start of a search.
const PATIENCE: Duration = Duration::from_secs(60);

/// The order of the search.
pub(super) fn order(it: &Search) -> Order {
    match it.order {
        _ if it.shortest => Order::BreadthFirst,
        arguments::Order::Depth => Order::DepthFirst,
        arguments::Order::Breadth => Order::BreadthFirst,
        arguments::Order::Random => Order::Random { seed: it.seed },
    }
}

/// The size of the array of bits.
fn bits(it: &Search) -> u64 {
    const USUAL: u64 = 8 << 30;
    it.bits.unwrap_or_else(|| USUAL.min(it.memory.unwrap_or_else(default_memory).saturating_mul(4)))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// How far to reduce. A shortest trace is one of the program itself, not of a simplified one.
fn level(it: &Search) -> Reduce {
    it.reduce.unwrap_or(if it.shortest { Reduce::None } else { Reduce::Full })
}

/// How the program is simplified.
pub(super) fn reduction(it: &Search) -> Reduction {
    let techniques = it.without.iter().filter_map(|name| match name {
        ReductionName::Merge => Some(Technique::Merge),
        ReductionName::Reset => Some(Technique::Reset),
        ReductionName::Slice => Some(Technique::Slice),
        ReductionName::Match => Some(Technique::Match),
        ReductionName::PartialOrder => None,
    });
    techniques.fold(named(level(it)), Reduction::without)
}

/// What may be spent.
pub(super) fn limits(it: &Search) -> Limits {
    Limits {
        time: it.time,
        memory: it.memory.unwrap_or_else(default_memory),
        depth: it.depth.unwrap_or(u64::MAX),
    }
}
