//! Which paths are wanted: an automaton over nodes.

use std::collections::{BTreeMap, BTreeSet};

use tribunal_base::{Diagnostic, Id};
use tribunal_logic::finite::regular::{Pattern, Regular};
use tribunal_logic::finite::{AtomKind, Parsed, Remainder};
use tribunal_logic::{AtomId, Formulas, Ltl, LtlId};

use crate::chart::Chart;

/// Which paths are wanted.
#[derive(Clone, Debug)]
pub struct Query {
    formula: Option<(Formulas, Remainder)>,
    root: Option<LtlId>,
    /// Whether it makes no difference how often a position is repeated.
    stutters: bool,
    /// What the atoms of the formula mean, by number.
    atoms: Vec<Meaning>,
    pattern: Option<Regular>,
    /// By node: which places of the pattern it is at.
    places: BTreeMap<u32, Vec<usize>>,
}

/// What an atom means.
#[derive(Clone, Debug)]
enum Meaning {
    /// For each of these: control is at one of its nodes.
    At(Vec<Place>),
    /// The expression of this number holds.
    Expression(usize),
    /// Nobody can move.
    Deadlock,
}

/// The place where processes are that wait for each other.
pub const DEADLOCK: &str = "deadlock";

/// Nodes at which some process is, or the one of this number.
#[derive(Clone, Debug)]
struct Place {
    nodes: Vec<u32>,
    process: Option<usize>,
}

impl Place {
    fn any(nodes: Vec<u32>) -> Vec<Self> {
        vec![Self { nodes, process: None }]
    }

    /// Whether a process is there, by the nodes of all.
    fn is_taken(&self, at: &[u32]) -> bool {
        match self.process {
            Some(process) => at.get(process).is_some_and(|it| self.nodes.contains(it)),
            None => at.iter().any(|it| self.nodes.contains(it)),
        }
    }
}

/// Where the processes are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position<'a> {
    /// By process.
    pub(crate) at: &'a [u32],
    /// The nodes that were just reached.
    pub(crate) reached: &'a [u32],
    /// Whether nobody can move.
    pub(crate) is_stuck: bool,
}

/// How much of a query is left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Monitor {
    formula: Option<Remainder>,
    pattern: Option<Regular>,
}

/// What is to hold at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Everything does, or nothing.
    Truth(bool),
    /// The expression of a number.
    Expression(usize),
    /// The contrary.
    Not(Box<Self>),
    /// Both.
    And(Box<(Self, Self)>),
    /// One of the two.
    Or(Box<(Self, Self)>),
}

impl Query {
    /// The expressions of a formula, in the order in which [`Query::of`] counts them: what the program must tell at each node.
    pub fn expressions(formula: &Parsed) -> impl Iterator<Item = &tribunal_logic::finite::Atom> {
        formula.atoms.iter().filter(|it| matches!(it.kind, AtomKind::Expression(_)))
    }

    /// The paths that satisfy a formula and match a pattern, of functions that run concurrently, or of one. The error tells of places that are not there, and of expressions that
    /// are nowhere in scope.
    pub fn of(
        formula: Option<Parsed>,
        pattern: Option<Pattern>,
        chart: &Chart,
        functions: &[String],
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        let mut find = |name: &str, span| {
            let places = places(chart, functions, name);
            if places.iter().any(|it| it.nodes.is_empty()) {
                problems.push(unknown_place(chart, functions, name, span));
            }
            places
        };
        let mut atoms = Vec::new();
        let mut expressions = Vec::new();
        for atom in formula.iter().flat_map(|it| &it.atoms) {
            atoms.push(match &atom.kind {
                AtomKind::At(name) if name == DEADLOCK && !has_label(chart, name) => {
                    Meaning::Deadlock
                }
                AtomKind::At(name) => Meaning::At(find(name, atom.span)),
                AtomKind::Expression(_) => {
                    expressions.push(atom);
                    Meaning::Expression(expressions.len() - 1)
                }
            });
        }
        let mut places: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (number, (name, span)) in pattern.iter().flat_map(|it| &it.places).enumerate() {
            for node in find(name, *span).into_iter().flat_map(|it| it.nodes) {
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
        let stutters = formula.as_ref().is_none_or(|it| it.formulas.is_stutter_invariant(it.root));
        let root = formula.as_ref().map(|it| it.root);
        let formula = formula.map(|it| (it.formulas, Remainder::start(it.root)));
        Ok(Self { formula, root, stutters, atoms, pattern: pattern.map(|it| it.root), places })
    }

    /// The paths that come to a node; they end there.
    #[must_use]
    pub fn reaching(node: u32) -> Self {
        let mut formulas = Formulas::default();
        let there = formulas.atom(AtomId::from_index(0));
        let root = formulas.eventually(there);
        Self::over(formulas, root, vec![Meaning::At(Place::any(vec![node]))])
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
        Self::over(
            formulas,
            root,
            nodes.iter().map(|it| Meaning::At(Place::any(vec![*it]))).collect(),
        )
    }

    /// The paths that pass these nodes one after the other, with nothing but `between` in between, and then come to `end`, if there is one; they end there.
    #[must_use]
    pub fn through(nodes: &[u32], between: &[u32], end: Option<u32>) -> Self {
        let mut formulas = Formulas::default();
        let mut meanings = vec![Meaning::At(Place::any(between.to_vec()))];
        let meanwhile = formulas.atom(AtomId::from_index(0));
        let mut rest: Option<LtlId> = None;
        for &node in nodes.iter().rev() {
            let here = formulas.atom(AtomId::from_index(meanings.len()));
            meanings.push(Meaning::At(Place::any(vec![node])));
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
            meanings.push(Meaning::At(Place::any(vec![end])));
            let ends = formulas.eventually(there);
            root = formulas.and(root, ends);
        }
        Self::over(formulas, root, meanings)
    }

    /// The paths that come to a node, or to any, where the expression of this number holds, and then to `end`, if there is one; they end there.
    #[must_use]
    pub fn holding(node: Option<u32>, expression: usize, end: Option<u32>) -> Self {
        let mut formulas = Formulas::default();
        let places = node.map_or(Vec::new(), |it| Place::any(vec![it]));
        // Without a place, all are right.
        let mut meanings = vec![Meaning::At(places), Meaning::Expression(expression)];
        let there = formulas.atom(AtomId::from_index(0));
        let holds = formulas.atom(AtomId::from_index(1));
        let both = formulas.and(there, holds);
        let mut root = formulas.eventually(both);
        if let Some(end) = end {
            let last = formulas.atom(AtomId::from_index(2));
            meanings.push(Meaning::At(Place::any(vec![end])));
            let ends = formulas.eventually(last);
            root = formulas.and(root, ends);
        }
        Self::over(formulas, root, meanings)
    }

    fn over(formulas: Formulas, root: LtlId, atoms: Vec<Meaning>) -> Self {
        let stutters = formulas.is_stutter_invariant(root);
        let formula = Some((formulas, Remainder::start(root)));
        Self { formula, root: Some(root), stutters, atoms, pattern: None, places: BTreeMap::new() }
    }

    /// Nothing has been read.
    pub(crate) fn start(&self) -> Monitor {
        Monitor {
            formula: self.formula.as_ref().map(|it| it.1.clone()),
            pattern: self.pattern.clone(),
        }
    }

    /// What is left after a position. The error is an expression whose truth must be known first.
    pub(crate) fn step(
        &self,
        monitor: &Monitor,
        position: Position<'_>,
        truth: &mut dyn FnMut(usize) -> Option<bool>,
    ) -> Result<Monitor, usize> {
        let formula = match (&monitor.formula, &self.formula) {
            (Some(left), Some((formulas, _))) => {
                let mut value = |atom: AtomId| match &self.atoms[atom.index()] {
                    Meaning::At(places) => Some(places.iter().all(|it| it.is_taken(position.at))),
                    Meaning::Expression(number) => truth(*number),
                    Meaning::Deadlock => Some(position.is_stuck),
                };
                let stepped = left.step(formulas, &mut value);
                Some(stepped.map_err(|atom| match self.atoms[atom.index()] {
                    Meaning::Expression(number) => number,
                    Meaning::At(_) | Meaning::Deadlock => unreachable!("places are known"),
                })?)
            }
            _ => None,
        };
        let mut pattern = monitor.pattern.clone();
        for node in position.reached {
            if let (Some(left), Some(places)) = (&mut pattern, self.places.get(node)) {
                *left = left.step(places);
            }
        }
        Ok(Monitor { formula, pattern })
    }

    /// If the query wants a node where something holds, and nothing else: that, at a node. `None` if it cannot hold there, or the query is another.
    #[must_use]
    pub fn wanted_at(&self, node: u32) -> Option<Wanted> {
        let (formulas, _) = self.formula.as_ref().filter(|_| self.pattern.is_none())?;
        let Ltl::Until(before, wanted) = formulas[self.root?] else { return None };
        let is_eventually = before == formulas.verum();
        let wanted = self.state_formula(formulas, wanted, node).filter(|_| is_eventually)?;
        (wanted != Wanted::Truth(false)).then_some(wanted)
    }

    /// A formula without temporal operators at a node.
    fn state_formula(&self, formulas: &Formulas, formula: LtlId, node: u32) -> Option<Wanted> {
        let inner = |it: LtlId| self.state_formula(formulas, it, node);
        Some(match formulas[formula] {
            Ltl::True => Wanted::Truth(true),
            Ltl::False => Wanted::Truth(false),
            Ltl::Atom(it) => match &self.atoms[it.index()] {
                Meaning::At(places) => Wanted::Truth(places.iter().all(|it| it.is_taken(&[node]))),
                Meaning::Expression(it) => Wanted::Expression(*it),
                Meaning::Deadlock => return None,
            },
            Ltl::Not(f) => match inner(f)? {
                Wanted::Truth(it) => Wanted::Truth(!it),
                it => Wanted::Not(Box::new(it)),
            },
            Ltl::And(f, g) => match (inner(f)?, inner(g)?) {
                (Wanted::Truth(false), _) | (_, Wanted::Truth(false)) => Wanted::Truth(false),
                (Wanted::Truth(true), it) | (it, Wanted::Truth(true)) => it,
                (f, g) => Wanted::And(Box::new((f, g))),
            },
            Ltl::Or(f, g) => match (inner(f)?, inner(g)?) {
                (Wanted::Truth(true), _) | (_, Wanted::Truth(true)) => Wanted::Truth(true),
                (Wanted::Truth(false), it) | (it, Wanted::Truth(false)) => it,
                (f, g) => Wanted::Or(Box::new((f, g))),
            },
            Ltl::Next(_) | Ltl::Until(..) | Ltl::Release(..) => return None,
        })
    }

    /// The nodes that an `at` or a pattern mentions: coming to another one while somebody else can still move changes neither. (That all have come to their ends is changed by the last one alone.)
    pub(crate) fn mentioned(&self) -> BTreeSet<u32> {
        let nodes = |it: &Meaning| match it {
            Meaning::At(places) => match places.as_slice() {
                [only] => only.nodes.clone(),
                _ => Vec::new(),
            },
            Meaning::Expression(_) | Meaning::Deadlock => Vec::new(),
        };
        self.atoms.iter().flat_map(nodes).chain(self.places.keys().copied()).collect()
    }

    /// Whether it makes no difference how often a position is repeated.
    pub(crate) fn is_stutter_invariant(&self) -> bool {
        self.stutters
    }

    /// Whether a node changes nothing, whatever the values.
    pub(crate) fn is_indifferent(&self, monitor: &Monitor, node: u32) -> bool {
        let position = Position { at: &[node], reached: &[node], is_stuck: false };
        self.step(monitor, position, &mut |_| None).is_ok_and(|it| it == *monitor)
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

fn has_label(chart: &Chart, name: &str) -> bool {
    chart.nodes.iter().any(|it| it.labels.iter().any(|it| it == name))
}

/// Where a place is: all of these must be taken. Without the name of a function, the place is that of any process; `end` is that of all.
fn places(chart: &Chart, functions: &[String], name: &str) -> Vec<Place> {
    let Some((function, place)) = name.split_once(':') else {
        let nodes = |it: &String| chart.place(it, name);
        return match functions {
            [_, _, ..] if name == "end" => (0..)
                .zip(functions)
                .map(|(process, it)| Place { nodes: nodes(it), process: Some(process) })
                .collect(),
            _ => Place::any(functions.iter().flat_map(nodes).collect()),
        };
    };
    match function.split_once('#') {
        None => Place::any(chart.place(function, place)),
        Some((function, number)) => {
            let mut all = (0..functions.len()).filter(|it| functions[*it] == function);
            let number = number.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
            let process = number.and_then(|it| all.nth(it));
            let nodes = process.map_or(Vec::new(), |_| chart.place(function, place));
            vec![Place { nodes, process }]
        }
    }
}

fn unknown_place(
    chart: &Chart,
    functions: &[String],
    name: &str,
    span: tribunal_base::Span,
) -> Diagnostic {
    let first = functions.first().map_or("", String::as_str);
    let (process, place) = name.split_once(':').unwrap_or((first, name));
    let function = process.split_once('#').map_or(process, |it| it.0);
    let of_function = || chart.nodes_of(function);
    let (message, help) = if of_function().next().is_none() && function.contains('.') {
        let mut files: Vec<&str> = chart.nodes.iter().map(|it| it.file.as_str()).collect();
        files.dedup();
        (format!("there is no file `{function}`"), format!("there are: {}", files.join(", ")))
    } else if of_function().next().is_none() {
        let mut functions: Vec<&str> = chart.nodes.iter().map(|it| it.function.as_str()).collect();
        functions.dedup();
        (
            format!("there is no function `{function}`"),
            format!("there are: {}", functions.join(", ")),
        )
    } else if !chart.place(function, place).is_empty() {
        let count = functions.iter().filter(|it| *it == function).count();
        (format!("there is no process `{process}`"), format!("there are {count} of `{function}`"))
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
