//! Formulas about local variables of C: they say what the same formulas say of global ones.

use std::path::PathBuf;

use tribunal_base::Kleene;
use tribunal_driver::{Method, Rung, load};
use tribunal_ir::verify::verify;

use crate::formulas::{asking, check_by};

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

fn file(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tribunal-ctl-local-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder should be made");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file should be written");
    path
}

/// What is found out about formulas.
fn values(name: &str, text: &str, formulas: &[String], method: Method) -> Vec<Kleene> {
    let path = file(name, text);
    let formulas: Vec<&str> = formulas.iter().map(String::as_str).collect();
    let loaded = load(&path.to_string_lossy(), &asking(&formulas, None));
    let Some(program) = loaded.program else {
        panic!("{:?}\n{formulas:?}\n{text}", loaded.diagnostics)
    };
    assert_eq!(verify(&program), Vec::<String>::new(), "{text}");
    let checked = check_by(method, 50_000, program, &formulas);
    checked.answers.iter().map(|it| it.verdict.kleene()).collect()
}

fn statement(numbers: &mut Numbers, depth: u32) -> String {
    let var = numbers.pick(&["x", "y", "z"]);
    match numbers.below(if depth == 0 { 6 } else { 9 }) {
        0 => format!("{var} = {};", numbers.below(4)),
        1 => format!("{var} = ({} + 1) % 3;", numbers.pick(&["x", "y", "z"])),
        2 => "*q = (*q + x) % 4;".to_owned(),
        // Where the value of a function goes to a global variable, each of its returns counts as a step.
        3 if var == "z" => format!("z = next({});", numbers.pick(&["x", "y", "z"])),
        3 => format!("{var} = 1 + after({});", numbers.pick(&["x", "y", "z"])),
        4 => format!("{var}++; {var} &= 3;"),
        5 => format!("g = {};", numbers.below(3)),
        6 => format!(
            "if ({}) {{ {} }} else {{ {} }}",
            numbers.pick(&["choose()", "x > y", "z == 2", "g"]),
            statement(numbers, depth - 1),
            statement(numbers, depth - 1)
        ),
        7 => format!("while (choose()) {{ {} }}", statement(numbers, depth - 1)),
        _ => format!("{} {}", statement(numbers, depth - 1), statement(numbers, depth - 1)),
    }
}

fn condition(numbers: &mut Numbers) -> &'static str {
    numbers.pick(&["x == 1", "y < 2", "x > y", "z != 0", "y == x", "*q == 2 || x == 0", "z && !g"])
}

fn formula(numbers: &mut Numbers, depth: u32) -> String {
    if depth == 0 {
        return format!("({})", condition(numbers));
    }
    let (f, g) = (formula(numbers, depth - 1), formula(numbers, depth - 1));
    match numbers.below(9) {
        0 => format!("! {f}"),
        1 => format!("({f} && {g})"),
        2 => format!("({f} -> {g})"),
        3 => format!("E[{f} U {g}]"),
        4 => format!("A[{f} W {g}]"),
        _ => format!("{} {f}", numbers.pick(&["EX", "AX", "EF", "AF", "EG", "AG"])),
    }
}

/// The same with the names of local variables.
fn of_locals(formula: &str) -> String {
    let mut out = String::new();
    for letter in formula.chars() {
        if matches!(letter, 'x' | 'y' | 'z' | 'q') {
            out.push_str("work::");
        }
        out.push(letter);
    }
    out
}

#[test]
fn local_variables_are_like_global_ones() {
    let mut numbers = Numbers(3);
    let mut counts = [0, 0];
    for number in 0..60 {
        let body: String = (0..4).map(|_| statement(&mut numbers, 2) + "\n").collect();
        let body = format!("on = 1;\nwhile (1) {{\n{body}}}");
        let common = "extern _Bool choose(void); int on, g;
            int next(int i) { return i ? 0 : 2; } int after(int i) { return i ? 0 : 2; }";
        let local = format!(
            "{common} void work(int x) {{ int y = 0, z = 0; int *q = &y;\n{body} }} int main(void) {{ work(0); }}"
        );
        let global = format!(
            "{common} int x, y, z, *q; void work(void) {{ y = 0; z = 0; q = &y;\n{body} }} int main(void) {{ x = 0; work(); }}"
        );
        let wrap = |it: &str| [format!("AG(on -> {it})"), format!("EF(on && {it})")];
        let mut asked: Vec<String> =
            (0..2).flat_map(|it| wrap(&formula(&mut numbers, it + 1))).collect();
        // A local variable that no formula mentions is not seen to change.
        asked.push("EF(x + y + z + *q == 9)".to_owned());
        let about_locals: Vec<String> = asked.iter().map(|it| of_locals(it)).collect();
        for method in [Method::Auto, Method::only(Rung::EXPLICIT)] {
            let one = values("local.c", &local, &about_locals, method.clone());
            let other = values("global.c", &global, &asked, method);
            for ((one, other), asked) in one.into_iter().zip(other).zip(&asked) {
                if one != Kleene::Maybe && other != Kleene::Maybe {
                    assert_eq!(one, other, "{number}: {asked}\n{local}");
                    counts[usize::from(one == Kleene::True)] += 1;
                }
            }
        }
    }
    assert!(counts.iter().all(|it| 60 < *it), "{counts:?}");
}

/// The youngest call counts, and what it has seen is forgotten when it returns.
#[test]
fn a_call_in_a_call_hides_the_older_one() {
    const LOCAL: &str = "extern _Bool choose(void); int g;
        void f(int n) {
            int x = 2 * n;
            if (n) {
                f(n - 1);
                if (choose()) x = x + g; else f(0);
            }
            g = x;
        }
        int main(void) { f(3); g = 0; f(1); }";
    // The same by hand.
    const GLOBAL: &str = "extern _Bool choose(void); int g, seen, set;
        void f(int n) {
            int before = seen, was = set, x;
            set = 0;
            x = 2 * n; seen = x; set = 1;
            if (n) {
                f(n - 1);
                if (choose()) { x = x + g; seen = x; } else f(0);
            }
            g = x;
            set = 0; seen = before; set = was;
        }
        int main(void) { f(3); g = 0; f(1); }";
    let mut asked = Vec::new();
    for value in 0..12 {
        asked.push(format!("EF(X == {value})"));
        asked.push(format!("AF(X == {value} && g)"));
        asked.push(format!("EF(X == {value} && EF(X == 2 && AF(X == 6)))"));
        asked.push(format!("AG((X == {value}) -> AF !(X >= 0))"));
    }
    let local: Vec<String> = asked.iter().map(|it| it.replace('X', "f::x")).collect();
    let global: Vec<String> = asked
        .iter()
        .map(|it| it.replace("(X ", "(set && seen ").replace("!(X", "!(set && seen"))
        .collect();
    let local = values("calls.c", LOCAL, &local, Method::only(Rung::EXPLICIT));
    let global = values("byhand.c", GLOBAL, &global, Method::only(Rung::EXPLICIT));
    assert!(!local.contains(&Kleene::Maybe));
    assert!(local.contains(&Kleene::True) && local.contains(&Kleene::False));
    for ((one, other), asked) in local.into_iter().zip(global).zip(asked) {
        assert_eq!(one, other, "{asked}");
    }
}
