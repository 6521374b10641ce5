//! Floats beside `rustc_apfloat`, and a few questions about them.

use std::fmt::Debug;

use crate::common::Random;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};
use tribunal_solver::float::{Format, Rounding};
use tribunal_solver::{Answer, Bits, Solver, Sort, TermId, Terms};

const MODES: [(Rounding, Round); 5] = [
    (Rounding::NearestEven, Round::NearestTiesToEven),
    (Rounding::NearestAway, Round::NearestTiesToAway),
    (Rounding::TowardPositive, Round::TowardPositive),
    (Rounding::TowardNegative, Round::TowardNegative),
    (Rounding::TowardZero, Round::TowardZero),
];

/// A random encoding: often special, often near another, never one that the processor would not write.
fn encoding(random: &mut Random, format: Format, near: Option<u128>) -> u128 {
    let (width, exponent_bits) = (format.width(), format.exponent_bits());
    let stored = width - 1 - exponent_bits;
    let is_explicit = stored == format.precision();
    let fraction_bits = format.precision() - 1;
    let most = (1_u128 << exponent_bits) - 1;
    let bias = most >> 1;
    let noise = u128::from(random.next()) << 64 | u128::from(random.next());
    let near_exponent = near.map_or(bias, |it| it >> stored & most);
    let exponent = match random.below(8) {
        0 => 0,
        1 => most,
        2 => most - 1,
        3 => noise % (most + 1),
        4 => bias + noise % 8,
        _ => (near_exponent + noise % 5).saturating_sub(2).min(most),
    };
    let all = (1_u128 << fraction_bits) - 1;
    let fraction = match random.below(8) {
        0 => 0,
        1 => all,
        2 => 1,
        3 => 1 << (fraction_bits - 1),
        4 => near.unwrap_or(noise) & all,
        5 => noise & all & !(all >> 3),
        _ => noise & all,
    };
    let leading = if is_explicit && exponent != 0 { 1 << fraction_bits } else { 0 };
    u128::from(random.below(2)) << (width - 1) | exponent << stored | leading | fraction
}

fn number(terms: &Terms, term: TermId) -> u128 {
    terms.as_bits(term).expect("constants should fold").to_u128().unwrap()
}

/// Equal encodings, or both NaN.
fn assert_same<F: Float + Debug>(
    terms: &Terms,
    actual: TermId,
    expected: F,
    what: impl Fn() -> String,
) {
    let actual = F::from_bits(number(terms, actual));
    let is_same = actual.is_nan() && expected.is_nan() || actual.to_bits() == expected.to_bits();
    assert!(is_same, "{}: {actual:?} should be {expected:?}", what());
}

fn check_format<F: Float + Debug>(format: Format, seed: u64, rounds: u32) {
    let mut random = Random(seed);
    for round in 0..rounds {
        let mut terms = Terms::new();
        let x = encoding(&mut random, format, None);
        let y = encoding(&mut random, format, Some(x));
        let z = encoding(&mut random, format, Some(x));
        let [a, b, c] = [x, y, z].map(|it| terms.number(it, format.width()));
        let [x, y, z] = [x, y, z].map(F::from_bits);
        let t = &mut terms;
        for (mode, reference) in MODES {
            let what = |op: &'static str| {
                move || format!("{op} {x:?} {y:?} {z:?} {mode:?} (round {round})")
            };
            let result = format.add(t, mode, a, b);
            assert_same(t, result, x.add_r(y, reference).value, what("add"));
            let result = format.sub(t, mode, a, b);
            assert_same(t, result, x.sub_r(y, reference).value, what("sub"));
            let result = format.mul(t, mode, a, b);
            assert_same(t, result, x.mul_r(y, reference).value, what("mul"));
            let result = format.div(t, mode, a, b);
            assert_same(t, result, x.div_r(y, reference).value, what("div"));
            let result = format.fma(t, mode, a, b, c);
            assert_same(t, result, x.mul_add_r(y, z, reference).value, what("fma"));
            let result = format.round_to_integral(t, mode, a);
            assert_same(t, result, x.round_to_integral(reference).value, what("round"));
            for width in [8, 32, 64] {
                let number_of = |t: &Terms, it: TermId| number(t, it);
                let signed = format.to_signed(t, mode, a, width);
                let expected = x.to_i128_r(width as usize, reference, &mut false);
                let fits = !expected.status.contains(rustc_apfloat::Status::INVALID_OP);
                assert_eq!(t.as_bool(signed.fits), Some(fits), "{}", what("to_signed")());
                let value =
                    if fits { Bits::signed(expected.value, width).to_u128().unwrap() } else { 0 };
                assert_eq!(number_of(t, signed.value), value, "{}", what("to_signed")());
                let unsigned = format.to_unsigned(t, mode, a, width);
                let expected = x.to_u128_r(width as usize, reference, &mut false);
                let fits = !expected.status.contains(rustc_apfloat::Status::INVALID_OP);
                assert_eq!(t.as_bool(unsigned.fits), Some(fits), "{}", what("to_unsigned")());
                let value = if fits { expected.value } else { 0 };
                assert_eq!(number_of(t, unsigned.value), value, "{}", what("to_unsigned")());
            }
            let integer = random.next() >> random.below(64);
            let term = t.number(integer.into(), 64);
            let result = format.of_unsigned(t, mode, term);
            assert_same(
                t,
                result,
                F::from_u128_r(integer.into(), reference).value,
                what("of_unsigned"),
            );
            let result = format.of_signed(t, mode, term);
            let expected = F::from_i128_r(integer.cast_signed().into(), reference).value;
            assert_same(t, result, expected, what("of_signed"));
        }
        let result = format.fmod(t, a, b);
        assert_same(t, result, x.c_fmod(y).value, || format!("fmod {x:?} {y:?}"));
        let result = format.remainder(t, a, b);
        assert_same(t, result, x.ieee_rem(y).value, || format!("remainder {x:?} {y:?}"));
        let compared = [format.lt(t, a, b), format.le(t, a, b), format.eq(t, a, b)]
            .map(|it| t.as_bool(it).unwrap());
        assert_eq!(compared, [x < y, x <= y, x == y], "compare {x:?} {y:?}");
        let tests = [
            format.is_nan(t, a),
            format.is_infinite(t, a),
            format.is_zero(t, a),
            format.is_normal(t, a),
            format.is_subnormal(t, a),
            format.is_finite(t, a),
            format.is_negative(t, a),
        ];
        let tests = tests.map(|it| t.as_bool(it).unwrap());
        let expected = [
            x.is_nan(),
            x.is_infinite(),
            x.is_zero(),
            x.is_normal(),
            x.is_denormal(),
            x.is_finite(),
            x.is_negative(),
        ];
        assert_eq!(tests, expected, "classes of {x:?}");
        let (least, most) = (format.min(t, a, b), format.max(t, a, b));
        if !x.is_zero() || !y.is_zero() {
            assert_same(t, least, x.min(y), || format!("min {x:?} {y:?}"));
            assert_same(t, most, x.max(y), || format!("max {x:?} {y:?}"));
        }
    }
}

#[test]
fn binary16_is_right() {
    check_format::<Half>(Format::BINARY16, 1, 400);
}

#[test]
fn binary32_is_right() {
    check_format::<Single>(Format::BINARY32, 2, 400);
}

#[test]
fn binary64_is_right() {
    check_format::<Double>(Format::BINARY64, 3, 300);
}

#[test]
fn x87_is_right() {
    check_format::<X87DoubleExtended>(Format::X87, 4, 100);
}

#[test]
fn binary128_is_right() {
    check_format::<Quad>(Format::BINARY128, 5, 50);
}

fn check_conversion<F: FloatConvert<G> + Debug, G: Float + Debug>(
    from: Format,
    to: Format,
    seed: u64,
) {
    let mut random = Random(seed);
    for _ in 0..60 {
        let mut terms = Terms::new();
        let x = encoding(&mut random, from, None);
        let a = terms.number(x, from.width());
        let x = F::from_bits(x);
        for (mode, reference) in MODES {
            let result = from.convert(&mut terms, mode, a, to);
            let expected: G = x.convert_r(reference, &mut false).value;
            assert_same(&terms, result, expected, || format!("{x:?} {from:?} to {to:?} {mode:?}"));
        }
    }
}

#[test]
fn formats_convert() {
    check_conversion::<Single, Double>(Format::BINARY32, Format::BINARY64, 6);
    check_conversion::<Double, Single>(Format::BINARY64, Format::BINARY32, 7);
    check_conversion::<Double, X87DoubleExtended>(Format::BINARY64, Format::X87, 8);
    check_conversion::<X87DoubleExtended, Double>(Format::X87, Format::BINARY64, 9);
    check_conversion::<X87DoubleExtended, Single>(Format::X87, Format::BINARY32, 10);
    check_conversion::<Quad, X87DoubleExtended>(Format::BINARY128, Format::X87, 11);
    check_conversion::<Half, Quad>(Format::BINARY16, Format::BINARY128, 12);
}

/// The processor is the reference for roots.
#[test]
fn roots_are_right() {
    let mut random = Random(13);
    for _ in 0..200 {
        let mut terms = Terms::new();
        let x = u64::try_from(encoding(&mut random, Format::BINARY64, None)).unwrap();
        let a = terms.number(x.into(), 64);
        let root = Format::BINARY64.sqrt(&mut terms, Rounding::NearestEven, a);
        let expected = Double::from_bits(f64::from_bits(x).sqrt().to_bits().into());
        assert_same(&terms, root, expected, || format!("root of {}", f64::from_bits(x)));
        let x = u32::try_from(encoding(&mut random, Format::BINARY32, None)).unwrap();
        let a = terms.number(x.into(), 32);
        let root = Format::BINARY32.sqrt(&mut terms, Rounding::NearestEven, a);
        let expected = Single::from_bits(f32::from_bits(x).sqrt().to_bits().into());
        assert_same(&terms, root, expected, || format!("root of {}", f32::from_bits(x)));
    }
}

/// Encodings that the processor never writes (F2).
#[test]
fn odd_encodings_of_the_x87_have_a_meaning() {
    let mut terms = Terms::new();
    let format = Format::X87;
    let [pseudo, least, unnormal, none] =
        [1 << 63, 1 << 64 | 1 << 63, 5 << 64, 0].map(|it| terms.number(it, 80));
    let same = format.eq(&mut terms, pseudo, least);
    assert_eq!(terms.as_bool(same), Some(true));
    assert_eq!(format.add(&mut terms, Rounding::NearestEven, pseudo, none), least);
    let is_nan = format.is_nan(&mut terms, unnormal);
    assert_eq!(terms.as_bool(is_nan), Some(true));
}

fn single(terms: &mut Terms, value: f32) -> TermId {
    terms.number(value.to_bits().into(), 32)
}

fn value(terms: &Terms, solver: &mut Solver, term: TermId) -> f32 {
    let bits = solver.value(terms, term).as_bits().to_u128().unwrap();
    f32::from_bits(u32::try_from(bits).unwrap())
}

#[test]
fn a_sum_can_be_solved_for_its_summand() {
    let mut terms = Terms::new();
    let x = terms.variable("x", Sort::BitVec(32));
    let (tenth, goal) = (single(&mut terms, 0.1), single(&mut terms, 0.3));
    let sum = Format::BINARY32.add(&mut terms, Rounding::NearestEven, x, tenth);
    let equation = Format::BINARY32.eq(&mut terms, sum, goal);
    let mut solver = Solver::new();
    solver.assert(&mut terms, equation);
    assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
    let x = value(&terms, &mut solver, x);
    assert_eq!(x + 0.1, 0.3);
}

#[test]
fn addition_is_not_associative() {
    let mut terms = Terms::new();
    let format = Format::BINARY32;
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.variable(name, Sort::BitVec(32)));
    let mode = Rounding::NearestEven;
    let xy = format.add(&mut terms, mode, x, y);
    let left = format.add(&mut terms, mode, xy, z);
    let yz = format.add(&mut terms, mode, y, z);
    let right = format.add(&mut terms, mode, x, yz);
    let same = format.eq(&mut terms, left, right);
    let differ = terms.not(same);
    let mut solver = Solver::new();
    solver.assert(&mut terms, differ);
    for term in [left, right] {
        let is_finite = format.is_finite(&mut terms, term);
        solver.assert(&mut terms, is_finite);
    }
    assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
    let [x, y, z] = [x, y, z].map(|it| value(&terms, &mut solver, it));
    assert_ne!((x + y) + z, x + (y + z));
}

/// On a tiny format every pair of operands can be covered by one question.
#[test]
fn addition_and_multiplication_are_commutative() {
    let mut terms = Terms::new();
    let format = Format::new(3, 4);
    let [x, y] = ["x", "y"].map(|name| terms.variable(name, Sort::BitVec(7)));
    let mode = Rounding::TowardNegative;
    let sums = [format.add(&mut terms, mode, x, y), format.add(&mut terms, mode, y, x)];
    let products = [format.mul(&mut terms, mode, x, y), format.mul(&mut terms, mode, y, x)];
    let [same_sum, same_product] = [sums, products].map(|[a, b]| terms.eq(a, b));
    let law = terms.and(same_sum, same_product);
    let counterexample = terms.not(law);
    let mut solver = Solver::new();
    solver.assert(&mut terms, counterexample);
    assert_eq!(solver.check(&mut terms, &[]), Answer::Unsat);
}
