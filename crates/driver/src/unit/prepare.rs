//! Makes a unit of a file: reads what is asked, finds the nodes of the functions, and translates the file with what is observed and a harness.

use tribunal_base::{Diagnostic, FileId, Severity, Sources, Span};
use tribunal_engine_symbolic::steps::Marks;
use tribunal_front_c::DataModel;
use tribunal_front_c::lower::{Allocation, Check, Checks, Choices};
use tribunal_front_c::observe::{Harness, Observed};
use tribunal_front_c::probe::{self, Piece, Probed, Request, Rewritten};
use tribunal_ir::Program;
use tribunal_logic::finite::regular::{self, Pattern};
use tribunal_logic::finite::{self, AtomKind, Parsed};
use tribunal_unit::{Asker, Chart, Constants, Input, InputKind, Kind, Node, Numbers, Query};

use super::{Unit, UnitQuestion, promela};
use crate::files::{self, Disk};
use crate::front::{C, FrontEnd, Units, front_end};
use crate::prepare::Refused;
use crate::translation::Translation;

/// What the user asked for, read.
pub(super) struct Asked {
    pub(super) find: Option<Parsed>,
    pub(super) path: Option<Pattern>,
}

/// Prepares a function of the C file at a path.
///
/// # Errors
/// If the file, the formula or the pattern has errors.
pub fn prepare_unit(
    path: &str,
    translation: &Translation,
    question: &UnitQuestion,
) -> Result<Unit, Refused> {
    prepare_with(path, translation, question, &Extras::default())
}

/// What else the text with probes has.
#[derive(Debug, Default)]
pub(super) struct Extras {
    /// Expressions, each to be evaluated before one node or all, which are counted after those of the formula.
    pub(super) atoms: Vec<(String, Option<Span>)>,
    /// Conditions that are written otherwise.
    pub(super) rewritten: Vec<Rewritten>,
}

/// Prepares a function with something else.
pub(super) fn prepare_with(
    path: &str,
    translation: &Translation,
    question: &UnitQuestion,
    more: &Extras,
) -> Result<Unit, Refused> {
    let mut sources = Sources::default();
    match prepare(&mut sources, path, translation, question, more) {
        Ok(mut unit) => {
            unit.program.sources = sources;
            Ok(unit)
        }
        Err(diagnostics) => Err(Refused { sources, diagnostics }),
    }
}

fn prepare(
    sources: &mut Sources,
    path: &str,
    translation: &Translation,
    question: &UnitQuestion,
    more: &Extras,
) -> Result<Unit, Vec<Diagnostic>> {
    let units = front_end(path).map_or(Units::Nothing, FrontEnd::units);
    if units == Units::Processes {
        return promela::prepare(sources, path, translation, question);
    }
    let mut file = C.open(sources, path, translation).map_err(|it| vec![*it])?;
    if units == Units::Nothing {
        let message = "functions of C and processes of Promela are checked: a name that ends in .c, .i, .h or .pml is expected";
        return Err(vec![Diagnostic::error("unit-language", Span::new(file, 0, 0), message)]);
    }
    // A function of a header is checked in the header.
    let options = front_options(translation);
    let home = probe::home(sources, file, &Disk, &options, &question.function);
    let path = home.as_deref().unwrap_or(path);
    if home.is_some() {
        file = C.open(sources, path, translation).map_err(|it| vec![*it])?;
    }
    let asked = ask(sources, question).map_err(|it| vec![*it])?;
    let requires = question.requires.as_ref().map(|text| piece(sources, "--where", text));
    let atoms = asked.find.iter().flat_map(Query::expressions).filter_map(|it| match &it.kind {
        AtomKind::Expression(text) => Some(Piece { text: text.clone(), span: it.span }),
        AtomKind::At(_) => None,
    });
    let mut stubs: Vec<Piece> =
        question.stubs.iter().map(|it| piece(sources, "--stub", it)).collect();
    if let Some(file) = &question.stub_file {
        let bytes = files::bytes(file).map_err(|it| vec![*it])?;
        let file = files::add(sources, file, bytes).map_err(|it| vec![*it])?;
        stubs.extend(stubs_of(file, sources.text(file)));
    }
    let mut atoms: Vec<Piece> = atoms.collect();
    let mut only = vec![None; atoms.len()];
    for (text, span) in &more.atoms {
        let nowhere = Span::new(file, 0, 0);
        atoms.push(Piece { text: text.clone(), span: span.unwrap_or(nowhere) });
        only.push(*span);
    }
    let model = translation.c.data_model;
    let translation = &translated(translation, question.numbers);
    let options = front_options(translation);
    let mut request = Request {
        function: question.function.clone(),
        others: question.others.clone(),
        atoms,
        only,
        further: Vec::new(),
        rewritten: renumbered(&more.rewritten, file),
        stubs,
        requires,
        depth: question.depth,
        elements: question.elements,
        machine: model,
        // Macros are for our preprocessor alone.
        allocation: match translation.c.preprocessor {
            Some(_) => Allocation::Succeeds,
            None => question.allocation,
        },
    };
    for more in &translation.c.files {
        let more = C.open(sources, more, translation).map_err(|it| vec![*it])?;
        request.further.push(more);
    }
    let functions: Vec<String> =
        std::iter::once(&question.function).chain(&question.others).cloned().collect();
    let probed = probe::probe(sources, file, &Disk, &options, &request)?;
    let files: Vec<FileId> = std::iter::once(file).chain(request.further.iter().copied()).collect();
    let Observing { program, scope, observed, diagnostics } =
        compile(sources, &files, &probed, &probed.harness, translation)?;
    let mut chart = chart(sources, &probed);
    for misfit in observed.misfits {
        // In other functions, variables of the same names may have other types.
        if functions.contains(&misfit.function) {
            return Err(misfit.diagnostics);
        }
        chart.forget(misfit.atom, &misfit.function);
    }
    let query = Query::of(asked.find, asked.path, &chart, &functions)?;
    let chooser = probed.fork.and_then(|_| scope.variable(probe::CHOOSER));
    let spans = probed.chart.nodes.iter().map(|it| it.span).collect();
    let inputs: Vec<Input> = probed.inputs.iter().map(input).collect();
    let marks = Marks {
        node: observed.node,
        atoms: observed.atoms,
        inputs: inputs.iter().map(|it| (it.function.clone(), it.name.clone())).collect(),
    };
    Ok(Unit {
        model: path.to_owned(),
        function: question.function.clone(),
        functions,
        chooser,
        program,
        files,
        chart,
        spans,
        inputs,
        marks,
        query,
        probed,
        diagnostics,
        numbers: question.numbers,
    })
}

/// How a file is read where numbers are what is asked for.
fn translated(translation: &Translation, numbers: Numbers) -> Translation {
    let mut translation = translation.clone();
    if numbers == Numbers::Integers {
        translation.c.data_model = DataModel::Integers;
    }
    translation
}

/// Conditions of the file as it is known now.
fn renumbered(all: &[Rewritten], file: FileId) -> Vec<Rewritten> {
    let moved = |it: &Rewritten| Rewritten { span: Span { file, ..it.span }, ..it.clone() };
    all.iter().map(moved).collect()
}

/// What the front end is told.
fn front_options(translation: &Translation) -> tribunal_front_c::Options {
    tribunal_front_c::Options {
        data_model: translation.c.data_model,
        defines: match translation.c.preprocessor {
            Some(_) => Vec::new(),
            None => translation.defines.clone(),
        },
        include: translation.c.include.clone(),
    }
}

/// Reads formula and pattern.
pub(super) fn ask(
    sources: &mut Sources,
    question: &UnitQuestion,
) -> Result<Asked, Box<Diagnostic>> {
    let find = match (&question.find, &question.path) {
        (Some(text), _) => Some(text.as_str()),
        (None, Some(_)) => None,
        (None, None) => Some("<> at(end)"),
    };
    let find =
        find.map(|text| finite::parse(sources.add("--find", text.to_owned()), text)).transpose()?;
    let path = question.path.as_ref();
    let path =
        path.map(|text| regular::parse(sources.add("--path", text.clone()), text)).transpose()?;
    Ok(Asked { find, path })
}

fn piece(sources: &mut Sources, name: &str, text: &str) -> Piece {
    let file = sources.add(name, text.to_owned());
    Piece { text: text.to_owned(), span: Span::new(file, 0, text.len()) }
}

/// The stubs of a file.
fn stubs_of(file: FileId, text: &str) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let code = line.find("//").map_or(line, |it| &line[..it]).trim_end();
        if code.trim().is_empty() {
            continue;
        }
        match found.last_mut() {
            Some(last) if code.starts_with([' ', '\t']) => {
                // What lies between is white space or a comment.
                let gap = start - last.span.end as usize;
                last.text.push_str(&" ".repeat(gap));
                last.text.push_str(code);
                last.span.end = (start + code.len()) as u32;
            }
            _ => {
                let (text, span) = (code.to_owned(), Span::new(file, start, start + code.len()));
                found.push(Piece { text, span });
            }
        }
    }
    found
}

fn chart(sources: &Sources, probed: &Probed) -> Chart {
    let nodes = probed.chart.nodes.iter().map(|it| Node {
        file: sources.path(it.span.file).to_owned(),
        function: it.function.clone(),
        kind: match it.kind {
            probe::NodeKind::Statement => Kind::Statement,
            probe::NodeKind::Branch => Kind::Branch,
            probe::NodeKind::Loop => Kind::Loop,
            probe::NodeKind::End => Kind::End,
        },
        line: sources.line_column(it.span).line,
        labels: it.labels.clone(),
        atoms: it.atoms.clone(),
    });
    Chart { nodes: nodes.collect() }
}

fn input(it: &probe::Input) -> Input {
    let kind = match it.kind {
        probe::InputKind::Signed => InputKind::Signed,
        probe::InputKind::Unsigned => InputKind::Unsigned,
        probe::InputKind::Float => InputKind::Float,
        probe::InputKind::Pointer => InputKind::Pointer,
    };
    let asker = match it.asker {
        probe::Asker::Driver => Asker::Driver,
        probe::Asker::Stub => Asker::Stub,
    };
    let constants = match &it.values {
        probe::Values::Names(names) => Constants::Names(names.clone()),
        probe::Values::Characters => Constants::Characters,
        probe::Values::Numbers => Constants::Numbers,
    };
    let (name, function, range) = (it.name.clone(), it.function.clone(), it.range);
    Input { name, function, kind, asker, range, constants }
}

/// Arithmetic wraps; all else that is undefined ends a run.
fn choices(translation: &Translation) -> Choices {
    let chosen = translation
        .c
        .choices
        .checks
        .iter()
        .filter(|it| !matches!(it, Check::Overflow | Check::Shift));
    Choices { checks: chosen.collect::<Checks>(), ..translation.c.choices.clone() }
}

/// A program that tells what is observed.
pub(super) struct Observing {
    pub(super) program: Program,
    pub(super) scope: tribunal_front_c::Scope,
    pub(super) observed: Observed,
    /// Messages; none is an error.
    diagnostics: Vec<Diagnostic>,
}

/// Translates the files of a program with what is observed of it and a harness. The error says what is wrong.
pub(super) fn compile(
    sources: &mut Sources,
    files: &[FileId],
    probed: &Probed,
    harness: &Harness,
    translation: &Translation,
) -> Result<Observing, Vec<Diagnostic>> {
    let (mut options, choices) = (front_options(translation), choices(translation));
    options.defines.extend(probed.defines.iter().cloned());
    let compiled = tribunal_front_c::compile_observed(
        sources,
        files,
        &Disk,
        &options,
        probe::DRIVER,
        &choices,
        Some((&probed.observation, harness)),
    );
    let is_error = |it: &Diagnostic| it.severity == Severity::Error;
    let mut diagnostics = compiled.diagnostics;
    match (compiled.program, compiled.scope, compiled.observed) {
        (Some(program), Some(scope), Some(observed)) if !diagnostics.iter().any(is_error) => {
            // What the files have been told of they are told without a unit, too.
            diagnostics.retain(|it| !files.contains(&it.primary.span.file));
            Ok(Observing { program, scope, observed, diagnostics })
        }
        _ => {
            diagnostics.retain(is_error);
            diagnostics.dedup_by(|a, b| a.primary == b.primary && a.message == b.message);
            Err(diagnostics)
        }
    }
}
