//! Answers formulas about the tree of runs by the labels of states.

use crate::{Extent, First, StateGraph, Watched, explore};
use tribunal_engine::{Context, Outcome, Reason, Stands, Statistics, Verdict};
use tribunal_ir::{ExprId, Granularity, Program, PropId, Visibility};
use tribunal_logic::ctl::{Branching, Labelled, asked};

/// How many states are labelled at first.
pub(super) const FEW: usize = 20_000;

/// A question and its answer.
pub(super) type Answered = (PropId, Verdict);

/// Formulas about the states of a program that are seen.
pub(super) struct Questions<'a> {
    pub(super) program: &'a Program,
    pub(super) visibility: Visibility,
    pub(super) asked: Vec<(PropId, Branching)>,
}

/// Answers the formulas among some properties, each time for those that see the same states.
pub(super) fn settle(
    program: &Program,
    properties: &[PropId],
    mut answer: impl FnMut(&Questions<'_>) -> (Vec<Answered>, Statistics),
) -> Outcome {
    let mut outcome = Outcome::default();
    for (granularity, asked) in asked(program, properties) {
        let questions = Questions::new(program, granularity, asked);
        let (verdicts, statistics) = answer(&questions);
        outcome.verdicts.extend(verdicts);
        outcome.statistics = statistics;
    }
    outcome
}

impl<'a> Questions<'a> {
    fn new(
        program: &'a Program,
        granularity: Granularity,
        asked: Vec<(PropId, Branching)>,
    ) -> Self {
        Self { program, visibility: Visibility::new(program, granularity), asked }
    }

    /// The answers that follow from so many states to those questions that are open.
    pub(super) fn answer(
        &self,
        open: &[PropId],
        extent: Extent,
        cx: &mut Context<'_>,
    ) -> Result<(Vec<Answered>, Statistics), Reason> {
        let asked = || self.asked.iter().filter(|it| open.contains(&it.0));
        let atoms: Vec<ExprId> = asked().flat_map(|it| it.1.atoms.clone()).collect();
        let watched =
            Watched { program: self.program, visibility: &self.visibility, atoms: &atoms };
        let graph = explore(watched, extent, cx)?;
        let mut first = 0;
        let mut answers = Vec::new();
        for (property, question) in asked() {
            answers.push((*property, label(&graph, question, first)));
            first += question.atoms.len();
        }
        Ok((answers, graph.statistics))
    }
}

/// The answer of the state graph to a question, whose atoms are those from `first` on.
fn label(graph: &StateGraph<'_>, question: &Branching, first: usize) -> Verdict {
    let structure = graph.structure.about(first..first + question.atoms.len());
    let stands = if graph.gap.is_none() { Stands::ForAll } else { Stands::ForSome };
    let labelled = Labelled::new(question.formula.clone(), structure);
    match (Verdict::labelled(labelled, stands, |path| graph.trace(path)), &graph.gap) {
        (Verdict::Maybe(_), Some(gap)) => Verdict::Maybe(gap.clone()),
        (verdict, _) => verdict,
    }
}

/// What follows from few states.
pub fn settle_near(program: &Program, properties: &[PropId], cx: &mut Context<'_>) -> Outcome {
    settle(program, properties, |questions| {
        let open: Vec<PropId> = questions.asked.iter().map(|it| it.0).collect();
        let extent = Extent { most: FEW, first: First::Near };
        questions.answer(&open, extent, cx).unwrap_or_else(|reason| {
            let unknown = |it: PropId| (it, Verdict::Maybe(reason.clone()));
            (open.into_iter().map(unknown).collect(), Statistics::default())
        })
    })
}
