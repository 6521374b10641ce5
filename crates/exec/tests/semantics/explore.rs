//! Writes down everything a small program can do.

use expect_test::Expect;
use std::fmt::Write as _;
use tribunal_exec::{
    Effects, Event, State, Transfer, initial, is_blocked, is_valid_end, items, process_name,
    successors,
};
use tribunal_ir::Program;

/// The program of a text.
pub(crate) fn program(text: &str) -> Program {
    let (program, diagnostics) = tribunal_ir::text::parse(text);
    let program =
        program.unwrap_or_else(|| panic!("a test program should be right: {diagnostics:#?}"));
    assert_eq!(tribunal_ir::verify(&program), Vec::<String>::new());
    program
}

/// Compares all that a program can do with what is expected.
pub(crate) fn check(text: &str, expected: Expect) {
    expected.assert_eq(&explore(&program(text)));
}

/// All states, in the order they are found breadth first, each with its steps.
pub(crate) fn explore(program: &Program) -> String {
    let mut out = String::new();
    let mut states = vec![initial(program)];
    let mut number = 0;
    while number < states.len() {
        let state = states[number].clone();
        let _ = writeln!(out, "{number}: {}", show_state(program, &state));
        match successors(program, &state) {
            Err(_) => out.push_str("    diverges\n"),
            Ok(steps) => {
                for (_, next, effects) in steps {
                    let known = states.iter().position(|it| *it == next);
                    let target = known.unwrap_or_else(|| {
                        states.push(next);
                        states.len() - 1
                    });
                    let effects = show_effects(program, &state, &effects);
                    let _ = writeln!(out, "    {effects} => {target}");
                }
            }
        }
        number += 1;
    }
    out
}

fn show_state(program: &Program, state: &State) -> String {
    let mut words = Vec::new();
    for item in items(program, state) {
        let owner = item.owner.map(|it| process_name(program, state, it) + ".");
        words.push(format!("{}{}={}", owner.unwrap_or_default(), item.name, item.value));
    }
    for (index, process) in (0..).zip(&state.processes) {
        words.push(format!("{}@{:?}", process_name(program, state, index), process.location));
    }
    if let Some(process) = state.exclusive {
        words.push(format!("({} only)", process_name(program, state, process)));
    }
    if state.stopped {
        words.push("(stopped)".into());
    } else if is_blocked(program, state) {
        let kind = if is_valid_end(program, state) { "(end)" } else { "(deadlock)" };
        words.push(kind.into());
    }
    words.join(" ")
}

fn show_effects(program: &Program, state: &State, effects: &Effects) -> String {
    let show = |event: &Event| match event {
        Event::Edge { process, edge } => {
            let edge = &program.edges[*edge];
            format!("{} {:?}->{:?}", process_name(program, state, *process), edge.from, edge.to)
        }
        Event::Violation { property, .. } => format!("violates {}", program.props[*property].name),
        Event::Choice { chosen, .. } => format!("chooses {chosen:?}"),
        Event::Print { text, .. } => format!("prints {:?}", String::from_utf8_lossy(text)),
        Event::Message { transfer, channel, message, .. } => {
            let verb = match transfer {
                Transfer::Sent => "sends",
                Transfer::Lost => "loses",
                Transfer::Received => "receives",
                Transfer::Copied => "copies",
            };
            format!("{verb} {message:?} on {channel}")
        }
    };
    effects.events.iter().map(show).collect::<Vec<_>>().join(", ")
}
