//! Tables of what Spin says about models.
//!
//! A table has tab-separated columns `model mode status states transitions depth vector errors error`. Modes:
//! `raw` is the whole graph with every reduction off, `verify` the default verification up to its first error,
//! `por` is of no interest here.

use std::path::Path;

use anyhow::Context as _;
use tribunal_testkit::ours::Size;

/// What Spin says about one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) model: String,
    pub(crate) mode: Mode,
    pub(crate) status: Status,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The whole graph.
    Raw,
    /// Verification.
    Verify,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Spin came to an end: the size it saw, and its first error if there is one.
    Done { size: Size, error: Option<String> },
    /// Spin refuses the model.
    Rejected,
    /// There is nothing to compare with.
    Nothing,
}

/// Reads a table.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<Row>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Ok(text.lines().skip(1).filter_map(row).collect())
}

fn row(line: &str) -> Option<Row> {
    let columns: Vec<&str> = line.split('\t').collect();
    let column = |index: usize| columns.get(index).copied().unwrap_or("").trim();
    let mode = match column(1) {
        "raw" => Mode::Raw,
        "verify" => Mode::Verify,
        _ => return None,
    };
    let number = |index: usize| column(index).parse::<u64>().ok();
    // Spin counts the visit of the first state as a transition.
    let size = number(3)
        .zip(number(4))
        .map(|(states, visits)| Size { states, transitions: visits.saturating_sub(1) });
    let error = Some(column(8).to_owned()).filter(|it| !it.is_empty());
    // Limits of Spin, and a fault of its reduction, say nothing about the model.
    let limits = ["VECTORSZ is too small", "partial order reduction invalid"];
    let limited = error.iter().any(|error| limits.iter().any(|it| error.contains(it)));
    let status = match column(2) {
        // Without figures, its verifier did not even start, or was killed by the processor.
        "done" if !limited => size.map_or(Status::Nothing, |size| Status::Done { size, error }),
        "reject" => Status::Rejected,
        // A fatal error ends even a search that ignores errors: that is `partial`.
        _ => Status::Nothing,
    };
    Some(Row { model: column(0).to_owned(), mode, status })
}

#[cfg(test)]
mod tests {
    use super::{Mode, Row, Size, Status, row};

    #[test]
    fn rows_are_read() {
        let size = Size { states: 4, transitions: 5 };
        assert_eq!(
            row("a/b.pml\tverify\tdone\t4\t6\t6\t36\t1\tinvalid end state"),
            Some(Row {
                model: "a/b.pml".to_owned(),
                mode: Mode::Verify,
                status: Status::Done { size, error: Some("invalid end state".to_owned()) },
            })
        );
        assert_eq!(row("a\tpor\tdone\t4\t6"), None);
        assert_eq!(row("a\traw\treject").map(|it| it.status), Some(Status::Rejected));
        assert_eq!(row("a\traw\tdone\t\t").map(|it| it.status), Some(Status::Nothing));
        assert_eq!(row("a\traw\ttimeout").map(|it| it.status), Some(Status::Nothing));
    }
}
