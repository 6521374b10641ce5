//! What tests of formulas about the tree of runs have in common.

use std::sync::atomic::AtomicBool;

use tribunal_driver::{
    CTranslation, CheckOptions, Checked, Explicit, Limits, Method, Questions, Reduction,
    Transformer, Translation, check,
};
use tribunal_engine::Fairness;
use tribunal_front_promela::Dialect;
use tribunal_ir::{Granularity, Overflow, Program};

/// A translation together with formulas.
pub(crate) fn asking(formulas: &[&str], granularity: Option<Granularity>) -> Translation {
    let texts = formulas.iter().map(|it| (*it).to_owned()).collect();
    Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        questions: Questions { texts, granularity },
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: CTranslation::default(),
    }
}

/// Checks formulas of a program by all that suits them.
pub(crate) fn check_formulas(program: Program, formulas: &[&str]) -> Checked {
    check_by(Method::Auto, u64::MAX, program, formulas)
}

/// Checks formulas of a program.
pub(crate) fn check_by(method: Method, depth: u64, program: Program, formulas: &[&str]) -> Checked {
    let options = CheckOptions {
        properties: formulas.iter().map(|it| (*it).to_owned()).collect(),
        fairness: Fairness::None,
        method,
        engine: Explicit::default(),
        then: Vec::new(),
        transformer: Transformer::Usual,
        swarm: 1,
        reduction: Reduction::FULL,
        limits: Limits { time: None, memory: 1 << 30, depth },
        checkpoint: None,
    };
    let checked = check(program, &options, &AtomicBool::new(false), &mut ());
    checked.expect("the formulas should be properties of the program")
}
