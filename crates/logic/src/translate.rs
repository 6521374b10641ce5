//! From a formula to a transition-based generalised Büchi automaton.
//!
//! A state is a set of formulas to satisfy, as in P. Gastin, D. Oddoux: *Fast LTL to Büchi automata
//! translation*, CAV 2001, whose very weak alternating automaton is here the function [`Translator::expand`]: the ways to
//! satisfy a formula by what holds now, what is to hold next, and what is promised. Promises, one for
//! each right operand of `U`, are those of J.-M. Couvreur: *On-the-fly verification of linear temporal logic*, FM
//! 1999: a transition lacks the mark of a promise that it makes without keeping it. Disjunctions
//! under `X` are not split before they must be, and states with equal expansions are one, also as
//! in Couvreur. Dominated ways are dropped as in T. Babiak, M. Křetínský, V. Řehák, J. Strejček:
//! *LTL to Büchi automata translation: fast and more deterministic*, TACAS 2012.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::TooLarge;
use crate::automaton::{Automaton, MAX_MARKS, Marks, Transition};
use crate::bdd::Bdd;
use crate::boolean::BooleanFunctions;
use crate::class::Classes;
use crate::ltl::Ltl::{And, Atom, False, Next, Not, Or, Release, True, Until};
use crate::ltl::{Formulas, LtlId};

/// States of the automaton before any reduction.
const MAX_STATES: usize = 1 << 13;

/// Transitions of the automaton before any reduction.
const MAX_TRANSITIONS: usize = 1 << 16;

/// Pairs of ways looked at in all.
const MAX_STEPS: usize = 1 << 24;

/// The automaton of a formula in negation normal form. Labels are owned by `functions`.
pub(crate) fn translate(
    formulas: &Formulas,
    functions: &mut BooleanFunctions,
    formula: LtlId,
) -> Result<Automaton, TooLarge> {
    let mut translator = Translator {
        formulas,
        functions,
        classes: Classes::default(),
        expansions: FxHashMap::default(),
        promises: Vec::new(),
        steps: 0,
    };
    translator.automaton(formula)
}

/// One way to satisfy a formula.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Way {
    /// What is to hold from the next position on; sorted, without duplicates.
    next: Vec<LtlId>,
    /// What is promised and not kept now.
    promises: Marks,
    /// What holds now.
    label: Bdd,
}

type Ways = Rc<[Way]>;

struct Translator<'a> {
    formulas: &'a Formulas,
    functions: &'a mut BooleanFunctions,
    classes: Classes,
    expansions: FxHashMap<LtlId, Ways>,
    /// The promised formulas; the position is the mark.
    promises: Vec<LtlId>,
    /// Pairs of ways looked at so far.
    steps: usize,
}

impl Translator<'_> {
    fn automaton(&mut self, formula: LtlId) -> Result<Automaton, TooLarge> {
        let initial = self.conjuncts_of([formula]);
        // States are named in the order of discovery; one found to expand like an older one is
        // an alias of that.
        let mut names: FxHashMap<Vec<LtlId>, usize> = FxHashMap::default();
        let mut by_ways: FxHashMap<Ways, usize> = FxHashMap::default();
        let mut alias: Vec<usize> = Vec::new();
        let mut ways_of: Vec<Ways> = Vec::new();
        let mut pending = vec![initial.clone()];
        names.insert(initial, 0);
        let mut n_transitions = 0;
        let mut next_pending = 0;
        while next_pending < pending.len() {
            let ways = self.expand_all(&pending[next_pending])?;
            next_pending += 1;
            let state = alias.len();
            let representative = *by_ways.entry(Rc::clone(&ways)).or_insert(state);
            alias.push(representative);
            if representative == state {
                n_transitions += ways.len();
                for way in
                    ways.iter().filter(|way| !names.contains_key(&way.next)).collect::<Vec<_>>()
                {
                    if !names.contains_key(&way.next) {
                        names.insert(way.next.clone(), pending.len());
                        pending.push(way.next.clone());
                    }
                }
            }
            ways_of.push(ways);
            if MAX_STATES < pending.len() || MAX_TRANSITIONS < n_transitions {
                return Err(TooLarge);
            }
        }
        let all = Marks::first(self.promises.len());
        let states = ways_of
            .iter()
            .enumerate()
            .map(|(state, ways)| {
                let kept: &[Way] = if alias[state] == state { ways } else { &[] };
                kept.iter()
                    .map(|way| Transition {
                        target: alias[names[&way.next]],
                        marks: all.minus(way.promises),
                        label: way.label,
                    })
                    .collect()
            })
            .collect();
        let mut automaton = Automaton { initial: 0, states, n_marks: self.promises.len() };
        automaton.restrict(|_| true);
        automaton.unite_parallel(&mut self.functions.bdds);
        Ok(automaton)
    }

    /// The ways to satisfy all of the formulas.
    fn expand_all(&mut self, formulas: &[LtlId]) -> Result<Ways, TooLarge> {
        let mut all = Rc::from([self.now(Bdd::TRUE)]);
        for &formula in formulas {
            let ways = self.expand(formula)?;
            all = self.both(&all, &ways)?;
        }
        Ok(all)
    }

    fn expand(&mut self, formula: LtlId) -> Result<Ways, TooLarge> {
        if let Some(known) = self.expansions.get(&formula) {
            return Ok(Rc::clone(known));
        }
        let ways = if self.classes.of(self.formulas, formula).boolean {
            let label = self.functions.of(self.formulas, formula);
            self.undominated(vec![self.now(label)])?
        } else {
            self.expand_temporal(formula)?
        };
        self.expansions.insert(formula, Rc::clone(&ways));
        Ok(ways)
    }

    fn expand_temporal(&mut self, formula: LtlId) -> Result<Ways, TooLarge> {
        match self.formulas[formula] {
            And(..) => self.expand_all(&self.formulas.conjuncts(formula)),
            Or(..) => {
                let mut any = Vec::new();
                for it in self.formulas.disjuncts(formula) {
                    any.extend_from_slice(&self.expand(it)?);
                }
                self.undominated(any)
            }
            Next(f) => Ok(Rc::from([self.later([f], Marks::default())])),
            // g || (f && X(f U g) && g promised)
            Until(f, g) => {
                let promise = self.promise(g)?;
                let (hold, fulfil) = (self.expand(f)?, self.expand(g)?);
                let wait = Rc::from([self.later([formula], promise)]);
                let waiting = self.both(&hold, &wait)?;
                self.undominated([&*fulfil, &*waiting].concat())
            }
            // g && (f || X(f V g))
            Release(f, g) => {
                let (release, hold) = (self.expand(f)?, self.expand(g)?);
                let wait = self.later([formula], Marks::default());
                let either = self.undominated([&*release, &[wait]].concat())?;
                self.both(&hold, &either)
            }
            True | False | Atom(_) | Not(_) => {
                unreachable!(
                    "a formula in negation normal form without temporal operators should be Boolean"
                )
            }
        }
    }

    fn now(&self, label: Bdd) -> Way {
        Way { next: Vec::new(), promises: Marks::default(), label }
    }

    fn later<const N: usize>(&self, next: [LtlId; N], promises: Marks) -> Way {
        Way { next: self.conjuncts_of(next), promises, label: Bdd::TRUE }
    }

    fn promise(&mut self, promised: LtlId) -> Result<Marks, TooLarge> {
        let known = self.promises.iter().position(|&it| it == promised);
        let mark = known.unwrap_or(self.promises.len());
        if mark == MAX_MARKS {
            return Err(TooLarge);
        }
        if known.is_none() {
            self.promises.push(promised);
        }
        Ok(Marks::one(mark))
    }

    fn count_steps(&mut self, steps: usize) -> Result<(), TooLarge> {
        self.steps = self.steps.saturating_add(steps);
        if MAX_STEPS < self.steps { Err(TooLarge) } else { Ok(()) }
    }

    /// The pairwise conjunctions.
    fn both(&mut self, first: &Ways, second: &Ways) -> Result<Ways, TooLarge> {
        self.count_steps(first.len() * second.len())?;
        let mut pairs = Vec::new();
        for a in first.iter() {
            for b in second.iter() {
                let label = self.functions.bdds.and(a.label, b.label);
                if label != Bdd::FALSE {
                    let next = self.without_repeated([&*a.next, &b.next].concat());
                    pairs.push(Way { next, promises: a.promises.union(b.promises), label });
                }
            }
        }
        self.undominated(pairs)
    }

    /// The conjuncts of the formulas as a set.
    fn conjuncts_of<const N: usize>(&self, formulas: [LtlId; N]) -> Vec<LtlId> {
        let conjuncts = formulas.into_iter().flat_map(|it| self.formulas.conjuncts(it));
        self.without_repeated(conjuncts.filter(|&it| it != self.formulas.verum()).collect())
    }

    /// The formulas as a set, without those that some `[]` among them repeats at every position:
    /// these change nothing in how the set expands.
    fn without_repeated(&self, mut set: Vec<LtlId>) -> Vec<LtlId> {
        set.sort_unstable();
        set.dedup();
        let bodies = set.iter().filter_map(|&it| match self.formulas[it] {
            Release(left, body) if left == self.formulas.falsum() => Some(body),
            _ => None,
        });
        let repeated: Vec<LtlId> = bodies.flat_map(|it| self.formulas.conjuncts(it)).collect();
        set.retain(|it| !repeated.contains(it));
        set
    }

    /// Unites ways that differ in the label alone and drops those all of whose letters are served by
    /// ways that leave less to do and promise less. What is left is sorted.
    fn undominated(&mut self, mut ways: Vec<Way>) -> Result<Ways, TooLarge> {
        self.count_steps(ways.len())?;
        let bdds = &mut self.functions.bdds;
        ways.retain(|way| way.label != Bdd::FALSE);
        ways.sort_unstable();
        ways.dedup_by(|later, kept| {
            let equal = later.next == kept.next && later.promises == kept.promises;
            if equal {
                kept.label = bdds.or(kept.label, later.label);
            }
            equal
        });
        if bdds.overflowed() {
            return Err(TooLarge);
        }
        self.count_steps(ways.len() * ways.len())?;
        let bdds = &mut self.functions.bdds;
        let mut kept = Vec::with_capacity(ways.len());
        for (index, way) in ways.iter().enumerate() {
            let mut rest = way.label;
            for (other_index, other) in ways.iter().enumerate() {
                let better = other_index != index
                    && other.promises.is_subset_of(way.promises)
                    && is_subset(&other.next, &way.next);
                if better {
                    rest = bdds.minus(rest, other.label);
                    if rest == Bdd::FALSE {
                        break;
                    }
                }
            }
            if rest != Bdd::FALSE {
                kept.push(way.clone());
            }
        }
        Ok(kept.into())
    }
}

/// Whether `larger` has all of `smaller`; both are sorted.
fn is_subset(smaller: &[LtlId], larger: &[LtlId]) -> bool {
    let mut candidates = larger.iter();
    smaller.iter().all(|it| candidates.any(|candidate| candidate == it))
}
