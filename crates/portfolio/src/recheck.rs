//! Proofs about programs with memory are made a second time (decision record 5): by execution, and by a proof in which less can be wrong.

use std::collections::{BTreeMap, BTreeSet};

use tribunal_certify::{Effort, Ground, Judgement, judge};
use tribunal_engine::{
    Assurance, Certificate, Context, Engine, Fact, Statistics, Task, Trace, Verdict,
};
use tribunal_engine_symbolic::CrossCheck;
use tribunal_ir::{Program, PropId};

use crate::crash::guarded;
use crate::limits::{Limits, Watch};

/// What came of checking proofs again.
#[derive(Debug, Default)]
pub(crate) struct Rechecked {
    /// What is to be thought of certificates.
    judged: BTreeMap<PropId, Judgement>,
    /// What was proved again.
    repeated: BTreeSet<PropId>,
    /// What a second proof has refuted.
    refuted: Vec<(PropId, Trace)>,
}

/// What may be spent besides half of what the first proof cost: steps, runs, conflicts and states.
const STEPS: u64 = 10_000;
const RUNS: u64 = 100;
const CONFLICTS: u64 = 2_000;
const STATES: u64 = 1_000;
/// How many steps may be taken to visit the states of a flat program again: it was searched much faster than that.
const FLAT_STEPS: u64 = 2_000;

/// Checks the proofs among some verdicts again.
pub(crate) fn recheck(
    program: &Program,
    verdicts: &[(PropId, Verdict)],
    first: &Statistics,
    facts: &[Fact],
    limits: &Limits,
    watch: &mut Watch<'_>,
) -> Rechecked {
    let claim = |(property, verdict): &'_ (PropId, Verdict)| match verdict {
        _ if program.props[*property].kind.is_branching() => None,
        Verdict::True(Certificate::Absent)
        | Verdict::False(_)
        | Verdict::Refuted(_)
        | Verdict::Maybe(_) => None,
        Verdict::True(certificate) => Some((*property, certificate.clone())),
    };
    let claims: Vec<(PropId, Certificate)> = verdicts.iter().filter_map(claim).collect();
    let claims: Vec<(PropId, &Certificate)> = claims.iter().map(|it| (it.0, &it.1)).collect();
    let mut rechecked = Rechecked::default();
    if claims.is_empty() {
        return rechecked;
    }
    let effort = effort(program, &claims, first);
    let mut go_on = || watch.verdict().is_ok();
    if let Ok(judged) = guarded(|| judge(program, &claims, effort, &mut go_on)) {
        rechecked.judged = judged;
    }
    watch.done();
    let is_open = |property: &PropId| {
        !matches!(
            rechecked.judged.get(property),
            Some(Judgement::Checked(_) | Judgement::Refuted(_))
        )
    };
    let is_formal = |it: &Certificate| match it {
        Certificate::Unrolled { .. } | Certificate::Inductive { .. } => true,
        Certificate::Invariant { .. } => !program.is_flat(),
        _ => false,
    };
    let open = claims.iter().filter(|it| is_formal(it.1)).map(|it| it.0).filter(is_open);
    let open: Vec<PropId> = open.collect();
    if open.is_empty() {
        return rechecked;
    }
    let (states, conflicts) = (STATES + first.states / 2, CONFLICTS + first.conflicts / 2);
    let again = CrossCheck { states, conflicts };
    let task = Task { facts, ..Task::new(program, &open) };
    let outcome = guarded(|| again.run(&task, &mut Context::new(limits.budget(), watch)));
    watch.done();
    for (property, verdict) in outcome.map(|it| it.verdicts).unwrap_or_default() {
        match verdict {
            Verdict::True(_) => _ = rechecked.repeated.insert(property),
            Verdict::False(trace) => rechecked.refuted.push((property, trace)),
            Verdict::Refuted(_) | Verdict::Maybe(_) => {}
        }
    }
    rechecked
}

/// What a check may cost.
fn effort(program: &Program, claims: &[(PropId, &Certificate)], first: &Statistics) -> Effort {
    // Edges that were followed in an abstraction say nothing about the lengths of runs.
    let is_abstract = claims.iter().any(|it| matches!(it.1, Certificate::Invariant { .. }));
    let steps = match (program.is_flat(), is_abstract) {
        (true, _) => FLAT_STEPS,
        (false, true) => STEPS,
        (false, false) => STEPS + first.states.max(first.transitions) / 2,
    };
    Effort { steps, runs: RUNS }
}

impl Rechecked {
    /// A verdict in the light of what was found: how far to believe it, and how many runs were executed for it. Of what an engine has said, what
    /// was checked is left.
    pub(crate) fn revise(
        &self,
        property: PropId,
        mut verdict: Verdict,
        assurance: Assurance,
    ) -> (Verdict, Assurance, Option<u64>) {
        let is_true = matches!(verdict, Verdict::True(_));
        let Some(judgement) = self.judged.get(&property).filter(|_| is_true) else {
            return (verdict, assurance, None);
        };
        let runs = match judgement {
            Judgement::Checked(Ground::Runs(runs)) => {
                return (verdict, Assurance::Checked, Some(*runs));
            }
            Judgement::Checked(ground) => {
                if let (Ground::Said(checked), Verdict::True(Certificate::Invariant { said, .. })) =
                    (ground, &mut verdict)
                {
                    *said = Some(checked.clone());
                }
                return (verdict, Assurance::Checked, None);
            }
            Judgement::Trusted { runs, .. } => *runs,
            Judgement::Insufficient { runs, .. } => {
                if let Verdict::True(Certificate::Invariant { said, .. }) = &mut verdict {
                    *said = None;
                }
                *runs
            }
            Judgement::Refuted(_) => None,
        };
        let is_repeated = self.repeated.contains(&property);
        (verdict, if is_repeated { Assurance::Repeated } else { assurance }, runs)
    }

    /// A run that shows that a property is not true, although it was proved.
    pub(crate) fn refutation(&self, property: PropId) -> Option<Verdict> {
        if let Some(Judgement::Refuted(trace)) = self.judged.get(&property) {
            return Some(Verdict::False(trace.clone()));
        }
        let found = self.refuted.iter().find(|(it, _)| *it == property);
        found.map(|(_, trace)| Verdict::False(trace.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::recheck;
    use crate::limits::{Limits, Watch};
    use std::sync::atomic::AtomicBool;
    use tribunal_engine::{Assurance, Certificate, Fairness, Statistics, Verdict};
    use tribunal_ir::PropId;

    /// How far claims of an engine that proves everything are believed: the answer, the assurance, the runs.
    fn believed(text: &str) -> Vec<String> {
        let (program, diagnostics) = tribunal_ir::text::parse(text);
        let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
        let claim = || Verdict::True(Certificate::Unrolled { iterations: 0 });
        let claims: Vec<(PropId, Verdict)> = program.props.ids().map(|it| (it, claim())).collect();
        let limits = Limits { time: None, memory: 1 << 30, depth: u64::MAX };
        let (cancelled, mut nobody) = (AtomicBool::new(false), ());
        let mut watch = Watch::start(&limits, &cancelled, &mut nobody);
        let found = recheck(&program, &claims, &Statistics::default(), &[], &limits, &mut watch);
        let judge = |(property, claim): (PropId, Verdict)| match found.refutation(property) {
            Some(verdict) => {
                let checked = tribunal_certify::check(&program, property, Fairness::None, &verdict);
                assert_eq!(checked, Ok(Assurance::Checked));
                "refuted".to_owned()
            }
            None => {
                let (_, assurance, runs) = found.revise(property, claim, Assurance::Trusted);
                format!("{assurance:?} {runs:?}")
            }
        };
        claims.into_iter().map(judge).collect()
    }

    #[test]
    fn small_programs_are_executed() {
        let text = "global x: u8
             process main() active 1 {
                l0 -> l1 do havoc x
                l1 -> l2 when x * 2 == 7 violates odd \"\" stop
                l1 -> l2 else
                loc l2 end
             }
             property odd: unreachable";
        assert_eq!(believed(text), ["Repeated Some(100)"]);
        // It leaves nothing open: all its states are visited.
        assert_eq!(believed(&text.replace("havoc x", "x = 3")), ["Checked None"]);
    }

    #[test]
    fn a_wrong_proof_is_refuted() {
        let text = "global x: i32
             process main() active 1 {
                l0 -> l1 do havoc x
                l1 -> l2 when x - 5 == 3 * 123457 violates far \"\" stop
                l1 -> l2 when x == 77 violates near \"\" stop
                l1 -> l2 when x > x violates never \"\" stop
                l1 -> l2 else
                loc l2 end
             }
             property far: unreachable
             property near: unreachable
             property never: unreachable";
        assert_eq!(believed(text)[..2], ["refuted", "refuted"]);
        assert!(believed(text)[2].starts_with("Repeated"));
    }
}
