//! What functions may come to: all that their texts name, and the texts of what they name.

use std::collections::BTreeSet;

use crate::hir::{
    Callee, ExprId, ExprKind, FunctionId, Part, PlaceId, PlaceKind, StmtId, Unit, VarId,
};

/// Functions and variables.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    pub(crate) functions: BTreeSet<FunctionId>,
    /// Those that are named more than once, as the first is where it may call itself.
    again: BTreeSet<FunctionId>,
    pub(crate) variables: BTreeSet<VarId>,
}

impl Reach {
    /// What functions of these names may come to.
    pub(crate) fn of<'a>(unit: &Unit, names: impl Iterator<Item = &'a String>) -> Self {
        let mut reach = Self::default();
        for name in names {
            let named = |it: &FunctionId| unit.functions[*it].name == *name;
            if let Some(it) = unit.functions.ids().find(named) {
                reach.function(unit, it);
            }
        }
        reach
    }

    /// Whether a function of this name is among them.
    pub(crate) fn has(&self, unit: &Unit, name: &str) -> bool {
        self.functions.iter().any(|it| unit.functions[*it].name == name)
    }

    /// Whether a function of this name is named more than once: of the one that all comes from, whether it may call itself.
    pub(crate) fn returns_to(&self, unit: &Unit, name: &str) -> bool {
        self.again.iter().any(|it| unit.functions[*it].name == name)
    }

    fn function(&mut self, unit: &Unit, function: FunctionId) {
        if !self.functions.insert(function) {
            self.again.insert(function);
        } else if let Some(body) = unit.functions[function].body {
            self.stmt(unit, body);
        }
    }

    fn variable(&mut self, unit: &Unit, variable: VarId) {
        if self.variables.insert(variable) {
            for value in unit.variables[variable].initialiser.iter().flat_map(|it| it.values()) {
                self.expr(unit, value);
            }
        }
    }

    fn stmt(&mut self, unit: &Unit, stmt: StmtId) {
        for part in unit.parts(stmt) {
            match part {
                Part::Stmt(it) => self.stmt(unit, it),
                Part::Expr(it) => self.expr(unit, it),
            }
        }
    }

    fn expr(&mut self, unit: &Unit, expr: ExprId) {
        match unit.exprs[expr].kind {
            ExprKind::Function(it) | ExprKind::Call { callee: Callee::Direct(it), .. } => {
                self.function(unit, it);
            }
            ExprKind::Statement { block, .. } => self.stmt(unit, block),
            _ => {}
        }
        if let Some(place) = unit.place_of(expr) {
            self.place(unit, place);
        }
        unit.operands(expr, &mut |it| self.expr(unit, it));
    }

    fn place(&mut self, unit: &Unit, place: PlaceId) {
        match unit.places[place].kind {
            PlaceKind::Variable(it) => self.variable(unit, it),
            PlaceKind::Field { base, .. } => self.place(unit, base),
            _ => {}
        }
    }
}
