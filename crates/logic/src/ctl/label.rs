//! What formulas are in the states of a structure: true, false or not known.
//!
//! M. Chechik, W. Ding: *Lightweight reasoning about program correctness*, 2002, Figure 4: for each subformula the states where it
//! certainly holds (Yes) and those where it certainly does not (No), as fixpoints. We keep Yes and the complement of
//! No, *possible*; each is the ordinary fixpoint on one of the two relations: what holds for some path needs certain transitions to be
//! certain, and possible ones to be possible; what holds for all paths the other way round. Fixpoints are found by work lists, in time linear in the structure.
//!
//! A least fixpoint says of each of its states when it joined ([`Labelling::rank`]): later than those that it rests on. So a labelling can be checked state by state.
//!
//! One difference: for `A[f U g]` the paper asks for a certain successor as well as for all possible ones. Here every state of a program has a
//! successor, so the latter is enough.

use tribunal_base::{Id as _, Kleene};

use super::{Ctl, CtlId, Formula, Quantifier, Relation, Structure, position};

/// What the subformulas of a formula are in each state.
#[derive(Clone, Debug)]
pub struct Labelling {
    sets: Vec<Sets>,
}

/// The states where a subformula certainly holds, and those where it may.
#[derive(Clone, Debug)]
struct Sets {
    yes: Vec<bool>,
    possible: Option<Vec<bool>>,
    /// When the states joined where an until holds, or a weak until does not.
    ranks: Vec<u32>,
}

impl Labelling {
    /// When a state joined those where an until certainly holds, or a weak until certainly does not.
    #[must_use]
    pub fn rank(&self, formula: CtlId, state: usize) -> Option<u32> {
        let rank = self.sets[formula.index()].ranks.get(state);
        rank.copied().filter(|it| *it != NEVER)
    }

    /// What a subformula is in each state.
    #[must_use]
    pub fn values(&self, formula: CtlId) -> Vec<Kleene> {
        let Sets { yes, possible, .. } = &self.sets[formula.index()];
        let of = |(yes, may): (&bool, &bool)| match (yes, may) {
            (true, _) => Kleene::True,
            (false, true) => Kleene::Maybe,
            (false, false) => Kleene::False,
        };
        yes.iter().zip(possible.as_ref().unwrap_or(yes)).map(of).collect()
    }

    /// What a subformula is in a state.
    #[must_use]
    pub fn value(&self, formula: CtlId, state: usize) -> Kleene {
        let Sets { yes, possible, .. } = &self.sets[formula.index()];
        match (yes[state], possible) {
            (true, _) => Kleene::True,
            (false, Some(possible)) if possible[state] => Kleene::Maybe,
            (false, _) => Kleene::False,
        }
    }
}

/// The rank of a state that does not join.
const NEVER: u32 = u32::MAX;

/// Evaluates all subformulas in all states.
#[must_use]
pub fn label(formula: &Formula, structure: &Structure) -> Labelling {
    // Where all is certain, one of the two is enough.
    let is_exact =
        structure.must.is_none() && structure.atoms.iter().flatten().all(|it| *it != Kleene::Maybe);
    let mut sets: Vec<Sets> = Vec::new();
    for (_, node) in formula.nodes() {
        let mut ranks = Vec::new();
        let yes = evaluate(node, structure, View::Certain, &mut ranks, |it| &sets[it.index()].yes);
        let possible = (!is_exact).then(|| {
            // What may hold tells where it certainly does not.
            let mut unused = Vec::new();
            let is_weak = matches!(node, Ctl::WeakUntil(..));
            let ranks = if is_weak { &mut ranks } else { &mut unused };
            evaluate(node, structure, View::Possible, ranks, |it| {
                let Sets { yes, possible, .. } = &sets[it.index()];
                possible.as_ref().unwrap_or(yes)
            })
        });
        // What is negated changes sides.
        let found = match (node, possible) {
            (Ctl::Not(_), Some(possible)) => Sets { yes: possible, possible: Some(yes), ranks },
            (_, possible) => Sets { yes, possible, ranks },
        };
        sets.push(found);
    }
    Labelling { sets }
}

/// Which of the two sets is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum View {
    Certain,
    Possible,
}

fn evaluate<'s>(
    node: Ctl,
    structure: &Structure,
    view: View,
    ranks: &mut Vec<u32>,
    set: impl Fn(CtlId) -> &'s Vec<bool>,
) -> Vec<bool> {
    let relation = |quantifier| match (quantifier, view) {
        (Quantifier::Some, View::Certain) | (Quantifier::All, View::Possible) => structure.must(),
        (Quantifier::Some, View::Possible) | (Quantifier::All, View::Certain) => &structure.may,
    };
    let zip = |f: CtlId, g: CtlId, both: fn(bool, bool) -> bool| -> Vec<bool> {
        set(f).iter().zip(set(g)).map(|(f, g)| both(*f, *g)).collect()
    };
    match node {
        Ctl::Const(value) => vec![value; structure.states],
        Ctl::Atom(atom) => {
            let holds = |it: &Kleene| match view {
                View::Certain => *it == Kleene::True,
                View::Possible => *it != Kleene::False,
            };
            structure.atoms[position(atom)].iter().map(holds).collect()
        }
        Ctl::Not(f) => negated(set(f)),
        Ctl::And(f, g) => zip(f, g, |f, g| f && g),
        Ctl::Or(f, g) => zip(f, g, |f, g| f || g),
        Ctl::Next(quantifier, f) => {
            let (relation, set) = (relation(quantifier), set(f));
            let successors = |state| relation.after(state).iter().map(|it| set[*it as usize]);
            let next = |state| match quantifier {
                Quantifier::Some => successors(state).any(|it| it),
                Quantifier::All => successors(state).all(|it| it),
            };
            (0..structure.states).map(next).collect()
        }
        Ctl::Until(quantifier, f, g) => {
            until(relation(quantifier), quantifier, set(f), set(g), ranks)
        }
        Ctl::WeakUntil(quantifier, f, g) => {
            let neither = zip(f, g, |f, g| !f && !g);
            let first = negated(set(g));
            negated(&until(relation(quantifier), quantifier.dual(), &first, &neither, ranks))
        }
    }
}

fn negated(set: &[bool]) -> Vec<bool> {
    set.iter().map(|it| !it).collect()
}

/// The states from which some path, or each path, comes to a state of `second` through states of `first`; `ranks` tells when each was found.
fn until(
    relation: &Relation,
    quantifier: Quantifier,
    first: &[bool],
    second: &[bool],
    ranks: &mut Vec<u32>,
) -> Vec<bool> {
    *ranks = second.iter().map(|it| if *it { 0 } else { NEVER }).collect();
    let mut last = 0;
    let mut reached = second.to_vec();
    let mut waiting: Vec<usize> = (0..second.len()).filter(|it| second[*it]).collect();
    let successors = |state: usize| relation.after(state).len();
    // How many successors are missing: for some path, all but one may be.
    let mut missing: Vec<usize> = match quantifier {
        Quantifier::Some => vec![1; second.len()],
        Quantifier::All => (0..second.len()).map(successors).collect(),
    };
    if quantifier == Quantifier::All {
        // A state without transitions of this kind: nothing speaks against it.
        for state in (0..second.len()).filter(|it| missing[*it] == 0) {
            if first[state] && !std::mem::replace(&mut reached[state], true) {
                last += 1;
                ranks[state] = last;
                waiting.push(state);
            }
        }
    }
    while let Some(state) = waiting.pop() {
        for &before in relation.before(state) {
            let before = before as usize;
            missing[before] = missing[before].saturating_sub(1);
            if missing[before] == 0 && first[before] && !reached[before] {
                reached[before] = true;
                last += 1;
                ranks[before] = last;
                waiting.push(before);
            }
        }
    }
    reached
}
