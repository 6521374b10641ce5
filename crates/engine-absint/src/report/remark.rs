//! What a proof says little about: violations that no run comes near, assumptions that no run passes.
//!
//! Where an abstract state is empty no run comes; where it is not, none need come either. So nothing is remarked that is not so, but not
//! everything that is.

use crate::report::Invariants;
use std::collections::BTreeSet;
use tribunal_base::Id as _;
use tribunal_engine::Remark;
use tribunal_ir::decisive::{assumptions, decisions};
use tribunal_ir::{LocId, Program, PropId};

/// What there is to say about the proofs of some properties.
pub(crate) fn remarks(
    program: &Program,
    proved: &BTreeSet<PropId>,
    invariants: &Invariants,
) -> Vec<Remark> {
    if proved.is_empty() {
        return Vec::new();
    }
    let is_reached = |it: &LocId| invariants.reached[it.index()];
    let mut remarks = Vec::new();
    for (edge, points) in decisions(program, proved) {
        if !points.iter().any(is_reached) {
            remarks.push(Remark::Unreached(edge));
        }
    }
    for edge in assumptions(program) {
        let (from, to) = (program.edges[edge].from, program.edges[edge].to);
        if is_reached(&from) && !is_reached(&to) {
            remarks.push(match invariants.ends {
                true => Remark::NeverPassed(edge),
                false => Remark::Contradiction(edge),
            });
        }
    }
    remarks
}
