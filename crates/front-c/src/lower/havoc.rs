//! Drops arbitrary values that nobody reads: a variable that is declared without an initialiser is mostly assigned before it is
//! used. Live variables by iteration to the least fixed point (Nielson, Nielson & Hankin: *Principles of Program Analysis*, 1999,
//! §2.1.4).

use std::collections::HashMap;

use tribunal_base::Id;
use tribunal_ir::visit::{Root, Use, Walk};
use tribunal_ir::{Action, EdgeId, Guard, LocId, Place, ProcId, Program, VarId};

/// A set of local variables, by position.
type Set = Vec<u64>;

/// Drops them from all processes.
pub(super) fn drop_unread(program: &mut Program) {
    let mut locs: Vec<Vec<LocId>> = vec![Vec::new(); program.procs.len()];
    for (id, loc) in program.locs.iter() {
        locs[loc.process.index()].push(id);
    }
    for process in super::ids(&program.procs) {
        let candidates: Vec<EdgeId> =
            edges(program, &locs[process.index()]).filter(|it| has_havoc(program, *it)).collect();
        if !candidates.is_empty() {
            drop_in(program, process, &locs[process.index()], &candidates);
        }
    }
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

fn drop_in(program: &mut Program, process: ProcId, locs: &[LocId], candidates: &[EdgeId]) {
    let position: HashMap<VarId, usize> =
        program.procs[process].locals.iter().enumerate().map(|(at, var)| (*var, at)).collect();
    let words = position.len().div_ceil(64);
    let mut live: HashMap<LocId, Set> = locs.iter().map(|it| (*it, vec![0; words])).collect();
    loop {
        let mut changed = false;
        for edge in edges(program, locs).rev() {
            let before = before(program, edge, &position, &live, |_, _| {});
            let from = program.edges[edge].from;
            let known = live.entry(from).or_default();
            for (word, new) in known.iter_mut().zip(before) {
                changed |= *word | new != *word;
                *word |= new;
            }
        }
        if !changed {
            break;
        }
    }
    for edge in candidates {
        let mut unread = Vec::new();
        before(program, *edge, &position, &live, |action, is_live| {
            if !is_live {
                unread.push(action);
            }
        });
        let mut number = 0;
        program.edges[*edge].actions.retain(|_| {
            number += 1;
            !unread.contains(&(number - 1))
        });
    }
}

/// What is live before an edge; tells of each `Havoc` of a local variable whether its value is.
fn before(
    program: &Program,
    id: EdgeId,
    position: &HashMap<VarId, usize>,
    live: &HashMap<LocId, Set>,
    mut each: impl FnMut(usize, bool),
) -> Set {
    let edge = &program.edges[id];
    let mut set = live.get(&edge.to).cloned().unwrap_or_default();
    let own = |place| match program.places[place] {
        Place::Var(var) => position.get(&var).copied(),
        _ => None,
    };
    for (number, action) in edge.actions.iter().enumerate().rev() {
        if let Action::Return { .. } = action {
            set.fill(0);
        }
        if let Action::Havoc { place } = action
            && let Some(at) = own(*place)
        {
            each(number, set[at / 64] >> (at % 64) & 1 != 0);
        }
        let mut uses = Vec::new();
        Walk::new(program, |it| uses.push(it)).action(action);
        for it in &uses {
            if let Use::Write(place) = it
                && let Some(at) = own(*place)
            {
                set[at / 64] &= !(1 << (at % 64));
            }
        }
        read(program, &uses, position, &mut set);
    }
    if let Guard::When(condition) = edge.guard {
        let mut uses = Vec::new();
        Walk::new(program, |it| uses.push(it)).expr(condition);
        read(program, &uses, position, &mut set);
    }
    set
}

fn read(program: &Program, uses: &[Use], position: &HashMap<VarId, usize>, set: &mut Set) {
    for it in uses {
        if let Use::Read(place) = it
            && let Root::Own(var) = program.root(*place)
            && let Some(at) = position.get(&var)
        {
            set[at / 64] |= 1 << (at % 64);
        }
    }
}
