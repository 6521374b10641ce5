//! What a proof says little about: violations that no run comes near, assumptions that no run passes.
//!
//! A True about an assertion that is never reached is worth nothing to who wrote the assertion. (The vacuity of
//! Beer, Ben-David, Eisner & Rodeh, Efficient detection of vacuity in temporal model checking, FMSD 2001, for assertions.) When every run
//! has been followed to its end, the conditions under which the points that matter are reached are known, and a few models of
//! their disjunction tell which of them can hold.

use crate::check::{Check, Rest};
use crate::queries::CHEAP;
use std::collections::{BTreeMap, BTreeSet};
use tribunal_engine::Remark;
use tribunal_ir::LocId;
use tribunal_ir::decisive::{assumptions, decisions};
use tribunal_solver::{Answer, TermId};

/// How many models are asked for.
const ROUNDS: u32 = 24;

impl Check<'_, '_, '_> {
    /// What the proof says little about, now that every run was followed to its end.
    pub(crate) fn remark(&mut self) -> Result<(), Rest> {
        let coverage = std::mem::take(&mut self.unrolling.explorer.coverage);
        let program = self.unrolling.explorer.machine.program;
        let terms = &mut self.unrolling.explorer.machine.terms;
        let mut open: BTreeMap<Option<LocId>, TermId> =
            coverage.reached.into_iter().map(|(loc, when)| (Some(loc), terms.any(when))).collect();
        open.insert(None, terms.any(coverage.ends));
        let all: BTreeSet<Option<LocId>> = open.keys().copied().collect();
        for _ in 0..ROUNDS {
            let terms = &mut self.unrolling.explorer.machine.terms;
            open.retain(|_, when| terms.as_bool(*when) != Some(true));
            let any = terms.any(open.values().copied());
            match self.unrolling.ask(&[any], Some(CHEAP))? {
                Answer::Unsat => break,
                Answer::Unknown => open.clear(),
                Answer::Sat => {
                    let machine = &self.unrolling.explorer.machine;
                    let model = self.unrolling.queries.solver.model(&machine.terms);
                    open.retain(|_, when| !model.eval(&machine.terms, *when).as_bool());
                }
            }
        }
        let terms = &mut self.unrolling.explorer.machine.terms;
        let any = terms.any(open.values().copied());
        if self.unrolling.ask(&[any], Some(CHEAP))? != Answer::Unsat {
            return Ok(());
        }
        let is_unreached = |it: &LocId| open.contains_key(&Some(*it));
        let properties = self.settled.keys().copied().collect();
        for (edge, points) in decisions(program, &properties) {
            if points.iter().all(is_unreached) {
                self.remarks.push(Remark::Unreached(edge));
            }
        }
        for edge in assumptions(program) {
            let (from, to) = (program.edges[edge].from, program.edges[edge].to);
            if all.contains(&Some(from)) && !is_unreached(&from) && is_unreached(&to) {
                let nothing_ends = open.contains_key(&None);
                self.remarks.push(if nothing_ends {
                    Remark::Contradiction(edge)
                } else {
                    Remark::NeverPassed(edge)
                });
            }
        }
        Ok(())
    }
}
