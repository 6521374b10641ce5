//! Threads: programs whose processes start others.
//!
//! A state has the functions of all threads. One of them runs until it is about to do something that others can see, or that
//! depends on them; there it is decided anew which one moves, by free choices that become part of the formula. What nobody
//! else can see commutes with what the others do, so nothing is lost (Godefroid, Partial-order methods for the verification
//! of concurrent systems, LNCS 1032, 1996). States in which all threads are at the same positions are merged, whatever the order of steps was that
//! led there (as in Wang, Yang, Gupta & Gopalakrishnan, Dynamic model checking with property driven pruning, ATVA 2008, but
//! symbolically): two threads of n and m steps have n · m positions, not exponentially many runs.

use crate::machine::{Machine, Visit};
use crate::state::{State, Thread};
use crate::walk::Explorer;
use crate::walk::cuts::CutPoints;
use crate::walk::order::Order;
use std::collections::BTreeSet;
use std::rc::Rc;
use tribunal_base::Id;
use tribunal_ir::cfg::CallGraph;
use tribunal_ir::visit::{Root, Use, Walk};
use tribunal_ir::{
    Action, EdgeId, Expr, ExprId, LocId, Place, PointerQuery, ProcId, ProcessKind, Program, Scope,
    VarId,
};
use tribunal_solver::{Sort, TermId};

impl State {
    /// Puts the thread that runs among those that wait.
    pub(crate) fn park(&mut self, frozen: bool) {
        let Some(running) = self.running.take() else { return };
        let (frames, key) = (std::mem::take(&mut self.frames), std::mem::take(&mut self.key));
        self.threads[running] = Some(Rc::new(Thread { frames, key, frozen }));
    }

    /// Lets a thread that waits run.
    pub(crate) fn unpark(&mut self, thread: usize) {
        if let Some(waiting) = self.threads[thread].take() {
            let Thread { frames, key, .. } = Rc::unwrap_or_clone(waiting);
            (self.frames, self.key, self.running) = (frames, key, Some(thread));
        }
    }
}

impl<C: CutPoints> Explorer<'_, C> {
    /// Decides which thread moves: all that can are followed.
    pub(crate) fn schedule(&mut self, state: &State) {
        let number = self.machine.visited;
        self.machine.visited += 1;
        let path = self.machine.guards.all(state.guard);
        self.machine.path = path;
        self.machine.modelled.clear();
        let waiting = |it: usize| state.threads[it].as_ref().filter(|it| !it.frozen);
        let able: Vec<usize> =
            (0..state.threads.len()).filter(|it| waiting(*it).is_some()).collect();
        let mut states = Vec::new();
        for thread in able {
            let mut next = state.clone();
            next.unpark(thread);
            let function = next.top().process;
            let provided = match self.machine.program.procs[function].provided {
                Some(condition) => match self.machine.condition(&next, condition) {
                    Ok(condition) => condition,
                    Err(gap) => {
                        self.machine.gap(path, gap.0);
                        continue;
                    }
                },
                None => self.machine.terms.truth(true),
            };
            if self.machine.terms.as_bool(provided) != Some(false) {
                states.push((thread, provided, next));
            }
        }
        // One that does what nobody can see need not wait for anybody.
        let truth = self.machine.terms.truth(true);
        let is_unseen = |(_, provided, next): &(usize, TermId, State)| {
            *provided == truth && !self.visible[next.top().loc.index()]
        };
        match states.iter().position(is_unseen) {
            Some(position) => states = vec![states.swap_remove(position)],
            None => self.look_for_deadlock(state, number),
        }
        let Machine { terms, guards, .. } = &mut self.machine;
        let mut free = terms.truth(true);
        let last = states.len().saturating_sub(1);
        let mut threads = Vec::new();
        let mut moved = Vec::new();
        for (position, (thread, provided, mut next)) in states.into_iter().enumerate() {
            let chosen = match position == last {
                true => terms.truth(true),
                false => terms.fresh("thread", Sort::Bool),
            };
            let here = terms.all([free, provided, chosen]);
            let not = terms.not(chosen);
            free = terms.and(free, not);
            next.guard = guards.and(terms, next.guard, here);
            threads.push((thread, here));
            moved.push(next);
        }
        self.machine.visits.push(Visit { number, when: path, edges: Vec::new(), threads });
        for next in moved {
            self.enqueue(next);
        }
    }

    /// Where a thread cannot go on in what nobody else can see, the others still can. The same where it would end the run by a violation
    /// that is known to happen: the others may have moved before.
    pub(crate) fn leave_behind(
        &mut self,
        state: &State,
        loc: LocId,
        last: &[(EdgeId, TermId)],
        on: &[(EdgeId, TermId)],
    ) {
        if self.visible[loc.index()] {
            return; // That the others go on instead was decided before.
        }
        let mut rest = state.clone();
        let program = self.machine.program;
        let Machine { terms, guards, .. } = &mut self.machine;
        let is_known = |it: &&(EdgeId, TermId)| {
            let violated = program.edges[it.0].violates.as_ref().map(|it| it.property);
            violated.is_some_and(|it| self.broken.contains(&it))
        };
        let last = last.iter().filter(|it| !is_known(it));
        for (_, enabled) in last.chain(on) {
            let not = terms.not(*enabled);
            rest.guard = guards.and(terms, rest.guard, not);
        }
        if terms.as_bool(guards.all(rest.guard)) != Some(false) {
            rest.park(true);
            self.enqueue(rest);
        }
    }
}

/// By location: whether an edge that leaves it can be seen by other threads or depends on them. If the program starts none, nobody asks.
pub(crate) fn visible(program: &Program, order: &Order) -> Rc<[bool]> {
    if !program.spawns() {
        return Rc::new([]);
    }
    let shared = shared_variables(program);
    let private = private_pointers(program);
    let mut visible = vec![false; program.locs.len()];
    for (_, edge) in program.edges.iter() {
        let mut seen = false;
        let mut look = |it: Use| {
            seen |= match it {
                Use::Read(place) | Use::Write(place) => match program.root(place) {
                    Root::Own(var) => shared.contains(&var),
                    Root::Remote(_) => true,
                    Root::Memory => !is_private(program, place, &private),
                },
                Use::Expr(expr) => match program.exprs[expr] {
                    Expr::Pointer(PointerQuery::IsAlive, arg)
                    | Expr::IsInitialised { pointer: arg, .. } => {
                        !points_privately(program, arg, &private)
                    }
                    Expr::Heap(_) | Expr::ProcessCount => true,
                    _ => false,
                },
            };
        };
        Walk::new(program, &mut look).edge(edge);
        for action in &edge.actions {
            seen |= match action {
                Action::Copy { to, from, .. } => {
                    !points_privately(program, *to, &private)
                        || !points_privately(program, *from, &private)
                }
                Action::Fill { to, .. } => !points_privately(program, *to, &private),
                Action::Release { pointer } => !points_privately(program, *pointer, &private),
                Action::Spawn { .. } | Action::Exit => true,
                _ => false,
            };
        }
        visible[edge.from.index()] |= seen;
    }
    // A loop in which nothing can be seen could keep the others from moving for ever.
    let is_seen = |it: &LocId| visible[it.index()];
    let seen: Vec<LocId> = program.locs.ids().filter(is_seen).collect();
    let open: BTreeSet<LocId> =
        seen.iter().flat_map(|it| order.of(*it).loops.iter()).copied().collect();
    for loc in program.locs.ids() {
        let is_head = order.of(loc).loops.last() == Some(&loc);
        visible[loc.index()] |= is_head && !open.contains(&loc);
    }
    visible.into()
}

/// The global variables that one thread may write while another has them.
fn shared_variables(program: &Program) -> BTreeSet<VarId> {
    let calls = CallGraph::of(program);
    let actions = program.edges.values().flat_map(|it| &it.actions);
    let started: BTreeSet<ProcId> = actions
        .filter_map(|it| match it {
            Action::Spawn { process, .. } => Some(*process),
            _ => None,
        })
        .collect();
    let mut threads = started.clone();
    started.iter().for_each(|it| threads.extend(calls.reached(*it)));
    let mut in_threads = BTreeSet::new();
    let mut written = BTreeSet::new();
    for edge in program.edges.values() {
        let process = program.locs[edge.from].process;
        let mut look = |it: Use| {
            if let Use::Read(place) | Use::Write(place) = it
                && let Root::Own(var) = program.root(place)
                && program.vars[var].scope == Scope::Global
            {
                if matches!(it, Use::Write(_)) {
                    written.insert(var);
                }
                if threads.contains(&process) {
                    in_threads.insert(var);
                }
            }
        };
        Walk::new(program, &mut look).edge(edge);
    }
    let provided = program.procs.values().filter_map(|it| it.provided);
    let mut asked = BTreeSet::new();
    for condition in provided {
        Walk::new(program, |it| {
            if let Use::Read(place) = it
                && let Root::Own(var) = program.root(place)
            {
                asked.insert(var);
            }
        })
        .expr(condition);
    }
    written.intersection(&in_threads).copied().chain(asked).collect()
}

/// Local variables that hold pointers to objects that only their function knows: they get them by allocation alone, and are used for nothing but access.
pub(crate) fn private_pointers(program: &Program) -> BTreeSet<VarId> {
    let mut allocated = BTreeSet::new();
    let mut leaked = BTreeSet::new();
    for (_, edge) in program.edges.iter() {
        for action in &edge.actions {
            match action {
                Action::Allocate { place, .. } => {
                    if let Place::Var(var) = program.places[*place]
                        && program.vars[var].scope != Scope::Global
                    {
                        allocated.insert(var);
                    }
                }
                Action::Assign { place, value } => {
                    escape(program, *value, &mut leaked);
                    if let Place::Var(var) = program.places[*place]
                        && !is_constant(program, *value)
                    {
                        leaked.insert(var);
                    }
                }
                Action::Havoc { place } => {
                    if let Place::Var(var) = program.places[*place] {
                        leaked.insert(var);
                    }
                }
                Action::Call { args, result, .. } | Action::Spawn { args, result, .. } => {
                    args.iter().for_each(|it| escape(program, *it, &mut leaked));
                    if let Some(place) = result
                        && let Place::Var(var) = program.places[*place]
                    {
                        leaked.insert(var);
                    }
                }
                Action::Return { value: Some(value) } => escape(program, *value, &mut leaked),
                _ => {}
            }
        }
    }
    for process in program.procs.values().filter(|it| it.kind != ProcessKind::Claim) {
        leaked.extend(process.locals.iter().take(process.params));
    }
    allocated.difference(&leaked).copied().collect()
}

fn is_constant(program: &Program, expr: ExprId) -> bool {
    matches!(program.exprs[expr], Expr::Const { .. })
}

/// Notes the variables whose pointers become the value of an expression.
fn escape(program: &Program, expr: ExprId, leaked: &mut BTreeSet<VarId>) {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match program.exprs[expr] {
            Expr::Load(place) => {
                if let Place::Var(var) = program.places[place] {
                    leaked.insert(var);
                }
            }
            Expr::Advance { pointer, .. } => open.push(pointer),
            Expr::Ite(_, yes, no) => open.extend([yes, no]),
            Expr::Cast { arg, .. } | Expr::Reinterpret { arg, .. } => open.push(arg),
            Expr::Binary(_, a, b) => open.extend([a, b]),
            Expr::Unary(_, a) => open.push(a),
            _ => {}
        }
    }
}

/// Whether a place in memory is in an object that one function alone knows.
pub(crate) fn is_private(
    program: &Program,
    place: tribunal_ir::PlaceId,
    private: &BTreeSet<VarId>,
) -> bool {
    match program.places[place] {
        Place::Deref { pointer, .. } => points_privately(program, pointer, private),
        Place::Index(base, _) | Place::Field(base, _) => is_private(program, base, private),
        Place::Var(_) | Place::Remote { .. } => false,
    }
}

fn points_privately(program: &Program, pointer: ExprId, private: &BTreeSet<VarId>) -> bool {
    match program.exprs[pointer] {
        Expr::Load(place) => {
            matches!(program.places[place], Place::Var(var) if private.contains(&var))
        }
        Expr::Advance { pointer, .. } => points_privately(program, pointer, private),
        _ => false,
    }
}
