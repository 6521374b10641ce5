//! Faults planted in certificates and programs: whatever the checker accepts, the execution of all runs must bear out.

mod mutation;

use std::collections::BTreeSet;
use std::sync::Arc;

use mutation::{Mutation, Random, mutate};
use tribunal_certify::{Effort, Ground, Judgement, check_certificates, is_true};
use tribunal_driver::certificate::certificate_file;
use tribunal_driver::{Domain, Settings, Translation, load};
use tribunal_engine::{
    Budget, Certificate, Context, Engine, Observer, Progress, Reason, Said, Task, Verdict,
};
use tribunal_engine_absint::AbstractInterpreter;
use tribunal_engine_symbolic::Bounded;
use tribunal_exec::State;
use tribunal_ir::cfg::Flow;
use tribunal_ir::{LocId, Program, PropId, PropertyKind};
use tribunal_report::certificate_file::CertificateFile;
use tribunal_report::trace_file::TraceOptions;
use tribunal_testkit::corpus;
use tribunal_testkit::imperative::{explore_each, program_of_seed};

/// A larger program is not executed in full.
const STATES: usize = 2_000;
/// So many random programs are looked at.
const SEEDS: u64 = 3_000;
const EFFORT: Effort = Effort { steps: 20_000, runs: 200, formulas: 300_000 };

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
    fn leaves(&self, program: &Program, said: &Said, of: About) -> bool {
        self.states.iter().any(|state| {
            let at = state.processes.first().filter(|_| !state.stopped).map(|it| it.location);
            at.is_some_and(|at| match said.get(&at) {
                None => of == About::AllLocations,
                Some(all) => all.iter().any(|it| !is_true(program, state, it)),
            })
        })
    }

    /// Whether there is a state of which a certificate says what is not so.
    fn contradicts(&self, program: &Program, certificate: &Certificate) -> bool {
        match certificate {
            Certificate::Invariant { said: Some(said), .. } => {
                self.leaves(program, said, About::AllLocations)
            }
            Certificate::Inductive { heads, .. } => self.leaves(program, heads, About::Some),
            _ => false,
        }
    }
}

/// Which locations something is said of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// All that runs come to.
    AllLocations,
    /// Some.
    Some,
}

/// Who makes certificates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Maker {
    AbstractInterpretation,
    Induction,
    Unrolling,
}

impl Maker {
    fn engine(self) -> Box<dyn Engine> {
        match self {
            Self::AbstractInterpretation | Self::Induction => {
                let settings =
                    Settings { related: 4, domain: Domain::Octagons, ..Settings::default() };
                Box::new(AbstractInterpreter { settings })
            }
            Self::Unrolling => Box::new(Bounded),
        }
    }

    /// The certificate that is meant: what holds at the heads of loops is enough for induction.
    fn of(self, certificate: &Certificate, program: &Program) -> Certificate {
        match certificate {
            Certificate::Invariant { said: Some(said), .. } if self == Self::Induction => {
                let loops = program.procs.ids().flat_map(|it| Flow::of(program, it).loops());
                let heads: BTreeSet<LocId> = loops.map(|it| it.0).collect();
                let said = said.iter().filter(|it| heads.contains(it.0));
                let heads = Arc::new(said.map(|(at, it)| (*at, it.clone())).collect());
                Certificate::Inductive { iterations: 2, heads, functions: Vec::new() }
            }
            other => other.clone(),
        }
    }

    /// Whether an engine has made what is needed for it.
    fn makes(self, certificate: &Certificate) -> bool {
        match self {
            Self::AbstractInterpretation | Self::Induction => {
                matches!(certificate, Certificate::Invariant { said: Some(_), .. })
            }
            Self::Unrolling => matches!(certificate, Certificate::Unrolled { .. }),
        }
    }
}

/// Gives up after so many reports.
struct Patience(u32);

impl Observer for Patience {
    fn phase(&mut self, _: &str) {}
    fn progress(&mut self, _: &Progress) -> Result<(), Reason> {
        self.0 = self.0.checked_sub(1).ok_or(Reason::Cancelled)?;
        Ok(())
    }
}

/// The certificate of what an engine proves of a program.
fn specimen(program: Program, maker: Maker) -> Option<Specimen> {
    let properties: Vec<PropId> = (program.props.iter())
        .filter(|(_, it)| it.kind == PropertyKind::Unreachable)
        .map(|(id, _)| id)
        .collect();
    let mut observer = Patience(200);
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    let outcome = maker.engine().run(&Task::new(&program, &properties), &mut cx);
    let proved: Vec<(PropId, Certificate)> = (outcome.verdicts.iter())
        .filter_map(|(property, verdict)| match verdict {
            Verdict::True(it) if maker.makes(it) => Some((*property, maker.of(it, &program))),
            _ => None,
        })
        .collect();
    if proved.is_empty() {
        return None;
    }
    let proved: Vec<(PropId, &Certificate)> = proved.iter().map(|it| (it.0, &it.1)).collect();
    let options = TraceOptions {
        defines: Vec::new(),
        formulas: Vec::new(),
        spin_compatible: false,
        lossy: false,
        fair: false,
        c: None,
        ctl: None,
    };
    let about = tribunal_report::certificate_file::About {
        model: String::new(),
        options,
        reduction: "none".to_owned(),
    };
    let about_it = proved.len();
    let file = certificate_file(about, &program, &proved);
    // A program without loops, or without anything to say of them, makes no induction.
    let says = file.invariants.iter().flatten().any(|it| !it.holds.is_empty());
    let is_meant = about_it == file.properties.len() && (says || maker == Maker::Unrolling);
    is_meant.then_some(Specimen { program, file })
}

/// Small programs: of the corpus, and by chance.
fn specimens(maker: Maker, count: usize) -> Vec<Specimen> {
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
    let random = (0..SEEDS).map(program_of_seed).filter(|it| truth(it).is_some());
    let mut all: Vec<Specimen> =
        small.filter_map(|it| specimen(it, maker)).take(count.div_ceil(2)).collect();
    let missing = count - all.len();
    all.extend(random.filter_map(|it| specimen(it, maker)).take(missing));
    assert_eq!(all.len(), count, "{maker:?} makes too few certificates");
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
    /// Something was, since all runs were followed at once.
    followed: u32,
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
    let is_wrong = claims.iter().any(|(property, certificate)| {
        truth.violated.contains(property) || truth.contradicts(&program, certificate)
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
    let is_followed = |it: &Judgement| matches!(it, Judgement::Checked(Ground::Followed(_)));
    tally.followed += u32::from(judged.values().any(is_followed));
    for (property, judgement) in &judged {
        let Judgement::Checked(ground) = judgement else { continue };
        let text = || format!("{}\n{}", tribunal_ir::text::print(&program), file.print());
        assert!(!truth.violated.contains(property), "{property:?} is violated: {}", text());
        let is_outside = match ground {
            Ground::Said(said) => truth.leaves(&program, said, About::AllLocations),
            Ground::Followed(heads) => truth.leaves(&program, heads, About::Some),
            _ => false,
        };
        assert!(!is_outside, "a state is outside the invariants: {}", text());
    }
}

#[test]
fn what_can_be_violated_is_not_shown() {
    let (mut shown, mut violated) = (0, 0);
    for seed in 0..u64::from(count()) {
        let program = program_of_seed(seed);
        let Some(truth) = truth(&program) else { continue };
        for property in program.props.ids() {
            for most in 0..3 {
                let unrolled = Certificate::Unrolled { iterations: 4 * most };
                let (iterations, heads) = (most, Arc::default());
                let inductive = Certificate::Inductive { iterations, heads, functions: Vec::new() };
                for certificate in [unrolled, inductive] {
                    let effort = Effort { steps: 1, runs: 1, ..EFFORT };
                    let judged = check_certificates(&program, &[(property, &certificate)], effort);
                    let is_shown = matches!(judged[&property], Judgement::Checked(_));
                    let text =
                        || format!("{certificate:?}: {}", tribunal_ir::text::print(&program));
                    assert!(!is_shown || !truth.violated.contains(&property), "{}", text());
                    shown += u32::from(is_shown);
                    violated += u32::from(truth.violated.contains(&property));
                }
            }
        }
    }
    assert!(count() < shown && count() < violated, "{shown} shown, {violated} violated");
}

/// How many mutations are made; more if the environment says so.
fn count() -> u32 {
    std::env::var("PLANTED_FAULTS").ok().and_then(|it| it.parse().ok()).unwrap_or(200)
}

#[test]
fn no_planted_fault_is_accepted() {
    for maker in [Maker::AbstractInterpretation, Maker::Induction, Maker::Unrolling] {
        let told = plant(maker, count() / 3);
        let Told { whole, in_certificates, in_programs } = &told;
        assert_eq!((whole.wrong, whole.rejected), (0, 0), "{maker:?}: {told:?}");
        assert!(whole.judged / 2 < whole.accepted, "{maker:?}: {told:?}");
        let judged = in_certificates.judged + in_programs.judged;
        let wrong = in_certificates.wrong + in_programs.wrong;
        let rejected = in_certificates.rejected + in_programs.rejected;
        assert!(count() / 6 < judged, "{maker:?}: {told:?}");
        // An unrolling says little that can be wrong.
        let least = match maker {
            Maker::AbstractInterpretation => 4,
            Maker::Induction => 8,
            Maker::Unrolling => 60,
        };
        let need_not = maker == Maker::AbstractInterpretation;
        assert!(need_not || 0 < whole.followed, "{maker:?}: {told:?}");
        assert!(judged / least < wrong, "{maker:?}: {told:?}");
        assert!(judged / least < rejected, "{maker:?}: {told:?}");
        assert!(0 < in_certificates.accepted + in_programs.accepted, "{maker:?}: {told:?}");
    }
}

/// How many faults are planted in one certificate or its program.
const MUTATIONS: usize = 6;

/// What came of the certificates of one kind.
#[derive(Debug, Default)]
struct Told {
    /// As they were made.
    whole: Tally,
    in_certificates: Tally,
    in_programs: Tally,
}

/// Plants so many faults.
fn plant(maker: Maker, count: u32) -> Told {
    let mut told = Told::default();
    let mut random = Random::new(7);
    for Specimen { program, file } in &specimens(maker, count as usize / MUTATIONS + 1) {
        let known = truth(program).expect("it should be small");
        judge(program, file, &known, &mut told.whole);
        for _ in 0..MUTATIONS {
            match mutate(program, file, &mut random) {
                Mutation::Certificate(file) => {
                    judge(program, &file, &known, &mut told.in_certificates);
                }
                Mutation::Program(None) => told.in_programs.unreadable += 1,
                Mutation::Program(Some(program)) => match truth(&program) {
                    Some(truth) => judge(&program, file, &truth, &mut told.in_programs),
                    // It cannot be told whether that is wrong.
                    None => told.in_programs.unreadable += 1,
                },
            }
        }
    }
    told
}
