use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::Lanes;
use crate::check::{CheckOptions, Checked, Method, check_in};
use crate::crash::guarded;
use crate::ladder::Step;
use crate::limits::{Limits, Spectator};
use crate::reduction::Reduction;
use crate::registry::Rung;
use tribunal_base::{Id, Kleene};
use tribunal_engine::{
    Basis, Certificate, Chosen, Context, Cost, Description, End, Engine, Fact, Fairness, Outcome,
    Progress, Reason, Relation, Settles, Task, Trace, Verdict,
};
use tribunal_engine_absint::Transformer;
use tribunal_engine_explicit::Explicit;
use tribunal_ir::{EdgeId, LocId, Program, PropId, VarId};

/// A program that violates `p` for one value that runs by chance do not find, and `q` never.
const PROGRAM: &str = "
global x: i32
process main() active 1 {
  l0 -> l1 do havoc x
  l1 -> l2 when x * 3 + 12345 == 1212345 violates p \"p\" stop
  l1 -> l3 else
  l3 -> l2 when x < x violates q \"q\" stop
  l3 -> l2 else
  loc l2 end
}
property p: unreachable
property q: unreachable
";

fn program() -> Program {
    let (program, diagnostics) = tribunal_ir::text::parse(PROGRAM);
    program.unwrap_or_else(|| panic!("{diagnostics:#?}"))
}

fn p() -> PropId {
    PropId::from_index(0)
}

fn q() -> PropId {
    PropId::from_index(1)
}

fn holds() -> Verdict {
    Verdict::True(Certificate::Exhausted { states: 3 })
}

/// The run that violates `p`.
fn fails() -> Verdict {
    let step = |edge: usize| tribunal_engine::Step {
        process: 0,
        edge: EdgeId::from_index(edge),
        partner: None,
    };
    let choices = vec![Chosen::Value(400_000)];
    Verdict::False(Trace { steps: vec![step(0), step(1)], choices, end: End::Violation })
}

fn unknown() -> Verdict {
    Verdict::Maybe(Reason::Sampled { runs: 1 })
}

/// An engine that does as it is told.
struct Scripted<F>(&'static str, F);

impl<F: Fn(&Task<'_>, &mut Context<'_>) -> Outcome + Send + Sync> Engine for Scripted<F> {
    fn describe(&self) -> Description {
        let summary = "says what it is told";
        Description {
            name: self.0,
            summary,
            papers: &[],
            settles: Settles::Both,
            cost: Cost::Capped,
        }
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        (self.1)(task, cx)
    }
}

fn says(verdicts: impl IntoIterator<Item = (PropId, Verdict)>) -> Outcome {
    Outcome { verdicts: verdicts.into_iter().collect(), ..Outcome::default() }
}

fn all(task: &Task<'_>, verdict: &Verdict) -> Outcome {
    says(task.properties.iter().map(|it| (*it, verdict.clone())))
}

/// Works until it is stopped, or something has happened; the reason if it is stopped.
fn work(cx: &mut Context<'_>, is_over: impl Fn(&mut Context<'_>) -> bool) -> Option<Reason> {
    while !is_over(cx) {
        if let Err(reason) = cx.report(&Progress::default()) {
            return Some(reason);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    None
}

fn options() -> CheckOptions {
    CheckOptions {
        properties: Vec::new(),
        fairness: Fairness::None,
        method: Method::Auto,
        transformer: Transformer::Usual,
        engine: Explicit::default(),
        then: Vec::new(),
        swarm: 1,
        reduction: Reduction::NONE,
        // None of these runs should need it.
        limits: Limits { time: Some(Duration::from_secs(600)), memory: 1 << 30, depth: u64::MAX },
        checkpoint: None,
    }
}

/// Asks two engines, the first on an early rung, at most so many at the same time.
fn ask(count: u32, early: &dyn Engine, late: &dyn Engine, cancelled: &AtomicBool) -> Checked {
    let rungs = [Step::new(Rung::SCOUT, early), Step::new(Rung::KIND, late)];
    let lanes = Lanes { count, head_start: Duration::ZERO };
    check_in(lanes, &rungs, program(), &options(), cancelled, &mut ()).expect("there is no name")
}

fn ask_both(early: &dyn Engine, late: &dyn Engine) -> Checked {
    ask(2, early, late, &AtomicBool::new(false))
}

/// Who says what of each property.
fn answers(checked: &Checked) -> Vec<(&'static str, Kleene)> {
    checked.answers.iter().map(|it| (it.by, it.verdict.kleene())).collect()
}

/// What each rung left open, and why.
fn left(checked: &Checked) -> Vec<(&'static str, Vec<(PropId, Reason)>)> {
    checked.searches.iter().map(|it| (it.rung, it.open.clone())).collect()
}

#[test]
fn a_late_rung_that_is_quick_ends_an_early_one_that_is_slow() {
    let stopped = Mutex::new(None);
    let early = Scripted("early", |task: &Task<'_>, cx: &mut Context<'_>| {
        *stopped.lock().unwrap() = work(cx, |_| false);
        all(task, &unknown())
    });
    let late = Scripted("late", |_: &Task<'_>, _: &mut Context<'_>| {
        says([(p(), fails()), (q(), holds())])
    });
    let checked = ask_both(&early, &late);
    assert_eq!(answers(&checked), [("late", Kleene::False), ("late", Kleene::True)]);
    assert_eq!(*stopped.lock().unwrap(), Some(Reason::Overtaken));
    let overtaken = vec![(p(), Reason::Overtaken), (q(), Reason::Overtaken)];
    assert_eq!(left(&checked), [("scout", overtaken), ("kind", vec![])]);
}

#[test]
fn an_early_rung_that_is_done_ends_a_late_one() {
    let (has_begun, stopped) = (AtomicBool::new(false), Mutex::new(None));
    let early = Scripted("early", |_: &Task<'_>, cx: &mut Context<'_>| {
        work(cx, |_| has_begun.load(Ordering::SeqCst));
        says([(p(), fails()), (q(), holds())])
    });
    let late = Scripted("late", |task: &Task<'_>, cx: &mut Context<'_>| {
        has_begun.store(true, Ordering::SeqCst);
        *stopped.lock().unwrap() = work(cx, |_| false);
        all(task, &unknown())
    });
    let checked = ask_both(&early, &late);
    assert_eq!(answers(&checked), [("early", Kleene::False), ("early", Kleene::True)]);
    assert_eq!(*stopped.lock().unwrap(), Some(Reason::Overtaken));
}

#[test]
fn a_settled_property_is_nobodys_business_any_more() {
    let early = Scripted("early", |_: &Task<'_>, cx: &mut Context<'_>| {
        assert_eq!(work(cx, |cx| cx.is_settled(p())), None);
        assert!(!cx.is_settled(q()));
        says([(p(), Verdict::Maybe(Reason::Overtaken)), (q(), holds())])
    });
    let late = Scripted("late", |_: &Task<'_>, _: &mut Context<'_>| {
        says([(p(), fails()), (q(), unknown())])
    });
    let checked = ask_both(&early, &late);
    assert_eq!(answers(&checked), [("late", Kleene::False), ("early", Kleene::True)]);
    let (by_early, by_late) = (vec![(p(), Reason::Overtaken)], Reason::Sampled { runs: 1 });
    assert_eq!(left(&checked), [("scout", by_early), ("kind", vec![(q(), by_late)])]);
}

#[test]
fn who_begins_late_is_asked_for_what_is_left() {
    let asked = Mutex::new(Vec::<PropId>::new());
    let early = Scripted("early", |_: &Task<'_>, _: &mut Context<'_>| {
        says([(p(), fails()), (q(), unknown())])
    });
    let late = Scripted("late", |task: &Task<'_>, _: &mut Context<'_>| {
        asked.lock().unwrap().extend(task.properties);
        all(task, &holds())
    });
    // There is no need for a second lane.
    let lanes = Lanes { count: 2, head_start: Duration::from_secs(60) };
    let rungs = [Step::new(Rung::SCOUT, &early), Step::new(Rung::KIND, &late)];
    let cancelled = AtomicBool::new(false);
    let checked = check_in(lanes, &rungs, program(), &options(), &cancelled, &mut ());
    let checked = checked.expect("there is no name");
    assert_eq!(answers(&checked), [("early", Kleene::False), ("late", Kleene::True)]);
    assert_eq!(*asked.lock().unwrap(), [q()]);
}

#[test]
fn facts_reach_those_that_run() {
    let fact = Fact::Invariant {
        location: LocId::from_index(1),
        holds: Relation::NotNull(VarId::from_index(0)),
    };
    let (has_begun, known) = (AtomicBool::new(false), Mutex::new(Vec::<Fact>::new()));
    let early = Scripted("early", |task: &Task<'_>, cx: &mut Context<'_>| {
        work(cx, |_| has_begun.load(Ordering::SeqCst));
        Outcome { facts: vec![fact.clone()], ..all(task, &unknown()) }
    });
    let late = Scripted("late", |task: &Task<'_>, cx: &mut Context<'_>| {
        has_begun.store(true, Ordering::SeqCst);
        assert_eq!(task.facts, []);
        work(cx, |cx| {
            known.lock().unwrap().extend(cx.news());
            !known.lock().unwrap().is_empty()
        });
        says([(p(), fails()), (q(), holds())])
    });
    ask_both(&early, &late);
    assert_eq!(*known.lock().unwrap(), [fact]);
}

#[test]
fn the_interrupt_key_stops_all() {
    let cancelled = AtomicBool::new(false);
    let begun = AtomicUsize::new(0);
    let act = |task: &Task<'_>, cx: &mut Context<'_>| {
        begun.fetch_add(1, Ordering::SeqCst);
        work(cx, |_| begun.load(Ordering::SeqCst) == 2);
        cancelled.store(true, Ordering::SeqCst);
        let reason = work(cx, |_| false).expect("it should be stopped");
        all(task, &Verdict::Maybe(reason))
    };
    let checked = ask(2, &Scripted("early", act), &Scripted("late", act), &cancelled);
    for answer in &checked.answers {
        assert_eq!(answer.verdict, Verdict::Maybe(Reason::Cancelled));
    }
}

/// The early one answers when the answer of the late one has been heard.
fn second_opinion(of_p: &Verdict) -> Checked {
    let early = Scripted("early", |_: &Task<'_>, cx: &mut Context<'_>| {
        assert_eq!(work(cx, |cx| cx.is_settled(p())), None);
        says([(p(), of_p.clone()), (q(), holds())])
    });
    let late = Scripted("late", |_: &Task<'_>, _: &mut Context<'_>| {
        says([(p(), holds()), (q(), unknown())])
    });
    ask_both(&early, &late)
}

#[test]
fn who_comes_second_and_agrees_makes_no_difference() {
    let checked = second_opinion(&holds());
    assert_eq!(answers(&checked), [("late", Kleene::True), ("early", Kleene::True)]);
}

#[test]
fn a_contradiction_is_told() {
    let checked = second_opinion(&fails());
    let why = "`late` proves it and `early` refutes it".to_owned();
    let reason = Reason::Rejected { why };
    assert_eq!(checked.answers[0].verdict, Verdict::Maybe(reason.clone()));
    assert_eq!(checked.answers[1].verdict, holds());
    let late = vec![(q(), Reason::Sampled { runs: 1 }), (p(), reason.clone())];
    assert_eq!(left(&checked), [("scout", vec![(p(), reason)]), ("kind", late)]);
}

#[test]
fn a_refutation_that_does_not_survive_its_check_contradicts_nobody() {
    let Verdict::False(trace) = fails() else { unreachable!() };
    let checked = second_opinion(&Verdict::False(Trace { choices: Vec::new(), ..trace }));
    assert_eq!(answers(&checked), [("late", Kleene::True), ("early", Kleene::True)]);
}

#[test]
fn who_fails_does_not_take_the_other_along() {
    let early = Scripted("early", |_: &Task<'_>, _: &mut Context<'_>| panic!("out of luck"));
    let late = Scripted("late", |_: &Task<'_>, _: &mut Context<'_>| {
        says([(p(), fails()), (q(), unknown())])
    });
    let checked = ask_both(&early, &late);
    let reason = Reason::Crashed { message: "out of luck".to_owned() };
    assert_eq!(answers(&checked), [("late", Kleene::False), ("late", Kleene::Maybe)]);
    assert_eq!(left(&checked)[0].1.last(), Some(&(q(), reason)));
}

/// A spectator that faints when a property is answered.
struct Faint;

impl Spectator for Faint {
    fn phase(&mut self, _: &str) {}
    fn progress(&mut self, _: &Progress, _: Duration) {}
    fn done(&mut self) {}
    fn answered(&mut self, _: &str, _: Kleene) {
        panic!("too much")
    }
}

#[test]
fn nobody_goes_on_if_nobody_listens() {
    let stopped = Mutex::new(None);
    let early = Scripted("early", |task: &Task<'_>, cx: &mut Context<'_>| {
        *stopped.lock().unwrap() = work(cx, |_| false);
        all(task, &unknown())
    });
    let late = Scripted("late", |_: &Task<'_>, _: &mut Context<'_>| {
        says([(p(), fails()), (q(), unknown())])
    });
    let lanes = Lanes { count: 2, head_start: Duration::ZERO };
    let rungs = [Step::new(Rung::SCOUT, &early), Step::new(Rung::KIND, &late)];
    let cancelled = AtomicBool::new(false);
    let check = || check_in(lanes, &rungs, program(), &options(), &cancelled, &mut Faint);
    assert!(guarded(check).is_err());
    assert_eq!(*stopped.lock().unwrap(), Some(Reason::Overtaken));
}

#[test]
fn on_one_thread_one_comes_after_the_other() {
    let running = AtomicUsize::new(0);
    let act = |task: &Task<'_>, cx: &mut Context<'_>| {
        assert_eq!(running.fetch_add(1, Ordering::SeqCst), 0);
        for _ in 0..20 {
            let _ = cx.report(&Progress::default());
            std::thread::sleep(Duration::from_millis(1));
        }
        running.fetch_sub(1, Ordering::SeqCst);
        all(task, &unknown())
    };
    let cancelled = AtomicBool::new(false);
    let checked = ask(1, &Scripted("early", act), &Scripted("late", act), &cancelled);
    let [early, late] = &checked.searches[..] else { panic!("{:?}", checked.searches) };
    assert_eq!((early.rung, late.rung), ("scout", "kind"));
    assert!(early.start + early.seconds <= late.start);
    assert_eq!(answers(&checked), [("late", Kleene::Maybe), ("late", Kleene::Maybe)]);
}
