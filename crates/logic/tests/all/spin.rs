//! Automata compared with those of Spin, if it is installed.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::formulas::{DWYER, ETESSAMI_HOLZMANN, LIMITS, SOMENZI_BLOEM};
use crate::common::{read, trees};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use tribunal_base::Id;
use tribunal_logic::Ltl::{And, Atom, False, Next, Not, Or, Release, True, Until};
use tribunal_logic::{AtomId, Formulas, LtlId, automaton, never_claim};

/// Spin needs minutes for some formulas; those are not compared.
const PATIENCE: Duration = Duration::from_millis(250);

fn spin_is_installed() -> bool {
    let found = Command::new("spin").arg("-V").stdout(Stdio::null()).status().is_ok();
    if !found {
        note("skipped: `spin` is not on the path");
    }
    found
}

/// Written past the test harness, so that it is seen.
fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The formula in the syntax of `spin -f`, which has no `X`, and one level for all Boolean operators.
fn spin_text(formulas: &Formulas, formula: LtlId) -> Option<String> {
    let of = |it| spin_text(formulas, it);
    Some(match formulas[formula] {
        True => "true".to_owned(),
        False => "false".to_owned(),
        Atom(atom) => format!("a{}", atom.index()),
        Not(f) => format!("!({})", of(f)?),
        And(f, g) => format!("(({}) && ({}))", of(f)?, of(g)?),
        Or(f, g) => format!("(({}) || ({}))", of(f)?, of(g)?),
        Next(_) => return None,
        Until(f, g) => format!("(({}) U ({}))", of(f)?, of(g)?),
        Release(f, g) => format!("(({}) V ({}))", of(f)?, of(g)?),
    })
}

/// The number of states of Spin's claim; `None` if Spin takes too long.
fn spin_states(text: &str) -> Option<usize> {
    let mut child = Command::new("spin")
        .args(["-f", text])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("spin should start");
    // Its output is read meanwhile, or a full pipe would block it.
    let mut output = child.stdout.take().expect("the output should be piped");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut output, &mut text).map(|_| text)
    });
    let start = Instant::now();
    while child.try_wait().expect("spin should be watched").is_none() {
        if PATIENCE < start.elapsed() {
            child.kill().expect("spin should stop");
            child.wait().expect("spin should stop");
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let claim = reader.join().expect("the reader should end").expect("claims should be text");
    // A state may have several labels, one after the other.
    let labels: Vec<bool> = claim.lines().map(|line| line.ends_with(':')).collect();
    Some(labels.windows(2).filter(|pair| pair[0] && !pair[1]).count())
}

/// Compares one formula; returns whether there was something to compare with.
fn compare(formulas: &mut Formulas, formula: LtlId) -> bool {
    let Some(text) = spin_text(formulas, formula) else { return false };
    let Some(theirs) = spin_states(&text) else { return false };
    let ours = automaton(formulas, formula).expect("the formula should be small").states.len();
    assert!(0 < theirs, "spin should understand {text}");
    assert!(ours <= theirs, "{ours} states for {text}, Spin has {theirs}");
    true
}

#[test]
fn known_formulas_need_no_more_states_than_in_spin() {
    if !spin_is_installed() {
        return;
    }
    let mut n_compared = 0;
    for text in [&ETESSAMI_HOLZMANN[..], &SOMENZI_BLOEM, &DWYER, &LIMITS].concat() {
        let mut formulas = Formulas::default();
        let (formula, _) = read(&mut formulas, text);
        let negation = formulas.not(formula);
        for formula in [formula, negation] {
            n_compared += usize::from(compare(&mut formulas, formula));
        }
    }
    assert!(80 < n_compared, "only {n_compared} formulas were compared");
}

#[test]
fn random_formulas_need_no_more_states_than_in_spin() {
    if !spin_is_installed() {
        return;
    }
    let mut runner = TestRunner::new(Config { rng_seed: RngSeed::Fixed(4), ..Config::default() });
    let mut n_compared = 0;
    for _ in 0..120 {
        let tree = trees().new_tree(&mut runner).expect("formulas should be easy to make");
        let mut formulas = Formulas::default();
        let formula = tree.current().build(&mut formulas);
        n_compared += usize::from(compare(&mut formulas, formula));
    }
    assert!(50 < n_compared, "only {n_compared} formulas were compared");
}

#[test]
fn spin_accepts_our_claims() {
    if !spin_is_installed() {
        return;
    }
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("claims");
    std::fs::create_dir_all(&directory).expect("the directory should be writable");
    for text in
        ["[](p -> <>q)", "!([]\"x > 3\")", "p U (q && X p)", "true", "false", "<>[]p && []<>q"]
    {
        let mut formulas = Formulas::default();
        let (formula, names) = read(&mut formulas, text);
        let found = automaton(&mut formulas, formula).expect("the formula should be small");
        let claim = never_claim(&found, text, |atom: AtomId| &names[atom]);
        let model = format!("bool p, q; int x;\nactive proctype main() {{ skip }}\n{claim}");
        std::fs::write(directory.join("model.pml"), model).expect("the file should be writable");
        let run = Command::new("spin").args(["-a", "model.pml"]).current_dir(&directory).output();
        let run = run.expect("spin should start");
        let said = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success() && !said.contains("Error"), "{said}\n{claim}");
    }
}
