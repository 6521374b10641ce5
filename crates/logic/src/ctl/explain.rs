//! A path that shows why a formula is what it is, as far as one path can.
//!
//! What holds for some path, or fails for all, is shown by a path along certain transitions; what is left, that something holds for all
//! paths from some state on, rests on the labelling. [`follows_from`] tells whether a path says it all: it is a structure of which
//! little is known, and may be evaluated as such.

use std::collections::{BTreeMap, VecDeque};

use tribunal_base::Kleene;

use super::label::View;
use super::{Ctl, CtlId, Formula, Labelling, Quantifier, Relation, Structure, label};

/// A path from a state on; if it goes on for ever, it returns to one of its states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The states, at least one.
    pub states: Vec<usize>,
    /// The position of the state that follows the last one.
    pub back_to: Option<usize>,
}

/// The longest path from a state on that the answer to the formula there depends on.
#[must_use]
pub fn explain(
    formula: &Formula,
    structure: &Structure,
    labelling: &Labelling,
    state: usize,
) -> Path {
    let mut search =
        Search { formula, structure, labelling, path: Path { states: vec![state], back_to: None } };
    match labelling.value(formula.root(), state) {
        Kleene::True => search.show(formula.root(), Kleene::True),
        Kleene::False => search.show(formula.root(), Kleene::False),
        Kleene::Maybe => {}
    }
    search.path
}

/// What a formula is in the first state of a path, whatever else there may be.
///
/// `atoms` tells, for each atom, what it is in each state of the path.
#[must_use]
pub fn follows_from(
    formula: &Formula,
    path: usize,
    back_to: Option<usize>,
    atoms: &[Vec<bool>],
) -> Kleene {
    // The last state stands for all that is not known.
    let unknown = u32::try_from(path).unwrap_or(u32::MAX);
    let mut must: Vec<Vec<u32>> = (1..=unknown).map(|next| vec![next]).collect();
    if let Some(last) = must.last_mut() {
        *last = back_to.and_then(|it| u32::try_from(it).ok()).into_iter().collect();
    }
    must.push(Vec::new());
    let mut may: Vec<Vec<u32>> = must.clone();
    may.iter_mut().for_each(|it| it.push(unknown));
    let known = |atom: &Vec<bool>| {
        let values = atom.iter().map(|it| Kleene::from(*it));
        values.chain([Kleene::Maybe]).collect()
    };
    let structure = Structure {
        may: Relation::new(&may),
        must: Some(Relation::new(&must)),
        atoms: atoms.iter().map(known).collect(),
        states: path + 1,
    };
    label(formula, &structure).value(formula.root(), 0)
}

struct Search<'a> {
    formula: &'a Formula,
    structure: &'a Structure,
    labelling: &'a Labelling,
    path: Path,
}

impl Search<'_> {
    fn here(&self) -> usize {
        *self.path.states.last().expect("a path should have a state")
    }

    fn is(&self, id: CtlId, state: usize, value: Kleene) -> bool {
        self.labelling.value(id, state) == value
    }

    /// Adds states that show why a subformula has a value, true or false, in the last state.
    fn show(&mut self, id: CtlId, value: Kleene) {
        let here = self.here();
        match (self.formula.node(id), value) {
            (Ctl::Const(_) | Ctl::Atom(_), _) | (_, Kleene::Maybe) => {}
            (Ctl::Not(f), _) => self.show(f, !value),
            (Ctl::And(f, g), Kleene::True) | (Ctl::Or(f, g), Kleene::False) => {
                let first = if self.formula.is_local(f) { g } else { f };
                self.show(first, value);
            }
            (Ctl::And(f, g) | Ctl::Or(f, g), _) => {
                // One that is local says it all.
                let mut deciding = [f, g].into_iter().filter(|it| self.is(*it, here, value));
                let local = deciding.clone().find(|it| self.formula.is_local(*it));
                if let Some(decides) = local.or(deciding.next()) {
                    self.show(decides, value);
                }
            }
            (Ctl::Next(Quantifier::Some, f), Kleene::True)
            | (Ctl::Next(Quantifier::All, f), Kleene::False) => {
                let successors = self.structure.must().after(here).iter();
                let mut successors = successors.map(|it| *it as usize);
                if let Some(next) = successors.find(|it| self.is(f, *it, value)) {
                    self.path.states.push(next);
                    self.show(f, value);
                }
            }
            (Ctl::Until(Quantifier::Some, f, g), Kleene::True) => {
                if self.walk(|it, at| it.is(f, at, value), |it, at| it.is(g, at, value)) {
                    self.show(g, value);
                }
            }
            (Ctl::Until(Quantifier::All, f, g), Kleene::False) => {
                let neither = |it: &Self, at: usize| it.is(f, at, value) && it.is(g, at, value);
                if self.walk(|it, at| it.is(id, at, value), neither) {
                    self.show(if self.formula.is_local(f) { g } else { f }, value);
                } else {
                    self.circle(id, value);
                }
            }
            (Ctl::WeakUntil(Quantifier::All, f, g), Kleene::False) => {
                let neither = |it: &Self, at: usize| it.is(f, at, value) && it.is(g, at, value);
                if self.walk(|it, at| it.is(g, at, value), neither) {
                    self.show(if self.formula.is_local(f) { g } else { f }, value);
                }
            }
            (Ctl::WeakUntil(Quantifier::Some, f, g), Kleene::True) => {
                if self.walk(|it, at| it.is(f, at, value), |it, at| it.is(g, at, value)) {
                    self.show(g, value);
                } else {
                    self.circle(id, value);
                }
            }
            (Ctl::Path(Quantifier::Some, _), Kleene::True)
            | (Ctl::Path(Quantifier::All, _), Kleene::False) => self.run(id),
            (Ctl::Next(..) | Ctl::Until(..) | Ctl::WeakUntil(..) | Ctl::Path(..), _) => {}
        }
    }

    /// Goes the shortest way to a goal, if there is one.
    fn walk(
        &mut self,
        pass: impl Fn(&Self, usize) -> bool,
        goal: impl Fn(&Self, usize) -> bool,
    ) -> bool {
        let start = self.here();
        let mut from: Vec<Option<usize>> = vec![None; self.structure.states];
        from[start] = Some(start);
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            if goal(self, state) {
                let mut way = vec![state];
                let mut at = state;
                while at != start {
                    at = from[at].unwrap_or(start);
                    way.push(at);
                }
                self.path.states.extend(way.into_iter().rev().skip(1));
                return true;
            }
            if !pass(self, state) {
                continue;
            }
            for &next in self.structure.must().after(state) {
                let next = next as usize;
                if from[next].is_none() {
                    from[next] = Some(state);
                    queue.push_back(next);
                }
            }
        }
        false
    }

    /// Goes along an accepting run of the automaton that decides a path formula.
    fn run(&mut self, id: CtlId) {
        let Some(product) = self.labelling.product(id, View::Certain) else { return };
        let letters = self.labelling.letters(View::Certain);
        let first = self.path.states.len() - 1;
        let mut node = product.start(self.here());
        let mut position = BTreeMap::from([(node, first)]);
        while let Some(next) = product.next(node, self.structure.must(), &letters) {
            if let Some(back_to) = position.get(&next) {
                self.path.back_to = Some(*back_to);
                return;
            }
            position.insert(next, self.path.states.len());
            self.path.states.push(next.state);
            node = next;
        }
        // There is always a next one if the labelling is right.
        self.path.states.truncate(first + 1);
    }

    /// Goes on where a subformula keeps its value until a state comes again.
    fn circle(&mut self, id: CtlId, value: Kleene) {
        let first = self.path.states.len() - 1;
        let mut position: Vec<Option<usize>> = vec![None; self.structure.states];
        loop {
            let here = self.here();
            position[here] = Some(self.path.states.len() - 1);
            let successors = self.structure.must().after(here).iter().map(|it| *it as usize);
            let mut successors = successors.filter(|it| self.is(id, *it, value));
            let Some(next) = successors.next() else {
                // There is none if the labelling is right.
                self.path.states.truncate(first + 1);
                return;
            };
            if let Some(back_to) = position[next] {
                self.path.back_to = Some(back_to);
                return;
            }
            self.path.states.push(next);
        }
    }
}
