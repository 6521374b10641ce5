//! Proofs about programs with memory are made a second time (decision record 5): by execution, and by a proof in which less can be wrong.
//!
//! The second proof may cost about half of what the first has cost, counted in steps, so that it is cut at the same point on every machine. What it does
//! not come to is trusted.

use std::collections::{BTreeMap, BTreeSet};

use tribunal_certify::{Effort, Ground, Judgement, judge};
use tribunal_engine::{
    Answer, Assurance, Certificate, Context, Engine, Fact, Observer, Statistics, Task, Trace,
    Verdict,
};
use tribunal_engine_symbolic::CrossCheck;
use tribunal_ir::{Program, PropId};

use crate::crash::guarded;
use crate::limits::{Clock, Limits};

/// How much is done to check proofs a second time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SecondProofs {
    /// Nothing: engines are trusted.
    Never,
    /// About half of what the first proof has cost.
    #[default]
    HalfTheCost,
    /// Whatever it takes.
    Always,
}

/// Proofs of one engine, to be checked a second time.
#[derive(Clone, Debug)]
pub(crate) struct Claims {
    /// The number of the search that found them.
    pub(crate) search: usize,
    certificates: Vec<(PropId, Certificate)>,
    /// What they have cost.
    first: Statistics,
}

impl Claims {
    /// The proofs among some answers that need a second look.
    pub(crate) fn among(
        program: &Program,
        answers: &[Answer],
        search: usize,
        first: Statistics,
    ) -> Self {
        let claim = |answer: &Answer| match &answer.verdict {
            _ if program.props[answer.property].kind.is_branching() => None,
            Verdict::True(Certificate::Absent)
            | Verdict::False(_)
            | Verdict::Refuted(_)
            | Verdict::Maybe(_) => None,
            Verdict::True(certificate) => Some((answer.property, certificate.clone())),
        };
        Self { search, certificates: answers.iter().filter_map(claim).collect(), first }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.certificates.is_empty()
    }

    /// Whether a property is among them.
    pub(crate) fn has(&self, property: PropId) -> bool {
        self.properties().any(|it| it == property)
    }

    pub(crate) fn properties(&self) -> impl Iterator<Item = PropId> {
        self.certificates.iter().map(|it| it.0)
    }
}

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

/// What may be spent besides half of what the first proof cost: steps of runs, and runs.
const STEPS: u64 = 10_000;
const RUNS: u64 = 100;
/// How many steps may be taken to visit the states of a flat program again: it was searched much faster than that.
const FLAT_STEPS: u64 = 2_000;
/// How many steps of runs are enough, even if nobody minds what it costs: a run need not come to an end, and states that were visited have to be kept.
const WHATEVER_IT_TAKES: u64 = 1_000_000;
/// How many steps of the solver there may be in any case: a fraction of a second.
const LEAST: u64 = 60_000;
/// How many steps of the solver take as long as it takes to follow an edge in an abstraction, or to visit a state.
const STEPS_OF_AN_EDGE: u64 = 20;

/// Checks proofs again.
pub(crate) fn recheck(
    program: &Program,
    claims: &Claims,
    facts: &[Fact],
    (how, limits): (SecondProofs, &Limits),
    clock: Clock<'_>,
) -> Rechecked {
    let mut rechecked = Rechecked::default();
    if claims.is_empty() || how == SecondProofs::Never {
        return rechecked;
    }
    let certificates: Vec<(PropId, &Certificate)> =
        claims.certificates.iter().map(|it| (it.0, &it.1)).collect();
    let mut effort = match how {
        SecondProofs::Always => Effort { steps: WHATEVER_IT_TAKES, runs: RUNS, formulas: u64::MAX },
        _ => effort(program, &certificates, &claims.first),
    };
    let mut go_on = || clock.verdict().is_ok();
    if let Ok(judged) = guarded(|| judge(program, &certificates, &mut effort, &mut go_on)) {
        rechecked.judged = judged;
    }
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
    let open = certificates.iter().filter(|it| is_formal(it.1)).map(|it| it.0).filter(is_open);
    let open: Vec<PropId> = open.collect();
    if open.is_empty() {
        return rechecked;
    }
    // Whoever proves it again as the engine has done may spend what is left.
    let steps = match how {
        SecondProofs::Always => u64::MAX,
        _ => LEAST.max(formulas(&claims.first) / 2 + effort.formulas),
    };
    let task = Task { facts, ..Task::new(program, &open) };
    let mut observer = clock;
    let observer: &mut dyn Observer = &mut observer;
    let again = || CrossCheck { steps }.run(&task, &mut Context::new(limits.budget(), observer));
    for (property, verdict) in guarded(again).map(|it| it.verdicts).unwrap_or_default() {
        match verdict {
            Verdict::True(_) => _ = rechecked.repeated.insert(property),
            Verdict::False(trace) => rechecked.refuted.push((property, trace)),
            Verdict::Refuted(_) | Verdict::Maybe(_) => {}
        }
    }
    rechecked
}

/// What formulas may cost, half of it to follow all runs, and half to prove it again.
fn formulas(first: &Statistics) -> u64 {
    LEAST.max(cost(first) / 2)
}

/// What a search has cost, in steps of the solver.
fn cost(first: &Statistics) -> u64 {
    match first.steps {
        0 => first.states.max(first.transitions).saturating_mul(STEPS_OF_AN_EDGE),
        steps => steps,
    }
}

/// What executing runs may cost.
fn effort(program: &Program, claims: &[(PropId, &Certificate)], first: &Statistics) -> Effort {
    // Edges that were followed in an abstraction say nothing about the lengths of runs.
    let is_abstract = claims.iter().any(|it| matches!(it.1, Certificate::Invariant { .. }));
    let steps = match (program.is_flat(), is_abstract) {
        (true, _) => FLAT_STEPS,
        (false, true) => STEPS,
        (false, false) => STEPS + first.states.max(first.transitions) / 2,
    };
    Effort { steps, runs: RUNS, formulas: formulas(first) / 2 }
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
                match (ground, &mut verdict) {
                    (Ground::Said(checked), Verdict::True(Certificate::Invariant { said, .. })) => {
                        *said = Some(checked.clone())
                    }
                    (
                        Ground::Followed(checked),
                        Verdict::True(Certificate::Inductive { heads, .. }),
                    ) => *heads = checked.clone(),
                    _ => {}
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
    use super::{Claims, SecondProofs, recheck};
    use crate::limits::{Limits, Watch};
    use std::sync::atomic::AtomicBool;
    use tribunal_engine::{Assurance, Certificate, Fairness, Statistics, Verdict};
    use tribunal_ir::PropId;

    /// How far claims of an engine that proves everything are believed: the answer, the assurance, the runs.
    fn believed(text: &str) -> Vec<String> {
        let (program, diagnostics) = tribunal_ir::text::parse(text);
        let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
        let claim = || Certificate::Unrolled { iterations: 0 };
        let certificates = program.props.ids().map(|it| (it, claim())).collect();
        let claims = Claims { search: 0, certificates, first: Statistics::default() };
        let limits = Limits { time: None, memory: 1 << 30, depth: u64::MAX };
        let (cancelled, mut nobody) = (AtomicBool::new(false), ());
        let clock = Watch::start(&limits, &cancelled, &mut nobody).clock;
        let how = (SecondProofs::HalfTheCost, &limits);
        let found = recheck(&program, &claims, &[], how, clock);
        let judge = |property: PropId| match found.refutation(property) {
            Some(verdict) => {
                let checked = tribunal_certify::check(&program, property, Fairness::None, &verdict);
                assert_eq!(checked, Ok(Assurance::Checked));
                "refuted".to_owned()
            }
            None => {
                let verdict = Verdict::True(claim());
                let (_, assurance, runs) = found.revise(property, verdict, Assurance::Trusted);
                format!("{assurance:?} {runs:?}")
            }
        };
        claims.properties().map(judge).collect()
    }

    #[test]
    fn small_programs_are_followed_or_executed() {
        let text = "global x: u8
             process main() active 1 {
                l0 -> l1 do havoc x
                l1 -> l2 when x * 2 == 7 violates odd \"\" stop
                l1 -> l2 else
                loc l2 end
             }
             property odd: unreachable";
        assert_eq!(believed(text), ["Checked None"]);
        // How far numbers are shifted is not followed.
        let shifted = text.replace("x * 2 == 7", "1 << (x & 3) == 3");
        assert_eq!(believed(&shifted), ["Repeated Some(100)"]);
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
        assert_eq!(believed(text)[2], "Checked None");
    }
}
