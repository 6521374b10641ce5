//! Compares tribunal with a compiler on random C programs: the reference semantics on each input, and each
//! engine on all inputs at once.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tribunal_base::Severity;
use tribunal_driver::{
    CheckOptions, Dialect, Explicit, Limits, Method, Reduction, Rung, Translation, check, load,
};
use tribunal_engine::{
    Budget, Chosen, Context, Engine, Fairness, Limit, Observer, Progress, Reason, Task, Verdict,
};
use tribunal_engine_symbolic::{Places, Waves};
use tribunal_exec::{Enabled, Oracle, enabled, initial, take};
use tribunal_ir::{IntShape, Overflow, Program, PropId};

use crate::gcc::{Batch, Run};
use crate::random_c::{Flavour, PRELUDE, RandomC};

/// How long an engine may take.
const TIME: Duration = Duration::from_secs(20);

/// How many steps a run may take.
const STEPS: u64 = 2_000_000;

/// What goes wrong, where a place at a distance from the null pointer is as good as the null pointer.
fn kind(check: &str) -> String {
    if check == "pointer" { "null" } else { check }.to_owned()
}

/// How a program compares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Where somebody disagrees with the compiler.
    pub differences: Vec<String>,
    /// Where an engine does not answer.
    pub unanswered: Vec<String>,
    /// Whether the compiler finds undefined behaviour.
    pub undefined: bool,
}

/// Compares programs, in a folder.
///
/// # Errors
/// If the compiler does not take them, or files cannot be written.
pub fn compare(programs: &[RandomC], folder: &Path) -> io::Result<Vec<Comparison>> {
    let batch = Batch::new(programs, folder)?;
    let compare = |(number, program): (usize, &RandomC)| {
        let runs = (0..program.inputs).map(|input| batch.run(number, input));
        let runs: Vec<Run> = runs.collect::<io::Result<_>>()?;
        let path = folder.join(format!("{}.c", program.prefix));
        let mut comparison = judge(program, &runs, &path)?;
        if program.flavour == Flavour::Risky {
            let path = folder.join(format!("{}any.c", program.prefix));
            judge_on_all(program, |input| batch.run(number, input), &path, &mut comparison)?;
        }
        Ok(comparison)
    };
    programs.iter().enumerate().map(compare).collect()
}

/// The program with a function `main` that compares the checksums.
#[must_use]
pub fn with_main(program: &RandomC, runs: &[Run]) -> String {
    let sums = runs.iter().map(|run| match run {
        Run::Checksum(sum) => format!("{sum}ull"),
        Run::Undefined { .. } => "0".to_owned(),
    });
    let sums: Vec<String> = sums.collect();
    let RandomC { text, prefix, inputs, .. } = program;
    let input = match inputs {
        1 => "0".to_owned(),
        _ => "__VERIFIER_nondet_uchar()".to_owned(),
    };
    format!(
        "{PRELUDE}#include <assert.h>\n\
         unsigned char __VERIFIER_nondet_uchar(void);\nvoid __VERIFIER_assume(int);\n{text}\
         static const unsigned long long expected[{inputs}] = {{ {} }};\n\
         int main(void) {{\n  unsigned char n = {input};\n  __VERIFIER_assume(n < {inputs});\n  \
         assert({prefix}run(n) == expected[n]);\n  return 0;\n}}\n",
        sums.join(", ")
    )
}

fn judge(program: &RandomC, runs: &[Run], path: &Path) -> io::Result<Comparison> {
    std::fs::write(path, with_main(program, runs))?;
    let expected: BTreeSet<String> = runs
        .iter()
        .filter_map(|run| match run {
            Run::Checksum(_) => None,
            Run::Undefined { check, .. } => Some((*check).to_owned()),
        })
        .collect();
    let mut comparison = Comparison { undefined: !expected.is_empty(), ..Comparison::default() };
    let loaded = load(&path.to_string_lossy(), &translation());
    let Some(translated) = loaded.program else {
        let errors = loaded.diagnostics.iter().filter(|it| it.severity == Severity::Error);
        let errors: Vec<_> = errors.map(|it| it.message.clone()).collect();
        comparison.differences.push(format!("not translated: {}", errors.join("; ")));
        return Ok(comparison);
    };
    for (input, run) in (0..).zip(runs) {
        let ours = execute(&translated, input);
        let theirs = match run {
            Run::Checksum(_) => "fine",
            Run::Undefined { check, .. } => check,
        };
        if ours != theirs {
            comparison.differences.push(format!("input {input}: {ours}, not {theirs}: {run:?}"));
        }
    }
    // The null pointer and places near it go by one name: one of them may be ruled out, and not the other.
    let abstractly = answers(translated.clone(), Method::only(Rung::ABSINT));
    for name in &expected {
        let mut answers = abstractly.iter().filter(|it| it.0 == *name).peekable();
        let is_some = answers.peek().is_some();
        if is_some && answers.all(|it| matches!(it.1, Verdict::True(_))) {
            comparison.differences.push(format!("Abstract: {name} is not true"));
        }
    }
    let functions = ("by functions", answers_by_functions(&translated));
    let explicit = ("Explicit", answers(translated.clone(), Method::only(Rung::EXPLICIT)));
    let symbolic = ("Symbolic", answers(translated, Method::only(Rung::KIND)));
    for (method, answers) in [explicit, symbolic, functions] {
        let (violated, unanswered) = verdicts(answers);
        comparison.unanswered.extend(unanswered.iter().map(|it| format!("{method}: {it}")));
        let complete = unanswered.is_empty();
        if complete && violated != expected || !violated.is_subset(&expected) {
            comparison.differences.push(format!("{method}: {violated:?}, not {expected:?}"));
        }
    }
    Ok(comparison)
}

/// Inputs that all programs are run on to see what the symbolic execution has missed.
const PROBES: [u32; 16] = [
    0,
    1,
    2,
    3,
    7,
    11,
    100,
    255,
    256,
    1023,
    65_535,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x5555_5555,
    0xdead_beef,
];

/// Compares the symbolic execution on any input at all with runs on some, and on those that it names.
fn judge_on_all(
    program: &RandomC,
    run: impl Fn(u32) -> io::Result<Run>,
    path: &Path,
    comparison: &mut Comparison,
) -> io::Result<()> {
    let RandomC { text, prefix, .. } = program;
    let main = format!(
        "{PRELUDE}unsigned __VERIFIER_nondet_uint(void);\n{text}\
         int main(void) {{\n  {prefix}run(__VERIFIER_nondet_uint());\n  return 0;\n}}\n"
    );
    std::fs::write(path, main)?;
    let Some(translated) = load(&path.to_string_lossy(), &translation()).program else {
        return Ok(());
    };
    // The null pointer and places near it go by one name, so that both can be.
    let (mut holds, mut violated) = (BTreeSet::new(), BTreeSet::new());
    for (name, verdict) in answers(translated, Method::only(Rung::KIND)) {
        match verdict {
            Verdict::True(_) => _ = holds.insert(name),
            Verdict::False(trace) => {
                let input = trace.choices.iter().find_map(|it| match it {
                    Chosen::Value(value) => u32::try_from(*value).ok(),
                    Chosen::Bytes(_) => None,
                });
                let input = input.unwrap_or(0);
                let theirs = run(input)?;
                if !matches!(&theirs, Run::Undefined { check, .. } if *check == name) {
                    let difference = format!("any input: {name} on {input}, not {theirs:?}");
                    comparison.differences.push(difference);
                }
                violated.insert(name);
            }
            Verdict::Refuted(_) => _ = violated.insert(name),
            Verdict::Maybe(reason) => {
                violated.insert(name.clone());
                comparison.unanswered.push(format!("any input: {name}: {reason:?}"));
            }
        }
    }
    // Far outside of an object lies another one, which may be freed: the sanitizer then speaks of that.
    let strayed = |check: &str| check == "lifetime" && violated.contains("bounds");
    for input in PROBES {
        if let Run::Undefined { check, message } = run(input)?
            && holds.contains(check)
            && !violated.contains(check)
            && !strayed(check)
        {
            let difference = format!("any input: {check} is called impossible: {input}: {message}");
            comparison.differences.push(difference);
        }
    }
    Ok(())
}

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

/// Chooses the same value again and again.
struct Always(i128);

impl Oracle for Always {
    fn value(&mut self, _: IntShape) -> i128 {
        self.0
    }

    fn bytes(&mut self, _: u64) -> Vec<(u64, u8)> {
        Vec::new()
    }
}

/// What goes wrong in the run on an input.
fn execute(program: &Program, input: i128) -> String {
    let mut state = initial(program);
    for _ in 0..STEPS {
        let Enabled { steps, timeout } = enabled(program, &state);
        let [step] = steps.as_slice() else {
            return if steps.is_empty() { "fine" } else { "several steps" }.to_owned();
        };
        let Ok((next, effects)) = take(program, state, timeout, step, &mut Always(input)) else {
            return "endless".to_owned();
        };
        if let Some((property, _)) = effects.violations().next() {
            return kind(&program.props[property].name);
        }
        state = next;
    }
    "long".to_owned()
}

/// The properties that an engine finds violated, and what it does not answer.
fn verdicts(answers: Vec<(String, Verdict)>) -> (BTreeSet<String>, Vec<String>) {
    let (mut violated, mut unanswered) = (BTreeSet::new(), Vec::new());
    for (name, verdict) in answers {
        match verdict {
            Verdict::True(_) => {}
            Verdict::False(_) | Verdict::Refuted(_) => _ = violated.insert(name),
            Verdict::Maybe(reason) => unanswered.push(format!("{name}: {reason:?}")),
        }
    }
    (violated, unanswered)
}

/// What the symbolic engine says of each property if everything in memory that is not known is a function, however small it is.
fn answers_by_functions(program: &Program) -> Vec<(String, Verdict)> {
    let engine = Waves { places: Places::AsFunctions, ..Waves::USUAL };
    let properties: Vec<PropId> =
        program.props.ids().filter(|it| program.boundary != Some(*it)).collect();
    let mut watch = Deadline(Instant::now() + TIME);
    let mut cx = Context::new(Budget { memory: 2 << 30, depth: u64::MAX }, &mut watch);
    let outcome = engine.run(&Task::new(program, &properties), &mut cx);
    let name = |property| kind(&program.props[property].name);
    outcome.verdicts.into_iter().map(|(property, it)| (name(property), it)).collect()
}

/// Ends a search when its time is over.
struct Deadline(Instant);

impl Observer for Deadline {
    fn phase(&mut self, _: &str) {}

    fn progress(&mut self, _: &Progress) -> Result<(), Reason> {
        if Instant::now() < self.0 { Ok(()) } else { Err(Reason::Budget(Limit::Time)) }
    }
}

/// What an engine says of each property.
fn answers(program: Program, method: Method) -> Vec<(String, Verdict)> {
    let options = CheckOptions {
        method,
        properties: Vec::new(),
        fairness: Fairness::None,
        engine: Explicit::default(),
        then: Vec::new(),
        transformer: tribunal_driver::Transformer::Usual,
        swarm: 1,
        reduction: Reduction::NONE,
        limits: Limits { time: Some(TIME), memory: 2 << 30, depth: u64::MAX },
        checkpoint: None,
    };
    let checked = check(program, &options, &AtomicBool::new(false), &mut ())
        .unwrap_or_else(|unknown| panic!("{unknown}"));
    let name = |property| kind(&checked.program.props[property].name);
    checked.answers.iter().map(|it| (name(it.property), it.verdict.clone())).collect()
}
