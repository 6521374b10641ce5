//! Front ends: one for each language that we read.
//!
//! To add a language, add a module with a [`FrontEnd`] and a line to [`FRONT_ENDS`]. Nobody else matches on languages: what differs from one to another
//! is asked of its front end.

mod c;
mod ir;
mod promela;

use std::fmt::Debug;
use std::path::Path;

use tribunal_base::{Diagnostic, FileId, Sources, Span};
use tribunal_ir::{ExprId, Program};
use tribunal_report::trace_file::TraceC;

use crate::files;
use crate::translation::Translation;

pub use c::C;
pub(crate) use c::c_translation;
pub use promela::Promela;
pub(crate) use promela::labels as promela_labels;

/// All front ends.
pub const FRONT_ENDS: [&dyn FrontEnd; 3] = [&Promela, &C, &ir::Ir];

/// The front end of a file, by the ending of its name.
#[must_use]
pub fn front_end(path: &str) -> Option<&'static dyn FrontEnd> {
    let ending = Path::new(path).extension()?.to_str()?;
    FRONT_ENDS.into_iter().find(|it| it.endings().contains(&ending))
}

/// The front end of a file, which is taken for Promela if its name tells nothing.
pub(crate) fn front_end_or_default(path: &str) -> &'static dyn FrontEnd {
    front_end(path).unwrap_or(&Promela)
}

/// A language: how its programs are read, and what can be asked of them.
pub trait FrontEnd: Debug + Sync {
    /// What the files are called.
    fn files(&self) -> &'static str;

    /// The endings of their names.
    fn endings(&self) -> &'static [&'static str];

    /// Who reads the atoms of formulas that are asked of a program.
    fn formulas(&self) -> Formulas;

    /// Which parts of a program can be checked by themselves.
    fn units(&self) -> Units;

    /// The bytes of a file, as they are to be translated.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read(&self, path: &str, _: &Translation) -> Result<Vec<u8>, Box<Diagnostic>> {
        files::bytes(path)
    }

    /// The program in a file that was read.
    fn translate(
        &self,
        sources: &mut Sources,
        file: FileId,
        translation: &Translation,
    ) -> Translated;

    /// What of a translation a stored trace has to keep besides what all languages have.
    fn options(&self, _: &Translation) -> Option<TraceC> {
        None
    }

    /// Reads a file into `sources`.
    ///
    /// # Errors
    /// If it cannot be read.
    fn open(
        &self,
        sources: &mut Sources,
        path: &str,
        translation: &Translation,
    ) -> Result<FileId, Box<Diagnostic>> {
        files::add(sources, path, self.read(path, translation)?)
    }
}

/// Who reads the atoms of formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulas {
    /// The front end, together with the program, of which they become properties.
    WithTheProgram,
    /// The [`Scope`] of the program, after it.
    InItsScope,
    /// Nobody: only places can be asked for.
    Nobody,
}

/// Parts of a program that can be checked by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Units {
    /// Its functions, as `front-c::probe` observes them.
    Functions,
    /// Its processes.
    Processes,
    /// None.
    Nothing,
}

/// What a front end makes of a file.
#[derive(Debug)]
pub struct Translated {
    /// The program, unless there are errors.
    pub program: Option<Program>,
    /// What its names mean, where formulas are read after it.
    pub scope: Option<Box<dyn Scope>>,
    /// What is wrong, and what else is worth knowing.
    pub diagnostics: Vec<Diagnostic>,
}

/// What the names of a source text mean in its program.
pub trait Scope: Debug {
    /// Makes the labels of the source text labels of the program.
    fn keep_labels(&self, program: &mut Program);

    /// The condition that a span of text says, as an expression of the program, to which it may add what has to be followed.
    ///
    /// # Errors
    /// If it is none.
    fn parse_atom(
        &mut self,
        program: &mut Program,
        sources: &Sources,
        text: Span,
    ) -> Result<ExprId, Vec<Diagnostic>>;
}

#[cfg(test)]
mod tests {
    use super::{FRONT_ENDS, front_end};

    #[test]
    fn the_ending_tells_the_language() {
        let files = |path: &str| front_end(path).map(super::FrontEnd::files);
        for promela in ["a.pml", "b/a.prom", "a.promela", "a.pr", "a.spin", "a.p"] {
            assert_eq!(files(promela), Some("Promela files"), "{promela}");
        }
        assert_eq!(files("a.i"), Some("C files"));
        assert_eq!(files("a.ir"), Some("IR text"));
        assert_eq!(files("a.txt"), None);
        assert_eq!(files("a"), None);
    }

    #[test]
    fn no_ending_tells_two_languages() {
        let mut endings: Vec<_> = FRONT_ENDS.iter().flat_map(|it| it.endings()).collect();
        let count = endings.len();
        endings.sort();
        endings.dedup();
        assert_eq!(endings.len(), count);
    }
}
