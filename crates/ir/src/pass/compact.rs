//! Compaction: a copy of a program without what no run can use.
//!
//! Locations that cannot be reached, edges whose condition is the constant false, variables that
//! nobody mentions, claims and properties that are not asked for are left out. Processes, parameters and
//! variables that hold new channels stay: they have their places among the living. The ids of the copy
//! are its own.

use super::feasible::is_never_enabled;
use crate::edge::{Action, Edge, Guard, Pattern};
use crate::expr::{Expr, Place};
use crate::formula::Formula;
use crate::pass::not_flat;
use crate::program::{
    EdgeId, ExprId, FormulaId, Initialiser, Initially, Label, LabelId, LocId, PlaceId, ProcId,
    ProcessKind, Program, PropId, Scope, VarId,
};
use crate::property::PropertyKind;
use crate::visit::{Root, Use, Walk};
use std::collections::{HashMap, HashSet};

/// The copy, with some of the program's properties.
#[must_use]
pub fn run(program: &Program, properties: &[PropId]) -> Program {
    let used = Used::new(program, properties);
    let mut copying = Copying { from: program, to: Program::default(), ids: Ids::default() };
    copying.declarations(&used);
    copying.locations(&used);
    copying.labels(&used);
    copying.bodies(&used, properties);
    copying.properties(properties);
    crate::check_made(&copying.to, "compact");
    copying.to
}

/// What is left.
#[derive(Default)]
struct Used {
    procs: Vec<ProcId>,
    locs: Vec<LocId>,
    edges: Vec<EdgeId>,
    vars: HashSet<VarId>,
    labels: HashSet<LabelId>,
}

impl Used {
    fn new(program: &Program, properties: &[PropId]) -> Self {
        let mut used = Self::default();
        let is_asked_for = |claim: ProcId| {
            let mut kinds = properties.iter().map(|it| program.props[*it].kind);
            kinds.any(|it| it == PropertyKind::Never(claim))
        };
        let procs = program.procs.iter().filter(|(id, it)| match it.kind {
            ProcessKind::Ordinary => true,
            ProcessKind::Claim => is_asked_for(*id),
            _ => not_flat(),
        });
        used.procs = procs.map(|(id, _)| id).collect();
        let mut reached = HashSet::new();
        let mut stack: Vec<LocId> = used.procs.iter().map(|it| program.procs[*it].entry).collect();
        while let Some(loc) = stack.pop() {
            if reached.insert(loc) {
                let out = program.locs[loc].out.iter().map(|it| &program.edges[*it]);
                stack.extend(out.filter(|it| !is_never_enabled(program, it)).map(|it| it.to));
            }
        }
        used.locs = program.locs.ids().filter(|it| reached.contains(it)).collect();
        let edges = program.edges.iter();
        let left = edges.filter(|(_, it)| reached.contains(&it.from));
        used.edges =
            left.filter(|(_, it)| !is_never_enabled(program, it)).map(|(id, _)| id).collect();
        used.mention(program, properties);
        used
    }

    fn mention(&mut self, program: &Program, properties: &[PropId]) {
        for process in &self.procs {
            let process = &program.procs[*process];
            self.vars.extend(process.locals.iter().take(process.params));
        }
        let holds_channel = |it: &Initialiser| matches!(it.value, Initially::Channel(_));
        let holders = program.vars.iter().filter(|(_, it)| it.init.iter().any(holds_channel));
        self.vars.extend(holders.map(|(id, _)| id));
        loop {
            let before = self.vars.len();
            let mut uses = Vec::new();
            let mut walk = Walk::new(program, |it| uses.push(it));
            self.edges.iter().for_each(|it| walk.edge(&program.edges[*it]));
            let provided = self.procs.iter().filter_map(|it| program.procs[*it].provided);
            provided.chain(program.end_requires).for_each(|it| walk.expr(it));
            for property in properties {
                program.props[*property].kind.formula().into_iter().for_each(|it| walk.formula(it));
            }
            let known = program.vars.iter().filter(|(id, _)| self.vars.contains(id));
            for initialiser in known.flat_map(|(_, it)| &it.init) {
                if let Initially::Value(value) = initialiser.value {
                    walk.expr(value);
                }
            }
            for it in uses {
                match it {
                    Use::Expr(expr) => {
                        if let Expr::At { label, .. } = program.exprs[expr] {
                            self.labels.insert(label);
                        }
                    }
                    Use::Read(place) | Use::Write(place) => {
                        let (Root::Own(var) | Root::Remote(var)) = program.root(place) else {
                            not_flat()
                        };
                        self.vars.insert(var);
                    }
                }
            }
            if before == self.vars.len() {
                return;
            }
        }
    }
}

/// The copies of what has ids of its own.
#[derive(Default)]
struct Ids {
    procs: HashMap<ProcId, ProcId>,
    vars: HashMap<VarId, VarId>,
    locs: HashMap<LocId, LocId>,
    labels: HashMap<LabelId, LabelId>,
    props: HashMap<PropId, PropId>,
}

struct Copying<'a> {
    from: &'a Program,
    to: Program,
    ids: Ids,
}

impl Copying<'_> {
    /// Everything without its contents.
    fn declarations(&mut self, used: &Used) {
        let from = self.from;
        self.to = Program {
            tys: from.tys.clone(),
            records: from.records.clone(),
            enums: from.enums.clone(),
            channels: from.channels.clone(),
            scheduling: from.scheduling,
            unsupported: from.unsupported.clone(),
            sources: from.sources.clone(),
            ..Program::default()
        };
        for process in &used.procs {
            let copy = self.to.procs.push(from.procs[*process].clone());
            self.ids.procs.insert(*process, copy);
        }
        for (id, var) in from.vars.iter().filter(|(id, _)| used.vars.contains(id)) {
            let scope = match var.scope {
                Scope::Global => Some(Scope::Global),
                Scope::Local(process) => self.ids.procs.get(&process).map(|it| Scope::Local(*it)),
            };
            if let Some(scope) = scope {
                let copy = self.to.vars.push(crate::program::Var { scope, ..var.clone() });
                self.ids.vars.insert(id, copy);
            }
        }
    }

    fn locations(&mut self, used: &Used) {
        for id in &used.locs {
            let mut copy = self.from.locs[*id].clone();
            copy.process = self.ids.procs[&copy.process];
            copy.out.clear();
            let copy = self.to.locs.push(copy);
            self.ids.locs.insert(*id, copy);
        }
    }

    fn labels(&mut self, used: &Used) {
        for (id, label) in self.from.labels.iter().filter(|(id, _)| used.labels.contains(id)) {
            let Some(process) = self.ids.procs.get(&label.process) else { continue };
            let locs = label.locs.iter().filter_map(|it| self.ids.locs.get(it).copied());
            let copy = Label { name: label.name.clone(), process: *process, locs: locs.collect() };
            let copy = self.to.labels.push(copy);
            self.ids.labels.insert(id, copy);
        }
    }

    fn properties(&mut self, properties: &[PropId]) {
        self.to.end_requires = self.from.end_requires.map(|it| self.expr(it));
        for id in properties {
            let copy = self.ids.props[id];
            self.to.props[copy].kind = match self.from.props[*id].kind {
                PropertyKind::Ltl(formula) => PropertyKind::Ltl(self.formula(formula)),
                PropertyKind::Branching { formula, granularity } => {
                    PropertyKind::Branching { formula: self.formula(formula), granularity }
                }
                PropertyKind::Never(claim) => PropertyKind::Never(self.ids.procs[&claim]),
                kind => kind,
            };
        }
    }

    /// What processes, variables and edges contain.
    fn bodies(&mut self, used: &Used, properties: &[PropId]) {
        let violations = used.edges.iter().filter_map(|it| self.from.edges[*it].violates.as_ref());
        let violated: HashSet<PropId> = violations.map(|it| it.property).collect();
        let is_left = |it: PropId| properties.contains(&it) || violated.contains(&it);
        for (id, property) in self.from.props.iter().filter(|(id, _)| is_left(*id)) {
            let mut copy = property.clone();
            copy.kind = PropertyKind::Unreachable;
            let copy = self.to.props.push(copy);
            self.ids.props.insert(id, copy);
        }
        for id in &used.procs {
            let process = &self.from.procs[*id];
            let copy = self.ids.procs[id];
            let locals = process.locals.iter().filter_map(|it| self.ids.vars.get(it).copied());
            self.to.procs[copy].locals = locals.collect();
            self.to.procs[copy].entry = self.ids.locs[&process.entry];
            self.to.procs[copy].provided = process.provided.map(|it| self.expr(it));
        }
        for (id, var) in self.from.vars.iter() {
            let Some(copy) = self.ids.vars.get(&id).copied() else { continue };
            let init = var.init.iter().map(|it| Initialiser {
                place: self.place(it.place),
                value: match it.value {
                    Initially::Value(value) => Initially::Value(self.expr(value)),
                    Initially::Channel(channel) => Initially::Channel(channel),
                },
            });
            self.to.vars[copy].init = init.collect();
        }
        for id in &used.edges {
            let edge = self.edge(&self.from.edges[*id]);
            self.to.connect(edge);
        }
    }

    fn edge(&mut self, edge: &Edge) -> Edge {
        let mut copy = edge.clone();
        copy.from = self.ids.locs[&edge.from];
        copy.to = self.ids.locs[&edge.to];
        if let Guard::When(condition) = edge.guard {
            copy.guard = Guard::When(self.expr(condition));
        }
        if let Some(violation) = &mut copy.violates {
            violation.property = self.ids.props[&violation.property];
        }
        copy.actions.iter_mut().for_each(|it| self.action(it));
        copy
    }

    fn action(&mut self, action: &mut Action) {
        match action {
            Action::Assign { place, value } => {
                *place = self.place(*place);
                *value = self.expr(*value);
            }
            Action::Send { channel, message, .. } => {
                *channel = self.expr(*channel);
                message.iter_mut().for_each(|it| *it = self.expr(*it));
            }
            Action::Receive { channel, patterns, .. } => {
                *channel = self.expr(*channel);
                patterns.iter_mut().for_each(|it| self.pattern(it));
            }
            Action::Spawn { process, args, result, priority } => {
                *process = self.ids.procs[process];
                args.iter_mut().for_each(|it| *it = self.expr(*it));
                *result = result.map(|it| self.place(it));
                *priority = self.expr(*priority);
            }
            Action::Exit => {}
            Action::SetPriority { process, value } => {
                *process = self.expr(*process);
                *value = self.expr(*value);
            }
            Action::Print { args, .. } => args.iter_mut().for_each(|it| *it = self.expr(*it)),
            _ => not_flat(),
        }
    }

    fn pattern(&mut self, pattern: &mut Pattern) {
        match pattern {
            Pattern::Store(place) => *place = self.place(*place),
            Pattern::Match(value) => *value = self.expr(*value),
            Pattern::Any => {}
        }
    }

    fn place(&mut self, place: PlaceId) -> PlaceId {
        let copy = match self.from.places[place] {
            Place::Var(var) => Place::Var(self.ids.vars[&var]),
            Place::Index(base, index) => Place::Index(self.place(base), self.expr(index)),
            Place::Field(base, field) => Place::Field(self.place(base), field),
            Place::Remote { process, var } => {
                Place::Remote { process: self.expr(process), var: self.ids.vars[&var] }
            }
            _ => not_flat(),
        };
        self.to.place(copy)
    }

    fn expr(&mut self, expr: ExprId) -> ExprId {
        let mut copy = self.from.exprs[expr].clone();
        match &mut copy {
            Expr::Const { .. }
            | Expr::SelfPid
            | Expr::ProcessCount
            | Expr::Timeout
            | Expr::NonProgress => {}
            Expr::Load(place) => *place = self.place(*place),
            Expr::Unary(_, arg)
            | Expr::Cast { arg, .. }
            | Expr::ProgramCounter(arg)
            | Expr::Priority(arg)
            | Expr::Enabled(arg)
            | Expr::Length(arg)
            | Expr::Capacity(arg)
            | Expr::Arity(arg) => *arg = self.expr(*arg),
            Expr::Binary(_, left, right) => {
                *left = self.expr(*left);
                *right = self.expr(*right);
            }
            Expr::Ite(condition, yes, no) => {
                *condition = self.expr(*condition);
                *yes = self.expr(*yes);
                *no = self.expr(*no);
            }
            Expr::InstanceOf(process) => *process = self.ids.procs[process],
            Expr::At { process, label } => {
                *process = self.expr(*process);
                *label = self.ids.labels[label];
            }
            Expr::Poll { channel, patterns, .. } => {
                *channel = self.expr(*channel);
                patterns.iter_mut().for_each(|it| self.pattern(it));
            }
            _ => not_flat(),
        }
        self.to.expr(copy)
    }

    fn formula(&mut self, formula: FormulaId) -> FormulaId {
        let copy = match self.from.formulas[formula] {
            Formula::Const(value) => Formula::Const(value),
            Formula::Atom(expr) => Formula::Atom(self.expr(expr)),
            Formula::Not(arg) => Formula::Not(self.formula(arg)),
            Formula::Next(arg) => Formula::Next(self.formula(arg)),
            Formula::AllRuns(arg) => Formula::AllRuns(self.formula(arg)),
            Formula::SomeRun(arg) => Formula::SomeRun(self.formula(arg)),
            Formula::And(left, right) => Formula::And(self.formula(left), self.formula(right)),
            Formula::Or(left, right) => Formula::Or(self.formula(left), self.formula(right)),
            Formula::Until(left, right) => Formula::Until(self.formula(left), self.formula(right)),
            Formula::Release(left, right) => {
                Formula::Release(self.formula(left), self.formula(right))
            }
        };
        self.to.formulas.intern(copy)
    }
}
