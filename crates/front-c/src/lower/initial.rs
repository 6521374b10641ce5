//! Initialisers: what variables hold at first.

use std::collections::BTreeMap;

use tribunal_base::Span;
use tribunal_ir::{Action, Expr, IntShape, ObjectId, Ty};

use super::place::{Address, Spot};
use super::{Home, Lowering};
use crate::hir::{self, Element, ElementValue, Initialiser};

impl Lowering<'_> {
    /// Gives an automatic variable its first value.
    pub(super) fn initialise(
        &mut self,
        variable: hir::VarId,
        initialiser: &Initialiser,
        span: Span,
    ) {
        match self.home(variable) {
            Home::Register(var) => {
                let scalar = self.unit.variables[variable].ty.id;
                let mut stored = false;
                for element in &initialiser.elements {
                    if let ElementValue::Scalar { value, .. } = element.value {
                        let value = self.value(value);
                        self.set(var, value);
                        stored = true;
                    }
                }
                if !stored {
                    let ty = self.scalar(scalar);
                    let zero = self.program.expr(Expr::Const { value: 0, ty });
                    self.set(var, zero);
                }
            }
            Home::Static(_) => {}
            Home::Slot { address, .. } => {
                let start = self.load_var(address);
                if initialiser.zero_fill {
                    let size = self.size(self.unit.variables[variable].ty.id);
                    let size = self.bytes(size + self.unit.variables[variable].extra_bytes);
                    let u8_ty = self.program.int_ty(IntShape::U8);
                    let byte = self.number(0, u8_ty);
                    self.act(Action::Fill { to: start, byte, size });
                }
                for element in &initialiser.elements {
                    self.element(start, element, span);
                }
            }
        }
    }

    /// Stores a part of an automatic object.
    fn element(&mut self, start: tribunal_ir::ExprId, element: &Element, span: Span) {
        let value = match &element.value {
            ElementValue::Scalar { value, .. } => {
                let value = self.value(*value);
                if 1 < element.count { Some(self.keep(value)) } else { Some(value) }
            }
            ElementValue::Record { value, .. } => Some(self.value(*value)),
            ElementValue::Bytes(_) => None,
        };
        for turn in 0..element.count {
            let to = self.advance_by(start, element.offset + turn * element.stride);
            match (&element.value, value) {
                (ElementValue::Scalar { ty, bits, .. }, Some(value)) => {
                    let address = Address::inside(to).with_bits(*bits);
                    self.write(Spot::Memory(address), *ty, value, span);
                }
                (ElementValue::Record { ty, .. }, Some(value)) => {
                    self.copy(Address::inside(to), value, *ty, span);
                }
                (ElementValue::Bytes(bytes), _) => {
                    let u8_ty = self.program.int_ty(IntShape::U8);
                    for (at, byte) in (0..).zip(bytes) {
                        let pointer = self.advance_by(to, at);
                        let value = self.number((*byte).into(), u8_ty);
                        let place =
                            self.program.place(tribunal_ir::Place::Deref { pointer, ty: u8_ty });
                        self.act(Action::Assign { place, value });
                    }
                }
                (ElementValue::Scalar { .. } | ElementValue::Record { .. }, None) => {}
            }
        }
    }

    /// What a static object holds: scalars and, where bit-fields are, bytes.
    pub(super) fn static_values(&mut self, object: ObjectId, initialiser: &Initialiser) {
        let mut cells: BTreeMap<u64, tribunal_ir::ExprId> = BTreeMap::new();
        let u8_ty = self.program.int_ty(IntShape::U8);
        for element in &initialiser.elements {
            for turn in 0..element.count {
                let at = element.offset + turn * element.stride;
                match &element.value {
                    ElementValue::Scalar { ty, bits: None, value } => {
                        let value = self.value(*value);
                        let stored = self.stored(*ty);
                        let value = self.cast(stored, value);
                        self.overwrite(&mut cells, at, self.size(*ty));
                        cells.insert(at, value);
                    }
                    ElementValue::Scalar { bits: Some(bits), value, .. } => {
                        let value = self.value(*value);
                        let Some(value) = self.constant(value) else { continue };
                        for bit in 0..bits.width {
                            let position = u64::from(bits.shift) + u64::from(bit);
                            let byte = at + position / 8;
                            let old =
                                cells.get(&byte).and_then(|it| self.constant(*it)).unwrap_or(0);
                            let mask = 1 << (position % 8);
                            let is_set = value >> bit & 1 != 0;
                            let new = if is_set { old | mask } else { old & !mask };
                            cells.insert(byte, self.number(new, u8_ty));
                        }
                    }
                    ElementValue::Bytes(bytes) => {
                        self.overwrite(&mut cells, at, bytes.len() as u64);
                        for (offset, byte) in (0..).zip(bytes) {
                            cells.insert(at + offset, self.number((*byte).into(), u8_ty));
                        }
                    }
                    ElementValue::Record { value, .. } => {
                        let span = self.unit.exprs[*value].span;
                        self.unsupported(
                            "a static object initialised by a struct or union as a whole",
                            span,
                        );
                    }
                }
            }
        }
        // Zero is what it holds anyway.
        cells
            .retain(|_, value| !matches!(self.program.exprs[*value], Expr::Const { value: 0, .. }));
        self.program.objects[object].init = cells.into_iter().collect();
    }

    /// Drops what an earlier initialiser said about bytes.
    fn overwrite(&self, cells: &mut BTreeMap<u64, tribunal_ir::ExprId>, at: u64, size: u64) {
        let width = |value: &tribunal_ir::ExprId| match self.program.ty_of(*value) {
            Some(Ty::Pointer) => self.program.pointer_bytes.count(),
            Some(ty) => self.program.shape_of_ty(ty).map_or(1, |it| u64::from(it.bits / 8)),
            None => 1,
        };
        cells.retain(|offset, value| *offset + width(value) <= at || at + size <= *offset);
    }
}
