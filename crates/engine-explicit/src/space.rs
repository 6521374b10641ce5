//! The product of a program and a monitor, made on the fly and shared by threads.
//!
//! M. Y. Vardi, P. Wolper: *An automata-theoretic approach to automatic program verification*, LICS
//! 1986. The states inside atomic sequences are seen by neither.

use crate::checkpoint::{load_number, save_number, wrong};
use crate::colours::Marks;
use crate::eval::View;
use crate::expand::{Choice, Expander, Visitor};
use crate::model::Model;
use crate::monitor::{AtEnd, Monitor};
use crate::moves::{Move, Visibility};
use crate::retrace;
use crate::sample::Sample;
use crate::search::Interruption;
use crate::state::State;
use crate::step::Record;
use crate::stubborn::{self, Stubborn};
use std::io::{self, Read, Write};
use tribunal_engine::{End, Limit, Reason, Step, Trace};
use tribunal_ir::Program;
use tribunal_store::{Numbering, NumberingSession, Packing, Prepared};

/// The number of a state of the product.
pub(crate) type StateId = u32;

/// The states of the product that were reached.
#[derive(Debug)]
pub(crate) struct Space {
    pub(crate) states: Numbering,
}

/// How a state of the product is reached from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) target: StateId,
    /// How the program moves; [`STUTTER`] if it has ended.
    choice: Choice,
}

impl Link {
    pub(crate) fn save(self, output: &mut impl Write) -> io::Result<()> {
        save_number(self.target.into(), output)?;
        save_number(self.choice.number(), output)
    }

    pub(crate) fn load(input: &mut impl Read) -> io::Result<Self> {
        let target = load_number(input)?;
        let target = u32::try_from(target).map_err(|_| wrong("a state has no number"))?;
        Ok(Self { target, choice: Choice::numbered(load_number(input)?) })
    }
}

/// The program has ended and its last state is repeated.
const STUTTER: Choice = Choice { first: u32::MAX, branch: 0 };

/// What can follow on a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expansion {
    /// Other states. Whether passing through this one again and again is a violation.
    Links { accepting: bool },
    /// The monitor reaches its end, which is a violation.
    MonitorEnd,
}

impl Space {
    /// An empty space, made for states like those of a sample.
    pub(crate) fn new(sample: &Sample, monitor: &Monitor, memory: u64) -> Self {
        let mut states: Vec<Vec<u8>> = Vec::new();
        let with = |state: &[u8], at: u16| [state, &at.to_le_bytes()].concat();
        states.extend(sample.states.iter().map(|it| with(it, monitor.initial())));
        if let Some(state) = sample.states.first() {
            states.extend((0..monitor.size()).map(|at| with(state, at)));
        }
        let packing = Packing::learn(states.iter().map(Vec::as_slice));
        Self { states: Numbering::new(packing, Some(memory)) }
    }
}

/// One thread's view of the product.
#[derive(Debug)]
pub(crate) struct Explorer<'a> {
    program: &'a Program,
    model: &'a Model,
    pub(crate) expander: Expander<'a>,
    pub(crate) monitor: Monitor,
    /// Whether in some state the monitor could not move.
    pub(crate) monitor_blocked: bool,
    pub(crate) transitions: u64,
    pub(crate) atomic_steps: u64,
    targets: Vec<u16>,
    bytes: Vec<u8>,
    arrivals: Arrivals<'a>,
    reduction: Option<Reduction<'a>>,
    /// The moves to be taken.
    order: Vec<u32>,
}

/// What is needed to leave out moves.
#[derive(Debug)]
struct Reduction<'a> {
    stubborn: &'a Stubborn,
    scratch: stubborn::Scratch,
    /// The states of which all moves are taken.
    full: Marks,
}

/// The states that are reached while a state is expanded.
#[derive(Debug)]
struct Arrivals<'a> {
    session: NumberingSession<'a>,
    targets: Vec<u16>,
    bytes: Vec<u8>,
    pending: Vec<(Prepared, Choice)>,
    atomic_steps: u64,
    /// A step ended the run.
    stopped: bool,
}

impl<'a> Explorer<'a> {
    pub(crate) fn new(
        program: &'a Program,
        model: &'a Model,
        space: &'a Space,
        monitor: Monitor,
        stubborn: Option<&'a Stubborn>,
    ) -> Result<Self, Reason> {
        Ok(Self {
            program,
            model,
            expander: Expander::new(program, model)?,
            monitor,
            monitor_blocked: false,
            transitions: 0,
            atomic_steps: 0,
            targets: Vec::new(),
            bytes: Vec::new(),
            arrivals: Arrivals {
                session: space.states.session(),
                targets: Vec::new(),
                bytes: Vec::new(),
                pending: Vec::new(),
                atomic_steps: 0,
                stopped: false,
            },
            reduction: stubborn.map(|stubborn| Reduction {
                stubborn,
                scratch: stubborn::Scratch::default(),
                full: Marks::default(),
            }),
            order: Vec::new(),
        })
    }

    /// Takes over which states are to have all their moves taken.
    pub(crate) fn set_full(&mut self, full: Marks) {
        if let Some(reduction) = &mut self.reduction {
            reduction.full = full;
        }
    }

    /// Gives that away.
    pub(crate) fn take_full(&mut self) -> Marks {
        self.reduction.as_mut().map_or_else(Marks::default, |it| std::mem::take(&mut it.full))
    }

    /// The initial state.
    pub(crate) fn initial(&mut self) -> Result<StateId, Reason> {
        let mut bytes = self.expander.state.matched.clone();
        bytes.extend_from_slice(&self.monitor.initial().to_le_bytes());
        let prepared = self.arrivals.session.prepare(&bytes);
        let inserted = self.arrivals.session.insert(prepared);
        inserted.map(|(id, _)| id).ok_or(Reason::Budget(Limit::Memory))
    }

    /// Adds the links of a state to a list, the first one last. If some moves can be left out, they
    /// are, unless a link leads to the given path; without a path, those are left out that were when
    /// there was one.
    pub(crate) fn expand(
        &mut self,
        state: StateId,
        path: Option<&Marks>,
        links: &mut Vec<Link>,
    ) -> Result<Expansion, Interruption> {
        self.arrivals.session.get(state, &mut self.bytes);
        let (matched, at) = self.bytes.split_last_chunk().unwrap_or((&[], &[0; 2]));
        let at = u16::from_le_bytes(*at);
        self.expander.enter(matched, &[]);
        let view = View::of_property(self.model, &self.expander.state, self.expander.timeout);
        self.targets.clear();
        let targets = self.monitor.targets(view, at, &mut self.targets);
        targets.map_err(|obstacle| obstacle.reason(self.program))?;
        self.monitor_blocked |= self.targets.is_empty();
        if self.targets.iter().any(|&it| self.monitor.is_end(self.model, it)) {
            return Ok(Expansion::MonitorEnd);
        }
        let state_now = &self.expander.state;
        let accepting = self.monitor.is_accepting(self.model, state_now, Visibility::Visible, at);
        if !self.targets.is_empty() {
            self.arrivals.session.base(state);
            self.arrivals.targets.clone_from(&self.targets);
            let start = links.len();
            self.choose(state);
            self.follow(links)?;
            let reduced = self.order.len() < self.expander.moves.len();
            let closes = |path: &Marks| links[start..].iter().any(|it| path.has(it.target));
            if reduced && (self.arrivals.stopped || path.is_some_and(closes)) {
                if let Some(reduction) = &mut self.reduction {
                    reduction.full.add(state);
                }
                links.truncate(start);
                self.choose(state);
                self.follow(links)?;
            }
        }
        Ok(Expansion::Links { accepting })
    }

    /// Chooses the moves to be taken from a state.
    fn choose(&mut self, id: StateId) {
        let Expander { state, moves, .. } = &self.expander;
        let choice = match &mut self.reduction {
            Some(Reduction { stubborn, scratch, full }) if !full.has(id) => {
                stubborn.choose(self.model, state, moves, scratch)
            }
            Some(_) | None => stubborn::Choice::All,
        };
        self.order.clear();
        match choice {
            stubborn::Choice::All => self.order.extend((0..).take(moves.len())),
            stubborn::Choice::Some(chosen) => {
                self.order.extend(chosen.iter().map(|&it| u32::from(it)));
            }
        }
    }

    /// Takes the chosen moves.
    fn follow(&mut self, links: &mut Vec<Link>) -> Result<(), Interruption> {
        self.arrivals.stopped = false;
        if self.expander.moves.is_empty() && self.monitor.at_end() == AtEnd::Stutters {
            self.arrivals.arrive(&self.expander.state, STUTTER, &[])?;
        }
        for &first in &self.order {
            self.expander.follow(first, &mut self.arrivals)?;
        }
        self.transitions += self.arrivals.pending.len() as u64;
        self.atomic_steps += std::mem::take(&mut self.arrivals.atomic_steps);
        for (prepared, choice) in self.arrivals.pending.drain(..).rev() {
            let inserted = self.arrivals.session.insert(prepared);
            let (target, _) = inserted.ok_or(Reason::Budget(Limit::Memory))?;
            links.push(Link { target, choice });
        }
        Ok(())
    }

    /// The run that makes some links, on whose last state the monitor reaches its end.
    pub(crate) fn ending(&self, links: &[Link]) -> Trace {
        Trace::new(self.steps(links), End::ClaimEnd)
    }

    /// The run that makes some links and then others for ever.
    pub(crate) fn lasso(&self, links: &[Link], cycle: usize) -> Trace {
        let steps = self.steps(links);
        let back_to = self.steps(&links[..cycle]).len();
        let end = if back_to == steps.len() { End::Stutter } else { End::Cycle { back_to } };
        Trace::new(steps, end)
    }

    fn steps(&self, links: &[Link]) -> Vec<Step> {
        let choices = links.iter().map(|it| it.choice).filter(|&it| it != STUTTER);
        retrace::steps(self.program, self.model, choices, &[])
    }
}

impl Visitor for Arrivals<'_> {
    fn tick(&mut self) -> Result<(), Interruption> {
        Ok(())
    }

    fn atomic_step(&mut self) {
        self.atomic_steps += 1;
    }

    fn violation(&mut self, record: &Record, _: &[Move]) -> Result<(), Interruption> {
        self.stopped |= record.stopped;
        Ok(())
    }

    #[inline]
    fn arrive(&mut self, state: &State, choice: Choice, _: &[Move]) -> Result<(), Interruption> {
        for &target in &self.targets {
            self.bytes.clear();
            self.bytes.extend_from_slice(&state.matched);
            self.bytes.extend_from_slice(&target.to_le_bytes());
            self.pending.push((self.session.prepare(&self.bytes), choice));
        }
        Ok(())
    }
}
