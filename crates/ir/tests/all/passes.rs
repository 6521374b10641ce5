//! What holds of the passes on every program. That they keep all answers is tested where programs
//! can be run.

use crate::random;
use proptest::prelude::*;
use tribunal_ir::pass::{Reduction, Runs, reduce, reduce_for};
use tribunal_ir::verify;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_reduced_program_is_well_formed_and_cannot_be_reduced_for_ever(
        choices in prop::collection::vec(any::<u32>(), 0..600),
    ) {
        let mut program = random::program([0].into_iter().chain(choices).collect());
        prop_assert!(program.is_flat());
        let original = program.clone();
        let reduction = reduce(&mut program);
        prop_assert_eq!(verify(&program), Vec::<String>::new());

        // A value that is not computed any more may let another variable die, but at last
        // nothing is left to do.
        let mut last = reduction;
        for _ in 0..10 {
            last = reduce(&mut program);
        }
        prop_assert_eq!(verify(&program), Vec::<String>::new());
        prop_assert_eq!(last, Reduction { obstacle: last.obstacle, ..Reduction::default() });

        // Where more must be kept, less is merged.
        let mut fair = original;
        let fair_reduction = reduce_for(&mut fair, Runs::WeaklyFair);
        prop_assert!(fair_reduction.merged_locations <= reduction.merged_locations);
    }
}
