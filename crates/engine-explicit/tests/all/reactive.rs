//! Programs that react to arbitrary values: one value of each kind is enough. The search agrees with the execution of all of them.

use proptest::prelude::{ProptestConfig, any, prop, proptest};
use std::fmt::Write as _;
use tribunal_base::{FileId, Kleene};
use tribunal_certify::check as certify;
use tribunal_engine::{Budget, Context, Engine, Fairness, Outcome, Task, Verdict};
use tribunal_engine_explicit::{Boxes, Explicit, Extent, Watched, explore as state_graph};
use tribunal_ir::{
    BinOp, Expr, ExprId, Granularity, Place, Program, PropId, Visibility, text::parse, verify,
};
use tribunal_logic::ctl::{label, parse as parse_ctl};
use tribunal_testkit::imperative::explore;

/// Makes choices from a list.
struct Choices<'a>(std::slice::Iter<'a, u32>);

impl Choices<'_> {
    fn below(&mut self, limit: u32) -> u32 {
        self.0.next().copied().unwrap_or(0) % limit
    }
}

/// A loop that reads a value, calls a function with it, and changes a few variables by what it is compared with.
fn source(numbers: &[u32]) -> String {
    let mut choices = Choices(numbers.iter());
    let mut text = "global a: u8 global b: i8 = 3i8 global c: bool process main() active 1 { var x: i4 var y: u2 var r: i32 \
        l0 -> l1 do havoc x l1 -> l2 do havoc y l2 -> l3 do r = call f(x as i32, y) "
        .to_owned();
    let first = 3;
    let count = 2 + choices.below(5);
    for number in 0..count {
        statement(
            &mut choices,
            &mut text,
            first + number,
            first + number + 1,
            &[("x", "i4"), ("y", "u2"), ("r", "")],
        );
    }
    let last = first + count;
    let _ = write!(text, "l{last} -> l0 }} function f(n: i32, m: u2) {{ var t: i32 ");
    let inner = 100;
    let count = 1 + choices.below(4);
    let _ = write!(text, "l{inner} -> l{} do t = n ", inner + 1);
    for number in 1..count {
        statement(
            &mut choices,
            &mut text,
            inner + number,
            inner + number + 1,
            &[("n", ""), ("m", "u2"), ("t", "")],
        );
    }
    let result = ["n", "t", "3", "a as i32"][choices.below(4) as usize];
    let end = inner + count;
    let _ = write!(text, "l{end} -> l{0} do return {result} loc l{0} end }} ", end + 1);
    text + "property p: unreachable property q: unreachable"
}

fn statement(
    choices: &mut Choices<'_>,
    text: &mut String,
    from: u32,
    to: u32,
    locals: &[(&str, &str)],
) {
    let condition = match choices.below(8) {
        0 => "c".to_owned(),
        1 => "a < 2u8".to_owned(),
        2 => "b == 3i8".to_owned(),
        number => {
            let (var, suffix) = locals[number as usize % locals.len()];
            let operator = ["==", "!=", "<", "<="][choices.below(4) as usize];
            let limit = format!("{}{suffix}", choices.below(if suffix == "u2" { 4 } else { 8 }));
            match choices.below(7) {
                0 => format!("{limit} {operator} {var}"),
                5 => format!("!({var} {operator} {limit}) && {var} < 6{suffix}")
                    .replace("6u2", "3u2"),
                6 => format!("{var} {operator} {limit} || 1{suffix} == {var}"),
                // Not a comparison with a constant.
                1 if choices.below(4) == 0 => format!("{var} % 3{suffix} {operator} {limit}"),
                2 => format!("{var} as bool"),
                _ => format!("{var} {operator} {limit}"),
            }
        }
    };
    let action = match choices.below(12) {
        0 => "do a = (a + 1u8) % 4u8".to_owned(),
        1 => "do b = 2i8".to_owned(),
        2 => "do b = 3i8".to_owned(),
        3 => "do c = !c".to_owned(),
        4 => format!("do {} = 1", locals[2].0),
        5 => format!("do {0} = {0}", locals[1].0),
        6 => "violates p \"p\" stop".to_owned(),
        7 => "violates q \"q\" continue".to_owned(),
        // Other uses than to compare.
        8 => format!("do a = (a + ({} as u8)) % 4u8", locals[0].0),
        9 => format!("do b = ({} as i8) % 5i8", locals[2].0),
        10 => format!("do {} = 2{}", locals[0].0, locals[0].1),
        _ => "do a = 0u8".to_owned(),
    };
    let _ = write!(text, "l{from} -> l{to} when {condition} {action} l{from} -> l{to} else ");
}

fn program(source: &str) -> Program {
    let (program, diagnostics) = parse(source);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}\n{source}"));
    assert_eq!(verify(&program), Vec::<String>::new(), "{source}");
    program
}

fn run(engine: &dyn Engine, program: &Program) -> Outcome {
    let properties: Vec<PropId> = program.props.ids().collect();
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    engine.run(&Task::new(program, &properties), &mut cx)
}

/// Compares; panics if the search is wrong. Whether it was tried on few states.
fn compare(numbers: &[u32]) -> Option<bool> {
    let program = program(&source(numbers));
    let truth = explore(&program, 60_000).ok()?;
    for (property, verdict) in &run(&Boxes { most: 10_000 }, &program).verdicts {
        let is_proved = matches!(verdict, Verdict::True(_));
        assert!(!is_proved || !truth.violated.contains(property), "boxes\n{}", source(numbers));
    }
    let outcome = run(&Explicit::default(), &program);
    for (property, verdict) in &outcome.verdicts {
        let violated = truth.violated.contains(property);
        match verdict {
            Verdict::True(_) => assert!(!violated, "{property:?}\n{}", source(numbers)),
            Verdict::False(_) => {
                assert!(violated, "{property:?}\n{}", source(numbers));
                let checked = certify(&program, *property, Fairness::None, verdict);
                assert!(checked.is_ok(), "{checked:?}\n{}", source(numbers));
            }
            Verdict::Maybe(reason) => panic!("{reason:?}\n{}", source(numbers)),
        }
    }
    Some(outcome.statistics.states * 4 < truth.states as u64)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn verdicts_agree(numbers in prop::collection::vec(any::<u32>(), 0..60)) {
        compare(&numbers);
    }
}

/// The values of formulas about the tree of all runs; none if there are too many states.
fn formulas(source: &str, granularity: Granularity) -> Option<Vec<Kleene>> {
    const ATOMS: [&str; 3] = ["a < 2", "c", "b == 3"];
    const FORMULAS: [&str; 7] = [
        r#"AG "c""#,
        r#"EF("c" && "b == 3")"#,
        r#"AG("a < 2" -> EX "c")"#,
        r#"AG EF "a < 2""#,
        r#"E["c" U AX "b == 3"]"#,
        r#"A["a < 2" W EX EX ! "c"]"#,
        r#"EG("b == 3" || EX ! "a < 2")"#,
    ];
    let mut program = program(source);
    let globals: Vec<_> = program.vars.ids().take(3).collect();
    let mut compare = |var: usize, op: BinOp, value: i128| -> ExprId {
        let place = program.places.intern(Place::Var(globals[var]));
        let loaded = program.exprs.intern(Expr::Load(place));
        let constant = Expr::Const { value, ty: program.vars[globals[var]].ty };
        let constant = program.exprs.intern(constant);
        program.exprs.intern(Expr::Binary(op, loaded, constant))
    };
    let atoms = [compare(0, BinOp::Lt, 2), compare(2, BinOp::Ne, 0), compare(1, BinOp::Eq, 3)];
    let visibility = Visibility::new(&program, granularity);
    let mut nobody = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: u64::MAX }, &mut nobody);
    let watched = Watched { program: &program, visibility: &visibility, atoms: &atoms };
    let graph = state_graph(watched, Extent { most: 4_000, ..Extent::ALL }, &mut cx)
        .ok()
        .filter(|it| it.gap.is_none())?;
    let value = |text: &&str| {
        let formula = parse_ctl(FileId(0), text).expect("it should be a formula");
        let mut structure = graph.structure.clone();
        let place = |it: &str| ATOMS.iter().position(|atom| *atom == it).expect("an atom");
        let of_it = formula.atoms().iter().map(|it| graph.structure.atoms[place(&it.text)].clone());
        structure.atoms = of_it.collect();
        label(&formula, &structure).value(formula.root(), 0)
    };
    Some(FORMULAS.iter().map(value).collect())
}

/// The same program, with all values as edges of their own.
fn spelled_out(source: &str) -> String {
    let edges = |from: u32, var: &str, values: std::ops::Range<i32>, ty: &str| -> String {
        let to = from + 1;
        values.map(|it| format!("l{from} -> l{to} do {var} = ({it}) as {ty} ")).collect()
    };
    source
        .replace("l0 -> l1 do havoc x ", &edges(0, "x", -8..8, "i4"))
        .replace("l1 -> l2 do havoc y ", &edges(1, "y", 0..4, "u2"))
}

/// Compares formulas about the tree of all runs. Whether they could be.
fn compare_formulas(numbers: &[u32]) -> bool {
    let source = source(numbers);
    [Granularity::Statement, Granularity::Global].into_iter().all(|granularity| {
        let all = formulas(&spelled_out(&source), granularity);
        let some = formulas(&source, granularity);
        assert!(all.is_none() || all == some, "{all:?}, not {some:?}, {granularity:?}\n{source}");
        all.is_some()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn formulas_agree(numbers in prop::collection::vec(any::<u32>(), 0..60)) {
        compare_formulas(&numbers);
    }
}

#[test]
fn formulas_are_compared() {
    assert!(compare_formulas(&[3, 6, 2, 1, 8, 4, 5, 9, 7, 1, 2, 3]));
}

#[test]
fn boxes_prove_what_has_too_many_states() {
    let source = "global n: i32 process main() active 1 { var x: i32 l0 -> l1 do havoc x \
        l1 -> l2 when n < 1000000 && x == 1 do n = n + 3 l1 -> l2 else \
        l2 -> l3 when 1000002 < n violates p \"p\" stop l2 -> l0 else \
        l3 -> l3 } function f() { l4 -> l5 do return loc l5 end } property p: unreachable";
    let (program, diagnostics) = parse(source);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let outcome = run(&Boxes { most: 100 }, &program);
    assert!(matches!(outcome.verdicts[0].1, Verdict::True(_)), "{:?}", outcome.verdicts);
}

#[test]
fn boxes_know_who_is_less_and_functions_that_start_again() {
    // Euclid's algorithm by subtraction: what is positive stays positive.
    let source = "process main() active 1 { var x: i32 var y: i32 var z: i32 \
        l0 -> l1 do havoc x l1 -> l2 do havoc y l2 -> l3 when 0 < x && 0 < y l2 -> l9 else \
        l3 -> l4 do z = call gcd(x, y) l4 -> l9 when z < 1 violates p \"p\" stop l4 -> l9 else loc l9 end } \
        function gcd(a: i32, b: i32) { var r: i32 l20 -> l21 when a <= 0 || b <= 0 l20 -> l22 else \
        l21 -> l29 do return 0 l22 -> l23 when a == b l22 -> l24 else l23 -> l29 do return a \
        l24 -> l25 when b < a do r = call gcd(a - b, b) l24 -> l25 else do r = call gcd(a, b - a) \
        l25 -> l29 do return r loc l29 end } property p: unreachable";
    let (program, diagnostics) = parse(source);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let outcome = run(&Boxes { most: 100 }, &program);
    assert!(matches!(outcome.verdicts[0].1, Verdict::True(_)), "{:?}", outcome.verdicts);
}

#[test]
fn few_values_are_enough() {
    let numbers =
        |seed: u32| (0..60_u32).map(move |it| (it + 7 * seed).wrapping_mul(2_654_435_761) >> 7);
    let compared: Vec<bool> =
        (0..20).filter_map(|seed| compare(&numbers(seed).collect::<Vec<_>>())).collect();
    let few = compared.iter().filter(|it| **it).count();
    assert!(compared.len() < 2 * few, "{few} of {}", compared.len());
}

#[test]
fn numbers_are_tried_where_they_were_cut_down_to_few() {
    // x is clamped to -3 to 3, then added up.
    let source = "global n: i32 process main() active 1 { var x: i32 l0 -> l1 do havoc x \
        l1 -> l2 when x < -3 do x = -3 l1 -> l2 else \
        l2 -> l3 when !(x <= 3) do x = 3 l2 -> l3 else \
        l3 -> l4 when n + x < 0 || 9 < n + x l3 -> l4 else do n = n + x \
        l4 -> l5 when n == 10 violates p \"p\" stop l4 -> l6 else l5 -> l5 \
        l6 -> l5 when n == 9 violates q \"q\" stop l6 -> l0 else } \
        function f() { l7 -> l8 do return loc l8 end } property p: unreachable property q: unreachable";
    let (program, diagnostics) = parse(source);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let outcome = run(&Explicit::default(), &program);
    let verdicts: Vec<&Verdict> = outcome.verdicts.iter().map(|it| &it.1).collect();
    assert!(matches!(verdicts[..], [Verdict::True(_), Verdict::False(_)]), "{verdicts:?}");
}
