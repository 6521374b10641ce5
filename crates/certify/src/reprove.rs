//! What is said of locations, proved again: one formula for each step that a program can take.
//!
//! Of all statements, those are kept that hold where runs start and that each step preserves, if those before it hold (C. Flanagan, K. R. M. Leino:
//! *Houdini, an annotation assistant for ESC/Java*, FME 2001). How they were found does not matter: intervals, relations, targets of pointers and what objects
//! hold are checked alike, over machine numbers, by a solver. What is kept holds in every run; what is not need not be wrong, and why it was not kept is told.
//!
//! Read [`statement`] first (what can be said), then [`scene`] and [`memory`] (states and expressions as formulas), [`step`] (edges).

pub(crate) mod memory;
pub(crate) mod scene;
pub(crate) mod statement;
pub(crate) mod step;

use crate::Rejected;
use crate::invariant::only_process;
use crate::purse::Purse;
use scene::{Scene, State};
use statement::spot;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use step::Typed;
use tribunal_engine::{Said, Statement};
use tribunal_ir::{Action, EdgeId, LocId, ObjectId, ProcId, Program, PropId, Scope, VarId};
use tribunal_solver::{Answer, Rules, TermId};

/// A statement that was not proved again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproved {
    /// The location.
    pub location: LocId,
    /// Which of the statements about it; `None`: that no run comes there.
    pub statement: Option<usize>,
    /// Why: lower case, no full stop.
    pub why: String,
    /// What speaks against it.
    pub doubt: Doubt,
}

/// What speaks against a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// A step leads out of it.
    Step,
    /// It is too hard to tell, or speaks of what is not followed.
    Effort,
}

/// Proves statements about a sequential program again; tells which are left, in the order of locations. All others hold in every run.
///
/// # Errors
/// If there are several processes, or `go_on` has answered no.
pub fn reprove(
    program: &Program,
    said: &Said,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<Unproved>, Rejected> {
    Ok(houdini(program, said, &mut Purse { left: u64::MAX, go_on })?.unproved)
}

/// Proves statements again.
fn houdini<'a>(
    program: &'a Program,
    said: &'a Said,
    purse: &mut Purse<'_>,
) -> Result<Prover<'a>, Rejected> {
    let start = only_process(program)?;
    let mut prover = Prover {
        program,
        said,
        start,
        steps: steps(program, start)?,
        allocations: allocations(program),
        kept: said.iter().map(|(at, all)| (*at, (0..all.len()).collect())).collect(),
        unproved: Vec::new(),
    };
    prover.run(purse)?;
    prover.unproved.sort_by_key(|it| (it.location, it.statement));
    Ok(prover)
}

/// What is left of statements, and what follows from that.
pub(crate) struct Reproved {
    pub(crate) kept: Arc<Said>,
    pub(crate) unproved: Vec<Unproved>,
    /// The properties that it rules violations of out.
    pub(crate) safe: Vec<PropId>,
}

/// Proves statements again, and asks which properties follow from those that are left.
pub(crate) fn follow(
    program: &Program,
    said: &Said,
    properties: &[PropId],
    purse: &mut Purse<'_>,
) -> Result<Reproved, Rejected> {
    let prover = houdini(program, said, purse)?;
    let mut safe = properties.to_vec();
    for (id, edge) in program.edges.iter() {
        let Some(violation) = &edge.violates else { continue };
        if !safe.contains(&violation.property) || !prover.kept.contains_key(&edge.from) {
            continue;
        }
        purse.go_on()?;
        if !prover.excludes(id, purse) {
            safe.retain(|it| *it != violation.property);
        }
    }
    let kept = prover.kept.keys().map(|at| (*at, prover.statements(*at).cloned().collect()));
    Ok(Reproved { kept: Arc::new(kept.collect()), unproved: prover.unproved.clone(), safe })
}

/// Something that leads from what is said of one location, or two, to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Runs start.
    Start,
    /// An edge that neither calls nor returns.
    Pass(EdgeId),
    /// A call, to the function's entry.
    Enter(EdgeId),
    /// A return, by the second edge, to where the first has called.
    Resume(EdgeId, EdgeId),
}

/// What no single process does.
pub(crate) fn is_foreign(action: &Action) -> bool {
    matches!(action, Action::Spawn { .. } | Action::Send { .. } | Action::Receive { .. })
}

/// The steps of a program.
fn steps(program: &Program, start: ProcId) -> Result<Vec<Step>, Rejected> {
    let mut found = vec![Step::Start];
    let mut calls: BTreeMap<ProcId, Vec<EdgeId>> = BTreeMap::new();
    let mut returns = Vec::new();
    for (id, edge) in program.edges.iter() {
        if edge.actions.iter().any(is_foreign) {
            return Err(Rejected::because("there are several processes"));
        }
        let function = program.locs[edge.from].process;
        match edge.actions.last() {
            Some(Action::Call { process, .. }) => {
                found.push(Step::Enter(id));
                calls.entry(*process).or_default().push(id);
            }
            Some(Action::Return { .. }) if function != start => returns.push((function, id)),
            _ => found.push(Step::Pass(id)),
        }
    }
    for (function, back) in returns {
        let calls = calls.get(&function).into_iter().flatten();
        found.extend(calls.map(|call| Step::Resume(*call, back)));
    }
    Ok(found)
}

/// The allocations that each function may pass, by itself or by what it calls.
pub(crate) fn allocations(program: &Program) -> BTreeMap<ProcId, BTreeSet<ObjectId>> {
    let mut found: BTreeMap<ProcId, BTreeSet<ObjectId>> = BTreeMap::new();
    let mut calls: Vec<(ProcId, ProcId)> = Vec::new();
    for edge in program.edges.values() {
        let function = program.locs[edge.from].process;
        for action in &edge.actions {
            match action {
                Action::Allocate { object, .. } => {
                    found.entry(function).or_default().insert(*object);
                }
                Action::Call { process, .. } => calls.push((function, *process)),
                _ => {}
            }
        }
    }
    loop {
        let mut grown = false;
        for (caller, callee) in &calls {
            let more = found.get(callee).cloned().unwrap_or_default();
            let own = found.entry(*caller).or_default();
            let before = own.len();
            own.extend(more);
            grown |= before < own.len();
        }
        if !grown {
            return found;
        }
    }
}

struct Prover<'a> {
    program: &'a Program,
    said: &'a Said,
    start: ProcId,
    steps: Vec<Step>,
    allocations: BTreeMap<ProcId, BTreeSet<ObjectId>>,
    /// The statements of each location that nothing speaks against yet; no run comes to the others.
    kept: BTreeMap<LocId, Vec<usize>>,
    unproved: Vec<Unproved>,
}

impl Prover<'_> {
    /// Asks for each step until nothing changes.
    fn run(&mut self, purse: &mut Purse<'_>) -> Result<(), Rejected> {
        let mut after: BTreeMap<LocId, Vec<usize>> = BTreeMap::new();
        for (number, step) in self.steps.iter().enumerate() {
            for source in self.sources(*step) {
                after.entry(source).or_default().push(number);
            }
        }
        let mut waiting: BTreeSet<usize> = (0..self.steps.len()).collect();
        while let Some(number) = waiting.pop_first() {
            purse.go_on()?;
            let step = self.steps[number];
            if self.ask(step, purse) {
                let target = self.target(step);
                waiting.extend(after.get(&target).into_iter().flatten());
            }
        }
        Ok(())
    }

    fn sources(&self, step: Step) -> Vec<LocId> {
        let from = |it: EdgeId| self.program.edges[it].from;
        match step {
            Step::Start => Vec::new(),
            Step::Pass(edge) | Step::Enter(edge) => vec![from(edge)],
            Step::Resume(call, back) => vec![from(call), from(back)],
        }
    }

    fn target(&self, step: Step) -> LocId {
        let program = self.program;
        match step {
            Step::Start => program.procs[self.start].entry,
            Step::Pass(edge) | Step::Resume(edge, _) => program.edges[edge].to,
            Step::Enter(edge) => match program.edges[edge].actions.last() {
                Some(Action::Call { process, .. }) => program.procs[*process].entry,
                _ => program.edges[edge].to,
            },
        }
    }

    /// Asks what a step leaves of what is said of its target; tells whether that is less than before.
    fn ask(&mut self, step: Step, purse: &mut Purse<'_>) -> bool {
        if self.sources(step).iter().any(|it| !self.kept.contains_key(it)) {
            return false;
        }
        let mut scene = Scene::new(self.program, Rules::All);
        let Some(mut state) = self.outcome(&mut scene, step) else { return false };
        let target = self.target(step);
        let Some(kept) = self.kept.get(&target).cloned() else {
            let Scene { terms, known, .. } = &mut scene;
            let mut solver = purse.solver(terms, known);
            let doubt = match purse.ask(&mut solver, terms, &[]) {
                Answer::Unsat => return false,
                Answer::Sat => Doubt::Step,
                Answer::Unknown => Doubt::Effort,
            };
            self.refuse(target, None, step, doubt, "a run may come there");
            self.kept.insert(target, Vec::new());
            return true;
        };
        let mut open: Vec<(usize, TermId)> = Vec::new();
        let mut left = Vec::new();
        for number in kept {
            match scene.holds(&mut state, &self.said[&target][number]) {
                Some(term) if scene.known.contains(&term) => left.push(number),
                Some(term) if scene.terms.as_bool(term) == Some(true) => left.push(number),
                Some(term) => open.push((number, term)),
                None => {
                    let why = "speaks of what this check does not follow";
                    let (location, statement) = (target, Some(number));
                    let (why, doubt) = (why.to_owned(), Doubt::Effort);
                    self.unproved.push(Unproved { location, statement, why, doubt });
                }
            }
        }
        let before = left.len() + open.len();
        let is_shorter = self.kept[&target].len() != before;
        left.extend(self.settle(&mut scene, step, target, open, purse));
        left.sort_unstable();
        let changed = is_shorter || left.len() != before;
        self.kept.insert(target, left);
        changed
    }

    /// The statements that hold after a step.
    fn settle(
        &mut self,
        scene: &mut Scene<'_>,
        step: Step,
        target: LocId,
        mut open: Vec<(usize, TermId)>,
        purse: &mut Purse<'_>,
    ) -> Vec<usize> {
        if open.is_empty() {
            return Vec::new();
        }
        let Scene { terms, known, .. } = scene;
        let mut solver = purse.solver(terms, known);
        while !open.is_empty() {
            let all = terms.all(open.iter().map(|it| it.1).collect::<Vec<_>>());
            let fails = terms.not(all);
            match purse.ask(&mut solver, terms, &[fails]) {
                Answer::Unsat => break,
                Answer::Sat => {
                    let holds = |it: &(usize, TermId)| solver.value(terms, it.1).as_bool();
                    let (left, wrong): (Vec<_>, Vec<_>) = open.into_iter().partition(holds);
                    open = left;
                    for (number, _) in wrong {
                        self.refuse(target, Some(number), step, Doubt::Step, "does not follow");
                    }
                }
                Answer::Unknown => {
                    let mut left = Vec::new();
                    for (number, term) in open {
                        let fails = terms.not(term);
                        match purse.ask(&mut solver, terms, &[fails]) {
                            Answer::Unsat => left.push((number, term)),
                            Answer::Sat => {
                                self.refuse(
                                    target,
                                    Some(number),
                                    step,
                                    Doubt::Step,
                                    "does not follow",
                                );
                            }
                            Answer::Unknown => {
                                self.refuse(
                                    target,
                                    Some(number),
                                    step,
                                    Doubt::Effort,
                                    "is too hard for the solver",
                                );
                            }
                        }
                    }
                    open = left;
                    break;
                }
            }
        }
        open.into_iter().map(|it| it.0).collect()
    }

    fn refuse(
        &mut self,
        location: LocId,
        statement: Option<usize>,
        step: Step,
        doubt: Doubt,
        why: &str,
    ) {
        let line =
            |edge: EdgeId| self.program.sources.line_column(self.program.edges[edge].span).line;
        let place = match step {
            Step::Start => "where runs start".to_owned(),
            Step::Pass(edge) => format!("by the step at line {}", line(edge)),
            Step::Enter(call) => format!("by the call at line {}", line(call)),
            Step::Resume(call, back) => {
                format!("by the return at line {} to line {}", line(back), line(call))
            }
        };
        let why = format!("{why} {place}");
        self.unproved.push(Unproved { location, statement, why, doubt });
    }

    /// A state of which nothing is known but what is said of a location. Scalars that are mentioned there or at the target of a step are followed.
    fn before(&self, scene: &mut Scene<'_>, at: LocId, step: Step) -> State {
        let mut state = State::default();
        let target = self.target(step);
        for location in [at, target] {
            for (object, spot) in self.statements(location).filter_map(|it| spot(self.program, it))
            {
                scene.cell(&mut state, object, spot);
            }
        }
        for statement in self.statements(at) {
            let known = scene.holds(&mut state, statement);
            scene.known.extend(known);
        }
        state
    }

    /// Whether what is left of a location rules out that an edge is taken there.
    fn excludes(&self, id: EdgeId, purse: &mut Purse<'_>) -> bool {
        let mut scene = Scene::new(self.program, Rules::All);
        let mut state = self.before(&mut scene, self.program.edges[id].from, Step::Pass(id));
        scene.guard(&mut state, id);
        let Scene { terms, known, .. } = &mut scene;
        let mut solver = purse.solver(terms, known);
        purse.ask(&mut solver, terms, &[]) == Answer::Unsat
    }

    fn statements(&self, at: LocId) -> impl Iterator<Item = &Statement> {
        let kept = self.kept.get(&at).into_iter().flatten();
        kept.filter_map(move |it| self.said.get(&at)?.get(*it))
    }

    /// The state after a step; `None` if it leads nowhere.
    fn outcome(&self, scene: &mut Scene<'_>, step: Step) -> Option<State> {
        let program = self.program;
        match step {
            Step::Start => {
                let mut state = State::default();
                let spots = self.statements(self.target(step)).filter_map(|it| spot(program, it));
                for (object, spot) in spots {
                    scene.cell(&mut state, object, spot);
                }
                scene.first_objects(&mut state);
                let is_global = |it: &VarId| program.vars[*it].scope == Scope::Global;
                let globals: Vec<VarId> = program.vars.ids().filter(is_global).collect();
                scene.enliven(&mut state, &globals);
                Some(scene.entering(&state, self.start, &[]))
            }
            Step::Pass(id) => {
                let edge = &program.edges[id];
                let ends = edge.ends_run();
                if ends || edge.actions.contains(&Action::Exit) {
                    return None;
                }
                let mut state = self.before(scene, edge.from, step);
                scene.take(&mut state, id);
                Some(state)
            }
            Step::Enter(id) => {
                let edge = &program.edges[id];
                let Some(Action::Call { process, args, .. }) = edge.actions.last() else {
                    return None;
                };
                let mut state = self.before(scene, edge.from, step);
                scene.take(&mut state, id);
                let values: Vec<Typed> =
                    args.iter().map(|it| scene.typed(&mut state, *it)).collect();
                Some(scene.entering(&state, *process, &values))
            }
            Step::Resume(call, back) => {
                let edge = &program.edges[call];
                let Some(Action::Call { process, result, .. }) = edge.actions.last() else {
                    return None;
                };
                let mut caller = self.before(scene, edge.from, step);
                scene.take(&mut caller, call);
                let mut inside = self.before(scene, program.edges[back].from, step);
                scene.take(&mut inside, back);
                let value = match program.edges[back].actions.last() {
                    Some(Action::Return { value: Some(value) }) => {
                        Some(scene.typed(&mut inside, *value))
                    }
                    _ => None,
                };
                let is_global = |it: &VarId| program.vars[*it].scope == Scope::Global;
                caller.vars.retain(|var, _| !is_global(var));
                caller.objects.clear();
                let made: Vec<ObjectId> =
                    self.allocations.get(process).into_iter().flatten().copied().collect();
                scene.may_age(&mut caller, &made);
                inside.vars.retain(|var, _| is_global(var));
                let mut state = State { objects: inside.objects, ..State::default() };
                state.vars.extend(inside.vars);
                state.vars.extend(caller.vars);
                if let Some(place) = result {
                    scene.store(&mut state, *place, value);
                }
                Some(state)
            }
        }
    }
}
