//! `tribunal run`

use std::io::BufRead;

use anyhow::{Context, bail};
use tribunal_base::{Diagnostic, FileId, Span};
use tribunal_driver::replay::{Origin, ReplayError, store_trace};
use tribunal_driver::{
    Prepared, Question, Ran, RunEnd, RunLimits, Values, prepare, retrace, run as execute,
};
use tribunal_report::data::RunReport;
use tribunal_report::json::RunOrigin;
use tribunal_report::{Folding, Truth, draw_trace, json};

use super::tell::refuse;
use super::{Exit, complain, translation, write_file};
use crate::arguments::Run;
use crate::interrupt;
use crate::terminal::Stream;

/// How many arguments `main` gets at most, after its name.
const MOST_ARGUMENTS: usize = 7;

pub(crate) fn run(arguments: &Run) -> anyhow::Result<Exit> {
    let model = arguments.model.file.to_string_lossy();
    let prepared = match prepare(&model, translation(&arguments.model)) {
        Ok(prepared) => prepared,
        Err(refused) => return refuse(ReplayError::Model(refused), &model, arguments.json),
    };
    if !arguments.json {
        complain(&prepared.program.sources, &prepared.diagnostics);
    }
    interrupt::listen();
    let mut output = Vec::new();
    let mut printed = |stream, text: &[u8]| match stream {
        tribunal_ir::Stream::Output if arguments.json => output.extend_from_slice(text),
        tribunal_ir::Stream::Output => Stream::Out.write_bytes(text),
        tribunal_ir::Stream::Error => Stream::Error.write_bytes(text),
        tribunal_ir::Stream::Status => {}
    };
    let mut asked = ask;
    let mut values = Values::at_random(&prepared.program, arguments.seed).given(inputs(arguments)?);
    if MOST_ARGUMENTS < arguments.arguments.len() {
        bail!("at most {MOST_ARGUMENTS} arguments can be handed to `main`");
    }
    if arguments.model.translation.c.entry == "main" {
        let words = arguments.arguments.iter().cloned();
        values = values.started_as(std::iter::once(model.to_string()).chain(words));
    }
    if arguments.ask {
        values = values.asking(&mut asked);
    }
    let limits = RunLimits { time: arguments.time, steps: arguments.steps };
    let cancelled = &interrupt::CANCELLED;
    let Some(ran) = execute(&prepared.program, values, limits, cancelled, &mut printed) else {
        bail!("only C programs without threads can be run; `tribunal simulate` runs all others");
    };
    if let Some(misfit) = ran.misfits.first() {
        bail!("`{misfit}` is no value of the type that the program asks for");
    }
    if let (Some(path), RunEnd::Violation { property, .. }) = (&arguments.trace_out, ran.end) {
        let trace = retrace(&prepared.program, &ran);
        let file = store_trace(&Origin::of(&prepared), &prepared.program, property, &trace);
        write_file(path, &file.print())?;
    }
    let output = String::from_utf8_lossy(&output).into_owned();
    Ok(conclude(arguments, &prepared, &ran, output))
}

fn conclude(arguments: &Run, prepared: &Prepared, ran: &Ran, output: String) -> Exit {
    let (verdict, exit) = match ran.end {
        RunEnd::Finished => (Truth::Maybe, Exit::Success),
        RunEnd::Violation { .. } => (Truth::False, Exit::Violation),
        _ => (Truth::Maybe, Exit::Maybe),
    };
    if arguments.json {
        let program = &prepared.program;
        let property = match ran.end {
            RunEnd::Violation { property, .. } => Some(program.props[property].name.as_str()),
            _ => None,
        };
        let origin = RunOrigin {
            model: &prepared.model,
            seed: Some(arguments.seed),
            property,
            sources: &program.sources,
            diagnostics: &prepared.diagnostics,
        };
        let report = RunReport::of(&origin, verdict, ran.tell(program));
        let report = RunReport { output: Some(output), exit_status: ran.status, ..report };
        Stream::Out.write(&json(&report));
    } else {
        show(arguments, prepared, ran);
    }
    exit
}

/// Says how the run ended, beside what the program says.
fn show(arguments: &Run, prepared: &Prepared, ran: &Ran) {
    let program = &prepared.program;
    let (_, message) = ran.ending(program);
    let nowhere = Span::new(FileId(u32::MAX), 0, 0);
    let span = ran.place(program).unwrap_or(nowhere);
    let others = "other values may lead elsewhere: --seed, --input or --ask choose them";
    let diagnostic = match ran.end {
        RunEnd::Finished => {
            let help = "one run proves nothing about others: `tribunal check` looks at all";
            return Stream::Error.write(&format!("{}: {message}\n  {help}\n", prepared.model));
        }
        RunEnd::Violation { .. } => Diagnostic::error("violation", span, message),
        RunEnd::Unsupported { .. } | RunEnd::Inexact => {
            Diagnostic::error("unsupported", span, message)
        }
        RunEnd::Blocked => Diagnostic::warning("assumption", span, message).help(others),
        RunEnd::Steps | RunEnd::Time | RunEnd::Cancelled => {
            Diagnostic::warning("stopped", span, message).help("--steps and --time set the limits")
        }
    };
    complain(&program.sources, &[diagnostic]);
    if let RunEnd::Violation { .. } = ran.end
        && let Some(trace) = ran.tell(program)
    {
        let folding = if arguments.full_trace { Folding::Full } else { Folding::Middle };
        Stream::Error.write(&draw_trace(&trace, Stream::Error.style(folding)));
    }
}

/// The inputs that were given.
fn inputs(arguments: &Run) -> anyhow::Result<Vec<String>> {
    let text = match &arguments.input_file {
        Some(path) => std::fs::read_to_string(path)
            .with_context(|| format!("cannot read `{}`", path.display()))?,
        None => arguments.input.clone().unwrap_or_default(),
    };
    let words = text.split([',', ' ', '\t', '\r', '\n']).filter(|it| !it.is_empty());
    Ok(words.map(str::to_owned).collect())
}

/// Asks for an input at the terminal; at the end of what is typed, the rest is left to chance.
fn ask(question: &Question) -> Option<String> {
    let Question { name, file, line, expected } = question;
    Stream::Error.write(&format!("{file}:{line}: {name}, {expected}? "));
    let mut text = String::new();
    match std::io::stdin().lock().read_line(&mut text) {
        Ok(1..) => Some(text.trim().to_owned()),
        Ok(0) | Err(_) => None,
    }
}
