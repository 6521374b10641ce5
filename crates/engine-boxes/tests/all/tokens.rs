//! Programs that hand objects on and free them, without a look into them: boxes over numbers agree with the execution of all runs.

use proptest::prelude::{ProptestConfig, any, prop, proptest};
use std::fmt::Write as _;
use tribunal_engine::{Budget, Context, Engine as _, Task, Verdict};
use tribunal_engine_boxes::Boxes;
use tribunal_ir::{Program, PropId, text::parse, verify};
use tribunal_testkit::imperative::explore;

/// Makes choices from a list.
struct Choices<'a>(std::slice::Iter<'a, u32>);

impl Choices<'_> {
    fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.0.next().copied().unwrap_or(0) as usize % all.len()]
    }
}

/// A program in the making.
struct Text<'a> {
    text: String,
    at: u32,
    choices: Choices<'a>,
}

impl Text<'_> {
    fn pointer(&mut self) -> &'static str {
        self.choices.of(&["p", "q", "r"])
    }

    /// An edge to the next location.
    fn on(&mut self, what: &str) {
        let _ = write!(self.text, "l{} -> l{} {what} ", self.at, self.at + 1);
        self.at += 1;
    }

    /// The same if a condition holds; else nothing happens.
    fn on_if(&mut self, condition: &str, what: &str) {
        let (from, to) = (self.at, self.at + 1);
        let _ = write!(self.text, "l{from} -> l{to} else ");
        self.on(&format!("when {condition} {what}"));
        self.at = to;
    }

    fn condition(&mut self) -> String {
        let (x, y) = (self.pointer(), self.pointer());
        let number = self.choices.of(&["0", "1", "2", "3"]);
        let number = format!("{number}u8");
        match self.choices.of(&["alive", "same", "null", "dead", "count", "last", "dynamic"]) {
            "alive" => format!("is_alive({x})"),
            "same" => format!("{x} == {y}"),
            "null" => format!("{x} != null"),
            "dead" => format!("{x} != null && !is_alive({x})"),
            "count" => format!("{number} < i"),
            "last" => format!("i == {number}"),
            _ => format!("is_dynamic({x}) && offset({x}) == 0"),
        }
    }

    fn statement(&mut self) {
        let (x, y) = (self.pointer(), self.pointer());
        let what = match self.choices.of(&["copy", "free", "free", "clear", "call"]) {
            "copy" => format!("do {x} = {y}"),
            "free" => format!("do release({x})"),
            "clear" => format!("do {x} = null"),
            _ => format!("do {x} = call pass({y})"),
        };
        match self.choices.of(&["always", "if", "if"]) {
            "always" => self.on(&what),
            _ => {
                let condition = self.condition();
                self.on_if(&condition, &what);
            }
        }
    }

    fn check(&mut self, property: &str) {
        let condition = match self.choices.of(&["some", "in use", "some"]) {
            "in use" => "heap_in_use".to_owned(),
            _ => self.condition(),
        };
        let then = self.choices.of(&["stop", "continue"]);
        self.on_if(&condition, &format!("violates {property} \"wrong\" {then}"));
    }
}

/// Two or three objects, a loop that hands them on and frees some in some rounds, and claims.
fn source(numbers: &[u32]) -> String {
    let head = "object thing: dynamic align 8 arbitrary object other: dynamic align 8 \
        global p: pointer global q: pointer process main() active 1 { var r: pointer var i: u8 var more: u2 ";
    let mut text = Text { text: head.to_owned(), at: 0, choices: Choices(numbers.iter()) };
    text.on("do havoc more");
    text.on("do i = more as u8");
    for kind in ["thing", "other", "thing"] {
        let x = text.pointer();
        let allocate = format!("do {x} = allocate {kind}(8)");
        match text.choices.of(&["always", "if", "never"]) {
            "always" => text.on(&allocate),
            "if" => {
                let condition = text.condition();
                text.on_if(&condition, &allocate);
            }
            _ => {}
        }
    }
    let head = text.at;
    text.on("when 0u8 < i");
    for _ in 0..3 {
        text.statement();
    }
    text.check("a");
    text.on("do i = i - 1u8");
    let _ = write!(text.text, "l{} -> l{head} l{head} -> l{} else ", text.at, text.at + 1);
    text.at += 1;
    text.statement();
    text.statement();
    text.check("b");
    text.check("c");
    let Text { text, at, mut choices } = text;
    let returned = choices.of(&["x", "x", "null", "p"]);
    format!(
        "{text} loc l{at} end }} function pass(x: pointer) {{ l900 -> l901 when is_alive(x) do return {returned} \
         l900 -> l901 else do return x loc l901 end }} \
         property a: unreachable property b: unreachable property c: unreachable"
    )
}

fn program(source: &str) -> Program {
    let (program, diagnostics) = parse(source);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}\n{source}"));
    assert_eq!(verify(&program), Vec::<String>::new(), "{source}");
    program
}

/// How many properties are decided; panics if one of them is not so.
fn compare(numbers: &[u32]) -> usize {
    let source = source(numbers);
    let program = program(&source);
    let properties: Vec<PropId> = program.props.ids().collect();
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    let outcome = Boxes { most: 2000 }.run(&Task::new(&program, &properties), &mut cx);
    let Ok(truth) = explore(&program, 20_000) else { return 0 };
    let mut decided = 0;
    for (property, verdict) in &outcome.verdicts {
        let is_violated = truth.violated.contains(property);
        match verdict {
            Verdict::True(_) => assert!(!is_violated, "{property:?}\n{source}"),
            Verdict::False(_) | Verdict::Refuted(_) => {
                assert!(is_violated, "{property:?}\n{source}")
            }
            Verdict::Maybe(_) => continue,
        }
        decided += 1;
    }
    decided
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn boxes_over_numbers_agree_with_all_runs(numbers in prop::collection::vec(any::<u32>(), 0..60)) {
        compare(&numbers);
    }
}

#[test]
fn many_are_decided() {
    let numbers = |seed: u32| {
        let mix =
            |it: u32| it.wrapping_mul(2_654_435_761) ^ it.wrapping_mul(40_503).rotate_left(11);
        (0..60_u32).map(move |it| mix(mix(it + 61 * seed) >> 5) >> 9)
    };
    let decided: usize = (0..64).map(|seed| compare(&numbers(seed).collect::<Vec<_>>())).sum();
    assert!(20 < decided, "{decided}");
}
