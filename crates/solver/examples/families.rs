//! Typical families of formulas with their sizes and times: `cargo run --release -p tribunal-solver --example families [NAME]`.
#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use std::time::{Duration, Instant};

use tribunal_solver::float::{Format, Rounding};
use tribunal_solver::{Answer, Limits, Overflow, Solver, Sort, TermId, Terms};

/// No question may take longer.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let families: [(&str, fn()); 11] = [
        ("terms", terms_per_second),
        ("checks", small_questions),
        ("factor", || ask("factor 32 bits", factor)),
        ("divide", || ask("a / b * b + a % b == a, 12 bits", divide)),
        ("divide-by", || ask("x / 10 is x * 52429 >> 19, 16 of 32 bits", divide_by_ten)),
        ("sort", || ask("bubble sort of 5 numbers in an array sorts", sort)),
        ("memory", || ask("400 reads and writes at unknown indices", memory)),
        ("unroll", || ask("a loop of 200 rounds over three variables", unroll)),
        ("overflow", || ask("a * b overflows and is 12345, 32 bits", overflow)),
        ("float", || ask("x < y and x + 1 > y + 1, binary32", float_sum)),
        ("float-div", || ask("x / 3 == 1.1, binary64", float_quotient)),
    ];
    for (name, run) in families {
        if name.contains(&wanted) {
            run();
        }
    }
}

/// Builds the formula and asks for a model.
fn ask(name: &str, build: fn(&mut Terms) -> TermId) {
    let mut terms = Terms::new();
    let start = Instant::now();
    let formula = build(&mut terms);
    let built = start.elapsed();
    let mut solver = Solver::new();
    solver.assert(&mut terms, formula);
    let blasted = start.elapsed() - built;
    let mut is_late = || PATIENCE < start.elapsed();
    let limits = Limits { interrupt: Some(&mut is_late), ..Limits::default() };
    let answer = solver.check_within(&mut terms, &[], limits);
    let solved = start.elapsed() - blasted - built;
    let statistics = solver.statistics();
    println!(
        "{name}: {answer:?}; {} terms in {built:.1?}, {} variables and {} clauses in {blasted:.1?}, {} conflicts in {solved:.1?}",
        terms.size(formula),
        statistics.variables,
        statistics.clauses,
        statistics.conflicts,
    );
}

fn terms_per_second() {
    let start = Instant::now();
    let mut terms = Terms::new();
    let variables: Vec<_> =
        (0..100).map(|it| terms.variable(&format!("x{it}"), Sort::BitVec(32))).collect();
    let mut term = variables[0];
    let mut calls = 0;
    for round in 0..100_000_usize {
        let other = variables[round % 100];
        let constant = terms.number(round as u128, 32);
        let sum = terms.add(term, other);
        let test = terms.ult(sum, constant);
        let masked = terms.bit_xor(sum, constant);
        term = terms.ite(test, masked, other);
        calls += 5;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "terms: {} from {calls} calls, {:.1} million calls a second",
        terms.len(),
        f64::from(calls) / seconds / 1e6
    );
}

fn small_questions() {
    let mut terms = Terms::new();
    let mut solver = Solver::new();
    let variables: Vec<_> =
        (0..50).map(|it| terms.variable(&format!("x{it}"), Sort::BitVec(32))).collect();
    for pair in variables.windows(2) {
        let less = terms.slt(pair[0], pair[1]);
        solver.assert(&mut terms, less);
    }
    let start = Instant::now();
    let mut answers = [0; 2];
    for round in 0..2_000_u128 {
        let bound = terms.number(round * 7 % 100, 32);
        let zero = terms.number(0, 32);
        let low = terms.sle(zero, variables[3]);
        let high = terms.slt(variables[40], bound);
        let answer = solver.check(&mut terms, &[low, high]);
        answers[usize::from(answer == Answer::Sat)] += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("checks: {answers:?}, {:.0} a second", 2_000.0 / seconds);
}

fn factor(terms: &mut Terms) -> TermId {
    let [x, y] = ["x", "y"].map(|name| terms.variable(name, Sort::BitVec(16)));
    let [wide_x, wide_y] = [x, y].map(|it| terms.zero_extend(it, 32));
    let product = terms.mul(wide_x, wide_y);
    let goal = terms.number(64_007 * 65_003, 32);
    terms.eq(product, goal)
}

fn divide(terms: &mut Terms) -> TermId {
    let [a, b] = ["a", "b"].map(|name| terms.variable(name, Sort::BitVec(12)));
    let (quotient, rest) = (terms.sdiv(a, b), terms.srem(a, b));
    let [quotient, rest, wide_a, wide_b] =
        [quotient, rest, a, b].map(|it| terms.sign_extend(it, 24));
    let product = terms.mul(quotient, wide_b);
    let sum = terms.add(product, rest);
    let least = terms.number(1 << 11, 12);
    let (is_proper, nonzero) = (terms.ne(a, least), terms.is_nonzero(b));
    let differ = terms.ne(sum, wide_a);
    terms.all([is_proper, nonzero, differ])
}

fn divide_by_ten(terms: &mut Terms) -> TermId {
    let x = terms.variable("x", Sort::BitVec(16));
    let x = terms.zero_extend(x, 32);
    let [ten, factor, shift] = [10, 52_429, 19].map(|it| terms.number(it, 32));
    let quotient = terms.udiv(x, ten);
    let product = terms.mul(x, factor);
    let shifted = terms.lshr(product, shift);
    terms.ne(quotient, shifted)
}

fn sort(terms: &mut Terms) -> TermId {
    let size = 5_u32;
    let mut array = terms.variable("a", Sort::Array { index: 32, element: 32 });
    for round in 0..size {
        for at in 0..size - 1 - round {
            let [i, j] = [at, at + 1].map(|it| terms.number(it.into(), 32));
            let (x, y) = (terms.select(array, i), terms.select(array, j));
            let is_above = terms.slt(y, x);
            let (low, high) = (terms.ite(is_above, y, x), terms.ite(is_above, x, y));
            array = terms.store(array, i, low);
            array = terms.store(array, j, high);
        }
    }
    let pairs: Vec<_> = (0..size - 1)
        .map(|at| {
            let [i, j] = [at, at + 1].map(|it| terms.number(it.into(), 32));
            let (x, y) = (terms.select(array, i), terms.select(array, j));
            terms.slt(y, x)
        })
        .collect();
    terms.any(pairs)
}

/// Each round reads somewhere, adds, and writes somewhere else.
fn memory(terms: &mut Terms) -> TermId {
    let mut array = terms.variable("a", Sort::Array { index: 32, element: 32 });
    let mut sum = terms.number(0, 32);
    let one = terms.number(1, 32);
    for round in 0..400 {
        let [from, to] =
            ["from", "to"].map(|name| terms.variable(&format!("{name}{round}"), Sort::BitVec(32)));
        let read = terms.select(array, from);
        let more = terms.add(read, one);
        sum = terms.bit_xor(sum, more);
        array = terms.store(array, to, more);
    }
    let goal = terms.number(0xdead_beef, 32);
    terms.eq(sum, goal)
}

/// `while (…) if (input) { x += y; } else { y ^= x; z++; }`, and whether `z` can become half the rounds with `x == 17`.
fn unroll(terms: &mut Terms) -> TermId {
    let rounds = 200;
    let [mut x, mut y] = ["x", "y"].map(|name| terms.variable(name, Sort::BitVec(32)));
    let mut z = terms.number(0, 32);
    let one = terms.number(1, 32);
    for round in 0..rounds {
        let input = terms.variable(&format!("input{round}"), Sort::Bool);
        let (sum, mixed, next) = (terms.add(x, y), terms.bit_xor(y, x), terms.add(z, one));
        x = terms.ite(input, sum, x);
        y = terms.ite(input, y, mixed);
        z = terms.ite(input, z, next);
    }
    let (half, goal) = (terms.number(rounds / 2, 32), terms.number(17, 32));
    let (is_half, is_goal) = (terms.eq(z, half), terms.eq(x, goal));
    terms.and(is_half, is_goal)
}

fn overflow(terms: &mut Terms) -> TermId {
    let [a, b] = ["a", "b"].map(|name| terms.variable(name, Sort::BitVec(32)));
    let product = terms.mul(a, b);
    let goal = terms.number(12_345, 32);
    let is_goal = terms.eq(product, goal);
    let overflows = terms.overflow(Overflow::SignedMul, a, b);
    terms.and(is_goal, overflows)
}

fn float_sum(terms: &mut Terms) -> TermId {
    let [x, y] = ["x", "y"].map(|name| terms.variable(name, Sort::BitVec(32)));
    let one = terms.number(1.0_f32.to_bits().into(), 32);
    let format = Format::BINARY32;
    let [left, right] = [x, y].map(|it| format.add(terms, Rounding::NearestEven, it, one));
    let (below, above) = (format.lt(terms, x, y), format.lt(terms, right, left));
    terms.and(below, above)
}

fn float_quotient(terms: &mut Terms) -> TermId {
    let x = terms.variable("x", Sort::BitVec(64));
    let [three, goal] = [3.0_f64, 1.1].map(|it| terms.number(it.to_bits().into(), 64));
    let format = Format::BINARY64;
    let quotient = format.div(terms, Rounding::NearestEven, x, three);
    format.eq(terms, quotient, goal)
}
