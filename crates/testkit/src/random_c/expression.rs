//! Expressions: without effects, and defined unless risks are taken.

use super::program::{Builder, Place};
use super::types::{ALL, Int};

/// An expression and its type.
pub(super) struct Expr {
    pub(super) text: String,
    pub(super) ty: Int,
}

fn expr(text: String, ty: Int) -> Expr {
    Expr { text, ty }
}

/// An expression passed through a function, so that the compiler neither folds nor narrows it: the sanitizer would
/// miss what goes wrong.
fn kept(text: &str, ty: Int) -> String {
    match ty {
        Int::I64 => format!("@kl({text})"),
        Int::U64 => format!("@ku({text})"),
        Int::U32 => format!("@kw({text})"),
        _ => format!("@ki({text})"),
    }
}

impl Builder<'_> {
    /// An expression of an integer type.
    pub(super) fn expr(&mut self, depth: u32) -> Expr {
        if depth == 0 {
            return self.leaf();
        }
        match self.below(16) {
            0 | 1 => self.leaf(),
            2..=4 => self.arithmetic(depth),
            5 | 6 => self.bitwise(depth),
            7 => self.division(depth),
            8 => self.shift(depth),
            9 | 10 => {
                let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
                let op = self.one_of(&["<", "<=", ">", ">=", "==", "!="]);
                expr(format!("({} {op} {})", a.text, b.text), Int::I32)
            }
            11 => {
                let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
                let op = self.one_of(&["&&", "||"]);
                expr(format!("({} {op} {})", a.text, b.text), Int::I32)
            }
            12 => {
                let (c, a, b) = (self.expr(depth - 1), self.expr(depth - 1), self.expr(depth - 1));
                expr(format!("({} ? {} : {})", c.text, a.text, b.text), a.ty.usual(b.ty))
            }
            13 => {
                let (ty, a) = (self.one_of(&ALL), self.expr(depth - 1));
                expr(format!("({}){}", ty.name(), a.text), ty)
            }
            14 => self.unary(depth),
            _ => self.element(depth),
        }
    }

    /// The text of an expression.
    pub(super) fn value(&mut self, depth: u32) -> String {
        self.expr(depth).text
    }

    fn leaf(&mut self) -> Expr {
        let places = self.places.len();
        match self.below(4) {
            0 => self.constant(),
            _ if places == 0 => self.constant(),
            _ => {
                let number = self.below(places);
                let Place { text, ty, .. } = &self.places[number];
                expr(text.clone(), *ty)
            }
        }
    }

    fn constant(&mut self) -> Expr {
        match self.below(12) {
            0 => expr("0".into(), Int::I32),
            1 => expr("1".into(), Int::I32),
            2 => expr("(-1)".into(), Int::I32),
            3 => expr("255".into(), Int::I32),
            4 => expr("0x7fffffff".into(), Int::I32),
            5 => expr("(-0x7fffffff - 1)".into(), Int::I32),
            6 => expr("0xffffffffu".into(), Int::U32),
            7 => expr("0x8000000000000000ul".into(), Int::U64),
            8 => expr("0x123456789al".into(), Int::I64),
            9 => expr(format!("'{}'", self.one_of(&['a', 'Z', '0', '~'])), Int::I32),
            _ => expr(self.below(1000).to_string(), Int::I32),
        }
    }

    /// Sums, differences and products.
    fn arithmetic(&mut self, depth: u32) -> Expr {
        let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
        let op = self.one_of(&["+", "-", "*"]);
        let ty = a.ty.usual(b.ty);
        let (a, b) = (a.text, b.text);
        if !ty.is_signed() {
            return expr(format!("({a} {op} {b})"), ty);
        }
        if self.is_careless() {
            return expr(kept(&format!("{} {op} {b}", kept(&a, ty)), ty), ty);
        }
        if self.below(2) == 0 {
            let unsigned = ty.unsigned();
            let name = unsigned.name();
            return expr(format!("(({name}){a} {op} ({name}){b})"), unsigned);
        }
        expr(format!("(({a} & 1023) {op} ({b} & 511))"), ty)
    }

    fn bitwise(&mut self, depth: u32) -> Expr {
        let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
        let op = self.one_of(&["&", "|", "^"]);
        expr(format!("({} {op} {})", a.text, b.text), a.ty.usual(b.ty))
    }

    fn division(&mut self, depth: u32) -> Expr {
        let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
        let op = self.one_of(&["/", "%"]);
        let ty = a.ty.usual(b.ty);
        let (a, b) = (a.text, b.text);
        if self.is_careless() {
            return expr(format!("({a} {op} {})", kept(&b, ty)), ty);
        }
        match self.below(3) {
            0 if !ty.is_signed() => expr(format!("({a} {op} ({b} | 1))"), ty),
            1 => expr(format!("({b} > 0 ? {a} {op} {b} : 3)"), ty),
            _ => expr(format!("({a} {op} (({b} & 15) + 1))"), ty),
        }
    }

    fn shift(&mut self, depth: u32) -> Expr {
        let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
        let ty = a.ty.promoted();
        let (a, b) = (a.text, b.text);
        let left = self.below(2) == 0;
        if self.is_careless() {
            let op = if left { "<<" } else { ">>" };
            return expr(format!("({} {op} ({b} & 63))", kept(&a, ty)), ty);
        }
        match (left, ty.is_signed()) {
            (false, _) => expr(format!("({a} >> ({b} & 31))"), ty),
            (true, false) => expr(format!("({a} << ({b} & 31))"), ty),
            (true, true) => expr(format!("(({a} & 4095) << ({b} & 15))"), ty),
        }
    }

    fn unary(&mut self, depth: u32) -> Expr {
        let a = self.expr(depth - 1);
        let ty = a.ty.promoted();
        let a = a.text;
        match self.below(6) {
            0 => expr(format!("(~{a})"), ty),
            1 => expr(format!("(!{a})"), Int::I32),
            2 if !ty.is_signed() => expr(format!("(-{a})"), ty),
            2 if self.is_careless() => expr(kept(&format!("-{}", kept(&a, ty)), ty), ty),
            2 => expr(format!("(-({a} & 0xffff))"), ty),
            3 => expr(format!("sizeof({a} + 0)"), Int::U64),
            4 => {
                // Small numbers that floats hold exactly, and halves.
                let float = self.one_of(&["double", "float"]);
                let op = self.one_of(&["+ 0.5", "* 1.5", "- 3.25f", "/ 4"]);
                expr(format!("(int)(({float})({a} & 255) {op})"), Int::I32)
            }
            _ => {
                let float = self.one_of(&["double", "float"]);
                expr(format!("(({float}){a} < ({float})100.25)"), Int::I32)
            }
        }
    }

    /// An element of an array.
    fn element(&mut self, depth: u32) -> Expr {
        let number = self.below(self.arrays.len());
        let array = self.arrays[number].clone();
        let index = self.index(depth, array.len);
        let text = match self.below(3) {
            0 => format!("(*({} + {index}))", array.name),
            _ => format!("{}[{index}]", array.name),
        };
        expr(text, array.ty)
    }

    /// An index below a length, which is a power of two.
    pub(super) fn index(&mut self, depth: u32, len: usize) -> String {
        let len = if self.is_careless() { 2 * len } else { len };
        self.careful_index(depth, len)
    }

    /// The same without mistakes: for pointers that are made and not used, which gcc reports and we do not.
    pub(super) fn careful_index(&mut self, depth: u32, len: usize) -> String {
        format!("({} & {})", self.value(depth.min(2).saturating_sub(1)), len - 1)
    }

    /// Whether to leave out a precaution.
    pub(super) fn is_careless(&mut self) -> bool {
        self.is_risky() && self.once_in(12)
    }
}
