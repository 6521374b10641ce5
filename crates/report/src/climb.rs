//! How a property went up the ladder: what each rung made of it, and what would help where none settled it.

use tribunal_base::Span;
use tribunal_engine::{Answer, Limit, Reason, Verdict};
use tribunal_ir::cfg::Flow;
use tribunal_ir::{AssumptionKind, Program, PropId, PropertyKind};

use crate::data::{RungReport, Truth};
use crate::findings::{Findings, Search};
use crate::narrate::is_library;
use crate::words;

/// What the rungs made of a property, in order.
pub(crate) fn rungs(findings: &Findings<'_>, answer: &Answer) -> Vec<RungReport> {
    let about_it = findings.searches.iter().filter(|it| it.properties.contains(&answer.property));
    let kind = findings.program.props[answer.property].kind;
    about_it.map(|it| rung(it, kind, answer)).collect()
}

fn rung(search: &Search, kind: PropertyKind, answer: &Answer) -> RungReport {
    let (verdict, why) = match left_open(search, answer.property) {
        Some(reason) => (Truth::Maybe, words::explain_reason(reason)),
        None => (words::truth(&answer.verdict), words::explain(kind, &answer.verdict)),
    };
    RungReport {
        rung: search.rung,
        engine: search.engine,
        verdict,
        reason: why.text,
        reason_code: why.code,
        seconds: search.seconds,
    }
}

/// Why a search left a property open.
fn left_open(search: &Search, property: PropId) -> Option<&Reason> {
    search.open.iter().find(|it| it.0 == property).map(|it| &it.1)
}

/// The loops of the source, if they are few.
fn loops(program: &Program) -> impl Iterator<Item = Span> {
    /// Of more loops, nobody knows which one it is.
    const FEW: usize = 2;
    let functions = program.procs.ids();
    let heads =
        functions.flat_map(|it| Flow::of(program, it).loops().into_keys().collect::<Vec<_>>());
    let spans = heads.map(|it| program.locs[it].span);
    let spans: Vec<Span> = spans.filter(|it| !is_library(program, *it)).collect();
    let is_few = spans.len() <= FEW;
    spans.into_iter().filter(move |_| is_few)
}

/// What would help to settle a property.
pub(crate) fn helps(findings: &Findings<'_>, answer: &Answer) -> Vec<String> {
    let Verdict::Maybe(last) = &answer.verdict else { return Vec::new() };
    let program = findings.program;
    let at = |span| match words::place(&program.sources, span) {
        Some(place) => format!("{}:{}", place.file, place.line),
        None => "an unknown place".to_owned(),
    };
    let mut helps = Vec::new();
    let searches = findings.searches.iter();
    let tried = searches.filter_map(|it| Some((it.rung, left_open(it, answer.property)?)));
    for (rung, reason) in tried.chain([(answer.by, last)]) {
        match reason {
            Reason::Alarm { span, values, .. } => {
                let names: Vec<String> = values.iter().map(|it| format!("`{}`", it.0)).collect();
                let about = match names.len() {
                    0 => String::new(),
                    _ => format!(" about {}", names.join(", ")),
                };
                helps.push(format!("an invariant{about} at {}, as an assumption", at(*span)));
            }
            Reason::Unbounded { loops } => {
                helps.extend(
                    loops.iter().map(|it| format!("an invariant of the loop at {}", at(*it))),
                );
            }
            Reason::Budget(Limit::Time) if matches!(rung, "bmc" | "kind") => {
                let invariants =
                    loops(program).map(|it| format!("an invariant of the loop at {}", at(it)));
                helps.splice(0..0, invariants);
                helps.push("a larger bound on what is unrolled: more --time".to_owned());
            }
            _ => {}
        }
    }
    if !helps.is_empty() {
        let unknown = program.assumptions.iter().filter(|it| it.kind == AssumptionKind::NoBody);
        let names = unknown.filter_map(|it| it.what.split('`').nth(1));
        helps.extend(names.map(|it| {
            format!("an environment for function `{it}`: a body that returns only what it may")
        }));
    }
    let mut told: Vec<String> = Vec::new();
    helps.retain(|it| {
        let is_new = !told.contains(it);
        told.push(it.clone());
        is_new
    });
    helps
}
