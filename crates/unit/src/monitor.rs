//! Which paths are wanted: an automaton over nodes.

use std::collections::BTreeMap;

use tribunal_base::{Diagnostic, Id};
use tribunal_logic::finite::regular::{Pattern, Regular};
use tribunal_logic::finite::{AtomKind, Parsed, Remainder};
use tribunal_logic::{AtomId, Formulas, LtlId};

use crate::chart::Chart;

/// Which paths are wanted.
#[derive(Clone, Debug)]
pub struct Query {
    formula: Option<(Formulas, Remainder)>,
    /// What the atoms of the formula mean, by number.
    atoms: Vec<Meaning>,
    pattern: Option<Regular>,
    /// By node: which places of the pattern it is at.
    places: BTreeMap<u32, Vec<usize>>,
}

/// What an atom means.
#[derive(Clone, Debug)]
enum Meaning {
    /// Control is at one of these nodes.
    At(Vec<u32>),
    /// The expression of this number holds.
    Expression(usize),
}

/// How much of a query is left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Monitor {
    formula: Option<Remainder>,
    pattern: Option<Regular>,
}

impl Query {
    /// The expressions of a formula, in the order in which [`Query::of`] counts them: what the program must tell at each node.
    pub fn expressions(formula: &Parsed) -> impl Iterator<Item = &tribunal_logic::finite::Atom> {
        formula.atoms.iter().filter(|it| matches!(it.kind, AtomKind::Expression(_)))
    }

    /// The paths that satisfy a formula and match a pattern. The error tells of places that are not there, and of expressions that are nowhere in scope.
    pub fn of(
        formula: Option<Parsed>,
        pattern: Option<Pattern>,
        chart: &Chart,
        function: &str,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        let mut find = |name: &str, span| {
            let nodes = chart.place(name, function);
            if nodes.is_empty() {
                problems.push(unknown_place(chart, function, name, span));
            }
            nodes
        };
        let mut atoms = Vec::new();
        let mut expressions = Vec::new();
        for atom in formula.iter().flat_map(|it| &it.atoms) {
            atoms.push(match &atom.kind {
                AtomKind::At(name) => Meaning::At(find(name, atom.span)),
                AtomKind::Expression(_) => {
                    expressions.push(atom);
                    Meaning::Expression(expressions.len() - 1)
                }
            });
        }
        let mut places: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (number, (name, span)) in pattern.iter().flat_map(|it| &it.places).enumerate() {
            for node in find(name, *span) {
                places.entry(node).or_default().push(number);
            }
        }
        for (number, atom) in expressions.into_iter().enumerate() {
            if !chart.nodes.iter().any(|it| it.atoms.get(number).copied().unwrap_or(false)) {
                let message = "nowhere are all variables of this expression in scope";
                problems.push(Diagnostic::error("formula-scope", atom.span, message));
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let formula = formula.map(|it| (it.formulas, Remainder::start(it.root)));
        Ok(Self { formula, atoms, pattern: pattern.map(|it| it.root), places })
    }

    /// The paths that come to a node; they end there.
    #[must_use]
    pub fn reaching(node: u32) -> Self {
        let mut formulas = Formulas::default();
        let there = formulas.atom(AtomId::from_index(0));
        let root = formulas.eventually(there);
        Self::over(formulas, root, vec![Meaning::At(vec![node])])
    }

    /// The paths that pass these nodes one directly after the other; they end there.
    #[must_use]
    pub fn passing(nodes: &[u32]) -> Self {
        let mut formulas = Formulas::default();
        let mut rest = formulas.verum();
        for (number, _) in nodes.iter().enumerate().rev() {
            let here = formulas.atom(AtomId::from_index(number));
            let is_last = number + 1 == nodes.len();
            rest = if is_last {
                here
            } else {
                let next = formulas.next(rest);
                formulas.and(here, next)
            };
        }
        let root = formulas.eventually(rest);
        Self::over(formulas, root, nodes.iter().map(|it| Meaning::At(vec![*it])).collect())
    }

    /// The paths that pass these nodes one after the other, with nothing but `between` in between, and then come to `end`, if there is one; they end there.
    #[must_use]
    pub fn through(nodes: &[u32], between: &[u32], end: Option<u32>) -> Self {
        let mut formulas = Formulas::default();
        let mut meanings = vec![Meaning::At(between.to_vec())];
        let meanwhile = formulas.atom(AtomId::from_index(0));
        let mut rest: Option<LtlId> = None;
        for &node in nodes.iter().rev() {
            let here = formulas.atom(AtomId::from_index(meanings.len()));
            meanings.push(Meaning::At(vec![node]));
            rest = Some(match rest {
                None => here,
                Some(rest) => {
                    let later = formulas.until(meanwhile, rest);
                    let next = formulas.next(later);
                    formulas.and(here, next)
                }
            });
        }
        let rest = rest.unwrap_or_else(|| formulas.verum());
        let mut root = formulas.eventually(rest);
        if let Some(end) = end {
            let there = formulas.atom(AtomId::from_index(meanings.len()));
            meanings.push(Meaning::At(vec![end]));
            let ends = formulas.eventually(there);
            root = formulas.and(root, ends);
        }
        Self::over(formulas, root, meanings)
    }

    /// The paths that come to a node where the expression of this number holds, and then to `end`, if there is one; they end there.
    #[must_use]
    pub fn holding(node: u32, expression: usize, end: Option<u32>) -> Self {
        let mut formulas = Formulas::default();
        let mut meanings = vec![Meaning::At(vec![node]), Meaning::Expression(expression)];
        let there = formulas.atom(AtomId::from_index(0));
        let holds = formulas.atom(AtomId::from_index(1));
        let both = formulas.and(there, holds);
        let mut root = formulas.eventually(both);
        if let Some(end) = end {
            let last = formulas.atom(AtomId::from_index(2));
            meanings.push(Meaning::At(vec![end]));
            let ends = formulas.eventually(last);
            root = formulas.and(root, ends);
        }
        Self::over(formulas, root, meanings)
    }

    fn over(formulas: Formulas, root: LtlId, atoms: Vec<Meaning>) -> Self {
        let formula = Some((formulas, Remainder::start(root)));
        Self { formula, atoms, pattern: None, places: BTreeMap::new() }
    }

    /// Nothing has been read.
    pub(crate) fn start(&self) -> Monitor {
        Monitor {
            formula: self.formula.as_ref().map(|it| it.1.clone()),
            pattern: self.pattern.clone(),
        }
    }

    /// What is left after a node. The error is an expression whose truth must be known first.
    pub(crate) fn step(
        &self,
        monitor: &Monitor,
        node: u32,
        truth: &mut dyn FnMut(usize) -> Option<bool>,
    ) -> Result<Monitor, usize> {
        let formula = match (&monitor.formula, &self.formula) {
            (Some(left), Some((formulas, _))) => {
                let mut value = |atom: AtomId| match &self.atoms[atom.index()] {
                    Meaning::At(nodes) => Some(nodes.contains(&node)),
                    Meaning::Expression(number) => truth(*number),
                };
                let stepped = left.step(formulas, &mut value);
                Some(stepped.map_err(|atom| match self.atoms[atom.index()] {
                    Meaning::Expression(number) => number,
                    Meaning::At(_) => unreachable!("places are known"),
                })?)
            }
            _ => None,
        };
        let pattern = monitor.pattern.as_ref().map(|left| match self.places.get(&node) {
            Some(places) => left.step(places),
            None => left.clone(),
        });
        Ok(Monitor { formula, pattern })
    }

    /// Whether a node changes nothing, whatever the values.
    pub(crate) fn is_indifferent(&self, monitor: &Monitor, node: u32) -> bool {
        self.step(monitor, node, &mut |_| None).is_ok_and(|it| it == *monitor)
    }
}

impl Monitor {
    /// Whether the path is one that is wanted, whatever follows.
    pub(crate) fn is_satisfied(&self) -> bool {
        self.formula.as_ref().is_none_or(Remainder::is_satisfied)
            && self.pattern.as_ref().is_none_or(|it| *it == Regular::Empty)
            && (self.formula.is_some() || self.pattern.is_some())
    }

    /// Whether the path is not wanted, whatever follows.
    pub(crate) fn is_refuted(&self) -> bool {
        self.formula.as_ref().is_some_and(Remainder::is_refuted)
            || self.pattern.as_ref().is_some_and(|it| *it == Regular::Never)
    }

    /// Whether the path is wanted if it ends here.
    pub(crate) fn accepts(&self) -> bool {
        self.formula.as_ref().is_none_or(Remainder::accepts)
            && self.pattern.as_ref().is_none_or(Regular::accepts)
    }
}

fn unknown_place(
    chart: &Chart,
    function: &str,
    name: &str,
    span: tribunal_base::Span,
) -> Diagnostic {
    let (function, place) = name.split_once(':').unwrap_or((function, name));
    let of_function = || chart.nodes.iter().filter(|it| it.function == function);
    let (message, help) = if of_function().next().is_none() {
        let mut functions: Vec<&str> = chart.nodes.iter().map(|it| it.function.as_str()).collect();
        functions.dedup();
        (
            format!("there is no function `{function}`"),
            format!("there are: {}", functions.join(", ")),
        )
    } else if place.parse::<u32>().is_ok() {
        let mut lines: Vec<String> = of_function().map(|it| it.line.to_string()).collect();
        lines.dedup();
        (
            format!("no statement of `{function}` starts at line {place}"),
            format!("statements start at: {}", lines.join(", ")),
        )
    } else {
        let mut labels: Vec<&str> =
            of_function().flat_map(|it| &it.labels).map(String::as_str).collect();
        labels.push("end");
        (
            format!("there is no label `{place}` in `{function}`"),
            format!("there are: {}", labels.join(", ")),
        )
    };
    Diagnostic::error("unknown-place", span, message).help(help)
}
