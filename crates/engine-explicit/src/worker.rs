//! One thread of the reachability search.
//!
//! A state is marked as seen when it is reached, not when it is expanded: all successors of a state
//! are looked up together, so that the processor waits for all of them at once. As soon as the states do
//! not fit the caches, some states that wait side by side are expanded together, and the successors of all
//! of them are looked up together. The order is still nearly depth first.
//!
//! With a reduction, a state whose chosen moves all lead back to the stack is expanded fully, lest the
//! moves left out be forgotten for ever, see `stubborn`; with several threads, to states that are not known to
//! be `unfinished`.

use crate::expand::{Choice, Expander, Visitor};
use crate::moves::Move;
use crate::pool::{Job, Offer};
use crate::retrace;
use crate::search::{Coverage, Interruption, unless_found};
use crate::shared::Shared;
use crate::stack::{BATCH, Departure, Keeping, Stack, Stage, Waiting};
use crate::state::State;
use crate::step::Record;
use crate::stubborn;
use crate::unfinished::Unfinished;
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::Arc;
use tribunal_engine::{Context, Limit, Progress, Reason, Step};
use tribunal_store::{Insertion, Key, Prepared, Session};

/// How many states a thread expands before it looks at what the others do.
const STRIDE: usize = 256;

/// With so many states, the tables do not fit the caches next to the processor.
const MANY: u64 = 1 << 14;

/// One thread of the search.
pub(crate) struct Worker<'a, 'c, 'o> {
    expander: Expander<'a>,
    hand: Hand<'a, 'c, 'o>,
    /// Working memory of the reduction.
    scratch: stubborn::Scratch,
    /// The order in which moves are taken.
    order: Vec<u32>,
    matched: Vec<u8>,
}

/// What a thread holds beside the state it expands.
struct Hand<'a, 'c, 'o> {
    shared: &'a Shared<'a>,
    /// Only one thread reports to the outside world.
    cx: Option<&'c mut Context<'o>>,
    number: usize,
    session: Session<'a>,
    keeping: Keeping,
    stack: Stack,
    /// How the states at the bottom of the stack were reached.
    route: Arc<[Choice]>,
    /// How many states are expanded together, at most.
    batch: usize,
    /// Where the state being expanded is on the stack, and how many states of its batch are above it.
    current: usize,
    above: usize,
    /// The successors that have not been looked up.
    pending: Vec<Pending>,
    /// Those of them that may be new.
    open: Vec<u32>,
    /// The new ones among them.
    fresh: Vec<(Key, usize)>,
    /// Their states one after the other, with the ends, if states are kept as they are.
    states: Vec<u8>,
    ends: Vec<usize>,
    /// For the proviso: which states are unfinished, the keys of those on the stack in order, and the states
    /// that never are, since others search what follows them.
    unfinished: Unfinished<'a>,
    keys: Vec<Key>,
    abandoned: Vec<Key>,
    /// A step ended the run.
    stopped: bool,
    tally: Tally,
    coverage: Coverage,
    countdown: usize,
}

/// A successor that has not been looked up.
#[derive(Clone, Copy, Debug)]
struct Pending {
    prepared: Prepared,
    choice: Choice,
    /// How many states of its batch are above its parent.
    parent: usize,
}

/// What one thread has counted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) transitions: u64,
    pub(crate) atomic_steps: u64,
    pub(crate) depth: u64,
    pub(crate) memory: u64,
    /// Under the reduction: how many moves the states had that were expanded, and how many were taken.
    pub(crate) offered: u64,
    pub(crate) taken: u64,
}

/// What a thread leaves behind.
pub(crate) struct Remains {
    pub(crate) tally: Tally,
    pub(crate) coverage: Coverage,
    pub(crate) reached: Vec<bool>,
    /// The states that are never finished.
    pub(crate) abandoned: Vec<Key>,
    /// What it has not done.
    pub(crate) rest: Option<Job>,
}

/// Whether what was reached lets the search leave out other moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proviso {
    Met,
    Failed,
}

impl<'a, 'c, 'o> Worker<'a, 'c, 'o> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        number: usize,
        cx: Option<&'c mut Context<'o>>,
    ) -> Result<Self, Reason> {
        let expander = Expander::new(shared.program, shared.model)?;
        let keeping = shared.keeping;
        let is_alone = shared.threads == 1;
        let hand = Hand {
            shared,
            cx,
            number,
            session: if is_alone { shared.store.only_session() } else { shared.store.session() },
            keeping,
            stack: Stack::new(keeping),
            route: Arc::default(),
            batch: 1,
            current: 0,
            above: 0,
            pending: Vec::new(),
            open: Vec::new(),
            fresh: Vec::new(),
            states: Vec::new(),
            ends: Vec::new(),
            unfinished: match &shared.unfinished {
                _ if shared.stubborn.is_none() => Unfinished::Unknown,
                Some(counters) => Unfinished::Shared(counters),
                None if shared.knows_stack => Unfinished::Own(FxHashSet::default()),
                None => Unfinished::Unknown,
            },
            keys: Vec::new(),
            abandoned: Vec::new(),
            stopped: false,
            tally: Tally::default(),
            coverage: Coverage::Full,
            countdown: STRIDE,
        };
        let scratch = stubborn::Scratch::default();
        Ok(Self { expander, hand, scratch, order: Vec::new(), matched: Vec::new() })
    }

    /// Searches until there is nothing left to do for any thread.
    pub(crate) fn run(&mut self) -> Result<(), Interruption> {
        loop {
            while !self.hand.stack.is_empty() {
                self.advance()?;
            }
            self.hand.session.rest();
            match self.hand.shared.pool.take() {
                Offer::Job(job) => self.hand.accept(job),
                Offer::Patience => self.hand.report()?,
                Offer::Done => return Ok(()),
            }
        }
    }

    /// What the thread leaves behind.
    pub(crate) fn finish(mut self) -> Remains {
        self.hand.tally.memory = self.hand.memory();
        let Hand { tally, coverage, route, mut stack, abandoned, .. } = self.hand;
        stack.interrupt();
        let rest = (!stack.is_empty()).then_some(Job { route, stack });
        Remains { tally, coverage, reached: self.expander.record.reached, abandoned, rest }
    }

    /// Expands the topmost states or leaves one.
    fn advance(&mut self) -> Result<(), Interruption> {
        let hand = &mut self.hand;
        if let Some(Stage::Open | Stage::Given) = hand.stack.stage() {
            hand.leave();
            return Ok(());
        }
        let batch = hand.stack.open(hand.batch);
        hand.tally.depth = hand.tally.depth.max(hand.stack.depth() as u64 - 1);
        hand.countdown = hand.countdown.saturating_sub(batch.len());
        if hand.countdown == 0 {
            hand.look_around()?;
        }
        let tally = hand.tally;
        let expanded = self.expand_all(batch);
        if expanded.is_err() {
            // It will be done again, or never matter.
            self.hand.tally = tally;
            self.hand.discard();
        }
        expanded
    }

    /// Expands the states of a batch.
    fn expand_all(&mut self, batch: Range<usize>) -> Result<(), Interruption> {
        if batch.len() > 1 {
            batch.clone().for_each(|it| self.hand.expect(it));
        }
        let mut deadlocked = [false; BATCH];
        for (above, index) in batch.rev().enumerate() {
            (self.hand.current, self.hand.above) = (index, above);
            match self.hand.stack.state(index) {
                Waiting::Key(key) => {
                    self.hand.session.load(key, &mut self.matched);
                    self.expander.enter(&self.matched, &[]);
                }
                Waiting::State(state) => {
                    let (matched, unmatched) = split(state);
                    self.expander.enter(matched, unmatched);
                }
            }
            deadlocked[above] = self.hand.shared.wants_deadlocks && self.expander.is_deadlocked();
            self.expand()?;
        }
        // Not before, lest a deadlock be found again.
        let topmost = self.hand.current + self.hand.above;
        for (above, _) in deadlocked.iter().enumerate().filter(|(_, it)| **it) {
            self.hand.current = topmost - above;
            self.hand.deadlock()?;
        }
        if self.hand.shared.stubborn.is_none() {
            self.hand.look_up()?;
        }
        Ok(())
    }

    /// Takes the moves of the state entered last, or enough of them; without a reduction, what is reached
    /// is not looked up yet.
    fn expand(&mut self) -> Result<(), Interruption> {
        let count = u32::try_from(self.expander.moves.len()).expect("moves should be countable");
        let Some(stubborn) = &self.hand.shared.stubborn else {
            if self.hand.shared.is_random() {
                self.order.clear();
                self.order.extend(0..count);
                self.hand.shared.shuffle(&mut self.order, self.hand.tally.transitions);
                for &first in &self.order {
                    self.expander.follow(first, &mut self.hand)?;
                }
            } else {
                for first in 0..count {
                    self.expander.follow(first, &mut self.hand)?;
                }
            }
            return Ok(());
        };
        let Expander { state, moves, .. } = &self.expander;
        let choice = stubborn.choose(self.hand.shared.model, state, moves, &mut self.scratch);
        self.hand.stopped = false;
        self.order.clear();
        match choice {
            stubborn::Choice::All => self.order.extend(0..count),
            stubborn::Choice::Some(chosen) => {
                self.order.extend(chosen.iter().map(|&it| u32::from(it)));
            }
        }
        self.hand.tally.offered += u64::from(count);
        self.hand.tally.taken += self.order.len() as u64;
        for &first in &self.order {
            self.expander.follow(first, &mut self.hand)?;
        }
        let proviso = self.hand.look_up()?;
        let proviso = if self.hand.stopped { Proviso::Failed } else { proviso };
        if self.order.len() < count as usize && proviso == Proviso::Failed {
            self.hand.tally.taken += u64::from(count) - self.order.len() as u64;
            for first in (0..count).filter(|it| !self.order.contains(it)) {
                self.expander.follow(first, &mut self.hand)?;
            }
            self.hand.look_up()?;
        }
        Ok(())
    }
}

/// The key of a state that was stored.
pub(crate) fn key_of(session: &mut Session<'_>, waiting: Waiting<'_>) -> Key {
    match waiting {
        Waiting::Key(key) => key,
        Waiting::State(state) => {
            let prepared = session.prepare(split(state).0);
            match session.insert(prepared) {
                Insertion::New(key) | Insertion::Known(key) => key,
                Insertion::Full => Key::MAX,
            }
        }
    }
}

/// Joins the two parts of a state: the length of the first comes before both.
pub(crate) fn join(state: &State, joined: &mut Vec<u8>) {
    joined.extend_from_slice(&(state.matched.len() as u64).to_le_bytes());
    joined.extend_from_slice(&state.matched);
    joined.extend_from_slice(&state.unmatched);
}

/// Undoes [`join`].
fn split(joined: &[u8]) -> (&[u8], &[u8]) {
    let (length, rest) = joined.split_first_chunk().unwrap_or((&[0; 8], &[]));
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(0);
    rest.split_at(length.min(rest.len()))
}

impl Hand<'_, '_, '_> {
    /// Asks the memory for a state on the stack.
    #[inline]
    fn expect(&self, index: usize) {
        if let Waiting::Key(key) = self.stack.state(index) {
            self.session.expect(key);
        }
    }

    /// Puts a state just reached among those to be looked up.
    #[inline]
    fn keep(&mut self, state: &State, choice: Choice) {
        let prepared = self.session.prepare(&state.matched);
        self.pending.push(Pending { prepared, choice, parent: self.above });
        if self.keeping == Keeping::State {
            join(state, &mut self.states);
            self.ends.push(self.states.len());
        }
    }

    /// Looks up what is pending; what is new goes to the stack.
    fn look_up(&mut self) -> Result<Proviso, Interruption> {
        let mut proviso = Proviso::Failed;
        if self.shared.depth_limit < self.stack.depth() as u64 {
            for pending in &self.pending {
                if !self.session.contains(pending.prepared) {
                    self.coverage = Coverage::Truncated;
                }
            }
            self.discard();
            return Ok(proviso);
        }
        // What was prepared first has had most time to come from memory.
        self.open.clear();
        if self.unfinished.is_unknown() {
            // What is known says nothing about the proviso.
            self.open.resize(self.pending.len(), 0);
            let mut count = 0;
            for (index, pending) in (0..).zip(&self.pending) {
                self.open[count] = index;
                count += usize::from(!self.session.is_known(pending.prepared));
            }
            self.open.truncate(count);
        } else {
            self.open.extend((0..).zip(&self.pending).map(|(index, _)| index));
        }
        for at in 0..self.open.len() {
            let index = self.open[at];
            match self.insert(self.pending[index as usize].prepared) {
                Insertion::New(key) => {
                    proviso = Proviso::Met;
                    self.fresh.push((key, index as usize));
                }
                Insertion::Known(key) => {
                    if self.unfinished.is_finished(key) {
                        proviso = Proviso::Met;
                    }
                }
                Insertion::Full => {
                    self.push_fresh();
                    return Err(Reason::Budget(Limit::Memory).into());
                }
            }
        }
        self.push_fresh();
        self.discard();
        Ok(proviso)
    }

    #[inline]
    fn insert(&mut self, prepared: Prepared) -> Insertion {
        if !matches!(self.unfinished, Unfinished::Shared(_)) || self.session.is_known(prepared) {
            return self.session.insert(prepared);
        }
        self.unfinished.announce(prepared.key());
        let insertion = self.session.insert(prepared);
        if !matches!(insertion, Insertion::New(_)) {
            self.unfinished.withdraw(prepared.key());
        }
        insertion
    }

    /// Puts what is new on the stack, the first one on top.
    #[inline]
    fn push_fresh(&mut self) {
        while let Some((key, index)) = self.fresh.pop() {
            let state = match self.keeping {
                Keeping::Key => &[][..],
                Keeping::State => {
                    let start = index.checked_sub(1).map_or(0, |it| self.ends[it]);
                    &self.states[start..self.ends[index]]
                }
            };
            let Pending { choice, parent, .. } = self.pending[index];
            self.stack.push(key, state, choice, parent);
            if !self.unfinished.is_unknown() {
                self.unfinished.push(key);
                self.keys.push(key);
            }
        }
    }

    /// Forgets what is pending.
    fn discard(&mut self) {
        self.pending.clear();
        self.states.clear();
        self.ends.clear();
    }

    #[inline]
    fn leave(&mut self) {
        if let Some(key) = self.keys.pop() {
            match self.stack.departure() {
                Departure::Finished => self.unfinished.finish(key),
                Departure::Abandoned => self.abandoned.push(key),
                Departure::Given => {}
            }
        }
        self.stack.pop();
    }

    /// Takes over the work of another thread.
    fn accept(&mut self, job: Job) {
        (self.route, self.stack) = (job.route, job.stack);
        if !self.unfinished.is_unknown() {
            for state in self.stack.states() {
                let key = key_of(&mut self.session, state);
                self.unfinished.push(key);
                self.keys.push(key);
            }
        }
    }

    /// Sees whether another thread wants work or the search is over.
    fn look_around(&mut self) -> Result<(), Interruption> {
        self.countdown = STRIDE;
        if self.shared.is_stopped() {
            return Err(Interruption::Found);
        }
        if self.shared.repack_at <= self.shared.store.len() {
            return Err(Interruption::Repack);
        }
        // The reductions need to know what becomes of each state.
        if self.shared.stubborn.is_none() && self.shared.store.len() >= MANY {
            self.batch = BATCH;
        }
        self.tally.memory = self.memory();
        self.shared.set_tally(self.number, self.tally);
        if self.shared.pool.is_hungry()
            && let Some((path, stack)) = self.stack.give()
        {
            let route = self.route.iter().copied().chain(path).collect();
            self.shared.pool.add(Job { route, stack });
        }
        Ok(())
    }

    /// Tells the outside world how far the search is, now.
    fn report(&mut self) -> Result<(), Interruption> {
        if self.shared.is_stopped() {
            return Err(Interruption::Found);
        }
        self.tally.memory = self.memory();
        self.shared.set_tally(self.number, self.tally);
        let shared = self.shared;
        match &mut self.cx {
            Some(cx) => Ok(cx.report(&shared.progress())?),
            None => Ok(()),
        }
    }

    fn deadlock(&mut self) -> Result<(), Interruption> {
        unless_found(self.shared.findings().deadlock(|| self.steps(&[])))
    }

    /// The steps to the state being expanded, and some more moves.
    fn steps(&self, last: &[Move]) -> Vec<Step> {
        let path = self.route.iter().copied().chain(self.stack.path(self.current));
        // The initial state was not reached by any choice.
        retrace::steps(self.shared.program, self.shared.model, path.skip(1), last)
    }

    fn memory(&self) -> u64 {
        let pending = self.pending.capacity() * size_of::<Pending>();
        let keys = self.keys.capacity() + self.abandoned.capacity();
        let path = self.unfinished.memory() + keys * size_of::<Key>();
        (self.stack.memory() + pending + self.states.capacity() + path) as u64
    }

    fn progress(&self) -> Progress {
        self.shared.set_tally(self.number, Tally { memory: self.memory(), ..self.tally });
        Progress { depth: self.stack.depth() as u64, ..self.shared.progress() }
    }
}

impl Visitor for Hand<'_, '_, '_> {
    #[inline]
    fn tick(&mut self) -> Result<(), Interruption> {
        let Some(cx) = self.cx.take() else { return Ok(()) };
        let ticked = cx.tick(|| self.progress());
        let due = cx.is_checkpoint_due();
        self.cx = Some(cx);
        ticked?;
        if due { Err(Interruption::Pause) } else { Ok(()) }
    }

    #[inline]
    fn atomic_step(&mut self) {
        self.tally.atomic_steps += 1;
    }

    fn violation(&mut self, record: &Record, moves: &[Move]) -> Result<(), Interruption> {
        self.stopped |= record.stopped;
        unless_found(self.shared.findings().step(record, || self.steps(moves)))
    }

    #[inline]
    fn arrive(&mut self, state: &State, choice: Choice, _: &[Move]) -> Result<(), Interruption> {
        self.tally.transitions += 1;
        self.keep(state, choice);
        Ok(())
    }
}
