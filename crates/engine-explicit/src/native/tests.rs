//! Native code against the interpreter, edge by edge, on states that random walks reach.

use super::Native;
use super::call::{Air, Env};
use crate::compile::{Identity, compile};
use crate::eval::View;
use crate::model::Model;
use crate::moves::Move;
use crate::state::State;
use crate::step::Record;
use proptest::prelude::*;
use std::ops::ControlFlow;
use tribunal_ir::Program;
use tribunal_testkit::random_program::random_program;

/// The same program twice: interpreted, and with native code.
fn models(program: &Program, identity: Identity) -> Option<[Model; 2]> {
    let [interpreted, native] = [compile(program, identity), compile(program, identity)];
    let (interpreted, native) = (interpreted.ok()?.0, native.ok()?.0);
    native.compile_natively();
    assert!(native.native().is_some(), "there should be native code for this machine");
    Some([interpreted, native])
}

/// The moves of one process, by the interpreter.
fn interpreted(model: &Model, state: &State, process: usize, timeout: bool) -> Vec<Move> {
    let mut moves = Vec::new();
    let view = View::of_process(model, state, process, timeout);
    let _: ControlFlow<()> = view.choices_inside(&mut |it| {
        moves.push(it);
        ControlFlow::Continue(())
    });
    moves
}

/// The same by native code, if there is any for that location.
fn native(model: &Model, state: &State, process: usize, timeout: bool) -> Option<Vec<Move>> {
    let native: &Native = model.native()?;
    let (mut moves, mut air) = (Vec::new(), Air::default());
    let mut env = Env::reading(model, native, state, timeout, &mut air)?;
    let location = state.location(model, process);
    let instance = state.processes[process];
    native.choices(&mut env, location, instance, process, &mut moves).then_some(moves)
}

/// Everything about a state.
fn bytes(state: &State) -> String {
    format!("{state:?}")
}

/// Follows a walk that takes a choice at each state, and compares all moves of every state passed.
fn walk(program: &Program, identity: Identity, choices: &[u32]) -> Result<(), TestCaseError> {
    let Some([plain, fast]) = models(program, identity) else { return Ok(()) };
    let Ok(mut state) = plain.initial() else { return Ok(()) };
    let mut records = [Record::new(&plain), Record::new(&fast)];
    for &choice in choices {
        for process in 0..state.processes.len() {
            for timeout in [false, true] {
                if let Some(found) = native(&fast, &state, process, timeout) {
                    let expected = interpreted(&plain, &state, process, timeout);
                    prop_assert_eq!(found, expected, "{}", bytes(&state));
                }
            }
        }
        let (mut moves, mut others) = (Vec::new(), Vec::new());
        let timeout = plain.moves(&state, &mut moves);
        prop_assert_eq!(timeout, fast.moves(&state, &mut others));
        prop_assert_eq!(&moves, &others);
        let mut next = Vec::new();
        for &step in &moves {
            let [mut a, mut b] = [state.clone(), state.clone()];
            let results = [
                plain.take(&mut a, step, timeout, &mut records[0]),
                fast.take(&mut b, step, timeout, &mut records[1]),
            ];
            prop_assert_eq!(results[0], results[1]);
            prop_assert_eq!(bytes(&a), bytes(&b), "{:?} of {}", step, bytes(&state));
            prop_assert_eq!(&records[0].edges, &records[1].edges);
            let (mut owned, mut other) = (Vec::new(), Vec::new());
            prop_assert_eq!(plain.settle(&mut a, &mut owned), fast.settle(&mut b, &mut other));
            prop_assert_eq!(owned, other);
            if results[0].is_ok() && !records[0].stopped {
                next.push(a);
            }
        }
        if next.is_empty() {
            break;
        }
        state = next.swap_remove(choice as usize % next.len());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_move_alike(
        choices in prop::collection::vec(any::<u32>(), 0..1500),
        path in prop::collection::vec(any::<u32>(), 1..30),
        all: bool,
    ) {
        let program = random_program(&choices);
        walk(&program, if all { Identity::All } else { Identity::Matched }, &path)?;
    }
}
