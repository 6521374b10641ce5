//! Runs of sequential programs on the terminal: the inputs, one line for each line of the source that was visited, the values that
//! matter, and the calls that are open at the end. Of a loop, the first round and the last two are shown.

use std::collections::HashMap;

use crate::data::{ChangeReport, FrameReport, InputReport, LoopReport, StepReport, TraceReport};
use crate::style::{Fold, Folding, Role, Style};
use crate::words::{counted, one_line};

/// How many steps or inputs are kept at each end of a folded list.
const KEPT: usize = 20;
/// The longest line of source that is not cut.
const TEXT: usize = 56;
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

fn inputs(inputs: &[InputReport], style: Style) -> String {
    if inputs.is_empty() {
        return String::new();
    }
    let mut text = heading("inputs", style);
    let fold = Fold::of(inputs.len(), KEPT, style.folding);
    let place = |it: &InputReport| format!("{}:{}", it.file, it.line);
    let width = inputs.iter().map(|it| place(it).chars().count()).max().unwrap_or(0);
    for (index, input) in inputs.iter().enumerate() {
        if fold.shows(index, inputs.len()) {
            let remark = if input.kind == "input" { "" } else { " (not initialised)" };
            let InputReport { name, value, .. } = input;
            text.push_str(&format!("    {:<width$}  {name}{remark} = {value}\n", place(input)));
        } else if index == fold.head {
            let note = format!("    … {} more inputs\n", fold.hidden(inputs.len()));
            text.push_str(&style.paint(Role::Faint, &note));
        }
    }
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
    let source = one_line(&step.text, TEXT);
    let mut text = format!("    {:>digits$}  {indent}{source}", step.line);
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
