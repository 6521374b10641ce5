//! Floats: rule E6 of `tribunal_ir::expr` as terms.

use crate::expr::Class;
use crate::machine::{Machine, Unmodelled};
use tribunal_ir::{BinOp, FloatShape, UnOp};
use tribunal_solver::TermId;

type Result = std::result::Result<TermId, Unmodelled>;

const FLOAT: Unmodelled = Unmodelled("floating-point arithmetic");

impl Machine<'_> {
    /// An operator on one float.
    pub(crate) fn float_unary(&mut self, _: UnOp, _: FloatShape, _: TermId) -> Result {
        Err(FLOAT)
    }

    /// An operator on two floats.
    pub(crate) fn float_binary(&mut self, _: BinOp, _: FloatShape, _: TermId, _: TermId) -> Result {
        Err(FLOAT)
    }

    /// Whether a float is not zero; a NaN is not.
    pub(crate) fn float_is_nonzero(&mut self, _: FloatShape, _: TermId) -> Result {
        Err(FLOAT)
    }

    /// A number as one of another class; at least one of them is a float.
    pub(crate) fn float_cast(&mut self, _: Class, _: Class, _: TermId) -> Result {
        Err(FLOAT)
    }
}
