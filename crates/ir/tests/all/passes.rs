//! What holds of the passes on every program. That they keep all answers is tested where programs
//! can be run.

use crate::random;
use proptest::prelude::*;
use tribunal_ir::pass::{Reduced, Runs, reduce, reduce_for};
use tribunal_ir::{Back, Transformed, verify};

fn reduced(made: &Transformed) -> &Reduced {
    let Back::Reduced(reduced) = &made.back else { panic!("it should keep ids: {:?}", made.back) };
    reduced
}

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
        let original = random::program([0].into_iter().chain(choices).collect());
        prop_assert!(original.is_flat());
        let first = reduce(&original);
        prop_assert_eq!(verify(&first.program), Vec::<String>::new());
        let merged = reduced(&first).merged_locations;

        // A value that is not computed any more may let another variable die, but at last
        // nothing is left to do.
        let mut last = first;
        for _ in 0..10 {
            last = reduce(&last.program);
        }
        prop_assert_eq!(verify(&last.program), Vec::<String>::new());
        let obstacle = reduced(&last).obstacle;
        prop_assert_eq!(reduced(&last), &Reduced { obstacle, ..Reduced::default() });

        // Where more must be kept, less is merged.
        let fair = reduce_for(&original, Runs::WeaklyFair);
        prop_assert!(reduced(&fair).merged_locations <= merged);
    }
}
