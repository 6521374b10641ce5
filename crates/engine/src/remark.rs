//! What proofs say little about: violations that no run comes near, assumptions that no run passes.

use std::collections::BTreeSet;
use tribunal_base::Id as _;
use tribunal_ir::decisive::{assumptions, decisions};
use tribunal_ir::{EdgeId, LocId, Program, PropId};

/// Something that makes a proof worth less than it seems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// No run comes to where it is decided whether this edge, which violates a property, is taken.
    Unreached(EdgeId),
    /// Runs come to this edge, which is the only way on, but none can take it.
    NeverPassed(EdgeId),
    /// The same, and no run comes to an end in another way, so that little is proved.
    Contradiction(EdgeId),
}

/// Where runs may come to.
#[derive(Clone, Copy, Debug)]
pub struct Coverage<'a> {
    /// For each location, whether one may come there.
    pub reached: &'a [bool],
    /// Whether one may come to an end, or go on for ever.
    pub ends: bool,
}

impl Coverage<'_> {
    /// What there is to say about proofs of some properties. If more is said to be reached than is, less is remarked, nothing wrong.
    #[must_use]
    pub fn remarks(self, program: &Program, proved: &BTreeSet<PropId>) -> Vec<Remark> {
        if proved.is_empty() {
            return Vec::new();
        }
        let is_reached = |it: &LocId| self.reached[it.index()];
        let mut remarks = Vec::new();
        for (edge, points) in decisions(program, proved) {
            if !points.iter().any(is_reached) {
                remarks.push(Remark::Unreached(edge));
            }
        }
        for edge in assumptions(program) {
            let (from, to) = (program.edges[edge].from, program.edges[edge].to);
            if is_reached(&from) && !is_reached(&to) {
                remarks.push(match self.ends {
                    true => Remark::NeverPassed(edge),
                    false => Remark::Contradiction(edge),
                });
            }
        }
        remarks
    }
}
