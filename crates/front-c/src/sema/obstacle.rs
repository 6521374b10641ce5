//! What is not supported of a declaration, and what it stands in the way of: calls of a function, a block with a variable, or the whole program.
//!
//! Attributes are read before it is known what they belong to, so what they bring up waits in [`Sema::obstacles`] until somebody takes it. What nobody
//! takes is in the way of the program.

use tribunal_base::Span;

use crate::hir::{FunctionId, Obstacle, StmtId, StmtKind, VarId};
use crate::support::functions::modelled;
use crate::support::{Support, functions};

use super::Sema;
use super::attribute::Attributes;

impl Sema<'_> {
    pub(crate) fn meet(&mut self, what: impl Into<String>, span: Span) {
        self.obstacles.push(Obstacle { what: what.into(), span });
    }

    /// Whatever waits is in the way of the program.
    pub(crate) fn refuse(&mut self) {
        self.unit.obstacles.append(&mut self.obstacles);
    }

    /// What attributes say about a function.
    pub(crate) fn mark_function(&mut self, function: FunctionId, attributes: &Attributes) {
        let obstacle = std::mem::take(&mut self.obstacles).into_iter().next();
        // What the library has and we have not, is said in its own words.
        let name = self.unit.functions[function].name.as_str();
        let is_refused = functions::support(name) == Some(Support::Unsupported);
        // That it may return twice is known of `setjmp`.
        let is_jump = modelled::JUMPS.contains(&name);
        let it = &mut self.unit.functions[function];
        it.noreturn |= attributes.noreturn;
        it.nonnull.add(&attributes.nonnull);
        it.returns_nonnull |= attributes.returns_nonnull;
        it.weak |= attributes.weak;
        it.align = it.align.max(attributes.align.unwrap_or(1));
        it.constructor = it.constructor.or(attributes.constructor);
        it.destructor = it.destructor.or(attributes.destructor);
        if it.obstacle.is_none() && !is_refused && !is_jump {
            it.obstacle = obstacle;
        }
    }

    /// What attributes say about a variable that lives as long as the program.
    pub(crate) fn mark_variable(&mut self, variable: VarId, attributes: &Attributes) {
        self.unit.variables[variable].weak |= attributes.weak;
        self.refuse();
    }

    /// Whatever waits is in the way of the block that declares a variable.
    pub(crate) fn block_obstacles(&mut self, span: Span, statements: &mut Vec<StmtId>) {
        for obstacle in std::mem::take(&mut self.obstacles) {
            self.statement_node(StmtKind::Unsupported(obstacle.what), span, statements);
        }
    }
}
