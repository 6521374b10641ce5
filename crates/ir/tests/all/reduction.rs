//! A reduced program has the same answers as the program itself, and not more states, or few more where variables are reset.

use crate::behaviour::Graph;
use crate::small;
use proptest::prelude::*;
use tribunal_ir::pass::{Runs, compact, dead_variables, influence, merge, reduce_for, slice};
use tribunal_ir::text::{parse, print};
use tribunal_ir::{Program, PropId, Transformed, verify};

/// Larger graphs are not looked at.
const MOST_STATES: usize = 500;

type Pass = fn(&Program) -> Transformed;

/// The passes that keep the answers if all runs count, and those that do if fair runs count.
const FOR_ALL_RUNS: [Pass; 2] =
    [|program| merge::run(program, Runs::All), |program| reduce_for(program, Runs::All)];
const FOR_FAIR_RUNS: [Pass; 2] =
    [dead_variables::run, |program| reduce_for(program, Runs::WeaklyFair)];

/// Each property alone, those that ask what can be reached, and all together.
fn questions(program: &Program) -> Vec<Vec<PropId>> {
    let all: Vec<PropId> = program.props.ids().collect();
    let mut questions: Vec<Vec<PropId>> = all.iter().map(|it| vec![*it]).collect();
    questions.push(all[..2].to_vec());
    questions.push(all);
    questions
}

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

        let reduced = |pass: Pass| pass(&program).program;
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

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_slice_has_the_same_answers(choices in prop::collection::vec(any::<u32>(), 50..400)) {
        let (program, diagnostics) = parse(&small::program(choices));
        prop_assert_eq!(diagnostics, []);
        let program = program.expect("a text without errors should be a program");
        let Some(graph) = Graph::new(&program, MOST_STATES) else { return Ok(()) };
        let answers = graph.answers();
        for properties in questions(&program) {
            for runs in [Runs::All, Runs::WeaklyFair] {
                let sliced = slice::run(&program, &properties, runs).program;
                prop_assert_eq!(verify(&sliced), Vec::<String>::new());
                let after = Graph::new(&sliced, usize::MAX).expect("steps should end");
                let (mut before, mut now) =
                    (answers.clone().about(&properties), after.answers().about(&properties));
                if runs == Runs::All {
                    (before, now) = (before.of_all_runs(), now.of_all_runs());
                }
                prop_assert_eq!(before, now, "{:?}\n{}\n{}", properties, print(&program), print(&sliced));
                prop_assert!(after.len() <= graph.len(), "{}", print(&sliced));
            }
        }
    }

    #[test]
    fn states_are_matched_on_what_matters(
        choices in prop::collection::vec(any::<u32>(), 50..400),
    ) {
        let (program, _) = parse(&small::program(choices));
        let program = program.expect("a text without errors should be a program");
        let Some(graph) = Graph::new(&program, MOST_STATES) else { return Ok(()) };
        let answers = graph.answers();
        for properties in questions(&program) {
            let matched = influence::run(&program, &properties);
            prop_assert_eq!(verify(&matched.program), Vec::<String>::new());
            let after = Graph::new(&matched.program, usize::MAX).expect("steps should end");
            let (before, now) =
                (answers.clone().about(&properties), after.answers().about(&properties));
            prop_assert_eq!(before, now, "{:?}\n{}\n{}", properties, print(&program), print(&matched.program));
            // A variable that is reset may get a value that it had nowhere: there are a few states more, if any.
            prop_assert!(after.len() <= 2 * graph.len(), "{}", print(&matched.program));

            // Everything together.
            let matched = matched
                .then(|it| slice::run(it, &properties, Runs::WeaklyFair))
                .then(|it| merge::run(it, Runs::WeaklyFair))
                .then(|it| influence::run(it, &properties))
                .program;
            let after = Graph::new(&matched, usize::MAX).expect("steps should end");
            let (before, now) =
                (answers.clone().about(&properties), after.answers().about(&properties));
            prop_assert_eq!(before, now, "{:?}\n{}\n{}", properties, print(&program), print(&matched));
        }
    }

    #[test]
    fn a_compact_copy_has_as_many_states(choices in prop::collection::vec(any::<u32>(), 50..400)) {
        let (program, _) = parse(&small::program(choices));
        let program = program.expect("a text without errors should be a program");
        let Some(graph) = Graph::new(&program, MOST_STATES) else { return Ok(()) };
        let all: Vec<PropId> = program.props.ids().collect();
        let copy = compact::run(&program, &all);
        prop_assert_eq!(verify(&copy), Vec::<String>::new());
        let after = Graph::new(&copy, usize::MAX).expect("steps should end");
        prop_assert_eq!(graph.answers(), after.answers(), "{}", print(&copy));
        prop_assert!(after.len() <= graph.len(), "{}", print(&copy));
    }
}
