//! Formatted output against glibc: random formats with random arguments. Each is printed into memory by one function or another, and to a stream at
//! once and by lists of arguments; texts and results must agree.

use super::random::Random;
use super::{machine, setting, told};
use crate::models::reference::{printed, program};

/// Something to print: the call after the format, and what must stand before it.
struct Case {
    /// The format, as a literal of C.
    format: String,
    /// The arguments, each with a comma before it.
    arguments: String,
    /// How much room there is.
    size: usize,
}

const INTEGERS: [(&str, &str); 9] = [
    ("hh", "int"),
    ("h", "int"),
    ("", "int"),
    ("", "int"),
    ("l", "long"),
    ("ll", "long long"),
    ("j", "long"),
    ("z", "long"),
    ("t", "long"),
];

fn case(random: &mut Random) -> Case {
    let (mut format, mut arguments) = (String::new(), String::new());
    for _ in 0..=random.below(3) {
        format += random.choose(&["", "", "a", " = ", "|", "%%", "\\n", "\\377"]);
        directive(random, &mut format, &mut arguments);
    }
    format += random.choose(&["", "", "b", "\\n"]);
    Case { format, arguments, size: random.below(30) }
}

fn directive(random: &mut Random, format: &mut String, arguments: &mut String) {
    let kind = random.choose(&[
        "d", "i", "u", "x", "X", "o", "c", "s", "s", "p", "f", "F", "e", "E", "g", "G", "g", "a",
        "A",
    ]);
    *format += "%";
    let is_number = "diuxXofFeEgGaA".contains(kind);
    let flags: &[&str] = if is_number { &["-", "+", " ", "#", "0", "'"] } else { &["-"] };
    for _ in 0..random.below(4) {
        *format += random.choose(flags);
    }
    match random.below(4) {
        0 => *format += &random.below(25).to_string(),
        1 => {
            *format += "*";
            *arguments += &format!(", {}", random.below(40) as i64 - 20);
        }
        _ => {}
    }
    if kind != "c" && kind != "p" {
        match random.below(4) {
            0 => *format += &format!(".{}", random.choose(&["", "0", "1", "2", "3", "7", "20"])),
            1 => {
                *format += ".*";
                *arguments += &format!(", {}", random.below(16) as i64 - 4);
            }
            _ => {}
        }
    }
    match kind {
        "d" | "i" | "u" | "x" | "X" | "o" => {
            let (length, ty) = INTEGERS[random.below(INTEGERS.len())];
            *format += length;
            *arguments += &format!(", ({ty}){}UL", integer(random));
        }
        "c" => *arguments += &format!(", {}", 1 + random.below(255)),
        "s" => *arguments += &format!(", \"{}\"", text(random)),
        "p" => {
            let pointer = random.choose(&["0", "(size_t)-1", "0x1234", "(size_t)1 << 40"]);
            *arguments += &format!(", (void *)({pointer})");
        }
        _ if random.one_in(4) => {
            *format += "L";
            *arguments += &format!(", (long double){}", float(random));
        }
        _ => *arguments += &format!(", {}", float(random)),
    }
    // glibc loses the zeros of `%#g` where a number is rounded up to the first with an exponent.
    if kind.eq_ignore_ascii_case("g") && arguments.ends_with("999999.5") {
        *format = format.replace('#', "");
    }
    *format += kind;
}

fn integer(random: &mut Random) -> u64 {
    match random.below(4) {
        0 => random.below(20) as u64,
        1 => 0_u64.wrapping_sub(random.below(20) as u64),
        2 => random.next() >> random.below(64),
        _ => 1_u64.checked_shl(random.below(65) as u32).unwrap_or(0),
    }
}

fn text(random: &mut Random) -> String {
    (0..random.below(9)).map(|_| random.choose(&["a", "b", " ", "%", "\\200", "z"])).collect()
}

fn float(random: &mut Random) -> String {
    let known = [
        "0.0",
        "-0.0",
        "1.0",
        "0.5",
        "1.5",
        "2.5",
        "-0.125",
        "9.5",
        "99.5",
        "999999.5",
        "0.0001",
        "0.00001",
        "1e15",
        "123456.0",
        "1e-310",
        "4.9e-324",
        "1.7976931348623157e308",
        "1e22",
        "1e23",
        "(1.0 / 0.0)",
        "(-1.0 / 0.0)",
        "__builtin_nan(\"\")",
        "0.1",
        "1e100",
        "9.9999995",
    ];
    match random.below(3) {
        0 => random.choose(&known).to_owned(),
        1 => format!("{}e{}", random.next() as i32, random.below(30) as i32 - 20),
        // Any bits: the exponent may be anything.
        _ => {
            let bits = random.next() & 0xffef_ffff_ffff_ffff;
            format!("((union {{ unsigned long n; double x; }}){{{bits}UL}}).x")
        }
    }
}

const HEADERS: &str = "#define _GNU_SOURCE 1\n#include <assert.h>\n#include <errno.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";

/// What is done with a case, given how its text is told.
fn body(case: &Case) -> String {
    let Case { format, arguments, size } = case;
    format!(
        "char s[6000]; memset(s, 'x', 40); int n = snprintf(s, {size}, \"{format}\"{arguments}); show(n); bytes(s, 40);\n\
         n = sprintf(s, \"{format}\"{arguments}); show(n); bytes(s, n + 1);\n"
    )
}

/// The texts of cases on this machine, as numbers; none without gcc.
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
    let output = machine::run("formats", &text, &["-g0"])?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let number = |it: &str| it.parse().expect("a number should be printed");
    let lines = told.lines().map(|it| it.split_whitespace().map(number).collect());
    let lines: Vec<Vec<i64>> = lines.collect();
    assert_eq!(lines.len(), cases.len());
    Some(lines)
}

/// How a case ends by the reference semantics; its text is also printed, at once and by a list of arguments.
fn by_the_reference(case: &Case, numbers: &[i64]) -> (String, Vec<u8>) {
    let Case { format, arguments, .. } = case;
    let list: String = numbers.iter().map(|it| format!("{it}, ")).collect();
    let text = format!(
        "{HEADERS}static const short expected[] = {{ {list} 0 }};\nstatic int told;\n\
         static void show(long n) {{ assert(n == expected[told++]); }}\n\
         static void bytes(const char *p, int n) {{ for (int i = 0; i < n; i++) show(p[i]); }}\n\
         static void tell(const char *format, ...) {{ va_list list; va_start(list, format); vprintf(format, list); va_end(list); }}\n\
         int main(void) {{ {} assert(told == {}); printf(\"{format}\"{arguments}); tell(\"{format}\"{arguments}); }}\n",
        body(case),
        numbers.len(),
    );
    printed(&program(&text))
}

#[test]
fn formatted_output_is_that_of_glibc() {
    let count = usize::try_from(setting("TRIBUNAL_CALLS", 150)).unwrap_or(usize::MAX);
    let mut random = Random::new(setting("TRIBUNAL_SEED", 1));
    let (mut done, mut compared, mut differences) = (0, 0, Vec::new());
    while done < count {
        let cases: Vec<Case> = (0..(count - done).min(1000)).map(|_| case(&mut random)).collect();
        let Some(seen) = on_this_machine(&cases) else { return };
        for (case, numbers) in cases.iter().zip(&seen) {
            let (outcome, printed) = by_the_reference(case, numbers);
            if outcome.starts_with("unsupported: ") {
                continue;
            }
            compared += 1;
            // The number of bytes before those of the second text is that of the first, and the count of those.
            let text: Vec<u8> = numbers[42..numbers.len() - 1].iter().map(|it| *it as u8).collect();
            if outcome != "fine" || printed != [text.as_slice(), &text].concat() {
                let printed = String::from_utf8_lossy(&printed).into_owned();
                let told = String::from_utf8_lossy(&text).into_owned();
                let Case { format, arguments, size } = case;
                differences.push(format!(
                    "{outcome}: \"{format}\"{arguments} ({size}): glibc {told:?}, here {printed:?}"
                ));
            }
        }
        done += cases.len();
    }
    let shown: Vec<&String> = differences.iter().take(20).collect();
    assert!(differences.is_empty(), "{} of {done} formats differ: {shown:#?}", differences.len());
    told(compared, done);
}
