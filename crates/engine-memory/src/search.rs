//! The search: depth first over the choices, straight on between them.

use crate::private::Private;
use crate::trace::{Decision, retrace};
use crate::{MemorySearch, Steps};
use rustc_hash::FxHashSet;
use tribunal_base::{Id, release};
use tribunal_engine::search::{FURTHER_TRACES, is_over};
use tribunal_engine::{Context, End, Errors, Limit, Progress, Reason, Statistics, Step, Trace};
use tribunal_exec::{Enabled, State, enabled, initial, is_valid_end, take};
use tribunal_ir::{Action, Control, EdgeId, IntShape, LocId, Program, PropId, PropertyKind};
use tribunal_states::canonical::{Keys, Naming};
use tribunal_states::choice::{After, Dropped, Inquirer, values};
use tribunal_states::classes::Classes;

/// How many heads of loops are stored after each choice, so that runs that meet again are followed once.
const HEADS: u32 = 16;

/// How a search ended.
pub(crate) enum Ended {
    /// All there is was seen, gaps apart.
    Complete,
    /// Nothing is left to find.
    Found,
    /// A run has looked at addresses, though objects were renamed.
    AddressSeen,
    /// It cannot go on.
    Because(Reason),
}

impl From<Reason> for Ended {
    fn from(reason: Reason) -> Self {
        Self::Because(reason)
    }
}

/// A search.
pub(crate) struct Search<'a> {
    program: &'a Program,
    settings: MemorySearch,
    naming: Naming,
    keys: Keys<'a>,
    /// Found out when a value is left open.
    classes: Option<Classes<'a>>,
    visited: FxHashSet<Box<[u8]>>,
    key_bytes: usize,
    /// The locations that every cycle passes one of.
    heads: Vec<bool>,
    /// The edges that may leave a value open.
    open: Vec<bool>,
    /// Where a process need not wait for others, if some do.
    private: Option<Private>,
    /// The points of choice of the current run.
    stack: Vec<Branch>,
    /// The properties asked for, with their first traces.
    pub(crate) found: Vec<(PropId, Option<Trace>)>,
    /// Further ones.
    pub(crate) more: Vec<(PropId, Trace)>,
    known: FxHashSet<EdgeId>,
    /// Why not all there is was seen.
    pub(crate) gap: Option<Reason>,
    /// The locations that were reached.
    pub(crate) reached: Vec<bool>,
    /// Whether a run has come to an end, or goes on for ever.
    pub(crate) ends: bool,
    transitions: u64,
    deepest: u64,
}

/// A state where a run may go on in several ways.
struct Branch {
    state: State,
    timeout: bool,
    depth: u64,
    /// The ways that were not tried, the next one last.
    rest: Vec<(Step, Vec<i128>)>,
    /// The way that is being tried.
    taken: Option<Decision>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        program: &'a Program,
        properties: &[PropId],
        settings: MemorySearch,
        naming: Naming,
    ) -> Self {
        let mut heads = vec![false; program.locs.len()];
        let mut open = Vec::with_capacity(program.edges.len());
        for edge in program.edges.values() {
            // Numbers cannot grow all around a cycle.
            heads[edge.to.index()] |= edge.to <= edge.from;
            open.push(
                program.locs[edge.to].control == Control::Indivisible
                    || edge.actions.iter().any(|it| matches!(it, Action::Havoc { .. })),
            );
        }
        Self {
            program,
            settings,
            naming,
            keys: Keys::new(program, naming),
            classes: None,
            visited: FxHashSet::default(),
            key_bytes: 0,
            heads,
            open,
            private: Private::new(program),
            stack: Vec::new(),
            found: properties.iter().map(|&it| (it, None)).collect(),
            more: Vec::new(),
            known: FxHashSet::default(),
            gap: None,
            reached: vec![false; program.locs.len()],
            ends: false,
            transitions: 0,
            deepest: 0,
        }
    }

    /// Searches until the end.
    pub(crate) fn run(&mut self, cx: &mut Context<'_>) -> Ended {
        match self.search(cx) {
            Ok(()) => Ended::Complete,
            Err(ended) => ended,
        }
    }

    /// Gives back the memory for states, when the search is over.
    pub(crate) fn close(&mut self) {
        release(self.visited.len(), std::mem::take(&mut self.visited));
        self.keys.close();
    }

    pub(crate) fn statistics(&self) -> Statistics {
        Statistics {
            // The first state counts even if no other was stored.
            states: (self.visited.len() as u64).max(1),
            transitions: self.transitions,
            depth: self.deepest,
            memory_bytes: self.memory() as u64,
            table_bytes: self.memory() as u64,
            threads: 1,
            storage: "exact",
            ..Statistics::default()
        }
    }

    fn search(&mut self, cx: &mut Context<'_>) -> Result<(), Ended> {
        self.follow(initial(self.program), 0, cx)?;
        while let Some(branch) = self.stack.last_mut() {
            if is_over(&self.found, self.settings.errors, cx) {
                return Err(Ended::Found);
            }
            let Some((step, script)) = branch.rest.pop() else {
                self.stack.pop();
                continue;
            };
            let is_last = branch.rest.is_empty() && !self.open[step.edge.index()];
            let state =
                if is_last { std::mem::take(&mut branch.state) } else { branch.state.clone() };
            let (timeout, depth) = (branch.timeout, branch.depth);
            let mut inquirer = Inquirer::new(&script);
            let taken = take(self.program, state, timeout, &step, &mut inquirer);
            let (next, effects) = match taken {
                Ok(taken) => taken,
                Err(diverges) => return Err(Reason::Diverges { span: diverges.span }.into()),
            };
            if let Some(shape) = inquirer.asked {
                self.spread(step, script, shape, &next);
                continue;
            }
            let branch = self.stack.last_mut().expect("there should be a point of choice");
            branch.taken = Some(Decision { at: depth, step, script });
            let violations: Vec<_> = effects.violations().collect();
            self.arrive(&next, &violations, depth + 1)?;
            if !next.stopped {
                self.follow(next, depth + 1, cx)?;
            }
        }
        Ok(())
    }

    /// Follows a run from a state on until it ends, is known, or may go on in several ways.
    fn follow(
        &mut self,
        mut state: State,
        mut depth: u64,
        cx: &mut Context<'_>,
    ) -> Result<(), Ended> {
        let mut circle = Circle::default();
        let mut stored = 0;
        loop {
            cx.tick(|| self.progress(&state, depth))?;
            if cx.budget().depth <= depth {
                self.gap.get_or_insert(Reason::Budget(Limit::Depth));
                return Ok(());
            }
            self.is_short_enough()?;
            for process in &state.processes {
                self.reached[process.location.index()] = true;
            }
            let Enabled { mut steps, timeout } = enabled(self.program, &state);
            if let Some(private) = &self.private {
                steps = private.choose(self.program, &state, steps);
            }
            // Guards may have looked at memory.
            self.look(&state)?;
            let is_choice = match steps.as_slice() {
                [] => return self.end(&state, depth),
                [step] => self.open[step.edge.index()],
                _ => true,
            };
            let is_head = state.processes.iter().any(|it| self.heads[it.location.index()]);
            let is_worthwhile = is_head && stored < HEADS && !self.stack.is_empty();
            if is_choice && self.naming == Naming::Canonical {
                // Copies of the state are made from here on.
                state.forget_dead(self.program);
            }
            if is_choice || is_worthwhile {
                stored += 1;
                let key = self.keys.key(&state);
                self.key_bytes += key.len();
                if !self.visited.insert(key) {
                    // Perhaps it goes on for ever.
                    self.ends = true;
                    return Ok(());
                }
            } else if is_head && circle.closes(&state, &mut self.keys) {
                self.ends = true;
                return Ok(());
            }
            if is_choice {
                let rest = steps.into_iter().rev().map(|it| (it, Vec::new())).collect();
                self.stack.push(Branch { state, timeout, depth, rest, taken: None });
                return Ok(());
            }
            let step = steps[0];
            let taken = take(self.program, state, timeout, &step, &mut Inquirer::new(&[]));
            let (next, effects) = match taken {
                Ok(taken) => taken,
                Err(diverges) => return Err(Reason::Diverges { span: diverges.span }.into()),
            };
            depth += 1;
            let violations: Vec<_> = effects.violations().collect();
            self.arrive(&next, &violations, depth)?;
            if next.stopped {
                return Ok(());
            }
            state = next;
        }
    }

    /// Stops a search that is to be short when it has become long, or cannot be complete.
    fn is_short_enough(&self) -> Result<(), Ended> {
        let Some(Steps { most, after_choice }) = self.settings.steps else { return Ok(()) };
        if let Some(gap) = &self.gap {
            return Err(gap.clone().into());
        }
        let most = if self.visited.is_empty() { most } else { after_choice };
        if most <= self.transitions {
            return Err(Reason::Budget(Limit::Depth).into());
        }
        Ok(())
    }

    /// Puts the values of an open choice among the ways to be tried.
    fn spread(&mut self, step: Step, script: Vec<i128>, shape: IntShape, after: &State) {
        let ends_matter = self
            .found
            .iter()
            .any(|(it, _)| self.program.props[*it].kind == PropertyKind::EndStates);
        let dropped = if ends_matter { Dropped::AtHalt } else { Dropped::Stuck };
        let after = Some(After { state: after, dropped });
        let classes = self.classes.get_or_insert_with(|| Classes::new(self.program));
        let values = classes
            .asked(step.edge, script.len())
            .or_else(|| values(self.program, step.edge, &script, shape, after));
        let Some(values) = values else {
            let bits = shape.bits;
            let what = format!("trying all arbitrary values of {bits} bits one by one");
            let span = Some(self.program.edges[step.edge].span);
            self.gap.get_or_insert(Reason::Unsupported { what, span });
            return;
        };
        let branch = self.stack.last_mut().expect("there should be a point of choice");
        branch.rest.extend(values.into_iter().rev().map(|value| {
            let mut script = script.clone();
            script.push(value);
            (step, script)
        }));
    }

    /// Takes note of what happened in a step.
    fn arrive(
        &mut self,
        next: &State,
        violations: &[(PropId, EdgeId)],
        depth: u64,
    ) -> Result<(), Ended> {
        self.transitions += 1;
        self.deepest = self.deepest.max(depth);
        self.look(next)?;
        for &(property, edge) in violations {
            if self.known.insert(edge) {
                self.add(property, End::Violation, depth)?;
            }
        }
        Ok(())
    }

    /// Sees whether a run depends on what is not told apart.
    fn look(&mut self, state: &State) -> Result<(), Ended> {
        let notes = &state.memory.notes;
        if self.naming == Naming::Canonical && notes.has_seen_addresses() {
            return Err(Ended::AddressSeen);
        }
        if self.gap.is_none() && notes.has_seen_found_bytes() {
            let what = "trying all values of memory that is read before it is written".to_owned();
            let span = state.processes.last().map(|it| self.program.locs[it.location].span);
            self.gap = Some(Reason::Unsupported { what, span });
        }
        Ok(())
    }

    /// A run has come to its end.
    fn end(&mut self, state: &State, depth: u64) -> Result<(), Ended> {
        self.ends |= state.processes.iter().all(|it| self.program.locs[it.location].out.is_empty());
        let properties: Vec<PropId> = self.found.iter().map(|(it, _)| *it).collect();
        let ends = |it: &PropId| self.program.props[*it].kind == PropertyKind::EndStates;
        let properties: Vec<PropId> = properties.into_iter().filter(ends).collect();
        if !properties.is_empty() && !is_valid_end(self.program, state) {
            for property in properties {
                self.add(property, End::Deadlock, depth)?;
            }
        }
        Ok(())
    }

    /// Adds the current run to what was found.
    fn add(&mut self, property: PropId, end: End, depth: u64) -> Result<(), Ended> {
        let decisions: Vec<Decision> =
            self.stack.iter().filter_map(|it| it.taken.clone()).collect();
        let trace = || retrace(self.program, self.private.as_ref(), &decisions, depth, end);
        let Some((_, first)) = self.found.iter_mut().find(|(it, _)| *it == property) else {
            return Ok(());
        };
        match (first, self.settings.errors) {
            (first @ None, _) => *first = Some(trace()),
            (Some(_), Errors::All) if self.more.len() < FURTHER_TRACES => {
                let trace = trace();
                self.more.push((property, trace));
            }
            (Some(_), Errors::First | Errors::All) => {}
        }
        let settled =
            self.settings.errors == Errors::First && self.found.iter().all(|it| it.1.is_some());
        if settled { Err(Ended::Found) } else { Ok(()) }
    }

    fn memory(&self) -> usize {
        let branches: usize = self.stack.iter().map(|it| 256 + 64 * it.rest.len()).sum();
        self.key_bytes + 32 * self.visited.len() + self.keys.memory() + branches
    }

    fn progress(&self, state: &State, depth: u64) -> Progress {
        // A byte of an object takes an entry in a tree.
        let objects: usize = state.memory.blocks.values().map(|it| 48 * it.bytes.len() + 96).sum();
        Progress {
            states: self.visited.len() as u64,
            transitions: self.transitions,
            depth,
            memory_bytes: (self.memory() + objects) as u64,
        }
    }
}

/// Finds out whether a run goes round in a circle.
#[derive(Default)]
struct Circle {
    /// A state that was passed, and where.
    anchor: Option<(Vec<LocId>, Box<[u8]>)>,
    /// How many heads were passed since then, and after how many the next anchor is cast.
    passed: u64,
    limit: u64,
    /// How often its place was passed since then.
    visits: u64,
    /// After how many visits states are compared, since large ones take time.
    stride: u64,
}

impl Circle {
    /// Whether the state at this head is the anchor.
    fn closes(&mut self, state: &State, keys: &mut Keys<'_>) -> bool {
        let places = || state.processes.iter().map(|it| it.location);
        self.passed += 1;
        if self.limit <= self.passed {
            let key = keys.transient(state);
            (self.visits, self.stride) = (0, 1 + key.len() as u64 / 64);
            self.anchor = Some((places().collect(), key));
            (self.limit, self.passed) = ((2 * self.limit).max(16), 0);
            return false;
        }
        let Some((anchored, key)) = &self.anchor else { return false };
        if !places().eq(anchored.iter().copied()) {
            return false;
        }
        self.visits += 1;
        self.visits.is_multiple_of(self.stride) && keys.transient(state) == *key
    }
}
