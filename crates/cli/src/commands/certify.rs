//! `tribunal certify`

use anyhow::Context;
use tribunal_base::{Diagnostic, Sources};
use tribunal_driver::certificate::{Certified, certify, parse_certificate};
use tribunal_driver::replay::{ModelText, ReplayError};
use tribunal_driver::witness::{Judged, judge_witness, read_witness};
use tribunal_driver::{Limits, default_memory};
use tribunal_report::certify::{CertifiedProperty, CertifyReport, Standing};
use tribunal_report::json;

use super::tell::refuse;
use super::{Exit, complain};
use crate::arguments::Certify;
use crate::interrupt;
use crate::progress::ProgressLine;
use crate::terminal::Stream;

/// What is to be thought of the evidence.
struct Judgement {
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
    text: ModelText,
    properties: Vec<CertifiedProperty>,
}

pub(crate) fn run(arguments: &Certify) -> anyhow::Result<Exit> {
    let model = arguments.file.to_string_lossy();
    let path = arguments.certificate.display();
    let text = std::fs::read_to_string(&arguments.certificate)
        .with_context(|| format!("cannot read `{path}`"))?;
    let judgement = match text.trim_start().starts_with('{') {
        true => by_certificate(arguments, &model, &text),
        false => by_witness(arguments, &model, &text),
    };
    let Judgement { sources, diagnostics, text, properties } = match judgement {
        Ok(judgement) => judgement,
        Err(error) => return refuse(error, &model, arguments.json),
    };
    let mut report = CertifyReport::of(&model, properties, &sources, &diagnostics);
    report.changed = text == ModelText::Changed;
    if arguments.json {
        Stream::Out.write(&json(&report));
    } else {
        complain(&sources, &diagnostics);
        if report.changed {
            Stream::Error.write("note: the certificate was made for another program than this\n");
        }
        Stream::Out.write(&report.draw());
    }
    Ok(match report.standing {
        Standing::Accepted => Exit::Success,
        Standing::Rejected => Exit::Violation,
        Standing::Trusted => Exit::Maybe,
    })
}

/// Judges what `check --certificate` wrote.
fn by_certificate(arguments: &Certify, model: &str, text: &str) -> Result<Judgement, ReplayError> {
    let file = parse_certificate(&arguments.certificate, text)?;
    let Certified { prepared, text, properties } = certify(&file, model, arguments.steps)?;
    let sources = prepared.program.sources;
    Ok(Judgement { sources, diagnostics: prepared.diagnostics, text, properties })
}

/// Judges a witness of any tool.
fn by_witness(arguments: &Certify, model: &str, text: &str) -> Result<Judgement, ReplayError> {
    let witness = read_witness(&arguments.certificate, text)?;
    let limits = Limits { time: arguments.time, memory: default_memory(), depth: u64::MAX };
    interrupt::listen();
    let line = &mut ProgressLine::new();
    let judged = judge_witness(&witness, model, limits, &interrupt::CANCELLED, line)?;
    let Judged { sources, diagnostics, text, statements: properties } = judged;
    Ok(Judgement { sources, diagnostics, text, properties })
}
