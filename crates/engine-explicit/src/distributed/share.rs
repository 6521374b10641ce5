//! The states that one worker owns, and what it does with them.
//!
//! A state belongs to the worker that its hash value names: U. Stern, D. L. Dill: *Parallelizing the
//! Murφ verifier*, CAV 1997. The owner numbers its states in order of arrival and keeps for each where it
//! was reached from first: who owns the state before it, its number there, and the choice made there.

use super::job::Job;
use super::message::{Account, Arrival, Bytes, PlainStep, Sighting, pack, unpack};
use crate::expand::{Choice, Visitor};
use crate::moves::Move;
use crate::search::{Coverage, Interruption};
use crate::shared::scrambled;
use crate::state::State;
use crate::step::Record;
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use tribunal_base::Id;
use tribunal_engine::search::FURTHER_TRACES;
use tribunal_engine::{Errors, Limit, Reason};
use tribunal_ir::EdgeId;
use tribunal_store::{Numbering, NumberingSession, Prepared};

/// How many states are made ready before they are looked up.
const AHEAD: usize = 16;

/// Where a state was reached from first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    /// Who owns the state before it; [`NOWHERE`] for the initial state.
    pub(crate) worker: u32,
    /// The number of that state there.
    pub(crate) state: u32,
    pub(crate) choice: Choice,
}

/// In place of a worker: the initial state was not reached from anywhere.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// The states that one worker owns.
pub(crate) struct Share<'a> {
    job: &'a Job<'a>,
    me: u32,
    peers: u32,
    numbering: &'a Numbering,
    session: NumberingSession<'a>,
    origins: Vec<Origin>,
    /// The unmatched variables of the states that wait.
    unmatched: VecDeque<Vec<u8>>,
    /// The states that belong to others and have not been sent.
    bundles: Vec<Vec<u8>>,
    /// Their size.
    outgoing: usize,
    /// The state being expanded.
    state: u32,
    /// How far it is from the initial state.
    pub(crate) level: u64,
    /// The violations seen in this round.
    pub(crate) sightings: Vec<Sighting>,
    /// The edges whose violation need not be told any more.
    known: Vec<bool>,
    /// How many deadlocks may still be told.
    deadlocks: usize,
    transitions: u64,
    crossings: u64,
    atomic_steps: u64,
    coverage: Coverage,
    ticks: u16,
}

impl<'a> Share<'a> {
    pub(crate) fn new(job: &'a Job<'a>, numbering: &'a Numbering, me: u32, peers: u32) -> Self {
        Self {
            job,
            me,
            peers,
            numbering,
            session: numbering.session(),
            origins: Vec::new(),
            unmatched: VecDeque::new(),
            bundles: vec![Vec::new(); peers as usize],
            outgoing: 0,
            state: 0,
            level: 0,
            sightings: Vec::new(),
            known: vec![false; job.program.edges.len()],
            deadlocks: match job.errors {
                Errors::First => 1,
                Errors::All => FURTHER_TRACES + 1,
            },
            transitions: 0,
            crossings: 0,
            atomic_steps: 0,
            coverage: Coverage::Full,
            ticks: 0,
        }
    }

    /// Begins with the initial state, if it belongs here.
    pub(crate) fn start(&mut self, initial: &State) -> Result<(), Interruption> {
        if self.owner(&initial.matched) != self.me {
            return Ok(());
        }
        let prepared = self.session.prepare(&initial.matched);
        let origin = Origin { worker: NOWHERE, state: 0, choice: Choice::default() };
        self.insert(prepared, origin, &initial.unmatched)
    }

    /// How many states there are.
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.origins.len()).expect("numbers should have 32 bits")
    }

    /// Where a state was reached from.
    pub(crate) fn origin(&self, state: u32) -> Origin {
        self.origins[state as usize]
    }

    /// Goes to the next state to be expanded; its unmatched variables are returned.
    pub(crate) fn open(&mut self, state: u32, matched: &mut Vec<u8>) -> Vec<u8> {
        self.state = state;
        self.session.get(state, matched);
        self.unmatched.pop_front().unwrap_or_default()
    }

    /// The size of what waits to be sent.
    pub(crate) fn outgoing(&self) -> usize {
        self.outgoing
    }

    /// Takes what is to be sent, with the addresses.
    pub(crate) fn bundles(&mut self) -> Vec<(u32, Bytes)> {
        self.outgoing = 0;
        let bundles = (0..).zip(&mut self.bundles).filter(|(_, bundle)| !bundle.is_empty());
        bundles.map(|(to, bundle)| (to, Bytes(std::mem::take(bundle)))).collect()
    }

    /// Takes over the states that another worker reached.
    pub(crate) fn accept(&mut self, from: u32, bundle: &[u8]) -> Result<(), Interruption> {
        let mut rest = bundle;
        loop {
            let mut ready: SmallVec<[(Prepared, Arrival<'_>); AHEAD]> = SmallVec::new();
            while ready.len() < AHEAD
                && let Some(arrival) = unpack(&mut rest)
            {
                ready.push((self.session.prepare(arrival.matched), arrival));
            }
            if ready.is_empty() {
                return Ok(());
            }
            for (prepared, Arrival { parent, choice, unmatched, .. }) in ready {
                self.insert(prepared, Origin { worker: from, state: parent, choice }, unmatched)?;
            }
        }
    }

    fn insert(
        &mut self,
        prepared: Prepared,
        origin: Origin,
        unmatched: &[u8],
    ) -> Result<(), Interruption> {
        // What is reached from a state is one step further than that.
        if origin.worker != NOWHERE && self.job.depth_limit <= self.level {
            if self.session.find(prepared).is_none() {
                self.coverage = Coverage::Truncated;
            }
            return Ok(());
        }
        match self.session.insert(prepared) {
            Some((_, false)) => {}
            Some((_, true)) => {
                self.origins.push(origin);
                if self.job.model.features.unmatched {
                    self.unmatched.push_back(unmatched.to_vec());
                }
            }
            None => return Err(Reason::Budget(Limit::Memory).into()),
        }
        Ok(())
    }

    /// Takes note of a deadlock in the state being expanded.
    pub(crate) fn deadlock(&mut self) {
        if 0 < self.deadlocks {
            self.deadlocks -= 1;
            self.sight(Vec::new(), &[]);
        }
    }

    /// The violation of these edges is known to everybody.
    pub(crate) fn know(&mut self, edges: &[u32]) {
        for &edge in edges {
            self.known[edge as usize] = true;
        }
    }

    fn sight(&mut self, edges: Vec<u32>, moves: &[Move]) {
        let last = moves.iter().map(|it| PlainStep::from(it.step())).collect();
        self.sightings.push(Sighting { worker: self.me, state: self.state, edges, last });
    }

    /// Who owns a state.
    fn owner(&self, matched: &[u8]) -> u32 {
        let scaled = (u128::from(hash(matched)) * u128::from(self.peers)) >> u64::BITS;
        u32::try_from(scaled).expect("a part should be less than the whole")
    }

    fn memory(&self) -> u64 {
        let waiting = self.unmatched.len()
            * (size_of::<Vec<u8>>() + self.unmatched.front().map_or(0, Vec::len));
        let bundles: usize = self.bundles.iter().map(Vec::capacity).sum();
        let own = self.origins.capacity() * size_of::<Origin>() + waiting + bundles;
        self.numbering.memory() + own as u64
    }

    /// Tells the process how far this worker is.
    pub(crate) fn publish(&self, local: usize) {
        let tally = &self.job.tallies[local];
        tally.states.store(self.origins.len() as u64, Ordering::Relaxed);
        tally.transitions.store(self.transitions, Ordering::Relaxed);
        tally.memory.store(self.memory(), Ordering::Relaxed);
    }

    /// What was done here, all in all.
    pub(crate) fn account(&self, reached: &[bool]) -> Account {
        Account {
            states: self.origins.len() as u64,
            transitions: self.transitions,
            crossings: self.crossings,
            atomic_steps: self.atomic_steps,
            memory: self.memory(),
            table: self.numbering.memory(),
            bytes: 0,
            truncated: self.coverage == Coverage::Truncated,
            reached: reached.to_vec(),
        }
    }
}

impl Visitor for Share<'_> {
    #[inline]
    fn tick(&mut self) -> Result<(), Interruption> {
        // One state can have very many successors.
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks == 0
            && let Some(halt) = self.job.signals.halted()
        {
            return Err(Reason::from(halt).into());
        }
        Ok(())
    }

    #[inline]
    fn atomic_step(&mut self) {
        self.atomic_steps += 1;
    }

    fn violation(&mut self, record: &Record, moves: &[Move]) -> Result<(), Interruption> {
        let edges = &self.job.program.edges;
        let violates = |it: u32| edges[EdgeId::from_index(it as usize)].violates.is_some();
        let news: Vec<u32> = record
            .edges
            .iter()
            .map(|&(_, edge)| edge)
            .filter(|&edge| !self.known[edge as usize] && violates(edge))
            .collect();
        if !news.is_empty() {
            self.know(&news);
            self.sight(news, moves);
        }
        Ok(())
    }

    #[inline]
    fn arrive(&mut self, state: &State, choice: Choice, _: &[Move]) -> Result<(), Interruption> {
        self.transitions += 1;
        let owner = self.owner(&state.matched);
        let parent = self.state;
        if owner == self.me {
            let prepared = self.session.prepare(&state.matched);
            let origin = Origin { worker: owner, state: parent, choice };
            return self.insert(prepared, origin, &state.unmatched);
        }
        self.crossings += 1;
        let (matched, unmatched) = (&state.matched[..], &state.unmatched[..]);
        let bundle = &mut self.bundles[owner as usize];
        let before = bundle.len();
        pack(Arrival { parent, choice, matched, unmatched }, bundle);
        self.outgoing += bundle.len() - before;
        Ok(())
    }
}

/// A hash value in which every bit depends on every bit of the state.
fn hash(matched: &[u8]) -> u64 {
    let (words, rest) = matched.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain(Some(&last)).map(|it| u64::from_le_bytes(*it));
    words.fold(matched.len() as u64, |hash, word| scrambled(hash ^ word))
}
