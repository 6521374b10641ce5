//! C in a model, and how it comes back translated.
//!
//! This front end knows no C. It hands the pieces of C to somebody who does ([`ReadC`]), together with all that the model declares, and
//! gets a program with a function for each piece. The functions become parts of steps, or conditions
//! ([`tribunal_ir::splice`]).

use tribunal_base::{Diagnostic, Sources};
use tribunal_ir::{ProcId, Program};

use crate::ast::{CCode, CState};

/// Somebody who knows C.
pub trait ReadC {
    /// Translates the C of a model. The program has the variables and processes of the model; its steps lack the C.
    fn read(&mut self, sources: &mut Sources, model: &Program, c: &Embedded) -> TranslatedC;
}

/// The C of a model.
#[derive(Clone, Debug, Default)]
pub struct Embedded {
    /// The blocks, each once.
    pub blocks: Vec<CBlock>,
    /// What C adds to the state.
    pub states: Vec<CState>,
}

/// A block of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CBlock {
    /// The block.
    pub code: CCode,
    /// Where it stands.
    pub context: Context,
}

/// Where a block of C stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// Outside of processes: it declares.
    Global,
    /// Among the statements of a process, or in an expression.
    Process,
}

/// The C of a model, translated.
#[derive(Debug)]
pub struct TranslatedC {
    /// A program that starts with the declarations of the model and has functions for the blocks; none if there are errors.
    pub program: Option<Program>,
    /// What has become of the blocks.
    pub functions: Vec<CFunction>,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// What has become of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CFunction {
    /// It only declares.
    Nothing,
    /// Statements: a function without arguments and result.
    Statement(ProcId),
    /// An expression: functions without arguments.
    Expression {
        /// Returns a truth value.
        truth: ProcId,
        /// Returns an `int`.
        number: ProcId,
    },
}

impl Embedded {
    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.states.is_empty()
    }
}
