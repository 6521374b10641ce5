//! The examples of the paper.

use super::Flat::{Any, Value};
use super::{Flat, abstracted, binary, predicates};
use proptest::prelude::{Strategy, prop, prop_assert, proptest};
use tribunal_domains::{Bits, Congruence, Interval, Numeric};
use tribunal_ir::{BinOp, IntShape};
use tribunal_solver::{Sort, TermId, Terms};

const INT: IntShape = IntShape { bits: 32, signed: true };

/// The variables x, y and z.
struct Store {
    terms: Terms,
    x: TermId,
    y: TermId,
    z: TermId,
}

impl Store {
    fn new() -> Self {
        let mut terms = Terms::new();
        let mut variable = |name| terms.variable(name, Sort::BitVec(32));
        let (x, y, z) = (variable("x"), variable("y"), variable("z"));
        Self { terms, x, y, z }
    }

    fn is(&mut self, variable: TermId, value: u128) -> TermId {
        let value = self.terms.number(value, 32);
        self.terms.eq(variable, value)
    }

    fn flat(&mut self, formula: TermId) -> Option<Vec<Flat>> {
        let numbers = [self.x, self.y, self.z].map(|it| (it, INT));
        abstracted(&mut self.terms, formula, &numbers).expect("the solver should know")
    }
}

/// `y := 3; x := 4 * y + 1`
#[test]
fn example_1_predicates_and_constants() {
    let mut store = Store::new();
    let (x, y, z) = (store.x, store.y, store.z);
    let (four, one) = (store.terms.number(4, 32), store.terms.number(1, 32));
    let product = store.terms.mul(four, y);
    let sum = store.terms.add(product, one);
    let (first, second) = (store.is(y, 3), store.terms.eq(x, sum));
    let formula = store.terms.and(first, second);
    let asked =
        [(y, 1), (y, 3), (y, 4), (x, 1), (x, 3), (x, 4)].map(|(it, value)| store.is(it, value));
    let known = predicates(&mut store.terms, formula, &asked).expect("the solver should know");
    assert_eq!(known, [false, true, false, false, false, false].map(Some));
    let fixed = store.is(z, 0);
    let formula = store.terms.and(formula, fixed);
    assert_eq!(store.flat(formula), Some(vec![Value(13), Value(3), Value(0)]));
}

/// `z := 0; x := y * z`
#[test]
fn example_2_zero_times_anything_is_zero() {
    let mut store = Store::new();
    let product = store.terms.mul(store.y, store.z);
    let (first, second) = (store.is(store.z, 0), store.terms.eq(store.x, product));
    let formula = store.terms.and(first, second);
    assert_eq!(store.flat(formula), Some(vec![Value(0), Any, Value(0)]));
}

/// The best transformer of `x := y * z` where z is 0.
#[test]
fn example_7_an_assignment() {
    let (zero, any) = (Value(0), Any);
    assert_eq!(binary(BinOp::Mul, INT, &any, &zero), Some(zero));
    assert_eq!(binary(BinOp::Mul, INT, &any, &any), Some(Any));
}

#[test]
fn example_8_assumptions() {
    let assume = |y: Option<u128>, condition: fn(&mut Terms, TermId, TermId) -> TermId| {
        let mut store = Store::new();
        let mut all = vec![store.is(store.x, 0), store.is(store.z, 7)];
        all.extend(y.map(|it| store.is(store.y, it)));
        all.push(condition(&mut store.terms, store.y, store.z));
        let formula = store.terms.all(all);
        store.flat(formula)
    };
    let below: fn(&mut Terms, TermId, TermId) -> TermId = |terms, y, z| terms.slt(y, z);
    let above: fn(&mut Terms, TermId, TermId) -> TermId = |terms, y, z| terms.sle(z, y);
    let equal: fn(&mut Terms, TermId, TermId) -> TermId = |terms, y, z| terms.eq(y, z);
    assert_eq!(assume(Some(2), below), Some(vec![Value(0), Value(2), Value(7)]));
    assert_eq!(assume(Some(2), above), None);
    assert_eq!(assume(None, below), Some(vec![Value(0), Any, Value(7)]));
    assert_eq!(assume(None, equal), Some(vec![Value(0), Value(7), Value(7)]));
}

/// The program with correlated branches (figure 5) as one formula: x is 13 at its end, and y is not known.
#[test]
fn figure_5_correlated_branches() {
    let mut store = Store::new();
    let (x, y, z) = (store.x, store.y, store.z);
    let numbers = [3u128, 5, 8, 13, 27, 29].map(|it| store.terms.number(it, 32));
    let [three, five, eight, thirteen, low, high] = numbers;
    let (first, second) = (store.terms.slt(z, high), store.terms.slt(z, low));
    let later = store.terms.ite(first, five, three);
    let sum = store.terms.add(later, eight);
    let last = store.terms.ite(second, sum, thirteen);
    let (a, b) = (store.terms.eq(y, later), store.terms.eq(x, last));
    let formula = store.terms.and(a, b);
    assert_eq!(store.flat(formula), Some(vec![Value(13), Any, Any]));
}

fn numbers() -> impl Strategy<Value = Vec<i128>> {
    prop::collection::vec(-8..8i128, 1..3)
}

fn of<D: Numeric>(numbers: &[i128]) -> D {
    let all = numbers.iter().map(|it| D::constant(*it));
    all.reduce(|a, b| a.join(&b)).expect("there should be a number")
}

/// What is written by hand is never below the best, and the best holds all results.
fn compare<D: Numeric + super::Representable>(a: &[i128], b: &[i128]) -> Result<(), String> {
    let shape = IntShape { bits: 4, signed: true };
    let (x, y): (D, D) = (of(a), of(b));
    for op in [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::And, BinOp::Xor, BinOp::Lt] {
        let hand = D::binary(op, shape, &x, &y);
        let best = binary(op, shape, &x, &y).ok_or("there should be a best one")?;
        if !best.le(&hand) {
            return Err(format!("{x:?} {op:?} {y:?}: {hand:?} is below {best:?}"));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

    #[test]
    fn no_transformer_is_below_the_best(a in numbers(), b in numbers()) {
        let compared = [compare::<Interval>(&a, &b), compare::<Congruence>(&a, &b), compare::<Bits>(&a, &b)];
        for it in compared {
            prop_assert!(it.is_ok(), "{:?}", it);
        }
    }
}
