//! Native code against the interpreter, edge by edge, on states that random walks reach.

use super::Native;
use super::call::{Air, Env};
use crate::compile::compile;
use crate::compile::layout::Identity;
use crate::eval::View;
use crate::model::{ActionCode, Model};
use crate::moves::Move;
use crate::state::State;
use crate::step::Record;
use proptest::prelude::*;
use std::ops::ControlFlow;
use tribunal_exec::Value;
use tribunal_ir::{
    Action, EdgeId, Expr, IntShape, Place, ProcessKind, Program, Scope, Ty, Var, VarId,
};
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

/// Lets some edges store channels in the global variables of channels, so that nobody knows beforehand
/// which channel they name.
fn mix_channels(program: &mut Program, choices: &[u32]) {
    let channel = program.ty(Ty::Channel);
    let is_global = |var: &Var| var.ty == channel && var.scope == Scope::Global;
    let vars: Vec<VarId> = program.vars.ids().filter(|&it| is_global(&program.vars[it])).collect();
    let ids: Vec<EdgeId> = program.edges.ids().collect();
    for (edge, &choice) in ids.into_iter().zip(choices.iter().cycle()) {
        let ends = program.edges[edge].actions.contains(&Action::Exit);
        let owner = program.locs[program.edges[edge].from].process;
        let is_claim = program.procs[owner].kind == ProcessKind::Claim;
        if vars.is_empty() || choice % 3 == 0 || ends || is_claim {
            continue;
        }
        let place = program.place(Place::Var(vars[choice as usize / 3 % vars.len()]));
        let value = Expr::Const { value: (choice / 7 % 5).into(), ty: channel };
        let value = program.expr(value);
        program.edges[edge].actions.push(Action::Assign { place, value });
    }
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

/// One process that goes through all operators once, on two numbers of a shape.
fn operators(shape: IntShape, a: i128, b: i128) -> String {
    let IntShape { bits, signed } = shape;
    let ty = format!("{}{bits}", if signed { 'i' } else { 'u' });
    let mut exprs: Vec<String> = ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"]
        .iter()
        .map(|op| format!("a {op} b"))
        .collect();
    let comparisons = ["==", "!=", "<", "<="].map(|op| format!("(a {op} b) as {ty}"));
    exprs.extend(comparisons);
    exprs.extend(["-a".into(), "~b".into(), format!("(a as i5) as {ty}")]);
    exprs.push("if a < b then b else a".into());
    // In range or not.
    exprs.push(format!("t[a as i32] as {ty}"));
    exprs.push(format!("w[b as i32] as {ty}"));
    let mut globals =
        format!("global a: {ty}\nglobal b: {ty}\nglobal t: [u2; 5]\nglobal w: [i24; 2]\n");
    let mut edges = format!(
        "l0 -> l1 do a = {a}{ty}; b = {b}{ty}; t[1] = 3u2; t[4] = 2u2; t[a as i32] = 1u2; \
         w[0] = -5i24; w[b as i32] = 77i24\n"
    );
    for (index, expr) in exprs.iter().enumerate() {
        globals += &format!("global r{index}: {ty}\n");
        edges += &format!("l{} -> l{} do r{index} = {expr}\n", index + 1, index + 2);
    }
    format!("{globals}process p() active 1 {{\n{edges}loc l{}\n}}", exprs.len() + 1)
}

/// Runs a program that never has a choice, and compares what each edge stores last with the reference.
fn run(source: &str) {
    let (program, diagnostics) = tribunal_ir::text::parse(source);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}\n{source}"));
    assert_eq!(tribunal_ir::verify(&program), [] as [&str; 0]);
    let [plain, fast] = models(&program, Identity::Matched).expect("it should compile");
    let mut states = [plain.initial().unwrap(), fast.initial().unwrap()];
    let mut reference = tribunal_exec::initial(&program);
    let mut records = [Record::new(&plain), Record::new(&fast)];
    while let Some((step, next, _)) =
        tribunal_exec::successors(&program, &reference).expect("a step should end").pop()
    {
        reference = next;
        for ((model, state), record) in
            [&plain, &fast].into_iter().zip(&mut states).zip(&mut records)
        {
            let mut moves = Vec::new();
            let timeout = model.moves(state, &mut moves);
            assert_eq!(moves.iter().map(|it| it.step()).collect::<Vec<_>>(), [step]);
            model.take(state, moves[0], timeout, record).expect("a step should end");
            let edge = &model.edges[moves[0].edge as usize];
            let Some(ActionCode::Assign { place, .. }) = model.actions[edge.actions.range()].last()
            else {
                continue;
            };
            let place = &model.places[*place as usize];
            if !place.subscripts.range().is_empty() {
                continue;
            }
            let found = place.wrap.widen(place.cell.read(&state.matched, place.bit as usize));
            let name = format!("r{}", moves[0].edge - 1);
            let var = program.vars.ids().find(|&it| program.vars[it].name == name).unwrap();
            assert_eq!(Value::Scalar(found), reference.globals[&var], "{name} of\n{source}");
        }
        assert_eq!(bytes(&states[0]), bytes(&states[1]), "{source}");
    }
}

/// Numbers of a shape, often at the ends of its range or near 0.
fn numbers(shape: IntShape) -> impl Strategy<Value = i128> {
    let near =
        prop_oneof![-3..=7_i128, Just(1 << (shape.bits - 1)), Just((1 << (shape.bits - 1)) - 1)];
    prop_oneof![near, any::<i128>()].prop_map(move |it| shape.wrap(it))
}

fn shapes() -> impl Strategy<Value = IntShape> {
    let wide = prop_oneof![Just(8_u16), Just(16), Just(32), Just(64)];
    (prop_oneof![wide, 1..=64_u16], any::<bool>())
        .prop_map(|(bits, signed)| IntShape { bits, signed })
}

#[test]
fn the_ends_of_ranges_do_not_trap() {
    for bits in [8, 32, 64] {
        let shape = IntShape { bits, signed: true };
        let least = shape.wrap(1 << (bits - 1));
        for b in [-1, 0, 1, least, least + 1, -least - 1] {
            run(&operators(shape, least, b));
        }
        run(&operators(IntShape { bits, signed: false }, (1 << bits) - 1, 0));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operators_compute_as_the_reference(
        (shape, a, b) in shapes().prop_flat_map(|shape| (Just(shape), numbers(shape), numbers(shape))),
    ) {
        run(&operators(shape, a, b));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_move_alike(
        choices in prop::collection::vec(any::<u32>(), 0..1500),
        path in prop::collection::vec(any::<u32>(), 1..30),
        all: bool,
        mixed: bool,
    ) {
        let mut program = random_program(&choices);
        if mixed {
            mix_channels(&mut program, &path);
        }
        walk(&program, if all { Identity::All } else { Identity::Matched }, &path)?;
    }
}
