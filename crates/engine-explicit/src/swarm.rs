//! Several approximate searches, each of which omits other states.
//!
//! G. J. Holzmann, R. Joshi, A. Groce: *Swarm verification techniques*, IEEE Transactions on Software
//! Engineering, 2011.

use crate::{Explicit, Order, Storage};
use tribunal_engine::{
    Basis, Context, Description, Engine, Omission, Outcome, Reason, Task, Verdict,
};
use tribunal_ir::{Program, PropId};

/// An approximate search that is repeated with other hash functions and in other orders until the
/// properties fail.
#[derive(Clone, Copy, Debug)]
pub struct Swarm {
    /// The first search.
    pub engine: Explicit,
    /// How many there are.
    pub runs: u32,
}

impl Swarm {
    /// One of the searches.
    fn member(&self, number: u32) -> Explicit {
        let number = u64::from(number);
        let storage = match self.engine.storage {
            Storage::Bitstate { bits, hashes, seed } => {
                Storage::Bitstate { bits, hashes, seed: seed.wrapping_add(number) }
            }
            exact_or_compact => exact_or_compact,
        };
        let order = match self.engine.order {
            Order::Random { seed } => Order::Random { seed: seed.wrapping_add(number) },
            order if number == 0 => order,
            Order::DepthFirst | Order::BreadthFirst => Order::Random { seed: number },
        };
        Explicit { storage, order, ..self.engine }
    }
}

impl Engine for Swarm {
    fn describe(&self) -> Description {
        match self.runs {
            1 => self.engine.describe(),
            _ => Description { papers: &["holzmann11"], ..self.engine.describe() },
        }
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
        self.engine.supports(program, property)
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let (mut all, mut cost) = self.member(0).search(task, cx);
        for number in 1..self.runs {
            let open: Vec<PropId> = all.verdicts.iter().filter_map(open).collect();
            if open.is_empty() {
                break;
            }
            let task = Task { properties: &open, ..*task };
            let (next, more) = self.member(number).search(&task, cx);
            join(&mut all, next);
            cost = cost.then(more);
        }
        Outcome { statistics: cost.into(), ..all }
    }
}

/// A property that another search could still find to fail.
fn open((property, verdict): &(PropId, Verdict)) -> Option<PropId> {
    matches!(verdict, Verdict::Maybe(Reason::Approximate { .. })).then_some(*property)
}

/// Adds what another search brought. What it visits does not depend on what those before did, so that a
/// state is omitted by all with the product of the probabilities.
fn join(all: &mut Outcome, next: Outcome) {
    for (property, verdict) in &mut all.verdicts {
        let found = next.verdicts.iter().find(|(it, _)| it == property);
        let Some((_, new)) = found else { continue };
        *verdict = match (&*verdict, new) {
            (
                Verdict::Maybe(Reason::Approximate { omission: one }),
                Verdict::Maybe(Reason::Approximate { omission: other }),
            ) => Verdict::Maybe(Reason::Approximate { omission: Omission(one.0 * other.0) }),
            (_, new) => new.clone(),
        };
    }
    all.more_traces.extend(next.more_traces);
}

#[cfg(test)]
mod tests {
    use super::Swarm;
    use crate::{Explicit, Storage};
    use tribunal_engine::{Budget, Context, Engine, Reason, Task, Verdict};
    use tribunal_ir::PropId;

    /// The states that a swarm stores, and its verdict on the only property.
    fn run(runs: u32, bits: u64, target: u32) -> (u64, Verdict) {
        let source = format!(
            "global a: u8 global b: u8 global c: u8
             process P() active 1 {{
               l0 -> l0 when a < 30 do a = a + 1
               l0 -> l0 when b < 30 do b = b + 1
               l0 -> l0 when c < 30 do c = c + 1
               l0 -> l1 when a == {target} violates p \"found\" continue
               loc l1 end
             }}
             property p: unreachable"
        );
        let (program, diagnostics) = tribunal_ir::text::parse(&source);
        assert_eq!(diagnostics, []);
        let program = program.expect("a text without errors should be a program");
        let properties: Vec<PropId> = program.props.ids().collect();
        let storage = Storage::Bitstate { bits, hashes: 2, seed: 7 };
        let swarm = Swarm { engine: Explicit { storage, ..Explicit::default() }, runs };
        let task = Task::new(&program, &properties);
        let mut nobody = ();
        let budget = Budget { memory: u64::MAX, depth: u64::MAX };
        let outcome = swarm.run(&task, &mut Context::new(budget, &mut nobody));
        (outcome.statistics.states, outcome.verdicts[0].1.clone())
    }

    fn omission(verdict: &Verdict) -> f64 {
        match verdict {
            Verdict::Maybe(Reason::Approximate { omission }) => omission.0,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn more_searches_omit_less() {
        let (one, two) = (run(1, 1 << 17, 31), run(2, 1 << 17, 31));
        assert!(one.0 < two.0, "{one:?} {two:?}");
        assert!(omission(&two.1) < omission(&one.1), "{one:?} {two:?}");
    }

    #[test]
    fn what_is_found_is_certain() {
        assert!(matches!(run(3, 1 << 20, 31).1, Verdict::Maybe(_)));
        assert!(matches!(run(3, 1 << 20, 30).1, Verdict::False(_)));
    }
}
