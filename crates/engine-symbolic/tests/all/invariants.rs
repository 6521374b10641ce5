//! Auxiliary invariants: loops that induction alone does not prove.

use tribunal_engine::{
    Budget, Certificate, Context, Engine, Fact, Observer, Progress, Reason, Relation, Statement,
    Sum, Task, Verdict,
};
use tribunal_engine_symbolic::Symbolic;
use tribunal_ir::{Program, PropId, text::parse};

/// Interrupts after so many reports.
struct Patience(u32);

impl Observer for Patience {
    fn phase(&mut self, _: &str) {}
    fn progress(&mut self, _: &Progress) -> Result<(), Reason> {
        self.0 = self.0.checked_sub(1).ok_or(Reason::Cancelled)?;
        Ok(())
    }
}

fn program(loop_and_check: &str) -> Program {
    let source = format!(
        "global i: u32 global j: u32 global n: u32
         process start() active 1 {{ l90 -> l91 do call main() loc l91 end }}
         function main() {{
           l0 -> l1 do havoc n; i = 0; j = 0
           {loop_and_check}
           l8 -> l9 do return
           loc l9 end
         }}
         property p: unreachable"
    );
    let (program, diagnostics) = parse(&source);
    program.unwrap_or_else(|| panic!("{diagnostics:#?}"))
}

fn verdict(program: &Program, facts: &[Fact]) -> Verdict {
    let properties: Vec<PropId> = program.props.ids().collect();
    let task = Task { facts, ..Task::new(program, &properties) };
    let mut patience = Patience(400);
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut patience);
    let outcome = Symbolic.run(&task, &mut cx);
    outcome.verdicts.into_iter().next().expect("there should be a verdict").1
}

/// How many relations between variables a proof rests on; `None` if it is not one by induction.
fn relations(verdict: &Verdict) -> Option<usize> {
    match verdict {
        Verdict::True(Certificate::Inductive { heads, .. }) => {
            let is_relation = |it: &&Statement| matches!(it, Statement::Related(_));
            Some(heads.values().flatten().filter(is_relation).count())
        }
        _ => None,
    }
}

#[test]
fn equalities_between_counters_are_found() {
    let doubled = program(
        "l1 -> l1 when i < n do i = i + 1; j = j + 2
         l1 -> l2 else
         l2 -> l8 when j != 2 * i violates p \"\" stop
         l2 -> l8 else",
    );
    // Both wrap, so that the equation holds modulo 2^32 only.
    assert_eq!(relations(&verdict(&doubled, &[])), Some(1));
    let bounded = program(
        "l1 -> l1 when i < n && i < 1000000 do i = i + 1; j = j + 2
         l1 -> l2 else
         l2 -> l8 when j != 2 * i violates p \"\" stop
         l2 -> l8 else",
    );
    assert!(relations(&verdict(&bounded, &[])) > Some(0), "{:?}", verdict(&bounded, &[]));
}

#[test]
fn polynomial_equations_are_found() {
    let summed = |step: &str| {
        program(&format!(
            "l1 -> l1 when i < n do i = i + 1; j = j + {step}
             l1 -> l2 else
             l2 -> l8 when 2 * j != n * (n + 1) violates p \"\" stop
             l2 -> l8 else"
        ))
    };
    let right = verdict(&summed("i"), &[]);
    assert!(relations(&right) > Some(0), "{right:?}");
    let wrong = verdict(&summed("i + i / 3"), &[]);
    assert!(matches!(wrong, Verdict::False(_)), "{wrong:?}");
}

#[test]
fn remainders_are_found() {
    // The bound is hit because it is a multiple of 4.
    let counted = program(
        "l1 -> l1 when i < 1000000 do i = i + 4
         l1 -> l2 else
         l2 -> l8 when i != 1000000 violates p \"\" stop
         l2 -> l8 else",
    );
    assert!(relations(&verdict(&counted, &[])) > Some(0), "{:?}", verdict(&counted, &[]));
}

#[test]
fn what_others_say_is_used_but_not_believed() {
    let text = |step: u32| {
        format!(
            "l1 -> l1 when i < 1000000 do i = i + 1; j = j + {step} * (n % 7) - {step} * (n % 7)
             l1 -> l2 else
             l2 -> l8 when j > 5 violates p \"\" stop
             l2 -> l8 else"
        )
    };
    let program = program(&text(1));
    let j = program.vars.iter().find(|it| it.1.name == "j").map(|it| it.0).expect("j");
    let head = program.locs.ids().find(|it| program.locs[*it].out.len() == 2).expect("a loop");
    let fact = |most: i128| Fact::Invariant {
        location: head,
        holds: Relation::AtMostZero(Sum { terms: vec![(1, j)], constant: -most }),
    };
    let is_true = |facts: &[Fact]| matches!(verdict(&program, facts), Verdict::True(_));
    assert!(is_true(&[fact(5)]));
    // One that is wrong does no harm.
    let wrong = Fact::Invariant {
        location: head,
        holds: Relation::AtMostZero(Sum { terms: vec![(-1, j)], constant: 7 }),
    };
    assert!(is_true(&[fact(5), wrong]));
}

#[test]
fn no_invariant_makes_wrong_right() {
    let late = program(
        "l1 -> l1 when i < n do i = i + 1; j = j + 2
         l1 -> l2 else
         l2 -> l8 when j == 40 violates p \"\" stop
         l2 -> l8 else",
    );
    assert!(matches!(verdict(&late, &[]), Verdict::False(_)));
}

/// Another engine that has something to say once induction was tried so often.
struct Peer {
    patience: Patience,
    tried: u32,
    often: u32,
    news: Vec<Fact>,
}

impl Observer for Peer {
    fn phase(&mut self, name: &str) {
        self.tried += u32::from(name == "induction");
    }
    fn progress(&mut self, progress: &Progress) -> Result<(), Reason> {
        self.patience.progress(progress)
    }
    fn news(&mut self) -> Vec<Fact> {
        if self.tried < self.often { Vec::new() } else { std::mem::take(&mut self.news) }
    }
}

#[test]
fn what_others_find_out_meanwhile_is_used() {
    // Not one of the relations that are guessed.
    let program = program(
        "l1 -> l1 when i < 1000000 do j = j + 1; i = i + 2 + n % 2
         l1 -> l2 else
         l2 -> l8 when i < 2 * j violates p \"\" stop
         l2 -> l8 else",
    );
    let var = |name: &str| program.vars.iter().find(|it| it.1.name == name).map(|it| it.0);
    let (i, j) = (var("i").expect("i"), var("j").expect("j"));
    let head = program.locs.ids().find(|it| program.locs[*it].out.len() == 2).expect("a loop");
    let mut terms = vec![(-1, i), (2, j)];
    terms.sort_by_key(|it| it.1);
    let holds = Relation::AtMostZero(Sum { terms, constant: 0 });
    let fact = Fact::Invariant { location: head, holds };
    let properties: Vec<PropId> = program.props.ids().collect();
    let is_true = |often: u32, news: Vec<Fact>| {
        let mut peer = Peer { patience: Patience(1_500), tried: 0, often, news };
        let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut peer);
        let outcome = Symbolic.run(&Task::new(&program, &properties), &mut cx);
        matches!(outcome.verdicts[0].1, Verdict::True(_))
    };
    assert!(!is_true(0, Vec::new()));
    assert!(is_true(0, vec![fact.clone()]));
    assert!(is_true(1, vec![fact]));
}
