//! Runs a model through the driver, as a test sees it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tribunal_base::{Diagnostic, Kleene, Severity, Sources};
use tribunal_driver::{
    CheckOptions, Checked, Dialect, Errors, Explicit, Limits, PartialOrder, Reduction, Translation,
    check, load,
};
use tribunal_engine::{End, Fairness, Reason, Verdict};
use tribunal_ir::{Overflow, Program, PropertyKind};

/// How a model is read and checked.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Whose word counts where Spin is wrong.
    pub dialect: Dialect,
    /// What a send to a full channel does.
    pub overflow: Overflow,
    /// Which infinite runs count.
    pub fairness: Fairness,
    /// How the program is simplified.
    pub reduction: Reduction,
    /// When a search stops.
    pub errors: Errors,
    /// Time for the whole check.
    pub time: Duration,
    /// Bytes of memory.
    pub memory: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            dialect: Dialect::Tribunal,
            overflow: Overflow::Block,
            fairness: Fairness::None,
            reduction: Reduction::NONE,
            errors: Errors::All,
            time: Duration::from_secs(60),
            memory: 2 << 30,
        }
    }
}

/// The size of a state graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// States.
    pub states: u64,
    /// Edges between them.
    pub transitions: u64,
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} states, {} transitions", self.states, self.transitions)
    }
}

/// What became of one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its name.
    pub property: String,
    /// Whether it holds.
    pub verdict: Kleene,
    /// Why it is not known, if so.
    pub reason: Option<Reason>,
    /// How the run that violates it ends, if there is one.
    pub end: Option<End>,
}

/// What became of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The graph that was searched for safety properties, if that search was complete.
    pub size: Option<Size>,
    /// One for each property asked for.
    pub findings: Vec<Finding>,
}

impl Summary {
    /// What became of a property; none if the model does not have it.
    #[must_use]
    pub fn verdict(&self, property: &str) -> Option<Kleene> {
        self.findings.iter().find(|it| it.property == property).map(|it| it.verdict)
    }

    /// The properties that fail.
    pub fn violated(&self) -> impl Iterator<Item = &str> {
        let failed = self.findings.iter().filter(|it| it.verdict == Kleene::False);
        failed.map(|it| it.property.as_str())
    }

    /// A reason that there is no verdict, if there is one.
    #[must_use]
    pub fn unsettled(&self) -> Option<&Reason> {
        self.findings.iter().find_map(|it| it.reason.as_ref())
    }
}

/// Why a model was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The codes of its errors, in order.
    pub codes: Vec<&'static str>,
    /// Its first error, with line and column.
    pub first: String,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.first)
    }
}

/// Reads a model.
///
/// # Errors
/// If the model has errors.
pub fn read(path: &str, settings: &Settings) -> Result<Program, Refusal> {
    let translation = Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        questions: tribunal_driver::Questions::default(),
        dialect: settings.dialect,
        overflow: settings.overflow,
        c: tribunal_driver::CTranslation::default(),
    };
    let loaded = load(path, &translation);
    loaded.program.ok_or_else(|| refusal(&loaded.sources, &loaded.diagnostics))
}

fn refusal(sources: &Sources, diagnostics: &[Diagnostic]) -> Refusal {
    let errors: Vec<_> = diagnostics.iter().filter(|it| it.severity == Severity::Error).collect();
    let first = errors.first().map_or_else(String::new, |it| {
        let at = sources.line_column(it.primary.span);
        format!("{}:{} {} [{}]", at.line, at.column, it.message, it.code)
    });
    Refusal { codes: errors.iter().map(|it| it.code).collect(), first }
}

/// The names of the properties that are about finite runs.
#[must_use]
pub fn safety(program: &Program) -> Vec<String> {
    let is_safety = |kind| matches!(kind, PropertyKind::Unreachable | PropertyKind::EndStates);
    let properties = program.props.values().filter(|it| is_safety(it.kind));
    properties.map(|it| it.name.clone()).collect()
}

/// Checks properties of a program; those checked by default if none is named.
///
/// # Panics
/// If a property is named that the program does not have.
#[must_use]
pub fn run(program: Program, properties: Vec<String>, settings: &Settings) -> Summary {
    // As on the command line, everything includes partial-order reduction.
    let partial_order = match settings.reduction {
        Reduction::FULL => PartialOrder::Reduced,
        _ => PartialOrder::Ignored,
    };
    let options = CheckOptions {
        method: tribunal_driver::Method::Auto,
        properties,
        fairness: settings.fairness,
        engine: Explicit { errors: settings.errors, partial_order, ..Explicit::default() },
        then: Vec::new(),
        transformer: tribunal_driver::Transformer::Usual,
        swarm: 1,
        reduction: settings.reduction,
        limits: Limits { time: Some(settings.time), memory: settings.memory, depth: u64::MAX },
        checkpoint: None,
    };
    let checked = check(program, &options, &AtomicBool::new(false), &mut ());
    summary(&checked.unwrap_or_else(|unknown| panic!("{unknown}")))
}

fn summary(checked: &Checked) -> Summary {
    let name = |property| checked.program.props[property].name.clone();
    let findings = checked.answers.iter().map(|answer| Finding {
        property: name(answer.property),
        verdict: answer.verdict.kleene(),
        reason: match &answer.verdict {
            Verdict::Maybe(reason) => Some(reason.clone()),
            Verdict::True(_) | Verdict::False(_) | Verdict::Refuted(_) => None,
        },
        end: match &answer.verdict {
            Verdict::False(trace) => Some(trace.end),
            Verdict::True(_) | Verdict::Refuted(_) | Verdict::Maybe(_) => None,
        },
    });
    let findings: Vec<_> = findings.collect();
    let end_states =
        checked.program.props.iter().find(|(_, it)| it.kind == PropertyKind::EndStates);
    let search = end_states.and_then(|(end_states, _)| {
        checked.searches.iter().find(|it| it.properties.contains(&end_states))
    });
    let complete = |it: &&tribunal_report::findings::Search| {
        let settled = |property| {
            checked
                .answers
                .iter()
                .any(|it| it.property == property && it.verdict.kleene() != Kleene::Maybe)
        };
        // No answer is given about the boundary: it takes back what others said.
        let asked = it.properties.iter().filter(|it| Some(**it) != checked.program.boundary);
        asked.copied().all(settled)
    };
    let size = search
        .filter(complete)
        .map(|it| Size { states: it.statistics.states, transitions: it.statistics.transitions });
    Summary { size, findings }
}
