//! Stored certificates: writing them, and checking them against a program, without the engines that made them.

use std::path::Path;

use tribunal_certify::{Effort, Ground, Judgement, check_certificates, keep_inductive};
use tribunal_engine::Certificate;
use tribunal_ir::text::Printer;
use tribunal_ir::{Program, PropId};
use tribunal_portfolio::crash::guarded;
use tribunal_portfolio::{Checked, without_status};
use tribunal_report::certificate_file::{About, CertificateFile, hash};
use tribunal_report::certify::{CertifiedProperty, Standing};

use crate::prepare::{Prepared, prepare};
use crate::replay::{ModelText, Origin, ReplayError, options_of, translation_of};

/// The file for all properties that a check has found true. Of what engines say of locations, what is inductive is stored.
#[must_use]
pub fn store_certificate(origin: &Origin<'_>, checked: &Checked) -> CertificateFile {
    let about = About {
        model: origin.model.to_owned(),
        options: options_of(origin),
        reduction: checked.reduction.to_string(),
    };
    certificate_file(about, &checked.program, &checked.certificates())
}

/// The file for some properties of a program.
#[must_use]
pub fn certificate_file(
    about: About,
    program: &Program,
    claims: &[(PropId, &Certificate)],
) -> CertificateFile {
    let file = CertificateFile::of(about.clone(), program, claims);
    // What is kept is found among what the file says, not among what could not be written.
    let Ok((program, mut claims)) = file.certificates(program.clone()) else { return file };
    let effort = effort(STEPS);
    if guarded(|| keep_inductive(&program, &mut claims, effort)).is_err() {
        return file;
    }
    let claims: Vec<_> = claims.iter().map(|it| (it.0, &it.1)).collect();
    CertificateFile::of(about, &program, &claims)
}

/// Reads the text of a certificate file.
///
/// # Errors
/// If it is none.
pub fn parse_certificate(path: &Path, text: &str) -> Result<CertificateFile, ReplayError> {
    let shown = path.display();
    CertificateFile::parse(text).map_err(|it| ReplayError::Trace(format!("`{shown}`: {it}")))
}

/// What is to be thought of a certificate.
#[derive(Debug)]
pub struct Certified {
    /// The program, translated as it was.
    pub prepared: Prepared,
    /// Whether it is the program that the certificate was made for.
    pub text: ModelText,
    /// The properties, in the program's order.
    pub properties: Vec<CertifiedProperty>,
}

/// How many steps are taken to find what is inductive, and to check a certificate unless somebody says otherwise.
pub const STEPS: u64 = 200_000;

/// Runs are executed no more often than this.
const RUNS: u64 = 10_000;

/// How many steps of the solver are as much as a step of a run.
const FORMULAS: u64 = 50;

fn effort(steps: u64) -> Effort {
    Effort { steps, runs: RUNS, formulas: steps.saturating_mul(FORMULAS) }
}

/// Checks a certificate for the program at a path, within so many steps.
///
/// # Errors
/// If the program has errors, or does not have what the certificate names.
pub fn certify(file: &CertificateFile, model: &str, steps: u64) -> Result<Certified, ReplayError> {
    let prepared = prepare(model, translation_of(&file.options)?).map_err(ReplayError::Model)?;
    let is_same = hash(&without_status(prepared.program.clone())) == file.program_hash;
    let text = if is_same { ModelText::Unchanged } else { ModelText::Changed };
    let refuse = |why: String| match text {
        ModelText::Unchanged => ReplayError::Trace(why),
        ModelText::Changed => ReplayError::Trace(format!(
            "{why}; this is not the program that the certificate was made for"
        )),
    };
    let (program, claims) = file.certificates(prepared.program.clone()).map_err(refuse)?;
    let all: Vec<_> = claims.iter().map(|(property, it)| (*property, it)).collect();
    let judged = guarded(|| check_certificates(&program, &all, effort(steps)));
    let judged = judged.map_err(ReplayError::Trace)?;
    let printer = Printer::new(&program);
    let tell = |(property, judgement): (&PropId, &Judgement)| {
        let (standing, why) = told(&program, judgement);
        CertifiedProperty { property: printer.property_name(*property).to_owned(), standing, why }
    };
    let properties = judged.iter().map(tell).collect();
    Ok(Certified { prepared, text, properties })
}

/// A judgement in words.
fn told(program: &Program, judgement: &Judgement) -> (Standing, String) {
    use tribunal_report::grouped;
    match judgement {
        Judgement::Checked(Ground::Absent) => {
            (Standing::Accepted, "no statement can violate it".to_owned())
        }
        Judgement::Checked(Ground::Runs(runs)) => {
            (Standing::Accepted, format!("all runs were executed: {}", grouped(*runs)))
        }
        Judgement::Checked(Ground::States(states)) => {
            (Standing::Accepted, format!("all states were visited: {}", grouped(*states)))
        }
        Judgement::Checked(Ground::Said(said)) => {
            let statements = said.values().map(Vec::len).sum::<usize>() as u64;
            let (statements, places) = (grouped(statements), grouped(said.len() as u64));
            let why = format!(
                "{statements} statements about {places} locations are inductive and rule violations out"
            );
            (Standing::Accepted, why)
        }
        Judgement::Checked(Ground::Followed(heads)) => {
            let statements = grouped(heads.values().map(Vec::len).sum::<usize>() as u64);
            let why = match heads.len() as u64 {
                0 => "all runs were followed at once, to their ends".to_owned(),
                loops => format!(
                    "all runs were followed at once, by induction over loops ({}) and {statements} statements about them",
                    grouped(loops)
                ),
            };
            (Standing::Accepted, why)
        }
        Judgement::Trusted { why, .. } => (Standing::Trusted, why.clone()),
        Judgement::Insufficient { why, .. } => (Standing::Rejected, why.clone()),
        Judgement::Refuted(trace) => {
            let last = trace.steps.last().map(|it| program.edges[it.edge].span);
            let line = last.map(|it| program.sources.line_column(it).line);
            let place = line.map_or_else(String::new, |it| format!(", the last at line {it}"));
            let steps = grouped(trace.steps.len() as u64);
            (Standing::Rejected, format!("a run of {steps} steps violates it{place}"))
        }
    }
}
