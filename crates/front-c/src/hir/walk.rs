//! The parts of values and places.

use super::{
    Access, Callee, ElementValue, ExprId, ExprKind, PlaceId, PlaceKind, Size, Unit, UpdateOp,
};

impl Unit {
    /// Calls `visit` with the direct parts of a value, in the order they are written; the parts of its places count as its own. Statements
    /// inside an expression are not entered.
    pub fn operands(&self, expr: ExprId, visit: &mut dyn FnMut(ExprId)) {
        let size = |it: &Size, visit: &mut dyn FnMut(ExprId)| {
            if let &Size::Computed(it) = it {
                visit(it);
            }
        };
        match &self.exprs[expr].kind {
            ExprKind::Integer(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Function(_)
            | ExprKind::Unsupported(_) => {}
            &ExprKind::Load(place) | &ExprKind::AddressOf(place) => {
                self.place_operands(place, visit)
            }
            &ExprKind::Unary(_, it) | &ExprKind::Not(it) | &ExprKind::Convert(_, it) => visit(it),
            &ExprKind::Binary(_, left, right)
            | &ExprKind::Compare(_, left, right)
            | &ExprKind::Logical(_, left, right)
            | &ExprKind::Comma(left, right) => {
                visit(left);
                visit(right);
            }
            &ExprKind::Conditional { condition, then, otherwise } => {
                visit(condition);
                visit(then);
                visit(otherwise);
            }
            &ExprKind::Let { value, body, .. } => {
                visit(value);
                visit(body);
            }
            ExprKind::PointerAdd { pointer, index, element, .. } => {
                visit(*pointer);
                visit(*index);
                size(element, visit);
            }
            ExprKind::PointerDifference { left, right, element } => {
                visit(*left);
                visit(*right);
                size(element, visit);
            }
            &ExprKind::Assign { place, value } => {
                self.place_operands(place, visit);
                visit(value);
            }
            ExprKind::Update(update) => {
                self.place_operands(update.place, visit);
                visit(update.operand);
                if let UpdateOp::Pointer { element, .. } = &update.operation {
                    size(element, visit);
                }
            }
            ExprKind::Call { callee, arguments } => {
                if let &Callee::Indirect(it) = callee {
                    visit(it);
                }
                arguments.iter().for_each(|&it| visit(it));
            }
            ExprKind::Statement { value, .. } => value.iter().for_each(|&it| visit(it)),
            &ExprKind::Va(access) => match access {
                Access::Start(place) | Access::Argument(place) | Access::End(place) => {
                    self.place_operands(place, visit)
                }
                Access::Copy(to, from) => {
                    self.place_operands(to, visit);
                    self.place_operands(from, visit);
                }
            },
            ExprKind::Builtin { arguments, .. } => arguments.iter().for_each(|&it| visit(it)),
        }
    }

    /// Calls `visit` with the values a place is computed from.
    pub fn place_operands(&self, place: PlaceId, visit: &mut dyn FnMut(ExprId)) {
        let mut current = place;
        loop {
            match &self.places[current].kind {
                &PlaceKind::Field { base, .. } => current = base,
                &PlaceKind::Deref(it) | &PlaceKind::Temporary(it) => return visit(it),
                PlaceKind::CompoundLiteral { initialiser, .. } => {
                    for element in &initialiser.elements {
                        match element.value {
                            ElementValue::Scalar { value, .. }
                            | ElementValue::Record { value, .. } => visit(value),
                            ElementValue::Bytes(_) => {}
                        }
                    }
                    return;
                }
                PlaceKind::Variable(_) | PlaceKind::Unsupported(_) => return,
            }
        }
    }
}
