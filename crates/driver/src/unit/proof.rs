//! Proofs that a function never comes somewhere, by the engines of `check`.
//!
//! The search for paths is complete only if no loop goes round for ever. Where it is not, the program is written once more with errors where nobody should come, and the
//! engines, which know invariants and induction, are asked whether one can be reached.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tribunal_base::{Severity, Sources};
use tribunal_engine::{Chosen, Fairness, Verdict};
use tribunal_engine_explicit::Explicit;
use tribunal_front_c::probe;

use super::{Found, Numbers, Unit, translate};
use crate::translation::Translation;
use tribunal_portfolio::check::{CheckOptions, Method, check};
use tribunal_portfolio::limits::Limits;
use tribunal_portfolio::reduction::Reduction;

/// How long the engines may usually look for a proof.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// How long they may look for one that the user waits for.
const LONG_PATIENCE: Duration = Duration::from_secs(60);
/// The variable that holds the number of the node before.
pub(super) const LAST: &str = "__tribunal_last";

/// A variable for those who count what was passed.
pub(super) const STAGE: &str = "__tribunal_stage";

/// Tries to prove that there is no path, where the search has found none but was cut; for formulas that want a node where something holds.
pub fn prove_none(
    unit: &Unit,
    translation: &Translation,
    found: &mut Found,
    limits: &Limits,
    cancelled: &AtomicBool,
) {
    let is_open = found.paths.is_empty()
        && found.stopped.is_none()
        && unit.concurrent().is_none()
        // The engines know no numbers without widths.
        && unit.numbers == Numbers::Machine;
    let Some(summary) = found.summary.as_mut().filter(|it| is_open && !it.exhaustive) else {
        return;
    };
    let wanted = |number: u32| {
        let node = unit.chart.node(number)?;
        let atom = |it: usize| match node.atoms.get(it) {
            Some(true) => format!("{}{it}", probe::ATOM),
            _ => "0".to_owned(),
        };
        unit.query.wanted_at(number, &atom)
    };
    if unit.chart.numbers().all(|it| wanted(it).is_none()) {
        return;
    }
    let patience = limits.time.map_or(LONG_PATIENCE, |it| it.min(LONG_PATIENCE));
    if ask(unit, translation, &wanted, patience, cancelled) == Asked::Never {
        summary.exhaustive = true;
        summary.doubts.clear();
    }
}

/// What engines say about runs that come somewhere.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// There is none: a proof.
    Never,
    /// There is one, which makes these choices.
    Run(Vec<Chosen>),
    Unknown,
}

/// Asks the engines for a run that comes to a node where its trap, a condition in C, holds.
pub(super) fn ask(
    unit: &Unit,
    translation: &Translation,
    traps: &dyn Fn(u32) -> Option<String>,
    patience: Duration,
    cancelled: &AtomicBool,
) -> Asked {
    let mut sources = Sources::default();
    let texts = unit.probed.texts().map(|it| trapped(unit, it, traps));
    let (_, compiled) = translate(&mut sources, &unit.model, &unit.probed, texts, translation);
    let is_wrong = compiled.diagnostics.iter().any(|it| it.severity == Severity::Error);
    let Some(mut program) = compiled.program.filter(|_| !is_wrong) else { return Asked::Unknown };
    program.sources = sources;
    let options = CheckOptions {
        method: Method::Auto,
        properties: vec!["assertions".to_owned()],
        fairness: Fairness::None,
        engine: Explicit::default(),
        then: Vec::new(),
        transformer: tribunal_engine_absint::Transformer::Usual,
        swarm: 1,
        reduction: Reduction::FULL,
        limits: Limits {
            time: Some(patience),
            memory: tribunal_portfolio::limits::default_memory(),
            depth: u64::MAX,
        },
        checkpoint: None,
    };
    let Ok(checked) = check(program, &options, cancelled, &mut ()) else { return Asked::Unknown };
    let verdicts = || checked.answers.iter().map(|it| &it.verdict);
    if verdicts().next().is_some() && verdicts().all(|it| matches!(it, Verdict::True(_))) {
        return Asked::Never;
    }
    verdicts()
        .find_map(|it| match it {
            Verdict::False(trace) => Some(Asked::Run(trace.choices.clone())),
            _ => None,
        })
        .unwrap_or(Asked::Unknown)
}

/// A text of the program with errors at nodes where their traps hold.
fn trapped(unit: &Unit, mut text: String, traps: &dyn Fn(u32) -> Option<String>) -> String {
    let node = probe::NODE;
    for number in unit.chart.numbers() {
        let trap = traps(number)
            .map_or(String::new(), |it| format!("(({it}) ? reach_error() : (void)0), "));
        let is_own = unit.chart.node(number).is_some_and(|it| it.function == unit.function);
        let told = if is_own { format!("{LAST} = {number}") } else { "(void)0".to_owned() };
        text = text.replace(&format!("{node} = {number})"), &format!("{trap}{told})"));
    }
    // Further files know it by `extern`, which then stands before all three.
    text.replacen(
        &format!("int {node};"),
        &format!("int {node}, {LAST}, {STAGE}; extern void reach_error(void);"),
        1,
    )
}
