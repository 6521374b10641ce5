//! Comparisons of one number with constants, as few as say the same.
//!
//! All that a condition says about one number is a set of values: it is told as intervals, or as what is left out, in the order of the number's own type.

use std::collections::BTreeSet;

use tribunal_solver::{BinOp, Bits, Node, Sort, TermId, Terms};

/// Values, as intervals of unsigned numbers that neither overlap nor touch, from low to high.
type Set = Vec<(u128, u128)>;

/// What is said about a number.
#[derive(Clone)]
struct Said {
    subject: TermId,
    width: u32,
    set: Set,
    /// The constants that it is compared with.
    constants: BTreeSet<u128>,
    /// In which orders it is compared.
    orders: BTreeSet<Order>,
    comparisons: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    Signed,
    Unsigned,
}

/// Deeper formulas are left as they are.
const DEPTH: u32 = 40;
/// Wider numbers are left as they are.
const WIDEST: u32 = 64;

/// The conjuncts, where what several say about the same number is said together.
pub(crate) fn gathered(
    terms: &mut Terms,
    conjuncts: &[TermId],
    is_unsigned: &dyn Fn(&Terms, TermId) -> bool,
) -> Vec<TermId> {
    let said: Vec<Option<Said>> = conjuncts.iter().map(|it| about(terms, *it, 0)).collect();
    let mut told: BTreeSet<TermId> = BTreeSet::new();
    let mut out = Vec::new();
    for (conjunct, first) in conjuncts.iter().zip(&said) {
        let Some(first) = first else {
            out.push(*conjunct);
            continue;
        };
        if !told.insert(first.subject) {
            continue;
        }
        let same = |it: &&Said| it.subject == first.subject;
        let all = said.iter().flatten().filter(same).cloned().reduce(|a, b| both(a, &b));
        let Some(all) = all else { continue };
        let order = match is_unsigned(terms, all.subject) {
            true => Order::Unsigned,
            false => Order::Signed,
        };
        let is_natural = all.orders.iter().all(|it| *it == order);
        match described(terms, &all, order) {
            Some((texts, comparisons)) if comparisons <= all.comparisons || !is_natural => {
                out.extend(texts);
            }
            _ => {
                let own = conjuncts.iter().zip(&said);
                let own = own.filter(|it| it.1.as_ref().is_some_and(|it| same(&it)));
                out.extend(own.map(|it| *it.0));
            }
        }
    }
    out
}

/// Two about the same number.
fn both(a: Said, b: &Said) -> Said {
    let most = greatest(a.width);
    let outside: Set =
        complement(&a.set, most).into_iter().chain(complement(&b.set, most)).collect();
    Said {
        set: complement(&normal(outside), most),
        constants: a.constants.union(&b.constants).copied().collect(),
        orders: a.orders.union(&b.orders).copied().collect(),
        comparisons: a.comparisons + b.comparisons,
        ..a
    }
}

/// What a Bool says, if that is about one number.
fn about(terms: &Terms, term: TermId, depth: u32) -> Option<Said> {
    if DEPTH < depth {
        return None;
    }
    match terms.node(term) {
        Node::Not(inner) => {
            let said = about(terms, inner, depth + 1)?;
            Some(Said { set: complement(&said.set, greatest(said.width)), ..said })
        }
        Node::And(a, b) => {
            let (a, b) = (about(terms, a, depth + 1)?, about(terms, b, depth + 1)?);
            (a.subject == b.subject).then(|| both(a, &b))
        }
        Node::Eq(a, b) => compared(terms, a, b, None),
        Node::Ult(a, b) => compared(terms, a, b, Some(Order::Unsigned)),
        Node::Slt(a, b) => compared(terms, a, b, Some(Order::Signed)),
        _ => None,
    }
}

/// What a comparison says: that two are equal, or the first is less.
fn compared(terms: &Terms, a: TermId, b: TermId, order: Option<Order>) -> Option<Said> {
    let constant = |it: TermId| terms.as_bits(it).and_then(Bits::to_u128);
    let (subject, number, is_less) = match (constant(a), constant(b)) {
        (None, Some(number)) => (a, number, true),
        (Some(number), None) => (b, number, false),
        _ => return None,
    };
    let Sort::BitVec(width @ 2..=WIDEST) = terms.sort(subject) else { return None };
    let most = greatest(width);
    let equal: Set = vec![(number, number)];
    let less = |bias: u128| {
        let below = (number ^ bias).checked_sub(1).map(|it| (0, it));
        biased(&below.into_iter().collect::<Set>(), bias, most)
    };
    let set = match order {
        None => equal,
        Some(order) => {
            let less = less(bias(order, width));
            let not_greater = || normal(less.iter().chain(&equal).copied().collect());
            if is_less { less } else { complement(&not_greater(), most) }
        }
    };
    Some(lifted(
        terms,
        Said {
            subject,
            width,
            set,
            constants: BTreeSet::from([number]),
            orders: order.into_iter().collect(),
            comparisons: 1,
        },
    ))
}

/// The same about what the number is made of, if that is one number: a sum with a constant, a multiple of a power of two, some bits.
fn lifted(terms: &Terms, said: Said) -> Said {
    let width = |it: TermId| match terms.sort(it) {
        Sort::BitVec(width @ 2..=WIDEST) => Some(width),
        _ => None,
    };
    let constant = |it: TermId| terms.as_bits(it).and_then(Bits::to_u128);
    let (subject, set, constants) = match terms.node(said.subject) {
        Node::Binary(BinOp::Add, of, number) => {
            let Some(number) = constant(number) else { return said };
            let most = greatest(said.width);
            let less = |it: u128| (it + most + 1 - number) & most;
            let moved = |&(low, high): &(u128, u128)| {
                let (low, high) = (less(low), less(high));
                if low <= high { vec![(low, high)] } else { vec![(0, high), (low, most)] }
            };
            let set = normal(said.set.iter().flat_map(moved).collect());
            let ends = set.iter().flat_map(|it| [it.0, it.1]).collect();
            (of, set, ends)
        }
        Node::Concat(of, zeros) if constant(zeros) == Some(0) => {
            let Sort::BitVec(by) = terms.sort(zeros) else { return said };
            let round = (1 << by) - 1;
            let inside = said.set.iter().map(|it| ((it.0 + round) >> by, it.1 >> by));
            (of, inside.filter(|it| it.0 <= it.1).collect(), BTreeSet::new())
        }
        Node::Extract { high, low, of } => {
            // Those above are free; few, or there are too many intervals.
            let Some(above) = width(of).map(|it| it - 1 - high).filter(|it| *it <= 3) else {
                return said;
            };
            let below = (1 << low) - 1;
            let tops = (0..1_u128 << above).map(|it| it << (high + 1));
            let set = tops.flat_map(|top| {
                said.set.iter().map(move |it| (top | it.0 << low, top | it.1 << low | below))
            });
            (of, normal(set.collect()), BTreeSet::new())
        }
        _ => return said,
    };
    match width(subject) {
        Some(width) => lifted(terms, Said { subject, width, set, constants, ..said }),
        None => said,
    }
}

fn greatest(width: u32) -> u128 {
    (1 << width) - 1
}

/// What makes numbers in an order those in the order of unsigned numbers, and back, by exclusive or.
fn bias(order: Order, width: u32) -> u128 {
    match order {
        Order::Signed => 1 << (width - 1),
        Order::Unsigned => 0,
    }
}

/// In order, and joined where they touch.
fn normal(mut set: Set) -> Set {
    set.sort_unstable();
    let mut out: Set = Vec::new();
    for (low, high) in set {
        match out.last_mut() {
            Some(last) if low <= last.1 + 1 => last.1 = last.1.max(high),
            _ => out.push((low, high)),
        }
    }
    out
}

fn complement(set: &[(u128, u128)], most: u128) -> Set {
    let mut out = Vec::new();
    let mut next = 0;
    for (low, high) in set {
        if next < *low {
            out.push((next, low - 1));
        }
        next = high + 1;
    }
    if next <= most {
        out.push((next, most));
    }
    out
}

/// The set in another order.
fn biased(set: &[(u128, u128)], bias: u128, most: u128) -> Set {
    if bias == 0 {
        return set.to_vec();
    }
    let halves = [(0, bias - 1), (bias, most)];
    let cut = |&(low, high): &(u128, u128)| {
        let parts = halves.map(|half| (low.max(half.0), high.min(half.1)));
        parts.into_iter().filter(|it| it.0 <= it.1)
    };
    normal(set.iter().flat_map(cut).map(|it| (it.0 ^ bias, it.1 ^ bias)).collect())
}

/// The same in an order, as conjuncts, and how many comparisons these are; `None` if there is no such value.
fn described(terms: &mut Terms, said: &Said, order: Order) -> Option<(Vec<TermId>, usize)> {
    let (most, bias) = (greatest(said.width), bias(order, said.width));
    let parts = biased(&said.set, bias, most);
    let (first, last) = (parts.first()?.0, parts.last()?.1);
    let constants = said.constants.iter().map(|it| it ^ bias).collect();
    let mut writer = Writer { terms, said, order, bias, constants, comparisons: 0 };
    let gaps: Set = parts.windows(2).map(|it| (it[0].1 + 1, it[1].0 - 1)).collect();
    let comparisons = |sets: &Set| {
        let of = |&(low, high): &(u128, u128)| {
            if low == high { 1 } else { usize::from(0 < low) + usize::from(high < most) }
        };
        sets.iter().map(of).sum::<usize>()
    };
    let outer = comparisons(&vec![(first, last)]);
    // Where it is the same, values that were left out stay so.
    let is_left_out = gaps.iter().all(|it| it.0 == it.1 && writer.constants.contains(&it.0));
    let (inside, outside) = (comparisons(&parts), outer + comparisons(&gaps));
    let is_inside = inside < outside || inside == outside && !is_left_out;
    let conjuncts = if 1 < parts.len() && is_inside {
        let parts: Vec<TermId> = parts
            .iter()
            .map(|it| {
                let bounds = writer.between(it.0, it.1);
                writer.terms.all(bounds)
            })
            .collect();
        vec![writer.terms.any(parts)]
    } else {
        let mut conjuncts = writer.between(first, last);
        for (low, high) in gaps {
            conjuncts.push(writer.outside(low, high));
        }
        conjuncts
    };
    Some((conjuncts, writer.comparisons))
}

/// Writes comparisons of a number, with the constants it was compared with if possible. Numbers are biased.
struct Writer<'a> {
    terms: &'a mut Terms,
    said: &'a Said,
    order: Order,
    bias: u128,
    constants: BTreeSet<u128>,
    comparisons: usize,
}

impl Writer<'_> {
    fn constant(&mut self, number: u128) -> TermId {
        self.comparisons += 1;
        self.terms.number(number ^ self.bias, self.said.width)
    }

    fn less(&mut self, a: TermId, b: TermId) -> TermId {
        match self.order {
            Order::Signed => self.terms.slt(a, b),
            Order::Unsigned => self.terms.ult(a, b),
        }
    }

    fn at_least(&mut self, number: u128) -> TermId {
        let subject = self.said.subject;
        if !self.constants.contains(&number) && self.constants.contains(&(number - 1)) {
            let below = self.constant(number - 1);
            return self.less(below, subject);
        }
        let number = self.constant(number);
        let less = self.less(subject, number);
        self.terms.not(less)
    }

    fn at_most(&mut self, number: u128) -> TermId {
        let subject = self.said.subject;
        if !self.constants.contains(&number) && self.constants.contains(&(number + 1)) {
            let above = self.constant(number + 1);
            return self.less(subject, above);
        }
        let number = self.constant(number);
        let greater = self.less(number, subject);
        self.terms.not(greater)
    }

    /// That it lies in an interval.
    fn between(&mut self, low: u128, high: u128) -> Vec<TermId> {
        if low == high {
            let number = self.constant(low);
            return vec![self.terms.eq(self.said.subject, number)];
        }
        let mut bounds = Vec::new();
        if 0 < low {
            bounds.push(self.at_least(low));
        }
        if high < greatest(self.said.width) {
            bounds.push(self.at_most(high));
        }
        bounds
    }

    /// That it lies outside of one, with numbers on both sides.
    fn outside(&mut self, low: u128, high: u128) -> TermId {
        if low == high {
            let number = self.constant(low);
            return self.terms.ne(self.said.subject, number);
        }
        let (below, above) = (self.at_most(low - 1), self.at_least(high + 1));
        self.terms.or(below, above)
    }
}

#[cfg(test)]
mod tests {
    use super::gathered;
    use expect_test::{Expect, expect};
    use tribunal_solver::{Bits, Sort, TermId, Terms};

    /// What two numbers of eight bits, the second of which is unsigned, are compared with.
    fn check(build: impl Fn(&mut Terms, [TermId; 2]) -> Vec<TermId>, expected: Expect) {
        let mut terms = Terms::default();
        let numbers = ["c", "u"].map(|it| terms.variable(it, Sort::BitVec(8)));
        let conjuncts = build(&mut terms, numbers);
        let told = gathered(&mut terms, &conjuncts, &|_, it| it == numbers[1]);
        let shown = |it: &TermId| match terms.show(*it) {
            text if text.contains("||") && 1 < told.len() => format!("({text})"),
            text => text,
        };
        expected.assert_eq(&told.iter().map(shown).collect::<Vec<_>>().join(" && "));
        // It is the same for all values.
        for value in 0..=255_u128 {
            let truth = |terms: &mut Terms, all: &[TermId]| {
                let all = terms.all(all.iter().copied());
                let number = terms.number(value, 8);
                let values = numbers.map(|it| (it, number)).into_iter().collect();
                let all = terms.substitute(all, &values);
                terms.as_bool(all)
            };
            let (before, after) = (truth(&mut terms, &conjuncts), truth(&mut terms, &told));
            assert_eq!(before, after, "{value}");
        }
    }

    fn number(terms: &mut Terms, value: i128) -> TermId {
        terms.bits(Bits::signed(value, 8))
    }

    #[test]
    fn what_leaves_one_value_is_an_equation() {
        check(
            |t, [_, u]| {
                let (zero, one) = (number(t, 0), number(t, 1));
                vec![t.ne(u, zero), t.ule(u, one)]
            },
            expect!["u == 1"],
        );
    }

    #[test]
    fn numbers_are_compared_as_their_types_do() {
        // That a character is a digit, of characters without signs.
        let digit = |t: &mut Terms, c: TermId| {
            let (zero, nine) = (number(t, 48), number(t, 57));
            [t.ule(zero, c), t.ule(c, nine)]
        };
        check(|t, [c, _]| digit(t, c).to_vec(), expect!["c >= 48 && c <= 57"]);
        check(
            |t, [c, _]| {
                let both = digit(t, c);
                let both = t.all(both);
                vec![t.not(both)]
            },
            expect!["c < 48 || c > 57"],
        );
        check(
            |t, [_, u]| {
                let (zero, last) = (number(t, 0), number(t, 23));
                vec![t.sle(zero, u), t.sle(u, last)]
            },
            expect!["u <= 23u"],
        );
    }

    #[test]
    fn what_is_said_about_parts_is_about_the_whole() {
        check(
            |t, [_, u]| {
                let (one, eight) = (number(t, 1), number(t, 8));
                let next = t.add(u, one);
                vec![t.ule(u, eight), t.ult(eight, next)]
            },
            expect!["u == 8"],
        );
        check(
            |t, [c, _]| {
                let (zero, ten) = (number(t, -48), number(t, 10));
                let digit = t.add(c, zero);
                vec![t.ult(digit, ten)]
            },
            expect!["c >= 48 && c <= 57"],
        );
        check(
            |t, [_, u]| {
                let upper = t.extract(u, 7, 5);
                let six = t.number(6, 3);
                let upper = t.ne(upper, six);
                let low = number(t, -64);
                vec![upper, t.ule(low, u)]
            },
            expect!["u >= 224u"],
        );
        check(
            |t, [_, u]| {
                let (half, zeros) = (t.extract(u, 5, 1), t.number(0, 3));
                let offset = t.concat(half, zeros);
                let most = t.number(28, 8);
                let (whole, less) = (t.extract(u, 7, 1), t.number(20, 7));
                vec![t.ule(offset, most), t.ule(whole, less)]
            },
            expect!["u <= 7u"],
        );
        check(
            |t, [_, u]| {
                let upper = t.extract(u, 7, 5);
                let six = t.number(6, 3);
                vec![t.eq(upper, six)]
            },
            expect!["u >> 5 == -2"],
        );
    }

    #[test]
    fn comparisons_stay_as_they_are_written() {
        check(
            |t, [c, _]| {
                let three = number(t, 3);
                vec![t.slt(c, three)]
            },
            expect!["c < 3"],
        );
        check(
            |t, [c, u]| {
                let [one, two, twelve] = [1, 2, 12].map(|it| number(t, it));
                vec![t.sle(one, c), t.sle(c, twelve), t.ult(u, two), t.ne(c, two)]
            },
            expect!["c >= 1 && c <= 12 && c != 2 && u < 2u"],
        );
    }

    #[test]
    fn alternatives_are_told_as_intervals_or_by_what_is_left_out() {
        let letter = |t: &mut Terms, c: TermId| {
            let case = |t: &mut Terms, low: i128, high: i128| {
                let (low, high) = (number(t, low), number(t, high));
                let bounds = [t.ule(low, c), t.ule(c, high)];
                t.all(bounds)
            };
            let (lower, upper) = (case(t, 97, 122), case(t, 65, 90));
            let line = number(t, 95);
            let line = t.eq(c, line);
            [lower, upper, line]
        };
        check(
            |t, [c, _]| {
                let any = letter(t, c);
                vec![t.any(any)]
            },
            expect!["c == 95 || c >= 65 && c <= 90 || c >= 97 && c <= 122"],
        );
        check(
            |t, [c, _]| letter(t, c).map(|it| t.not(it)).to_vec(),
            expect!["c < 65 || c > 90 && c < 95 || c == 96 || c > 122"],
        );
    }
}
