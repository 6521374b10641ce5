//! Formats that are known: which arguments their directives read. Who hands over others has undefined behaviour (C17 7.21.6.1p9, 7.21.6.2p10).

use tribunal_base::Span;
use tribunal_ir::{FloatShape, IntShape, Ty};

use super::Lowering;
use super::expr::Wanted;
use super::types::Class;
use crate::hir;

/// Functions that take a format, and the position of it. Further arguments follow.
const PRINTING: [(&str, usize); 6] = [
    ("printf", 0),
    ("fprintf", 1),
    ("dprintf", 1),
    ("sprintf", 1),
    ("asprintf", 1),
    ("snprintf", 2),
];

/// The same for input.
const SCANNING: [(&str, usize); 3] = [("scanf", 0), ("fscanf", 1), ("sscanf", 1)];

/// A directive of a format for output, e.g. `%-5.2f`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Directive {
    /// Its text.
    pub(super) text: String,
    /// Whether the width is an argument.
    pub(super) width_is_argument: bool,
    pub(super) precision: Precision,
    length: String,
    pub(super) conversion: char,
}

/// How many characters are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    None,
    Number(i32),
    Argument,
}

/// What a directive reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    Integer(IntShape),
    Float(FloatShape),
    Pointer,
    Nothing,
}

/// How well an argument has to fit its directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    /// As C has it.
    Exact,
    /// As machines do: integers and pointers are handed over in the same way, one slot each, and what is shown of others than expected matters to nobody.
    Shown,
}

impl Directive {
    /// All directives of a format; `None` if one has no end.
    pub(super) fn all(format: &str) -> Option<Vec<Self>> {
        let mut found = Vec::new();
        let mut rest = format;
        while let Some(at) = rest.find('%') {
            let (directive, after) = Self::read(&rest[at..])?;
            found.push(directive);
            rest = after;
        }
        Some(found)
    }

    /// Reads one from its `%` on; what follows it.
    fn read(text: &str) -> Option<(Self, &str)> {
        fn split<'a>(text: &'a str, set: &str) -> (&'a str, &'a str) {
            text.split_at(text.find(|it: char| !set.contains(it)).unwrap_or(text.len()))
        }
        let number = |rest| match split(rest, "*") {
            ("", rest) => split(rest, "0123456789"),
            star => star,
        };
        let (width, rest) = number(split(&text[1..], "-+ #0'").1);
        let (precision, rest) = match rest.strip_prefix('.') {
            Some(rest) => {
                let (precision, rest) = number(rest);
                let given = match precision {
                    "*" => Precision::Argument,
                    digits => Precision::Number(digits.parse().unwrap_or(0)),
                };
                (given, rest)
            }
            None => (Precision::None, rest),
        };
        let (length, rest) = split(rest, "hlqjztL");
        let conversion = rest.chars().next()?;
        let rest = &rest[conversion.len_utf8()..];
        let directive = Self {
            text: text[..text.len() - rest.len()].to_owned(),
            width_is_argument: width == "*",
            precision,
            length: length.to_owned(),
            conversion,
        };
        Some((directive, rest))
    }

    /// What it reads where pointers have so many bits; `None` if nobody says.
    pub(super) fn reads(&self, pointer: u16) -> Option<Read> {
        let signed = matches!(self.conversion, 'd' | 'i');
        let bits = match self.length.as_str() {
            "" => 32,
            "hh" => 8,
            "h" => 16,
            "l" | "z" | "t" => pointer,
            "ll" | "q" | "j" | "L" => 64,
            _ => return None,
        };
        Some(match (self.conversion, self.length.as_str()) {
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', _) => Read::Integer(IntShape { bits, signed }),
            ('c', "") => Read::Integer(IntShape { bits: 32, signed: true }),
            ('f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A', "" | "l") => {
                Read::Float(FloatShape::Double)
            }
            ('f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A', "L") => {
                Read::Float(FloatShape::Extended)
            }
            ('s' | 'p', "") | ('n', _) => Read::Pointer,
            ('%', _) => Read::Nothing,
            _ => return None,
        })
    }
}

/// What a format for input needs: one pointer for each directive that keeps what it reads.
fn pointers_of(format: &str) -> Option<usize> {
    let mut count = 0;
    let mut rest = format.chars().peekable();
    while let Some(letter) = rest.next() {
        if letter != '%' {
            continue;
        }
        let is_kept = rest.next_if_eq(&'*').is_none();
        while rest.next_if(|it| "0123456789hlqjztLm'".contains(*it)).is_some() {}
        match rest.next()? {
            '%' => continue,
            '[' => {
                rest.next_if_eq(&'^');
                rest.next_if_eq(&']');
                while rest.next()? != ']' {}
            }
            '$' => return None,
            _ => {}
        }
        count += usize::from(is_kept);
    }
    Some(count)
}

impl Lowering<'_> {
    /// How many bits a pointer has, and a `long`.
    pub(super) fn pointer_bits(&self) -> u16 {
        u16::try_from(8 * self.program.pointer_bytes.count()).unwrap_or(64)
    }

    /// Goes no further if a function with a format, which is a literal, gets arguments that its format does not read.
    pub(super) fn check_format(
        &mut self,
        name: &str,
        arguments: &[hir::ExprId],
        span: Span,
        wanted: Wanted,
    ) {
        let position = |of: &[(&str, usize)]| of.iter().find(|it| it.0 == name).map(|it| it.1);
        let text = |it: &Self, at: usize| it.text_of(arguments.get(at).copied());
        let wrong = if let Some(at) = position(&PRINTING)
            && let Some(format) = text(self, at)
            && let Some(directives) = Directive::all(&format)
        {
            let is_shown = matches!(name, "printf" | "fprintf") && wanted == Wanted::Nothing;
            let fit = if is_shown { Fit::Shown } else { Fit::Exact };
            self.misfit(&directives, &arguments[at + 1..], fit)
        } else if let Some(at) = position(&SCANNING)
            && let Some(format) = text(self, at)
            && let Some(count) = pointers_of(&format)
        {
            self.no_pointer(count, &arguments[at + 1..])
        } else {
            None
        };
        if let Some(what) = wrong {
            self.unsupported(&format!("undefined behaviour: {what}"), span);
        }
    }

    /// The first directive that gets another argument than it reads.
    fn misfit(
        &self,
        directives: &[Directive],
        arguments: &[hir::ExprId],
        fit: Fit,
    ) -> Option<String> {
        let mut rest = arguments.iter();
        let int = Read::Integer(IntShape { bits: 32, signed: true });
        for directive in directives {
            let read = directive.reads(self.pointer_bits())?;
            let mut reads = Vec::new();
            reads.extend(directive.width_is_argument.then_some(int));
            reads.extend((directive.precision == Precision::Argument).then_some(int));
            reads.extend((read != Read::Nothing).then_some(read));
            for read in reads {
                let text = &directive.text;
                let Some(argument) = rest.next() else {
                    return Some(format!("`{text}` in a format has no argument"));
                };
                let ty = self.unit.exprs[*argument].ty;
                let is_other = directive.conversion == 's' || directive.conversion == 'n';
                let fit = if is_other { Fit::Exact } else { fit };
                if !self.is_read_as(ty, read, fit) {
                    let ty = self.unit.types.describe(ty);
                    return Some(format!("`{text}` in a format gets a `{ty}`"));
                }
            }
        }
        None
    }

    fn is_read_as(&self, ty: hir::TypeId, read: Read, fit: Fit) -> bool {
        let has_one_slot = |bits: u16| bits <= self.pointer_bits();
        match (self.class(ty), read) {
            (Class::Scalar(Ty::Int(shape)), Read::Integer(read)) if fit == Fit::Shown => {
                has_one_slot(shape.bits) == has_one_slot(read.bits)
            }
            (Class::Scalar(Ty::Bool), Read::Integer(read)) if fit == Fit::Shown => {
                has_one_slot(read.bits)
            }
            (Class::Scalar(Ty::Pointer), Read::Integer(read)) if fit == Fit::Shown => {
                has_one_slot(read.bits)
            }
            (Class::Scalar(Ty::Int(shape)), Read::Pointer) if fit == Fit::Shown => {
                has_one_slot(shape.bits)
            }
            (Class::Scalar(Ty::Int(shape)), Read::Integer(read)) => {
                shape.bits == read.bits.max(32) || shape.bits < 32 && read.bits <= 32
            }
            (Class::Scalar(Ty::Bool), Read::Integer(read)) => read.bits <= 32,
            (Class::Scalar(Ty::Float(shape)), Read::Float(read)) => shape == read,
            (Class::Scalar(Ty::Pointer), Read::Pointer) => true,
            _ => false,
        }
    }

    /// Whether one of so many arguments is missing, or no pointer.
    fn no_pointer(&self, count: usize, arguments: &[hir::ExprId]) -> Option<String> {
        if arguments.len() < count {
            return Some("a directive in a format has no argument".to_owned());
        }
        let ty = |it: &hir::ExprId| self.unit.exprs[*it].ty;
        let is_other = |it: &hir::TypeId| self.class(*it) != Class::Scalar(Ty::Pointer);
        let other = arguments[..count].iter().map(ty).find(is_other)?;
        let ty = self.unit.types.describe(other);
        Some(format!("a directive in a format for input gets a `{ty}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Directive, Precision, pointers_of};

    #[test]
    fn directives_have_stars_and_lengths() {
        let found = Directive::all("100%% of %-5d, %*.*f, %llu and %.3s").expect("it should end");
        let told: Vec<(&str, bool, Precision, char)> = found
            .iter()
            .map(|it| (it.length.as_str(), it.width_is_argument, it.precision, it.conversion))
            .collect();
        let expected = [
            ("", false, Precision::None, '%'),
            ("", false, Precision::None, 'd'),
            ("", true, Precision::Argument, 'f'),
            ("ll", false, Precision::None, 'u'),
            ("", false, Precision::Number(3), 's'),
        ];
        assert_eq!(told, expected);
        assert_eq!(Directive::all("50%"), None);
    }

    #[test]
    fn what_is_not_kept_needs_no_pointer() {
        assert_eq!(pointers_of("%d %*d%%%[^]%d]%5c"), Some(3));
        assert_eq!(pointers_of("%[ab"), None);
    }
}
