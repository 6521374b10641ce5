//! What a reachability search writes down, to go on later from where it was.
//!
//! The states seen, the stacks of all threads, what was counted and what was found. It belongs to one
//! program and one kind of storage; how many threads go on is free.

use crate::expand::Choice;
use crate::findings::Findings;
use crate::pool::Job;
use crate::stack::{Keeping, Stack};
use crate::worker::Tally;
use std::hash::{Hash, Hasher};
use std::io::{self, Read, Write};
use tribunal_ir::Program;
use tribunal_store::{Key, Store};

/// The second half of the header is the version.
pub(crate) const HEADER: u64 = u64::from_le_bytes(*b"tribun\0\x02");

/// A search between two legs.
#[derive(Debug)]
pub(crate) struct Standing {
    pub(crate) jobs: Vec<Job>,
    /// The states that are never finished. They are not written down.
    pub(crate) abandoned: Vec<Key>,
    pub(crate) tally: Tally,
    pub(crate) reached: Vec<bool>,
    /// Some run was cut for its length.
    pub(crate) truncated: bool,
}

/// What tells programs and settings apart.
pub(crate) fn fingerprint(program: &Program, settings: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    tribunal_ir::text::print(program).hash(&mut hasher);
    settings.hash(&mut hasher);
    hasher.finish()
}

pub(crate) fn save(
    fingerprint: u64,
    store: &Store,
    standing: &Standing,
    findings: &Findings,
    output: &mut impl Write,
) -> io::Result<()> {
    for number in [HEADER, fingerprint, standing.jobs.len() as u64] {
        save_number(number, output)?;
    }
    for job in &standing.jobs {
        save_number(job.route.len() as u64, output)?;
        for choice in job.route.iter() {
            save_number(choice.number(), output)?;
        }
        job.stack.save(output)?;
    }
    let tally = standing.tally;
    for number in [tally.transitions, tally.atomic_steps, tally.depth, standing.truncated.into()] {
        save_number(number, output)?;
    }
    save_flags(&standing.reached, output)?;
    findings.save(output)?;
    store.save(output)
}

/// Reads what was written down for the same program and settings.
pub(crate) fn load(
    fingerprint: u64,
    keeping: Keeping,
    memory: u64,
    findings: &mut Findings,
    input: &mut impl Read,
) -> io::Result<(Standing, Store)> {
    expect(fingerprint, input)?;
    let mut jobs = Vec::new();
    for _ in 0..load_number(input)? {
        let mut route = Vec::new();
        for _ in 0..load_number(input)? {
            route.push(Choice::numbered(load_number(input)?));
        }
        jobs.push(Job { route: route.into(), stack: Stack::load(keeping, input)? });
    }
    let [transitions, atomic_steps, depth, truncated] =
        [load_number(input)?, load_number(input)?, load_number(input)?, load_number(input)?];
    let tally = Tally { transitions, atomic_steps, depth, ..Tally::default() };
    let reached = load_flags(input)?;
    findings.load(input)?;
    let store = Store::load(input, Some(memory))?;
    let truncated = truncated != 0;
    Ok((Standing { jobs, abandoned: Vec::new(), tally, reached, truncated }, store))
}

/// Reads the beginning, and makes sure that it is of the same program and settings.
pub(crate) fn expect(fingerprint: u64, input: &mut impl Read) -> io::Result<()> {
    if load_number(input)? != HEADER {
        return Err(wrong("it is not a checkpoint of this version"));
    }
    if load_number(input)? != fingerprint {
        return Err(wrong("it is of another program or of other settings"));
    }
    Ok(())
}

pub(crate) fn wrong(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

impl Choice {
    /// Both parts in one number.
    pub(crate) fn number(self) -> u64 {
        u64::from(self.first) << 32 | u64::from(self.branch)
    }

    #[expect(clippy::cast_possible_truncation, reason = "each half is 32 bits")]
    pub(crate) fn numbered(number: u64) -> Self {
        Self { first: (number >> 32) as u32, branch: number as u32 }
    }
}

pub(crate) fn save_number(number: u64, output: &mut impl Write) -> io::Result<()> {
    output.write_all(&number.to_le_bytes())
}

pub(crate) fn load_number(input: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

pub(crate) fn save_flags(flags: &[bool], output: &mut impl Write) -> io::Result<()> {
    save_number(flags.len() as u64, output)?;
    output.write_all(&flags.iter().map(|&it| it.into()).collect::<Vec<u8>>())
}

pub(crate) fn load_flags(input: &mut impl Read) -> io::Result<Vec<bool>> {
    let length = load_number(input)?;
    let mut flags = Vec::new();
    input.take(length).read_to_end(&mut flags)?;
    Ok(flags.into_iter().map(|it| it != 0).collect())
}
