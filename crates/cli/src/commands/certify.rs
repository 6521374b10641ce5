//! `tribunal certify`

use tribunal_driver::certificate::{Certified, certify, read_certificate};
use tribunal_driver::replay::{ModelText, ReplayError};
use tribunal_report::certify::{CertifyReport, Standing};
use tribunal_report::json;

use super::tell::refuse;
use super::{Exit, complain};
use crate::arguments::Certify;
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Certify) -> anyhow::Result<Exit> {
    let model = arguments.file.to_string_lossy();
    let Certified { prepared, text, properties } = match ready(arguments, &model) {
        Ok(certified) => certified,
        Err(error) => return refuse(error, &model, arguments.json),
    };
    let sources = &prepared.program.sources;
    let mut report = CertifyReport::of(&model, properties, sources, &prepared.diagnostics);
    report.changed = text == ModelText::Changed;
    if arguments.json {
        Stream::Out.write(&json(&report));
    } else {
        complain(sources, &prepared.diagnostics);
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

fn ready(arguments: &Certify, model: &str) -> Result<Certified, ReplayError> {
    let file = read_certificate(&arguments.certificate)?;
    certify(&file, model, arguments.steps)
}
