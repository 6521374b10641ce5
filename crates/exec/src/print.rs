//! The text that a `Print` shows: the directives of C's `printf`, as glibc has them in the C locale.

use crate::decimal::{Decimal, Form, Kind, decode, hexadecimal};
use crate::describe::variant;
use crate::eval::{View, evaluate};
use crate::memory::Pointer;
use crate::state::byte;
use tribunal_base::bytes::byte_of;
use tribunal_ir::{ExprId, FloatShape, IntShape, Ty};

/// The longest text that is read from memory, and the widest column.
const LONGEST: usize = 1 << 24;

/// The bytes of a format with its arguments filled in. What is no directive, or has no argument
/// left, stands for itself.
pub(crate) fn format(view: View<'_>, format: &str, args: &[ExprId]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut args = args.iter().copied();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        push(&rest[..at], &mut text);
        let (directive, after) = Directive::read(&rest[at + 1..]);
        let shown = match directive.conversion {
            Some('%') => Some(b"%".to_vec()),
            Some(conversion) => directive.show(view, conversion, &mut args),
            None => None,
        };
        match shown {
            Some(shown) => text.extend(shown),
            None => push(&rest[at..rest.len() - after.len()], &mut text),
        }
        rest = after;
    }
    push(rest, &mut text);
    text
}

/// Bytes that are no UTF-8 are shown as they are.
fn push(format: &str, text: &mut Vec<u8>) {
    for character in format.chars() {
        match byte_of(character) {
            Some(byte) => text.push(byte),
            None => text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

/// A directive, e.g. `%-5.2f`. A number may be left to an argument.
struct Directive<'a> {
    flags: &'a str,
    width: &'a str,
    precision: Option<&'a str>,
    conversion: Option<char>,
}

/// An argument as it is shown: a sign or another prefix, and the rest, with zeros or spaces around.
struct Shown {
    prefix: String,
    body: Vec<u8>,
    /// Whether the flag `0` counts.
    takes_zeros: bool,
}

impl Shown {
    fn plain(body: impl Into<Vec<u8>>) -> Self {
        Self { prefix: String::new(), body: body.into(), takes_zeros: false }
    }
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
    ) -> Option<Vec<u8>> {
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
        let shown = match view.program.ty_of(arg) {
            Some(Ty::Float(shape)) => {
                self.float(conversion, shape, evaluate(view, arg), precision)?
            }
            _ => self.other(view, conversion, arg, precision)?,
        };
        let left = self.has('-') || width < 0;
        let width = usize::try_from(width.unsigned_abs()).unwrap_or(0).min(LONGEST);
        Some(padded(shown, width, left, self.has('0') && !left))
    }

    fn has(&self, flag: char) -> bool {
        self.flags.contains(flag)
    }

    /// The sign that a number has, or gets by the flags.
    fn sign(&self, negative: bool) -> String {
        let sign = match negative {
            true => "-",
            false if self.has('+') => "+",
            false if self.has(' ') => " ",
            false => "",
        };
        sign.to_owned()
    }

    fn other(
        &self,
        view: View<'_>,
        conversion: char,
        arg: ExprId,
        precision: Option<usize>,
    ) -> Option<Shown> {
        let is_pointer = view.program.ty_of(arg) == Some(Ty::Pointer);
        let value = match evaluate(view, arg) {
            pointer if is_pointer && "diuoxX".contains(conversion) => {
                view.state.memory.address(Pointer::from_number(pointer)).into()
            }
            value => value,
        };
        let natural = IntShape { signed: false, ..view.program.shape_of(arg) }.wrap(value);
        // Zero has no digits if none are asked for.
        let digits = |text: String| match (precision, value) {
            (Some(0), 0) => String::new(),
            _ => format!("{text:0>width$}", width = precision.unwrap_or(1)),
        };
        let takes_zeros = precision.is_none();
        let number = |prefix: &str, text: String| Shown {
            prefix: prefix.to_owned(),
            body: digits(text).into_bytes(),
            takes_zeros,
        };
        let marked = self.has('#') && value != 0;
        Some(match (conversion, view.program.ty_of(arg)) {
            ('e', Some(Ty::Enum(id))) => Shown::plain(variant(view.program, id, value)),
            ('d' | 'i' | 'e', _) => number(&self.sign(value < 0), value.unsigned_abs().to_string()),
            ('u', _) => number("", natural.cast_unsigned().to_string()),
            ('x', _) => number(if marked { "0x" } else { "" }, format!("{natural:x}")),
            ('X', _) => number(if marked { "0X" } else { "" }, format!("{natural:X}")),
            ('o', _) => {
                let mut shown = number("", format!("{natural:o}"));
                if self.has('#') && shown.body.first() != Some(&b'0') {
                    shown.body.insert(0, b'0');
                }
                shown
            }
            ('c', _) => Shown::plain([byte(value)]),
            ('s', Some(Ty::Pointer)) => Shown::plain(text_at(view, value, precision)),
            ('r', Some(Ty::Pointer)) => Shown::plain(bytes_at(view, value, precision?)),
            ('p', Some(Ty::Pointer)) if value == 0 => Shown::plain("(nil)"),
            ('p', Some(Ty::Pointer)) => {
                let address = view.state.memory.address(Pointer::from_number(value));
                Shown::plain(format!("{}{address:#x}", self.sign(false)))
            }
            _ => return None,
        })
    }

    fn float(
        &self,
        conversion: char,
        shape: FloatShape,
        value: i128,
        precision: Option<usize>,
    ) -> Option<Shown> {
        let (negative, kind) = decode(shape, value);
        let form = if self.has('#') { Form::Alternate } else { Form::Usual };
        let mut prefix = self.sign(negative);
        let places = precision.unwrap_or(6);
        let body = match (kind, conversion.to_ascii_lowercase()) {
            (Kind::Nan, 'a' | 'e' | 'f' | 'g') => "nan".to_owned(),
            (Kind::Infinite, 'a' | 'e' | 'f' | 'g') => "inf".to_owned(),
            (Kind::Finite { significand, exponent }, kind) => {
                let number = || Decimal::new(significand, exponent);
                match kind {
                    'f' => number().fixed(places, form),
                    'e' => number().exponential(places, form),
                    'g' => number().general(places, form),
                    'a' => {
                        prefix.push_str("0x");
                        hexadecimal(shape, significand, exponent, precision, form)
                    }
                    _ => return None,
                }
            }
            (Kind::Nan | Kind::Infinite, _) => return None,
        };
        let takes_zeros = matches!(kind, Kind::Finite { .. });
        let upper = conversion.is_ascii_uppercase();
        let cased = |text: String| if upper { text.to_uppercase() } else { text };
        Some(Shown { prefix: cased(prefix), body: cased(body).into_bytes(), takes_zeros })
    }
}

fn padded(shown: Shown, width: usize, left: bool, zeros: bool) -> Vec<u8> {
    let Shown { prefix, body, takes_zeros } = shown;
    let missing = width.saturating_sub(prefix.len() + body.len());
    let mut text = Vec::new();
    let zeros = zeros && takes_zeros;
    if !left && !zeros {
        text.resize(missing, b' ');
    }
    text.extend(prefix.into_bytes());
    if zeros {
        text.resize(text.len() + missing, b'0');
    }
    text.extend(body);
    if left {
        text.resize(text.len() + missing, b' ');
    }
    text
}

/// The string in memory, up to its end.
fn text_at(view: View<'_>, pointer: i128, longest: Option<usize>) -> Vec<u8> {
    if pointer == 0 {
        return b"(null)".to_vec();
    }
    let bytes = loads(view, pointer, longest.unwrap_or(LONGEST));
    bytes.take_while(|it| *it != 0).collect()
}

/// So many bytes in memory.
fn bytes_at(view: View<'_>, pointer: i128, count: usize) -> Vec<u8> {
    loads(view, pointer, count).collect()
}

fn loads(view: View<'_>, pointer: i128, count: usize) -> impl Iterator<Item = u8> {
    let (start, ty) = (Pointer::from_number(pointer), Ty::Int(IntShape::U8));
    let load = move |at| byte(view.state.memory.load(view.program, start.advance(at), ty));
    (0..).take(count).map(load)
}

#[cfg(test)]
mod tests {
    use super::{Shown, padded};

    #[test]
    fn numbers_are_padded_on_the_side_that_is_asked_for() {
        let shown = || Shown { prefix: "-".to_owned(), body: b"7".to_vec(), takes_zeros: true };
        assert_eq!(padded(shown(), 5, false, false), b"   -7");
        assert_eq!(padded(shown(), 5, true, false), b"-7   ");
        assert_eq!(padded(shown(), 5, false, true), b"-0007");
        assert_eq!(padded(Shown::plain("ab"), 4, false, true), b"  ab");
    }
}
