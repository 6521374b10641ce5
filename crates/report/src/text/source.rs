//! Runs of sequential programs on the terminal: the inputs, one line for each line of the source that was visited, the values that
//! matter, and the calls that are open at the end. Of a loop, the first round and the last two are shown.

use std::collections::HashMap;

use crate::data::{ChangeReport, FrameReport, InputReport, LoopReport, StepReport, TraceReport};
use crate::style::{Fold, Folding, Role, Style};
use crate::words::counted;

/// How many steps or inputs are kept at each end of a folded list.
const KEPT: usize = 20;
/// So much of a line of source is shown even on a narrow terminal.
const TEXT: usize = 40;
/// How many values of one step are shown.
const VALUES: usize = 6;
/// How many rounds of a loop are shown: the first one, and so many at the end.
const LAST_ROUNDS: u64 = 2;

/// Draws a run.
pub(super) fn draw(trace: &TraceReport, style: Style) -> String {
    let mut text = inputs(&trace.inputs, style);
    text.push_str(&steps(trace, style));
    text.push_str(&stack(&trace.stack, style));
    text
}

fn heading(text: &str, style: Style) -> String {
    format!("  {}\n", style.paint(Role::Heading, text))
}

/// The inputs, those that one place asks for in a row (the characters of a line that is read) in one line.
fn inputs(inputs: &[InputReport], style: Style) -> String {
    if inputs.is_empty() {
        return String::new();
    }
    let mut text = heading("inputs", style);
    let place = |it: &InputReport| format!("{}:{}", it.file, it.line);
    let width = inputs.iter().map(|it| place(it).chars().count()).max().unwrap_or(0);
    let alike = |a: &InputReport, b: &InputReport| {
        (place(a), &a.name, &a.kind) == (place(b), &b.name, &b.kind)
    };
    let rows: Vec<&[InputReport]> = inputs.chunk_by(alike).collect();
    let fold = Fold::of(rows.len(), KEPT, style.folding);
    for (index, row) in rows.iter().enumerate() {
        if fold.shows(index, rows.len()) {
            let remark = if row[0].kind == "input" { "" } else { " (not initialised)" };
            let head = format!("    {:<width$}  {}{remark} = ", place(&row[0]), row[0].name);
            text.push_str(&head);
            text.push_str(&values_in_lines(row, head.chars().count(), style));
        } else if index == fold.head {
            let hidden: usize =
                rows[fold.head..][..fold.hidden(rows.len())].iter().map(|it| it.len()).sum();
            let note = format!("    … {}\n", counted(hidden as u64, "more input"));
            text.push_str(&style.paint(Role::Faint, &note));
        }
    }
    text
}

/// The values of a row of inputs, in as many lines as they need; the middle of many is folded.
fn values_in_lines(row: &[InputReport], indent: usize, style: Style) -> String {
    let fold = Fold::of(row.len(), KEPT, style.folding);
    let mut text = String::new();
    let mut used = indent;
    for (index, input) in row.iter().enumerate() {
        let value = if fold.shows(index, row.len()) {
            match &input.character {
                Some(character) => format!("{} {character}", input.value),
                None => input.value.clone(),
            }
        } else if index == fold.head {
            format!("… {} more …", fold.hidden(row.len()))
        } else {
            continue;
        };
        let wide = value.chars().count() + 1;
        if index != 0 && style.width < used + wide + 1 {
            text.push_str(&format!("\n{}", " ".repeat(indent)));
            used = indent;
        } else if index != 0 {
            text.push(' ');
        }
        let comma = if index + 1 == row.len() { "" } else { "," };
        text.push_str(&format!("{value}{comma}"));
        used += wide + 1;
    }
    text.push('\n');
    text
}

/// A line of the drawing.
enum Row<'a> {
    Step(&'a StepReport),
    /// So many rounds of a loop are left out.
    Rounds {
        rounds: u64,
        of: LoopReport,
        depth: usize,
    },
}

fn steps(trace: &TraceReport, style: Style) -> String {
    let rows = rows(trace, style);
    let mut text = heading("run", style);
    let fold = Fold::of(rows.len(), 2 * KEPT, style.folding);
    let digits = trace.steps.iter().map(|it| it.line.to_string().len()).max().unwrap_or(1);
    let depth = trace.steps.iter().map(|it| it.depth).min().unwrap_or(0);
    let mut file = trace.steps.first().map_or("", |it| it.file.as_str());
    for (index, row) in rows.iter().enumerate() {
        if !fold.shows(index, rows.len()) {
            if index == fold.head {
                let note = format!(
                    "    … {} more lines (--full-trace shows them)\n",
                    fold.hidden(rows.len())
                );
                text.push_str(&style.paint(Role::Faint, &note));
            }
            continue;
        }
        match row {
            Row::Step(step) => {
                if step.file != file {
                    file = &step.file;
                    text.push_str(&format!("    {}\n", style.paint(Role::Faint, file)));
                }
                text.push_str(&line(step, digits, step.depth - depth, style));
            }
            Row::Rounds { rounds, of, depth: at } => {
                let indent = " ".repeat(digits + 2 * (at - depth));
                let rounds = counted(*rounds, "more round");
                let note = format!("    {indent}  … {rounds} of the loop at line {}\n", of.line);
                text.push_str(&style.paint(Role::Faint, &note));
            }
        }
    }
    text
}

/// The steps that are shown, and what stands for the others.
fn rows(trace: &TraceReport, style: Style) -> Vec<Row<'_>> {
    let mut rounds: HashMap<u32, u64> = HashMap::new();
    for told in trace.steps.iter().flat_map(|it| &it.loops) {
        let most = rounds.entry(told.id).or_default();
        *most = told.round.max(*most);
    }
    let hiding = |step: &StepReport| {
        let is_middle = |it: &&LoopReport| {
            let all = rounds.get(&it.id).copied().unwrap_or(0);
            1 < it.round && it.round + LAST_ROUNDS <= all && 2 + LAST_ROUNDS < all
        };
        step.loops.iter().find(is_middle).copied()
    };
    let mut rows: Vec<Row<'_>> = Vec::new();
    for step in &trace.steps {
        match hiding(step).filter(|_| style.folding == Folding::Middle) {
            Some(told) => match rows.last() {
                Some(Row::Rounds { of, .. }) if of.id == told.id => {}
                _ => {
                    let all = rounds.get(&told.id).copied().unwrap_or(0);
                    let rounds = all - LAST_ROUNDS - 1;
                    rows.push(Row::Rounds { rounds, of: told, depth: step.depth });
                }
            },
            None => rows.push(Row::Step(step)),
        }
    }
    rows
}

fn line(step: &StepReport, digits: usize, depth: usize, style: Style) -> String {
    let indent = "  ".repeat(depth);
    let head = format!("    {:>digits$}  {indent}", step.line);
    let room = style.width.saturating_sub(head.chars().count()).max(TEXT);
    let mut text = format!("{head}{}", style.source(&step.text, room));
    let values = values(&step.changes, style);
    if !values.is_empty() {
        let used = text.chars().count() + values.chars().count() + 2;
        if used <= style.width {
            let gap = 44usize.saturating_sub(text.chars().count());
            text.push_str(&" ".repeat(gap.min(style.width - used) + 2));
        } else {
            text.push_str(&format!("\n    {}  {indent}    ", " ".repeat(digits)));
        }
        text.push_str(&style.paint(Role::Faint, &values));
    }
    text.push('\n');
    let margin = format!("    {}  {indent}", " ".repeat(digits));
    for output in step.output.lines() {
        text.push_str(&format!("{margin}  prints: {output}\n"));
    }
    if let Some(violation) = &step.violation {
        let mark = style.paint(Role::Bad, &format!("✗ {violation}"));
        text.push_str(&format!("{margin}{mark}\n"));
    }
    text
}

/// The values that matter, or all if everything is to be shown.
fn values(changes: &[ChangeReport], style: Style) -> String {
    let full = style.folding == Folding::Full;
    let shown: Vec<String> = changes
        .iter()
        .filter(|it| full || it.matters)
        .filter_map(|it| Some(format!("{} = {}", it.name, it.after.as_ref()?)))
        .collect();
    match shown.len() {
        count if VALUES < count && !full => {
            format!("{}, … {} more", shown[..VALUES].join(", "), count - VALUES)
        }
        _ => shown.join(", "),
    }
}

fn stack(frames: &[FrameReport], style: Style) -> String {
    let mut text = heading("at the end", style);
    let name = |it: &FrameReport| format!("{} ({}:{})", it.function, it.file, it.line);
    let width = frames.iter().map(|it| name(it).chars().count()).max().unwrap_or(0);
    let fold = Fold::of(frames.len(), KEPT / 2, style.folding);
    for (index, frame) in frames.iter().enumerate() {
        if fold.shows(index, frames.len()) {
            let row = format!("    {:<width$}  {}", name(frame), values(&frame.values, style));
            text.push_str(row.trim_end());
            text.push('\n');
        } else if index == fold.head {
            let note = format!("    … {} more calls\n", fold.hidden(frames.len()));
            text.push_str(&style.paint(Role::Faint, &note));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::inputs;
    use crate::data::InputReport;
    use crate::style::Style;
    use expect_test::{Expect, expect};

    fn check(given: &[(&str, u32, &str)], expected: Expect) {
        let given: Vec<InputReport> = given
            .iter()
            .map(|&(name, line, value)| InputReport {
                name: name.to_owned(),
                kind: "input",
                file: "a.c".to_owned(),
                line,
                value: value.to_owned(),
                character: None,
                matters: true,
            })
            .collect();
        // The line in front keeps the indentation of the others visible.
        let drawn = inputs(&given, Style { width: 40, ..Style::PLAIN });
        expected.assert_eq(&format!("run\n{drawn}"));
    }

    #[test]
    fn what_one_place_asks_for_in_a_row_stands_in_one_line() {
        let mut given = vec![("n", 3, "7"), ("getchar", 12, "45")];
        given.extend([("getchar", 12, "100"); 7]);
        given.extend([("n", 3, "8"), ("m", 3, "9")]);
        check(
            &given,
            expect![[r#"
                run
                  inputs
                    a.c:3   n = 7
                    a.c:12  getchar = 45, 100, 100,
                                      100, 100, 100,
                                      100, 100
                    a.c:3   n = 8
                    a.c:3   m = 9
            "#]],
        );
    }

    #[test]
    fn the_middle_of_many_is_folded() {
        check(
            &[("getchar", 4, "10"); 60],
            expect![[r#"
                run
                  inputs
                    a.c:4  getchar = 10, 10, 10, 10,
                                     10, 10, 10, 10,
                                     10, 10, 10, 10,
                                     10, 10, 10, 10,
                                     10, 10, 10, 10,
                                     … 20 more …, 10,
                                     10, 10, 10, 10,
                                     10, 10, 10, 10,
                                     10, 10, 10, 10,
                                     10, 10, 10, 10,
                                     10, 10, 10
            "#]],
        );
    }
}
