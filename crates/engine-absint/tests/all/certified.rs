//! What the engine says of each location is checked by somebody else: most of it is confirmed, and nothing that is wrong.

use proptest::prelude::*;
use tribunal_certify::{Claims, check_invariants};
use tribunal_domains::{Lattice as _, Number, Numeric as _};
use tribunal_engine::{Budget, Context};
use tribunal_engine_absint::{Detail, Settings, analyse};
use tribunal_exec::{Script, State, apply_with, initial, steps};
use tribunal_ir::{Program, VarId};
use tribunal_testkit::imperative;

fn claims(program: &Program) -> Claims {
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    let found = analyse(program, Settings::default(), Detail::Variables, &mut cx)
        .expect("there should be no limit");
    let numbers = |known: Vec<tribunal_engine_absint::Known>| {
        known.into_iter().filter_map(|it| Some((it.var, it.numbers?))).collect()
    };
    found.known.into_iter().map(|(location, known)| (location, numbers(known))).collect()
}

fn program(text: &str) -> Program {
    let (program, diagnostics) = tribunal_ir::text::parse(text);
    program.unwrap_or_else(|| panic!("{diagnostics:#?}"))
}

const LOOP: &str = "
    global total: i32
    function add(n: i32) {
      l10 -> l11 when n < 100 do total = n
      l10 -> l11 when n >= 100 do total = 7
      l11 -> l12 do return n + 1
      loc l12
    }
    process main() active 1 {
      var i: i32
      var r: i32
      l0 -> l1 when i < 10 do r = call add(i)
      l1 -> l0 do i = i + 1
      l0 -> l2 when i >= 10
      loc l2 end
    }
";

/// Claims about a program with a call and a loop are confirmed; if any of them is made narrower, they are not.
#[test]
fn narrower_claims_are_rejected() {
    let program = program(LOOP);
    let found = claims(&program);
    assert_eq!(check_invariants(&program, &found, &[]), Ok(()));
    assert!(check_invariants(&program, &Claims::new(), &[]).is_err());
    let mut tried = 0;
    for (location, known) in &found {
        for number in 0..known.len() {
            let mut wrong = found.clone();
            let claim = &mut wrong.get_mut(location).expect("it should be there")[number];
            let least = claim.1.hull().lo;
            let Some(narrower) = claim.1.without(least) else { continue };
            claim.1 = narrower;
            assert!(check_invariants(&program, &wrong, &[]).is_err(), "{location:?} {number}");
            tried += 1;
        }
        let mut wrong = found.clone();
        wrong.remove(location);
        assert!(check_invariants(&program, &wrong, &[]).is_err(), "{location:?}");
    }
    assert!(3 < tried, "{tried}");
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
