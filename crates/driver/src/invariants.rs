//! What abstract interpretation knows about a program, line by line.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use tribunal_engine::{Context, Reason};
use tribunal_engine_absint::{Invariants, Known, Round, Settings, analyse};
use tribunal_ir::{LocId, Program, VarId};

use crate::crash::guarded;
use crate::limits::{Limits, Spectator, Watch};

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
    limits: &Limits,
    cancelled: &AtomicBool,
    spectator: &mut dyn Spectator,
) -> Result<Analysed, Reason> {
    let mut watch = Watch::start(limits, cancelled, spectator);
    let mut cx = Context::new(limits.budget(), &mut watch);
    let found = guarded(|| analyse(program, settings, &mut cx));
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

    /// What is known of variables whenever control is at one of some locations; `None` if no run comes there.
    #[must_use]
    pub fn at(&self, program: &Program, locations: &[LocId]) -> Option<Vec<(VarId, String)>> {
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
        Some(all.into_values().map(|it| (it.var, it.text)).collect())
    }
}
