//! A reduced program has the same answers as the program itself, and not more states.

mod behaviour;
mod small;

use behaviour::Graph;
use proptest::prelude::*;
use tribunal_ir::pass::{Runs, dead_variables, merge, reduce_for};
use tribunal_ir::text::{parse, print};
use tribunal_ir::{Program, verify};

/// Larger graphs are not looked at.
const MOST_STATES: usize = 500;

type Pass = fn(&mut Program);

/// The passes that keep the answers if all runs count, and those that do if fair runs count.
const FOR_ALL_RUNS: [Pass; 2] =
    [|program| _ = merge::run(program, Runs::All), |program| _ = reduce_for(program, Runs::All)];
const FOR_FAIR_RUNS: [Pass; 2] = [
    |program| _ = dead_variables::run(program),
    |program| _ = reduce_for(program, Runs::WeaklyFair),
];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_reduced_program_has_the_same_answers(
        choices in prop::collection::vec(any::<u32>(), 50..400),
    ) {
        let (program, diagnostics) = parse(&small::program(choices));
        prop_assert_eq!(diagnostics, []);
        let program = program.expect("a text without errors should be a program");
        prop_assert_eq!(verify(&program), Vec::<String>::new());
        let Some(graph) = Graph::new(&program, MOST_STATES) else { return Ok(()) };
        let answers = graph.answers();

        let reduced = |pass: Pass| {
            let mut reduced = program.clone();
            pass(&mut reduced);
            reduced
        };
        for pass in FOR_ALL_RUNS {
            let reduced = reduced(pass);
            let after = Graph::new(&reduced, usize::MAX).expect("steps should end");
            prop_assert_eq!(
                answers.clone().of_all_runs(),
                after.answers().of_all_runs(),
                "{}", print(&reduced)
            );
            prop_assert!(after.len() <= graph.len(), "{}", print(&reduced));
        }
        for pass in FOR_FAIR_RUNS {
            let reduced = reduced(pass);
            let after = Graph::new(&reduced, usize::MAX).expect("steps should end");
            prop_assert_eq!(&answers, &after.answers(), "{}", print(&reduced));
            prop_assert!(after.len() <= graph.len(), "{}", print(&reduced));
        }
    }
}
