//! Objects that nobody looks into, as numbers: what matters is who holds them and whether they are alive.
//!
//! A program that allocates a few objects, each once, hands pointers to them on, compares and frees them is one over numbers: 0 is the null pointer, each allocation has a
//! number, and a variable tells whether its object is alive. Then `boxes` can tell for which numbers of a loop an object is still there.

use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_ir::visit::{Use, Walk};
use tribunal_ir::{
    Action, BinOp, EdgeId, Expr, ExprId, Guard, HeapQuery, Initially, IntShape, Matching, Place,
    PlaceId, PointerQuery, ProcId, ProcessKind, Program, Scope, Storage, Ty, TyId, Var, VarId,
};

/// The program over numbers, if it is of this kind.
pub(crate) fn tokens(program: &Program) -> Option<Program> {
    let mut sites = Vec::new();
    for (id, edge) in program.edges.iter() {
        for action in &edge.actions {
            let Action::Allocate { object, .. } = action else { continue };
            let is_dynamic = program.objects[*object].storage == Storage::Dynamic;
            let is_first = sites.last() != Some(&id);
            if !is_dynamic || !is_first || !is_once(program, id, &mut FxHashSet::default()) {
                return None;
            }
            sites.push(id);
        }
    }
    if sites.is_empty() {
        return None;
    }
    let mut copy = program.clone();
    let number = copy.tys.intern(Ty::Int(IntShape::I32));
    let truth = copy.tys.intern(Ty::Bool);
    let mut alive = Vec::new();
    for _ in &sites {
        alive.push(copy.vars.push(Var {
            name: "%alive".to_owned(),
            ty: truth,
            scope: Scope::Global,
            init: Vec::new(),
            matching: Matching::Matched,
            span: program.edges[sites[0]].span,
        }));
    }
    let mut tokens =
        Tokens { program, copy, number, truth, alive, sites, known: FxHashMap::default() };
    tokens.rewrite()?;
    Some(tokens.copy)
}

/// Whether a run passes an edge once at most.
fn is_once(program: &Program, edge: EdgeId, seen: &mut FxHashSet<ProcId>) -> bool {
    let (start, goal) = (program.edges[edge].to, program.edges[edge].from);
    let mut reached = FxHashSet::default();
    let mut todo = vec![start];
    while let Some(location) = todo.pop() {
        if location == goal {
            return false;
        }
        if reached.insert(location) {
            todo.extend(program.locs[location].out.iter().map(|it| program.edges[*it].to));
        }
    }
    let process = program.locs[goal].process;
    if program.procs[process].kind == ProcessKind::Ordinary {
        return true;
    }
    let calls =
        |it: &Action| matches!(it, Action::Call { process: called, .. } if *called == process);
    let mut callers = program.edges.iter().filter(|(_, it)| it.actions.iter().any(calls));
    match (callers.next(), callers.next()) {
        (None, _) => true,
        (Some((caller, _)), None) => seen.insert(process) && is_once(program, caller, seen),
        (Some(_), Some(_)) => false,
    }
}

struct Tokens<'a> {
    program: &'a Program,
    copy: Program,
    number: TyId,
    truth: TyId,
    /// Whether the object of each allocation is alive.
    alive: Vec<VarId>,
    sites: Vec<EdgeId>,
    known: FxHashMap<ExprId, ExprId>,
}

impl Tokens<'_> {
    fn rewrite(&mut self) -> Option<()> {
        let program = self.program;
        for (id, var) in program.vars.iter() {
            if program.tys[var.ty] == Ty::Pointer {
                self.copy.vars[id].ty = self.number;
            } else if tribunal_ir::live::has_pointer(program, var.ty) {
                return None;
            }
            for (position, first) in var.init.iter().enumerate() {
                if let Initially::Value(value) = first.value {
                    self.copy.vars[id].init[position].value = Initially::Value(self.expr(value)?);
                }
            }
        }
        for (id, edge) in program.edges.iter() {
            if let Guard::When(condition) = edge.guard {
                self.copy.edges[id].guard = Guard::When(self.expr(condition)?);
            }
            let mut actions = Vec::new();
            for action in &edge.actions {
                self.action(id, action, &mut actions)?;
            }
            self.copy.edges[id].actions = actions;
        }
        Some(())
    }

    fn constant(&mut self, value: i128, ty: TyId) -> ExprId {
        self.copy.exprs.intern(Expr::Const { value, ty })
    }

    fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        self.copy.exprs.intern(Expr::Binary(op, a, b))
    }

    fn place(&mut self, var: VarId) -> PlaceId {
        self.copy.places.intern(Place::Var(var))
    }

    fn is_alive(&mut self, site: usize) -> ExprId {
        let place = self.place(self.alive[site]);
        self.copy.exprs.intern(Expr::Load(place))
    }

    /// Whether a token is that of an allocation.
    fn is_of(&mut self, token: ExprId, site: usize) -> ExprId {
        let own = self.constant(site as i128 + 1, self.number);
        self.binary(BinOp::Eq, token, own)
    }

    /// Any of some conditions.
    fn any(&mut self, all: Vec<ExprId>) -> ExprId {
        let never = self.constant(0, self.truth);
        all.into_iter().fold(never, |any, it| self.binary(BinOp::Or, any, it))
    }

    fn action(&mut self, edge: EdgeId, action: &Action, found: &mut Vec<Action>) -> Option<()> {
        match action {
            Action::Assign { place, value } => {
                let place = self.kept(*place)?;
                found.push(Action::Assign { place, value: self.expr(*value)? });
            }
            Action::Havoc { place } => {
                let ty = self.program.ty_of_place(*place)?;
                (self.program.tys[ty] != Ty::Pointer).then_some(())?;
                found.push(Action::Havoc { place: self.kept(*place)? });
            }
            Action::Allocate { place, size, .. } => {
                self.expr(*size)?;
                let site = self.sites.iter().position(|it| *it == edge)?;
                let (place, own) =
                    (self.kept(*place)?, self.constant(site as i128 + 1, self.number));
                found.push(Action::Assign { place, value: own });
                let (place, value) = (self.place(self.alive[site]), self.constant(1, self.truth));
                found.push(Action::Assign { place, value });
            }
            Action::Release { pointer } => {
                let token = self.expr(*pointer)?;
                for site in 0..self.sites.len() {
                    let (is_it, before) = (self.is_of(token, site), self.is_alive(site));
                    let dead = self.constant(0, self.truth);
                    let value = self.copy.exprs.intern(Expr::Ite(is_it, dead, before));
                    let place = self.place(self.alive[site]);
                    found.push(Action::Assign { place, value });
                }
            }
            Action::Call { process, args, result } => {
                let args = args.iter().map(|it| self.expr(*it)).collect::<Option<_>>()?;
                let result = match result {
                    Some(place) => Some(self.kept(*place)?),
                    None => None,
                };
                found.push(Action::Call { process: *process, args, result });
            }
            Action::Return { value } => {
                let value = match value {
                    Some(value) => Some(self.expr(*value)?),
                    None => None,
                };
                found.push(Action::Return { value });
            }
            Action::Exit => found.push(Action::Exit),
            Action::Print { .. } => {}
            _ => return None,
        }
        Some(())
    }

    /// A place that is no memory.
    fn kept(&self, place: PlaceId) -> Option<PlaceId> {
        let mut is_plain = true;
        let program = self.program;
        let mut walk = Walk::new(program, |used| is_plain &= !is_memory(program, used));
        match program.places[place] {
            Place::Var(_) => {}
            Place::Index(_, index) => walk.expr(index),
            _ => return None,
        }
        is_plain.then_some(place)
    }

    /// An expression over numbers.
    fn expr(&mut self, id: ExprId) -> Option<ExprId> {
        if let Some(known) = self.known.get(&id) {
            return Some(*known);
        }
        let program = self.program;
        let is_pointer = |it: ExprId| program.ty_of(it) == Some(Ty::Pointer);
        let mut is_plain = true;
        Walk::new(program, |used| is_plain &= !is_memory(program, used)).expr(id);
        let zero = self.constant(0, self.number);
        let new = match program.exprs[id] {
            _ if is_plain => id,
            Expr::Const { value: 0, ty } if program.tys[ty] == Ty::Pointer => zero,
            Expr::Load(place) => match program.places[place] {
                Place::Var(_) => id,
                _ => return None,
            },
            Expr::Unary(op, arg) => {
                let arg = self.expr(arg)?;
                self.copy.exprs.intern(Expr::Unary(op, arg))
            }
            Expr::Binary(op, a, b) => {
                let is_compared = matches!(op, BinOp::Eq | BinOp::Ne);
                if is_pointer(a) && !is_compared {
                    return None;
                }
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                self.binary(op, a, b)
            }
            Expr::Ite(condition, yes, no) => {
                let parts = [self.expr(condition)?, self.expr(yes)?, self.expr(no)?];
                self.copy.exprs.intern(Expr::Ite(parts[0], parts[1], parts[2]))
            }
            Expr::Cast { to, arg } => {
                let new = self.expr(arg)?;
                match (program.tys[to], is_pointer(arg)) {
                    (Ty::Bool, true) => self.binary(BinOp::Ne, new, zero),
                    (Ty::Pointer, true) => new,
                    (Ty::Pointer, false) | (_, true) => return None,
                    (_, false) => self.copy.exprs.intern(Expr::Cast { to, arg: new }),
                }
            }
            Expr::Pointer(query, arg) => {
                let token = self.expr(arg)?;
                match query {
                    PointerQuery::HasObject
                    | PointerQuery::IsDynamic
                    | PointerQuery::IsWritable => self.binary(BinOp::Ne, token, zero),
                    PointerQuery::IsAlive => {
                        let mut all = Vec::new();
                        for site in 0..self.sites.len() {
                            let (is_it, alive) = (self.is_of(token, site), self.is_alive(site));
                            all.push(self.binary(BinOp::And, is_it, alive));
                        }
                        self.any(all)
                    }
                    PointerQuery::Offset => {
                        let Ty::Int(shape) = program.ty_of(id)? else { return None };
                        let ty = self.copy.tys.intern(Ty::Int(shape));
                        self.constant(0, ty)
                    }
                    PointerQuery::ObjectSize => return None,
                }
            }
            Expr::Heap(HeapQuery::InUse) => {
                let all = (0..self.sites.len()).map(|it| self.is_alive(it)).collect();
                self.any(all)
            }
            _ => return None,
        };
        self.known.insert(id, new);
        Some(new)
    }
}

/// Whether something has to do with pointers.
fn is_memory(program: &Program, used: Use) -> bool {
    match used {
        Use::Expr(expr) => {
            program.ty_of(expr) == Some(Ty::Pointer)
                || matches!(
                    program.exprs[expr],
                    Expr::Heap(_) | Expr::Pointer(..) | Expr::IsInitialised { .. }
                )
        }
        Use::Read(place) | Use::Write(place) => {
            matches!(program.places[place], Place::Deref { .. } | Place::Remote { .. })
        }
    }
}
