//! Calls whose order C leaves open (C17 6.5p3, 6.7.9p23): `x + f()` where `f` changes `x`, `{f(), g()}` where both print into one buffer.
//!
//! Works on the whole program, since what a call does is known only then; what happens within one expression without calls is seen by the
//! type checker. First what every function may do to what others see (`summary`), then every full expression that calls (`compare`).
//! What is found is an assumption: it may be said too often, of accesses that never meet.

mod access;
mod compare;
mod set;
mod summary;
mod walk;

use tribunal_base::{Diagnostic, Id as _};

use crate::hir::{FunctionId, Unit};

use compare::conflicts;
use summary::Summaries;

/// Notes the conflicts of a program, with a warning for each.
pub(crate) fn note(unit: &mut Unit, diagnostics: &mut Vec<Diagnostic>) {
    let mut found = Vec::new();
    let summaries = Summaries::of(unit);
    for function in (0..unit.functions.len()).map(FunctionId::from_index) {
        // What our models of the library do does not depend on it.
        if !unit.is_of_the_library(&unit.functions[function]) {
            found.extend(conflicts(&summaries, function));
        }
    }
    for problem in found {
        let what = match problem.variable {
            Some(it) => format!("`{}`", unit.variables[it].name),
            None => "memory behind a pointer".to_owned(),
        };
        let message = format!(
            "this may write {what}, and C leaves open whether before or after another access to it"
        );
        let warning = Diagnostic::warning("unsequenced", problem.write, message)
            .related(problem.other, "the other access");
        diagnostics.push(warning);
        unit.unsequenced.push(problem);
    }
}
