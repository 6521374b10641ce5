//! Proofs about programs with memory are made a second time (decision record 5): by execution, and by a proof in which less can be wrong.

use std::collections::BTreeSet;

use tribunal_certify::{Claims, Effort, Trial, check_invariants, trial};
use tribunal_engine::{Assurance, Context, Engine, Fact, Proof, Statistics, Task, Trace, Verdict};
use tribunal_engine_absint::{Detail, Known, Settings, analyse};
use tribunal_engine_symbolic::Doubtful;
use tribunal_ir::{Program, PropId};

use crate::crash::guarded;
use crate::limits::{Limits, Watch};

/// What came of checking proofs again.
#[derive(Debug, Default)]
pub(crate) struct Rechecked {
    /// How many runs were executed, if there was a proof to check.
    runs: Option<u64>,
    /// Whether those were all.
    is_complete: bool,
    /// What was proved again.
    repeated: BTreeSet<PropId>,
    /// What follows from invariants that were checked to be inductive.
    confirmed: BTreeSet<PropId>,
    /// What is not true at all.
    refuted: Vec<(PropId, Trace)>,
}

/// What may be spent besides what the first proof cost: steps, runs, conflicts and states.
const STEPS: u64 = 1_000;
const RUNS: u64 = 100;
const CONFLICTS: u64 = 2_000;
const STATES: u64 = 1_000;
/// How large a program may be, and how many edges may be followed, to say and check what is known at each location.
const LOCATIONS: usize = 2_000;
const EDGES: u64 = 50_000;

/// Checks the proofs among some verdicts again.
pub(crate) fn recheck(
    program: &Program,
    verdicts: &[(PropId, Verdict)],
    first: &Statistics,
    facts: &[Fact],
    limits: &Limits,
    watch: &mut Watch<'_>,
) -> Rechecked {
    let is_formal = |it: &Verdict| {
        matches!(it, Verdict::True(Proof::Unrolled { .. } | Proof::Inductive { .. }))
    };
    // States with memory are searched as they are; what is merged there is checked by following all runs.
    let is_explored = |it: &Verdict| {
        matches!(it, Verdict::True(Proof::Exhausted { .. } | Proof::Segments { .. }))
            && !program.is_flat()
    };
    let of = |is_it: &dyn Fn(&Verdict) -> bool| -> Vec<PropId> {
        verdicts.iter().filter(|it| is_it(&it.1)).map(|it| it.0).collect()
    };
    let is_abstract =
        |it: &Verdict| matches!(it, Verdict::True(Proof::Invariant { .. })) && !program.is_flat();
    let executed = of(&|it| is_formal(it) || is_explored(it) || is_abstract(it));
    let mut rechecked = Rechecked::default();
    let invariant = of(&|it| matches!(it, Verdict::True(Proof::Invariant { .. })));
    if !invariant.is_empty() && program.locs.len() <= LOCATIONS {
        rechecked.confirmed = confirmed(program, &invariant, limits, watch);
    }
    if executed.is_empty() {
        return rechecked;
    }
    // Edges that were followed in an abstraction say nothing about the lengths of runs.
    let length = if of(&is_abstract).is_empty() { first.states.max(first.transitions) } else { 0 };
    let effort = Effort { steps: STEPS + 2 * length, runs: RUNS };
    match guarded(|| trial(program, &executed, effort)) {
        Ok(Trial::Refuted(property, trace)) => rechecked.refuted.push((property, trace)),
        Ok(Trial::Complete { runs }) => {
            rechecked.runs = Some(runs);
            rechecked.is_complete = true;
            return rechecked;
        }
        Ok(Trial::Sampled { runs }) => rechecked.runs = Some(runs),
        Err(_) => {}
    }
    // Invariants of an abstraction are supposed, checked to be inductive, and used: all by the solver.
    let mut proved = of(&|it| is_formal(it) || is_abstract(it));
    proved.retain(|it| !rechecked.confirmed.contains(it));
    if proved.is_empty() {
        return rechecked;
    }
    let again =
        Doubtful { states: STATES + 2 * first.states, conflicts: CONFLICTS + 2 * first.conflicts };
    let task = Task { facts, ..Task::new(program, &proved) };
    let outcome = guarded(|| again.run(&task, &mut Context::new(limits.budget(), watch)));
    watch.done();
    for (property, verdict) in outcome.map(|it| it.verdicts).unwrap_or_default() {
        match verdict {
            Verdict::True(_) => _ = rechecked.repeated.insert(property),
            Verdict::False(trace) => rechecked.refuted.push((property, trace)),
            Verdict::Maybe(_) => {}
        }
    }
    rechecked
}

/// The properties that follow from what an abstraction says of each location, if that is inductive.
fn confirmed(
    program: &Program,
    properties: &[PropId],
    limits: &Limits,
    watch: &mut Watch<'_>,
) -> BTreeSet<PropId> {
    let settings = Settings { steps: EDGES, ..Settings::default() };
    let mut cx = Context::new(limits.budget(), watch);
    let found = guarded(|| analyse(program, settings, Detail::Variables, &mut cx));
    watch.done();
    let Ok(Ok(found)) = found else { return BTreeSet::new() };
    let numbers = |it: Known| Some((it.var, it.numbers?));
    let claims: Claims = (found.known.into_iter())
        .map(|(location, known)| (location, known.into_iter().filter_map(numbers).collect()))
        .collect();
    let follows =
        |it: &PropId| matches!(guarded(|| check_invariants(program, &claims, &[*it])), Ok(Ok(())));
    properties.iter().copied().filter(follows).collect()
}

impl Rechecked {
    /// A verdict in the light of what was found: how far to believe it, and how many runs were executed for it.
    pub(crate) fn revise(
        &self,
        property: PropId,
        verdict: Verdict,
        assurance: Assurance,
    ) -> (Verdict, Assurance, Option<u64>) {
        match verdict {
            Verdict::True(
                Proof::Unrolled { .. }
                | Proof::Inductive { .. }
                | Proof::Exhausted { .. }
                | Proof::Invariant { .. }
                | Proof::Segments { .. },
            ) => {
                if self.confirmed.contains(&property) && !self.is_complete {
                    return (verdict, Assurance::Checked, None);
                }
                let assurance = match assurance {
                    _ if self.is_complete => Assurance::Checked,
                    _ if self.repeated.contains(&property) => Assurance::Repeated,
                    other => other,
                };
                (verdict, assurance, self.runs)
            }
            verdict => (verdict, assurance, None),
        }
    }

    /// A run that shows that a property is not true, although it was proved.
    pub(crate) fn refutation(&self, property: PropId) -> Option<Verdict> {
        let found = self.refuted.iter().find(|(it, _)| *it == property);
        found.map(|(_, trace)| Verdict::False(trace.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::recheck;
    use crate::limits::{Limits, Watch};
    use std::sync::atomic::AtomicBool;
    use tribunal_engine::{Assurance, Fairness, Proof, Statistics, Verdict};
    use tribunal_ir::PropId;

    /// How far claims of an engine that proves everything are believed: the answer, the assurance, the runs.
    fn believed(text: &str) -> Vec<String> {
        let (program, diagnostics) = tribunal_ir::text::parse(text);
        let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
        let claim = || Verdict::True(Proof::Unrolled { iterations: 0 });
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
        assert_eq!(believed(&text.replace("havoc x", "x = 3")), ["Checked Some(1)"]);
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
