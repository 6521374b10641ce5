//! Programs on the reference semantics.

use tribunal_base::{Severity, Sources};
use tribunal_exec::{Event, Walk, Zeros, apply_with, initial, steps};
use tribunal_front_c::lower::{Checks, Choices};
use tribunal_front_c::{Options, compile};
use tribunal_ir::{AssumptionKind, Program, Stream};
use tribunal_preprocess::NoFiles;

/// A program with the usual checks.
pub(crate) fn program(text: &str) -> Program {
    let checks = Checks::parse("default").expect("the word should be known");
    program_with(text, &Choices { checks, ..Choices::default() }, &Options::default())
}

/// A program; it must not have errors.
pub(crate) fn program_with(text: &str, choices: &Choices, options: &Options) -> Program {
    let mut sources = Sources::default();
    let file = sources.add("test.c", text.to_owned());
    let compiled = compile(&mut sources, &[file], &NoFiles, options, "main", choices);
    let errors = compiled.diagnostics.iter().filter(|it| it.severity == Severity::Error);
    let errors: Vec<&String> = errors.map(|it| &it.message).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    compiled.program.expect("there should be a program")
}

/// What is wrong with a program.
pub(crate) fn errors(text: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let file = sources.add("test.c", text.to_owned());
    let (options, choices) = (Options::default(), Choices::default());
    let compiled = compile(&mut sources, &[file], &NoFiles, &options, "main", &choices);
    let errors = compiled.diagnostics.into_iter().filter(|it| it.severity == Severity::Error);
    let errors = errors.filter(|it| it.code != "unknown-entry");
    errors.map(|it| it.message).collect()
}

/// How a program of several files with the usual checks ends; it must not have errors.
pub(crate) fn outcome_of_files(texts: &[&str]) -> String {
    let checks = Checks::parse("default").expect("the word should be known");
    let choices = Choices { checks, ..Choices::default() };
    let mut sources = Sources::default();
    let names = ["first.c", "second.c", "third.c"];
    let files: Vec<_> =
        names.iter().zip(texts).map(|(name, it)| sources.add(*name, (*it).to_owned())).collect();
    let compiled = compile(&mut sources, &files, &NoFiles, &Options::default(), "main", &choices);
    let errors = compiled.diagnostics.iter().filter(|it| it.severity == Severity::Error);
    let errors: Vec<&String> = errors.map(|it| &it.message).collect();
    assert!(errors.is_empty(), "{errors:?}\n{texts:?}");
    outcome(&compiled.program.expect("there should be a program"))
}

/// What is wrong, whatever the type that is accessed.
fn without_type(message: &str) -> String {
    match (message.split_once(" of `"), message.split_once("` ")) {
        (Some((what, _)), Some((_, where_))) if where_ == "outside the object" => {
            format!("{what} {where_}")
        }
        _ => message.to_owned(),
    }
}

/// How a program ends when all input is 0: the first violation, or `fine`.
pub(crate) fn outcome(program: &Program) -> String {
    let mut state = initial(program);
    loop {
        let enabled = steps(program, &state);
        let Some(step) = enabled.first() else { return "fine".to_owned() };
        let (next, effects) = apply_with(program, state, step, &mut Zeros)
            .expect("an enabled step should be possible");
        if let Some((property, edge)) = effects.violations().next() {
            let message = program.edges[edge].violates.as_ref().map_or("", |it| &it.message);
            return format!("{}: {}", program.props[property].name, without_type(message));
        }
        state = next;
    }
}

/// How a sequential program ends when all input is 0, and what it prints.
pub(crate) fn printed(program: &Program) -> (String, Vec<u8>) {
    let mut walk = Walk::start(program).expect("the program should be sequential");
    let mut output = Vec::new();
    while let Some(edge) = walk.next() {
        for event in &walk.take(edge, &mut Zeros).events {
            match event {
                Event::Print { stream: Stream::Status, .. } => {}
                Event::Print { text, .. } => output.extend_from_slice(text),
                Event::Violation { property, edge } => {
                    let violation = program.edges[*edge].violates.as_ref();
                    let message = violation.map_or("", |it| &it.message);
                    let message = without_type(message);
                    return (format!("{}: {message}", program.props[*property].name), output);
                }
                _ => {}
            }
        }
    }
    ("fine".to_owned(), output)
}

/// How a program with the usual checks ends.
pub(crate) fn outcome_of(text: &str) -> String {
    outcome(&program(text))
}

/// Functions that were taken to yield anything and change nothing.
pub(crate) fn guesses(program: &Program) -> Vec<&str> {
    let guess = program.assumptions.iter().filter(|it| it.kind == AssumptionKind::NoBody);
    guess.map(|it| it.what.as_str()).collect()
}
