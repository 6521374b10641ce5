//! Reads expressions and types that speak of a program that is there already.

use super::{lower::Lowering, parser};
use crate::program::{ExprId, ProcId, Program};
use crate::ty::Ty;
use tribunal_base::{Diagnostic, Severity};

/// Reads texts as [`super::Printer`] writes them. Expressions that the program does not have yet are added to it.
pub struct Reader {
    program: Program,
    names: super::lower::Names,
}

impl Reader {
    /// Learns all names of a program.
    #[must_use]
    pub fn new(program: Program) -> Self {
        let names = super::lower::Names::of(&program);
        Self { program, names }
    }

    /// The program, with all expressions that were read.
    #[must_use]
    pub fn finish(self) -> Program {
        self.program
    }

    /// The program as it is now.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// A condition that may stand in a guard of the given process.
    ///
    /// # Errors
    /// If it is none; the message is for the user.
    pub fn condition(&mut self, process: ProcId, text: &str) -> Result<ExprId, String> {
        let condition = self.expr(process, text)?;
        match crate::verify::condition(&self.program, process, condition).first() {
            Some(problem) => Err(problem.clone()),
            None => Ok(condition),
        }
    }

    /// An expression as it stands in the given process. It may be ill-typed.
    ///
    /// # Errors
    /// If the text is no expression; the message is for the user.
    pub fn expr(&mut self, process: ProcId, text: &str) -> Result<ExprId, String> {
        let mut diagnostics = Vec::new();
        let syntax = parser::parse_expr(text, &mut diagnostics);
        let found = syntax.and_then(|it| {
            self.lower(&mut diagnostics, |lowering| lowering.expr(Some(process), &it))
        });
        told(text, found, &diagnostics)
    }

    /// A type.
    ///
    /// # Errors
    /// If the text is none; the message is for the user.
    pub fn ty(&mut self, text: &str) -> Result<Ty, String> {
        let mut diagnostics = Vec::new();
        let syntax = parser::parse_ty(text, &mut diagnostics);
        let found = syntax.and_then(|it| self.lower(&mut diagnostics, |lowering| lowering.ty(&it)));
        told(text, found, &diagnostics).map(|it| self.program.tys[it])
    }

    fn lower<T>(
        &mut self,
        diagnostics: &mut Vec<Diagnostic>,
        lower: impl FnOnce(&mut Lowering<'_>) -> Option<T>,
    ) -> Option<T> {
        let (program, names) = (std::mem::take(&mut self.program), std::mem::take(&mut self.names));
        let mut lowering = Lowering::within(program, names, diagnostics);
        let found = lower(&mut lowering);
        (self.program, self.names) = lowering.into_parts();
        found
    }
}

fn told<T>(text: &str, found: Option<T>, diagnostics: &[Diagnostic]) -> Result<T, String> {
    let error = diagnostics.iter().find(|it| it.severity == Severity::Error);
    match (found, error) {
        (Some(found), None) => Ok(found),
        (_, Some(error)) => Err(format!("`{text}`: {}", error.message)),
        (None, None) => Err(format!("`{text}` cannot be read")),
    }
}

#[cfg(test)]
mod tests {
    use super::Reader;
    use crate::program::{ProcId, Program};
    use crate::text::{Printer, parse};
    use crate::ty::{IntShape, Ty};
    use tribunal_base::Id;

    const TEXT: &str = "
        enum colour: u8 { red = 0, blue = 1 }
        object cell: static size 8
        global x: u8
        global `of 2`: i64
        global x#2: i32
        global p: pointer
        process main() active 1 {
          var x#3: colour
          l0 -> l1 when x < 3 do call f()
          loc l1 end
        }
        function f() {
          var y: bool
          l2 -> l3 do return
          loc l3
        }
    ";

    fn program() -> Program {
        let (program, diagnostics) = parse(TEXT);
        program.unwrap_or_else(|| panic!("{diagnostics:#?}"))
    }

    #[test]
    fn what_is_printed_is_read_again() {
        let (main, f) = (ProcId::from_index(0), ProcId::from_index(1));
        let mut reader = Reader::new(program());
        for (process, text) in [
            (main, "x < 3"),
            (main, "x#2 + 1 == 7 && x#3 == colour::blue"),
            (main, "x as i128 * -3i128 + (`of 2` as i128) <= 0"),
            (main, "p != null || p == object(cell)"),
            (main, "(x & 6) == 4"),
            (f, "y || 0 <= x#2 && x#2 <= 100"),
        ] {
            let read = reader.condition(process, text).unwrap_or_else(|it| panic!("{it}"));
            let printed = Printer::new(reader.program()).expr(Some(process), read);
            assert_eq!(reader.condition(process, &printed), Ok(read), "{printed}");
        }
        assert_eq!(reader.ty("i32"), Ok(Ty::Int(IntShape::I32)));
        assert_eq!(crate::verify(&reader.finish()), Vec::<String>::new());
    }

    #[test]
    fn what_is_no_condition_is_refused() {
        let (main, f) = (ProcId::from_index(0), ProcId::from_index(1));
        let mut reader = Reader::new(program());
        for (process, text) in [
            (main, "x"),
            (main, "x <"),
            (main, "x < 3 x"),
            (main, "y"),
            (main, "f::y"),
            (main, "x == x#2"),
            (f, "x#3 == colour::red"),
            (f, "z == 0"),
        ] {
            assert!(reader.condition(process, text).is_err(), "{text}");
        }
        assert!(reader.ty("colours").is_err());
        // The program is still there.
        assert_eq!(crate::verify(reader.program()), Vec::<String>::new());
    }
}
