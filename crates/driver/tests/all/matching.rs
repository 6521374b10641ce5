//! Abstract matching on the examples of its paper: P. de la Cámara, M. M. Gallardo, P. Merino:
//! *Abstract matching for software model checking*, SPIN 2006.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use expect_test::{Expect, expect};
use tribunal_base::Kleene;
use tribunal_driver::matching::explain_matching;
use tribunal_driver::{
    CheckOptions, Dialect, Errors, Limits, Reduction, Technique, Translation, check, load,
};
use tribunal_engine::Fairness;
use tribunal_engine_explicit::Explicit;
use tribunal_ir::{Overflow, Program};

fn model(name: &str, defines: &[(&str, &str)]) -> Program {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/promela/matching");
    let text = std::fs::read_to_string(format!("{folder}/{name}.pml")).expect("there is a model");
    let mut text = text;
    for (name, value) in defines {
        let line = text.lines().find(|it| it.starts_with(&format!("#define {name} ")));
        let line = line.expect("the macro should be defined").to_owned();
        text = text.replace(&line, &format!("#define {name} {value}"));
    }
    let path =
        std::env::temp_dir().join(format!("tribunal-matching-{}-{name}.pml", std::process::id()));
    std::fs::write(&path, text).expect("a model should be writable");
    let translation = Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        questions: tribunal_driver::Questions::default(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: tribunal_driver::CTranslation::default(),
    };
    let loaded = load(&path.to_string_lossy(), &translation);
    // What is left behind in the temporary directory does no harm.
    _ = std::fs::remove_file(&path);
    loaded.program.expect("the model should be accepted")
}

/// The verdict on a property, and how many states were stored for it.
fn states(program: &Program, property: &str, reduction: Reduction) -> (Kleene, u64) {
    let options = CheckOptions {
        method: tribunal_driver::Method::Auto,
        properties: vec![property.to_owned()],
        fairness: Fairness::None,
        engine: Explicit { errors: Errors::First, threads: 1, ..Explicit::default() },
        then: Vec::new(),
        transformer: tribunal_driver::Transformer::Usual,
        swarm: 1,
        reduction,
        limits: Limits { time: None, memory: 1 << 30, depth: u64::MAX },
        checkpoint: None,
    };
    let checked = check(program.clone(), &options, &AtomicBool::new(false), &mut ());
    let checked = checked.expect("the property should be known");
    (checked.answers[0].verdict.kleene(), checked.searches[0].statistics.states)
}

/// What is visible before each statement.
fn check_visible(name: &str, property: &str, expected: Expect) {
    let program = model(name, &[]);
    let names = [property.to_owned()];
    let matchings = explain_matching(&program, &names, Fairness::None);
    let matchings = matchings.expect("the property should be known");
    let mut shown = String::new();
    for point in &matchings[0].explanation.points {
        let next = program.locs[point.location].out.first();
        let span = next.map_or(program.locs[point.location].span, |it| program.edges[*it].span);
        let text = program.sources.snippet(span);
        let text = text.lines().next().unwrap_or("");
        let visible: Vec<&str> =
            point.visible.iter().map(|it| program.vars[it.0].name.as_str()).collect();
        _ = writeln!(shown, "{text}: {}", visible.join(" "));
    }
    expected.assert_eq(&shown);
}

#[test]
fn what_is_only_printed_is_never_visible() {
    check_visible(
        "powers",
        "end-states",
        expect![[r#"
        x > 0: x
        x = x - 1: x
        printf("%d\n", y): 
        }: 
        y = 2 * y: x
    "#]],
    );
}

#[test]
fn without_the_assertion_only_conditions_need_variables() {
    check_visible(
        "asserted",
        "end-states",
        expect![[r#"
        true: x3
        x3 < 2: x3
        x1 = x1 + 1: x3
        skip: 
        }: 
        x3 = x3 + 1: x3
    "#]],
    );
}

#[test]
fn an_assertion_needs_what_flows_into_it() {
    check_visible(
        "asserted",
        "assertions",
        expect![[r#"
        true: x3
        x2 = 0: x3
        x2 = 1: x3
        x1 = x2: x2 x3
        x3 < 2: x1 x3
        x1 = x1 + 1: x1 x3
        skip: x1
        true: x1
        x4 = 0: x1
        x4 = -1: x1
        x4 >= 0: x1 x4
        assert(x1 == 2): x1
        skip: 
        }: 
        x3 = x3 + 1: x1 x3
    "#]],
    );
}

#[test]
fn one_variable_after_the_other_is_visible() {
    check_visible(
        "loop",
        "end-states",
        expect![[r#"
        enter_loop: enter_loop
        select(ReadBuf : 0 .. 3): 
        }: 
        WriteBuf = ReadBuf: ReadBuf
        cResp = WriteBuf: WriteBuf
        enter_loop = (cResp > 0): cResp
    "#]],
    );
}

/// The paper's table has 787705, 117 and 1761 states for 20 values: about n³ to one, and about n to
/// one, with n the number of values. Here there are fewer values, so that the test takes little
/// time.
#[test]
fn the_server_needs_as_few_states_as_in_the_paper() {
    const VALUES: u64 = 10;
    let program = model("server", &[("N", "10"), ("WORK", "100")]);
    let matching = Reduction::NONE.with(Technique::Slice).with(Technique::Match);
    let none = states(&program, "never_retry", Reduction::NONE);
    let partly = states(&program, "left", matching);
    let visible = states(&program, "never_retry", matching);
    assert_eq!(states(&program, "left", Reduction::NONE).0, partly.0);
    assert_eq!((none.0, partly.0, visible.0), (Kleene::True, Kleene::True, Kleene::True));
    let (none, partly, visible) = (none.1 as f64, partly.1 as f64, visible.1 as f64);
    let n = VALUES as f64;
    let ratios = [none / partly / n.powi(3), none / visible / n.powi(2), visible / partly / n];
    let paper = [787_705.0 / 117.0 / 8000.0, 787_705.0 / 1761.0 / 400.0, 1761.0 / 117.0 / 20.0];
    for (ours, theirs) in ratios.into_iter().zip(paper) {
        let factor = ours / theirs;
        assert!((0.5..2.0).contains(&factor), "{none} {partly} {visible}: {ratios:?}, {paper:?}");
    }
}
