//! Processes of a program as functions that can be checked: of a program whose processes talk to each other, one that starts some of them where anything may hold.
//!
//! Each process becomes a function that tells where it is before each of its steps. A process that does not take part is left out; what it would have written is arbitrary, at the start for global
//! variables and parameters, and at every receive for messages, which fit what is received. What is sent is seen by nobody. Where several steps are possible, an arbitrary number decides, so that evidence
//! can say which one was taken.

mod moved;
mod start;

use std::collections::BTreeMap;

use tribunal_base::Span;
use tribunal_engine_symbolic::steps::Marks;
use tribunal_ir::visit::{Use, Walk};
use tribunal_ir::{
    Action, BinOp, Control, Edge, EdgeId, Expr, ExprId, FormulaId, Guard, Initially, IntShape,
    LocId, Location, Matching, Pattern, Place, PlaceId, ProcId, ProcessKind, Program, Scope, Ty,
    TyId, UnOp, Var, VarId,
};

use crate::chart::{Asker, Chart, Constants, Input, InputKind, Kind, Node};

use moved::Site;

/// The variable that the processes are chosen by.
const CHOOSER: &str = "%process";
const NODE: &str = "%node";
const ATOM: &str = "%atom";

/// What is asked about processes.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The processes; the same one may be there more than once.
    pub processes: Vec<ProcId>,
    /// Expressions that are evaluated before each step of the processes whose variables they mention, or of all.
    pub atoms: Vec<FormulaId>,
    /// What holds at first.
    pub requires: Option<FormulaId>,
}

/// A program with functions in the place of processes.
#[derive(Debug)]
pub struct ProcessFunctions {
    /// The program.
    pub program: Program,
    /// Its nodes: one for each place where a step starts, and the ends.
    pub chart: Chart,
    /// What stands at the nodes.
    pub spans: Vec<Span>,
    /// What is left open.
    pub inputs: Vec<Input>,
    /// How the program tells where it is.
    pub marks: Marks,
    /// The variable that says which process goes on from there.
    pub chooser: VarId,
    /// The mark where all is ready for the processes.
    pub fork: u32,
    /// What was taken for granted.
    pub notes: Vec<String>,
}

/// Something that has no translation, and where.
pub type Unsupported = (String, Span);

/// Makes functions of processes.
///
/// # Errors
/// If something is not supported.
pub fn process_functions(program: Program, asked: &Asked) -> Result<ProcessFunctions, Unsupported> {
    let nowhere = asked.processes.first().map(|it| program.procs[*it].span);
    let mut making = Making {
        nowhere: nowhere.unwrap_or(Span::new(tribunal_base::FileId(0), 0, 0)),
        program,
        inputs: Vec::new(),
        notes: Vec::new(),
        nodes: Vec::new(),
        spans: Vec::new(),
    };
    making.leave_out(asked)?;
    let int = making.program.int_ty(IntShape::I32);
    let truth = making.program.ty(Ty::Bool);
    let node = making.global(NODE, int);
    let atoms: Vec<VarId> =
        (0..asked.atoms.len()).map(|it| making.global(&format!("{ATOM}{it}"), truth)).collect();
    let chooser = making.global(CHOOSER, int);
    let mut chosen = asked.processes.clone();
    chosen.sort();
    chosen.dedup();
    for process in chosen {
        making.process(process, node, &atoms, asked)?;
    }
    let fork = u32::try_from(making.nodes.len()).map_or(u32::MAX, |it| it + 1);
    making.start(node, chooser, fork, asked)?;
    let marks = Marks {
        node,
        atoms,
        inputs: making.inputs.iter().map(|it| (it.function.clone(), it.name.clone())).collect(),
    };
    let Making { program, inputs, mut notes, nodes, spans, .. } = making;
    notes.dedup();
    Ok(ProcessFunctions {
        program,
        chart: Chart { nodes },
        spans,
        inputs,
        marks,
        chooser,
        fork,
        notes,
    })
}

struct Making {
    program: Program,
    nowhere: Span,
    inputs: Vec<Input>,
    notes: Vec<String>,
    nodes: Vec<Node>,
    spans: Vec<Span>,
}

impl Making {
    /// Leaves out the processes that do not take part, and all properties.
    fn leave_out(&mut self, asked: &Asked) -> Result<(), Unsupported> {
        let program = &mut self.program;
        if program.exprs.iter().any(|(_, it)| *it == Expr::Timeout) {
            return Err(("`timeout`, which depends on all processes,".to_owned(), self.nowhere));
        }
        let ids: Vec<ProcId> = program.procs.ids().collect();
        for id in ids {
            let process = &mut program.procs[id];
            if process.provided.is_some() && asked.processes.contains(&id) {
                return Err(("a process with `provided`".to_owned(), process.span));
            }
            (process.kind, process.active, process.provided) = (ProcessKind::Function, 0, None);
        }
        let edges: Vec<EdgeId> = program.edges.ids().collect();
        for id in edges {
            if !asked.processes.contains(&program.locs[program.edges[id].from].process) {
                program.edges[id].actions.clear();
                program.edges[id].violates = None;
                program.edges[id].guard = Guard::Else;
            }
        }
        let vars: Vec<VarId> = program.vars.ids().collect();
        for id in vars {
            program.vars[id].init.retain(|it| matches!(it.value, Initially::Value(_)));
        }
        program.channels = tribunal_base::Arena::default();
        program.end_requires = None;
        Ok(())
    }

    fn global(&mut self, name: &str, ty: TyId) -> VarId {
        self.variable(name, ty, Scope::Global)
    }

    fn variable(&mut self, name: &str, ty: TyId, scope: Scope) -> VarId {
        self.program.vars.push(Var {
            name: name.to_owned(),
            ty,
            scope,
            init: Vec::new(),
            matching: Matching::Matched,
            span: self.nowhere,
        })
    }

    /// A variable of its own for an arbitrary value that people call so.
    fn open(&mut self, name: &str, ty: TyId, scope: Scope) -> VarId {
        let kind = match self.program.shape(ty) {
            Some(shape) if shape.signed => InputKind::Signed,
            _ => InputKind::Unsigned,
        };
        if !self.inputs.iter().any(|it| it.name == name) {
            let (function, asker) = (name.to_owned(), Asker::Driver);
            let (name, constants) = (name.to_owned(), Constants::Numbers);
            self.inputs.push(Input { name, function, kind, asker, range: None, constants });
        }
        // A bit is shown as a truth.
        let truth = self.program.ty(Ty::Bool);
        let is_bit = self.program.shape(ty).is_some_and(|it| it.bits == 1);
        let ty = if is_bit { truth } else { ty };
        let var = self.variable(&format!("%{name}"), ty, scope);
        if let Scope::Local(process) = scope {
            self.program.procs[process].locals.push(var);
        }
        var
    }

    fn load(&mut self, var: VarId) -> ExprId {
        let place = self.program.place(Place::Var(var));
        self.program.expr(Expr::Load(place))
    }

    /// What was left open, as a value of a type.
    fn opened(&mut self, var: VarId, ty: TyId) -> ExprId {
        let value = self.load(var);
        if self.program.vars[var].ty == ty {
            return value;
        }
        self.program.expr(Expr::Cast { to: ty, arg: value })
    }

    fn assign(&mut self, var: VarId, value: ExprId) -> Action {
        Action::Assign { place: self.program.place(Place::Var(var)), value }
    }

    /// Puts a mark before each step of a process.
    fn process(
        &mut self,
        id: ProcId,
        node: VarId,
        atoms: &[VarId],
        asked: &Asked,
    ) -> Result<(), Unsupported> {
        let inside = self.inside(id);
        let locs: Vec<LocId> =
            self.program.locs.ids().filter(|it| self.program.locs[*it].process == id).collect();
        let loops = loops(&self.program, &locs);
        let byte = self.program.int_ty(IntShape::U8);
        let choice = self.variable("%", byte, Scope::Local(id));
        self.program.procs[id].locals.push(choice);
        let mut in_scope = Vec::new();
        for (formula, var) in asked.atoms.iter().zip(atoms) {
            let mut own = |it: Site| (it.process == id).then_some(it.var);
            in_scope.push(self.state(*formula, &mut own)?.map(|it| (*var, it)));
        }
        for loc in locs {
            let out = self.program.locs[loc].out.clone();
            let is_end =
                out.iter().any(|it| self.program.edges[*it].actions.first() == Some(&Action::Exit));
            let (mut actions, mut decision) = (Vec::new(), Vec::new());
            let is_inside = inside.contains(&loc);
            let is_free = self.program.locs[loc].control == Control::Free;
            let blocked = if is_inside && is_free { self.blocked(&out) } else { None };
            if !is_inside || blocked.is_some() {
                for (var, expr) in in_scope.iter().flatten() {
                    actions.push(self.assign(*var, *expr));
                }
                let number = self.number(id, loc, is_end, &loops, &in_scope);
                let number = self.program.int(i32::try_from(number).unwrap_or(i32::MAX));
                actions.push(self.assign(node, number));
            }
            for edge in &out {
                self.actions(id, *edge)?;
            }
            // Where nobody can choose, the order decides.
            if is_free && self.is_choice(&out) {
                let place = self.program.place(Place::Var(choice));
                // After the mark: that nobody can move, somebody finds out who asks for all choices.
                decision.push(Action::Havoc { place });
                self.decide(&out, Some(choice));
                // It is forgotten, so that states are the same whatever it was.
                let byte = self.program.expr(Expr::Const { value: 0, ty: byte });
                for edge in &out {
                    let forget = self.assign(choice, byte);
                    self.program.edges[*edge].actions.insert(0, forget);
                }
            } else if 1 < out.len() {
                self.decide(&out, None);
            }
            self.program.locs[loc].control = Control::Free;
            let always = self.program.truth(true);
            if !decision.is_empty() {
                self.split(loc, always, decision);
            }
            if !actions.is_empty() {
                self.split(loc, blocked.unwrap_or(always), actions);
            }
        }
        Ok(())
    }

    /// Locations where a process keeps control: nobody sees it there unless it blocks. Where it depends on how a process came there whether it does, there are two afterwards.
    fn inside(&mut self, process: ProcId) -> Vec<LocId> {
        let program = &mut self.program;
        let entry = program.procs[process].entry;
        let own: Vec<LocId> =
            program.locs.ids().filter(|it| program.locs[*it].process == process).collect();
        let mut found = Vec::new();
        for loc in own {
            if program.locs[loc].control == Control::Indivisible {
                found.push(loc);
                continue;
            }
            let is_seen =
                loc == entry || program.edges.values().any(|it| it.to == loc && !it.atomic);
            let keeps = |it: &Edge| it.to == loc && it.atomic;
            if !program.edges.values().any(keeps) {
                continue;
            }
            if !is_seen {
                found.push(loc);
                continue;
            }
            let twin = program.locs.push(Location { out: Vec::new(), ..program.locs[loc].clone() });
            for edge in program.locs[loc].out.clone() {
                let edge = Edge { from: twin, ..program.edges[edge].clone() };
                program.connect(edge);
            }
            for edge in program.edges.values_mut().filter(|it| keeps(it)) {
                edge.to = twin;
            }
            for label in program.labels.values_mut().filter(|it| it.locs.contains(&loc)) {
                label.locs.push(twin);
            }
            found.push(twin);
        }
        found
    }

    /// When no edge can be taken; `None` if one always can.
    fn blocked(&mut self, out: &[EdgeId]) -> Option<ExprId> {
        let mut any = self.program.truth(false);
        for edge in out {
            let Guard::When(condition) = self.program.edges[*edge].guard else { return None };
            if matches!(self.program.exprs[condition], Expr::Const { value: 1, .. }) {
                return None;
            }
            any = self.program.expr(Expr::Binary(BinOp::Or, any, condition));
        }
        Some(self.program.expr(Expr::Unary(UnOp::Not, any)))
    }

    /// Makes a node of a location.
    fn number(
        &mut self,
        id: ProcId,
        loc: LocId,
        is_end: bool,
        loops: &[LocId],
        atoms: &[Option<(VarId, ExprId)>],
    ) -> usize {
        let program = &self.program;
        let out = &program.locs[loc].out;
        let span = match out.as_slice() {
            [only] => program.edges[*only].span,
            _ => program.locs[loc].span,
        };
        let labels = program.labels.values().filter(|it| it.locs.contains(&loc));
        self.nodes.push(Node {
            file: program.sources.path(span.file).to_owned(),
            function: program.procs[id].name.clone(),
            kind: match out.len() {
                _ if is_end => Kind::End,
                0 | 1 => Kind::Statement,
                _ if loops.contains(&loc) => Kind::Loop,
                _ => Kind::Branch,
            },
            line: program.sources.line_column(span).line,
            labels: labels.map(|it| it.name.clone()).collect(),
            atoms: atoms.iter().map(Option::is_some).collect(),
        });
        self.spans.push(span);
        self.nodes.len()
    }

    /// Does something first at a location where a condition holds.
    fn split(&mut self, loc: LocId, condition: ExprId, actions: Vec<Action>) {
        let program = &mut self.program;
        let Location { process, span, .. } = program.locs[loc];
        let out = std::mem::take(&mut program.locs[loc].out);
        let after = program.locs.push(Location {
            process,
            out: out.clone(),
            control: Control::Free,
            marks: program.locs[loc].marks,
            span,
        });
        for edge in out {
            program.edges[edge].from = after;
        }
        let first = Edge {
            from: loc,
            to: after,
            tier: 0,
            guard: Guard::When(condition),
            actions,
            atomic: false,
            violates: None,
            span,
        };
        let otherwise = Edge { guard: Guard::Else, actions: Vec::new(), ..first.clone() };
        program.connect(first);
        if condition != program.truth(true) {
            program.connect(otherwise);
        }
    }

    /// Replaces what has to do with other processes.
    fn actions(&mut self, process: ProcId, id: EdgeId) -> Result<(), Unsupported> {
        let span = self.program.edges[id].span;
        let mut talks = false;
        Walk::new(&self.program, |it| {
            if let Use::Expr(expr) = it {
                talks |= is_about_others(&self.program.exprs[expr]);
            }
        })
        .edge(&self.program.edges[id]);
        let old = std::mem::take(&mut self.program.edges[id].actions);
        let is_message = |it: &Action| matches!(it, Action::Send { .. } | Action::Receive { .. });
        if talks && !old.iter().any(is_message) {
            let what = "an expression about channels or other processes".to_owned();
            return Err((what, span));
        }
        let mut new = Vec::new();
        for action in old {
            match action {
                Action::Send { .. } => {
                    self.notes.push("what is sent is seen by nobody".to_owned());
                }
                Action::Receive { channel, patterns, .. } => {
                    self.notes.push("any message may be received".to_owned());
                    let from = self.called(channel);
                    for pattern in patterns {
                        let Pattern::Store(place) = pattern else { continue };
                        let Some(ty) = self.program.ty_of_place(place) else { continue };
                        let name = format!("{from}?{}", self.place_name(place));
                        let var = self.open(&name, ty, Scope::Local(process));
                        let value = self.opened(var, ty);
                        new.push(Action::Havoc { place: self.program.place(Place::Var(var)) });
                        new.push(Action::Assign { place, value });
                    }
                }
                Action::Exit => new.push(Action::Return { value: None }),
                Action::Spawn { process, .. } => {
                    let name = &self.program.procs[process].name;
                    self.notes.push(format!("`run {name}` starts nothing"));
                }
                Action::Print { .. } | Action::SetPriority { .. } => {}
                other => new.push(other),
            }
        }
        let edge = &mut self.program.edges[id];
        (edge.actions, edge.atomic) = (new, false);
        Ok(())
    }

    /// What a channel is called.
    fn called(&self, channel: ExprId) -> String {
        match self.program.exprs[channel] {
            Expr::Load(place) => self.place_name(place),
            _ => String::new(),
        }
    }

    fn place_name(&self, place: PlaceId) -> String {
        match self.program.places[place] {
            Place::Var(var) | Place::Remote { var, .. } => self.program.vars[var].name.clone(),
            Place::Index(base, index) => match self.program.exprs[index] {
                Expr::Const { value, .. } => format!("{}[{value}]", self.place_name(base)),
                _ => format!("{}[]", self.place_name(base)),
            },
            Place::Field(base, field) => {
                let ty = self.program.ty_of_place(base).map(|it| self.program.tys[it]);
                let name = match ty {
                    Some(Ty::Record(id)) => {
                        self.program.records[id].fields.get(field as usize).map(|it| &it.name)
                    }
                    _ => None,
                };
                let name = name.map_or("", String::as_str);
                format!("{}.{name}", self.place_name(base))
            }
            Place::Deref { .. } => String::new(),
        }
    }

    /// Whether several edges might be taken.
    fn is_choice(&self, out: &[EdgeId]) -> bool {
        let guard = |it: &EdgeId| self.program.edges[*it].guard;
        match out {
            [] | [_] => false,
            [first, second] => match (guard(first), guard(second)) {
                (_, Guard::Else) => false,
                (Guard::When(a), Guard::When(b)) => {
                    let negates = |a, b| self.program.exprs[a] == Expr::Unary(UnOp::Not, b);
                    !negates(a, b) && !negates(b, a)
                }
                (Guard::Else, _) => true,
            },
            _ => true,
        }
    }

    /// Makes the guards of edges exclude each other: a number decides, or else their order.
    fn decide(&mut self, out: &[EdgeId], choice: Option<VarId>) {
        let no = self.program.truth(false);
        let mut before: BTreeMap<u32, ExprId> = BTreeMap::new();
        let mut any = no;
        for (number, id) in out.iter().enumerate() {
            let (guard, tier) = (self.program.edges[*id].guard, self.program.edges[*id].tier);
            let own = match guard {
                Guard::When(condition) => condition,
                Guard::Else => self.program.expr(Expr::Unary(UnOp::Not, any)),
            };
            // Lower tiers come first.
            let mut condition = own;
            for earlier in before.range(..tier).map(|it| *it.1).collect::<Vec<_>>() {
                let not = self.program.expr(Expr::Unary(UnOp::Not, earlier));
                condition = self.both(condition, not);
            }
            condition = match choice {
                Some(choice) => {
                    let (byte, chosen) = (self.program.int_ty(IntShape::U8), self.load(choice));
                    let value = i128::try_from(number).unwrap_or(0);
                    let number = self.program.expr(Expr::Const { value, ty: byte });
                    let is_it = self.program.expr(Expr::Binary(BinOp::Eq, chosen, number));
                    self.both(is_it, condition)
                }
                None => {
                    let not = self.program.expr(Expr::Unary(UnOp::Not, any));
                    self.both(condition, not)
                }
            };
            any = self.program.expr(Expr::Binary(BinOp::Or, any, own));
            let level = before.entry(tier).or_insert(no);
            *level = self.program.expr(Expr::Binary(BinOp::Or, *level, own));
            self.program.edges[*id].guard = Guard::When(condition);
            self.program.edges[*id].tier = 0;
        }
    }

    fn both(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.program.expr(Expr::Binary(BinOp::And, a, b))
    }
}

/// Whether an expression looks at channels or other processes.
fn is_about_others(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::ProcessCount
            | Expr::SelfPid
            | Expr::InstanceOf(_)
            | Expr::At { .. }
            | Expr::ProgramCounter(_)
            | Expr::Priority(_)
            | Expr::Enabled(_)
            | Expr::NonProgress
            | Expr::Length(_)
            | Expr::Capacity(_)
            | Expr::Arity(_)
            | Expr::Poll { .. }
    )
}

/// The locations that a run can come back to.
fn loops(program: &Program, locs: &[LocId]) -> Vec<LocId> {
    let comes_back = |start: &LocId| {
        let mut seen: Vec<LocId> = Vec::new();
        let mut open = vec![*start];
        while let Some(loc) = open.pop() {
            for edge in &program.locs[loc].out {
                let to = program.edges[*edge].to;
                if to == *start {
                    return true;
                }
                if !seen.contains(&to) {
                    seen.push(to);
                    open.push(to);
                }
            }
        }
        false
    };
    locs.iter().copied().filter(comes_back).collect()
}
