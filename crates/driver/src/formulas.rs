//! Reads a program together with formulas about it, which become properties of the program.
//!
//! The structure of a formula is the same for all languages; its atoms are expressions of the program's language, and are read by that language's front end: with the model, as
//! formulas without temporal operators (Promela), or after the program, in its scope (C).

mod atoms;

use tribunal_base::{Diagnostic, FileId, Severity, Sources, Span};
use tribunal_ir::granularity::MARK;
use tribunal_ir::{ExprId, Granularity, Program, Property, PropertyKind};
use tribunal_logic::ctl::{Atom, AtomKind, Formula, formula_of, parse};

use crate::front::{Formulas, Scope, front_end_or_default, promela_labels};
use crate::load::{Loaded, load_alone};
use crate::translation::Translation;
use atoms::{CONDITION, at_place, of_property};

/// Formulas about the tree of runs that are asked about a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Questions {
    /// The formulas. Each is a property of the program, by this name.
    pub texts: Vec<String>,
    /// Which states they see; by default all, but of a C program those after a change of a global variable, unless a formula
    /// asks where control is.
    pub granularity: Option<Granularity>,
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
pub(crate) fn load_with(file: &str, translation: &Translation, asked: &Questions) -> Loaded {
    let formulas = match formulas(&asked.texts) {
        Ok(formulas) => formulas,
        Err((sources, diagnostics)) => {
            return Loaded { program: None, scope: None, sources, diagnostics };
        }
    };
    let reader = front_end_or_default(file).formulas();
    let mut translation = translation.clone();
    if reader == Formulas::WithTheProgram {
        let atoms = formulas.iter().enumerate().flat_map(|(question, formula)| {
            let all = formula.atoms().iter().enumerate();
            all.map(move |(number, atom)| (name(question, number), atom))
        });
        for (name, atom) in atoms {
            let text = match atom.kind {
                AtomKind::Place => at_label(file, &translation, atom),
                AtomKind::Expression => atom.text.clone(),
            };
            translation.formulas.push((name, text));
        }
        keep_marks(file, &mut translation);
    }
    let Loaded { program, scope, sources, diagnostics } = load_alone(file, &translation);
    let mut loaded = Reading { reader, scope, sources, diagnostics, files: Vec::new() };
    loaded.add_formulas(&asked.texts);
    loaded.move_diagnostics(&formulas);
    let program = program.map(|mut program| {
        if let Some(scope) = &loaded.scope {
            scope.keep_labels(&mut program);
        }
        let granularity = asked.granularity.unwrap_or_else(|| granularity(&program, &formulas));
        loaded.add_properties(&mut program, &asked.texts, &formulas, granularity);
        program.sources = loaded.sources.clone();
        program
    });
    let failed = loaded.diagnostics.iter().any(|it| it.severity == Severity::Error);
    let Reading { scope, sources, diagnostics, .. } = loaded;
    Loaded { program: program.filter(|_| !failed), scope, sources, diagnostics }
}

/// Which states are seen if nobody says so.
fn granularity(program: &Program, formulas: &[Formula]) -> Granularity {
    let mut atoms = formulas.iter().flat_map(Formula::atoms);
    let asks_for_control = atoms.any(|it| it.kind == AtomKind::Place);
    if program.is_sequential() && !asks_for_control {
        Granularity::Global
    } else {
        Granularity::Statement
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
    for (proctype, labels) in promela_labels(file, translation) {
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
    let places: Vec<String> = promela_labels(file, translation)
        .into_iter()
        .filter(|(_, labels)| labels.iter().any(|it| it == label))
        .map(|(proctype, _)| format!("{proctype}@{label}"))
        .collect();
    // One that is not there is told by the front end.
    if places.is_empty() { label.to_owned() } else { places.join(" || ") }
}

/// A program and formulas while they are read.
struct Reading {
    /// Who reads atoms.
    reader: Formulas,
    scope: Option<Box<dyn Scope>>,
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

    /// Lets what is wrong with an atom stand in the formula: the atoms of Promela are texts of their own.
    fn move_diagnostics(&mut self, formulas: &[Formula]) {
        let mut places: Vec<(FileId, Span)> = Vec::new();
        for (question, formula) in formulas.iter().enumerate() {
            for (number, atom) in formula.atoms().iter().enumerate() {
                let path = format!("<{}>", name(question, number));
                let span = Span { file: self.files[question], ..atom.span };
                let own = self.sources.files().filter(|it| it.1 == path);
                places.extend(own.map(|it| (it.0, span)));
            }
        }
        for diagnostic in &mut self.diagnostics {
            let at = diagnostic.primary.span;
            if let Some((_, span)) = places.iter().find(|(file, _)| *file == at.file) {
                let start = (span.start + at.start).min(span.end);
                let end = (start + at.end.saturating_sub(at.start)).min(span.end);
                diagnostic.primary.span = Span { file: span.file, start, end };
            }
        }
    }

    fn add_properties(
        &mut self,
        program: &mut Program,
        texts: &[String],
        formulas: &[Formula],
        granularity: Granularity,
    ) {
        for (question, (formula, text)) in formulas.iter().zip(texts).enumerate() {
            let mut atoms: Vec<ExprId> = Vec::new();
            for (number, atom) in formula.atoms().iter().enumerate() {
                let span = Span { file: self.files[question], ..atom.span };
                match self.atom(program, (atom, span), &name(question, number)) {
                    Ok(expr) => atoms.push(expr),
                    Err(found) => self.diagnostics.extend(found),
                }
            }
            if atoms.len() == formula.atoms().len() {
                let formula = formula_of(program, formula, &atoms);
                let kind = PropertyKind::Branching { formula, granularity };
                program.props.push(Property { name: text.clone(), kind, span: None });
            }
        }
    }

    fn atom(
        &mut self,
        program: &mut Program,
        (atom, span): (&Atom, Span),
        name: &str,
    ) -> Result<ExprId, Vec<Diagnostic>> {
        let read = match (self.reader, atom.kind) {
            (Formulas::WithTheProgram, _) => of_property(program, name),
            (_, AtomKind::Place) => at_place(program, &self.sources, atom.text.trim()),
            (_, AtomKind::Expression) => match &mut self.scope {
                Some(scope) => return scope.parse_atom(program, &self.sources, span),
                None => Err("expressions cannot be added to IR text".to_owned()),
            },
        };
        read.map_err(|message| vec![Diagnostic::error("ctl-atom", span, message)])
    }
}
