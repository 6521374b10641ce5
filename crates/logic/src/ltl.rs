//! Linear temporal logic: formulas, hash-consed.
//!
//! A. Pnueli: *The temporal logic of programs*, FOCS 1977. A formula is a small node that names its
//! operands; equal formulas have equal names, so comparison is comparison of numbers.
//!
//! **Invariants**
//! - I1: the operands of a formula have smaller ids than the formula. A pass over all subformulas is
//!   a loop in id order, with no recursion.
//!
//! The constructors do not simplify: what was written is what is stored. See [`crate::simplify()`].

use std::ops::Index;

use tribunal_base::{Id, Interner, ids};

use Ltl::{And, Atom, False, Next, Not, Or, Release, True, Until};

ids! {
    /// Names a formula of [`Formulas`].
    LtlId = "f";
    /// An atomic proposition; what it says of a state is the caller's business.
    AtomId = "a";
}

/// A formula over the names of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ltl {
    /// Holds everywhere.
    True,
    /// Holds nowhere.
    False,
    /// The proposition holds now.
    Atom(AtomId),
    /// The operand does not hold.
    Not(LtlId),
    /// Both operands hold.
    And(LtlId, LtlId),
    /// At least one operand holds.
    Or(LtlId, LtlId),
    /// The operand holds at the next position.
    Next(LtlId),
    /// The second operand holds at some position, the first at all positions before that.
    Until(LtlId, LtlId),
    /// The second operand holds up to and including the first position where the first does, or forever.
    Release(LtlId, LtlId),
}

/// The owner of formulas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formulas {
    interner: Interner<LtlId, Ltl>,
}

impl Default for Formulas {
    fn default() -> Self {
        let mut interner = Interner::default();
        interner.intern(False);
        interner.intern(True);
        Self { interner }
    }
}

impl Index<LtlId> for Formulas {
    type Output = Ltl;
    fn index(&self, formula: LtlId) -> &Ltl {
        &self.interner[formula]
    }
}

impl Formulas {
    /// The name of a formula.
    pub fn intern(&mut self, formula: Ltl) -> LtlId {
        self.interner.intern(formula)
    }

    /// The number of formulas made so far.
    pub fn len(&self) -> usize {
        self.interner.len()
    }

    /// Never: the constants are always there.
    pub fn is_empty(&self) -> bool {
        self.interner.is_empty()
    }

    /// `true`
    pub fn verum(&self) -> LtlId {
        LtlId::from_index(1)
    }

    /// `false`
    pub fn falsum(&self) -> LtlId {
        LtlId::from_index(0)
    }

    /// A proposition.
    pub fn atom(&mut self, atom: AtomId) -> LtlId {
        self.intern(Atom(atom))
    }

    /// `!f`
    pub fn not(&mut self, f: LtlId) -> LtlId {
        self.intern(Not(f))
    }

    /// `f && g`
    pub fn and(&mut self, f: LtlId, g: LtlId) -> LtlId {
        self.intern(And(f, g))
    }

    /// `f || g`
    pub fn or(&mut self, f: LtlId, g: LtlId) -> LtlId {
        self.intern(Or(f, g))
    }

    /// `X f`
    pub fn next(&mut self, f: LtlId) -> LtlId {
        self.intern(Next(f))
    }

    /// `f U g`
    pub fn until(&mut self, f: LtlId, g: LtlId) -> LtlId {
        self.intern(Until(f, g))
    }

    /// `f V g`
    pub fn release(&mut self, f: LtlId, g: LtlId) -> LtlId {
        self.intern(Release(f, g))
    }

    /// `f -> g`
    pub fn implies(&mut self, f: LtlId, g: LtlId) -> LtlId {
        let not_f = self.not(f);
        self.or(not_f, g)
    }

    /// `f <-> g`
    pub fn equivalent(&mut self, f: LtlId, g: LtlId) -> LtlId {
        let there = self.implies(f, g);
        let back = self.implies(g, f);
        self.and(there, back)
    }

    /// `<> f`
    pub fn eventually(&mut self, f: LtlId) -> LtlId {
        self.until(self.verum(), f)
    }

    /// `[] f`
    pub fn always(&mut self, f: LtlId) -> LtlId {
        self.release(self.falsum(), f)
    }

    /// `f W g`: until, but `g` need not come.
    pub fn weak_until(&mut self, f: LtlId, g: LtlId) -> LtlId {
        let either = self.or(f, g);
        self.release(g, either)
    }

    /// `f M g`: release, but `f` must come.
    pub fn strong_release(&mut self, f: LtlId, g: LtlId) -> LtlId {
        let both = self.and(f, g);
        self.until(g, both)
    }

    /// The operands, in order.
    pub fn operands(&self, formula: LtlId) -> impl Iterator<Item = LtlId> + use<> {
        let (first, second) = match self[formula] {
            True | False | Atom(_) => (None, None),
            Not(f) | Next(f) => (Some(f), None),
            And(f, g) | Or(f, g) | Until(f, g) | Release(f, g) => (Some(f), Some(g)),
        };
        first.into_iter().chain(second)
    }

    /// The formula and all its subformulas, operands first.
    pub fn subformulas(&self, formula: LtlId) -> Vec<LtlId> {
        let mut wanted = vec![false; formula.index() + 1];
        wanted[formula.index()] = true;
        // Downwards, so that by I1 a formula is marked before its turn comes.
        for index in (0..wanted.len()).rev() {
            if wanted[index] {
                for operand in self.operands(LtlId::from_index(index)) {
                    wanted[operand.index()] = true;
                }
            }
        }
        (0..wanted.len()).filter(|&index| wanted[index]).map(LtlId::from_index).collect()
    }

    /// The atoms that occur, in order.
    pub fn atoms(&self, formula: LtlId) -> Vec<AtomId> {
        let mut atoms: Vec<AtomId> = self
            .subformulas(formula)
            .into_iter()
            .filter_map(|it| if let Atom(atom) = self[it] { Some(atom) } else { None })
            .collect();
        atoms.sort_unstable();
        atoms
    }

    /// Whether no `X` occurs: then the formula cannot tell a state from its repetition, as partial
    /// order reduction requires. A formula with `X` may still be insensitive to stuttering.
    pub fn is_stutter_invariant(&self, formula: LtlId) -> bool {
        self.subformulas(formula).into_iter().all(|it| !matches!(self[it], Next(_)))
    }

    /// How deep operators are nested; a chain of `&&`, or of `||`, counts once.
    pub fn depth(&self, formula: LtlId) -> usize {
        let mut depths = vec![0; formula.index() + 1];
        for it in self.subformulas(formula) {
            let node = self[it];
            let deepest = |formulas: &Self| {
                formulas
                    .operands(it)
                    .map(|operand| match (node, formulas[operand]) {
                        (And(..), And(..)) | (Or(..), Or(..)) => depths[operand.index()],
                        _ => depths[operand.index()] + 1,
                    })
                    .max()
            };
            depths[it.index()] = deepest(self).unwrap_or(0);
        }
        depths[formula.index()]
    }

    /// The operands of a chain of `&&`, in order; a formula that is no conjunction is its only one.
    pub fn conjuncts(&self, formula: LtlId) -> Vec<LtlId> {
        self.chain(formula, |node| if let And(f, g) = node { Some((f, g)) } else { None })
    }

    /// The operands of a chain of `||`, in order; a formula that is no disjunction is its only one.
    pub fn disjuncts(&self, formula: LtlId) -> Vec<LtlId> {
        self.chain(formula, |node| if let Or(f, g) = node { Some((f, g)) } else { None })
    }

    fn chain(&self, formula: LtlId, split: fn(Ltl) -> Option<(LtlId, LtlId)>) -> Vec<LtlId> {
        let (mut pending, mut found) = (vec![formula], Vec::new());
        while let Some(it) = pending.pop() {
            match split(self[it]) {
                Some((f, g)) => pending.extend([g, f]),
                None => found.push(it),
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::Formulas;
    use crate::parse::tests::formula;

    #[test]
    fn equal_formulas_have_equal_names() {
        let mut formulas = Formulas::default();
        let first = formula(&mut formulas, "[](p -> <>q)");
        let second = formula(&mut formulas, "false V (!p || (true U q))");
        assert_eq!(first, second);
    }

    #[test]
    fn only_next_is_sensitive_to_stuttering() {
        let mut formulas = Formulas::default();
        let without = formula(&mut formulas, "[](p -> q U r)");
        let with = formula(&mut formulas, "[](p -> X q)");
        assert!(formulas.is_stutter_invariant(without) && !formulas.is_stutter_invariant(with));
    }

    #[test]
    fn chains_count_once_in_the_depth() {
        let mut formulas = Formulas::default();
        let chain = formula(&mut formulas, "p && (q && r) && p && X(r || p || q)");
        assert_eq!((formulas.depth(chain), formulas.conjuncts(chain).len()), (3, 5));
    }
}
