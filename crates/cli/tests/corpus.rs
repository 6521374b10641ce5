//! Every program of the corpus comes out as its header says: the ladder gets the verdicts that are expected, no engine alone gets others, and
//! those that `decided-by` names settle it. What is false can be replayed and, where it is C, shown by a program that gcc compiles.
//!
//! `UPDATE_EXPECT=1 cargo test -p tribunal-cli --test corpus` asks every engine which programs it settles, and writes it into their headers.

#[path = "corpus/deciders.rs"]
mod deciders;
#[path = "corpus/evidence.rs"]
mod evidence;
#[path = "corpus/harness.rs"]
mod harness;
#[path = "corpus/question.rs"]
mod question;
#[path = "corpus/spin.rs"]
mod spin;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use tribunal_base::Kleene;
use tribunal_driver::{Check, Rung};
use tribunal_ir::Shape;
use tribunal_testkit::corpus;
use tribunal_testkit::header::Header;

/// A program of the corpus.
struct Program {
    path: PathBuf,
    /// Its path below the corpus.
    name: String,
    header: Header,
}

/// What is wrong with a program, if something is.
type Examine = Box<dyn Fn(&Program) -> Result<(), String> + Send>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let programs: Vec<Program> = corpus::languages().iter().flat_map(|it| programs(it)).collect();
    if std::env::var_os("UPDATE_EXPECT").is_some() && !arguments.list {
        deciders::update(&programs);
        return ExitCode::SUCCESS;
    }
    let mut trials = vec![Trial::test("every_check_of_c_is_violated", {
        let failing: BTreeSet<String> = programs.iter().flat_map(failing).collect();
        move || every_check_is_violated(&failing)
    })];
    let compiler = Arc::new(harness::Compiler::default());
    for program in programs.into_iter().map(Arc::new) {
        trials.extend(trials_of(&program, &compiler));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// What goes wrong here shows neither in a run of the compiled program nor to a sanitizer of gcc: a jump to an address that is no label, bytes that a compiler
/// happens to clear, and a struct that is assigned to a place that overlaps it.
const UNSEEN: [&str; 3] = [
    "c/edges/assigned_to_its_other_half.c",
    "c/gnu/computed_goto_to_nowhere.c",
    "c/records/padding_of_the_initialised.c",
];

/// The programs of a language.
fn programs(language: &str) -> Vec<Program> {
    let name = |path: &Path| {
        let below: Vec<_> = path.iter().rev().take(2).map(|it| it.to_string_lossy()).collect();
        format!("{language}/{}/{}", below[1], below[0])
    };
    let paths = corpus::programs(language).into_iter();
    paths.map(|path| Program { name: name(&path), header: corpus::header(&path), path }).collect()
}

fn trials_of(program: &Arc<Program>, compiler: &Arc<harness::Compiler>) -> Vec<Trial> {
    let is_c = program.name.starts_with("c/");
    let header = &program.header;
    let trial = |kind: &str, examine: Examine| {
        let it = Arc::clone(program);
        Trial::test(format!("{} {kind}", it.name), move || examine(&it).map_err(Failed::from))
    };
    let mut trials = vec![if is_c {
        trial("ladder", Box::new(question::ladder))
    } else {
        trial("ladder", Box::new(|it| corpus::examine(&it.path)))
    }];
    if header.reject.is_some() {
        return trials;
    }
    for rung in Rung::ALL {
        trials.push(trial(rung.name(), Box::new(move |it| question::engine(it, rung))));
    }
    if program.name.starts_with("promela/embedded-c/") {
        trials.push(trial("spin", Box::new(spin::agrees)));
    }
    if is_c && header.verdict() == Kleene::False {
        trials.push(trial("trace", Box::new(evidence::trace_is_replayed)));
        // What is wrong with a formula is no error of the program, and gcc has no words that are made for verifiers.
        let is_for_verifiers = program.name.starts_with("c/verifiers/");
        let is_formula = header.has("--ctl") || header.has("--ltl");
        if !is_formula && !is_for_verifiers && !UNSEEN.contains(&program.name.as_str()) {
            let compiler = Arc::clone(compiler);
            let shown = move |it: &Program| harness::shows_what_is_wrong(it, &compiler);
            trials.push(trial("harness", Box::new(shown)));
        }
    }
    trials
}

/// The properties of a C program that fail.
fn failing(program: &Program) -> Vec<String> {
    let verdicts = program.header.verdicts.iter();
    let failing = verdicts.filter(|it| it.1 == Kleene::False && program.name.starts_with("c/"));
    failing.map(|it| it.0.clone()).collect()
}

fn every_check_is_violated(failing: &BTreeSet<String>) -> Result<(), Failed> {
    // What runs are like as a whole, no step violates.
    let of_steps = |it: &Check| it.kind().shape() != Shape::Run && *it != Check::Unsupported;
    let checks = Check::ALL.into_iter().filter(of_steps);
    let missing: Vec<&str> = checks.map(Check::name).filter(|it| !failing.contains(*it)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("no program of the corpus violates {}", missing.join(", ")).into())
}
