//! In which order locations are visited: a weak topological order of each function.
//!
//! Bourdoncle, Efficient chaotic iteration strategies with widenings, FMPA 1993: components
//! (loops) are nested, each has a head, and every edge that does not lead to the head of a component
//! that contains its source leads forward. It is found by taking strongly connected components apart
//! again and again, here with a stack of what is left to do instead of recursion.

use std::rc::Rc;
use tribunal_base::Id;
use tribunal_ir::{LocId, Program};

/// Where each location stands.
pub(crate) struct Order {
    /// By location.
    places: Vec<Standing>,
}

/// Where a location stands.
#[derive(Clone)]
pub(crate) struct Standing {
    /// Its place in the order.
    pub(crate) position: u32,
    /// The heads of the loops that contain it, the outermost first; a head is in its own loop.
    pub(crate) loops: Rc<[LocId]>,
}

/// What is left to do.
enum Work {
    /// Put these in order.
    Some(Vec<LocId>, Rc<[LocId]>),
    /// The next one is this.
    One(LocId, Rc<[LocId]>),
}

impl Order {
    /// The orders of all processes of a program, one after the other.
    pub(crate) fn new(program: &Program) -> Self {
        let nowhere = Standing { position: 0, loops: Rc::new([]) };
        let mut places = vec![nowhere; program.locs.len()];
        let mut members: Vec<Vec<LocId>> = vec![Vec::new(); program.procs.len()];
        for (id, loc) in program.locs.iter() {
            let entry = program.procs[loc.process].entry;
            let list = &mut members[loc.process.index()];
            list.push(id);
            if id == entry {
                // The search starts here, so that loops have the heads one expects.
                let last = list.len() - 1;
                list.swap(0, last);
            }
        }
        let mut position = 0;
        let mut search = Search::new(program);
        for locs in members {
            let mut work = vec![Work::Some(locs, Rc::new([]))];
            while let Some(next) = work.pop() {
                match next {
                    Work::One(loc, loops) => {
                        places[loc.index()] = Standing { position, loops };
                        position += 1;
                    }
                    Work::Some(locs, loops) => {
                        // The search finds components in reverse order: the last is on top.
                        for component in search.components(&locs) {
                            let head = component[0];
                            if component.len() == 1 && !search.is_loop(head) {
                                work.push(Work::One(head, Rc::clone(&loops)));
                                continue;
                            }
                            let inner: Rc<[LocId]> = loops.iter().copied().chain([head]).collect();
                            let rest = search.rest(&component);
                            work.push(Work::Some(rest, Rc::clone(&inner)));
                            work.push(Work::One(head, inner));
                        }
                    }
                }
            }
        }
        Self { places }
    }

    /// Where a location stands.
    pub(crate) fn of(&self, loc: LocId) -> &Standing {
        &self.places[loc.index()]
    }
}

/// Tarjan's search for strongly connected components within a set of locations.
struct Search<'a> {
    program: &'a Program,
    /// By location: which set it is in now, when it was found, the earliest reached from it.
    set: Vec<u32>,
    found: Vec<u32>,
    low: Vec<u32>,
    sets: u32,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program) -> Self {
        let zeros = vec![0; program.locs.len()];
        Self { program, set: zeros.clone(), found: zeros.clone(), low: zeros, sets: 0 }
    }

    fn successor(&self, loc: LocId, number: usize) -> Option<LocId> {
        let edge = self.program.locs[loc].out.get(number)?;
        Some(self.program.edges[*edge].to)
    }

    fn is_loop(&self, loc: LocId) -> bool {
        self.program.locs[loc].out.iter().any(|it| self.program.edges[*it].to == loc)
    }

    /// A component without its head: what the head leads to comes first.
    fn rest(&mut self, component: &[LocId]) -> Vec<LocId> {
        self.sets += 1;
        let head = component[0];
        for &loc in &component[1..] {
            self.set[loc.index()] = self.sets;
        }
        let mut rest = Vec::with_capacity(component.len() - 1);
        let successors = (0..).map_while(|it| self.successor(head, it)).collect::<Vec<_>>();
        for &loc in successors.iter().chain(&component[1..]) {
            if self.set[loc.index()] == self.sets {
                self.set[loc.index()] = 0;
                rest.push(loc);
            }
        }
        rest
    }

    /// The components of a set, each with the location found first in front; a component comes
    /// before those that lead to it.
    fn components(&mut self, locs: &[LocId]) -> Vec<Vec<LocId>> {
        const DONE: u32 = u32::MAX;
        self.sets += 1;
        for loc in locs {
            self.set[loc.index()] = self.sets;
            self.found[loc.index()] = 0;
        }
        let mut components = Vec::new();
        let mut time = 0;
        let mut open: Vec<LocId> = Vec::new();
        let mut calls: Vec<(LocId, usize)> = Vec::new();
        for &start in locs {
            if self.found[start.index()] != 0 {
                continue;
            }
            calls.push((start, 0));
            while let Some((loc, next)) = calls.pop() {
                if next == 0 {
                    time += 1;
                    self.found[loc.index()] = time;
                    self.low[loc.index()] = time;
                    open.push(loc);
                } else if let Some(before) = self.successor(loc, next - 1)
                    && self.set[before.index()] == self.sets
                    && self.found[before.index()] != DONE
                {
                    self.low[loc.index()] = self.low[loc.index()].min(self.low[before.index()]);
                }
                if let Some(to) = self.successor(loc, next) {
                    calls.push((loc, next + 1));
                    if self.set[to.index()] == self.sets && self.found[to.index()] == 0 {
                        calls.push((to, 0));
                    }
                    continue;
                }
                if self.low[loc.index()] == self.found[loc.index()] {
                    let at = open.iter().rposition(|it| *it == loc).unwrap_or(0);
                    let component = open.split_off(at);
                    for member in &component {
                        self.found[member.index()] = DONE;
                    }
                    components.push(component);
                }
            }
        }
        components
    }
}
