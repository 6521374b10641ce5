//! Unit checking: the cases of Gunter & Peled, and what they leave open.

use std::sync::atomic::AtomicBool;

use expect_test::{Expect, expect};
use tribunal_driver::unit::{Merging, Options, Order};
use tribunal_driver::{
    CTranslation, Dialect, Limits, Translation, UnitQuestion, find_paths, prepare_unit,
};
use tribunal_ir::Overflow;
use tribunal_report::{Style, draw_diagnostics};

/// A question about a function.
struct Case<'a> {
    text: &'a str,
    function: &'a str,
    requires: Option<&'a str>,
    find: Option<&'a str>,
    path: Option<&'a str>,
    stubs: &'a [&'a str],
    repeat: u32,
    merging: Merging,
}

impl<'a> Case<'a> {
    fn new(text: &'a str, function: &'a str) -> Self {
        let (requires, find, path) = (None, None, None);
        Self { text, function, requires, find, path, stubs: &[], repeat: 2, merging: Merging::Auto }
    }

    /// Each path by its lines and its condition, and what is known about others.
    fn run(&self) -> String {
        let folder = std::env::temp_dir().join(format!(
            "tribunal-unit-{}-{:x}",
            std::process::id(),
            hash(self.text)
        ));
        std::fs::create_dir_all(&folder).expect("a folder for the file");
        let file = folder.join("unit.c");
        std::fs::write(&file, self.text).expect("the file");
        let owned = |it: Option<&str>| it.map(str::to_owned);
        let question = UnitQuestion {
            function: self.function.to_owned(),
            requires: owned(self.requires),
            find: owned(self.find),
            path: owned(self.path),
            stubs: self.stubs.iter().map(|it| (*it).to_owned()).collect(),
            stub_file: None,
            depth: 2,
            elements: 4,
        };
        let options = Options { repeat: self.repeat, order: Order::Breadth, merging: self.merging };
        let name = file.to_string_lossy().into_owned();
        let unit = match prepare_unit(&name, &translation(), &question) {
            Ok(unit) => unit,
            Err(refused) => {
                let text = draw_diagnostics(&refused.sources, &refused.diagnostics, Style::PLAIN);
                return text.replace(&name, "unit.c");
            }
        };
        let limits = Limits { time: None, memory: u64::MAX, depth: u64::MAX };
        let found = find_paths(&unit, options, 20, &limits, &AtomicBool::new(false), &mut ());
        let report = unit.report(&found.expect("a supported function"));
        std::fs::remove_dir_all(&folder).ok();
        let mut out = String::new();
        for path in &report.paths {
            let lines: Vec<String> = path.steps.iter().map(|it| it.line.to_string()).collect();
            out.push_str(&format!("{}: {}\n", lines.join(" "), path.condition));
        }
        for fault in &report.faults {
            out.push_str(&format!("fault in {}: {}\n", fault.line, fault.what));
        }
        for doubt in &report.doubts {
            out.push_str(&format!("doubt: {}\n", doubt.what));
        }
        let known = match (report.exhaustive, report.covers_all) {
            (true, true) => "all cases",
            (true, false) => "no further path",
            (false, _) => "perhaps more",
        };
        out.push_str(known);
        out
    }

    fn check(&self, expected: Expect) {
        expected.assert_eq(&self.run());
    }
}

fn translation() -> Translation {
    Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: CTranslation::default(),
    }
}

fn hash(text: &str) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (text, std::thread::current().id()).hash(&mut hasher);
    hasher.finish()
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

fn gcd(repeat: u32) -> Case<'static> {
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
