//! What the engine says of each location is checked by somebody else: most of it is confirmed, and nothing that is wrong.

use proptest::prelude::*;
use tribunal_certify::{Claims, check_invariants};
use tribunal_domains::{Lattice as _, Number, Numeric as _};
use tribunal_engine::{Budget, Context};
use tribunal_engine_absint::{Settings, analyse};
use tribunal_exec::{Script, State, apply_with, initial, steps};
use tribunal_ir::{Program, VarId};
use tribunal_testkit::imperative;

fn claims(program: &Program) -> Claims {
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    let found = analyse(program, Settings::default(), &mut cx).expect("there should be no limit");
    let numbers = |known: Vec<tribunal_engine_absint::Known>| {
        known.into_iter().filter_map(|it| Some((it.var, it.numbers?))).collect()
    };
    found.known.into_iter().map(|(location, known)| (location, numbers(known))).collect()
}

/// Whether what is said holds in a state.
fn holds(state: &State, claims: &Claims) -> bool {
    let Some(process) = state.processes.first() else { return true };
    let Some(known) = claims.get(&process.location) else { return false };
    let is_right = |(var, numbers): &(VarId, Number)| {
        let value = process.locals.get(var).or_else(|| state.globals.get(var));
        match value {
            Some(tribunal_exec::Value::Scalar(value)) => numbers.contains(*value),
            _ => true,
        }
    };
    known.iter().all(is_right)
}

/// Whether what is said holds in all states of a run by some choices.
fn holds_along(program: &Program, claims: &Claims, choices: &[u32]) -> bool {
    let mut state = initial(program);
    for choice in choices {
        if !state.stopped && !holds(&state, claims) {
            return false;
        }
        let possible = steps(program, &state);
        if possible.is_empty() {
            return true;
        }
        let step = possible[*choice as usize % possible.len()];
        let values = [tribunal_engine::Chosen::Value(i128::from(*choice % 9) - 4)];
        let mut script = Script::new(&values);
        match apply_with(program, state, &step, &mut script) {
            Some((next, _)) => state = next,
            None => return true,
        }
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_confirmed_holds(
        seed in any::<u64>(),
        location in any::<prop::sample::Index>(),
        variable in any::<prop::sample::Index>(),
        bound in -3..20_i128,
        choices in prop::collection::vec(any::<u32>(), 60),
    ) {
        let program = imperative::program_of_seed(seed);
        let mut claims = claims(&program);
        if claims.is_empty() {
            return Ok(());
        }
        // One claim is made narrower, rightly or wrongly.
        let at = *claims.keys().nth(location.index(claims.len())).expect("there should be one");
        let known = claims.get_mut(&at).expect("there should be one");
        if !known.is_empty() {
            let chosen = variable.index(known.len());
            let (_, numbers) = &mut known[chosen];
            let narrower = Number::range(bound, i64::MAX.into()).and_then(|it| numbers.meet(&it));
            *numbers = narrower.unwrap_or_else(|| Number::constant(bound));
        }
        if check_invariants(&program, &claims, &[]).is_ok() {
            prop_assert!(holds_along(&program, &claims, &choices), "{:?}", claims);
        }
    }
}

/// How much of what the engine says is confirmed.
#[test]
fn most_is_confirmed() {
    let confirmed = |seed: &u64| {
        let program = imperative::program_of_seed(*seed);
        check_invariants(&program, &claims(&program), &[]).is_ok()
    };
    let count = (0..100).filter(confirmed).count();
    assert!(20 <= count, "{count} of 100");
}
