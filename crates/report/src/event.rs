//! What is told before a check is over: each answer as soon as it is there, for programs in a line of JSON, for people in a line of text.

use std::time::Duration;

use serde::Serialize;
use tribunal_base::Kleene;
use tribunal_engine::Answer;
use tribunal_ir::Program;

use crate::data::{PropertyReport, Report, Truth};
use crate::style::{Role, Style};
use crate::words;

/// A line of JSON, by the word in `event`.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event<'a> {
    /// A property was answered.
    Answer(&'a AnswerReport),
    /// The end: all that there is to say.
    Report {
        /// What `--json` prints.
        report: &'a Report,
    },
}

/// A property that was answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerReport {
    /// Seconds from the start of the check.
    pub seconds: f64,
    /// Its name.
    pub name: String,
    /// The answer.
    pub verdict: Truth,
    /// The answer in full, without `rungs` and `helps`; absent for formulas of computation tree logic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub property: Option<PropertyReport>,
}

impl AnswerReport {
    /// The report about an answer.
    #[must_use]
    pub fn new(
        name: &str,
        value: Kleene,
        evidence: Option<(&Program, &Answer)>,
        elapsed: Duration,
    ) -> Self {
        Self {
            seconds: elapsed.as_secs_f64(),
            name: name.to_owned(),
            verdict: words::truth_of(value),
            property: evidence.map(|(program, answer)| PropertyReport::of(program, answer)),
        }
    }
}

/// A line of JSON.
#[must_use]
pub fn json_line(event: &Event<'_>) -> String {
    // Reports are plain data with names as keys: this cannot fail.
    let mut text = serde_json::to_string(event).unwrap_or_default();
    text.push('\n');
    text
}

/// A line for people.
#[must_use]
pub fn draw_answer(answer: &AnswerReport, style: Style) -> String {
    let verdict = match answer.verdict {
        Truth::True => style.paint(Role::Good, "true "),
        Truth::False => style.paint(Role::Bad, "false"),
        Truth::Maybe => style.paint(Role::Unsure, "maybe"),
    };
    let why = answer.property.as_ref().map_or_else(String::new, |it| {
        let place = it.place.as_ref().map(|at| format!(" ({}:{})", at.file, at.line));
        format!("{}: {}", place.unwrap_or_default(), it.reason)
    });
    let name = style.paint(Role::Heading, &answer.name);
    format!("{verdict}  {name}{why} [{:.1} s]\n", answer.seconds)
}
