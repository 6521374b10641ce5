//! Static functions under the names that goto-cc gives them for others: `__CPROVER_file_local_FILE_FUNCTION`.

use tribunal_base::{Id, Sources};

use crate::hir::{Callee, ExprKind, FunctionId, Linkage, Unit};

/// What starts the names.
const PREFIX: &str = "__CPROVER_file_local_";

/// Lets such names stand for the functions they mean. A function of a header that several files include is in each of them: the first one is meant.
pub(crate) fn resolve(unit: &mut Unit, sources: &Sources) {
    let ids = || (0..unit.functions.len()).map(FunctionId::from_index);
    let mut meant: Vec<(FunctionId, FunctionId)> = Vec::new();
    for alias in ids() {
        let function = &unit.functions[alias];
        let Some(name) = function.name.strip_prefix(PREFIX).filter(|_| function.body.is_none())
        else {
            continue;
        };
        let is_meant = |it: &FunctionId| {
            let candidate = &unit.functions[*it];
            candidate.linkage == Linkage::Internal
                && candidate.body.is_some()
                && name.strip_suffix(candidate.name.as_str()).and_then(|it| it.strip_suffix('_'))
                    == Some(mangled(sources.path(candidate.span.file)).as_str())
                && unit.types.compatible(candidate.ty, function.ty)
        };
        meant.extend(ids().find(is_meant).map(|it| (alias, it)));
    }
    if meant.is_empty() {
        return;
    }
    let target = |it: FunctionId| meant.iter().find(|(alias, _)| *alias == it).map(|it| it.1);
    for expr in unit.exprs.values_mut() {
        match &mut expr.kind {
            ExprKind::Function(function)
            | ExprKind::Call { callee: Callee::Direct(function), .. } => {
                *function = target(*function).unwrap_or(*function);
            }
            _ => {}
        }
    }
    for (alias, function) in meant {
        unit.functions[alias].used = false;
        unit.functions[function].used = true;
    }
}

/// The name of a file as a part of an identifier.
fn mangled(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect()
}
