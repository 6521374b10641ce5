//! What slices of models lack, and that verdicts on them are verdicts on the models.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use expect_test::{Expect, expect};
use tribunal_driver::plan::select;
use tribunal_driver::{CheckOptions, Checked, Dialect, Limits, Reduction, Technique, Translation};
use tribunal_driver::{check, load};
use tribunal_engine::{End, Fairness, Verdict};
use tribunal_engine_explicit::Explicit;
use tribunal_ir::Back;
use tribunal_ir::pass::Runs;
use tribunal_ir::pass::slice::{Dropped, run};
use tribunal_ir::{Overflow, Program};

fn model(name: &str, text: &str) -> Program {
    let file = format!("tribunal-slicing-{}-{name}.pml", std::process::id());
    let path = std::env::temp_dir().join(file);
    std::fs::write(&path, text).expect("a model should be writable");
    let translation = Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        questions: tribunal_driver::Questions::default(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: tribunal_driver::CTranslation::default(),
    };
    let loaded = load(&path.to_string_lossy(), &translation);
    // What is left behind in the temporary directory does no harm.
    _ = std::fs::remove_file(&path);
    assert!(loaded.program.is_some(), "{:?}", loaded.diagnostics);
    loaded.program.expect("the model should be accepted")
}

/// What is dropped for a property, with lines.
fn check_dropped(name: &str, text: &str, property: &str, expected: Expect) {
    let program = model(name, text);
    let properties = select(&program, &[property.to_owned()]).expect("it should be known");
    let Back::Reduced(slice) = run(&program, &properties, Runs::All).back else {
        panic!("a slice should keep ids");
    };
    let mut shown = String::new();
    for dropped in slice.dropped {
        let line = |span| program.sources.line_column(span).line;
        _ = match dropped {
            Dropped::Process(it) => writeln!(shown, "process {}", program.procs[it].name),
            Dropped::Variable(it) => writeln!(shown, "variable {}", program.vars[it].name),
            Dropped::Field { channel, field } => {
                writeln!(shown, "field {field} of {}", program.channels[channel].name)
            }
            Dropped::Statement(it) => {
                let span = program.edges[it].span;
                writeln!(shown, "{}: {}", line(span), program.sources.snippet(span))
            }
            Dropped::Decision { at, exit } => {
                let (at, exit) = (program.locs[at].span, program.locs[exit].span);
                writeln!(shown, "decision in {} before {}", line(at), line(exit))
            }
        };
    }
    expected.assert_eq(&shown);
}

fn checked(program: Program, property: &str, reduction: Reduction) -> Checked {
    let options = CheckOptions {
        method: tribunal_driver::Method::Auto,
        properties: vec![property.to_owned()],
        fairness: Fairness::None,
        engine: Explicit::default(),
        then: Vec::new(),
        transformer: tribunal_driver::Transformer::Usual,
        swarm: 1,
        reduction,
        limits: Limits { time: None, memory: 1 << 30, depth: u64::MAX },
        checkpoint: None,
        second_proofs: tribunal_driver::SecondProofs::HalfTheCost,
    };
    check(program, &options, &AtomicBool::new(false), &mut ()).expect("it should be known")
}

/// The property fails on the slice, and its trace is one of the model.
fn check_fails(name: &str, text: &str, property: &str) -> End {
    let slicing = Reduction::NONE.with(Technique::Slice);
    let checked = checked(model(name, text), property, slicing);
    assert!(!checked.searches[0].dropped.is_empty(), "nothing was dropped");
    assert_eq!(checked.searches.len(), 1, "the trace should carry over");
    match &checked.answers[0].verdict {
        Verdict::False(trace) => trace.end,
        other => panic!("{other:?}"),
    }
}

/// The example of Holzmann's lecture notes.
const WORDCOUNT: &str = "chan stdin = [1] of { int };
int c, nl, nw, nc;
bool inword = false;

active proctype wordcount()
{
  do
  :: stdin?c ->
     if
     :: c == -1 -> break
     :: c == '\\n' -> nc++; nl++
     :: else -> nc++
     fi;
     if
     :: c == ' ' || c == '\\t' || c == '\\n' ->
        inword = false
     :: else ->
        if
        :: !inword ->
           nw++; inword = true
        :: else
        fi
     fi
  od;
  printf(\"%d %d %d\", nl, nw, nc)
}

active proctype input()
{
  do
  :: stdin!'\\n'
  :: stdin!-1
  :: stdin!0
  od
}
ltl p { [] (nc >= nl) }";

#[test]
fn counting_words_does_not_matter_to_lines() {
    check_dropped(
        "wordcount",
        WORDCOUNT,
        "p",
        expect![[r#"
        variable nw
        variable inword
        20: nw++
        20: inword = true
        16: inword = false
        25: printf("%d %d %d", nl, nw, nc)
        decision in 14 before 7
        decision in 18 before 7
    "#]],
    );
}

const BYSTANDER: &str = "byte x, y; chan a = [1] of { byte, byte }; chan b = [1] of { byte };
active proctype sender() { a!1,x; a!2,y }
active proctype receiver() { byte k, v; a?k,v; assert(k == 1); a?k,v; assert(k == 1) }
active proctype bystander() { do :: y = 1 - y; b!y :: b?_ od }
ltl q { <> (x == 1) }";

#[test]
fn a_process_that_nobody_listens_to_is_dropped() {
    check_dropped(
        "bystander",
        BYSTANDER,
        "assertions",
        expect![[r#"
        process bystander
        variable x
        variable y
        variable b
        variable v
        field 1 of a
    "#]],
    );
}

#[test]
fn a_process_that_goes_on_for_ever_stays_where_others_may_be_passed_over() {
    check_dropped(
        "for-ever",
        BYSTANDER,
        "q",
        expect![[r#"
        process sender
        process receiver
        variable y
        variable a
        variable k
        variable v
        field 0 of b
        4: y = 1 - y
    "#]],
    );
}

#[test]
fn everybody_can_be_stuck() {
    check_dropped(
        "stuck",
        BYSTANDER,
        "end-states",
        expect![[r#"
        variable x
        variable y
        variable k
        variable v
        field 0 of a
        field 1 of a
        field 0 of b
        4: y = 1 - y
        decision in 3 before 3
        decision in 3 before 3
    "#]],
    );
}

const ALIASED: &str = "chan one = [1] of { byte }; chan two = [1] of { byte };
byte used, unused;
proctype writer(chan to; byte what) { to!what }
active proctype reader() { byte v; one?v; assert(v == 0) }
init { used = 1; unused = 2; run writer(one, used); run writer(two, unused) }";

#[test]
fn a_channel_that_is_passed_on_keeps_what_is_sent_on_it() {
    check_dropped(
        "aliased",
        ALIASED,
        "assertions",
        expect![[r#"
        field 0 of two
    "#]],
    );
}

#[test]
fn violations_of_slices_are_violations() {
    assert_eq!(check_fails("bystander-fails", BYSTANDER, "assertions"), End::Violation);
    let text =
        "byte x, z; active proctype P() { z = 1; if :: z > 3 -> z = 2; z = 3 :: else fi; x = 1 }
                ltl p { [] (x == 0) } ltl q { <> (x == 2) }";
    assert_eq!(check_fails("bubble", text, "p"), End::Stutter);
    assert_eq!(check_fails("bubble-rest", text, "q"), End::Stutter);
    let text = "byte x, z; active proctype P() { do :: z++; if :: z > 9 -> z = z + 2 :: else fi; x = 1 - x od }
                ltl p { <> [] (x == 0) }";
    assert!(matches!(check_fails("counter", text, "p"), End::Cycle { .. }));
    let text = "byte x, z; active proctype P() { x = 1 } active proctype Q() { z = 1; z = 2 }
                ltl p { <> (x == 2) }";
    assert_eq!(check_fails("rests", text, "p"), End::Stutter);
}
