//! What the property at hand can see of a step.

use super::access::{Footprint, Object, Way};
use super::bits::meet;
use super::chain::Chain;
use super::reader::Reader;
use crate::model::CodeId;
use tribunal_ir::visit::{Use, Walk};
use tribunal_ir::{Expr, FormulaId, Program};

/// What a property sees.
#[derive(Clone, Debug)]
pub(super) enum Watched {
    /// Only what finite runs end with.
    Ends,
    /// The values of these expressions, for ever.
    Values(Vec<CodeId>),
    /// Whether some process is at an accept mark.
    Acceptance,
    /// Whether some process is at a progress mark.
    Progress,
}

impl Watched {
    /// Whether a step must not be taken alone: it may change what the property sees, or it may never
    /// end.
    pub(super) fn sees(&self, reader: &mut Reader<'_>, chain: &Chain) -> bool {
        let mut seen = Footprint::default();
        match self {
            Self::Ends => return false,
            Self::Values(codes) => {
                let index = reader.index.take();
                codes.iter().for_each(|&code| reader.read(code, &mut seen));
                reader.index = index;
            }
            Self::Acceptance => {
                reader.ways.touch(&mut seen, Object::Acceptance, Way::READ);
            }
            Self::Progress => reader.ways.touch(&mut seen, Object::Progress, Way::READ),
        }
        let changes = meet(seen.conflicts.words(), chain.footprint.touches.words());
        changes || seen.watches || chain.circular
    }
}

/// Whether a formula may tell runs apart that differ by steps which change none of its atoms.
pub(super) fn sees_every_step(program: &Program, formula: FormulaId) -> bool {
    let mut timeout = false;
    let each = |it| timeout |= matches!(it, Use::Expr(it) if program.exprs[it] == Expr::Timeout);
    Walk::new(program, each).formula(formula);
    timeout || program.has_next(formula)
}
