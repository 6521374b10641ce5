//! From a path to a program: which language it is, reading it, translating it.

use std::path::Path;

use tribunal_base::{Diagnostic, FileId, Severity, Sources, Span};
use tribunal_front_c::lower::Choices;
use tribunal_front_c::{DataModel, Scope};
use tribunal_front_promela::{Dialect, Options};
use tribunal_ir::{Overflow, Program};

use crate::embedded::{FrontC, ModelFiles};
use crate::files::Disk;
use tribunal_portfolio::crash::guarded;

/// A language we read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Promela.
    Promela,
    /// C.
    C,
    /// The text form of the program representation.
    Ir,
}

impl Language {
    /// The language of a file, by the ending of its name.
    #[must_use]
    pub fn of(path: &str) -> Option<Self> {
        let ending = Path::new(path).extension()?.to_str()?;
        match ending {
            "pml" | "prom" | "promela" | "pr" | "spin" | "p" => Some(Self::Promela),
            "c" | "i" | "h" => Some(Self::C),
            "ir" => Some(Self::Ir),
            _ => None,
        }
    }
}

/// What shapes a translation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// Macros, as if defined before the text.
    pub defines: Vec<(String, String)>,
    /// Further temporal formulas: name and text.
    pub formulas: Vec<(String, String)>,
    /// Whether Spin's peculiarities are kept.
    pub dialect: Dialect,
    /// What a send to a full channel does.
    pub overflow: Overflow,
    /// What concerns C alone.
    pub c: CTranslation,
}

/// What shapes the translation of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CTranslation {
    /// Further files of the program.
    pub files: Vec<String>,
    /// Where to look for included files.
    pub include: Vec<String>,
    /// The command that preprocesses instead of us; it gets `-D`, `-I` and the path.
    pub preprocessor: Option<String>,
    /// The sizes of the basic types.
    pub data_model: DataModel,
    /// The function where the program starts.
    pub entry: String,
    /// What is looked for, and how the library behaves.
    pub choices: Choices,
}

impl Default for CTranslation {
    fn default() -> Self {
        Self {
            files: Vec::new(),
            include: Vec::new(),
            preprocessor: None,
            data_model: DataModel::Lp64,
            entry: "main".to_owned(),
            choices: Choices::default(),
        }
    }
}

impl Translation {
    /// Names formulas that have none: `ltl-1`, `ltl-2` and so on, which no model can use.
    #[must_use]
    pub fn name_formulas(texts: &[String]) -> Vec<(String, String)> {
        (1..).zip(texts).map(|(n, text)| (format!("ltl-{n}"), text.clone())).collect()
    }
}

/// A file that was read and, if it has no errors, translated.
#[derive(Debug)]
pub struct Loaded {
    /// The program, unless there are errors.
    pub program: Option<Program>,
    /// What names of C mean in it, if it is a program in C.
    pub scope: Option<Scope>,
    /// All texts that were read.
    pub sources: Sources,
    /// What is wrong with them, and what else is worth knowing.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads and translates a file. Whatever is wrong is told by diagnostics.
#[must_use]
pub fn load(path: &str, translation: &Translation) -> Loaded {
    let mut sources = Sources::default();
    let language = Language::of(path);
    let file = match read(&mut sources, path, language, translation) {
        Ok(file) => file,
        Err(error) => {
            return Loaded { program: None, scope: None, sources, diagnostics: vec![*error] };
        }
    };
    let mut diagnostics = Vec::new();
    if language.is_none() {
        diagnostics.push(assumed(file));
    }
    let translated = guarded(|| {
        translate(&mut sources, file, language.unwrap_or(Language::Promela), translation)
    });
    let (translated, found) =
        translated.unwrap_or_else(|message| (None, vec![crash(file, &message)]));
    diagnostics.extend(found);
    let broken = diagnostics.iter().any(|it| it.severity == Severity::Error);
    let (program, scope) = translated.filter(|_| !broken).unzip();
    let program = program.map(|it| Program { sources: sources.clone(), ..it });
    Loaded { program, scope: scope.flatten(), sources, diagnostics }
}

fn translate(
    sources: &mut Sources,
    file: FileId,
    language: Language,
    translation: &Translation,
) -> (Option<(Program, Option<Scope>)>, Vec<Diagnostic>) {
    match language {
        Language::Promela => {
            let options = Options {
                defines: translation.defines.clone(),
                formulas: translation.formulas.clone(),
                dialect: translation.dialect,
                overflow: translation.overflow,
            };
            let path = sources.path(file).to_owned();
            let mut c = FrontC { path: &path, translation: &translation.c };
            // Expressions of C may be deep.
            let compiled = tribunal_front_c::with_deep_stack(|| {
                tribunal_front_promela::compile_with(sources, file, &ModelFiles, &options, &mut c)
            });
            (compiled.program.map(|it| (it, None)), compiled.diagnostics)
        }
        Language::C => {
            let options = tribunal_front_c::Options {
                data_model: translation.c.data_model,
                // Another preprocessor has seen them.
                defines: match translation.c.preprocessor {
                    Some(_) => Vec::new(),
                    None => translation.defines.clone(),
                },
                include: translation.c.include.clone(),
            };
            let mut files = vec![file];
            let mut diagnostics: Vec<Diagnostic> = refuse_formulas(file, translation).collect();
            for path in &translation.c.files {
                match read(sources, path, Some(language), translation) {
                    Ok(file) => files.push(file),
                    Err(error) => diagnostics.push(*error),
                }
            }
            let CTranslation { entry, choices, .. } = &translation.c;
            let compiled =
                tribunal_front_c::compile(sources, &files, &Disk, &options, entry, choices);
            diagnostics.extend(compiled.diagnostics);
            (compiled.program.map(|it| (it, compiled.scope)), diagnostics)
        }
        Language::Ir => {
            let (program, mut diagnostics) = tribunal_ir::text::parse(sources.text(file));
            diagnostics.extend(refuse_options(file, translation));
            diagnostics.extend(program.iter().flat_map(|it| ill_formed(file, it)));
            (program.map(|it| (it, None)), diagnostics)
        }
    }
}

/// What makes a program meaningless although its text can be read.
fn ill_formed(file: FileId, program: &Program) -> Vec<Diagnostic> {
    let problems = tribunal_ir::verify::verify(program).into_iter();
    problems.map(|it| Diagnostic::error("ill-formed", Span::new(file, 0, 0), it)).collect()
}

/// Formulas about C programs are read apart from them.
fn refuse_formulas(file: FileId, translation: &Translation) -> impl Iterator<Item = Diagnostic> {
    let first = translation.formulas.first();
    first.into_iter().map(move |(_, formula)| {
        let message = format!("the formula `{formula}` cannot be added to a C program here");
        Diagnostic::error("option-needs-promela", Span::new(file, 0, 0), message)
            .help("`tribunal check` takes --ltl and --ctl with C programs")
    })
}

/// IR text is taken as it is.
fn refuse_options(file: FileId, translation: &Translation) -> Vec<Diagnostic> {
    let refused = [
        (!translation.formulas.is_empty(), "a formula", "write it as a property in the file"),
        (!translation.defines.is_empty(), "a macro", "the text form has none"),
    ];
    let start = Span::new(file, 0, 0);
    let wanted = refused.iter().filter(|(given, _, _)| *given);
    wanted
        .map(|(_, what, help)| {
            let message = format!("{what} cannot be added to IR text");
            Diagnostic::error("option-needs-promela", start, message).help(*help)
        })
        .collect()
}

/// Reads a file into `sources`.
pub(crate) fn read(
    sources: &mut Sources,
    path: &str,
    language: Option<Language>,
    translation: &Translation,
) -> Result<FileId, Box<Diagnostic>> {
    // A span that is in no file: there is nothing to show.
    let nowhere = Span::new(FileId(u32::MAX), 0, 0);
    let bytes = match &translation.c.preprocessor {
        Some(command) if language == Some(Language::C) && !path.ends_with(".i") => {
            let include = &translation.c.include;
            crate::cpp::preprocess(command, path, &translation.defines, include)
                .map_err(|it| Box::new(Diagnostic::error("preprocessor", nowhere, it)))?
        }
        _ => std::fs::read(path).map_err(|error| {
            let message = format!("cannot read `{path}`: {error}");
            Box::new(Diagnostic::error("unreadable-file", nowhere, message))
        })?,
    };
    if u32::try_from(bytes.len()).is_err() {
        let message = format!("`{path}` is too large");
        return Err(Box::new(Diagnostic::error("unreadable-file", nowhere, message)));
    }
    Ok(sources.add(path, decode(bytes)))
}

/// The labels of the proctypes of a model; none if it cannot be read.
pub(crate) fn promela_labels(path: &str, translation: &Translation) -> Vec<(String, Vec<String>)> {
    let mut sources = Sources::default();
    let Ok(file) = read(&mut sources, path, Some(Language::Promela), translation) else {
        return Vec::new();
    };
    let read = || {
        let parsed =
            tribunal_front_promela::parse(&mut sources, file, &ModelFiles, &translation.defines);
        tribunal_front_promela::labels(&parsed.model)
    };
    guarded(read).unwrap_or_default()
}

/// The text of a file: UTF-8, or else Latin-1, in which many old models are commented.
pub(crate) fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&it| char::from(it)).collect())
}

fn assumed(file: FileId) -> Diagnostic {
    let mut note = Diagnostic::warning(
        "assumed-promela",
        Span::new(file, 0, 0),
        "the ending of the file's name tells no language; it is read as Promela",
    )
    .help("Promela files end in .pml .prom .promela .pr .spin or .p, C files in .c .i or .h, IR text in .ir");
    note.severity = Severity::Note;
    note
}

fn crash(file: FileId, message: &str) -> Diagnostic {
    let text = format!("tribunal failed while translating this file: {message}");
    Diagnostic::error("internal-error", Span::new(file, 0, 0), text)
        .help("this is a fault of tribunal, please report it with the model")
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn the_ending_tells_the_language() {
        for promela in ["a.pml", "b/a.prom", "a.promela", "a.pr", "a.spin", "a.p"] {
            assert_eq!(Language::of(promela), Some(Language::Promela), "{promela}");
        }
        assert_eq!(Language::of("a.ir"), Some(Language::Ir));
        assert_eq!(Language::of("a.txt"), None);
        assert_eq!(Language::of("a"), None);
    }
}
