//! Random programs, in text form, that react to arbitrary values.

use std::fmt::Write as _;
use tribunal_ir::{Program, text::parse, verify};

/// Makes choices from a list.
struct Choices<'a>(std::slice::Iter<'a, u32>);

impl Choices<'_> {
    fn below(&mut self, limit: u32) -> u32 {
        self.0.next().copied().unwrap_or(0) % limit
    }
}

/// A loop that reads two values, calls a function with them, and changes a few variables by what they are compared with; its properties are `p` and `q`. Numbers decide
/// what it does.
#[must_use]
pub fn source(numbers: &[u32]) -> String {
    let mut choices = Choices(numbers.iter());
    let mut text = "global a: u8 global b: i8 = 3i8 global c: bool process main() active 1 { var x: i4 var y: u2 var r: i32 \
        l0 -> l1 do havoc x l1 -> l2 do havoc y l2 -> l3 do r = call f(x as i32, y) "
        .to_owned();
    let first = 3;
    let count = 2 + choices.below(5);
    for number in 0..count {
        statement(
            &mut choices,
            &mut text,
            first + number,
            first + number + 1,
            &[("x", "i4"), ("y", "u2"), ("r", "")],
        );
    }
    let last = first + count;
    let _ = write!(text, "l{last} -> l0 }} function f(n: i32, m: u2) {{ var t: i32 ");
    let inner = 100;
    let count = 1 + choices.below(4);
    let _ = write!(text, "l{inner} -> l{} do t = n ", inner + 1);
    for number in 1..count {
        statement(
            &mut choices,
            &mut text,
            inner + number,
            inner + number + 1,
            &[("n", ""), ("m", "u2"), ("t", "")],
        );
    }
    let result = ["n", "t", "3", "a as i32"][choices.below(4) as usize];
    let end = inner + count;
    let _ = write!(text, "l{end} -> l{0} do return {result} loc l{0} end }} ", end + 1);
    text + "property p: unreachable property q: unreachable"
}

fn statement(
    choices: &mut Choices<'_>,
    text: &mut String,
    from: u32,
    to: u32,
    locals: &[(&str, &str)],
) {
    let condition = match choices.below(8) {
        0 => "c".to_owned(),
        1 => "a < 2u8".to_owned(),
        2 => "b == 3i8".to_owned(),
        number => {
            let (var, suffix) = locals[number as usize % locals.len()];
            let operator = ["==", "!=", "<", "<="][choices.below(4) as usize];
            let limit = format!("{}{suffix}", choices.below(if suffix == "u2" { 4 } else { 8 }));
            match choices.below(7) {
                0 => format!("{limit} {operator} {var}"),
                5 => format!("!({var} {operator} {limit}) && {var} < 6{suffix}")
                    .replace("6u2", "3u2"),
                6 => format!("{var} {operator} {limit} || 1{suffix} == {var}"),
                // Not a comparison with a constant.
                1 if choices.below(4) == 0 => format!("{var} % 3{suffix} {operator} {limit}"),
                2 => format!("{var} as bool"),
                _ => format!("{var} {operator} {limit}"),
            }
        }
    };
    let action = match choices.below(12) {
        0 => "do a = (a + 1u8) % 4u8".to_owned(),
        1 => "do b = 2i8".to_owned(),
        2 => "do b = 3i8".to_owned(),
        3 => "do c = !c".to_owned(),
        4 => format!("do {} = 1", locals[2].0),
        5 => format!("do {0} = {0}", locals[1].0),
        6 => "violates p \"p\" stop".to_owned(),
        7 => "violates q \"q\" continue".to_owned(),
        // Other uses than to compare.
        8 => format!("do a = (a + ({} as u8)) % 4u8", locals[0].0),
        9 => format!("do b = ({} as i8) % 5i8", locals[2].0),
        10 => format!("do {} = 2{}", locals[0].0, locals[0].1),
        _ => "do a = 0u8".to_owned(),
    };
    let _ = write!(text, "l{from} -> l{to} when {condition} {action} l{from} -> l{to} else ");
}

/// The program of a text that is right.
///
/// # Panics
/// If it is not.
#[must_use]
pub fn program(source: &str) -> Program {
    let (program, diagnostics) = parse(source);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}\n{source}"));
    assert_eq!(verify(&program), Vec::<String>::new(), "{source}");
    program
}
