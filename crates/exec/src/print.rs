//! The text that a `Print` shows.

use crate::describe::variant;
use crate::eval::{View, evaluate};
use crate::state::byte;
use tribunal_ir::{ExprId, IntShape, Ty};

/// The text of a format with its arguments filled in. What is no directive, or has no argument
/// left, stands for itself.
pub(crate) fn format(view: View<'_>, format: &str, args: &[ExprId]) -> String {
    let mut text = String::new();
    let mut args = args.iter();
    let mut rest = format.chars();
    while let Some(c) = rest.next() {
        if c != '%' {
            text.push(c);
            continue;
        }
        match rest.next() {
            Some('%') => text.push('%'),
            Some(directive @ ('d' | 'u' | 'x' | 'o' | 'c' | 'e')) => match args.next() {
                Some(&arg) => text.push_str(&directed(view, directive, arg)),
                None => text.extend(['%', directive]),
            },
            Some(other) => text.extend(['%', other]),
            None => text.push('%'),
        }
    }
    text
}

/// The text of one argument.
fn directed(view: View<'_>, directive: char, arg: ExprId) -> String {
    let value = evaluate(view, arg);
    let natural = IntShape { signed: false, ..view.program.shape_of(arg) }.wrap(value);
    match directive {
        'u' => natural.cast_unsigned().to_string(),
        'x' => format!("{natural:x}"),
        'o' => format!("{natural:o}"),
        'c' => char::from(byte(value)).to_string(),
        'e' => match view.program.ty_of(arg) {
            Some(Ty::Enum(id)) => variant(view.program, id, value),
            _ => value.to_string(),
        },
        _ => value.to_string(),
    }
}
