//! Questions about all dynamic objects.

use crate::machine::{Machine, Unmodelled};
use crate::state::State;
use crate::state::value::{Pointer, Value};
use std::collections::BTreeMap;
use tribunal_ir::{HeapQuery, ProcId, Scope, Storage};
use tribunal_solver::TermId;

/// How many rounds the search for lost objects may take, times objects.
const EFFORT: usize = 200_000;

impl Machine<'_> {
    /// The answer to a question about all dynamic objects; a Bool.
    pub(crate) fn ask_heap(
        &mut self,
        state: &State,
        query: HeapQuery,
    ) -> Result<TermId, Unmodelled> {
        match query {
            HeapQuery::InUse => {
                let alive: Vec<TermId> = self.dynamic(state).into_values().collect();
                Ok(self.terms.any(alive))
            }
            HeapQuery::Lost => self.lost(state),
        }
    }

    /// The dynamic objects that may be alive, and when each is.
    fn dynamic(&self, state: &State) -> BTreeMap<usize, TermId> {
        let blocks = (self.first_block..).zip(state.memory.iter());
        let is_dynamic = |object: usize| {
            let declaration = self.declaration(object);
            declaration.is_some_and(|it| self.program.objects[it].storage == Storage::Dynamic)
        };
        blocks
            .filter_map(|(object, block)| Some((object, block.as_ref()?.alive)))
            .filter(|(object, alive)| {
                is_dynamic(*object) && self.terms.as_bool(*alive) != Some(false)
            })
            .collect()
    }

    /// Whether a living dynamic object cannot be reached from variables and other objects.
    fn lost(&mut self, state: &State) -> Result<TermId, Unmodelled> {
        let dynamic = self.dynamic(state);
        let none = self.terms.truth(false);
        if dynamic.is_empty() {
            return Ok(none);
        }
        let mut reached: BTreeMap<usize, TermId> = dynamic.keys().map(|it| (*it, none)).collect();
        // Pointers between dynamic objects: from, to, when.
        let mut links: Vec<(usize, usize, TermId)> = Vec::new();
        for pointer in self.roots(state) {
            self.reach(&mut reached, pointer, None);
        }
        for object in self.first_block..self.first_block + state.memory.len() {
            let Some(block) = self.block(state, object) else { continue };
            for (pointer, is_pointer) in self.pointers(&block) {
                let when = self.terms.and(block.alive, is_pointer);
                if dynamic.contains_key(&object) {
                    for case in self.cases(pointer).iter() {
                        if dynamic.contains_key(&case.object) && case.object != object {
                            links.push((object, case.object, self.terms.and(when, case.when)));
                        }
                    }
                } else {
                    self.reach(&mut reached, pointer, Some(when));
                }
            }
        }
        for round in 0.. {
            if EFFORT < round * links.len() {
                return Err(Unmodelled("whether one of many objects is lost"));
            }
            let mut changed = false;
            for &(from, to, when) in &links {
                let way = self.terms.and(reached[&from], when);
                let after = self.terms.or(reached[&to], way);
                // A way of more links than objects reaches nothing new.
                changed |= after != reached[&to];
                reached.insert(to, after);
            }
            if !changed || dynamic.len() <= round {
                break;
            }
        }
        let mut lost = none;
        for (object, alive) in dynamic {
            let unreached = self.terms.not(reached[&object]);
            let its = self.terms.and(alive, unreached);
            lost = self.terms.or(lost, its);
        }
        Ok(lost)
    }

    fn reach(
        &mut self,
        reached: &mut BTreeMap<usize, TermId>,
        pointer: Pointer,
        when: Option<TermId>,
    ) {
        for case in self.cases(pointer).iter() {
            if let Some(known) = reached.get(&case.object).copied() {
                let way = when.map_or(case.when, |it| self.terms.and(it, case.when));
                let after = self.terms.or(known, way);
                reached.insert(case.object, after);
            }
        }
    }

    /// The pointers that variables hold.
    fn roots(&self, state: &State) -> Vec<Pointer> {
        let mut roots = Vec::new();
        let mut look = |scope: Option<ProcId>, values: &crate::state::pages::Pages<Value>| {
            for (id, var) in self.program.vars.iter() {
                let is_here = match (var.scope, scope) {
                    (Scope::Global, None) => true,
                    (Scope::Local(owner), Some(process)) => owner == process,
                    (Scope::Global, Some(_)) | (Scope::Local(_), None) => false,
                };
                let first = self.layout.slot(id);
                for slot in first..first + self.layout.count(var.ty) {
                    if is_here && let Some(Value::Pointer(pointer)) = values.get(slot) {
                        roots.push(*pointer);
                    }
                }
            }
        };
        look(None, &state.globals);
        for frame in state.all_frames() {
            look(Some(frame.process), &frame.locals);
        }
        roots
    }
}
