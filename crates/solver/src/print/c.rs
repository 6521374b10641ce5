//! Terms for people, in the syntax of C with as few parentheses as it allows.
//!
//! Variables count as signed, unless somebody knows better; what an operator reads as unsigned is marked where that makes a difference: a constant by `u`, another
//! operand by a cast. Disjunctions, differences, shifts and masks, and elements that the bits of an index choose, which terms spell with other operators, are shown
//! as what they are. Overflow of `a + b` is shown as `overflow(a + b)`. Where C has no notation: `a{i: v}` is an array with one element replaced.

mod pieces;

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

/// What is known about variables, by their names, that terms do not tell.
pub trait Naming {
    /// Whether it is unsigned: what it is compared or divided with is too, by C's conversions.
    fn is_unsigned(&self, variable: &str) -> bool;

    /// What people call a number that it is compared with: a character, say.
    fn constant(&self, variable: &str, number: i128) -> Option<String>;
}

/// Nothing is known.
struct Unnamed;

impl Naming for Unnamed {
    fn is_unsigned(&self, _: &str) -> bool {
        false
    }

    fn constant(&self, _: &str, _: i128) -> Option<String> {
        None
    }
}

impl Terms {
    /// The term in the syntax of C.
    #[must_use]
    pub fn show(&self, term: TermId) -> String {
        self.show_with(term, &Unnamed)
    }

    /// The same where something is known about variables.
    #[must_use]
    pub fn show_with(&self, term: TermId, naming: &dyn Naming) -> String {
        let mut printer = Printer { terms: self, text: String::new(), depth: 0, naming };
        printer.term(term, Binding::Choice);
        printer.text
    }
}

struct Printer<'a> {
    terms: &'a Terms,
    text: String,
    depth: u32,
    naming: &'a dyn Naming,
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
            match it.called(left, right) {
                Some(name) => it.text.push_str(&name),
                None => it.right_operand(left, right, own),
            }
        });
    }

    /// What a constant is called where it is compared with something.
    fn called(&self, compared: TermId, constant: TermId) -> Option<String> {
        let bits = self.terms.as_bits(constant)?;
        let mut term = compared;
        while let Node::SignExtend(inner, _) | Node::ZeroExtend(inner, _) = self.terms.node(term) {
            term = inner;
        }
        // All elements of an array are called alike.
        if let Some(first) = self.choice(term).and_then(|it| it.2.first().copied()) {
            term = first;
        }
        let Node::Variable(symbol) = self.terms.node(term) else { return None };
        let name = &self.terms.symbol(symbol).name;
        let number = if self.naming.is_unsigned(name) {
            bits.to_u128()?.try_into().ok()?
        } else {
            bits.to_i128()?
        };
        self.naming.constant(name, number)
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
            Node::Ite(condition, yes, no) => match self.element(term) {
                Some((before, (of, high, low), after)) => {
                    self.text.push_str(&before);
                    self.bits_of(of, high, low, Binding::Choice);
                    self.text.push_str(&after);
                }
                None => self.wrap(Binding::Choice, needed, |it| {
                    it.term(condition, Binding::Or);
                    it.text.push_str(" ? ");
                    it.term(yes, Binding::Or);
                    it.text.push_str(" : ");
                    it.term(no, Binding::Choice);
                }),
            },
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
            Node::Concat(..) => self.concat(term, needed),
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
        let is_plain = match reading {
            Reading::Signed => !is_converted,
            Reading::Unsigned => self.is_natural(left),
        };
        let name = self.called(left, right).filter(|_| is_plain);
        self.wrap(own, needed, |it| {
            if let Some(name) = name {
                it.term(left, own);
                it.text.push_str(&format!(" {operator} {name}"));
                return;
            }
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
        // C's conversions do it.
        let is_converted = 32 <= self.terms.width(left)
            && self.is_unsigned_number(left)
            && self.terms.as_bits(right).is_some_and(|it| !it.sign());
        let marks_right = !is_plain && self.terms.as_bits(right).is_some();
        if is_plain || marks_right || self.is_unsigned(left) || self.is_unsigned(right) {
            self.term(left, own);
        } else {
            self.cast("unsigned", left);
        }
        self.text.push_str(operator);
        match self.terms.as_bits(right) {
            Some(bits) if !is_plain && !is_converted => self.number(bits, Reading::Unsigned),
            _ => self.right_operand(left, right, own),
        }
    }

    /// Whether a term is a constant, or something unsigned, that C promotes to `int` as it is.
    fn is_small_natural(&self, term: TermId) -> bool {
        self.terms.width(term) < 32 && (self.is_natural(term) || self.terms.as_bits(term).is_some())
    }

    /// Whether what is written for a term is not negative in C.
    fn is_natural(&self, term: TermId) -> bool {
        match self.terms.node(term) {
            Node::Concat(..) => true,
            Node::Extract { high, low, .. } => !is_conversion(high, low),
            _ => self.is_unsigned_variable(term) || self.is_surely_nonnegative(term),
        }
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
                Node::Binary(_, a, b) | Node::Ite(_, a, b) | Node::Concat(a, b) => {
                    open.extend([a, b]);
                }
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
            Node::Variable(symbol) => self.naming.is_unsigned(&self.terms.symbol(symbol).name),
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
                    it.shifted(a);
                    it.text.push_str(" >> ");
                    it.term(b, Binding::Sum);
                });
            }
            BinOp::Ashr => (Binding::Shift, " >> ", Reading::Signed),
            BinOp::And => return self.bitwise(op, (a, b), (Binding::BitAnd, " & "), needed),
            BinOp::Or => return self.bitwise(op, (a, b), (Binding::BitOr, " | "), needed),
            BinOp::Xor => return self.bitwise(op, (a, b), (Binding::BitXor, " ^ "), needed),
        };
        self.wrap(own, needed, |it| it.both(a, b, operator, reading, own));
    }

    /// An operator on bits: few know how tightly these bind, so all but itself is in parentheses.
    fn bitwise(
        &mut self,
        op: BinOp,
        (a, b): (TermId, TermId),
        (own, operator): (Binding, &str),
        needed: Binding,
    ) {
        self.wrap(own, needed, |it| {
            for (at, operand) in [a, b].into_iter().enumerate() {
                if 0 < at {
                    it.text.push_str(operator);
                }
                let is_same =
                    matches!(it.terms.node(operand), Node::Binary(inner, ..) if inner == op);
                it.term(operand, if is_same { own } else { Binding::Unary });
            }
        });
    }

    /// Writes a term that is shifted to the right without its sign.
    fn shifted(&mut self, term: TermId) {
        let is_large = 32 <= self.terms.width(term) && self.is_unsigned_number(term);
        if is_large || self.is_unsigned_variable(term) || self.is_surely_nonnegative(term) {
            self.term(term, Binding::Shift);
        } else {
            let to = unsigned(self.terms.width(term));
            self.cast(&to, term);
        }
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
}

/// Whether some bits are what a conversion leaves.
fn is_conversion(high: u32, low: u32) -> bool {
    low == 0 && [8, 16, 32, 64].contains(&(high + 1))
}

/// The unsigned type of a width.
fn unsigned(width: u32) -> String {
    match width {
        8 | 16 | 64 => format!("uint{width}_t"),
        _ => "unsigned".to_owned(),
    }
}

/// Whether people would not subtract a number that unsigned numbers wrap around to.
fn is_large(bits: &Bits) -> bool {
    bits.to_u128().is_none_or(|it| 0xffff < it)
}

#[cfg(test)]
mod tests;
