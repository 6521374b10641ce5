//! Faults planted in certificates and programs: whatever the checker accepts, the execution of all runs must bear out.

mod mutation;

use std::sync::Arc;

use mutation::{Mutation, Random, mutate};
use tribunal_certify::{Effort, Ground, Judgement, check_certificates, is_true};
use tribunal_driver::certificate::certificate_file;
use tribunal_driver::{Domain, Settings, Translation, load};
use tribunal_engine::{Budget, Certificate, Context, Engine, Said, Task, Verdict};
use tribunal_engine_absint::AbstractInterpreter;
use tribunal_exec::State;
use tribunal_ir::{Program, PropId, PropertyKind};
use tribunal_report::certificate_file::{About, CertificateFile};
use tribunal_report::trace_file::TraceOptions;
use tribunal_testkit::corpus;
use tribunal_testkit::imperative::{explore_each, program_of_seed};

/// A larger program is not executed in full.
const STATES: usize = 2_000;
const EFFORT: Effort = Effort { steps: 20_000, runs: 200 };

/// A program with a certificate.
struct Specimen {
    program: Program,
    file: CertificateFile,
}

/// All that a program does.
struct Truth {
    states: Vec<State>,
    violated: Vec<PropId>,
}

fn truth(program: &Program) -> Option<Truth> {
    let mut states = Vec::new();
    let found = explore_each(program, STATES, |it| states.push(it.clone())).ok()?;
    Some(Truth { states, violated: found.violated.into_iter().collect() })
}

impl Truth {
    /// Whether there is a state outside invariants.
    fn leaves(&self, program: &Program, said: &Said) -> bool {
        self.states.iter().any(|state| {
            let at = state.processes.first().filter(|_| !state.stopped).map(|it| it.location);
            at.is_some_and(|at| match said.get(&at) {
                None => true,
                Some(all) => all.iter().any(|it| !is_true(program, state, it)),
            })
        })
    }
}

/// The certificate of what abstract interpretation proves of a program.
fn specimen(program: Program) -> Option<Specimen> {
    let properties: Vec<PropId> = (program.props.iter())
        .filter(|(_, it)| it.kind == PropertyKind::Unreachable)
        .map(|(id, _)| id)
        .collect();
    let settings = Settings { related: 4, domain: Domain::Octagons, ..Settings::default() };
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    let outcome = AbstractInterpreter { settings }.run(&Task::new(&program, &properties), &mut cx);
    let proved: Vec<(PropId, &Certificate)> = (outcome.verdicts.iter())
        .filter_map(|(property, verdict)| match verdict {
            Verdict::True(it @ Certificate::Invariant { said: Some(_), .. }) => {
                Some((*property, it))
            }
            _ => None,
        })
        .collect();
    if proved.is_empty() {
        return None;
    }
    let options = TraceOptions {
        defines: Vec::new(),
        formulas: Vec::new(),
        spin_compatible: false,
        lossy: false,
        fair: false,
        c: None,
        ctl: None,
    };
    let about = About { model: String::new(), options, reduction: "none".to_owned() };
    let file = certificate_file(about, &program, &proved);
    (!file.invariants.is_empty()).then_some(Specimen { program, file })
}

/// Small programs: of the corpus, and by chance.
fn specimens(count: u64) -> Vec<Specimen> {
    let paths = corpus::programs("c");
    let translation = Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        questions: tribunal_driver::Questions::default(),
        dialect: tribunal_driver::Dialect::Tribunal,
        overflow: tribunal_ir::Overflow::Block,
        c: tribunal_driver::CTranslation::default(),
    };
    let read = paths.iter().filter_map(|it| load(&it.to_string_lossy(), &translation).program);
    let small = read.filter(|it| it.locs.len() < 60 && truth(it).is_some());
    let random = (0..).map(program_of_seed).filter(|it| truth(it).is_some());
    let half = usize::try_from(count / 2).expect("it should be small");
    let mut all: Vec<Specimen> = small.filter_map(specimen).take(half).collect();
    let missing = 2 * half - all.len();
    all.extend(random.filter_map(specimen).take(missing));
    all
}

/// What came of mutations.
#[derive(Debug, Default)]
struct Tally {
    /// The text could not be read any more, or makes no program.
    unreadable: u32,
    /// How many were judged.
    judged: u32,
    /// Something was rejected.
    rejected: u32,
    /// Nothing was, but something could not be told.
    trusted: u32,
    /// All was accepted.
    accepted: u32,
    /// Those of which execution shows that they are wrong: a violation, or a state outside the invariants.
    wrong: u32,
}

/// Judges a certificate; panics if something is accepted that is wrong.
fn judge(program: &Program, file: &CertificateFile, truth: &Truth, tally: &mut Tally) {
    let Ok((program, claims)) = file.certificates(program.clone()) else {
        tally.unreadable += 1;
        return;
    };
    let all: Vec<_> = claims.iter().map(|it| (it.0, &it.1)).collect();
    let judged = check_certificates(&program, &all, EFFORT);
    tally.judged += 1;
    let outside = |said: &Arc<Said>| truth.leaves(&program, said);
    let is_wrong = claims.iter().any(|(property, certificate)| {
        truth.violated.contains(property)
            || matches!(certificate, Certificate::Invariant { said: Some(said), .. } if outside(said))
    });
    tally.wrong += u32::from(is_wrong);
    let is_rejected =
        |it: &Judgement| matches!(it, Judgement::Insufficient { .. } | Judgement::Refuted(_));
    if judged.values().any(is_rejected) {
        tally.rejected += 1;
    } else if judged.values().all(|it| matches!(it, Judgement::Checked(_))) {
        tally.accepted += 1;
    } else {
        tally.trusted += 1;
    }
    for (property, judgement) in &judged {
        let Judgement::Checked(ground) = judgement else { continue };
        let text = || format!("{}\n{}", tribunal_ir::text::print(&program), file.print());
        assert!(!truth.violated.contains(property), "{property:?} is violated: {}", text());
        if let Ground::Said(said) = ground {
            assert!(!outside(said), "a state is outside the invariants: {}", text());
        }
    }
}

/// How many mutations are made; more if the environment says so.
fn count() -> u32 {
    std::env::var("PLANTED_FAULTS").ok().and_then(|it| it.parse().ok()).unwrap_or(200)
}

#[test]
fn no_planted_fault_is_accepted() {
    let count = count();
    let specimens = specimens(u64::from(count) / 10);
    let mut random = Random::new(7);
    let (mut in_certificates, mut in_programs) = (Tally::default(), Tally::default());
    let mut whole = Tally::default();
    for Specimen { program, file } in &specimens {
        let known = truth(program).expect("it should be small");
        judge(program, file, &known, &mut whole);
        for _ in 0..10 {
            match mutate(program, file, &mut random) {
                Mutation::Certificate(file) => {
                    judge(program, &file, &known, &mut in_certificates);
                }
                Mutation::Program(None) => in_programs.unreadable += 1,
                Mutation::Program(Some(program)) => match truth(&program) {
                    Some(truth) => judge(&program, file, &truth, &mut in_programs),
                    // It cannot be told whether that is wrong.
                    None => in_programs.unreadable += 1,
                },
            }
        }
    }
    assert_eq!((whole.wrong, whole.rejected), (0, 0), "{whole:?}");
    assert!(whole.judged / 2 < whole.accepted, "{whole:?}");
    let judged = in_certificates.judged + in_programs.judged;
    let wrong = in_certificates.wrong + in_programs.wrong;
    assert!(count / 2 < judged, "{judged} of {count} were judged");
    assert!(judged / 4 < wrong, "{wrong} of {judged} were wrong");
    let rejected = in_certificates.rejected + in_programs.rejected;
    assert!(judged / 3 < rejected, "{rejected} of {judged} were rejected");
    assert!(0 < in_certificates.accepted + in_programs.accepted);
}
