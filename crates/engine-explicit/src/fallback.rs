//! Searches that store less and less of a state, each begun when the one before ran out of memory.

use tribunal_engine::{Basis, Context, Description, Engine, Limit, Outcome, Reason, Task, Verdict};
use tribunal_ir::{Program, PropId};

use crate::swarm::Swarm;
use crate::{Explicit, Storage};

/// A search, and how states are kept by those that follow if the memory is not enough.
#[derive(Clone, Copy, Debug)]
pub struct Fallback<'a> {
    /// The search.
    pub first: Swarm,
    /// How states are kept instead, one after the other.
    pub then: &'a [Storage],
}

impl Engine for Fallback<'_> {
    fn describe(&self) -> Description {
        self.first.describe()
    }

    fn basis(&self, program: &Program, property: PropId) -> Basis {
        self.first.basis(program, property)
    }

    fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
        self.first.supports(program, property)
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let mut all = self.first.run(task, cx);
        for &storage in self.then {
            let open: Vec<PropId> = all.verdicts.iter().filter_map(open).collect();
            if open.is_empty() {
                break;
            }
            let engine = Explicit { storage, ..self.first.engine };
            let next = Swarm { engine, ..self.first };
            supersede(&mut all, next.run(&Task { properties: &open, ..*task }, cx));
        }
        all
    }
}

/// A property for which there was not enough memory.
fn open((property, verdict): &(PropId, Verdict)) -> Option<PropId> {
    matches!(verdict, Verdict::Maybe(Reason::Budget(Limit::Memory))).then_some(*property)
}

/// Puts what another search found in the place of what was left open.
fn supersede(all: &mut Outcome, next: Outcome) {
    let Outcome { verdicts, more_traces, vacuous, unreached, remarks, statistics, facts } = next;
    for (property, verdict) in verdicts {
        all.verdicts.iter_mut().filter(|it| it.0 == property).for_each(|it| it.1 = verdict.clone());
    }
    all.more_traces.extend(more_traces);
    all.vacuous.extend(vacuous);
    all.remarks.extend(remarks);
    all.facts.extend(facts);
    (all.unreached, all.statistics) = (unreached, statistics);
}

#[cfg(test)]
mod tests {
    use super::Fallback;
    use crate::swarm::Swarm;
    use crate::{Explicit, Storage};
    use tribunal_engine::{Budget, Context, Engine, Limit, Reason, Task, Verdict};
    use tribunal_ir::PropId;

    /// The verdict on a counter's property that fails far from the initial state, in so much memory.
    fn run(then: &[Storage], memory: u64, wrong: u32) -> (Verdict, &'static str) {
        let source = format!(
            "global a: u32 global b: u32
             process P() active 1 {{
               l0 -> l0 when a < 600 do a = a + 1
               l0 -> l0 when b < 600 do b = b + 1
               l0 -> l1 when a == {wrong} violates p \"found\" continue
               loc l1 end
             }}
             property p: unreachable"
        );
        let (program, diagnostics) = tribunal_ir::text::parse(&source);
        assert_eq!(diagnostics, []);
        let program = program.expect("a text without errors should be a program");
        let properties: Vec<PropId> = program.props.ids().collect();
        let first = Swarm { engine: Explicit::default(), runs: 1 };
        let task = Task::new(&program, &properties);
        let mut nobody = ();
        let budget = Budget { memory, depth: u64::MAX };
        let outcome = Fallback { first, then }.run(&task, &mut Context::new(budget, &mut nobody));
        (outcome.verdicts[0].1.clone(), outcome.statistics.storage)
    }

    const BITSTATE: Storage = Storage::Bitstate { bits: 1 << 22, hashes: 3, seed: 1 };

    #[test]
    fn the_next_storage_takes_over() {
        let (verdict, storage) = run(&[], 1 << 21, 601);
        assert_eq!(storage, "exact");
        assert!(matches!(verdict, Verdict::Maybe(Reason::Budget(Limit::Memory))), "{verdict:?}");
        let (verdict, storage) = run(&[BITSTATE], 1 << 21, 601);
        assert_eq!(storage, "bitstate");
        assert!(matches!(verdict, Verdict::Maybe(Reason::Approximate { .. })), "{verdict:?}");
    }

    #[test]
    fn what_fits_is_proved() {
        let (verdict, storage) = run(&[BITSTATE], 1 << 30, 601);
        assert_eq!(storage, "exact");
        assert!(matches!(verdict, Verdict::True(_)), "{verdict:?}");
    }
}
