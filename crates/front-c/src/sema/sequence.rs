//! Side effects without an order (C17 6.5p2): `i = i++`, `a[i] = i++`, `f(i++, i)`.
//!
//! Works from the leaves to the root over the nodes of one full expression, which have consecutive ids. Only whole scalar variables are
//! looked at, and only those that the expression writes, so that the sets stay small.

use tribunal_base::{Id as _, Span};

use crate::hir::{
    ElementValue, ExprId, ExprKind, Initialiser, PlaceId, PlaceKind, Unsequenced, VarId,
};

use super::Sema;

/// How many accesses of one expression are remembered; more are not compared.
const LIMIT: usize = 64;

/// What evaluating an expression does, unsequenced with what stands beside it.
#[derive(Clone, Debug, Default)]
struct Effects {
    writes: Vec<(VarId, Span)>,
    reads: Vec<(VarId, Span)>,
    /// The writes that may still be under way when the value is known.
    pending: Vec<(VarId, Span)>,
}

impl Effects {
    fn absorb(&mut self, other: Self) {
        let pairs = [
            (&mut self.writes, other.writes),
            (&mut self.reads, other.reads),
            (&mut self.pending, other.pending),
        ];
        for (own, more) in pairs {
            if own.is_empty() {
                *own = more;
            } else {
                for access in more {
                    if own.len() < LIMIT && !own.iter().any(|it| it.0 == access.0) {
                        own.push(access);
                    }
                }
            }
        }
    }
}

/// The nodes of one full expression.
struct Scan {
    first: usize,
    /// For each node from `first`: its effects until its user takes them.
    effects: Vec<Effects>,
    written: Vec<VarId>,
    found: Vec<Unsequenced>,
    whole: Span,
}

impl Sema<'_> {
    /// Looks at the full expression `root`, whose nodes were made since `mark`.
    pub(crate) fn check_sequence(&mut self, mark: ExprId, root: ExprId) {
        let span = self.span(root);
        self.scan(mark, &[root], span);
    }

    /// Looks at an initialiser, whose parts are indeterminately sequenced: each is looked at on its own.
    pub(crate) fn check_initialiser_sequence(
        &mut self,
        mark: ExprId,
        initialiser: &Initialiser,
        span: Span,
    ) {
        let roots: Vec<ExprId> = initialiser
            .elements
            .iter()
            .filter_map(|it| match it.value {
                ElementValue::Scalar { value, .. } | ElementValue::Record { value, .. } => {
                    Some(value)
                }
                ElementValue::Bytes(_) => None,
            })
            .collect();
        self.scan(mark, &roots, span);
    }

    fn written_variable(&self, expr: ExprId) -> Option<VarId> {
        let place = match self.kind(expr) {
            ExprKind::Assign { place, .. } => *place,
            ExprKind::Update(update) => update.place,
            _ => return None,
        };
        self.variable_of(place)
    }

    fn variable_of(&self, place: PlaceId) -> Option<VarId> {
        match self.unit.places[place].kind {
            PlaceKind::Variable(it) => Some(it),
            _ => None,
        }
    }

    fn scan(&mut self, mark: ExprId, roots: &[ExprId], whole: Span) {
        let first = mark.index();
        let count = self.unit.exprs.len() - first;
        let ids = || (first..first + count).map(ExprId::from_index);
        let mut written: Vec<VarId> = ids().filter_map(|it| self.written_variable(it)).collect();
        let single =
            written.len() == 1 && roots.iter().any(|&it| self.written_variable(it).is_some());
        if written.is_empty() || single {
            return;
        }
        written.sort();
        written.dedup();
        // Parts have smaller ids than what uses them: one pass down marks what is used, one pass up collects.
        let mut used = vec![false; count];
        for &root in roots {
            if root.index() >= first {
                used[root.index() - first] = true;
            }
        }
        for id in ids().rev() {
            if used[id.index() - first] {
                self.unit.operands(id, &mut |part| {
                    if part.index() >= first {
                        used[part.index() - first] = true;
                    }
                });
            }
        }
        let mut scan = Scan {
            first,
            effects: vec![Effects::default(); count],
            written,
            found: Vec::new(),
            whole,
        };
        for id in ids().filter(|it| used[it.index() - first]) {
            self.collect(id, &mut scan);
        }
        let mut found = scan.found;
        found.dedup_by_key(|it| it.variable);
        for problem in found {
            let Some(variable) = problem.variable else { continue };
            let name = self.unit.variables[variable].name.clone();
            self.warn(
                "unsequenced",
                problem.write,
                format!(
                    "the order of this write of `{name}` and another access to it is not defined"
                ),
            );
            self.explain(|it| it.related(problem.other, "the other access"));
            self.unit.unsequenced.push(problem);
        }
    }

    fn collect(&self, id: ExprId, scan: &mut Scan) {
        let node = &self.unit.exprs[id];
        let mut parts = Vec::new();
        self.unit.operands(id, &mut |part| parts.push(part));
        let sequenced = matches!(
            node.kind,
            ExprKind::Comma(..)
                | ExprKind::Logical(..)
                | ExprKind::Conditional { .. }
                | ExprKind::Let { .. }
        );
        let mut all = Effects::default();
        for (position, part) in parts.into_iter().enumerate() {
            let Some(index) = part.index().checked_sub(scan.first) else { continue };
            let mut effects = std::mem::take(&mut scan.effects[index]);
            if !sequenced {
                scan.compare(&all, &effects);
            } else if position == 0 {
                // Complete before the rest starts.
                effects.pending.clear();
            }
            all.absorb(effects);
        }
        if matches!(node.kind, ExprKind::Call { .. } | ExprKind::Builtin { .. }) {
            // The arguments are complete before the function starts.
            all.pending.clear();
        }
        if let Some(variable) = self.written_variable(id) {
            // The write comes after the values of the operands, but not after their side effects.
            let own = vec![(variable, node.span)];
            let assign = Effects { writes: own.clone(), ..Effects::default() };
            scan.compare(&assign, &Effects { writes: all.pending.clone(), ..Effects::default() });
            all.absorb(Effects { writes: own.clone(), pending: own, reads: Vec::new() });
        }
        if let ExprKind::Load(place) = node.kind
            && let Some(variable) = self.variable_of(place)
            && scan.written.binary_search(&variable).is_ok()
        {
            all.absorb(Effects { reads: vec![(variable, node.span)], ..Effects::default() });
        }
        scan.effects[id.index() - scan.first] = all;
    }
}

impl Scan {
    /// Reports writes on one side that meet an access on the other.
    fn compare(&mut self, left: &Effects, right: &Effects) {
        for (one, other) in [(left, right), (right, left)] {
            for &(variable, write) in &one.writes {
                let meets = other.writes.iter().chain(&other.reads).find(|it| it.0 == variable);
                if let Some(&(_, access)) = meets
                    && !self.found.iter().any(|it| it.variable == Some(variable))
                {
                    self.found.push(Unsequenced {
                        variable: Some(variable),
                        write,
                        other: access,
                        span: self.whole,
                    });
                }
            }
        }
    }
}
