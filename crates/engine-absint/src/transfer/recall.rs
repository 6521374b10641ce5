//! What conditions have told about memory where it is not certain which object was asked: `if (p->next) p = p->next;`.
//!
//! Nothing can be said of `next` in one object, as `p` may point to several. But what is read at the place `p->next` stays the same until `p` or that part of
//! memory is written, and so does what was found out about it.

use crate::state::State;
use crate::state::layout::Layout;
use crate::state::object::width;
use crate::state::value::Value;
use crate::transfer::step::Stepper;
use std::rc::Rc;
use tribunal_base::Id as _;
use tribunal_domains::pointer::{Pointers, Target};
use tribunal_domains::{Map, Number};
use tribunal_ir::{Place, PlaceId};

fn key(place: PlaceId) -> u32 {
    u32::try_from(place.index()).unwrap_or(u32::MAX)
}

impl State {
    /// What was found out about a place in memory.
    pub(crate) fn recall(&self, place: PlaceId) -> Option<&Rc<Value>> {
        self.recalled.get(key(place))
    }

    /// Something is found out about a place in memory.
    pub(crate) fn note(&mut self, layout: &Layout<'_>, place: PlaceId, value: Value) {
        if layout.address(place).is_some() {
            self.recalled.insert(key(place), Rc::new(value));
        }
    }

    /// A variable is written.
    pub(crate) fn forget_by(&mut self, layout: &Layout<'_>, cell: u32) {
        self.forget_where(|place| layout.address(place).is_none_or(|it| it.cells.contains(&cell)));
    }

    /// Objects come and go, or another function runs.
    pub(crate) fn forget_memory(&mut self) {
        self.recalled = Map::default();
    }

    fn forget_where(&mut self, is_gone: impl Fn(PlaceId) -> bool) {
        let mut gone = Vec::new();
        self.recalled.for_each(&mut |at, _| gone.push(at));
        gone.retain(|it| is_gone(PlaceId::from_index(*it as usize)));
        gone.into_iter().for_each(|it| self.recalled.remove(it));
    }
}

impl Stepper<'_, '_> {
    /// So many bytes, or an unknown number of them, are written where these pointers may point to.
    pub(crate) fn forget_written(&self, state: &mut State, to: &Pointers, bytes: Option<u64>) {
        if state.recalled.is_empty() {
            return;
        }
        let (program, before) = (self.layout.program, state.clone());
        let view = self.view(&before);
        state.forget_where(|place| {
            let Place::Deref { pointer, ty } = program.places[place] else { return true };
            self.layout.address(place).is_none_or(|it| it.is_indirect)
                || overlap(to, bytes, &view.pointers(pointer), width(program, program.tys[ty]))
        });
    }
}

/// Whether accesses to so many bytes, or an unknown number of them, may have some in common.
fn overlap(a: &Pointers, a_bytes: Option<u64>, b: &Pointers, b_bytes: u64) -> bool {
    let (Some(a), Some(b)) = (a.targets(), b.targets()) else { return true };
    let meets = |a: &Number, b: &Number| {
        let (a, b) = (a.hull(), b.hull());
        let end = |from: i128, bytes: u64| from.saturating_add(bytes.into());
        a.lo < end(b.hi, b_bytes) && a_bytes.is_none_or(|bytes| b.lo < end(a.hi, bytes))
    };
    let objects = a.iter().filter(|it| matches!(it.0, Target::Object(_)));
    objects
        .into_iter()
        .any(|(target, at)| b.iter().any(|(other, start)| other == target && meets(at, start)))
}
