//! What a program prints. It changes nothing and proves nothing: a printing function is an `Action::Print`, whose text a run shows,
//! and yields any number.
//!
//! Only literal formats are followed. Each argument is brought to the type that its directive reads, so that whoever shows the text
//! needs to know nothing about C's types.

use tribunal_ir::{Action, ExprId, IntShape, Ty};

use super::Lowering;
use crate::hir;

/// Which text a function shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// A format, which is the argument of this position, with those that follow.
    Format(usize),
    /// A string, then a new line.
    Line,
    /// A string.
    Text,
    /// A character.
    Character,
    /// None that we know.
    Nothing,
}

impl Output {
    /// The output of a function of the library.
    pub(super) fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "printf" | "__builtin_printf" => Self::Format(0),
            "fprintf" => Self::Format(1),
            "puts" | "__builtin_puts" => Self::Line,
            "fputs" => Self::Text,
            "putchar" | "putchar_unlocked" | "__builtin_putchar" | "putc" | "fputc" => {
                Self::Character
            }
            "fflush" | "perror" | "vprintf" | "vfprintf" => Self::Nothing,
            _ => return None,
        })
    }
}

/// One directive of a format: how many numbers it takes before its argument, and what that is.
struct Directive {
    stars: usize,
    length: String,
    conversion: char,
}

impl Lowering<'_> {
    /// Shows a text.
    pub(super) fn print(&mut self, output: Output, arguments: &[hir::ExprId], args: &[ExprId]) {
        let (format, args) = match output {
            Output::Nothing => return,
            Output::Line => ("%s\n".to_owned(), args.get(..1)),
            Output::Text => ("%s".to_owned(), args.get(..1)),
            Output::Character => ("%c".to_owned(), args.get(..1)),
            Output::Format(at) => match self.text_of(arguments.get(at).copied()) {
                Some(format) => (format, args.get(at + 1..)),
                None => ("%s".to_owned(), args.get(at..=at)),
            },
        };
        let Some(args) = args else { return };
        let args = self.as_printed(&format, args);
        self.act(Action::Print { stream: tribunal_ir::Stream::Output, format, args });
    }

    /// Arguments as the directives of a format read them.
    fn as_printed(&mut self, format: &str, args: &[ExprId]) -> Vec<ExprId> {
        let mut printed = Vec::new();
        let mut rest = args.iter().copied();
        for directive in directives(format) {
            printed.extend(rest.by_ref().take(directive.stars));
            let Some(arg) = rest.next() else { break };
            let is_number = matches!(self.program.ty_of(arg), Some(Ty::Int(_) | Ty::Bool));
            match self.shape_read_by(&directive).filter(|_| is_number) {
                Some(shape) => {
                    let ty = self.program.int_ty(shape);
                    printed.push(self.cast(ty, arg));
                }
                None => printed.push(arg),
            }
        }
        printed
    }

    /// The integer that a directive reads, if it reads one.
    fn shape_read_by(&self, directive: &Directive) -> Option<IntShape> {
        let signed = match directive.conversion {
            'd' | 'i' => true,
            'u' | 'x' | 'X' | 'o' => false,
            _ => return None,
        };
        let long = u16::try_from(8 * self.program.pointer_bytes.count()).unwrap_or(64);
        let bits = match directive.length.as_str() {
            "hh" => 8,
            "h" => 16,
            "l" | "z" | "t" => long,
            "ll" | "q" | "j" => 64,
            _ => 32,
        };
        Some(IntShape { bits, signed })
    }
}

fn directives(format: &str) -> Vec<Directive> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        rest = &rest[at + 1..];
        let is_length = |it: char| "hlqjztL".contains(it);
        let start = rest.find(|it: char| !"-+ #0123456789.*'".contains(it)).unwrap_or(rest.len());
        let length = rest[start..].find(|it: char| !is_length(it)).unwrap_or(0);
        let Some(conversion) = rest[start + length..].chars().next() else { break };
        if conversion != '%' {
            found.push(Directive {
                stars: rest[..start].matches('*').count(),
                length: rest[start..start + length].to_owned(),
                conversion,
            });
        }
        rest = &rest[start + length + conversion.len_utf8()..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::directives;

    #[test]
    fn directives_have_stars_and_lengths() {
        let found = directives("100%% of %-5d, %*.*f, %llu and %s%");
        let told: Vec<(usize, &str, char)> =
            found.iter().map(|it| (it.stars, it.length.as_str(), it.conversion)).collect();
        assert_eq!(told, [(0, "", 'd'), (2, "", 'f'), (0, "ll", 'u'), (0, "", 's')]);
    }
}
