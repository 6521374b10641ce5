//! What a result rests on, and what it says little about.

use tribunal_base::Span;
use tribunal_engine::{Reason, Remark, Verdict};
use tribunal_ir::{EdgeId, PropId};

use crate::data::AssumptionReport;
use crate::findings::Findings;
use crate::words;

/// The property whose violations people write down one by one, and want to be looked at.
const ASSERTIONS: &str = "assertions";

/// What every true answer rests on, and what else is good to know.
pub(crate) fn ledger(findings: &Findings<'_>) -> (Vec<AssumptionReport>, Vec<AssumptionReport>) {
    let program = findings.program;
    let place = |span: Option<Span>| span.and_then(|it| words::place(&program.sources, it));
    let entry = |kind: &'static str, what: &str, span: Option<Span>| AssumptionReport {
        kind,
        what: what.to_owned(),
        place: place(span),
    };
    let (mut assumptions, mut remarks) = (Vec::new(), Vec::new());
    for it in &program.assumptions {
        let list = if it.kind.is_needed() { &mut assumptions } else { &mut remarks };
        list.push(entry(it.kind.name(), &it.what, it.span));
    }
    for remark in findings.remarks {
        let span = |edge: EdgeId| Some(program.edges[edge].span);
        match *remark {
            Remark::Unreached(edge) => {
                let property = program.edges[edge].violates.as_ref().map(|it| it.property);
                if property.is_some_and(|it| is_proved_assertion(findings, it)) {
                    let what = "no run comes to this assertion";
                    remarks.push(entry("unreached", what, span(edge)));
                }
            }
            Remark::NeverPassed(edge) => {
                let what = "no run passes this assumption";
                remarks.push(entry("never-passed", what, span(edge)));
            }
            Remark::Contradiction(edge) => {
                let what =
                    "no run passes this assumption, so that nothing is proved of what follows";
                assumptions.push(entry("contradiction", what, span(edge)));
            }
        }
    }
    for answer in findings.answers {
        if let Verdict::Maybe(Reason::Unbounded { loops }) = &answer.verdict {
            let cut = "runs may go on here beyond what was unrolled";
            remarks.extend(loops.iter().map(|it| entry("bound", cut, Some(*it))));
        }
    }
    for list in [&mut assumptions, &mut remarks] {
        let mut told = Vec::new();
        list.retain(|it| {
            let is_new = !told.contains(it);
            told.push(it.clone());
            is_new
        });
    }
    (assumptions, remarks)
}

fn is_proved_assertion(findings: &Findings<'_>, property: PropId) -> bool {
    let answer = findings.answers.iter().find(|it| it.property == property);
    findings.program.props[property].name == ASSERTIONS
        && answer.is_some_and(|it| matches!(it.verdict, Verdict::True(_)))
}
