//! What was found out about formulas of computation tree logic, as a [`Report`].

use tribunal_base::{Diagnostic, Kleene};
use tribunal_engine::{Assurance, Basis, Certificate, Fairness, Premise, Reason, Trace, Verdict};
use tribunal_ir::Program;

use crate::data::{AssumptionReport, PropertyReport, Report, RungReport, Truth};
use crate::findings::{About, Search, statistics};
use crate::ledger::told;
use crate::narrate::narrate;
use crate::words::{self, Explanation};

/// The answer to one formula.
#[derive(Clone, Debug, PartialEq)]
pub struct CtlAnswer {
    /// The formula as it was written.
    pub formula: String,
    /// The answer.
    pub value: Kleene,
    /// Who gave it.
    pub by: &'static str,
    /// Why it is right, or why there is none.
    pub grounds: Grounds,
    /// How far to believe it.
    pub assurance: Assurance,
    /// A run that shows it, or a part of it.
    pub trace: Option<Trace>,
    /// What the rungs of the ladder made of it, the last one last.
    pub tried: Vec<Tried>,
}

/// What a rung of the ladder made of a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The rung.
    pub rung: &'static str,
    /// The engine.
    pub engine: &'static str,
    /// The answer.
    pub value: Kleene,
    /// Why, or why there is none.
    pub grounds: Grounds,
    /// What it cost, for all formulas together.
    pub seconds: f64,
}

/// Why an answer is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grounds {
    /// The run says it all.
    Run,
    /// In every state it is known which parts of the formula hold.
    Labelled {
        /// How many states there are.
        states: u64,
    },
    /// The same of some states, whatever the others are.
    Partial {
        /// How many states are known.
        states: u64,
    },
    /// The same, in states that stand for several states of the program each.
    Abstracted {
        /// How many states there are.
        states: u64,
    },
    /// These states stand for too much to tell.
    Undecided {
        /// How many states there are.
        states: u64,
    },
    /// It was proved as a question about single states.
    Proved(Certificate),
    /// There is no answer.
    Open(Reason),
}

/// All that was found out.
#[derive(Clone, Debug)]
pub struct CtlFindings<'a> {
    /// The path of the model as the user gave it.
    pub model: &'a str,
    /// The program.
    pub program: &'a Program,
    /// The answers.
    pub answers: &'a [CtlAnswer],
    /// The searches, each with the formulas it was about.
    pub searches: &'a [(Search, About)],
    /// Seconds from start to end.
    pub seconds: f64,
    /// Messages about the input.
    pub diagnostics: &'a [Diagnostic],
}

impl Report {
    /// The report about formulas of computation tree logic.
    #[must_use]
    pub fn of_ctl(findings: &CtlFindings<'_>) -> Self {
        let properties: Vec<PropertyReport> =
            findings.answers.iter().map(|it| property(findings.program, it)).collect();
        Self {
            verdict: words::overall(properties.iter().map(|it| it.verdict)),
            properties,
            assumptions: premises(findings.program, Premise::is_needed),
            remarks: premises(findings.program, |it| !it.is_needed()),
            statistics: statistics(findings.searches, findings.seconds),
            ..Self::empty(findings.model, &findings.program.sources, findings.diagnostics)
        }
    }
}

/// What every answer about a program rests on, as far as a question is answered with yes.
fn premises(program: &Program, is_asked: impl Fn(&Premise) -> bool) -> Vec<AssumptionReport> {
    let basis = Basis::of(program, Fairness::None);
    basis.iter().filter(|it| is_asked(it)).map(|it| told(program, it)).collect()
}

fn property(program: &Program, answer: &CtlAnswer) -> PropertyReport {
    let told = tell(&answer.grounds);
    PropertyReport {
        name: answer.formula.clone(),
        kind: "ctl",
        verdict: truth(answer.value),
        by: answer.by,
        assurance: words::assurance(answer.assurance),
        basis: premises(program, Premise::is_needed),
        rechecked: None,
        reason: told.text,
        reason_code: told.code,
        hint: told.hint,
        helps: Vec::new(),
        rungs: answer.tried.iter().map(rung).collect(),
        vacuous: None,
        place: told.span.and_then(|it| words::place(&program.sources, it)),
        trace: answer.trace.as_ref().map(|it| narrate(program, None, it)),
        more_traces: Vec::new(),
    }
}

fn rung(it: &Tried) -> RungReport {
    RungReport {
        rung: it.rung,
        engine: it.engine,
        verdict: truth(it.value),
        reason: tell(&it.grounds).text,
        seconds: it.seconds,
    }
}

fn truth(value: Kleene) -> Truth {
    match value {
        Kleene::True => Truth::True,
        Kleene::False => Truth::False,
        Kleene::Maybe => Truth::Maybe,
    }
}

fn tell(grounds: &Grounds) -> Explanation {
    match grounds {
        Grounds::Run => Explanation::new("run", "a run shows it"),
        Grounds::Labelled { states } => {
            let states = words::counted(*states, "state");
            Explanation::new("labelled", format!("every state was labelled: {states}"))
        }
        Grounds::Partial { states } => {
            let states = words::counted(*states, "state");
            let text = format!("it follows from the first {states}, whatever comes after them");
            Explanation::new("partial", text)
        }
        Grounds::Abstracted { states } => {
            let states = words::counted(*states, "abstract state");
            Explanation::new("abstraction", format!("it follows from {states}"))
        }
        Grounds::Undecided { states } => {
            let states = words::counted(*states, "abstract state");
            Explanation::new("undecided", format!("it does not follow from {states}"))
        }
        Grounds::Proved(proof) => words::explain(&Verdict::True(proof.clone())),
        Grounds::Open(reason) => words::explain(&Verdict::Maybe(reason.clone())),
    }
}
