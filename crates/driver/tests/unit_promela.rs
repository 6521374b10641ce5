//! Unit checking of Promela processes.

use std::sync::atomic::AtomicBool;

use expect_test::{Expect, expect};
use tribunal_driver::unit::Options;
use tribunal_driver::{
    CTranslation, Dialect, Limits, Translation, UnitQuestion, find_paths, prepare_unit,
};
use tribunal_ir::Overflow;
use tribunal_report::{Style, draw_diagnostics};

/// Each path by its moves, its condition and its inputs, and what is known about others.
fn check(text: &str, processes: &[&str], requires: Option<&str>, find: &str, expected: Expect) {
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
    std::fs::remove_file(&file).ok();
    let unit = match unit {
        Ok(unit) => unit,
        Err(refused) => {
            let text = draw_diagnostics(&refused.sources, &refused.diagnostics, Style::PLAIN);
            expected.assert_eq(&text.replace(&*file.to_string_lossy(), "unit.pml"));
            return;
        }
    };
    let limits = Limits { time: None, memory: u64::MAX, depth: u64::MAX };
    let never = AtomicBool::new(false);
    let found = find_paths(&unit, Options::default(), 20, &limits, &never, &mut ())
        .expect("supported processes");
    let report = unit.report(&found);
    let mut out = String::new();
    for path in &report.paths {
        let moves = path
            .steps
            .iter()
            .map(|it| format!("{}:{}", it.process.as_deref().unwrap_or("?"), it.line));
        let inputs = path.inputs.iter().map(|it| format!("{}={}", it.name, it.value));
        out.push_str(&format!(
            "{}: {} [{}]\n",
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
    expected.assert_eq(&out);
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
    check(SERVER, &["Server"], Some("load == 0"), "<>(at(over) && size > 3)", expect![""]);
    check(SERVER, &["Client"], None, "<> at(end)", expect![""]);
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
        expect![""],
    );
    let atomic = text.replace("!busy -> busy = true", "atomic { !busy -> busy = true }");
    check(
        &atomic,
        &["P", "P"],
        Some("!busy && inside == 0"),
        "<>(at(P#1:in) && inside == 2)",
        expect![""],
    );
}

#[test]
fn what_is_wrong_is_told() {
    check(SERVER, &["Sever"], None, "<> at(end)", expect![""]);
    check(SERVER, &["Server"], None, "<> at(nowhere)", expect![""]);
    check("active proctype P() { timeout }\n", &["P"], None, "<> at(end)", expect![""]);
}
