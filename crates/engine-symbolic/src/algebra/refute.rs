//! Formulas that are unsatisfiable for algebraic reasons, found without circuits for products.
//!
//! What must be true together is taken apart: conjunctions into their parts, and what is known is put in place of itself everywhere else. Equations and inequalities that
//! come out are polynomials ([`Polynomials`]); a formula is refuted if its equations make one of its inequalities an equation, or contradict each other ([`Ideal`]).
//! Where that does not suffice, choices within the polynomials are tried both ways, as in M. Davis, G. Logemann & D. Loveland, A machine program for theorem-proving, CACM 1962.
//! Equations that the order of numbers implies (`i < n + 1` and not `i < n`) are guessed, and the solver is asked, without what has products in it.
//!
//! Law: what is refuted has no model. What is not refuted may have none all the same.

use crate::algebra::ideal::Ideal;
use crate::queries::Queries;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_engine::Reason;
use tribunal_solver::{Answer, BinOp, Node, Polynomial, Polynomials, Rules, Sort, TermId, Terms};

/// How many terms are looked at for one question.
const WORK: usize = 400_000;

/// How many terms are looked at for questions that are not answered, in all; one that is answered makes up for twice what it has cost.
const WASTE: usize = 8 * WORK;

/// How many terms are looked at between two looks at the clock.
const STRIDE: usize = 8_192;

/// How often what is known is put in place of itself.
const ROUNDS: u32 = 12;

/// How many cases are looked at.
const CASES: u32 = 96;

/// How many equations are guessed in each, and how many conflicts it may cost to confirm one.
const GUESSES: usize = 10;
const CONFLICTS: u64 = 500;

/// What is known in one case: terms, none of them a negation or a conjunction that holds, and whether they are true.
type Known = BTreeMap<TermId, bool>;

/// What is remembered of terms from one question to the next.
#[derive(Default)]
pub(crate) struct Algebra {
    polynomials: Polynomials,
    /// Whether what is known makes an equation true, for guesses that were tried.
    guesses: FxHashMap<Vec<TermId>, bool>,
    /// For each term whether there is a product of unknowns, or a quotient, in it.
    hard: Vec<bool>,
    /// How many terms were looked at for nothing.
    wasted: usize,
}

impl Algebra {
    /// Whether a circuit for a term would contain a multiplier or a divider.
    pub(crate) fn is_hard(&mut self, terms: &Terms, term: TermId) -> bool {
        use tribunal_base::Id;
        for index in self.hard.len()..terms.len() {
            let node = terms.node(TermId::from_index(index));
            let own = match node {
                Node::Binary(BinOp::Mul, _, b) => terms.as_bits(b).is_none(),
                Node::Binary(BinOp::Udiv | BinOp::Urem | BinOp::Sdiv | BinOp::Srem, _, b) => {
                    terms.as_bits(b).is_none_or(|it| it.log2().is_none())
                }
                _ => false,
            };
            let hard = own || node.operands().any(|it| self.hard[it.index()]);
            self.hard.push(hard);
        }
        self.hard[term.index()]
    }

    /// Whether a conjunction is found to be unsatisfiable, after so many states were executed.
    pub(crate) fn refute(
        &mut self,
        terms: &mut Terms,
        queries: &mut Queries<'_, '_>,
        visited: u64,
        question: &[TermId],
    ) -> Result<bool, Reason> {
        if terms.rules() == Rules::Few {
            return Ok(false);
        }
        let work = WORK.min(WASTE.saturating_sub(self.wasted));
        if work == 0 {
            return Ok(false);
        }
        let mut effort = Effort { cases: CASES, terms: work };
        let literals = question.iter().map(|it| (*it, true)).collect();
        let mut refutation = Refutation { algebra: self, terms, queries, visited };
        let is_refuted = refutation.case(Known::new(), literals, &mut effort)?;
        let spent = work - effort.terms;
        self.wasted = match is_refuted {
            true => self.wasted.saturating_sub(2 * spent),
            false => self.wasted + spent,
        };
        Ok(is_refuted)
    }

    /// The difference of two bit-vectors.
    fn difference(&mut self, terms: &Terms, a: TermId, b: TermId) -> Option<Polynomial> {
        let a = self.polynomials.of(terms, a)?;
        Some(a.plus(u128::MAX, &self.polynomials.of(terms, b)?))
    }
}

/// What a question may still cost.
struct Effort {
    cases: u32,
    terms: usize,
}

/// What the equations of a case say, and what is said not to be 0.
struct Equations {
    ideal: Ideal,
    zeros: Vec<Polynomial>,
    nonzeros: Vec<Polynomial>,
}

/// The search for a contradiction.
struct Refutation<'r, 'c, 'x> {
    algebra: &'r mut Algebra,
    terms: &'r mut Terms,
    queries: &'r mut Queries<'c, 'x>,
    /// How many states were executed before it.
    visited: u64,
}

impl Refutation<'_, '_, '_> {
    /// Whether what is known and some more contradict each other.
    fn case(
        &mut self,
        mut known: Known,
        mut more: Vec<(TermId, bool)>,
        effort: &mut Effort,
    ) -> Result<bool, Reason> {
        let Some(left) = effort.cases.checked_sub(1) else { return Ok(false) };
        effort.cases = left;
        let mut guessed = FxHashSet::default();
        loop {
            match self.propagate(&mut known, more, effort)? {
                Spread::Contradiction => return Ok(true),
                Spread::TooFar => return Ok(false),
                Spread::Done => {}
            }
            let equations = self.equations(&known);
            if equations.ideal.is_absurd()
                || equations.nonzeros.iter().any(|it| equations.ideal.makes_zero(it))
            {
                return Ok(true);
            }
            if equations.nonzeros.is_empty() && !has_clause_of_equations(&*self.terms, &known) {
                return Ok(false);
            }
            if let Some(condition) = self.open_choice(&known, &equations) {
                for truth in [true, false] {
                    if !self.case(known.clone(), vec![(condition, truth)], effort)? {
                        return Ok(false);
                    }
                }
                return Ok(true);
            }
            more = self.guess(&known, &equations, &mut guessed)?;
            if more.is_empty() {
                return Ok(false);
            }
        }
    }

    /// Adds to what is known and lets it simplify itself.
    fn propagate(
        &mut self,
        known: &mut Known,
        more: Vec<(TermId, bool)>,
        effort: &mut Effort,
    ) -> Result<Spread, Reason> {
        let terms = &mut *self.terms;
        if learn(terms, known, more).is_none() {
            return Ok(Spread::Contradiction);
        }
        for _ in 0..ROUNDS {
            let by = replacements(terms, known);
            // What defines a variable stays as it is.
            let defines = |it: &Node| matches!(it, Node::Eq(a, b) if by.get(a) == Some(b));
            let nodes: Vec<(TermId, Node)> = known
                .keys()
                .map(|it| (*it, terms.node(*it)))
                .filter(|it| !defines(&it.1))
                .collect();
            let roots: Vec<TermId> = nodes.iter().flat_map(|it| it.1.operands()).collect();
            let Some(parts) = terms.few_subterms(&roots, effort.terms) else {
                effort.terms = 0;
                return Ok(Spread::TooFar);
            };
            effort.terms -= parts.len();
            let mut becomes: FxHashMap<TermId, TermId> = FxHashMap::default();
            for (number, part) in parts.into_iter().enumerate() {
                if number.is_multiple_of(STRIDE) {
                    self.queries.look_at_the_clock(self.visited)?;
                }
                let new = match by.get(&part) {
                    Some(&new) => new,
                    None => rebuilt(terms, part, &becomes),
                };
                becomes.insert(part, new);
            }
            let mut simpler = Vec::new();
            for (term, _) in nodes {
                let new = rebuilt(terms, term, &becomes);
                if new != term {
                    simpler.extend(known.remove(&term).map(|truth| (new, truth)));
                }
            }
            if simpler.is_empty() {
                break;
            }
            if learn(terms, known, simpler).is_none() {
                return Ok(Spread::Contradiction);
            }
        }
        Ok(Spread::Done)
    }

    fn equations(&mut self, known: &Known) -> Equations {
        let terms = &*self.terms;
        let (mut zeros, mut nonzeros) = (Vec::new(), Vec::new());
        for (&term, &truth) in known {
            let Node::Eq(a, b) = terms.node(term) else { continue };
            let Some(difference) = self.algebra.difference(terms, a, b) else { continue };
            if truth { &mut zeros } else { &mut nonzeros }.push(difference);
        }
        let mut atoms: BTreeSet<TermId> = BTreeSet::new();
        for polynomial in zeros.iter().chain(&nonzeros) {
            atoms.extend(polynomial.terms().flat_map(|it| it.0));
        }
        for atom in atoms {
            zeros.extend(self.quotient(known, atom));
        }
        Equations { ideal: Ideal::new(zeros.iter().cloned()), zeros, nonzeros }
    }

    /// What a quotient by a constant has to do with what is divided: a polynomial that is 0.
    fn quotient(&mut self, known: &Known, atom: TermId) -> Option<Polynomial> {
        let terms = &mut *self.terms;
        let (of, by, rest) = match terms.node(atom) {
            Node::Extract { high, low, of } if 0 < low && high + 1 == terms.width(of) => {
                let rest = terms.extract(of, low - 1, 0);
                (of, 1_u128.checked_shl(low)?, rest)
            }
            Node::Binary(op @ (BinOp::Udiv | BinOp::Sdiv), of, by) => {
                let value = terms.as_bits(by)?.to_u128().filter(|it| *it != 0)?;
                let rest = match op {
                    BinOp::Udiv => terms.urem(of, by),
                    _ => terms.srem(of, by),
                };
                (of, value, rest)
            }
            _ => return None,
        };
        let width = terms.width(of);
        let algebra = &mut *self.algebra;
        let whole = algebra.polynomials.of(terms, of)?;
        let quotient = Polynomial::atom(atom, width);
        let rest = match remainder(terms, known, rest) {
            Some(value) => Polynomial::constant(value, width),
            None if terms.width(rest) == width => algebra.polynomials.of(terms, rest)?,
            None => Polynomial::atom(rest, width),
        };
        Some(whole.plus(by.wrapping_neg(), &quotient).plus(u128::MAX, &rest))
    }

    /// A condition that decides what the polynomials are.
    fn open_choice(&self, known: &Known, equations: &Equations) -> Option<TermId> {
        let terms = &*self.terms;
        let polynomials = equations.nonzeros.iter().chain(&equations.zeros);
        for atom in polynomials.flat_map(Polynomial::terms).flat_map(|it| it.0) {
            let mut open = vec![*atom];
            while let Some(term) = open.pop() {
                match terms.node(term) {
                    Node::Ite(condition, ..) => return Some(condition),
                    Node::SignExtend(of, _)
                    | Node::ZeroExtend(of, _)
                    | Node::Extract { of, .. } => {
                        open.push(of);
                    }
                    _ => {}
                }
            }
        }
        known.iter().find_map(|(term, truth)| (!truth).then(|| equation_within(terms, *term))?)
    }

    /// Equations that follow from what is known of the order of numbers, and that were not found before.
    fn guess(
        &mut self,
        known: &Known,
        equations: &Equations,
        guessed: &mut FxHashSet<TermId>,
    ) -> Result<Vec<(TermId, bool)>, Reason> {
        let terms = &mut *self.terms;
        let widths: FxHashSet<u32> = equations.nonzeros.iter().map(Polynomial::width).collect();
        let (mut guesses, mut found) = (Vec::new(), Vec::new());
        for (&term, &truth) in known {
            let (Node::Slt(a, b) | Node::Ult(a, b)) = terms.node(term) else { continue };
            if !widths.contains(&terms.width(a)) {
                continue;
            }
            let mut next = a;
            if truth {
                let one = terms.number(1, terms.width(a));
                next = terms.add(a, one);
                // What is above a number, but not above the next one, is the next one, which has not wrapped.
                let is_above = match terms.node(term) {
                    Node::Slt(..) => terms.slt(next, b),
                    _ => terms.ult(next, b),
                };
                let equation = terms.eq(next, b);
                if known.get(&is_above) == Some(&false) && guessed.insert(equation) {
                    found.push((equation, true));
                }
            }
            guesses.push(terms.eq(next, b));
        }
        let atoms = equations.nonzeros.iter().chain(&equations.zeros).flat_map(Polynomial::terms);
        let atoms: FxHashSet<TermId> = atoms.flat_map(|it| it.0.iter().copied()).collect();
        let mut atoms: Vec<TermId> = atoms.into_iter().collect();
        atoms.sort_unstable();
        for atom in atoms {
            guesses.extend(exact_sum(terms, atom));
            if let Node::Binary(BinOp::Urem | BinOp::Srem, _, by) = terms.node(atom)
                && terms.as_bits(by).is_some()
            {
                guesses.push(terms.is_zero(atom));
            }
        }
        guesses.retain(|it| terms.as_bool(*it).is_none() && guessed.insert(*it));
        guesses.truncate(GUESSES);
        let mut given = Vec::new();
        for (&term, &truth) in known {
            // Inequalities are what is to be refuted; without them, the same question comes again.
            let is_goal = !truth && matches!(terms.node(term), Node::Eq(..));
            if !is_goal && !self.algebra.is_hard(terms, term) {
                given.push(if truth { term } else { terms.not(term) });
            }
        }
        for guess in guesses {
            let terms = &mut *self.terms;
            let wrong = terms.not(guess);
            let question: Vec<TermId> = given.iter().copied().chain([wrong]).collect();
            let follows = match self.algebra.guesses.get(&question) {
                Some(known) => *known,
                None => {
                    let answer =
                        self.queries.ask(self.terms, self.visited, &question, Some(CONFLICTS))?;
                    let follows = answer == Answer::Unsat;
                    self.algebra.guesses.insert(question, follows);
                    follows
                }
            };
            if follows {
                found.push((guess, true));
            }
        }
        Ok(found)
    }
}

/// The value of a remainder that is known.
fn remainder(terms: &Terms, known: &Known, rest: TermId) -> Option<u128> {
    known.iter().find_map(|(term, truth)| {
        let Node::Eq(a, b) = terms.node(*term) else { return None };
        let value = terms.as_bits(b).filter(|_| a == rest)?;
        match truth {
            true => value.to_u128(),
            // A single bit that is not one is the other.
            false => (value.width() == 1).then(|| u128::from(value.is_zero())),
        }
    })
}

/// That an extended sum is the sum of the extended summands, where the order of numbers may tell so.
fn exact_sum(terms: &mut Terms, atom: TermId) -> Option<TermId> {
    let width = terms.width(atom);
    match terms.node(atom) {
        Node::SignExtend(sum, _) => {
            let Node::Binary(BinOp::Add, a, b) = terms.node(sum) else { return None };
            let (a, b) = (terms.sign_extend(a, width), terms.sign_extend(b, width));
            let exact = terms.add(a, b);
            Some(terms.eq(atom, exact))
        }
        Node::Binary(BinOp::Add, a, b) => {
            // As a number it is an atom only where it is extended with zeros.
            let wide = 2 * width;
            let sum = terms.zero_extend(atom, wide);
            let a = terms.zero_extend(a, wide);
            let negated = terms.neg(b);
            let exact = if terms.as_bits(b).is_some_and(|it| it.sign()) {
                let b = terms.zero_extend(negated, wide);
                terms.sub(a, b)
            } else {
                let b = terms.zero_extend(b, wide);
                terms.add(a, b)
            };
            Some(terms.eq(sum, exact))
        }
        _ => None,
    }
}

/// Whether one of several equations is said not to hold.
fn has_clause_of_equations(terms: &Terms, known: &Known) -> bool {
    known.iter().any(|(term, truth)| !truth && equation_within(terms, *term).is_some())
}

/// An equation between bit-vectors within a conjunction.
fn equation_within(terms: &Terms, conjunction: TermId) -> Option<TermId> {
    let Node::And(..) = terms.node(conjunction) else { return None };
    let mut open = vec![conjunction];
    let mut steps = 0;
    while let Some(term) = open.pop() {
        steps += 1;
        match terms.node(term) {
            Node::And(a, b) if steps < 16 => open.extend([b, a]),
            Node::Eq(a, _) if matches!(terms.sort(a), Sort::BitVec(it) if 1 < it) => {
                return Some(term);
            }
            _ => {}
        }
    }
    None
}

/// What came of it when what is known was put in place of itself.
enum Spread {
    Done,
    Contradiction,
    TooFar,
}

/// What is put in place of terms: what is known of them, and the values of variables.
fn replacements(terms: &mut Terms, known: &Known) -> FxHashMap<TermId, TermId> {
    let mut by: FxHashMap<TermId, TermId> = FxHashMap::default();
    for (&term, &truth) in known {
        by.insert(term, terms.truth(truth));
        if let (Node::Eq(a, b), true) = (terms.node(term), truth)
            && terms.as_bits(b).is_some()
            && matches!(terms.node(a), Node::Variable(_))
        {
            by.insert(a, b);
        }
    }
    by
}

/// A term with what its operands become.
fn rebuilt(terms: &mut Terms, term: TermId, becomes: &FxHashMap<TermId, TermId>) -> TermId {
    let node = terms.node(term);
    let operands: Vec<TermId> = node.operands().map(|it| becomes[&it]).collect();
    if node.operands().eq(operands.iter().copied()) { term } else { terms.rebuild(node, &operands) }
}

/// Takes apart what holds, or does not; `None` if it contradicts what is known.
fn learn(terms: &Terms, known: &mut Known, more: Vec<(TermId, bool)>) -> Option<()> {
    let mut open = more;
    while let Some((term, truth)) = open.pop() {
        match terms.node(term) {
            Node::Bool(value) if value == truth => {}
            Node::Bool(_) => return None,
            Node::Not(inner) => open.push((inner, !truth)),
            Node::And(a, b) if truth => open.extend([(a, true), (b, true)]),
            _ => {
                if *known.entry(term).or_insert(truth) != truth {
                    return None;
                }
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests;
