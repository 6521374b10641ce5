//! Terms for people, in the syntax of C with as few parentheses as it allows.
//!
//! Variables count as signed; what an operator reads as unsigned is marked where that makes a difference: a constant by `u`, another
//! operand by a cast. Disjunctions, differences, shifts and masks, which terms spell with other operators, are shown
//! as what they are. Overflow of `a + b` is shown as `overflow(a + b)`. Where C has no notation: `x[15:8]` are bits of a number, `a ++ b` is one number above another, and
//! `a{i: v}` is an array with one element replaced.

use crate::bits::Bits;
use crate::term::{BinOp, Node, Overflow, TermId, Terms};

/// Nothing is shown below this many operators, nor after this many characters.
const DEPTH: u32 = 60;
const LENGTH: usize = 20_000;

/// How tightly an operator binds, as in C.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Choice,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Order,
    Shift,
    Sum,
    Product,
    Unary,
    Atom,
}

impl Binding {
    /// The next tighter one, for the operand on the side to which an operator does not associate.
    fn tighter(self) -> Self {
        match self {
            Self::Choice => Self::Or,
            Self::Or => Self::And,
            Self::And => Self::BitOr,
            Self::BitOr => Self::BitXor,
            Self::BitXor => Self::BitAnd,
            Self::BitAnd => Self::Equality,
            Self::Equality => Self::Order,
            Self::Order => Self::Shift,
            Self::Shift => Self::Sum,
            Self::Sum => Self::Product,
            Self::Product => Self::Unary,
            Self::Unary | Self::Atom => Self::Atom,
        }
    }
}

/// How an operand is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Signed,
    Unsigned,
}

impl Terms {
    /// The term in the syntax of C.
    #[must_use]
    pub fn show(&self, term: TermId) -> String {
        self.show_with(term, &|_| false)
    }

    /// The same where some variables, by name, are unsigned: what they are compared or divided with is too, by C's conversions.
    #[must_use]
    pub fn show_with(&self, term: TermId, is_unsigned: &dyn Fn(&str) -> bool) -> String {
        let mut printer = Printer { terms: self, text: String::new(), depth: 0, is_unsigned };
        printer.term(term, Binding::Choice);
        printer.text
    }
}

struct Printer<'a> {
    terms: &'a Terms,
    text: String,
    depth: u32,
    is_unsigned: &'a dyn Fn(&str) -> bool,
}

impl Printer<'_> {
    /// Writes a term where at least this binding is needed.
    fn term(&mut self, term: TermId, needed: Binding) {
        if self.enter() {
            self.node(term, needed);
        }
        self.depth -= 1;
    }

    /// Writes the negation of a Bool.
    fn negation(&mut self, term: TermId, needed: Binding) {
        if self.enter() {
            self.negated_node(term, needed);
        }
        self.depth -= 1;
    }

    /// Whether there is room for more; otherwise an ellipsis is written.
    fn enter(&mut self) -> bool {
        self.depth += 1;
        let has_room = self.depth < DEPTH && self.text.len() < LENGTH;
        if !has_room {
            self.text.push('…');
        }
        has_room
    }

    /// Writes in parentheses if the operator binds less tightly than needed.
    fn wrap(&mut self, own: Binding, needed: Binding, write: impl FnOnce(&mut Self)) {
        let is_wrapped = own < needed;
        if is_wrapped {
            self.text.push('(');
        }
        write(self);
        if is_wrapped {
            self.text.push(')');
        }
    }

    fn infix(
        &mut self,
        own: Binding,
        needed: Binding,
        left: TermId,
        operator: &str,
        right: TermId,
    ) {
        self.wrap(own, needed, |it| {
            match it.upper_bits(left).filter(|_| it.terms.as_bits(right).is_some()) {
                Some((of, low)) => it.wrap(Binding::Shift, own, |it| {
                    it.term(of, Binding::Shift);
                    it.text.push_str(&format!(" >> {low}"));
                }),
                None => it.term(left, own),
            }
            it.text.push_str(operator);
            it.right_operand(left, right, own);
        });
    }

    /// Writes an operand behind another that decides how a constant is read.
    fn right_operand(&mut self, left: TermId, right: TermId, own: Binding) {
        match self.terms.as_bits(right) {
            Some(bits) if bits.sign() && self.is_unsigned_number(left) => {
                // Smaller types become `int`, which holds the number.
                let mark = if self.terms.width(right) < 32 { "" } else { "u" };
                self.text.push_str(&format!("{}{mark}", bits.to_decimal()));
            }
            _ => self.term(right, own.tighter()),
        }
    }

    /// The number whose upper bits a term is, and how many bits are below them: it is shifted, with its sign.
    fn upper_bits(&self, term: TermId) -> Option<(TermId, u32)> {
        match self.terms.node(term) {
            Node::Extract { high, low, of } if 0 < low && high + 1 == self.terms.width(of) => {
                Some((of, low))
            }
            _ => None,
        }
    }

    fn call(&mut self, name: &str, arguments: &[TermId]) {
        self.text.push_str(name);
        self.text.push('(');
        for (at, &argument) in arguments.iter().enumerate() {
            if 0 < at {
                self.text.push_str(", ");
            }
            self.term(argument, Binding::Choice);
        }
        self.text.push(')');
    }

    fn node(&mut self, term: TermId, needed: Binding) {
        match self.terms.node(term) {
            Node::Bool(value) => self.text.push_str(if value { "true" } else { "false" }),
            Node::Bits(constant) => self.number(self.terms.bits_of(constant), Reading::Signed),
            Node::Variable(symbol) => self.text.push_str(&self.terms.symbol(symbol).name),
            Node::Not(inner) => self.negation(inner, needed),
            Node::And(..) => self.junction(term, Binding::And, " && ", needed, Self::term),
            Node::Xor(a, b) => self.infix(Binding::Equality, needed, a, " != ", b),
            Node::Ite(condition, yes, no) => self.wrap(Binding::Choice, needed, |it| {
                it.term(condition, Binding::Or);
                it.text.push_str(" ? ");
                it.term(yes, Binding::Or);
                it.text.push_str(" : ");
                it.term(no, Binding::Choice);
            }),
            Node::Eq(a, b) => match self.bit(a, b) {
                Some((of, bit)) => self.bit_test(of, bit, " != 0", needed),
                None => self.infix(Binding::Equality, needed, a, " == ", b),
            },
            Node::Ult(a, b) => self.order(a, b, ["<", ">"], Reading::Unsigned, needed),
            Node::Slt(a, b) => self.order(a, b, ["<", ">"], Reading::Signed, needed),
            Node::Complement(a) => self.prefix("~", a, needed),
            Node::Neg(a) => self.prefix("-", a, needed),
            Node::Binary(op, a, b) => self.binary(op, a, b, needed),
            Node::Overflow(op, a, b) => self.overflow(op, a, b),
            Node::Concat(high, low) => self.concat(term, high, low, needed),
            Node::Extract { high, low, of } => self.slice(of, high, low, needed),
            Node::ZeroExtend(inner, _) => self.zero_extend(term, inner, needed),
            Node::SignExtend(inner, width) => match self.terms.node(inner) {
                Node::Extract { high, low, of }
                    if self.terms.width(of) == width && high + 1 == width =>
                {
                    self.wrap(Binding::Shift, needed, |it| {
                        it.term(of, Binding::Shift);
                        it.text.push_str(&format!(" >> {low}"));
                    });
                }
                _ => self.term(inner, needed),
            },
            Node::Select(array, index) => {
                self.term(array, Binding::Atom);
                self.text.push('[');
                self.term(index, Binding::Choice);
                self.text.push(']');
            }
            Node::Store(array, index, value) => {
                self.term(array, Binding::Atom);
                self.text.push('{');
                self.term(index, Binding::Choice);
                self.text.push_str(": ");
                self.term(value, Binding::Choice);
                self.text.push('}');
            }
            Node::ConstArray(value, _) => self.call("all", &[value]),
        }
    }

    fn negated_node(&mut self, term: TermId, needed: Binding) {
        match self.terms.node(term) {
            Node::Not(inner) => self.term(inner, needed),
            Node::And(..) => self.junction(term, Binding::Or, " || ", needed, Self::negation),
            Node::Xor(a, b) => self.infix(Binding::Equality, needed, a, " == ", b),
            Node::Eq(a, b) => match self.bit(a, b) {
                Some((of, bit)) => self.bit_test(of, bit, " == 0", needed),
                None => self.infix(Binding::Equality, needed, a, " != ", b),
            },
            Node::Ult(a, b) => self.order(a, b, [">=", "<="], Reading::Unsigned, needed),
            Node::Slt(a, b) => self.order(a, b, [">=", "<="], Reading::Signed, needed),
            _ => self.prefix("!", term, needed),
        }
    }

    fn prefix(&mut self, operator: &str, term: TermId, needed: Binding) {
        self.wrap(Binding::Unary, needed, |it| {
            it.text.push_str(operator);
            it.term(term, Binding::Unary);
        });
    }

    /// A conjunction of many, or the disjunction of their negations.
    fn junction(
        &mut self,
        term: TermId,
        own: Binding,
        operator: &str,
        needed: Binding,
        write: fn(&mut Self, TermId, Binding),
    ) {
        // Gathered without recursion: path conditions are long.
        let mut parts = Vec::new();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match self.terms.node(term) {
                Node::And(a, b) => open.extend([b, a]),
                _ => parts.push(term),
            }
        }
        // As they were made, which is how the reader met them.
        parts.sort_unstable();
        self.wrap(own, needed, |it| {
            for (at, &part) in parts.iter().enumerate() {
                if LENGTH < it.text.len() {
                    it.text.push('…');
                    break;
                }
                if 0 < at {
                    it.text.push_str(operator);
                }
                write(it, part, own.tighter());
            }
        });
    }

    /// The term and the position, if `a == b` asks whether a bit of a wider term is set.
    fn bit(&self, a: TermId, b: TermId) -> Option<(TermId, u32)> {
        let Node::Extract { high, low, of } = self.terms.node(a) else { return None };
        (high == low && self.terms.as_bits(b).is_some_and(Bits::is_one)).then_some((of, low))
    }

    fn bit_test(&mut self, of: TermId, bit: u32, test: &str, needed: Binding) {
        let width = self.terms.width(of);
        if bit == width - 1 {
            let operator = if test == " != 0" { " < 0" } else { " >= 0" };
            self.wrap(Binding::Order, needed, |it| {
                it.term(of, Binding::Order);
                it.text.push_str(operator);
            });
            return;
        }
        self.wrap(Binding::Equality, needed, |it| {
            it.text.push('(');
            it.term(of, Binding::BitAnd);
            it.text.push_str(&format!(" & {})", Bits::power(bit, width).to_decimal()));
            it.text.push_str(test);
        });
    }

    /// A comparison with constants on the right: the first operator, or the second if the operands are exchanged.
    fn order(
        &mut self,
        a: TermId,
        b: TermId,
        operators: [&str; 2],
        reading: Reading,
        needed: Binding,
    ) {
        let is_swapped = self.terms.as_bits(a).is_some();
        let (left, right, operator) =
            if is_swapped { (b, a, operators[1]) } else { (a, b, operators[0]) };
        let is_converted = reading == Reading::Signed
            && [left, right].iter().any(|it| {
                self.is_unsigned_number(*it)
                    && 32 <= self.terms.width(*it)
                    && !self.is_surely_nonnegative(*it)
            });
        let own = Binding::Order;
        self.wrap(own, needed, |it| {
            if is_converted {
                // As it is not what C does by itself.
                let to = if it.terms.width(left) == 32 { "int" } else { "long" };
                it.cast(to, left);
                it.text.push_str(&format!(" {operator} "));
                match it.terms.as_bits(right) {
                    Some(_) => it.term(right, own),
                    None => it.cast(to, right),
                }
                return;
            }
            it.both(left, right, &format!(" {operator} "), reading, own);
        });
    }

    /// Two operands that are read alike; C reads both as unsigned if one is.
    fn both(
        &mut self,
        left: TermId,
        right: TermId,
        operator: &str,
        reading: Reading,
        own: Binding,
    ) {
        if reading == Reading::Unsigned && [left, right].iter().all(|it| self.is_small_natural(*it))
        {
            self.term(left, own);
            self.text.push_str(operator);
            match self.terms.as_bits(right) {
                Some(bits) => self.text.push_str(&bits.to_decimal()),
                None => self.term(right, own.tighter()),
            }
            return;
        }
        let is_plain = reading == Reading::Signed
            || self.is_surely_nonnegative(left) && self.is_surely_nonnegative(right);
        let marks_right = !is_plain && self.terms.as_bits(right).is_some();
        if is_plain || marks_right || self.is_unsigned(left) || self.is_unsigned(right) {
            self.term(left, own);
        } else {
            self.cast("unsigned", left);
        }
        self.text.push_str(operator);
        match self.terms.as_bits(right) {
            Some(bits) if !is_plain => self.number(bits, Reading::Unsigned),
            _ => self.right_operand(left, right, own),
        }
    }

    /// Whether a term is a constant, or an unsigned variable, that C promotes to `int` as it is.
    fn is_small_natural(&self, term: TermId) -> bool {
        self.terms.width(term) < 32
            && (self.is_unsigned_variable(term) || self.terms.as_bits(term).is_some())
    }

    /// Whether C reads a term as unsigned, at least in the width that it has here.
    fn is_unsigned_number(&self, term: TermId) -> bool {
        let mut open = vec![term];
        let mut left = DEPTH;
        while let Some(term) = open.pop() {
            left = left.saturating_sub(1);
            match self.terms.node(term) {
                _ if left == 0 => return false,
                Node::Variable(_) if self.is_unsigned_variable(term) => return true,
                Node::Neg(a) | Node::Complement(a) | Node::Extract { of: a, .. } => open.push(a),
                Node::Binary(BinOp::Shl | BinOp::Lshr | BinOp::Ashr, a, _) => open.push(a),
                Node::Binary(_, a, b) | Node::Ite(_, a, b) => open.extend([a, b]),
                _ => {}
            }
        }
        false
    }

    /// Whether a term is an unsigned variable that C does not promote to `int`.
    fn is_unsigned(&self, term: TermId) -> bool {
        32 <= self.terms.width(term) && self.is_unsigned_variable(term)
    }

    fn is_unsigned_variable(&self, term: TermId) -> bool {
        match self.terms.node(term) {
            Node::Variable(symbol) => (self.is_unsigned)(&self.terms.symbol(symbol).name),
            _ => false,
        }
    }

    fn is_surely_nonnegative(&self, term: TermId) -> bool {
        match self.terms.as_bits(term) {
            Some(bits) => !bits.sign(),
            None => {
                let facts = self.terms.facts(term);
                facts.is_some() && 0 <= facts.smin
            }
        }
    }

    fn cast(&mut self, to: &str, term: TermId) {
        self.text.push_str(&format!("({to})"));
        self.term(term, Binding::Unary);
    }

    fn number(&mut self, bits: &Bits, reading: Reading) {
        match reading {
            Reading::Signed => self.text.push_str(&bits.to_signed_decimal()),
            Reading::Unsigned => self.text.push_str(&format!("{}u", bits.to_decimal())),
        }
    }

    fn binary(&mut self, op: BinOp, a: TermId, b: TermId, needed: Binding) {
        let (own, operator, reading) = match op {
            BinOp::Add => return self.sum(a, b, needed),
            BinOp::Mul => (Binding::Product, " * ", Reading::Signed),
            BinOp::Udiv => (Binding::Product, " / ", Reading::Unsigned),
            BinOp::Urem => (Binding::Product, " % ", Reading::Unsigned),
            BinOp::Sdiv => (Binding::Product, " / ", Reading::Signed),
            BinOp::Srem => (Binding::Product, " % ", Reading::Signed),
            BinOp::Shl => (Binding::Shift, " << ", Reading::Signed),
            BinOp::Lshr => {
                // Only the left operand decides how C shifts.
                return self.wrap(Binding::Shift, needed, |it| {
                    it.cast("unsigned", a);
                    it.text.push_str(" >> ");
                    it.term(b, Binding::Sum);
                });
            }
            BinOp::Ashr => (Binding::Shift, " >> ", Reading::Signed),
            BinOp::And => (Binding::BitAnd, " & ", Reading::Signed),
            BinOp::Or => (Binding::BitOr, " | ", Reading::Signed),
            BinOp::Xor => (Binding::BitXor, " ^ ", Reading::Signed),
        };
        self.wrap(own, needed, |it| it.both(a, b, operator, reading, own));
    }

    /// A sum, or a difference if an operand is negative.
    fn sum(&mut self, a: TermId, b: TermId, needed: Binding) {
        let terms = self.terms;
        self.wrap(Binding::Sum, needed, |it| {
            match (terms.node(a), terms.node(b), terms.as_bits(b)) {
                (Node::Neg(x), _, _) => {
                    it.term(b, Binding::Sum);
                    it.text.push_str(" - ");
                    it.term(x, Binding::Product);
                }
                (_, Node::Neg(y), _) => {
                    it.term(a, Binding::Sum);
                    it.text.push_str(" - ");
                    it.term(y, Binding::Product);
                }
                (_, _, Some(bits))
                    if bits.sign() && !(it.is_unsigned_number(a) && is_large(&bits.abs())) =>
                {
                    it.term(a, Binding::Sum);
                    it.text.push_str(&format!(" - {}", bits.abs().to_decimal()));
                }
                _ => {
                    it.term(a, Binding::Sum);
                    it.text.push_str(" + ");
                    it.right_operand(a, b, Binding::Sum);
                }
            }
        });
    }

    fn overflow(&mut self, op: Overflow, a: TermId, b: TermId) {
        let (own, operator, reading) = match op {
            Overflow::UnsignedAdd => (Binding::Sum, " + ", Reading::Unsigned),
            Overflow::UnsignedSub => (Binding::Sum, " - ", Reading::Unsigned),
            Overflow::UnsignedMul => (Binding::Product, " * ", Reading::Unsigned),
            Overflow::SignedAdd => (Binding::Sum, " + ", Reading::Signed),
            Overflow::SignedSub => (Binding::Sum, " - ", Reading::Signed),
            Overflow::SignedMul => (Binding::Product, " * ", Reading::Signed),
        };
        self.text.push_str("overflow(");
        self.both(a, b, operator, reading, own);
        self.text.push(')');
    }

    /// A concatenation; one with zeros below may be a product.
    fn concat(&mut self, term: TermId, high: TermId, low: TermId, needed: Binding) {
        if let (Node::Extract { high: top, low: 0, of }, Some(zeros)) =
            (self.terms.node(high), self.terms.as_bits(low))
            && zeros.is_zero()
            && self.terms.width(of) == self.terms.width(term)
            && top + 1 + zeros.width() == self.terms.width(term)
        {
            let factor = Bits::power(zeros.width(), zeros.width() + 1).to_decimal();
            return self.wrap(Binding::Product, needed, |it| {
                it.term(of, Binding::Product);
                it.text.push_str(&format!(" * {factor}"));
            });
        }
        self.infix(Binding::Shift, needed, high, " ++ ", low);
    }

    /// Some bits of a term; a conversion if they are the lowest of a usual size.
    fn slice(&mut self, of: TermId, high: u32, low: u32, needed: Binding) {
        if low == 0 && [8, 16, 32, 64].contains(&(high + 1)) {
            self.wrap(Binding::Unary, needed, |it| it.cast(&format!("int{}_t", high + 1), of));
            return;
        }
        self.term(of, Binding::Atom);
        let slice = if high == low { format!("[{low}]") } else { format!("[{high}:{low}]") };
        self.text.push_str(&slice);
    }

    /// An extension with zeros; of a slice it may be a shift or a mask.
    fn zero_extend(&mut self, term: TermId, inner: TermId, needed: Binding) {
        let width = self.terms.width(term);
        if let Node::Extract { high, low, of } = self.terms.node(inner)
            && self.terms.width(of) == width
        {
            if low == 0 {
                let mask = Bits::ones(high + 1).to_decimal();
                return self.wrap(Binding::BitAnd, needed, |it| {
                    it.term(of, Binding::BitAnd);
                    it.text.push_str(&format!(" & {mask}"));
                });
            }
            if high + 1 == width {
                return self.wrap(Binding::Shift, needed, |it| {
                    it.cast("unsigned", of);
                    it.text.push_str(&format!(" >> {low}"));
                });
            }
        }
        if self.is_surely_nonnegative(inner) || self.is_unsigned_variable(inner) {
            return self.term(inner, needed);
        }
        let own = self.terms.width(inner);
        let to = if [8, 16, 32, 64].contains(&own) {
            format!("uint{own}_t")
        } else {
            "unsigned".to_owned()
        };
        self.wrap(Binding::Unary, needed, |it| match it.terms.node(inner) {
            // Converting twice is converting once.
            Node::Extract { high, low: 0, of } if high + 1 == own => it.cast(&to, of),
            _ => it.cast(&to, inner),
        });
    }
}

/// Whether people would not subtract a number that unsigned numbers wrap around to.
fn is_large(bits: &Bits) -> bool {
    bits.to_u128().is_none_or(|it| 0xffff < it)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{Overflow, TermId, Terms};
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

    #[test]
    fn constants_are_read_as_what_they_stand_with() {
        let shown = |build: &dyn Fn(&mut Terms, TermId, TermId) -> TermId, width: u32| {
            let mut terms = Terms::new();
            let [u, i] = ["u", "i"].map(|name| terms.variable(name, Sort::BitVec(width)));
            let term = build(&mut terms, u, i);
            terms.show_with(term, &|name| name == "u")
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
        check(
            |t, x, y| t.overflow(Overflow::UnsignedMul, x, y),
            expect!["overflow((unsigned)x * y)"],
        );
    }

    #[test]
    fn pieces() {
        check(|t, x, _| t.extract(x, 7, 0), expect!["(int8_t)x"]);
        check(|t, x, _| t.extract(x, 15, 8), expect!["x[15:8]"]);
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
        check(|t, x, y| t.concat(x, y), expect!["x ++ y"]);
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
}
