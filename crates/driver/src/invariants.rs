//! What abstract interpretation knows about a program, line by line.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use tribunal_engine::{Context, Reason, Relation};
use tribunal_engine_absint::{Detail, Invariants, Known, Round, Settings, analyse};
use tribunal_ir::{LocId, Program, VarId};
use tribunal_report::invariants::{LineKnowledge, Proved, relation};

use tribunal_portfolio::crash::guarded;
use tribunal_portfolio::limits::{Limits, Spectator, Watch};

/// What is known about a program.
#[derive(Clone, Debug)]
pub struct Analysed {
    found: Invariants,
}

/// Analyses a program.
///
/// # Errors
/// If a limit is reached or the user interrupted.
pub fn invariants(
    program: &Program,
    settings: Settings,
    detail: Detail,
    limits: &Limits,
    cancelled: &AtomicBool,
    spectator: &mut dyn Spectator,
) -> Result<Analysed, Reason> {
    let mut watch = Watch::start(limits, cancelled, spectator);
    let mut cx = Context::new(limits.budget(), &mut watch);
    let found = guarded(|| analyse(program, settings, detail, &mut cx));
    let found = found.unwrap_or_else(|message| Err(Reason::Crashed { message }));
    watch.done();
    Ok(Analysed { found: found? })
}

impl Analysed {
    /// What was known at the heads of loops, round by round, if the settings ask for it.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.found.rounds
    }

    /// Lets somebody else prove what is known again; or tells why nothing could be.
    ///
    /// # Errors
    /// If a limit is reached, or there are several processes.
    pub fn proved(
        &self,
        program: &Program,
        limits: &Limits,
        cancelled: &AtomicBool,
        spectator: &mut dyn Spectator,
    ) -> Result<Proved, String> {
        crate::reproof::proved(program, &self.found, limits, cancelled, spectator)
    }

    /// What is known whenever control is at one of some locations; `None` if no run comes there.
    #[must_use]
    pub fn at(&self, program: &Program, locations: &[LocId]) -> Option<LineKnowledge> {
        let mut reached = locations.iter().filter_map(|it| self.found.known.get(it));
        let mut all: BTreeMap<VarId, Known> =
            reached.next()?.iter().map(|it| (it.var, it.clone())).collect();
        for more in reached {
            let more: BTreeMap<VarId, &Known> = more.iter().map(|it| (it.var, it)).collect();
            all.retain(|var, known| {
                more.get(var).is_some_and(|it| match known.or(program, it) {
                    Some(both) => {
                        *known = both;
                        true
                    }
                    None => false,
                })
            });
        }
        let variables: Vec<(VarId, String)> =
            all.into_values().map(|it| (it.var, it.text)).collect();
        let mut reached = locations.iter().filter_map(|it| self.found.relations.get(it));
        let mut relations = reached.next().cloned().unwrap_or_default();
        reached.for_each(|more| relations.retain(|it| more.contains(it)));
        // Variables of the translation have names that the language does not.
        let is_named = |it: &Relation| match it {
            Relation::AtMostZero(sum) | Relation::Zero(sum) | Relation::Multiple { sum, .. } => {
                sum.terms.iter().all(|it| !program.vars[it.1].name.starts_with(['%', '&']))
            }
            _ => true,
        };
        let named = relations.iter().filter(|it| is_named(it));
        let relations = named.map(|it| relation(program, it)).collect();
        Some(LineKnowledge { variables, relations })
    }
}
