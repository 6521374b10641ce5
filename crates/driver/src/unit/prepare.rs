//! Makes a unit of a file: reads what is asked, probes the functions, translates the text with probes, and asks again where an expression does not fit.

use tribunal_base::{Diagnostic, FileId, Severity, Sources, Span};
use tribunal_engine_symbolic::steps::Marks;
use tribunal_front_c::lower::{Allocation, Check, Checks, Choices};
use tribunal_front_c::probe::{self, Piece, Probed, Request, Rewritten};
use tribunal_front_c::{Compiled, DataModel};
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
        without: Vec::new(),
        further: Vec::new(),
        rewritten: renumbered(&more.rewritten, file),
        stubs,
        requires,
        depth: question.depth,
        elements: question.elements,
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
    let mut probed = probe::probe(sources, file, &Disk, &options, &request)?;
    let chart_of = |sources: &Sources, probed: &Probed| chart(sources, probed);
    let mut chart = chart_of(sources, &probed);
    let mut query = Query::of(asked.find.clone(), asked.path.clone(), &chart, &functions)?;
    let (program, diagnostics) = loop {
        match compile(sources, path, &probed, translation) {
            Ok(compiled) => break compiled,
            Err(Rejected { diagnostics, misfits }) => {
                // In other functions, variables of the same names may have other types.
                let known = request.without.len();
                request.without.extend(misfits.into_iter().filter(|it| !functions.contains(&it.1)));
                request.without.dedup();
                if request.without.len() == known {
                    return Err(diagnostics);
                }
            }
        }
        probed = probe::probe(sources, file, &Disk, &options, &request)?;
        chart = chart_of(sources, &probed);
        query = Query::of(asked.find.clone(), asked.path.clone(), &chart, &functions)?;
    };
    let spans = probed.chart.nodes.iter().map(|it| it.span).collect();
    let stubs = &probed.call.stubs;
    let inputs: Vec<Input> = probed.inputs.iter().map(|it| input(it, stubs, model)).collect();
    let marks = Marks {
        node: probe::NODE.to_owned(),
        atoms: (0..request.atoms.len()).map(|it| format!("{}{it}", probe::ATOM)).collect(),
        inputs: inputs.iter().map(|it| (it.function.clone(), it.name.clone())).collect(),
    };
    Ok(Unit {
        model: path.to_owned(),
        function: question.function.clone(),
        functions,
        chooser: probe::CHOOSER,
        program,
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

fn input(it: &probe::Input, stubs: &str, model: DataModel) -> Input {
    let kind = match it.kind {
        probe::InputKind::Signed => InputKind::Signed,
        probe::InputKind::Unsigned => InputKind::Unsigned,
        probe::InputKind::Float => InputKind::Float,
        probe::InputKind::Pointer => InputKind::Pointer,
    };
    let is_in_stub = stubs.contains(&format!("{}(", it.function));
    let asker = if is_in_stub { Asker::Stub } else { Asker::Driver };
    let range = match kind {
        InputKind::Signed | InputKind::Unsigned => Some(range(&it.ty, model)),
        InputKind::Float | InputKind::Pointer => None,
    };
    let constants = if !it.names.is_empty() {
        Constants::Names(it.names.clone())
    } else if it.ty == "char" {
        Constants::Characters
    } else {
        Constants::Numbers
    };
    Input { name: it.name.clone(), function: it.function.clone(), kind, asker, range, constants }
}

/// The least and the greatest number of an integer type.
fn range(ty: &str, model: DataModel) -> (i128, i128) {
    let has = |word: &str| ty.split(' ').any(|it| it == word);
    let bits = if has("_Bool") {
        1
    } else if has("char") {
        8
    } else if has("short") {
        16
    } else if ty.contains("long long") {
        64
    } else if has("long") {
        8 * model.pointer_size()
    } else if ty.contains("__int128") {
        127
    } else {
        32
    };
    match has("unsigned") || has("_Bool") {
        true => (0, (1 << bits.min(126)) - 1),
        false => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
    }
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

/// Why a program with probes has no translation.
struct Rejected {
    diagnostics: Vec<Diagnostic>,
    /// Atoms, by number, with functions in which they are wrong.
    misfits: Vec<(usize, String)>,
}

/// Translates texts of the files of a program that has been probed, of which the first has this path. What the texts are called comes back too.
pub(super) fn translate(
    sources: &mut Sources,
    path: &str,
    probed: &Probed,
    texts: impl IntoIterator<Item = String>,
    translation: &Translation,
) -> (Vec<FileId>, Compiled) {
    let names = std::iter::once(path).chain(translation.c.files.iter().map(String::as_str));
    let files: Vec<FileId> = names.zip(texts).map(|(name, text)| sources.add(name, text)).collect();
    let (mut options, choices) = (front_options(translation), choices(translation));
    options.defines.extend(probed.defines.iter().cloned());
    let compiled =
        tribunal_front_c::compile(sources, &files, &Disk, &options, probe::DRIVER, &choices);
    (files, compiled)
}

/// Translates the program with probes.
fn compile(
    sources: &mut Sources,
    path: &str,
    probed: &Probed,
    translation: &Translation,
) -> Result<(Program, Vec<Diagnostic>), Rejected> {
    let (files, compiled) = translate(sources, path, probed, probed.texts(), translation);
    let is_error = |it: &&Diagnostic| it.severity == Severity::Error;
    let misfit = |it: &Diagnostic| {
        let file = files.iter().position(|file| *file == it.primary.span.file)?;
        let (atom, node) = probed.atom_at(file, it.primary.span.start as usize)?;
        Some((atom, node.function.clone()))
    };
    let misfits = compiled.diagnostics.iter().filter(is_error).filter_map(misfit).collect();
    let all: Vec<Diagnostic> =
        compiled.diagnostics.into_iter().map(|it| probed.explain(&files, it)).collect();
    let errors: Vec<Diagnostic> = all.iter().filter(is_error).cloned().collect();
    match compiled.program {
        Some(program) if errors.is_empty() => {
            let own = all.into_iter().filter(|it| !files.contains(&it.primary.span.file));
            Ok((program, own.collect()))
        }
        _ => {
            let mut errors = errors;
            errors.dedup_by(|a, b| a.primary == b.primary && a.message == b.message);
            Err(Rejected { diagnostics: errors, misfits })
        }
    }
}
