//! Floats. They are kept as their bits, and bits are ordered as the numbers are, up to the sign: what is known of a float is
//! a set of intervals of bits, like that of any other number. To compute with it, it becomes an interval of floats, and its result intervals of bits again.

use tribunal_base::Kleene;
use tribunal_domains::float_interval::Format;
use tribunal_domains::lattice::limits;
use tribunal_domains::{FloatInterval, Interval, Lattice as _, Number};
use tribunal_ir::{BinOp, FloatShape, IntShape, UnOp};

/// The format of a shape, if it is one that we compute with.
fn format(shape: FloatShape) -> Option<Format> {
    match shape {
        FloatShape::Single => Some(Format::Single),
        FloatShape::Double => Some(Format::Double),
        FloatShape::Extended | FloatShape::Quad => None,
    }
}

/// The bits of infinity, and the sign.
fn landmarks(format: Format) -> (i128, i128) {
    match format {
        Format::Single => (f32::INFINITY.to_bits().into(), 1 << 31),
        Format::Double => (f64::INFINITY.to_bits().into(), 1 << 63),
    }
}

/// The float with some bits.
fn float(format: Format, bits: i128) -> f64 {
    match format {
        Format::Single => f32::from_bits(u32::try_from(bits).unwrap_or(0)).into(),
        Format::Double => f64::from_bits(u64::try_from(bits).unwrap_or(0)),
    }
}

/// The bits of a number of the format that is not negative.
fn bits(format: Format, value: f64) -> i128 {
    match format {
        #[expect(clippy::cast_possible_truncation, reason = "it is a number of the format")]
        Format::Single => (value as f32).to_bits().into(),
        Format::Double => value.to_bits().into(),
    }
}

/// What is known of a float.
fn interval(format: Format, numbers: &Number) -> FloatInterval {
    let (infinity, sign) = landmarks(format);
    let not_a_number = FloatInterval::constant(f64::NAN);
    let mut all: Option<FloatInterval> = None;
    let mut add = |it: FloatInterval| all = Some(all.map_or(it, |all| all.join(&it)));
    for part in numbers.intervals().parts() {
        let within = |lo: i128, hi: i128| part.meet(&Interval { lo, hi });
        if let Some(Interval { lo, hi }) = within(0, infinity) {
            FloatInterval::range(float(format, lo), float(format, hi))
                .into_iter()
                .for_each(&mut add);
        }
        if let Some(Interval { lo, hi }) = within(sign, sign + infinity) {
            FloatInterval::range(float(format, hi), float(format, lo))
                .into_iter()
                .for_each(&mut add);
        }
        let nans = [(infinity + 1, sign - 1), (sign + infinity + 1, 2 * sign - 1)];
        if nans.into_iter().any(|(lo, hi)| within(lo, hi).is_some()) {
            add(not_a_number);
        }
    }
    all.unwrap_or_else(FloatInterval::top)
}

/// The same as bits.
fn number(format: Format, it: FloatInterval) -> Number {
    let (infinity, sign) = landmarks(format);
    let mut ranges = Vec::new();
    if let Some((lo, hi)) = it.ends() {
        if 0.0 <= hi {
            ranges.push((bits(format, lo.max(0.0)), bits(format, hi.abs())));
        }
        if lo <= 0.0 {
            ranges.push((sign + bits(format, hi.min(0.0).abs()), sign + bits(format, lo.abs())));
        }
    }
    if it.may_be_nan() {
        ranges.extend([(infinity + 1, sign - 1), (sign + infinity + 1, 2 * sign - 1)]);
    }
    let parts = ranges.into_iter().filter_map(|(lo, hi)| Number::range(lo, hi));
    let all = parts.reduce(|a, b| a.join(&b));
    all.or_else(|| Number::range(0, 2 * sign - 1)).unwrap_or(Number::truth(Kleene::Maybe))
}

/// The result of an operator on one float; `None` if nothing is known of it.
pub(crate) fn unary(op: UnOp, shape: FloatShape, a: &Number) -> Option<Number> {
    let format = format(shape)?;
    let a = interval(format, a);
    let result = match op {
        UnOp::Neg => a.negate(),
        UnOp::Sqrt => a.sqrt(format),
        UnOp::Round(_) => {
            // Whichever way it is rounded.
            let whole = a.ends().and_then(|(lo, hi)| FloatInterval::range(lo.floor(), hi.ceil()));
            let nan = a.may_be_nan().then(|| FloatInterval::constant(f64::NAN));
            match (whole, nan) {
                (Some(whole), Some(nan)) => whole.join(&nan),
                (whole, nan) => whole.or(nan)?,
            }
        }
        UnOp::Not | UnOp::BitNot => return None,
    };
    Some(number(format, result))
}

/// The result of an operator on two floats: a float, or a truth value; `None` if nothing is known of it.
pub(crate) fn binary(op: BinOp, shape: FloatShape, a: &Number, b: &Number) -> Option<Number> {
    let format = format(shape)?;
    let (a, b) = (interval(format, a), interval(format, b));
    let result = match op {
        BinOp::Add => a.add(b, format),
        BinOp::Sub => a.sub(b, format),
        BinOp::Mul => a.mul(b, format),
        BinOp::Div => a.div(b, format),
        BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le => {
            return Some(Number::truth(compare(op, a, b)));
        }
        _ => return None,
    };
    Some(number(format, result))
}

/// A comparison: what is not a number is neither less than, nor equal to anything.
fn compare(op: BinOp, a: FloatInterval, b: FloatInterval) -> Kleene {
    let may_be_nan = a.may_be_nan() || b.may_be_nan();
    let Some(((a_lo, a_hi), (b_lo, b_hi))) = a.ends().zip(b.ends()) else {
        return Kleene::from(op == BinOp::Ne);
    };
    let (always, never) = match op {
        BinOp::Lt => (a_hi < b_lo, b_hi <= a_lo),
        BinOp::Le => (a_hi <= b_lo, b_hi < a_lo),
        _ => (a_lo >= b_hi && a_hi <= b_lo, a_hi < b_lo || b_hi < a_lo),
    };
    let holds = match (always && !may_be_nan, never) {
        (true, _) => Kleene::True,
        (_, true) => Kleene::False,
        _ => Kleene::Maybe,
    };
    if op == BinOp::Ne { !holds } else { holds }
}

/// What two floats may be if a comparison is what it is said to be; `None` if it cannot be.
pub(crate) fn refine(
    op: BinOp,
    shape: FloatShape,
    holds: bool,
    (a, b): (&Number, &Number),
) -> Option<(Number, Number)> {
    let same = || Some((a.clone(), b.clone()));
    let Some(format) = format(shape) else { return same() };
    let (x, y) = (interval(format, a), interval(format, b));
    if compare(op, x, y) == Kleene::from(!holds) {
        return None;
    }
    let may_be_nan = x.may_be_nan() || y.may_be_nan();
    let refined = match (op, holds) {
        (BinOp::Lt | BinOp::Le, true) => FloatInterval::refine_le(x, y),
        // Where one is no number, nothing else need hold.
        (BinOp::Lt | BinOp::Le, false) if !may_be_nan => {
            FloatInterval::refine_le(y, x).map(|(y, x)| (x, y))
        }
        (BinOp::Eq, true) | (BinOp::Ne, false) => {
            let both = x
                .ends()
                .zip(y.ends())
                .and_then(|((a, b), (c, d))| FloatInterval::range(a.max(c), b.min(d)));
            both.map(|it| (it, it))
        }
        _ => return same(),
    };
    let (x, y) = refined?;
    Some((number(format, x), number(format, y)))
}

/// A float as a number of another shape; `None` if nothing is known of it.
pub(crate) fn to_int(from: FloatShape, to: IntShape, a: &Number) -> Option<Number> {
    let a = interval(format(from)?, a);
    let (least, greatest) = limits(to);
    let (lo, hi) = a.ends().filter(|_| !a.may_be_nan())?;
    // What does not fit is 0; numbers this large are exact.
    let is_small = |it: f64| it.abs() < 1e30;
    if !is_small(lo) || !is_small(hi) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is small")]
    let (lo, hi) = (lo.trunc() as i128, hi.trunc() as i128);
    if lo < least || greatest < hi { None } else { Number::range(lo, hi) }
}

/// Whether a float is not zero.
pub(crate) fn is_nonzero(from: FloatShape, a: &Number) -> Option<Kleene> {
    let a = interval(format(from)?, a);
    Some(compare(BinOp::Ne, a, FloatInterval::constant(0.0)))
}

/// A number as a float; `None` if nothing is known of it.
pub(crate) fn from_int(to: FloatShape, a: &Number) -> Option<Number> {
    let format = format(to)?;
    let Interval { lo, hi } = a.hull();
    // Rounding to nearest keeps the order.
    #[expect(clippy::cast_precision_loss, reason = "this is the rounding")]
    let round = |it: i128| match format {
        Format::Single => f64::from(it as f32),
        Format::Double => it as f64,
    };
    Some(number(format, FloatInterval::range(round(lo), round(hi))?))
}

/// A float in another format; `None` if nothing is known of it.
pub(crate) fn convert(from: FloatShape, to: FloatShape, a: &Number) -> Option<Number> {
    let (from, to) = (format(from)?, format(to)?);
    Some(number(to, interval(from, a).convert(to)))
}

/// A float for people; `None` if nothing is known of it.
pub(crate) fn describe(shape: FloatShape, a: &Number) -> Option<String> {
    let known = interval(format(shape)?, a);
    (known != FloatInterval::top()).then(|| known.to_string())
}
