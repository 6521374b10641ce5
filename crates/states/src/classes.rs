//! Arbitrary values that nobody can tell apart, tried once for all.
//!
//! An event loop reads a number of 32 bits only to compare it with a few constants. If all that a program ever does with a value is to copy it and to compare
//! it with constants, then the constants cut the numbers into intervals, and runs that differ only in numbers of one interval take the same way: they are
//! bisimilar. One number of each interval is enough, for proofs as for refutations. (The idea is data independence: P. Wolper, *Expressing interesting
//! properties of programs in propositional temporal logic*, POPL 1986; with constants, it is the coarsest partition that comparisons respect.)
//!
//! A value is followed through the function where it comes from, with the conditions that it has passed ([`journey`]), so that what is overwritten before it is
//! used does not matter, and what is used otherwise only after it was found to be between two numbers is tried in full only between these. Beyond that,
//! variables among which values are copied form a family, whatever the order of the program; so do the parameters and results of functions. A value that is
//! used in any other way, or comes to a family of which one is, has to be tried in full.

mod journey;

use crate::uses::{Observed, Uses, holds, range};
use std::collections::BTreeSet;
use tribunal_base::Id;
use tribunal_ir::live::Liveness;
use tribunal_ir::{
    Action, Control, Edge, EdgeId, Expr, ExprId, Guard, Initially, IntShape, Place, PlaceId,
    ProcId, Program, PropertyKind, Scope, VarId,
};

/// How many intervals are tried at most.
const MOST: usize = 256;

/// The families of variables, and what tells their values apart.
pub struct Classes<'a> {
    uses: Uses<'a>,
    /// Variables, then what functions return: each names another of its family, or itself.
    parent: Vec<usize>,
    /// What is told apart, for those that name themselves.
    kinds: Vec<Kinds>,
    /// The shapes of what functions return.
    returned: Vec<Vec<IntShape>>,
    /// Whether somebody outside looks at local variables.
    is_overlooked: bool,
    /// What still matters where; made when it is asked for.
    liveness: Option<Liveness>,
}

/// The least and the greatest number that a value can be.
type Range = (i128, i128);

/// What is told apart.
#[derive(Clone, Debug, Default)]
struct Kinds {
    /// The least numbers of intervals.
    cuts: BTreeSet<i128>,
    /// Whether all are, since there is another use than to compare.
    is_opaque: bool,
}

impl Kinds {
    /// Takes note of what is seen of a number in a range.
    fn add(&mut self, seen: Observed, within: Range) {
        match seen {
            Observed::Cut(starts) => self.cuts.extend(starts),
            Observed::Whole => self.tell(within),
        }
    }

    /// All numbers of a range are told apart.
    fn tell(&mut self, (low, high): Range) {
        if i128::try_from(MOST).is_ok_and(|most| high - low < most) {
            self.cuts.extend(low..=high + 1);
        } else {
            self.is_opaque = true;
        }
    }

    fn join(&mut self, other: &Self) {
        self.cuts.extend(&other.cuts);
        self.is_opaque |= other.is_opaque;
    }
}

impl<'a> Classes<'a> {
    /// Of a program.
    #[must_use]
    pub fn new(program: &'a Program) -> Self {
        let count = program.vars.len() + program.procs.len();
        let mut classes = Self {
            uses: Uses::new(program),
            parent: (0..count).collect(),
            kinds: vec![Kinds::default(); count],
            returned: returned(program),
            is_overlooked: false,
            liveness: None,
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

    /// What an edge may choose when it asks for the value of a variable, having asked so often before: one number of each interval that is told apart. `None` if there are too
    /// many, or it does not ask for a variable.
    pub fn asked(&mut self, id: EdgeId, before: usize) -> Option<Vec<i128>> {
        let program = self.uses.program;
        let edge = &program.edges[id];
        // Otherwise another edge may ask.
        if program.locs[edge.to].control == Control::Indivisible {
            return None;
        }
        let mut places = edge.actions.iter().filter_map(|it| match it {
            Action::Havoc { place } => Some(program.places[*place]),
            _ => None,
        });
        let Place::Var(var) = places.nth(before)? else { return None };
        self.of(id, var)
    }

    /// A value of each interval that is told apart of those that an edge leaves open for a variable; `None` if there are too many, or more is done with it than
    /// to compare.
    pub fn of(&mut self, edge: EdgeId, var: VarId) -> Option<Vec<i128>> {
        let program = self.uses.program;
        let (low, high) = range(program.shape(program.vars[var].ty)?)?;
        let Kinds { cuts, is_opaque } = match program.vars[var].scope {
            Scope::Local(_) => self.follow(edge, var, (low, high)),
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

    /// Takes note that an expression is asked for from outside, at any time.
    pub fn watch(&mut self, expr: ExprId) {
        let program = self.uses.program;
        self.observe(expr);
        let read = self.uses.read(|walk| walk.expr(expr));
        self.is_overlooked |= read.iter().any(|it| program.vars[*it].scope != Scope::Global);
    }

    fn observe(&mut self, expr: ExprId) {
        for (var, seen) in self.uses.of(expr).iter() {
            let family = self.family(var.index());
            match *seen {
                Observed::Cut(starts) => self.kinds[family].cuts.extend(starts),
                Observed::Whole => self.kinds[family].is_opaque = true,
            }
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
