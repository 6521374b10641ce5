//! The search of a program that builds lists: what is alike in a row, far from all variables, is one segment, however long.
//!
//! States are those of the reference semantics, but an object may be a segment that stands for nodes of a list, at least so many as it says, each with a pointer to the next and
//! perhaps one back. Where variables come near to a segment, a node is taken off it, or it is left out if it may be empty; where two nodes that are alike are not held by
//! variables, they become one (D. Distefano, P. O'Hearn, H. Yang: *A local shape analysis based on separation logic*, TACAS 2006, with
//! concrete states in the place of formulas). Nodes may carry lists of their own, also such that lead to the next node: then they are those of a skip list
//! (K. Dudka, P. Peringer, T. Vojnar: *Byte-precise verification of low-level list manipulation*, SAS 2013, has segments that may be empty). Before a step is taken, what it
//! will look at is unfolded (`touch`), so that no step ever sees a segment.
//!
//! What a state stands for is what unfolding makes of it, segment by segment. What hangs on the nodes of a segment is known to nobody else, and leads nowhere but to static objects and
//! to what is next to the node, so that the order does not matter, and what a step does that sees no segment is what it does to all that the state stands for. `fold` makes a
//! state one that stands for more: unfolding a segment of two nodes gives these back, and one that may be empty may as well not be there. If nobody can reach such a segment any more, it
//! is open whether anything was lost, and both is followed.
//!
//! Numbers that are too many to try are forgotten before (`blur`). All states of the program are covered, so that what no state violates is true. A violation may be one of states that do
//! not exist: the property stays open.

mod alike;
mod blur;
mod fold;
mod heap;
mod shortcut;
mod spare;
mod touch;
mod unfold;

use blur::{Blurred, blur};
use fold::fold;
use heap::{Index, block_mut};
use rustc_hash::{FxHashMap, FxHashSet};
use spare::Spares;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use touch::{HELD, Touch};
use tribunal_base::Id as _;
use tribunal_engine::{
    Basis, Certificate, Context, Cost, Description, Engine, Limit, Outcome, Progress, Reason,
    Settles, Statistics, Step, Task, Verdict,
};
use tribunal_exec::memory::Byte;
use tribunal_exec::{Enabled, Pointer, State, Value, View, enabled, evaluate, initial, take};
use tribunal_ir::live::Liveness;
use tribunal_ir::visit::{Use, Walk};
use tribunal_ir::{
    Action, Control, Edge, EdgeId, Expr, ExprId, IntShape, Program, PropId, PropertyKind, Storage,
    VarId,
};
use tribunal_states::canonical::{Keys, Naming};
use tribunal_states::choice::{After, Dropped, Inquirer, values};
use tribunal_states::classes::Classes;
use unfold::{decide, unfold};

/// The engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    /// How many states may be stored.
    pub most: usize,
}

impl Engine for Lists {
    fn describe(&self) -> Description {
        Description {
            name: "lists",
            summary: "a search in which rows of list nodes that are alike are one",
            papers: &["distefano06"],
            settles: Settles::True,
            cost: Cost::Capped,
        }
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
        match obstacle(&Task::new(program, &[property])) {
            Some(what) => Err(Reason::Unsupported { what: what.to_owned(), span: None }),
            None => Ok(()),
        }
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let program = task.program;
        let all = |reason: Reason| {
            let verdict = |it: &PropId| (*it, Verdict::Maybe(reason.clone()));
            Outcome {
                verdicts: task.properties.iter().map(verdict).collect(),
                ..Outcome::default()
            }
        };
        if let Some(what) = obstacle(task) {
            return all(Reason::Unsupported { what: what.to_owned(), span: None });
        }
        cx.phase("lists");
        let Some(blurred) = blur(program) else {
            let what = "memory that depends on arbitrary numbers, by segments of lists,";
            return all(Reason::Unsupported { what: what.to_owned(), span: None });
        };
        let mut search = Search::new(&blurred, task.properties, self.most);
        let rest = search.run(cx).err();
        let statistics = search.statistics();
        let verdict = |property: &PropId| {
            let alarm = search.open.get(property).and_then(|it| alarm(program, it));
            let verdict = match rest.clone().or(alarm) {
                Some(reason) => Verdict::Maybe(reason),
                None => Verdict::True(Certificate::Segments { states: statistics.states }),
            };
            (*property, verdict)
        };
        let verdicts = task.properties.iter().map(verdict).collect();
        Outcome { verdicts, statistics, ..Outcome::default() }
    }
}

/// What makes a program none for this engine.
fn obstacle(task: &Task<'_>) -> Option<&'static str> {
    let program = task.program;
    let is_meant = |it: &PropId| program.props[*it].kind == PropertyKind::Unreachable;
    let allocates = |edge: &Edge| {
        edge.actions.iter().any(|it| match it {
            Action::Allocate { object, .. } => program.objects[*object].storage == Storage::Dynamic,
            _ => false,
        })
    };
    let asks_amid =
        |edge: &Edge| edge.actions.iter().skip(1).any(|it| asks(program, |walk| walk.action(it)));
    if !task.properties.iter().all(is_meant) {
        Some("this kind of property")
    } else if !program.is_sequential() {
        Some("a program of several processes, by segments of lists,")
    } else if program.locs.values().any(|it| it.control == Control::Indivisible) {
        Some("an indivisible step")
    } else if program.edges.values().any(asks_amid) {
        Some("a look at the heap amid a step, by segments of lists,")
    } else if !program.edges.values().any(allocates) {
        Some("a program without lists, by segments of lists,")
    } else {
        None
    }
}

/// Why a property stays open.
fn alarm(program: &Program, edges: &BTreeSet<EdgeId>) -> Option<Reason> {
    let span = program.edges[*edges.first()?].span;
    Some(Reason::Alarm { span, places: edges.len() as u64, values: Vec::new() })
}

/// Notes that bytes are not known.
fn forget(state: &mut State, pointer: Pointer, bytes: u64) {
    let Some(block) = block_mut(state, pointer.object) else { return };
    for at in block.range(pointer.offset, bytes).into_iter().flatten() {
        match block.rest {
            Byte::Found(0) => _ = block.bytes.remove(&at),
            _ => _ = block.bytes.insert(at, Byte::Found(0)),
        }
    }
}

/// Where states are folded and stored: where ways meet, and where functions are entered and left. Every cycle passes such a location.
fn meetings(program: &Program) -> Vec<bool> {
    let mut ways = vec![0; program.locs.len()];
    for edge in program.edges.values() {
        let calls = edge.actions.iter().any(|it| matches!(it, Action::Call { .. }));
        ways[edge.to.index()] += if calls { 2 } else { 1 };
    }
    for process in program.procs.values() {
        ways[process.entry.index()] = 2;
    }
    ways.into_iter().map(|it| 1 < it).collect()
}

/// Whether it is asked what is on the heap.
fn asks(program: &Program, lead: impl FnOnce(&mut Walk<'_, &mut dyn FnMut(Use)>)) -> bool {
    let mut found = false;
    let mut note = |used: Use| {
        found |= matches!(used, Use::Expr(it) if matches!(program.exprs[it], Expr::Heap(_)));
    };
    lead(&mut Walk::new(program, &mut note));
    found
}

struct Search<'a> {
    program: &'a Program,
    /// See [`Blurred`].
    stores: &'a FxHashMap<EdgeId, (ExprId, u64)>,
    /// What steps from each location look at.
    touches: Vec<Touch>,
    most: usize,
    keys: Keys<'a>,
    liveness: Liveness,
    classes: Option<Classes<'a>>,
    spares: Spares,
    visited: FxHashSet<Box<[u8]>>,
    /// States as they were before they were folded.
    folded: FxHashSet<Box<[u8]>>,
    stack: Vec<State>,
    /// How many objects there are in it.
    stacked: usize,
    asked: Vec<PropId>,
    /// Properties that a state may violate, and where.
    open: BTreeMap<PropId, BTreeSet<EdgeId>>,
    meetings: Vec<bool>,
    /// Where it is asked what is on the heap.
    asking: Vec<bool>,
    bytes: usize,
    transitions: u64,
}

impl<'a> Search<'a> {
    fn new(blurred: &'a Blurred, properties: &[PropId], most: usize) -> Self {
        let program = &blurred.program;
        let start = initial(program);
        let is_asking = |it: &EdgeId| asks(program, |walk| walk.edge(&program.edges[*it]));
        Self {
            program,
            stores: &blurred.stores,
            touches: program.locs.values().map(|it| Touch::of(program, it)).collect(),
            most,
            keys: Keys::new(program, Naming::Canonical),
            liveness: Liveness::new(program),
            classes: None,
            spares: Spares::default(),
            visited: FxHashSet::default(),
            folded: FxHashSet::default(),
            stacked: start.memory.blocks.len(),
            stack: vec![start],
            asked: properties.to_vec(),
            open: BTreeMap::new(),
            meetings: meetings(program),
            asking: program.locs.values().map(|it| it.out.iter().any(is_asking)).collect(),
            bytes: 0,
            transitions: 0,
        }
    }

    fn run(&mut self, cx: &mut Context<'_>) -> Result<(), Reason> {
        while let Some(state) = self.stack.pop() {
            self.stacked -= state.memory.blocks.len();
            cx.tick(|| self.progress())?;
            let location = state.processes.first().map(|it| it.location.index());
            if location.is_some_and(|it| self.meetings[it] || self.asking[it]) {
                decide(self.program, state).into_iter().try_for_each(|it| self.expand(it))?;
            } else {
                self.expand(state)?;
            }
            if self.asked.iter().all(|it| self.open.contains_key(it)) {
                break;
            }
        }
        Ok(())
    }

    /// Takes all steps of a state, if it is new.
    fn expand(&mut self, mut state: State) -> Result<(), Reason> {
        if state.processes.iter().any(|it| self.meetings[it.location.index()]) {
            self.tidy(&mut state);
            // To fold skip lists costs more than to look whether it was done before.
            if !self.spares.is_empty() {
                let key = self.keys.key(&state);
                self.bytes += key.len();
                if !self.folded.insert(key) {
                    return Ok(());
                }
            }
            fold(self.program, &mut state, HELD, &mut self.spares);
            let key = self.keys.key(&state);
            self.bytes += key.len();
            if !self.visited.insert(key) {
                return Ok(());
            }
            if self.most < self.visited.len() {
                return Err(Reason::Budget(Limit::Memory));
            }
        }
        let Some(process) = state.processes.first() else { return Ok(()) };
        let touch = &self.touches[process.location.index()];
        let unfolded = unfold(self.program, state, touch);
        unfolded.ok_or(Reason::Budget(Limit::Memory))?.into_iter().try_for_each(|it| self.step(it))
    }

    fn step(&mut self, state: State) -> Result<(), Reason> {
        let Enabled { steps, timeout } = enabled(self.program, &state);
        self.look(&state)?;
        for step in steps {
            let mut scripts = vec![Vec::new()];
            while let Some(script) = scripts.pop() {
                let mut inquirer = Inquirer::new(&script);
                let taken = take(self.program, state.clone(), timeout, &step, &mut inquirer);
                let (mut next, effects) = taken.map_err(|it| Reason::Diverges { span: it.span })?;
                if let Some(shape) = inquirer.asked {
                    let values = self.values(step, &script, shape, &next)?;
                    scripts.extend(values.into_iter().map(|it| [&script[..], &[it]].concat()));
                    continue;
                }
                self.transitions += 1;
                if let Some((pointer, bytes)) = self.stores.get(&step.edge) {
                    let view = View::of_process(self.program, &state, step.process, timeout);
                    let pointer = Pointer::from_number(evaluate(view, *pointer));
                    forget(&mut next, pointer, *bytes);
                }
                for (property, edge) in effects.violations() {
                    self.open.entry(property).or_default().insert(edge);
                }
                self.look(&next)?;
                if !next.stopped {
                    self.stacked += next.memory.blocks.len();
                    self.stack.push(next);
                }
            }
        }
        Ok(())
    }

    /// The values of an open choice.
    fn values(
        &mut self,
        step: Step,
        script: &[i128],
        shape: IntShape,
        after: &State,
    ) -> Result<Vec<i128>, Reason> {
        let classes = self.classes.get_or_insert_with(|| Classes::new(self.program));
        let known = classes.asked(step.edge, script.len());
        let after = Some(After { state: after, dropped: Dropped::Stuck });
        let all = || values(self.program, step.edge, script, shape, after);
        known.or_else(all).ok_or_else(|| Reason::Unsupported {
            what: format!("trying all arbitrary values of {} bits one by one", shape.bits),
            span: Some(self.program.edges[step.edge].span),
        })
    }

    /// Gives up where a run depends on what states do not tell apart.
    fn look(&self, state: &State) -> Result<(), Reason> {
        let notes = &state.memory.notes;
        let what = if notes.has_seen_addresses() {
            "a look at addresses, by segments of lists,"
        } else if notes.has_seen_found_bytes() {
            "memory that is read before it is written, by segments of lists,"
        } else {
            return Ok(());
        };
        let span = state.processes.last().map(|it| self.program.locs[it.location].span);
        Err(Reason::Unsupported { what: what.to_owned(), span })
    }

    /// Forgets what nobody will look at: variables that are not read before they are written, objects that nobody points to. But that something was lost
    /// is kept.
    fn tidy(&self, state: &mut State) {
        let (program, liveness) = (self.program, &self.liveness);
        let zero = |(var, value): (&VarId, &mut Value)| {
            *value = Value::zero(program, program.vars[*var].ty);
        };
        for process in &mut state.processes {
            let location = process.location;
            let dead = process.locals.iter_mut().filter(|it| !liveness.is_live(location, *it.0));
            dead.for_each(zero);
            for frame in &mut process.callers {
                let location = frame.location;
                let dead = frame.locals.iter_mut().filter(|it| !liveness.is_live(location, *it.0));
                dead.for_each(zero);
            }
        }
        let index = Index::new(program, state);
        let mut has_lost = false;
        state.memory.blocks.retain(|number, block| {
            if index.distance.contains_key(number) {
                return true;
            }
            let is_first = block.alive && !has_lost;
            has_lost |= block.alive;
            if is_first {
                Arc::make_mut(block).bytes.clear();
            }
            is_first
        });
    }

    fn progress(&self) -> Progress {
        Progress {
            states: self.visited.len() as u64,
            transitions: self.transitions,
            depth: 0,
            memory_bytes: (self.bytes + self.keys.memory() + 1024 * self.stacked) as u64,
        }
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            states: self.visited.len() as u64,
            transitions: self.transitions,
            memory_bytes: self.progress().memory_bytes,
            threads: 1,
            storage: "abstract",
            ..Statistics::default()
        }
    }
}
