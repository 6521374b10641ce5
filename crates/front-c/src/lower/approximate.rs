//! Functions on floats that no rule determines to the last digit (`library/approximate.c`).
//!
//! A True must hold however a library rounds, and a False must not depend on it. So a result is any number in an interval that certainly has it, and from
//! there on what goes wrong is not reported: it is the boundary, as what is not supported. Where an argument is constant, the interval is a narrow one around what
//! the library of this machine computes; it is wider than any library errs (glibc documents errors of a few units in the last place for these).

use tribunal_ir::{BinOp, ExprId, FloatShape, Matching, Scope, Ty, Var};

use super::Lowering;
use super::types::Class;
use crate::hir::{self, FunctionId};
use crate::library::plain;
use crate::support::functions::modelled;

/// How far a library may be off, relative to the result: much more than any is.
const ERROR: f64 = 1.0 / (1_u64 << 40) as f64;

/// The same for results of type `float`, which have 24 bits.
const SINGLE_ERROR: f64 = 1.0 / (1_u64 << 18) as f64;

/// What sets the mark.
pub(super) const MARK: &str = "__tribunal_imprecise";

impl Lowering<'_> {
    /// Makes the mark by which runs are told in which a result was not exact, if the program has such functions.
    pub(super) fn prepare_approximation(&mut self) {
        if let Some(function) = self.unit.functions.values().find(|it| it.name == MARK) {
            let ty = self.program.ty(Ty::Bool);
            let var = Var {
                name: "a result is not exact".to_owned(),
                ty,
                scope: Scope::Global,
                init: Vec::new(),
                matching: Matching::Matched,
                span: function.span,
            };
            self.imprecise = Some(self.program.vars.push(var));
        }
    }

    /// From here on nothing that goes wrong counts.
    pub(super) fn mark_imprecise(&mut self) {
        if let Some(mark) = self.imprecise {
            let truth = self.truth(true);
            self.set(mark, truth);
        }
    }

    /// The value of a function of the library on constants.
    pub(super) fn approximation(
        &mut self,
        function: FunctionId,
        arguments: &[hir::ExprId],
    ) -> Option<ExprId> {
        self.imprecise?;
        let own = &self.unit.functions[function];
        let (name, span) = (plain(&own.name), own.span);
        if !self.unit.is_of_the_library(own) || !modelled::APPROXIMATE.contains(&name) {
            return None;
        }
        let is_single = arguments.first().is_some_and(|it| {
            self.class(self.unit.exprs[*it].ty) == Class::Scalar(Ty::Float(FloatShape::Single))
        });
        let (name, error) = match name.strip_suffix('f') {
            Some(base) if is_single => (base.to_owned(), SINGLE_ERROR),
            _ => (name.to_owned(), ERROR),
        };
        let numbers: Option<Vec<f64>> =
            arguments.iter().map(|it| self.float_constant(*it)).collect();
        let numbers = numbers?;
        let result = match (name.as_str(), numbers.as_slice()) {
            // These the model of the function has exactly.
            ("cos" | "cosh" | "exp" | "exp2", [0.0])
            | ("acos" | "log" | "log2" | "log10", [1.0]) => return None,
            ("pow", [1.0, _] | [_, 0.0 | 1.0]) | ("hypot", [0.0, _] | [_, 0.0]) => return None,
            ("sin", [x]) => x.sin(),
            ("cos", [x]) => x.cos(),
            ("tan", [x]) => x.tan(),
            ("asin", [x]) => x.asin(),
            ("acos", [x]) => x.acos(),
            ("atan", [x]) => x.atan(),
            ("atan2", [y, x]) => y.atan2(*x),
            ("sinh", [x]) => x.sinh(),
            ("cosh", [x]) => x.cosh(),
            ("tanh", [x]) => x.tanh(),
            ("cbrt", [x]) => x.cbrt(),
            ("expm1", [x]) => x.exp_m1(),
            ("log1p", [x]) => x.ln_1p(),
            ("exp2", [x]) => match power(2.0, *x) {
                Some(exact) => return Some(self.exact(exact, is_single)),
                None => x.exp2(),
            },
            ("exp", [x]) => x.exp(),
            ("log", [x]) => x.ln(),
            ("log2", [x]) => x.log2(),
            ("log10", [x]) => x.log10(),
            ("pow", [x, y]) => match power(*x, *y) {
                Some(exact) => return Some(self.exact(exact, is_single)),
                None => x.powf(*y),
            },
            ("hypot", [x, y]) => x.hypot(*y),
            _ => return None,
        };
        let (least, most) = (result - result.abs() * error, result + result.abs() * error);
        // Near zero, and near the largest number, relative errors are another matter.
        if !result.is_normal() || !least.is_normal() || !most.is_normal() {
            return None;
        }
        if is_single && !(f64::from(f32::MIN_POSITIVE)..1e38).contains(&least.abs()) {
            return None;
        }
        self.mark_imprecise();
        let ty = self.program.ty(Ty::Float(FloatShape::Double));
        let anything = self.input(&name, ty, span);
        self.havoc(anything);
        self.settle();
        let anything = self.load_var(anything);
        let (least, most) = (self.double(least), self.double(most));
        let above = self.binary(BinOp::Le, least, anything);
        let below = self.binary(BinOp::Le, anything, most);
        let inside = self.both(above, below);
        let value = self.ite(inside, anything, least);
        if is_single {
            let single = self.program.ty(Ty::Float(FloatShape::Single));
            return Some(self.cast(single, value));
        }
        Some(value)
    }

    fn exact(&mut self, value: f64, is_single: bool) -> ExprId {
        let double = self.double(value);
        let single = self.program.ty(Ty::Float(FloatShape::Single));
        if is_single { self.cast(single, double) } else { double }
    }

    fn double(&mut self, value: f64) -> ExprId {
        self.float(value.to_bits().into(), FloatShape::Double)
    }

    /// The value of an argument that is a constant of type `double` or `float`.
    fn float_constant(&self, expr: hir::ExprId) -> Option<f64> {
        let hir::Expr { kind, ty, .. } = &self.unit.exprs[expr];
        let is_single = self.class(*ty) == Class::Scalar(Ty::Float(FloatShape::Single));
        let is_double =
            is_single || self.class(*ty) == Class::Scalar(Ty::Float(FloatShape::Double));
        match kind {
            hir::ExprKind::Float(bits) if is_single => {
                Some(f32::from_bits(u32::try_from(*bits).ok()?).into())
            }
            hir::ExprKind::Float(bits) if is_double => {
                Some(f64::from_bits(u64::try_from(*bits).ok()?))
            }
            hir::ExprKind::Unary(hir::UnaryOp::Negate, inner) if is_double => {
                self.float_constant(*inner).map(|it| -it)
            }
            hir::ExprKind::Convert(hir::ConversionKind::IntegerToFloat, inner) if is_double => {
                match self.unit.exprs[*inner].kind {
                    hir::ExprKind::Integer(value) if is_single => {
                        i16::try_from(value).ok().map(f64::from)
                    }
                    hir::ExprKind::Integer(value) => i32::try_from(value).ok().map(f64::from),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// A power that is a whole number and fits, of whole numbers: every library has those right.
fn power(base: f64, exponent: f64) -> Option<f64> {
    const LARGEST: i64 = 1 << 53;
    let is_small = |it: f64| it.trunc() == it && it.abs() < f64::from(1 << 27);
    if !is_small(base) || !is_small(exponent) || !(0.0..=64.0).contains(&exponent) {
        return None;
    }
    let mut result: i64 = 1;
    for _ in 0..exponent as u32 {
        result = result.checked_mul(base as i64).filter(|it| it.abs() <= LARGEST)?;
    }
    Some(result as f64)
}

#[cfg(test)]
mod tests {
    use super::power;

    #[test]
    fn powers_are_exact_or_left_open() {
        assert_eq!(power(2.0, 10.0), Some(1024.0));
        assert_eq!(power(-3.0, 3.0), Some(-27.0));
        assert_eq!((power(2.0, 54.0), power(0.5, 2.0), power(2.0, -1.0)), (None, None, None));
    }
}
