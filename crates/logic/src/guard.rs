//! Sets of atoms, and guards over them in disjunctive normal form.
//!
//! A search evaluates the atoms of a property once per state into a [`Valuation`] and then tests the
//! guards of automaton edges: a few word operations per cube.

use std::fmt::{self, Display, Formatter};

use smallvec::SmallVec;
use tribunal_base::Id;

use crate::ltl::AtomId;
use crate::parse::is_plain_name;

const WORD: usize = u64::BITS as usize;

/// The set of atoms that hold in a state. Atoms never inserted do not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Valuation {
    /// Without trailing zeros, so that equal sets are equal values.
    words: SmallVec<[u64; 2]>,
}

impl Valuation {
    /// Adds an atom.
    pub fn insert(&mut self, atom: AtomId) {
        let (word, bit) = (atom.index() / WORD, atom.index() % WORD);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << bit;
    }

    /// Removes all atoms, keeping the memory.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Whether the atom holds.
    pub fn contains(&self, atom: AtomId) -> bool {
        let (word, bit) = (atom.index() / WORD, atom.index() % WORD);
        self.words.get(word).is_some_and(|it| it >> bit & 1 == 1)
    }
}

impl FromIterator<AtomId> for Valuation {
    fn from_iter<Iter: IntoIterator<Item = AtomId>>(atoms: Iter) -> Self {
        let mut valuation = Self::default();
        for atom in atoms {
            valuation.insert(atom);
        }
        valuation
    }
}

/// An atom or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Literal {
    /// The atom holds.
    Positive(AtomId),
    /// The atom does not hold.
    Negative(AtomId),
}

impl Literal {
    /// The atom, whatever its sign.
    pub fn atom(self) -> AtomId {
        match self {
            Self::Positive(atom) | Self::Negative(atom) => atom,
        }
    }
}

/// A conjunction of literals over distinct atoms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cube {
    /// One mask per word of the valuation, without trailing masks that care for nothing.
    masks: SmallVec<[Mask; 1]>,
}

/// What a cube requires of one word of the valuation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Mask {
    /// The bits that matter.
    care: u64,
    /// What they must be; zero where they do not matter.
    value: u64,
}

impl Cube {
    /// Whether all literals hold.
    #[inline]
    pub fn matches(&self, valuation: &Valuation) -> bool {
        self.masks.iter().enumerate().all(|(index, mask)| {
            let word = valuation.words.get(index).copied().unwrap_or(0);
            (word ^ mask.value) & mask.care == 0
        })
    }

    /// Whether some valuation matches both cubes.
    pub fn intersects(&self, other: &Self) -> bool {
        let pairs = self.masks.iter().zip(&other.masks);
        pairs.into_iter().all(|(a, b)| (a.value ^ b.value) & a.care & b.care == 0)
    }

    /// The literals, by atom.
    pub fn literals(&self) -> impl Iterator<Item = Literal> {
        self.masks.iter().enumerate().flat_map(|(word, mask)| {
            let bits = (0..WORD).filter(|bit| mask.care >> bit & 1 == 1);
            bits.map(move |bit| {
                let atom = AtomId::from_index(word * WORD + bit);
                if mask.value >> bit & 1 == 1 {
                    Literal::Positive(atom)
                } else {
                    Literal::Negative(atom)
                }
            })
        })
    }
}

impl FromIterator<Literal> for Cube {
    /// Of several literals of one atom, the last counts.
    fn from_iter<Iter: IntoIterator<Item = Literal>>(literals: Iter) -> Self {
        let mut masks: SmallVec<[Mask; 1]> = SmallVec::new();
        for literal in literals {
            let (word, bit) = (literal.atom().index() / WORD, literal.atom().index() % WORD);
            if masks.len() <= word {
                masks.resize(word + 1, Mask::default());
            }
            masks[word].care |= 1 << bit;
            match literal {
                Literal::Positive(_) => masks[word].value |= 1 << bit,
                Literal::Negative(_) => masks[word].value &= !(1 << bit),
            }
        }
        Self { masks }
    }
}

/// A disjunction of cubes: true if it has an empty cube, false if it has no cube at all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Guard {
    /// The cubes, in a fixed order.
    pub cubes: Vec<Cube>,
}

impl Guard {
    /// Whether some cube matches.
    #[inline]
    pub fn matches(&self, valuation: &Valuation) -> bool {
        self.cubes.iter().any(|cube| cube.matches(valuation))
    }

    /// Whether some valuation matches both guards.
    pub fn intersects(&self, other: &Self) -> bool {
        self.cubes.iter().any(|a| other.cubes.iter().any(|b| a.intersects(b)))
    }

    /// Whether the guard holds for every valuation, as far as can be seen: guards made by this crate
    /// have an empty cube exactly then.
    pub fn is_true(&self) -> bool {
        self.cubes.iter().any(|cube| cube.masks.is_empty())
    }
}

impl Guard {
    /// The text of the guard as a Promela or C expression; `name` spells the atoms.
    pub fn display<'a, Text: Display>(
        &'a self,
        name: impl Fn(AtomId) -> Text + 'a,
    ) -> impl Display + 'a {
        Shown { guard: self, name: move |atom| name(atom).to_string() }
    }
}

/// A guard that can be written, given the names of atoms.
struct Shown<'a, Name> {
    guard: &'a Guard,
    name: Name,
}

impl<Name: Fn(AtomId) -> String> Display for Shown<'_, Name> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let cubes = &self.guard.cubes;
        if cubes.is_empty() {
            return f.write_str("false");
        }
        for (index, cube) in cubes.iter().enumerate() {
            let literals: Vec<String> = cube.literals().map(|it| self.literal(it)).collect();
            let parentheses = 1 < cubes.len() && 1 < literals.len();
            let (open, close) = if parentheses { ("(", ")") } else { ("", "") };
            let text = if literals.is_empty() { "true".to_owned() } else { literals.join(" && ") };
            write!(f, "{}{open}{text}{close}", if index == 0 { "" } else { " || " })?;
        }
        Ok(())
    }
}

impl<Name: Fn(AtomId) -> String> Shown<'_, Name> {
    fn literal(&self, literal: Literal) -> String {
        let name = (self.name)(literal.atom());
        let sign = if let Literal::Negative(_) = literal { "!" } else { "" };
        if is_plain_name(&name) { format!("{sign}{name}") } else { format!("{sign}({name})") }
    }
}

#[cfg(test)]
mod tests {
    use tribunal_base::Id;

    use super::{Cube, Guard, Literal, Valuation};
    use crate::ltl::AtomId;

    fn atom(index: usize) -> AtomId {
        AtomId::from_index(index)
    }

    #[test]
    fn cubes_reach_beyond_one_word() {
        let literals =
            [Literal::Positive(atom(3)), Literal::Negative(atom(70)), Literal::Positive(atom(130))];
        let cube: Cube = literals.into_iter().collect();
        assert_eq!(cube.literals().collect::<Vec<_>>(), literals);
        let matches = |atoms: &[usize]| cube.matches(&atoms.iter().map(|&it| atom(it)).collect());
        assert!(matches(&[3, 130]) && matches(&[3, 4, 71, 130]));
        assert!(!matches(&[3]) && !matches(&[3, 70, 130]) && !matches(&[]));
    }

    #[test]
    fn constants() {
        let always = Guard { cubes: vec![Cube::default()] };
        assert!(always.is_true() && always.matches(&Valuation::default()));
        assert!(!Guard::default().is_true() && !Guard::default().matches(&Valuation::default()));
    }
}
