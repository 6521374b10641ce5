//! A term has the value of its polynomial.

use crate::common::{Random, Tree};
use tribunal_solver::{
    Assignment, Bits, Node, Polynomial, Polynomials, Sort, TermId, Terms, Value,
};

/// The number in a term.
fn number(terms: &Terms, assignment: &mut Assignment, term: TermId) -> u128 {
    match assignment.eval(terms, term) {
        Value::Bits(bits) => bits.to_u128().unwrap(),
        other => unreachable!("{other:?} should be a number"),
    }
}

fn evaluate(terms: &Terms, assignment: &mut Assignment, polynomial: &Polynomial) -> u128 {
    let mut total = 0_u128;
    for (monomial, factor) in polynomial.terms() {
        let atoms = monomial.iter().map(|it| number(terms, assignment, *it));
        total = total.wrapping_add(atoms.fold(factor, u128::wrapping_mul));
    }
    let width = polynomial.width();
    if width == 128 { total } else { total & ((1 << width) - 1) }
}

#[test]
fn random_terms_have_the_values_of_their_polynomials() {
    let mut random = Random(7);
    let widths = [1, 2, 3, 4, 8, 32, 64];
    for round in 0..6_000 {
        let width = random.pick(&widths);
        let tree = Tree::random(&mut random, width, 2 + round % 5, &widths);
        let mut terms = Terms::new();
        let term = tree.build(&mut terms);
        let polynomial = Polynomials::default().of(&terms, term).unwrap();
        assert_eq!(polynomial.width(), width);
        for _ in 0..6 {
            let values = [random.next() >> random.below(64), random.next()];
            let mut assignment = Assignment::default();
            let parts: Vec<TermId> =
                polynomial.terms().flat_map(|it| it.0.iter().copied()).chain([term]).collect();
            for variable in terms.subterms(&parts) {
                let Node::Variable(symbol) = terms.node(variable) else { continue };
                let index = usize::from(terms.symbol(symbol).name.starts_with("v1"));
                let value = match terms.sort(variable) {
                    Sort::BitVec(width) => Value::Bits(Bits::new(values[index].into(), width)),
                    _ => Value::Bool(values[index] & 1 == 1),
                };
                assignment.set(variable, value);
            }
            let expected = number(&terms, &mut assignment, term);
            let actual = evaluate(&terms, &mut assignment, &polynomial);
            assert_eq!(actual, expected, "round {round}: {tree:?} at {values:?}: {polynomial:?}");
        }
    }
}

#[test]
fn identities_are_seen() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|it| terms.variable(it, Sort::BitVec(32)));
    let (sum, difference) = (terms.add(x, y), terms.sub(x, y));
    let (left, squares) = (terms.mul(sum, difference), [x, y].map(|it| terms.mul(it, it)));
    let right = terms.sub(squares[0], squares[1]);
    let mut polynomials = Polynomials::default();
    let difference = polynomials.of(&terms, left).unwrap();
    let difference = difference.plus(u128::MAX, &polynomials.of(&terms, right).unwrap());
    assert!(difference.is_zero(), "{difference:?}");
}

#[test]
fn replacing_is_substituting() {
    let mut random = Random(11);
    for _ in 0..300 {
        let width = random.pick(&[1, 3, 8, 33]);
        let mut terms = Terms::new();
        let vars = [0, 1, 2].map(|it| terms.variable(&format!("v{it}"), Sort::BitVec(width)));
        let polynomial = |random: &mut Random, count: u64, vars: &[TermId]| {
            let mut result = Polynomial::zero(width);
            for _ in 0..count {
                let mut monomial: Vec<TermId> =
                    (0..random.below(4)).map(|_| random.pick(vars)).collect();
                monomial.sort_unstable();
                result.add_monomial(monomial, random.next().into());
            }
            result
        };
        let (of, by) = (polynomial(&mut random, 5, &vars), polynomial(&mut random, 3, &vars[1..]));
        let replaced = of.replaced(vars[0], &by).unwrap();
        let mut assignment = Assignment::default();
        for var in &vars[1..] {
            assignment.set(*var, Value::Bits(Bits::new(random.next().into(), width)));
        }
        let value = evaluate(&terms, &mut assignment, &by);
        let actual = evaluate(&terms, &mut assignment, &replaced);
        assignment.set(vars[0], Value::Bits(Bits::new(value, width)));
        assert_eq!(actual, evaluate(&terms, &mut assignment, &of));
    }
}
