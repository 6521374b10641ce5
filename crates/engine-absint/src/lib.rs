//! Abstract interpretation: one pass over the program that knows, at every location, a set of values for each variable.
//!
//! P. Cousot, R. Cousot: *Abstract interpretation: a unified lattice model*, POPL 1977. Numbers are known as interval sets, congruences and bits
//! (`tribunal_domains::Number`), pointers as sets of objects with offsets, memory by scalars within objects. What no element of these domains covers does not happen,
//! so that a violation that the abstract states exclude is excluded: True. One that they do not exclude need not happen: Maybe, with the values that cause the alarm.
//!
//! Folders import each other in one direction: [`state`] (values, objects, what is shared by processes), [`transfer`] (what expressions, conditions and actions do to them),
//! [`fixpoint`] (loops and calls), [`report`] (what is told of it), [`kripke`] (states of formulas).

mod fixpoint;
pub mod kripke;
mod report;
mod settings;
#[cfg(test)]
mod soundness;
mod state;
mod transfer;
#[cfg(test)]
mod worked_example;

pub use report::said;
pub use report::{Alarm, Detail, Invariants, Known, KnownCell, KnownObject, Round};
pub use settings::{Rounds, Settings, Transformer, Widening};
pub use state::relation::Domain;
pub use transfer::best;

use fixpoint::Analysis;
use fixpoint::pulse::on_deep_stack;
use state::layout::Layout;
use std::collections::BTreeMap;
use std::sync::Arc;
use tribunal_domains::crowded;
use tribunal_engine::{
    Basis, Certificate, Context, Cost, Coverage, Description, Engine, Outcome, Reason, Settles,
    Statistics, Task, Verdict,
};
use tribunal_ir::{EdgeId, Program, PropId, PropertyKind};

/// The engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AbstractInterpreter {
    /// How the analysis goes.
    pub settings: Settings,
}

/// The name of the domain in proofs.
fn domain(settings: Settings) -> &'static str {
    match (settings.related, settings.domain) {
        (0, _) => "intervals, congruences, bits and pointer targets",
        (_, Domain::Octagons) => "octagons, intervals, congruences, bits and pointer targets",
        (_, Domain::Polyhedra) => "polyhedra, intervals, congruences, bits and pointer targets",
        (_, Domain::Powersets) => {
            "sets of polyhedra, intervals, congruences, bits and pointer targets"
        }
    }
}

/// Analyses a program.
///
/// # Errors
/// If a limit is reached or the user interrupted.
pub fn analyse(
    program: &Program,
    settings: Settings,
    detail: Detail,
    cx: &mut Context<'_>,
) -> Result<Invariants, Reason> {
    analyse_for(program, settings, |_| detail, cx)
}

/// Analyses a program; how much is told depends on the alarms.
fn analyse_for(
    program: &Program,
    settings: Settings,
    detail: impl FnOnce(&BTreeMap<EdgeId, Alarm>) -> Detail + Send,
    cx: &mut Context<'_>,
) -> Result<Invariants, Reason> {
    on_deep_stack(cx, settings.steps, move |pulse| {
        crowded(settings.crowding, || {
            let layout = Layout::new(program).with(settings);
            let mut analysis = Analysis::new(&layout, settings, pulse);
            analysis.run()?;
            Ok(report::invariants(&mut analysis, detail))
        })
    })
}

impl Engine for AbstractInterpreter {
    fn describe(&self) -> Description {
        let Settings { related, transformer, domain, .. } = self.settings;
        let (name, summary, papers): (_, _, &[&str]) = match (related, transformer, domain) {
            (0, Transformer::Usual, _) => (
                "absint",
                "abstract interpretation: sets of values for all runs at once",
                &["cousot77"],
            ),
            (0, Transformer::Best, _) => (
                "best",
                "abstract interpretation with the best transformers, by a solver",
                &["reps04"],
            ),
            (_, _, Domain::Octagons) => (
                domain.name(),
                "abstract interpretation with relations between variables",
                &["mine06"],
            ),
            (_, _, Domain::Polyhedra) => (
                domain.name(),
                "abstract interpretation with relations between several variables",
                &["cousot78"],
            ),
            (_, _, Domain::Powersets) => (
                domain.name(),
                "abstract interpretation with several such relations, of which one holds",
                &["bagnara04"],
            ),
        };
        Description { name, summary, papers, settles: Settles::True, cost: Cost::Program }
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
        match program.props[property].kind.is_branching() {
            true => kripke::supports(program, property, self.settings),
            false => Ok(()),
        }
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let (linear, branching) = task.parted();
        if linear.is_empty() {
            return kripke::settle(task.program, &branching, self.settings, cx);
        }
        cx.phase("abstract interpretation");
        match analyse_for(task.program, self.settings, |alarms| needed(task, alarms), cx) {
            Ok(invariants) => outcome(task, invariants, domain(self.settings)),
            Err(reason) => Outcome {
                verdicts: task
                    .properties
                    .iter()
                    .map(|it| (*it, Verdict::Maybe(reason.clone())))
                    .collect(),
                ..Outcome::default()
            },
        }
    }
}

/// How large a program may be of which everything is told.
const LOCATIONS: usize = 2_000;

/// What has to be told so that what is proved can be checked.
fn needed(task: &Task<'_>, alarms: &BTreeMap<EdgeId, Alarm>) -> Detail {
    let program = task.program;
    let is_proved = |property: &PropId| {
        program.props[*property].kind == PropertyKind::Unreachable
            && !is_absent(program, *property)
            && !alarms.values().any(|it| it.property == *property)
    };
    let is_sequential = program.procs.values().map(|it| it.active).sum::<u32>() == 1;
    let is_small = program.locs.len() <= LOCATIONS && is_sequential;
    if is_small && task.properties.iter().any(is_proved) {
        Detail::Everything
    } else {
        Detail::Heads
    }
}

fn outcome(task: &Task<'_>, invariants: Invariants, domain: &'static str) -> Outcome {
    let locations = invariants.reached.iter().filter(|it| **it).count() as u64;
    let said =
        (!invariants.known.is_empty()).then(|| Arc::new(said::said(task.program, &invariants)));
    let settle = |property: PropId| {
        let alarms: Vec<&Alarm> =
            invariants.alarms.iter().filter(|it| it.property == property).collect();
        match (task.program.props[property].kind, alarms.first()) {
            (PropertyKind::Unreachable, None) if is_absent(task.program, property) => {
                Verdict::True(Certificate::Absent)
            }
            (PropertyKind::Unreachable, None) => {
                let (domain, said) = (domain.to_owned(), said.clone());
                Verdict::True(Certificate::Invariant { domain, said })
            }
            (PropertyKind::Unreachable, Some(alarm)) => Verdict::Maybe(Reason::Alarm {
                span: alarm.span,
                places: alarms.len() as u64,
                values: alarm.values.clone(),
            }),
            _ => Verdict::Maybe(Reason::Unsupported {
                what: "a property of this kind, by abstract interpretation,".to_owned(),
                span: None,
            }),
        }
    };
    let verdicts: Vec<(PropId, Verdict)> =
        task.properties.iter().map(|it| (*it, settle(*it))).collect();
    let is_proved =
        |it: &&(PropId, Verdict)| matches!(it.1, Verdict::True(Certificate::Invariant { .. }));
    let proved = verdicts.iter().filter(is_proved).map(|it| it.0).collect();
    Outcome {
        // Where an abstract state is empty no run comes; where it is not, none need come either.
        remarks: Coverage { reached: &invariants.reached, ends: invariants.ends }
            .remarks(task.program, &proved),
        verdicts,
        facts: invariants.facts,
        statistics: Statistics {
            states: locations,
            transitions: invariants.steps,
            threads: 1,
            storage: "abstract",
            ..Statistics::default()
        },
        ..Outcome::default()
    }
}

/// Whether no edge violates a property.
fn is_absent(program: &Program, property: PropId) -> bool {
    let mut violations = program.edges.values().filter_map(|it| it.violates.as_ref());
    !violations.any(|it| it.property == property)
}
