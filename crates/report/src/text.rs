//! The report on the terminal: the verdict first, then each property with its evidence, then what
//! was never reached, then the cost.

mod chart;
mod object;
mod source;
mod story;
mod trace;

pub use story::draw_story;
pub use trace::{draw_ending, draw_step, draw_trace};

use crate::data::{
    AssumptionReport, PropertyReport, Report, SearchReport, StatementReport, StatisticsReport,
    Truth,
};
use crate::style::{Role, Style};
use crate::words::{UNSUPPORTED, bytes, counted, grouped, percent};

/// How much to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The verdicts, and where and why.
    Verdicts,
    /// What a person needs to know besides: the evidence, and what it cost in a line.
    Evidence,
    /// Everything, also what was tried and what each search cost.
    Everything,
}

/// Draws a report.
#[must_use]
pub fn draw_report(report: &Report, detail: Detail, style: Style) -> String {
    let rests = match (report.verdict, report.assumptions.len()) {
        (Truth::True, 1..) => " under the assumptions below",
        _ => "",
    };
    let mut text = format!("{}{rests}  {}\n", verdict(report.verdict, style), report.model);
    if detail == Detail::Verdicts {
        text = format!("{}  {}\n", verdict(report.verdict, style), report.model);
        text.push_str(&verdicts(&report.properties, style));
        return text;
    }
    if report.properties.is_empty() {
        text.push_str("  there is no property to check\n");
    }
    for answer in answers(&report.properties, detail, style) {
        text.push_str(&answer.draw(style));
    }
    text.push_str(&list("assumptions", &report.assumptions, style));
    text.push_str(&list("not covered", &report.remarks, style));
    text.push_str(&unreached(report, style));
    text.push_str(&match detail {
        Detail::Everything => statistics(&report.statistics, &report.reduction, style),
        Detail::Verdicts | Detail::Evidence => cost(&report.statistics, style),
    });
    text
}

/// A line for each property that fails or is open, and one for all that hold.
fn verdicts(properties: &[PropertyReport], style: Style) -> String {
    let of = |verdict| properties.iter().filter(move |it| it.verdict == verdict);
    let mut text = String::new();
    for it in of(Truth::False).chain(of(Truth::Maybe)) {
        text.push_str(&heading(it.verdict, &it.name, &reason(it), style));
    }
    let hold: Vec<&str> = of(Truth::True).map(|it| it.name.as_str()).collect();
    if !hold.is_empty() {
        text.push_str(&heading(Truth::True, &hold.join(", "), "", style));
    }
    text
}

/// The first line of an answer.
fn heading(verdict: Truth, names: &str, reason: &str, style: Style) -> String {
    let verdict = match verdict {
        Truth::True => style.paint(Role::Good, "true "),
        Truth::False => style.paint(Role::Bad, "false"),
        Truth::Maybe => style.paint(Role::Unsure, "maybe"),
    };
    format!("{verdict}  {}{reason}\n", style.paint(Role::Heading, names))
}

/// What answers rest on or do not cover.
fn list(heading: &str, entries: &[AssumptionReport], style: Style) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", style.paint(Role::Heading, heading));
    for it in entries {
        let place = it.place.as_ref().map(|at| format!(" ({}:{})", at.file, at.line));
        text.push_str(&format!("  {}{}\n", it.what, place.unwrap_or_default()));
    }
    text
}

fn verdict(verdict: Truth, style: Style) -> String {
    match verdict {
        Truth::True => style.paint(Role::Good, "TRUE"),
        Truth::False => style.paint(Role::Bad, "FALSE"),
        Truth::Maybe => style.paint(Role::Unsure, "MAYBE"),
    }
}

/// What is said of one property, or of several of which the same is to be said.
struct Answer<'a> {
    names: Vec<&'a str>,
    verdict: Truth,
    /// Where and why, in the same line.
    reason: String,
    /// The evidence, in the lines below.
    evidence: String,
}

impl Answer<'_> {
    fn draw(&self, style: Style) -> String {
        let first = heading(self.verdict, &self.names.join(", "), &self.reason, style);
        format!("\n{first}{}", self.evidence)
    }
}

/// All answers: what is wrong first, then what is open, then what holds. Those are named together of which the same is to be said.
fn answers(properties: &[PropertyReport], detail: Detail, style: Style) -> Vec<Answer<'_>> {
    let mut answers: Vec<Answer<'_>> = Vec::new();
    for verdict in [Truth::False, Truth::Maybe, Truth::True] {
        for property in properties.iter().filter(|it| it.verdict == verdict) {
            let (reason, evidence) = (reason(property), evidence(property, detail, style));
            let alike = |it: &&mut Answer<'_>| {
                it.verdict == verdict && it.reason == reason && it.evidence == evidence
            };
            match answers.iter_mut().find(alike) {
                Some(answer) => answer.names.push(&property.name),
                None => {
                    answers.push(Answer { names: vec![&property.name], verdict, reason, evidence })
                }
            }
        }
    }
    answers
}

fn reason(property: &PropertyReport) -> String {
    let place = property
        .place
        .as_ref()
        .map(|it| format!(" ({}:{}:{})", it.file, it.line, it.column))
        .unwrap_or_default();
    format!("{place}: {}", property.reason)
}

fn evidence(property: &PropertyReport, detail: Detail, style: Style) -> String {
    let mut text = String::new();
    let assurance = match (&property.rechecked, property.assurance) {
        (Some(how), "trusted") => format!("trusted; {how}"),
        (Some(how), _) => format!("re-checked by {how}"),
        (None, assurance) => assurance.to_owned(),
    };
    let by = format!("  {} by {}, {assurance}\n", kind_text(property.kind), property.by);
    if let Some(object) = property.trace.as_ref().and_then(|it| it.object.as_ref()) {
        text.push_str(&format!("  {}\n", object::told(object)));
    }
    match (property.verdict, detail) {
        (Truth::Maybe, Detail::Everything) => text.push_str(&all_that_was_tried(property, style)),
        (Truth::Maybe, Detail::Verdicts | Detail::Evidence) => text.push_str(&what_next(property)),
        (Truth::True | Truth::False, _) => text.push_str(&style.paint(Role::Faint, &by)),
    }
    if let Some(condition) = &property.vacuous {
        let note = format!("note: it holds only because `{condition}` is never true");
        text.push_str(&format!("  {}\n", style.paint(Role::Unsure, &note)));
    }
    text.push_str(&traces(property, style));
    text
}

/// Of an open property: what to do about it, in a line.
fn what_next(property: &PropertyReport) -> String {
    let able = property.rungs.iter().filter(|it| !it.reason.ends_with(UNSUPPORTED));
    let tried: Vec<&str> = able.map(|it| it.rung).collect();
    let mut parts = Vec::new();
    if 1 < tried.len() && property.reason_code != "unsupported" {
        parts.push(format!("tried {}", tried.join(", ")));
    }
    match (&property.hint, property.helps.first()) {
        (_, Some(help)) => parts.push(format!("would help: {help}")),
        (Some(hint), None) => parts.push(format!("hint: {hint}")),
        (None, None) => {}
    }
    if parts.is_empty() {
        return String::new();
    }
    let more = if 1 < property.rungs.len() { " (--explain tells more)" } else { "" };
    format!("  {}{more}\n", parts.join("; "))
}

/// Of an open property: all advice, and what each rung made of it.
fn all_that_was_tried(property: &PropertyReport, style: Style) -> String {
    let mut text = String::new();
    if let Some(hint) = &property.hint {
        text.push_str(&format!("  hint: {hint}\n"));
    }
    for help in &property.helps {
        text.push_str(&format!("  would help: {help}\n"));
    }
    for rung in property.rungs.iter().filter(|_| 1 < property.rungs.len()) {
        let line = format!("  tried {}, {:.2} s: {}\n", rung.rung, rung.seconds, rung.reason);
        text.push_str(&style.paint(Role::Faint, &line));
    }
    text
}

fn kind_text(kind: &str) -> &str {
    match kind {
        "unreachable" => "safety",
        "end-states" => "absence of deadlock",
        "acceptance" => "absence of acceptance cycles",
        "non-progress" => "absence of non-progress cycles",
        "ltl" => "temporal formula",
        "ctl" => "computation tree formula",
        "never" => "never claim",
        other => other,
    }
}

fn traces(property: &PropertyReport, style: Style) -> String {
    let mut text = String::new();
    if let Some(trace) = &property.trace {
        text.push_str(&draw_trace(trace, style));
    }
    for (index, trace) in property.more_traces.iter().enumerate() {
        let count = property.more_traces.len() + 1;
        let place = trace.steps.last().filter(|_| trace.end == "violation");
        let place = place
            .map_or_else(String::new, |it| format!(" ({}:{}:{})", it.file, it.line, it.column));
        let heading = format!("another run ({} of {count}){place}: {}", index + 2, trace.message);
        text.push_str(&format!("\n  {}\n", style.paint(Role::Heading, &heading)));
        if let Some(object) = &trace.object {
            text.push_str(&format!("  {}\n", object::told(object)));
        }
        text.push_str(&draw_trace(trace, style));
    }
    text
}

fn unreached(report: &Report, style: Style) -> String {
    let Some(processes) = &report.unreached else { return String::new() };
    if processes.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", style.paint(Role::Heading, "never reached"));
    for process in processes {
        let count = process.statements.len();
        let of = counted(process.of as u64, "statement");
        text.push_str(&format!("  {}: {count} of {of}\n", process.process));
        for statement in &process.statements {
            text.push_str(&statement_line(statement, style));
        }
    }
    text
}

fn statement_line(it: &StatementReport, style: Style) -> String {
    format!("    {}:{}:{}  {}\n", it.file, it.line, it.column, style.source(&it.text, 60))
}

/// What it cost, in a line.
fn cost(all: &StatisticsReport, style: Style) -> String {
    if all.searches.is_empty() {
        return String::new();
    }
    let (states, transitions) =
        (counted(all.states, "state"), counted(all.transitions, "transition"));
    let text = format!("\n{states}, {transitions}, {:.2} s\n", all.seconds);
    style.paint(Role::Faint, &text)
}

fn statistics(all: &StatisticsReport, reduction: &str, style: Style) -> String {
    if all.searches.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", style.paint(Role::Heading, "search"));
    let is_ladder = all.searches.iter().any(|it| it.rung != all.searches[0].rung);
    if 1 < all.searches.len() {
        for search in &all.searches {
            text.push_str(&if is_ladder { rung_line(search) } else { search_line(search) });
        }
    }
    let rate = all.states_per_second.round().max(0.0) as u64;
    text.push_str(&format!(
        "  {}, {}, depth {}, {}, {:.2} s ({} states/s), reduction {reduction}\n",
        counted(all.states, "state"),
        counted(all.transitions, "transition"),
        grouped(all.depth),
        bytes(all.memory_bytes),
        all.seconds,
        grouped(rate),
    ));
    let mut told: Vec<String> = Vec::new();
    for line in all.searches.iter().filter_map(method_line) {
        if !told.contains(&line) {
            told.push(line);
        }
    }
    text.push_str(&told.concat());
    for search in all.searches.iter().filter(|it| !it.dropped.is_empty()) {
        let properties = search.properties.join(", ");
        text.push_str(&format!("  dropped for {properties}: {}\n", search.dropped));
    }
    text
}

/// How a search was made; nothing if it was not needed.
fn method_line(it: &SearchReport) -> Option<String> {
    if it.storage.is_empty() {
        return None;
    }
    let threads = counted(it.threads, "thread");
    let mut text = format!("  {threads}, {} storage", it.storage);
    if 0.0 < it.bytes_per_state {
        text.push_str(&format!(", {:.1} bytes per state", it.bytes_per_state));
    }
    if let Some(coverage) = it.coverage {
        text.push_str(&format!(", estimated coverage {}", percent(coverage)));
    }
    if let Some(all) = &it.distribution {
        let processes = counted(all.processes, "process");
        let (rounds, sent) = (counted(all.rounds, "round"), bytes(all.bytes));
        text.push_str(&format!(", {processes}, {rounds}, {sent} exchanged"));
    }
    if !it.reductions.is_empty() {
        text.push_str(&format!("; reduced by {}", it.reductions.join(", ")));
    }
    text.push('\n');
    Some(text)
}

fn rung_line(it: &SearchReport) -> String {
    let settled = match it.settled.len() {
        0 => "nothing".to_owned(),
        _ => it.settled.join(", "),
    };
    let cost = counted(it.transitions, "transition");
    format!("  {} settles {settled}: {cost}, {:.2} s\n", it.rung, it.seconds)
}

fn search_line(it: &SearchReport) -> String {
    format!(
        "  {}: {}, {}, depth {}, {}, {:.2} s\n",
        it.properties.join(", "),
        counted(it.states, "state"),
        counted(it.transitions, "transition"),
        grouped(it.depth),
        bytes(it.memory_bytes),
        it.seconds,
    )
}

#[cfg(test)]
mod tests {
    use super::{Detail, answers};
    use crate::data::{PropertyReport, Truth};
    use crate::style::Style;
    use expect_test::{Expect, expect};

    fn property(name: &str, verdict: Truth, reason: &str) -> PropertyReport {
        PropertyReport {
            name: name.to_owned(),
            kind: "unreachable",
            verdict,
            by: "absint",
            assurance: "checked",
            basis: Vec::new(),
            rechecked: None,
            reason: reason.to_owned(),
            reason_code: "none",
            hint: None,
            helps: Vec::new(),
            rungs: Vec::new(),
            vacuous: None,
            place: None,
            trace: None,
            more_traces: Vec::new(),
        }
    }

    fn check(expected: Expect) {
        let properties = [
            property("shift", Truth::True, "nothing shifts"),
            property("bounds", Truth::Maybe, "time"),
            property("division", Truth::True, "nothing divides"),
            property("null", Truth::Maybe, "time"),
            property("overflow", Truth::True, "nothing shifts"),
            property("assertions", Truth::False, "x < 7"),
        ];
        let answers = answers(&properties, Detail::Evidence, Style::PLAIN);
        expected.assert_eq(&answers.iter().map(|it| it.draw(Style::PLAIN)).collect::<String>());
    }

    #[test]
    fn properties_of_which_the_same_is_to_be_said_are_named_together() {
        check(expect![[r#"

                false  assertions: x < 7
                  safety by absint, checked

                maybe  bounds, null: time

                true   shift, overflow: nothing shifts
                  safety by absint, checked

                true   division: nothing divides
                  safety by absint, checked
            "#]]);
    }
}
