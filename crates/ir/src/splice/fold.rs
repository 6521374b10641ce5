//! Expressions with constant parts made simpler: the loops in a condition end only where their tests become constants.

use crate::expr::{BinOp, Expr, UnOp};
use crate::program::{ExprId, Program};
use crate::ty::{IntShape, Ty};

/// The id of an expression, or of a simpler one with the same value.
pub(super) fn folded(program: &mut Program, expr: Expr) -> ExprId {
    match simpler(program, &expr) {
        Some(simpler) => simpler,
        None => program.expr(expr),
    }
}

fn simpler(program: &mut Program, expr: &Expr) -> Option<ExprId> {
    match *expr {
        Expr::Unary(UnOp::Not, arg) => match program.exprs[arg] {
            Expr::Const { value, .. } => Some(program.truth(value == 0)),
            Expr::Unary(UnOp::Not, inner) => Some(inner),
            _ => None,
        },
        Expr::Unary(op @ (UnOp::Neg | UnOp::BitNot), arg) => {
            let (value, shape) = integer(program, arg)?;
            let value = if op == UnOp::Neg { -value } else { !value };
            Some(number(program, value, shape))
        }
        Expr::Binary(op, a, b) => binary(program, op, a, b),
        Expr::Ite(condition, yes, no) => match truth(program, condition) {
            Some(true) => Some(yes),
            Some(false) => Some(no),
            None => (yes == no).then_some(yes),
        },
        Expr::Cast { to, arg } => {
            if program.ty_of(arg) == Some(program.tys[to]) {
                return Some(arg);
            }
            let value = match truth(program, arg) {
                Some(value) => i128::from(value),
                None => integer(program, arg)?.0,
            };
            match program.tys[to] {
                Ty::Bool => Some(program.truth(value != 0)),
                Ty::Int(shape) if shape.bits <= 64 => Some(number(program, value, shape)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn binary(program: &mut Program, op: BinOp, a: ExprId, b: ExprId) -> Option<ExprId> {
    if program.ty_of(a) == Some(Ty::Bool) {
        return match (op, truth(program, a), truth(program, b)) {
            (BinOp::And, Some(true), _) | (BinOp::Or, Some(false), _) => Some(b),
            (BinOp::And, _, Some(true)) | (BinOp::Or, _, Some(false)) => Some(a),
            (BinOp::And, Some(false), _) | (BinOp::And, _, Some(false)) => {
                Some(program.truth(false))
            }
            (BinOp::Or, Some(true), _) | (BinOp::Or, _, Some(true)) => Some(program.truth(true)),
            _ => None,
        };
    }
    let ((x, shape), (y, _)) = (integer(program, a)?, integer(program, b)?);
    let fits = |exact: i128| shape.wrap(exact) == exact;
    let truth = |program: &mut Program, value: bool| Some(program.truth(value));
    match op {
        BinOp::Add => Some(number(program, x + y, shape)),
        BinOp::Sub => Some(number(program, x - y, shape)),
        BinOp::Mul => Some(number(program, x * y, shape)),
        BinOp::And => Some(number(program, x & y, shape)),
        BinOp::Or => Some(number(program, x | y, shape)),
        BinOp::Xor => Some(number(program, x ^ y, shape)),
        BinOp::Div if y != 0 => Some(number(program, x / y, shape)),
        BinOp::Rem if y != 0 => Some(number(program, x % y, shape)),
        BinOp::AddOverflows => truth(program, !fits(x + y)),
        BinOp::SubOverflows => truth(program, !fits(x - y)),
        BinOp::MulOverflows => truth(program, !fits(x * y)),
        BinOp::Eq => truth(program, x == y),
        BinOp::Ne => truth(program, x != y),
        BinOp::Lt => truth(program, x < y),
        BinOp::Le => truth(program, x <= y),
        _ => None,
    }
}

/// The value of a truth value that is constant.
pub(super) fn truth(program: &Program, expr: ExprId) -> Option<bool> {
    match program.exprs[expr] {
        Expr::Const { value, ty } if program.tys[ty] == Ty::Bool => Some(value != 0),
        _ => None,
    }
}

/// The value of a constant of at most 64 bits.
fn integer(program: &Program, expr: ExprId) -> Option<(i128, IntShape)> {
    let Expr::Const { value, ty } = program.exprs[expr] else { return None };
    match program.tys[ty] {
        Ty::Int(shape) if shape.bits <= 64 => Some((value, shape)),
        _ => None,
    }
}

fn number(program: &mut Program, value: i128, shape: IntShape) -> ExprId {
    let ty = program.int_ty(shape);
    program.expr(Expr::Const { value: shape.wrap(value), ty })
}
