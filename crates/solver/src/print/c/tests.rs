use expect_test::{Expect, expect};

use super::{Naming, Overflow, TermId, Terms};
use crate::term::Sort;

fn check(build: impl FnOnce(&mut Terms, TermId, TermId) -> TermId, expected: Expect) {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.variable(name, Sort::BitVec(32)));
    let term = build(&mut terms, x, y);
    expected.assert_eq(&terms.show(term));
}

#[test]
fn comparisons() {
    check(
        |t, x, y| {
            let one = t.number(1, 32);
            let sum = t.add(x, one);
            t.slt(sum, y)
        },
        expect!["x + 1 < y"],
    );
    check(
        |t, x, _| {
            let ten = t.number(10, 32);
            t.sle(ten, x)
        },
        expect!["x >= 10"],
    );
    check(
        |t, x, _| {
            let ten = t.number(10, 32);
            t.ult(ten, x)
        },
        expect!["x > 10u"],
    );
    check(|t, x, y| t.ule(x, y), expect!["(unsigned)y >= x"]);
    check(|t, x, y| t.ne(x, y), expect!["x != y"]);
    check(|t, x, _| t.bit(x, 31), expect!["x < 0"]);
    check(|t, x, _| t.bit(x, 4), expect!["(x & 16) != 0"]);
    check(
        |t, x, _| {
            let minus = t.bits(crate::Bits::signed(-3, 32));
            t.eq(x, minus)
        },
        expect!["x == -3"],
    );
}

/// `u` is unsigned, and so is `n`; `c` is a character.
struct Unsigned;

impl Naming for Unsigned {
    fn is_unsigned(&self, variable: &str) -> bool {
        ["u", "n"].contains(&variable)
    }

    fn constant(&self, variable: &str, number: i128) -> Option<String> {
        let character = char::from_u32(u32::try_from(number).ok()?)?;
        (variable == "c").then(|| format!("'{character}'"))
    }
}

#[test]
fn constants_are_read_as_what_they_stand_with() {
    let shown = |build: &dyn Fn(&mut Terms, TermId, TermId) -> TermId, width: u32| {
        let mut terms = Terms::new();
        let [u, i] = ["u", "i"].map(|name| terms.variable(name, Sort::BitVec(width)));
        let term = build(&mut terms, u, i);
        terms.show_with(term, &Unsigned)
    };
    let large = 4_000_000_000;
    let equal = |t: &mut Terms, u: TermId, _: TermId| {
        let number = t.number(large, 32);
        t.eq(u, number)
    };
    expect!["u == 4000000000u"].assert_eq(&shown(&equal, 32));
    let signed = |t: &mut Terms, _: TermId, i: TermId| {
        let number = t.number(large, 32);
        t.eq(i, number)
    };
    expect!["i == -294967296"].assert_eq(&shown(&signed, 32));
    let sum = |t: &mut Terms, u: TermId, i: TermId| {
        let (number, one) = (t.number(large, 32), t.number(u128::from(u32::MAX), 32));
        let (sum, difference) = (t.add(u, number), t.add(i, one));
        t.eq(sum, difference)
    };
    expect!["u + 4000000000u == i - 1"].assert_eq(&shown(&sum, 32));
    let character = |t: &mut Terms, u: TermId, _: TermId| {
        let number = t.number(200, 8);
        t.eq(u, number)
    };
    expect!["u == 200"].assert_eq(&shown(&character, 8));
    let small = |t: &mut Terms, u: TermId, _: TermId| {
        let number = t.number(200, 8);
        t.ult(number, u)
    };
    expect!["u > 200"].assert_eq(&shown(&small, 8));
    let converted = |t: &mut Terms, u: TermId, i: TermId| t.slt(u, i);
    expect!["(int)u < (int)i"].assert_eq(&shown(&converted, 32));
}

#[test]
fn conditions() {
    let conditions = |t: &mut Terms, x: TermId, y: TermId| {
        let zero = t.number(0, 32);
        [t.slt(x, zero), t.eq(y, zero), t.variable("b", Sort::Bool)]
    };
    check(
        |t, x, y| {
            let all = conditions(t, x, y);
            t.all(all)
        },
        expect!["x < 0 && y == 0 && b"],
    );
    check(
        |t, x, y| {
            let all = conditions(t, x, y);
            t.any(all)
        },
        expect!["x < 0 || y == 0 || b"],
    );
    check(
        |t, x, y| {
            let [a, b, c] = conditions(t, x, y);
            let either = t.or(a, b);
            t.and(either, c)
        },
        expect!["b && (x < 0 || y == 0)"],
    );
    check(
        |t, x, y| {
            let [a, b, _] = conditions(t, x, y);
            t.implies(a, b)
        },
        expect!["x >= 0 || y == 0"],
    );
    check(
        |t, x, y| {
            let [.., c] = conditions(t, x, y);
            t.ite(c, x, y)
        },
        expect!["b ? x : y"],
    );
}

#[test]
fn arithmetic() {
    check(
        |t, x, y| {
            let sum = t.sub(x, y);
            t.mul(sum, x)
        },
        expect!["x * (x - y)"],
    );
    check(
        |t, x, y| {
            let product = t.mul(x, y);
            t.sub(product, x)
        },
        expect!["x * y - x"],
    );
    check(
        |t, x, y| {
            let sum = t.add(x, y);
            t.sub(x, sum)
        },
        expect!["-y"],
    );
    check(
        |t, x, y| {
            let sum = t.sub(x, y);
            let three = t.number(3, 32);
            t.sub(sum, three)
        },
        expect!["x - y - 3"],
    );
    check(
        |t, x, y| {
            let quotient = t.sdiv(x, y);
            t.neg(quotient)
        },
        expect!["-(x / y)"],
    );
    check(
        |t, x, _| {
            let ten = t.number(10, 32);
            t.urem(x, ten)
        },
        expect!["x % 10u"],
    );
    check(
        |t, x, _| {
            let four = t.number(4, 32);
            t.mul(x, four)
        },
        expect!["x * 4"],
    );
    check(
        |t, x, _| {
            let four = t.number(4, 32);
            t.lshr(x, four)
        },
        expect!["(unsigned)x >> 4"],
    );
    check(
        |t, x, _| {
            let four = t.number(4, 32);
            t.ashr(x, four)
        },
        expect!["x >> 4"],
    );
    check(|t, x, y| t.overflow(Overflow::SignedAdd, x, y), expect!["overflow(x + y)"]);
    check(|t, x, y| t.overflow(Overflow::UnsignedMul, x, y), expect!["overflow((unsigned)x * y)"]);
}

#[test]
fn bits_of_unsigned_numbers_are_shifted_and_masked() {
    let shown = |build: &dyn Fn(&mut Terms, TermId, TermId, TermId) -> TermId| {
        let mut terms = Terms::new();
        let [u, n, c] =
            [("u", 8), ("n", 64), ("c", 8)].map(|it| terms.variable(it.0, Sort::BitVec(it.1)));
        let term = build(&mut terms, u, n, c);
        terms.show_with(term, &Unsigned)
    };
    expect!["(u & 15) << 6 | (u >> 2 & 7)"].assert_eq(&shown(&|t, u, _, _| {
        let (a, b) = (t.extract(u, 3, 0), t.extract(u, 4, 2));
        let zeros = t.number(0, 3);
        let low = t.concat(zeros, b);
        t.concat(a, low)
    }));
    expect!["(u >> 4 << 12 | 7) < 9"].assert_eq(&shown(&|t, u, _, _| {
        let (a, b) = (t.extract(u, 7, 4), t.number(7, 12));
        let both = t.concat(a, b);
        let nine = t.number(9, 16);
        t.ult(both, nine)
    }));
    expect!["n >> 1 << 3 <= 28"].assert_eq(&shown(&|t, _, n, _| {
        let (half, zeros) = (t.extract(n, 61, 1), t.number(0, 3));
        let offset = t.concat(half, zeros);
        let most = t.number(28, 64);
        t.ule(offset, most)
    }));
    expect!["n >> 1 > 3"].assert_eq(&shown(&|t, _, n, _| {
        let (one, three) = (t.number(1, 64), t.number(3, 64));
        let half = t.lshr(n, one);
        t.ult(three, half)
    }));
    expect!["n & (n - 1)"].assert_eq(&shown(&|t, _, n, _| {
        let one = t.number(1, 64);
        let less = t.sub(n, one);
        t.bit_and(n, less)
    }));
    expect!["c == '+'"].assert_eq(&shown(&|t, _, _, c| {
        let plus = t.number(43, 8);
        t.eq(c, plus)
    }));
    expect!["c >= '0'"].assert_eq(&shown(&|t, _, _, c| {
        let zero = t.number(48, 8);
        t.sle(zero, c)
    }));
    expect!["c < 48u"].assert_eq(&shown(&|t, _, _, c| {
        let zero = t.number(48, 8);
        t.ult(c, zero)
    }));
    expect!["n > 8"].assert_eq(&shown(&|t, _, n, _| {
        let eight = t.number(8, 64);
        t.ult(eight, n)
    }));
}

#[test]
fn bits_of_an_index_choose_an_element() {
    let mut terms = Terms::new();
    let index = terms.variable("i", Sort::BitVec(32));
    let mut all: Vec<TermId> =
        (0..4).map(|it| terms.variable(&format!("a[{it}].key"), Sort::BitVec(32))).collect();
    for bit in [2, 3] {
        let condition = terms.bit(index, bit);
        all = all.chunks(2).map(|it| terms.ite(condition, it[1], it[0])).collect();
    }
    expect!["a[i >> 2 & 3].key"].assert_eq(&terms.show(all[0]));
    let other = terms.variable("b", Sort::BitVec(32));
    let condition = terms.bit(index, 4);
    let mixed = terms.ite(condition, other, all[0]);
    expect!["(i & 16) != 0 ? b : a[i >> 2 & 3].key"].assert_eq(&terms.show(mixed));
}

#[test]
fn pieces() {
    check(|t, x, _| t.extract(x, 7, 0), expect!["(int8_t)x"]);
    check(|t, x, _| t.extract(x, 15, 8), expect!["x >> 8 & 255"]);
    check(
        |t, x, _| {
            let byte = t.extract(x, 7, 0);
            t.sign_extend(byte, 32)
        },
        expect!["(int8_t)x"],
    );
    check(
        |t, x, _| {
            let byte = t.extract(x, 7, 0);
            t.zero_extend(byte, 32)
        },
        expect!["x & 255"],
    );
    check(
        |t, x, _| {
            let byte = t.extract(x, 7, 0);
            t.zero_extend(byte, 64)
        },
        expect!["(uint8_t)x"],
    );
    check(|t, x, y| t.concat(x, y), expect!["(uint64_t)(unsigned)x << 32 | (unsigned)y"]);
    check(
        |t, x, y| {
            let array = t.variable("a", Sort::Array { index: 32, element: 32 });
            let written = t.store(array, x, y);
            let other = t.variable("i", Sort::BitVec(32));
            t.select(written, other)
        },
        expect!["a{x: y}[i]"],
    );
}

/// Shared terms make text explode; it is cut.
#[test]
fn long_text_is_cut() {
    check(
        |t, x, y| {
            let mut term = x;
            for _ in 0..100 {
                let shifted = t.bit_xor(term, y);
                term = t.mul(term, shifted);
            }
            let text = t.show(term);
            assert!(text.len() < 200_000 && text.contains('…'));
            x
        },
        expect!["x"],
    );
}
