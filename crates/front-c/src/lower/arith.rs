//! Arithmetic, with the checks that C asks for.

use tribunal_base::Span;
use tribunal_ir::{Action, BinOp, Expr, ExprId, IntShape, Place, Ty, TyId, UnOp};

use super::Lowering;
use super::check::Check;
use super::place::{Address, Spot};
use super::types::Class;
use crate::hir::{BinaryOp, ConversionKind, TypeId, UnaryOp};

impl Lowering<'_> {
    fn shape_of(&self, expr: ExprId) -> Option<IntShape> {
        match self.program.ty_of(expr) {
            Some(Ty::Int(shape)) => Some(shape),
            _ => None,
        }
    }

    /// `a op b`, both of one type but for shifts.
    pub(super) fn arithmetic(&mut self, op: BinaryOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        // Arithmetic on a `_Bool` happens only in updates and atomics.
        let Some(shape) = self.shape_of(a) else { return self.float_arithmetic(op, a, b, span) };
        if self.has_integers() && shape.bits == 128 && op.is_of_bits() {
            return self.bits_of_integers(op, a, b, span);
        }
        match op {
            BinaryOp::Add => self.overflowing(BinOp::Add, BinOp::AddOverflows, shape, a, b, span),
            BinaryOp::Subtract => {
                self.overflowing(BinOp::Sub, BinOp::SubOverflows, shape, a, b, span)
            }
            BinaryOp::Multiply => {
                self.overflowing(BinOp::Mul, BinOp::MulOverflows, shape, a, b, span)
            }
            BinaryOp::Divide => self.quotient(BinOp::Div, shape, a, b, span),
            BinaryOp::Remainder => self.quotient(BinOp::Rem, shape, a, b, span),
            BinaryOp::ShiftLeft => self.shift(BinOp::Shl, shape, a, b, span),
            BinaryOp::ShiftRight => self.shift(BinOp::Shr, shape, a, b, span),
            BinaryOp::And => self.binary(BinOp::And, a, b),
            BinaryOp::Or => self.binary(BinOp::Or, a, b),
            BinaryOp::Xor => self.binary(BinOp::Xor, a, b),
        }
    }

    fn float_arithmetic(&mut self, op: BinaryOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let op = match op {
            BinaryOp::Add => BinOp::Add,
            BinaryOp::Subtract => BinOp::Sub,
            BinaryOp::Multiply => BinOp::Mul,
            BinaryOp::Divide => BinOp::Div,
            BinaryOp::And => BinOp::And,
            BinaryOp::Or => BinOp::Or,
            BinaryOp::Xor => BinOp::Xor,
            BinaryOp::Remainder | BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                self.unsupported("an operator on operands it is not for", span);
                return a;
            }
        };
        let result = self.binary(op, a, b);
        self.no_nan(result, span)
    }

    /// A value that goes wrong if it is a NaN, if that is looked for.
    pub(super) fn no_nan(&mut self, value: ExprId, span: Span) -> ExprId {
        self.hide_nan(value, span);
        if self.is_float(value) && self.properties.contains_key(&Check::Float) {
            // Only a NaN differs from itself.
            let is_nan = self.binary(BinOp::Ne, value, value);
            self.check(Check::Float, is_nan, "a float operation yields a NaN", span);
        }
        value
    }

    fn overflowing(
        &mut self,
        op: BinOp,
        overflows: BinOp,
        shape: IntShape,
        a: ExprId,
        b: ExprId,
        span: Span,
    ) -> ExprId {
        if shape.signed {
            let overflow = self.binary(overflows, a, b);
            self.check_overflow(shape, overflow, "signed overflow", span);
        }
        self.binary(op, a, b)
    }

    /// Goes wrong where a number does not fit. Whether it has to fit the width of a bit-field that is wider than an `int`, or that of its type, compilers do not
    /// agree (C17 6.3.1.1p2 is silent), so there is no answer from there on.
    fn check_overflow(&mut self, shape: IntShape, overflow: ExprId, what: &str, span: Span) {
        // That of `_BitInt` has to; only narrow ones cannot be bit-fields.
        let is_of_a_type = shape.bits < 32 || matches!(shape.bits, 32 | 64 | 128);
        if is_of_a_type {
            self.check_if_wanted(Check::Overflow, overflow, what, span);
        } else {
            self.check(Check::Unsupported, overflow, "overflow of a wide bit-field", span);
        }
    }

    fn quotient(&mut self, op: BinOp, shape: IntShape, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let ty = self.program.int_ty(shape);
        let zero = self.number(0, ty);
        let by_zero = self.binary(BinOp::Eq, b, zero);
        self.check(Check::Division, by_zero, "division by zero", span);
        if shape.signed {
            let (least, minus_one) = (self.number(1 << (shape.bits - 1), ty), self.number(-1, ty));
            let is_least = self.binary(BinOp::Eq, a, least);
            let is_minus_one = self.binary(BinOp::Eq, b, minus_one);
            let overflow = self.both(is_least, is_minus_one);
            self.check_overflow(shape, overflow, "signed overflow in a division", span);
        }
        self.binary(op, a, b)
    }

    fn shift(&mut self, op: BinOp, shape: IntShape, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let (ty, width) = (self.program.int_ty(shape), i128::from(shape.bits));
        let Some(by) = self.shape_of(b) else { return a };
        let by_ty = self.program.int_ty(by);
        let (zero, limit) = (self.number(0, by_ty), self.number(width, by_ty));
        let mut out_of_range = match self.fits(width, by) {
            true => self.binary(BinOp::Le, limit, b),
            false => self.truth(false),
        };
        if by.signed {
            let negative = self.binary(BinOp::Lt, b, zero);
            out_of_range = self.either(negative, out_of_range);
        }
        self.check_if_wanted(
            Check::Shift,
            out_of_range,
            "shift by a negative number or by the width or more",
            span,
        );
        let count = self.cast(ty, b);
        if op == BinOp::Shl && shape.signed {
            let zero = self.number(0, ty);
            let negative = self.binary(BinOp::Lt, a, zero);
            self.check_if_wanted(Check::Shift, negative, "left shift of a negative number", span);
            // GNU C gives a meaning to bits shifted into the sign; beyond it they are lost.
            let shifted = self.binary(BinOp::Shl, a, count);
            let unsigned = self.program.int_ty(IntShape { signed: false, ..shape });
            let (shifted_u, count_u) = (self.cast(unsigned, shifted), self.cast(unsigned, count));
            let back_u = self.binary(BinOp::Shr, shifted_u, count_u);
            let a_u = self.cast(unsigned, a);
            let lost = self.binary(BinOp::Ne, back_u, a_u);
            self.check_if_wanted(Check::Shift, lost, "left shift out of a signed type", span);
        }
        self.binary(op, a, count)
    }

    fn fits(&self, value: i128, shape: IntShape) -> bool {
        shape.wrap(value) == value
    }

    pub(super) fn unary_arithmetic(&mut self, op: UnaryOp, a: ExprId, span: Span) -> ExprId {
        match (op, self.shape_of(a)) {
            (UnaryOp::Negate, Some(shape)) if shape.signed => {
                let ty = self.program.int_ty(shape);
                let zero = self.number(0, ty);
                self.overflowing(BinOp::Sub, BinOp::SubOverflows, shape, zero, a, span)
            }
            (UnaryOp::Negate, _) => self.unary(UnOp::Neg, a),
            (UnaryOp::Complement, _) => self.unary(UnOp::BitNot, a),
        }
    }

    /// A value of another type.
    pub(super) fn convert(
        &mut self,
        kind: ConversionKind,
        arg: ExprId,
        from: TypeId,
        to: TypeId,
        span: Span,
    ) -> ExprId {
        let target = self.scalar(to);
        match kind {
            ConversionKind::ToVoid | ConversionKind::Pointer => arg,
            // A member's value becomes a union.
            ConversionKind::Record if self.class(from) != Class::Aggregate => {
                let room = self.room(self.size(to), span);
                let start = self.load_var(room);
                self.write(Spot::Memory(Address::inside(start)), from, arg, span);
                start
            }
            ConversionKind::Record => arg,
            ConversionKind::Integer => {
                self.check_conversion(arg, target, span);
                self.cast(target, arg)
            }
            ConversionKind::FloatToInteger => self.truncate(arg, target, span),
            ConversionKind::Float => {
                self.hide_converted_nan(arg, span);
                self.cast(target, arg)
            }
            ConversionKind::IntegerToFloat
            | ConversionKind::ToBool
            | ConversionKind::PointerToInteger
            | ConversionKind::IntegerToPointer => {
                if kind == ConversionKind::PointerToInteger {
                    self.assume_addresses(span);
                }
                self.cast(target, arg)
            }
        }
    }

    fn check_conversion(&mut self, arg: ExprId, target: TyId, span: Span) {
        if !self.checks_conversions() {
            return;
        }
        let (Some(from), Ty::Int(to)) = (self.shape_of(arg), self.program.tys[target]) else {
            return;
        };
        if super::ops::holds_all(to, from) {
            return;
        }
        if self.has_integers() {
            return self.check_character(arg, from, to, span);
        }
        let (there, home) = (self.cast(target, arg), self.program.int_ty(from));
        let back = self.program.expr(Expr::Cast { to: home, arg: there });
        let differs = self.binary(BinOp::Ne, back, arg);
        let sign = if to.signed == from.signed {
            self.truth(false)
        } else {
            let zero = self.number(0, if from.signed { home } else { target });
            let signed = if from.signed { arg } else { there };
            self.binary(BinOp::Lt, signed, zero)
        };
        let lost = self.either(differs, sign);
        self.check(
            Check::Conversion,
            lost,
            "a number does not fit the type it is converted to",
            span,
        );
    }

    /// Whether numbers must fit the types that they are converted to.
    pub(super) fn checks_conversions(&self) -> bool {
        self.has_integers() || self.properties.contains_key(&Check::Conversion)
    }

    /// A float as an integer. It must fit once it is truncated: if nobody asks for that, any number may come of one that does not (C17, F.4).
    fn truncate(&mut self, arg: ExprId, target: TyId, span: Span) -> ExprId {
        let truncated = self.cast(target, arg);
        let Some(bad) = self.does_not_fit(arg, target) else { return truncated };
        if self.properties.contains_key(&Check::Conversion) {
            let message = "a float does not fit the integer type it is converted to";
            self.check(Check::Conversion, bad, message, span);
            return truncated;
        }
        if self.truth_of(bad) == Some(false) || !self.is_reached() {
            return truncated;
        }
        let var = self.temporary(target);
        self.set(var, truncated);
        let (outside, end) = (self.point(), self.point());
        self.branch(bad, outside, end);
        self.arrive(outside);
        let place = self.program.place(Place::Var(var));
        self.act(Action::Havoc { place });
        self.goto(end);
        self.arrive(end);
        self.load_var(var)
    }

    /// Whether a float that is truncated does not fit an integer type; `None` if all do.
    fn does_not_fit(&mut self, arg: ExprId, target: TyId) -> Option<ExprId> {
        let (Some(Ty::Float(shape)), Ty::Int(to)) =
            (self.program.ty_of(arg), self.program.tys[target])
        else {
            return None;
        };
        let float_ty = self.program.ty(Ty::Float(shape));
        // The powers of two at the ends are exact in every format unless they exceed it.
        let power = i32::from(to.bits) - i32::from(to.signed);
        let power_bits = crate::lower::expr::power_of_two(shape, power);
        let power_bits = power_bits?;
        let above = self.float(power_bits, shape);
        let sign = 1_u128 << (shape.bits() - 1);
        let too_great = self.binary(BinOp::Le, above, arg);
        let truncated =
            self.program.expr(Expr::Unary(UnOp::Round(tribunal_ir::Rounding::Zero), arg));
        let too_small = if to.signed {
            let below = self.float(power_bits | sign, shape);
            self.binary(BinOp::Lt, truncated, below)
        } else {
            let zero = self.program.expr(Expr::Const { value: 0, ty: float_ty });
            self.binary(BinOp::Lt, truncated, zero)
        };
        let is_nan = self.binary(BinOp::Ne, arg, arg);
        let outside = self.either(too_great, too_small);
        Some(self.either(outside, is_nan))
    }
}
