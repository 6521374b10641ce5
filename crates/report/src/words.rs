//! Verdicts, proofs and reasons in words: the sentence for people and the word for programs.

use tribunal_base::{Diagnostic, Kleene, Severity, Sources, Span};
use tribunal_engine::{
    Answer, Assurance, Certificate, End, Limit, Reason, Stands, Statement, Verdict,
};
use tribunal_ir::PropertyKind;

use crate::data::{DiagnosticReport, PlaceReport, Truth};

/// Why a verdict is what it is.
pub(crate) struct Explanation {
    pub(crate) code: &'static str,
    pub(crate) text: String,
    pub(crate) hint: Option<String>,
    pub(crate) span: Option<Span>,
}

impl Explanation {
    pub(crate) fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { code, text: text.into(), hint: None, span: None }
    }

    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    fn at(mut self, span: Option<Span>) -> Self {
        self.span = span;
        self
    }
}

/// The verdict in one word.
pub(crate) fn truth(verdict: &Verdict) -> Truth {
    match verdict.kleene() {
        Kleene::True => Truth::True,
        Kleene::False => Truth::False,
        Kleene::Maybe => Truth::Maybe,
    }
}

/// The word for a value of Kleene's logic.
pub(crate) fn truth_of(value: Kleene) -> Truth {
    match value {
        Kleene::True => Truth::True,
        Kleene::False => Truth::False,
        Kleene::Maybe => Truth::Maybe,
    }
}

/// False if any is false, else maybe if any is maybe, else true.
pub fn overall(verdicts: impl IntoIterator<Item = Truth>) -> Truth {
    verdicts.into_iter().fold(Truth::True, |all, one| match (all, one) {
        (Truth::False, _) | (_, Truth::False) => Truth::False,
        (Truth::Maybe, _) | (_, Truth::Maybe) => Truth::Maybe,
        (Truth::True, Truth::True) => Truth::True,
    })
}

/// Explains a verdict on a property. What a trace shows is told by the trace itself.
pub(crate) fn explain(kind: PropertyKind, verdict: &Verdict) -> Explanation {
    match verdict {
        Verdict::True(proof) | Verdict::Refuted(proof) => explain_proof(proof),
        Verdict::False(_) if kind.is_branching() => explain_run(),
        Verdict::False(trace) => Explanation::new(end_code(trace.end), end_text(trace.end)),
        Verdict::Maybe(reason) => explain_reason(reason),
    }
}

fn explain_proof(proof: &Certificate) -> Explanation {
    match proof {
        Certificate::Exhausted { states } => Explanation::new(
            "exhausted",
            format!("every reachable state visited: {}", counted(*states, "state")),
        ),
        Certificate::Absent => Explanation::new("absent", "no statement can violate it"),
        Certificate::Unrolled { iterations: 0 } => {
            Explanation::new("unrolled", "every run was followed to its end")
        }
        Certificate::Inductive { iterations, heads, functions } => {
            let is_relation = |it: &&Statement| matches!(it, Statement::Related(_));
            let count = heads.values().flatten().filter(is_relation).count();
            let given = match count {
                0 => String::new(),
                _ => format!(", given {} at the heads of loops", counted(count as u64, "relation")),
            };
            let iterations = counted(*iterations, "iteration");
            let contracts = match functions.len() {
                0 => String::new(),
                count => format!(
                    ", and {} without a bound on its depth keeps a contract that rules it out",
                    counted(count as u64, "recursive function")
                ),
            };
            let text = format!(
                "after {iterations} of a loop without a violation, the next has none either{given}{contracts}"
            );
            Explanation::new("inductive", text)
        }
        Certificate::Unrolled { iterations } => Explanation::new(
            "unrolled",
            format!("every run ends after at most {} of a loop", counted(*iterations, "iteration")),
        ),
        Certificate::Invariant { domain, .. } => Explanation::new(
            "invariant",
            format!("no value of a variable leads to a violation, by {domain}"),
        ),
        Certificate::Run(_) => explain_run(),
        Certificate::Labelling { states, stands: Stands::ForAll, .. } => {
            let states = counted(*states, "state");
            Explanation::new("labelled", format!("every state was labelled: {states}"))
        }
        Certificate::Labelling { states, stands: Stands::ForSome, .. } => {
            let states = counted(*states, "state");
            let text = format!("it follows from the first {states}, whatever comes after them");
            Explanation::new("partial", text)
        }
        Certificate::Labelling { states, stands: Stands::ForSeveral, .. } => {
            let states = counted(*states, "abstract state");
            Explanation::new("abstraction", format!("it follows from {states}"))
        }
        Certificate::Composed(_) => {
            Explanation::new("composed", "it follows from the answers to its parts")
        }
        Certificate::Segments { states } => Explanation::new(
            "segments",
            format!(
                "no list of any length leads to a violation: {}",
                counted(*states, "abstract state")
            ),
        ),
        _ => Explanation::new("proof", "proved"),
    }
}

fn explain_run() -> Explanation {
    Explanation::new("run", "a run shows it")
}

/// Why there is no answer, in a sentence.
#[must_use]
pub fn because(reason: &Reason) -> String {
    explain_reason(reason).text
}

/// How a sentence ends about what nobody can do yet.
pub(crate) const UNSUPPORTED: &str = "is not supported yet";

/// What a run comes to that goes wrong in a way that is not looked for starts like this.
const UNDEFINED: &str = "undefined behaviour: ";

pub(crate) fn explain_reason(reason: &Reason) -> Explanation {
    match reason {
        Reason::Budget(limit) => explain_limit(*limit),
        Reason::Cancelled => {
            Explanation::new("cancelled", "interrupted before the search was over")
                .hint("let the search run on")
        }
        Reason::Unsupported { what, span } => {
            let explanation = match what.strip_prefix(UNDEFINED) {
                Some(what) => {
                    let text = format!("the program's behaviour is undefined from here: {what}");
                    Explanation::new("unsupported", text).hint("look for this, too: see --checks")
                }
                None => Explanation::new("unsupported", format!("{what} {UNSUPPORTED}")),
            };
            explanation.at(*span)
        }
        Reason::Overtaken => Explanation::new("overtaken", "another rung settled it first"),
        Reason::Stopped => Explanation::new("stopped", "another property failed first")
            .hint("check it alone with --property, or go on after errors with --all-errors"),
        Reason::Unbounded { loops } => {
            Explanation::new("unbounded", "loops may go on beyond what was unrolled")
                .at(loops.first().copied())
        }
        Reason::Diverges { span } => {
            Explanation::new("diverges", "an indivisible step does not come to an end")
                .at(Some(*span))
        }
        Reason::Alarm { span, places, values } => {
            let known = values.iter().map(|(name, value)| format!("{name}: {value}"));
            let known: Vec<String> = known.collect();
            let known =
                if known.is_empty() { String::new() } else { format!(" ({})", known.join("; ")) };
            let places = counted(*places, "place");
            Explanation::new(
                "alarm",
                format!("the abstraction cannot rule it out at {places}{known}"),
            )
            .at(Some(*span))
            .hint("leave --engine out to let other engines decide")
        }
        Reason::Undecided { states } => {
            let states = counted(*states, "abstract state");
            Explanation::new("undecided", format!("it does not follow from {states}"))
        }
        Reason::Checkpoint { why } => {
            Explanation::new("checkpoint", format!("the checkpoint cannot be used: {why}"))
                .hint("start again with an empty folder, or with the model that it belongs to")
        }
        Reason::Approximate { omission } => Explanation::new(
            "approximate",
            format!(
                "nothing was found in an estimated {} of the states",
                percent(1.0 - omission.0)
            ),
        )
        .hint("only a search with `--store exact` or `--store small` can prove it"),
        Reason::Sampled { runs } => {
            Explanation::new("sampled", format!("nothing was found in {}", counted(*runs, "run")))
        }
        Reason::Disconnected { what } => Explanation::new("disconnected", what.clone())
            .hint("start all processes with the same arguments, each with its own --process"),
        Reason::Rejected { why } => {
            Explanation::new("rejected", format!("the evidence did not survive its check: {why}"))
                .hint("this is a fault of tribunal, please report it with the model")
        }
        Reason::Crashed { message } => {
            Explanation::new("crashed", format!("the engine failed: {message}"))
                .hint("this is a fault of tribunal, please report it with the model")
        }
        _ => Explanation::new("unknown", "no answer was found"),
    }
}

fn explain_limit(limit: Limit) -> Explanation {
    let (code, text, hint) = match limit {
        Limit::Time => ("time-limit", "the time limit was reached", "allow more with --time"),
        Limit::Memory => {
            ("memory-limit", "the memory limit was reached", "allow more with --memory")
        }
        Limit::Depth => {
            ("depth-limit", "runs longer than the depth limit exist", "allow more with --depth")
        }
    };
    Explanation::new(code, text).hint(hint)
}

/// How a run ends, in one word.
pub(crate) fn end_code(end: End) -> &'static str {
    match end {
        End::Violation => "violation",
        End::Deadlock => "deadlock",
        End::Cycle { .. } => "cycle",
        End::Stutter => "stutter",
        End::ClaimEnd => "claim-end",
        End::Path => "path",
    }
}

/// How a run ends, in a sentence.
pub(crate) fn end_text(end: End) -> &'static str {
    match end {
        End::Violation => "the last step violates it",
        End::Deadlock => "no process can move, and one is not at a valid end",
        End::Cycle { .. } => "a cycle goes on for ever",
        End::Stutter => "no process can move, and the last state repeats for ever",
        End::ClaimEnd => "the never claim reaches its end",
        End::Path => "the last state decides it",
    }
}

/// What kind of question a property is, in one word.
#[must_use]
pub fn kind(kind: PropertyKind) -> &'static str {
    kind.word()
}

/// How far to believe a verdict, in one word.
pub(crate) fn assurance(assurance: Assurance) -> &'static str {
    match assurance {
        Assurance::Checked => "checked",
        Assurance::Repeated => "repeated",
        Assurance::Trusted => "trusted",
    }
}

/// How an answer was checked again, in words.
pub(crate) fn rechecked(answer: &Answer) -> Option<String> {
    let runs = answer.runs?;
    Some(match answer.assurance {
        Assurance::Checked if runs == 1 => "execution of its only run".to_owned(),
        Assurance::Checked => format!("execution of all its {}", counted(runs, "run")),
        Assurance::Repeated => {
            let tried = counted(runs, "run");
            format!(
                "a second proof, without simplification and with checked refutations; {tried} tried"
            )
        }
        Assurance::Trusted => format!("{} tried", counted(runs, "run")),
    })
}

/// The place where a span starts.
pub(crate) fn place(sources: &Sources, span: Span) -> Option<PlaceReport> {
    let (_, path, _) = sources.files().nth(span.file.0 as usize)?;
    let at = sources.line_column(span);
    Some(PlaceReport { file: path.to_owned(), line: at.line, column: at.column })
}

/// A diagnostic as data.
pub(crate) fn diagnostic(sources: &Sources, it: &Diagnostic) -> DiagnosticReport {
    let place = place(sources, it.primary.span);
    DiagnosticReport {
        severity: severity(it.severity),
        code: it.code.to_owned(),
        message: it.message.clone(),
        line: place.as_ref().map(|at| at.line),
        column: place.as_ref().map(|at| at.column),
        file: place.map(|at| at.file),
        help: it.help.clone(),
    }
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// `1 state`, `2 states`, `12 345 states`.
pub(crate) fn counted(n: u64, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(n))
}

/// A number with its digits in groups of three.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index != 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A share in percent, rounded down, so that only everything is 100%. As many digits as tell it from
/// everything, but no more than matter.
pub(crate) fn percent(share: f64) -> String {
    let share = share.clamp(0.0, 1.0);
    let missing = 1.0 - share;
    let digits = (1..9).find(|&it| missing == 0.0 || 0.1f64.powi(it + 2) <= missing).unwrap_or(9);
    let scale = 10f64.powi(digits);
    let rounded = (share * 100.0 * scale).floor() / scale;
    let text = format!("{rounded:.*}", digits as usize);
    format!("{}%", text.strip_suffix(".0").unwrap_or(&text))
}

/// A number of bytes in the unit that suits it.
pub fn bytes(n: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut unit = 0;
    let mut value = n as f64;
    while 1024.0 <= value && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{n} B") } else { format!("{value:.1} {}", UNITS[unit]) }
}

/// Source text on one line: white space collapsed, cut after `limit` characters.
pub(crate) fn one_line(text: &str, limit: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= limit {
        return line;
    }
    let mut cut: String = line.chars().take(limit.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::{bytes, grouped, one_line, overall, percent};
    use crate::data::Truth::{False, Maybe, True};

    #[test]
    fn one_false_outweighs_every_maybe() {
        assert_eq!(overall([True, Maybe, False]), False);
        assert_eq!(overall([True, Maybe, True]), Maybe);
        assert_eq!(overall([True, True]), True);
    }

    #[test]
    fn numbers_are_grouped_and_bytes_get_a_unit() {
        assert_eq!([grouped(7), grouped(1234), grouped(1_234_567)], ["7", "1 234", "1 234 567"]);
        assert_eq!([bytes(12), bytes(1536), bytes(3 << 30)], ["12 B", "1.5 KiB", "3.0 GiB"]);
    }

    #[test]
    fn only_everything_is_a_hundred_percent() {
        let shares = [1.0, 0.99996, 0.5, 0.123_456, 0.0, 1.0 - 2.5e-8];
        let texts = shares.map(percent);
        assert_eq!(texts, ["100%", "99.996%", "50%", "12.3%", "0%", "99.999997%"]);
    }

    #[test]
    fn source_text_is_put_on_one_line_and_cut() {
        assert_eq!(one_line("x  =\n\t1", 40), "x = 1");
        assert_eq!(one_line("abcdef", 4), "abc…");
    }
}
