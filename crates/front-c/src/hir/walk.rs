//! The parts of values, places and statements.

use super::{
    Access, Callee, ExprId, ExprKind, Initialiser, PlaceId, PlaceKind, Size, StmtId, StmtKind,
    Unit, UpdateOp,
};

/// A direct part of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A statement.
    Stmt(StmtId),
    /// A value.
    Expr(ExprId),
}

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
            | ExprKind::LabelAddress(_)
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
                    return initialiser.values().for_each(visit);
                }
                PlaceKind::Variable(_) | PlaceKind::Unsupported(_) => return,
            }
        }
    }

    /// The place that a value reads, writes or points to, by itself.
    pub fn place_of(&self, expr: ExprId) -> Option<PlaceId> {
        match &self.exprs[expr].kind {
            &ExprKind::Load(place)
            | &ExprKind::AddressOf(place)
            | &ExprKind::Assign { place, .. } => Some(place),
            ExprKind::Update(update) => Some(update.place),
            _ => None,
        }
    }

    /// The direct parts of a statement.
    pub fn parts(&self, stmt: StmtId) -> Vec<Part> {
        let exprs = |all: &[Option<ExprId>]| -> Vec<Part> {
            all.iter().flatten().map(|it| Part::Expr(*it)).collect()
        };
        match &self.stmts[stmt].kind {
            StmtKind::Block { statements, .. } => {
                statements.iter().map(|it| Part::Stmt(*it)).collect()
            }
            &StmtKind::Expression(it) | &StmtKind::ComputedGoto(it) | &StmtKind::Cleanup(it) => {
                exprs(&[Some(it)])
            }
            StmtKind::Contracted { contract, body } => {
                let conditions = contract.invariants.iter().chain(&contract.decreases);
                let areas = contract.assigns.iter().map(|it| &it.pointer);
                let entries = contract.entries.iter().map(|it| &it.1);
                let all = conditions.chain(areas).chain(entries);
                all.map(|it| Part::Expr(*it)).chain([Part::Stmt(*body)]).collect()
            }
            StmtKind::Declare { initialiser, size, .. } => {
                let values = initialiser.iter().flat_map(Initialiser::values).map(Part::Expr);
                values.chain(exprs(&[*size])).collect()
            }
            StmtKind::If { arms, otherwise } => {
                let arms = arms.iter().flat_map(|it| [Part::Expr(it.0), Part::Stmt(it.1)]);
                arms.chain(otherwise.map(Part::Stmt)).collect()
            }
            &StmtKind::While { condition, body }
            | &StmtKind::DoWhile { body, condition }
            | &StmtKind::Switch { value: condition, body, .. } => {
                vec![Part::Expr(condition), Part::Stmt(body)]
            }
            &StmtKind::For { condition, step, body } => {
                let mut all = exprs(&[condition, step]);
                all.push(Part::Stmt(body));
                all
            }
            &StmtKind::Return(value) => exprs(&[value]),
            StmtKind::Empty
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Unsupported(_) => Vec::new(),
        }
    }
}
