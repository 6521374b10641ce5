//! Coverage and generated tests, from outside.

use std::path::Path;
use std::process::{Command, Output};

fn tribunal(arguments: &[&str]) -> Output {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/unit");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.args(arguments).env_remove("COLUMNS").current_dir(examples);
    command.output().expect("tribunal should start")
}

#[test]
fn branches_are_covered_by_tests_that_are_good() {
    let folder = std::env::temp_dir().join(format!("tribunal-cli-cover-{}", std::process::id()));
    let place = folder.to_string_lossy();
    let output = tribunal(&[
        "unit",
        "bits.c",
        "--function",
        "sign",
        "--cover",
        "branch",
        "--tests",
        &place,
        "--json",
    ]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("the output should be JSON");
    let states: Vec<&str> = report["goals"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| it["state"].as_str())
        .collect();
    assert_eq!(states.iter().filter(|it| **it == "covered").count(), 5, "{states:?}");
    assert_eq!(states.iter().filter(|it| **it == "unreachable").count(), 1, "{states:?}");
    let outcomes: Vec<&str> = report["tests"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| it["test"]["outcome"].as_str())
        .collect();
    assert_eq!(outcomes, ["good"; 3]);
    let written = std::fs::read_dir(&folder).expect("the folder of the tests").count();
    std::fs::remove_dir_all(&folder).ok();
    assert_eq!(written, 3);
}

#[test]
fn functions_of_a_folder_are_measured() {
    let output = tribunal(&["bench", "unit", ".", "--only", "bits.c:is_"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text.contains("bits.c:is_power_of_two"), "{text}");
    assert!(text.contains("1 function: 100.0 %"), "{text}");
}
