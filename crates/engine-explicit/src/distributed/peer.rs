//! One worker of the distributed search.
//!
//! Breadth first: in round *n* every worker expands its states at distance *n*, sends the successors to
//! their owners, and takes over what the others send. At the end of a round every worker has heard from
//! every worker; from the same letters all come to the same decision. So the states that were seen when
//! the search ends do not depend on how many workers there are.

use super::job::Job;
use super::message::{Account, Halt, Letter, Parcel, Pulse, Sighting, Token};
use super::post::{Post, Round};
use super::share::{NOWHERE, Share};
use crate::expand::{Choice, Expander};
use crate::findings::Findings;
use crate::search::Interruption;
use std::cell::Cell;
use std::ops::ControlFlow;
use tribunal_engine::Reason;

/// How many states a worker expands before it looks at its letters.
const STRIDE: u32 = 64;
/// How many bytes wait to be sent before they are.
const BAG: usize = 64 << 10;

/// One worker.
pub(crate) struct Peer<'a> {
    job: &'a Job<'a>,
    /// Its number in its process.
    local: usize,
    post: Post,
    expander: Expander<'a>,
    share: Share<'a>,
    /// The violations that all workers know; their traces are not.
    findings: Findings,
    sightings: Vec<Sighting>,
    /// Why this worker cannot go on.
    halt: Option<Halt>,
    /// Another worker cannot go on.
    hurry: bool,
    pulses: Vec<(u32, Pulse)>,
    tokens: Vec<Token>,
    paths: Vec<(u32, Vec<Choice>)>,
    accounts: Vec<(u32, Account)>,
}

/// What all workers know in the end.
#[derive(Debug)]
pub(crate) struct Conclusion {
    pub(crate) result: Result<(), Interruption>,
    /// The violations, each with the choices that lead to the last visible state before it.
    pub(crate) sightings: Vec<(Sighting, Vec<Choice>)>,
    /// What each worker did.
    pub(crate) accounts: Vec<Account>,
    /// The distance of the furthest state expanded.
    pub(crate) depth: u64,
    pub(crate) rounds: u64,
}

impl<'a> Peer<'a> {
    pub(crate) fn new(
        job: &'a Job<'a>,
        local: usize,
        post: Post,
        share: Share<'a>,
    ) -> Result<Self, Reason> {
        Ok(Self {
            job,
            local,
            post,
            expander: Expander::new(job.program, job.model)?,
            share,
            findings: Findings::new(job.program, job.properties, job.errors),
            sightings: Vec::new(),
            halt: None,
            hurry: false,
            pulses: Vec::new(),
            tokens: Vec::new(),
            paths: Vec::new(),
            accounts: Vec::new(),
        })
    }

    /// Searches together with the others.
    pub(crate) fn run(mut self) -> Conclusion {
        let started = self.share.start(&self.expander.state);
        self.note(started);
        let mut next = 0;
        let result = loop {
            let end = self.share.len();
            let expanded = self.expand(next, end);
            next = end;
            self.send_bundles();
            let halt = self.halt.clone().or(self.hurry.then_some(Halt::Elsewhere));
            let sightings = std::mem::take(&mut self.share.sightings);
            self.post.send_all(&Letter::Pulse(Pulse { expanded, halt, sightings }));
            self.finish_round();
            if let Some(result) = self.decide() {
                break result;
            }
            self.share.level += 1;
        };
        let depth = self.share.level.saturating_sub(u64::from(result.is_ok()));
        self.trace_back();
        self.paths.sort_by_key(|it| it.0);
        self.accounts.sort_by_key(|it| it.0);
        let paths = self.paths.into_iter().map(|(_, choices)| choices);
        let conclusion = Conclusion {
            result,
            sightings: self.sightings.into_iter().zip(paths).collect(),
            accounts: self.accounts.into_iter().map(|(_, account)| account).collect(),
            depth,
            rounds: self.post.rounds(),
        };
        self.post.leave();
        conclusion
    }

    /// Expands some states; returns how many they were.
    fn expand(&mut self, from: u32, to: u32) -> u64 {
        let mut matched = Vec::new();
        let mut expanded = 0;
        for state in from..to {
            if expanded % u64::from(STRIDE) == 0 {
                self.look_around();
            }
            if self.halt.is_some() || self.hurry {
                break;
            }
            let unmatched = self.share.open(state, &mut matched);
            self.expander.enter(&matched, &unmatched);
            let result = self.follow();
            self.note(result);
            expanded += 1;
            if BAG <= self.share.outgoing() {
                self.send_bundles();
                self.post.dispatch();
                self.receive();
            }
        }
        expanded
    }

    /// Takes all moves of the state entered last.
    fn follow(&mut self) -> Result<(), Interruption> {
        if self.findings.wants_deadlocks() && self.expander.is_deadlocked() {
            self.share.deadlock();
        }
        let count = u32::try_from(self.expander.moves.len()).expect("moves should be countable");
        (0..count).try_for_each(|first| self.expander.follow(first, &mut self.share))
    }

    /// Sees what the others and the process want.
    fn look_around(&mut self) {
        self.share.publish(self.local);
        if self.halt.is_none()
            && let Some(halt) = self.job.signals.halted()
        {
            self.halt = Some(halt);
        }
        if self.halt.is_some() && !self.hurry {
            // It hears itself, too, and says it once.
            self.hurry = true;
            self.post.send_all(&Letter::Hurry);
            self.post.dispatch();
        }
        self.post.step();
        self.receive();
    }

    fn note(&mut self, result: Result<(), Interruption>) {
        if let Err(Interruption::Because(reason)) = result {
            self.halt.get_or_insert_with(|| reason.into());
        }
    }

    fn send_bundles(&mut self) {
        for (to, bundle) in self.share.bundles() {
            self.post.send(to, Letter::States(bundle));
        }
    }

    /// Waits for the end of the round and all its letters.
    fn finish_round(&mut self) {
        self.post.close();
        while self.post.wait() == Round::Open {
            self.receive();
            // Whoever is gone will not end the round.
            assert!(!self.job.signals.is_abandoned(), "the search was given up");
        }
        self.receive();
        self.post.turn();
        self.share.publish(self.local);
    }

    /// Reads the letters that have come.
    fn receive(&mut self) {
        while let Some(Parcel { from, letter, .. }) = self.post.receive() {
            match letter {
                Letter::States(bundle) => {
                    // Once it is going to end, there is no need to know more.
                    if self.halt.is_none() {
                        let accepted = self.share.accept(from, &bundle.0);
                        self.note(accepted);
                    }
                }
                Letter::Hurry => self.hurry = true,
                Letter::Pulse(pulse) => self.pulses.push((from, pulse)),
                Letter::Token(token) => self.tokens.push(token),
                Letter::Path { sighting, choices } => {
                    let choice = |(first, branch)| Choice { first, branch };
                    self.paths.push((sighting, choices.into_iter().map(choice).collect()));
                }
                Letter::Account(account) => self.accounts.push((from, *account)),
            }
        }
    }

    /// Whether the search is over, by what everybody told in this round.
    fn decide(&mut self) -> Option<Result<(), Interruption>> {
        self.pulses.sort_by_key(|it| it.0);
        let pulses = std::mem::take(&mut self.pulses);
        debug_assert_eq!(pulses.len(), self.post.peers() as usize, "everybody should be heard");
        let mut found = ControlFlow::Continue(());
        for sighting in pulses.iter().flat_map(|(_, pulse)| &pulse.sightings) {
            let is_new = Cell::new(false);
            let steps = || {
                is_new.set(true);
                Vec::new()
            };
            let flow = if sighting.edges.is_empty() {
                self.findings.deadlock(steps)
            } else {
                self.findings.edges(&sighting.edges, steps)
            };
            self.share.know(&sighting.edges);
            if is_new.get() {
                self.sightings.push(sighting.clone());
            }
            if flow.is_break() {
                found = flow;
            }
        }
        if found.is_break() {
            return Some(Err(Interruption::Found));
        }
        let halts = || pulses.iter().filter_map(|(_, pulse)| pulse.halt.clone());
        let first = halts().find(|it| *it != Halt::Elsewhere).or_else(|| halts().next());
        if let Some(halt) = first {
            return Some(Err(Interruption::Because(halt.into())));
        }
        pulses.iter().all(|(_, pulse)| pulse.expanded == 0).then_some(Ok(()))
    }

    /// Follows the violations back to the initial state, and tells everybody what was done here.
    fn trace_back(&mut self) {
        let mut account = self.share.account(&self.expander.record.reached);
        if self.local == 0 {
            account.bytes = self.job.bytes.load(std::sync::atomic::Ordering::Relaxed);
        }
        self.post.send_all(&Letter::Account(Box::new(account)));
        for (sighting, it) in (0..).zip(&self.sightings) {
            if it.worker == self.post.index() {
                self.tokens.push(Token { sighting, state: it.state, choices: Vec::new() });
            }
        }
        loop {
            for token in std::mem::take(&mut self.tokens) {
                self.walk(token);
            }
            self.finish_round();
            // Everybody hears of every trace in the same round.
            if self.paths.len() == self.sightings.len() {
                break;
            }
        }
    }

    /// Follows a trace back as long as this worker owns its states.
    fn walk(&mut self, mut token: Token) {
        loop {
            let origin = self.share.origin(token.state);
            if origin.worker == NOWHERE {
                let Token { sighting, mut choices, .. } = token;
                choices.reverse();
                return self.post.send_all(&Letter::Path { sighting, choices });
            }
            token.choices.push((origin.choice.first, origin.choice.branch));
            token.state = origin.state;
            if origin.worker != self.post.index() {
                return self.post.send(origin.worker, Letter::Token(token));
            }
        }
    }
}
