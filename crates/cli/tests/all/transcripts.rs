//! README and book show what happens: every command in them is run, and prints what stands below it.
//!
//! A line `…` or `...` stands for any lines. Where nothing stands below a command, its options are looked at alone: its program may be one that the reader has.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A command and what is said to come of it.
struct Session {
    command: String,
    expected: Vec<String>,
}

/// The sessions of a text.
fn sessions(text: &str) -> Vec<Session> {
    let mut sessions: Vec<Session> = Vec::new();
    let mut is_shown = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_shown = false;
        } else if let Some(command) = line.strip_prefix("$ tribunal ") {
            let command = command.split(" #").next().unwrap_or_default().to_owned();
            sessions.push(Session { command, expected: Vec::new() });
            is_shown = true;
        } else if let Some(session) = sessions.last_mut().filter(|_| is_shown) {
            session.expected.push(line.to_owned());
        }
    }
    sessions
}

/// The words of a command, as a shell parts them.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for character in command.chars() {
        match (quote, character) {
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (None, ' ') => {
                words.extend(Some(std::mem::take(&mut word)).filter(|it| !it.is_empty()))
            }
            _ => word.push(character),
        }
    }
    words.extend(Some(word).filter(|it| !it.is_empty()));
    words
}

/// Lines as they are compared: empty ones do not count, and times are what they are.
fn compared<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let lines = lines.filter(|it| !it.trim().is_empty());
    lines
        .map(|line| {
            let words = line.trim_end().split(' ').collect::<Vec<_>>();
            let is_time =
                |at: usize| words.get(at + 1) == Some(&"s") && words[at].parse::<f64>().is_ok();
            let word = |at: usize| if is_time(at) { "0.00" } else { words[at] };
            (0..words.len()).map(word).collect::<Vec<_>>().join(" ")
        })
        .collect()
}

/// Whether lines are those that are expected, of which some can be left out.
fn agrees(told: &[String], expected: &[String]) -> bool {
    let is_gap = |it: &String| matches!(it.trim(), "…" | "...");
    let mut parts = expected.split(is_gap);
    let Some(rest) = parts.next().and_then(|first| told.strip_prefix(first)) else { return false };
    let mut rest = rest;
    let mut parts: Vec<&[String]> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let found = (0..=rest.len()).find(|at| rest[*at..].starts_with(part));
        let Some(found) = found else { return false };
        rest = &rest[found + part.len()..];
    }
    rest.ends_with(last)
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the temporary folder should be writable");
    for entry in std::fs::read_dir(from).expect("there should be examples") {
        let (path, name) = entry.map(|it| (it.path(), it.file_name())).expect("a file has a name");
        if path.is_dir() {
            copy(&path, &to.join(name));
        } else {
            std::fs::copy(&path, to.join(name)).expect("the temporary folder should be writable");
        }
    }
}

/// A folder as its reader has it.
fn folder(document: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("transcripts").join(document);
    let _ = std::fs::remove_dir_all(&folder);
    copy(&root().join("examples"), &folder.join("examples"));
    if document == "certificates.md" {
        // The book says what was changed in it.
        let steps = std::fs::read_to_string(folder.join("examples/steps.c"));
        let slower = steps.expect("there should be examples").replace("< 100", "< 200");
        std::fs::write(folder.join("slower.c"), slower).expect("the folder should be writable");
    }
    folder
}

/// Runs the commands of a document; yields what is not as it says, and how many there are.
fn problems(path: &Path) -> (Vec<String>, usize) {
    let text = std::fs::read_to_string(path).expect("the document should be readable");
    let name = path.file_name().expect("a document has a name").to_string_lossy().into_owned();
    let sessions = sessions(&text);
    if sessions.is_empty() {
        return (Vec::new(), 0);
    }
    let folder = folder(&name);
    let mut problems = Vec::new();
    for session in &sessions {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
        command.args(words(&session.command)).env_remove("COLUMNS").current_dir(&folder);
        let output = command.output().expect("the binary should start");
        let text = [&output.stderr[..], &output.stdout[..]].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        let told = compared(text.lines());
        let expected = compared(session.expected.iter().map(String::as_str));
        let agrees =
            if expected.is_empty() { !text.contains("Usage: ") } else { agrees(&told, &expected) };
        if !agrees {
            let (command, told) = (&session.command, told.join("\n"));
            problems.push(format!("{name}: $ tribunal {command}\n{told}"));
        }
    }
    (problems, sessions.len())
}

#[test]
fn documents_show_what_happens() {
    let mut paths = vec![root().join("README.md")];
    let book = std::fs::read_dir(root().join("docs/book/src")).expect("there should be a book");
    paths.extend(book.map(|it| it.expect("a document has a name").path()));
    paths.sort();
    let (mut found, mut count) = (Vec::new(), 0);
    for path in paths {
        let (problems, commands) = problems(&path);
        found.extend(problems);
        count += commands;
    }
    assert!(found.is_empty(), "{}", found.join("\n\n"));
    assert!(20 < count, "there are only {count} commands");
}

#[test]
fn gaps_stand_for_any_lines() {
    let lines = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    let told = lines("a b c d");
    for (expected, agreed) in [
        ("a b c d", true),
        ("a b c", false),
        ("b c d", false),
        ("… c d", true),
        ("a … d", true),
        ("a b …", true),
        ("… b …", true),
        ("a … b d", false),
        ("… d c …", false),
    ] {
        assert_eq!(agrees(&told, &lines(expected)), agreed, "{expected}");
    }
}

#[test]
fn words_are_parted_as_by_a_shell() {
    assert_eq!(words("check 'a b' \"it's\" c"), ["check", "a b", "it's", "c"]);
}
