//! What intervals know of sums: where one of two states has relations between variables and the other has none.

use crate::state::State;
use crate::state::layout::Layout;
use crate::state::packs::integer;
use crate::state::relation::{Linear, Relation};
use crate::state::value::Value;
use std::rc::Rc;
use tribunal_domains::lattice::limits;

/// What intervals know of the variables of a pack.
pub(crate) fn bounds(layout: &Layout<'_>, state: &State, pack: &[u32]) -> Vec<Linear> {
    let mut found = Vec::new();
    for (at, cell) in pack.iter().enumerate() {
        let (lo, hi) =
            match (state.locals.get(*cell).map(|it| &**it), integer(layout.cell_ty(*cell))) {
                (Some(Value::Number(number)), _) => (number.hull().lo, number.hull().hi),
                (_, Some(shape)) => limits(shape),
                _ => continue,
            };
        let variable = Linear::of(at);
        found.extend(variable.minus(&Linear::constant(hi)));
        found.extend(Linear::constant(lo).minus(&variable));
    }
    found
}

/// What intervals alone know of the pack of a function, of which one of two states has variables, for what is known of sums in another state: what is not known of
/// a variable there need not be known here.
pub(crate) fn lifted(
    layout: &Layout<'_>,
    state: &State,
    other: &State,
    known: &Relation,
) -> Option<Relation> {
    let mut cell = None;
    for map in [&state.locals, &other.locals] {
        let mut note = |at: u32, _: &Rc<Value>| {
            cell = cell.or_else(|| layout.related(at).map(|_| at));
        };
        map.for_each(&mut note);
    }
    let pack = layout.pack_of(cell?);
    let mut bounds = bounds(layout, state, pack);
    bounds.retain(|it| it.terms.iter().all(|it| known.mentions(it.0)));
    Relation::top(layout.domain, pack.len()).with_all(&bounds)
}
