//! Variables of which two files do not say the same (C17 6.2.7): a linker does not notice, and nobody can say what a run does with them. Each file keeps its
//! own, so that it is checked by itself; a run that uses one of them is not supported.

use tribunal_base::{FileId, Span};

use crate::ast;
use crate::hir::{Conflict, Linkage, QualType, Types, Unit, VarId};
use crate::support::{Support, variables};

use super::Sema;
use super::link::Externals;

/// A variable that a file declares after another one did.
#[derive(Debug)]
pub(crate) struct Shared {
    variable: VarId,
    /// What it was before, and what it is there.
    types: [QualType; 2],
    /// The second file.
    file: FileId,
    span: Span,
}

impl Sema<'_> {
    /// Notes that this file means a variable of another one.
    pub(crate) fn share(&mut self, variable: VarId, ty: QualType, span: Span) {
        let types = [self.unit.variables[variable].ty, ty];
        self.externals.shared.push(Shared { variable, types, file: self.ast.file, span });
    }

    /// Whether a variable has another type in another file than in this one.
    pub(crate) fn is_in_conflict(&self, variable: VarId, ty: QualType, name: ast::Name) -> bool {
        let known = &self.unit.variables[variable];
        if known.linkage != Linkage::External
            || self.types().agree(known.ty, ty)
            || is_a_stream(&known.name)
        {
            return false;
        }
        // A struct that is complete only now may turn out to be another one.
        let here = self.externals.shared.iter().find(|it| it.variable == variable);
        let here = here.filter(|it| it.file == self.ast.file);
        !self.file_scope.contains_key(&name.symbol)
            || here.is_some_and(|it| self.types().agree(it.types[1], ty))
    }

    /// Warns of two variables of one name, that of another file and that of this one.
    pub(crate) fn tell_conflict(&mut self, variables: [VarId; 2], span: Span) {
        let types = variables.map(|it| self.unit.variables[it].ty);
        let [old, new] = types.map(|it| self.types().describe_qualified(it));
        let name = &self.unit.variables[variables[0]].name;
        let message = format!("`{name}` is `{new}` here but was `{old}`");
        self.warn("conflicting-types", span, message);
        let first = self.unit.variables[variables[0]].span;
        self.explain(|it| it.related(first, "first declared here"));
        let file = self.ast.file;
        let both = variables.map(|variable| Shared { variable, types, file, span });
        self.externals.shared.extend(both);
    }
}

/// Whether a name is that of a stream, of which our library says something else than the headers of others.
pub(crate) fn is_a_stream(name: &str) -> bool {
    variables::support(name) == Some(Support::Honoured)
}

impl Externals {
    /// Compares what files say once all are read, since a struct may be complete only after the declaration of a variable.
    pub(crate) fn tell_conflicts(&self, unit: &mut Unit) {
        for &Shared { variable, types: [first, second], span, .. } in &self.shared {
            if unit.types.agree(first, second) || is_a_stream(&unit.variables[variable].name) {
                continue;
            }
            let name = &unit.variables[variable].name;
            let [first, second] = [first, second].map(|it| unit.types.describe_qualified(it));
            let what = if first == second {
                format!("the variable `{name}`, whose type is another one in another file,")
            } else {
                format!(
                    "the variable `{name}`, which is `{first}` in one file and `{second}` in another,"
                )
            };
            unit.conflicts.push(Conflict { variable, what, span });
        }
    }
}

impl Types {
    /// Whether two declarations of one object may stand side by side.
    pub(crate) fn agree(&self, first: QualType, second: QualType) -> bool {
        first.qualifiers == second.qualifiers && self.compatible(first.id, second.id)
    }
}
