//! Unit checking of Promela processes.

use std::sync::atomic::AtomicBool;

use expect_test::{Expect, expect};
use tribunal_driver::unit::Options;
use tribunal_driver::unit::generate::{Framework, Generator, TestOptions};
use tribunal_driver::{
    CTranslation, Dialect, Limits, Translation, UnitQuestion, find_paths, prepare_unit,
};
use tribunal_ir::Overflow;
use tribunal_report::unit::TestOutcome;
use tribunal_report::{Style, draw_diagnostics};

fn check(text: &str, processes: &[&str], requires: Option<&str>, find: &str, expected: Expect) {
    expected.assert_eq(&run(text, processes, requires, find));
}

/// Each path by its moves, its condition and its inputs, and what is known about others.
fn run(text: &str, processes: &[&str], requires: Option<&str>, find: &str) -> String {
    let number = text.bytes().chain(find.bytes());
    let number = number.fold(0_u64, |all, it| all.wrapping_mul(31).wrapping_add(it.into()));
    let name = format!("tribunal-model-{}-{number:x}.pml", std::process::id());
    let file = std::env::temp_dir().join(name);
    std::fs::write(&file, text).expect("the file");
    let question = UnitQuestion {
        function: processes[0].to_owned(),
        others: processes[1..].iter().map(|it| (*it).to_owned()).collect(),
        requires: requires.map(str::to_owned),
        find: Some(find.to_owned()),
        depth: 2,
        elements: 4,
        ..UnitQuestion::default()
    };
    let translation = Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: CTranslation::default(),
    };
    let unit = prepare_unit(&file.to_string_lossy(), &translation, &question);
    let unit = match unit {
        Ok(unit) => unit,
        Err(refused) => {
            std::fs::remove_file(&file).ok();
            let text = draw_diagnostics(&refused.sources, &refused.diagnostics, Style::PLAIN);
            return text.replace(&*file.to_string_lossy(), "unit.pml");
        }
    };
    let limits = Limits { time: None, memory: u64::MAX, depth: u64::MAX };
    let never = AtomicBool::new(false);
    let found = find_paths(&unit, Options::default(), 20, &limits, &never, &mut ())
        .expect("supported processes");
    let report = unit.report(&found);
    let options = TestOptions { folder: file.with_extension(""), framework: Framework::Plain };
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
    std::fs::remove_file(&file).ok();
    std::fs::remove_dir_all(&options.folder).ok();
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
            Server:6 Server:8 Server:9 Server:12: requests?size > 3 && load == 0 && Server:limit != 0 && requests?kind == 2 [load=0 Server:limit=128 requests?kind=2 requests?size=131] (none: other processes are left out: any message may be received)
            Server:6 Server:8 Server:9 Server:10 Server:6 Server:8 Server:9 Server:12: requests?size#2 > 3 && load == 0 && requests?kind == 1 && requests?size < Server:limit && requests?kind#2 == 2 [load=0 Server:limit=233 requests?kind=1 requests?size=168 requests?kind#2=2 requests?size#2=131] (none: other processes are left out: any message may be received)
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
        P:4 Q:12 Q:13 Q:14 deadlock: b == 0 && a == 1 [a=1 b=0]
        P:4 Q:12 P:5 P:8 Q:13 Q:14 deadlock: b == 0 [a=1 b=0]
        P:4 Q:12 P:5 Q:13 P:8 Q:14 deadlock: b == 0 && a == 1 [a=1 b=0]
        P:4 Q:12 P:5 Q:13 Q:14 P:8 deadlock: b == 0 && a == 1 [a=1 b=0]
        P:4 Q:12 Q:13 P:5 P:8 Q:14 deadlock: b == 0 && a == 1 [a=1 b=0]
        P:4 Q:12 Q:13 P:5 Q:14 P:8 deadlock: b == 0 && a == 1 [a=1 b=0]
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
        P:7 P:8 P:8 P:7 P:11 P:12: P:limit != 0 && P:limit <= 1 [turn=0 flag[0]=0 flag[1]=0 P:limit=1]
        P:7 P:8 P:8 P:7 P:8 P:8 P:7 P:11 P:12: P:limit < 3 && P:limit > 1 [turn=0 flag[0]=0 flag[1]=0 P:limit=2]
        no further path"#]],
    );
}
