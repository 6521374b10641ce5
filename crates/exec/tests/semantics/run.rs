//! Runs a program that never has a choice.

use crate::explore::program;
use expect_test::Expect;
use tribunal_engine::Chosen;
use tribunal_exec::{Script, State, apply_with, initial, items, steps};
use tribunal_ir::Program;

/// The last state of the only run; what is left open is chosen by the script, then 0.
pub(crate) fn run(program: &Program, script: &[Chosen]) -> State {
    let mut state = initial(program);
    let mut rest = script.to_vec();
    loop {
        let steps = steps(program, &state);
        assert!(steps.len() < 2, "there should be no choice between {steps:?}");
        let Some(step) = steps.first() else { return state };
        let (next, effects) = apply_with(program, state, step, &mut Script::new(&rest))
            .expect("an enabled step should come to an end");
        rest.drain(..effects.choices().count().min(rest.len()));
        state = next;
    }
}

/// Compares the globals in the end with what is expected.
pub(crate) fn check_end(text: &str, expected: Expect) {
    check_end_with(text, &[], expected);
}

/// The same with a script.
pub(crate) fn check_end_with(text: &str, script: &[Chosen], expected: Expect) {
    let program = program(text);
    let state = run(&program, script);
    let globals = items(&program, &state).into_iter().filter(|it| it.owner.is_none());
    let lines: Vec<String> = globals.map(|it| format!("{}={}\n", it.name, it.value)).collect();
    expected.assert_eq(&lines.concat());
}
