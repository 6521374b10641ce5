//! Sequential programs without memory as flat ones, which the compiled search takes.
//!
//! - A call is a jump: no function is active twice at once if none is recursive, so its variables can have fixed places, and all it has to remember is where
//!   it was called from. One that calls itself only to return what it is given starts again instead.
//! - An arbitrary value is a choice among a few constants: one of each class that runs can tell apart ([`Classes`]), or all if there are few.
//! - What follows a choice, up to the next one or to the head of a loop, is one indivisible step, so that states are stored only there.
//!
//! Variables that do not matter any more are 0. A counterexample is taken back to the program by its choices alone.

mod control;

use crate::classes::Classes;
use control::{functions, is_tail_call, reachable, rests};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use tribunal_base::{Id, Span};
use tribunal_ir::live::Liveness;
use tribunal_ir::{
    Action, Back, BinOp, Control, Edge, EdgeId, Expr, ExprId, Flattened, Guard, Initialiser,
    Initially, IntShape, LocId, Location, Marks, Place, PlaceId, ProcId, Process, ProcessKind,
    Program, PropertyKind, Scope, Transformed, Ty, TyId, UnOp, Var, VarId,
};

/// How many values of an edge are tried.
const MOST_WAYS: usize = 256;

/// What becomes of arbitrary values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// A choice among constants.
    Chosen,
    /// They stay: the program is not quite flat.
    Kept,
}

/// The flat program of a sequential one, if it has one.
#[must_use]
pub fn flatten(program: &Program, open: Open) -> Option<Transformed> {
    if !program.is_sequential() {
        return None;
    }
    let functions = functions(program)?;
    let mut flattening = Flattening {
        program,
        open,
        liveness: Liveness::new(program),
        is_rest: rests(program, &functions),
        host: Program {
            props: program.props.clone(),
            boundary: program.boundary,
            ..Program::default()
        },
        functions,
        exprs: FxHashMap::default(),
        vars: FxHashMap::default(),
        locs: FxHashMap::default(),
        frames: BTreeMap::new(),
        edges: Vec::new(),
        fixed: BTreeMap::new(),
    };
    flattening.build()?;
    let Flattening { mut host, edges, locs, is_rest, fixed, .. } = flattening;
    // What is not asked of it may speak of what it lacks.
    for id in host.props.ids() {
        let kind = &mut host.props[id].kind;
        if kind.formula().is_some() || kind.claim().is_some() {
            *kind = PropertyKind::Unreachable;
        }
    }
    let mut locations = vec![None; host.locs.len()];
    for (of, copy) in program.locs.ids().filter_map(|it| Some((it, *locs.get(&it)?))) {
        locations[copy.index()] = Some(of);
    }
    let back = Back::Flattened(Flattened { edges, locations, is_rest, fixed });
    Some(Transformed::new(host, back, "flatten"))
}

/// What a function has to remember.
#[derive(Clone, Copy)]
struct Frame {
    /// Where it goes when it is done.
    exit: LocId,
    /// Which call it was, if there are several.
    site: Option<VarId>,
    /// What it returns.
    value: Option<VarId>,
}

/// A call.
struct Site {
    function: ProcId,
    result: Option<PlaceId>,
    /// Where the caller goes on.
    to: LocId,
    span: Span,
}

struct Flattening<'a> {
    program: &'a Program,
    open: Open,
    functions: Vec<ProcId>,
    liveness: Liveness,
    is_rest: Vec<bool>,
    host: Program,
    exprs: FxHashMap<ExprId, ExprId>,
    vars: FxHashMap<VarId, VarId>,
    locs: FxHashMap<LocId, LocId>,
    frames: BTreeMap<ProcId, Frame>,
    edges: Vec<Option<(EdgeId, Vec<i128>)>>,
    fixed: BTreeMap<EdgeId, Vec<i128>>,
}

impl Flattening<'_> {
    fn build(&mut self) -> Option<()> {
        let program = self.program;
        let start = *self.functions.first()?;
        let mut classes = Classes::new(program);
        let locations = reachable(program, &self.functions);
        let mut ways: BTreeMap<EdgeId, Vec<Vec<i128>>> = BTreeMap::new();
        for location in &locations {
            for &edge in &program.locs[*location].out {
                let of_it = self.ways(edge, &mut classes)?;
                self.is_rest[location.index()] |= 1 < of_it.len();
                if let [only] = of_it.as_slice() {
                    self.fixed.insert(edge, only.clone());
                }
                ways.insert(edge, of_it);
            }
        }
        self.declare(start, &locations);
        let mut sites: BTreeMap<ProcId, Vec<Site>> = BTreeMap::new();
        for location in &locations {
            for &id in &program.locs[*location].out {
                if let Some(Action::Call { process, result, .. }) = program.edges[id].actions.last()
                    && !is_tail_call(program, &program.edges[id])
                {
                    let (to, span) = (program.edges[id].to, program.edges[id].span);
                    let site = Site { function: *process, result: *result, to, span };
                    sites.entry(*process).or_default().push(site);
                }
            }
        }
        self.frames(&sites)?;
        let mut number: BTreeMap<ProcId, i32> = BTreeMap::new();
        for location in &locations {
            for &id in &program.locs[*location].out {
                let mut site = 0;
                if let Some(Action::Call { process, .. }) = program.edges[id].actions.last()
                    && !is_tail_call(program, &program.edges[id])
                {
                    let next = number.entry(*process).or_default();
                    (site, *next) = (*next, *next + 1);
                }
                for values in &ways[&id] {
                    self.edge(id, values, site)?;
                }
            }
        }
        for (function, sites) in &sites {
            self.returns(*function, sites)?;
        }
        Some(())
    }

    /// The values that an edge may choose.
    fn ways(&self, edge: EdgeId, classes: &mut Classes<'_>) -> Option<Vec<Vec<i128>>> {
        let mut ways = vec![Vec::new()];
        if self.open == Open::Kept {
            return Some(ways);
        }
        for action in &self.program.edges[edge].actions {
            let Action::Havoc { place } = action else { continue };
            let Place::Var(var) = self.program.places[*place] else { return None };
            let values = match classes.of(edge, var) {
                Some(values) => values,
                None => match self.program.shape(self.program.vars[var].ty)? {
                    shape @ IntShape { bits: ..=8, .. } => {
                        (0..1 << shape.bits).map(|it| shape.wrap(it)).collect()
                    }
                    _ => return None,
                },
            };
            if MOST_WAYS < ways.len() * values.len() {
                return None;
            }
            let longer = |it: &Vec<i128>| {
                let with = |value: &i128| [it.as_slice(), &[*value]].concat();
                values.iter().map(with).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        Some(ways)
    }

    /// The process and its locations.
    fn declare(&mut self, start: ProcId, locations: &[LocId]) {
        let program = self.program;
        for &id in locations {
            let control = match self.is_rest[id.index()] {
                true => Control::Free,
                false => Control::Indivisible,
            };
            let location = &program.locs[id];
            let copy = self.point(control, location.marks, location.span);
            self.locs.insert(id, copy);
        }
        let Process { name, priority, span, entry, .. } = &program.procs[start];
        self.host.procs.push(Process {
            name: name.clone(),
            kind: ProcessKind::Ordinary,
            params: 0,
            locals: Vec::new(),
            entry: self.locs[entry],
            active: 1,
            priority: *priority,
            provided: None,
            span: *span,
        });
        // All are there before the first edge: what is not used any more is to be forgotten everywhere. Others cannot be used at all.
        for function in self.functions.clone() {
            for local in &program.procs[function].locals {
                let _ = self.var(*local);
            }
        }
    }

    fn point(&mut self, control: Control, marks: Marks, span: Span) -> LocId {
        let process = ProcId::from_index(0);
        self.host.locs.push(Location { process, out: Vec::new(), control, marks, span })
    }

    /// What functions remember.
    fn frames(&mut self, sites: &BTreeMap<ProcId, Vec<Site>>) -> Option<()> {
        let program = self.program;
        for (function, sites) in sites {
            let span = program.procs[*function].span;
            let exit = self.point(Control::Indivisible, Marks::default(), span);
            let int = self.host.int_ty(IntShape::I32);
            let site = (1 < sites.len()).then(|| self.scratch("site", int, span));
            let mut frame = Frame { exit, site, value: None };
            if sites.iter().any(|it| it.result.is_some()) {
                let ty = self.returned(*function)?;
                frame.value = Some(self.scratch("value", ty, span));
            }
            self.frames.insert(*function, frame);
        }
        Some(())
    }

    /// The one type of what a function returns.
    fn returned(&mut self, function: ProcId) -> Option<TyId> {
        let program = self.program;
        let mut found = None;
        for edge in program.edges.values() {
            if program.locs[edge.from].process == function
                && let Some(Action::Return { value }) = edge.actions.last()
            {
                let ty = program.ty_of((*value)?)?;
                if found.is_some_and(|it| it != ty) {
                    return None;
                }
                found = Some(ty);
            }
        }
        // One that never returns returns anything.
        self.scalar(found.unwrap_or(Ty::Bool))
    }

    fn scratch(&mut self, name: &str, ty: TyId, span: Span) -> VarId {
        let (name, init) = (name.to_owned(), Vec::new());
        let (scope, matching) = (Scope::Global, tribunal_ir::Matching::Matched);
        self.host.vars.push(Var { name, ty, scope, init, matching, span })
    }

    fn scalar(&mut self, ty: Ty) -> Option<TyId> {
        match ty {
            Ty::Bool | Ty::Int(IntShape { bits: ..=64, .. }) => Some(self.host.ty(ty)),
            _ => None,
        }
    }

    fn ty(&mut self, ty: TyId) -> Option<TyId> {
        self.scalar(self.program.tys[ty])
    }

    fn var(&mut self, var: VarId) -> Option<VarId> {
        if let Some(known) = self.vars.get(&var) {
            return Some(*known);
        }
        let Var { name, ty, scope, init, matching, span } = &self.program.vars[var];
        let ty = self.ty(*ty)?;
        let copy = self.scratch(name, ty, *span);
        self.host.vars[copy].matching = *matching;
        // Those of functions come alive with each call.
        if *scope == Scope::Global
            || self.functions.first().map(|it| Scope::Local(*it)) == Some(*scope)
        {
            let place = self.host.place(Place::Var(copy));
            for first in init {
                let Initially::Value(value) = first.value else { return None };
                let is_constant = matches!(self.program.exprs[value], Expr::Const { .. });
                if self.program.places[first.place] != Place::Var(var) || !is_constant {
                    return None;
                }
                let value = Initially::Value(self.expr(value)?);
                self.host.vars[copy].init.push(Initialiser { place, value });
            }
        }
        self.vars.insert(var, copy);
        Some(copy)
    }

    fn place(&mut self, place: PlaceId) -> Option<PlaceId> {
        let Place::Var(var) = self.program.places[place] else { return None };
        let var = self.var(var)?;
        Some(self.host.place(Place::Var(var)))
    }

    fn expr(&mut self, expr: ExprId) -> Option<ExprId> {
        if let Some(known) = self.exprs.get(&expr) {
            return Some(*known);
        }
        let copy = match self.program.exprs[expr] {
            Expr::Const { value, ty } => Expr::Const { value, ty: self.ty(ty)? },
            Expr::Load(place) => Expr::Load(self.place(place)?),
            Expr::Unary(op @ (UnOp::Not | UnOp::Neg | UnOp::BitNot), arg) => {
                Expr::Unary(op, self.expr(arg)?)
            }
            Expr::Binary(BinOp::SameObject, ..) => return None,
            Expr::Binary(BinOp::AddOverflows, a, b) => return self.overflows(BinOp::Add, a, b),
            Expr::Binary(BinOp::SubOverflows, a, b) => return self.overflows(BinOp::Sub, a, b),
            Expr::Binary(BinOp::MulOverflows, a, b) => return self.overflows(BinOp::Mul, a, b),
            Expr::Binary(op, a, b) => Expr::Binary(op, self.expr(a)?, self.expr(b)?),
            Expr::Ite(condition, yes, no) => {
                Expr::Ite(self.expr(condition)?, self.expr(yes)?, self.expr(no)?)
            }
            Expr::Cast { to, arg } => Expr::Cast { to: self.ty(to)?, arg: self.expr(arg)? },
            _ => return None,
        };
        let copy = self.host.expr(copy);
        self.exprs.insert(expr, copy);
        Some(copy)
    }

    /// Whether an operation on narrow numbers overflows: on wide ones its result does not come back unchanged.
    fn overflows(&mut self, op: BinOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        let Ty::Int(shape @ IntShape { bits: ..=32, .. }) = self.program.ty_of(a)? else {
            return None;
        };
        let (narrow, wide) = (self.host.int_ty(shape), self.host.int_ty(IntShape::I64));
        let (a, b) = (self.expr(a)?, self.expr(b)?);
        let a = self.host.expr(Expr::Cast { to: wide, arg: a });
        let b = self.host.expr(Expr::Cast { to: wide, arg: b });
        let exact = self.host.expr(Expr::Binary(op, a, b));
        let short = self.host.expr(Expr::Cast { to: narrow, arg: exact });
        let back = self.host.expr(Expr::Cast { to: wide, arg: short });
        Some(self.host.expr(Expr::Binary(BinOp::Ne, exact, back)))
    }

    fn assign(&mut self, var: VarId, value: ExprId) -> Action {
        Action::Assign { place: self.host.place(Place::Var(var)), value }
    }

    fn number(&mut self, var: VarId, value: i128) -> Action {
        let ty = self.host.vars[var].ty;
        let value = self.host.expr(Expr::Const { value, ty });
        self.assign(var, value)
    }

    /// Makes the variables of a function 0 that do not matter at a location; all if there is none.
    fn forget(&mut self, function: ProcId, at: Option<LocId>, actions: &mut Vec<Action>) {
        for local in &self.program.procs[function].locals {
            if at.is_some_and(|it| self.liveness.is_live(it, *local)) {
                continue;
            }
            if let Some(var) = self.vars.get(local).copied() {
                actions.push(self.number(var, 0));
            }
        }
    }

    /// Copies an edge, with its choices made.
    fn edge(&mut self, id: EdgeId, values: &[i128], site: i32) -> Option<()> {
        let edge = &self.program.edges[id];
        let function = self.program.locs[edge.from].process;
        if edge.tier != 0 {
            return None;
        }
        let guard = match edge.guard {
            Guard::When(condition) => Guard::When(self.expr(condition)?),
            Guard::Else => Guard::Else,
        };
        let mut rest = values.iter();
        let mut actions = Vec::new();
        let mut to = None;
        for action in &edge.actions {
            match action {
                Action::Assign { place, value } => {
                    let (place, value) = (self.place(*place)?, self.expr(*value)?);
                    actions.push(Action::Assign { place, value });
                }
                Action::Havoc { place } => {
                    let Place::Var(var) = self.program.places[*place] else { return None };
                    let var = self.var(var)?;
                    actions.push(match self.open {
                        Open::Chosen => self.number(var, *rest.next()?),
                        Open::Kept => Action::Havoc { place: self.host.place(Place::Var(var)) },
                    });
                }
                Action::Print { .. } => {}
                Action::Call { process, args, .. } if is_tail_call(self.program, edge) => {
                    self.call_again(*process, args, &mut actions)?;
                    to = Some(self.locs[&self.program.procs[*process].entry]);
                }
                Action::Call { process, args, .. } => {
                    self.call(*process, args, site, &mut actions)?;
                    self.forget(function, Some(edge.to), &mut actions);
                    to = Some(self.locs[&self.program.procs[*process].entry]);
                }
                Action::Return { value } => {
                    if let Some(Frame { exit, value: place, .. }) =
                        self.frames.get(&function).copied()
                    {
                        if let (Some(var), Some(value)) = (place, value) {
                            let value = self.expr(*value)?;
                            actions.push(self.assign(var, value));
                        }
                        to = Some(exit);
                    }
                }
                _ => return None,
            }
        }
        if to.is_none() && self.is_rest[edge.to.index()] {
            self.forget(function, Some(edge.to), &mut actions);
        }
        let copy = Edge {
            from: self.locs[&edge.from],
            to: to.unwrap_or_else(|| self.locs[&edge.to]),
            guard,
            actions,
            ..edge.clone()
        };
        self.host.connect(copy);
        self.edges.push(Some((id, values.to_vec())));
        Some(())
    }

    /// Gives a function its first values.
    fn call(
        &mut self,
        function: ProcId,
        args: &[ExprId],
        site: i32,
        actions: &mut Vec<Action>,
    ) -> Option<()> {
        let program = self.program;
        for (position, &local) in program.procs[function].locals.iter().enumerate() {
            let first = program.vars[local].init.as_slice();
            match (args.get(position), first) {
                (Some(arg), _) => {
                    let (var, value) = (self.var(local)?, self.expr(*arg)?);
                    actions.push(self.assign(var, value));
                }
                (None, []) => {}
                (None, [Initialiser { place, value: Initially::Value(value) }])
                    if program.places[*place] == Place::Var(local) =>
                {
                    let (var, value) = (self.var(local)?, self.expr(*value)?);
                    actions.push(self.assign(var, value));
                }
                (None, _) => return None,
            }
        }
        if let Some(var) = self.frames.get(&function)?.site {
            actions.push(self.number(var, site.into()));
        }
        Some(())
    }

    /// Lets a function start again with other arguments, which may depend on the ones it has.
    fn call_again(
        &mut self,
        function: ProcId,
        args: &[ExprId],
        actions: &mut Vec<Action>,
    ) -> Option<()> {
        let program = self.program;
        let locals = &program.procs[function].locals;
        let mut moves = Vec::new();
        for (arg, local) in args.iter().zip(locals) {
            let (var, value) = (self.var(*local)?, self.expr(*arg)?);
            let Var { ty, span, .. } = self.host.vars[var];
            let aside = self.scratch("argument", ty, span);
            actions.push(self.assign(aside, value));
            let place = self.host.place(Place::Var(aside));
            let load = self.host.expr(Expr::Load(place));
            moves.push(self.assign(var, load));
            moves.push(self.number(aside, 0));
        }
        actions.append(&mut moves);
        for local in &locals[args.len()..] {
            if !program.vars[*local].init.is_empty() {
                return None;
            }
            let var = self.var(*local)?;
            actions.push(self.number(var, 0));
        }
        Some(())
    }

    /// The ways back from a function to where it was called.
    fn returns(&mut self, function: ProcId, sites: &[Site]) -> Option<()> {
        let Frame { exit, site: remembered, value } = self.frames[&function];
        for (number, site) in sites.iter().enumerate() {
            debug_assert_eq!(site.function, function, "a function should have its own calls");
            let guard = match remembered {
                Some(_) if number + 1 == sites.len() => Guard::Else,
                Some(var) => {
                    let place = self.host.place(Place::Var(var));
                    let load = self.host.expr(Expr::Load(place));
                    let number = self.host.int(i32::try_from(number).ok()?);
                    Guard::When(self.host.expr(Expr::Binary(BinOp::Eq, load, number)))
                }
                None => Guard::When(self.host.truth(true)),
            };
            let mut actions = Vec::new();
            if let Some(value) = value {
                if let Some(place) = site.result {
                    let from = self.host.place(Place::Var(value));
                    let (place, load) = (self.place(place)?, self.host.expr(Expr::Load(from)));
                    actions.push(Action::Assign { place, value: load });
                }
                actions.push(self.number(value, 0));
            }
            if let Some(var) = remembered {
                actions.push(self.number(var, 0));
            }
            self.forget(function, None, &mut actions);
            let caller = self.program.locs[site.to].process;
            if self.is_rest[site.to.index()] {
                self.forget(caller, Some(site.to), &mut actions);
            }
            let (to, span) = (self.locs[&site.to], site.span);
            let (atomic, violates) = (false, None);
            let edge = Edge { from: exit, to, tier: 0, guard, actions, atomic, violates, span };
            self.host.connect(edge);
            self.edges.push(None);
        }
        Some(())
    }
}
