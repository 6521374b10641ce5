//! Proofs are tried by execution.

use tribunal_certify::{Effort, Trial, check, trial};
use tribunal_engine::{Assurance, Fairness, Verdict};
use tribunal_ir::{Program, PropId};

fn program(text: &str) -> Program {
    let (program, diagnostics) = tribunal_ir::text::parse(text);
    let program =
        program.unwrap_or_else(|| panic!("a test program should be right: {diagnostics:#?}"));
    assert_eq!(tribunal_ir::verify(&program), Vec::<String>::new());
    program
}

/// What comes of trying all properties of a program: `refuted NAME`, `complete N` or `sampled N`.
fn tried(text: &str, effort: Effort) -> String {
    let program = program(text);
    let properties: Vec<PropId> = program.props.ids().collect();
    match trial(&program, &properties, effort, &mut || true) {
        Trial::Complete { runs } => format!("complete {runs}"),
        Trial::Sampled { runs } => format!("sampled {runs}"),
        Trial::Refuted(property, trace) => {
            let verdict = Verdict::False(trace);
            let checked = check(&program, property, Fairness::None, &verdict);
            assert_eq!(checked, Ok(Assurance::Checked));
            format!("refuted {}", program.props[property].name)
        }
    }
}

const EFFORT: Effort = Effort::of_runs(4_000, 600);

/// A program that reads `x` and goes wrong under a condition.
fn reads(ty: &str, wrong: &str) -> String {
    format!(
        "global x: {ty}
         process main() active 1 {{
            l0 -> l1 do havoc x
            l1 -> l2 when {wrong} violates wrong \"\" stop
            l1 -> l2 else
            loc l2 end
         }}
         property wrong: unreachable"
    )
}

#[test]
fn few_values_are_tried_all() {
    assert_eq!(tried(&reads("u8", "x < x"), EFFORT), "complete 256");
    assert_eq!(tried(&reads("u8", "x == 200"), EFFORT), "refuted wrong");
    assert_eq!(tried(&reads("u8", "x < x"), Effort::of_runs(4_000, 10)), "sampled 10");
}

#[test]
fn constants_of_the_program_are_tried() {
    assert_eq!(tried(&reads("i32", "x == 123456789"), EFFORT), "refuted wrong");
    assert_eq!(tried(&reads("i32", "x < 5 && x > 4"), EFFORT), "sampled 600");
}

#[test]
fn a_deadlock_is_seen_unless_somebody_has_halted() {
    let stuck = |mark: &str| {
        format!(
            "global x: u8 global y: bool
             process main() active 1 {{
                l0 -> l1 do havoc x
                l1 -> l2 when x != 7
                l1 -> l3 when x == 7
                loc l2 end
                loc l3 {mark}
             }}
             process other() active 1 {{ l4 -> l5 when y loc l5 end }}
             property ends: end_states"
        )
    };
    let effort = Effort::of_runs(4_000, 600);
    assert_eq!(
        tried(&stuck("end").replace("loc l2 end", "loc l2 end halt"), effort),
        "refuted ends"
    );
    assert_eq!(tried(&stuck("halt").replace("loc l2 end", "loc l2 halt"), effort), "complete 256");
}

#[test]
fn a_run_that_does_not_end_proves_nothing() {
    let endless = "global x: u8
         process main() active 1 {
            l0 -> l0 when x < 200 do x = x + 1
            l0 -> l0 else do x = 0
            l0 -> l1 when x == 201 violates wrong \"\" stop
            loc l1 end
         }
         property wrong: unreachable";
    assert!(tried(endless, EFFORT).starts_with("sampled "));
    let long = "global x: u8
         process main() active 1 {
            l0 -> l0 when x < 200 do x = x + 1
            l0 -> l1 else
            l1 -> l2 when x != 200 violates wrong \"\" stop
            l1 -> l2 else
            loc l2 end
         }
         property wrong: unreachable";
    assert_eq!(tried(long, EFFORT), "complete 1");
    assert_eq!(tried(long, Effort::of_runs(100, 1)), "sampled 1");
}

#[test]
fn a_run_that_would_move_more_than_all_memory_is_cut() {
    let moves = "object o: static size 1000000000000000000
         object r: static size 1000000000000000000
         process main() active 1 {
            l0 -> l1 do copy_bytes(object(o), object(r), 999999999999999999)
            l1 -> l2 violates wrong \"\" stop
            loc l2 end
         }
         property wrong: unreachable";
    assert_eq!(tried(moves, EFFORT), "sampled 1");
}
