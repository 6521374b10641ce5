//! Runs of a program on values chosen from its constants, at the ends of ranges, and by chance: what goes wrong often is found at once.
//!
//! Many short runs come first, each in a manner of its own; some of those that did not come to an end are taken up again, and the simplest of them goes far.
//! Threads take turns in each run's own manner, too: the first that can move, the last, any, or the one that goes before the others, until it has to stand back.

mod choices;

use choices::Choices;
use std::collections::BTreeMap;
use tribunal_engine::{
    Basis, Chosen, Context, Cost, Description, End, Engine, Outcome, Progress, Reason, Settles,
    Statistics, Step, Task, Trace, Verdict,
};
use tribunal_exec::{
    Script, State, View, Walk, apply_with, initial, is_blocked, is_valid_end, moves_too_much, steps,
};
use tribunal_ir::{Program, PropId, PropertyKind};

/// How many runs there are, how many if several processes take turns, and how many of them are taken up again.
const RUNS: u64 = 40;
const RUNS_OF_MANY: u64 = 400;
const KEPT: usize = 4;

/// How many steps all the first runs together take at most.
const SHORT_TOGETHER: u64 = 400_000;

/// How many steps a run takes at first, how many when it is taken up again, and how many if it is the simplest.
const SHORT: u64 = 10_000;
const LONG: u64 = 100_000;

/// The engine.
#[derive(Clone, Copy, Debug)]
pub struct Concrete {
    /// How many steps the longest run takes.
    pub longest: u64,
}

impl Engine for Concrete {
    fn describe(&self) -> Description {
        Description {
            name: "probe",
            summary: "runs on chosen values",
            papers: &["claessen00", "burckhardt10"],
            settles: Settles::False,
            cost: Cost::Capped,
        }
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        cx.phase("trial");
        let mut execution =
            Execution { properties: task.properties, found: BTreeMap::new(), steps: 0, runs: 0 };
        let stopped = execution.execute(task.program, self.longest, cx).err();
        let rest = match stopped {
            Some(reason @ (Reason::Cancelled | Reason::Overtaken)) => reason,
            Some(_) | None => Reason::Sampled { runs: execution.runs },
        };
        let verdict = |property: &PropId| {
            let trace = execution.found.remove(property);
            (*property, trace.map_or_else(|| Verdict::Maybe(rest.clone()), Verdict::False))
        };
        let statistics =
            Statistics { threads: 1, transitions: execution.steps, ..Statistics::default() };
        let verdicts = task.properties.iter().map(verdict).collect();
        Outcome { verdicts, statistics, ..Outcome::default() }
    }
}

/// All runs together.
struct Execution<'a> {
    properties: &'a [PropId],
    found: BTreeMap<PropId, Trace>,
    steps: u64,
    runs: u64,
}

impl Execution<'_> {
    fn execute(
        &mut self,
        program: &Program,
        longest: u64,
        cx: &mut Context<'_>,
    ) -> Result<(), Reason> {
        let choices = Choices::new(program);
        let mut kept: Vec<Run<'_>> = Vec::new();
        let mut length = 0;
        let runs = if program.is_sequential() { RUNS } else { RUNS_OF_MANY };
        for number in 0..runs {
            if SHORT_TOGETHER < self.steps {
                break;
            }
            let mut run = Run::start(program, choices.of_run(number, length));
            self.runs += 1;
            let is_cut = self.follow(program, &mut run, SHORT, cx)?;
            length = length.max(run.length);
            if self.is_over(cx) {
                return Ok(());
            }
            if is_cut && kept.len() < KEPT {
                kept.push(run);
            } else if !is_cut && !run.open.was_asked() {
                // There is no other.
                return Ok(());
            }
        }
        for (length, count) in [(LONG, KEPT), (longest, 1)] {
            let mut next = Vec::new();
            for mut run in kept.into_iter().take(count) {
                if self.follow(program, &mut run, length, cx)? {
                    next.push(run);
                }
                if self.is_over(cx) {
                    return Ok(());
                }
            }
            kept = next;
        }
        Ok(())
    }

    /// Whether nothing is left to find.
    fn is_over(&self, cx: &Context<'_>) -> bool {
        self.properties.iter().all(|it| self.found.contains_key(it) || cx.is_settled(*it))
    }

    /// Follows a run up to a length; whether it could go on.
    fn follow(
        &mut self,
        program: &Program,
        run: &mut Run<'_>,
        length: u64,
        cx: &mut Context<'_>,
    ) -> Result<bool, Reason> {
        while run.length < length {
            let steps = self.steps;
            cx.tick(|| Progress { transitions: steps, depth: run.length, ..Progress::default() })?;
            let Some(violated) = run.step(program) else {
                self.end(program, run, cx);
                return Ok(false);
            };
            self.steps += 1;
            for property in violated {
                if self.is_open(property, cx) {
                    self.found.insert(property, run.trace(program, End::Violation));
                }
            }
        }
        Ok(true)
    }

    /// Whether a property is one to be refuted.
    fn is_open(&self, property: PropId, cx: &Context<'_>) -> bool {
        self.properties.contains(&property)
            && !self.found.contains_key(&property)
            && !cx.is_settled(property)
    }

    /// A run has ended: perhaps where it must not.
    fn end(&mut self, program: &Program, run: &Run<'_>, cx: &Context<'_>) {
        let asks = |it: &PropId| program.props[*it].kind == PropertyKind::EndStates;
        for property in self.properties.iter().copied().filter(asks) {
            if run.is_deadlocked(program) && self.is_open(property, cx) {
                self.found.insert(property, run.trace(program, End::Deadlock));
            }
        }
    }
}

/// A run under way.
struct Run<'a> {
    /// Decides what the program leaves open.
    open: Choices,
    at: At<'a>,
    length: u64,
    choices: Vec<Chosen>,
}

/// Where it is.
enum At<'a> {
    /// Alone: values are all that is left open.
    Alone(Walk<'a>),
    /// Among others, after these steps.
    Among(Option<State>, Vec<Step>),
}

impl<'a> Run<'a> {
    fn start(program: &'a Program, open: Choices) -> Self {
        let at = match Walk::start(program) {
            Some(walk) => At::Alone(walk),
            None => At::Among(Some(initial(program)), Vec::new()),
        };
        Self { open, at, length: 0, choices: Vec::new() }
    }

    /// Takes a step and tells what it violates; `None` if there is none.
    fn step(&mut self, program: &Program) -> Option<Vec<PropId>> {
        let violated = match &mut self.at {
            At::Alone(walk) => {
                let edge = walk.next()?;
                if moves_too_much(walk.view(), edge) {
                    return None;
                }
                let effects = walk.take(edge, &mut self.open);
                self.choices.extend(effects.choices().cloned());
                effects.violations().map(|it| it.0).collect()
            }
            At::Among(state, taken) => {
                let before = state.take()?;
                let possible = steps(program, &before);
                let Some(step) = self.open.step(&possible) else {
                    *state = Some(before);
                    return None;
                };
                if moves_too_much(
                    View::of_process(program, &before, step.process, false),
                    step.edge,
                ) {
                    return None;
                }
                let (next, effects) = apply_with(program, before, &step, &mut self.open)?;
                *state = Some(next);
                taken.push(step);
                self.choices.extend(effects.choices().cloned());
                effects.violations().map(|it| it.0).collect()
            }
        };
        self.length += 1;
        Some(violated)
    }

    /// Whether nobody can move, though the program may not stop here.
    fn is_deadlocked(&self, program: &Program) -> bool {
        match &self.at {
            At::Among(Some(state), _) => {
                !state.stopped && is_blocked(program, state) && !is_valid_end(program, state)
            }
            At::Among(None, _) | At::Alone(_) => false,
        }
    }

    /// The run so far.
    fn trace(&self, program: &Program, end: End) -> Trace {
        let taken = match &self.at {
            At::Among(_, taken) => taken.clone(),
            At::Alone(_) => alone(program, &self.choices, self.length),
        };
        Trace { steps: taken, choices: self.choices.clone(), end }
    }
}

/// The steps of a run that takes the only way there is with these values.
fn alone(program: &Program, choices: &[Chosen], length: u64) -> Vec<Step> {
    let mut script = Script::new(choices);
    let mut taken = Vec::new();
    if let Some(mut walk) = Walk::start(program) {
        while (taken.len() as u64) < length
            && let Some(edge) = walk.next()
        {
            taken.push(Step { process: 0, edge, partner: None });
            walk.take(edge, &mut script);
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::Concrete;
    use tribunal_engine::{Budget, Context, Engine, Fairness, Task, Verdict};
    use tribunal_ir::{PropId, text};

    /// Whether each property of a program was refuted, by a trace that is a run.
    fn refuted(source: &str) -> Vec<bool> {
        let (program, diagnostics) = text::parse(source);
        let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
        let properties: Vec<PropId> = program.props.ids().collect();
        let task = Task::new(&program, &properties);
        let mut observer = ();
        let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
        let outcome = Concrete { longest: 300_000 }.run(&task, &mut cx);
        let verdicts = outcome.verdicts.iter();
        let refuted = |(property, verdict): &(PropId, Verdict)| match verdict {
            Verdict::False(_) => {
                let checked = tribunal_certify::check(&program, *property, Fairness::None, verdict);
                assert!(checked.is_ok(), "{checked:?}");
                true
            }
            _ => false,
        };
        verdicts.map(refuted).collect()
    }

    #[test]
    fn a_value_that_the_program_mentions_is_found_and_others_are_not_missed() {
        let source = "process main() active 1 { var x: i32 l0 -> l1 do havoc x \
            l1 -> l2 when x == 987654 violates p \"p\" stop l1 -> l3 else l3 -> l4 when x < 0 violates q \"q\" stop \
            l3 -> l4 else l4 -> l4 loc l2 end } function f() { l5 -> l6 do return loc l6 end } \
            property p: unreachable property q: unreachable property r: unreachable";
        assert_eq!(refuted(source), [true, true, false]);
    }

    #[test]
    fn what_happens_late_is_found_by_the_longest_run() {
        let source = "process main() active 1 { var n: i32 l0 -> l1 when n < 100000 do n = n + 1 l1 -> l0 \
            l0 -> l2 else l2 -> l3 violates p \"p\" stop loc l3 end } function f() { l5 -> l6 do return loc l6 end } \
            property p: unreachable";
        assert_eq!(refuted(source), [true]);
    }

    #[test]
    fn threads_that_wait_for_each_other_are_found() {
        let source = |mark: &str| {
            format!(
                "global x: i32 global y: i32 process a() active 1 {{ l0 -> l1 when x == 0 do x = 1 \
                l1 -> l2 when y == 0 do y = 1 loc l2 {mark} }} process b() active 1 {{ l3 -> l4 when y == 0 do y = 1 \
                l4 -> l5 when x == 0 do x = 1 loc l5 {mark} }} property p: end_states"
            )
        };
        assert_eq!(refuted(&source("end")), [true]);
        // Whoever has both ends all; and who is stuck with one does not count.
        let halting = source("halt")
            .replace("l1 ->", "loc l1 halt l1 ->")
            .replace("l4 ->", "loc l4 halt l4 ->");
        assert_eq!(refuted(&halting), [false]);
    }

    #[test]
    fn threads_take_turns_in_many_ways() {
        // The assertion fails only if the second process comes first.
        let source = "global x: i32 process a() active 1 { l0 -> l1 when x == 7 violates p \"p\" stop \
            l0 -> l1 else loc l1 end } process b() active 1 { l2 -> l3 do x = 7 loc l3 end } property p: unreachable";
        assert_eq!(refuted(source), [true]);
    }
}
