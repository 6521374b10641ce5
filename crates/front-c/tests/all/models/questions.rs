//! What a program is told that asks what the compiler knows, compared with gcc.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use tribunal_front_c::support::{attributes, builtins, functions};

use super::reference::errors;

const STANDARD: &[&str] = &["deprecated", "fallthrough", "maybe_unused", "nodiscard", "noreturn"];

/// Names that gcc does not know, or knows by another name.
const OTHERS: &[&str] = &[
    "never_heard_of",
    "__never_heard_of__",
    "counted_by",
    "overloadable",
    "address_space",
    "__builtin_assume",
    "__builtin_bitreverse32",
    "__builtin_ia32_pause",
    "__builtin_classify_type",
    "__builtin",
    "gnu::packed",
    "__gnu__::__packed__",
    "clang::packed",
    "gnu::maybe_unused",
    "gnu :: unused",
];

/// All questions about the names of the table.
fn questions() -> Vec<String> {
    let attributes: Vec<&str> = attributes::ROWS
        .iter()
        .flat_map(|it| it.names)
        .copied()
        .chain(STANDARD.iter().copied())
        .collect();
    let mut questions = Vec::new();
    for name in attributes.iter().chain(OTHERS) {
        for query in ["__has_attribute", "__has_c_attribute", "__has_cpp_attribute"] {
            questions.push(format!("{query}({name})"));
            if !name.contains(':') && !name.starts_with("__") {
                questions.push(format!("{query}(__{name}__)"));
                questions.push(format!("{query}(gnu::{name})"));
            }
        }
    }
    for name in builtins::ROWS.iter().chain(functions::ROWS).flat_map(|it| it.names) {
        questions.push(format!("__has_builtin({name})"));
        questions.push(format!("__has_builtin(__builtin_{name})"));
    }
    let plain = OTHERS.iter().filter(|it| !it.contains(':'));
    questions.extend(plain.map(|it| format!("__has_builtin({it})")));
    questions
}

/// The answers of gcc, if it is the one that we take after.
fn answers(questions: &[String]) -> Option<Vec<i64>> {
    let version = Command::new("gcc").arg("-dumpversion").output().ok()?;
    let machine = Command::new("gcc").arg("-dumpmachine").output().ok()?;
    if version.stdout.trim_ascii() != b"12" || !machine.stdout.starts_with(b"x86_64") {
        return None;
    }
    let mut text = String::new();
    for (index, it) in questions.iter().enumerate() {
        _ = writeln!(text, "#if {it} == 0\n{index} 0\n#elif {it} == 1\n{index} 1");
        _ = writeln!(
            text,
            "#elif {it} == 201904\n{index} 201904\n#elif {it} == 202003\n{index} 202003\n#endif"
        );
    }
    let mut child = Command::new("gcc")
        .args(["-E", "-P", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("gcc should start");
    let mut input = child.stdin.take().expect("there should be an input");
    std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(text.as_bytes()).expect("gcc should read"));
        let output = child.wait_with_output().expect("gcc should end");
        let words = String::from_utf8_lossy(&output.stdout).into_owned();
        let numbers: Vec<i64> =
            words.split_whitespace().map(|it| it.parse().expect("a number")).collect();
        assert_eq!(numbers.len(), 2 * questions.len(), "each question should have an answer");
        Some(numbers.chunks(2).map(|it| it[1]).collect())
    })
}

#[test]
fn the_answers_are_those_of_gcc() {
    let questions = questions();
    let Some(answers) = answers(&questions) else { return };
    let mut text = String::new();
    for (question, answer) in questions.iter().zip(&answers) {
        _ = writeln!(text, "#if {question} != {answer}\n#error {question}\n#endif");
    }
    text.push_str("int main(void) { return 0; }\n");
    assert_eq!(errors(&text), Vec::<String>::new());
    assert!(answers.contains(&0) && answers.contains(&1));
}
