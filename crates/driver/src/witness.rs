//! Judges witnesses of other tools: version 2.0 of the exchange format (Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl & Strejček: *Software Verification
//! Witnesses 2.0*, SPIN 2024).
//!
//! A witness is no evidence by itself, it is a hint. What it says is written into the program as checks, and the program is verified with them: the
//! invariants of a proof are asked together with the property, so that each may serve the others in an induction; a violation must be found on a run that passes the
//! waypoints. So whatever is accepted was shown by our own engines, and a witness that misleads is refuted by a run.

mod correctness;
mod violation;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use tribunal_base::{Diagnostic, Sources, Span};
use tribunal_engine::{Answer, Verdict};
use tribunal_front_c::DataModel;
use tribunal_ir::{ExprId, LocId, ProcId, Program};
use tribunal_portfolio::check::check;
use tribunal_portfolio::limits::{Limits, Spectator};
use tribunal_report::certify::{CertifiedProperty, Standing};
use tribunal_report::witness::read::{Content, Site, Witness};
use tribunal_report::{because, sha256};

use crate::front::Scope;
use crate::load::{Loaded, load};
use crate::prepare::Refused;
use crate::replay::{ModelText, ReplayError};
use crate::svcomp::{Specification, options, translation};

/// What is to be thought of a witness.
#[derive(Debug)]
pub struct Judged {
    /// The texts of the program.
    pub sources: Sources,
    /// Messages about it.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether it is the program that the witness was made for.
    pub text: ModelText,
    /// The property and what else the witness says.
    pub statements: Vec<CertifiedProperty>,
}

/// Reads a witness.
///
/// # Errors
/// If it is none, or says what is not known here.
pub fn read_witness(path: &Path, text: &str) -> Result<Witness, ReplayError> {
    Witness::parse(text).map_err(|it| ReplayError::Trace(format!("`{}`: {it}", path.display())))
}

/// Judges a witness for the program at a path.
///
/// # Errors
/// If the program has errors, or the witness asks for what is not checked.
pub fn judge_witness(
    witness: &Witness,
    model: &str,
    limits: Limits,
    cancelled: &AtomicBool,
    spectator: &mut dyn Spectator,
) -> Result<Judged, ReplayError> {
    let refuse = |it: String| ReplayError::Trace(it);
    let specification = specification(&witness.specification).map_err(&refuse)?;
    if let Some(goal) = specification.goals.iter().find(|it| it.checks().is_none()) {
        return Err(refuse(format!("{} is not checked", goal.name())));
    }
    let data_model = match witness.data_model.as_str() {
        "ILP32" => DataModel::Ilp32,
        "LP64" => DataModel::Lp64,
        other => return Err(refuse(format!("the data model `{other}` is not known here"))),
    };
    let Loaded { program, scope, sources, diagnostics } =
        load(model, &translation(&specification, data_model));
    let (Some(program), Some(scope)) = (program, scope) else {
        return Err(ReplayError::Model(Refused { sources, diagnostics }));
    };
    let hash = std::fs::read(model).ok().map(|it| sha256(&it));
    let is_same = hash.is_none_or(|it| witness.hashes.is_empty() || witness.hashes.contains(&it));
    let text = if is_same { ModelText::Unchanged } else { ModelText::Changed };
    let mut reading = Reading { program, scope, sources };
    let mut ask = |program: Program| {
        check(program, &options(limits), cancelled, spectator)
            .map(|it| it.answers)
            .map_err(|it| refuse(it.to_string()))
    };
    let statements = match &witness.content {
        Content::Correctness(invariants) => {
            correctness::judge(&mut reading, &specification, invariants, &mut ask)?
        }
        Content::Violation(segments) => {
            violation::judge(&mut reading, &specification, segments, &mut ask)?
        }
    };
    Ok(Judged { sources: reading.sources, diagnostics, text, statements })
}

/// The property of a witness: a line of a property file, or its formula alone.
fn specification(text: &str) -> Result<Specification, String> {
    let line = match text.trim_start().starts_with("CHECK") {
        true => text.to_owned(),
        false => format!("CHECK( init(main()), LTL({text}) )"),
    };
    Specification::parse(&line).map_err(|it| it.to_string())
}

/// Has a program checked.
type Ask<'a> = dyn FnMut(Program) -> Result<Vec<Answer>, ReplayError> + 'a;

/// A program, and what its names mean.
struct Reading {
    program: Program,
    scope: Box<dyn Scope>,
    sources: Sources,
}

impl Reading {
    /// A condition of a witness that is read at a place in a function; in words why not, if it cannot be.
    fn condition(&mut self, site: &Site, text: &str) -> Result<ExprId, String> {
        let locals = site.function.as_ref().map_or_else(Vec::new, |it| self.locals(it));
        let text = match &site.function {
            Some(function) => qualified(text, function, &locals),
            None => text.to_owned(),
        };
        let end = text.len() as u32;
        let file = self.sources.add("<witness>", text);
        let at = Span { file, start: 0, end };
        self.program.sources = self.sources.clone();
        self.scope.parse_atom(&mut self.program, &self.sources, at).map_err(|found| {
            let first = found.first().map_or("it was not understood", |it| it.message.as_str());
            first.to_owned()
        })
    }

    /// The names of the local variables of a function.
    fn locals(&self, function: &str) -> Vec<String> {
        let process = self.function(function);
        let locals = process.into_iter().flat_map(|it| &self.program.procs[it].locals);
        locals.map(|it| self.program.vars[*it].name.clone()).collect()
    }

    fn function(&self, name: &str) -> Option<ProcId> {
        self.program.procs.ids().find(|it| self.program.procs[*it].name == name)
    }

    /// The locations whose text begins at a place.
    fn locations(&self, site: &Site) -> Vec<LocId> {
        let process = site.function.as_ref().map(|it| self.function(it));
        let is_there = |it: &tribunal_ir::Location| {
            let at = self.sources.line_column(it.span);
            process.is_none_or(|process| process == Some(it.process))
                && at.line == site.line
                && site.column.is_none_or(|column| column == at.column)
        };
        let all = self.program.locs.iter().filter(|(_, it)| is_there(it));
        all.map(|(id, _)| id).collect()
    }
}

/// Writes the local variables of a function as they are written outside of it.
fn qualified(text: &str, function: &str, locals: &[String]) -> String {
    let is_letter = |it: char| it.is_alphanumeric() || it == '_';
    let mut told = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match is_letter(first) {
            true => rest.find(|it| !is_letter(it)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, behind) = rest.split_at(end);
        let before = told.trim_end();
        let is_member = before.ends_with('.') || before.ends_with("->");
        if !is_member && locals.iter().any(|it| it == word) {
            told.push_str(function);
            told.push_str("::");
        }
        told.push_str(word);
        rest = behind;
    }
    told
}

/// What is to be thought of something that should hold, from the answer to the question whether it does.
fn standing(answer: &Answer) -> (Standing, String) {
    match &answer.verdict {
        Verdict::True(_) => (Standing::Accepted, format!("proved by {}", answer.by)),
        Verdict::False(_) | Verdict::Refuted(_) => {
            (Standing::Rejected, "a run violates it".to_owned())
        }
        Verdict::Maybe(reason) => (Standing::Trusted, because(reason)),
    }
}

/// One statement for the whole specification: the worst of those on its properties.
fn statement(
    property: &str,
    standings: impl IntoIterator<Item = (Standing, String)>,
) -> Option<CertifiedProperty> {
    let worst = standings.into_iter().max_by_key(|it| it.0);
    worst.map(|(standing, why)| CertifiedProperty { property: property.to_owned(), standing, why })
}

#[cfg(test)]
mod tests {
    use super::qualified;

    #[test]
    fn local_names_are_qualified_and_members_are_not() {
        let locals = ["x".to_owned(), "p".to_owned()];
        let told = qualified("x1 + x <= p->x && s.x == 'x'", "f", &locals);
        assert_eq!(told, "x1 + f::x <= f::p->x && s.x == 'f::x'");
    }
}
