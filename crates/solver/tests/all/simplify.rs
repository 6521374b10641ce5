//! Every constructor has the value that its operator has by definition.

use crate::common::{self, BINARY, BOOL, COMPARISONS, Op, Random, Tree, define, mask};
use tribunal_solver::{Assignment, Bits, Rules, Sort, TermId, Terms, Value};

fn number(terms: &Terms, assignment: &mut Assignment, term: TermId) -> u64 {
    match assignment.eval(terms, term) {
        Value::Bool(value) => value.into(),
        Value::Bits(bits) => u64::try_from(bits.to_u128().unwrap()).unwrap(),
        Value::Array(_) => unreachable!("no arrays here"),
    }
}

/// Each operator on a variable and a constant, on either side, for all their values.
#[test]
fn operators_with_a_constant_are_right() {
    for (width, rules) in (1..=5).flat_map(|it| [(it, Rules::All), (it, Rules::Few)]) {
        let mut terms = Terms::with_rules(rules);
        let x = terms.variable("x", Sort::BitVec(width));
        for op in BINARY.into_iter().chain(COMPARISONS) {
            let result = if COMPARISONS.contains(&op) { BOOL } else { width };
            for value in 0..=mask(width) {
                let constant = terms.number(value.into(), width);
                let left = common::apply(&mut terms, op, &[constant, x], result);
                let right = common::apply(&mut terms, op, &[x, constant], result);
                for other in 0..=mask(width) {
                    let mut assignment = Assignment::default();
                    assignment.set(x, Value::Bits(Bits::new(other.into(), width)));
                    for (term, args) in [(left, [value, other]), (right, [other, value])] {
                        let expected = define(op, &args, &[width; 2], result);
                        let actual = number(&terms, &mut assignment, term);
                        assert_eq!(actual, expected, "{op:?} {args:?} ({width} bits)");
                    }
                }
            }
        }
    }
}

fn check_trees(seed: u64, count: u32, depth: u32, widths: &[u32]) {
    let mut random = Random(seed);
    for round in 0..count {
        let width = if round % 3 == 0 { BOOL } else { random.pick(widths) };
        let tree = Tree::random(&mut random, width, depth, widths);
        let rules = if round % 4 == 0 { Rules::Few } else { Rules::All };
        let mut terms = Terms::with_rules(rules);
        let term = tree.build(&mut terms);
        let substituted = terms.substitute(term, &std::iter::empty().collect());
        assert_eq!(term, substituted);
        for _ in 0..8 {
            let values = [random.next() >> random.below(64), random.next()];
            let mut assignment = Assignment::default();
            for variable in terms.variables(term) {
                let tribunal_solver::Node::Variable(symbol) = terms.node(variable) else {
                    continue;
                };
                let index = usize::from(terms.symbol(symbol).name.starts_with("v1"));
                let value = match terms.sort(variable) {
                    Sort::BitVec(width) => Value::Bits(Bits::new(values[index].into(), width)),
                    _ => Value::Bool(values[index] & 1 == 1),
                };
                assignment.set(variable, value);
            }
            let actual = number(&terms, &mut assignment, term);
            assert_eq!(
                actual,
                tree.eval(&values),
                "seed {seed}, round {round}: {tree:?} at {values:?}"
            );
        }
    }
}

#[test]
fn small_trees_keep_their_value() {
    check_trees(1, 30_000, 3, &[1, 2, 3, 4]);
    check_trees(2, 5_000, 6, &[1, 2, 3, 5, 8]);
}

#[test]
fn trees_of_machine_words_keep_their_value() {
    check_trees(3, 20_000, 3, &[8, 16, 32, 64]);
    check_trees(4, 3_000, 6, &[8, 32, 64]);
}

/// Conjunctions and disjunctions of bounds on one variable, for all its values.
#[test]
fn bounds_are_combined_rightly() {
    const WIDTH: u32 = 3;
    let mut random = Random(5);
    let mut decided = 0;
    for _ in 0..20_000 {
        let mut terms = Terms::new();
        let x = Tree::Variable(0, WIDTH);
        let mut tree = Tree::Constant(1, BOOL);
        for _ in 0..1 + random.below(5) {
            let bound = Tree::Constant(random.below(8), WIDTH);
            let op = random.pick(&COMPARISONS[..5]);
            let args =
                if random.below(2) == 0 { vec![x.clone(), bound] } else { vec![bound, x.clone()] };
            let mut atom = Tree::Apply(op, args, BOOL);
            if random.below(3) == 0 {
                atom = Tree::Apply(Op::Not, vec![atom], BOOL);
            }
            let op = random.pick(&[Op::And, Op::And, Op::And, Op::Or]);
            let args = if random.below(2) == 0 { vec![tree, atom] } else { vec![atom, tree] };
            tree = Tree::Apply(op, args, BOOL);
        }
        let term = tree.build(&mut terms);
        decided += u32::from(terms.as_bool(term).is_some());
        let variable = Tree::variable(&mut terms, 0, WIDTH);
        for value in 0..8 {
            let mut assignment = Assignment::default();
            assignment.set(variable, Value::Bits(Bits::new(value.into(), WIDTH)));
            assert_eq!(
                number(&terms, &mut assignment, term),
                tree.eval(&[value, 0]),
                "{tree:?} at {value}"
            );
        }
    }
    assert!(2_000 < decided, "contradictions should be noticed: {decided}");
}

/// Division undone by multiplication, for all values.
#[test]
fn division_is_undone() {
    let width = 4;
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.variable(name, Sort::BitVec(width)));
    for (divide, rest) in [(Op::Udiv, Op::Urem), (Op::Sdiv, Op::Srem)] {
        let quotient = common::apply(&mut terms, divide, &[x, y], width);
        let left = common::apply(&mut terms, rest, &[x, y], width);
        let product = terms.mul(quotient, y);
        let sum = terms.add(product, left);
        let difference = terms.sub(x, product);
        assert!(terms.size(sum) <= 6 && terms.size(difference) <= 6);
        for (a, b) in (0..=mask(width)).flat_map(|a| (0..=mask(width)).map(move |b| (a, b))) {
            let mut assignment = Assignment::default();
            for (variable, value) in [(x, a), (y, b)] {
                assignment.set(variable, Value::Bits(Bits::new(value.into(), width)));
            }
            let product = define(
                Op::Mul,
                &[define(divide, &[a, b], &[width; 2], width), b],
                &[width; 2],
                width,
            );
            let expected = define(Op::Sub, &[a, product], &[width; 2], width);
            assert_eq!(number(&terms, &mut assignment, difference), expected);
            let left = define(rest, &[a, b], &[width; 2], width);
            let expected = define(Op::Add, &[product, left], &[width; 2], width);
            assert_eq!(number(&terms, &mut assignment, sum), expected);
        }
    }
}

/// Long chains neither overflow the stack nor take more than linear time.
#[test]
fn long_chains_can_be_built() {
    let mut terms = Terms::new();
    let mut chain = terms.variable("x", Sort::BitVec(32));
    let flag = terms.variable("b", Sort::Bool);
    let mut all = flag;
    for index in 0_u32..50_000 {
        let next = terms.variable(&format!("x{index}"), Sort::BitVec(32));
        let constant = terms.number(index.into(), 32);
        let test = terms.eq(next, constant);
        all = terms.and(all, test);
        chain = match index % 5 {
            0 => terms.sub(next, chain),
            1 => terms.neg(chain),
            2 => terms.ite(test, constant, chain),
            3 => terms.add(chain, constant),
            _ => terms.bit_not(chain),
        };
    }
    let low = terms.extract(chain, 7, 0);
    let three = terms.number(3, 8);
    let goal = terms.eq(low, three);
    let both = terms.and(all, goal);
    assert!(50_000 < terms.size(both));
}

/// What people and engines rely on to disappear.
#[test]
fn typical_terms_collapse() {
    let mut terms = Terms::new();
    let x = terms.variable("x", Sort::BitVec(32));
    let y = terms.variable("y", Sort::BitVec(32));
    let four = terms.number(4, 32);
    // x + y - x
    let sum = terms.add(x, y);
    assert_eq!(terms.sub(sum, x), y);
    // (x + 4 == 4) is (x == 0)
    let shifted = terms.add(x, four);
    let left = terms.eq(shifted, four);
    assert_eq!(left, terms.is_zero(x));
    // Bytes taken apart and put together.
    let bytes = [3, 2, 1, 0].map(|at| terms.extract(x, at * 8 + 7, at * 8));
    let word = bytes.map(|it| terms.zero_extend(it, 32));
    let mut whole = terms.number(0, 32);
    let eight = terms.number(8, 32);
    for byte in word {
        let above = terms.shl(whole, eight);
        whole = terms.bit_or(above, byte);
    }
    assert_eq!(whole, x);
    // Characters do not overflow when added as ints.
    let [a, b] = [bytes[0], bytes[1]].map(|it| terms.sign_extend(it, 32));
    let overflow = terms.overflow(tribunal_solver::Overflow::SignedAdd, a, b);
    assert_eq!(overflow, terms.truth(false));
    // What is known already, or refuted, is noticed many conjuncts later.
    let ten = terms.number(10, 32);
    let mut path = terms.slt(x, ten);
    let below = path;
    for name in ["a", "b", "c", "d"] {
        let flag = terms.variable(name, Sort::Bool);
        path = terms.and(path, flag);
    }
    assert_eq!(terms.and(path, below), path);
    let above = terms.slt(ten, x);
    assert_eq!(terms.and(path, above), terms.truth(false));
    // An index below a bound stays inside the array.
    let bound = terms.number(10, 32);
    let index = terms.urem(x, bound);
    let is_inside = terms.ult(index, bound);
    assert_eq!(is_inside, terms.truth(true));
    assert_eq!(define(Op::Urem, &[13, 10], &[32, 32], 32), 3);
}
