//! Random C programs, as text, for differential tests.
//!
//! A program is a function of a small number that yields a checksum of all it has done. It is made from a list of numbers, so that it
//! can be repeated; where they are used up, the simplest choice is made. Its behaviour is defined: operands are
//! masked so that nothing overflows, indices and shifts stay in range, and no effect is unsequenced. In a *risky* program
//! some of these precautions are left out here and there, so that some have undefined behaviour; which ones, a compiler with
//! sanitizers tells ([`crate::gcc`]). The idea is that of X. Yang, Y. Chen, E. Eide and J. Regehr, Finding and
//! understanding bugs in C compilers, PLDI 2011.
//!
//! All names that a program declares at file scope start with a prefix, so that many programs fit into one file.

mod expression;
mod program;
mod snippet;
mod statement;
mod types;

use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};

use crate::choices::Choices;

/// Whether all precautions are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// They are: the behaviour is defined.
    Careful,
    /// Not everywhere.
    Risky,
}

impl Flavour {
    /// The flavour of a case: every third one is risky.
    #[must_use]
    pub fn of_case(case: u32) -> Self {
        if case % 3 == 2 { Self::Risky } else { Self::Careful }
    }
}

/// A random program.
#[derive(Clone, Debug)]
pub struct RandomC {
    /// Declarations; the last one defines the function `<prefix>run`, of an `unsigned`, that yields the checksum as an
    /// `unsigned long long`.
    pub text: String,
    /// The prefix of its names.
    pub prefix: String,
    /// Whether its behaviour is defined.
    pub flavour: Flavour,
    /// How many numbers, from 0 on, it is tried on.
    pub inputs: u32,
}

/// The program of a case.
#[must_use]
pub fn random_c(seed: u64, case: u32) -> RandomC {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..12].copy_from_slice(&case.to_le_bytes());
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &key);
    let numbers: Vec<u32> = (0..4000).map(|_| random.next_u32()).collect();
    of_numbers(Flavour::of_case(case), &numbers, &format!("c{case}_"))
}

/// The program made from a list of numbers.
#[must_use]
pub fn of_numbers(flavour: Flavour, numbers: &[u32], prefix: &str) -> RandomC {
    let mut builder = program::Builder::new(flavour, Choices { numbers, at: 0 });
    let text = builder.program();
    let inputs = builder.inputs;
    RandomC { text: text.replace('@', prefix), prefix: prefix.to_owned(), flavour, inputs }
}

/// What programs need to be declared before them.
pub const PRELUDE: &str =
    "#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdarg.h>\n";

#[cfg(test)]
mod tests {
    use super::{Flavour, of_numbers};

    #[test]
    fn no_choices_make_a_simple_program() {
        let program = of_numbers(Flavour::Careful, &[], "x_");
        assert!(program.text.contains("unsigned long long x_run(unsigned n)"), "{}", program.text);
        assert!(!program.text.contains('@'), "{}", program.text);
    }
}
