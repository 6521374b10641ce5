//! The benchmark as text.

use super::{BenchReport, Figure, Measure, MeasureReport, Row, Standing, Tables};
use crate::style::{Role, Style};
use crate::words::{counted, grouped};

/// Draws a benchmark: a table for each measure, then the means.
#[must_use]
pub fn draw_bench(report: &BenchReport, style: Style) -> String {
    let mut text = format!("{} against {}, {}", report.tool, report.against, report.folder);
    let tables = match report.tables {
        Tables::Shipped => "as shipped",
        Tables::Sized => "sized to the graph",
    };
    let runs = counted(report.runs as u64, "run");
    text.push_str(&format!(", median of {runs}, its hash table {tables}\n"));
    for measure in &report.measures {
        text.push_str(&draw_measure(measure, style));
    }
    if !report.skipped.is_empty() {
        text.push_str(&format!("\n{}\n", style.paint(Role::Heading, "left out")));
        for skipped in &report.skipped {
            text.push_str(&format!("  {}: {}\n", skipped.model, skipped.why));
        }
    }
    text.push_str(&format!("\n{}\n", style.paint(Role::Heading, "summary")));
    let mut cells = vec![words(["measure", "models", "reached", "floor", "goal", ""])];
    cells.extend(report.measures.iter().map(|it| summary(it, style)));
    text.push_str(&align(&cells));
    text
}

fn draw_measure(report: &MeasureReport, style: Style) -> String {
    let title = format!("{}: {}", report.measure.name(), report.measure.title());
    let mut text = format!("\n{}\n", style.paint(Role::Heading, &title));
    if report.rows.is_empty() {
        return text + "  no model\n";
    }
    let mut cells = vec![headings(report.measure)];
    cells.extend(report.rows.iter().map(|it| row(report.measure, it)));
    text.push_str(&align(&cells));
    text
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

fn headings(measure: Measure) -> Vec<String> {
    match measure {
        Measure::Speed | Measure::Cores => words([
            "model",
            "states",
            "transitions",
            "Spin s",
            "ours s",
            "Spin M/s",
            "ours M/s",
            "ratio",
            "",
        ]),
        Measure::Start => words(["model", "states", "Spin s", "ours s", "ratio", ""]),
        Measure::Memory => words([
            "model",
            "states",
            "Spin B",
            "ours B",
            "Spin peak MiB",
            "ours peak MiB",
            "bytes",
            "",
        ]),
        Measure::Reduction => words(["model", "Spin states", "our states", "ratio", ""]),
        Measure::Ltl => words([
            "model",
            "Spin states",
            "our states",
            "Spin s",
            "ours s",
            "Spin M/s",
            "ours M/s",
            "ratio",
            "",
        ]),
    }
}

fn row(measure: Measure, row: &Row) -> Vec<String> {
    let theirs = |show: fn(&Figure) -> String| row.theirs.as_ref().map_or("-".to_owned(), show);
    let ours = |show: fn(&Figure) -> String| row.ours.as_ref().map_or("-".to_owned(), show);
    // Spin's graph is the one to compare with, but ours is better than nothing.
    let graph =
        |show: fn(&Figure) -> String| row.theirs.or(row.ours).as_ref().map_or("-".to_owned(), show);
    let states: fn(&Figure) -> String = |it| grouped(it.states);
    let cpu: fn(&Figure) -> String = |it| seconds(it.cpu_seconds());
    let wall: fn(&Figure) -> String = |it| seconds(it.wall_seconds);
    let rate: fn(&Figure) -> String = |it| per_second(it.transitions, it.cpu_seconds());
    let wall_rate: fn(&Figure) -> String = |it| per_second(it.transitions, it.wall_seconds);
    let bytes: fn(&Figure) -> String = |it| format!("{:.1}", it.state_bytes);
    let peak: fn(&Figure) -> String = |it| (it.peak_bytes >> 20).to_string();
    let mut cells = vec![row.model.clone()];
    cells.extend(match measure {
        Measure::Speed => vec![
            graph(states),
            graph(|it| grouped(it.transitions)),
            theirs(cpu),
            ours(cpu),
            theirs(rate),
            ours(rate),
        ],
        Measure::Cores => vec![
            graph(states),
            graph(|it| grouped(it.transitions)),
            theirs(wall),
            ours(wall),
            theirs(wall_rate),
            ours(wall_rate),
        ],
        Measure::Start => vec![graph(states), theirs(cpu), ours(cpu)],
        Measure::Memory => {
            vec![graph(states), theirs(bytes), ours(bytes), theirs(peak), ours(peak)]
        }
        Measure::Reduction => vec![theirs(states), ours(states)],
        Measure::Ltl => {
            vec![theirs(states), ours(states), theirs(cpu), ours(cpu), theirs(rate), ours(rate)]
        }
    });
    cells.push(row.value.map_or("-".to_owned(), figure));
    let left_out = if row.counts { "" } else { "not counted: " };
    cells.push(row.note.as_ref().map_or(String::new(), |it| format!("{left_out}{it}")));
    cells
}

fn summary(report: &MeasureReport, style: Style) -> Vec<String> {
    let standing = match report.standing {
        Standing::Goal => style.paint(Role::Good, "goal met"),
        Standing::Floor => style.paint(Role::Unsure, "floor met, goal missed"),
        Standing::Missed => style.paint(Role::Bad, "missed"),
        Standing::Unknown => "no model".to_owned(),
    };
    let mean = report.mean.map_or("-".to_owned(), figure);
    let (reached, floor, goal) = match (report.measure, report.share, report.sum) {
        (Measure::Reduction, Some(share), Some(sum)) => (
            format!("≤ on {:.0}%, sum {}, mean {mean}", 100.0 * share, figure(sum)),
            "≤ on 90%".to_owned(),
            "≤ on all, sum ≤ 0.5".to_owned(),
        ),
        (Measure::Reduction, ..) => (mean, "≤ on 90%".into(), "≤ on all, sum ≤ 0.5".into()),
        (Measure::Memory, ..) => {
            (mean, format!("≤ {}", report.floor), format!("≤ {}", report.goal))
        }
        _ => (
            report.mean.map_or("-".to_owned(), |it| format!("{} ×", figure(it))),
            format!("{} ×", report.floor),
            format!("{} ×", report.goal),
        ),
    };
    let models = report.models.to_string();
    vec![report.measure.name().to_owned(), models, reached, floor, goal, standing]
}

/// The first and the last column to the left, the others to the right.
fn align(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|it| it.get(column));
        cells.map(|it| it.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            line.push_str("  ");
            if column == 0 || column + 1 == columns {
                line.push_str(&format!("{cell:<width$}"));
            } else {
                line.push_str(&format!("{cell:>width$}"));
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn seconds(it: f64) -> String {
    if it < 1.0 { format!("{it:.3}") } else { format!("{it:.2}") }
}

/// Millions in a second.
fn per_second(count: u64, seconds: f64) -> String {
    if seconds <= 0.0 { "-".to_owned() } else { format!("{:.2}", count as f64 / seconds / 1e6) }
}

/// A ratio with as many digits as matter.
fn figure(it: f64) -> String {
    if it < 10.0 { format!("{it:.2}") } else { format!("{it:.1}") }
}

/// A benchmark as comma-separated values: one line for each model, measure and tool.
#[must_use]
pub fn csv(report: &BenchReport) -> String {
    let mut text = "measure,model,tool,states,transitions,user_seconds,system_seconds,\
                    wall_seconds,peak_bytes,state_bytes,value,counts,note\n"
        .to_owned();
    for measure in &report.measures {
        for row in &measure.rows {
            for (tool, figure) in [("spin", row.theirs), ("tribunal", row.ours)] {
                let Some(it) = figure else { continue };
                let value = row.value.map_or(String::new(), |it| it.to_string());
                text.push_str(&format!(
                    "{},{},{tool},{},{},{},{},{},{},{},{value},{},{}\n",
                    measure.measure.name(),
                    quoted(&row.model),
                    it.states,
                    it.transitions,
                    it.user_seconds,
                    it.system_seconds,
                    it.wall_seconds,
                    it.peak_bytes,
                    it.state_bytes,
                    row.counts,
                    quoted(row.note.as_deref().unwrap_or("")),
                ));
            }
        }
    }
    text
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::{csv, draw_bench};
    use crate::bench::{BenchReport, Figure, Measure, MeasureReport, Row, Skipped, Tables};
    use crate::style::Style;
    use expect_test::expect;

    fn report() -> BenchReport {
        let figure = |user_seconds| {
            let (states, transitions) = (200_000, 1_000_000);
            Some(Figure { states, transitions, user_seconds, ..Figure::default() })
        };
        let row = |model: &str, counts, note: Option<&str>| Row {
            model: model.to_owned(),
            counts,
            theirs: figure(2.0),
            ours: figure(1.0),
            value: Some(2.0),
            note: note.map(str::to_owned),
        };
        let rows = vec![row("a.pml", true, None), row("b.pml", false, Some("counts \"differ\""))];
        let skipped = Skipped { model: "c.pml".to_owned(), why: "Spin rejects it".to_owned() };
        BenchReport {
            measures: vec![
                MeasureReport::of(Measure::Speed, rows.clone()),
                MeasureReport::of(Measure::Reduction, rows),
                MeasureReport::of(Measure::Ltl, Vec::new()),
            ],
            skipped: vec![skipped],
            ..BenchReport::new("models", "Spin 6", 3, 100_000, Tables::Shipped)
        }
    }

    #[test]
    fn a_benchmark_is_drawn() {
        expect![[r#"
            tribunal against Spin 6, models, median of 3 runs, its hash table as shipped

            speed: transitions per CPU second, one core, nothing reduced on either side
              model   states  transitions  Spin s  ours s  Spin M/s  ours M/s  ratio
              a.pml  200 000    1 000 000    2.00    1.00      0.50      1.00   2.00
              b.pml  200 000    1 000 000    2.00    1.00      0.50      1.00   2.00  not counted: counts "differ"

            reduction: states stored with reductions on, against Spin with its defaults
              model  Spin states  our states  ratio
              a.pml      200 000     200 000   2.00
              b.pml      200 000     200 000   2.00  not counted: counts "differ"

            ltl: accepting-cycle search, CPU time on one core, nothing reduced
              no model

            left out
              c.pml: Spin rejects it

            summary
              measure    models                       reached     floor                 goal
              speed           1                        2.00 ×     1.5 ×                  4 ×  floor met, goal missed
              reduction       1  ≤ on 0%, sum 1.00, mean 2.00  ≤ on 90%  ≤ on all, sum ≤ 0.5  missed
              ltl             0                             -     1.2 ×                  3 ×  no model
        "#]].assert_eq(&draw_bench(&report(), Style::PLAIN));
    }

    #[test]
    fn a_benchmark_is_listed() {
        expect![[r#"
            measure,model,tool,states,transitions,user_seconds,system_seconds,wall_seconds,peak_bytes,state_bytes,value,counts,note
            speed,"a.pml",spin,200000,1000000,2,0,0,0,0,2,true,""
            speed,"a.pml",tribunal,200000,1000000,1,0,0,0,0,2,true,""
            speed,"b.pml",spin,200000,1000000,2,0,0,0,0,2,false,"counts ""differ"""
            speed,"b.pml",tribunal,200000,1000000,1,0,0,0,0,2,false,"counts ""differ"""
            reduction,"a.pml",spin,200000,1000000,2,0,0,0,0,2,true,""
            reduction,"a.pml",tribunal,200000,1000000,1,0,0,0,0,2,true,""
            reduction,"b.pml",spin,200000,1000000,2,0,0,0,0,2,false,"counts ""differ"""
            reduction,"b.pml",tribunal,200000,1000000,1,0,0,0,0,2,false,"counts ""differ"""
        "#]].assert_eq(&csv(&report()));
    }
}
