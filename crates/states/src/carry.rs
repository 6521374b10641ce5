//! Carries what an engine found out about a program over to the one that it was made from ([`Transformed`]).
//!
//! Runs are found by running the original ([`reduced`], [`sliced`], [`flattened`]: one way for each kind of pass). Proofs stay proofs; what they say of the values of variables is
//! dropped where passes forget values. Whether a run is one, and whether what is said is true, is checked afterwards as for any other evidence.

mod flattened;
mod reduced;
mod sliced;

use std::sync::Arc;
use tribunal_engine::search::without_search;
use tribunal_engine::{Certificate, Context, Outcome, Reason, Trace, Verdict};
use tribunal_ir::{Back, EdgeId, Program, PropId, Transformed};

/// The run of the original that a run stands for; `None` if it leads elsewhere.
///
/// # Errors
/// If a limit is reached.
pub fn trace(
    original: &Program,
    made: &Transformed,
    property: PropId,
    trace: &Trace,
    cx: &mut Context<'_>,
) -> Result<Option<Trace>, Reason> {
    along(original, (&made.program, &made.back), property, trace, cx)
}

fn along(
    original: &Program,
    (made, back): (&Program, &Back),
    property: PropId,
    trace: &Trace,
    cx: &mut Context<'_>,
) -> Result<Option<Trace>, Reason> {
    match back {
        Back::Same => Ok(Some(trace.clone())),
        Back::Reduced(_) => Ok(reduced::carry(original, made, property, trace)),
        Back::Sliced(slice) => sliced::carry(original, slice, property, trace, cx),
        Back::Flattened(from) => flattened::carry(original, from, property, trace, cx),
        Back::Through(between) => {
            let to = (made, &between.to);
            match along(&between.program, to, property, trace, cx)? {
                Some(trace) => {
                    along(original, (&between.program, &between.on), property, &trace, cx)
                }
                None => Ok(None),
            }
        }
    }
}

/// What a proof about a program made says of the original. A statement that is missing there may be one that no run comes to here.
fn proof(original: &Program, back: &Back, property: PropId, states: u64, found: &mut Certificate) {
    let is_absent = || matches!(without_search(original, property), Some(Verdict::True(_)));
    if *found == Certificate::Absent && !is_absent() {
        *found = Certificate::Exhausted { states };
    }
    certificate(back, found);
}

/// A proof, without what it says of values that are others in the original. What is said of the heads of loops is kept for `certify` to judge: induction needs some
/// of it, and does not mind if the rest is wrong.
pub fn certificate(back: &Back, certificate: &mut Certificate) {
    match certificate {
        Certificate::Invariant { said, .. } if !back.keeps_values() => *said = None,
        Certificate::Inductive { heads, .. } if !back.keeps_values() => {
            let known = heads.iter().filter_map(|(at, it)| Some((back.location(*at)?, it.clone())));
            *heads = Arc::new(known.collect());
        }
        _ => {}
    }
}

/// Of some edges, those of the original.
pub fn edges(original: &Program, back: &Back, edges: &[EdgeId]) -> Vec<EdgeId> {
    edges.iter().filter_map(|it| back.edge(original, *it)).collect()
}

/// All that a run of an engine brought. The properties that fail on the program made, but whose runs lead elsewhere, come back: of these nothing is known.
pub fn outcome(
    original: &Program,
    made: &Transformed,
    outcome: &mut Outcome,
    cx: &mut Context<'_>,
) -> Vec<PropId> {
    let mut lost = Vec::new();
    let states = outcome.statistics.states;
    for (property, verdict) in &mut outcome.verdicts {
        match verdict {
            Verdict::False(found) => match trace(original, made, *property, found, cx) {
                Ok(Some(carried)) => *found = carried,
                Ok(None) => {
                    lost.push(*property);
                    let why = "the choices lead elsewhere".to_owned();
                    *verdict = Verdict::Maybe(Reason::Rejected { why });
                }
                Err(reason) => *verdict = Verdict::Maybe(reason),
            },
            Verdict::True(found) => proof(original, &made.back, *property, states, found),
            Verdict::Refuted(found) => certificate(&made.back, found),
            Verdict::Maybe(_) => {}
        }
    }
    for (property, found) in std::mem::take(&mut outcome.more_traces) {
        if let Ok(Some(carried)) = trace(original, made, property, &found, cx) {
            outcome.more_traces.push((property, carried));
        }
    }
    outcome.unreached = outcome.unreached.take().map(|it| edges(original, &made.back, &it));
    lost
}
