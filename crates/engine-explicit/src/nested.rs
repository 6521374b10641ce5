//! Nested depth-first search for an accepting cycle, by one thread or several.
//!
//! S. Evangelista, A. Laarman, L. Petrucci, J. van de Pol: *Improved multi-core nested depth-first
//! search*, ATVA 2012. Every thread searches from the initial state on, in an order of its own; what
//! one has painted blue or red the others need not look at. The outer search is the blue one, the
//! inner one red; the states on a thread's blue path are *cyan*, those of its red search *pink*. With
//! one thread it is the algorithm of C. Courcoubetis, M. Vardi, P. Wolper, M. Yannakakis (FMSD 1992).
//!
//! Departures: a cycle that the blue search closes by itself is reported at once (S. Schwoon, J.
//! Esparza: *A note on on-the-fly verification algorithms*, TACAS 2005). If the monitor is weak, all
//! cycles are such, and there is no red search: of the states of a cycle, the one that is painted blue
//! first has its successor on the path of the thread that paints it.

mod path;
mod position;

use crate::bell::Bell;
use crate::colours::{Colour, Colours, Marks};
use crate::model::Model;
use crate::monitor::Monitor;
use crate::search::{Coverage, Interruption};
use crate::shared::scrambled;
use crate::space::{Expansion, Explorer, Link, Space, StateId};
use crate::statistics::Statistics;
use crate::stubborn::Stubborn;
use path::{Frame, Path};
use position::{Outer, Position};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tribunal_engine::{Context, Notebook, Progress, Reason, Trace};
use tribunal_ir::Program;

/// Whether the red search is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nesting {
    /// It is.
    Nested,
    /// It is not: the states of a cycle are all accepting, or none is.
    Single,
}

/// What the threads have in common.
pub(crate) struct Nested<'a> {
    pub(crate) program: &'a Program,
    pub(crate) model: &'a Model,
    pub(crate) space: &'a Space,
    pub(crate) nesting: Nesting,
    pub(crate) threads: usize,
    pub(crate) stubborn: Option<Stubborn>,
    colours: Colours,
    /// Whether it is written down now and then.
    is_written: bool,
    stopped: AtomicBool,
    found: Mutex<Option<Trace>>,
    /// What each thread uses and has done: bytes, transitions.
    tallies: Vec<(AtomicU64, AtomicU64)>,
    /// How many threads are not done.
    busy: AtomicUsize,
}

/// How the search ended.
pub(crate) struct Ended {
    pub(crate) result: Result<(), Interruption>,
    pub(crate) found: Option<Trace>,
    pub(crate) coverage: Coverage,
    pub(crate) statistics: Statistics,
    /// Where the threads are, if all of them could start.
    positions: Option<Vec<Position>>,
}

impl Ended {
    fn because(reason: Reason) -> Self {
        Self {
            result: Err(Interruption::Because(reason)),
            found: None,
            coverage: Coverage::Full,
            statistics: Statistics::default(),
            positions: None,
        }
    }

    /// Puts together what the threads have done.
    fn gather(shared: &Nested<'_>, ends: Vec<Leg>) -> Self {
        let mut result = Ok(());
        let (mut coverage, mut all) = (Coverage::Full, Statistics::default());
        let mut positions = Some(Vec::new());
        for end in ends {
            let (end, position) = match end {
                Ok((end, position)) => (end, Some(position)),
                Err(reason) => (Err(Interruption::Because(reason)), None),
            };
            result = match (result, end) {
                (Err(Interruption::Because(reason)), _)
                | (_, Err(Interruption::Because(reason))) => Err(Interruption::Because(reason)),
                (Err(Interruption::Pause), _) | (_, Err(Interruption::Pause)) => {
                    Err(Interruption::Pause)
                }
                // A thread that is told to stop says that it found something.
                (before, _) => before,
            };
            if let Some(position) = &position {
                if position.coverage == Coverage::Truncated {
                    coverage = Coverage::Truncated;
                }
                all.transitions += position.transitions;
                all.atomic_steps += position.atomic_steps;
                all.depth = all.depth.max(position.depth);
                all.memory_bytes += position.memory;
            }
            positions = positions.zip(position).map(|(mut all, one)| {
                all.push(one);
                all
            });
        }
        all.states = shared.space.states.len().into();
        all.memory_bytes += shared.space.states.memory() + shared.colours.memory();
        let found = shared.found.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if found.is_some() {
            result = Err(Interruption::Found);
        }
        Self { result, found, coverage, statistics: all, positions }
    }

    /// The monitor, with what all threads have seen; whether it was blocked somewhere.
    pub(crate) fn monitor(&self) -> Option<(Monitor, bool)> {
        let positions = self.positions.as_ref()?;
        let seen = positions.iter().map(|it| (it.monitor.clone(), it.monitor_blocked));
        seen.reduce(|(mut all, blocked), (one, other)| {
            all.look_back(&one.seen());
            (all, blocked || other)
        })
    }
}

impl<'a> Nested<'a> {
    pub(crate) fn new(
        program: &'a Program,
        model: &'a Model,
        space: &'a Space,
        nesting: Nesting,
        threads: usize,
        stubborn: Option<Stubborn>,
    ) -> Self {
        Self {
            program,
            model,
            space,
            nesting,
            threads,
            stubborn,
            colours: Colours::new(),
            is_written: false,
            stopped: AtomicBool::new(false),
            found: Mutex::new(None),
            tallies: (0..threads).map(|_| <(AtomicU64, AtomicU64)>::default()).collect(),
            busy: AtomicUsize::new(threads),
        }
    }

    /// Searches the product with a monitor. With a fingerprint, it goes on from what a notebook has of it, and
    /// writes down how far it came.
    pub(crate) fn run(
        mut self,
        monitor: &Monitor,
        fingerprint: Option<u64>,
        cx: &mut Context<'_>,
    ) -> Ended {
        self.is_written = fingerprint.is_some();
        let mut positions = Vec::new();
        let earlier = fingerprint.and(cx.notebook()).and_then(Notebook::earlier);
        if let (Some(fingerprint), Some(mut input)) = (fingerprint, earlier) {
            match self.load(fingerprint, monitor, &mut input) {
                Ok(loaded) => positions = loaded,
                Err(error) => {
                    return Ended::because(Reason::Checkpoint { why: error.to_string() });
                }
            }
        }
        // Whoever was on the way has to go on: what is blue may lead to what is on its path.
        self.threads = self.threads.max(positions.len());
        positions.resize_with(self.threads, || Position::new(monitor.clone()));
        self.tallies.resize_with(self.threads, Default::default);
        loop {
            self.stopped = AtomicBool::new(false);
            self.busy = AtomicUsize::new(self.threads);
            let ends = self.leg(positions, cx);
            let mut ended = Ended::gather(&self, ends);
            let unfinished =
                matches!(ended.result, Err(Interruption::Pause | Interruption::Because(_)));
            if let (true, Some(fingerprint), None) = (unfinished, fingerprint, &ended.found)
                && let Some(positions) = &ended.positions
                && let Some(notebook) = cx.notebook()
            {
                // What goes wrong with a notebook is its owner's to tell.
                let _: io::Result<()> = notebook
                    .replace(&mut |mut output| self.save(fingerprint, positions, &mut output));
            }
            match (&ended.result, ended.positions.take()) {
                (Err(Interruption::Pause), Some(paused)) => positions = paused,
                (_, paused) => return Ended { positions: paused, ..ended },
            }
        }
    }

    /// Lets all threads search from where they are until one of them stops all.
    fn leg(&self, positions: Vec<Position>, cx: &mut Context<'_>) -> Vec<Leg> {
        let depth_limit = cx.budget().depth;
        thread::scope(|scope| {
            let mut numbered = positions.into_iter().enumerate();
            let first = numbered.next();
            let others: Vec<_> = numbered
                .map(|(number, position)| {
                    scope.spawn(move || Thread::search(self, number, position, depth_limit, None))
                })
                .collect();
            let first = first.map(|(_, it)| Thread::search(self, 0, it, depth_limit, Some(cx)));
            let mut ends: Vec<Leg> = first.into_iter().collect();
            for other in others {
                match other.join() {
                    Ok(end) => ends.push(end),
                    // The driver turns it into a verdict.
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            ends
        })
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn progress(&self) -> Progress {
        let sum = |part: fn(&(AtomicU64, AtomicU64)) -> &AtomicU64| -> u64 {
            self.tallies.iter().map(|it| part(it).load(Ordering::Relaxed)).sum()
        };
        let shared = self.space.states.memory() + self.colours.memory();
        Progress {
            states: self.space.states.len().into(),
            transitions: sum(|it| &it.1),
            depth: 0,
            memory_bytes: shared + sum(|it| &it.0),
        }
    }
}

/// How a thread ended a leg and where it is, or why it could not start.
type Leg = Result<(Result<(), Interruption>, Position), Reason>;

/// One thread of the search.
struct Thread<'a, 'c, 'o> {
    shared: &'a Nested<'a>,
    number: usize,
    cx: Option<&'c mut Context<'o>>,
    explorer: Explorer<'a>,
    depth_limit: u64,
    blue: Path,
    red: Path,
    cyan: Marks,
    /// The accepting states among those that were cyan.
    accepting: Marks,
    pink: Marks,
    /// The states of the red search, with whether they are accepting.
    pinks: Vec<(StateId, bool)>,
    coverage: Coverage,
    depth: u64,
}

impl<'a, 'c, 'o> Thread<'a, 'c, 'o> {
    fn search(
        shared: &'a Nested<'a>,
        number: usize,
        position: Position,
        depth_limit: u64,
        cx: Option<&'c mut Context<'o>>,
    ) -> Leg {
        let _bell = Bell(|| shared.stop());
        let outer = position.outer;
        let mut thread = Self::resume(shared, number, position, depth_limit, cx)?;
        let mut left = outer;
        let searched = match outer {
            Outer::Ahead => thread.explorer.initial().map_err(Interruption::from).and_then(|it| {
                thread.enter_blue(it).inspect_err(|_| thread.restart())?;
                left = Outer::Underway;
                thread.search_blue()
            }),
            Outer::Underway => thread.search_blue(),
            Outer::Done => Ok(()),
        };
        if searched.is_ok() {
            left = Outer::Done;
        }
        shared.busy.fetch_sub(1, Ordering::AcqRel);
        let result = searched.and_then(|()| thread.await_end());
        if result.is_err() {
            shared.stop();
        }
        Ok((result, thread.position(left)))
    }

    /// A thread that goes on from where it was.
    fn resume(
        shared: &'a Nested<'a>,
        number: usize,
        position: Position,
        depth_limit: u64,
        cx: Option<&'c mut Context<'o>>,
    ) -> Result<Self, Reason> {
        let Nested { program, model, space, stubborn, .. } = shared;
        let mut explorer =
            Explorer::new(program, model, space, position.monitor, stubborn.as_ref())?;
        explorer.monitor_blocked = position.monitor_blocked;
        explorer.transitions = position.transitions;
        explorer.atomic_steps = position.atomic_steps;
        explorer.set_full(position.full);
        let mut cyan = Marks::default();
        position.blue.frames.iter().for_each(|it| cyan.add(it.state));
        Ok(Self {
            shared,
            number,
            cx,
            explorer,
            depth_limit,
            blue: position.blue,
            red: Path::default(),
            cyan,
            accepting: position.accepting,
            pink: Marks::default(),
            pinks: Vec::new(),
            coverage: position.coverage,
            depth: position.depth,
        })
    }

    /// Where it is. A red search that is not over starts again.
    fn position(mut self, outer: Outer) -> Position {
        Position {
            outer,
            memory: self.memory(),
            blue: self.blue,
            accepting: self.accepting,
            coverage: self.coverage,
            depth: self.depth,
            full: self.explorer.take_full(),
            transitions: self.explorer.transitions,
            atomic_steps: self.explorer.atomic_steps,
            monitor_blocked: self.explorer.monitor_blocked,
            monitor: self.explorer.monitor,
        }
    }

    /// As if nothing had been searched.
    fn restart(&mut self) {
        self.blue = Path::default();
        self.cyan = Marks::default();
    }

    /// Waits for the other threads: what is blue may lead to what another one still searches. Only
    /// the one that reports to the outside world has to stay.
    fn await_end(&mut self) -> Result<(), Interruption> {
        while self.cx.is_some() && self.shared.busy.load(Ordering::Acquire) != 0 {
            self.look_around()?;
            thread::sleep(Duration::from_millis(2));
        }
        Ok(())
    }

    /// The blue search. Interrupted with `Found` if there is an accepting cycle, or if another
    /// thread is done. However it is interrupted, it can go on.
    fn search_blue(&mut self) -> Result<(), Interruption> {
        loop {
            self.tick()?;
            let Some((frame, link)) = self.blue.next() else { return Ok(()) };
            let Some(link) = link else {
                self.leave_blue(frame)?;
                continue;
            };
            let target = link.target;
            if self.cyan.has(target) {
                if frame.accepting || self.accepting.has(target) {
                    return self.report(self.blue.followed().collect(), target);
                }
            } else if !self.shared.colours.has(target, Colour::Blue) {
                if self.depth_limit < self.blue.frames.len() as u64 {
                    self.coverage = Coverage::Truncated;
                } else {
                    let rest = self.blue.links.len();
                    self.enter_blue(target).inspect_err(|_| {
                        self.cyan.remove(target);
                        self.blue.unfollow(rest);
                    })?;
                }
            }
        }
    }

    fn enter_blue(&mut self, state: StateId) -> Result<(), Interruption> {
        self.cyan.add(state);
        self.depth = self.depth.max(self.blue.frames.len() as u64);
        let links = self.blue.links.len();
        let expansion = self.explorer.expand(state, Some(&self.cyan), &mut self.blue.links)?;
        match expansion {
            Expansion::Links { accepting } => {
                self.mix(links);
                if accepting {
                    self.accepting.add(state);
                }
                self.blue.frames.push(Frame { state, accepting, links, followed: None });
                Ok(())
            }
            Expansion::MonitorEnd => {
                let links: Vec<Link> = self.blue.followed().collect();
                let trace = self.explorer.ending(&links);
                self.found(trace)
            }
        }
    }

    fn leave_blue(&mut self, frame: Frame) -> Result<(), Interruption> {
        self.shared.colours.paint(frame.state, Colour::Blue);
        if frame.accepting && self.shared.nesting == Nesting::Nested {
            self.search_red(frame)?;
            self.await_others(frame.state)?;
            for (state, _) in self.pinks.drain(..) {
                self.pink.remove(state);
                self.shared.colours.paint(state, Colour::Red);
            }
        }
        self.cyan.remove(frame.state);
        self.blue.pop();
        Ok(())
    }

    /// The red search, from an accepting state whose blue search is done.
    fn search_red(&mut self, seed: Frame) -> Result<(), Interruption> {
        self.enter_red(seed.state)?;
        while let Some((_, link)) = self.red.next() {
            self.tick()?;
            let Some(Link { target, .. }) = link else {
                self.red.pop();
                continue;
            };
            if self.cyan.has(target) {
                // The last blue state is the first red one.
                let blue = &self.blue.frames[..self.blue.frames.len() - 1];
                let before = blue.iter().filter_map(|it| it.followed);
                return self.report(before.chain(self.red.followed()).collect(), target);
            }
            if !self.pink.has(target) && !self.shared.colours.has(target, Colour::Red) {
                self.enter_red(target)?;
            }
        }
        Ok(())
    }

    fn enter_red(&mut self, state: StateId) -> Result<(), Interruption> {
        self.pink.add(state);
        let links = self.red.links.len();
        match self.explorer.expand(state, None, &mut self.red.links)? {
            Expansion::Links { accepting } => {
                self.pinks.push((state, accepting));
                self.red.frames.push(Frame { state, accepting, links, followed: None });
                Ok(())
            }
            // The blue search of some thread has been there or will be.
            Expansion::MonitorEnd => Ok(()),
        }
    }

    /// Waits until the other accepting states of the red search are red: another thread is busy with
    /// them, and a cycle through them is for it to find.
    fn await_others(&mut self, seed: StateId) -> Result<(), Interruption> {
        for index in 0..self.pinks.len() {
            let (state, accepting) = self.pinks[index];
            while accepting && state != seed && !self.shared.colours.has(state, Colour::Red) {
                self.look_around()?;
                thread::yield_now();
            }
        }
        Ok(())
    }

    /// Threads go different ways.
    fn mix(&mut self, start: usize) {
        let links = &mut self.blue.links[start..];
        if self.number == 0 || links.len() < 2 {
            return;
        }
        let length = links.len() as u64;
        let random = scrambled(self.explorer.transitions ^ (self.number as u64) << 48);
        links.rotate_left(usize::try_from(random % length).unwrap_or(0));
        if random >> 63 == 1 {
            links.reverse();
        }
    }

    /// Reports the run that follows these links and is then at a state of the blue path again.
    fn report(&mut self, links: Vec<Link>, target: StateId) -> Result<(), Interruption> {
        let start = self.blue.frames.iter().position(|it| it.state == target);
        let trace = self.explorer.lasso(&links, start.expect("a cyan state should be on the path"));
        self.found(trace)
    }

    fn found(&self, trace: Trace) -> Result<(), Interruption> {
        let mut found = self.shared.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.get_or_insert(trace);
        self.shared.stop();
        Err(Interruption::Found)
    }

    #[inline]
    fn tick(&mut self) -> Result<(), Interruption> {
        if self.shared.is_stopped() {
            return Err(Interruption::Found);
        }
        let Some(cx) = self.cx.take() else { return Ok(()) };
        let ticked = cx.tick(|| self.progress());
        let due = cx.is_checkpoint_due();
        self.cx = Some(cx);
        ticked?;
        if due && self.shared.is_written { Err(Interruption::Pause) } else { Ok(()) }
    }

    /// The same, now.
    fn look_around(&mut self) -> Result<(), Interruption> {
        self.tick()?;
        let progress = self.progress();
        match &mut self.cx {
            Some(cx) => Ok(cx.report(&progress)?),
            None => Ok(()),
        }
    }

    fn memory(&self) -> u64 {
        let own = self.blue.memory()
            + self.red.memory()
            + self.cyan.memory()
            + self.accepting.memory()
            + self.pink.memory()
            + self.pinks.capacity() * size_of::<(StateId, bool)>();
        own as u64
    }

    fn progress(&self) -> Progress {
        let (memory, transitions) = &self.shared.tallies[self.number];
        memory.store(self.memory(), Ordering::Relaxed);
        transitions.store(self.explorer.transitions, Ordering::Relaxed);
        let depth = (self.blue.frames.len() + self.red.frames.len()) as u64;
        Progress { depth, ..self.shared.progress() }
    }
}
