//! Unit checking of Promela processes.

use std::sync::atomic::AtomicBool;

use expect_test::{Expect, expect};
use tribunal_driver::unit::Options;
use tribunal_driver::unit::generate::{Framework, Generator, TestOptions};
use tribunal_driver::{UnitQuestion, find_paths, prepare_unit};
use tribunal_report::unit::TestOutcome;
use tribunal_report::{Style, draw_diagnostics};

use super::{Folder, NO_LIMITS, question, translation};

fn check(text: &str, processes: &[&str], requires: Option<&str>, find: &str, expected: Expect) {
    expected.assert_eq(&run(text, processes, requires, find));
}

/// Each path by its moves, its condition and its inputs, and what is known about others.
fn run(text: &str, processes: &[&str], requires: Option<&str>, find: &str) -> String {
    let folder = Folder::new();
    let file = folder.write("unit.pml", text);
    let question = UnitQuestion {
        requires: requires.map(str::to_owned),
        find: Some(find.to_owned()),
        ..question(processes)
    };
    let translation = translation();
    let unit = prepare_unit(&file, &translation, &question);
    let unit = match unit {
        Ok(unit) => unit,
        Err(refused) => {
            let text = draw_diagnostics(&refused.sources, &refused.diagnostics, Style::PLAIN);
            return text.replace(&file, "unit.pml");
        }
    };
    let never = AtomicBool::new(false);
    let found = find_paths(&unit, Options::default(), 20, &NO_LIMITS, &never, &mut ())
        .expect("supported processes");
    let report = unit.report(&found);
    let options = TestOptions { folder: folder.0.join("tests"), framework: Framework::Plain };
    let mut generator = Generator::new(&unit, &translation, &options).expect("a folder");
    let mut out = String::new();
    for (path, found) in report.paths.iter().zip(&found.paths) {
        let test = generator.write(found, &never).expect("a trace");
        let moves = path
            .steps
            .iter()
            .map(|it| format!("{}:{}", it.process.as_deref().unwrap_or("?"), it.line));
        let inputs = path.inputs.iter().map(|it| format!("{}={}", it.name, it.value));
        let deadlock = if path.deadlock { " deadlock" } else { "" };
        let test = match test.outcome {
            TestOutcome::Good => String::new(),
            _ => format!(" ({})", test.line()),
        };
        out.push_str(&format!(
            "{}{deadlock}: {} [{}]{test}\n",
            moves.collect::<Vec<_>>().join(" "),
            path.condition,
            inputs.collect::<Vec<_>>().join(" ")
        ));
    }
    for it in &report.assumptions {
        out.push_str(&format!("assumed: {it}\n"));
    }
    for it in &report.doubts {
        out.push_str(&format!("doubt: {}\n", it.what));
    }
    out.push_str(if report.exhaustive { "no further path" } else { "perhaps more" });
    out
}

const SERVER: &str = "\
byte load;
chan requests = [2] of { byte, byte };
active proctype Server(byte limit)
{
    byte kind, size;
    do
    :: load < limit ->
        requests ? kind, size;
        if
        :: kind == 1 -> load = load + size
        :: kind == 2 ->
over:       load = limit; break
        fi
    :: load > 200 -> break
    od
}
active proctype Client()
{
    requests ! 1, 5
}
";

#[test]
fn messages_and_first_values_are_inputs() {
    check(
        SERVER,
        &["Server"],
        Some("load == 0"),
        "<>(at(over) && size > 3)",
        expect![[r#"
            Server:6 Server:8 Server:9 Server:12: requests?kind == 2 && requests?size > 3 && load == 0 && Server:limit != 0 [load=0 Server:limit=16 requests?kind=2 requests?size=16] (none: other processes are left out: any message may be received)
            Server:6 Server:8 Server:9 Server:10 Server:6 Server:8 Server:9 Server:12: requests?kind == 1 && requests?kind#2 == 2 && requests?size#2 > 3 && load == 0 && requests?size < Server:limit [load=0 Server:limit=1 requests?kind=1 requests?size=0 requests?kind#2=2 requests?size#2=16] (none: other processes are left out: any message may be received)
            assumed: any message may be received
            perhaps more"#]],
    );
    check(
        SERVER,
        &["Client"],
        None,
        "<> at(end)",
        expect![[r#"
            Client:19 Client:20: true [load=0] (none: other processes are left out: what is sent is seen by nobody)
            assumed: what is sent is seen by nobody
            no further path"#]],
    );
}

#[test]
fn processes_are_interleaved() {
    let text = "\
bool busy;
byte inside;
active proctype P() {
    !busy -> busy = true;
    inside++;
in: inside--;
    busy = false
}
";
    check(
        text,
        &["P", "P"],
        Some("!busy && inside == 0"),
        "<>(at(P#1:in) && inside == 2)",
        expect![[r#"
            P#1:4 P#2:4 P#1:4 P#2:4 P#1:5 P#1:6 P#2:5 P#2:6: !busy && inside == 0 [busy=0 inside=0]
            P#1:4 P#2:4 P#1:4 P#2:4 P#1:5 P#2:5 P#1:6 P#2:6: !busy && inside == 0 [busy=0 inside=0]
            P#1:4 P#2:4 P#1:4 P#2:4 P#1:5 P#2:5 P#2:6 P#1:6: !busy && inside == 0 [busy=0 inside=0]
            P#1:4 P#2:4 P#1:4 P#2:4 P#2:5 P#1:5 P#1:6 P#2:6: !busy && inside == 0 [busy=0 inside=0]
            P#1:4 P#2:4 P#1:4 P#2:4 P#2:5 P#1:5 P#2:6 P#1:6: !busy && inside == 0 [busy=0 inside=0]
            P#1:4 P#2:4 P#1:4 P#2:4 P#2:5 P#2:6 P#1:5 P#1:6: !busy && inside == 0 [busy=0 inside=0]
            P#1:4 P#2:4 P#2:4 P#1:4 P#1:5 P#1:6 P#2:5 P#2:6: !busy && inside == 0 [busy=0 inside=0]
            P#1:4 P#2:4 P#2:4 P#1:4 P#1:5 P#2:5 P#1:6 P#2:6: !busy && inside == 0 [busy=0 inside=0]
            P#1:4 P#2:4 P#2:4 P#1:4 P#1:5 P#2:5 P#2:6 P#1:6: !busy && inside == 0 [busy=0 inside=0]
            P#1:4 P#2:4 P#2:4 P#1:4 P#2:5 P#1:5 P#1:6 P#2:6: !busy && inside == 0 [busy=0 inside=0]
            P#1:4 P#2:4 P#2:4 P#1:4 P#2:5 P#1:5 P#2:6 P#1:6: !busy && inside == 0 [busy=0 inside=0]
            P#1:4 P#2:4 P#2:4 P#1:4 P#2:5 P#2:6 P#1:5 P#1:6: !busy && inside == 0 [busy=0 inside=0]
            no further path"#]],
    );
    let atomic = text.replace("!busy -> busy = true", "atomic { !busy -> busy = true }");
    check(
        &atomic,
        &["P", "P"],
        Some("!busy && inside == 0"),
        "<>(at(P#1:in) && inside == 2)",
        expect![[r#"
            no further path"#]],
    );
}

#[test]
fn what_is_wrong_is_told() {
    let told = run(SERVER, &["Sever"], None, "<> at(end)");
    assert!(told.contains("there is no process `Sever` in this model"), "{told}");
    assert!(told.contains("there are: Server, Client"), "{told}");
    let told = run(SERVER, &["Server"], None, "<> at(nowhere)");
    assert!(told.contains("unknown label `nowhere`"), "{told}");
    let told = run("active proctype P() { timeout }\n", &["P"], None, "<> at(end)");
    assert!(told.contains("`timeout`, which depends on all processes, is not supported"), "{told}");
}

#[test]
fn a_deadlock_is_an_end_whatever_is_chosen() {
    let text = "\
byte a, b;
active proctype P()
{
    if
    :: b == 0 -> a = 1
    :: b == 2 -> a = 2
    fi;
    b == 3
}
active proctype Q()
{
    a == 1;
    b = 1
}
";
    check(
        text,
        &["P"],
        None,
        "<> at(deadlock)",
        expect![[r#"
            P:4 deadlock: b != 0 && b != 2 [a=0 b=1]
            P:4 P:6 P:8 deadlock: b == 2 [a=0 b=2]
            P:4 P:5 P:8 deadlock: b == 0 [a=0 b=0]
            no further path"#]],
    );
    check(
        text,
        &["P", "Q"],
        Some("b == 0"),
        "<> at(deadlock)",
        expect![[r#"
            P:4 Q:12 Q:13 Q:14 deadlock: a == 1 && b == 0 [a=1 b=0]
            P:4 Q:12 P:5 P:8 Q:13 Q:14 deadlock: b == 0 [a=0 b=0]
            P:4 Q:12 P:5 Q:13 P:8 Q:14 deadlock: a == 1 && b == 0 [a=1 b=0]
            P:4 Q:12 P:5 Q:13 Q:14 P:8 deadlock: a == 1 && b == 0 [a=1 b=0]
            P:4 Q:12 Q:13 P:5 P:8 Q:14 deadlock: a == 1 && b == 0 [a=1 b=0]
            P:4 Q:12 Q:13 P:5 Q:14 P:8 deadlock: a == 1 && b == 0 [a=1 b=0]
            no further path"#]],
    );
}

#[test]
fn who_blocks_inside_an_atomic_sequence_loses_control() {
    let text = "\
byte a, b, c;
active proctype P()
{
    atomic {
        a = 1;
        b == 1;
        c = a;
        a = 2
    }
}
active proctype Q()
{
    a == 1;
    b = 1;
    c = 5
}
";
    let start = Some("a == 0 && b == 0 && c == 0");
    check(text, &["P", "Q"], start, "<> at(deadlock)", expect!["no further path"]);
    check(
        text,
        &["P", "Q"],
        start,
        "<> (at(end) && c == 1)",
        expect![[r#"
        P:5 Q:13 P:6 Q:14 Q:15 Q:16 P:10: a == 0 && b == 0 && c == 0 [a=0 b=0 c=0]
        no further path"#]],
    );
    check(
        text,
        &["P"],
        start,
        "<> at(deadlock)",
        expect![[r#"
        P:5 P:6 deadlock: a == 0 && b == 0 && c == 0 [a=0 b=0 c=0]
        no further path"#]],
    );
    // Where it waits for several things, it goes on by any of them.
    let choice = text.replace("b == 1;", "if :: b == 1 :: b == 2 -> c = 9 fi;");
    check(&choice, &["P", "Q"], start, "<> at(deadlock)", expect!["no further path"]);
}

#[test]
fn nobody_comes_between_the_rounds_of_an_atomic_loop() {
    let text = "\
byte a;
active proctype P()
{
    byte i;
    atomic {
        do
        :: i < 2 -> a = a + 1; i++
        :: else -> break
        od
    }
}
";
    let start = Some("a == 0");
    check(text, &["P", "P"], start, "<> (at(P#1:5) && a == 1)", expect!["no further path"]);
    check(
        text,
        &["P", "P"],
        start,
        "<> (at(P#1:end) && a == 2)",
        expect![[r#"
        P#1:5 P#2:5 P#1:11: a == 0 [a=0]
        no further path"#]],
    );
}

#[test]
fn traces_start_with_the_inputs() {
    let text = "\
byte turn;
bit flag[2];
inline enter(i) { atomic { flag[i] = 1; turn = i } }
active [2] proctype P(byte limit)
{
    byte n;
    do
    :: n < limit -> enter(n); n++
    :: else -> break
    od;
    d_step { turn = 7; n = 0 }
}
init { run P(3) }
";
    check(
        text,
        &["P"],
        Some("P:limit < 3"),
        "<> (at(P:end) && turn == 7)",
        expect![[r#"
            P:7 P:11 P:12: P:limit == 0 [turn=0 flag[0]=0 flag[1]=0 P:limit=0]
            P:7 P:8 P:8 P:7 P:11 P:12: P:limit == 1 [turn=0 flag[0]=0 flag[1]=0 P:limit=1]
            P:7 P:8 P:8 P:7 P:8 P:8 P:7 P:11 P:12: P:limit == 2 [turn=0 flag[0]=0 flag[1]=0 P:limit=2]
            no further path"#]],
    );
}
