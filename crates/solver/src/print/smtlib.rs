//! Terms in SMT-LIB 2 (Barrett, Fontaine & Tinelli, The SMT-LIB standard, version 2.6, 2017): a script with one definition for each term.

use std::fmt::Write as _;

use crate::bits::Bits;
use crate::term::{BinOp, Node, Overflow, Sort, TermId, Terms};

/// A script that declares, defines and asserts, and asks for satisfiability.
#[must_use]
pub fn script(terms: &Terms, assertions: &[TermId]) -> String {
    let mut text = String::from("(set-logic QF_ABV)\n");
    for term in terms.subterms(assertions) {
        let sort = sort(terms.sort(term));
        // Writing to a string does not fail.
        let _ = match terms.node(term) {
            Node::Bool(_) | Node::Bits(_) => Ok(()),
            Node::Variable(_) => writeln!(text, "(declare-fun {} () {sort})", name(terms, term)),
            _ => writeln!(
                text,
                "(define-fun {} () {sort} {})",
                name(terms, term),
                definition(terms, term)
            ),
        };
    }
    for &assertion in assertions {
        let _ = writeln!(text, "(assert {})", name(terms, assertion));
    }
    text.push_str("(check-sat)\n");
    text
}

fn sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Array { index, element } => {
            format!("(Array (_ BitVec {index}) (_ BitVec {element}))")
        }
    }
}

/// What a term is called where it is used.
pub(crate) fn name(terms: &Terms, term: TermId) -> String {
    match terms.node(term) {
        Node::Bool(value) => value.to_string(),
        Node::Bits(constant) => number(terms.bits_of(constant)),
        // Names of ours may hold any character but these two; the id keeps names of different sorts apart.
        Node::Variable(symbol) => {
            let name = terms.symbol(symbol).name.replace(['|', '\\'], "_");
            format!("|{name}:{term:?}|")
        }
        _ => format!("{term:?}"),
    }
}

fn number(bits: &Bits) -> String {
    format!("(_ bv{} {})", bits.to_decimal(), bits.width())
}

fn definition(terms: &Terms, term: TermId) -> String {
    let name = |it: TermId| name(terms, it);
    let apply = |operator: &str| {
        let operands: Vec<_> = terms.node(term).operands().map(name).collect();
        format!("({operator} {})", operands.join(" "))
    };
    match terms.node(term) {
        Node::Bool(_) | Node::Bits(_) | Node::Variable(_) => name(term),
        Node::Not(_) => apply("not"),
        Node::And(..) => apply("and"),
        Node::Xor(..) => apply("xor"),
        Node::Ite(..) => apply("ite"),
        Node::Eq(..) => apply("="),
        Node::Complement(_) => apply("bvnot"),
        Node::Neg(_) => apply("bvneg"),
        Node::Binary(op, _, b) => {
            let applied = apply(operator(op));
            match op {
                // The standard divides by zero otherwise than we do (B1).
                BinOp::Udiv | BinOp::Urem | BinOp::Sdiv | BinOp::Srem => {
                    let zero = number(&Bits::zero(terms.width(b)));
                    format!("(ite (= {} {zero}) {zero} {applied})", name(b))
                }
                _ => applied,
            }
        }
        Node::Ult(..) => apply("bvult"),
        Node::Slt(..) => apply("bvslt"),
        Node::Overflow(op, a, b) => overflow(op, terms.width(a), &name(a), &name(b)),
        Node::Concat(..) => apply("concat"),
        Node::Extract { high, low, of } => format!("((_ extract {high} {low}) {})", name(of)),
        Node::ZeroExtend(a, width) => {
            format!("((_ zero_extend {}) {})", width - terms.width(a), name(a))
        }
        Node::SignExtend(a, width) => {
            format!("((_ sign_extend {}) {})", width - terms.width(a), name(a))
        }
        Node::Select(..) => apply("select"),
        Node::Store(..) => apply("store"),
        Node::ConstArray(value, _) => {
            format!("((as const {}) {})", sort(terms.sort(term)), name(value))
        }
    }
}

fn operator(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "bvadd",
        BinOp::Mul => "bvmul",
        BinOp::Udiv => "bvudiv",
        BinOp::Urem => "bvurem",
        BinOp::Sdiv => "bvsdiv",
        BinOp::Srem => "bvsrem",
        BinOp::Shl => "bvshl",
        BinOp::Lshr => "bvlshr",
        BinOp::Ashr => "bvashr",
        BinOp::And => "bvand",
        BinOp::Or => "bvor",
        BinOp::Xor => "bvxor",
    }
}

/// Overflow by comparing with the exact result, in enough bits.
fn overflow(op: Overflow, width: u32, a: &str, b: &str) -> String {
    let (operator, extension) = match op {
        Overflow::UnsignedAdd => ("bvadd", "zero_extend"),
        Overflow::UnsignedSub => ("bvsub", "zero_extend"),
        Overflow::UnsignedMul => ("bvmul", "zero_extend"),
        Overflow::SignedAdd => ("bvadd", "sign_extend"),
        Overflow::SignedSub => ("bvsub", "sign_extend"),
        Overflow::SignedMul => ("bvmul", "sign_extend"),
    };
    let extend = |term: &str| format!("((_ {extension} {width}) {term})");
    let exact = format!("({operator} {} {})", extend(a), extend(b));
    let cut = format!("((_ extract {} 0) {exact})", width - 1);
    format!("(not (= {} {exact}))", extend(&cut))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::{Sort, Terms, script};

    #[test]
    fn scripts_define_each_term_once() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y|"].map(|name| terms.variable(name, Sort::BitVec(8)));
        let quotient = terms.udiv(x, y);
        let square = terms.mul(quotient, quotient);
        let less = terms.slt(square, x);
        expect![[r"
            (set-logic QF_ABV)
            (declare-fun |x:t2| () (_ BitVec 8))
            (declare-fun |y_:t3| () (_ BitVec 8))
            (define-fun t4 () (_ BitVec 8) (ite (= |y_:t3| (_ bv0 8)) (_ bv0 8) (bvudiv |x:t2| |y_:t3|)))
            (define-fun t5 () (_ BitVec 8) (bvmul t4 t4))
            (define-fun t6 () Bool (bvslt t5 |x:t2|))
            (assert t6)
            (check-sat)
        "]]
        .assert_eq(&script(&terms, &[less]));
    }
}
