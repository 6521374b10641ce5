//! Leaving and entering blocks: by their ends, by jumps, by jumps to where a pointer points; and what is done then.

use tribunal_base::Span;
use tribunal_ir::{BinOp, Expr, ProcessKind};

use super::check::Check;
use super::{Home, Lowering, new_process};
use crate::hir::{self, ExprKind, LabelId, StmtId, StmtKind};

impl Lowering<'_> {
    /// Ends the life of the objects of the innermost blocks, down to a depth; the blocks are still open.
    pub(super) fn release_down_to(&mut self, depth: usize) {
        let blocks: Vec<StmtId> = self.build.scopes[depth.min(self.build.scopes.len())..].to_vec();
        let around = depth.min(self.build.scopes.len());
        let mut open = self.build.cleanups.len();
        for (number, block) in blocks.into_iter().enumerate().rev() {
            let outside = self.cleanups_outside(around + number);
            self.clean_up(outside..open);
            open = outside;
            for (_, address, _) in self.objects_of(block).into_iter().rev() {
                self.release_at(address);
            }
        }
    }

    /// Leaves the innermost block.
    pub(super) fn leave_block(&mut self) {
        let depth = self.build.scopes.len() - 1;
        if self.is_reached() {
            self.release_down_to(depth);
        }
        self.build.cleanups.truncate(self.cleanups_outside(depth));
        self.build.scopes.truncate(depth);
    }

    /// Jumps to a label: blocks are left and entered on the way.
    pub(super) fn jump(&mut self, label: LabelId) {
        let to = self.build.label_scopes.get(&label).cloned().unwrap_or_default();
        let from = self.build.scopes.clone();
        let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        self.release_down_to(common);
        // A jump back over the declaration of a variable ends its life as well.
        if let Some(before) = self.build.cleanups_at.get(&label) {
            self.clean_up(*before..self.cleanups_outside(common));
        }
        self.build.scopes.truncate(common);
        for block in &to[common..] {
            self.enter_block(*block);
            self.forget_registers(*block);
        }
        let point = self.label_point(label);
        self.goto(point);
        self.build.scopes = from;
    }

    /// Variables of a block that is entered by a jump hold anything.
    fn forget_registers(&mut self, block: StmtId) {
        let StmtKind::Block { variables, .. } = &self.unit.stmts[block].kind else { return };
        for variable in variables.clone() {
            if self.unit.variables[variable].storage == hir::Storage::Automatic
                && let Home::Register(var) = self.home(variable)
            {
                self.havoc(var);
            }
        }
    }

    /// Keeps the place of a label for those who ask about it.
    pub(super) fn note_label(&mut self, label: LabelId, point: tribunal_ir::LocId) {
        if let Some(name) = &self.unit.labels[label].name {
            let process = self.build.process;
            let (name, locs) = (name.clone(), vec![point]);
            self.labels.push(tribunal_ir::Label { name, process, locs });
        }
    }

    /// The point of a label.
    pub(super) fn label_point(&mut self, label: LabelId) -> tribunal_ir::LocId {
        match self.build.labels.get(&label) {
            Some(point) => *point,
            None => {
                let point = self.point();
                self.build.labels.insert(label, point);
                point
            }
        }
    }

    /// How many cleanups belong to blocks outside of those at a depth.
    fn cleanups_outside(&self, depth: usize) -> usize {
        self.build.cleanups.iter().take_while(|(around, _)| *around <= depth).count()
    }

    /// Does what is to be done when blocks are left, the last first.
    fn clean_up(&mut self, which: std::ops::Range<usize>) {
        for position in which.rev() {
            let (_, call) = self.build.cleanups[position];
            if self.is_reached() {
                self.full_expression(|it| it.effect(call));
            }
        }
    }

    /// A pointer that is the address of a label. It is no object, and no function that anybody calls.
    pub(super) fn label_address(&mut self, label: LabelId) -> tribunal_ir::ExprId {
        let process = match self.label_addresses.get(&label) {
            Some(known) => *known,
            None => {
                let hir::Label { name, span, .. } = &self.unit.labels[label];
                let name = format!("&&{}", name.clone().unwrap_or_default());
                let process = new_process(&mut self.program, &name, ProcessKind::Function, *span);
                self.label_addresses.insert(label, process);
                process
            }
        };
        self.program.expr(Expr::Function(process))
    }

    /// Jumps to the label whose address a pointer is: one way for each that has an address.
    pub(super) fn computed_goto(&mut self, target: hir::ExprId, span: Span) {
        let target = self.full_expression(|it| {
            let target = it.value(target);
            it.keep(target)
        });
        let around = self.build.function;
        let mut labels = self.addressed_labels.clone();
        labels.retain(|it| Some(self.unit.labels[*it].function) == around);
        let mut ways = Vec::new();
        for label in labels {
            let address = self.label_address(label);
            ways.push((self.binary(BinOp::Eq, target, address), self.point(), label));
        }
        let other = self.point();
        self.select(ways.iter().map(|(condition, way, _)| (*condition, *way)).collect(), other);
        for (_, way, label) in ways {
            self.arrive(way);
            self.jump(label);
        }
        self.arrive(other);
        self.fail(Check::Pointer, "a jump to no label of this function", span);
    }
}

/// Labels whose addresses are taken, in all functions.
pub(super) fn addressed_labels(unit: &hir::Unit) -> Vec<LabelId> {
    let label = |it: &hir::Expr| match it.kind {
        ExprKind::LabelAddress(label) => Some(label),
        _ => None,
    };
    let mut labels: Vec<LabelId> = unit.exprs.values().filter_map(label).collect();
    labels.sort();
    labels.dedup();
    labels
}
