//! Runs on the terminal: one line for each step with its process, place, statement and what it
//! changed; the cycle marked; the middle of a long run folded.

use super::{chart, source};
use crate::data::{ChangeReport, ProcessReport, StandingReport, StepReport, TraceReport};
use crate::style::{Fold, Folding, Role, Style};

/// How many steps, or values, are kept at each end of a folded list.
const KEPT: usize = 20;
/// The longest statement that is not cut on a terminal.
const STATEMENT: usize = 40;

/// Draws a run with its message sequence chart and the state it ends in. What it shows is left to
/// the heading.
#[must_use]
pub fn draw_trace(trace: &TraceReport, style: Style) -> String {
    if !trace.stack.is_empty() {
        return source::draw(trace, style);
    }
    let mut text = steps(trace, style);
    text.push_str(&draw_ending(trace, style));
    text
}

/// Draws what follows the steps of a run: its message sequence chart and the state it ends in.
#[must_use]
pub fn draw_ending(trace: &TraceReport, style: Style) -> String {
    let mut text = chart::draw(trace, style);
    text.push_str(&last_state(trace, style));
    text
}

/// Draws one step as a line of its own, for runs that are shown as they happen.
#[must_use]
pub fn draw_step(number: usize, step: &StepReport, style: Style) -> String {
    line("   ", number, step, &Columns { process: 14, place: 8 }, style)
}

/// The widths of the columns.
struct Columns {
    process: usize,
    place: usize,
}

fn steps(trace: &TraceReport, style: Style) -> String {
    let told: Vec<(usize, &StepReport)> =
        trace.steps.iter().enumerate().filter(|(_, it)| is_told(it, style)).collect();
    let names = told.iter().map(|it| actor(it.1).chars().count());
    let places = told.iter().map(|it| place(it.1).len());
    let columns = Columns { process: names.max().unwrap_or(0), place: places.max().unwrap_or(0) };
    let count = told.len();
    let fold = Fold::of(count, KEPT, style.folding);
    let mut text = String::new();
    for (position, (index, step)) in told.into_iter().enumerate() {
        if trace.cycle_start == Some(index) {
            text.push_str(&style.paint(Role::Bad, "  ┌─ cycle"));
            text.push('\n');
        }
        let in_cycle = trace.cycle_start.is_some_and(|start| start <= index);
        let gutter = if in_cycle { "  │" } else { "   " };
        if fold.shows(position, count) {
            text.push_str(&line(gutter, index + 1, step, &columns, style));
        } else if position == fold.head {
            text.push_str(&hidden(gutter, fold.hidden(count), style));
        }
    }
    if let Some(start) = trace.cycle_start {
        let mark = format!("  └─ repeats from step {}", start + 1);
        text.push_str(&style.paint(Role::Bad, &mark));
        text.push('\n');
    }
    text
}

/// Whether a step is told: what happens inside the library is not, unless it goes wrong there.
fn is_told(step: &StepReport, style: Style) -> bool {
    style.folding == Folding::Full || !step.file.starts_with('<') || step.violation.is_some()
}

fn hidden(gutter: &str, count: usize, style: Style) -> String {
    let note = format!("{gutter}   ⋮   {count} more steps (--full-trace shows them)\n");
    style.paint(Role::Faint, &note)
}

fn line(gutter: &str, number: usize, step: &StepReport, columns: &Columns, style: Style) -> String {
    let (process, place) = (columns.process, columns.place);
    let mut statement = style.source(&step.text, STATEMENT);
    if let Some(partner) = &step.partner {
        let received = style.source(&partner.text, STATEMENT);
        let place = format!("{}:{}", partner.line, partner.column);
        statement =
            format!("{statement}  → {}({}) {place} {received}", partner.process, partner.pid);
    }
    let head =
        format!("{gutter}{number:>4}  {:<process$}  {:<place$}  ", actor(step), self::place(step));
    let indent = " ".repeat(head.chars().count() - gutter.chars().count());
    let mut text = format!("{head}{statement}");
    let changes = changes(step);
    if !changes.is_empty() {
        let used = text.chars().count() + changes.chars().count() + 2;
        if used <= style.width {
            let gap = 24usize.saturating_sub(statement.chars().count());
            let gap = gap.min(style.width - used) + 2;
            text.push_str(&" ".repeat(gap));
        } else {
            text.push_str(&format!("\n{gutter}{indent}  "));
        }
        text.push_str(&style.paint(Role::Faint, &changes));
    }
    text.push('\n');
    for output in step.output.lines() {
        text.push_str(&format!("{gutter}{indent}  prints: {output}\n"));
    }
    if let Some(violation) = &step.violation {
        let mark = style.paint(Role::Bad, &format!("✗ {violation}"));
        text.push_str(&format!("{gutter}{indent}{mark}\n"));
    }
    text
}

fn actor(step: &StepReport) -> String {
    format!("{}({})", step.process, step.pid)
}

fn place(step: &StepReport) -> String {
    format!("{}:{}", step.line, step.column)
}

/// What a step changed. The first values of a new process's variables go without saying.
fn changes(step: &StepReport) -> String {
    let has = |processes: &[ProcessReport], it: &ChangeReport| {
        it.owner.as_ref().is_some_and(|owner| processes.contains(owner))
    };
    let telling = |it: &&ChangeReport| !has(&step.started, it) && !has(&step.ended, it);
    let values = step.changes.iter().filter(telling).map(|it| change(step, it));
    let started = step.started.iter().map(|it| format!("{}({}) starts", it.process, it.pid));
    let ended = step.ended.iter().map(|it| format!("{}({}) ends", it.process, it.pid));
    values.chain(started).chain(ended).collect::<Vec<_>>().join(", ")
}

fn change(step: &StepReport, it: &ChangeReport) -> String {
    let name = match &it.owner {
        Some(owner) if owner.pid != step.pid => owned(&it.name, Some(owner)),
        Some(_) | None => it.name.clone(),
    };
    match (&it.before, &it.after) {
        (Some(before), Some(after)) => format!("{name}: {before} -> {after}"),
        (None, Some(after)) => format!("{name} = {after}"),
        (_, None) => format!("{name} is gone"),
    }
}

/// A name with its owner in front.
fn owned(name: &str, owner: Option<&ProcessReport>) -> String {
    owner.map_or_else(|| name.to_owned(), |it| format!("{}({}):{name}", it.process, it.pid))
}

/// Where everybody is in the end, and what everything holds.
fn last_state(trace: &TraceReport, style: Style) -> String {
    if trace.processes.is_empty() && trace.values.is_empty() {
        return String::new();
    }
    let heading = if trace.steps.is_empty() {
        "in the initial state".to_owned()
    } else {
        format!("after step {}", trace.steps.len())
    };
    let mut text = format!("  {}\n", style.paint(Role::Heading, &heading));
    for standing in &trace.processes {
        text.push_str(&stands(standing, style));
    }
    let count = trace.values.len();
    let fold = Fold::of(count, KEPT, style.folding);
    for (index, value) in trace.values.iter().enumerate() {
        if fold.shows(index, count) {
            let name = owned(&value.name, value.owner.as_ref());
            text.push_str(&format!("    {name} = {}\n", value.value));
        } else if index == fold.head {
            let note = format!("    ⋮ {} more values\n", fold.hidden(count));
            text.push_str(&style.paint(Role::Faint, &note));
        }
    }
    text
}

fn stands(it: &StandingReport, style: Style) -> String {
    let statement = style.source(&it.text, STATEMENT);
    let remark = if it.valid_end { " (valid end)" } else { "" };
    format!("    {}({}) at {}:{}  {statement}{remark}\n", it.process, it.pid, it.line, it.column)
}

#[cfg(test)]
mod tests {
    use super::draw_trace;
    use crate::data::{ChangeReport, PartnerReport, StandingReport, TraceReport, ValueReport};
    use crate::example::{step, trace};
    use crate::style::{Folding, Style};
    use expect_test::{Expect, expect};

    fn check(trace: &TraceReport, style: Style, expected: Expect) {
        // The line in front keeps the indentation of the others visible.
        expected.assert_eq(&format!("trace\n{}", draw_trace(trace, style)));
    }

    fn change(name: &str, before: &str, after: &str) -> ChangeReport {
        ChangeReport {
            name: name.to_owned(),
            owner: None,
            before: Some(before.to_owned()),
            after: Some(after.to_owned()),
            matters: true,
        }
    }

    fn a_cycle() -> TraceReport {
        let mut run = trace(vec![step("P", 0, 3, "x = 1"), step("Consumer", 1, 8, "q?y")]);
        run.steps[0].changes.push(change("x", "0", "1"));
        run.steps[1].output = "got it\n".to_owned();
        run.steps[1].partner = Some(PartnerReport {
            process: "P".to_owned(),
            pid: 2,
            line: 4,
            column: 1,
            text: "q!1".to_owned(),
        });
        run.cycle_start = Some(1);
        run.end = "cycle";
        run.message = "a cycle goes on for ever".to_owned();
        run
    }

    #[test]
    fn the_cycle_is_marked() {
        check(
            &a_cycle(),
            Style::PLAIN,
            expect![[r#"
                trace
                      1  P(0)         3:5  x = 1                     x: 0 -> 1
                  ┌─ cycle
                  │   2  Consumer(1)  8:5  q?y  → P(2) 4:1 q!1
                  │                          prints: got it
                  └─ repeats from step 2
            "#]],
        );
    }

    #[test]
    fn changes_that_do_not_fit_go_to_a_line_of_their_own() {
        check(
            &a_cycle(),
            Style { width: 40, ..Style::PLAIN },
            expect![[r#"
                trace
                      1  P(0)         3:5  x = 1
                                             x: 0 -> 1
                  ┌─ cycle
                  │   2  Consumer(1)  8:5  q?y  → P(2) 4:1 q!1
                  │                          prints: got it
                  └─ repeats from step 2
            "#]],
        );
    }

    #[test]
    fn the_end_of_a_deadlock_tells_where_everybody_is() {
        let mut run = trace(vec![step("P", 0, 3, "assert(x < 2)")]);
        run.steps[0].violation = Some("assertion violated".to_owned());
        run.processes.push(StandingReport {
            process: "P".to_owned(),
            pid: 0,
            line: 4,
            column: 2,
            text: "q?x".to_owned(),
            valid_end: false,
        });
        run.values.push(ValueReport { name: "x".to_owned(), owner: None, value: "2".to_owned() });
        check(
            &run,
            Style::PLAIN,
            expect![[r#"
                trace
                      1  P(0)  3:5  assert(x < 2)
                                    ✗ assertion violated
                  after step 1
                    P(0) at 4:2  q?x
                    x = 2
            "#]],
        );
    }

    #[test]
    fn long_runs_are_folded_unless_asked() {
        let run = trace((0..100).map(|n| step("P", 0, n + 1, "skip")).collect());
        let folded = draw_trace(&run, Style::PLAIN);
        assert!(folded.contains("60 more steps"), "{folded}");
        assert!(folded.lines().count() < 50, "{folded}");
        let full = draw_trace(&run, Style { folding: Folding::Full, ..Style::PLAIN });
        assert_eq!(full.matches("skip").count(), 100);
    }
}
