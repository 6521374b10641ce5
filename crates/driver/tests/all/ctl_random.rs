//! Random programs and formulas: where abstract states give an answer, it is that of all states.

use std::fmt::Write as _;

use tribunal_base::Kleene;
use tribunal_certify::ctl::check_labelling;
use tribunal_driver::{Translation, all_paths, load};
use tribunal_engine::{Budget, Context, Engine as _, Task, Verdict};
use tribunal_engine_absint::Settings;
use tribunal_engine_absint::kripke::{abstract_graph, takes};
use tribunal_engine_explicit::Explicit;
use tribunal_ir::{Granularity, Program, Visibility};
use tribunal_logic::ctl::{Branching, branching, explain, label};
use tribunal_state_graph::{Extent, First, Watched, explore};

use crate::formulas::asking;

/// Numbers that look random, always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len() as u64) as usize]
    }
}

const CONDITIONS: [&str; 8] =
    ["x == 1", "y < 2", "x > y", "z != 0", "x + y == 3", "y == x", "z == 2 || x == 0", "x"];

fn formula(numbers: &mut Numbers, depth: u32) -> String {
    if depth == 0 {
        return format!("({})", numbers.pick(&CONDITIONS));
    }
    let sub = |numbers: &mut Numbers| formula(numbers, depth - 1);
    let (f, g) = (sub(numbers), sub(numbers));
    match numbers.below(14) {
        12 => format!("A({})", path(numbers, &f, &g)),
        13 => format!("E({})", path(numbers, &f, &g)),
        0 => format!("! {f}"),
        1 => format!("({f} && {g})"),
        2 => format!("({f} || {g})"),
        3 => format!("({f} -> {g})"),
        4 => format!("E[{f} {} {g}]", numbers.pick(&["U", "W"])),
        5 => format!("A[{f} {} {g}]", numbers.pick(&["U", "W"])),
        _ => format!("{} {f}", numbers.pick(&["EX", "AX", "EF", "AF", "EG", "AG"])),
    }
}

/// A path formula about two state formulas.
fn path(numbers: &mut Numbers, f: &str, g: &str) -> String {
    match numbers.below(6) {
        0 => format!("F G {f}"),
        1 => format!("G F {f} -> G F {g}"),
        2 => format!("{f} U (G {g})"),
        3 => format!("G ({f} -> X F G {g})"),
        4 => format!("(F {f}) W (X {g})"),
        _ => format!("F ({f} && X X !{g} && G F {g})"),
    }
}

/// C statements.
fn c_block(numbers: &mut Numbers, depth: u32, labels: &mut u32) -> String {
    let mut text = String::new();
    for _ in 0..=numbers.below(3) {
        if numbers.below(4) == 0 {
            *labels += 1;
            _ = writeln!(text, "state_{labels}:;");
        }
        match if depth == 0 { numbers.below(8) } else { numbers.below(12) } {
            0 => text.push_str("x = (x + 1) & 3;\n"),
            1 => text.push_str("y = __VERIFIER_nondet_uchar() & 3;\n"),
            2 => text.push_str("z = y;\n"),
            3 => text.push_str("l = x; x = z; z = l;\n"),
            4 => text.push_str("l = __VERIFIER_nondet_uchar(); __VERIFIER_assume(l < 3); x = l;\n"),
            5 => text.push_str("a[x & 1] = y; z = a[0];\n"),
            6 => text.push_str("y = f(x);\n"),
            7 => text.push_str("if (x > y) z = 2;\n"),
            8 | 9 => {
                let condition = numbers.pick(&CONDITIONS);
                let (then, other) =
                    (c_block(numbers, depth - 1, labels), c_block(numbers, depth - 1, labels));
                _ = writeln!(text, "if ({condition}) {{\n{then}}} else {{\n{other}}}");
            }
            _ => {
                let condition = numbers.pick(&["1", "x < 3", "y != 2", "z"]);
                let body = c_block(numbers, depth - 1, labels);
                _ = writeln!(text, "while ({condition}) {{\n{body}}}");
            }
        }
    }
    text
}

fn c_program(numbers: &mut Numbers) -> String {
    let body = c_block(numbers, 2, &mut 0);
    format!(
        "extern unsigned char __VERIFIER_nondet_uchar(void);\nextern void __VERIFIER_assume(int);\n\
         int x, y, z = 1;\nint a[2];\nstatic int f(int n) {{ if (n == 2) z = 0; return n ? n - 1 : 3; }}\n\
         int main(void) {{\nint l = 0;\n{body}return 0;\n}}\n"
    )
}

/// Promela statements, at least one.
fn promela_block(numbers: &mut Numbers, depth: u32, labels: &mut u32) -> String {
    let mut parts = Vec::new();
    for _ in 0..=numbers.below(3) {
        let mut text = String::new();
        if !parts.is_empty() && numbers.below(4) == 0 {
            *labels += 1;
            _ = write!(text, "state_{labels}: ");
        }
        match if depth == 0 { numbers.below(6) } else { numbers.below(11) } {
            0 => text.push_str("x = (x + 1) % 4"),
            1 => text.push_str("select (y : 0 .. 3)"),
            2 => text.push_str("z = y"),
            3 => text.push_str("atomic { l = x; x = z; z = l }"),
            4 => text.push_str("d_step { l = y; if :: l > 1 -> z = 2 :: else -> skip fi; x = l }"),
            5 => _ = write!(text, "({})", numbers.pick(&CONDITIONS)),
            6..9 => {
                let guards = (numbers.pick(&CONDITIONS), numbers.pick(&CONDITIONS));
                let (a, b) = (
                    promela_block(numbers, depth - 1, labels),
                    promela_block(numbers, depth - 1, labels),
                );
                let other = numbers.pick(&["", ":: else", ":: true -> z = 0"]);
                _ = write!(text, "if :: ({}) -> {a} :: ({}) -> {b} {other} fi", guards.0, guards.1);
            }
            _ => {
                let guard = numbers.pick(&CONDITIONS);
                let body = promela_block(numbers, depth - 1, labels);
                let other = numbers.pick(&[":: else -> break", ":: true -> break"]);
                _ = write!(text, "do :: ({guard}) -> {body} {other} od");
            }
        }
        parts.push(text);
    }
    parts.join(";\n")
}

fn promela_program(numbers: &mut Numbers) -> String {
    let body = promela_block(numbers, 2, &mut 0);
    format!("byte x, y, z = 1;\nactive proctype P() {{ byte l;\n{body}\n}}\n")
}

/// Two or three processes, two of them of one kind.
fn concurrent_program(numbers: &mut Numbers) -> String {
    let (first, second) = (promela_block(numbers, 1, &mut 0), promela_block(numbers, 1, &mut 100));
    let active = 1 + numbers.below(2);
    format!(
        "byte x, y, z = 1;\nactive [{active}] proctype P() {{ byte l;\nl = _pid;\n{first};\ny = l\n}}\n\
         active proctype Q() {{ byte l;\n{second}\n}}\n"
    )
}

/// How many formulas were decided by abstract states, and how many were not.
/// Formulas that a program was read with.
fn questions(program: &Program, texts: &[&str]) -> Vec<Branching> {
    let question = |text: &&str| {
        let kind = program.props[program.property(text)?].kind;
        branching(program, kind.formula()?)
    };
    let questions: Vec<Branching> = texts.iter().filter_map(question).collect();
    assert_eq!(questions.len(), texts.len());
    questions
}

fn compare(name: &str, text: &str, numbers: &mut Numbers) -> (u32, u32) {
    let folder = std::env::temp_dir().join(format!("tribunal-ctl-random-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder should be made");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file should be written");
    let formulas: Vec<String> = (0..12).map(|it| formula(numbers, it % 4)).collect();
    let texts: Vec<&str> = formulas.iter().map(String::as_str).collect();
    let loaded = load(&path.to_string_lossy(), &asking(&texts, None));
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}\n{text}", loaded.diagnostics));
    assert!(takes(&program), "{text}");
    let questions = questions(&program, &texts);
    let atoms: Vec<_> = questions.iter().flat_map(|it| it.atoms.clone()).collect();
    let mut counts = (0, 0);
    for granularity in [Granularity::Statement, Granularity::Global, Granularity::Marked] {
        let visibility = Visibility::new(&program, granularity);
        let budget = Budget { memory: 1 << 30, depth: u64::MAX };
        let mut nobody = ();
        let mut cx = Context::new(budget, &mut nobody);
        let watched = Watched { program: &program, visibility: &visibility, atoms: &atoms };
        let exact = explore(watched, Extent { most: 5_000, ..Extent::ALL }, &mut cx);
        let Some(exact) = exact.ok().filter(|it| it.gap.is_none()) else { continue };
        let first = if numbers.below(2) == 0 { First::Near } else { First::Next };
        let few = usize::try_from(numbers.below(30)).unwrap_or(1);
        let part = explore(watched, Extent { most: few, first }, &mut cx)
            .expect("a part should be explored");
        // A few rounds only, so that there is something to join.
        let settings = Settings {
            delay: 1 + u32::try_from(numbers.below(4)).unwrap_or(1),
            ..Settings::default()
        };
        let found = abstract_graph(&program, &visibility, &atoms, settings, &mut cx);
        let Ok(found) = found else { continue };
        let mut first = 0;
        for (question, text_of_question) in questions.iter().zip(&texts) {
            let range = first..first + question.atoms.len();
            first = range.end;
            let root = question.formula.root();
            let whole = exact.structure.about(range.clone());
            let labelled = label(&question.formula, &whole);
            assert!(check_labelling(&question.formula, &whole, &labelled).is_ok(), "{text}");
            let truth = labelled.value(root, 0);
            let known = part.structure.about(range.clone());
            let labelled = label(&question.formula, &known);
            assert!(check_labelling(&question.formula, &known, &labelled).is_ok(), "{text}");
            let of_part = labelled.value(root, 0);
            assert!(
                of_part == Kleene::Maybe || of_part == truth,
                "{few} states: {of_part:?}, not {truth:?}: {} {granularity:?}\n{text}",
                text_of_question
            );
            let structure = found.structure.about(range);
            let labelling = label(&question.formula, &structure);
            let guess = labelling.value(root, 0);
            let confirmed = check_labelling(&question.formula, &structure, &labelling);
            confirmed.unwrap_or_else(|why| {
                panic!("{why}: {} {granularity:?}\n{text}", text_of_question)
            });
            let said = || format!("{} {granularity:?}\n{text}", text_of_question);
            assert!(
                guess == Kleene::Maybe || guess == truth,
                "{guess:?}, not {truth:?}: {}",
                said()
            );
            if guess == Kleene::Maybe {
                counts.1 += 1;
                continue;
            }
            counts.0 += 1;
            let asked = tribunal_certify::ctl::Question {
                program: &program,
                visibility: &visibility,
                formula: &question.formula,
                atoms: &question.atoms,
            };
            let path = explain(&question.formula, &structure, &labelling, 0);
            if let Some(trace) = found.trace(&program, &path) {
                let shown = tribunal_certify::ctl::judge(asked, &trace);
                let shown = shown.unwrap_or_else(|why| panic!("{why}: {}", said()));
                assert!(shown == Kleene::Maybe || shown == truth, "{}", said());
            }
        }
    }
    counts
}

#[test]
fn abstract_answers_are_right_on_c() {
    let mut numbers = Numbers(1);
    let mut all = (0, 0);
    for number in 0..60 {
        let text = c_program(&mut numbers);
        let (known, open) = compare(&format!("random{number}.c"), &text, &mut numbers);
        all = (all.0 + known, all.1 + open);
    }
    assert!(all.1 < all.0, "{all:?}");
}

#[test]
fn abstract_answers_are_right_on_promela() {
    let mut numbers = Numbers(2);
    let mut all = (0, 0);
    for number in 0..120 {
        let text = promela_program(&mut numbers);
        let (known, open) = compare(&format!("random{number}.pml"), &text, &mut numbers);
        all = (all.0 + known, all.1 + open);
    }
    assert!(all.1 < all.0, "{all:?}");
}

#[test]
fn abstract_answers_are_right_on_several_processes() {
    let mut numbers = Numbers(3);
    let mut all = (0, 0);
    for number in 0..60 {
        let text = concurrent_program(&mut numbers);
        let (known, open) = compare(&format!("several{number}.pml"), &text, &mut numbers);
        all = (all.0 + known, all.1 + open);
    }
    assert!(all.1 < all.0, "{all:?}");
}

/// Formulas without quantifiers: the search for an accepting run and the labels of all states agree.
#[test]
fn linear_formulas_have_one_answer() {
    const FORMULAS: [&str; 8] = [
        "<> [] F",
        "[] <> F -> [] <> G",
        "F U ([] G)",
        "[] (F -> <> [] G)",
        "(<> F) W ([] G)",
        "<> (F && [] <> G)",
        "! (F U (G W ! F))",
        "[] F || <> [] (F -> G)",
    ];
    let mut numbers = Numbers(77);
    let mut counts = [0, 0];
    for number in 0..60 {
        let text = if number % 3 == 0 {
            concurrent_program(&mut numbers)
        } else {
            promela_program(&mut numbers)
        };
        let (f, g) = (numbers.pick(&CONDITIONS), numbers.pick(&CONDITIONS));
        let formula = numbers.pick(&FORMULAS);
        let formula = formula.replace('F', &format!("({f})")).replace('G', &format!("({g})"));
        let loaded = loaded(&format!("linear{number}.pml"), &text, &formula);
        let Some(searched) = searched(&loaded.0) else { continue };
        let labelled = labelled(&loaded.1, &loaded.2);
        assert_eq!(Kleene::from(searched), labelled, "{formula}\n{text}");
        counts[usize::from(searched)] += 1;
    }
    assert!(counts.iter().all(|it| 8 < *it), "{counts:?}");
}

/// A program with a formula as its property, and with a question.
fn loaded(name: &str, text: &str, formula: &str) -> (Program, Program, Branching) {
    let folder = std::env::temp_dir().join(format!("tribunal-ctl-linear-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder should be made");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file should be written");
    let path = path.to_string_lossy();
    let named = vec![("asked".to_owned(), formula.to_owned())];
    let plain = Translation { formulas: named, ..asking(&[], None) };
    let program = load(&path, &plain).program.unwrap_or_else(|| panic!("{formula}\n{text}"));
    let of_all = all_paths(formula);
    let watched = load(&path, &asking(&[&of_all], None)).program;
    let watched = watched.unwrap_or_else(|| panic!("{formula}\n{text}"));
    let question = questions(&watched, &[&of_all]).remove(0);
    (program, watched, question)
}

/// Whether no run violates the property, if that can be found out.
fn searched(program: &Program) -> Option<bool> {
    let property = program.props.ids().find(|it| program.props[*it].name == "asked")?;
    let budget = Budget { memory: 1 << 30, depth: u64::MAX };
    let mut nobody = ();
    let properties = [property];
    let task = Task::new(program, &properties);
    let outcome = Explicit::default().run(&task, &mut Context::new(budget, &mut nobody));
    match outcome.verdicts.first()?.1 {
        Verdict::True(_) => Some(true),
        Verdict::False(_) => Some(false),
        Verdict::Refuted(_) | Verdict::Maybe(_) => None,
    }
}

/// What the first state is labelled with.
fn labelled(program: &Program, question: &Branching) -> Kleene {
    let visibility = Visibility::new(program, Granularity::Statement);
    let budget = Budget { memory: 1 << 30, depth: u64::MAX };
    let mut nobody = ();
    let watched = Watched { program, visibility: &visibility, atoms: &question.atoms };
    let graph = explore(watched, Extent::ALL, &mut Context::new(budget, &mut nobody));
    let graph = graph.expect("the states should be few");
    assert_eq!(graph.gap, None);
    label(&question.formula, &graph.structure).value(question.formula.root(), 0)
}
