//! Labels more and more states, until all questions are answered or no state is left.
//!
//! A part of the states may be enough, so each round ends with the labels of what it has found. Rounds begin with states that are near and with long runs by turns: the ones
//! come to what happens soon, the others come round to where they were. A round takes four times as many states as the one before, or as many as there is time for.

use std::time::{Duration, Instant};

use tribunal_base::Kleene;
use tribunal_engine::{Context, Limit, Reason, Statistics};
use tribunal_report::ctl::Grounds;
use tribunal_state_graph::{Extent, First};

use super::{Climb, CtlQuestion, Found, SCOUTED};

/// How many times as many states are labelled next.
const FURTHER: usize = 4;

/// The share of the time left that a round is to take, if all states cost the same.
const SHARE: f64 = 0.7;

/// What a round has cost.
struct Round {
    states: usize,
    time: Duration,
}

impl Round {
    /// How many states the next round takes; `None` if it is not worth while.
    fn next(&self, left: Option<Duration>) -> Option<usize> {
        let most = self.states.saturating_mul(FURTHER);
        let Some(left) = left else { return Some(most) };
        let times = SHARE * left.as_secs_f64() / self.time.as_secs_f64().max(1e-3);
        // As many as a number of this size can be.
        let affordable = (self.states as f64 * times) as usize;
        (self.states < affordable).then_some(affordable.min(most))
    }
}

impl Climb<'_> {
    /// Labels states in rounds, of the time that is left.
    pub(super) fn further_and_further(
        &self,
        questions: &[&CtlQuestion],
        left: Option<Duration>,
        cx: &mut Context<'_>,
    ) -> (Vec<Found>, Statistics) {
        let start = Instant::now();
        let mut answers: Vec<Found> = questions.iter().map(|_| Reason::Stopped.into()).collect();
        let mut statistics = Statistics::default();
        let mut most = Some(SCOUTED);
        let mut first = First::Next;
        while let Some(states) = most {
            let is_open = |it: &usize| answers[*it].value == Kleene::Maybe;
            let open: Vec<usize> = (0..questions.len()).filter(is_open).collect();
            let asked: Vec<&CtlQuestion> = open.iter().map(|it| questions[*it]).collect();
            let begun = Instant::now();
            let found = match self.exactly(&asked, Extent { most: states, first }, cx) {
                Ok((found, cost)) => {
                    statistics = cost;
                    found
                }
                Err(reason) => asked.iter().map(|_| reason.clone().into()).collect(),
            };
            let round = Round { states, time: begun.elapsed() };
            first = match first {
                First::Near => First::Next,
                First::Next => First::Near,
            };
            most = round.next(left.map(|it| it.saturating_sub(start.elapsed())));
            let is_over = !found.iter().any(lacks_states);
            for (at, found) in open.into_iter().zip(found) {
                answers[at] = match most {
                    None if lacks_states(&found) => Reason::Budget(Limit::Time).into(),
                    _ => found,
                };
            }
            if is_over {
                break;
            }
        }
        (answers, statistics)
    }
}

/// Whether more states might help.
fn lacks_states(found: &Found) -> bool {
    found.value == Kleene::Maybe
        && matches!(found.grounds, Grounds::Open(Reason::Budget(Limit::Depth)))
}

#[cfg(test)]
mod tests {
    use super::Round;
    use std::time::Duration;

    #[test]
    fn a_round_is_as_long_as_there_is_time() {
        let next = |seconds: u64, left: Option<u64>| {
            let round = Round { states: 1000, time: Duration::from_secs(seconds) };
            round.next(left.map(Duration::from_secs))
        };
        assert_eq!(next(1, None), Some(4000));
        assert_eq!(next(1, Some(1000)), Some(4000));
        assert_eq!(next(1, Some(4)), Some(2800));
        assert_eq!(next(9, Some(1)), None);
    }
}
