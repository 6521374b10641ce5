//! The walk over a program: which runs are where.
//!
//! A function is visited in its weak topological order, a loop as often as runs go round. So all runs that come to a location in one iteration of each loop
//! around it, and by one chain of calls, are there as one state.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::cut::Changes;
use super::merge::{Runs, both};
use super::{Purse, Task, Unshown};
use crate::reprove::memory::Spot;
use crate::reprove::scene::{Scene, State};
use tribunal_base::Id as _;
use tribunal_base::graph::{Element, weak_topological_order};
use tribunal_ir::{Action, EdgeId, Guard, LocId, ObjectId, ProcId, Program, Scope, Ty, VarId, cfg};
use tribunal_solver::sat::Checked;
use tribunal_solver::{Answer, Limits, Rules, Solver, Sort, TermId};

/// How many conflicts it may cost to find out whether runs go round once more.
const CONFLICTS: u64 = 2_000;
/// What a visit counts as, in steps, besides what it leaves to the solver.
const VISIT: u64 = 10;
/// Loops that constants do not decide are followed so many times, if nobody says how often they go round.
const UNDECIDED: u64 = 24;
/// Functions may call themselves so deeply, if nobody says how deeply they do.
const DEEPEST: u64 = 60;
/// In one step so many scalars are handed on.
const SCALARS_OF_A_STEP: usize = 8;

/// What may go wrong, and when; Bools.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Edges that violate one of the properties.
    pub(super) violations: Vec<(EdgeId, TermId)>,
    /// Statements about heads, by number, that do not hold where they should.
    pub(super) broken: Vec<(LocId, usize, TermId)>,
    /// What was not followed, and why.
    pub(super) gaps: Vec<(TermId, String)>,
}

pub(super) struct Walk<'a, 'p> {
    pub(super) scene: Scene<'a>,
    pub(super) task: &'a Task<'a>,
    pub(super) found: Found,
    /// What loops change, as far as it is known.
    pub(super) changes: BTreeMap<LocId, Changes>,
    /// Whether more was found that they change.
    pub(super) grown: bool,
    /// Loops that go round more often than they are followed.
    pub(super) long: BTreeSet<LocId>,
    /// In how many iterations that are supposed to be right the walk is.
    pub(super) assuming: u32,
    solver: Solver,
    /// How many suppositions the solver knows.
    told: usize,
    orders: BTreeMap<ProcId, Rc<[Element]>>,
    /// How often each function has been called that has not returned.
    active: BTreeMap<ProcId, u64>,
    purse: &'a mut Purse<'p>,
    /// How many terms were paid for.
    paid: usize,
}

/// The order in which the locations of a function are visited.
fn order_of(program: &Program, function: ProcId) -> Vec<Element> {
    let successors: Vec<Vec<usize>> = (program.locs.ids())
        .map(|at| match program.locs[at].process == function {
            true => cfg::successors(program, at).map(|it| it.index()).collect(),
            false => Vec::new(),
        })
        .collect();
    let entry = program.procs[function].entry;
    let own = program.locs.iter().filter(|it| it.1.process == function).map(|it| it.0);
    let nodes = [entry].into_iter().chain(own.filter(|it| *it != entry));
    weak_topological_order(nodes.map(|it| it.index()).collect(), &successors)
}

/// The heads of all loops of a program.
pub(super) fn heads(program: &Program) -> BTreeSet<LocId> {
    let mut found = BTreeSet::new();
    for function in program.procs.ids() {
        let order = order_of(program, function);
        let mut open: Vec<&Element> = order.iter().collect();
        while let Some(element) = open.pop() {
            if let Element::Component { head, body, .. } = element {
                found.insert(LocId::from_index(*head));
                open.extend(body);
            }
        }
    }
    found
}

/// A call of a function that is being followed.
pub(super) struct Frame {
    /// Runs that wait to be followed, by where they are.
    pub(super) waiting: BTreeMap<LocId, Runs>,
    /// Loops that are not left now.
    pub(super) closed: Vec<Rc<BTreeSet<LocId>>>,
    /// Runs that have returned.
    returned: Option<Runs>,
    /// The type of the place for what is returned, if there is one.
    result: Option<Ty>,
}

impl<'a, 'p> Walk<'a, 'p> {
    pub(super) fn new(task: &'a Task<'a>, purse: &'a mut Purse<'p>) -> Self {
        Self {
            scene: Scene::new(task.program, Rules::Few),
            task,
            found: Found::default(),
            changes: task.changes.clone(),
            grown: false,
            long: BTreeSet::new(),
            assuming: 0,
            solver: Solver::with_sat(Box::new(Checked::new())),
            told: 0,
            orders: BTreeMap::new(),
            active: BTreeMap::new(),
            purse,
            paid: 0,
        }
    }

    pub(super) fn program(&self) -> &'a Program {
        self.scene.program
    }

    /// Scalars of memory that should have been followed, as far as there may be more.
    pub(super) fn missed(&self) -> Vec<(ObjectId, Spot)> {
        let room = super::SCALARS.saturating_sub(self.task.followed.len());
        let new = self.scene.missed.difference(&self.task.followed);
        new.copied().take(room).collect()
    }

    /// Follows all runs.
    pub(super) fn run(&mut self, start: ProcId) -> Result<(), Unshown> {
        let program = self.program();
        let mut state = State::default();
        for (object, spot) in &self.task.followed {
            self.scene.cell(&mut state, *object, *spot);
        }
        self.scene.first_objects(&mut state);
        let is_global = |it: &VarId| program.vars[*it].scope == Scope::Global;
        let globals: Vec<VarId> = program.vars.ids().filter(is_global).collect();
        self.scene.enliven(&mut state, &globals);
        let state = self.scene.entering(&state, start, &[]);
        let runs = Runs { state, path: Vec::new(), returned: None };
        self.function(start, runs, None).map(|_| ())
    }

    /// Why something is not shown that can fail as far as formulas say.
    pub(super) fn doubt(&self, why: String) -> Unshown {
        use crate::reprove::Doubt;
        match self.scene.is_coarse {
            false => Unshown::because(why, Doubt::Step),
            true => {
                Unshown::effort(format!("{why} by what is followed of memory and of operators"))
            }
        }
    }

    /// Whether something can happen.
    pub(super) fn ask(&mut self, when: TermId) -> Result<Answer, Unshown> {
        self.question(&[when], None)
    }

    fn question(&mut self, all: &[TermId], conflicts: Option<u64>) -> Result<Answer, Unshown> {
        let terms = &mut self.scene.terms;
        if all.iter().any(|it| terms.as_bool(*it) == Some(false)) {
            return Ok(Answer::Unsat);
        }
        for known in &self.scene.known[self.told..] {
            self.solver.assert(terms, *known);
        }
        self.told = self.scene.known.len();
        let before = self.solver.statistics().steps();
        let go_on = &mut *self.purse.go_on;
        let mut interrupt = || !go_on();
        let steps = Some(self.purse.left);
        let limits = Limits { conflicts, steps, memory: None, interrupt: Some(&mut interrupt) };
        let answer = self.solver.check_within(terms, all, limits);
        let spent = self.solver.statistics().steps() - before;
        self.purse.pay(spent + VISIT)?;
        Ok(answer)
    }

    /// Whether a Bool is true in the last model.
    pub(super) fn is_so(&mut self, it: TermId) -> bool {
        self.solver.value(&self.scene.terms, it).as_bool()
    }

    /// Whether there may be such runs.
    fn is_possible(&mut self, runs: &Runs) -> Result<bool, Unshown> {
        Ok(self.question(&runs.path, Some(CONFLICTS))? != Answer::Unsat)
    }

    /// Which runs are at hand; a Bool.
    pub(super) fn path(&mut self, runs: &Runs) -> TermId {
        self.scene.terms.all(runs.path.iter().copied())
    }

    /// Notes what is not followed.
    pub(super) fn gap(&mut self, runs: &Runs, why: String) {
        let when = self.path(runs);
        self.found.gaps.push((when, why));
    }

    fn order(&mut self, function: ProcId) -> Rc<[Element]> {
        if let Some(known) = self.orders.get(&function) {
            return Rc::clone(known);
        }
        let order: Rc<[Element]> = order_of(self.program(), function).into();
        self.orders.insert(function, Rc::clone(&order));
        order
    }

    /// Follows runs through a function: those that return.
    pub(super) fn function(
        &mut self,
        function: ProcId,
        runs: Runs,
        result: Option<Ty>,
    ) -> Result<Option<Runs>, Unshown> {
        let order = self.order(function);
        let entry = self.program().procs[function].entry;
        let waiting = BTreeMap::from([(entry, runs)]);
        let mut frame = Frame { waiting, closed: Vec::new(), returned: None, result };
        self.elements(&mut frame, &order)?;
        Ok(frame.returned)
    }

    pub(super) fn elements(&mut self, frame: &mut Frame, order: &[Element]) -> Result<(), Unshown> {
        for element in order {
            match element {
                Element::Vertex(node) => self.visit(frame, LocId::from_index(*node))?,
                Element::Component { head, body, members } => {
                    let head = LocId::from_index(*head);
                    let members: BTreeSet<LocId> =
                        members.iter().map(|it| LocId::from_index(*it)).collect();
                    match self.task.heads.contains_key(&head) {
                        true => self.cut(frame, head, body, members)?,
                        false => self.unroll(frame, head, body, &members)?,
                    }
                }
            }
        }
        Ok(())
    }

    /// Follows a loop as long as runs go round, but not for ever.
    fn unroll(
        &mut self,
        frame: &mut Frame,
        head: LocId,
        body: &[Element],
        members: &BTreeSet<LocId>,
    ) -> Result<(), Unshown> {
        let most = self.task.claim.most.unwrap_or(UNDECIDED);
        let (mut undecided, mut before) = (0, None);
        for iteration in 0.. {
            if !frame.waiting.keys().any(|it| members.contains(it)) {
                return Ok(());
            }
            if let Some(runs) = frame.waiting.get(&head).cloned()
                && 0 < iteration
                && before.as_ref() != Some(&runs.path)
            {
                undecided += 1;
                if !self.is_possible(&runs)? {
                    frame.waiting.remove(&head);
                    continue;
                }
            }
            if most < undecided || self.task.claim.most.is_some_and(|it| it < iteration) {
                self.long.insert(head);
                frame.waiting.retain(|it, _| !members.contains(it));
                return Ok(());
            }
            before = frame.waiting.get(&head).map(|it| it.path.clone());
            self.round(frame, head, body)?;
        }
        Ok(())
    }

    /// Follows one iteration.
    pub(super) fn round(
        &mut self,
        frame: &mut Frame,
        head: LocId,
        body: &[Element],
    ) -> Result<(), Unshown> {
        self.visit(frame, head)?;
        self.elements(frame, body)
    }

    /// Brings runs to a location of their function.
    fn arrive(&mut self, frame: &mut Frame, to: LocId, runs: Runs) {
        if frame.closed.iter().any(|it| !it.contains(&to)) {
            return;
        }
        let runs = match frame.waiting.remove(&to) {
            None => runs,
            Some(others) => both(&mut self.scene, others, runs),
        };
        frame.waiting.insert(to, runs);
    }

    /// Lets the runs that wait at a location go on.
    fn visit(&mut self, frame: &mut Frame, at: LocId) -> Result<(), Unshown> {
        let Some(mut runs) = frame.waiting.remove(&at) else { return Ok(()) };
        if runs.is_none(&self.scene) {
            return Ok(());
        }
        let terms = self.scene.terms.len();
        let scalars = runs.state.vars.len() + self.task.followed.len();
        self.purse.pay(VISIT + (terms - self.paid + scalars / SCALARS_OF_A_STEP) as u64)?;
        self.paid = terms;
        runs.state.memo.clear();
        self.scene.path = self.path(&runs);
        for (edge, taken) in self.branches(&mut runs, at) {
            if self.scene.terms.as_bool(taken) != Some(false) {
                let mut runs = runs.clone();
                runs.assume(&self.scene, taken);
                self.take(frame, edge, runs)?;
            }
        }
        Ok(())
    }

    /// When each edge of a location is taken: never two at once. Where several could be, it is left open which.
    fn branches(&mut self, runs: &mut Runs, at: LocId) -> Vec<(EdgeId, TermId)> {
        let program = self.program();
        let out = &program.locs[at].out;
        let enabled: Vec<TermId> =
            out.iter().map(|it| self.scene.enabled(&mut runs.state, *it)).collect();
        let terms = &mut self.scene.terms;
        let mut taken: Vec<(EdgeId, TermId)> = Vec::new();
        for (number, edge) in out.iter().enumerate() {
            let mut this = enabled[number];
            let is_else = |it: EdgeId| program.edges[it].guard == Guard::Else;
            if !is_else(*edge) {
                for (_, earlier) in &taken {
                    let both = terms.and(this, *earlier);
                    if terms.as_bool(both) != Some(false) {
                        let not = terms.not(*earlier);
                        this = terms.and(this, not);
                    }
                }
            }
            let mut later = out[number + 1..].iter().zip(&enabled[number + 1..]);
            let is_open = later.any(|(it, enabled)| {
                let both = terms.and(this, *enabled);
                !is_else(*it) && terms.as_bool(both) != Some(false)
            });
            if is_open {
                let chosen = terms.fresh("taken", Sort::Bool);
                this = terms.and(this, chosen);
            }
            taken.push((*edge, this));
        }
        taken
    }

    /// Lets runs take an edge.
    fn take(&mut self, frame: &mut Frame, id: EdgeId, mut runs: Runs) -> Result<(), Unshown> {
        let program = self.program();
        let edge = &program.edges[id];
        self.scene.path = self.path(&runs);
        if let Some(violation) = &edge.violates
            && self.task.properties.contains(&violation.property)
        {
            // Runs are followed up to their first violation.
            if self.assuming == 0 {
                self.found.violations.push((id, self.scene.path));
            }
            return Ok(());
        }
        if edge.ends_run() || edge.actions.contains(&Action::Exit) {
            return Ok(());
        }
        self.scene.act(&mut runs.state, id);
        match edge.actions.last() {
            Some(Action::Call { process, .. }) => self.call(frame, id, *process, runs),
            Some(Action::Return { value }) if cfg::returns(program, edge) => {
                if frame.closed.is_empty() {
                    runs.returned = value.zip(frame.result).map(|(value, ty)| {
                        let value = self.scene.typed(&mut runs.state, value);
                        (self.scene.wrapped(value, ty), Some(ty))
                    });
                    frame.returned = Some(match frame.returned.take() {
                        None => runs,
                        Some(others) => both(&mut self.scene, others, runs),
                    });
                }
                Ok(())
            }
            _ => {
                self.arrive(frame, edge.to, runs);
                Ok(())
            }
        }
    }

    fn call(
        &mut self,
        frame: &mut Frame,
        id: EdgeId,
        function: ProcId,
        mut runs: Runs,
    ) -> Result<(), Unshown> {
        let program = self.program();
        let edge = &program.edges[id];
        let Some(Action::Call { args, result, .. }) = edge.actions.last() else { return Ok(()) };
        let active = self.active.get(&function).copied().unwrap_or(0);
        let most = self.task.claim.most.unwrap_or(DEEPEST);
        if 0 < active && !self.is_possible(&runs)? {
            return Ok(());
        }
        if most < active {
            let name = &program.procs[function].name;
            self.gap(&runs, format!("`{name}` may call itself more than {most} times"));
            return Ok(());
        }
        let args: Vec<_> = args.iter().map(|it| self.scene.typed(&mut runs.state, *it)).collect();
        let is_global = |it: &VarId| program.vars[*it].scope == Scope::Global;
        let mut inside = self.scene.entering(&runs.state, function, &args);
        let own = runs.state.vars.iter().filter(|it| !is_global(it.0));
        let own = own.map(|(var, value)| (*var, *value)).collect();
        inside.callers = std::mem::take(&mut runs.state.callers);
        inside.callers.push(own);
        let inside = Runs { state: inside, path: runs.path, returned: None };
        self.active.insert(function, active + 1);
        let ty = result.and_then(|it| program.ty_of_place(it)).map(|it| program.tys[it]);
        let after = self.function(function, inside, ty)?;
        self.active.insert(function, active);
        let Some(mut after) = after else { return Ok(()) };
        after.state.vars.retain(|it, _| is_global(it));
        after.state.vars.extend(after.state.callers.pop().unwrap_or_default());
        after.state.memo.clear();
        let value = after.returned.take();
        if let Some(place) = result {
            self.scene.path = self.path(&after);
            self.scene.store(&mut after.state, *place, value);
        }
        self.arrive(frame, edge.to, after);
        Ok(())
    }
}
