//! The laws of `Lattice` and `Numeric`, for every domain of numbers, and their operations against the reference semantics.

use proptest::prelude::{Just, Strategy, any, prop, proptest};
use proptest::prop_oneof;
use tribunal_domains::{Bits, Congruence, Interval, Intervals, Number, Numeric, Thresholds};
use tribunal_exec::{State, View, evaluate};
use tribunal_ir::{BinOp, Expr, IntShape, Program, Ty, UnOp};

/// The value of an operator on constants, by the reference semantics.
fn concrete(
    shape: IntShape,
    make: impl FnOnce(&mut Program, &mut dyn FnMut(&mut Program, i128) -> tribunal_ir::ExprId) -> Expr,
) -> i128 {
    let mut program = Program::default();
    let ty = program.ty(Ty::Int(shape));
    let mut constant = |program: &mut Program, value: i128| program.expr(Expr::Const { value, ty });
    let expr = make(&mut program, &mut constant);
    let expr = program.expr(expr);
    let state = State::default();
    evaluate(View::of_process(&program, &state, 0, false), expr)
}

const SHAPES: [(u16, bool); 11] = [
    (1, false),
    (3, true),
    (3, false),
    (8, true),
    (8, false),
    (32, true),
    (32, false),
    (64, true),
    (64, false),
    (128, true),
    (128, false),
];

const BINARY: [BinOp; 17] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Div,
    BinOp::Rem,
    BinOp::Shl,
    BinOp::Shr,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::Eq,
    BinOp::Ne,
    BinOp::Lt,
    BinOp::Le,
    BinOp::AddOverflows,
    BinOp::SubOverflows,
    BinOp::MulOverflows,
];

const UNARY: [UnOp; 2] = [UnOp::Neg, UnOp::BitNot];

/// A number that is often near a limit.
fn number() -> impl Strategy<Value = i128> {
    prop_oneof![
        -20..20i128,
        (0..128u32, -3..3i128).prop_map(|(bit, more)| (1i128 << bit).wrapping_add(more)),
        (0..128u32, -3..3i128).prop_map(|(bit, more)| (-1i128 << bit).wrapping_add(more)),
        any::<i128>(),
    ]
}

/// Some numbers near each other, and by what they are multiplied.
fn numbers() -> impl Strategy<Value = Vec<i128>> {
    let near = (
        number(),
        prop::collection::vec(-6..6i128, 0..4),
        prop_oneof![Just(1i128), Just(4), Just(12)],
    );
    near.prop_map(|(first, others, factor)| {
        let other = |it: i128| first.wrapping_add(it.wrapping_mul(factor));
        std::iter::once(first).chain(others.into_iter().map(other)).collect()
    })
}

/// What a domain knows of these numbers of a shape.
fn of<D: Numeric>(shape: IntShape, numbers: &[i128]) -> D {
    let all = numbers.iter().map(|it| D::constant(shape.wrap(*it)));
    all.reduce(|a, b| a.join(&b)).expect("there should be a number")
}

fn check_order<D: Numeric>(shape: IntShape, [a, b, c]: [&[i128]; 3]) {
    let (x, y, z): (D, D, D) = (of(shape, a), of(shape, b), of(shape, c));
    let join = x.join(&y);
    let wide = x.widen(&y, &Thresholds::default());
    assert!(x.le(&x), "L1: reflexive");
    assert!(!(x.le(&y) && y.le(&z)) || x.le(&z), "L1: transitive: {x:?} {y:?} {z:?}");
    assert!(!(x.le(&y) && y.le(&x)) || x == y, "L1: antisymmetric: {x:?} {y:?}");
    assert!(x.le(&join) && y.le(&join), "L2: {x:?} {y:?} {join:?}");
    assert!(x.le(&wide) && y.le(&wide), "L3: {x:?} {y:?} {wide:?}");
    for value in a.iter().chain(b).map(|it| shape.wrap(*it)) {
        assert!(join.contains(value) && wide.contains(value));
        assert!(D::top(shape).contains(value));
        if x.contains(value) && y.contains(value) {
            let meet = x.meet(&y).unwrap_or_else(|| panic!("L5: {value} is in {x:?} and {y:?}"));
            assert!(meet.contains(value), "L5: {x:?} {y:?} {meet:?} {value}");
        }
    }
}

fn check_chain<D: Numeric>(shape: IntShape, numbers: &[i128]) {
    let thresholds = Thresholds::new([3, 77]);
    let (mut now, mut steps) = (D::constant(shape.wrap(numbers[0])), 0);
    // Whatever comes, again and again.
    for value in
        std::iter::repeat_n(numbers, 3).flatten().flat_map(|it| [*it, it.wrapping_mul(3), it / 2])
    {
        let newer = now.join(&D::constant(shape.wrap(value)));
        let next = now.widen(&newer, &thresholds);
        assert!(newer.le(&next));
        steps += usize::from(next != now);
        now = next;
    }
    assert!(steps < 180, "L4: {steps} steps");
}

fn check_operations<D: Numeric>(shape: IntShape, a: &[i128], b: &[i128]) {
    let (x, y): (D, D) = (of(shape, a), of(shape, b));
    for op in BINARY {
        let result = D::binary(op, shape, &x, &y);
        for (p, q) in a.iter().flat_map(|p| b.iter().map(|q| (shape.wrap(*p), shape.wrap(*q)))) {
            let value = concrete(shape, |program, constant| {
                Expr::Binary(op, constant(program, p), constant(program, q))
            });
            assert!(
                result.contains(value),
                "N1: {p} {op:?} {q} = {value} at {shape:?}: {x:?} {y:?} {result:?}"
            );
            if matches!(op, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le) && value == 1 {
                let refined = D::refine(op, shape, &x, &y);
                let holds = refined.as_ref().is_some_and(|it| it.0.contains(p) && it.1.contains(q));
                assert!(holds, "N2: {p} {op:?} {q} at {shape:?}: {x:?} {y:?} {refined:?}");
            }
        }
    }
    for (op, p) in UNARY.into_iter().flat_map(|op| a.iter().map(move |p| (op, shape.wrap(*p)))) {
        let value = concrete(shape, |program, constant| Expr::Unary(op, constant(program, p)));
        assert!(D::unary(op, shape, &x).contains(value), "N1: {op:?} {p} = {value}: {x:?}");
    }
    for (bits, signed) in SHAPES {
        let to = IntShape { bits, signed };
        for p in a.iter().map(|it| shape.wrap(*it)) {
            assert!(x.wrap(to).contains(to.wrap(p)), "N1: {p} as {to:?}: {x:?} {:?}", x.wrap(to));
        }
    }
}

/// Operations backwards: no operands are lost that lead to a result.
fn check_inverses(shape: IntShape, a: &[i128], b: &[i128]) {
    let (x, y): (Number, Number) = (of(shape, a), of(shape, b));
    let at = |it: &[i128]| shape.wrap(it[it.len() / 2]);
    let (p, q) = (at(a), at(b));
    for op in BINARY {
        let value = concrete(shape, |program, constant| {
            Expr::Binary(op, constant(program, p), constant(program, q))
        });
        let found = Number::binary_operands(op, shape, (&x, &y), &Number::constant(value));
        let holds = found.as_ref().is_some_and(|it| it.0.contains(p) && it.1.contains(q));
        assert!(holds, "{p} {op:?} {q} = {value} at {shape:?}: {x} {y} {found:?}");
    }
    for op in UNARY {
        let value = concrete(shape, |program, constant| Expr::Unary(op, constant(program, p)));
        let found = Number::unary_operand(op, shape, &x, &Number::constant(value));
        assert!(
            found.as_ref().is_some_and(|it| it.contains(p)),
            "{op:?} {p} = {value}: {x} {found:?}"
        );
    }
    for (bits, signed) in SHAPES {
        let to = IntShape { bits, signed };
        let found = x.wrap_operand(to, &Number::constant(to.wrap(p)));
        assert!(found.as_ref().is_some_and(|it| it.contains(p)), "{p} as {to:?}: {x} {found:?}");
    }
}

fn shape() -> impl Strategy<Value = IntShape> {
    (0..SHAPES.len()).prop_map(|it| IntShape { bits: SHAPES[it].0, signed: SHAPES[it].1 })
}

macro_rules! laws {
    ($($name:ident: $domain:ty;)*) => {$(
        mod $name {
            use super::*;

            proptest! {
                #[test]
                fn order(shape in shape(), a in numbers(), b in numbers(), c in numbers()) {
                    check_order::<$domain>(shape, [&a, &b, &c]);
                }

                #[test]
                fn widenings_stop(shape in shape(), all in prop::collection::vec(number(), 20..60)) {
                    check_chain::<$domain>(shape, &all);
                }

                #[test]
                fn operations(shape in shape(), a in numbers(), b in numbers()) {
                    check_operations::<$domain>(shape, &a, &b);
                }
            }
        }
    )*};
}

laws! {
    interval: Interval;
    intervals: Intervals;
    congruence: Congruence;
    bits: Bits;
    number: Number;
}

proptest! {
    #[test]
    fn inverses(shape in shape(), a in numbers(), b in numbers()) {
        check_inverses(shape, &a, &b);
    }
}

#[test]
fn what_the_parts_tell_each_other() {
    let shape = IntShape::I32;
    let range = |lo, hi| Number::range(lo, hi).expect("it should not be empty");
    // Multiples of 4 below 10.
    let four = Number::binary(BinOp::Mul, shape, &range(0, 100), &Number::constant(4));
    let (small, _) =
        Number::refine(BinOp::Lt, shape, &four, &Number::constant(10)).expect("there are some");
    assert_eq!(small.to_string(), "[0, 8], 0 mod 4");
    // A mask tells the low bits, the low bits the remainder.
    let odd = Number::binary(BinOp::Or, shape, &four, &Number::constant(1));
    assert_eq!(odd.to_string(), "[1, 401], 1 mod 4");
    assert_eq!(Number::binary(BinOp::Eq, shape, &odd, &four).single(), Some(0));
}
