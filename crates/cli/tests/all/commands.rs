//! The command from outside: what it prints, and how it ends.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Two processes race to a violation; the other property holds.
const RACE: &str = "
global x: u8
process P() active 2 {
  var t: u8
  l0 -> l1 do t = x
  l1 -> l2 do x = t + 1
  loc l2 end
}
process Watch() active 1 {
  loc l3 end
  l3 -> l4 when x == 2 violates asserts \"x is 2\" continue
  loc l4 end
}
property asserts: unreachable
property deadlock: end_states
";

/// Nothing wrong.
const FINE: &str = "
global x: u8
process P() active 1 {
  l0 -> l1 do x = 1
  loc l1 end
}
property deadlock: end_states
";

/// Far too many states to visit.
const ENDLESS: &str = "
global x: u64
global y: u64
process P() active 1 {
  l0 -> l0 do x = x + 1
  l0 -> l0 do y = y + 1
}
property deadlock: end_states
";

const EMBEDDED_C: &str = "
unsupported \"embedded C\"
process P() active 1 {
  loc l0 end
}
property deadlock: end_states
";

/// A folder of the test's own.
fn folder(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&path).expect("the temporary folder should be writable");
    path
}

fn model(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the temporary folder should be writable");
    path.to_string_lossy().into_owned()
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("COLUMNS");
    command
}

fn tribunal(arguments: &[&str]) -> Output {
    command(arguments).stdin(Stdio::null()).output().expect("the binary should start")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("the command should end by itself")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("output should be UTF-8")
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("output should be UTF-8")
}

fn parsed(output: &Output) -> Value {
    serde_json::from_str(&out(output)).expect("output should be JSON")
}

#[test]
fn exit_codes_tell_the_verdict() {
    let folder = folder("exit_codes");
    let race = model(&folder, "race.ir", RACE);
    let cases = [
        (model(&folder, "fine.ir", FINE), 0, "TRUE"),
        (race.clone(), 1, "FALSE"),
        (model(&folder, "c.ir", EMBEDDED_C), 3, "MAYBE"),
    ];
    for (path, expected, verdict) in cases {
        let output = tribunal(&["check", &path]);
        assert_eq!(code(&output), expected, "{path}: {}", err(&output));
        assert!(out(&output).starts_with(verdict), "{}", out(&output));
    }
    let alone = tribunal(&["check", &race, "--property", "deadlock"]);
    assert_eq!(code(&alone), 0, "{}", out(&alone));
}

#[test]
fn wrong_usage_and_wrong_input_are_code_2() {
    let folder = folder("wrong");
    let fine = model(&folder, "fine.ir", FINE);
    let broken = model(&folder, "broken.ir", "process P( {\nglobal x: nothing\n");
    let binary = model(&folder, "binary.ir", [0xff, 0xfe, 0x00]);
    let folder = folder.to_string_lossy().into_owned();
    let cases: [(&[&str], &str); 9] = [
        (&[], "Usage"),
        (&["check"], "FILE"),
        (&["check", &fine, "--memory", "much"], "such as"),
        (&["check", &fine, "--property", "nope"], "the model has: deadlock"),
        (&["check", "/no/such/file.ir"], "cannot read"),
        (&["check", &folder], "cannot read"),
        (&["check", &binary], "ir-syntax"),
        (&["check", &broken], "error"),
        (&["automaton", "p U"], "error"),
    ];
    for (arguments, message) in cases {
        let output = tribunal(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(err(&output).contains(message), "{arguments:?}: {}", err(&output));
        assert_eq!(out(&output), "", "{arguments:?}");
    }
}

#[test]
fn an_interrupted_check_is_resumed() {
    let counter = "l0 -> l0 when n < 60 do n = n + 1\n loc l0 end";
    let source =
        format!("process P() active 3 {{ var n: u8\n {counter} }}\n property deadlock: end_states");
    let folder = folder("resume");
    let path = model(&folder, "counters.ir", source);
    let notes = folder.join("notes");
    let _: std::io::Result<()> = std::fs::remove_dir_all(&notes);
    let notes = notes.to_string_lossy().into_owned();
    let arguments = ["check", &path, "--reduce", "none", "--time", "50ms", "--checkpoint", &notes];
    let first = tribunal(&arguments);
    assert_eq!(code(&first), 3, "{}", out(&first));
    let last = tribunal(&["resume", &notes, "--time", "10m"]);
    assert_eq!(code(&last), 0, "{}{}", out(&last), err(&last));
    assert!(out(&last).contains("226 981 states"), "{}", out(&last));

    let nothing = tribunal(&["resume", &folder.to_string_lossy()]);
    assert_eq!(code(&nothing), 2);
    assert!(err(&nothing).contains("--checkpoint"), "{}", err(&nothing));
}

#[test]
fn check_prints_json() {
    let folder = folder("json");
    let path = model(&folder, "race.ir", RACE);
    let output = tribunal(&["check", &path, "--json"]);
    assert_eq!(code(&output), 1);
    let report = parsed(&output);
    assert_eq!(report["tool"], "tribunal");
    assert_eq!(report["verdict"], "false");
    let asserts = &report["properties"][0];
    assert_eq!((&asserts["name"], &asserts["verdict"]), (&"asserts".into(), &"false".into()));
    assert_eq!(asserts["assurance"], "checked");
    assert_eq!(asserts["trace"]["end"], "violation");
    assert_eq!(report["properties"][1]["verdict"], "true");
    assert!(0 < report["statistics"]["states"].as_u64().unwrap_or(0));

    let broken = model(&folder, "broken.ir", "process");
    let output = tribunal(&["check", &broken, "--json"]);
    assert_eq!(code(&output), 2);
    assert_eq!(parsed(&output)["diagnostics"][0]["severity"], "error");
}

#[test]
fn all_errors_of_a_file_are_shown_in_one_run() {
    let folder = folder("all_errors");
    let text = "process P() {\n  l0 -> l1 do nope = 1\n  l1 -> l2 do neither = 2\n}\n";
    let output = tribunal(&["check", &model(&folder, "two.ir", text)]);
    assert_eq!(code(&output), 2);
    let message = err(&output);
    assert!(message.contains("nope") && message.contains("neither"), "{message}");
    assert!(message.contains("two.ir:2:") && message.contains("two.ir:3:"), "{message}");
}

#[test]
fn time_and_memory_limits_give_maybe() {
    let path = model(&folder("limits"), "endless.ir", ENDLESS);
    let timed = tribunal(&["check", &path, "--reduce", "none", "--time", "200ms", "--json"]);
    assert_eq!(code(&timed), 3);
    assert_eq!(parsed(&timed)["properties"][0]["reason_code"], "time-limit");
    let small = tribunal(&["check", &path, "--reduce", "none", "--memory", "1M", "--json"]);
    assert_eq!(code(&small), 3);
    assert_eq!(parsed(&small)["properties"][0]["reason_code"], "memory-limit");
}

#[cfg(unix)]
#[test]
fn the_interrupt_key_asks_for_the_verdict_so_far() {
    let path = model(&folder("interrupt"), "endless.ir", ENDLESS);
    let child = command(&["check", &path, "--reduce", "none", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary should start");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.is_ok_and(|it| it.success()));
    let output = child.wait_with_output().expect("the command should end");
    assert_eq!(code(&output), 3);
    let report = parsed(&output);
    assert_eq!(report["properties"][0]["reason_code"], "cancelled");
    assert!(0 < report["statistics"]["states"].as_u64().unwrap_or(0));
}

#[test]
fn a_trace_is_stored_only_when_asked_and_can_be_replayed() {
    let folder = folder("traces");
    let path = model(&folder, "race.ir", RACE);
    let before = std::fs::read_dir(&folder).map(Iterator::count).unwrap_or(0);
    assert_eq!(code(&command_in(&folder, &["check", "race.ir"])), 1);
    assert_eq!(std::fs::read_dir(&folder).map(Iterator::count).unwrap_or(0), before);

    let trace = folder.join("run.json").to_string_lossy().into_owned();
    assert_eq!(code(&tribunal(&["check", &path, "--shortest", "--trace-out", &trace])), 1);
    let replayed = tribunal(&["replay", &trace]);
    assert_eq!(code(&replayed), 1, "{}", err(&replayed));
    assert!(out(&replayed).contains("x is 2"), "{}", out(&replayed));
    assert_eq!(parsed(&tribunal(&["replay", &trace, &path, "--json"]))["verdict"], "false");
    let guided = tribunal(&["simulate", &path, "--trace", &trace]);
    assert_eq!(code(&guided), 1, "{}", err(&guided));

    let other = model(&folder, "other.ir", FINE);
    let refused = tribunal(&["replay", &trace, &other]);
    assert_eq!(code(&refused), 2);
    assert!(err(&refused).contains("changed since"), "{}", err(&refused));
    assert_eq!(code(&tribunal(&["replay", &path])), 2);
    std::fs::remove_file(trace).expect("the trace was written");
}

fn command_in(folder: &Path, arguments: &[&str]) -> Output {
    command(arguments).current_dir(folder).output().expect("the binary should start")
}

#[test]
fn a_simulation_depends_on_its_seed_alone() {
    let path = model(&folder("simulate"), "race.ir", RACE);
    let run = |seed: &str| tribunal(&["simulate", &path, "--seed", seed, "--steps", "50"]);
    assert_eq!(out(&run("7")), out(&run("7")));
    assert!((0..20).any(|seed| out(&run(&seed.to_string())) != out(&run("7"))));
    let json = tribunal(&["simulate", &path, "--seed", "7", "--json"]);
    assert_eq!(parsed(&json)["seed"], 7);
}

#[test]
fn steps_can_be_chosen() {
    let path = model(&folder("interactive"), "race.ir", RACE);
    let mut child = command(&["simulate", &path, "--interactive"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary should start");
    let mut input = child.stdin.take().expect("there should be an input");
    input.write_all(b"1\nwhat?\n2\nq\n").expect("the command should read");
    drop(input);
    let output = child.wait_with_output().expect("the command should end");
    assert_eq!(code(&output), 0);
    let text = out(&output);
    assert!(text.contains("which step (1-2, q to stop)?"), "{text}");
    assert!(text.contains("stopped\n"), "{text}");
    assert_eq!(text.matches("l0 -> l1 do t = x").count(), 5, "{text}");
}

#[test]
fn programs_and_automata_are_printed() {
    let folder = folder("print");
    let path = model(&folder, "fine.ir", FINE);
    let text = tribunal(&["ir", &path, "--reduce", "none"]);
    assert_eq!(code(&text), 0);
    let again = model(&folder, "again.ir", out(&text));
    assert_eq!(code(&tribunal(&["check", &again])), 0);
    assert!(out(&tribunal(&["ir", &path, "--dot"])).starts_with("digraph"));
    assert!(parsed(&tribunal(&["ir", &path, "--json"]))["ir"].is_string());

    let formula = "[] (p -> <> q)";
    assert!(out(&tribunal(&["automaton", formula])).contains("accepting"));
    assert!(out(&tribunal(&["automaton", formula, "--never"])).starts_with("never"));
    assert!(out(&tribunal(&["automaton", formula, "--dot"])).starts_with("digraph"));
    let json = parsed(&tribunal(&["automaton", formula, "--json"]));
    assert_eq!(json["states"].as_array().map(Vec::len), Some(2));
}

#[test]
fn every_command_has_examples_in_its_help() {
    for command in ["check", "simulate", "replay", "ir", "slice", "automaton"] {
        let output = tribunal(&[command, "--help"]);
        assert_eq!(code(&output), 0);
        let text = out(&output);
        assert!(text.contains(&format!("Examples:\n  tribunal {command} ")), "{text}");
        assert!(text.contains("--json"), "{text}");
    }
}

#[test]
fn a_reader_that_leaves_does_no_harm() {
    let path = model(&folder("pipe"), "race.ir", RACE);
    let mut child = command(&["check", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary should start");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command should end");
    assert_eq!(code(&output), 1);
    assert_eq!(err(&output), "");
}

#[test]
fn output_to_a_file_has_no_colour() {
    let path = model(&folder("colour"), "race.ir", RACE);
    assert!(!out(&tribunal(&["check", &path])).contains('\u{1b}'));
}

/// Enough states that they are worth storing in one way or another.
const COUNTERS: &str = "
global a: u8
global b: u8
global c: u8
process P() active 1 {
  l0 -> l0 when a < 20 do a = a + 1
  l0 -> l0 when b < 20 do b = b + 1
  l0 -> l0 when c < 20 do c = c + 1
  l0 -> l1 when a + b + c == 60
  loc l1 end
}
property deadlock: end_states
";

#[test]
fn every_storage_says_what_it_knows() {
    let path = model(&folder("storages"), "counters.ir", COUNTERS);
    let check = |more: &[&str]| {
        let output = tribunal(&[&["check", &path, "--json", "--reduce", "none"], more].concat());
        let report = parsed(&output);
        let search = &report["statistics"]["searches"][0];
        let reason = report["properties"][0]["reason_code"].clone();
        (code(&output), reason, search["storage"].clone(), search["coverage"].as_f64())
    };
    for storage in ["exact", "small"] {
        let found = check(&["--store", storage]);
        assert_eq!(found, (0, "exhausted".into(), storage.into(), None));
    }
    let (exit, reason, storage, coverage) = check(&["--store", "compact"]);
    assert_eq!((exit, reason, storage), (3, "approximate".into(), "compact".into()));
    assert!(coverage.is_some_and(|it| 0.999 < it), "{coverage:?}");
    let bitstate = ["--store", "bitstate", "--bits", "16K"];
    let (exit, reason, storage, coverage) = check(&bitstate);
    assert_eq!((exit, reason, storage), (3, "approximate".into(), "bitstate".into()));
    assert!(coverage.is_some_and(|it| it < 0.99), "{coverage:?}");
    let (.., better) = check(&[&bitstate[..], &["--swarm", "3"]].concat());
    assert!(coverage < better, "{coverage:?} {better:?}");
    let both = ["--store", "exact,bitstate", "--bits", "16K"];
    assert_eq!(check(&both).2, "exact");
    assert_eq!(check(&[&both[..], &["--memory", "64K"]].concat()).2, "bitstate");
}

#[test]
fn reductions_are_chosen_and_told() {
    let path = model(&folder("reductions"), "race.ir", RACE);
    let check = |more: &[&str]| {
        let output = tribunal(&[&["check", &path, "--json"], more].concat());
        let report = parsed(&output);
        let searches = &report["statistics"]["searches"];
        (report["reduction"].clone(), searches[0]["reductions"].clone())
    };
    assert_eq!(check(&["--reduce", "none"]), ("none".into(), Value::Array(Vec::new())));
    let (name, used) = check(&["--without", "partial-order,slice"]);
    assert_eq!(
        (name, used),
        ("merge+reset+match".into(), serde_json::json!(["merge", "reset", "match"]))
    );
}

#[test]
fn settings_that_contradict_each_other_are_refused() {
    let path = model(&folder("contradictions"), "fine.ir", FINE);
    for wrong in [
        &["--threads", "2", "--shortest"][..],
        &["--threads", "0"],
        &["--swarm", "2"],
        &["--shortest", "--checkpoint", "nowhere"],
        &["--order", "random", "--shortest"],
        &["--without", "nothing"],
    ] {
        let output = tribunal(&[&["check", &path], wrong].concat());
        assert_eq!(code(&output), 2, "{wrong:?}");
    }
}

#[test]
fn a_benchmark_needs_the_other_tool() {
    let folder = folder("bench");
    let output = command(&["bench", "promela", &folder.to_string_lossy(), "--against", "spin"])
        .env("PATH", "")
        .output()
        .expect("the binary should start");
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("there is nothing to measure against"), "{}", err(&output));
}

#[test]
fn the_rungs_of_the_ladder_are_measured() {
    let folder = folder("bench-ladder");
    let proved = "#include <assert.h>\nint main(void) { int x = 3; assert(x == 3); return 0; }\n";
    let refuted = "#include <assert.h>\nint nondet_int(void);\nint main(void) { assert(nondet_int() != 7); return 0; }\n";
    std::fs::write(folder.join("proved.c"), proved).expect("the folder should be writable");
    std::fs::write(folder.join("refuted.c"), refuted).expect("the folder should be writable");
    let output = command(&["bench", "ladder", &folder.to_string_lossy(), "--json"])
        .output()
        .expect("the binary should start");
    let report: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("output should be JSON");
    assert_eq!((&report["programs"], &report["open"]), (&2.into(), &0.into()), "{report:#}");
    let rungs = report["rungs"].as_array().expect("there should be rungs");
    let row =
        |it: &serde_json::Value| format!("{} {} {}", it["rung"], it["finished"], it["refuted"]);
    let rows: Vec<String> = rungs.iter().map(row).collect();
    assert_eq!(rows, ["\"absint\" 1 0", "\"scout\" 1 1"]);
}
