//! Spin as the other tool: generates its verifier, compiles it, runs it and reads what it prints.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Tables;
use tribunal_driver::subprocess::folder::Folder;
use tribunal_driver::subprocess::{Bounds, Ending, Ran, Usage, run};

/// What Spin may simplify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// Nothing: the graph is the one that the model means (L0).
    Plain,
    /// What it simplifies unless it is told not to (L2).
    Default,
}

/// What Spin is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// The whole graph, whatever is wrong with it, without any claim.
    Graph,
    /// Whether assertions and end states are as they should be.
    Safety,
    /// Whether the claim holds, by a search for accepting cycles.
    Claim,
}

/// Why there are no figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Spin refuses the model.
    Rejected(String),
    /// It did not come to an end.
    Incomplete(&'static str),
    /// The user interrupted.
    Cancelled,
}

/// What a verifier printed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Printed {
    pub(crate) states: u64,
    /// Edges; the verifier itself counts one more.
    pub(crate) transitions: u64,
    pub(crate) depth: u64,
    pub(crate) errors: u64,
    /// Bytes for a state, its share of the hash table included.
    pub(crate) state_bytes: f64,
}

/// A verifier, ready to run.
#[derive(Debug)]
pub(crate) struct Verifier {
    folder: Folder,
    question: Question,
    /// What it took to make it.
    pub(crate) making: Usage,
}

/// How much room a verifier gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// What it takes unless told otherwise.
    Default,
    /// Enough for a graph of unknown size.
    Large,
    /// A stack as deep as is known to be needed.
    Stack {
        /// The longest path.
        depth: u64,
    },
    /// A stack and a hash table that suit a graph that is known: the best for Spin.
    Graph {
        /// Its states.
        states: u64,
        /// Its longest path.
        depth: u64,
    },
}

impl Room {
    /// The room for a graph that was searched before.
    pub(crate) fn known(tables: Tables, size: &Printed) -> Self {
        let (states, depth) = (size.states, size.depth);
        match tables {
            Tables::Shipped => Self::Stack { depth },
            Tables::Sized => Self::Graph { states, depth },
        }
    }

    fn arguments(self) -> Vec<String> {
        match self {
            Self::Default => Vec::new(),
            Self::Large => vec!["-m10000000".to_owned(), "-w22".to_owned()],
            Self::Stack { depth } => vec![format!("-m{}", (depth + depth / 4).max(10_000))],
            Self::Graph { states, depth } => {
                let bits = (states.max(1).ilog2() + 2).clamp(16, 30);
                let mut arguments = Self::Stack { depth }.arguments();
                arguments.push(format!("-w{bits}"));
                arguments
            }
        }
    }
}

/// The version of Spin, if it and a C compiler are installed.
///
/// # Errors
/// If one is missing: a sentence that says so.
pub fn version() -> Result<String, String> {
    let first_line = |program: &str, argument: &str| -> Result<String, String> {
        let answer = Command::new(program).arg(argument).output();
        let answer = answer.map_err(|it| format!("`{program}` cannot be run: {it}"))?;
        let text = String::from_utf8_lossy(&answer.stdout).into_owned();
        Ok(text.lines().next().unwrap_or(program).trim().to_owned())
    };
    first_line("gcc", "--version")?;
    first_line("spin", "-V")
}

impl Verifier {
    /// Makes a verifier for a model.
    ///
    /// # Errors
    /// If a program cannot be started.
    pub(crate) fn make(
        model: &Path,
        level: Level,
        question: Question,
        memory: u64,
        bounds: Bounds<'_>,
    ) -> io::Result<Result<Self, Failure>> {
        let folder = Folder::new()?;
        let mut spin = Command::new("spin");
        if level == Level::Plain {
            spin.args(["-o1", "-o2", "-o3"]);
        }
        let generated = run(spin.arg("-a").arg(model), folder.path(), bounds)?;
        if let Some(failure) = unfinished(&generated) {
            return Ok(Err(failure));
        }
        // Spin complains about some names and generates a verifier all the same.
        if !folder.path().join("pan.c").exists() {
            return Ok(Err(Failure::Rejected(complaint(&generated))));
        }
        let mut gcc = Command::new("gcc");
        gcc.args(["-O2", "-w", "-o", "pan"]).arg(format!("-DMEMLIM={}", memory >> 20));
        gcc.args(match question {
            Question::Graph => &["-DSAFETY", "-DNOCLAIM"][..],
            Question::Safety => &["-DSAFETY"],
            Question::Claim => &[],
        });
        if level == Level::Plain {
            gcc.arg("-DNOREDUCE");
        }
        let compiled = run(gcc.arg("pan.c"), folder.path(), bounds)?;
        if let Some(failure) = unfinished(&compiled) {
            return Ok(Err(failure));
        }
        if compiled.ending != Ending::Exit(0) {
            let why = format!("its verifier does not compile: {}", complaint(&compiled));
            return Ok(Err(Failure::Rejected(why)));
        }
        let making = generated.usage.and_then(compiled.usage);
        Ok(Ok(Self { folder, question, making }))
    }

    /// Runs it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(crate) fn run(
        &self,
        room: Room,
        bounds: Bounds<'_>,
    ) -> io::Result<Result<(Printed, Usage), Failure>> {
        let program: PathBuf = self.folder.path().join("pan");
        let arguments: &[&str] = match self.question {
            Question::Graph => &["-A", "-E"],
            Question::Safety => &[],
            Question::Claim => &["-a"],
        };
        let mut pan = Command::new(OsStr::new(&program));
        let ran = run(pan.args(arguments).args(room.arguments()), self.folder.path(), bounds)?;
        if let Some(failure) = unfinished(&ran) {
            return Ok(Err(failure));
        }
        Ok(match printed(&ran.output) {
            _ if ran.output.contains("max search depth too small") => {
                Err(Failure::Incomplete("its depth limit was reached"))
            }
            _ if ran.output.contains("VECTORSZ is too small") => {
                Err(Failure::Incomplete("its limit on the size of states was reached"))
            }
            _ if ran.output.contains("reached -DMEMLIM bound") => {
                Err(Failure::Incomplete("its memory limit was reached"))
            }
            // An error that cannot be ignored ends even a search for the whole graph.
            Some(it) if self.question == Question::Graph && 0 < it.errors => {
                Err(Failure::Incomplete("an error ended its search"))
            }
            Some(printed) => Ok((printed, ran.usage)),
            None => Err(Failure::Incomplete("its verifier failed")),
        })
    }
}

/// Whether a program was ended from outside.
fn unfinished(ran: &Ran) -> Option<Failure> {
    match ran.ending {
        Ending::TimeLimit => Some(Failure::Incomplete("its time was up")),
        Ending::Cancelled => Some(Failure::Cancelled),
        Ending::Exit(_) | Ending::Signal => None,
    }
}

/// The first line that tells what is wrong.
fn complaint(ran: &Ran) -> String {
    let mut lines = ran.output.lines().chain(ran.errors.lines()).map(str::trim);
    let lines: Vec<&str> = lines.by_ref().filter(|it| !it.is_empty()).collect();
    let error = lines.iter().find(|it| it.contains("rror"));
    error.or(lines.first()).map_or_else(|| "it does not say why".to_owned(), |it| (*it).to_owned())
}

/// Reads what a verifier prints.
fn printed(said: &str) -> Option<Printed> {
    let before = |what: &str| -> Option<f64> {
        let line = said.lines().find(|it| it.contains(what))?;
        line.split_whitespace().next()?.parse().ok()
    };
    let after = |what: &str| -> Option<u64> {
        let (_, rest) = said.split_once(what)?;
        let end = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().ok()
    };
    let states = before(" states, stored")? as u64;
    let megabytes = before("actual memory usage for states")
        .or_else(|| before("equivalent memory usage for states"))?
        + before("memory used for hash table").unwrap_or(0.0);
    Some(Printed {
        states,
        transitions: (before(" transitions (")? as u64).checked_sub(1)?,
        depth: after("depth reached ")?,
        errors: after("errors: ")?,
        state_bytes: megabytes * f64::from(1 << 20) / (states.max(1) as f64),
    })
}

#[cfg(test)]
mod tests {
    use super::{Room, Tables, printed};

    const SAID: &str = "State-vector 52 byte, depth reached 49171, errors: 0\n\
        \x20 1128424 states, stored\n  3105618 states, matched\n\
        \x20 4234042 transitions (= stored+matched)\n        0 atomic steps\n\
        \x20  77.483	equivalent memory usage for states (stored*(State-vector + overhead))\n\
        \x20  51.966	actual memory usage for states (compression: 67.07%)\n\
        \x20  16.000	memory used for hash table (-w21)\n";

    #[test]
    fn figures_are_read() {
        let it = printed(SAID).expect("there should be figures");
        assert_eq!(
            (it.states, it.transitions, it.depth, it.errors),
            (1_128_424, 4_234_041, 49171, 0)
        );
        assert_eq!(it.state_bytes.round() as u64, 63);
        assert_eq!(printed("pan: aborted"), None);
    }

    #[test]
    fn room_suits_the_graph() {
        let size = printed(SAID).expect("there should be figures");
        assert_eq!(Room::known(Tables::Sized, &size).arguments(), ["-m61463", "-w22"]);
        assert_eq!(Room::known(Tables::Shipped, &size).arguments(), ["-m61463"]);
        assert_eq!(Room::Default.arguments(), [""; 0]);
    }
}
