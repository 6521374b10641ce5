//! Checks formulas of computation tree logic, from the cheapest way to the dearest.
//!
//! M. Chechik, W. Ding: *Lightweight reasoning about program correctness*, 2002: what one level settles stays settled, what it leaves open goes to the next.

mod atoms;
mod further;
mod load;
mod safety;
mod stored;

use std::sync::atomic::AtomicBool;

use tribunal_base::Kleene;
use tribunal_certify::ctl as certify;
use tribunal_engine::{Assurance, Context, End, Reason, Statistics, Trace};
use tribunal_engine_absint::kripke::{Walk, abstract_graph, takes};
use tribunal_engine_absint::{Settings, Transformer};
use tribunal_exec::{Script, apply_with, initial};
use tribunal_ir::{ExprId, Granularity, Program, Visibility};
use tribunal_logic::ctl::{AtomKind, Formula, Labelling, Structure, explain, label};
use tribunal_report::ctl::{CtlAnswer, CtlFindings, Grounds, Tried};
use tribunal_report::findings::{About, Search};
use tribunal_state_graph::{Extent, First, StateGraph, Watched, explore};

use tribunal_portfolio::check::Method;
use tribunal_portfolio::crash::guarded;
use tribunal_portfolio::limits::{Limits, Spectator, Watch};
use tribunal_portfolio::registry::Rung;

pub use load::{LoadedCtl, load_ctl};
pub use stored::store_ctl;
pub(crate) use stored::{Asked, ask};

/// How many rounds of a loop have abstract states of their own: the paper's MAX_LOOP.
const MAX_LOOP: u32 = 20;

/// How many states are labelled before other ways are tried.
const SCOUTED: usize = 20_000;

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
#[derive(Clone, Debug)]
pub struct CtlOptions {
    /// Which states are seen; by default all, but of a C program those after a change of a global variable, unless a formula
    /// asks where control is.
    pub granularity: Option<Granularity>,
    /// Who is asked, in which order.
    pub method: Method,
    /// What assignments and conditions do to abstract states.
    pub transformer: Transformer,
    /// What may be spent.
    pub limits: Limits,
}

/// What was found out.
#[derive(Debug)]
pub struct CtlChecked {
    /// The program.
    pub program: Program,
    /// Which states were seen.
    pub granularity: Granularity,
    /// The answers, in the order of the questions.
    pub answers: Vec<CtlAnswer>,
    /// The searches, each with the formulas it was about.
    pub searches: Vec<(Search, About)>,
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
fn granularity(program: &Program, questions: &[CtlQuestion]) -> Granularity {
    let mut atoms = questions.iter().flat_map(|it| it.formula.atoms());
    let asks_for_control = atoms.any(|it| it.kind == AtomKind::Place);
    if program.is_sequential() && !asks_for_control {
        Granularity::Global
    } else {
        Granularity::Statement
    }
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
    let granularity = options.granularity.unwrap_or_else(|| granularity(&program, questions));
    let visibility = Visibility::new(&program, granularity);
    let mut climb = Climb {
        program: &program,
        visibility: &visibility,
        limits: &options.limits,
        transformer: options.transformer,
        questions,
        answers: questions.iter().map(unanswered).collect(),
        searches: Vec::new(),
    };
    match program.unsupported.first() {
        Some(it) => {
            let reason = Reason::Unsupported { what: it.what.clone(), span: Some(it.span) };
            climb.climb(Rung::EXPLICIT, "front-end", &mut watch, |_, _, _| Err(reason.clone()));
        }
        None => {
            for rung in rungs(&options.method, &program) {
                climb.climb_rung(rung, granularity, &mut watch);
            }
        }
    }
    let Climb { answers, searches, .. } = climb;
    for answer in &answers {
        watch.answered(&answer.formula, answer.value);
    }
    let seconds = watch.elapsed().as_secs_f64();
    CtlChecked { program, granularity, answers, searches, seconds }
}

/// The rungs of the ladder for a program: those that were asked for, or that suit it.
fn rungs(method: &Method, program: &Program) -> Vec<Rung> {
    match method {
        Method::Auto => {
            let mut rungs = Vec::new();
            rungs.extend(takes(program).then_some(Rung::ABSINT));
            rungs.extend(
                safety::takes(program).then_some([Rung::SCOUT, Rung::KIND]).into_iter().flatten(),
            );
            rungs.push(Rung::EXPLICIT);
            rungs
        }
        chosen => chosen.rungs(program),
    }
}

/// Nothing is known about a question.
fn unanswered(question: &CtlQuestion) -> CtlAnswer {
    CtlAnswer {
        formula: question.text.clone(),
        value: Kleene::Maybe,
        by: "",
        grounds: Grounds::Open(Reason::Stopped),
        assurance: Assurance::Trusted,
        trace: None,
        tried: Vec::new(),
    }
}

/// A check in progress.
struct Climb<'a> {
    program: &'a Program,
    visibility: &'a Visibility,
    limits: &'a Limits,
    transformer: Transformer,
    questions: &'a [CtlQuestion],
    answers: Vec<CtlAnswer>,
    searches: Vec<(Search, About)>,
}

/// What a rung made of a question: an answer without what is common to all.
struct Found {
    value: Kleene,
    grounds: Grounds,
    assurance: Assurance,
    trace: Option<Trace>,
}

impl From<Reason> for Found {
    fn from(reason: Reason) -> Self {
        let grounds = Grounds::Open(reason);
        Self { value: Kleene::Maybe, grounds, assurance: Assurance::Trusted, trace: None }
    }
}

/// What a rung made of all questions that were open, in order, and what it cost.
type Outcome = Result<(Vec<Found>, Statistics), Reason>;

impl Climb<'_> {
    fn climb_rung(&mut self, rung: Rung, granularity: Granularity, watch: &mut Watch<'_>) {
        let name = rung.name();
        match name {
            "absint" if takes(self.program) => {
                self.climb(rung, "absint", watch, Climb::abstractly);
            }
            "scout" => self.climb(rung, "explicit", watch, |climb, questions, cx| {
                climb.exactly(questions, Extent { most: SCOUTED, first: First::Near }, cx)
            }),
            "kind" if safety::takes(self.program) => {
                self.climb(rung, "symbolic", watch, |climb, questions, cx| {
                    Ok(climb.inductively(granularity, questions, cx))
                });
            }
            "explicit" => {
                let left = watch.clock.left();
                self.climb(rung, "explicit", watch, |climb, questions, cx| {
                    Ok(climb.further_and_further(questions, left, cx))
                });
            }
            _ => self.climb(rung, name, watch, |_, _, _| {
                let what = format!("a formula about this program, by `{name}`,");
                Err(Reason::Unsupported { what, span: None })
            }),
        }
    }

    /// Lets a rung answer the questions that are open.
    fn climb(
        &mut self,
        rung: Rung,
        engine: &'static str,
        watch: &mut Watch<'_>,
        search: impl FnOnce(&Self, &[&CtlQuestion], &mut Context<'_>) -> Outcome,
    ) {
        let is_open = |it: &usize| self.answers[*it].value == Kleene::Maybe;
        let open: Vec<usize> = (0..self.questions.len()).filter(is_open).collect();
        if open.is_empty() {
            return;
        }
        let questions: Vec<&CtlQuestion> = open.iter().map(|it| &self.questions[*it]).collect();
        let start = watch.elapsed();
        let outcome = match watch.verdict() {
            Ok(()) => guarded(|| {
                let mut cx = Context::new(self.limits.budget(), watch);
                search(self, &questions, &mut cx)
            }),
            Err(reason) => Ok(Err(reason)),
        };
        let outcome = outcome.unwrap_or_else(|message| Err(Reason::Crashed { message }));
        let last = watch.last();
        let (found, statistics) = outcome.unwrap_or_else(|reason| {
            let statistics = Statistics {
                states: last.states,
                transitions: last.transitions,
                memory_bytes: last.memory_bytes,
                ..Statistics::default()
            };
            (open.iter().map(|_| Found::from(reason.clone())).collect(), statistics)
        });
        let seconds = (watch.elapsed() - start).as_secs_f64();
        watch.done();
        let mut about = About::default();
        for (number, found) in open.into_iter().zip(found) {
            let Found { value, grounds, assurance, trace } = found;
            let answer = &mut self.answers[number];
            about.properties.push(answer.formula.clone());
            if value != Kleene::Maybe {
                about.settled.push(answer.formula.clone());
            }
            let rung = rung.name();
            answer.tried.push(Tried { rung, engine, value, grounds: grounds.clone(), seconds });
            (answer.value, answer.by, answer.grounds) = (value, engine, grounds);
            (answer.assurance, answer.trace) = (assurance, trace);
        }
        let search = Search {
            rung: rung.name(),
            summary: rung.summary(),
            engine,
            properties: Vec::new(),
            open: Vec::new(),
            facts: 0,
            statistics,
            reductions: Vec::new(),
            dropped: Vec::new(),
            start: start.as_secs_f64(),
            seconds,
        };
        self.searches.push((search, about));
    }

    /// Labels abstract states.
    fn abstractly(&self, questions: &[&CtlQuestion], cx: &mut Context<'_>) -> Outcome {
        let atoms: Vec<ExprId> = questions.iter().flat_map(|it| it.atoms.clone()).collect();
        let transformer = self.transformer;
        let settings = Settings { delay: MAX_LOOP, transformer, ..Settings::default() };
        let graph = abstract_graph(self.program, self.visibility, &atoms, settings, cx)?;
        let mut first = 0;
        let mut answers = Vec::new();
        for question in questions {
            let CtlQuestion { formula, atoms, .. } = question;
            let structure = graph.structure.about(first..first + atoms.len());
            first += atoms.len();
            let labelling = label(formula, &structure);
            let value = labelling.value(formula.root(), 0);
            let states = graph.statistics.states;
            answers.push(match value {
                Kleene::Maybe => Found {
                    value,
                    grounds: Grounds::Undecided { states },
                    assurance: Assurance::Trusted,
                    trace: None,
                },
                Kleene::True | Kleene::False => {
                    if let Err(reason) = confirm(formula, &structure, &labelling) {
                        answers.push(reason.into());
                        continue;
                    }
                    let path = explain(formula, &structure, &labelling, 0);
                    let walk = graph.walk(&path);
                    let trace = walk.and_then(|it| closed(self.program, it));
                    let trace = trace.filter(|it| !it.steps.is_empty());
                    self.certified(question, value, Grounds::Abstracted { states }, trace)
                }
            });
        }
        Ok((answers, graph.statistics))
    }

    /// Answers what is a question about single states by symbolic execution and induction.
    fn inductively(
        &self,
        granularity: Granularity,
        questions: &[&CtlQuestion],
        cx: &mut Context<'_>,
    ) -> (Vec<Found>, Statistics) {
        let mut statistics = Statistics::default();
        let mut answers = Vec::new();
        for question in questions {
            let mut asker =
                safety::Asker { program: self.program, granularity, question, cx, statistics };
            let settled = asker.settle(question.formula.root());
            statistics = asker.statistics;
            let safety::Settled { value, proof, trace, reason } = settled;
            answers.push(match (value, proof) {
                (Kleene::Maybe, _) => reason.unwrap_or(Reason::Stopped).into(),
                (_, Some(proof)) => self.certified(question, value, Grounds::Proved(proof), trace),
                (_, None) => self.certified(question, value, Grounds::Run, trace),
            });
        }
        (answers, statistics)
    }

    /// Labels the states of the program, so many at most.
    fn exactly(&self, questions: &[&CtlQuestion], extent: Extent, cx: &mut Context<'_>) -> Outcome {
        let atoms: Vec<ExprId> = questions.iter().flat_map(|it| it.atoms.clone()).collect();
        let watched = Watched { program: self.program, visibility: self.visibility, atoms: &atoms };
        let graph = explore(watched, extent, cx)?;
        let mut first = 0;
        let mut answers = Vec::new();
        for question in questions {
            answers.push(self.label(&graph, question, first));
            first += question.atoms.len();
        }
        Ok((answers, graph.statistics))
    }

    /// The answer of the state graph to a question, whose atoms are those from `first` on.
    fn label(&self, graph: &StateGraph<'_>, question: &CtlQuestion, first: usize) -> Found {
        let CtlQuestion { formula, atoms, .. } = question;
        let structure = graph.structure.about(first..first + atoms.len());
        let labelling = label(formula, &structure);
        let value = labelling.value(formula.root(), 0);
        if let (Kleene::Maybe, Some(gap)) = (value, &graph.gap) {
            return gap.clone().into();
        }
        if let Err(reason) = confirm(formula, &structure, &labelling) {
            return reason.into();
        }
        let path = explain(formula, &structure, &labelling, 0);
        let trace = graph.trace(&path).filter(|it| !it.steps.is_empty());
        let states = graph.statistics.states;
        let grounds = match graph.gap {
            None => Grounds::Labelled { states },
            Some(_) => Grounds::Partial { states },
        };
        self.certified(question, value, grounds, trace)
    }

    /// An answer with a run that is to show it, as far as the run does.
    fn certified(
        &self,
        question: &CtlQuestion,
        value: Kleene,
        grounds: Grounds,
        trace: Option<Trace>,
    ) -> Found {
        let question = certify::Question {
            program: self.program,
            visibility: self.visibility,
            formula: &question.formula,
            atoms: &question.atoms,
        };
        let start = Trace::new(Vec::new(), End::Path);
        let shown = guarded(|| certify::judge(question, trace.as_ref().unwrap_or(&start)));
        let why = match shown {
            Ok(Ok(shown)) if shown == value => {
                let (grounds, assurance) = (Grounds::Run, Assurance::Checked);
                return Found { value, grounds, assurance, trace };
            }
            Ok(Ok(Kleene::Maybe)) => {
                return Found { value, grounds, assurance: Assurance::Trusted, trace };
            }
            Ok(Ok(_)) => "a run of the program shows the opposite".to_owned(),
            Ok(Err(error)) => error.to_string(),
            Err(message) => message,
        };
        Reason::Rejected { why }.into()
    }
}

/// Lets somebody else see whether a labelling is right.
fn confirm(formula: &Formula, structure: &Structure, labelling: &Labelling) -> Result<(), Reason> {
    let why = match guarded(|| certify::check_labelling(formula, structure, labelling)) {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(rejected)) => rejected.to_string(),
        Err(message) => message,
    };
    Err(Reason::Rejected { why })
}

/// How often a circle of abstract states is passed in search of a state that comes again.
const ROUNDS: usize = 64;

/// The run that a walk is, with its circle closed; `None` if no state comes again in time.
#[must_use]
pub fn closed(program: &Program, walk: Walk) -> Option<Trace> {
    let Walk { mut trace, circle } = walk;
    let Some((steps, choices)) = circle else { return Some(trace) };
    let mut script = Script::new(&trace.choices);
    let mut state = initial(program);
    for step in &trace.steps {
        state = apply_with(program, state, step, &mut script)?.0;
    }
    let mut known = vec![(trace.steps.len(), state.clone())];
    for _ in 0..ROUNDS {
        let mut script = Script::new(&choices);
        for step in &steps {
            state = apply_with(program, state, step, &mut script)?.0;
        }
        trace.steps.extend(&steps);
        trace.choices.extend(choices.iter().cloned());
        if let Some((back_to, _)) = known.iter().find(|(_, it)| it.matches(&state, program)) {
            return Some(Trace { end: End::Cycle { back_to: *back_to }, ..trace });
        }
        known.push((trace.steps.len(), state.clone()));
    }
    None
}
