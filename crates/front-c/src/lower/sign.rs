//! Comparisons of strings and memory: C defines the sign of what they yield, and nothing else (C17 7.24.4). The library yields any number of the right
//! sign; where a call is compared with 0 at once, nobody can tell, and the one function that is simple to calculate is called instead.

use rustc_hash::FxHashSet;

use super::Lowering;
use crate::hir::{Callee, ConversionKind, ExprId, ExprKind, FunctionId, Unit};
use crate::library::plain;

/// How the names of the simple functions start.
const EXACTLY: &str = "__tribunal_exactly_";

/// The calls of which only the sign is looked at.
pub(super) fn calls_for_signs(unit: &Unit) -> FxHashSet<ExprId> {
    let is_zero = |it: ExprId| matches!(unit.exprs[it].kind, ExprKind::Integer(0));
    let is_call = |it: &ExprId| matches!(unit.exprs[*it].kind, ExprKind::Call { .. });
    let looked_at = |kind: &ExprKind| match *kind {
        ExprKind::Compare(_, left, right) if is_zero(right) => Some(left),
        ExprKind::Compare(_, left, right) if is_zero(left) => Some(right),
        ExprKind::Convert(ConversionKind::ToBool, arg) => Some(arg),
        _ => None,
    };
    unit.exprs.values().filter_map(|it| looked_at(&it.kind)).filter(is_call).collect()
}

impl Lowering<'_> {
    /// What is called by a call.
    pub(super) fn callee_for(&self, call: ExprId, callee: Callee) -> Callee {
        match callee {
            Callee::Direct(function) if self.signs.contains(&call) => {
                Callee::Direct(self.simple(function).unwrap_or(function))
            }
            _ => callee,
        }
    }

    /// The simple function for one of the library.
    fn simple(&self, function: FunctionId) -> Option<FunctionId> {
        let function = &self.unit.functions[function];
        if !self.unit.is_of_the_library(function) {
            return None;
        }
        let name = format!("{EXACTLY}{}", plain(&function.name));
        let found = self.unit.functions.iter().find(|(_, it)| it.name == name);
        found.map(|(id, _)| id).filter(|it| self.unit.functions[*it].body.is_some())
    }
}
