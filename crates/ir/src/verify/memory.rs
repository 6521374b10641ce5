//! Invariants I9 and I10: calls and objects.

use super::{Verifier, place_of};
use crate::edge::{Action, Edge};
use crate::expr::Expr;
use crate::memory::{Content, Layout, ObjectId, Storage};
use crate::program::{Control, ExprId, ProcId, ProcessKind};
use crate::ty::Ty;

/// I9.
impl Verifier<'_> {
    pub(super) fn calls(&mut self, process: ProcId, edge: &Edge) {
        let place = place_of(edge);
        for (position, action) in edge.actions.iter().enumerate() {
            let text = || self.printer.action(Some(process), action);
            let called = match action {
                Action::Call { process: called, .. } => Some(*called),
                Action::Return { .. } => None,
                Action::Spawn { process: spawned, .. } => {
                    if self.program.procs[*spawned].kind == ProcessKind::Function {
                        let problem = format!("`{}` spawns a function", text());
                        self.report("I9", &place, &problem);
                    }
                    continue;
                }
                _ => continue,
            };
            if called.is_some_and(|it| self.program.procs[it].kind != ProcessKind::Function) {
                let problem = format!("`{}` calls what is not a function", text());
                self.report("I9", &place, &problem);
            }
            let text = self.printer.action(Some(process), action);
            if position + 1 != edge.actions.len() {
                self.report("I9", &place, &format!("`{text}` is not the last action"));
            }
            if self.program.locs[edge.from].control == Control::Indivisible {
                self.report("I9", &place, &format!("`{text}` leaves an indivisible location"));
            }
        }
    }
}

/// I10.
impl Verifier<'_> {
    pub(super) fn object(&mut self, id: ObjectId) {
        let object = &self.program.objects[id];
        let place = format!("object {}", self.printer.object_name(id));
        if !object.align.is_power_of_two() {
            self.report("I10", &place, "its alignment is not a power of two");
        }
        if !self.is_scalar_layout(&object.layout) {
            self.report("I4", &place, "a scalar of its layout is not one");
        }
        if object.storage == Storage::Static {
            if object.content == Content::Arbitrary {
                self.report("I10", &place, "it is static but arbitrary");
            }
        } else {
            if !object.init.is_empty() {
                self.report("I10", &place, "it has first values but is not static");
            }
            return;
        }
        let mut taken: Vec<(u64, u64)> = Vec::new();
        for &(offset, value) in &object.init {
            self.walk(None, &place, |it| it.expr(value));
            let text = self.printer.expr(None, value);
            if !self.is_constant_value(value) {
                self.report("I10", &place, &format!("`{text}` is not constant"));
            }
            let Some(width) = self.width_in_memory(value) else {
                let problem = format!("`{text}` is of a type that memory does not hold");
                self.report("I10", &place, &problem);
                continue;
            };
            match offset.checked_add(width) {
                Some(end) if end <= object.size => taken.push((offset, end)),
                _ => self.report("I10", &place, &format!("`{text}` at {offset} is outside")),
            }
        }
        taken.sort_unstable();
        for pair in taken.windows(2) {
            if pair[1].0 < pair[0].1 {
                self.report("I10", &place, &format!("the first values at {} overlap", pair[1].0));
            }
        }
    }

    fn is_scalar_layout(&self, layout: &Layout) -> bool {
        match layout {
            Layout::Bytes => true,
            Layout::Scalar(ty) => self.program.shape(*ty).is_some(),
            Layout::Array { elem, .. } => self.is_scalar_layout(elem),
            Layout::Record(members) => members.iter().all(|it| self.is_scalar_layout(&it.layout)),
        }
    }

    /// Whether a first value is known before anything runs.
    fn is_constant_value(&self, value: ExprId) -> bool {
        match self.program.exprs[value] {
            Expr::Const { .. } | Expr::Object(_) | Expr::Function(_) => true,
            Expr::Advance { pointer, by } => {
                matches!(self.program.exprs[by], Expr::Const { .. })
                    && self.is_constant_value(pointer)
            }
            _ => false,
        }
    }

    /// How many bytes a value takes in memory.
    fn width_in_memory(&self, value: ExprId) -> Option<u64> {
        match self.program.ty_of(value)? {
            Ty::Pointer => Some(self.program.pointer_bytes.count()),
            Ty::Float(shape) => Some(u64::from(shape.bits() / 8)),
            Ty::Int(shape) if shape.bits.is_multiple_of(8) => Some(u64::from(shape.bits / 8)),
            Ty::Int(_) | Ty::Bool | Ty::Enum(_) | Ty::Channel => None,
            Ty::Array { .. } | Ty::Record(_) => None,
        }
    }

    /// What an expression may name.
    pub(super) fn named(&mut self, scope: Option<ProcId>, expr: ExprId, place: &str) {
        let problem = match self.program.exprs[expr] {
            Expr::Object(id) if self.program.objects[id].storage != Storage::Static => {
                ("I10", "is not a static object")
            }
            Expr::Function(id) if self.program.procs[id].kind != ProcessKind::Function => {
                ("I9", "is not a function")
            }
            _ => return,
        };
        let text = self.printer.expr(scope, expr);
        self.report(problem.0, place, &format!("`{text}` {}", problem.1));
    }
}
