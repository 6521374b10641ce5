//! Calls of what the compiler provides: `__builtin_*`, `__sync_*`, `__atomic_*`.

use tribunal_base::Span;

use crate::ast;
use crate::hir::{
    Access, BinaryOp, Builtin, Callee, ExprId, ExprKind, FloatKind, FloatTest, IntegerKind,
    PlaceKind, QualType, Type, TypeId,
};

use super::convert::Purpose;
use super::{Checked, Reported, Sema, float};
use crate::support::{Support, builtins};

impl Sema<'_> {
    /// The call, if the compiler provides the function; none if it is an ordinary one.
    pub(crate) fn builtin_call(
        &mut self,
        name: &str,
        arguments: ast::List<ast::ExprId>,
        span: Span,
    ) -> Option<Checked<ExprId>> {
        if name.starts_with("__sync_") || name.starts_with("__atomic_") {
            return Some(self.atomic(name, arguments, span));
        }
        let plain = name.strip_prefix("__builtin_")?;
        let ast = self.ast;
        let list = &ast[arguments];
        Some(match plain {
            "va_start" => self.va_start(list, span),
            "va_end" => self.one(list, span).and_then(|it| self.va_list(it)).map(|place| {
                let void = self.common.void;
                self.push(ExprKind::Va(Access::End(place)), void, span)
            }),
            "va_copy" => self.va_copy(list, span),
            "constant_p" => self.constant_p(list, span),
            _ => self.values(list).and_then(|values| self.builtin(plain, values, span)),
        })
    }

    pub(super) fn values(&mut self, list: &[ast::ExprId]) -> Checked<Vec<ExprId>> {
        list.iter().map(|&it| self.value(it)).collect()
    }

    fn one(&mut self, list: &[ast::ExprId], span: Span) -> Checked<ast::ExprId> {
        match list {
            [only] => Ok(*only),
            _ => Err(self.count(span)),
        }
    }

    pub(super) fn count(&mut self, span: Span) -> Reported {
        self.error(
            "wrong-argument-count",
            span,
            "the builtin function takes another number of arguments",
        )
    }

    fn va_start(&mut self, list: &[ast::ExprId], span: Span) -> Checked<ExprId> {
        let Some(&first) = list.first() else { return Err(self.count(span)) };
        for &other in &list[1..] {
            self.expr(other)?;
        }
        let place = self.va_list(first)?;
        let void = self.common.void;
        Ok(self.push(ExprKind::Va(Access::Start(place)), void, span))
    }

    fn va_copy(&mut self, list: &[ast::ExprId], span: Span) -> Checked<ExprId> {
        let &[to, from] = list else { return Err(self.count(span)) };
        let (to, from) = (self.va_list(to)?, self.va_list(from)?);
        let void = self.common.void;
        Ok(self.push(ExprKind::Va(Access::Copy(to, from)), void, span))
    }

    fn constant_p(&mut self, list: &[ast::ExprId], span: Span) -> Checked<ExprId> {
        let argument = self.one(list, span)?;
        let value = self.value(argument)?;
        let constant =
            !matches!(self.kind(value), ExprKind::Convert(..)) && self.is_known_constant(value);
        let int = self.common.int;
        if !constant && self.may_be_folded(value) {
            return Ok(self.unsupported(
                "whether the compiler knows the value of a call",
                int,
                span,
            ));
        }
        Ok(self.integer(i128::from(constant), int, span))
    }

    /// Whether gcc may make a constant of a call in an expression: of functions of the library on constants, such as `strlen("text")`.
    fn may_be_folded(&self, value: ExprId) -> bool {
        match self.kind(value) {
            ExprKind::Convert(_, inner) | ExprKind::Unary(_, inner) | ExprKind::Not(inner) => {
                self.may_be_folded(*inner)
            }
            ExprKind::Binary(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::Logical(_, a, b)
            | ExprKind::Comma(a, b) => self.may_be_folded(*a) || self.may_be_folded(*b),
            ExprKind::Conditional { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().any(|it| self.may_be_folded(*it))
            }
            ExprKind::Call { callee: Callee::Direct(function), arguments } => {
                crate::support::functions::support(&self.unit.functions[*function].name).is_some()
                    && arguments.iter().any(|it| self.is_known_constant(*it))
            }
            ExprKind::Builtin { arguments, .. } => {
                arguments.iter().any(|it| self.is_known_constant(*it))
            }
            _ => false,
        }
    }

    fn is_known_constant(&self, value: ExprId) -> bool {
        match *self.kind(value) {
            ExprKind::Integer(_) | ExprKind::Float(_) | ExprKind::Null => true,
            ExprKind::Convert(_, inner) => self.is_known_constant(inner),
            ExprKind::AddressOf(place) => match self.unit.places[place].kind {
                PlaceKind::Variable(it) => {
                    self.unit.variables[it].origin == crate::hir::Origin::StringLiteral
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn literal_text(&self, mut value: ExprId) -> Option<String> {
        while let ExprKind::Convert(_, from) = *self.kind(value) {
            value = from;
        }
        let ExprKind::AddressOf(place) = *self.kind(value) else { return None };
        let PlaceKind::Variable(variable) = self.unit.places[place].kind else { return None };
        let variable = &self.unit.variables[variable];
        if variable.origin != crate::hir::Origin::StringLiteral {
            return None;
        }
        if self.types().size_of(variable.ty.id) == Some(1) {
            return Some(String::new());
        }
        let elements = &variable.initialiser.as_ref()?.elements;
        let [
            crate::hir::Element {
                offset: 0, value: crate::hir::ElementValue::Bytes(bytes), ..
            },
        ] = elements.as_slice()
        else {
            return None;
        };
        let bytes = bytes.split(|it| *it == 0).next()?;
        String::from_utf8(bytes.to_vec()).ok()
    }

    pub(super) fn make(
        &mut self,
        builtin: Builtin,
        arguments: Vec<ExprId>,
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        self.push(ExprKind::Builtin { builtin, arguments }, ty, span)
    }

    fn builtin(&mut self, name: &str, values: Vec<ExprId>, span: Span) -> Checked<ExprId> {
        if builtins::support(name) == Support::Unsupported {
            return self.ordinary(name, values, span);
        }
        let common = self.common;
        if let Some(result) = self.overflow(name, &values, span) {
            return result;
        }
        if let Some(result) = self.bits(name, &values, span) {
            return result;
        }
        if let Some(result) = self.float_builtin(name, &values, span) {
            return result;
        }
        match (name, values.as_slice()) {
            ("unreachable", []) => Ok(self.make(Builtin::Unreachable, values, common.void, span)),
            ("trap", []) => Ok(self.make(Builtin::Trap, values, common.void, span)),
            ("expect", &[value, expected]) | ("expect_with_probability", &[value, expected, _]) => {
                let long = self.unit.types.intern(Type::Integer(IntegerKind::Long));
                let value = self.assign_convert(value, long, Purpose::Argument(1), span)?;
                let expected = self.assign_convert(expected, long, Purpose::Argument(2), span)?;
                if self.constant(value).is_some() {
                    return Ok(value);
                }
                Ok(self.make(Builtin::Expect, vec![value, expected], long, span))
            }
            ("alloca", &[size]) => {
                let size = self.assign_convert(size, common.size, Purpose::Argument(1), span)?;
                Ok(self.make(Builtin::Alloca, vec![size], common.void_pointer, span))
            }
            ("object_size" | "dynamic_object_size", [_, _]) => {
                Ok(self.make(Builtin::ObjectSize, values, common.size, span))
            }
            ("prefetch", [_, ..]) => Ok(self.make(Builtin::Prefetch, values, common.void, span)),
            ("assume_aligned", &[pointer, ..]) => self.cast(pointer, common.void_pointer, span),
            ("__clear_cache", _) => Ok(self.make(Builtin::Prefetch, values, common.void, span)),
            _ => Err(self.count(span)),
        }
    }

    /// `__builtin_memcpy` is `memcpy`; so are the checking variants, whose further arguments are dropped.
    fn ordinary(&mut self, name: &str, values: Vec<ExprId>, span: Span) -> Checked<ExprId> {
        let checking = name.strip_prefix("__").and_then(|it| it.strip_suffix("_chk"));
        let full = format!("__builtin_{}", checking.unwrap_or(name));
        // Formats do not stand where they stand without the checks.
        let found = match checking.is_some_and(|it| it.contains("printf")) {
            true => None,
            false => self.library_function(&full, span),
        };
        let Some(function) = found else {
            return Ok(self.unknown_builtin(format!("__builtin_{name}"), values, span));
        };
        let ty = self.unit.functions[function].ty;
        let Type::Function(ty) = self.types().get(ty).clone() else { return Err(Reported) };
        if values.len() < ty.parameters.len()
            || (values.len() > ty.parameters.len() && !ty.variadic && checking.is_none())
        {
            return Err(self.count(span));
        }
        let keep = if ty.variadic { values.len() } else { ty.parameters.len() };
        let mut arguments = Vec::with_capacity(keep);
        for (index, value) in values.into_iter().take(keep).enumerate() {
            arguments.push(match ty.parameters.get(index) {
                Some(&parameter) => {
                    self.assign_convert(value, parameter, Purpose::Argument(index + 1), span)?
                }
                None => self.default_promotion(value),
            });
        }
        let callee = crate::hir::Callee::Direct(function);
        Ok(self.push(ExprKind::Call { callee, arguments }, ty.result, span))
    }

    /// A run that comes to it ends there without a verdict.
    fn unknown_builtin(&mut self, name: String, values: Vec<ExprId>, span: Span) -> ExprId {
        self.warn(
            "unknown-builtin",
            span,
            format!("`{name}` is not known: code that reaches it is not analysed"),
        );
        let int = self.common.int;
        self.make(Builtin::Other(name), values, int, span)
    }

    fn overflow(&mut self, name: &str, values: &[ExprId], span: Span) -> Option<Checked<ExprId>> {
        let (stem, query) = match name.strip_suffix("_overflow_p") {
            Some(stem) => (stem, true),
            None => (name.strip_suffix("_overflow")?, false),
        };
        // `sadd`, `uaddl`, `smulll`: the operands have a fixed type.
        let (fixed, op) = match stem {
            "add" | "sub" | "mul" => (None, stem),
            _ => {
                let op = stem.get(1..4)?;
                let signed = stem.starts_with('s');
                let kind = match (signed, stem.get(4..)?) {
                    (true, "") => IntegerKind::Int,
                    (true, "l") => IntegerKind::Long,
                    (true, "ll") => IntegerKind::LongLong,
                    (false, "") => IntegerKind::UnsignedInt,
                    (false, "l") => IntegerKind::UnsignedLong,
                    (false, "ll") => IntegerKind::UnsignedLongLong,
                    _ => return None,
                };
                (Some(kind), op)
            }
        };
        let op = match op {
            "add" => BinaryOp::Add,
            "sub" => BinaryOp::Subtract,
            "mul" => BinaryOp::Multiply,
            _ => return None,
        };
        Some(self.checked_overflow(op, query, fixed, values, span))
    }

    fn checked_overflow(
        &mut self,
        op: BinaryOp,
        query: bool,
        fixed: Option<IntegerKind>,
        values: &[ExprId],
        span: Span,
    ) -> Checked<ExprId> {
        let &[mut left, mut right, target] = values else { return Err(self.count(span)) };
        if let Some(kind) = fixed {
            let ty = self.unit.types.intern(Type::Integer(kind));
            left = self.assign_convert(left, ty, Purpose::Argument(1), span)?;
            right = self.assign_convert(right, ty, Purpose::Argument(2), span)?;
        }
        let result = if query {
            Some(self.ty(target))
        } else {
            self.pointee(self.ty(target)).map(|it| it.id)
        };
        let integers = [Some(self.ty(left)), Some(self.ty(right)), result];
        if !integers.iter().all(|it| it.is_some_and(|it| self.types().is_integer(it))) {
            return Err(self.error(
                "wrong-operands",
                span,
                "overflow is checked for integers only",
            ));
        }
        let builtin = if query { Builtin::OverflowQuery(op) } else { Builtin::Overflow(op) };
        let bool = self.common.bool;
        Ok(self.make(builtin, vec![left, right, target], bool, span))
    }

    fn bits(&mut self, name: &str, values: &[ExprId], span: Span) -> Option<Checked<ExprId>> {
        use IntegerKind as Kind;
        let stems = [
            ("clrsb", Builtin::LeadingSigns),
            ("clz", Builtin::LeadingZeros),
            ("ctz", Builtin::TrailingZeros),
            ("popcount", Builtin::PopulationCount),
            ("parity", Builtin::Parity),
            ("ffs", Builtin::FindFirstSet),
        ];
        if let Some(width) = name.strip_prefix("bswap") {
            let kind = match width {
                "16" => Kind::UnsignedShort,
                "32" => Kind::UnsignedInt,
                "64" if self.types().model() != crate::options::DataModel::Ilp32 => {
                    Kind::UnsignedLong
                }
                "64" => Kind::UnsignedLongLong,
                "128" => Kind::UnsignedInt128,
                _ => return None,
            };
            let ty = self.unit.types.intern(Type::Integer(kind));
            return Some(self.integer_builtin(Builtin::ByteSwap, kind, ty, values, span));
        }
        let absolute = match name {
            "abs" => Some(Kind::Int),
            "labs" => Some(Kind::Long),
            "llabs" => Some(Kind::LongLong),
            _ => None,
        };
        if let Some(kind) = absolute {
            let ty = self.unit.types.intern(Type::Integer(kind));
            return Some(self.integer_builtin(Builtin::Absolute, kind, ty, values, span));
        }
        let (stem, builtin) = stems.into_iter().find(|it| name.starts_with(it.0))?;
        let signed = matches!(builtin, Builtin::LeadingSigns | Builtin::FindFirstSet);
        let kind = match &name[stem.len()..] {
            "" => Kind::Int,
            "l" => Kind::Long,
            "ll" => Kind::LongLong,
            _ => return None,
        };
        let kind = if signed { kind } else { kind.to_unsigned() };
        let int = self.common.int;
        Some(self.integer_builtin(builtin, kind, int, values, span))
    }

    fn integer_builtin(
        &mut self,
        builtin: Builtin,
        kind: IntegerKind,
        result: TypeId,
        values: &[ExprId],
        span: Span,
    ) -> Checked<ExprId> {
        let &[value] = values else { return Err(self.count(span)) };
        let ty = self.unit.types.intern(Type::Integer(kind));
        let value = self.assign_convert(value, ty, Purpose::Argument(1), span)?;
        let bits = kind.bits(self.types().model());
        if let Some(constant) = self.constant(value)
            && let Some(folded) = fold_bits(&builtin, constant, bits)
        {
            return Ok(self.integer(folded, result, span));
        }
        Ok(self.make(builtin, vec![value], result, span))
    }

    fn float_builtin(
        &mut self,
        name: &str,
        values: &[ExprId],
        span: Span,
    ) -> Option<Checked<ExprId>> {
        let suffixed = |stem: &str| -> Option<FloatKind> {
            match name.strip_prefix(stem)? {
                "" | "f64" => Some(FloatKind::Double),
                "f" | "f32" => Some(FloatKind::Float),
                "l" => Some(FloatKind::LongDouble),
                "f128" => Some(FloatKind::Float128),
                _ => None,
            }
        };
        if let Some(kind) = suffixed("huge_val").or_else(|| suffixed("inf")) {
            let ty = self.unit.types.intern(Type::Float(kind));
            return Some(Ok(self.push(ExprKind::Float(float::infinity(kind)), ty, span)));
        }
        if let Some(kind) = suffixed("nan") {
            let content = match values {
                [only] => self.literal_text(*only).and_then(|it| float::content_of_nan(&it)),
                _ => None,
            };
            let Some(content) = content else {
                return Some(Ok(self.unknown_builtin(
                    format!("__builtin_{name} with such a content"),
                    values.to_vec(),
                    span,
                )));
            };
            let ty = self.unit.types.intern(Type::Float(kind));
            return Some(Ok(self.push(ExprKind::Float(float::nan(content, kind)), ty, span)));
        }
        if let Some(test) = float_test(name) {
            return Some(self.float_test(test, values, span));
        }
        if name == "fpclassify" {
            let &[.., value] = values else { return Some(Err(self.count(span))) };
            if !matches!(self.types().get(self.ty(value)), Type::Float(_)) || values.len() != 6 {
                return Some(Err(self.count(span)));
            }
            let int = self.common.int;
            return Some(Ok(self.make(Builtin::FloatClassify, values.to_vec(), int, span)));
        }
        // Of the library's functions only those that every machine has as an operation.
        let (base, kind) = Self::math_base(name)?;
        if !matches!(
            base,
            "fabs"
                | "copysign"
                | "sqrt"
                | "fmin"
                | "fmax"
                | "floor"
                | "ceil"
                | "trunc"
                | "round"
                | "rint"
                | "nearbyint"
        ) {
            return None;
        }
        Some(self.math(base, kind, values, span))
    }

    fn math(
        &mut self,
        base: &str,
        kind: FloatKind,
        values: &[ExprId],
        span: Span,
    ) -> Checked<ExprId> {
        let ty = self.unit.types.intern(Type::Float(kind));
        let wanted = match base {
            "copysign" | "fmin" | "fmax" => 2,
            _ => 1,
        };
        if values.len() != wanted {
            return Err(self.count(span));
        }
        let mut arguments = Vec::with_capacity(wanted);
        for (index, &value) in values.iter().enumerate() {
            arguments.push(self.assign_convert(value, ty, Purpose::Argument(index + 1), span)?);
        }
        Ok(self.make(Builtin::Math(base.into()), arguments, ty, span))
    }

    fn float_test(&mut self, test: FloatTest, values: &[ExprId], span: Span) -> Checked<ExprId> {
        let int = self.common.int;
        let real = values.iter().all(|&it| self.types().is_real(self.ty(it)));
        match *values {
            [value] if real && matches!(self.types().get(self.ty(value)), Type::Float(_)) => {
                Ok(self.make(Builtin::FloatTest(test), vec![value], int, span))
            }
            [value] if real => {
                let double = self.common.double;
                let value = self.convert(value, double);
                Ok(self.make(Builtin::FloatTest(test), vec![value], int, span))
            }
            [left, right] if real => {
                let ty = self.arithmetic_type(left, right);
                let ty = if self.types().is_integer(ty) { self.common.double } else { ty };
                let (left, right) = (self.convert(left, ty), self.convert(right, ty));
                Ok(self.make(Builtin::FloatTest(test), vec![left, right], int, span))
            }
            _ => Err(self.error("wrong-operands", span, "a floating number is needed")),
        }
    }

    /// The pointer's target decides about the values and the result.
    fn atomic(
        &mut self,
        name: &str,
        arguments: ast::List<ast::ExprId>,
        span: Span,
    ) -> Checked<ExprId> {
        let ast = self.ast;
        let mut values = self.values(&ast[arguments])?;
        let base = name.trim_end_matches(|it: char| it.is_ascii_digit()).trim_end_matches('_');
        if builtins::support(base) == Support::Unsupported {
            return Ok(self.unknown_builtin(name.to_owned(), values, span));
        }
        let name = base.trim_start_matches('_').to_owned();
        let common = self.common;
        let result = match name.as_str() {
            "sync_synchronize" | "atomic_thread_fence" | "atomic_signal_fence" => common.void,
            "atomic_test_and_set" => common.bool,
            "atomic_clear" => common.void,
            _ => {
                let Some(&pointer) = values.first() else { return Err(self.count(span)) };
                let Some(pointee) = self.pointee(self.ty(pointer)) else {
                    let ty = self.show(self.ty(pointer));
                    return Err(self.error(
                        "not-a-pointer",
                        span,
                        format!("the first argument must be a pointer, not `{ty}`"),
                    ));
                };
                let target = pointee.id;
                // Values follow the pointer; memory orders and pointers to values keep their types.
                let count = match name.as_str() {
                    "sync_bool_compare_and_swap" | "sync_val_compare_and_swap" => 2,
                    "sync_lock_release"
                    | "atomic_load_n"
                    | "atomic_load"
                    | "atomic_store"
                    | "atomic_exchange"
                    | "atomic_compare_exchange" => 0,
                    "atomic_compare_exchange_n" => 0,
                    _ => 1,
                };
                for value in values.iter_mut().skip(1).take(count) {
                    *value = self.cast(*value, target, span)?;
                }
                if name == "atomic_compare_exchange_n"
                    && let Some(value) = values.get(2).copied()
                {
                    values[2] = self.cast(value, target, span)?;
                }
                match name.as_str() {
                    "sync_bool_compare_and_swap"
                    | "atomic_compare_exchange"
                    | "atomic_compare_exchange_n" => common.bool,
                    "sync_lock_release" | "atomic_store" | "atomic_store_n" | "atomic_load"
                    | "atomic_exchange" => common.void,
                    _ => QualType::plain(target).id,
                }
            }
        };
        Ok(self.make(Builtin::Atomic(name), values, result, span))
    }
}

fn float_test(name: &str) -> Option<FloatTest> {
    let stem = if name == "isinf_sign" { name } else { name.trim_end_matches(['f', 'l']) };
    Some(match (name, stem) {
        ("isinf_sign", _) => FloatTest::InfiniteSign,
        ("isinf" | "isinff" | "isinfl", _) => FloatTest::IsInfinite,
        ("isnormal", _) => FloatTest::IsNormal,
        ("isunordered", _) => FloatTest::Unordered,
        ("isgreater", _) => FloatTest::Greater,
        ("isgreaterequal", _) => FloatTest::GreaterEqual,
        ("isless", _) => FloatTest::Less,
        ("islessequal", _) => FloatTest::LessEqual,
        ("islessgreater", _) => FloatTest::LessOrGreater,
        (_, "isnan") => FloatTest::IsNan,
        (_, "isfinite" | "finite") => FloatTest::IsFinite,
        (_, "signbit") => FloatTest::SignBit,
        _ => return None,
    })
}

fn fold_bits(builtin: &Builtin, value: i128, bits: u32) -> Option<i128> {
    let mask = if bits >= 128 { u128::MAX } else { (1 << bits) - 1 };
    let raw = value.cast_unsigned() & mask;
    let result = match builtin {
        Builtin::LeadingZeros if raw != 0 => raw.leading_zeros() - (128 - bits),
        Builtin::TrailingZeros if raw != 0 => raw.trailing_zeros(),
        Builtin::PopulationCount => raw.count_ones(),
        Builtin::Parity => raw.count_ones() % 2,
        Builtin::LeadingSigns => {
            let sign = if value < 0 { mask } else { 0 };
            (raw ^ sign).leading_zeros() - (128 - bits) - 1
        }
        Builtin::FindFirstSet => {
            if raw == 0 {
                0
            } else {
                raw.trailing_zeros() + 1
            }
        }
        Builtin::ByteSwap => return Some((raw.swap_bytes() >> (128 - bits)).cast_signed()),
        _ => return None,
    };
    Some(i128::from(result))
}
