//! Drops arbitrary values that nobody reads: a variable that is declared without an initialiser is mostly assigned before it is
//! used. Live variables by iteration to the least fixed point (Nielson, Nielson & Hankin: *Principles of Program Analysis*, 1999,
//! §2.1.4).

use tribunal_base::Id;
use tribunal_ir::visit::{Root, Use, Walk};
use tribunal_ir::{Action, EdgeId, Guard, LocId, Place, ProcId, Program, Stream, VarId};

/// A set of local variables, by position.
type Set = Vec<u64>;

/// Drops them from all processes.
pub(super) fn drop_unread(program: &mut Program) {
    let mut locs: Vec<Vec<LocId>> = vec![Vec::new(); program.procs.len()];
    let mut positions =
        Positions { of_var: vec![None; program.vars.len()], of_loc: vec![0; program.locs.len()] };
    for (id, loc) in program.locs.iter() {
        let own = &mut locs[loc.process.index()];
        positions.of_loc[id.index()] = own.len();
        own.push(id);
    }
    for process in super::ids(&program.procs) {
        let locs = &locs[process.index()];
        if edges(program, locs).any(|it| has_havoc(program, it)) {
            drop_in(program, process, locs, &mut positions);
        }
    }
}

/// Lets functions return nothing if no call has a place for the result: functions of threads often return none, which would be an
/// arbitrary value.
pub(super) fn forget_results(program: &mut Program) {
    let (mut called, mut taken) =
        (vec![false; program.procs.len()], vec![false; program.procs.len()]);
    for action in program.edges.values().flat_map(|it| &it.actions) {
        if let Action::Call { process, result, .. } = action {
            called[process.index()] = true;
            taken[process.index()] |= result.is_some();
        }
    }
    for edge in super::ids(&program.edges) {
        let process = program.locs[program.edges[edge].from].process;
        let is_forgotten = called[process.index()] && !taken[process.index()];
        if let Some(Action::Return { value }) = program.edges[edge].actions.last_mut()
            && is_forgotten
        {
            *value = None;
        }
    }
}

/// Where variables and locations stand among those of their process.
struct Positions {
    /// Of the local variables of one process.
    of_var: Vec<Option<usize>>,
    of_loc: Vec<usize>,
}

fn edges<'a>(
    program: &'a Program,
    locs: &'a [LocId],
) -> impl DoubleEndedIterator<Item = EdgeId> + 'a {
    locs.iter().flat_map(|it| program.locs[*it].out.iter().copied())
}

fn has_havoc(program: &Program, edge: EdgeId) -> bool {
    program.edges[edge].actions.iter().any(|it| matches!(it, Action::Havoc { .. }))
}

fn drop_in(program: &mut Program, process: ProcId, locs: &[LocId], positions: &mut Positions) {
    let count = program.procs[process].locals.len();
    for (at, var) in program.procs[process].locals.iter().enumerate() {
        positions.of_var[var.index()] = Some(at);
    }
    let flows: Vec<Flow> =
        edges(program, locs).rev().map(|it| Flow::of(program, it, positions)).collect();
    for var in &program.procs[process].locals {
        positions.of_var[var.index()] = None;
    }
    let mut live: Vec<Set> = vec![vec![0; count.div_ceil(64)]; locs.len()];
    let mut set = Set::new();
    let mut changed = true;
    while changed {
        changed = false;
        for flow in &flows {
            flow.before(&live[flow.to], &mut set, |_| {});
            for (word, new) in live[flow.from].iter_mut().zip(&set) {
                changed |= *word | new != *word;
                *word |= new;
            }
        }
    }
    for flow in &flows {
        let mut unread = Vec::new();
        flow.before(&live[flow.to], &mut set, |action| unread.push(action));
        if !unread.is_empty() {
            let mut number = 0;
            program.edges[flow.edge].actions.retain(|_| {
                number += 1;
                !unread.contains(&(number - 1))
            });
        }
    }
}

/// What an edge does with local variables, the last thing first.
struct Flow {
    edge: EdgeId,
    from: usize,
    to: usize,
    events: Vec<Event>,
}

/// One thing that happens to the local variable at a position.
enum Event {
    /// It is read.
    Read(usize),
    /// It gets another value.
    Write(usize),
    /// It gets an arbitrary value by the action of this number.
    Havoc(usize, usize),
    /// All of them are left.
    Leave,
}

impl Flow {
    fn of(program: &Program, id: EdgeId, positions: &Positions) -> Self {
        let edge = &program.edges[id];
        let position = |var: VarId| positions.of_var[var.index()];
        let own = |place| match program.places[place] {
            Place::Var(var) => position(var),
            _ => None,
        };
        let reads = |it: &Use| match it {
            Use::Read(place) => match program.root(*place) {
                Root::Own(var) => position(var).map(Event::Read),
                Root::Remote(_) | Root::Memory => None,
            },
            Use::Write(_) | Use::Expr(_) => None,
        };
        let writes = |it: &Use| match it {
            Use::Write(place) => own(*place).map(Event::Write),
            Use::Read(_) | Use::Expr(_) => None,
        };
        let mut events = Vec::new();
        let mut uses = Vec::new();
        for (number, action) in edge.actions.iter().enumerate().rev() {
            match action {
                Action::Return { .. } => events.push(Event::Leave),
                Action::Havoc { place } => {
                    events.extend(own(*place).map(|at| Event::Havoc(at, number)));
                }
                _ => {}
            }
            // How a program ends, nobody in it reads.
            if matches!(action, Action::Print { stream: Stream::Status, .. }) {
                continue;
            }
            uses.clear();
            Walk::new(program, |it| uses.push(it)).action(action);
            events.extend(uses.iter().filter_map(writes));
            events.extend(uses.iter().filter_map(reads));
        }
        if let Guard::When(condition) = edge.guard {
            uses.clear();
            Walk::new(program, |it| uses.push(it)).expr(condition);
            events.extend(uses.iter().filter_map(reads));
        }
        let at = |it: LocId| positions.of_loc[it.index()];
        Self { edge: id, from: at(edge.from), to: at(edge.to), events }
    }

    /// What is live before the edge, if this is after it; tells of the actions whose arbitrary value nobody reads.
    fn before(&self, after: &Set, set: &mut Set, mut unread: impl FnMut(usize)) {
        set.clone_from(after);
        for event in &self.events {
            match *event {
                Event::Read(at) => set[at / 64] |= 1 << (at % 64),
                Event::Write(at) => set[at / 64] &= !(1 << (at % 64)),
                Event::Havoc(at, action) if set[at / 64] >> (at % 64) & 1 == 0 => unread(action),
                Event::Havoc(..) => {}
                Event::Leave => set.fill(0),
            }
        }
    }
}
