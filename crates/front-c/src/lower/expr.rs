//! Values: what they are once all effects on the way have been done.

use tribunal_base::Span;
use tribunal_ir::{
    AssumptionKind, BinOp, Expr, ExprId, FloatShape, LocId, Place, PointerQuery, Ty,
};

use super::Lowering;
use super::check::Check;
use super::place::{Access, Address, Spot};
use super::subscript::Reach;
use super::types::Class;
use crate::hir::{self, BinaryOp, CompareOp, ExprKind, LogicalOp, TypeId, Update, UpdateOp, Yield};

impl Lowering<'_> {
    /// Evaluates an expression for its effects alone.
    pub(super) fn effect(&mut self, expr: hir::ExprId) {
        let hir::Expr { kind, span, .. } = self.unit.exprs[expr].clone();
        match kind {
            ExprKind::Assign { place, value } => self.assign(place, value, span),
            ExprKind::Update(update) => _ = self.update(update, span, Wanted::Nothing),
            ExprKind::Comma(first, second) => {
                self.effect(first);
                self.effect(second);
            }
            ExprKind::Convert(hir::ConversionKind::ToVoid, arg) => self.effect(arg),
            ExprKind::Call { callee, arguments } => {
                let ty = self.unit.exprs[expr].ty;
                _ = self.call(callee, &arguments, ty, span, Wanted::Nothing);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let (yes, no, end) = (self.point(), self.point(), self.point());
                self.condition(condition, yes, no);
                self.arrive(yes);
                self.effect(then);
                self.goto(end);
                self.arrive(no);
                self.effect(otherwise);
                self.goto(end);
                self.arrive(end);
            }
            ExprKind::Logical(op, left, right) => {
                let (more, end) = (self.point(), self.point());
                match op {
                    LogicalOp::And => self.condition(left, more, end),
                    LogicalOp::Or => self.condition(left, end, more),
                }
                self.arrive(more);
                self.effect(right);
                self.goto(end);
                self.arrive(end);
            }
            ExprKind::Statement { block, value } => {
                _ = self.statement_value(block, value, Wanted::Nothing)
            }
            _ => _ = self.value(expr),
        }
    }

    /// Goes to one of two points by a condition.
    pub(super) fn condition(&mut self, condition: hir::ExprId, yes: LocId, no: LocId) {
        match self.unit.exprs[condition].kind {
            ExprKind::Not(arg) => self.condition(arg, no, yes),
            ExprKind::Logical(op, left, right) => {
                let more = self.point();
                match op {
                    LogicalOp::And => self.condition(left, more, no),
                    LogicalOp::Or => self.condition(left, yes, more),
                }
                self.arrive(more);
                self.condition(right, yes, no);
            }
            ExprKind::Convert(hir::ConversionKind::ToBool, arg) if self.is_truth(arg) => {
                let ExprKind::Convert(_, arg) = self.unit.exprs[arg].kind else { return };
                self.condition(arg, yes, no);
            }
            _ => {
                let value = self.value(condition);
                self.branch(value, yes, no);
            }
        }
    }

    /// Whether a value is a truth value that was made a number.
    fn is_truth(&self, expr: hir::ExprId) -> bool {
        match self.unit.exprs[expr].kind {
            ExprKind::Convert(hir::ConversionKind::Integer, arg) => {
                self.class(self.unit.exprs[arg].ty) == Class::Scalar(Ty::Bool)
            }
            _ => false,
        }
    }

    /// The value of an expression; of a struct, union or array, a pointer to its bytes.
    pub(super) fn value(&mut self, expr: hir::ExprId) -> ExprId {
        let hir::Expr { kind, ty, span } = self.unit.exprs[expr].clone();
        match kind {
            ExprKind::Integer(value) => {
                let scalar = self.scalar(ty);
                match self.program.tys[scalar] {
                    Ty::Bool => self.truth(value != 0),
                    _ => self.number(value, scalar),
                }
            }
            ExprKind::Float(bits) => {
                let scalar = self.scalar(ty);
                match self.program.tys[scalar] {
                    Ty::Float(shape) => self.float(bits, shape),
                    _ => self.lost("a constant of this floating type", ty, span),
                }
            }
            ExprKind::Null => self.null(),
            ExprKind::LabelAddress(label) => self.label_address(label),
            ExprKind::Function(function) => {
                let process = self.process_of(function);
                self.program.expr(Expr::Function(process))
            }
            ExprKind::Load(place) => match self.class(ty) {
                Class::Scalar(_) => {
                    if self.unit.places[place].ty.qualifiers.volatile {
                        let what = "volatile objects change only when the program writes them";
                        self.assume_that(AssumptionKind::Volatile, what.to_owned(), span);
                    }
                    let spot = self.spot(place);
                    self.read(spot, ty, span)
                }
                Class::Aggregate => match self.spot(place) {
                    Spot::Memory(address) => {
                        let size = self.bytes(self.size(ty));
                        self.check_typed_access(address, size, Access::Read, Some(ty), span);
                        address.pointer
                    }
                    Spot::Register(var) => self.load_var(var),
                    Spot::Host(_) => self.lost("a structure of the model as a whole", ty, span),
                },
                Class::Void => self.lost_value(ty),
                Class::Unsupported => self.lost("a value of this type", ty, span),
            },
            ExprKind::AddressOf(place) => self.address(place),
            ExprKind::Unary(op, arg) => {
                let arg = self.value(arg);
                self.unary_arithmetic(op, arg, span)
            }
            ExprKind::Binary(op, left, right) => {
                let (a, b) = self.operands(left, right);
                self.arithmetic(op, a, b, span)
            }
            ExprKind::Compare(op, left, right) => {
                if let Some((a, b)) = self.numbers_of_objects(op, left, right) {
                    let same = self.same_object(a, b);
                    return if op == CompareOp::Equal { same } else { self.negated(same) };
                }
                let (a, b) = self.operands(left, right);
                if matches!(op, CompareOp::Equal | CompareOp::NotEqual)
                    && self.may_be_neighbours(left, right)
                {
                    self.check_neighbours(a, b, span);
                }
                if matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
                    if self.may_be_reused(left, right) {
                        self.check_reuse(a, b, span);
                    }
                    if self.may_be_literals(left, right) {
                        self.check_literals(a, b, span);
                    }
                }
                self.comparison(op, a, b, span)
            }
            ExprKind::Not(arg) => {
                let arg = self.value(arg);
                self.negated(arg)
            }
            ExprKind::Logical(op, left, right) => self.logical(op, left, right),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional(condition, then, otherwise, ty)
            }
            ExprKind::Let { variable, value, body } => {
                let value = self.value(value);
                if let super::Home::Register(var) = self.home(variable) {
                    self.set(var, value);
                } else {
                    self.unsupported("a temporary value of this type", span);
                }
                self.value(body)
            }
            ExprKind::Comma(first, second) => {
                self.effect(first);
                self.value(second)
            }
            ExprKind::Convert(kind, arg) => {
                let from = self.unit.exprs[arg].ty;
                let known = self.program.objects.len();
                let is_call = matches!(self.unit.exprs[arg].kind, ExprKind::Call { .. });
                let mut arg = self.value(arg);
                if is_call {
                    self.name_parts(known, ty);
                }
                if kind == hir::ConversionKind::PointerToInteger {
                    arg = self.keep(arg);
                    self.note_number(expr, arg, span);
                }
                self.convert(kind, arg, from, ty, span)
            }
            ExprKind::PointerAdd { .. } => self.moved_pointer(expr, Reach::OnePast),
            ExprKind::PointerDifference { left, right, element } => {
                let (a, b) = self.operands(left, right);
                self.pointer_difference(a, b, element, ty, span)
            }
            ExprKind::Assign { place, value } => self.assigned(place, value, ty, span),
            ExprKind::Update(update) => {
                self.update(update, span, Wanted::Value).unwrap_or_else(|| self.lost_value(ty))
            }
            ExprKind::Call { callee, arguments } => {
                let callee = self.callee_for(expr, callee);
                let result = self.call(callee, &arguments, ty, span, Wanted::Value);
                result.unwrap_or_else(|| self.lost_value(ty))
            }
            ExprKind::Statement { block, value } => {
                let result = self.statement_value(block, value, Wanted::Value);
                result.unwrap_or_else(|| self.lost_value(ty))
            }
            ExprKind::Va(access) => self.variadic(access, ty, span),
            ExprKind::Builtin { builtin, arguments } => {
                self.builtin(&builtin, &arguments, ty, span)
            }
            ExprKind::Unsupported(what) => self.lost(&what, ty, span),
        }
    }

    /// Something is not supported here; control comes no further.
    pub(super) fn lost(&mut self, what: &str, ty: TypeId, span: Span) -> ExprId {
        self.unsupported(what, span);
        self.lost_value(ty)
    }

    /// A value that nobody looks at.
    pub(super) fn lost_value(&mut self, ty: TypeId) -> ExprId {
        let ty = self.scalar(ty);
        self.program.expr(Expr::Const { value: 0, ty })
    }

    /// Two values, the first of which is not changed by the second.
    pub(super) fn operands(&mut self, left: hir::ExprId, right: hir::ExprId) -> (ExprId, ExprId) {
        let a = self.value(left);
        let a = self.keep_before(a, &[right]);
        (a, self.value(right))
    }

    fn comparison(&mut self, op: CompareOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        if self.program.ty_of(a) == Some(Ty::Pointer)
            && !matches!(op, CompareOp::Equal | CompareOp::NotEqual)
        {
            let same = self.program.expr(Expr::Binary(BinOp::SameObject, a, b));
            let different = self.negated(same);
            self.check(
                Check::Comparison,
                different,
                "pointers to different objects are compared by order",
                span,
            );
            let (from, to) = (self.ask(PointerQuery::Offset, a), self.ask(PointerQuery::Offset, b));
            return self.ordered(op, from, to);
        }
        self.ordered(op, a, b)
    }

    fn ordered(&mut self, op: CompareOp, a: ExprId, b: ExprId) -> ExprId {
        match op {
            CompareOp::Equal => self.binary(BinOp::Eq, a, b),
            CompareOp::NotEqual => self.binary(BinOp::Ne, a, b),
            CompareOp::Less => self.binary(BinOp::Lt, a, b),
            CompareOp::LessEqual => self.binary(BinOp::Le, a, b),
            CompareOp::Greater => self.binary(BinOp::Lt, b, a),
            CompareOp::GreaterEqual => self.binary(BinOp::Le, b, a),
        }
    }

    /// `&&` and `||`: the right operand is evaluated only where it matters.
    fn logical(&mut self, op: LogicalOp, left: hir::ExprId, right: hir::ExprId) -> ExprId {
        let a = self.value(left);
        if self.is_plain(right) {
            let b = self.value(right);
            return match op {
                LogicalOp::And => self.both(a, b),
                LogicalOp::Or => self.either(a, b),
            };
        }
        let ty = self.program.ty(Ty::Bool);
        let result = self.temporary(ty);
        let (more, end) = (self.point(), self.point());
        self.set(result, a);
        let held = self.load_var(result);
        match op {
            LogicalOp::And => self.branch(held, more, end),
            LogicalOp::Or => self.branch(held, end, more),
        }
        self.arrive(more);
        let b = self.value(right);
        self.set(result, b);
        self.goto(end);
        self.arrive(end);
        held
    }

    /// Whether an expression can be evaluated without effects and without anything to check.
    fn is_plain(&self, expr: hir::ExprId) -> bool {
        match self.unit.exprs[expr].kind {
            ExprKind::Integer(_) | ExprKind::Float(_) | ExprKind::Null => true,
            ExprKind::Load(place) => match self.unit.places[place].kind {
                hir::PlaceKind::Variable(variable) => {
                    let is_watched = self.is_watched(variable);
                    let variable = &self.unit.variables[variable];
                    let is_checked = is_watched
                        || variable.address_taken
                            && self.properties.contains_key(&Check::Uninitialised);
                    matches!(self.class(variable.ty.id), Class::Scalar(_)) && !is_checked
                }
                _ => self.is_plain_host(place),
            },
            ExprKind::Not(arg) => self.is_plain(arg),
            ExprKind::Convert(kind, arg) => {
                let checked = match kind {
                    hir::ConversionKind::Integer => self.checks_conversions(),
                    hir::ConversionKind::FloatToInteger => true,
                    _ => false,
                };
                !checked && self.is_plain(arg)
            }
            ExprKind::Compare(op, a, b) => {
                let pointers = self.class(self.unit.exprs[a].ty) == Class::Scalar(Ty::Pointer);
                let equality = matches!(op, CompareOp::Equal | CompareOp::NotEqual);
                let unchecked = equality && !self.may_be_neighbours(a, b);
                (unchecked || !pointers) && self.is_plain(a) && self.is_plain(b)
            }
            ExprKind::Logical(_, a, b) => self.is_plain(a) && self.is_plain(b),
            _ => false,
        }
    }

    fn conditional(
        &mut self,
        condition: hir::ExprId,
        then: hir::ExprId,
        otherwise: hir::ExprId,
        ty: TypeId,
    ) -> ExprId {
        if self.class(ty) == Class::Void {
            let (yes, no, end) = (self.point(), self.point(), self.point());
            self.condition(condition, yes, no);
            for (point, arm) in [(yes, then), (no, otherwise)] {
                self.arrive(point);
                self.effect(arm);
                self.goto(end);
            }
            self.arrive(end);
            return self.lost_value(ty);
        }
        if self.is_plain(then) && self.is_plain(otherwise) {
            let condition = self.value(condition);
            let (yes, no) = (self.value(then), self.value(otherwise));
            return self.ite(condition, yes, no);
        }
        let scalar = self.scalar(ty);
        let result = self.temporary(scalar);
        let (yes, no, end) = (self.point(), self.point(), self.point());
        self.condition(condition, yes, no);
        for (point, arm) in [(yes, then), (no, otherwise)] {
            self.arrive(point);
            let value = self.value(arm);
            self.set(result, value);
            self.goto(end);
        }
        self.arrive(end);
        self.load_var(result)
    }

    /// Stores a value for its effect alone.
    fn assign(&mut self, place: hir::PlaceId, value: hir::ExprId, span: Span) {
        let ty = self.unit.places[place].ty.id;
        let spot = self.spot(place);
        let spot = self.keep_spot(spot, &[value]);
        let value = self.value(value);
        self.store(spot, ty, value, span);
    }

    /// Stores a value and yields it.
    fn assigned(
        &mut self,
        place: hir::PlaceId,
        value: hir::ExprId,
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let place_ty = self.unit.places[place].ty.id;
        let spot = self.spot(place);
        let spot = self.keep_spot(spot, &[value]);
        let value = self.value(value);
        match (self.class(ty), spot) {
            (Class::Scalar(_), Spot::Register(var)) if self.is_shared(var) => {
                let value = self.keep(value);
                self.write(spot, place_ty, value, span);
                value
            }
            (Class::Scalar(_), Spot::Register(var)) => {
                self.check_frame_of_variable(var, span);
                self.set(var, value);
                self.note_written(var);
                self.load_var(var)
            }
            (Class::Scalar(_), Spot::Memory(address)) => {
                let value = self.keep(value);
                self.write(spot, place_ty, value, span);
                match address.bits() {
                    None => value,
                    Some(bits) => self.as_bits(value, bits, ty),
                }
            }
            (Class::Scalar(_), Spot::Host(_)) => {
                self.write(spot, place_ty, value, span);
                let value = self.read(spot, ty, span);
                self.keep(value)
            }
            (_, _) => {
                self.store(spot, place_ty, value, span);
                value
            }
        }
    }

    /// A number as it reads back from a bit-field.
    fn as_bits(&mut self, value: ExprId, bits: hir::BitField, ty: TypeId) -> ExprId {
        let shape = tribunal_ir::IntShape { bits: bits.width.into(), signed: bits.signed };
        let narrow = self.program.int_ty(shape);
        let value = self.program.expr(Expr::Cast { to: narrow, arg: value });
        let scalar = self.scalar(ty);
        self.cast(scalar, value)
    }

    /// Stores a scalar, or the bytes of a struct or union.
    fn store(&mut self, spot: Spot, ty: TypeId, value: ExprId, span: Span) {
        match (self.class(ty), spot) {
            (Class::Scalar(_), _) => self.write(spot, ty, value, span),
            (Class::Aggregate, Spot::Memory(to)) => self.copy(to, value, ty, span),
            (Class::Aggregate | Class::Void | Class::Unsupported, _) => {
                self.unsupported("an assignment of this type", span);
            }
        }
    }

    /// The place, kept where later effects cannot move it.
    fn keep_spot(&mut self, spot: Spot, later: &[hir::ExprId]) -> Spot {
        match spot {
            Spot::Memory(address) if later.iter().any(|it| self.has_effects(*it)) => {
                let pointer = self.keep(address.pointer);
                let base = if address.base() == address.pointer {
                    pointer
                } else {
                    self.keep(address.base())
                };
                Spot::Memory(address.moved(pointer, base))
            }
            Spot::Host(spot) if later.iter().any(|it| self.has_effects(*it)) => {
                Spot::Host(self.keep_host(spot))
            }
            Spot::Memory(_) | Spot::Register(_) | Spot::Host(_) => spot,
        }
    }

    /// `op=`, `++` and `--`.
    fn update(&mut self, update: Update, span: Span, wanted: Wanted) -> Option<ExprId> {
        if self.unit.places[update.place].ty.qualifiers.atomic && self.threads.is_some() {
            let before = self.enter_section();
            let value = self.plain_update(update, span, wanted).map(|it| self.keep(it));
            self.leave_section(before);
            return value;
        }
        self.plain_update(update, span, wanted)
    }

    fn plain_update(&mut self, update: Update, span: Span, wanted: Wanted) -> Option<ExprId> {
        let Update { place, operation, operand, result } = update;
        let ty = self.unit.places[place].ty.id;
        let spot = self.spot(place);
        let spot = self.keep_spot(spot, &[operand]);
        let operand = self.value(operand);
        let mut old = self.read(spot, ty, span);
        if wanted == Wanted::Value && result == Yield::Old {
            old = self.keep(old);
        }
        let new = match operation {
            UpdateOp::Arithmetic { op, computation, load, store } => {
                let widened = match load {
                    Some(kind) => self.convert(kind, old, ty, computation, span),
                    None => old,
                };
                let is_atomic = self.unit.places[place].ty.qualifiers.atomic;
                let computed = match op {
                    // Atomic numbers wrap (C17 7.17.7.5p3 says so of the functions, and gcc does the same for operators).
                    BinaryOp::Add if is_atomic => self.binary(BinOp::Add, widened, operand),
                    BinaryOp::Subtract if is_atomic => self.binary(BinOp::Sub, widened, operand),
                    _ => self.arithmetic(op, widened, operand, span),
                };
                match store {
                    Some(kind) => self.convert(kind, computed, computation, ty, span),
                    None => computed,
                }
            }
            UpdateOp::Pointer { element, direction } => {
                self.pointer_add(old, operand, element, direction, span)
            }
        };
        match (wanted, result) {
            (Wanted::Nothing, _) => {
                self.write(spot, ty, new, span);
                None
            }
            (Wanted::Value, Yield::Old) => {
                self.write(spot, ty, new, span);
                Some(old)
            }
            (Wanted::Value, Yield::New) => {
                let new = self.keep(new);
                self.write(spot, ty, new, span);
                let bits = match spot {
                    Spot::Memory(address) => address.bits(),
                    Spot::Register(_) | Spot::Host(_) => None,
                };
                Some(bits.map_or(new, |it| self.as_bits(new, it, ty)))
            }
        }
    }

    /// The value of `({ … })`.
    fn statement_value(
        &mut self,
        block: hir::StmtId,
        value: Option<hir::ExprId>,
        wanted: Wanted,
    ) -> Option<ExprId> {
        let hir::StmtKind::Block { statements, .. } = self.unit.stmts[block].kind.clone() else {
            return None;
        };
        self.find_labels(block, self.build.scopes.clone());
        self.enter_block(block);
        for statement in statements {
            self.statement(statement);
        }
        let result = match (value, wanted) {
            (Some(value), Wanted::Value) => {
                let ty = self.unit.exprs[value].ty;
                let value = self.value(value);
                match self.class(ty) {
                    Class::Void => None,
                    Class::Aggregate => Some(self.copied(value, ty)),
                    Class::Scalar(_) | Class::Unsupported => Some(self.keep(value)),
                }
            }
            (Some(value), Wanted::Nothing) => {
                self.effect(value);
                None
            }
            (None, _) => None,
        };
        self.leave_block();
        result
    }

    /// A copy of the bytes of a struct or union, which lives until the function returns.
    pub(super) fn copied(&mut self, from: ExprId, ty: TypeId) -> ExprId {
        let span = self.build.flow.span;
        let to = self.room(self.size(ty), span);
        let (to, size) = (self.load_var(to), self.bytes(self.size(ty)));
        self.act(tribunal_ir::Action::Copy { to, from, size });
        to
    }

    /// A nameless object that lives until the function returns; the variable holds its address.
    pub(super) fn room(&mut self, size: u64, span: Span) -> tribunal_ir::VarId {
        let object = self.site("temporary", tribunal_ir::Storage::Automatic, span);
        let pointer = self.pointer_ty();
        let address = self.local("%", pointer, span);
        let place = self.program.place(Place::Var(address));
        // In a loop, the one of the last turn is not needed any more.
        let last = self.load_var(address);
        self.act(tribunal_ir::Action::Release { pointer: last });
        let size = self.bytes(size);
        self.act(tribunal_ir::Action::Allocate { object, size, place });
        self.build.until_return.push(address);
        address
    }

    /// Memory reached by a pointer, with all checks.
    pub(super) fn through(&self, pointer: ExprId) -> Spot {
        Spot::Memory(Address::unknown(pointer))
    }
}

/// What an expression is evaluated for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Value,
    Nothing,
}

/// The bits of a power of two in a float format; `None` if it is too great.
pub(super) fn power_of_two(shape: FloatShape, power: i32) -> Option<u128> {
    let (exponent_bits, fraction_bits) = match shape {
        FloatShape::Single => (8, 23),
        FloatShape::Double => (11, 52),
        FloatShape::Extended => (15, 64),
        FloatShape::Quad => (15, 112),
    };
    let bias = (1 << (exponent_bits - 1)) - 1;
    if bias < power {
        return None;
    }
    let exponent = u128::try_from(power + bias).ok()?;
    let leading = if shape == FloatShape::Extended { 1 << 63 } else { 0 };
    Some(exponent << fraction_bits | leading)
}
