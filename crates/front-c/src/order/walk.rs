//! The full expressions of functions, and their nodes.

use crate::hir::{ExprId, ExprKind, FunctionId, Initialiser, Part, StmtId, StmtKind, Unit, VarId};

/// What is evaluated as a whole.
pub(super) enum Full<'a> {
    /// An expression.
    Expr(ExprId),
    /// The initialiser of the variable of a declaration.
    Initialiser(&'a Initialiser),
}

impl Full<'_> {
    pub(super) fn roots(&self) -> Vec<ExprId> {
        match self {
            Self::Expr(it) => vec![*it],
            Self::Initialiser(it) => it.values().collect(),
        }
    }
}

/// The full expressions of a function, those inside statement expressions included.
pub(super) fn full_expressions(unit: &Unit, function: FunctionId) -> Vec<(Full<'_>, StmtId)> {
    let mut all = Vec::new();
    let mut statements: Vec<StmtId> = unit.functions[function].body.into_iter().collect();
    while let Some(stmt) = statements.pop() {
        let first = all.len();
        if let StmtKind::Declare { initialiser, size, .. } = &unit.stmts[stmt].kind {
            all.extend(initialiser.iter().map(|it| (Full::Initialiser(it), stmt)));
            all.extend(size.iter().map(|it| (Full::Expr(*it), stmt)));
        } else {
            for part in unit.parts(stmt) {
                match part {
                    Part::Stmt(it) => statements.push(it),
                    Part::Expr(it) => all.push((Full::Expr(it), stmt)),
                }
            }
        }
        for (full, _) in &all[first..] {
            for node in nodes(unit, &full.roots()) {
                if let ExprKind::Statement { block, .. } = unit.exprs[node].kind {
                    statements.push(block);
                }
            }
        }
    }
    all
}

/// The nodes of expressions, parts before what uses them; the statements inside are not entered.
pub(super) fn nodes(unit: &Unit, roots: &[ExprId]) -> Vec<ExprId> {
    let mut all = Vec::new();
    let mut open = roots.to_vec();
    while let Some(expr) = open.pop() {
        all.push(expr);
        unit.operands(expr, &mut |it| open.push(it));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The nodes of the expressions of a block inside an expression.
pub(super) fn inside(unit: &Unit, block: StmtId) -> Vec<ExprId> {
    let mut all = Vec::new();
    let mut statements = vec![block];
    while let Some(stmt) = statements.pop() {
        for part in unit.parts(stmt) {
            match part {
                Part::Stmt(it) => statements.push(it),
                Part::Expr(it) => {
                    for node in nodes(unit, &[it]) {
                        if let ExprKind::Statement { block, .. } = unit.exprs[node].kind {
                            statements.push(block);
                        }
                        all.push(node);
                    }
                }
            }
        }
    }
    all
}

/// The variables that a function declares with an initialiser.
pub(super) fn declared(unit: &Unit, function: FunctionId) -> Vec<(VarId, &Initialiser)> {
    let declarations = full_expressions(unit, function).into_iter();
    let found = declarations.filter_map(|(full, stmt)| match (full, &unit.stmts[stmt].kind) {
        (Full::Initialiser(it), StmtKind::Declare { variable, .. }) => Some((*variable, it)),
        _ => None,
    });
    found.collect()
}
