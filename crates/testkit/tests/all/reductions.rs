//! Whatever is reduced, the verdicts are the same, on random programs with everything in them. A
//! violation is carried over to the program itself and certified there, so a wrong one would come out
//! as a maybe.

use std::time::Duration;

use proptest::prelude::*;
use tribunal_base::Kleene;
use tribunal_driver::{Errors, Reduction, Technique};
use tribunal_engine::Fairness;
use tribunal_ir::Program;
use tribunal_ir::text::print;
use tribunal_testkit::ours::{Settings, Summary, run};
use tribunal_testkit::random_program::random_program;

fn reductions() -> [Reduction; 4] {
    [
        Reduction::NONE.with(Technique::Slice),
        Reduction::NONE.with(Technique::Match),
        Reduction::FULL.without(Technique::Merge),
        Reduction::FULL,
    ]
}

/// Each property alone, then all together.
fn questions(program: &Program) -> Vec<Vec<String>> {
    let all: Vec<String> = program.props.values().map(|it| it.name.clone()).collect();
    let alone = all.iter().map(|it| vec![it.clone()]);
    alone.chain([all.clone()]).collect()
}

fn verdicts(summary: &Summary) -> Vec<(&str, Kleene)> {
    summary.findings.iter().map(|it| (it.property.as_str(), it.verdict)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_reduction_keeps_the_verdicts(choices in prop::collection::vec(any::<u32>(), 0..300)) {
        let program = random_program(&choices);
        let plain = Settings {
            errors: Errors::First,
            time: Duration::from_millis(300),
            memory: 64 << 20,
            ..Settings::default()
        };
        for fairness in [Fairness::None, Fairness::Weak] {
            for properties in questions(&program) {
                let plain = Settings { fairness, ..plain };
                let expected = run(program.clone(), properties.clone(), &plain);
                if expected.unsettled().is_some() {
                    continue;
                }
                for reduction in reductions() {
                    let settings = Settings { reduction, time: Duration::from_secs(5), ..plain };
                    let found = run(program.clone(), properties.clone(), &settings);
                    prop_assert_eq!(
                        verdicts(&expected),
                        verdicts(&found),
                        "{:?} {}: {:?}\n{}",
                        fairness, reduction, properties, print(&program)
                    );
                }
            }
        }
    }
}
