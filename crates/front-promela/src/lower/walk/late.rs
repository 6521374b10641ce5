//! Declarations behind the first statement of a process: each is a step that assigns.

use tribunal_base::{Diagnostic, Span};
use tribunal_ir::{Ty, VarId};

use super::Walk;
use crate::ast;
use crate::lower::Lowering;
use crate::lower::command::Command;
use crate::lower::skeleton::Kind;

impl Lowering<'_> {
    pub(super) fn local_declaration(&mut self, walk: &mut Walk, declaration: &ast::Declaration) {
        for variable in &declaration.variables {
            if walk.at_start {
                self.declare(declaration, variable);
                continue;
            }
            let value = match &variable.initialiser {
                Some(ast::Initialiser::Value(value)) => vec![self.int(value)],
                Some(ast::Initialiser::List { values, .. }) => {
                    values.iter().map(|it| self.int(it)).collect()
                }
                Some(ast::Initialiser::Channel(_)) | None => vec![self.program.int(0)],
            };
            let var = match &variable.initialiser {
                Some(ast::Initialiser::List { span, .. }) => {
                    self.late_list(declaration, variable, *span)
                }
                _ => self.declare_late(declaration, variable),
            };
            if matches!(variable.initialiser, Some(ast::Initialiser::Channel(_))) {
                continue;
            }
            let command = self.late_initialisation(var, &value, variable);
            walk.add(Kind::Command(command), variable.span);
        }
    }

    /// The step that a declaration after the first statement makes. A structure is left alone.
    fn late_initialisation(
        &mut self,
        var: tribunal_ir::VarId,
        values: &[tribunal_ir::ExprId],
        variable: &ast::Variable,
    ) -> Command {
        let truth = self.truth(true);
        let mut command = self.condition(truth, variable.span);
        let place = self.program.place(tribunal_ir::Place::Var(var));
        let ty = self.program.vars[var].ty;
        let mut leaves = Vec::new();
        match self.program.tys[ty] {
            Ty::Record(_) => {}
            Ty::Array { elem, .. } if matches!(self.program.tys[elem], Ty::Record(_)) => {}
            _ => self.leaf_places(place, &mut leaves),
        }
        // Without an initialiser Spin clears only the first element, after a list it sets only that; it
        // matters in loops.
        let sets_all = matches!(variable.initialiser, Some(ast::Initialiser::Value(_)));
        if self.spin_compatible() || !sets_all {
            leaves.truncate(1);
        }
        for (nth, place) in leaves.into_iter().enumerate() {
            let value = *values.get(nth).unwrap_or(&values[values.len() - 1]);
            self.writes(place);
            command.actions.push(tribunal_ir::Action::Assign { place, value });
        }
        command
    }

    /// An array whose list of values stands behind a statement. As Spin has it, the array gets the whole
    /// list when the process starts, and only its first value where it is declared.
    fn late_list(
        &mut self,
        declaration: &ast::Declaration,
        variable: &ast::Variable,
        span: Span,
    ) -> VarId {
        let var = self.declare(declaration, variable);
        let ty = self.program.vars[var].ty;
        if matches!(self.program.tys[ty], Ty::Array { len, .. } if 1 < len) {
            self.diagnostics.push(
                Diagnostic::warning(
                    "late-list",
                    span,
                    "only the first element is set here, the others when the process starts",
                )
                .help("assign to the elements one by one if they must be set again"),
            );
        }
        var
    }
}
