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

use crate::bell::Bell;
use crate::colours::{Colour, Colours, Marks};
use crate::model::Model;
use crate::monitor::Monitor;
use crate::search::{Coverage, Interruption};
use crate::shared::scrambled;
use crate::space::{Expansion, Explorer, Link, Space, StateId};
use crate::stubborn::Stubborn;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tribunal_engine::{Context, Progress, Reason, Statistics, Trace};
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
    /// The monitors of the threads, with what they have seen.
    pub(crate) monitors: Vec<Monitor>,
    pub(crate) monitor_blocked: bool,
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
            stopped: AtomicBool::new(false),
            found: Mutex::new(None),
            tallies: (0..threads).map(|_| <(AtomicU64, AtomicU64)>::default()).collect(),
            busy: AtomicUsize::new(threads),
        }
    }

    /// Searches the product with a monitor.
    pub(crate) fn run(self, monitor: &Monitor, cx: &mut Context<'_>) -> Ended {
        let depth_limit = cx.budget().depth;
        let shared = &self;
        let ends: Vec<Result<Remains, Reason>> = thread::scope(|scope| {
            let others: Vec<_> = (1..shared.threads)
                .map(|number| {
                    let monitor = monitor.clone();
                    scope.spawn(move || Thread::search(shared, number, monitor, depth_limit, None))
                })
                .collect();
            let mut ends = vec![Thread::search(shared, 0, monitor.clone(), depth_limit, Some(cx))];
            for other in others {
                match other.join() {
                    Ok(end) => ends.push(end),
                    // The driver turns it into a verdict.
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            ends
        });
        let mut ended = Ended {
            result: Ok(()),
            found: None,
            coverage: Coverage::Full,
            statistics: Statistics::default(),
            monitors: Vec::new(),
            monitor_blocked: false,
        };
        for end in ends {
            match end {
                Ok(remains) => {
                    if let Err(Interruption::Because(reason)) = remains.result {
                        ended.result = Err(Interruption::Because(reason));
                    }
                    if remains.coverage == Coverage::Truncated {
                        ended.coverage = Coverage::Truncated;
                    }
                    let (all, one) = (&mut ended.statistics, remains.statistics);
                    all.transitions += one.transitions;
                    all.atomic_steps += one.atomic_steps;
                    all.depth = all.depth.max(one.depth);
                    all.memory_bytes += one.memory_bytes;
                    ended.monitor_blocked |= remains.monitor_blocked;
                    ended.monitors.push(remains.monitor);
                }
                Err(reason) => ended.result = Err(Interruption::Because(reason)),
            }
        }
        ended.statistics.states = self.space.states.len().into();
        ended.statistics.memory_bytes += self.space.states.memory() + self.colours.memory();
        ended.found = self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        if ended.found.is_some() {
            ended.result = Err(Interruption::Found);
        }
        ended
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

/// What a thread leaves behind.
struct Remains {
    result: Result<(), Interruption>,
    coverage: Coverage,
    statistics: Statistics,
    monitor: Monitor,
    monitor_blocked: bool,
}

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

/// A path of states with the links that are still to be followed from each.
#[derive(Debug, Default)]
struct Path {
    frames: Vec<Frame>,
    links: Vec<Link>,
}

/// A state on a path.
#[derive(Clone, Copy, Debug)]
struct Frame {
    state: StateId,
    accepting: bool,
    /// Where its links start; the one followed last lies behind those still to be followed.
    links: usize,
    followed: Option<Link>,
}

impl Path {
    fn next(&mut self) -> Option<(Frame, Option<Link>)> {
        let frame = self.frames.last_mut()?;
        if self.links.len() <= frame.links {
            return Some((*frame, None));
        }
        frame.followed = self.links.pop();
        Some((*frame, frame.followed))
    }

    fn pop(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.links.truncate(frame.links);
        }
    }

    fn followed(&self) -> impl Iterator<Item = Link> {
        self.frames.iter().filter_map(|it| it.followed)
    }

    fn memory(&self) -> usize {
        self.frames.capacity() * size_of::<Frame>() + self.links.capacity() * size_of::<Link>()
    }
}

impl<'a, 'c, 'o> Thread<'a, 'c, 'o> {
    fn search(
        shared: &'a Nested<'a>,
        number: usize,
        monitor: Monitor,
        depth_limit: u64,
        cx: Option<&'c mut Context<'o>>,
    ) -> Result<Remains, Reason> {
        let _bell = Bell(|| shared.stop());
        let explorer = Explorer::new(
            shared.program,
            shared.model,
            shared.space,
            monitor,
            shared.stubborn.as_ref(),
        )?;
        let mut thread = Self {
            shared,
            number,
            cx,
            explorer,
            depth_limit,
            blue: Path::default(),
            red: Path::default(),
            cyan: Marks::default(),
            accepting: Marks::default(),
            pink: Marks::default(),
            pinks: Vec::new(),
            coverage: Coverage::Full,
            depth: 0,
        };
        let initial = thread.explorer.initial()?;
        let searched = thread.search_blue(initial);
        shared.busy.fetch_sub(1, Ordering::AcqRel);
        let result = searched.and_then(|()| thread.await_end());
        if result.is_err() {
            shared.stop();
        }
        let statistics = Statistics {
            transitions: thread.explorer.transitions,
            atomic_steps: thread.explorer.atomic_steps,
            depth: thread.depth,
            memory_bytes: thread.memory(),
            ..Statistics::default()
        };
        Ok(Remains {
            result,
            coverage: thread.coverage,
            statistics,
            monitor_blocked: thread.explorer.monitor_blocked,
            monitor: thread.explorer.monitor,
        })
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
    /// thread is done.
    fn search_blue(&mut self, initial: StateId) -> Result<(), Interruption> {
        self.enter_blue(initial)?;
        while let Some((frame, link)) = self.blue.next() {
            self.tick()?;
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
                    self.enter_blue(target)?;
                }
            }
        }
        Ok(())
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
        self.cx = Some(cx);
        Ok(ticked?)
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
