//! Looks at the full expressions that call.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_base::Span;

use crate::hir::{ExprId, ExprKind, FunctionId, Unit, Unsequenced, VarId};

use super::access::{Effects, Target, own_effects};
use super::summary::Summaries;
use super::walk::{Full, full_expressions, inside, nodes};

/// How many objects are named for one full expression; of more, nobody would read.
const LIMIT: usize = 8;

/// The conflicts of a function, in the order of the source.
pub(super) fn conflicts(summaries: &Summaries<'_>, function: FunctionId) -> Vec<Unsequenced> {
    let unit = summaries.unit();
    let mut found = Vec::new();
    for (full, stmt) in full_expressions(unit, function) {
        let whole = match full {
            Full::Expr(it) => unit.exprs[it].span,
            Full::Initialiser(_) => unit.stmts[stmt].span,
        };
        let mut comparison = Comparison {
            unit,
            summaries,
            whole,
            contested: FxHashSet::default(),
            found: Vec::new(),
        };
        comparison.full_expression(&full);
        found.append(&mut comparison.found);
    }
    found.sort_by_key(|it| it.write);
    found
}

/// The search in one full expression.
struct Comparison<'a> {
    unit: &'a Unit,
    summaries: &'a Summaries<'a>,
    whole: Span,
    contested: FxHashSet<ExprId>,
    found: Vec<Unsequenced>,
}

impl Comparison<'_> {
    fn full_expression(&mut self, full: &Full<'_>) {
        let roots = full.roots();
        let nodes = nodes(self.unit, &roots);
        let is_list = matches!(full, Full::Initialiser(_)) && roots.len() > 1;
        if !is_list && !nodes.iter().any(|it| self.may_call(*it)) {
            return;
        }
        self.find_contested(&nodes, if is_list { &roots } else { &[] });
        let mut effects = FxHashMap::default();
        for node in nodes {
            self.evaluate(node, &mut effects);
        }
        if is_list {
            // One element after the other, but in any order, whoever accesses what.
            let parts = roots.iter().filter_map(|it| effects.remove(it)).map(Effects::by_calls);
            self.unordered(parts.collect());
        }
    }

    /// Finds the nodes that something stands beside: what other calls do need not be known, and it may be much.
    fn find_contested(&mut self, nodes: &[ExprId], first: &[ExprId]) {
        let unit = self.unit;
        self.contested.extend(first);
        for &node in nodes.iter().rev() {
            let mut parts = Vec::new();
            unit.operands(node, &mut |it| parts.push(it));
            let acting = parts.iter().filter(|it| !is_constant(&unit.exprs[**it].kind)).count();
            let is_update = matches!(unit.exprs[node].kind, ExprKind::Update(_));
            if acting > 1 || is_update || self.contested.contains(&node) {
                self.contested.extend(parts);
            }
        }
    }

    fn may_call(&self, expr: ExprId) -> bool {
        matches!(
            self.unit.exprs[expr].kind,
            ExprKind::Call { .. }
                | ExprKind::Statement { .. }
                | ExprKind::Va(_)
                | ExprKind::Builtin { .. }
        )
    }

    /// Puts together what a node does from what its parts do, which it takes.
    fn evaluate(&mut self, node: ExprId, effects: &mut FxHashMap<ExprId, Effects>) {
        let unit = self.unit;
        let mut parts = Vec::new();
        unit.operands(node, &mut |it| parts.extend(effects.remove(&it)));
        let mut own = own_effects(unit, node);
        if self.contested.contains(&node) {
            own.absorb(self.summaries.call_effects(node));
        }
        let mut all = match unit.exprs[node].kind {
            ExprKind::Statement { block, .. } if self.contested.contains(&node) => {
                // Its full expressions are looked at by themselves.
                for it in inside(unit, block) {
                    own.absorb(own_effects(unit, it));
                    own.absorb(self.summaries.call_effects(it));
                }
                ordered(parts)
            }
            ExprKind::Comma(..)
            | ExprKind::Logical(..)
            | ExprKind::Conditional { .. }
            | ExprKind::Let { .. }
            | ExprKind::Statement { .. } => ordered(parts),
            ExprKind::Update(_) => {
                // The old value may be read before the other operand is evaluated, or after.
                parts.push(Effects { reads: own.reads.clone(), ..Effects::default() });
                self.unordered(parts)
            }
            _ => self.unordered(parts),
        };
        all.absorb(own);
        effects.insert(node, all);
    }

    fn unordered(&mut self, parts: Vec<Effects>) -> Effects {
        let mut all = Effects::default();
        for part in parts {
            for (one, other) in [(&all, &part), (&part, &all)] {
                self.meet(&one.writes_of_calls, &other.writes_of_calls);
                self.meet(&one.writes_of_calls, &other.reads_of_calls);
                self.meet(&one.writes_of_calls, &other.writes);
                self.meet(&one.writes_of_calls, &other.reads);
                self.meet(&one.writes, &other.reads_of_calls);
            }
            all.absorb(part);
        }
        all
    }

    /// Notes writes that may meet other accesses.
    fn meet(&mut self, writes: &BTreeMap<Target, Span>, others: &BTreeMap<Target, Span>) {
        if others.is_empty() {
            return;
        }
        for (&target, &write) in writes {
            if self.found.len() == LIMIT {
                return;
            }
            if let Some(&other) = others.get(&target) {
                self.note(target, write, other);
                continue;
            }
            if !self.may_be_pointed_to(target) {
                continue;
            }
            let is_pointer = matches!(target, Target::Behind(_));
            let meets = |it: &Target| {
                matches!(it, Target::Behind(_)) || is_pointer && self.may_be_pointed_to(*it)
            };
            if let Some((&met, &other)) = others.iter().find(|it| meets(it.0)) {
                self.note(if is_pointer { met } else { target }, write, other);
            }
        }
    }

    fn may_be_pointed_to(&self, target: Target) -> bool {
        match target {
            Target::Variable(it) => self.unit.variables[it].address_taken,
            Target::Behind(_) => true,
        }
    }

    fn note(&mut self, target: Target, write: Span, other: Span) {
        let variable = match target {
            Target::Variable(it) => Some(it).filter(|it| self.has_name(*it)),
            Target::Behind(_) => None,
        };
        if !self.found.iter().any(|it| it.variable == variable) {
            self.found.push(Unsequenced { variable, write, other, span: self.whole });
        }
    }

    fn has_name(&self, variable: VarId) -> bool {
        !self.unit.variables[variable].name.is_empty()
    }
}

fn is_constant(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Integer(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Function(_)
            | ExprKind::LabelAddress(_)
    )
}

fn ordered(parts: Vec<Effects>) -> Effects {
    let mut all = Effects::default();
    parts.into_iter().for_each(|it| all.absorb(it));
    all
}
