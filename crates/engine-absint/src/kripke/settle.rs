//! Answers formulas about the tree of runs by the labels of abstract states.

use super::{abstract_graph, takes};
use crate::settings::Settings;
use tribunal_engine::{Context, Outcome, Reason, Stands, Verdict};
use tribunal_ir::{ExprId, Program, PropId, Property, Visibility};
use tribunal_logic::ctl::{Branching, Labelled, asked};

/// How many rounds of a loop have abstract states of their own: the paper's MAX_LOOP.
const MAX_LOOP: u32 = 20;

/// Whether such formulas about a program can be answered with these settings; why not, if they cannot.
pub(crate) fn supports(
    program: &Program,
    property: PropId,
    settings: Settings,
) -> Result<(), Reason> {
    if settings.related == 0 && takes(program) {
        return Ok(());
    }
    let Property { span, .. } = program.props[property];
    let what = "a formula about the tree of runs of this program, by abstract states,".to_owned();
    Err(Reason::Unsupported { what, span })
}

/// Answers the formulas among some properties.
pub(crate) fn settle(
    program: &Program,
    properties: &[PropId],
    settings: Settings,
    cx: &mut Context<'_>,
) -> Outcome {
    let settings =
        Settings { delay: MAX_LOOP, transformer: settings.transformer, ..Settings::default() };
    let mut outcome = Outcome::default();
    for (granularity, asked) in asked(program, properties) {
        let visibility = Visibility::new(program, granularity);
        let atoms: Vec<ExprId> = asked.iter().flat_map(|it| it.1.atoms.clone()).collect();
        let graph = match abstract_graph(program, &visibility, &atoms, settings, cx) {
            Ok(graph) => graph,
            Err(reason) => {
                let open = |it: &(PropId, Branching)| (it.0, Verdict::Maybe(reason.clone()));
                outcome.verdicts.extend(asked.iter().map(open));
                continue;
            }
        };
        let mut first = 0;
        for (property, Branching { formula, atoms }) in asked {
            let structure = graph.structure.about(first..first + atoms.len());
            first += atoms.len();
            let labelled = Labelled::new(formula, structure);
            let run = |path: &_| graph.trace(program, path);
            let verdict = Verdict::labelled(labelled, Stands::ForSeveral, run);
            outcome.verdicts.push((property, verdict));
        }
        outcome.statistics = graph.statistics;
    }
    outcome
}
