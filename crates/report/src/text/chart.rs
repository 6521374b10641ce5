//! Message sequence charts in plain characters: one lifeline for each process, one line for each
//! event, time runs downwards.

use crate::data::{MessageKind, MessageReport, TraceReport};
use crate::style::{Fold, Role, Style};

/// How many events are kept at each end of a folded chart.
const KEPT: usize = 12;
/// Columns before the first lifeline.
const MARGIN: usize = 8;

/// Draws the channel traffic of a run; nothing if there is none, a note if it is too wide.
pub(crate) fn draw(trace: &TraceReport, style: Style) -> String {
    let events = events(trace);
    if events.is_empty() {
        return String::new();
    }
    let lanes = Lanes::of(trace, &events);
    if style.width < lanes.width() {
        let note = format!(
            "  (message sequence chart left out: it needs {} columns, there are {})\n",
            lanes.width(),
            style.width
        );
        return style.paint(Role::Faint, &note);
    }
    let mut text = format!("  {}\n", style.paint(Role::Heading, "messages"));
    text.push_str(&lanes.header());
    let fold = Fold::of(events.len(), KEPT, style.folding);
    for (index, (step, message)) in events.iter().enumerate() {
        if fold.shows(index, events.len()) {
            text.push_str(&lanes.event(*step, message));
        } else if index == fold.head {
            let note = format!("    ⋮   {} more events\n", fold.hidden(events.len()));
            text.push_str(&style.paint(Role::Faint, &note));
        }
    }
    text
}

/// All messages of the run, each with the number of its step.
fn events(trace: &TraceReport) -> Vec<(usize, &MessageReport)> {
    let numbered = trace.steps.iter().enumerate();
    numbered.flat_map(|(index, step)| step.messages.iter().map(move |it| (index + 1, it))).collect()
}

/// The lifelines, from left to right.
struct Lanes {
    pids: Vec<u32>,
    names: Vec<String>,
    lane: usize,
}

impl Lanes {
    /// A lifeline for each process that sends or receives.
    fn of(trace: &TraceReport, events: &[(usize, &MessageReport)]) -> Self {
        let mut pids: Vec<u32> =
            events.iter().flat_map(|(_, it)| std::iter::once(it.pid).chain(it.to)).collect();
        pids.sort_unstable();
        pids.dedup();
        let names: Vec<String> =
            pids.iter().map(|&pid| format!("{}({pid})", name_of(trace, pid))).collect();
        let labels = events.iter().map(|(_, it)| label(it).chars().count() + 2);
        let widest = names.iter().map(|it| it.chars().count()).chain(labels).max().unwrap_or(0);
        // An arrow needs its ends beside the label.
        Self { pids, names, lane: widest + 4 }
    }

    fn width(&self) -> usize {
        MARGIN + self.pids.len() * self.lane
    }

    fn header(&self) -> String {
        let mut text = " ".repeat(MARGIN);
        for name in &self.names {
            text.push_str(&pad(name, self.lane));
        }
        format!("{}\n", text.trim_end())
    }

    fn event(&self, step: usize, message: &MessageReport) -> String {
        let from = self.position(message.pid);
        let line = match message.to.map(|to| self.position(to)) {
            Some(to) if to != from => self.arrow(from, to, &label(message)),
            Some(_) | None => self.mark(from, &label(message)),
        };
        format!("{step:>5}   {}\n", line.trim_end())
    }

    fn position(&self, pid: u32) -> usize {
        self.pids.iter().position(|&it| it == pid).unwrap_or(0)
    }

    /// A label on one lifeline.
    fn mark(&self, at: usize, label: &str) -> String {
        let lanes = (0..self.pids.len()).map(|it| if it == at { label } else { "│" });
        lanes.map(|it| pad(it, self.lane)).collect()
    }

    /// A labelled arrow from one lifeline to another.
    fn arrow(&self, from: usize, to: usize, label: &str) -> String {
        let (left, right) = (from.min(to), from.max(to));
        let shaft = (right - left) * self.lane - 1;
        let blank = shaft - label.chars().count() - 2;
        let (before, after) = ("─".repeat(blank / 2), "─".repeat(blank - blank / 2));
        let (start, end) = if from < to { ("├", "▶") } else { ("◀", "┤") };
        let mut text: String = (0..left).map(|_| pad("│", self.lane)).collect();
        text.push_str(&pad(
            &format!("{start}{before} {label} {after}{end}"),
            shaft + 1 + self.lane,
        ));
        text.extend((right + 1..self.pids.len()).map(|_| pad("│", self.lane)));
        text
    }
}

/// The message as the sender or receiver would write it.
fn label(message: &MessageReport) -> String {
    let sign = match message.kind {
        MessageKind::Send | MessageKind::Handshake => "!",
        MessageKind::Receive => "?",
        MessageKind::Lost => "!✗",
    };
    format!("{}{sign}{}", message.channel, message.fields.join(","))
}

fn name_of(trace: &TraceReport, pid: u32) -> &str {
    let movers = trace.steps.iter().filter(|it| it.pid == pid).map(|it| it.process.as_str());
    let partners = trace.steps.iter().filter_map(|it| it.partner.as_ref());
    let partners = partners.filter(|it| it.pid == pid).map(|it| it.process.as_str());
    movers.chain(partners).next().unwrap_or("?")
}

fn pad(text: &str, width: usize) -> String {
    let count = text.chars().count();
    format!("{text}{}", " ".repeat(width.saturating_sub(count)))
}

#[cfg(test)]
mod tests {
    use super::draw;
    use crate::data::MessageKind::{Handshake, Receive, Send};
    use crate::data::{MessageKind, MessageReport, TraceReport};
    use crate::example::{step, trace};
    use crate::style::Style;
    use expect_test::{Expect, expect};

    fn message(kind: MessageKind, field: &str, pid: u32, to: Option<u32>) -> MessageReport {
        let fields = vec![field.to_owned()];
        MessageReport { kind, channel: "q".to_owned(), fields, pid, to }
    }

    fn traffic(messages: Vec<MessageReport>) -> TraceReport {
        let mut trace = trace(Vec::new());
        for message in messages {
            let mut step = step("P", message.pid, 1, "…");
            step.messages.push(message);
            trace.steps.push(step);
        }
        trace
    }

    fn check(trace: &TraceReport, width: usize, expected: Expect) {
        // The line in front keeps the indentation of the others visible.
        expected.assert_eq(&format!("chart\n{}", draw(trace, Style { width, ..Style::PLAIN })));
    }

    #[test]
    fn buffered_messages_are_marks_and_handshakes_are_arrows() {
        let run = traffic(vec![
            message(Send, "1", 0, None),
            message(Receive, "1", 1, None),
            message(Handshake, "22", 0, Some(2)),
            message(Handshake, "3", 2, Some(1)),
        ]);
        check(
            &run,
            80,
            expect![[r#"
                chart
                  messages
                        P(0)      P(1)      P(2)
                    1   q!1       │         │
                    2   │         q?1       │
                    3   ├────── q!22 ───────▶
                    4   │         ◀── q!3 ──┤
            "#]],
        );
    }

    #[test]
    fn a_chart_that_does_not_fit_is_left_out() {
        let run = traffic(vec![message(Handshake, "1", 0, Some(1))]);
        check(
            &run,
            20,
            expect![[r#"
                chart
                  (message sequence chart left out: it needs 26 columns, there are 20)
            "#]],
        );
    }

    #[test]
    fn a_long_chart_is_folded() {
        let run = traffic((0..40).map(|n| message(Send, &n.to_string(), 0, None)).collect());
        check(
            &run,
            80,
            expect![[r#"
                chart
                  messages
                        P(0)
                    1   q!0
                    2   q!1
                    3   q!2
                    4   q!3
                    5   q!4
                    6   q!5
                    7   q!6
                    8   q!7
                    9   q!8
                   10   q!9
                   11   q!10
                   12   q!11
                    ⋮   16 more events
                   29   q!28
                   30   q!29
                   31   q!30
                   32   q!31
                   33   q!32
                   34   q!33
                   35   q!34
                   36   q!35
                   37   q!36
                   38   q!37
                   39   q!38
                   40   q!39
            "#]],
        );
    }

    #[test]
    fn no_traffic_no_chart() {
        check(
            &traffic(Vec::new()),
            80,
            expect![[r#"
            chart
        "#]],
        );
    }
}
