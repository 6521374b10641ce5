//! In which order locations are visited: a weak topological order of each process or function.

use std::rc::Rc;
use tribunal_base::Id;
use tribunal_base::graph::{Element, weak_topological_order};
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

impl Order {
    /// The orders of all processes of a program, one after the other.
    pub(crate) fn new(program: &Program) -> Self {
        let successors: Vec<Vec<usize>> = (program.locs.values())
            .map(|it| it.out.iter().map(|edge| program.edges[*edge].to.index()).collect())
            .collect();
        // The search starts at the entry, so that loops have the heads one expects.
        let mut members: Vec<Vec<usize>> =
            program.procs.values().map(|it| vec![it.entry.index()]).collect();
        for (id, loc) in program.locs.iter() {
            if id != program.procs[loc.process].entry {
                members[loc.process.index()].push(id.index());
            }
        }
        let nowhere = Standing { position: 0, loops: Rc::new([]) };
        let mut order = Self { places: vec![nowhere; program.locs.len()] };
        let (mut next, outside) = (0, Rc::from([]));
        for nodes in members {
            let elements = weak_topological_order(nodes, &successors);
            order.note(&elements, &outside, &mut next);
        }
        order
    }

    /// Notes where the locations of some elements stand, inside loops with these heads.
    fn note(&mut self, elements: &[Element], around: &Rc<[LocId]>, next: &mut u32) {
        for element in elements {
            match element {
                Element::Vertex(node) => self.place(*node, around, next),
                Element::Component { head, body, .. } => {
                    let loops = around.iter().copied().chain([LocId::from_index(*head)]).collect();
                    self.place(*head, &loops, next);
                    self.note(body, &loops, next);
                }
            }
        }
    }

    fn place(&mut self, node: usize, loops: &Rc<[LocId]>, next: &mut u32) {
        self.places[node] = Standing { position: *next, loops: Rc::clone(loops) };
        *next += 1;
    }

    /// Where a location stands.
    pub(crate) fn of(&self, loc: LocId) -> &Standing {
        &self.places[loc.index()]
    }
}
