//! One scheduler, any number of lanes.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tribunal_base::Kleene;
use tribunal_driver::{
    CTranslation, CheckOptions, Checked, Dialect, Explicit, Limits, Method, Reduction, Transformer,
    Translation, load,
};
use tribunal_engine::{Fairness, Reason, Verdict};
use tribunal_ir::Overflow;
use tribunal_portfolio::{Lanes, check_on};
use tribunal_testkit::corpus::programs;

fn options() -> CheckOptions {
    CheckOptions {
        properties: Vec::new(),
        fairness: Fairness::None,
        method: Method::Auto,
        transformer: Transformer::Usual,
        engine: Explicit::default(),
        then: Vec::new(),
        swarm: 1,
        reduction: Reduction::NONE,
        limits: Limits { time: Some(Duration::from_secs(2)), memory: 1 << 30, depth: u64::MAX },
        checkpoint: None,
        second_proofs: tribunal_driver::SecondProofs::HalfTheCost,
    }
}

/// However many rungs are climbed at the same time, and however short their head start: the verdicts are the same.
#[test]
fn verdicts_do_not_depend_on_the_number_of_lanes() {
    let mut paths = programs("c");
    // With all checks and no limit, these take long.
    let takes_long = |it: &Path| {
        let folder = it.parent().and_then(Path::file_name);
        let long = ["algebra", "deadlock", "recursion"];
        it.ends_with("endless.c") || folder.is_some_and(|it| long.iter().any(|long| it == *long))
    };
    paths.retain(|it| !takes_long(it));
    assert!(30 < paths.len());
    let translation = Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        questions: tribunal_driver::Questions::default(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: CTranslation::default(),
    };
    let options = options();
    let mut together = 0;
    for path in paths {
        let loaded = load(&path.to_string_lossy(), &translation);
        // Some have another entry than `main`.
        let Some(program) = loaded.program else { continue };
        let check = |count: u32| {
            let lanes = Lanes { count, head_start: Duration::ZERO };
            let cancelled = AtomicBool::new(false);
            let checked = check_on(lanes, program.clone(), &options, &cancelled, &mut ());
            checked.expect("there is no name")
        };
        let verdicts = |checked: &Checked| -> Vec<Kleene> {
            checked.answers.iter().map(|it| it.verdict.kleene()).collect()
        };
        let is_cut = |checked: &Checked| {
            let is_over = |it: &Verdict| matches!(it, Verdict::Maybe(Reason::Budget(_)));
            checked.answers.iter().any(|it| is_over(&it.verdict))
        };
        let alone = check(1);
        if alone.searches.len() == 1 || is_cut(&alone) {
            continue;
        }
        let several = check(3);
        // Rungs that run side by side have less time each.
        if !is_cut(&several) {
            together += 1;
            assert_eq!(verdicts(&several), verdicts(&alone), "{}", path.display());
        }
    }
    assert!(20 < together, "{together} programs need more than one rung");
}
