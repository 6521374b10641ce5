//! `tribunal slice` and `tribunal check --explain-matching` from outside.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use serde_json::Value;

const MODEL: &str = "byte x, y;
active proctype P() { y = 1; y = y + 1; x = 1; assert(x == 1) }
active proctype Q() { y = 3 }
";

/// The models, written once: a test that wrote them again would empty them for a moment under the eyes of
/// another.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slicing");
    std::fs::create_dir_all(&folder).expect("the temporary folder should be writable");
    std::fs::write(folder.join("model.pml"), MODEL).expect("the folder should be writable");
    std::fs::write(folder.join("broken.pml"), "active proctype {").expect("likewise");
    folder
});

fn tribunal(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.args(arguments).env_remove("COLUMNS").current_dir(&*FOLDER);
    command.output().expect("the binary should start")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn parsed(output: &Output) -> Value {
    serde_json::from_str(&text(output)).expect("output should be JSON")
}

#[test]
fn a_slice_is_printed_with_what_was_dropped() {
    let output = tribunal(&["slice", "model.pml", "--property", "assertions"]);
    assert_eq!(output.status.code(), Some(0));
    let text = text(&output);
    assert!(text.contains("  3: process `Q`: neither changes nor delays"), "{text}");
    assert!(text.contains("  1: variable `y`: no condition"), "{text}");
    assert!(text.contains("  2: statement `y = 1` of P: does nothing"), "{text}");
    let (_, slice) = text.split_once("slice\n").expect("the slice should follow");
    let (program, diagnostics) = tribunal_ir::text::parse(slice);
    assert_eq!(diagnostics, []);
    assert_eq!(program.map(|it| it.vars.len()), Some(1));

    let json = parsed(&tribunal(&["slice", "model.pml", "--property", "assertions", "--json"]));
    assert_eq!(json["properties"][0], "assertions");
    assert_eq!(json["dropped"][0]["kind"], "process");
    assert_eq!(json["dropped"][0]["line"], 3);
}

#[test]
fn a_slice_of_nothing_is_wrong_input() {
    for arguments in [
        &["slice", "broken.pml"][..],
        &["slice", "model.pml", "--property", "nope"],
        &["slice", "missing.pml", "--json"],
    ] {
        let output = tribunal(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn the_report_tells_what_was_dropped() {
    let output = tribunal(&["check", "model.pml", "--property", "assertions", "--explain"]);
    let text = text(&output);
    let line = "dropped for assertions: 1 process, 1 variable, 2 statements";
    assert!(text.contains(line), "{text}");
    let whole = tribunal(&["check", "model.pml", "--without", "slice", "--explain"]);
    assert!(!String::from_utf8_lossy(&whole.stdout).contains("dropped for"));
}

#[test]
fn matching_is_explained() {
    let output =
        tribunal(&["check", "model.pml", "--explain-matching", "--property", "assertions"]);
    assert_eq!(output.status.code(), Some(0));
    let text = text(&output);
    assert!(text.contains("  nowhere: y\n"), "{text}");
    assert!(text.contains("    x is visible: line 2: `assert(x == 1)`\n"), "{text}");

    let json = parsed(&tribunal(&["check", "model.pml", "--explain-matching", "--json"]));
    assert_eq!(json["searches"][0]["analysis"], "IA3");
    assert!(json["searches"][0]["points"][0]["hidden"].is_array());
}
