//! What a program prints (`library/print.c`). Most of it is simpler than that: the format is a literal and nobody looks at the result. Then only the texts
//! that are printed must be read, and the rest is one `Action::Print`, which changes nothing.
//!
//! Each argument is brought to the type that its directive reads, so that whoever shows the text needs to know nothing about C's types.

use tribunal_base::Span;
use tribunal_ir::{Action, AssumptionKind, ExprId, Stream, Ty};

use super::Lowering;
use super::expr::Wanted;
use super::format::{Directive, Precision, Read};
use crate::hir::{self, Callee, ExprKind, FunctionId, PlaceKind, Unit};
use crate::support::functions::modelled;

/// A text that is printed.
struct Text {
    stream: Stream,
    format: String,
    /// The arguments for it.
    arguments: Vec<hir::ExprId>,
}

/// Whether a program closes streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closing {
    Never,
    /// Then this function of our library looks whether a standard stream is open.
    By(FunctionId),
}

impl Closing {
    pub(super) fn of(unit: &Unit) -> Self {
        let is_it = |it: &FunctionId| crate::library::plain(&unit.functions[*it].name) == "fclose";
        let closes = unit.exprs.values().any(|it| match &it.kind {
            ExprKind::Call { callee: Callee::Direct(function), .. } => is_it(function),
            ExprKind::Function(function) => is_it(function),
            _ => false,
        });
        super::ids(&unit.functions)
            .find(|it| closes && unit.functions[*it].name == "__tribunal_to_number")
            .map_or(Self::Never, Self::By)
    }
}

impl Lowering<'_> {
    /// Prints a text at once, if there is nothing more to it; whether that is so.
    pub(super) fn print(
        &mut self,
        function: FunctionId,
        arguments: &[hir::ExprId],
        span: Span,
        wanted: Wanted,
    ) -> bool {
        let name = crate::library::plain(&self.unit.functions[function].name);
        let Some(text) = self.text_printed(name, arguments).filter(|_| wanted == Wanted::Nothing)
        else {
            return false;
        };
        let Some(reader) = self.reader() else { return false };
        let Some(directives) = Directive::all(&text.format) else { return false };
        let bits = self.pointer_bits();
        let is_plain = |it: &Directive| it.reads(bits).is_some() && it.conversion != 'n';
        if !directives.iter().all(is_plain) {
            return false;
        }
        let Text { stream, format, arguments } = text;
        self.check_open(stream, span);
        let values = self.arguments(&arguments);
        let args: Vec<(ExprId, hir::ExprId)> = values.into_iter().zip(arguments).collect();
        let args = self.as_printed(&directives, &args, reader, span);
        self.act(Action::Print { stream, format, args });
        true
    }

    /// No run goes on that prints to a stream it has closed.
    fn check_open(&mut self, stream: Stream, span: Span) {
        if let Closing::By(check) = self.closing {
            let number = match stream {
                Stream::Output => self.int(1),
                Stream::Error | Stream::Status => self.int(2),
            };
            self.call_of_ours(check, &[number], span);
        }
    }

    /// Notes that a program relies on what a printing function yields, or on signals.
    pub(super) fn note_reliance(&mut self, name: &str, span: Span, wanted: Wanted) {
        if ["signal", "sigaction"].contains(&name) {
            let what = "no signal comes from outside".to_owned();
            self.assume_that(AssumptionKind::Environment, what, span);
        }
        if modelled::LOCAL_TIME.contains(&name) {
            let what = "local time is universal time".to_owned();
            self.assume_that(AssumptionKind::Environment, what, span);
        }
        if wanted == Wanted::Value && modelled::PRINT.contains(&name) {
            let what = "output never fails: all that is printed arrives".to_owned();
            self.assume_that(AssumptionKind::Environment, what, span);
        }
    }

    /// The text that a function prints, if it is known but for arguments.
    fn text_printed(&self, name: &str, arguments: &[hir::ExprId]) -> Option<Text> {
        let known = |stream: Option<Stream>, format: &str, at: usize| {
            let arguments = vec![*arguments.get(at)?];
            Some(Text { stream: stream?, format: format.to_owned(), arguments })
        };
        let formatted = |stream: Option<Stream>, at: usize| {
            let format = self.text_of(arguments.get(at).copied())?;
            // Bytes that are no text.
            if format.contains(char::REPLACEMENT_CHARACTER) {
                return None;
            }
            Some(Text { stream: stream?, format, arguments: arguments.get(at + 1..)?.to_vec() })
        };
        let stream = |at: usize| self.stream(arguments.get(at).copied()?);
        match name {
            "printf" => formatted(Some(Stream::Output), 0),
            "fprintf" => formatted(stream(0), 1),
            "puts" => known(Some(Stream::Output), "%s\n", 0),
            "fputs" | "fputs_unlocked" => known(stream(1), "%s", 0),
            "putchar" | "putchar_unlocked" => known(Some(Stream::Output), "%c", 0),
            "putc" | "fputc" | "putc_unlocked" | "fputc_unlocked" => known(stream(1), "%c", 0),
            _ => None,
        }
    }

    /// The stream that an expression names.
    fn stream(&self, expr: hir::ExprId) -> Option<Stream> {
        match &self.unit.exprs[expr].kind {
            ExprKind::Convert(_, inner) => self.stream(*inner),
            ExprKind::Load(place) => match self.unit.places[*place].kind {
                PlaceKind::Variable(id) => match self.unit.variables[id].name.as_str() {
                    "stdout" => Some(Stream::Output),
                    "stderr" => Some(Stream::Error),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// The function that reads a text to its end.
    fn reader(&self) -> Option<FunctionId> {
        super::ids(&self.unit.functions)
            .find(|it| self.unit.functions[*it].name == "__tribunal_text")
    }

    /// Arguments as directives read them, each with what it is in the source; texts are read to their ends.
    fn as_printed(
        &mut self,
        directives: &[Directive],
        args: &[(ExprId, hir::ExprId)],
        reader: FunctionId,
        span: Span,
    ) -> Vec<ExprId> {
        let mut printed = Vec::new();
        let mut rest = args.iter().copied();
        for directive in directives {
            let mut star = |is_argument: bool| if is_argument { rest.next() } else { None };
            let width = star(directive.width_is_argument);
            let precision = star(directive.precision == Precision::Argument);
            printed.extend(width.into_iter().chain(precision).map(|it| it.0));
            let read = directive.reads(self.pointer_bits()).filter(|it| *it != Read::Nothing);
            let Some(((value, source), read)) = read.and_then(|it| Some((rest.next()?, it))) else {
                continue;
            };
            printed.push(match read {
                Read::Integer(_) if self.program.ty_of(value) == Some(Ty::Pointer) => value,
                Read::Integer(shape) => {
                    let ty = self.program.int_ty(shape);
                    self.cast(ty, value)
                }
                Read::Pointer if directive.conversion == 's' => {
                    let most = match directive.precision {
                        Precision::None => self.int(-1),
                        Precision::Number(number) => self.int(number),
                        Precision::Argument => precision.map_or(value, |it| it.0),
                    };
                    let value = self.keep(value);
                    if self.text_of(Some(source)).is_none() {
                        self.call_of_ours(reader, &[value, most], span);
                    }
                    value
                }
                Read::Float(_) | Read::Pointer | Read::Nothing => value,
            });
        }
        printed
    }

    pub(super) fn int(&mut self, value: i32) -> ExprId {
        let ty = self.program.ty(Ty::Int(tribunal_ir::IntShape { bits: 32, signed: true }));
        self.number(value.into(), ty)
    }
}
