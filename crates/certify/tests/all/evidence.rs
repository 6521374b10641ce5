//! Evidence of every kind: right, and tampered with.

use expect_test::{Expect, expect};
use tribunal_base::Id;
use tribunal_certify::check;
use tribunal_engine::{Assurance, Certificate, End, Fairness, Limit, Reason, Step, Trace, Verdict};
use tribunal_ir::{EdgeId, LocId, Program, PropId};

fn program(text: &str) -> Program {
    let (program, diagnostics) = tribunal_ir::text::parse(text);
    let program =
        program.unwrap_or_else(|| panic!("a test program should be right: {diagnostics:#?}"));
    assert_eq!(tribunal_ir::verify(&program), Vec::<String>::new());
    program
}

/// The first property of a test program.
fn property() -> PropId {
    PropId::from_index(0)
}

/// `0:l0-l1` is a step of process 0, `0:l0-l1+1:l2-l3` a rendezvous; spaces separate steps.
fn steps(program: &Program, text: &str) -> Vec<Step> {
    let location = |text: &str| -> LocId {
        LocId::from_index(text[1..].parse().expect("a location is a number"))
    };
    let part = |text: &str| -> (u32, EdgeId) {
        let (process, edge) = text.split_once(':').expect("a step names its process");
        let (from, to) = edge.split_once('-').expect("an edge has two ends");
        let (from, to) = (location(from), location(to));
        let edge = program.edges.iter().find(|(_, it)| (it.from, it.to) == (from, to));
        (process.parse().expect("a process is a number"), edge.expect("there is such an edge").0)
    };
    let step = |text: &str| {
        let (mover, partner) = text.split_once('+').map_or((text, None), |(a, b)| (a, Some(b)));
        let (process, edge) = part(mover);
        Step { process, edge, partner: partner.map(part) }
    };
    text.split_whitespace().map(step).collect()
}

/// The judgement on a trace for the first property of a program.
fn judge(text: &str, fairness: Fairness, run: &str, end: End) -> String {
    let program = program(text);
    let trace = Trace::new(steps(&program, run), end);
    match check(&program, property(), fairness, &Verdict::False(trace)) {
        Ok(Assurance::Checked) => "checked".to_owned(),
        Ok(Assurance::Repeated | Assurance::Trusted) => "trusted".to_owned(),
        Err(rejected) => rejected.to_string(),
    }
}

fn check_trace(text: &str, run: &str, end: End, expected: Expect) {
    expected.assert_eq(&judge(text, Fairness::None, run, end));
}

fn check_proof(text: &str, proof: Certificate, expected: Expect) {
    let verdict = check(&program(text), property(), Fairness::None, &Verdict::True(proof));
    expected.assert_eq(&verdict.map_or_else(|it| it.to_string(), |it| format!("{it:?}")));
}

const ASSERTION: &str = "
    property ok: unreachable
    property other: unreachable
    global x: i32
    process P active 1 {
        loc l2 end
        loc l3 end
        l0 -> l1 do x = 1
        l1 -> l2 when x == 1 violates ok \"x is 1\" continue
        l2 -> l3 violates other \"always\" continue
    }";

#[test]
fn a_violation_is_by_the_last_step() {
    check_trace(ASSERTION, "0:l0-l1 0:l1-l2", End::Violation, expect!["checked"]);
    check_trace(
        ASSERTION,
        "0:l0-l1",
        End::Violation,
        expect!["the last step does not violate the property"],
    );
    check_trace(
        ASSERTION,
        "",
        End::Violation,
        expect!["the last step does not violate the property"],
    );
    check_trace(
        ASSERTION,
        "0:l0-l1 0:l1-l2 0:l2-l3",
        End::Violation,
        expect!["the last step does not violate the property"],
    );
}

#[test]
fn every_step_must_be_possible() {
    check_trace(
        ASSERTION,
        "0:l1-l2",
        End::Violation,
        expect!["step 1 cannot be taken: process 0 has no such move there"],
    );
    check_trace(
        ASSERTION,
        "0:l0-l1 0:l0-l1",
        End::Violation,
        expect!["step 2 cannot be taken: process 0 has no such move there"],
    );
    check_trace(
        ASSERTION,
        "0:l0-l1 1:l1-l2",
        End::Violation,
        expect!["step 2 cannot be taken: process 1 has no such move there"],
    );
}

#[test]
fn the_end_must_suit_the_property() {
    check_trace(
        ASSERTION,
        "0:l0-l1 0:l1-l2",
        End::Deadlock,
        expect!["a run that ends so cannot violate such a property"],
    );
    check_trace(
        ASSERTION,
        "0:l0-l1 0:l1-l2",
        End::ClaimEnd,
        expect!["a run that ends so cannot violate such a property"],
    );
}

#[test]
fn a_rendezvous_needs_its_partner() {
    let text = "
        property ok: unreachable
        channel c[0] of u8
        global c: chan = new c
        process S active 1 {
            loc l1 end
            l0 -> l1 do c ! 1
        }
        process R active 1 {
            loc l3 end
            loc l4 end
            l2 -> l3 do c ? 1 violates ok \"received\" continue
            l2 -> l4 do c ? 2
        }";
    check_trace(text, "0:l0-l1+1:l2-l3", End::Violation, expect!["checked"]);
    check_trace(
        text,
        "0:l0-l1+1:l2-l4",
        End::Violation,
        expect!["step 1 cannot be taken: process 0 has no such move there"],
    );
    check_trace(
        text,
        "0:l0-l1",
        End::Violation,
        expect!["step 1 cannot be taken: process 0 has no such move there"],
    );
}

const DEADLOCK: &str = "
    property ends: end_states
    process P active 1 {
        loc l1 end
        l0 -> l1
        l0 -> l2
        l2 -> l1 when false
        l0 -> l3 violates bad \"stop\" stop
        l3 -> l1 when false
    }
    property bad: unreachable";

#[test]
fn a_deadlock_is_blocked_at_no_valid_end() {
    check_trace(DEADLOCK, "0:l0-l2", End::Deadlock, expect!["checked"]);
    check_trace(
        DEADLOCK,
        "0:l0-l1",
        End::Deadlock,
        expect!["every process is where it may stop at the end"],
    );
    check_trace(DEADLOCK, "", End::Deadlock, expect!["a process can still move at the end"]);
    check_trace(
        DEADLOCK,
        "0:l0-l3",
        End::Deadlock,
        expect!["the run stops at an error, which is no deadlock"],
    );
}

const LOOPS: &str = "
    property p: KIND
    global x: u8
    process P active 1 {
        loc l1 accept
        loc l2 progress
        l0 -> l1 do x = 1
        l1 -> l0 do x = 0
        l0 -> l2
        l2 -> l0
        l0 -> l3
        l3 -> l0 do x = x + 1
    }";

fn loops(kind: &str) -> String {
    LOOPS.replace("KIND", kind)
}

#[test]
fn an_acceptance_cycle_passes_an_accept_mark() {
    let text = loops("no_acceptance_cycle");
    let check = |run, end, expected| check_trace(&text, run, end, expected);
    check("0:l0-l1 0:l1-l0", End::Cycle { back_to: 0 }, expect!["checked"]);
    check("0:l0-l2 0:l2-l0 0:l0-l1 0:l1-l0", End::Cycle { back_to: 2 }, expect!["checked"]);
    check(
        "0:l0-l1 0:l1-l0 0:l0-l2 0:l2-l0",
        End::Cycle { back_to: 2 },
        expect!["no state of the cycle is marked as accepting"],
    );
    check(
        "0:l0-l1",
        End::Cycle { back_to: 0 },
        expect!["the state after the cycle is not the one before it"],
    );
    check("0:l0-l1 0:l1-l0", End::Cycle { back_to: 2 }, expect!["the cycle has no steps"]);
    check("0:l0-l1 0:l1-l0", End::Cycle { back_to: 7 }, expect!["the cycle has no steps"]);
    check(
        "0:l0-l1 0:l1-l0",
        End::Stutter,
        expect!["a run that ends so cannot violate such a property"],
    );
    // The location is the same again but a variable is not.
    check(
        "0:l0-l3 0:l3-l0",
        End::Cycle { back_to: 0 },
        expect!["the state after the cycle is not the one before it"],
    );
}

#[test]
fn a_non_progress_cycle_passes_no_progress_mark() {
    let text = loops("no_non_progress_cycle");
    let check = |run, end, expected| check_trace(&text, run, end, expected);
    check("0:l0-l1 0:l1-l0", End::Cycle { back_to: 0 }, expect!["checked"]);
    check("0:l0-l2 0:l2-l0 0:l0-l1 0:l1-l0", End::Cycle { back_to: 2 }, expect!["checked"]);
    check(
        "0:l0-l2 0:l2-l0 0:l0-l1 0:l1-l0",
        End::Cycle { back_to: 0 },
        expect!["a state of the cycle is marked as progress"],
    );
}

#[test]
fn a_run_that_never_ends_goes_round_and_round() {
    let text = loops("terminates");
    let check = |run, end, expected| check_trace(&text, run, end, expected);
    check("0:l0-l1 0:l1-l0", End::Cycle { back_to: 0 }, expect!["checked"]);
    check(
        "0:l0-l3 0:l3-l0",
        End::Cycle { back_to: 0 },
        expect!["the state after the cycle is not the one before it"],
    );
    check(
        "0:l0-l1 0:l1-l0",
        End::Stutter,
        expect!["a run that ends so cannot violate such a property"],
    );
}

#[test]
fn a_temporal_formula_must_fail_on_the_infinite_run() {
    let text = loops("ltl G F {x == 1}");
    let check = |run, end, expected| check_trace(&text, run, end, expected);
    check("0:l0-l2 0:l2-l0", End::Cycle { back_to: 0 }, expect!["checked"]);
    check("0:l0-l1 0:l1-l0 0:l0-l2 0:l2-l0", End::Cycle { back_to: 2 }, expect!["checked"]);
    check(
        "0:l0-l1 0:l1-l0 0:l0-l2 0:l2-l0",
        End::Cycle { back_to: 0 },
        expect!["the run satisfies the formula"],
    );
}

#[test]
fn a_run_that_ends_repeats_its_last_state() {
    let text = "
        property p: ltl F {x == 2}
        global x: u8
        process P active 1 {
            loc l2 end
            l0 -> l1 do x = 1
            l1 -> l2
            l1 -> l2 do x = 2
        }";
    check_trace(text, "0:l0-l1 0:l1-l2", End::Stutter, expect!["checked"]);
    check_trace(
        text,
        "0:l0-l1",
        End::Stutter,
        expect!["a process can still move at the end, or the run stops at an error"],
    );
    check_trace(
        text,
        "0:l0-l1 0:l1-l2",
        End::Deadlock,
        expect!["a run that ends so cannot violate such a property"],
    );
    let satisfied = text.replace("F {x == 2}", "F {x == 1}");
    check_trace(
        &satisfied,
        "0:l0-l1 0:l1-l2",
        End::Stutter,
        expect!["the run satisfies the formula"],
    );
}

#[test]
fn properties_do_not_see_the_inside_of_atomic_sequences() {
    let text = "
        property p: ltl G {x == 0}
        global x: u8
        process P active 1 {
            l0 -> l1 atomic do x = 1
            l1 -> l0 do x = 0
            l0 -> l2 atomic do x = 1
            l2 -> l2 atomic
            l0 -> l3 do x = 1
            l3 -> l0 do x = 0
        }";
    let cycle = End::Cycle { back_to: 0 };
    check_trace(text, "0:l0-l1 0:l1-l0", cycle, expect!["the run satisfies the formula"]);
    check_trace(text, "0:l0-l3 0:l3-l0", cycle, expect!["checked"]);
    check_trace(
        text,
        "0:l0-l2 0:l2-l2",
        End::Cycle { back_to: 1 },
        expect!["the whole cycle is inside an atomic sequence"],
    );
}

#[test]
fn a_cycle_closes_on_matched_variables() {
    let text = "
        property p: no_acceptance_cycle
        global unmatched x: u8
        process P active 1 {
            loc l0 accept
            l0 -> l0 do x = x + 1
        }";
    check_trace(text, "0:l0-l0", End::Cycle { back_to: 0 }, expect!["checked"]);
    let matched = text.replace("unmatched ", "");
    check_trace(
        &matched,
        "0:l0-l0",
        End::Cycle { back_to: 0 },
        expect!["the state after the cycle is not the one before it"],
    );
}

/// The claim accepts runs on which `x == 1` for ever from some point on, and ends where `x == 2`.
const CLAIM: &str = "
    property p: never N
    global x: u8
    claim N {
        loc l1 accept
        loc l2 end
        l0 -> l0
        l0 -> l1 when x == 1
        l1 -> l1 when x == 1
        l0 -> l2 when x == 2
    }
    process P active 1 {
        loc l3 accept
        loc l5
        loc l6 end
        l3 -> l4 do x = 1
        l4 -> l4
        l4 -> l3 do x = 0
        l3 -> l5 do x = 2
        l4 -> l6
    }";

#[test]
fn a_claim_accepts_by_its_own_marks() {
    check_trace(CLAIM, "0:l3-l4 0:l4-l4", End::Cycle { back_to: 1 }, expect!["checked"]);
    check_trace(
        CLAIM,
        "0:l3-l4 0:l4-l3",
        End::Cycle { back_to: 0 },
        expect!["the claim does not accept this run"],
    );
    check_trace(CLAIM, "0:l3-l4 0:l4-l6", End::Stutter, expect!["checked"]);
    check_trace(
        CLAIM,
        "0:l3-l4",
        End::Stutter,
        expect!["a process can still move at the end, or the run stops at an error"],
    );
}

#[test]
fn a_claim_ends_where_it_says() {
    check_trace(CLAIM, "0:l3-l5", End::ClaimEnd, expect!["checked"]);
    check_trace(
        CLAIM,
        "0:l3-l4",
        End::ClaimEnd,
        expect!["the claim does not reach its end on this run"],
    );
    check_trace(CLAIM, "", End::ClaimEnd, expect!["the claim does not reach its end on this run"]);
}

#[test]
fn a_claim_needs_as_many_states_as_moves() {
    let text = "
        property p: never N
        claim N {
            loc l2 end
            l0 -> l1
            l1 -> l2
        }
        process P active 1 {
            loc l4 end
            l3 -> l4
        }";
    check_trace(text, "", End::ClaimEnd, expect!["the claim does not reach its end on this run"]);
    check_trace(text, "0:l3-l4", End::ClaimEnd, expect!["checked"]);
    // On a run that ends it goes on moving.
    let longer = &text.replace("l1 -> l2", "l1 -> l5\n l5 -> l6\n l6 -> l2");
    check_trace(longer, "", End::ClaimEnd, expect!["the claim does not reach its end on this run"]);
    check_trace(longer, "0:l3-l4", End::ClaimEnd, expect!["checked"]);
}

#[test]
fn a_claim_may_pass_on_the_last_state_where_it_was_before() {
    let text = "
        property p: never N
        global x: u8
        claim N {
            loc l3 end
            l0 -> l1 when x < 2
            l1 -> l0 when x == 1
            l0 -> l2 when x == 2
            l2 -> l1
            l1 -> l3 when x == 2
        }
        process P active 1 {
            loc l6 end
            l4 -> l5 do x = 1
            l5 -> l6 do x = 2
        }";
    check_trace(text, "0:l4-l5 0:l5-l6", End::ClaimEnd, expect!["checked"]);
    check_trace(
        text,
        "0:l4-l5",
        End::ClaimEnd,
        expect!["the claim does not reach its end on this run"],
    );
}

#[test]
fn a_fair_cycle_moves_whoever_can_always_move() {
    let text = "
        property p: no_acceptance_cycle
        channel c[0] of u8
        global c: chan = new c
        global x: u8
        process P active 1 {
            loc l0 accept
            l0 -> l0
            l0 -> l1 do x = 1
            l1 -> l0 do x = 0
        }
        process Q active 1 {
            l2 -> l2 when x == 0
        }
        process R active 1 {
            l3 -> l3 do c ? 1
        }";
    let fairly = |text: &str, run, end, expected: Expect| {
        expected.assert_eq(&judge(text, Fairness::Weak, run, end));
    };
    let cycle = End::Cycle { back_to: 0 };
    check_trace(text, "0:l0-l0", cycle, expect!["checked"]);
    fairly(
        text,
        "0:l0-l0",
        cycle,
        expect!["the cycle is not fair: process 1 can always move and never does"],
    );
    fairly(text, "0:l0-l0 1:l2-l2", cycle, expect!["checked"]);
    // Q cannot move while x is 1.
    fairly(text, "0:l0-l1 0:l1-l0", cycle, expect!["checked"]);
    // A receiver can move if there is a sender.
    let sender = &text.replace("l0 -> l0", "l0 -> l0 do c ! 1");
    fairly(
        sender,
        "0:l0-l0+2:l3-l3",
        cycle,
        expect!["the cycle is not fair: process 1 can always move and never does"],
    );
    fairly(sender, "0:l0-l0+2:l3-l3 1:l2-l2", cycle, expect!["checked"]);
    let idle_sender = &format!("{text} process S active 1 {{ l4 -> l4 do c ! 1 }}");
    fairly(
        idle_sender,
        "0:l0-l0 1:l2-l2",
        cycle,
        expect!["the cycle is not fair: process 2 can always move and never does"],
    );
    fairly(idle_sender, "0:l0-l0 1:l2-l2 3:l4-l4+2:l3-l3", cycle, expect!["checked"]);
}

#[test]
fn absence_is_checked_and_exhaustion_believed() {
    let absent = "property p: unreachable process P active 1 { loc l0 end }";
    check_proof(absent, Certificate::Absent, expect!["Checked"]);
    check_proof(ASSERTION, Certificate::Absent, expect!["the program can violate the property"]);
    check_proof(ASSERTION, Certificate::Exhausted { states: 3 }, expect!["Trusted"]);
    check_proof(
        &loops("no_acceptance_cycle"),
        Certificate::Absent,
        expect!["the program can violate the property"],
    );
    let unmarked = loops("no_acceptance_cycle").replace("loc l1 accept", "");
    check_proof(&unmarked, Certificate::Absent, expect!["Checked"]);
    check_proof(
        &loops("no_non_progress_cycle"),
        Certificate::Absent,
        expect!["the program can violate the property"],
    );
}

#[test]
fn nothing_is_known_of_a_program_that_was_not_translated() {
    let text = &format!("{ASSERTION} unsupported \"c_code\"");
    check_trace(
        text,
        "0:l0-l1 0:l1-l2",
        End::Violation,
        expect!["the program was not translated: c_code"],
    );
    check_proof(
        text,
        Certificate::Exhausted { states: 3 },
        expect!["the program was not translated: c_code"],
    );
    let maybe = Verdict::Maybe(Reason::Budget(Limit::Time));
    let judgement = check(&program(text), property(), Fairness::None, &maybe);
    assert_eq!(judgement, Ok(Assurance::Trusted));
}
