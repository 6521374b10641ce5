//! Examines one model of the corpus: does everything come out as its header says?

use std::path::Path;

use tribunal_base::Kleene;
use tribunal_driver::{Dialect, Errors, Reduction};
use tribunal_engine::Fairness;
use tribunal_ir::{Overflow, Program, PropertyKind};

use crate::header::{Choice, Header};
use crate::ours::{Settings, Size, Summary, read, run, safety};

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
    if header.has(Choice::SpinCompatible) {
        settings.dialect = Dialect::SpinCompatible;
    }
    if header.has(Choice::Lossy) {
        settings.overflow = Overflow::Lose;
    }
    if header.has(Choice::Fair) {
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
