//! Checks formulas of computation tree logic, from the cheapest way to the dearest.
//!
//! M. Chechik, W. Ding: *Lightweight reasoning about program correctness*, 2002: what one level settles stays settled, what it leaves open goes to the next.

mod atoms;
mod load;

use std::sync::atomic::AtomicBool;

use tribunal_base::Kleene;
use tribunal_certify::ctl as certify;
use tribunal_engine::{Assurance, Context, Reason, Trace};
use tribunal_engine_explicit::{StateGraph, Watched, explore};
use tribunal_ir::{ExprId, Granularity, Program, Visibility};
use tribunal_logic::ctl::{Formula, explain, label};
use tribunal_report::ctl::{CtlAnswer, CtlFindings, Grounds};
use tribunal_report::findings::Search;

use crate::crash::guarded;
use crate::limits::{Limits, Spectator, Watch};

pub use load::{LoadedCtl, load_ctl};

/// A formula about a program.
#[derive(Clone, Debug)]
pub struct CtlQuestion {
    /// The formula as it was written.
    pub text: String,
    /// The formula.
    pub formula: Formula,
    /// Its atoms as expressions of the program.
    pub atoms: Vec<ExprId>,
}

/// How formulas are checked.
#[derive(Clone, Copy, Debug)]
pub struct CtlOptions {
    /// Which states are seen; by default all of a model, and of a C program those after a change of a global variable.
    pub granularity: Option<Granularity>,
    /// What may be spent.
    pub limits: Limits,
}

/// What was found out.
#[derive(Debug)]
pub struct CtlChecked {
    /// The program.
    pub program: Program,
    /// The answers, in the order of the questions.
    pub answers: Vec<CtlAnswer>,
    /// The searches, each with the formulas it was about.
    pub searches: Vec<(Search, Vec<String>)>,
    /// Seconds from start to end.
    pub seconds: f64,
}

impl CtlChecked {
    /// What there is to report about the model at `model`.
    #[must_use]
    pub fn findings<'a>(
        &'a self,
        model: &'a str,
        diagnostics: &'a [tribunal_base::Diagnostic],
    ) -> CtlFindings<'a> {
        CtlFindings {
            model,
            program: &self.program,
            answers: &self.answers,
            searches: &self.searches,
            seconds: self.seconds,
            diagnostics,
        }
    }
}

/// Which states are seen if nobody says so.
fn granularity(program: &Program) -> Granularity {
    if program.is_sequential() { Granularity::Global } else { Granularity::Statement }
}

/// Checks formulas about a program.
#[must_use]
pub fn check_ctl(
    program: Program,
    questions: &[CtlQuestion],
    options: &CtlOptions,
    cancelled: &AtomicBool,
    spectator: &mut dyn Spectator,
) -> CtlChecked {
    let mut watch = Watch::start(&options.limits, cancelled, spectator);
    let granularity = options.granularity.unwrap_or_else(|| granularity(&program));
    let visibility = Visibility::new(&program, granularity);
    let mut climb = Climb {
        program: &program,
        visibility: &visibility,
        limits: &options.limits,
        questions,
        answers: questions.iter().map(|_| None).collect(),
        reason: Reason::Unsupported { what: "this program".to_owned(), span: None },
        searches: Vec::new(),
    };
    match program.unsupported.first() {
        Some(it) => {
            climb.reason = Reason::Unsupported { what: it.what.clone(), span: Some(it.span) };
        }
        None => climb.exactly(&mut watch),
    }
    let Climb { answers, reason, searches, .. } = climb;
    let open = |question: &CtlQuestion| CtlAnswer {
        formula: question.text.clone(),
        value: Kleene::Maybe,
        by: "explicit",
        grounds: Grounds::Open(reason.clone()),
        assurance: Assurance::Trusted,
        trace: None,
    };
    let answers: Vec<CtlAnswer> =
        answers.into_iter().zip(questions).map(|(it, of)| it.unwrap_or_else(|| open(of))).collect();
    for answer in &answers {
        watch.answered(&answer.formula, answer.value);
    }
    let seconds = watch.elapsed().as_secs_f64();
    CtlChecked { program, answers, searches, seconds }
}

/// A check in progress.
struct Climb<'a> {
    program: &'a Program,
    visibility: &'a Visibility,
    limits: &'a Limits,
    questions: &'a [CtlQuestion],
    answers: Vec<Option<CtlAnswer>>,
    /// Why what is open is open.
    reason: Reason,
    searches: Vec<(Search, Vec<String>)>,
}

impl<'a> Climb<'a> {
    /// The questions without an answer, by number.
    fn open(&self) -> Vec<usize> {
        (0..self.questions.len()).filter(|it| self.answers[*it].is_none()).collect()
    }

    /// Labels all states of the program.
    fn exactly(&mut self, watch: &mut Watch<'_>) {
        let open = self.open();
        if open.is_empty() {
            return;
        }
        let start = watch.elapsed();
        let atoms: Vec<ExprId> = open.iter().flat_map(|it| self.questions[*it].atoms.clone()).collect();
        let watched =
            Watched { program: self.program, visibility: self.visibility, atoms: &atoms };
        let budget = self.limits.budget();
        let settled = guarded(|| {
            let mut cx = Context::new(budget, watch);
            let mut graph = explore(watched, usize::MAX, &mut cx)?;
            let mut first = 0;
            for &number in &open {
                let count = self.questions[number].atoms.len();
                let answer = self.label(&mut graph, number, first, &mut cx);
                self.answers[number] = Some(answer);
                first += count;
            }
            Ok(graph.statistics)
        });
        let settled = settled.unwrap_or_else(|message| Err(Reason::Crashed { message }));
        let statistics = match settled {
            Ok(statistics) => statistics,
            Err(reason) => {
                self.reason = reason;
                let last = watch.last();
                tribunal_engine::Statistics {
                    states: last.states,
                    transitions: last.transitions,
                    memory_bytes: last.memory_bytes,
                    ..tribunal_engine::Statistics::default()
                }
            }
        };
        self.note("explicit", &open, statistics, (watch.elapsed() - start).as_secs_f64());
        watch.done();
    }

    /// Takes note of a search about some questions.
    fn note(
        &mut self,
        engine: &'static str,
        questions: &[usize],
        statistics: tribunal_engine::Statistics,
        seconds: f64,
    ) {
        let names = questions.iter().map(|it| self.questions[*it].text.clone()).collect();
        let search = Search {
            engine,
            properties: Vec::new(),
            statistics,
            reductions: Vec::new(),
            dropped: Vec::new(),
            seconds,
        };
        self.searches.push((search, names));
    }

    /// The answer of the state graph to a question, whose atoms are those from `first` on.
    fn label(
        &self,
        graph: &mut StateGraph<'_>,
        number: usize,
        first: usize,
        cx: &mut Context<'_>,
    ) -> CtlAnswer {
        let CtlQuestion { text, formula, atoms } = &self.questions[number];
        let mut structure = graph.structure.clone();
        structure.atoms = structure.atoms[first..first + atoms.len()].to_vec();
        let labelling = label(formula, &structure);
        let value = labelling.value(formula.root(), 0);
        let path = explain(formula, &structure, &labelling, 0);
        let trace = graph.trace(&path, cx).filter(|it| !it.steps.is_empty());
        let grounds = Grounds::Labelled { states: graph.statistics.states };
        let answer = CtlAnswer {
            formula: text.clone(),
            value,
            by: "explicit",
            grounds,
            assurance: Assurance::Trusted,
            trace: None,
        };
        self.certified(answer, number, trace)
    }

    /// An answer with a run that is to show it, as far as the run does.
    fn certified(&self, answer: CtlAnswer, number: usize, trace: Option<Trace>) -> CtlAnswer {
        let CtlQuestion { formula, atoms, .. } = &self.questions[number];
        let question = certify::Question {
            program: self.program,
            visibility: self.visibility,
            formula,
            atoms,
        };
        let whole = trace.clone().unwrap_or(Trace::new(Vec::new(), tribunal_engine::End::Path));
        match guarded(|| certify::judge(question, &whole)) {
            Ok(Ok(shown)) if shown == answer.value => CtlAnswer {
                grounds: Grounds::Run,
                assurance: Assurance::Checked,
                trace,
                ..answer
            },
            Ok(Ok(Kleene::Maybe)) => CtlAnswer { trace, ..answer },
            Ok(Ok(_)) => {
                let why = "a run of the program shows the opposite".to_owned();
                rejected(answer, why)
            }
            Ok(Err(error)) => rejected(answer, error.to_string()),
            Err(message) => rejected(answer, message),
        }
    }
}

/// An answer whose evidence did not survive its check.
fn rejected(answer: CtlAnswer, why: String) -> CtlAnswer {
    CtlAnswer {
        value: Kleene::Maybe,
        grounds: Grounds::Open(Reason::Rejected { why }),
        assurance: Assurance::Trusted,
        trace: None,
        ..answer
    }
}
