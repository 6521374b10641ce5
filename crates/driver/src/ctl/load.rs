//! Reads a program together with formulas about it.
//!
//! The structure of a formula is the same for all languages; its atoms are expressions of the program's language, and are read by that language's front end, as
//! formulas without temporal operators (Promela) or as the bodies of functions (C).

use tribunal_base::{Diagnostic, FileId, Severity, Sources, Span};
use tribunal_ir::granularity::MARK;
use tribunal_ir::{ExprId, Program};
use tribunal_logic::ctl::{Atom, AtomKind, Formula, parse};

use super::CtlQuestion;
use super::atoms::{CONDITION, at_place, of_function, of_property};
use crate::load::{Language, Loaded, Translation, load};

/// A program with formulas about it.
#[derive(Debug)]
pub struct LoadedCtl {
    /// The program and the questions, unless there are errors.
    pub program: Option<(Program, Vec<CtlQuestion>)>,
    /// All texts that were read.
    pub sources: Sources,
    /// What is wrong with them, and what else is worth knowing.
    pub diagnostics: Vec<Diagnostic>,
}

/// The name by which the front end knows an atom.
fn name(question: usize, atom: usize) -> String {
    format!("{CONDITION}{question}_{atom}")
}

/// The path by which people know a formula.
fn path(question: usize) -> String {
    format!("<ctl-{}>", question + 1)
}

/// Reads a program and formulas about it.
#[must_use]
pub fn load_ctl(file: &str, translation: &Translation, texts: &[String]) -> LoadedCtl {
    let formulas = match formulas(texts) {
        Ok(formulas) => formulas,
        Err((sources, diagnostics)) => return LoadedCtl { program: None, sources, diagnostics },
    };
    let language = Language::of(file).unwrap_or(Language::Promela);
    let mut translation = translation.clone();
    for (question, formula) in formulas.iter().enumerate() {
        for (number, atom) in formula.atoms().iter().enumerate() {
            let text = match (language, atom.kind) {
                (Language::Promela, AtomKind::Place) => at_label(file, &translation, atom),
                (_, AtomKind::Place) | (Language::Ir, _) => continue,
                (_, AtomKind::Expression) => atom.text.clone(),
            };
            match language {
                Language::Promela => translation.formulas.push((name(question, number), text)),
                _ => translation.c.conditions.push((name(question, number), text)),
            }
        }
    }
    if language == Language::Promela {
        keep_marks(file, &mut translation);
    }
    let Loaded { program, sources, diagnostics } = load(file, &translation);
    let mut loaded = Reading { language, sources, diagnostics, files: Vec::new() };
    loaded.add_formulas(texts);
    loaded.move_diagnostics(&formulas, &translation);
    let questions = program.map(|mut program| {
        let questions = loaded.questions(&mut program, texts, formulas);
        program.sources = loaded.sources.clone();
        (program, questions)
    });
    let failed = loaded.diagnostics.iter().any(|it| it.severity == Severity::Error);
    LoadedCtl {
        program: questions.filter(|_| !failed),
        sources: loaded.sources,
        diagnostics: loaded.diagnostics,
    }
}

fn formulas(texts: &[String]) -> Result<Vec<Formula>, (Sources, Vec<Diagnostic>)> {
    let mut sources = Sources::default();
    let mut diagnostics = Vec::new();
    let mut formulas = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        let file = sources.add(path(number), text.as_str());
        match parse(file, text) {
            Ok(formula) => formulas.push(formula),
            Err(error) => diagnostics.push(*error),
        }
    }
    if diagnostics.is_empty() { Ok(formulas) } else { Err((sources, diagnostics)) }
}

/// Mentions the labels that mark states: others are no part of the program.
fn keep_marks(file: &str, translation: &mut Translation) {
    for (proctype, labels) in crate::load::promela_labels(file, translation) {
        for label in labels.iter().filter(|it| it.starts_with(MARK)) {
            let name = format!("{CONDITION}{proctype}_{label}");
            translation.formulas.push((name, format!("{proctype}@{label}")));
        }
    }
}

/// `at(label)` in Promela: the oldest instance of one of the proctypes that have the label is there.
fn at_label(file: &str, translation: &Translation, atom: &Atom) -> String {
    let label = atom.text.trim();
    if label.contains('@') {
        return atom.text.clone();
    }
    let places: Vec<String> = crate::load::promela_labels(file, translation)
        .into_iter()
        .filter(|(_, labels)| labels.iter().any(|it| it == label))
        .map(|(proctype, _)| format!("{proctype}@{label}"))
        .collect();
    // One that is not there is told by the front end.
    if places.is_empty() { label.to_owned() } else { places.join(" || ") }
}

/// Whether a place is in a range, or in the parentheses around it.
fn is_about(place: Span, range: &std::ops::Range<usize>) -> bool {
    let start = place.start as usize;
    range.contains(&start) || start + 1 == range.start
}

/// A program and formulas while they are read.
struct Reading {
    language: Language,
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
    /// The texts of the formulas.
    files: Vec<FileId>,
}

impl Reading {
    fn add_formulas(&mut self, texts: &[String]) {
        for (number, text) in texts.iter().enumerate() {
            self.files.push(self.sources.add(path(number), text.as_str()));
        }
    }

    /// Lets what is wrong with an atom stand in the formula.
    fn move_diagnostics(&mut self, formulas: &[Formula], translation: &Translation) {
        let appended = crate::load::conditions(&translation.c.conditions);
        let mut places: Vec<(FileId, std::ops::Range<usize>, Span)> = Vec::new();
        for (question, formula) in formulas.iter().enumerate() {
            for (number, atom) in formula.atoms().iter().enumerate() {
                let span = Span { file: self.files[question], ..atom.span };
                let name = name(question, number);
                for (file, path, text) in self.sources.files() {
                    if path == format!("<{name}>") {
                        places.push((file, 0..usize::MAX, span));
                    } else if let Some(start) = text.len().checked_sub(appended.text.len())
                        && file == FileId(0)
                        && let Some(place) = appended.places.iter().find(|it| it.0 == name)
                    {
                        let range = start + place.1.start..start + place.1.end;
                        places.push((file, range, span));
                    }
                }
            }
        }
        for diagnostic in &mut self.diagnostics {
            let at = diagnostic.primary.span;
            let found =
                places.iter().find(|(file, range, _)| *file == at.file && is_about(at, range));
            if let Some((_, range, span)) = found {
                // Promela's atoms are texts of their own.
                let offset = at.start as usize - range.start.min(at.start as usize);
                let length = at.end.saturating_sub(at.start) as usize;
                let start = (span.start as usize + offset).min(span.end as usize);
                let end = (start + length).min(span.end as usize);
                diagnostic.primary.span = Span::new(span.file, start, end);
                if self.language == Language::C && diagnostic.help.is_none() {
                    diagnostic.help = Some("a formula speaks of global variables".to_owned());
                }
            }
        }
    }

    fn questions(
        &mut self,
        program: &mut Program,
        texts: &[String],
        formulas: Vec<Formula>,
    ) -> Vec<CtlQuestion> {
        let mut questions = Vec::new();
        for (question, (formula, text)) in formulas.into_iter().zip(texts).enumerate() {
            let mut atoms: Vec<ExprId> = Vec::new();
            for (number, atom) in formula.atoms().iter().enumerate() {
                match self.atom(program, atom, &name(question, number)) {
                    Ok(expr) => atoms.push(expr),
                    Err(message) => {
                        let span = Span { file: self.files[question], ..atom.span };
                        self.diagnostics.push(Diagnostic::error("ctl-atom", span, message));
                    }
                }
            }
            questions.push(CtlQuestion { text: text.clone(), formula, atoms });
        }
        questions
    }

    fn atom(&self, program: &mut Program, atom: &Atom, name: &str) -> Result<ExprId, String> {
        match (self.language, atom.kind) {
            (Language::Promela, _) => of_property(program, name),
            (Language::C, AtomKind::Expression) => of_function(program, name),
            (Language::C | Language::Ir, AtomKind::Place) => {
                at_place(program, &self.sources, atom.text.trim())
            }
            (Language::Ir, AtomKind::Expression) => {
                Err("expressions cannot be added to IR text".to_owned())
            }
        }
    }
}
