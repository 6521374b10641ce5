//! How the driver treats engines: the good, the lying, the failing and the slow.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tribunal_base::{Id, Span};
use tribunal_driver::{CheckOptions, Checked, Explicit, Limits, Reduction};
use tribunal_engine::{
    Assurance, Basis, Certificate, Context, Cost, Description, End, Engine, Fairness, Limit,
    Outcome, Progress, Reason, Settles, Step, Task, Trace, Verdict,
};
use tribunal_ir::{EdgeId, Program, PropId, Unsupported};
use tribunal_portfolio::check_with;

const MODEL: &str = "
global x: u8
process P() active 1 {
  l0 -> l1 do x = 1
  l1 -> l2 violates asserts \"assertion violated\" continue
  l1 -> l1
  loc l2 end
}
property asserts: unreachable
property deadlock: end_states
property always: ltl G {x == 0}
";

fn program() -> Program {
    parsed(MODEL)
}

/// The same where nothing is violated.
fn right_program() -> Program {
    parsed(&MODEL.replace("l2 violates", "l2 when x == 2 violates"))
}

fn parsed(text: &str) -> Program {
    let (program, diagnostics) = tribunal_ir::text::parse(text);
    assert_eq!(diagnostics, []);
    program.expect("a text without errors should be a program")
}

/// An engine that does as it is told.
struct Puppet<F>(F);

impl<F> Engine for Puppet<F>
where
    F: Fn(&Task<'_>, &mut Context<'_>) -> Vec<Verdict> + Send + Sync,
{
    fn describe(&self) -> Description {
        Description {
            name: "puppet",
            summary: "says what it is told",
            papers: &[],
            settles: Settles::Both,
            cost: Cost::Capped,
        }
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let verdicts = self.0(task, cx);
        let verdicts = task.properties.iter().copied().zip(verdicts).collect();
        Outcome { verdicts, ..Outcome::default() }
    }
}

fn options() -> CheckOptions {
    CheckOptions {
        method: tribunal_driver::Method::Auto,
        properties: Vec::new(),
        fairness: Fairness::None,
        engine: Explicit::default(),
        then: Vec::new(),
        transformer: tribunal_driver::Transformer::Usual,
        swarm: 1,
        reduction: Reduction::NONE,
        limits: Limits { time: None, memory: u64::MAX, depth: u64::MAX },
        checkpoint: None,
    }
}

fn check_by(
    program: Program,
    options: &CheckOptions,
    act: impl Fn(&Task<'_>, &mut Context<'_>) -> Vec<Verdict> + Send + Sync,
) -> Checked {
    let cancelled = AtomicBool::new(false);
    check_with(&Puppet(act), program, options, &cancelled, &mut ()).expect("names should be known")
}

fn step(edge: usize) -> Step {
    Step { process: 0, edge: EdgeId::from_index(edge), partner: None }
}

fn violation() -> Verdict {
    Verdict::False(Trace::new(vec![step(0), step(1)], End::Violation))
}

fn holds() -> Verdict {
    Verdict::True(Certificate::Exhausted { states: 3 })
}

#[test]
fn safety_is_one_search_and_each_formula_another() {
    let searches = Mutex::new(Vec::new());
    let checked = check_by(right_program(), &options(), |task, _| {
        let mut searches = searches.lock().unwrap_or_else(PoisonError::into_inner);
        searches.push(task.properties.len());
        vec![holds(); task.properties.len()]
    });
    assert_eq!(searches.into_inner().unwrap_or_default(), [2, 1]);
    let order: Vec<usize> = checked.answers.iter().map(|it| it.property.index()).collect();
    assert_eq!(order, [0, 1, 2]);
    let assurance: Vec<Assurance> = checked.answers.iter().map(|it| it.assurance).collect();
    assert_eq!(assurance, [Assurance::Checked, Assurance::Checked, Assurance::Trusted]);
}

#[test]
fn a_proof_of_what_does_not_hold_is_refuted() {
    let checked = check_by(program(), &options(), |task, _| vec![holds(); task.properties.len()]);
    assert_eq!(checked.answers[0].verdict, violation());
    assert_eq!(checked.answers[0].assurance, Assurance::Checked);
}

#[test]
fn a_good_trace_is_checked_and_the_others_are_searched_for_again() {
    let checked = check_by(program(), &options(), |task, _| match task.properties.len() {
        2 => vec![violation(), Verdict::Maybe(Reason::Stopped)],
        _ => vec![holds()],
    });
    assert_eq!(checked.answers[0].verdict, violation());
    assert_eq!(checked.answers[0].assurance, Assurance::Checked);
    assert_eq!(checked.answers[1].verdict, holds());
    let searched: Vec<usize> = checked.searches.iter().map(|it| it.properties.len()).collect();
    assert_eq!(searched, [2, 1, 1]);
    assert_eq!(checked.first_trace().map(|it| it.0), Some(PropId::from_index(0)));
}

#[test]
fn an_engine_that_always_stops_is_not_asked_for_ever() {
    let checked = check_by(program(), &options(), |task, _| {
        vec![Verdict::Maybe(Reason::Stopped); task.properties.len()]
    });
    for answer in &checked.answers {
        assert_eq!(answer.verdict, Verdict::Maybe(Reason::Stopped));
    }
}

#[test]
fn a_lie_is_withdrawn() {
    let checked = check_by(program(), &options(), |task, _| {
        let lie = Verdict::False(Trace::new(vec![step(1)], End::Violation));
        vec![lie; task.properties.len()]
    });
    for answer in &checked.answers {
        let rejected = matches!(answer.verdict, Verdict::Maybe(Reason::Rejected { .. }));
        assert!(rejected, "{answer:?}");
    }
}

#[test]
fn a_trace_of_the_simplified_program_alone_is_searched_for_again_on_the_program() {
    let mut options = options();
    options.reduction = Reduction::MERGE;
    options.properties.push("asserts".to_owned());
    let searches = Mutex::new(0);
    let checked = check_by(program(), &options, |_, _| {
        let mut searches = searches.lock().unwrap_or_else(PoisonError::into_inner);
        *searches += 1;
        let bogus = Verdict::False(Trace::new(vec![step(2)], End::Violation));
        vec![if *searches == 1 { bogus } else { violation() }]
    });
    assert_eq!(searches.into_inner().unwrap_or_default(), 2);
    assert_eq!(checked.answers.len(), 1);
    assert_eq!(checked.answers[0].verdict, violation());
    assert_eq!(checked.answers[0].assurance, Assurance::Checked);
}

#[test]
fn silence_is_no_answer() {
    let checked = check_by(program(), &options(), |_, _| Vec::new());
    assert_eq!(checked.answers.len(), 3);
    for answer in &checked.answers {
        assert!(matches!(answer.verdict, Verdict::Maybe(Reason::Rejected { .. })), "{answer:?}");
    }
}

#[test]
fn a_failing_engine_does_not_take_the_others_answers_along() {
    let checked = check_by(program(), &options(), |task, cx| {
        if task.properties.len() == 1 {
            return vec![holds()];
        }
        let progress = || Progress { states: 7, ..Progress::default() };
        for _ in 0..5000 {
            let _ = cx.tick(progress);
        }
        panic!("out of luck")
    });
    let crashed = Verdict::Maybe(Reason::Crashed { message: "out of luck".to_owned() });
    assert_eq!(checked.answers[0].verdict, crashed);
    assert_eq!(checked.answers[1].verdict, crashed);
    assert_eq!(checked.answers[2].verdict, holds());
    assert_eq!(checked.searches[0].statistics.states, 7);
}

#[test]
fn time_that_is_up_is_up_for_all() {
    let mut options = options();
    options.limits.time = Some(Duration::ZERO);
    let checked = check_by(program(), &options, |task, _| vec![holds(); task.properties.len()]);
    for answer in &checked.answers {
        assert_eq!(answer.verdict, Verdict::Maybe(Reason::Budget(Limit::Time)));
    }
}

#[test]
fn what_was_not_translated_is_not_decided() {
    let mut program = program();
    let span = Span::new(tribunal_base::FileId(0), 1, 2);
    program.unsupported.push(Unsupported { what: "embedded C".to_owned(), span });
    let checked = check_by(program, &options(), |task, _| vec![holds(); task.properties.len()]);
    for answer in &checked.answers {
        let what = "embedded C".to_owned();
        let reason = Reason::Unsupported { what, span: Some(span) };
        assert_eq!(answer.verdict, Verdict::Maybe(reason));
    }
    assert!(checked.searches.is_empty());
}

#[test]
fn an_unknown_property_is_refused() {
    let mut options = options();
    options.properties.push("nope".to_owned());
    let engine = Puppet(|_: &Task<'_>, _: &mut Context<'_>| Vec::new());
    let cancelled = AtomicBool::new(false);
    let refused = check_with(&engine, program(), &options, &cancelled, &mut ());
    assert_eq!(refused.err().map(|it| it.known.len()), Some(3));
}

#[test]
fn whether_runs_leave_the_translation_is_moot_if_nothing_is_true() {
    let searched = |mut program: Program, first: &Verdict| {
        program.boundary = Some(PropId::from_index(1));
        let mut options = options();
        options.properties.push("asserts".to_owned());
        let checked = check_by(program, &options, |task, _| match task.properties.len() {
            2 => vec![first.clone(), Verdict::Maybe(Reason::Stopped)],
            _ => vec![holds()],
        });
        assert_eq!(checked.answers.len(), 1);
        assert_eq!(checked.answers[0].verdict, *first);
        checked.searches.len()
    };
    assert_eq!(searched(program(), &violation()), 1);
    assert_eq!(searched(right_program(), &holds()), 2);
}
