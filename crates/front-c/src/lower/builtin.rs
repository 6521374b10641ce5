//! What the compiler provides.

use tribunal_base::Span;
use tribunal_ir::{
    Action, BinOp, Expr, ExprId, FloatShape, IntShape, Place, Rounding, Storage, Ty, UnOp,
};

use super::Lowering;
use super::check::Check;
use super::heap::OUTSIDE_THE_DOMAIN;
use super::types::Class;
use crate::hir::{self, BinaryOp, Builtin, FloatTest, TypeId};

impl Lowering<'_> {
    pub(super) fn builtin(
        &mut self,
        builtin: &Builtin,
        arguments: &[hir::ExprId],
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        if let Builtin::OverflowQuery(op) = builtin {
            return self.overflow(*op, arguments, None, ty, span);
        }
        if let (Builtin::Fresh, &[pointer, size]) = (builtin, arguments) {
            return self.fresh(pointer, size, ty, span);
        }
        if let (Builtin::SamePointer, &[pointer, other]) = (builtin, arguments) {
            return self.same_pointer(pointer, other, ty, span);
        }
        if let Builtin::Quantified(it) = builtin {
            return self.quantified(*it, arguments, ty, span);
        }
        let args = self.arguments(arguments);
        self.builtin_on(builtin, arguments, &args, ty, span)
    }

    /// The same on arguments that are evaluated already.
    pub(super) fn builtin_on(
        &mut self,
        builtin: &Builtin,
        arguments: &[hir::ExprId],
        args: &[ExprId],
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let result = self.scalar(ty);
        match (builtin, args) {
            (Builtin::Unreachable, _) => {
                self.fail(Check::Unreachable, "what must not be reached is reached", span);
                self.lost_value(ty)
            }
            (Builtin::Trap, _) => {
                // As of who is ended by a signal, in a shell: `SIGILL` has the number 4.
                let status = self.int(128 + 4);
                self.tell_status(status);
                self.halt();
                self.lost_value(ty)
            }
            (Builtin::Expect, [value, ..]) => *value,
            (Builtin::Alloca, [size]) => {
                let i64_ty = self.i64_ty();
                let size = self.cast(i64_ty, *size);
                let size = self.keep(size);
                let zero = self.bytes(0);
                let negative = self.binary(BinOp::Lt, size, zero);
                let what = "an object that may not fit the stack";
                self.check(Check::Unsupported, negative, what, span);
                self.check_stack(size, span);
                let site = self.site("alloca", Storage::Automatic, span);
                let pointer = self.pointer_ty();
                let address = self.local("%", pointer, span);
                let place = self.program.place(Place::Var(address));
                self.act(Action::Allocate { object: site, size, place });
                self.build.until_return.push(address);
                self.load_var(address)
            }
            (Builtin::Overflow(op), [_, _, pointer]) => {
                let pointer = self.keep(*pointer);
                self.overflow(*op, arguments, Some((pointer, [args[0], args[1]])), ty, span)
            }
            (Builtin::LeadingZeros | Builtin::TrailingZeros, [value]) => {
                let Some(Ty::Int(shape)) = self.program.ty_of(*value) else {
                    return self.lost("this builtin", ty, span);
                };
                let value = self.keep(*value);
                let int = self.program.int_ty(shape);
                let zero = self.number(0, int);
                let is_zero = self.binary(BinOp::Eq, value, zero);
                self.check(
                    Check::Shift,
                    is_zero,
                    "the number of leading or trailing zeros of 0",
                    span,
                );
                let order: Vec<u16> = match builtin {
                    Builtin::LeadingZeros => (0..shape.bits).collect(),
                    _ => (0..shape.bits).rev().collect(),
                };
                // The last bit in the order that is set decides.
                let mut count = self.number(0, result);
                for bit in order {
                    let set = self.bit(value, bit, shape);
                    let zeros =
                        if *builtin == Builtin::LeadingZeros { shape.bits - 1 - bit } else { bit };
                    let here = self.number(zeros.into(), result);
                    count = self.ite(set, here, count);
                }
                count
            }
            (Builtin::PopulationCount | Builtin::Parity, [value]) => {
                let Some(Ty::Int(shape)) = self.program.ty_of(*value) else {
                    return self.lost("this builtin", ty, span);
                };
                let value = self.keep(*value);
                let (mut count, one) = (self.number(0, result), self.number(1, result));
                let zero = count;
                for bit in 0..shape.bits {
                    let set = self.bit(value, bit, shape);
                    let more = self.ite(set, one, zero);
                    count = self.binary(BinOp::Add, count, more);
                }
                if *builtin == Builtin::Parity {
                    self.binary(BinOp::And, count, one)
                } else {
                    count
                }
            }
            (Builtin::LeadingSigns, [value]) => {
                let Some(Ty::Int(shape)) = self.program.ty_of(*value) else {
                    return self.lost("this builtin", ty, span);
                };
                let value = self.keep(*value);
                let int = self.program.int_ty(shape);
                let last = self.number(i128::from(shape.bits) - 1, int);
                let sign = self.binary(BinOp::Shr, value, last);
                let differs = self.binary(BinOp::Xor, value, sign);
                let differs = self.keep(differs);
                let mut count = self.number(i128::from(shape.bits) - 1, result);
                for bit in 0..shape.bits - 1 {
                    let set = self.bit(differs, bit, shape);
                    let here = self.number(i128::from(shape.bits - 2 - bit), result);
                    count = self.ite(set, here, count);
                }
                count
            }
            (Builtin::FindFirstSet, [value]) => {
                let Some(Ty::Int(shape)) = self.program.ty_of(*value) else {
                    return self.lost("this builtin", ty, span);
                };
                let value = self.keep(*value);
                let mut found = self.number(0, result);
                for bit in (0..shape.bits).rev() {
                    let set = self.bit(value, bit, shape);
                    let here = self.number(i128::from(bit) + 1, result);
                    found = self.ite(set, here, found);
                }
                found
            }
            (Builtin::ByteSwap, [value]) => {
                let Ty::Int(shape) = self.program.tys[result] else {
                    return self.lost("this builtin", ty, span);
                };
                let value = self.cast(result, *value);
                let value = self.keep(value);
                let byte = self.number(255, result);
                let mut swapped = self.number(0, result);
                for from in (0..shape.bits).step_by(8) {
                    let to = shape.bits - 8 - from;
                    let (down, up) =
                        (self.number(from.into(), result), self.number(to.into(), result));
                    let part = self.binary(BinOp::Shr, value, down);
                    let part = self.binary(BinOp::And, part, byte);
                    let part = self.binary(BinOp::Shl, part, up);
                    swapped = self.binary(BinOp::Or, swapped, part);
                }
                swapped
            }
            (Builtin::Absolute, [value]) => {
                let zero = self.number(0, result);
                let negative = self.binary(BinOp::Lt, *value, zero);
                let overflow = self.binary(BinOp::SubOverflows, zero, *value);
                self.check_if_wanted(
                    Check::Overflow,
                    overflow,
                    "signed overflow in an absolute value",
                    span,
                );
                let opposite = self.binary(BinOp::Sub, zero, *value);
                self.ite(negative, opposite, *value)
            }
            (Builtin::FloatTest(test), [a, ..]) => {
                let b = args.get(1).copied().unwrap_or(*a);
                if *test == FloatTest::SignBit {
                    self.refuse_nan(*a, span);
                }
                let holds = self.float_test(*test, *a, b);
                self.cast(result, holds)
            }
            (Builtin::FloatClassify, [nan, infinite, normal, subnormal, zero, value]) => {
                let is_nan = self.float_test(FloatTest::IsNan, *value, *value);
                let is_infinite = self.float_test(FloatTest::IsInfinite, *value, *value);
                let is_normal = self.float_test(FloatTest::IsNormal, *value, *value);
                let nothing = self.float_zero(*value);
                let is_zero = self.binary(BinOp::Eq, *value, nothing);
                let class = self.ite(is_zero, *zero, *subnormal);
                let class = self.ite(is_normal, *normal, class);
                let class = self.ite(is_infinite, *infinite, class);
                self.ite(is_nan, *nan, class)
            }
            (Builtin::Math(name), [value]) => match self.math(name, *value) {
                Some(result) => {
                    if name == "sqrt" {
                        let zero = self.float_zero(*value);
                        let negative = self.binary(BinOp::Lt, *value, zero);
                        self.set_errno_if(negative, OUTSIDE_THE_DOMAIN);
                    }
                    self.no_nan(result, span)
                }
                None => self.lost("this function on floats", ty, span),
            },
            (Builtin::Math(name), [a, b]) if name == "fmod" => {
                let infinite = self.float_test(FloatTest::IsInfinite, *a, *a);
                let zero = self.float_zero(*b);
                let by_zero = self.binary(BinOp::Eq, *b, zero);
                let outside = self.either(infinite, by_zero);
                let unordered = self.float_test(FloatTest::Unordered, *a, *b);
                let ordered = self.negated(unordered);
                let outside = self.both(outside, ordered);
                self.set_errno_if(outside, OUTSIDE_THE_DOMAIN);
                let value = self.binary(BinOp::Rem, *a, *b);
                self.no_nan(value, span)
            }
            (Builtin::Math(name), [a, b]) if name == "fmax" || name == "fmin" => {
                // Of zeros of both signs, gcc and glibc choose differently.
                let same = self.binary(BinOp::Eq, *a, *b);
                let [first, second] =
                    [*a, *b].map(|it| self.float_test(FloatTest::SignBit, it, it));
                let differ = self.binary(BinOp::Ne, first, second);
                let zeros = self.both(same, differ);
                let what = format!("`{name}` of zeros of both signs");
                self.check(Check::Unsupported, zeros, what, span);
                let (low, high) = if name == "fmax" { (*b, *a) } else { (*a, *b) };
                let less = self.binary(BinOp::Lt, low, high);
                let chosen = self.ite(less, *a, *b);
                let a_is_nan = self.float_test(FloatTest::IsNan, *a, *a);
                let b_is_nan = self.float_test(FloatTest::IsNan, *b, *b);
                let chosen = self.ite(b_is_nan, *a, chosen);
                self.ite(a_is_nan, *b, chosen)
            }
            (Builtin::Math(name), [a, b]) if name == "copysign" => {
                self.refuse_nan(*b, span);
                self.copysign(*a, *b)
            }
            (Builtin::ObjectSize, _) => match arguments.first().and_then(|it| self.whole_size(*it))
            {
                Some(size) => self.number(size.into(), result),
                None => self.lost("the size of this object", ty, span),
            },
            (Builtin::Prefetch, _) => self.lost_value(ty),
            (Builtin::Any, _) => {
                let anything = self.input("asm", result, span);
                self.havoc(anything);
                self.settle();
                self.load_var(anything)
            }
            (Builtin::Atomic(name), _) => self.section(|it| {
                let value = it.atomic(name, arguments, args, ty, span);
                if it.is_reached() { it.keep(value) } else { value }
            }),
            (Builtin::Memory(query), _) => self.memory_query(*query, args, ty, span),
            (Builtin::Havoc, _) => self.havoc_memory(args, ty, span),
            (Builtin::Array(op), _) => self.fill_array(*op, arguments, args, ty, span),
            (Builtin::ShiftOverflow, _) => self.shift_overflows(args, ty, span),
            (Builtin::Other(name), _) => self.lost(&format!("`{name}`"), ty, span),
            _ => self.lost("this builtin", ty, span),
        }
    }

    /// The size of the variable that a pointer points to the start of.
    fn whole_size(&self, pointer: hir::ExprId) -> Option<u64> {
        match self.unit.exprs[pointer].kind {
            hir::ExprKind::Convert(hir::ConversionKind::Pointer, arg) => self.whole_size(arg),
            hir::ExprKind::AddressOf(place) => match self.unit.places[place].kind {
                hir::PlaceKind::Variable(variable) => {
                    self.unit.types.size_of(self.unit.variables[variable].ty.id)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a bit of a number is set.
    fn bit(&mut self, value: ExprId, bit: u16, shape: IntShape) -> ExprId {
        let ty = self.program.int_ty(shape);
        let mask = self.number(1 << bit, ty);
        let masked = self.binary(BinOp::And, value, mask);
        let zero = self.number(0, ty);
        self.binary(BinOp::Ne, masked, zero)
    }

    /// `__builtin_add_overflow` and its kin: computed in more bits than can be needed.
    fn overflow(
        &mut self,
        op: BinaryOp,
        arguments: &[hir::ExprId],
        stored: Option<(ExprId, [ExprId; 2])>,
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let [left, right, third] = arguments else { return self.lost("this builtin", ty, span) };
        let pointee = match self.unit.types.get(self.unit.exprs[*third].ty) {
            hir::Type::Pointer(to) if stored.is_some() => to.id,
            _ => self.unit.exprs[*third].ty,
        };
        let [a, b] = match stored {
            Some((_, values)) => values,
            None => {
                let a = self.value(*left);
                let a = self.keep_before(a, &[*right]);
                [a, self.value(*right)]
            }
        };
        let (Class::Scalar(Ty::Int(target)), Some(Ty::Int(x)), Some(Ty::Int(y))) =
            (self.class(pointee), self.program.ty_of(a), self.program.ty_of(b))
        else {
            return self.lost("this builtin on these types", ty, span);
        };
        let (lost, narrow) = if x == target && y == target && !self.has_integers() {
            self.in_one_type(op, a, b)
        } else if 64 < x.bits.max(y.bits).max(target.bits) {
            return self.lost("this builtin on numbers of this width", ty, span);
        } else {
            self.in_a_wide_type(op, (a, x), (b, y), target)
        };
        let (lost, narrow) = (self.keep(lost), self.keep(narrow));
        if let Some((pointer, _)) = stored {
            let spot = self.through(pointer);
            self.write(spot, pointee, narrow, span);
        }
        let result = self.scalar(ty);
        self.cast(result, lost)
    }

    /// Whether a result does not fit the type of both operands, and what is kept of it.
    fn in_one_type(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
        let (overflows, op) = match op {
            BinaryOp::Add => (BinOp::AddOverflows, BinOp::Add),
            BinaryOp::Subtract => (BinOp::SubOverflows, BinOp::Sub),
            _ => (BinOp::MulOverflows, BinOp::Mul),
        };
        (self.binary(overflows, a, b), self.binary(op, a, b))
    }

    /// The same for operands of up to 64 bits and another type.
    fn in_a_wide_type(
        &mut self,
        op: BinaryOp,
        (a, x): (ExprId, IntShape),
        (b, y): (ExprId, IntShape),
        target: IntShape,
    ) -> (ExprId, ExprId) {
        // The product of two numbers of 64 bits without a sign takes all 128 bits; anything else leaves room for one.
        let signed = op != BinaryOp::Multiply || x.signed || y.signed;
        let wide = self.program.int_ty(IntShape { bits: 128, signed });
        let (wide_a, wide_b) = (self.cast(wide, a), self.cast(wide, b));
        let op = match op {
            BinaryOp::Add => BinOp::Add,
            BinaryOp::Subtract => BinOp::Sub,
            _ => BinOp::Mul,
        };
        let exact = self.binary(op, wide_a, wide_b);
        let narrow_ty = self.program.int_ty(target);
        let narrow = self.program.expr(Expr::Cast { to: narrow_ty, arg: exact });
        let back = self.program.expr(Expr::Cast { to: wide, arg: narrow });
        (self.binary(BinOp::Ne, back, exact), narrow)
    }

    fn float_zero(&mut self, like: ExprId) -> ExprId {
        let ty = self.program.ty_of(like).unwrap_or(Ty::Float(FloatShape::Double));
        let ty = self.program.ty(ty);
        self.program.expr(Expr::Const { value: 0, ty })
    }

    fn infinity(&mut self, like: ExprId) -> Option<(FloatShape, ExprId)> {
        let Some(Ty::Float(shape)) = self.program.ty_of(like) else { return None };
        let bits = match shape {
            FloatShape::Single => 0xff << 23,
            FloatShape::Double => 0x7ff << 52,
            FloatShape::Extended => 0x7fff << 64 | 1 << 63,
            FloatShape::Quad => 0x7fff << 112,
        };
        Some((shape, self.float(bits, shape)))
    }

    fn float_test(&mut self, test: FloatTest, a: ExprId, b: ExprId) -> ExprId {
        match test {
            FloatTest::IsNan => self.binary(BinOp::Ne, a, a),
            FloatTest::Greater => self.binary(BinOp::Lt, b, a),
            FloatTest::GreaterEqual => self.binary(BinOp::Le, b, a),
            FloatTest::Less => self.binary(BinOp::Lt, a, b),
            FloatTest::LessEqual => self.binary(BinOp::Le, a, b),
            FloatTest::LessOrGreater => {
                let (less, greater) = (self.binary(BinOp::Lt, a, b), self.binary(BinOp::Lt, b, a));
                self.either(less, greater)
            }
            FloatTest::Unordered => {
                let (x, y) = (self.binary(BinOp::Ne, a, a), self.binary(BinOp::Ne, b, b));
                self.either(x, y)
            }
            FloatTest::SignBit => {
                let Some(Ty::Float(shape)) = self.program.ty_of(a) else {
                    return self.truth(false);
                };
                let signed = self.program.int_ty(IntShape { bits: shape.bits(), signed: true });
                let bits = self.program.expr(Expr::Reinterpret { to: signed, arg: a });
                let zero = self.number(0, signed);
                self.binary(BinOp::Lt, bits, zero)
            }
            FloatTest::IsInfinite
            | FloatTest::IsFinite
            | FloatTest::IsNormal
            | FloatTest::InfiniteSign => {
                let Some((shape, infinity)) = self.infinity(a) else { return self.truth(false) };
                let size = self.absolute(a);
                match test {
                    FloatTest::IsInfinite => self.binary(BinOp::Eq, size, infinity),
                    FloatTest::IsFinite => self.binary(BinOp::Lt, size, infinity),
                    FloatTest::InfiniteSign => {
                        let int = self.program.int_ty(IntShape::I32);
                        let infinite = self.binary(BinOp::Eq, size, infinity);
                        let positive = self.binary(BinOp::Eq, a, infinity);
                        let [one, minus, zero] = [1, -1, 0].map(|it| self.number(it, int));
                        let sign = self.ite(positive, one, minus);
                        self.ite(infinite, sign, zero)
                    }
                    _ => {
                        let least = match shape {
                            FloatShape::Single => 1 << 23,
                            FloatShape::Double => 1 << 52,
                            FloatShape::Extended => 1 << 64 | 1 << 63,
                            FloatShape::Quad => 1 << 112,
                        };
                        let least = self.float(least, shape);
                        let (enough, finite) = (
                            self.binary(BinOp::Le, least, size),
                            self.binary(BinOp::Lt, size, infinity),
                        );
                        self.both(enough, finite)
                    }
                }
            }
        }
    }

    /// Who asks for the sign of a NaN gets what the machine left there, which IEEE 754 does not say.
    fn refuse_nan(&mut self, value: ExprId, span: Span) {
        let is_nan = self.float_test(FloatTest::IsNan, value, value);
        self.check(Check::Unsupported, is_nan, "the sign of a NaN", span);
    }

    /// The number without its sign.
    fn absolute(&mut self, value: ExprId) -> ExprId {
        let Some(Ty::Float(shape)) = self.program.ty_of(value) else { return value };
        let float = self.program.ty(Ty::Float(shape));
        let bits_ty = self.program.int_ty(shape.shape());
        let bits = self.program.expr(Expr::Reinterpret { to: bits_ty, arg: value });
        let all_but_sign = !(1_i128 << (shape.bits() - 1));
        let mask = self.number(all_but_sign, bits_ty);
        let masked = self.binary(BinOp::And, bits, mask);
        self.program.expr(Expr::Reinterpret { to: float, arg: masked })
    }

    fn copysign(&mut self, value: ExprId, sign: ExprId) -> ExprId {
        let size = self.absolute(value);
        let negative = self.float_test(FloatTest::SignBit, sign, sign);
        let opposite = self.unary(UnOp::Neg, size);
        self.ite(negative, opposite, size)
    }

    fn math(&mut self, name: &str, value: ExprId) -> Option<ExprId> {
        let round =
            |it: &mut Self, rounding| it.program.expr(Expr::Unary(UnOp::Round(rounding), value));
        Some(match name {
            "fabs" => self.absolute(value),
            "sqrt" => self.program.expr(Expr::Unary(UnOp::Sqrt, value)),
            "floor" => round(self, Rounding::Down),
            "ceil" => round(self, Rounding::Up),
            "trunc" => round(self, Rounding::Zero),
            "round" => round(self, Rounding::NearestAway),
            "rint" | "nearbyint" | "roundeven" => round(self, Rounding::NearestEven),
            _ => return None,
        })
    }

    /// Atomic operations, in a section of their own.
    fn atomic(
        &mut self,
        name: &str,
        arguments: &[hir::ExprId],
        args: &[ExprId],
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let pointee = |it: &Self, position: usize| {
            let expr = arguments.get(position)?;
            match it.unit.types.get(it.unit.exprs[*expr].ty) {
                hir::Type::Pointer(to) => Some(to.id),
                _ => None,
            }
        };
        let (Some(target), Some(&pointer)) = (pointee(self, 0), args.first()) else {
            return match name {
                "sync_synchronize" | "atomic_thread_fence" | "atomic_signal_fence" => {
                    self.lost_value(ty)
                }
                _ => self.lost(&format!("`__{name}`"), ty, span),
            };
        };
        if !matches!(self.class(target), Class::Scalar(_)) {
            return self.lost(&format!("`__{name}` on this type"), ty, span);
        }
        let pointer = self.keep(pointer);
        let spot = self.through(pointer);
        match (name, args) {
            ("atomic_load_n", _) => self.read(spot, target, span),
            ("atomic_load", [_, to, ..]) => {
                let value = self.read(spot, target, span);
                let value = self.keep(value);
                let to = self.through(*to);
                self.write(to, target, value, span);
                self.lost_value(ty)
            }
            ("atomic_store", [_, from, ..]) => {
                let from = self.through(*from);
                let value = self.read(from, target, span);
                self.write(spot, target, value, span);
                self.lost_value(ty)
            }
            ("atomic_exchange", [_, from, to, ..]) => {
                let to = self.through(*to);
                let from = self.through(*from);
                let new = self.read(from, target, span);
                let new = self.keep(new);
                let old = self.read(spot, target, span);
                let old = self.keep(old);
                self.write(spot, target, new, span);
                self.write(to, target, old, span);
                self.lost_value(ty)
            }
            (
                "atomic_compare_exchange" | "atomic_compare_exchange_n",
                [_, expected, desired, ..],
            ) => {
                let expected = self.keep(*expected);
                let expected = self.through(expected);
                let desired = if name == "atomic_compare_exchange" {
                    let from = self.through(*desired);
                    self.read(from, target, span)
                } else {
                    *desired
                };
                let desired = self.keep(desired);
                let wanted = self.read(expected, target, span);
                let wanted = self.keep(wanted);
                let old = self.read(spot, target, span);
                let old = self.keep(old);
                let same = self.binary(BinOp::Eq, old, wanted);
                let new = self.ite(same, desired, old);
                self.write(spot, target, new, span);
                // What was there is written back where it was not what was expected.
                self.write(expected, target, old, span);
                let result = self.scalar(ty);
                self.cast(result, same)
            }
            ("atomic_test_and_set", _) => {
                let old = self.read(spot, target, span);
                let old = self.keep(old);
                let scalar = self.scalar(target);
                let one = self.program.expr(tribunal_ir::Expr::Const { value: 1, ty: scalar });
                self.write(spot, target, one, span);
                let result = self.scalar(ty);
                let zero = self.lost_value(target);
                let set = self.binary(BinOp::Ne, old, zero);
                self.cast(result, set)
            }
            ("atomic_clear", _) => {
                let zero = self.lost_value(target);
                self.write(spot, target, zero, span);
                self.lost_value(ty)
            }
            ("atomic_store_n", [_, value, ..]) => {
                self.write(spot, target, *value, span);
                self.lost_value(ty)
            }
            ("atomic_exchange_n" | "sync_lock_test_and_set", [_, value, ..]) => {
                let value = self.keep(*value);
                let old = self.read(spot, target, span);
                let old = self.keep(old);
                self.write(spot, target, value, span);
                old
            }
            ("sync_lock_release", _) => {
                let zero = self.lost_value(target);
                self.write(spot, target, zero, span);
                self.lost_value(ty)
            }
            (
                "sync_bool_compare_and_swap" | "sync_val_compare_and_swap",
                [_, expected, value, ..],
            ) => {
                let (expected, value) = (self.keep(*expected), self.keep(*value));
                let old = self.read(spot, target, span);
                let old = self.keep(old);
                let same = self.binary(BinOp::Eq, old, expected);
                let new = self.ite(same, value, old);
                self.write(spot, target, new, span);
                let result = self.scalar(ty);
                if name == "sync_bool_compare_and_swap" { self.cast(result, same) } else { old }
            }
            (_, [_, value, ..]) => {
                let stem = name.trim_start_matches("sync_").trim_start_matches("atomic_");
                let yields_old = stem.starts_with("fetch_");
                let stem = stem.trim_start_matches("fetch_and_").trim_start_matches("fetch_");
                let stem = stem.trim_end_matches("_and_fetch").trim_end_matches("_fetch");
                let op = match stem {
                    "add" => BinOp::Add,
                    "sub" => BinOp::Sub,
                    "and" | "nand" => BinOp::And,
                    "or" => BinOp::Or,
                    "xor" => BinOp::Xor,
                    _ => return self.lost(&format!("`__{name}`"), ty, span),
                };
                let scalar = self.scalar(target);
                if !matches!(self.program.tys[scalar], Ty::Int(_)) {
                    return self.lost(&format!("`__{name}` on this type"), ty, span);
                }
                let value = self.keep(*value);
                let old = self.read(spot, target, span);
                let old = self.keep(old);
                let operand = self.cast(scalar, value);
                let new = self.binary(op, old, operand);
                let new = if stem == "nand" { self.unary(UnOp::BitNot, new) } else { new };
                let new = self.keep(new);
                self.write(spot, target, new, span);
                if yields_old { old } else { new }
            }
            _ => self.lost(&format!("`__{name}`"), ty, span),
        }
    }
}
