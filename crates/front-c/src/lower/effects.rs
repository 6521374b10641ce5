//! Whether evaluating an expression can change what another one yields.

use super::Lowering;
use crate::hir::{Access, Builtin, Callee, ExprId, ExprKind, PlaceId, PlaceKind, Size};

impl Lowering<'_> {
    /// Whether evaluating an expression writes, calls, or runs statements.
    pub(super) fn has_effects(&mut self, expr: ExprId) -> bool {
        use tribunal_base::Id;
        if let Some(known) = self.effects[expr.index()] {
            return known;
        }
        let found = match self.unit.exprs[expr].kind.clone() {
            ExprKind::Integer(_) | ExprKind::Float(_) | ExprKind::Null | ExprKind::Function(_) => {
                false
            }
            ExprKind::LabelAddress(_) | ExprKind::Unsupported(_) => false,
            ExprKind::Load(place) | ExprKind::AddressOf(place) => self.place_has_effects(place),
            ExprKind::Unary(_, arg) | ExprKind::Not(arg) | ExprKind::Convert(_, arg) => {
                self.has_effects(arg)
            }
            ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) | ExprKind::Logical(_, a, b) => {
                self.has_effects(a) || self.has_effects(b)
            }
            ExprKind::Comma(a, b) => self.has_effects(a) || self.has_effects(b),
            ExprKind::Conditional { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().any(|it| self.has_effects(it))
            }
            ExprKind::PointerAdd { pointer, index, element, .. } => {
                self.has_effects(pointer)
                    || self.has_effects(index)
                    || self.size_has_effects(element)
            }
            ExprKind::PointerDifference { left, right, element } => {
                self.has_effects(left) || self.has_effects(right) || self.size_has_effects(element)
            }
            ExprKind::Builtin { builtin: Builtin::Expect | Builtin::ObjectSize, arguments }
            | ExprKind::Builtin { builtin: Builtin::Memory(_), arguments }
            | ExprKind::Builtin { builtin: Builtin::FloatTest(_) | Builtin::Absolute, arguments } => {
                arguments.into_iter().any(|it| self.has_effects(it))
            }
            ExprKind::Let { .. }
            | ExprKind::Assign { .. }
            | ExprKind::Update(_)
            | ExprKind::Call { callee: Callee::Direct(_) | Callee::Indirect(_), .. }
            | ExprKind::Statement { .. }
            | ExprKind::Va(
                Access::Start(_) | Access::Argument(_) | Access::Copy(..) | Access::End(_),
            )
            | ExprKind::Builtin { .. } => true,
        };
        self.effects[expr.index()] = Some(found);
        found
    }

    fn place_has_effects(&mut self, place: PlaceId) -> bool {
        match self.unit.places[place].kind.clone() {
            PlaceKind::Variable(_) | PlaceKind::Unsupported(_) => false,
            PlaceKind::Deref(pointer) => self.has_effects(pointer),
            PlaceKind::Field { base, .. } => self.place_has_effects(base),
            PlaceKind::CompoundLiteral { .. } => true,
            PlaceKind::Temporary(value) => self.has_effects(value),
        }
    }

    fn size_has_effects(&mut self, size: Size) -> bool {
        match size {
            Size::Known(_) => false,
            Size::Computed(value) => self.has_effects(value),
        }
    }
}
