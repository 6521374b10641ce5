//! Steps that nobody else can see are taken alone: of the threads that can move, one whose next step concerns its own variables only.
//!
//! Law: no violation and no deadlock is lost. Let a process be where all its edges read and write nothing but its own variables (and those that nobody ever writes), and some of them, none of which
//! violates anything, be enabled. Others can neither change which ones, nor see which one is taken, nor tell that it has been taken; so it commutes with
//! whatever they do. In any run from here the first step of the process can be put first, and if the process takes none, a step of it can be put
//! in front: the others do the same as before (persistent sets: Godefroid, Partial-order methods for the verification of concurrent systems, LNCS 1032, 1996).
//! A condition for processes to move (`provided`) is no exception: it may hold the process up later, but does not now; and who is held up for ever in a
//! state where nobody moves is so after the step, too.
//!
//! Nobody is put off for ever: such edges lead to locations of greater ranks, and so do the calls among them, so the row of a process's functions, each at
//! its location, grows in lexicographic order. A cycle has a state where nothing is left out.
//!
//! Programs that ask where others are, or for memory that no variable points to, are not reduced.

use rustc_hash::FxHashSet;
use tribunal_base::Id;
use tribunal_engine::Step;
use tribunal_exec::State;
use tribunal_ir::visit::{Root, Use, Walk};
use tribunal_ir::{
    Action, Control, Edge, Expr, LocId, Place, PlaceId, PointerQuery, ProcessKind, Program,
    Scheduling, Scope, VarId,
};

/// Where a process concerns nobody else.
pub(crate) struct Private {
    /// By location.
    at: Vec<bool>,
}

impl Private {
    /// `None` if the program is not one to be reduced.
    pub(crate) fn new(program: &Program) -> Option<Self> {
        if program.is_sequential() || !is_plain(program) {
            return None;
        }
        let results = program.edges.values().flat_map(|it| &it.actions).filter_map(|it| match it {
            Action::Call { result, .. } => *result,
            _ => None,
        });
        let returns = if results.into_iter().all(|it| is_local(program, it)) {
            Returns::ToLocals
        } else {
            Returns::Anywhere
        };
        let (written, ranks) = (written(program), ranks(program));
        let forward = |it: &Edge| ranks[it.from.index()] < ranks[it.to.index()];
        let mut at = vec![true; program.locs.len()];
        for edge in program.edges.values() {
            at[edge.from.index()] &= is_private(program, edge, returns, &written)
                && (forward(edge) || goes_back(program, edge));
        }
        Some(Self { at })
    }

    /// Of the steps of a state, all, or those of one process alone.
    pub(crate) fn choose(&self, program: &Program, state: &State, steps: Vec<Step>) -> Vec<Step> {
        let place = |it: &Step| -> LocId { state.processes[it.process as usize].location };
        let may = |it: &Step| self.at[place(it).index()];
        let violates = |it: &Step| program.edges[it.edge].violates.is_some();
        let of = |process: u32| steps.iter().filter(move |it| it.process == process);
        let chosen = steps.iter().find(|it| may(it) && !of(it.process).any(violates));
        let Some(process) = chosen.map(|it| it.process) else { return steps };
        steps.into_iter().filter(|it| it.process == process).collect()
    }
}

/// Where the values of functions go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Returns {
    ToLocals,
    Anywhere,
}

/// Whether processes know of each other only what variables and memory tell, and take turns as they like.
fn is_plain(program: &Program) -> bool {
    let asks = |it: &Expr| {
        matches!(
            it,
            Expr::InstanceOf(_)
                | Expr::At { .. }
                | Expr::ProgramCounter(_)
                | Expr::Priority(_)
                | Expr::Enabled(_)
                | Expr::Timeout
                | Expr::NonProgress
                | Expr::Heap(_)
        )
    };
    program.channels.is_empty()
        && program.scheduling == Scheduling::Interleaving
        && program.procs.values().all(|it| it.kind != ProcessKind::Claim)
        && program.locs.values().all(|it| it.control == Control::Free)
        && program.edges.values().all(|it| !it.atomic && it.tier == 0)
        && !program.exprs.iter().any(|(_, it)| asks(it))
        && !program.places.iter().any(|(_, it)| matches!(it, Place::Remote { .. }))
}

/// The variables that change.
fn written(program: &Program) -> FxHashSet<VarId> {
    let mut written = FxHashSet::default();
    for edge in program.edges.values() {
        let look = |it: Use| {
            if let Use::Write(place) = it
                && let Root::Own(var) = program.root(place)
            {
                written.insert(var);
            }
        };
        Walk::new(program, look).edge(edge);
    }
    written
}

fn is_local(program: &Program, place: PlaceId) -> bool {
    matches!(program.root(place), Root::Own(var) if program.vars[var].scope != Scope::Global)
}

/// Whether an edge leads to where a function was called; what is no function just goes to the target.
fn goes_back(program: &Program, edge: &Edge) -> bool {
    program.procs[program.locs[edge.from].process].kind == ProcessKind::Function
        && matches!(edge.actions.last(), Some(Action::Return { .. }))
}

/// The locations in reverse postorder of a search in depth: every cycle of edges goes down somewhere.
fn ranks(program: &Program) -> Vec<usize> {
    let count = program.locs.len();
    let (mut ranks, mut rank, mut seen) = (vec![0; count], count, vec![false; count]);
    let entries = program.procs.values().map(|it| it.entry);
    for root in entries.chain(program.locs.ids()) {
        let mut path = Vec::new();
        if !std::mem::replace(&mut seen[root.index()], true) {
            path.push((root, 0));
        }
        while let Some((loc, tried)) = path.last_mut() {
            let Some(&edge) = program.locs[*loc].out.get(*tried) else {
                rank -= 1;
                ranks[loc.index()] = rank;
                path.pop();
                continue;
            };
            *tried += 1;
            let to = program.edges[edge].to;
            if !std::mem::replace(&mut seen[to.index()], true) {
                path.push((to, 0));
            }
        }
    }
    ranks
}

/// Whether an edge concerns nobody else.
fn is_private(
    program: &Program,
    edge: &Edge,
    returns: Returns,
    written: &FxHashSet<VarId>,
) -> bool {
    let is_harmless = |it: &Action| match it {
        Action::Assign { .. }
        | Action::Havoc { .. }
        | Action::Call { .. }
        | Action::Print { .. } => true,
        Action::Return { .. } => returns == Returns::ToLocals,
        Action::Allocate { .. }
        | Action::Release { .. }
        | Action::Copy { .. }
        | Action::Fill { .. }
        | Action::Send { .. }
        | Action::Receive { .. }
        | Action::Spawn { .. }
        | Action::Exit
        | Action::SetPriority { .. } => false,
    };
    let mut is_private = edge.actions.iter().all(is_harmless);
    let look = |it: Use| {
        is_private &= match it {
            Use::Write(place) => is_local(program, place),
            Use::Read(place) => match program.root(place) {
                Root::Own(var) => is_local(program, place) || !written.contains(&var),
                Root::Remote(_) | Root::Memory => false,
            },
            Use::Expr(expr) => match program.exprs[expr] {
                Expr::Pointer(query, _) => query != PointerQuery::IsAlive,
                Expr::Const { .. }
                | Expr::Load(_)
                | Expr::Unary(..)
                | Expr::Binary(..)
                | Expr::Ite(..)
                | Expr::Cast { .. }
                | Expr::Reinterpret { .. }
                | Expr::Object(_)
                | Expr::Function(_)
                | Expr::Advance { .. }
                | Expr::SelfPid => true,
                _ => false,
            },
        };
    };
    Walk::new(program, look).edge(edge);
    is_private
}
