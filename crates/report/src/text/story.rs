//! The story of a check: rung by rung, what was tried, what it settled and what it handed on.

use crate::data::{Report, SearchReport, Truth};
use crate::style::{Role, Style};
use crate::words::counted;

/// Draws how the properties were settled.
#[must_use]
pub fn draw_story(report: &Report, style: Style) -> String {
    let mut text = format!("\n{}\n", style.paint(Role::Heading, "ladder"));
    if report.statistics.searches.is_empty() {
        text.push_str("  nothing had to be searched\n");
    }
    for (number, search) in report.statistics.searches.iter().enumerate() {
        text.push_str(&step(number + 1, search, &report.statistics.searches[..number]));
        for property in &search.properties {
            text.push_str(&told(report, search, property));
        }
        if 0 < search.facts {
            let facts = counted(search.facts, "fact");
            text.push_str(&format!("     hands on {facts} about heads of loops\n"));
        }
    }
    let open = report.properties.iter().filter(|it| it.verdict == Truth::Maybe);
    for property in open {
        text.push_str(&format!("  open: {}\n", property.name));
        for help in &property.helps {
            text.push_str(&format!("     would help: {help}\n"));
        }
    }
    text
}

fn step(number: usize, search: &SearchReport, before: &[SearchReport]) -> String {
    let beside = beside(search, before);
    format!("  {number}. {} ({}), {:.2} s{beside}\n", search.rung, search.summary, search.seconds)
}

/// Which of the searches before it were not over when a search began.
fn beside(search: &SearchReport, before: &[SearchReport]) -> String {
    // Seconds that were rounded.
    const NO_TIME: f64 = 1e-6;
    let is_beside = |it: &&SearchReport| search.start + NO_TIME < it.start + it.seconds;
    let names: Vec<&str> = before.iter().filter(is_beside).map(|it| it.rung).collect();
    if names.is_empty() { String::new() } else { format!(", beside {}", names.join(" and ")) }
}

/// What a search made of a property.
fn told(report: &Report, search: &SearchReport, name: &str) -> String {
    let property = report.properties.iter().find(|it| it.name == name);
    let rungs = property.map(|it| it.rungs.as_slice()).unwrap_or_default();
    let same = |it: &&crate::data::RungReport| {
        it.rung == search.rung && it.seconds.total_cmp(&search.seconds).is_eq()
    };
    let Some(rung) = rungs.iter().find(same) else { return String::new() };
    match rung.verdict {
        Truth::True => format!("     settles {name}: true, {}\n", rung.reason),
        Truth::False => format!("     settles {name}: false, {}\n", rung.reason),
        Truth::Maybe => format!("     leaves {name} open: {}\n", rung.reason),
    }
}
