//! Labels more and more states, until all questions are answered or no state is left.
//!
//! A part of the states may be enough, so each round ends with the labels of what it has found. Rounds begin with states that are near and with long runs by turns: the ones
//! come to what happens soon, the others come round to where they were. A round takes four times as many states as the one before, or as many as there is time for.

use crate::settle::{Answered, FEW, Questions, settle};
use crate::{Extent, First};
use std::time::Duration;
use tribunal_engine::{Context, Limit, Outcome, Reason, Statistics, Verdict};
use tribunal_ir::{Program, PropId};

/// How many times as many states are labelled next.
const FURTHER: usize = 4;

/// The share of the time left that a round is to take, if all states cost the same.
const SHARE: f64 = 0.7;

/// What a round has cost.
struct Round {
    states: usize,
    /// The time that was left before it, and that is left now, if there is a limit.
    left: Option<(Duration, Duration)>,
}

impl Round {
    /// How many states the next round takes; `None` if it is not worth while.
    fn next(&self) -> Option<usize> {
        let most = self.states.saturating_mul(FURTHER);
        let Some((before, left)) = self.left else { return Some(most) };
        let time = before.saturating_sub(left);
        let times = SHARE * left.as_secs_f64() / time.as_secs_f64().max(1e-3);
        // As many as a number of this size can be.
        let affordable = (self.states as f64 * times) as usize;
        (self.states < affordable).then_some(affordable.min(most))
    }
}

/// Answers the formulas among some properties, by as many states as it takes.
pub fn settle_further(program: &Program, properties: &[PropId], cx: &mut Context<'_>) -> Outcome {
    settle(program, properties, |questions| further_and_further(questions, cx))
}

fn further_and_further(
    questions: &Questions<'_>,
    cx: &mut Context<'_>,
) -> (Vec<Answered>, Statistics) {
    let unanswered = |it: &(PropId, _)| (it.0, Verdict::Maybe(Reason::Stopped));
    let mut answers: Vec<Answered> = questions.asked.iter().map(unanswered).collect();
    let mut statistics = Statistics::default();
    let mut most = Some(FEW);
    let mut first = First::Next;
    while let Some(states) = most {
        let open = answers.iter().filter(|it| matches!(it.1, Verdict::Maybe(_)));
        let open: Vec<PropId> = open.map(|it| it.0).collect();
        let before = cx.left();
        let found = match questions.answer(&open, Extent { most: states, first }, cx) {
            Ok((found, cost)) => {
                statistics = cost;
                found
            }
            Err(reason) => open.iter().map(|it| (*it, Verdict::Maybe(reason.clone()))).collect(),
        };
        first = match first {
            First::Near => First::Next,
            First::Next => First::Near,
        };
        most = Round { states, left: before.zip(cx.left()) }.next();
        let is_over = !found.iter().any(|it| lacks_states(&it.1));
        for (property, verdict) in found {
            let Some(answer) = answers.iter_mut().find(|it| it.0 == property) else { continue };
            answer.1 = match most {
                None if lacks_states(&verdict) => Verdict::Maybe(Reason::Budget(Limit::Time)),
                _ => verdict,
            };
        }
        if is_over {
            break;
        }
    }
    (answers, statistics)
}

/// Whether more states might help.
fn lacks_states(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Maybe(Reason::Budget(Limit::Depth)))
}

#[cfg(test)]
mod tests {
    use super::Round;
    use std::time::Duration;

    #[test]
    fn a_round_is_as_long_as_there_is_time() {
        let next = |seconds: u64, left: Option<u64>| {
            let left = left.map(Duration::from_secs);
            let left = left.map(|it| (it + Duration::from_secs(seconds), it));
            Round { states: 1000, left }.next()
        };
        assert_eq!(next(1, None), Some(4000));
        assert_eq!(next(1, Some(1000)), Some(4000));
        assert_eq!(next(1, Some(4)), Some(2800));
        assert_eq!(next(9, Some(1)), None);
    }
}
