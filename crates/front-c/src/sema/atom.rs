//! Expressions that are checked after the program, where its first file ends.

use rustc_hash::FxHashMap;
use tribunal_base::{Diagnostic, Span};
use tribunal_preprocess::Symbol;

use super::alias::NamePragmas;
use super::build::Common;
use super::link::Externals;
use super::scope::{Entity, Scopes};
use super::{Checked, Sema};
use crate::ast;
use crate::hir::{self, Types, VarId};

/// Checks an expression that is a condition. Some names stand for variables that C has no name for there.
pub(crate) fn check_atom(
    ast: &ast::Unit,
    atom: ast::ExprId,
    unit: &mut hir::Unit,
    names: &mut Scopes,
    further: &[(Symbol, VarId, Span)],
) -> (Checked<hir::ExprId>, Vec<Diagnostic>) {
    let nothing = hir::Unit::empty(Types::new(unit.types.model()));
    let mut whole = std::mem::replace(unit, nothing);
    let common = Common::new(&mut whole.types);
    let mut sema = Sema {
        ast,
        unit: whole,
        common,
        diagnostics: Vec::new(),
        function_names: FxHashMap::default(),
        externals: Externals::default(),
        scopes: std::mem::take(names),
        function: None,
        static_context: false,
        constants: rustc_hash::FxHashMap::default(),
        hoisted: Vec::new(),
        file_scope: FxHashMap::default(),
        obstacles: Vec::new(),
        aliases: Vec::new(),
        name_pragmas: NamePragmas::default(),
        observer: None,
    };
    sema.scopes.enter();
    for (name, variable, span) in further {
        sema.scopes.declare(*name, Entity::Variable(*variable), *span);
    }
    let checked = sema.condition(atom);
    sema.scopes.close_to_file();
    (*unit, *names) = (sema.unit, sema.scopes);
    (checked, sema.diagnostics)
}
