//! Simplifies expressions as they are compiled: operations on constants are done, comparisons that
//! declared ranges decide disappear, and so do conjunctions that ask two things of one value.
//!
//! Front ends guard every array access and division; most of these guards vanish here.

use crate::cell::{Cell, Wrap};
use crate::eval::arithmetic;
use crate::model::{Code, CodeId};
use tribunal_ir::BinOp;

/// The numbers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) low: i64,
    pub(crate) high: i64,
}

impl Range {
    const ALL: Self = Self { low: i64::MIN, high: i64::MAX };

    fn meet(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    fn is_empty(self) -> bool {
        self.high < self.low
    }
}

/// An equal expression, as simple as is easily found.
pub(super) fn simplified(codes: &[Code], code: Code) -> Code {
    let known = |it: CodeId| match codes[it as usize] {
        Code::Const(value) => Some(value),
        _ => None,
    };
    match code {
        Code::Neg(a, _) | Code::BitNot(a, _) | Code::IsNotZero(a) | Code::Wrapped(a, _) => {
            known(a).map_or(code, |a| Code::Const(arithmetic(code, a, 0)))
        }
        Code::Not(a) => negated(codes, a),
        Code::Both(a, b) => match (known(a), known(b)) {
            (Some(0), _) | (_, Some(0)) => Code::Const(0),
            (Some(_), _) => codes[b as usize],
            (_, Some(_)) => codes[a as usize],
            _ if is_contradiction(codes, a, b) => Code::Const(0),
            _ => code,
        },
        Code::Either(a, b) => match (known(a), known(b)) {
            (Some(0), _) => codes[b as usize],
            (_, Some(0)) => codes[a as usize],
            (Some(_), _) | (_, Some(_)) => Code::Const(1),
            _ => outside(codes, a, b).unwrap_or(code),
        },
        Code::Ite(condition, a, b) => match known(condition) {
            Some(0) => codes[b as usize],
            Some(_) => codes[a as usize],
            None => code,
        },
        Code::Equal(a, b)
        | Code::Unequal(a, b)
        | Code::Less(a, b)
        | Code::LessEqual(a, b)
        | Code::Binary(_, a, b, _) => match (known(a), known(b)) {
            (Some(a), Some(b)) => Code::Const(arithmetic(code, a, b)),
            (None, Some(number)) => with_number(codes, code, a, number),
            (Some(number), None) => match code {
                Code::Equal(..) | Code::Unequal(..) => with_number(codes, code, b, number),
                Code::LessEqual(..) => at_least(codes, b, number),
                Code::Less(..) => successor(number, 0, |next| at_least(codes, b, next)),
                Code::Binary(BinOp::Add, ..) => with_number(codes, code, b, number),
                _ => code,
            },
            (None, None) => code,
        },
        _ => code,
    }
}

/// An operation whose second operand, or either of a commutative one, is a number.
fn with_number(codes: &[Code], code: Code, a: CodeId, number: i64) -> Code {
    match code {
        Code::Equal(..) => equal_to(codes, a, number),
        Code::Unequal(..) => match equal_to(codes, a, number) {
            Code::Const(value) => Code::Const(1 - value),
            Code::EqualTo(a, number) => Code::UnequalTo(a, number),
            _ => code,
        },
        Code::Less(..) => less_than(codes, a, number),
        Code::LessEqual(..) => successor(number, 1, |next| less_than(codes, a, next)),
        Code::Binary(BinOp::Add, _, _, wrap) => plus(codes, a, number, wrap).unwrap_or(code),
        Code::Binary(BinOp::Sub, _, _, wrap) => {
            number.checked_neg().and_then(|it| plus(codes, a, it, wrap)).unwrap_or(code)
        }
        _ => code,
    }
}

/// What a comparison with the next number says; there may be no next number.
fn successor(number: i64, otherwise: i64, compare: impl FnOnce(i64) -> Code) -> Code {
    number.checked_add(1).map_or(Code::Const(otherwise), compare)
}

/// A sum, if it is never wrapped.
fn plus(codes: &[Code], a: CodeId, number: i64, wrap: Wrap) -> Option<Code> {
    let Range { low, high } = range(codes, a);
    let fits = |it: i64| wrap.apply(it) == it && !wrap.is_unsigned_64();
    let (low, high) = (low.checked_add(number)?, high.checked_add(number)?);
    (fits(low) && fits(high)).then_some(Code::Plus(a, number))
}

/// A comparison of `a + x` with a number, as one of `a` with another number.
fn shifted(codes: &[Code], a: CodeId, number: i64) -> (CodeId, i64) {
    match codes[a as usize] {
        Code::Plus(summand, other) => match number.checked_sub(other) {
            Some(number) => (summand, number),
            None => (a, number),
        },
        _ => (a, number),
    }
}

/// `a == number`
fn equal_to(codes: &[Code], a: CodeId, number: i64) -> Code {
    let (a, number) = shifted(codes, a, number);
    let Range { low, high } = range(codes, a);
    if (low..=high).contains(&number) { Code::EqualTo(a, number) } else { Code::Const(0) }
}

/// `a < number`
fn less_than(codes: &[Code], a: CodeId, number: i64) -> Code {
    let (a, number) = shifted(codes, a, number);
    let Range { low, high } = range(codes, a);
    if high < number {
        Code::Const(1)
    } else if number <= low {
        Code::Const(0)
    } else {
        Code::LessThan(a, number)
    }
}

/// `number <= a`
fn at_least(codes: &[Code], a: CodeId, number: i64) -> Code {
    let (a, number) = shifted(codes, a, number);
    match less_than(codes, a, number) {
        Code::LessThan(a, number) => Code::AtLeast(a, number),
        Code::Const(value) => Code::Const(1 - value),
        code => code,
    }
}

/// `!a`
fn negated(codes: &[Code], a: CodeId) -> Code {
    match codes[a as usize] {
        Code::Const(value) => Code::Const((value == 0).into()),
        Code::Equal(a, b) => Code::Unequal(a, b),
        Code::Unequal(a, b) => Code::Equal(a, b),
        Code::Less(a, b) => Code::LessEqual(b, a),
        Code::LessEqual(a, b) => Code::Less(b, a),
        Code::EqualTo(a, number) => Code::UnequalTo(a, number),
        Code::UnequalTo(a, number) => Code::EqualTo(a, number),
        Code::LessThan(a, number) => Code::AtLeast(a, number),
        Code::AtLeast(a, number) => Code::LessThan(a, number),
        Code::Outside { a, low, high } => Code::Inside { a, low, high },
        Code::Inside { a, low, high } => Code::Outside { a, low, high },
        _ => Code::Not(a),
    }
}

/// `x < low || high < x`, which every guard of an array access looks like.
fn outside(codes: &[Code], a: CodeId, b: CodeId) -> Option<Code> {
    let (Code::LessThan(a, low), Code::AtLeast(b, above)) = (codes[a as usize], codes[b as usize])
    else {
        return None;
    };
    let (low, high) = (i32::try_from(low).ok()?, i32::try_from(above.checked_sub(1)?).ok()?);
    (a == b).then_some(Code::Outside { a, low, high })
}

/// The numbers that an expression can yield.
pub(crate) fn range(codes: &[Code], code: CodeId) -> Range {
    match codes[code as usize] {
        Code::Const(value) => Range { low: value, high: value },
        Code::Global(cell, _) | Code::Local(cell, _) => cell_range(cell),
        Code::Plus(a, number) => {
            let Range { low, high } = range(codes, a);
            Range { low: low.saturating_add(number), high: high.saturating_add(number) }
        }
        Code::GlobalByte(_) | Code::LocalByte(_) | Code::GlobalElement { .. } => {
            cell_range(Cell::U8)
        }
        _ => Range::ALL,
    }
}

fn cell_range(cell: Cell) -> Range {
    let unsigned = |bits: u32| Range { low: 0, high: (1 << bits) - 1 };
    let signed = |bits: u32| Range { low: -(1 << (bits - 1)), high: (1 << (bits - 1)) - 1 };
    match cell {
        Cell::Bits1 | Cell::Bits2 | Cell::Bits4 | Cell::U8 | Cell::U16 | Cell::U32 => {
            unsigned(cell.width())
        }
        Cell::I8 | Cell::I16 | Cell::I32 => signed(cell.width()),
        Cell::W64 => Range::ALL,
    }
}

/// Whether two conditions ask contradictory things of one value.
fn is_contradiction(codes: &[Code], a: CodeId, b: CodeId) -> bool {
    let (mut asked, mut pending) = (Vec::new(), vec![a, b]);
    while let Some(code) = pending.pop() {
        let (value, range) = match codes[code as usize] {
            Code::Both(a, b) => {
                pending.extend([a, b]);
                continue;
            }
            Code::EqualTo(a, number) => (a, Range { low: number, high: number }),
            Code::LessThan(a, number) if i64::MIN < number => {
                (a, Range { high: number - 1, ..Range::ALL })
            }
            Code::AtLeast(a, number) => (a, Range { low: number, ..Range::ALL }),
            Code::Inside { a, low, high } => (a, Range { low: low.into(), high: high.into() }),
            _ => continue,
        };
        let contradicts = |&(other, range_of_other): &(CodeId, Range)| {
            other == value && range.meet(range_of_other).is_empty()
        };
        if asked.iter().any(contradicts) {
            return true;
        }
        asked.push((value, range));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::simplified;
    use crate::cell::{Cell, Wrap};
    use crate::model::Code;
    use tribunal_ir::BinOp;

    /// Simplifies the last of some codes that mention each other by position.
    fn last(codes: &[Code]) -> Code {
        let mut done: Vec<Code> = Vec::new();
        for &code in codes {
            let code = simplified(&done, code);
            done.push(code);
        }
        *done.last().unwrap()
    }

    fn is(code: Code, expected: Code) {
        assert_eq!(format!("{code:?}"), format!("{expected:?}"));
    }

    #[test]
    fn a_guarded_bounds_check_vanishes() {
        // `x < 4 && 4 <= x`
        let (x, four) = (Code::Local(Cell::I32, 8), Code::Const(4));
        is(
            last(&[x, four, Code::Less(0, 1), Code::LessEqual(1, 0), Code::Both(2, 3)]),
            Code::Const(0),
        );
        // `x < 5 && 4 <= x`
        let five = Code::Const(5);
        let codes = [x, four, five, Code::Less(0, 2), Code::LessEqual(1, 0), Code::Both(3, 4)];
        is(last(&codes), Code::Both(3, 4));
    }

    #[test]
    fn an_index_is_tested_once() {
        // `x - 1 < 0 || 13 <= x - 1`, and its negation
        let wrap = Wrap::new(tribunal_ir::IntShape::I32).unwrap();
        let codes = [
            Code::GlobalByte(7),
            Code::Const(1),
            Code::Binary(BinOp::Sub, 0, 1, wrap),
            Code::Const(0),
            Code::Less(2, 3),
            Code::Const(13),
            Code::LessEqual(5, 2),
            Code::Either(4, 6),
            Code::Not(7),
        ];
        is(last(&codes[..3]), Code::Plus(0, -1));
        is(last(&codes[..8]), Code::Outside { a: 0, low: 1, high: 13 });
        is(last(&codes), Code::Inside { a: 0, low: 1, high: 13 });
    }

    #[test]
    fn ranges_decide_comparisons() {
        let byte = Code::GlobalByte(0);
        is(last(&[byte, Code::Const(0), Code::Less(0, 1)]), Code::Const(0));
        is(last(&[byte, Code::Const(256), Code::Equal(0, 1)]), Code::Const(0));
        is(last(&[byte, Code::Const(255), Code::LessEqual(0, 1)]), Code::Const(1));
        is(last(&[byte, Code::Const(255), Code::LessEqual(1, 0)]), Code::AtLeast(0, 255));
        is(last(&[byte, Code::Const(0), Code::LessEqual(1, 0)]), Code::Const(1));
        is(last(&[byte, Code::Const(255), Code::Less(1, 0)]), Code::Const(0));
    }

    #[test]
    fn constants_are_absorbed() {
        let (x, yes, no) = (Code::Global(Cell::Bits1, 3), Code::Const(1), Code::Const(0));
        is(last(&[x, yes, Code::Both(0, 1)]), x);
        is(last(&[x, no, Code::Either(1, 0)]), x);
        is(last(&[x, no, Code::Not(1), Code::Either(0, 2)]), yes);
    }
}
