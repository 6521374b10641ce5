//! Functions that are in several files.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use expect_test::{Expect, expect};
use tribunal_driver::unit::coverage::{CoverageOptions, Criterion, cover_function};
use tribunal_driver::unit::generate::{Framework, Generator, TestOptions};
use tribunal_driver::unit::{Options, prove_none};
use tribunal_driver::{CTranslation, Translation, UnitQuestion, find_paths, prepare_unit};
use tribunal_report::{Style, draw_diagnostics};

use super::{Folder, NO_LIMITS, question, translation};

const CLAMP: &str = "\
#include \"limits.h\"
int clamp(int x)
{
    int y = limited(x);
    if (y != x)
changed:
        return -1;
    return y;
}
";

const LIMITS: &str = "\
#include \"limits.h\"
static int step(int n)
{
    return n - 1;
}
int limited(int n)
{
    while (n > MOST)
round:  n = step(n);
    return n;
}
";

const HEADER: &str = "\
#define MOST 100
int limited(int n);
";

/// A folder with the files, and how they are read.
fn files() -> (Folder, String, Translation) {
    let folder = Folder::new();
    let file = folder.write("clamp.c", CLAMP);
    folder.write("limits.h", HEADER);
    let files = vec![folder.write("limits.c", LIMITS)];
    let translation =
        Translation { c: CTranslation { files, ..CTranslation::default() }, ..translation() };
    (folder, file, translation)
}

/// Each path by its places and its condition, what came of its test, and what is known about others.
fn check(question: &UnitQuestion, expected: Expect) {
    let (folder, file, translation) = files();
    let unit = match prepare_unit(&file, &translation, question) {
        Ok(unit) => unit,
        Err(refused) => {
            let text = draw_diagnostics(&refused.sources, &refused.diagnostics, Style::PLAIN);
            let start = format!("{}/", folder.0.to_string_lossy());
            return expected.assert_eq(&text.replace(&start, ""));
        }
    };
    let never = AtomicBool::new(false);
    let found = find_paths(&unit, Options::default(), 20, &NO_LIMITS, &never, &mut ());
    let mut found = found.expect("a supported function");
    prove_none(&unit, &mut found, &NO_LIMITS, &never);
    let report = unit.report(&found);
    let options = TestOptions { folder: folder.0.join("tests"), framework: Framework::Plain };
    let mut generator = Generator::new(&unit, &translation, &options).expect("a folder");
    let mut out = String::new();
    for (path, told) in found.paths.iter().zip(&report.paths) {
        for step in &told.steps {
            let process = step.process.iter().map(|it| format!("{it}@"));
            out.extend(process);
            let file = step.file.iter().filter_map(|it| it.rsplit('/').next());
            out.extend(file.map(|it| format!("{it}:")));
            out.push_str(&format!("{} ", step.line));
        }
        let test = generator.write(path, &never).expect("a test");
        out.push_str(&format!("| {} | {:?} {}\n", told.condition, test.outcome, test.why));
    }
    out.push_str(if report.exhaustive { "no further path" } else { "perhaps more" });
    expected.assert_eq(&out);
}

fn asking(find: &str) -> UnitQuestion {
    UnitQuestion { find: Some(find.to_owned()), ..question(&["clamp"]) }
}

#[test]
fn nodes_of_further_files_are_places() {
    check(
        &asking("<> (at(limited:round) && n == 102)"),
        expect![[r#"
            4 limits.c:8 limits.c:9 | x == 102 | Good 
            4 limits.c:8 limits.c:9 limits.c:4 limits.c:5 limits.c:8 limits.c:9 | x == 103 | Good 
            perhaps more"#]],
    );
    check(
        &asking("<> at(limits.c:4)"),
        expect![[r#"
        4 limits.c:8 limits.c:9 limits.c:4 | x > 100 | Good 
        no further path"#]],
    );
    check(&asking("<> (at(limits.c:10) && n > 100)"), expect!["no further path"]);
    check(
        &asking("<> at(limits.c:99)"),
        expect![[r#"
        error[unknown-place]: no statement of `limits.c` starts at line 99
         --> --find:1:4
          |
        1 | <> at(limits.c:99)
          |    ^^^^^^^^^^^^^^^
          |
          = help: statements start at: 4, 5, 8, 9, 10, 11
    "#]],
    );
    check(
        &asking("<> at(other.c:4)"),
        expect![[r#"
        error[unknown-place]: there is no file `other.c`
         --> --find:1:4
          |
        1 | <> at(other.c:4)
          |    ^^^^^^^^^^^^^
          |
          = help: there are: clamp.c, limits.c
    "#]],
    );
}

#[test]
fn stubs_replace_functions_of_further_files() {
    let stubs = vec!["limited(n): result <= n".to_owned()];
    check(
        &UnitQuestion { stubs, ..asking("<> at(end)") },
        expect![[r#"
        4 5 8 9 | x == limited() | Good 
        4 5 7 9 | x >= limited() && x != limited() | Good 
        no further path"#]],
    );
}

#[test]
fn processes_move_through_further_files() {
    let question = UnitQuestion {
        requires: Some("x == 3 && clamp2_x == 3".to_owned()),
        find: Some("<> (at(clamp#1:end) && at(limits.c:10))".to_owned()),
        ..question(&["clamp", "clamp"])
    };
    check(
        &question,
        expect![[r#"
        clamp#1@4 clamp#2@4 clamp#1@limits.c:8 clamp#2@limits.c:8 clamp#1@limits.c:10 clamp#1@limits.c:11 clamp#1@5 clamp#1@8 clamp#1@9 clamp#2@limits.c:10 | x == 3 && clamp2_x == 3 | Good 
        clamp#1@4 clamp#2@4 clamp#1@limits.c:8 clamp#2@limits.c:8 clamp#1@limits.c:10 clamp#1@limits.c:11 clamp#1@5 clamp#1@8 clamp#2@limits.c:10 clamp#1@9 | x == 3 && clamp2_x == 3 | Good 
        clamp#1@4 clamp#2@4 clamp#1@limits.c:8 clamp#2@limits.c:8 clamp#1@limits.c:10 clamp#1@limits.c:11 clamp#2@limits.c:10 clamp#1@5 clamp#1@8 clamp#1@9 | x == 3 && clamp2_x == 3 | Good 
        clamp#1@4 clamp#2@4 clamp#1@limits.c:8 clamp#2@limits.c:8 clamp#1@limits.c:10 clamp#2@limits.c:10 clamp#1@limits.c:11 clamp#1@5 clamp#1@8 clamp#1@9 | x == 3 && clamp2_x == 3 | Good 
        clamp#1@4 clamp#2@4 clamp#1@limits.c:8 clamp#2@limits.c:8 clamp#2@limits.c:10 clamp#1@limits.c:10 clamp#1@limits.c:11 clamp#1@5 clamp#1@8 clamp#1@9 | x == 3 && clamp2_x == 3 | Good 
        no further path"#]],
    );
}

/// What became of the goals and of the tests.
fn cover(criterion: Criterion, sequences: &[&[&str]], expected: Expect) {
    let (folder, file, translation) = files();
    let question = question(&["clamp"]);
    let unit = prepare_unit(&file, &translation, &question).expect("a function");
    let owned = |it: &&[&str]| it.iter().map(|it| (*it).to_owned()).collect();
    let options = CoverageOptions {
        criterion,
        sequences: sequences.iter().map(owned).collect(),
        repeat: 1,
        more_elements: None,
        patience: Duration::from_secs(20),
        limits: NO_LIMITS,
    };
    let never = AtomicBool::new(false);
    let covered = cover_function(&unit, &translation, &question, &options, &never)
        .expect("a supported function");
    let mut out = String::new();
    for goal in &covered.report.goals {
        out.push_str(&format!("{} {}: {:?}\n", goal.line, goal.text, goal.state));
    }
    let tests = TestOptions { folder: folder.0.join("tests"), framework: Framework::Plain };
    let mut generator = Generator::new(&unit, &translation, &tests).expect("a folder");
    for path in &covered.paths {
        let report = generator.write(path, &never).expect("a test");
        out.push_str(&format!("test: {:?} {}\n", report.outcome, report.why));
    }
    expected.assert_eq(&out);
}

#[test]
fn goals_lead_through_further_files() {
    cover(
        Criterion::Branch,
        &[],
        expect![[r#"
        5 y != x: Covered
        5 y != x: Covered
        test: Good 
        test: Good 
    "#]],
    );
    let through: &[&str] = &["limits.c:8", "limited:round", "limits.c:4", "changed"];
    let never: &[&str] = &["changed", "limited:round"];
    cover(
        Criterion::Sequence,
        &[through, never],
        expect![[r#"
            8 limits.c:8, limited:round, limits.c:4, changed: Covered
            7 changed, limited:round: Unreachable
            test: Good 
        "#]],
    );
}
