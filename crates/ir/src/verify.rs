//! Whether a program keeps the invariants I1 to I10 of [`crate::program`].
//!
//! Front ends and passes are checked with it in tests and debug builds ([`check_made`]); nothing else needs to look at what it checks.

mod ids;
mod memory;
mod typing;

use crate::edge::{Action, Edge, Guard};
use crate::expr::{Expr, Place};
use crate::memory::Storage;
use crate::program::{
    EdgeId, ExprId, FormulaId, Initially, LocId, PlaceId, ProcId, ProcessKind, Program, Scope,
    VarId,
};
use crate::property::{PropertyKind, Shape};
use crate::text::Printer;
use crate::ty::Ty;
use crate::visit::{Root, Use, Walk};
use std::collections::HashSet;
use typing::Typing;

/// Every broken invariant: its number, where it is broken, and how. An id that names nothing is
/// reported first; then the invariants are not looked at.
#[must_use]
pub fn verify(program: &Program) -> Vec<String> {
    let dangling = ids::dangling(program);
    if !dangling.is_empty() {
        return dangling;
    }
    let mut verifier = Verifier::new(program);
    verifier.declarations();
    for process in program.procs.ids() {
        verifier.process(process);
    }
    verifier.automata();
    for edge in program.edges.ids() {
        verifier.edge(edge);
    }
    verifier.properties();
    verifier.problems
}

/// Stops tests and debug builds where somebody makes a program that breaks the invariants, by name.
///
/// # Panics
/// If the program breaks one, in a debug build.
pub fn check_made(program: &Program, maker: &str) {
    if cfg!(debug_assertions) {
        let problems = verify(program);
        assert!(problems.is_empty(), "{maker} made a program that breaks {}", problems.join("; "));
    }
}

/// What is wrong with a condition that is to stand in a guard of a process.
#[must_use]
pub fn condition(program: &Program, process: ProcId, condition: ExprId) -> Vec<String> {
    let mut verifier = Verifier::new(program);
    verifier.condition(Some(process), condition, "condition");
    verifier.problems
}

struct Verifier<'a> {
    program: &'a Program,
    printer: Printer<'a>,
    problems: Vec<String>,
    typing: Typing<'a>,
    /// The uses that were looked at, by scope.
    checked: HashSet<(Option<ProcId>, UseKey)>,
}

#[derive(PartialEq, Eq, Hash)]
enum UseKey {
    Expr(ExprId),
    Read(PlaceId),
    Write(PlaceId),
}

impl<'a> Verifier<'a> {
    fn new(program: &'a Program) -> Self {
        Self {
            program,
            printer: Printer::new(program),
            problems: Vec::new(),
            typing: Typing::new(program),
            checked: HashSet::new(),
        }
    }
}

/// Declarations: I4, I5, I8.
impl Verifier<'_> {
    fn report(&mut self, invariant: &str, place: &str, problem: &str) {
        self.problems.push(format!("{invariant}: {place}: {problem}"));
    }

    fn declarations(&mut self) {
        for problem in self.typing.types() {
            self.problems.push(problem);
        }
        for (id, channel) in self.program.channels.iter() {
            for &field in &channel.fields {
                if self.program.shape(field).is_none() {
                    let place = format!("channel {id:?} ({})", channel.name);
                    self.report("I4", &place, "a field is not scalar");
                }
            }
        }
        for id in self.program.objects.ids() {
            self.object(id);
        }
        for id in self.program.vars.ids() {
            self.variable(id);
        }
        if let Some(condition) = self.program.end_requires {
            self.condition(None, condition, "end_requires");
        }
    }

    fn variable(&mut self, id: VarId) {
        let var = &self.program.vars[id];
        let place = format!("variable {}", self.printer.var_name(id));
        let scope = match var.scope {
            Scope::Global => None,
            Scope::Local(process) => Some(process),
        };
        if let Some(process) = scope {
            let listed = &self.program.procs[process].locals;
            match listed.iter().filter(|it| **it == id).count() {
                0 => self.report("I8", &place, "its process does not list it"),
                1 => {}
                _ => self.report("I8", &place, "its process lists it more than once"),
            }
        }
        for initialiser in &var.init {
            if self.program.root(initialiser.place) != Root::Own(id) {
                self.report("I5", &place, "it initialises another variable");
            }
            if !self.is_constant(initialiser.place) {
                self.report("I5", &place, "it is initialised at an index that is not constant");
            }
            self.check(scope, Use::Write(initialiser.place), &place);
            match initialiser.value {
                Initially::Value(value) => self.walk(scope, &place, |it| it.expr(value)),
                Initially::Channel(_) => {
                    let ty = self.program.ty_of_place(initialiser.place);
                    if ty.map(|it| self.program.tys[it]) != Some(Ty::Channel) {
                        self.report("I4", &place, "a channel is stored where none can be");
                    }
                }
            }
        }
    }

    /// Whether all indices on the way to a place are constants.
    fn is_constant(&self, place: PlaceId) -> bool {
        match self.program.places[place] {
            Place::Var(_) => true,
            Place::Remote { .. } | Place::Deref { .. } => false,
            Place::Field(base, _) => self.is_constant(base),
            Place::Index(base, index) => {
                matches!(self.program.exprs[index], Expr::Const { .. }) && self.is_constant(base)
            }
        }
    }

    fn process(&mut self, id: ProcId) {
        let process = &self.program.procs[id];
        let place = format!("process {}", self.printer.process_name(id));
        if process.locals.len() < process.params {
            self.report("I8", &place, "it has fewer locals than parameters");
        }
        for &local in &process.locals {
            if self.program.vars[local].scope != Scope::Local(id) {
                let name = self.printer.var_name(local);
                let problem = format!("it lists {name}, which is not its own");
                self.report("I8", &place, &problem);
            }
        }
        if process.kind == ProcessKind::Function && process.active != 0 {
            self.report("I9", &place, "it is a function but active");
        }
        if self.program.locs[process.entry].process != id {
            self.report("I1", &place, "it starts at a location of another process");
        }
        if let Some(condition) = process.provided {
            self.condition(Some(id), condition, &place);
        }
    }

    fn formula(&mut self, formula: FormulaId, place: &str) {
        self.walk(None, place, |it| it.formula(formula));
        for atom in self.program.atoms(formula) {
            self.condition(None, atom, place);
        }
    }

    fn properties(&mut self) {
        for property in self.program.props.values() {
            let place = format!("property {}", property.name);
            match property.kind {
                PropertyKind::Ltl(formula) => {
                    if !self.program.is_linear(formula) {
                        self.report("I6", &place, "its formula is not about each run by itself");
                    }
                    self.formula(formula, &place);
                }
                PropertyKind::Branching { formula, .. } => {
                    if !self.program.is_state_formula(formula) {
                        self.report("I6", &place, "its formula speaks of a run, but of which?");
                    }
                    self.formula(formula, &place);
                }
                PropertyKind::Never(claim)
                    if self.program.procs[claim].kind != ProcessKind::Claim =>
                {
                    self.report("I6", &place, "its process is not a claim");
                }
                _ => {}
            }
        }
        for label in self.program.labels.values() {
            let is_foreign = |loc: &LocId| self.program.locs[*loc].process != label.process;
            if label.locs.iter().any(is_foreign) {
                let place = format!("label {}", label.name);
                self.report("I1", &place, "it names a location of another process");
            }
        }
    }
}

/// Uses: I4, I5.
impl Verifier<'_> {
    /// Checks everything that a walk meets.
    fn walk(
        &mut self,
        scope: Option<ProcId>,
        place: &str,
        lead: impl FnOnce(&mut Walk<'_, &mut dyn FnMut(Use)>),
    ) {
        let mut uses = Vec::new();
        let mut push = |it| uses.push(it);
        lead(&mut Walk::new(self.program, &mut push));
        for it in uses {
            self.check(scope, it, place);
        }
    }

    fn check(&mut self, scope: Option<ProcId>, use_: Use, place: &str) {
        let key = match use_ {
            Use::Expr(expr) => UseKey::Expr(expr),
            Use::Read(read) => UseKey::Read(read),
            Use::Write(written) => UseKey::Write(written),
        };
        if !self.checked.insert((scope, key)) {
            return;
        }
        match use_ {
            Use::Expr(expr) => {
                if let Some(problem) = self.typing.expr(expr) {
                    let text = self.printer.expr(scope, expr);
                    self.report("I4", place, &format!("`{text}`: {problem}"));
                }
                self.named(scope, expr, place);
            }
            Use::Read(stored) | Use::Write(stored) => {
                let text = self.printer.place(scope, stored);
                if let Some(problem) = self.typing.place(stored) {
                    self.report("I4", place, &format!("`{text}`: {problem}"));
                }
                match self.program.root(stored) {
                    Root::Own(var) => match self.program.vars[var].scope {
                        Scope::Local(owner) if scope != Some(owner) => {
                            let problem = format!("`{text}` is a local of another process");
                            self.report("I5", place, &problem);
                        }
                        Scope::Local(_) | Scope::Global => {}
                    },
                    Root::Remote(_) if matches!(use_, Use::Write(_)) => {
                        self.report("I5", place, &format!("`{text}` is remote but written"));
                    }
                    Root::Remote(_) | Root::Memory => {}
                }
            }
        }
    }

    fn condition(&mut self, scope: Option<ProcId>, condition: ExprId, place: &str) {
        self.walk(scope, place, |it| it.expr(condition));
        if self.program.ty_of(condition) != Some(Ty::Bool) {
            let text = self.printer.expr(scope, condition);
            self.report("I4", place, &format!("`{text}` is not a truth value"));
        }
    }
}

/// Edges: I1 to I7, and those to allocate of I10.
impl Verifier<'_> {
    fn automata(&mut self) {
        let mut listed = vec![0_u32; self.program.edges.len()];
        for (id, loc) in self.program.locs.iter() {
            let mut tier = 0;
            for &edge in &loc.out {
                listed[tribunal_base::Id::index(edge)] += 1;
                let edge = &self.program.edges[edge];
                let place = place_of(edge);
                if edge.from != id {
                    self.report("I1", &place, &format!("{id:?} lists it"));
                }
                if edge.tier < tier {
                    self.report("I3", &place, "its tier is lower than that of the edge before it");
                }
                tier = edge.tier;
            }
        }
        for (edge, count) in self.program.edges.values().zip(listed) {
            if count != 1 {
                let problem = format!("it is listed {count} times");
                self.report("I1", &place_of(edge), &problem);
            }
        }
    }

    fn edge(&mut self, id: EdgeId) {
        let edge = &self.program.edges[id];
        let place = place_of(edge);
        let process = self.program.locs[edge.from].process;
        let scope = Some(process);
        if self.program.locs[edge.to].process != process {
            self.report("I1", &place, "it leads into another process");
        }
        if let Guard::When(condition) = edge.guard {
            self.condition(scope, condition, &place);
        }
        self.walk(scope, &place, |it| it.edge(edge));
        for (position, action) in edge.actions.iter().enumerate() {
            self.action(process, position, action, &place);
        }
        self.calls(process, edge);
        if let Some(violation) = &edge.violates
            && self.program.props[violation.property].kind.shape() != Shape::Edge
        {
            let name = &self.program.props[violation.property].name;
            self.report("I7", &place, &format!("it violates {name}, which is of another kind"));
        }
    }

    fn action(&mut self, process: ProcId, position: usize, action: &Action, place: &str) {
        let can_block =
            matches!(action, Action::Send { .. } | Action::Receive { .. } | Action::Exit);
        let text = self.printer.action(Some(process), action);
        if can_block && position != 0 {
            self.report("I2", place, &format!("`{text}` is not the first action"));
        }
        let is_claim = self.program.procs[process].kind == ProcessKind::Claim;
        if is_claim && !matches!(action, Action::Print { .. }) {
            self.report("I6", place, &format!("`{text}` is an action of a claim"));
        }
        if let Action::Spawn { process, .. } = action
            && self.program.procs[*process].kind == ProcessKind::Claim
        {
            self.report("I6", place, &format!("`{text}` spawns a claim"));
        }
        if let Action::Allocate { object, .. } = action
            && self.program.objects[*object].storage == Storage::Static
        {
            self.report("I10", place, &format!("`{text}` allocates a static object"));
        }
        if let Some(problem) = self.typing.action(action) {
            self.report("I4", place, &format!("`{text}`: {problem}"));
        }
    }
}

fn place_of(edge: &Edge) -> String {
    format!("{:?} -> {:?}", edge.from, edge.to)
}

#[cfg(test)]
mod tests;
