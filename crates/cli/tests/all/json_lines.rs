//! `tribunal check --json-lines` and `--assurance`.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The lines about a program of the corpus.
fn lines(program: &str, args: &[&str]) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/c").join(program);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    let output = command.args(["check", "--json-lines"]).args(args).arg(path).output();
    let output = output.expect("the binary should start").stdout;
    let text = String::from_utf8(output).expect("output should be text");
    text.lines().map(|it| serde_json::from_str(it).expect("a line should be JSON")).collect()
}

#[test]
fn each_property_is_told_once_and_then_the_report() {
    let all = lines("heap/double_free.c", &["--checks", "all"]);
    let (report, answers) = all.split_last().expect("there should be a report");
    assert_eq!(report["event"], "report");
    let properties = report["report"]["properties"].as_array().expect("there should be some");
    assert_eq!(answers.len(), properties.len());
    for property in properties {
        let told = answers.iter().filter(|it| it["name"] == property["name"]).collect::<Vec<_>>();
        let [told] = told[..] else { panic!("{told:?}") };
        assert_eq!((&told["event"], &told["verdict"]), (&"answer".into(), &property["verdict"]));
        assert_eq!(told["property"]["assurance"], property["assurance"]);
        assert_eq!(told["property"]["trace"].is_object(), property["verdict"] == "false");
    }
}

#[test]
fn nothing_is_told_as_true_that_rests_on_what_is_not_translated() {
    let all = lines("heap/address_kept_as_a_number.c", &["--checks", "leak"]);
    assert!(all.iter().all(|it| it["verdict"] != "true"), "{all:#?}");
    assert_eq!(all.last().map(|it| &it["report"]["verdict"]), Some(&"maybe".into()));
}

#[test]
fn proofs_are_checked_again_as_far_as_is_asked() {
    let assurance = |how: &[&str]| {
        let args = [&["--checks", "unreach", "--engine", "symbolic"], how].concat();
        let all = lines("arrays/sum.c", &args);
        all.last().map(|it| it["report"]["properties"][0]["assurance"].clone())
    };
    assert_eq!(assurance(&[]), Some("checked".into()));
    assert_eq!(assurance(&["--assurance", "checked"]), Some("checked".into()));
    assert_eq!(assurance(&["--assurance", "trusted"]), Some("trusted".into()));
}
