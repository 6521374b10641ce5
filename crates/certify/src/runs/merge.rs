//! Sets of runs that are at one location, as one state.

use std::collections::BTreeMap;

use crate::reprove::memory::Object;
use crate::reprove::scene::{Scene, State, Value};
use crate::reprove::step::Typed;
use tribunal_ir::{ObjectId, VarId};
use tribunal_solver::TermId;

/// Runs that are at one location. Those of two places where runs are at the same time are different runs.
#[derive(Clone, Debug)]
pub(crate) struct Runs {
    pub(crate) state: State,
    /// Which they are: all of these Bools hold.
    pub(crate) path: Vec<TermId>,
    /// What the function that has just returned has returned.
    pub(crate) returned: Option<Typed>,
}

impl Runs {
    /// Leaves those of which something holds.
    pub(crate) fn assume(&mut self, scene: &Scene<'_>, holds: TermId) {
        if scene.terms.as_bool(holds) != Some(true) {
            self.path.push(holds);
        }
    }

    /// Whether there are none, as far as one sees.
    pub(crate) fn is_none(&self, scene: &Scene<'_>) -> bool {
        self.path.iter().any(|it| scene.terms.as_bool(*it) == Some(false))
    }
}

/// The runs of two sets that have none in common.
pub(crate) fn both(scene: &mut Scene<'_>, mut a: Runs, mut b: Runs) -> Runs {
    let common = a.path.iter().zip(&b.path).take_while(|(a, b)| a == b).count();
    let first = scene.terms.all(a.path[common..].iter().copied());
    let second = scene.terms.all(b.path[common..].iter().copied());
    let either = scene.terms.or(first, second);
    a.path.truncate(common);
    a.assume(scene, either);
    let mut merge = Merge { scene, first };
    a.state.vars = merge.values(&a.state.vars, &b.state.vars);
    let callers = a.state.callers.iter().zip(&b.state.callers);
    a.state.callers = callers.map(|(a, b)| merge.values(a, b)).collect();
    merge.objects(&mut a.state, &mut b.state);
    a.state.memo.clear();
    a.returned = match (a.returned, b.returned) {
        (Some((one, ty)), Some((other, other_ty))) if ty == other_ty => {
            ty.map(|it| (merge.scene.choose(first, one, other, it), ty))
        }
        _ => None,
    };
    a
}

struct Merge<'s, 'a> {
    scene: &'s mut Scene<'a>,
    /// Whether a run is of the first set; a Bool.
    first: TermId,
}

impl Merge<'_, '_> {
    /// Of what only one set knows, nothing is known.
    fn values(
        &mut self,
        a: &BTreeMap<VarId, Value>,
        b: &BTreeMap<VarId, Value>,
    ) -> BTreeMap<VarId, Value> {
        let mut all = BTreeMap::new();
        for (var, one) in a {
            let Some(other) = b.get(var) else { continue };
            let ty = self.scene.program.tys[self.scene.program.vars[*var].ty];
            let value = match one == other {
                true => *one,
                false => self.scene.choose(self.first, *one, *other, ty),
            };
            all.insert(*var, value);
        }
        all
    }

    fn objects(&mut self, a: &mut State, b: &mut State) {
        let both = a.objects.keys().chain(b.objects.keys());
        let ids: std::collections::BTreeSet<ObjectId> = both.copied().collect();
        for id in ids {
            let one = self.scene.object(a, id).clone();
            let other = self.scene.object(b, id);
            if one == *other {
                continue;
            }
            let other = other.clone();
            let merged = self.object(&one, &other);
            a.objects.insert(id, merged);
        }
    }

    fn object(&mut self, a: &Object, b: &Object) -> Object {
        let mut cells = BTreeMap::new();
        for (spot, one) in &a.cells {
            let Some(other) = b.cells.get(spot) else { continue };
            let value = match one == other {
                true => *one,
                false => self.scene.choose(self.first, *one, *other, spot.ty()),
            };
            cells.insert(*spot, value);
        }
        let terms = &mut self.scene.terms;
        Object {
            exists: terms.ite(self.first, a.exists, b.exists),
            alive: terms.ite(self.first, a.alive, b.alive),
            size: terms.ite(self.first, a.size, b.size),
            cells,
        }
    }
}
