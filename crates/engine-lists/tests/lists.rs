//! Programs that build lists of any length: what is proved by segments holds of all runs that are short enough to be tried.

use proptest::prelude::{ProptestConfig, any, prop, proptest};
use std::fmt::Write as _;
use tribunal_engine::{Budget, Context, Engine as _, Outcome, Task, Verdict};
use tribunal_engine_lists::Lists;
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
struct Text {
    text: String,
    at: u32,
}

impl Text {
    /// An edge to the next location.
    fn on(&mut self, what: &str) {
        let _ = write!(self.text, "l{} -> l{} {what} ", self.at, self.at + 1);
        self.at += 1;
    }

    /// The same if a condition holds; else nothing happens.
    fn on_if(&mut self, condition: &str, what: &str) {
        let (from, to) = (self.at, self.at + 1);
        let _ =
            write!(self.text, "l{from} -> l{to} when {condition} {what} l{from} -> l{to} else ");
        self.at += 1;
    }

    /// Goes round until it is enough, at most so often.
    fn repeated(&mut self, fuel: Option<u32>, body: impl FnOnce(&mut Self)) {
        self.repeated_by("fuel", fuel, body);
    }

    /// The same; the variable tells how often it may still go round.
    fn repeated_by(&mut self, var: &str, fuel: Option<u32>, body: impl FnOnce(&mut Self)) {
        if let Some(fuel) = fuel {
            self.on(&format!("do {var} = {fuel}u8"));
        }
        let head = self.at;
        self.on("do havoc more");
        let test = self.at;
        self.on(&match fuel {
            Some(_) => format!("when more && 0u8 < {var} do {var} = {var} - 1u8"),
            None => "when more".to_owned(),
        });
        body(self);
        let _ = write!(self.text, "l{} -> l{head} l{test} -> l{} else ", self.at, self.at + 1);
        self.at += 1;
    }

    /// A node is put before, or behind, the list.
    fn push(&mut self, choices: &mut Choices<'_>) {
        let data = choices.of(&["1", "1", "2"]);
        self.on("do n = allocate node(24)");
        self.on("do memory(n, pointer) = null");
        self.on("do memory(advance(n, 8), pointer) = null");
        self.on(&format!("do memory(advance(n, 16), i32) = {data}"));
        match choices.of(&["single", "double", "double", "ring", "own"]) {
            "single" => self.on("do memory(n, pointer) = a"),
            "own" => {
                self.on("do memory(n, pointer) = a");
                self.on("do memory(advance(n, 8), pointer) = advance(n, 8)");
            }
            "ring" => {
                self.on("do memory(n, pointer) = a");
                self.on("do memory(advance(n, 8), pointer) = hub");
            }
            _ => {
                self.on("do memory(n, pointer) = a");
                self.on_if("a != null", "do memory(advance(a, 8), pointer) = n");
            }
        }
        self.on("do a = n");
        self.on("do n = null");
    }

    /// A node is put somewhere into a skip list of some levels from `hub` to `tail`, or nearly so.
    fn skip(&mut self, choices: &mut Choices<'_>, levels: usize, fuel: Option<u32>) {
        let field =
            |it: &str, level: usize| format!("memory(advance({it}, {}), pointer)", 8 * level);
        // One for each level.
        let walkers = ["c", "b", "a"];
        for level in (0..levels).rev() {
            let walker = walkers[level];
            let (start, end) = match level + 1 {
                above if above == levels => ("hub".to_owned(), "tail".to_owned()),
                above => (walkers[above].to_owned(), field(walkers[above], above)),
            };
            self.on(&format!("do {walker} = {start}"));
            let step = format!("do {walker} = {}", field(walker, level));
            let goes_on =
                match choices.of(&["yes"; 12].into_iter().chain(["no"]).collect::<Vec<_>>()) {
                    "yes" => format!("{} != {end}", field(walker, level)),
                    _ => format!("{walker} != {end}"),
                };
            let inner = fuel.map(|_| 2);
            self.repeated_by("steps", inner, |it| it.on_if(&goes_on, &step));
        }
        self.on("do n = allocate node(24)");
        if choices.of(&["no", "yes"]) == "yes" {
            (0..levels).for_each(|level| self.on(&format!("do {} = null", field("n", level))));
        }
        let mut done = Vec::new();
        for (level, walker) in walkers.into_iter().enumerate().take(levels) {
            let order =
                choices.of(&["right", "right", "right", "right", "right", "right", "wrong"]);
            let mut links = [
                format!("do {} = {}", field("n", level), field(walker, level)),
                format!("do {} = n", field(walker, level)),
            ];
            if order == "wrong" {
                links.reverse();
            }
            if 0 < level {
                self.on("do havoc more");
                done.push(self.at);
                self.on("when more");
            }
            links.iter().for_each(|it| self.on(it));
        }
        for from in done {
            let _ = write!(self.text, "l{from} -> l{} else ", self.at);
        }
        if choices.of(&["yes", "yes", "no"]) == "yes" {
            ["a", "b", "c", "n"].iter().for_each(|it| self.on(&format!("do {it} = null")));
        }
    }

    /// Something happens to the lists.
    fn change(&mut self, choices: &mut Choices<'_>) {
        let all = ["a", "b", "c"];
        let (x, y) = (choices.of(&all), choices.of(&all));
        let usable = |it: &str| format!("{it} != null && is_alive({it})");
        let field = |it: &str, field: &str| format!("memory(advance({it}, {field}), pointer)");
        let (f, g) = (choices.of(&["0", "0", "8"]), choices.of(&["0", "8"]));
        match choices
            .of(&["copy", "load", "load", "load", "store", "clear", "free", "deep", "cut", "data"])
        {
            "copy" => self.on(&format!("do {x} = {y}")),
            "load" => self.on_if(&usable(y), &format!("do {x} = {}", field(y, f))),
            "store" => self.on_if(&usable(x), &format!("do {} = {y}", field(x, f))),
            "clear" => self.on(&format!("do {x} = null")),
            "free" => self.on_if(&usable(x), &format!("do release({x})")),
            "deep" => self.on_if(
                &format!("{} && {} != null && is_alive({})", usable(y), field(y, f), field(y, f)),
                &format!("do {x} = {}", field(&field(y, f), g)),
            ),
            "cut" => self.on_if(&usable(x), &format!("do {} = null", field(x, f))),
            _ => self.on_if(&usable(x), &format!("do memory(advance({x}, 16), i32) = 1")),
        }
    }

    /// Something is claimed.
    fn check(&mut self, choices: &mut Choices<'_>, property: &str) {
        let all = ["a", "b", "c"];
        let (x, y) = (choices.of(&all), choices.of(&all));
        let alive = format!("{x} != null && is_alive({x})");
        let next = format!("memory({x}, pointer)");
        let there = format!("{alive} && {next} != null && is_alive({next})");
        let condition =
            match choices.of(&["dead", "back", "lost", "same", "data", "far", "null", "forth"]) {
                "dead" => format!("{x} != null && !is_alive({x})"),
                "back" => format!("{there} && memory(advance({next}, 8), pointer) != {x}"),
                "forth" => format!("{there} && memory(advance({next}, 8), pointer) == {x}"),
                "lost" => "heap_lost".to_owned(),
                "same" => format!("{x} == {y} && {x} != null"),
                "data" => format!("{alive} && memory(advance({x}, 16), i32) != 1"),
                "far" => format!("{there} && memory({next}, pointer) == {y}"),
                _ => format!("{alive} && {next} == null"),
            };
        let (from, to) = (self.at, self.at + 1);
        let _ = write!(
            self.text,
            "l{from} -> l{to} when {condition} violates {property} \"wrong\" continue l{from} -> l{to} else "
        );
        self.at += 1;
    }
}

fn source(numbers: &[u32], fuel: Option<u32>) -> String {
    let mut choices = Choices(numbers.iter());
    let head = "object node: dynamic align 8 arbitrary \
        global a: pointer global b: pointer global c: pointer global n: pointer global hub: pointer global fuel: u8 \
        process main() active 1 { var more: bool ";
    let mut text = Text { text: head.to_owned(), at: 0 };
    text.on("do hub = allocate node(24)");
    text.repeated(fuel, |it| it.push(&mut choices));
    if choices.of(&["yes", "no"]) == "yes" {
        text.on("do b = a");
        text.on("do a = null");
        text.repeated(fuel.map(|_| 2), |it| it.push(&mut choices));
    }
    for _ in 0..2 {
        text.change(&mut choices);
    }
    text.repeated(fuel.map(|it| it + 1), |it| {
        for _ in 0..4 {
            it.change(&mut choices);
        }
        it.check(&mut choices, "p");
    });
    text.check(&mut choices, "q");
    text.check(&mut choices, "r");
    let Text { text, at } = text;
    format!(
        "{text} loc l{at} end }} function f() {{ l900 -> l901 do return loc l901 end }} \
         property p: unreachable property q: unreachable property r: unreachable"
    )
}

/// A program that builds a skip list, changes something, and frees it by the lowest level.
fn skipping(numbers: &[u32], fuel: Option<u32>) -> String {
    let mut choices = Choices(numbers.iter());
    let levels = if choices.of(&["two", "two", "three"]) == "two" { 2 } else { 3 };
    let head = "object node: dynamic align 8 arbitrary \
        global a: pointer global b: pointer global c: pointer global n: pointer global hub: pointer global tail: pointer \
        global fuel: u8 global steps: u8 process main() active 1 { var more: bool ";
    let mut text = Text { text: head.to_owned(), at: 0 };
    text.on("do hub = allocate node(24)");
    text.on("do tail = allocate node(24)");
    for level in 0..levels {
        text.on(&format!("do memory(advance(hub, {}), pointer) = tail", 8 * level));
        text.on(&format!("do memory(advance(tail, {}), pointer) = null", 8 * level));
    }
    text.repeated(fuel, |it| it.skip(&mut choices, levels, fuel));
    text.on(&format!("do a = {}", choices.of(&["hub", "hub", "tail", "null"])));
    for _ in 0..2 {
        if choices.of(&["no", "no", "yes"]) == "yes" {
            text.change(&mut choices);
        }
    }
    text.check(&mut choices, "p");
    let is_tidy = choices.of(&["yes", "yes", "no"]) == "yes";
    text.on("do tail = null");
    text.repeated(fuel.map(|it| it + 3), |it| {
        let usable = "hub != null && is_alive(hub)";
        it.on_if(usable, "do n = memory(hub, pointer)");
        it.on_if(usable, "do release(hub)");
        it.on("do hub = n");
        it.check(&mut choices, "q");
        if !is_tidy {
            it.change(&mut choices);
        }
    });
    if is_tidy {
        ["a", "b", "c", "n"].iter().for_each(|it| text.on(&format!("do {it} = null")));
    }
    let (from, to) = (text.at, text.at + 1);
    let Text { text, .. } = text;
    format!(
        "{text} l{from} -> l{to} when heap_lost violates r \"lost\" stop l{from} -> l{to} else loc l{to} end }} \
         function f() {{ l900 -> l901 do return loc l901 end }} \
         property p: unreachable property q: unreachable property r: unreachable"
    )
}

fn program(source: &str) -> Program {
    let (program, diagnostics) = parse(source);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}\n{source}"));
    assert_eq!(verify(&program), Vec::<String>::new(), "{source}");
    program
}

fn run(program: &Program, most: usize) -> Outcome {
    let properties: Vec<PropId> = program.props.ids().collect();
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    Lists { most }.run(&Task::new(program, &properties), &mut cx)
}

/// How many properties are proved; panics if one of them does not hold of short runs.
fn compare(source: fn(&[u32], Option<u32>) -> String, numbers: &[u32]) -> usize {
    let outcome = run(&program(&source(numbers, None)), 300);
    let proved: Vec<PropId> = (outcome.verdicts.into_iter())
        .filter(|it| matches!(it.1, Verdict::True(_)))
        .map(|it| it.0)
        .collect();
    if !proved.is_empty() {
        let short = source(numbers, Some(3));
        if let Ok(truth) = explore(&program(&short), 20_000) {
            for property in &proved {
                assert!(!truth.violated.contains(property), "{property:?}\n{short}");
            }
        }
    }
    proved.len()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn proofs_agree_with_short_runs(numbers in prop::collection::vec(any::<u32>(), 0..60)) {
        compare(source, &numbers);
    }

    #[test]
    fn proofs_of_skip_lists_agree_with_short_runs(numbers in prop::collection::vec(any::<u32>(), 0..60)) {
        compare(skipping, &numbers);
    }
}

/// How many properties of some programs are proved.
fn proved(source: fn(&[u32], Option<u32>) -> String) -> usize {
    let numbers =
        |seed: u32| (0..60_u32).map(move |it| (it + 61 * seed).wrapping_mul(2_654_435_761) >> 7);
    (0..24).map(|seed| compare(source, &numbers(seed).collect::<Vec<_>>())).sum()
}

#[test]
fn many_are_proved() {
    let lists = proved(source);
    assert!(20 < lists, "{lists}");
    let skip_lists = proved(skipping);
    assert!(10 < skip_lists, "{skip_lists}");
}

#[test]
fn what_is_forgotten_counts_as_written() {
    let source = "object node: dynamic align 8 arbitrary global p: pointer \
        process main() active 1 { var x: i32 \
        l0 -> l1 do havoc x l1 -> l2 do p = allocate node(8) l2 -> l3 do memory(p, i32) = x * x \
        l3 -> l9 when !is_initialised(p, 4i64) violates u \"u\" stop l3 -> l4 else \
        l4 -> l9 violates q \"q\" stop loc l9 end } \
        function f() { l20 -> l21 do return loc l21 end } property u: unreachable property q: unreachable";
    let outcome = run(&program(source), 100);
    assert!(matches!(outcome.verdicts[1].1, Verdict::Maybe(_)), "{:?}", outcome.verdicts);
}

/// What lists say of a program that builds something, waits, and may do what is not meant to happen.
fn built(steps: &[&str], wrong: &str) -> Verdict {
    let head = "object node: dynamic align 8 global a: pointer global b: pointer global c: pointer global d: pointer \
        process main() active 1 { var more: bool ";
    let mut text = Text { text: head.to_owned(), at: 0 };
    let (build, follow) = steps.split_at(steps.iter().position(|it| *it == "wait").unwrap_or(0));
    build.iter().for_each(|it| text.on(&format!("do {it}")));
    text.repeated(None, |_| {});
    follow.iter().skip(1).for_each(|it| text.on(&format!("do {it}")));
    let Text { text, at } = text;
    let source = format!(
        "{text} l{at} -> l{to} when {wrong} violates p \"wrong\" stop l{at} -> l{to} else loc l{to} end }} \
         function f() {{ l900 -> l901 do return loc l901 end }} property p: unreachable",
        to = at + 1
    );
    run(&program(&source), 1000).verdicts.remove(0).1
}

#[test]
fn a_last_node_that_points_to_itself_stays() {
    let steps = [
        "b = allocate node(16)",
        "memory(b, pointer) = b",
        "c = allocate node(16)",
        "memory(c, pointer) = b",
        "a = allocate node(16)",
        "memory(a, pointer) = c",
        "b = null",
        "c = null",
        "wait",
        "b = memory(a, pointer)",
        "b = memory(b, pointer)",
        "c = memory(b, pointer)",
    ];
    assert!(matches!(built(&steps, "b == c"), Verdict::Maybe(_)));
    assert!(matches!(built(&steps, "b != c"), Verdict::True(_)));
}

#[test]
fn what_hangs_on_a_node_may_be_its_successor() {
    let steps = [
        "b = allocate node(16)",
        "c = allocate node(16)",
        "memory(c, pointer) = b",
        "memory(advance(c, 8), pointer) = b",
        "d = allocate node(16)",
        "memory(d, pointer) = c",
        "b = allocate node(16)",
        "memory(advance(d, 8), pointer) = b",
        "a = allocate node(16)",
        "memory(a, pointer) = d",
        "b = null",
        "c = null",
        "d = null",
        "wait",
        "b = memory(a, pointer)",
        "b = memory(b, pointer)",
        "c = memory(advance(b, 8), pointer)",
        "b = memory(b, pointer)",
    ];
    assert!(matches!(built(&steps, "b == c"), Verdict::Maybe(_)));
    assert!(matches!(built(&steps, "b != c || !is_alive(b)"), Verdict::True(_)));
}
