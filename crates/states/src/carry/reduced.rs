//! Carries a trace of a reduced program over to the program it was made from.
//!
//! `tribunal_ir::pass` keeps all ids and makes steps longer. Where it made a location indivisible,
//! the original takes one more step, by the same process. Where it replaced a bubble by one edge, the
//! original takes any way through the bubble to where that edge leads. Processes that it dropped
//! do not move, unless the run ends: then they move for as long as they can. It also drops
//! and resets variables, so that a cycle of the reduced program may have to be run through
//! several times before the original's state repeats.

use tribunal_engine::{End, Step, Trace};
use tribunal_exec::{State, apply, initial, steps};
use tribunal_ir::{Control, EdgeId, Expr, Guard, LocId, Program, PropId};

/// How often a cycle is run through before we give up. Values of dead variables that depend on
/// each other settle after as many rounds as there are such variables in a row; a counter that was
/// dropped may need as many as it has values.
const ROUNDS: usize = 300;

/// How long a cycle may become that way.
const LONGEST: usize = 100_000;

/// How many steps of dropped processes are taken where a run ends.
const LAST_STEPS: usize = 10_000;

/// The trace of `original` that a trace of `reduced` stands for; `None` if it does not follow.
pub(super) fn carry(
    original: &Program,
    reduced: &Program,
    property: PropId,
    trace: &Trace,
) -> Option<Trace> {
    let mut carrying = Carrying::new(original, reduced, property);
    match trace.end {
        End::Violation => {
            carrying.follow(&trace.steps)?;
            carrying.steps.truncate(carrying.violation?);
            Some(Trace::new(carrying.steps, End::Violation))
        }
        End::Cycle { back_to } => carrying.close(&trace.steps, back_to),
        End::Deadlock | End::Stutter | End::ClaimEnd | End::Path => {
            carrying.follow(&trace.steps)?;
            if matches!(trace.end, End::Deadlock | End::Stutter) {
                carrying.come_to_rest();
            }
            Some(Trace::new(carrying.steps, trace.end))
        }
    }
}

/// A trace of the original in the making.
struct Carrying<'a> {
    original: &'a Program,
    reduced: &'a Program,
    property: PropId,
    state: State,
    steps: Vec<Step>,
    /// How many steps it takes to the first violation of the property.
    violation: Option<usize>,
}

impl<'a> Carrying<'a> {
    fn new(original: &'a Program, reduced: &'a Program, property: PropId) -> Self {
        let state = initial(original);
        Self { original, reduced, property, state, steps: Vec::new(), violation: None }
    }

    /// Takes steps of the reduced program.
    fn follow(&mut self, steps: &[Step]) -> Option<()> {
        for step in steps {
            let mut involved = vec![step.process];
            involved.extend(step.partner.map(|it| it.0));
            self.take_whole(*step)?;
            while let Some(process) = involved.iter().copied().find(|&it| self.must_go_on(it)) {
                let location = self.location(process)?;
                match self.bubble(location) {
                    Some((_, exit)) => self.pass_through(process, exit)?,
                    None => {
                        let options = steps_of(self.original, &self.state, process);
                        self.take(options.first().copied()?)?;
                    }
                }
            }
        }
        Some(())
    }

    /// Takes a step, by way of the bubble that the reduced program lacks if there is one.
    fn take_whole(&mut self, step: Step) -> Option<()> {
        let from = self.original.edges[step.edge].from;
        match self.bubble(from) {
            Some((edge, exit)) if edge == step.edge => self.pass_through(step.process, exit),
            Some(_) | None => self.take(step),
        }
    }

    /// The one edge that leaves a location in the reduced program instead of several ways to its
    /// target, if so.
    fn bubble(&self, location: LocId) -> Option<(EdgeId, LocId)> {
        let is_false = |id: &&EdgeId| match self.reduced.edges[**id].guard {
            Guard::When(it) => matches!(self.reduced.exprs[it], Expr::Const { value: 0, .. }),
            Guard::Else => false,
        };
        let mut left = self.reduced.locs[location].out.iter().filter(|it| !is_false(it));
        let (Some(&edge), None) = (left.next(), left.next()) else { return None };
        let is_changed = self.original.edges[edge].to != self.reduced.edges[edge].to
            || self.original.edges[edge].guard != self.reduced.edges[edge].guard;
        is_changed.then_some((edge, self.reduced.edges[edge].to))
    }

    /// Lets a process move until it is at a location. Bubbles have no cycles: it comes there.
    fn pass_through(&mut self, process: u32, exit: LocId) -> Option<()> {
        for _ in 0..self.original.locs.len() {
            let options = steps_of(self.original, &self.state, process);
            self.take(options.first().copied()?)?;
            if self.location(process) == Some(exit) {
                return Some(());
            }
        }
        None
    }

    fn location(&self, process: u32) -> Option<LocId> {
        self.state.process(process.into()).map(|it| it.location)
    }

    /// Lets everybody move who can. Whether that comes to an end is for the check to say.
    fn come_to_rest(&mut self) {
        for _ in 0..LAST_STEPS {
            let Some(&step) = steps(self.original, &self.state).first() else { return };
            if self.take(step).is_none() {
                return;
            }
        }
    }

    fn take(&mut self, step: Step) -> Option<()> {
        let (state, effects) = apply(self.original, &self.state, &step)?;
        self.state = state;
        self.steps.push(step);
        if effects.violations().any(|(property, _)| property == self.property) {
            self.violation.get_or_insert(self.steps.len());
        }
        Some(())
    }

    /// Whether the reduced program would not stop here.
    fn must_go_on(&self, process: u32) -> bool {
        let location = self.location(process);
        let indivisible = |it| self.reduced.locs[it].control == Control::Indivisible;
        !self.state.stopped && location.is_some_and(indivisible)
    }

    /// Runs through a cycle until the state repeats.
    fn close(mut self, steps: &[Step], back_to: usize) -> Option<Trace> {
        let (stem, cycle) = steps.split_at_checked(back_to)?;
        self.follow(stem)?;
        let mut rounds: Vec<(usize, State)> = vec![(self.steps.len(), self.state.clone())];
        while rounds.len() <= ROUNDS && self.steps.len() <= LONGEST {
            self.follow(cycle)?;
            let same = |(_, it): &&(usize, State)| it.matches(&self.state, self.original);
            if let Some(&(back_to, _)) = rounds.iter().find(same) {
                return Some(Trace::new(self.steps, End::Cycle { back_to }));
            }
            rounds.push((self.steps.len(), self.state.clone()));
        }
        None
    }
}

/// The steps that a process can take, in order.
fn steps_of(program: &Program, state: &State, process: u32) -> Vec<Step> {
    steps(program, state).into_iter().filter(|it| it.process == process).collect()
}

#[cfg(test)]
mod tests {
    use super::carry;
    use tribunal_engine::{End, Step, Trace};
    use tribunal_exec::{State, apply, initial, steps};
    use tribunal_ir::{Program, PropId};

    fn programs(text: &str) -> (Program, Program, PropId) {
        let (program, diagnostics) = tribunal_ir::text::parse(text);
        assert_eq!(diagnostics, []);
        let original = program.expect("a text without errors should be a program");
        let reduced = tribunal_ir::pass::reduce(&original).program;
        let property = original.props.ids().next().expect("there should be a property");
        (original, reduced, property)
    }

    /// The run of a program that always takes the first step, and its last state.
    fn run(program: &Program, length: usize) -> (Vec<Step>, State) {
        let mut state = initial(program);
        let mut taken = Vec::new();
        for _ in 0..length {
            let step = steps(program, &state)[0];
            state = apply(program, &state, &step).expect("the step is enabled").0;
            taken.push(step);
        }
        (taken, state)
    }

    #[test]
    fn merged_steps_are_taken_apart_and_a_violation_ends_the_trace() {
        let (original, reduced, property) = programs(
            "global x: u8
             process P() active 1 {
               var a: u8
               l0 -> l1 do x = 1
               l1 -> l2 do a = 2
               l2 -> l3 when x == 1 do a = a + 1
               l3 -> l4 when a == 3 violates p \"bad\" continue
               l4 -> l5 do a = 7
               loc l5 end
             }
             property p: unreachable",
        );
        let mut length = 0;
        while !steps(&reduced, &run(&reduced, length).1).is_empty() {
            length += 1;
        }
        let (short, _) = run(&reduced, length);
        let carried = carry(&original, &reduced, property, &Trace::new(short, End::Violation));
        let carried = carried.expect("the trace should follow");
        assert!(length < 5, "nothing was merged");
        assert_eq!(carried.steps, run(&original, 4).0);
    }

    #[test]
    fn a_cycle_is_run_through_until_dead_variables_repeat() {
        let (original, reduced, property) = programs(
            "global x: u8
             process P() active 1 {
               var a: u8
               l0 -> l1 do a = 5
               l1 -> l2 when a == 5 do x = 1 - x
               l2 -> l0 when x < 2
             }
             property p: ltl G F {x == 7}",
        );
        let first = initial(&reduced);
        let length = (1..20).find(|&it| run(&reduced, it).1 == first);
        let (cycle, _) = run(&reduced, length.expect("the reduced program has a cycle"));
        let trace = Trace::new(cycle, End::Cycle { back_to: 0 });
        let carried = carry(&original, &reduced, property, &trace).expect("the cycle should close");
        let End::Cycle { back_to } = carried.end else { panic!("{carried:?}") };
        let (whole, end) = run(&original, carried.steps.len());
        assert_eq!((carried.steps, run(&original, back_to).1), (whole, end));
        assert!(0 < back_to, "the first round should differ");
    }

    #[test]
    fn steps_that_are_none_do_not_follow() {
        let (original, reduced, property) = programs(
            "process P() active 1 { l0 -> l1 when false  loc l1 end }
             property p: end_states",
        );
        let edge = original.edges.ids().next().expect("there is an edge");
        let steps = vec![Step { process: 0, edge, partner: None }];
        let trace = Trace::new(steps, End::Deadlock);
        assert_eq!(carry(&original, &reduced, property, &trace), None);
    }
}
