//! Formulas of a program about the tree of its runs, in the terms of this crate and back.

use tribunal_base::Id as _;
use tribunal_ir::{self as ir, ExprId, FormulaId, Granularity, Program, PropId, PropertyKind};

use super::product::operand;
use super::{Ctl, CtlId, Formula, Quantifier, position};
use crate::ltl::{AtomId, Ltl, LtlId};

/// A formula and what it asks for.
#[derive(Clone, Debug)]
pub struct Branching {
    /// The formula. Its atoms have no texts.
    pub formula: Formula,
    /// What its atoms say, in the order of their numbers.
    pub atoms: Vec<ExprId>,
}

/// A formula of a program; `None` if it is about a run, not about a state.
#[must_use]
pub fn branching(program: &Program, formula: FormulaId) -> Option<Branching> {
    let none = Formula::of_atoms(Vec::new());
    let mut reading = Reading { program, to: none, atoms: Vec::new(), known: Vec::new() };
    reading.known = vec![Meaning::Path(reading.to.paths.falsum()); formula.index() + 1];
    for id in program.subformulas(formula) {
        reading.known[id.index()] = reading.read(program.formulas[id]);
    }
    let root = reading.state(formula)?;
    reading.to.set_root(root);
    Some(Branching { formula: reading.to, atoms: reading.atoms })
}

/// Which of some properties are about the tree of runs, with their formulas, by the states that they see.
#[must_use]
pub fn asked(
    program: &Program,
    properties: &[PropId],
) -> Vec<(Granularity, Vec<(PropId, Branching)>)> {
    let about = |property: &PropId, seen: Granularity| match program.props[*property].kind {
        PropertyKind::Branching { formula, granularity } if granularity == seen => {
            Some((*property, branching(program, formula)?))
        }
        _ => None,
    };
    let of = |seen| (seen, properties.iter().filter_map(|it| about(it, seen)).collect());
    Granularity::ALL.into_iter().map(of).filter(|(_, it): &(_, Vec<_>)| !it.is_empty()).collect()
}

/// What a formula of a program is about.
#[derive(Clone, Copy)]
enum Meaning {
    State(CtlId),
    Path(LtlId),
}

struct Reading<'a> {
    program: &'a Program,
    to: Formula,
    atoms: Vec<ExprId>,
    /// What is read, by number.
    known: Vec<Meaning>,
}

impl Reading<'_> {
    /// A formula whose parts have been read.
    fn read(&mut self, formula: ir::Formula) -> Meaning {
        if formula.is_temporal() || formula.operands().any(|it| self.state(it).is_none()) {
            if let ir::Formula::AllRuns(f) = formula {
                return Meaning::State(self.quantified(Quantifier::All, f));
            }
            if let ir::Formula::SomeRun(f) = formula {
                return Meaning::State(self.quantified(Quantifier::Some, f));
            }
            return Meaning::Path(self.read_path(formula));
        }
        let of = |it| self.state(it).unwrap_or(self.to.root());
        let node = match formula {
            ir::Formula::Const(value) => Ctl::Const(value),
            // Equal expressions are equal formulas: each comes once.
            ir::Formula::Atom(expr) => {
                self.atoms.push(expr);
                Ctl::Atom(AtomId::from_index(self.atoms.len() - 1))
            }
            ir::Formula::Not(f) => Ctl::Not(of(f)),
            ir::Formula::And(f, g) => Ctl::And(of(f), of(g)),
            ir::Formula::Or(f, g) => Ctl::Or(of(f), of(g)),
            // What is said of a state is said of all its runs.
            ir::Formula::AllRuns(f) | ir::Formula::SomeRun(f) => return Meaning::State(of(f)),
            ir::Formula::Next(_) | ir::Formula::Until(..) | ir::Formula::Release(..) => {
                return Meaning::Path(self.read_path(formula));
            }
        };
        Meaning::State(self.to.intern(node))
    }

    fn read_path(&mut self, formula: ir::Formula) -> LtlId {
        let operands: Vec<LtlId> = formula.operands().map(|it| self.path(it)).collect();
        let paths = &mut self.to.paths;
        match (formula, operands.as_slice()) {
            (ir::Formula::Not(_), [f]) => paths.not(*f),
            (ir::Formula::And(..), [f, g]) => paths.and(*f, *g),
            (ir::Formula::Or(..), [f, g]) => paths.or(*f, *g),
            (ir::Formula::Next(_), [f]) => paths.next(*f),
            (ir::Formula::Until(..), [f, g]) => paths.until(*f, *g),
            (ir::Formula::Release(..), [f, g]) => paths.release(*f, *g),
            _ => unreachable!("what has no operands should be about a state"),
        }
    }

    fn state(&self, id: FormulaId) -> Option<CtlId> {
        match self.known[id.index()] {
            Meaning::State(state) => Some(state),
            Meaning::Path(_) => None,
        }
    }

    fn path(&mut self, id: FormulaId) -> LtlId {
        match self.known[id.index()] {
            Meaning::Path(path) => path,
            Meaning::State(state) => match self.to.node(state) {
                Ctl::Const(true) => self.to.paths.verum(),
                Ctl::Const(false) => self.to.paths.falsum(),
                _ => self.to.proposition(state),
            },
        }
    }

    /// What all runs, or some, are to satisfy: one of the operators of computation tree logic, if it can be.
    fn quantified(&mut self, quantifier: Quantifier, path: FormulaId) -> CtlId {
        let formulas = &self.program.formulas;
        let node = match formulas[path] {
            ir::Formula::Next(f) => self.state(f).map(|f| Ctl::Next(quantifier, f)),
            ir::Formula::Until(f, g) => {
                let both = self.state(f).zip(self.state(g));
                both.map(|(f, g)| Ctl::Until(quantifier, f, g))
            }
            ir::Formula::Release(f, g) if formulas[f] == ir::Formula::Const(false) => {
                self.state(f).zip(self.state(g)).map(|(f, g)| Ctl::WeakUntil(quantifier, g, f))
            }
            ir::Formula::Release(f, g) => match formulas[g] {
                ir::Formula::Or(h, same) if same == f => {
                    let both = self.state(h).zip(self.state(f));
                    both.map(|(h, f)| Ctl::WeakUntil(quantifier, h, f))
                }
                _ => None,
            },
            _ => None,
        };
        match node {
            Some(node) => self.to.intern(node),
            None => {
                let path = self.path(path);
                self.to.quantify(quantifier, path)
            }
        }
    }
}

/// Adds a formula to a program, whose atoms are these expressions of it.
pub fn formula_of(program: &mut Program, formula: &Formula, atoms: &[ExprId]) -> FormulaId {
    let mut known: Vec<FormulaId> = Vec::new();
    for (_, node) in formula.nodes() {
        let of = |it: CtlId| known[it.index()];
        let quantified = |program: &mut Program, quantifier, path: ir::Formula| {
            let path = program.formulas.intern(path);
            quantify(program, quantifier, path)
        };
        let id = match node {
            Ctl::Const(value) => program.formulas.intern(ir::Formula::Const(value)),
            Ctl::Atom(atom) => program.formulas.intern(ir::Formula::Atom(atoms[position(atom)])),
            Ctl::Not(f) => program.formulas.intern(ir::Formula::Not(of(f))),
            Ctl::And(f, g) => program.formulas.intern(ir::Formula::And(of(f), of(g))),
            Ctl::Or(f, g) => program.formulas.intern(ir::Formula::Or(of(f), of(g))),
            Ctl::Next(quantifier, f) => quantified(program, quantifier, ir::Formula::Next(of(f))),
            Ctl::Until(quantifier, f, g) => {
                quantified(program, quantifier, ir::Formula::Until(of(f), of(g)))
            }
            Ctl::WeakUntil(quantifier, f, g) => {
                let either = match formula.node(g) {
                    Ctl::Const(false) => of(f),
                    _ => program.formulas.intern(ir::Formula::Or(of(f), of(g))),
                };
                quantified(program, quantifier, ir::Formula::Release(of(g), either))
            }
            Ctl::Path(quantifier, path) => {
                let path = path_of(program, formula, path, &known);
                quantify(program, quantifier, path)
            }
        };
        known.push(id);
    }
    known[formula.root().index()]
}

fn quantify(program: &mut Program, quantifier: Quantifier, path: FormulaId) -> FormulaId {
    program.formulas.intern(match quantifier {
        Quantifier::All => ir::Formula::AllRuns(path),
        Quantifier::Some => ir::Formula::SomeRun(path),
    })
}

/// The same for a path formula, whose propositions are formulas that are known.
fn path_of(
    program: &mut Program,
    formula: &Formula,
    path: LtlId,
    states: &[FormulaId],
) -> FormulaId {
    let paths = formula.paths();
    let first = program.formulas.intern(ir::Formula::Const(false));
    let mut known = vec![first; path.index() + 1];
    for id in paths.subformulas(path) {
        let of = |it: LtlId| known[it.index()];
        let node = match paths[id] {
            Ltl::True => ir::Formula::Const(true),
            Ltl::False => ir::Formula::Const(false),
            Ltl::Atom(atom) => {
                known[id.index()] = states[operand(atom).index()];
                continue;
            }
            Ltl::Not(f) => ir::Formula::Not(of(f)),
            Ltl::And(f, g) => ir::Formula::And(of(f), of(g)),
            Ltl::Or(f, g) => ir::Formula::Or(of(f), of(g)),
            Ltl::Next(f) => ir::Formula::Next(of(f)),
            Ltl::Until(f, g) => ir::Formula::Until(of(f), of(g)),
            Ltl::Release(f, g) => ir::Formula::Release(of(f), of(g)),
        };
        known[id.index()] = program.formulas.intern(node);
    }
    known[path.index()]
}
