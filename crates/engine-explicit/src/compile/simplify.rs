//! Simplifies expressions as they are compiled: operations on constants are done, comparisons that
//! declared ranges decide disappear, and so do conjunctions that ask two things of one value.
//!
//! Front ends guard every array access and division; most of these guards vanish here.

use crate::cell::Cell;
use crate::eval::arithmetic;
use crate::model::{Code, CodeId};

/// The numbers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    low: i64,
    high: i64,
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
        Code::Not(a) | Code::Neg(a, _) | Code::BitNot(a, _) => {
            known(a).map_or(code, |a| Code::Const(arithmetic(code, a, 0)))
        }
        Code::IsNotZero(a) | Code::Wrapped(a, _) => {
            known(a).map_or(code, |a| Code::Const(arithmetic(code, a, 0)))
        }
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
            _ => code,
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
            (None, Some(b)) => decided(code, range(codes, a), b).unwrap_or(match code {
                Code::Equal(..) => Code::EqualTo(a, b),
                Code::Unequal(..) => Code::UnequalTo(a, b),
                Code::Less(..) => Code::LessThan(a, b),
                _ => code,
            }),
            (Some(value), None) => match code {
                Code::Equal(..) => Code::EqualTo(b, value),
                Code::Unequal(..) => Code::UnequalTo(b, value),
                Code::LessEqual(..) => at_least(codes, b, value),
                Code::Less(..) if value < i64::MAX => at_least(codes, b, value + 1),
                _ => code,
            },
            (None, None) => code,
        },
        _ => code,
    }
}

/// `least <= a`
fn at_least(codes: &[Code], a: CodeId, least: i64) -> Code {
    let Range { low, high } = range(codes, a);
    if least <= low {
        Code::Const(1)
    } else if high < least {
        Code::Const(0)
    } else {
        Code::AtLeast(a, least)
    }
}

/// A comparison with a number that the range of the other operand decides.
fn decided(code: Code, range: Range, number: i64) -> Option<Code> {
    let Range { low, high } = range;
    let inside = (low..=high).contains(&number);
    let truth = match code {
        Code::Equal(..) if !inside => false,
        Code::Unequal(..) if !inside => true,
        Code::Less(..) if high < number => true,
        Code::Less(..) if number <= low => false,
        Code::LessEqual(..) if high <= number => true,
        Code::LessEqual(..) if number < low => false,
        _ => return None,
    };
    Some(Code::Const(truth.into()))
}

/// The numbers that an expression can yield.
fn range(codes: &[Code], code: CodeId) -> Range {
    match codes[code as usize] {
        Code::Const(value) => Range { low: value, high: value },
        Code::Global(cell, _) | Code::Local(cell, _) => cell_range(cell),
        Code::GlobalByte(_) | Code::LocalByte(_) => cell_range(Cell::U8),
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
    use crate::cell::Cell;
    use crate::model::Code;

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
