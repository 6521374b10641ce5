//! The text that a `Print` shows: the directives of C's `printf`.

use crate::describe::variant;
use crate::eval::{View, evaluate};
use crate::float;
use crate::memory::Pointer;
use crate::state::byte;
use tribunal_ir::{ExprId, FloatShape, IntShape, Ty};

/// The longest text that is read from memory, and the widest column.
const LONGEST: usize = 1 << 16;

/// The text of a format with its arguments filled in. What is no directive, or has no argument
/// left, stands for itself.
pub(crate) fn format(view: View<'_>, format: &str, args: &[ExprId]) -> String {
    let mut text = String::new();
    let mut args = args.iter().copied();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        text.push_str(&rest[..at]);
        let (directive, after) = Directive::read(&rest[at + 1..]);
        let shown = match directive.conversion {
            Some('%') => Some("%".to_owned()),
            Some(conversion) => directive.show(view, conversion, &mut args),
            None => None,
        };
        match shown {
            Some(shown) => text.push_str(&shown),
            None => text.push_str(&rest[at..rest.len() - after.len()]),
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

/// A directive, e.g. `%-5.2f`. A number may be left to an argument.
struct Directive<'a> {
    flags: &'a str,
    width: &'a str,
    precision: Option<&'a str>,
    conversion: Option<char>,
}

impl<'a> Directive<'a> {
    /// Reads one, after its `%`, and what follows.
    fn read(text: &'a str) -> (Self, &'a str) {
        let split = |text: &'a str, set: &str| {
            text.split_at(text.find(|it: char| !set.contains(it)).unwrap_or(text.len()))
        };
        let (flags, rest) = split(text, "-+ #0'");
        let (width, rest) = split(rest, "0123456789*");
        let (precision, rest) = match rest.strip_prefix('.') {
            Some(rest) => {
                let (precision, rest) = split(rest, "0123456789*");
                (Some(precision), rest)
            }
            None => (None, rest),
        };
        let (_, rest) = split(rest, "hlqjztL");
        let conversion = rest.chars().next();
        let rest = &rest[conversion.map_or(0, char::len_utf8)..];
        (Self { flags, width, precision, conversion }, rest)
    }

    /// The text of the argument; `None` if there is none, or the directive is none.
    fn show(
        &self,
        view: View<'_>,
        conversion: char,
        args: &mut impl Iterator<Item = ExprId>,
    ) -> Option<String> {
        let mut number = |text: &str| match text {
            "*" => args.next().map(|it| evaluate(view, it)),
            _ => Some(text.parse().unwrap_or(0)),
        };
        let width = number(self.width)?;
        let precision = match self.precision {
            Some(text) => usize::try_from(number(text)?).ok(),
            None => None,
        };
        let precision = precision.map(|it| it.min(LONGEST));
        let arg = args.next()?;
        let text = self.shown(view, conversion, arg, precision)?;
        let left = self.flags.contains('-') || width < 0;
        let width = usize::try_from(width.unsigned_abs()).unwrap_or(0).min(LONGEST);
        let zeros = self.flags.contains('0') && !left && !"csp".contains(conversion);
        Some(padded(text, width, left, zeros))
    }

    fn shown(
        &self,
        view: View<'_>,
        conversion: char,
        arg: ExprId,
        precision: Option<usize>,
    ) -> Option<String> {
        let value = evaluate(view, arg);
        let natural = IntShape { signed: false, ..view.program.shape_of(arg) }.wrap(value);
        let digits = |text: String| format!("{text:0>width$}", width = precision.unwrap_or(1));
        let other_base = |prefix: &str, text: String| {
            let prefix = if self.flags.contains('#') && value != 0 { prefix } else { "" };
            format!("{prefix}{}", digits(text))
        };
        Some(match (conversion, view.program.ty_of(arg)) {
            ('e', Some(Ty::Enum(id))) => variant(view.program, id, value),
            ('f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A', Some(Ty::Float(shape))) => {
                let text = float_text(conversion, shape, value, precision.unwrap_or(6));
                self.signed(!text.starts_with('-'), text)
            }
            ('d' | 'i' | 'e', _) => {
                let sign = if value < 0 { "-" } else { "" };
                let text = format!("{sign}{}", digits(value.unsigned_abs().to_string()));
                self.signed(0 <= value, text)
            }
            ('u', _) => digits(natural.cast_unsigned().to_string()),
            ('x', _) => other_base("0x", format!("{natural:x}")),
            ('X', _) => other_base("0X", format!("{natural:X}")),
            ('o', _) => other_base("0", format!("{natural:o}")),
            ('c', _) => char::from(byte(value)).to_string(),
            ('s', Some(Ty::Pointer)) => text_at(view, value, precision.unwrap_or(LONGEST)),
            ('p', Some(Ty::Pointer)) => {
                format!("{:#x}", view.state.memory.address(Pointer::from_number(value)))
            }
            _ => return None,
        })
    }

    /// A number with the sign that the flags ask for.
    fn signed(&self, positive: bool, text: String) -> String {
        match positive {
            true if self.flags.contains('+') => format!("+{text}"),
            true if self.flags.contains(' ') => format!(" {text}"),
            _ => text,
        }
    }
}

fn padded(text: String, width: usize, left: bool, zeros: bool) -> String {
    let missing = width.saturating_sub(text.chars().count());
    if left {
        return format!("{text}{}", " ".repeat(missing));
    }
    if zeros {
        let sign = text.find(|it: char| it.is_ascii_alphanumeric()).unwrap_or(0);
        let (sign, number) = text.split_at(sign);
        return format!("{sign}{}{number}", "0".repeat(missing));
    }
    format!("{}{text}", " ".repeat(missing))
}

/// The string in memory, up to its end or that of its object.
fn text_at(view: View<'_>, pointer: i128, longest: usize) -> String {
    let start = Pointer::from_number(pointer);
    if pointer == 0 {
        return "(null)".to_owned();
    }
    let u8_ty = Ty::Int(IntShape::U8);
    let mut bytes = Vec::new();
    for at in (0..).take(longest) {
        match view.state.memory.load(view.program, start.advance(at), u8_ty) {
            0 => break,
            value => bytes.push(byte(value)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn float_text(conversion: char, shape: FloatShape, value: i128, precision: usize) -> String {
    let double = f64::from_bits(float::convert(shape, FloatShape::Double, value) as u64);
    if !double.is_finite() {
        let text = if double.is_nan() { "nan" } else { "inf" };
        let sign = if double.is_sign_negative() { "-" } else { "" };
        return cased(conversion, format!("{sign}{text}"));
    }
    let text = match conversion.to_ascii_lowercase() {
        'f' => format!("{double:.precision$}"),
        'e' => exponential(double, precision),
        _ => shortest(double, precision.max(1)),
    };
    cased(conversion, text)
}

fn cased(conversion: char, text: String) -> String {
    if conversion.is_ascii_uppercase() { text.to_uppercase() } else { text }
}

/// `1.500000e+00`: the exponent has a sign and at least two digits.
fn exponential(number: f64, precision: usize) -> String {
    let text = format!("{number:.precision$e}");
    let Some((digits, exponent)) = text.split_once('e') else { return text };
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    format!("{digits}e{sign}{exponent:0>2}")
}

/// `%g`: so many digits that count, in the shorter form, without zeros at the end.
fn shortest(number: f64, precision: usize) -> String {
    let scientific = exponential(number, precision - 1);
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    match usize::try_from(exponent) {
        Ok(exponent) if exponent < precision => {
            trimmed(&format!("{number:.*}", precision - 1 - exponent))
        }
        Err(_) if -5 < exponent => {
            let behind = (precision - 1) + exponent.unsigned_abs() as usize;
            trimmed(&format!("{number:.behind$}"))
        }
        _ => format!("{}{}", trimmed(digits), &scientific[digits.len()..]),
    }
}

#[cfg(test)]
mod tests {
    use super::{exponential, padded, shortest};

    #[test]
    fn floats_are_shown_as_by_printf() {
        let told = [1.5, 0.0001, 0.00001, 100_000.0, 1e6, 0.1, -2.0].map(|it| shortest(it, 6));
        assert_eq!(told, ["1.5", "0.0001", "1e-05", "100000", "1e+06", "0.1", "-2"]);
        assert_eq!(exponential(1234.5, 2), "1.23e+03");
    }

    #[test]
    fn numbers_are_padded_on_the_side_that_is_asked_for() {
        let text = || "-7".to_owned();
        assert_eq!(padded(text(), 5, false, false), "   -7");
        assert_eq!(padded(text(), 5, true, false), "-7   ");
        assert_eq!(padded(text(), 5, false, true), "-0007");
    }
}
