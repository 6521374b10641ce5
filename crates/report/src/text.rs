//! The report on the terminal: the verdict first, then each property with its evidence, then what
//! was never reached, then the cost.

mod chart;
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
use crate::words::{bytes, counted, grouped, one_line, percent};

/// How much to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The verdict and one line for each property.
    Verdicts,
    /// Everything.
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
    if report.properties.is_empty() {
        text.push_str("  there is no property to check\n");
    }
    for property in &report.properties {
        text.push_str(&draw_property(property, detail, style));
    }
    text.push_str(&list("assumptions", &report.assumptions, style));
    text.push_str(&list("not covered", &report.remarks, style));
    if detail == Detail::Everything {
        text.push_str(&unreached(report, style));
        text.push_str(&statistics(&report.statistics, &report.reduction, style));
    }
    text
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

fn draw_property(property: &PropertyReport, detail: Detail, style: Style) -> String {
    let answer = match property.verdict {
        Truth::True => style.paint(Role::Good, "true "),
        Truth::False => style.paint(Role::Bad, "false"),
        Truth::Maybe => style.paint(Role::Unsure, "maybe"),
    };
    let name = style.paint(Role::Heading, &property.name);
    let place = property
        .place
        .as_ref()
        .map(|it| format!(" ({}:{}:{})", it.file, it.line, it.column))
        .unwrap_or_default();
    let mut text = format!("\n{answer}  {name}{place}: {}\n", property.reason);
    let assurance = match (&property.rechecked, property.assurance) {
        (Some(how), "trusted") => format!("trusted; {how}"),
        (Some(how), _) => format!("re-checked by {how}"),
        (None, assurance) => assurance.to_owned(),
    };
    let by = format!("  {} by {}, {assurance}\n", kind_text(property.kind), property.by);
    if property.verdict != Truth::Maybe {
        text.push_str(&style.paint(Role::Faint, &by));
    }
    if let Some(hint) = &property.hint {
        text.push_str(&format!("  hint: {hint}\n"));
    }
    for help in &property.helps {
        text.push_str(&format!("  would help: {help}\n"));
    }
    if property.verdict == Truth::Maybe && 1 < property.rungs.len() {
        for rung in &property.rungs {
            let line = format!("  tried {}, {:.2} s: {}\n", rung.rung, rung.seconds, rung.reason);
            text.push_str(&style.paint(Role::Faint, &line));
        }
    }
    if let Some(condition) = &property.vacuous {
        let note = format!("note: it holds only because `{condition}` is never true");
        text.push_str(&format!("  {}\n", style.paint(Role::Unsure, &note)));
    }
    if detail == Detail::Everything {
        text.push_str(&traces(property, style));
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
        let heading = format!("another run ({} of {count}): {}", index + 2, trace.message);
        text.push_str(&format!("\n  {}\n", style.paint(Role::Heading, &heading)));
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
            text.push_str(&statement_line(statement));
        }
    }
    text
}

fn statement_line(it: &StatementReport) -> String {
    format!("    {}:{}:{}  {}\n", it.file, it.line, it.column, one_line(&it.text, 60))
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
    let mut text =
        format!("  {threads}, {} storage, {:.1} bytes per state", it.storage, it.bytes_per_state);
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
