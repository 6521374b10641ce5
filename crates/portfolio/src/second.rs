//! What becomes of an answer when its proof was checked a second time, and when answers are told.
//!
//! A property is settled as soon as an engine proves it: nobody else works on it while its proof is checked again. It is told when that is over, and when it
//! is known that no run leaves what was translated, since otherwise nothing is true. Refutations are told at once.

use tribunal_base::Kleene;
use tribunal_engine::{Assurance, Reason, Verdict};
use tribunal_ir::PropId;

use crate::limits::Watch;
use crate::recheck::{Claims, Rechecked};
use crate::session::Session;

impl Session<'_> {
    /// Revises answers in the light of second proofs, and tells them.
    pub(crate) fn revise(&mut self, claims: &Claims, rechecked: &Rechecked, watch: &mut Watch<'_>) {
        for property in claims.properties() {
            self.revise_one(claims.search, property, rechecked);
            self.tell(property, watch);
        }
    }

    fn revise_one(&mut self, search: usize, property: PropId, rechecked: &Rechecked) {
        let is_it = |it: &&mut tribunal_engine::Answer| it.property == property;
        let known = self.answers.iter().find(|it| it.property == property);
        // Another engine may have contradicted it meanwhile.
        let Some(known) = known.filter(|it| it.verdict.kleene() == Kleene::True) else { return };
        let (verdict, assurance, runs) = match rechecked.refutation(property) {
            None => rechecked.revise(property, known.verdict.clone(), known.assurance),
            Some(refutation) => match self.certify(property, refutation) {
                Ok((verdict, assurance)) => (verdict, assurance, None),
                Err(why) => {
                    let reason = Reason::Rejected { why };
                    self.record.searches[search].open.push((property, reason.clone()));
                    (Verdict::Maybe(reason), Assurance::Trusted, None)
                }
            },
        };
        if let Some(answer) = self.answers.iter_mut().find(is_it) {
            (answer.verdict, answer.assurance, answer.runs) = (verdict, assurance, runs);
        }
    }

    /// Tells an answer that will not be looked at again, now or as soon as nothing it rests on is open.
    pub(crate) fn tell(&mut self, property: PropId, watch: &mut Watch<'_>) {
        match self.program.boundary {
            Some(boundary) if boundary == property => self.is_boundary_told = true,
            _ => self.untold.push(property),
        }
        let is_true = |it: PropId| {
            let answer = self.answers.iter().find(|answer| answer.property == it);
            answer.is_some_and(|it| it.verdict.kleene() == Kleene::True)
        };
        let boundary = self.program.boundary;
        let is_bounded = boundary.is_none_or(|it| self.is_boundary_told && is_true(it));
        let waits = |it: &PropId| is_true(*it) && !is_bounded;
        let (later, now): (Vec<_>, Vec<_>) = self.untold.iter().copied().partition(waits);
        for answer in self.answers.iter().filter(|it| now.contains(&it.property)) {
            watch.certified(self.program, answer);
        }
        self.untold = later;
    }
}
