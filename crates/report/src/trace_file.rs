//! Trace files: what `--trace-out` writes and `tribunal replay` reads.
//!
//! A trace names edges of the program by number, so the file also says how the program was made:
//! the model, a hash of all its texts, and every option that shapes the translation.

use serde::{Deserialize, Serialize};
use tribunal_base::{Id, Sources};
use tribunal_engine::{Chosen, End, Step, Trace};
use tribunal_ir::{EdgeId, Program};

use crate::data::ReplaySteps;

/// The format of trace files.
pub const FORMAT: &str = "tribunal-trace";
/// The version of the format.
pub const FORMAT_VERSION: u32 = 1;

/// A stored run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceFile {
    /// Always [`FORMAT`].
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// The path of the model.
    pub model: String,
    /// A hash of the model's texts, see [`hash`].
    pub source_hash: String,
    /// The property that the run violates; absent for a simulation.
    pub property: Option<String>,
    /// How the program was made from the model.
    pub options: TraceOptions,
    /// How the run ends.
    pub end: TraceEnd,
    /// The first step of the cycle, as an index into `steps`.
    pub cycle_start: Option<usize>,
    /// The steps.
    pub steps: ReplaySteps,
    /// What was chosen where the program leaves a value open.
    #[serde(default, skip_serializing_if = "TraceChoices::is_empty")]
    pub choices: TraceChoices,
}

/// The values of a run that a program leaves open, in order, separated by spaces: a number, or the bytes
/// of an object that are not 0, as `[offset=byte,offset=byte]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceChoices(pub String);

impl TraceChoices {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The values in this form.
    #[must_use]
    pub fn of(choices: &[Chosen]) -> Self {
        let byte = |(offset, value): &(u64, u8)| format!("{offset}={value}");
        let one = |chosen: &Chosen| match chosen {
            Chosen::Value(value) => value.to_string(),
            Chosen::Bytes(bytes) => {
                let bytes: Vec<String> = bytes.iter().map(byte).collect();
                format!("[{}]", bytes.join(","))
            }
        };
        Self(choices.iter().map(one).collect::<Vec<_>>().join(" "))
    }

    /// The values.
    ///
    /// # Errors
    /// If one is malformed; the message is for the user.
    pub fn expand(&self) -> Result<Vec<Chosen>, String> {
        let byte = |text: &str| -> Option<(u64, u8)> {
            let (offset, value) = text.split_once('=')?;
            Some((offset.parse().ok()?, value.parse().ok()?))
        };
        let one = |text: &str| -> Option<Chosen> {
            let Some(bytes) = text.strip_prefix('[') else {
                return text.parse().ok().map(Chosen::Value);
            };
            let bytes = bytes.strip_suffix(']')?.split(',').filter(|it| !it.is_empty());
            bytes.map(byte).collect::<Option<_>>().map(Chosen::Bytes)
        };
        let words = self.0.split_whitespace();
        words.map(|it| one(it).ok_or_else(|| format!("`{it}` is no value of a run"))).collect()
    }
}

/// How the program was made from the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceOptions {
    /// Macros given on the command line.
    pub defines: Vec<(String, String)>,
    /// Formulas given on the command line: name and text.
    pub formulas: Vec<(String, String)>,
    /// Whether Spin's peculiarities were kept.
    pub spin_compatible: bool,
    /// Whether full channels lose messages.
    pub lossy: bool,
    /// Whether only weakly fair runs count.
    pub fair: bool,
    /// What concerns C programs alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c: Option<TraceC>,
    /// The formulas about the tree of runs that were asked about the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ctl: Option<TraceCtl>,
}

/// Formulas about the tree of runs, and what a run shows of one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceCtl {
    /// All formulas that were asked about the program: it is made together with them.
    pub formulas: Vec<String>,
    /// Which of them the run is about, from 0 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<usize>,
    /// Which states are seen: `statement`, `global` or `marked`; absent if nobody has said it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub granularity: Option<String>,
    /// What the run alone shows, whatever else the program does: `true`, `false`, or `maybe` if it is a part of an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows: Option<String>,
}

/// How a program was made from files in C.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceC {
    /// Further files of the program.
    pub files: Vec<String>,
    /// Where included files were looked for.
    pub include: Vec<String>,
    /// The sizes of the basic types: `ILP32` or `LP64`.
    pub data_model: String,
    /// The function where the program starts.
    pub entry: String,
    /// What was looked for, by name.
    pub checks: Vec<String>,
    /// Whether allocations may fail.
    pub malloc_may_fail: bool,
    /// How far indices may go.
    #[serde(default)]
    pub bounds: TraceBounds,
    /// The functions whose calls are replaced by their contracts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<String>,
    /// How often loops may be gone through, if that is bounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unwind: Option<u64>,
    /// The same for single loops.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unwindset: Vec<(String, u64)>,
    /// Whether contracts stand for loops.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub loop_contracts: bool,
}

/// How far indices may go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceBounds {
    /// To the end of the array.
    #[default]
    Array,
    /// To the end of the object.
    Object,
}

/// How a stored run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceEnd {
    /// See [`End::Violation`].
    Violation,
    /// See [`End::Deadlock`].
    Deadlock,
    /// See [`End::Cycle`].
    Cycle,
    /// See [`End::Stutter`].
    Stutter,
    /// See [`End::ClaimEnd`].
    ClaimEnd,
    /// See [`End::Path`].
    Path,
    /// The run is cut off: a simulation.
    Stopped,
}

impl TraceEnd {
    /// How a trace ends.
    #[must_use]
    pub fn of(end: End) -> Self {
        match end {
            End::Violation => Self::Violation,
            End::Deadlock => Self::Deadlock,
            End::Cycle { .. } => Self::Cycle,
            End::Stutter => Self::Stutter,
            End::ClaimEnd => Self::ClaimEnd,
            End::Path => Self::Path,
        }
    }
}

impl TraceFile {
    /// Reads a file's text.
    ///
    /// # Errors
    /// If the text is not a trace of a version we know; the message is for the user.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: Self =
            serde_json::from_str(text).map_err(|it| format!("this is not a trace file: {it}"))?;
        if file.format != FORMAT || file.version != FORMAT_VERSION {
            let (format, version) = (&file.format, file.version);
            return Err(format!(
                "format `{format}` version {version} is unknown, expected `{FORMAT}` version {FORMAT_VERSION}"
            ));
        }
        Ok(file)
    }

    /// The text of the file.
    #[must_use]
    pub fn print(&self) -> String {
        let mut text = serde_json::to_string(self).unwrap_or_default();
        text.push('\n');
        text
    }

    fn length(&self) -> usize {
        self.steps.0.split_whitespace().count()
    }

    /// How the run ends, for `certify`; `None` for a simulation.
    ///
    /// # Errors
    /// If a cycle has no start within the run.
    pub fn end(&self) -> Result<Option<End>, String> {
        Ok(Some(match (self.end, self.cycle_start) {
            (TraceEnd::Violation, _) => End::Violation,
            (TraceEnd::Deadlock, _) => End::Deadlock,
            (TraceEnd::Stutter, _) => End::Stutter,
            (TraceEnd::ClaimEnd, _) => End::ClaimEnd,
            (TraceEnd::Path, _) => End::Path,
            (TraceEnd::Cycle, Some(back_to)) if back_to < self.length() => End::Cycle { back_to },
            (TraceEnd::Cycle, _) => return Err("the cycle has no start".to_owned()),
            (TraceEnd::Stopped, _) => return Ok(None),
        }))
    }
}

/// The first step of a trace's cycle.
#[must_use]
pub fn cycle_start(trace: &Trace) -> Option<usize> {
    match trace.end {
        End::Cycle { back_to } => Some(back_to),
        End::Violation | End::Deadlock | End::Stutter | End::ClaimEnd | End::Path => None,
    }
}

/// Steps in compact form.
#[must_use]
pub fn compact(steps: &[Step]) -> ReplaySteps {
    let one = |step: &Step| {
        let mover = format!("{}:{}", step.process, step.edge.index());
        match step.partner {
            Some((process, edge)) => format!("{mover}/{process}:{}", edge.index()),
            None => mover,
        }
    };
    ReplaySteps(steps.iter().map(one).collect::<Vec<_>>().join(" "))
}

/// Steps from their compact form.
///
/// # Errors
/// If a step is malformed or names an edge the program does not have.
pub fn expand(program: &Program, steps: &ReplaySteps) -> Result<Vec<Step>, String> {
    let half = |text: &str| -> Option<(u32, EdgeId)> {
        let (process, edge) = text.split_once(':')?;
        let edge = EdgeId::from_index(edge.parse::<u32>().ok()? as usize);
        program.edges.get(edge)?;
        Some((process.parse().ok()?, edge))
    };
    let one = |text: &str| -> Option<Step> {
        let (mover, partner) = match text.split_once('/') {
            Some((mover, partner)) => (half(mover)?, Some(half(partner)?)),
            None => (half(text)?, None),
        };
        Some(Step { process: mover.0, edge: mover.1, partner })
    };
    let words = steps.0.split_whitespace().enumerate();
    words
        .map(|(index, text)| {
            let wrong = || format!("step {} (`{text}`) is none of this program", index + 1);
            one(text).ok_or_else(wrong)
        })
        .collect()
}

/// A hash of all texts of a program, as 16 hexadecimal digits. Paths do not count.
///
/// G. Fowler, L. C. Noll, K.-P. Vo: *FNV hash*, 1991; the 64-bit variant 1a.
#[must_use]
pub fn hash(sources: &Sources) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut eat = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    for (_, _, text) in sources.files() {
        text.bytes().for_each(&mut eat);
        eat(0);
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::{TraceChoices, TraceEnd, TraceFile, TraceOptions, compact, expand, hash};
    use crate::data::ReplaySteps;
    use tribunal_base::{Id, Sources, Span};
    use tribunal_engine::{Chosen, End, Step};
    use tribunal_ir::{EdgeId, Program};

    fn a_file() -> TraceFile {
        TraceFile {
            format: super::FORMAT.to_owned(),
            version: super::FORMAT_VERSION,
            model: "a.pml".to_owned(),
            source_hash: "0".to_owned(),
            property: Some("p".to_owned()),
            options: TraceOptions {
                defines: vec![("N".to_owned(), "3".to_owned())],
                formulas: Vec::new(),
                spin_compatible: false,
                lossy: false,
                fair: true,
                c: None,
                ctl: None,
            },
            end: TraceEnd::Cycle,
            cycle_start: Some(1),
            steps: ReplaySteps("0:1 0:2/1:3".to_owned()),
            choices: TraceChoices::default(),
        }
    }

    #[test]
    fn a_file_survives_printing_and_parsing() {
        let file = a_file();
        assert_eq!(TraceFile::parse(&file.print()), Ok(file.clone()));
        assert_eq!(file.end(), Ok(Some(End::Cycle { back_to: 1 })));
    }

    #[test]
    fn chosen_values_survive_and_others_are_refused() {
        let choices = vec![
            Chosen::Value(-7),
            Chosen::Bytes(Vec::new()),
            Chosen::Bytes(vec![(0, 1), (40, 255)]),
            Chosen::Value(i128::MAX),
        ];
        let text = TraceChoices::of(&choices);
        assert!(text.0.starts_with("-7 [] [0=1,40=255] "), "{text:?}");
        assert_eq!(text.expand(), Ok(choices));
        for wrong in ["x", "[0=256]", "[0", "[0:1]", "1.5"] {
            assert!(TraceChoices(wrong.to_owned()).expand().is_err(), "{wrong}");
        }
    }

    #[test]
    fn foreign_texts_are_refused() {
        assert!(TraceFile::parse("{}").is_err());
        assert!(TraceFile::parse("no json").is_err());
        let future = TraceFile { version: 99, ..a_file() };
        assert!(TraceFile::parse(&future.print()).is_err_and(|it| it.contains("version 99")));
        let broken = TraceFile { cycle_start: Some(7), ..a_file() };
        assert!(broken.end().is_err());
    }

    #[test]
    fn steps_survive_compaction_and_unknown_edges_are_refused() {
        let mut program = Program::default();
        let span = Span::new(tribunal_base::FileId(0), 0, 0);
        for _ in 0..2 {
            program.edges.push(tribunal_ir::Edge {
                from: Id::from_index(0),
                to: Id::from_index(0),
                tier: 0,
                guard: tribunal_ir::Guard::Else,
                actions: Vec::new(),
                atomic: false,
                violates: None,
                span,
            });
        }
        let edge = EdgeId::from_index;
        let steps = vec![
            Step { process: 0, edge: edge(1), partner: None },
            Step { process: 1, edge: edge(0), partner: Some((2, edge(1))) },
        ];
        assert_eq!(expand(&program, &compact(&steps)), Ok(steps));
        for wrong in ["0:2", "0", "0:1/", "a:1", "0:99999999999", "0:1/1"] {
            assert!(expand(&program, &ReplaySteps(wrong.to_owned())).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_hash_depends_on_the_texts_and_their_borders() {
        let of = |texts: &[&str]| {
            let mut sources = Sources::default();
            for text in texts {
                sources.add("x", *text);
            }
            hash(&sources)
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_eq!(of(&["ab"]), of(&["ab"]));
    }
}
