//! Binary decision diagrams: Boolean functions over atoms, as labels of automaton transitions.
//!
//! R. E. Bryant: *Graph-based algorithms for Boolean function manipulation*, IEEE Trans. Computers
//! 1986. Equal functions are equal numbers. Covers by cubes after S. Minato: *Fast generation of
//! irredundant sum-of-products forms from binary decision diagrams*, SASIMI 1992.
//!
//! The number of nodes is bounded. Once the bound is hit all results are `FALSE` and
//! [`Bdds::overflowed`] says so: whoever uses results must ask before believing them.

use rustc_hash::FxHashMap;
use tribunal_base::Id;

use crate::guard::{Cube, Guard, Literal, Valuation};
use crate::ltl::AtomId;

/// A Boolean function over atoms, owned by a [`Bdds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Bdd(u32);

impl Bdd {
    pub(crate) const FALSE: Self = Self(0);
    pub(crate) const TRUE: Self = Self(1);
}

/// `if variable then high else low`; both operands test later variables only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node {
    variable: u32,
    low: Bdd,
    high: Bdd,
}

/// Constants test nothing; their place in the variable order is the last.
const NO_VARIABLE: u32 = u32::MAX;

/// Fills empty places; as a conjunction it is right, and never asked for.
const NO_CONJUNCTION: (Bdd, Bdd, Bdd) = (Bdd::FALSE, Bdd::FALSE, Bdd::FALSE);

const MAX_NODES: usize = 1 << 20;

/// A cover may have this many cubes.
const MAX_CUBES: usize = 1 << 12;

/// The owner of Boolean functions.
#[derive(Debug)]
pub(crate) struct Bdds {
    nodes: Vec<Node>,
    unique: FxHashMap<Node, Bdd>,
    /// The negation of each node, once known.
    negations: Vec<Option<Bdd>>,
    /// Some known conjunctions, each at the place its operands hash to; newer ones push out older ones.
    conjunctions: Vec<(Bdd, Bdd, Bdd)>,
    overflowed: bool,
}

impl Default for Bdds {
    fn default() -> Self {
        let constant = |value| Node { variable: NO_VARIABLE, low: value, high: value };
        Self {
            nodes: vec![constant(Bdd::FALSE), constant(Bdd::TRUE)],
            unique: FxHashMap::default(),
            negations: vec![Some(Bdd::TRUE), Some(Bdd::FALSE)],
            conjunctions: vec![NO_CONJUNCTION; 1 << 10],
            overflowed: false,
        }
    }
}

impl Bdds {
    /// Whether some result is missing because the functions grew too large.
    pub(crate) fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// The function that is true where the atom is.
    pub(crate) fn atom(&mut self, atom: AtomId) -> Bdd {
        let variable = u32::try_from(atom.index()).expect("an id should fit its own width");
        self.node(Node { variable, low: Bdd::FALSE, high: Bdd::TRUE })
    }

    pub(crate) fn not(&mut self, f: Bdd) -> Bdd {
        if let Some(known) = self.negations[f.0 as usize] {
            return known;
        }
        let Node { variable, low, high } = self.nodes[f.0 as usize];
        let (low, high) = (self.not(low), self.not(high));
        let result = self.node(Node { variable, low, high });
        self.negations[f.0 as usize] = Some(result);
        result
    }

    pub(crate) fn and(&mut self, f: Bdd, g: Bdd) -> Bdd {
        let (f, g) = (f.min(g), f.max(g));
        if f == Bdd::FALSE || f == g {
            return f;
        }
        if f == Bdd::TRUE {
            return g;
        }
        if self.overflowed {
            return Bdd::FALSE;
        }
        let place = self.place(f, g);
        if (self.conjunctions[place].0, self.conjunctions[place].1) == (f, g) {
            return self.conjunctions[place].2;
        }
        let variable = self.variable(f).min(self.variable(g));
        let (f_low, f_high) = self.split(f, variable);
        let (g_low, g_high) = self.split(g, variable);
        let (low, high) = (self.and(f_low, g_low), self.and(f_high, g_high));
        let result = self.node(Node { variable, low, high });
        // The table may have grown meanwhile.
        let place = self.place(f, g);
        self.conjunctions[place] = (f, g, result);
        result
    }

    fn place(&self, f: Bdd, g: Bdd) -> usize {
        let key = u64::from(f.0) << 32 | u64::from(g.0);
        // Multiplication by an odd number carries every bit of the key to the upper half.
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        hash as usize & (self.conjunctions.len() - 1)
    }

    pub(crate) fn or(&mut self, f: Bdd, g: Bdd) -> Bdd {
        let (not_f, not_g) = (self.not(f), self.not(g));
        let neither = self.and(not_f, not_g);
        self.not(neither)
    }

    /// `f && !g`
    pub(crate) fn minus(&mut self, f: Bdd, g: Bdd) -> Bdd {
        let not_g = self.not(g);
        self.and(f, not_g)
    }

    pub(crate) fn implies(&mut self, f: Bdd, g: Bdd) -> bool {
        f == g || self.minus(f, g) == Bdd::FALSE
    }

    /// Whether the function is true for the valuation.
    pub(crate) fn holds(&self, f: Bdd, valuation: &Valuation) -> bool {
        let mut at = f;
        while at != Bdd::FALSE && at != Bdd::TRUE {
            let Node { variable, low, high } = self.nodes[at.0 as usize];
            let held = valuation.contains(AtomId::from_index(variable as usize));
            at = if held { high } else { low };
        }
        at == Bdd::TRUE
    }

    /// Some valuation for which the function is true.
    pub(crate) fn pick(&self, f: Bdd) -> Option<Valuation> {
        let mut valuation = Valuation::default();
        let mut at = f;
        while at != Bdd::FALSE && at != Bdd::TRUE {
            let Node { variable, low, high } = self.nodes[at.0 as usize];
            // Every node but the constant leads to both constants.
            at = if low == Bdd::FALSE { high } else { low };
            if at == high {
                valuation.insert(AtomId::from_index(variable as usize));
            }
        }
        (at == Bdd::TRUE).then_some(valuation)
    }

    /// The function as a disjunction of cubes none of which can be left out or shortened; `None` if
    /// it is too large.
    pub(crate) fn cover(&mut self, f: Bdd) -> Option<Guard> {
        let mut path = Vec::new();
        let mut cubes = Vec::new();
        self.cover_between(f, f, &mut path, &mut cubes)?;
        (!self.overflowed).then_some(Guard { cubes })
    }

    /// Adds cubes, each under `path`, that cover all of `lower` and nothing outside `upper`; returns
    /// the function they make up. Minato's algorithm ISOP.
    fn cover_between(
        &mut self,
        lower: Bdd,
        upper: Bdd,
        path: &mut Vec<Literal>,
        cubes: &mut Vec<Cube>,
    ) -> Option<Bdd> {
        if self.overflowed {
            return None;
        }
        if lower == Bdd::FALSE {
            return Some(Bdd::FALSE);
        }
        if upper == Bdd::TRUE {
            if MAX_CUBES <= cubes.len() {
                return None;
            }
            cubes.push(path.iter().copied().collect());
            return Some(Bdd::TRUE);
        }
        let variable = self.variable(lower).min(self.variable(upper));
        let atom = AtomId::from_index(variable as usize);
        let (lower_low, lower_high) = self.split(lower, variable);
        let (upper_low, upper_high) = self.split(upper, variable);

        // What only cubes with the negative literal can cover, then only those with the positive.
        let only_low = self.minus(lower_low, upper_high);
        path.push(Literal::Negative(atom));
        let covered_low = self.cover_between(only_low, upper_low, path, cubes)?;
        path.pop();
        let only_high = self.minus(lower_high, upper_low);
        path.push(Literal::Positive(atom));
        let covered_high = self.cover_between(only_high, upper_high, path, cubes)?;
        path.pop();

        // The rest by cubes that do not mention the variable.
        let (rest_low, rest_high) =
            (self.minus(lower_low, covered_low), self.minus(lower_high, covered_high));
        let (rest, room) = (self.or(rest_low, rest_high), self.and(upper_low, upper_high));
        let covered_both = self.cover_between(rest, room, path, cubes)?;

        let (low, high) = (self.or(covered_low, covered_both), self.or(covered_high, covered_both));
        Some(self.node(Node { variable, low, high }))
    }

    fn node(&mut self, node: Node) -> Bdd {
        if node.low == node.high {
            return node.low;
        }
        if let Some(&known) = self.unique.get(&node) {
            return known;
        }
        if self.nodes.len() == MAX_NODES {
            self.overflowed = true;
            return Bdd::FALSE;
        }
        let name = Bdd(u32::try_from(self.nodes.len()).expect("MAX_NODES should fit 32 bits"));
        self.nodes.push(node);
        self.negations.push(None);
        self.unique.insert(node, name);
        if self.conjunctions.len() < self.nodes.len() {
            self.conjunctions = vec![NO_CONJUNCTION; 2 * self.conjunctions.len()];
        }
        name
    }

    fn variable(&self, f: Bdd) -> u32 {
        self.nodes[f.0 as usize].variable
    }

    /// `f` where the variable is false, and where it is true; `f` tests no earlier variable.
    fn split(&self, f: Bdd, variable: u32) -> (Bdd, Bdd) {
        let node = self.nodes[f.0 as usize];
        if node.variable == variable { (node.low, node.high) } else { (f, f) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tribunal_base::Id;

    use super::{Bdd, Bdds};
    use crate::guard::Valuation;
    use crate::ltl::AtomId;

    fn atom(index: usize) -> AtomId {
        AtomId::from_index(index)
    }

    /// The function with this truth table over the first four atoms.
    fn function(bdds: &mut Bdds, table: u16) -> Bdd {
        (0..16).filter(|row| table >> row & 1 == 1).fold(Bdd::FALSE, |sum, row| {
            let mut minterm = Bdd::TRUE;
            for index in 0..4 {
                let positive = bdds.atom(atom(index));
                let literal = if row >> index & 1 == 1 { positive } else { bdds.not(positive) };
                minterm = bdds.and(minterm, literal);
            }
            bdds.or(sum, minterm)
        })
    }

    fn valuation(row: usize) -> Valuation {
        (0..4).filter(|index| row >> index & 1 == 1).map(atom).collect()
    }

    proptest! {
        #[test]
        fn covers_are_exact_and_irredundant(table: u16) {
            let mut bdds = Bdds::default();
            let f = function(&mut bdds, table);
            let guard = bdds.cover(f).expect("four atoms should not be too many");
            for row in 0..16 {
                prop_assert_eq!(guard.matches(&valuation(row)), table >> row & 1 == 1);
            }
            for index in 0..guard.cubes.len() {
                let mut fewer = guard.clone();
                fewer.cubes.remove(index);
                prop_assert!((0..16).any(|row| fewer.matches(&valuation(row)) != guard.matches(&valuation(row))));
            }
        }

        #[test]
        fn operations_are_those_of_truth_tables(a: u16, b: u16) {
            let mut bdds = Bdds::default();
            let (f, g) = (function(&mut bdds, a), function(&mut bdds, b));
            prop_assert_eq!(bdds.and(f, g), function(&mut bdds, a & b));
            prop_assert_eq!(bdds.or(f, g), function(&mut bdds, a | b));
            prop_assert_eq!(bdds.not(f), function(&mut bdds, !a));
            prop_assert_eq!(bdds.implies(f, g), a & !b == 0);
            prop_assert_eq!(bdds.pick(f).is_some(), a != 0);
            prop_assert!(bdds.pick(f).is_none_or(|it| bdds.holds(f, &it)));
            for row in 0..16 {
                prop_assert_eq!(bdds.holds(f, &valuation(row)), a >> row & 1 == 1);
            }
        }
    }

    #[test]
    fn growth_is_bounded() {
        // Atoms that belong together stand far apart in the order: exponentially many nodes.
        let mut bdds = Bdds::default();
        let mut f = Bdd::FALSE;
        for index in 0..24 {
            let (a, b) = (bdds.atom(atom(index)), bdds.atom(atom(index + 24)));
            let both = bdds.and(a, b);
            f = bdds.or(f, both);
        }
        assert!(bdds.overflowed());
        assert!(bdds.cover(f).is_none());
    }
}
