//! Formatted input from memory against glibc: random formats and texts. What is yielded and all that is written must agree.

use super::random::Random;
use super::{machine, setting, told};
use crate::models::reference::{printed, program};

/// Something to read.
struct Case {
    /// The text, as a literal of C.
    text: String,
    /// The format, as a literal of C.
    format: String,
    /// Positions among the places for results, each with a comma before it.
    places: String,
}

fn case(random: &mut Random) -> Case {
    let (mut text, mut format, mut places) = (String::new(), String::new(), String::new());
    for place in 0..=random.below(3) {
        let between = random.choose(&["", "", " ", " ", ",", "a", "%%"]);
        format += between;
        text += if random.one_in(8) { "" } else { between.trim_end_matches('%') };
        if between == "%%" {
            text += "%";
        }
        text += random.choose(&["", "", "", " ", "\\t ", "\\n"]);
        let is_kept = !random.one_in(5);
        format += if is_kept { "%" } else { "%*" };
        if random.one_in(3) {
            format += &(1 + random.below(6)).to_string();
        }
        let kind = random.choose(&[
            "d", "d", "i", "i", "u", "x", "X", "o", "c", "s", "[", "n", "f", "g", "E", "a",
        ]);
        match kind {
            "c" | "s" => format += kind,
            "[" => {
                format += random.choose(&[
                    "[a-z]", "[^a-z]", "[]0-9]", "[^] ]", "[-+0-9x]", "[a-]", "[0-1-9]", "[z-a0]",
                    "[--9]",
                ])
            }
            "f" | "g" | "E" | "a" => format += &(random.choose(&["", "l", "L"]).to_owned() + kind),
            _ => {
                let lengths = ["", "", "hh", "h", "l", "ll", "j", "z", "t", "q"];
                format += &(random.choose(&lengths).to_owned() + kind);
            }
        }
        if is_kept {
            places += &format!(", place[{place}]");
        }
        text += &word(random, kind);
    }
    if random.one_in(3) {
        format += random.choose(&[" ", "b", "%n", " %n"]);
        if format.ends_with("%n") {
            places += ", place[4]";
        }
    }
    Case { text, format, places }
}

fn word(random: &mut Random, kind: &str) -> String {
    let integers = [
        "0",
        "7",
        "-12",
        "+5",
        "0x1f",
        "0X",
        "0x",
        "-0x8",
        "017",
        "08",
        "99999999999999999999",
        "-99999999999999999999",
        "4294967296",
        "-2147483649",
        "9223372036854775808",
        "300",
        "-",
        "+-1",
        "abc",
        "18446744073709551615",
        "40000",
    ];
    let floats = [
        "1.5",
        "-0.25",
        "1e3",
        "1e",
        "1e+",
        ".5",
        "5.",
        ".",
        "inf",
        "-infinity",
        "infx",
        "nan",
        "na",
        "0x1.8p1",
        "0x",
        "0x.8",
        "+3",
        "1.2.3",
        "1e5e",
        "00.5",
        "-",
        "x",
    ];
    if random.one_in(10) {
        return String::new();
    }
    match kind {
        "f" | "g" | "E" | "a" => random.choose(&floats).to_owned(),
        "c" | "s" | "[" => (0..random.below(6))
            .map(|_| random.choose(&["a", "b", "z", "0", "9", "]", "-", " ", "\\377", "x"]))
            .collect(),
        _ => random.choose(&integers).to_owned(),
    }
}

const HEADERS: &str = "#define _GNU_SOURCE 1\n#include <assert.h>\n#include <stddef.h>\n#include <stdio.h>\n#include <string.h>\n";

/// What is done with a case.
fn body(case: &Case) -> String {
    let Case { text, format, places } = case;
    format!(
        "static char place[5][64] __attribute__((aligned(16))); memset(place, 'x', sizeof place);\n\
         show(sscanf(\"{text}\", \"{format}\"{places})); for (int i = 0; i < 5; i++) bytes(place[i], 24);\n"
    )
}

fn on_this_machine(cases: &[Case]) -> Option<Vec<Vec<i64>>> {
    let mut text = HEADERS.to_owned();
    text += "static void show(long n) { printf(\"%ld \", n); }\n";
    text += "static void bytes(const char *p, int n) { for (int i = 0; i < n; i++) show(p[i]); }\n";
    for (number, case) in cases.iter().enumerate() {
        text += &format!("static void case_{number}(void) {{ {} puts(\"\"); }}\n", body(case));
    }
    text += "int main(void) {\n";
    text += &(0..cases.len()).map(|it| format!("case_{it}();\n")).collect::<String>();
    text += "}\n";
    let output = machine::run("scans", &text, &["-g0"])?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let number = |it: &str| it.parse().expect("a number should be printed");
    let lines = told.lines().map(|it| it.split_whitespace().map(number).collect());
    let lines: Vec<Vec<i64>> = lines.collect();
    assert_eq!(lines.len(), cases.len());
    Some(lines)
}

fn by_the_reference(case: &Case, numbers: &[i64]) -> String {
    let list: String = numbers.iter().map(|it| format!("{it}, ")).collect();
    let text = format!(
        "{HEADERS}static const short expected[] = {{ {list} 0 }};\nstatic int told;\n\
         static void show(long n) {{ assert(n == expected[told++]); }}\n\
         static void bytes(const char *p, int n) {{ for (int i = 0; i < n; i++) show(p[i]); }}\n\
         int main(void) {{ {} }}\n",
        body(case),
    );
    printed(&program(&text)).0
}

#[test]
fn formatted_input_is_that_of_glibc() {
    let count = usize::try_from(setting("TRIBUNAL_CALLS", 150)).unwrap_or(usize::MAX);
    let mut random = Random::new(setting("TRIBUNAL_SEED", 1));
    let (mut done, mut compared, mut differences) = (0, 0, Vec::new());
    while done < count {
        let cases: Vec<Case> = (0..(count - done).min(1000)).map(|_| case(&mut random)).collect();
        let Some(seen) = on_this_machine(&cases) else { return };
        for (case, numbers) in cases.iter().zip(&seen) {
            let outcome = by_the_reference(case, numbers);
            if outcome.starts_with("unsupported: ") {
                continue;
            }
            compared += 1;
            if outcome != "fine" {
                let Case { text, format, .. } = case;
                differences.push(format!("{outcome}: \"{text}\", \"{format}\": glibc {numbers:?}"));
            }
        }
        done += cases.len();
    }
    let shown: Vec<&String> = differences.iter().take(20).collect();
    assert!(differences.is_empty(), "{} of {done} scans differ: {shown:#?}", differences.len());
    told(compared, done);
}
