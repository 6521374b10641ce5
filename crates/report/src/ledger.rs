//! What a result rests on, and what it says little about.

use tribunal_base::Span;
use tribunal_engine::{Premise, Remark, Verdict};
use tribunal_ir::{EdgeId, Program, PropId};

use crate::data::AssumptionReport;
use crate::findings::Findings;
use crate::words;

/// The property whose violations people write down one by one, and want to be looked at.
const ASSERTIONS: &str = "assertions";

/// What every true answer rests on, and what else is good to know.
pub(crate) fn ledger(findings: &Findings<'_>) -> (Vec<AssumptionReport>, Vec<AssumptionReport>) {
    let program = findings.program;
    let (mut assumptions, mut remarks) = (Vec::new(), Vec::new());
    for premise in findings.answers.iter().flat_map(|it| it.basis.iter()) {
        let list = if premise.is_needed() { &mut assumptions } else { &mut remarks };
        list.push(told(program, premise));
    }
    for remark in findings.remarks {
        let span = |edge: EdgeId| Some(program.edges[edge].span);
        match *remark {
            Remark::Unreached(edge) => {
                let property = program.edges[edge].violates.as_ref().map(|it| it.property);
                if property.is_some_and(|it| is_proved_assertion(findings, it)) {
                    let what = "no run comes to this assertion";
                    remarks.push(entry(program, "unreached", what, span(edge)));
                }
            }
            Remark::NeverPassed(edge) => {
                let what = "no run passes this assumption";
                remarks.push(entry(program, "never-passed", what, span(edge)));
            }
            // It is in the basis of the answers.
            Remark::Contradiction(_) => {}
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

/// A premise as people and programs read it.
pub(crate) fn told(program: &Program, premise: &Premise) -> AssumptionReport {
    match premise {
        Premise::Translation(it) => entry(program, it.kind.name(), &it.what, it.span),
        Premise::WeakFairness => {
            let what = "a process that can always move from some point on moves again and again";
            entry(program, "fairness", what, None)
        }
        Premise::Contradiction(edge) => {
            let what = "no run passes this assumption, so that nothing is proved of what follows";
            entry(program, "contradiction", what, Some(program.edges[*edge].span))
        }
        Premise::Bound(span) => {
            let what = "runs may go on here beyond what was unrolled";
            entry(program, "bound", what, Some(*span))
        }
    }
}

fn entry(
    program: &Program,
    kind: &'static str,
    what: &str,
    span: Option<Span>,
) -> AssumptionReport {
    let place = span.and_then(|it| words::place(&program.sources, it));
    AssumptionReport { kind, what: what.to_owned(), place }
}

fn is_proved_assertion(findings: &Findings<'_>, property: PropId) -> bool {
    let answer = findings.answers.iter().find(|it| it.property == property);
    findings.program.props[property].name == ASSERTIONS
        && answer.is_some_and(|it| matches!(it.verdict, Verdict::True(_)))
}
