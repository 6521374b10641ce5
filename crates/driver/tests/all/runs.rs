//! Simulations and stored traces.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use tribunal_driver::replay::{
    ModelText, Origin, ReplayError, read_trace, recall, replay, store_run, store_trace,
};
use tribunal_driver::{
    Choice, Dialect, Finding, Guide, Moment, Prepared, Random, RunEnd, RunLimits, Script,
    Translation, Values, prepare, run, simulate,
};
use tribunal_engine::{End, Trace};
use tribunal_ir::Overflow;
use tribunal_report::StepReport;

const MODEL: &str = "
global x: u8
process P() active 2 {
  l0 -> l1 do x = x + 1
  l1 -> l2 do print \"%d\\n\", x
  loc l2 end
}
process Guard() active 1 {
  loc l3 end
  l3 -> l4 when x == 2 violates asserts \"x is 2\" continue
  loc l4 end
}
property asserts: unreachable
property deadlock: end_states
";

fn translation() -> Translation {
    Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        questions: tribunal_driver::Questions::default(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: tribunal_driver::CTranslation::default(),
    }
}

/// A file of this test alone.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the temporary folder should be writable");
    path
}

fn model(name: &str) -> Prepared {
    let path = file(name, MODEL);
    prepare(&path.to_string_lossy(), translation()).expect("the model should have no errors")
}

#[test]
fn runs_do_not_end_where_clocks_are_read() {
    let text = "#include <sys/time.h>
#include <time.h>
int main(void) {
    struct timespec a, b;
    struct timeval now;
    time_t t = time(0);
    clock_t used = clock();
    gettimeofday(&now, 0);
    timespec_get(&a, TIME_UTC);
    clock_gettime(CLOCK_MONOTONIC, &a);
    clock_gettime(CLOCK_MONOTONIC, &b);
    int goes_on = b.tv_sec > a.tv_sec || b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec;
    return t >= 0 && clock() >= used && now.tv_usec < 1000000 && goes_on ? 7 : 1;
}
";
    let path = file("clocks.c", text);
    let prepared = prepare(&path.to_string_lossy(), translation()).expect("it should be right");
    for seed in 0..20 {
        let values = Values::at_random(&prepared.program, seed);
        let limits = RunLimits { time: None, steps: Some(10_000) };
        let ran = run(&prepared.program, values, limits, &AtomicBool::new(false), &mut |_, _| {});
        let ran = ran.expect("it has no threads");
        assert!(matches!(ran.end, RunEnd::Finished), "{:?}", ran.ending(&prepared.program));
        assert_eq!(ran.status, Some(7));
    }
}

#[test]
fn errors_may_change_where_they_are_printed() {
    let text = "#include <errno.h>\n#include <stdio.h>\n\
        int main(void) { errno = 2; perror(\"x\"); return errno; }\n";
    let path = file("perror.c", text);
    let prepared = prepare(&path.to_string_lossy(), translation()).expect("it should be right");
    let status = |seed| {
        let values = Values::at_random(&prepared.program, seed);
        let limits = RunLimits { time: None, steps: Some(10_000) };
        let ran = run(&prepared.program, values, limits, &AtomicBool::new(false), &mut |_, _| {});
        ran.expect("it has no threads").status
    };
    let seen: BTreeSet<_> = (0..20).map(status).collect();
    assert_eq!(seen, BTreeSet::from([Some(2), Some(22)]));
}

#[test]
fn a_seed_determines_a_run() {
    let prepared = model("seed.ir");
    let run = |seed| simulate(&prepared.program, &mut Random::new(seed, |_, _| {}), 100);
    assert_eq!(run(3).steps, run(3).steps);
    let all: Vec<_> = (0..20).map(|seed| run(seed).steps).collect();
    assert!(all.iter().any(|it| *it != all[0]), "all seeds give the same run");
    assert_eq!(run(3).trace.end, "finished");
}

#[test]
fn a_run_that_passes_a_violation_shows_one() {
    let prepared = model("violation.ir");
    /// Takes the last option, and notes what is printed.
    struct Last(String);
    impl Guide for Last {
        fn choose(&mut self, moment: &Moment<'_>) -> Choice {
            assert_eq!(moment.offers().len(), moment.options.len());
            Choice::Take(moment.options.len() - 1)
        }
        fn took(&mut self, _: usize, step: &StepReport) {
            self.0.push_str(&step.output);
        }
    }
    let mut guide = Last(String::new());
    let run = simulate(&prepared.program, &mut guide, 100);
    assert_eq!((run.finding, guide.0.as_str()), (Finding::Violation, "1\n2\n"));
    let stopped = simulate(&prepared.program, &mut Last(String::new()), 2);
    assert_eq!((stopped.finding, stopped.trace.end), (Finding::Nothing, "stopped"));
}

#[test]
fn a_stored_run_can_be_followed() {
    let prepared = model("follow.ir");
    let run = simulate(&prepared.program, &mut Random::new(5, |_, _| {}), 3);
    let stored = store_run(&Origin::of(&prepared), &prepared.program, &run.steps);
    let path = file("follow.json", &stored.print());
    let read = read_trace(&path).expect("it was just written");
    let recalled = recall(&read, None).expect("the model is still there");
    assert_eq!((&recalled.steps, recalled.text), (&run.steps, ModelText::Unchanged));
    let replayed = replay(&read, &recalled).expect("it is a run");
    assert_eq!(replayed.trace.steps, run.trace.steps);
    let mut script = Script::new(&recalled.steps, |_, _| {});
    assert_eq!(simulate(&prepared.program, &mut script, 100).steps, run.steps);
}

/// The run to the violation, as a trace file with this end.
fn counterexample(prepared: &Prepared, end: End) -> tribunal_report::trace_file::TraceFile {
    let wanted = ["x = x + 1", "x = x + 1", "violates"];
    struct Seek<'a>(&'a [&'a str]);
    impl Guide for Seek<'_> {
        fn choose(&mut self, moment: &Moment<'_>) -> Choice {
            let Some(wanted) = self.0.get(moment.taken) else { return Choice::Stop };
            let found = moment.offers().iter().position(|it| it.text.contains(wanted));
            found.map_or(Choice::Stop, Choice::Take)
        }
        fn took(&mut self, _: usize, _: &StepReport) {}
    }
    let run = simulate(&prepared.program, &mut Seek(&wanted), 100);
    assert_eq!(run.steps.len(), 3);
    let property = prepared.program.props.ids().next().expect("there should be a property");
    let trace = Trace::new(run.steps, end);
    store_trace(&Origin::of(prepared), &prepared.program, property, &trace)
}

#[test]
fn a_counterexample_is_checked_when_it_is_replayed() {
    let prepared = model("counterexample.ir");
    let good = counterexample(&prepared, End::Violation);
    let replayed = replay(&good, &recall(&good, None).expect("the model is there"));
    let replayed = replayed.expect("it violates the property");
    assert_eq!((replayed.finding, replayed.trace.message.as_str()), (Finding::Violation, "x is 2"));

    let wrong = counterexample(&prepared, End::Deadlock);
    let refused = replay(&wrong, &recall(&wrong, None).expect("the model is there"));
    assert!(matches!(refused, Err(ReplayError::Trace(_))), "{refused:?}");
}

#[test]
fn a_changed_model_is_noticed() {
    let prepared = model("changed.ir");
    let stored = counterexample(&prepared, End::Violation);
    let other = file("changed2.ir", &MODEL.replace("x == 2", "x == 3"));
    let recalled = recall(&stored, Some(&other.to_string_lossy())).expect("it has the same edges");
    assert_eq!(recalled.text, ModelText::Changed);
    match replay(&stored, &recalled) {
        Err(ReplayError::Trace(why)) => assert!(why.contains("changed since"), "{why}"),
        other => panic!("it should be no run any more: {other:?}"),
    }
}

#[test]
fn a_model_with_errors_cannot_be_prepared() {
    let path = file("broken.ir", "process P( {");
    let refused = prepare(&path.to_string_lossy(), translation());
    let refused = refused.expect_err("the text is broken");
    assert!(!refused.diagnostics.is_empty());
}
