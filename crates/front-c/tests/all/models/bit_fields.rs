//! Random expressions over bit-fields of all widths: their values are those of programs that gcc makes.

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use crate::models::reference::outcome_of;

/// A small generator, so that all runs see the same expressions.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// Fields of unsigned types, where nothing overflows, and signed ones of which only what cannot overflow is asked.
const FIELDS: &str = "struct fields { unsigned long long a : 33, b : 40, c : 63, d : 64, e : 32, f : 7; unsigned g : 31, h : 32; _Bool i : 1; \
     unsigned long j : 50, z : 40; unsigned char k : 5; long long p : 40, q : 35; int r : 9; long s : 62; };";

const UNSIGNED: &[&str] = &[
    "s.a",
    "s.b",
    "s.c",
    "s.d",
    "s.j",
    "s.e",
    "s.h",
    "(s.a)",
    "(0, s.b)",
    "(s.z = 77)",
    "3u",
    "1ull",
    "(s.a | 0)",
];
const ANY: &[&str] =
    &["s.p", "s.q", "s.r", "s.s", "s.f", "s.g", "s.i", "s.k", "5", "-1", "-3l", "7u"];

/// An operand that is unsigned and at least as wide as `int`, so that no operator overflows.
fn unsigned(random: &mut Random, depth: u64) -> String {
    if depth == 0 || random.below(4) == 0 {
        return random.one_of(UNSIGNED).to_owned();
    }
    let left = unsigned(random, depth - 1);
    match random.below(8) {
        0 => format!("(~{left})"),
        1 => format!("(-{left})"),
        2 => format!("({left} << {})", random.below(20)),
        3 => format!("({left} >> {})", random.below(20)),
        4 => format!("(1 ? {left} : {})", unsigned(random, depth - 1)),
        _ => {
            let op = random.one_of(&["+", "-", "*", "&", "|", "^"]);
            format!("({left} {op} {})", unsigned(random, depth - 1))
        }
    }
}

fn expression(random: &mut Random) -> String {
    let left = unsigned(random, 3);
    let compare = random.one_of(&["<", ">", "==", "<=", "!="]);
    match random.below(5) {
        0 => format!("{left} {compare} {}", random.one_of(ANY)),
        1 => format!("{} {compare} {}", random.one_of(ANY), random.one_of(ANY)),
        2 => format!(
            "{} {} {}",
            random.one_of(ANY),
            random.one_of(&["&", "|", "^"]),
            random.one_of(ANY)
        ),
        3 => format!("{left} / 3 + {left} % 7"),
        _ => left,
    }
}

const VALUES: &str = "struct fields s; s.a = -1; s.b = 0x9234567890ull; s.c = -5; s.d = -7; s.e = -2; s.f = 100; s.g = 0x7fffffff; s.h = -1; s.i = 1; s.j = -9; \
     s.k = 31; s.p = -1; s.q = 0x3ffffffffLL; s.r = -200; s.s = -2;";

#[test]
fn arithmetic_with_bit_fields_is_that_of_gcc() {
    if Command::new("gcc").arg("--version").stdout(Stdio::null()).status().is_err() {
        assert!(std::env::var_os("CI").is_none(), "gcc is needed here");
        return;
    }
    let cases: usize =
        std::env::var("TRIBUNAL_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(300);
    let mut random = Random(5);
    let expressions: Vec<String> = (0..cases).map(|_| expression(&mut random)).collect();
    let mut text = format!("#include <stdio.h>\n{FIELDS}\nint main(void) {{\n");
    for it in &expressions {
        let _ = writeln!(text, "{{ {VALUES} printf(\"%llu\\n\", (unsigned long long)({it})); }}");
    }
    text += "}\n";
    let stem = std::env::temp_dir().join(format!("tribunal-bits-{}", std::process::id()));
    let (source, binary) = (stem.with_extension("c"), stem.with_extension("bin"));
    std::fs::write(&source, &text).expect("the temporary folder should be writable");
    let compiled = Command::new("gcc").arg("-w").arg("-o").args([&binary, &source]).status();
    assert!(compiled.is_ok_and(|it| it.success()), "{text}");
    let output = Command::new(&binary).output().expect("the program should start");
    for file in [&source, &binary] {
        std::fs::remove_file(file).ok();
    }
    let values = String::from_utf8(output.stdout).expect("numbers should be text");
    for (chunk, values) in expressions.chunks(20).zip(values.lines().collect::<Vec<_>>().chunks(20))
    {
        let mut text = format!("#include <assert.h>\n{FIELDS}\nint main(void) {{\n");
        for (it, value) in chunk.iter().zip(values) {
            let _ =
                writeln!(text, "{{ {VALUES} assert((unsigned long long)({it}) == {value}ull); }}");
        }
        text += "}\n";
        assert_eq!(outcome_of(&text), "fine", "{text}");
    }
}
