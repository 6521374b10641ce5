//! Unit checking: the cases of Gunter & Peled, and what they leave open.

use std::sync::atomic::AtomicBool;

use expect_test::{Expect, expect};
use tribunal_driver::unit::{Merging, Numbers, Options, Order, Paths, Unit, prove_none};
use tribunal_driver::{UnitQuestion, find_paths, prepare_unit};
use tribunal_report::{Style, draw_diagnostics};

use super::stubs::{BUFFER, WRAPS};
use super::{Folder, NO_LIMITS, question, translation};

/// A question about a function.
pub(super) struct Case<'a> {
    pub(super) text: &'a str,
    pub(super) function: &'a str,
    pub(super) others: &'a [&'a str],
    pub(super) requires: Option<&'a str>,
    pub(super) find: Option<&'a str>,
    pub(super) path: Option<&'a str>,
    pub(super) stubs: &'a [&'a str],
    pub(super) repeat: u32,
    pub(super) merging: Merging,
    pub(super) numbers: Numbers,
}

impl<'a> Case<'a> {
    pub(super) fn new(text: &'a str, function: &'a str) -> Self {
        let (requires, find, path) = (None, None, None);
        let (others, stubs, merging) = (&[][..], &[][..], Merging::Auto);
        let numbers = Numbers::Machine;
        Self { text, function, others, requires, find, path, stubs, repeat: 2, merging, numbers }
    }

    /// Prepares the function, for somebody to look at it.
    pub(super) fn with_unit<T>(&self, look: impl FnOnce(&Unit) -> T) -> Result<T, String> {
        let folder = Folder::new();
        let name = folder.write("unit.c", self.text);
        let owned = |it: Option<&str>| it.map(str::to_owned);
        let question = UnitQuestion {
            others: self.others.iter().map(|it| (*it).to_owned()).collect(),
            requires: owned(self.requires),
            find: owned(self.find),
            path: owned(self.path),
            stubs: self.stubs.iter().map(|it| (*it).to_owned()).collect(),
            numbers: self.numbers,
            ..question(&[self.function])
        };
        let unit = prepare_unit(&name, &translation(), &question);
        match unit {
            Ok(unit) => Ok(look(&unit)),
            Err(refused) => {
                let text = draw_diagnostics(&refused.sources, &refused.diagnostics, Style::PLAIN);
                Err(text.replace(&name, "unit.c"))
            }
        }
    }

    /// Each path by its lines and its condition, and what is known about others.
    pub(super) fn run(&self) -> String {
        let order = Order::Breadth;
        let options = Options { repeat: self.repeat, order, merging: self.merging };
        let report = self.with_unit(|unit| {
            let never = AtomicBool::new(false);
            let found = find_paths(unit, options, 20, &NO_LIMITS, &never, &mut ());
            let mut found = found.expect("a supported function");
            prove_none(unit, &translation(), &mut found, &NO_LIMITS, &never);
            unit.report(&found)
        });
        let report = match report {
            Ok(report) => report,
            Err(text) => return text,
        };
        let mut out = String::new();
        for path in &report.paths {
            let lines: Vec<String> = path.steps.iter().map(|it| it.line.to_string()).collect();
            out.push_str(&format!("{}: {}\n", lines.join(" "), path.condition));
        }
        for fault in &report.faults {
            out.push_str(&format!("fault in {}: {}\n", fault.line, fault.what));
        }
        for doubt in &report.doubts {
            let line = doubt.line.map_or(String::new(), |it| format!(" in {it}"));
            out.push_str(&format!("doubt{line}: {}\n", doubt.what));
        }
        let known = match (report.exhaustive, report.covers_all) {
            (true, true) => "all cases",
            (true, false) => "no further path",
            (false, _) => "perhaps more",
        };
        out.push_str(known);
        out
    }

    pub(super) fn check(&self, expected: Expect) {
        expected.assert_eq(&self.run());
    }
}

const GCD: &str = "\
int gcd(int a, int b)
{
    int x = a, y = b, z = 1;
    while (z != 0) {
        z = x % y;
        y = z;
        x = y;
    }
    return x;
}
";

pub(super) fn gcd(repeat: u32) -> Case<'static> {
    let find = Some("<>(at(end) && x == 0)");
    Case { requires: Some("a > 0 && b > 0"), find, repeat, ..Case::new(GCD, "gcd") }
}

#[test]
fn gcd_with_the_fault_has_two_paths_that_cover_all_cases() {
    gcd(1).check(expect![[r"
        3 4 5 6 7 4 9 10: a > 0 && b > 0 && a % b == 0
        perhaps more"]]);
    gcd(3).check(expect![[r"
        3 4 5 6 7 4 9 10: a > 0 && b > 0 && a % b == 0
        3 4 5 6 7 4 5 6 7 4 9 10: a > 0 && b > 0 && a % b != 0
        all cases"]]);
}

#[test]
fn gcd_without_the_fault_does_not_end_with_zero() {
    let right =
        GCD.replace("y = z;", "x = y;").replace("        x = y;\n    }", "        y = z;\n    }");
    Case {
        requires: Some("0 < b && b < a && a < 50"),
        find: Some("<>(at(end) && x == 0)"),
        repeat: 10,
        ..Case::new(&right, "gcd")
    }
    .check(expect!["no further path"]);
}

const SMALL: &str = "\
void a(int x, int y)
{
    x = x + 1;
    if (x > y) {
        y = 0;
    } else {
no:     y = y * 2;
    }
}
int b(int x, int y, int z, int t)
{
    int n = 0;
L1: n = 1;
L2: x = x + z;
L3: if (x < t) goto L2;
    return n;
}
int e(int x, int y)
{
    while (x < 5) {
        x = x + 1;
    }
    y = 7;
    return y;
}
";

#[test]
fn the_condition_of_a_path_is_over_the_inputs() {
    Case { path: Some("no"), ..Case::new(SMALL, "a") }.check(expect![[r"
        3 4 7: y >= x + 1
        no further path"]]);
}

#[test]
fn assertions_of_the_formula_are_tests_before_nodes() {
    let find = "!at(L2) U (at(L2) && x >= y && X (!at(L2) && (!at(L2) U (at(L2) && x >= 2 * y))))";
    Case { find: Some(find), ..Case::new(SMALL, "b") }.check(expect![[r#"
        12 13 14 15 14: x >= y && x + z >= y * 2 && x + z < t
        no further path"#]]);
    let find = "!at(L2) U (at(L2) && X (!at(L2) && (!at(L2) U at(L2))))";
    Case { find: Some(find), ..Case::new(SMALL, "b") }.check(expect![[r"
        12 13 14 15 14: x + z < t
        no further path"]]);
}

#[test]
fn wrong_branches_are_cut_on_the_fly() {
    Case { find: Some("x == 4 U (x == 5 && X at(22))"), ..Case::new(SMALL, "e") }.check(expect![[
        r#"
        error[unknown-place]: no statement of `e` starts at line 22
         --> --find:1:23
          |
        1 | x == 4 U (x == 5 && X at(22))
          |                       ^^^^^^
          |
          = help: statements start at: 20, 21, 23, 24, 25
    "#
    ]]);
}

/// The splitting of fixed-point numbers, and one round of the loop, of the program that iterates a square map. Divisions round down.
fn square_map(guard: &str) -> String {
    format!(
        "\
int square(int CReal, int CIm)
{{
    long long i = 0, CIm2HighLow = 0;
    long long CRealHigh = (long long)CReal >> 15, CRealLow = CReal - CRealHigh * 32768;
    long long CImHigh = (long long)CIm >> 15, CImLow = CIm - CImHigh * 32768;
    long long OldCRealHigh = 0, OldCRealLow = 0, OldCImHigh = 0, OldCImLow = 0;
loop:
    while ((CRealHigh >> 15 == 0 || CRealHigh >> 15 == -1) && (CImHigh >> 15 == 0 || {guard}) && i < 1000) {{
        i = i + 1;
        long long CImLowSquare = CImLow * CImLow;
        long long CImLowSquareCarry = CImLowSquare >> 15;
        long long CImLowSquareBase = CImLowSquare - CImLowSquareCarry * 32768;
        long long CRealLowSquare = CRealLow * CRealLow - CImLowSquareBase;
        long long CLowSquareDiffCarry = (CRealLowSquare >> 15) - CImLowSquareCarry;
        long long CImHighLow = CImHigh * CImLow;
        long long CIm2HighLowCarry = CIm2HighLow >> 14;
        long long CIm2HighLowBase = (CImHighLow - CIm2HighLowCarry * 16384) * 2;
        long long MiddleCarry = CLowSquareDiffCarry - CIm2HighLowBase;
        long long CRealHighLow = CRealHigh * CRealLow + (MiddleCarry >> 1);
        long long CReal2HighLowCarry = CRealHighLow >> 14;
        long long C2HighLowDiffBase = (CRealHighLow - CReal2HighLowCarry * 16384) * 2;
        long long CImHighSquare = CImHigh * CImHigh;
        long long CImHighSquareCarry = CImHighSquare >> 15;
        long long CImHighSquareBase = CImHighSquare - CImHighSquareCarry * 32768;
        long long CRealHighSquare = CRealHigh * CRealHigh + CReal2HighLowCarry - CIm2HighLowCarry - CImHighSquareBase;
        long long CRealHighSquareCarry = CRealHighSquare >> 15;
        long long CHighSquareDiffBase = CRealHighSquare - CRealHighSquareCarry * 32768;
        long long CHighSquareDiffBaseTopBits = CHighSquareDiffBase >> 13;
        long long NewCRealLow = (CHighSquareDiffBase - CHighSquareDiffBaseTopBits * 8192) * 4
            + (C2HighLowDiffBase >> 13) - OldCRealLow;
        long long NewCRealLowCarry = NewCRealLow >> 15;
        OldCRealLow = CRealLow;
        CRealLow = NewCRealLow - NewCRealLowCarry * 32768;
    }}
    return i;
}}
"
    )
}

#[test]
fn the_square_map_leaves_its_loop_too_early() {
    let faulty = square_map("CImHigh == -1");
    Case { path: Some("loop end"), repeat: 1, ..Case::new(&faulty, "square") }
        .check(expect![[r#"
            3 4 5 6 8 35 36: CReal >> 30 != 0 && CReal >> 30 != -1 || CIm >> 30 != 0 && CIm >> 15 != -1
            no further path"#]]);
    let repaired = square_map("CImHigh >> 15 == -1");
    Case { path: Some("loop end"), repeat: 1, ..Case::new(&repaired, "square") }
        .check(expect![[r#"
            3 4 5 6 8 35 36: CReal >> 30 != 0 && CReal >> 30 != -1 || CIm >> 30 != 0 && CIm >> 30 != -1
            no further path"#]]);
}

#[test]
fn the_square_map_keeps_its_representation() {
    let repaired = square_map("CImHigh >> 15 == -1");
    let wrong = [
        "CRealLow < 0 || CRealLow >= 32768",
        "CImLow < 0 || CImLow >= 32768",
        "CReal != CRealHigh * 32768 + CRealLow",
        "CIm != CImHigh * 32768 + CImLow",
    ];
    for wrong in wrong {
        let find = format!("!at(loop) U (at(loop) && ({wrong}))");
        let case = Case { find: Some(&find), ..Case::new(&repaired, "square") };
        assert_eq!(case.run(), "no further path", "{wrong}");
    }
    for wrong in ["!(CRealLow >= 0)", "!(CRealLow <= 32768)"] {
        let find = format!("<> (at(loop) && {wrong})");
        let case = Case { find: Some(&find), repeat: 1, ..Case::new(&repaired, "square") };
        assert_eq!(case.run(), "no further path", "{wrong}: however many rounds");
    }
}

fn diamonds(count: usize) -> String {
    let mut text = "int f(int x, int y)\n{\nstart:\n    x = x + 1;\n".to_owned();
    for it in 0..count {
        text.push_str(&format!("    if (x > {}) y += {it}; else y -= {it};\n", it * 7 % 13));
    }
    text + "finish:\n    return y;\n}\n"
}

#[test]
fn a_hundred_diamonds_are_one_step_where_the_query_does_not_look() {
    let text = diamonds(100);
    let started = std::time::Instant::now();
    let case = Case { path: Some("start finish"), ..Case::new(&text, "f") };
    let told = case.run();
    assert!(told.ends_with(": true\nall cases"), "{told}");
    assert!(started.elapsed().as_secs() < 20, "this takes a fraction of a second by itself");
}

#[test]
fn merged_and_single_paths_are_the_same_set() {
    let text = diamonds(3);
    let find = Some("<> (at(finish) && y > 3)");
    let merged = Case { find, merging: Merging::Always, ..Case::new(&text, "f") }.run();
    let single = Case { find, merging: Merging::Never, ..Case::new(&text, "f") }.run();
    assert_eq!((merged.lines().count(), single.lines().count()), (2, 5), "{merged}\n{single}");
    assert!(merged.ends_with("no further path") && single.ends_with("no further path"));
}

#[test]
fn what_is_wrong_is_told_where_it_stands() {
    Case { find: Some("<> at(foo)"), ..Case::new(BUFFER, "put") }.check(expect![[r#"
        error[unknown-place]: there is no label `foo` in `put`
         --> --find:1:4
          |
        1 | <> at(foo)
          |    ^^^^^^^
          |
          = help: there are: full, end
    "#]]);
    Case { find: Some("<> (at(end) && cuont > 3)"), ..Case::new(BUFFER, "put") }.check(expect![[
        r#"
        error[undeclared-name]: `cuont` is not declared
         --> --find:1:16
          |
        1 | <> (at(end) && cuont > 3)
          |                ^^^^^
          |
          = help: there is a similar name: `count`
    "#
    ]]);
    Case { find: Some("<> (at(end) && r > )"), ..Case::new(BUFFER, "put") }.check(expect![[r#"
        error[unexpected-token]: expected an expression, found `)`
         --> --find:1:19
          |
        1 | <> (at(end) && r > )
          |                   ^
          |
          = help: write an expression, or remove `)`
    "#]]);
    Case { stubs: &["lock(m): reslt == 0"], ..Case::new(BUFFER, "put") }.check(expect![[r#"
        error[undeclared-name]: `reslt` is not declared
         --> --stub:1:10
          |
        1 | lock(m): reslt == 0
          |          ^^^^^
    "#]]);
    Case { requires: Some("w > 0"), ..Case::new(BUFFER, "put") }.check(expect![[r#"
        error[undeclared-name]: `w` is not declared
         --> --where:1:1
          |
        1 | w > 0
          | ^
    "#]]);
    Case { path: Some("full (end"), ..Case::new(BUFFER, "put") }.check(expect![[r#"
        error[path-syntax]: expected `)`
         --> --path:1:10
          |
        1 | full (end
          |      -   ^
          |      |
          |      opened here
    "#]]);
    Case::new(BUFFER, "putt").check(expect![[r#"
        error[unknown-function]: there is no function `putt` in this file
         --> unit.c:1:1
          |
        1 | static int count, limit;
          | ^
          |
          = help: it defines: helper, put
    "#]]);
}

#[test]
fn pointers_lead_to_objects_or_are_null() {
    let text = "\
struct pair { unsigned first; int second[2]; };
int get(const struct pair *p, unsigned n)
{
    if (!p) return -1;
    if (n >= 2) return -2;
    return p->second[n] == 7 && p->first > n;
}
";
    Case { find: Some("<> (at(end) && result == 1)"), ..Case::new(text, "get") }.check(expect![[
        r#"
        4 5 6 7: p && n < 2 && p->second[((n << 2) + 4) >> 3 & 1] == 7 && n < p->first
        no further path"#
    ]]);
}

#[test]
fn structs_come_from_functions_without_a_body() {
    let text = "\
struct point { int x; unsigned char tag; };
struct point get(int n);
struct point have(int n) { struct point p = { n, 1 }; return p; }
int f(int a)
{
    struct point p = get(a);
    if (p.x > a && p.tag == 7)
        return 1;
    return have(a).tag;
}
";
    // In another function, `result` is no number.
    let find = Some("<> (at(7) && X (at(8) && <> (at(end) && result == 1)))");
    Case { find, ..Case::new(text, "f") }.check(expect![[r#"
        6 7 8 10: a < get().x && get().tag == 7
        no further path"#]]);
    let stubs = &["get(n): result.x == n + 1 && result.tag == 7"];
    Case { find, stubs, requires: Some("a < 9"), ..Case::new(text, "f") }.check(expect![[r#"
        6 7 8 10: a < 9 && get().x == a + 1 && get().tag == 7
        no further path"#]]);
    Case { find: Some("<> (at(end) && p > 1)"), ..Case::new(text, "f") }.check(expect![[r#"
        error[wrong-operands]: the operator does not take `struct point` and `int`
         --> --find:1:16
          |
        1 | <> (at(end) && p > 1)
          |                ^^^^^
    "#]]);
}

#[test]
fn conditions_forwards_and_backwards_are_the_same() {
    let machine = [
        (GCD, "gcd"),
        (SMALL, "a"),
        (SMALL, "b"),
        (SMALL, "e"),
        (BUFFER, "put"),
        (BUFFER, "helper"),
    ]
    .map(|(text, function)| (text, function, Numbers::Machine));
    let integers = [(GCD, "gcd"), (SMALL, "a"), (BUFFER, "put"), (WRAPS, "beyond")]
        .map(|(text, function)| (text, function, Numbers::Integers));
    for (text, function, numbers) in machine.into_iter().chain(integers) {
        let requires = (function == "gcd").then_some("a > 0");
        let case = Case { requires, numbers, ..Case::new(text, function) };
        let checked = case.with_unit(|unit| {
            let mut nobody = ();
            let budget = tribunal_engine::Budget { memory: u64::MAX, depth: u64::MAX };
            let mut cx = tribunal_engine::Context::new(budget, &mut nobody);
            let options = Options { repeat: 3, ..Options::default() };
            let mut paths = Paths::new(unit.subject(), unit.query.clone(), options)
                .expect("a supported function");
            let mut count = 0;
            while let Some(path) = paths.next(&mut cx).expect("enough time") {
                assert_eq!(
                    paths.agrees_backwards(&path, &mut cx),
                    Ok(Ok(true)),
                    "{function}: {}",
                    path.condition.text()
                );
                count += 1;
            }
            assert!(0 < count, "{function}");
        });
        assert_eq!(checked, Ok(()));
    }
}

#[test]
fn globals_are_in_scope_where_others_hide_them() {
    let text = "\
int n;
static int twice(int n)
{
    return 2 * n;
}
int f(void)
{
    n = 3;
    return twice(n);
}
";
    let find = Some("<> (at(end) && n == 3 && result == 6)");
    Case { find, ..Case::new(text, "f") }.check(expect![[r#"
        8 9 4 5 10: true
        all cases"#]]);
    // What is in scope of the callee is its own.
    let find = Some("<> (at(twice:end) && n == 4)");
    Case { find, ..Case::new(text, "f") }.check(expect!["no further path"]);
}

#[test]
fn conditions_are_what_people_would_write() {
    let text = "\
int f(unsigned n, char c, const unsigned char *s)
{
    if (n <= 8 && n + 1 > 8)
        return 1;
    if ((unsigned char)(c - '0') < 10 && c != '7')
        return 2;
    if (n > 3 && ((unsigned)(s[0] & 15) << 6 | (s[1] & 63)) > 100)
        return 3;
    return 0;
}
";
    Case::new(text, "f").check(expect![[r#"
        3 4 10: n == 8
        3 5 6 10: n != 8 && c >= '0' && c <= '9' && c != '7'
        3 5 7 9 10: n != 8 && (c == '7' || c < '0' || c > '9') && (s || n <= 3) && (n <= 3 || ((unsigned)(s ? s[0] & 15 : 0) << 6 | (unsigned)(s ? s[1] & 63 : 0)) <= 100)
        3 5 7 8 10: n > 3 && n != 8 && (c == '7' || c < '0' || c > '9') && s && ((s[0] & 15) << 6 | (s[1] & 63)) > 100
        fault in 7: read by the null pointer
        no further path"#]]);
    let text = "\
struct entry { int key; int value; };
int f(const struct entry table[4], unsigned long n, int key)
{
    if (table[n / 2].key == key)
        return 1;
    return 0;
}
";
    Case::new(text, "f").check(expect![[r#"
        4 6 7: table && n <= 7 && key != table[n >> 1 & 3].key
        4 5 7: table && n <= 7 && key == table[n >> 1 & 3].key
        fault in 4: a pointer is moved out of its object
        fault in 4: read by a pointer to no object
        fault in 4: read by the null pointer
        fault in 4: read outside the object
        no further path"#]]);
}

#[test]
fn choices_that_do_not_matter_are_not_told() {
    let text = "\
int f(const char *t, unsigned i)
{
    switch (t[i]) {
    case '0': case '1':
        return 1;
    case '+':
        return 2;
    default:
        return 0;
    }
}
";
    let case = Case { requires: Some("i < 2"), ..Case::new(text, "f") };
    assert!(!case.run().contains("branch"), "{}", case.run());
    case.check(expect![[r#"
        3 9 11: t && i < 2 && t[i & 1] != '+' && (t[i & 1] < '0' || t[i & 1] > '1')
        3 7 11: t && i < 2 && t[i & 1] == '+'
        3 5 11: t && i < 2 && t[i & 1] >= '0' && t[i & 1] <= '1'
        fault in 3: read by a pointer to no object
        fault in 3: read by the null pointer
        no further path"#]]);
}
