//! The solver's answers beside those of trying everything.

use crate::common::{BOOL, Random, Tree};
use tribunal_solver::{
    Answer, Decide, External, Limits, Overflow, Rules, Solver, Sort, TermId, Terms,
};

/// All values of the two variables that trees use, which are cut to the width of each use.
fn assignments(width: u32) -> impl Iterator<Item = [u64; 2]> {
    let bound = 1 << width;
    (0..bound).flat_map(move |a| (0..bound).map(move |b| [a, b]))
}

/// Makes the variables of all widths parts of those of the largest, so that one pair of numbers is an assignment.
fn tie(terms: &mut Terms, solver: &mut Solver, widest: u32) {
    for index in 0..2 {
        let whole = Tree::variable(terms, index, widest);
        for width in 1..widest {
            let part = Tree::variable(terms, index, width);
            let low = terms.extract(whole, width - 1, 0);
            let same = terms.eq(part, low);
            solver.assert(terms, same);
        }
        let (flag, bit) = (Tree::variable(terms, index, BOOL), terms.bit(whole, 0));
        let same = terms.eq(flag, bit);
        solver.assert(terms, same);
    }
}

#[test]
fn answers_agree_with_trying_everything() {
    const WIDEST: u32 = 4;
    let mut random = Random(11);
    let mut answers = [0; 2];
    for round in 0..150 {
        let mut terms = Terms::new();
        let mut solver = Solver::new();
        tie(&mut terms, &mut solver, WIDEST);
        // Frames of assertions, and assumptions that come and go.
        let mut frames: Vec<Vec<Tree>> = vec![Vec::new()];
        for _ in 0..6 {
            match random.below(4) {
                0 => {
                    frames.push(Vec::new());
                    solver.push();
                }
                1 if 1 < frames.len() => {
                    frames.pop();
                    solver.pop();
                }
                _ => {
                    let tree = formula(&mut random);
                    let term = tree.build(&mut terms);
                    solver.assert(&mut terms, term);
                    frames.last_mut().unwrap().push(tree);
                }
            }
            let assumed: Vec<Tree> = (0..random.below(3)).map(|_| formula(&mut random)).collect();
            let demanded: Vec<&Tree> = frames.iter().flatten().chain(&assumed).collect();
            let expected =
                assignments(WIDEST).any(|it| demanded.iter().all(|tree| tree.eval(&it) == 1));
            let assumptions: Vec<_> = assumed.iter().map(|it| it.build(&mut terms)).collect();
            let answer = solver.check(&mut terms, &assumptions);
            assert_eq!(answer == Answer::Sat, expected, "round {round}: {demanded:?}");
            answers[usize::from(expected)] += 1;
            if answer == Answer::Unsat {
                let core = solver.core().to_vec();
                assert!(core.iter().all(|it| assumptions.contains(it)));
                assert_eq!(
                    solver.check(&mut terms, &core),
                    Answer::Unsat,
                    "a core should be unsatisfiable"
                );
            } else {
                assert_model(&mut terms, &mut solver, &demanded);
            }
        }
    }
    assert!(answers.iter().all(|it| 100 < *it), "both answers should occur: {answers:?}");
}

/// A Bool over few variables whose operands are of 1 to 4 bits.
fn formula(random: &mut Random) -> Tree {
    loop {
        let tree = Tree::random(random, BOOL, 3, &[1, 2, 3, 4]);
        if widest(&tree) <= 4 {
            return tree;
        }
    }
}

fn widest(tree: &Tree) -> u32 {
    match tree {
        Tree::Variable(_, width) => *width,
        Tree::Constant(..) => 0,
        Tree::Apply(_, args, _) => args.iter().map(widest).max().unwrap_or(0),
    }
}

fn assert_model(terms: &mut Terms, solver: &mut Solver, demanded: &[&Tree]) {
    let values = [0, 1].map(|index| {
        let whole = Tree::variable(terms, index, 4);
        u64::try_from(solver.value(terms, whole).as_bits().to_u128().unwrap()).unwrap()
    });
    for tree in demanded {
        assert_eq!(tree.eval(&values), 1, "{tree:?} should hold at {values:?}");
    }
}

/// Whether the formula holds for all values.
fn is_valid(terms: &mut Terms, formula: TermId) -> bool {
    let mut solver = Solver::new();
    let counterexample = terms.not(formula);
    solver.assert(terms, counterexample);
    solver.check(terms, &[]) == Answer::Unsat
}

#[test]
fn division_is_the_inverse_of_multiplication() {
    let mut terms = Terms::new();
    let [a, b] = ["a", "b"].map(|name| terms.variable(name, Sort::BitVec(7)));
    let nonzero = terms.is_nonzero(b);
    for is_signed in [true, false] {
        let (quotient, rest) = if is_signed {
            (terms.sdiv(a, b), terms.srem(a, b))
        } else {
            (terms.udiv(a, b), terms.urem(a, b))
        };
        let product = terms.mul(quotient, b);
        let sum = terms.add(product, rest);
        let same = terms.eq(sum, a);
        let law = terms.implies(nonzero, same);
        assert!(is_valid(&mut terms, law));
        assert!(!is_valid(&mut terms, same), "by zero both are 0");
        // The rest is closer to 0 than the divisor.
        let zero = terms.number(0, 7);
        let [rest, divisor] = [rest, b].map(|it| {
            let (is_negative, negated) = (terms.slt(it, zero), terms.neg(it));
            let magnitude = terms.ite(is_negative, negated, it);
            if is_signed { magnitude } else { it }
        });
        let below = terms.ult(rest, divisor);
        let law = terms.implies(nonzero, below);
        assert!(is_valid(&mut terms, law));
    }
}

#[test]
fn overflow_of_products_is_that_of_wider_ones() {
    for width in 1..=5 {
        let mut terms = Terms::new();
        let [a, b] = ["a", "b"].map(|name| terms.variable(name, Sort::BitVec(width)));
        let wide = 2 * width;
        let [ua, ub] = [a, b].map(|it| terms.zero_extend(it, wide));
        let [sa, sb] = [a, b].map(|it| terms.sign_extend(it, wide));
        let product = terms.mul(a, b);
        let exact = terms.mul(ua, ub);
        let cut = terms.zero_extend(product, wide);
        let differs = terms.ne(exact, cut);
        let overflow = terms.overflow(Overflow::UnsignedMul, a, b);
        let law = terms.eq(differs, overflow);
        assert!(is_valid(&mut terms, law), "unsigned, {width} bits");
        let exact = terms.mul(sa, sb);
        let cut = terms.sign_extend(product, wide);
        let differs = terms.ne(exact, cut);
        let overflow = terms.overflow(Overflow::SignedMul, a, b);
        let law = terms.eq(differs, overflow);
        assert!(is_valid(&mut terms, law), "signed, {width} bits");
    }
}

#[test]
fn products_distribute_over_sums() {
    let mut terms = Terms::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| terms.variable(name, Sort::BitVec(4)));
    let sum = terms.add(b, c);
    let left = terms.mul(a, sum);
    let [ab, ac] = [b, c].map(|it| terms.mul(a, it));
    let right = terms.add(ab, ac);
    let law = terms.eq(left, right);
    assert!(is_valid(&mut terms, law));
}

#[test]
fn reads_see_the_last_write() {
    let mut terms = Terms::new();
    let array = terms.variable("m", Sort::Array { index: 8, element: 8 });
    let [i, j, v, w] = ["i", "j", "v", "w"].map(|name| terms.variable(name, Sort::BitVec(8)));
    let once = terms.store(array, i, v);
    let twice = terms.store(once, j, w);
    let at_i = terms.select(twice, i);
    let same = terms.eq(i, j);
    let expected = terms.ite(same, w, v);
    let law = terms.eq(at_i, expected);
    assert!(is_valid(&mut terms, law));
    // Different elements have different indices.
    let (at_i, at_j) = (terms.select(array, i), terms.select(array, j));
    let differ = terms.ne(at_i, at_j);
    let apart = terms.ne(i, j);
    let law = terms.implies(differ, apart);
    assert!(is_valid(&mut terms, law));
    assert!(!is_valid(&mut terms, apart));
    // A choice between arrays is a choice between elements.
    let flag = terms.variable("b", Sort::Bool);
    let either = terms.ite(flag, array, twice);
    let read = terms.select(either, j);
    let chosen = terms.ite(flag, at_j, w);
    let law = terms.eq(read, chosen);
    assert!(is_valid(&mut terms, law));
}

#[test]
fn equality_of_arrays_is_not_guessed() {
    let mut terms = Terms::new();
    let [a, b] = ["a", "b"].map(|name| terms.variable(name, Sort::Array { index: 4, element: 4 }));
    let same = terms.eq(a, b);
    let mut solver = Solver::new();
    solver.assert(&mut terms, same);
    assert_eq!(solver.check(&mut terms, &[]), Answer::Unknown);
    let differ = terms.not(same);
    assert_eq!(solver.check(&mut terms, &[differ]), Answer::Unsat);
}

#[test]
fn a_long_chain_of_writes_is_read() {
    let mut terms = Terms::new();
    let mut array = terms.variable("m", Sort::Array { index: 16, element: 8 });
    for index in 0..300 {
        let at = terms.variable(&format!("i{index}"), Sort::BitVec(16));
        let value = terms.number(7, 8);
        array = terms.store(array, at, value);
    }
    let at = terms.variable("i150", Sort::BitVec(16));
    let read = terms.select(array, at);
    let seven = terms.number(7, 8);
    let law = terms.eq(read, seven);
    assert!(is_valid(&mut terms, law));
}

/// A random array of two-bit numbers at two-bit indices, built of two variables by writes and choices.
fn random_array(random: &mut Random, terms: &mut Terms, depth: u32) -> TermId {
    let sort = Sort::Array { index: 2, element: 2 };
    if depth == 0 {
        let zero = terms.number(random.below(4).into(), 2);
        return match random.below(5) {
            0 => terms.constant_array(2, zero),
            1 | 2 => terms.variable("a", sort),
            _ => terms.variable("b", sort),
        };
    }
    let below = random_array(random, terms, depth - 1);
    if random.below(4) == 0 {
        let other = random_array(random, terms, depth - 1);
        let condition = Tree::random(random, BOOL, 1, &[2]).build(terms);
        return terms.ite(condition, below, other);
    }
    let index = random_number(random, terms, depth - 1);
    let value = random_number(random, terms, depth - 1);
    terms.store(below, index, value)
}

fn random_number(random: &mut Random, terms: &mut Terms, depth: u32) -> TermId {
    if depth == 0 || random.below(3) == 0 {
        return Tree::random(random, 2, 1, &[2]).build(terms);
    }
    let array = random_array(random, terms, depth - 1);
    let index = random_number(random, terms, depth - 1);
    terms.select(array, index)
}

/// Whether reads are expanded at once, by lemmas, or in part, the answer is the same; models are checked by the solver.
#[test]
fn deferred_reads_are_as_good_as_eager_ones() {
    let mut random = Random(31);
    let mut answers = [0; 2];
    for round in 0..300 {
        let mut terms = Terms::new();
        let mut solvers =
            [usize::MAX, 0, 4].map(|comparisons| Solver::new().with_eager_reads(comparisons));
        for _ in 0..4 {
            let (a, b) = (
                random_number(&mut random, &mut terms, 3),
                random_number(&mut random, &mut terms, 3),
            );
            let formula = match random.below(3) {
                0 => terms.eq(a, b),
                1 => terms.ne(a, b),
                _ => terms.ult(a, b),
            };
            let found = solvers.each_mut().map(|solver| {
                solver.assert(&mut terms, formula);
                solver.check(&mut terms, &[])
            });
            assert_eq!(found, [found[0]; 3], "round {round}");
            answers[usize::from(found[0] == Answer::Sat)] += 1;
        }
    }
    assert!(answers.iter().all(|it| 100 < *it), "both answers should occur: {answers:?}");
}

/// A second opinion, where a solver is installed to give it.
#[test]
fn other_solvers_agree() {
    let Some(mut external) = External::find() else { return };
    let mut random = Random(23);
    for round in 0..20 {
        let mut terms = Terms::new();
        let trees: Vec<_> =
            (0..3).map(|_| Tree::random(&mut random, BOOL, 3, &[3, 8, 16])).collect();
        let formulas: Vec<_> = trees.iter().map(|it| it.build(&mut terms)).collect();
        let own = Solver::new().decide(&mut terms, &formulas, Limits::default());
        let other = external.decide(&mut terms, &formulas, Limits::default());
        assert_eq!(own, other, "round {round}: {trees:?}");
    }
}

/// Without simplification, sums of negated terms come to the solver as they are.
#[test]
fn sums_of_negated_terms() {
    let mut terms = Terms::with_rules(Rules::Few);
    let [x, y] = ["x", "y"].map(|it| terms.variable(it, Sort::BitVec(4)));
    let (minus_x, minus_y) = (terms.neg(x), terms.neg(y));
    let (sum, of_negated) = (terms.add(x, y), terms.add(minus_x, minus_y));
    let negated = terms.neg(sum);
    let differ = terms.ne(of_negated, negated);
    let mut solver = Solver::new();
    solver.assert(&mut terms, differ);
    assert_eq!(solver.check(&mut terms, &[]), Answer::Unsat);
}
