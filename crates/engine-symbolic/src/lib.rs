//! Bounded model checking by merged symbolic execution.
//!
//! The program is executed once, on symbolic values, all paths together: where paths meet, their
//! states are merged into one (Clarke, Kroening & Lerda, A tool for checking ANSI-C programs, TACAS 2004;
//! Kuznetsov et al., Efficient state merging in symbolic execution, PLDI 2012). What comes out for each edge that violates
//! a property is a formula that is satisfiable iff the edge can be taken; `tribunal-solver` decides it.
//!
//! Nobody has to say how often loops are unrolled. Constants decide most of them; the others are
//! unrolled a little further in each wave, until the solver finds that no run goes on, which proves what is left
//! to prove, or until time is up.
//!
//! Folders import each other in one direction: [`state`] (values, cells, functions that have started), [`machine`] (what all states share), [`memory`] (reading and
//! writing), [`execute`] (expressions and actions), [`walk`] (the order of steps), [`queries`] and [`algebra`] (questions), [`unrolling`] (a walk that asks),
//! [`induction`] (loops and recursion without a bound), [`check`] (waves and verdicts).
//! Whatever is not modelled is a gap: a condition under which nothing is known. A property is true only if no gap
//! can be reached.

mod algebra;
mod check;
mod execute;
mod induction;
mod machine;
mod memory;
mod models;
mod queries;
mod state;
mod states;
pub mod steps;
mod unrolling;
mod walk;

use check::Check;
use induction::prove::Attempts;
use queries::Queries;
use std::collections::BTreeSet;
use tribunal_base::Span;
use tribunal_engine::{
    Basis, Context, Cost, Description, Engine, Form, Outcome, Reason, Settles, Task, Verdict,
    about_each_run,
};
use tribunal_ir::{Control, ProcessKind, Program, PropId, Scheduling};
use tribunal_solver::Rules;
use unrolling::Unrolling;
use walk::coverage::Coverage;
use walk::cuts::Uncut;
use walk::{Bound, Explorer, Settings, deadlock};

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Symbolic;

impl Engine for Symbolic {
    fn describe(&self) -> Description {
        Description {
            name: "symbolic",
            summary: "symbolic execution in turns with induction over loops",
            papers: &["king76", "sheeran00"],
            settles: Settles::Both,
            cost: Cost::Runs,
        }
    }

    fn form(&self) -> Form {
        Form::Sliced
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
        translated(program)?;
        match program.props[property].kind.is_branching() {
            true => states::supports(program, property),
            false => Ok(()),
        }
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let (linear, branching) = task.parted();
        if linear.is_empty() {
            return states::settle(task.program, &branching, Waves::USUAL, cx);
        }
        Waves::USUAL.run(task, cx)
    }
}

/// The engine without induction: it refutes, and proves what ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounded;

impl Engine for Bounded {
    fn describe(&self) -> Description {
        Description {
            name: "bmc",
            summary: "symbolic execution of runs, longer and longer",
            papers: &["king76", "biere99"],
            settles: Settles::FalseAndTrueOfRunsThatEnd,
            cost: Cost::Runs,
        }
    }

    fn form(&self) -> Form {
        Form::Sliced
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
        about_each_run(program, property)?;
        translated(program)
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        Waves { induction: Induction::Never, ..Waves::USUAL }.run(task, cx)
    }
}

/// The engine where [`Bounded`] runs at the same time: it unrolls loops as long as that is cheap, to know which go on, and leaves the rest of that to the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside;

impl Engine for Beside {
    fn describe(&self) -> Description {
        Description { summary: "induction over loops", ..Symbolic.describe() }
    }

    fn form(&self) -> Form {
        Form::Sliced
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn supports(&self, program: &Program, _: PropId) -> Result<(), Reason> {
        translated(program)
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        Waves { induction: Induction::BetweenCheapWaves, ..Waves::USUAL }.run(task, cx)
    }
}

/// Whether loops are tried by induction between the waves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Induction {
    /// They are only unrolled.
    Never,
    /// They are.
    BetweenWaves,
    /// They are, and if unrolling further would cost much, they are tried again and again instead.
    BetweenCheapWaves,
}

/// How unknown places in memory are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// One by one where they are few, else by functions of the offset.
    FewOneByOne,
    /// Always by functions, to compare with.
    AsFunctions,
}

/// How often loops that constants do not decide are unrolled in the first wave.
const FIRST_BOUND: u32 = 2;

/// The engine as a cross-check of its own proofs: terms are not rewritten and nothing is known of their values but what constants tell, and the
/// SAT solver's refutations are checked. It gives up early.
#[derive(Clone, Copy, Debug)]
pub struct CrossCheck {
    /// How much it may cost, in steps ([`tribunal_engine::Statistics::steps`]).
    pub steps: u64,
}

impl Engine for CrossCheck {
    fn describe(&self) -> Description {
        Description {
            name: "symbolic-again",
            summary: "symbolic execution by other rules, to compare with",
            papers: &["king76"],
            settles: Settles::Both,
            cost: Cost::Runs,
        }
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        unroll(task, cx, Waves::USUAL, Rules::Few, Some(self), &others(task))
    }
}

/// The engine with another start.
#[derive(Clone, Copy, Debug)]
pub struct Waves {
    /// How often loops that constants do not decide are unrolled in the first wave. It makes no
    /// difference to what is found in the end.
    pub first_bound: u32,
    /// Whether loops are tried by induction, too.
    pub induction: Induction,
    /// How unknown places in memory are treated. It makes no difference to what is found in the end.
    pub places: Places,
}

impl Engine for Waves {
    fn describe(&self) -> Description {
        Symbolic.describe()
    }

    fn form(&self) -> Form {
        Form::Sliced
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let others = others(task);
        let mut outcome = unroll(task, cx, *self, Rules::All, None, &others);
        if !task.program.spawns() {
            return outcome;
        }
        // Where several threads run, those that are left open are looked at again in the light of those that fail.
        let mut broken = others.clone();
        loop {
            let (mut fails, mut open) = (others.clone(), Vec::new());
            for (property, verdict) in &outcome.verdicts {
                match verdict {
                    Verdict::False(_) => _ = fails.insert(*property),
                    Verdict::Maybe(Reason::Stopped) => open.push(*property),
                    Verdict::True(_) | Verdict::Refuted(_) | Verdict::Maybe(_) => {}
                }
            }
            if open.is_empty() || fails == broken {
                return outcome;
            }
            broken = fails;
            let task = Task { properties: &open, ..*task };
            let next = unroll(&task, cx, *self, Rules::All, None, &broken);
            for (property, verdict) in next.verdicts {
                let known = outcome.verdicts.iter_mut().find(|it| it.0 == property);
                known.into_iter().for_each(|it| it.1 = verdict.clone());
            }
        }
    }
}

impl Waves {
    /// As the engine starts.
    pub const USUAL: Self = Self {
        first_bound: FIRST_BOUND,
        induction: Induction::BetweenWaves,
        places: Places::FewOneByOne,
    };
}

/// The properties that are not asked for: they may fail.
fn others(task: &Task<'_>) -> BTreeSet<PropId> {
    task.program.props.ids().filter(|it| !task.properties.contains(it)).collect()
}

/// Settles the properties of a task.
fn unroll(
    task: &Task<'_>,
    cx: &mut Context<'_>,
    Waves { first_bound, induction, places }: Waves,
    rules: Rules,
    limits: Option<&CrossCheck>,
    broken: &BTreeSet<PropId>,
) -> Outcome {
    let program = task.program;
    if let Some((what, span)) = obstacle(program) {
        return refuse(task, what, span);
    }
    cx.phase("unrolling");
    let bound = Bound { undecided: first_bound, decided: (64 * first_bound).max(1) };
    let plain = Settings::plain(bound, rules);
    let asked = task.properties.iter().copied().collect();
    let settings = Settings {
        few: if places == Places::AsFunctions { 0 } else { plain.few },
        coverage: Coverage::new(program, &asked),
        broken: broken.clone(),
        deadlocks: deadlock::asked(program, task.properties),
        ..plain
    };
    let explorer = match Explorer::new(program, settings, Uncut) {
        Ok(explorer) => explorer,
        Err(gap) => return refuse(task, gap.0.to_owned(), None),
    };
    let attempts = Attempts::new(induction, task.facts.to_vec());
    let queries = Queries::new(rules, limits.map_or(u64::MAX, |it| it.steps), cx);
    let unrolling = Unrolling::new(explorer, queries, u64::MAX);
    let mut check = Check::new(unrolling, task.properties, attempts);
    let mut verdicts = check.run();
    let verdict = |property| {
        let missing = || Verdict::Maybe(Reason::Stopped);
        (property, verdicts.remove(&property).unwrap_or_else(missing))
    };
    Outcome {
        verdicts: task.properties.iter().copied().map(verdict).collect(),
        remarks: check.remarks(),
        statistics: check.statistics(),
        ..Outcome::default()
    }
}

/// Whether a program is one for this engine.
#[must_use]
pub fn takes(program: &Program) -> bool {
    obstacle(program).is_none()
}

/// Whether it is a program for this engine; if not, why.
fn translated(program: &Program) -> Result<(), Reason> {
    match obstacle(program) {
        Some((what, span)) => Err(Reason::Unsupported { what, span }),
        None => Ok(()),
    }
}

/// What makes a program none for this engine.
fn obstacle(program: &Program) -> Option<(String, Option<Span>)> {
    if let Some(unsupported) = program.unsupported.first() {
        return Some((unsupported.what.clone(), Some(unsupported.span)));
    }
    if program.scheduling == Scheduling::Priority {
        return Some(("processes with priorities".to_owned(), None));
    }
    let ordinary = program.procs.values().filter(|it| it.kind == ProcessKind::Ordinary);
    if 1 < ordinary.map(|it| it.active).sum::<u32>() {
        return Some(("a program of several processes".to_owned(), None));
    }
    if let Some(process) = program.procs.values().find(|it| it.provided.is_some())
        && !program.spawns()
    {
        return Some(("a condition for a process to move".to_owned(), Some(process.span)));
    }
    if let Some(edge) = program.edges.values().find(|it| it.tier != 0) {
        return Some(("an order among edges".to_owned(), Some(edge.span)));
    }
    let indivisible = program.locs.values().find(|it| it.control == Control::Indivisible);
    indivisible.map(|it| ("an indivisible step".to_owned(), Some(it.span)))
}

fn refuse(task: &Task<'_>, what: String, span: Option<Span>) -> Outcome {
    let reason = Reason::Unsupported { what, span };
    let verdict = |property: &_| (*property, Verdict::Maybe(reason.clone()));
    Outcome { verdicts: task.properties.iter().map(verdict).collect(), ..Outcome::default() }
}
