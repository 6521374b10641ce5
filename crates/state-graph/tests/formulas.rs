//! Formulas about the tree of all runs have the same values whether all arbitrary values are edges of their own, or one of each kind is tried.

use proptest::prelude::{ProptestConfig, any, prop, proptest};
use tribunal_base::{FileId, Kleene};
use tribunal_engine::{Budget, Context};
use tribunal_ir::{BinOp, Expr, ExprId, Granularity, Place, Visibility};
use tribunal_logic::ctl::{label, parse as parse_ctl};
use tribunal_state_graph::{Extent, Watched, explore as state_graph};
use tribunal_testkit::reactive::{program, source};

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
