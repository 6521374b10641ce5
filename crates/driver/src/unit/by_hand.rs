//! A walk through a flow chart, by somebody who decides at each node.

use std::sync::atomic::AtomicBool;

use tribunal_engine::Context;
use tribunal_report::unit::{PathReport, PathStep};
use tribunal_unit::Walk;

use super::Unit;
use tribunal_portfolio::limits::{Limits, Watch, default_memory};

/// A node that can come next.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The node.
    pub step: PathStep,
    /// The condition of the path up to there.
    pub condition: String,
    /// Whether the path satisfies the query there.
    pub wanted: bool,
}

/// What somebody decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Go on by this offer.
    Take(usize),
    /// Do not offer this again here.
    Refuse(usize),
    /// Go back by one node.
    Back,
    /// Show the path with values that drive it.
    Show,
    /// Stop.
    Stop,
}

/// Somebody who decides.
pub trait Walker {
    /// Decides at a node.
    fn choose(&mut self, offers: &[Offer]) -> Turn;
    /// Is shown a path; `None` if no values drive a run along it.
    fn show(&mut self, path: Option<&PathReport>);
}

/// Walks until somebody stops.
///
/// # Errors
/// If something is not supported.
pub fn walk_by_hand(unit: &Unit, walker: &mut dyn Walker) -> Result<(), String> {
    let limits = Limits { time: None, memory: default_memory(), depth: u64::MAX };
    let cancelled = AtomicBool::new(false);
    let mut nobody = ();
    let mut watch = Watch::start(&limits, &cancelled, &mut nobody);
    let mut cx = Context::new(limits.budget(), &mut watch);
    let mut walk = Walk::new(unit.subject(), unit.query.clone())?;
    let because = |it: tribunal_engine::Reason| tribunal_report::because(&it);
    loop {
        let choices = walk.choices(&mut cx).map_err(because)?;
        let offers: Vec<Offer> = choices
            .iter()
            .filter_map(|(_, next)| {
                let step = unit.step_report(next.node, next.process)?;
                Some(Offer { step, condition: next.condition.text(), wanted: next.wanted })
            })
            .collect();
        let number = |at: usize| choices.get(at).map_or(usize::MAX, |it| it.0);
        match walker.choose(&offers) {
            Turn::Take(at) => {
                walk.take(number(at));
            }
            Turn::Refuse(at) => walk.refuse(number(at)),
            Turn::Back => {
                walk.back();
            }
            Turn::Show => {
                let path = walk.path(&mut cx).map_err(because)?;
                let report = path.map(|it| unit.path_report(&it));
                walker.show(report.as_ref());
            }
            Turn::Stop => return Ok(()),
        }
    }
}
