//! Random small Promela models, as text, for differential tests.
//!
//! A model is made from a list of numbers, so that it can be repeated and made smaller; where they are
//! used up, the simplest choice is made. Almost all models are accepted by Spin, have few states, and mix
//! the constructs of the language freely. Left out is what tribunal corrects on purpose (see the book).
//! Every statement stands on lines of its own, for [`crate::differential::minimise`].

mod channel;
mod expression;
mod formula;
mod model;
mod statement;

use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};

pub use model::{Flavour, random_promela};

/// Numbers enough for the largest models, at random but repeatable.
#[must_use]
pub fn numbers(seed: u64, case: u32) -> Vec<u32> {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..12].copy_from_slice(&case.to_le_bytes());
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &key);
    (0..400).map(|_| random.next_u32()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Flavour, random_promela};

    #[test]
    fn no_choices_make_a_simple_model() {
        let text = random_promela(Flavour::Plain, &[]);
        assert!(text.contains("active proctype P0()"), "{text}");
    }

    #[test]
    fn the_same_numbers_make_the_same_model() {
        let numbers: Vec<u32> = (0..300).map(|it| it * 7919).collect();
        for flavour in Flavour::ALL {
            assert_eq!(random_promela(flavour, &numbers), random_promela(flavour, &numbers));
        }
    }
}
