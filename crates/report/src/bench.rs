//! The benchmark: the figures of two tools on the same models, as data, as a table and as CSV.

mod ladder;
mod table;

pub use ladder::{LadderReport, RungRow, draw_ladder};
pub use table::{csv, draw_bench};

use serde::Serialize;

use crate::data::{CONTRACT, TOOL, VERSION};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// Transitions per second of processor time, one core.
    Speed,
    /// Transitions per second from start to end, two cores against one.
    Cores,
    /// From the command to the verdict.
    Start,
    /// Bytes per state.
    Memory,
    /// States stored with reductions.
    Reduction,
    /// The search for accepting cycles.
    Ltl,
}

impl Measure {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 6] =
        [Self::Speed, Self::Cores, Self::Start, Self::Memory, Self::Reduction, Self::Ltl];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Speed => "speed",
            Self::Cores => "cores",
            Self::Start => "start",
            Self::Memory => "memory",
            Self::Reduction => "reduction",
            Self::Ltl => "ltl",
        }
    }

    /// What it means.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Speed => "transitions per CPU second, one core, nothing reduced on either side",
            Self::Cores => "the same on two cores in wall time, against Spin on one",
            Self::Start => "command to verdict, with Spin's generation and compilation",
            Self::Memory => "bytes per state, exact, table included",
            Self::Reduction => "states stored with reductions on, against Spin with its defaults",
            Self::Ltl => "accepting-cycle search, CPU time on one core, nothing reduced",
        }
    }

    /// What must be reached, and what should be.
    fn marks(self) -> (f64, f64) {
        match self {
            Self::Speed => (1.5, 4.0),
            Self::Cores => (2.5, 7.0),
            Self::Start => (5.0, 50.0),
            Self::Memory => (24.0, 12.0),
            // The share of the models on which we store no more.
            Self::Reduction => (0.9, 1.0),
            Self::Ltl => (1.2, 3.0),
        }
    }
}

/// What one tool needed for one model: medians over the runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figure {
    /// States stored.
    pub states: u64,
    /// Steps between them.
    pub transitions: u64,
    /// Processor time in the program.
    pub user_seconds: f64,
    /// Processor time in the system.
    pub system_seconds: f64,
    /// Time from start to end.
    pub wall_seconds: f64,
    /// The largest resident memory.
    pub peak_bytes: u64,
    /// Bytes for a state, by the tool's own account of its tables.
    pub state_bytes: f64,
}

impl Figure {
    /// Processor time, wherever it was spent.
    pub fn cpu_seconds(&self) -> f64 {
        self.user_seconds + self.system_seconds
    }
}

/// One model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its path in the folder.
    pub model: String,
    /// Whether it enters the mean.
    pub counts: bool,
    /// The other tool's figures.
    pub theirs: Option<Figure>,
    /// Ours.
    pub ours: Option<Figure>,
    /// Ours in relation to theirs; for `memory`, our bytes per state.
    pub value: Option<f64>,
    /// What else is to be said.
    pub note: Option<String>,
}

/// How far a mean comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// The goal is reached.
    Goal,
    /// The floor is reached.
    Floor,
    /// Neither.
    Missed,
    /// There is no model to tell.
    Unknown,
}

/// All models under one measure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeasureReport {
    /// What was measured.
    pub measure: Measure,
    /// How many models enter the mean.
    pub models: usize,
    /// The geometric mean of the values.
    pub mean: Option<f64>,
    /// For `reduction`: the share of the models on which we store no more states.
    pub share: Option<f64>,
    /// For `reduction`: all our states by all of theirs.
    pub sum: Option<f64>,
    /// What must be reached.
    pub floor: f64,
    /// What should be reached.
    pub goal: f64,
    /// What is reached.
    pub standing: Standing,
    /// The models.
    pub rows: Vec<Row>,
}

/// A model that was not measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Its path in the folder.
    pub model: String,
    /// Why.
    pub why: String,
}

/// How large the other tool's hash table is where speed is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tables {
    /// As it is unless the user says otherwise.
    Shipped,
    /// As somebody would choose who knows the size of the graph beforehand.
    Sized,
}

impl Tables {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Shipped, Self::Sized];

    /// The word on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Shipped => "shipped",
            Self::Sized => "sized",
        }
    }
}

/// A whole benchmark.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BenchReport {
    /// Always [`TOOL`].
    pub tool: &'static str,
    /// The version of the tool.
    pub version: &'static str,
    /// The version of the JSON contract.
    pub contract: u32,
    /// The folder of the models.
    pub folder: String,
    /// The other tool and its version.
    pub against: String,
    /// How often each was run.
    pub runs: usize,
    /// How many states a model must have to count, where size matters.
    pub min_states: u64,
    /// How large the other tool's hash table was.
    pub tables: Tables,
    /// The measures.
    pub measures: Vec<MeasureReport>,
    /// What was left out.
    pub skipped: Vec<Skipped>,
}

impl BenchReport {
    /// An empty one.
    #[must_use]
    pub fn new(folder: &str, against: &str, runs: usize, min_states: u64, tables: Tables) -> Self {
        Self {
            tool: TOOL,
            version: VERSION,
            contract: CONTRACT,
            folder: folder.to_owned(),
            against: against.to_owned(),
            runs,
            min_states,
            tables,
            measures: Vec::new(),
            skipped: Vec::new(),
        }
    }
}

impl MeasureReport {
    /// Sums up the models.
    #[must_use]
    pub fn of(measure: Measure, rows: Vec<Row>) -> Self {
        let counting: Vec<&Row> = rows.iter().filter(|it| it.counts).collect();
        let values: Vec<f64> = counting.iter().filter_map(|it| it.value).collect();
        let models = values.len();
        let mean = geometric_mean(&values);
        let (floor, goal) = measure.marks();
        let (share, sum) = match measure {
            Measure::Reduction if 0 < models => {
                let fewer = values.iter().filter(|it| **it <= 1.0).count();
                let states = |figure: fn(&Row) -> Option<Figure>| -> f64 {
                    let figures = counting.iter().filter_map(|it| figure(it));
                    figures.map(|it| it.states as f64).sum()
                };
                let sum = states(|it| it.ours) / states(|it| it.theirs);
                (Some(fewer as f64 / models as f64), Some(sum))
            }
            _ => (None, None),
        };
        let standing = standing(measure, mean, share, sum);
        Self { measure, models, mean, share, sum, floor, goal, standing, rows }
    }
}

fn standing(measure: Measure, mean: Option<f64>, share: Option<f64>, sum: Option<f64>) -> Standing {
    let (floor, goal) = measure.marks();
    let Some(mean) = mean else { return Standing::Unknown };
    let (has_floor, has_goal) = match (measure, share, sum) {
        (Measure::Memory, ..) => (mean <= floor, mean <= goal),
        (Measure::Reduction, Some(share), Some(sum)) => {
            (floor <= share, goal <= share && sum <= 0.5)
        }
        _ => (floor <= mean, goal <= mean),
    };
    match (has_floor, has_goal) {
        (_, true) => Standing::Goal,
        (true, false) => Standing::Floor,
        (false, false) => Standing::Missed,
    }
}

/// The geometric mean; none of nothing.
fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let sum: f64 = values.iter().map(|it| it.max(f64::MIN_POSITIVE).ln()).sum();
    Some((sum / values.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::{Figure, Measure, MeasureReport, Row, Standing};

    fn row(value: f64, ours: u64, theirs: u64) -> Row {
        let figure = |states| Some(Figure { states, ..Figure::default() });
        Row {
            model: "m".to_owned(),
            counts: true,
            theirs: figure(theirs),
            ours: figure(ours),
            value: Some(value),
            note: None,
        }
    }

    #[test]
    fn means_are_geometric_and_only_of_what_counts() {
        let out = Row { counts: false, ..row(1000.0, 1, 1) };
        let report = MeasureReport::of(Measure::Speed, vec![row(1.0, 1, 1), row(4.0, 1, 1), out]);
        assert_eq!(report.models, 2);
        assert!((report.mean.unwrap_or(0.0) - 2.0).abs() < 1e-9, "{report:?}");
        assert_eq!(report.standing, Standing::Floor);
        assert_eq!(MeasureReport::of(Measure::Speed, Vec::new()).standing, Standing::Unknown);
    }

    #[test]
    fn fewer_bytes_are_better() {
        let standing = |bytes| MeasureReport::of(Measure::Memory, vec![row(bytes, 1, 1)]).standing;
        assert_eq!(
            [standing(11.0), standing(20.0), standing(30.0)],
            [Standing::Goal, Standing::Floor, Standing::Missed]
        );
    }

    #[test]
    fn reductions_are_judged_by_models_and_by_the_sum() {
        let report = MeasureReport::of(
            Measure::Reduction,
            vec![row(1.0, 100, 100), row(0.1, 10, 100), row(2.0, 20, 10)],
        );
        assert_eq!(report.sum, Some(130.0 / 210.0));
        assert_eq!(report.standing, Standing::Missed);
        let report = MeasureReport::of(Measure::Reduction, vec![row(0.1, 10, 100)]);
        assert_eq!((report.share, report.standing), (Some(1.0), Standing::Goal));
    }
}
