//! How far the transformers that are written by hand are from the best there are, which a solver finds.

use std::io::Write;

use tribunal_domains::{Bits, Congruence, Interval, Numeric};
use tribunal_engine_absint::best::{Representable, binary, unary};
use tribunal_ir::{BinOp, IntShape, UnOp};

const BINARY: [BinOp; 9] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::Eq,
    BinOp::Lt,
    BinOp::Le,
];

const UNARY: [UnOp; 2] = [UnOp::Neg, UnOp::BitNot];

/// Eight bits: all results can be counted.
const SHAPES: [IntShape; 2] =
    [IntShape { bits: 8, signed: true }, IntShape { bits: 8, signed: false }];

/// Prints a table: in how many cases a transformer is the best, and how many bits it loses on average. Whether none is below the best, which would be wrong.
pub(crate) fn table(cases: u32, out: &mut dyn Write) -> anyhow::Result<bool> {
    writeln!(
        out,
        "{:<12} {:<6} {:<8} {:>6} {:>7} {:>11}",
        "domain", "shape", "operator", "cases", "best", "bits lost"
    )?;
    let good = [
        domain::<Interval>("interval", cases, out)?,
        domain::<Congruence>("congruence", cases, out)?,
        domain::<Bits>("bits", cases, out)?,
    ];
    Ok(good.into_iter().all(|it| it))
}

fn domain<D: Numeric + Representable>(
    name: &str,
    cases: u32,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let mut good = true;
    for shape in SHAPES {
        let word = if shape.signed { "i8" } else { "u8" };
        let mut line = |operator: &str, score: &Score| -> anyhow::Result<()> {
            let share = 100.0 * f64::from(score.best) / f64::from(score.cases.max(1));
            let lost = score.lost / f64::from(score.cases.max(1));
            writeln!(
                out,
                "{name:<12} {word:<6} {operator:<8} {:>6} {share:>6.1}% {lost:>11.2}{}",
                score.cases,
                if score.is_wrong { "  WRONG: below the best" } else { "" }
            )?;
            good &= !score.is_wrong;
            Ok(())
        };
        for op in BINARY {
            let (mut score, mut random) = (Score::default(), 0x9e37_79b9_7f4a_7c15);
            for _ in 0..cases {
                let (a, b): (D, D) = (element(shape, &mut random), element(shape, &mut random));
                if let Some(best) = binary(op, shape, &a, &b) {
                    score.add(shape, &D::binary(op, shape, &a, &b), &best);
                }
            }
            line(&format!("{op:?}"), &score)?;
        }
        for op in UNARY {
            let (mut score, mut random) = (Score::default(), 0x9e37_79b9_7f4a_7c15);
            for _ in 0..cases {
                let a: D = element(shape, &mut random);
                if let Some(best) = unary(op, shape, &a) {
                    score.add(shape, &D::unary(op, shape, &a), &best);
                }
            }
            line(&format!("{op:?}"), &score)?;
        }
    }
    Ok(good)
}

#[derive(Default)]
struct Score {
    cases: u32,
    best: u32,
    /// Bits by which results are larger than the best.
    lost: f64,
    is_wrong: bool,
}

impl Score {
    fn add<D: Numeric>(&mut self, shape: IntShape, hand: &D, best: &D) {
        let count = |it: &D| {
            let all = (0..1i128 << shape.bits).map(|value| shape.wrap(value));
            all.filter(|value| it.contains(*value)).count().max(1) as f64
        };
        self.cases += 1;
        self.is_wrong |= !best.le(hand);
        let lost = (count(hand) / count(best)).log2();
        self.best += u32::from(lost <= 0.0);
        self.lost += lost;
    }
}

/// What describes one to four values, near each other or not.
fn element<D: Numeric>(shape: IntShape, random: &mut u64) -> D {
    // Xorshift (Marsaglia, Journal of Statistical Software, 2003).
    let mut next = |below: u64| {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        i128::from(*random % below)
    };
    let (first, step, near) = (next(256), 1 + next(6), next(2) == 0);
    let mut all = D::constant(shape.wrap(first));
    for _ in 0..next(4) {
        let other = if near { first + step * next(8) } else { next(256) };
        all = all.join(&D::constant(shape.wrap(other)));
    }
    all
}
