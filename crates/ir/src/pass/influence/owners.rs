//! Owners: which globals are used by one process alone, and what is read from elsewhere.

use super::formula::Reads;
use crate::pass::not_flat;
use crate::pass::slice::Instances;
use crate::program::{Initially, ProcId, ProcessKind, Program, PropId, VarId};
use crate::property::PropertyKind;
use crate::visit::{Root, Use, Walk};
use std::collections::HashSet;
use tribunal_base::Id;

/// For each process, by position, the globals that only it uses, if it has never more than one
/// instance. A formula may read them while this process is at a label.
pub(super) fn owned(
    program: &Program,
    properties: &[PropId],
    instances: &Instances,
) -> Vec<Vec<VarId>> {
    let mut users: Vec<HashSet<ProcId>> = vec![HashSet::new(); program.vars.len()];
    for edge in program.edges.values() {
        let process = program.locs[edge.from].process;
        let each = |it| {
            if let Use::Read(place) | Use::Write(place) = it {
                let (Root::Own(var) | Root::Remote(var)) = program.root(place) else { not_flat() };
                users[var.index()].insert(process);
            }
        };
        Walk::new(program, each).edge(edge);
    }
    let foreign: HashSet<VarId> = read_by_others(program, properties).into_iter().collect();
    let reads = Reads::of(program, properties, instances);
    let is_read_elsewhere = |var: VarId, owner: ProcId| {
        let mut at = reads.at.iter().filter(|it| it.1 == var);
        at.any(|(loc, ..)| program.locs[*loc].process != owner)
    };
    let mut owned = vec![Vec::new(); program.procs.len()];
    for (id, var) in program.vars.iter() {
        let is_global = var.scope == crate::Scope::Global;
        if let Some(&owner) = users[id.index()].iter().next()
            && users[id.index()].len() == 1
            && is_global
            && program.procs[owner].kind == ProcessKind::Ordinary
            && instances.is_single(owner)
            && !foreign.contains(&id)
            && !is_read_elsewhere(id, owner)
        {
            owned[owner.index()].push(id);
        }
    }
    owned
}

/// The variables that statements, first values or formulas mention.
pub(super) fn used(program: &Program, properties: &[PropId]) -> HashSet<VarId> {
    let mut found = HashSet::new();
    let mut walk = Walk::new(program, |it| {
        if let Use::Read(place) | Use::Write(place) = it {
            let (Root::Own(var) | Root::Remote(var)) = program.root(place) else { not_flat() };
            found.insert(var);
        }
    });
    program.edges.values().for_each(|it| walk.edge(it));
    for property in properties {
        if let Some(formula) = program.props[*property].kind.formula() {
            walk.formula(formula);
        }
    }
    found.extend(read_by_others(program, properties));
    found
}

/// The variables that are read other than by statements of their own process and by formulas:
/// remotely, by `provided`, by first values, and in end states if they are asked for.
pub(super) fn read_by_others(program: &Program, properties: &[PropId]) -> Vec<VarId> {
    let mut found = Vec::new();
    let mut walk = Walk::new(program, |it| {
        if let Use::Read(place) = it
            && let Root::Remote(var) = program.root(place)
        {
            found.push(var);
        }
    });
    program.edges.values().for_each(|it| walk.edge(it));
    let ends = properties.iter().any(|it| program.props[*it].kind == PropertyKind::EndStates);
    let provided = program.procs.values().filter_map(|it| it.provided);
    let at_end = program.end_requires.filter(|_| ends);
    let own: Vec<_> = provided.chain(at_end).collect();
    let mut walk = Walk::new(program, |it| {
        if let Use::Read(place) = it {
            let (Root::Own(var) | Root::Remote(var)) = program.root(place) else { not_flat() };
            found.push(var);
        }
    });
    own.into_iter().for_each(|it| walk.expr(it));
    // The first value of a local variable may be read when a process starts; that of a global
    // only at the start, but that makes little difference.
    for (id, var) in program.vars.iter() {
        for initialiser in &var.init {
            if let Initially::Value(value) = initialiser.value {
                let mut read = Vec::new();
                let each = |it| {
                    if let Use::Read(place) = it {
                        let (Root::Own(var) | Root::Remote(var)) = program.root(place) else {
                            not_flat()
                        };
                        read.push(var);
                    }
                };
                Walk::new(program, each).expr(value);
                let is_global = |it: &VarId| program.vars[*it].scope == crate::Scope::Global;
                let is_sibling = |it: &VarId| program.vars[*it].scope == var.scope;
                let others = read.into_iter().filter(|it| *it != id);
                found.extend(others.filter(|it| is_global(it) || !is_sibling(it)));
            }
        }
    }
    found
}
