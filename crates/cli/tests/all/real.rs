//! Some of the programs in the style of real libraries; `cargo xtask corpus real` runs them all.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

#[test]
fn quick_programs_get_their_verdicts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/real");
    for name in ["ring_buffer", "ring_buffer_planted", "json_tree_planted", "checksums_planted"] {
        let path = folder.join(name).with_extension("c");
        let text = std::fs::read_to_string(&path).expect("the program should be readable");
        let line = |key: &str| {
            let found = text.lines().find_map(|it| it.strip_prefix("// ")?.strip_prefix(key));
            found.expect("a program should say what is to be found").trim().to_owned()
        };
        let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
        command.args(["check", "--json", "--time", "60s"]).args(line("args:").split(' '));
        let output = command.arg(&path).output().expect("the binary should start");
        let report: Value = serde_json::from_slice(&output.stdout).expect("output should be JSON");
        let failed = report["properties"].as_array().into_iter().flatten();
        let failed =
            failed.filter(|it| it["verdict"] == "false").filter_map(|it| it["name"].as_str());
        let told: Vec<&str> = report["verdict"].as_str().into_iter().chain(failed).collect();
        assert_eq!(told.join(" "), line("expect:"), "{name}: {report:#}");
    }
}
