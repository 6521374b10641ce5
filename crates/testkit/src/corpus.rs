//! The corpus: its programs, and whether everything comes out as the header of a model says.

use std::path::{Path, PathBuf};

use tribunal_base::Kleene;
use tribunal_driver::{Dialect, Errors, Reduction};
use tribunal_engine::Fairness;
use tribunal_ir::{Overflow, Program, PropertyKind};

use crate::header::Header;
use crate::ours::{Settings, Size, Summary, read, run, safety};

/// Programs in the style of real libraries: they are measured, not asked about one by one.
const MEASURED: &str = "real";

/// The languages of the corpus: the names of its folders.
///
/// # Panics
/// If the corpus cannot be read.
#[must_use]
pub fn languages() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let entries = std::fs::read_dir(&root).unwrap_or_else(|it| panic!("{root:?}: {it}"));
    let names = entries.map(|it| it.expect("the corpus should be readable").file_name());
    let names = names.map(|it| it.to_string_lossy().into_owned());
    let mut languages: Vec<String> = names.filter(|it| it != MEASURED).collect();
    languages.sort();
    languages
}

/// The programs of a language, in the order of their paths.
///
/// # Panics
/// If they cannot be read.
#[must_use]
pub fn programs(language: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus").join(language);
    let mut found = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|it| panic!("{folder:?}: {it}"));
        for entry in entries {
            let path = entry.expect("the corpus should be readable").path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// The header of a program.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn header(path: &Path) -> Header {
    let text = std::fs::read_to_string(path).unwrap_or_else(|it| panic!("{path:?}: {it}"));
    Header::parse(&text).unwrap_or_else(|it| panic!("{path:?}: {it}"))
}

/// Compares a model with its header.
///
/// # Errors
/// If something is not as the header says; all of it is told.
pub fn examine(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|it| it.to_string())?;
    let header = Header::parse(&text)?;
    let settings = settings(&header);
    let path = path.to_string_lossy();
    let program = match (read(&path, &settings), &header.reject) {
        (Ok(_), Some(code)) => return Err(format!("not refused, but expected `{code}`")),
        (Err(refusal), None) => return Err(format!("refused: {refusal}")),
        (Err(refusal), Some(code)) if refusal.codes.contains(&code.as_str()) => return Ok(()),
        (Err(refusal), Some(code)) => {
            return Err(format!("refused by {:?}, not `{code}`: {refusal}", refusal.codes));
        }
        (Ok(program), None) => program,
    };
    let mut failures = missing(&header, &program);
    failures.extend(size_of(&header, &program, &settings));
    for reduction in [Reduction::NONE, Reduction::MERGE, Reduction::FULL] {
        let settings = Settings { reduction, errors: Errors::First, ..settings };
        let summary = run(program.clone(), asked(&header, &program), &settings);
        let wrong = wrong_verdicts(&header, &summary);
        failures.extend(wrong.map(|it| format!("{it} with reduction {reduction}")));
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn settings(header: &Header) -> Settings {
    let mut settings = Settings::default();
    if header.has("--spin-compatible") {
        settings.dialect = Dialect::SpinCompatible;
    }
    if header.has("--lossy") {
        settings.overflow = Overflow::Lose;
    }
    if header.has("--fair") {
        settings.fairness = Fairness::Weak;
    }
    settings
}

/// Properties that the header tells of and the model does not have.
fn missing(header: &Header, program: &Program) -> Vec<String> {
    let known = |name: &str| program.props.values().any(|it| it.name == name);
    let missing = header.verdicts.iter().filter(|(name, _)| !known(name));
    missing.map(|(name, _)| format!("there is no property `{name}`")).collect()
}

/// The properties checked by default, and those that the header tells of.
fn asked(header: &Header, program: &Program) -> Vec<String> {
    let told = |name: &str| header.verdicts.iter().any(|(it, _)| it == name);
    let asked = program
        .props
        .values()
        .filter(|it| it.kind != PropertyKind::NoNonProgressCycle || told(&it.name));
    asked.map(|it| it.name.clone()).collect()
}

/// How the unreduced graph differs in size.
fn size_of(header: &Header, program: &Program, settings: &Settings) -> Option<String> {
    let (Some(states), Some(transitions)) = (header.states, header.transitions) else {
        return None;
    };
    let expected = Size { states, transitions };
    let summary = run(program.clone(), safety(program), settings);
    match summary.size {
        Some(size) if size == expected => None,
        Some(size) => Some(format!("{size}, not {expected}")),
        None => Some(format!("the graph could not be searched: {:?}", summary.unsettled())),
    }
}

fn wrong_verdicts<'a>(
    header: &'a Header,
    summary: &'a Summary,
) -> impl Iterator<Item = String> + 'a {
    let wrong = summary.findings.iter().filter(|it| it.verdict != header.expected(&it.property));
    wrong.map(|it| {
        let expected = header.expected(&it.property);
        let reason = it.reason.as_ref().map_or_else(String::new, |it| format!(" ({it:?})"));
        format!("`{}` is {}{reason}, not {}", it.property, word(it.verdict), word(expected))
    })
}

fn word(verdict: Kleene) -> &'static str {
    match verdict {
        Kleene::True => "true",
        Kleene::False => "false",
        Kleene::Maybe => "maybe",
    }
}
