//! Acceptance marks in canonical form.
//!
//! Which transitions carry a mark matters only up to what happens on cycles. Here a mark is put on
//! every transition that lies on no cycle without it, and marks that say nothing new about any
//! component are taken away. Then simulation can compare more states, and degeneralisation has fewer levels.

use crate::automaton::{Automaton, Marks, Transition};
use tribunal_base::graph::Components;

/// What transitions that lie on no cycle carry. Both are right; they let different states be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transient {
    Marked,
    Unmarked,
}

/// Drops states from which no run is accepting, and unreachable ones.
pub(crate) fn trim(automaton: &mut Automaton) {
    let components = automaton.components();
    let inside = automaton.marks_inside(&components);
    let all = automaton.all_marks();
    let mut live: Vec<bool> = inside.iter().map(|&marks| marks == Some(all)).collect();
    // Successors are in components with smaller numbers, so their fate is known.
    let mut by_component: Vec<Vec<usize>> = vec![Vec::new(); components.count];
    for (state, &component) in components.of.iter().enumerate() {
        by_component[component].push(state);
    }
    for (component, states) in by_component.iter().enumerate() {
        let leads_to_live = |state: &usize| {
            automaton.states[*state].iter().any(|it| live[components.of[it.target]])
        };
        if !live[component] && states.iter().any(leads_to_live) {
            live[component] = true;
        }
    }
    automaton.restrict(|state| live[components.of[state]]);
}

/// Brings all marks into canonical form, component by component, with as few marks as possible.
/// The automaton is trimmed.
pub(crate) fn canonicalise(automaton: &mut Automaton, transient: Transient) {
    let components = automaton.components();
    saturate(automaton, &components);
    let inside = automaton.marks_inside(&components);
    let all = automaton.all_marks();
    let needed: Vec<Vec<usize>> = (0..components.count)
        .map(|component| match inside[component] {
            Some(marks) if marks == all => needed_marks(automaton, &components, component),
            _ => Vec::new(),
        })
        .collect();
    // An automaton with a rejecting cycle needs a mark to reject it with.
    let rejects = inside.iter().any(|marks| marks.is_some_and(|marks| marks != all));
    let n_marks = needed.iter().map(Vec::len).max().unwrap_or(0).max(usize::from(rejects));
    let new_all = Marks::first(n_marks);
    for source in 0..automaton.states.len() {
        let component = components.of[source];
        let rejecting = inside[component].is_some_and(|marks| marks != all);
        for it in &mut automaton.states[source] {
            it.marks = if components.of[it.target] != component {
                match transient {
                    Transient::Marked => new_all,
                    Transient::Unmarked => Marks::default(),
                }
            } else if rejecting {
                Marks::default()
            } else {
                // Marks beyond those needed are on every transition.
                let lacking = needed[component].iter().enumerate();
                let lacking = lacking.filter(|&(_, &old)| !it.marks.contains(old));
                lacking.fold(new_all, |marks, (new, _)| marks.minus(Marks::one(new)))
            };
        }
    }
    automaton.n_marks = n_marks;
}

/// The same for a state-based automaton, which stays one: a state is accepting if it lies on no cycle
/// of other states alone.
pub(crate) fn canonicalise_states(automaton: &mut Automaton, transient: Transient) {
    let components = automaton.components();
    let inside = automaton.marks_inside(&components);
    let without = automaton.components_of(|source, it| {
        components.of[source] == components.of[it.target] && it.marks.is_empty()
    });
    let without_inside = {
        let mut unmarked = automaton.clone();
        for transitions in &mut unmarked.states {
            transitions.retain(|it| it.marks.is_empty());
        }
        unmarked.marks_inside(&without)
    };
    for source in 0..automaton.states.len() {
        let accepting = match inside[components.of[source]] {
            None => transient == Transient::Marked,
            Some(marks) => !marks.is_empty() && without_inside[without.of[source]].is_none(),
        };
        let marks = if accepting { Marks::one(0) } else { Marks::default() };
        for it in &mut automaton.states[source] {
            it.marks = marks;
        }
    }
}

/// Moves marks, which are canonical, so that degeneralisation needs few copies of states: if each cycle through a state
/// has the mark, it is put on the transitions into the state, and taken from transitions that no
/// longer need it.
pub(crate) fn focus(automaton: &mut Automaton) {
    let components = automaton.components();
    for mark in 0..automaton.n_marks {
        let mut always_passed = vec![true; automaton.states.len()];
        for (source, transitions) in automaton.states.iter().enumerate() {
            let inside = |target: usize| components.of[source] == components.of[target];
            let lacks = |it: &&Transition| inside(it.target) && !it.marks.contains(mark);
            for it in transitions.iter().filter(lacks) {
                (always_passed[source], always_passed[it.target]) = (false, false);
            }
        }
        let elsewhere = automaton.components_of(|source, it| {
            components.of[source] == components.of[it.target]
                && !always_passed[source]
                && !always_passed[it.target]
        });
        for source in 0..automaton.states.len() {
            for it in &mut automaton.states[source] {
                let needed = always_passed[it.target]
                    || (elsewhere.of[source] == elsewhere.of[it.target] && !always_passed[source]);
                let inside = components.of[source] == components.of[it.target];
                if inside && !needed {
                    it.marks = it.marks.minus(Marks::one(mark));
                }
            }
        }
    }
}

/// Puts each mark on all transitions that lie on no cycle without it.
fn saturate(automaton: &mut Automaton, components: &Components) {
    for mark in 0..automaton.n_marks {
        let without = automaton.components_of(|source, it| {
            components.of[source] == components.of[it.target] && !it.marks.contains(mark)
        });
        for source in 0..automaton.states.len() {
            for it in &mut automaton.states[source] {
                if without.of[source] != without.of[it.target] {
                    it.marks = it.marks.union(Marks::one(mark));
                }
            }
        }
    }
}

/// The marks that an accepting component cannot do without: not those on all its transitions, nor
/// those that are wherever some other needed mark is.
fn needed_marks(automaton: &Automaton, components: &Components, component: usize) -> Vec<usize> {
    let mut implied_by = vec![automaton.all_marks(); automaton.n_marks];
    let mut everywhere = automaton.all_marks();
    for (source, transitions) in automaton.states.iter().enumerate() {
        let inside = |target: usize| {
            components.of[source] == component && components.of[target] == component
        };
        for it in transitions.iter().filter(|it| inside(it.target)) {
            everywhere = everywhere.intersection(it.marks);
            for mark in it.marks.iter() {
                implied_by[mark] = implied_by[mark].intersection(it.marks);
            }
        }
    }
    let mut needed = automaton.all_marks().minus(everywhere);
    for mark in 0..automaton.n_marks {
        let implied = needed.iter().any(|other| other != mark && implied_by[other].contains(mark));
        if implied {
            needed = needed.minus(Marks::one(mark));
        }
    }
    needed.iter().collect()
}
