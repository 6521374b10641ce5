//! Arbitrary values that nobody can tell apart, tried once for all.
//!
//! An event loop reads a number of 32 bits only to compare it with a few constants. If all that a program ever does with a value is to copy it and to compare
//! it with constants, then the constants cut the numbers into intervals, and runs that differ only in numbers of one interval take the same way: they are
//! bisimilar. One number of each interval is enough, for proofs as for refutations. (The idea is data independence: P. Wolper, *Expressing interesting
//! properties of programs in propositional temporal logic*, POPL 1986; with constants, it is the coarsest partition that comparisons respect.)
//!
//! A value is followed through the function where it comes from, so that what is overwritten before it is used does not matter. Beyond that, variables among
//! which values are copied form a family, whatever the order of the program; so do the parameters and results of functions. A value that is used in any
//! other way, or comes to a family of which one is, has to be tried in full.

use super::uses::{Observed, Uses, holds, range};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_base::Id;
use tribunal_ir::{
    Action, Edge, EdgeId, Expr, ExprId, Guard, Initially, IntShape, LocId, Place, PlaceId, ProcId,
    Program, PropertyKind, Scope, VarId,
};

/// How many intervals are tried at most.
const MOST: usize = 256;

/// The families of variables, and what tells their values apart.
pub(crate) struct Classes<'a> {
    uses: Uses<'a>,
    /// Variables, then what functions return: each names another of its family, or itself.
    parent: Vec<usize>,
    /// What is told apart, for those that name themselves.
    kinds: Vec<Kinds>,
    /// The shapes of what functions return.
    returned: Vec<Vec<IntShape>>,
}

/// What is told apart.
#[derive(Clone, Debug, Default)]
struct Kinds {
    /// The least numbers of intervals.
    cuts: BTreeSet<i128>,
    /// Whether there is another use than to compare.
    is_opaque: bool,
}

impl Kinds {
    fn add(&mut self, seen: Observed) {
        match seen {
            Observed::Cut(starts) => self.cuts.extend(starts),
            Observed::Whole => self.is_opaque = true,
        }
    }

    fn join(&mut self, other: &Self) {
        self.cuts.extend(&other.cuts);
        self.is_opaque |= other.is_opaque;
    }
}

impl<'a> Classes<'a> {
    pub(crate) fn new(program: &'a Program) -> Self {
        let count = program.vars.len() + program.procs.len();
        let mut classes = Self {
            uses: Uses::new(program),
            parent: (0..count).collect(),
            kinds: vec![Kinds::default(); count],
            returned: returned(program),
        };
        for (id, var) in program.vars.iter() {
            for first in &var.init {
                if let Initially::Value(value) = first.value {
                    match program.places[first.place] {
                        Place::Var(_) => classes.flow(value, Some(id.index())),
                        _ => classes.observe(value),
                    }
                }
            }
        }
        for edge in program.edges.values() {
            classes.edge(edge);
        }
        for process in program.procs.values() {
            process.provided.into_iter().for_each(|it| classes.observe(it));
        }
        program.end_requires.into_iter().for_each(|it| classes.observe(it));
        for property in program.props.values() {
            if let PropertyKind::Ltl(formula) = property.kind {
                for var in classes.uses.read(|walk| walk.formula(formula)) {
                    classes.expose(var);
                }
            }
        }
        classes
    }

    /// A value of each interval that is told apart of those that an edge leaves open for a variable; `None` if there are too many, or more is done with it than
    /// to compare.
    pub(crate) fn of(&mut self, edge: EdgeId, var: VarId) -> Option<Vec<i128>> {
        let program = self.uses.program;
        let (low, high) = range(program.shape(program.vars[var].ty)?)?;
        let Kinds { cuts, is_opaque } = match program.vars[var].scope {
            Scope::Local(_) => self.follow(edge, var),
            Scope::Global => self.kinds[self.family(var.index())].clone(),
        };
        if is_opaque {
            return None;
        }
        let mut starts = vec![low];
        starts.extend(cuts.into_iter().filter(|it| low < *it && *it <= high));
        if MOST < starts.len() {
            return None;
        }
        let ends = starts.iter().skip(1).map(|it| it - 1).chain([high]);
        // The simplest number of each.
        Some(starts.iter().zip(ends).map(|(low, high)| 0_i128.clamp(*low, high)).collect())
    }

    fn family(&self, mut member: usize) -> usize {
        while self.parent[member] != member {
            member = self.parent[member];
        }
        member
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.family(a), self.family(b));
        if a == b {
            return;
        }
        let size = |it: usize| self.kinds[it].cuts.len();
        let (small, large) = if size(a) < size(b) { (a, b) } else { (b, a) };
        self.parent[small] = large;
        let kinds = std::mem::take(&mut self.kinds[small]);
        self.kinds[large].join(&kinds);
    }

    fn expose(&mut self, var: VarId) {
        let family = self.family(var.index());
        self.kinds[family].is_opaque = true;
    }

    fn observe(&mut self, expr: ExprId) {
        for (var, seen) in self.uses.of(expr).iter() {
            let family = self.family(var.index());
            self.kinds[family].add(*seen);
        }
    }

    fn result(&self, function: ProcId) -> usize {
        self.uses.program.vars.len() + function.index()
    }

    fn edge(&mut self, edge: &Edge) {
        if let Guard::When(condition) = edge.guard {
            self.observe(condition);
        }
        let program = self.uses.program;
        for action in &edge.actions {
            match action {
                Action::Assign { place, value } => {
                    let target = self.target(*place);
                    self.flow(*value, target);
                }
                Action::Havoc { place } => _ = self.target(*place),
                Action::Call { process, args, result } => {
                    let params = &program.procs[*process].locals;
                    for (arg, param) in args.iter().zip(params) {
                        self.flow(*arg, Some(param.index()));
                    }
                    if let Some(place) = result {
                        self.bring_back(*process, *place);
                    }
                }
                Action::Return { value: Some(value) } => {
                    let function = program.locs[edge.from].process;
                    let returned = self.result(function);
                    self.flow(*value, Some(returned));
                }
                // Shown, but to nobody who goes another way for it.
                Action::Return { value: None } | Action::Print { .. } => {}
                _ => {
                    for var in self.uses.read(|walk| walk.action(action)) {
                        self.expose(var);
                    }
                }
            }
        }
    }

    /// The variable that a place is, after all that it takes to find other places.
    fn target(&mut self, place: PlaceId) -> Option<usize> {
        if let Place::Var(var) = self.uses.program.places[place] {
            return Some(var.index());
        }
        for var in self.uses.read(|walk| walk.action(&Action::Havoc { place })) {
            self.expose(var);
        }
        None
    }

    /// What a function returns comes to a place.
    fn bring_back(&mut self, function: ProcId, place: PlaceId) {
        let program = self.uses.program;
        let shape = |it: usize| program.shape(program.vars[VarId::from_index(it)].ty);
        let target = self.target(place);
        // It has to come unchanged.
        let fits = target.filter(|it| {
            let shapes = &self.returned[function.index()];
            shape(*it).is_some_and(|to| shapes.iter().all(|from| holds(to, Some(*from))))
        });
        let returned = self.result(function);
        match fits {
            Some(target) => self.join(returned, target),
            None => {
                let family = self.family(returned);
                self.kinds[family].is_opaque = true;
            }
        }
    }

    /// The variable whose number comes unchanged to another, or to what a function returns.
    fn source(&self, value: ExprId, target: usize) -> Option<VarId> {
        let program = self.uses.program;
        let shape = match target < program.vars.len() {
            true => program.shape(program.vars[VarId::from_index(target)].ty)?,
            false => program.shape_of(value),
        };
        self.uses.copied(value).filter(|it| holds(shape, self.uses.shape(*it)))
    }

    /// A value comes to a variable, or to what a function returns.
    fn flow(&mut self, value: ExprId, target: Option<usize>) {
        if let Expr::Ite(condition, yes, no) = self.uses.program.exprs[value] {
            self.observe(condition);
            self.flow(yes, target);
            self.flow(no, target);
            return;
        }
        match target.and_then(|it| Some((self.source(value, it)?, it))) {
            Some((var, target)) => self.join(var.index(), target),
            None => self.observe(value),
        }
    }

    /// What is told apart of the value that an edge leaves open for a local variable.
    fn follow(&mut self, edge: EdgeId, var: VarId) -> Kinds {
        let program = self.uses.program;
        let mut kinds = Kinds::default();
        let mut holders: BTreeMap<LocId, BTreeSet<VarId>> = BTreeMap::new();
        let start = &program.edges[edge];
        // What the rest of the edge does comes after.
        let is_it = |it: &Action| matches!(it, Action::Havoc { place } if program.places[*place] == Place::Var(var));
        let after = start.actions.iter().rposition(is_it).map_or(0, |it| it + 1);
        // Nobody looks at it from elsewhere.
        let process = program.locs[start.from].process;
        let provided = program.procs[process].provided.map(|it| self.uses.of(it));
        let is_own = |it: &(VarId, Observed)| program.vars[it.0].scope == Scope::Local(process);
        kinds.is_opaque = provided.is_some_and(|it| it.iter().any(is_own))
            || 1 < start.actions.iter().filter(|it| is_it(it)).count()
            || program.places.iter().any(|(_, it)| matches!(it, Place::Remote { .. }));
        let mut held = BTreeSet::from([var]);
        self.pass(start, after, &mut held, &mut kinds);
        let mut waiting = vec![(start.to, held)];
        while let Some((location, held)) = waiting.pop() {
            if kinds.is_opaque {
                break;
            }
            let known = holders.entry(location).or_default();
            let before = known.len();
            known.extend(held);
            if known.len() == before {
                continue;
            }
            let known = known.clone();
            for id in &program.locs[location].out {
                let edge = &program.edges[*id];
                let mut held = known.clone();
                if let Guard::When(condition) = edge.guard {
                    self.look(condition, &held, &mut kinds);
                }
                self.pass(edge, 0, &mut held, &mut kinds);
                if !held.is_empty() {
                    waiting.push((edge.to, held));
                }
            }
        }
        kinds
    }

    /// Takes note of what an expression tells of a value that some variables hold.
    fn look(&mut self, expr: ExprId, held: &BTreeSet<VarId>, kinds: &mut Kinds) {
        for (var, seen) in self.uses.of(expr).iter() {
            if held.contains(var) {
                kinds.add(*seen);
            }
        }
    }

    /// Who holds a value after the actions of an edge, from one of them on.
    fn pass(&mut self, edge: &Edge, from: usize, held: &mut BTreeSet<VarId>, kinds: &mut Kinds) {
        let program = self.uses.program;
        for action in &edge.actions[from..] {
            match action {
                Action::Assign { place, value } => match program.places[*place] {
                    Place::Var(target) => self.hand_over(*value, target, held, kinds),
                    _ => self.betray(action, held, kinds),
                },
                Action::Havoc { place } => match program.places[*place] {
                    Place::Var(var) => _ = held.remove(&var),
                    _ => self.betray(action, held, kinds),
                },
                Action::Call { process, args, result } => {
                    let params = &program.procs[*process].locals;
                    for (arg, param) in args.iter().zip(params) {
                        self.send(*arg, param.index(), held, kinds);
                    }
                    match result.map(|it| program.places[it]) {
                        None => {}
                        Some(Place::Var(var)) => _ = held.remove(&var),
                        Some(_) => self.betray(action, held, kinds),
                    }
                }
                Action::Return { value } => {
                    let returned = self.result(program.locs[edge.from].process);
                    value.iter().for_each(|it| self.send(*it, returned, held, kinds));
                    held.clear();
                }
                Action::Print { .. } => {}
                _ => self.betray(action, held, kinds),
            }
        }
    }

    /// A variable is assigned.
    fn hand_over(
        &mut self,
        value: ExprId,
        target: VarId,
        held: &mut BTreeSet<VarId>,
        kinds: &mut Kinds,
    ) {
        let is_held = self.source(value, target.index()).is_some_and(|it| held.contains(&it));
        match self.uses.program.vars[target].scope {
            Scope::Local(_) if is_held => _ = held.insert(target),
            Scope::Local(_) => {
                self.look(value, held, kinds);
                held.remove(&target);
            }
            Scope::Global => self.send(value, target.index(), held, kinds),
        }
    }

    /// A value comes to where it is not followed.
    fn send(&mut self, value: ExprId, target: usize, held: &BTreeSet<VarId>, kinds: &mut Kinds) {
        match self.source(value, target).filter(|it| held.contains(it)) {
            Some(_) => kinds.join(&self.kinds[self.family(target)].clone()),
            None => self.look(value, held, kinds),
        }
    }

    /// Whatever an action reads is told in full.
    fn betray(&mut self, action: &Action, held: &BTreeSet<VarId>, kinds: &mut Kinds) {
        let read = self.uses.read(|walk| walk.action(action));
        kinds.is_opaque |= read.iter().any(|it| held.contains(it));
    }
}

/// The shapes of what each function returns.
fn returned(program: &Program) -> Vec<Vec<IntShape>> {
    let mut shapes = vec![Vec::new(); program.procs.len()];
    for edge in program.edges.values() {
        if let Some(Action::Return { value: Some(value) }) = edge.actions.last() {
            let of_it: &mut Vec<IntShape> = &mut shapes[program.locs[edge.from].process.index()];
            let shape = program.shape_of(*value);
            if !of_it.contains(&shape) {
                of_it.push(shape);
            }
        }
    }
    shapes
}
