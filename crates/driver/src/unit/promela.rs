//! Unit checking of Promela processes.
//!
//! The expressions of the user become formulas of the model, so that the model's own language reads them; `tribunal_unit::process_functions` makes functions of the processes.

use tribunal_base::{Diagnostic, Severity, Sources, Span};
use tribunal_front_c::probe::{Probed, names};
use tribunal_ir::{FormulaId, ProcId, Program, Scope};
use tribunal_logic::finite::AtomKind;
use tribunal_unit::{Asked, DEADLOCK, ProcessFunctions, Query, process_functions};

use super::{Numbers, Unit, UnitQuestion, ask};
use crate::load::load;
use crate::translation::Translation;

/// The names of the formulas that the user's expressions become, up to their numbers.
const ATOM: &str = "find-";
const PLACE: &str = "at-";
const REQUIRES: &str = "where";

/// Prepares processes of the model at a path.
pub(super) fn prepare(
    sources: &mut Sources,
    path: &str,
    translation: &Translation,
    question: &UnitQuestion,
) -> Result<Unit, Vec<Diagnostic>> {
    let functions: Vec<String> =
        std::iter::once(&question.function).chain(&question.others).cloned().collect();
    let plain = compile(sources, path, translation)?;
    *sources = plain.sources.clone();
    let processes = find(&plain, &functions).map_err(|it| vec![*it])?;
    if question.numbers == Numbers::Integers {
        let place = plain.procs[processes[0]].span;
        let message = "`--integers` is for functions of C: numbers of Promela have widths";
        return Err(vec![Diagnostic::error("unit-integers", place, message)]);
    }
    let asked = ask(sources, question).map_err(|it| vec![*it])?;
    let own = |text: &str| qualified(text, &plain, &processes);
    let mut formulas = Vec::new();
    let mut places = Vec::new();
    for atom in asked.find.iter().flat_map(|it| &it.atoms) {
        match &atom.kind {
            AtomKind::Expression(text) => {
                let count = formulas.iter().filter(|it: &&(String, String)| it.0.starts_with(ATOM));
                let name = format!("{ATOM}{}", count.count());
                formulas.push((name, own(text)));
            }
            AtomKind::At(place) => places.push((place.clone(), atom.span)),
        }
    }
    places.extend(asked.path.iter().flat_map(|it| it.places.clone()));
    let atoms = formulas.len();
    for (number, (place, span)) in places.iter().enumerate() {
        let label = label(place, *span, &functions).map_err(|it| vec![*it])?;
        formulas.extend(label.map(|it| (format!("{PLACE}{number}"), it)));
    }
    formulas.extend(question.requires.iter().map(|it| (REQUIRES.to_owned(), own(it))));
    let translation = Translation { formulas, ..translation.clone() };
    let program = compile(sources, path, &translation)?;
    let formula = |name: &str| {
        let property = program.props.values().find(|it| it.name == name)?;
        property.kind.as_path_formula()
    };
    let atoms: Vec<FormulaId> =
        (0..atoms).filter_map(|it| formula(&format!("{ATOM}{it}"))).collect();
    let requires = formula(REQUIRES);
    let processes = find(&program, &functions).map_err(|it| vec![*it])?;
    *sources = program.sources.clone();
    let made = process_functions(program, &Asked { processes, atoms, requires });
    let ProcessFunctions { program, chart, spans, inputs, marks, chooser, fork, notes } = made
        .map_err(|it| {
            let message = format!("{} is not supported when a process is checked by itself", it.0);
            vec![Diagnostic::error("unit-process", it.1, message)]
        })?;
    // The formula is read once more where its text is one of all sources.
    let asked = ask(sources, question).map_err(|it| vec![*it])?;
    let query = Query::of(asked.find, asked.path, &chart, &functions)?;
    let mut probed = Probed::default();
    (probed.fork, probed.notes) = (Some(fork), notes);
    Ok(Unit {
        model: path.to_owned(),
        function: question.function.clone(),
        functions,
        chooser: Some(chooser),
        program,
        files: Vec::new(),
        chart,
        spans,
        inputs,
        marks,
        query,
        probed,
        diagnostics: Vec::new(),
        numbers: Numbers::Machine,
    })
}

fn compile(
    sources: &mut Sources,
    path: &str,
    translation: &Translation,
) -> Result<Program, Vec<Diagnostic>> {
    let loaded = load(path, translation);
    match loaded.program {
        Some(program) => Ok(program),
        None => {
            *sources = loaded.sources;
            let is_error = |it: &Diagnostic| it.severity == Severity::Error;
            Err(loaded.diagnostics.into_iter().filter(is_error).collect())
        }
    }
}

/// The processes of these names.
fn find(program: &Program, names: &[String]) -> Result<Vec<ProcId>, Box<Diagnostic>> {
    let by_name = |name: &String| {
        let found = program.procs.iter().find(|it| it.1.name == *name).map(|it| it.0);
        found.ok_or_else(|| {
            let all: Vec<&str> = program.procs.values().map(|it| it.name.as_str()).collect();
            let nowhere = program.procs.values().next().map(|it| it.span);
            let nowhere = nowhere.unwrap_or(Span::new(tribunal_base::FileId(0), 0, 0));
            let message = format!("there is no process `{name}` in this model");
            let help = format!("there are: {}", all.join(", "));
            Box::new(Diagnostic::error("unknown-function", nowhere, message).help(help))
        })
    };
    names.iter().map(by_name).collect()
}

/// An expression where local variables have the names of their processes before them.
fn qualified(text: &str, program: &Program, processes: &[ProcId]) -> String {
    let mut out = text.to_owned();
    for name in names(text) {
        let named = || program.vars.values().filter(|it| it.name == name);
        if named().any(|it| it.scope == Scope::Global) {
            continue;
        }
        let owner = processes.iter().find(|id| named().any(|it| it.scope == Scope::Local(**id)));
        let Some(owner) = owner else { continue };
        out = prefixed(&out, &name, &program.procs[*owner].name);
    }
    out
}

/// A text where a name that stands alone has another before it.
fn prefixed(text: &str, name: &str, owner: &str) -> String {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        out.push_str(before);
        let is_whole = !out.ends_with(is_word)
            && !out.ends_with([':', '.'])
            && !after.starts_with(is_word)
            && !after.starts_with(':');
        out.push_str(&if is_whole { format!("{owner}:{name}") } else { name.to_owned() });
        rest = after;
    }
    out + rest
}

/// A formula that mentions a label, so that it is kept; `None` if the place is no label.
fn label(place: &str, span: Span, functions: &[String]) -> Result<Option<String>, Box<Diagnostic>> {
    let (process, label) = match (place.split_once(':'), functions) {
        (Some((process, label)), _) => (process, label),
        (None, _) if place == DEADLOCK => return Ok(None),
        (None, [only]) => (only.as_str(), place),
        (None, _) if place == "end" || place.parse::<u32>().is_ok() => return Ok(None),
        (None, _) => {
            let message = format!("whose label is `{place}`?");
            let help = format!("write the process before it: `at({}:{place})`", functions[0]);
            return Err(Box::new(Diagnostic::error("unknown-place", span, message).help(help)));
        }
    };
    let is_label = label != "end" && label.parse::<u32>().is_err();
    let process = process.split_once('#').map_or(process, |it| it.0);
    Ok(is_label.then(|| format!("{process}@{label}")))
}

#[cfg(test)]
mod tests {
    use super::prefixed;

    #[test]
    fn names_that_stand_alone_are_qualified() {
        assert_eq!(prefixed("t > 3 && P:t < at(t1)", "t", "P"), "P:t > 3 && P:t < at(t1)");
    }
}
