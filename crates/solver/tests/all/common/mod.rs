//! Random expressions with a plain definition of their value, in arithmetic that shares nothing with the crate's.
use tribunal_solver::{Overflow, Sort, TermId, Terms};

/// A generator of numbers (Steele, Lea & Flood, Fast splittable pseudorandom number generators, OOPSLA 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[usize::try_from(self.below(from.len() as u64)).unwrap()]
    }
}

/// The width of a Bool.
pub(crate) const BOOL: u32 = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Not,
    And,
    Or,
    Xor,
    Implies,
    BitNot,
    Neg,
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    Shl,
    Lshr,
    Ashr,
    BitAnd,
    BitOr,
    BitXor,
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
    Overflows(Overflow),
    Ite,
    Concat,
    Extract(u32, u32),
    ZeroExtend,
    SignExtend,
}

pub(crate) const BINARY: [Op; 13] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Udiv,
    Op::Urem,
    Op::Sdiv,
    Op::Srem,
    Op::Shl,
    Op::Lshr,
    Op::Ashr,
    Op::BitAnd,
    Op::BitOr,
    Op::BitXor,
];

pub(crate) const COMPARISONS: [Op; 11] = [
    Op::Eq,
    Op::Ult,
    Op::Ule,
    Op::Slt,
    Op::Sle,
    Op::Overflows(Overflow::UnsignedAdd),
    Op::Overflows(Overflow::UnsignedSub),
    Op::Overflows(Overflow::UnsignedMul),
    Op::Overflows(Overflow::SignedAdd),
    Op::Overflows(Overflow::SignedSub),
    Op::Overflows(Overflow::SignedMul),
];

/// An expression of at most 64 bits.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Variable(usize, u32),
    Constant(u64, u32),
    Apply(Op, Vec<Tree>, u32),
}

pub(crate) fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.max(1))
}

fn signed(value: u64, width: u32) -> i128 {
    let value = i128::from(value);
    if value >> (width - 1) == 0 { value } else { value - (1 << width) }
}

/// The operator on numbers of `width` bits, by definition.
pub(crate) fn define(op: Op, args: &[u64], widths: &[u32], result: u32) -> u64 {
    let width = widths[0];
    let (a, b) = (args[0], args.get(1).copied().unwrap_or(0));
    let (ua, ub) = (i128::from(a), i128::from(b));
    let (sa, sb) = if width == BOOL { (0, 0) } else { (signed(a, width), signed(b, width)) };
    let fits_unsigned = |exact: i128| 0 <= exact && exact < 1 << width;
    let fits_signed =
        |exact: i128| -(1_i128 << (width - 1)) <= exact && exact < 1_i128 << (width - 1);
    let exact = match op {
        Op::Not => i128::from(a == 0),
        Op::And => ua & ub,
        Op::Or => ua | ub,
        Op::Xor => ua ^ ub,
        Op::Implies => i128::from(a <= b),
        Op::BitNot => !ua,
        Op::Neg => -ua,
        Op::Add => ua + ub,
        Op::Sub => ua - ub,
        Op::Mul => ua.wrapping_mul(ub),
        Op::Udiv => {
            if b == 0 {
                0
            } else {
                ua / ub
            }
        }
        Op::Urem => {
            if b == 0 {
                0
            } else {
                ua % ub
            }
        }
        Op::Sdiv => {
            if b == 0 {
                0
            } else {
                sa / sb
            }
        }
        Op::Srem => {
            if b == 0 {
                0
            } else {
                sa % sb
            }
        }
        Op::Shl => {
            if u64::from(width) <= b {
                0
            } else {
                ua << b
            }
        }
        Op::Lshr => {
            if u64::from(width) <= b {
                0
            } else {
                ua >> b
            }
        }
        Op::Ashr => sa >> b.min(100),
        Op::BitAnd => ua & ub,
        Op::BitOr => ua | ub,
        Op::BitXor => ua ^ ub,
        Op::Eq => i128::from(a == b),
        Op::Ult => i128::from(a < b),
        Op::Ule => i128::from(a <= b),
        Op::Slt => i128::from(sa < sb),
        Op::Sle => i128::from(sa <= sb),
        Op::Overflows(op) => i128::from(match op {
            Overflow::UnsignedAdd => !fits_unsigned(ua + ub),
            Overflow::UnsignedSub => !fits_unsigned(ua - ub),
            Overflow::UnsignedMul => (u128::from(a) * u128::from(b)) >> width != 0,
            Overflow::SignedAdd => !fits_signed(sa + sb),
            Overflow::SignedSub => !fits_signed(sa - sb),
            Overflow::SignedMul => !fits_signed(sa * sb),
        }),
        Op::Ite => i128::from(if a == 1 { b } else { args[2] }),
        Op::Concat => ua << widths[1] | ub,
        Op::Extract(_, low) => ua >> low,
        Op::ZeroExtend => ua,
        Op::SignExtend => sa,
    };
    u64::try_from(exact & i128::from(mask(result))).unwrap()
}

impl Tree {
    pub(crate) fn width(&self) -> u32 {
        match self {
            Self::Variable(_, width) | Self::Constant(_, width) | Self::Apply(_, _, width) => {
                *width
            }
        }
    }

    /// The value where variables have these.
    pub(crate) fn eval(&self, variables: &[u64]) -> u64 {
        match self {
            Self::Variable(index, width) => variables[*index] & mask(*width),
            Self::Constant(value, _) => *value,
            Self::Apply(op, args, width) => {
                let values: Vec<_> = args.iter().map(|it| it.eval(variables)).collect();
                let widths: Vec<_> = args.iter().map(Self::width).collect();
                define(*op, &values, &widths, *width)
            }
        }
    }

    /// The variable of this number and width.
    pub(crate) fn variable(terms: &mut Terms, index: usize, width: u32) -> TermId {
        let sort = if width == BOOL { Sort::Bool } else { Sort::BitVec(width) };
        terms.variable(&format!("v{index}w{width}"), sort)
    }

    pub(crate) fn build(&self, terms: &mut Terms) -> TermId {
        match self {
            Self::Variable(index, width) => Self::variable(terms, *index, *width),
            Self::Constant(value, BOOL) => terms.truth(*value == 1),
            Self::Constant(value, width) => terms.number((*value).into(), *width),
            Self::Apply(op, args, width) => {
                let args: Vec<_> = args.iter().map(|it| it.build(terms)).collect();
                apply(terms, *op, &args, *width)
            }
        }
    }

    /// A random expression with at most `depth` operators above each other.
    pub(crate) fn random(random: &mut Random, width: u32, depth: u32, widths: &[u32]) -> Self {
        if depth == 0 || random.below(8) == 0 {
            return Self::leaf(random, width);
        }
        let arg = |random: &mut Random, width: u32| Self::random(random, width, depth - 1, widths);
        if width == BOOL {
            return match random.below(8) {
                0 => Self::Apply(Op::Not, vec![arg(random, BOOL)], BOOL),
                1 => Self::Apply(
                    Op::Ite,
                    vec![arg(random, BOOL), arg(random, BOOL), arg(random, BOOL)],
                    BOOL,
                ),
                2 | 3 => {
                    let op = random.pick(&[Op::And, Op::Or, Op::Xor, Op::Implies, Op::Eq]);
                    Self::Apply(op, vec![arg(random, BOOL), arg(random, BOOL)], BOOL)
                }
                _ => {
                    let inner = random.pick(widths);
                    let op = random.pick(&COMPARISONS);
                    Self::Apply(op, vec![arg(random, inner), arg(random, inner)], BOOL)
                }
            };
        }
        match random.below(16) {
            0 => Self::Apply(Op::BitNot, vec![arg(random, width)], width),
            1 => Self::Apply(Op::Neg, vec![arg(random, width)], width),
            2 | 3 => {
                let condition = arg(random, BOOL);
                Self::Apply(Op::Ite, vec![condition, arg(random, width), arg(random, width)], width)
            }
            4 if 1 < width => {
                let low = 1 + u32::try_from(random.below(u64::from(width - 1))).unwrap();
                Self::Apply(Op::Concat, vec![arg(random, width - low), arg(random, low)], width)
            }
            5 | 6 if width < 64 => {
                let inner = (width + u32::try_from(random.below(6)).unwrap()).min(64);
                let low = u32::try_from(random.below(u64::from(inner - width + 1))).unwrap();
                Self::Apply(Op::Extract(low + width - 1, low), vec![arg(random, inner)], width)
            }
            7 | 8 => {
                let inner = 1 + u32::try_from(random.below(u64::from(width))).unwrap();
                let op = random.pick(&[Op::ZeroExtend, Op::SignExtend]);
                Self::Apply(op, vec![arg(random, inner)], width)
            }
            _ => {
                let op = random.pick(&BINARY);
                Self::Apply(op, vec![arg(random, width), arg(random, width)], width)
            }
        }
    }

    fn leaf(random: &mut Random, width: u32) -> Self {
        if random.below(5) < 3 {
            return Self::Variable(usize::try_from(random.below(2)).unwrap(), width);
        }
        if width == BOOL {
            return Self::Constant(random.below(2), BOOL);
        }
        let sign = 1 << (width - 1);
        let interesting = [0, 1, 2, 3, 4, 7, sign, sign - 1, u64::MAX, u64::MAX - 1, sign + 1];
        let value = if random.below(4) == 0 { random.next() } else { random.pick(&interesting) };
        Self::Constant(value & mask(width), width)
    }
}

/// The constructor of the operator.
pub(crate) fn apply(terms: &mut Terms, op: Op, args: &[TermId], width: u32) -> TermId {
    let a = args[0];
    let b = args.get(1).copied().unwrap_or(a);
    match op {
        Op::Not => terms.not(a),
        Op::And => terms.and(a, b),
        Op::Or => terms.or(a, b),
        Op::Xor => terms.xor(a, b),
        Op::Implies => terms.implies(a, b),
        Op::BitNot => terms.bit_not(a),
        Op::Neg => terms.neg(a),
        Op::Add => terms.add(a, b),
        Op::Sub => terms.sub(a, b),
        Op::Mul => terms.mul(a, b),
        Op::Udiv => terms.udiv(a, b),
        Op::Urem => terms.urem(a, b),
        Op::Sdiv => terms.sdiv(a, b),
        Op::Srem => terms.srem(a, b),
        Op::Shl => terms.shl(a, b),
        Op::Lshr => terms.lshr(a, b),
        Op::Ashr => terms.ashr(a, b),
        Op::BitAnd => terms.bit_and(a, b),
        Op::BitOr => terms.bit_or(a, b),
        Op::BitXor => terms.bit_xor(a, b),
        Op::Eq => terms.eq(a, b),
        Op::Ult => terms.ult(a, b),
        Op::Ule => terms.ule(a, b),
        Op::Slt => terms.slt(a, b),
        Op::Sle => terms.sle(a, b),
        Op::Overflows(op) => terms.overflow(op, a, b),
        Op::Ite => terms.ite(a, b, args[2]),
        Op::Concat => terms.concat(a, b),
        Op::Extract(high, low) => terms.extract(a, high, low),
        Op::ZeroExtend => terms.zero_extend(a, width),
        Op::SignExtend => terms.sign_extend(a, width),
    }
}
