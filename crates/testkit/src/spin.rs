//! Spin as a referee: generates its verifier for a model, compiles it and reads what it prints.
//!
//! Everything that Spin simplifies is switched off (`-o1 -o2 -o3`, `-DNOREDUCE`), so that its graph
//! is the one that the model means.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::ours::Size;
use tribunal_base::Kleene;

/// How deep a verifier may go.
const DEPTH: &str = "-m1000000";

/// What a verifier says where a run is too long; such a run does not leave an atomic sequence, since the
/// limit is far beyond the number of states.
const TOO_DEEP: &str = "max search depth too small";

/// Whether Spin and a C compiler are installed.
#[must_use]
pub fn available() -> bool {
    let runs = |program: &str, argument: &str| {
        let quiet = Command::new(program)
            .arg(argument)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        quiet.is_ok_and(|it| it.success())
    };
    runs("spin", "-V") && runs("cc", "--version")
}

/// What a kind of error is called here.
#[must_use]
pub fn kind_of_error(text: &str) -> Option<&'static str> {
    let kinds = [
        ("invalid end state", "end-states"),
        ("end state in claim reached", "never"),
        ("acceptance cycle", "acceptance"),
        ("non-progress cycle", "non-progress"),
        ("invalid array index", "array-bounds"),
        ("assertion violated", "assertions"),
        ("ref to uninitialized chan", "channels"),
        ("too few parameters", "channels"),
        ("missing pars", "channels"),
        ("error to poll rendezvous", "channels"),
        ("polling rv chan", "channels"),
        ("block in d_step", "d_step"),
        ("rv-attempt in d_step", "d_step"),
        ("event_trace error", "event-trace"),
        ("event trace", "event-trace"),
        ("too many processes", "processes"),
        ("nondeterministic", "determinism"),
    ];
    kinds.iter().find(|(part, _)| text.contains(part)).map(|(_, kind)| *kind)
}

/// What Spin says about a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// It refuses the model, or its output does not compile.
    Refused(String),
    /// Its verifier did not come to an end: it was killed, or time was up.
    Died(String),
    /// It searched.
    Searched {
        /// The graph.
        size: Size,
        /// The texts of all errors, sorted and without repetition.
        errors: Vec<String>,
    },
}

/// Asks Spin about the finite runs of a model.
///
/// # Panics
/// If files cannot be written or Spin cannot be started.
#[must_use]
pub fn ask(text: &str, patience: Duration) -> Opinion {
    match Bench::compile(text, &["-DSAFETY", "-DNOCLAIM"], patience) {
        Ok(bench) => bench.search(patience),
        Err(opinion) => opinion,
    }
}

/// What Spin says about infinite runs. None where it gives no answer, or finds something else first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycles {
    /// On all runs.
    pub all: Option<Kleene>,
    /// On weakly fair runs.
    pub fair: Option<Kleene>,
}

/// Which infinite runs Spin is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Those that violate the first claim.
    Claim,
    /// Those that pass an accept label for ever.
    Acceptance,
}

/// Asks Spin about the infinite runs of a model.
///
/// # Panics
/// If files cannot be written or Spin cannot be started.
#[must_use]
pub fn ask_cycles(text: &str, question: Question, patience: Duration) -> Cycles {
    // Assertions of the model are ignored, but a claim may be an assertion itself.
    let (flags, arguments): (&[&str], &[&str]) = match question {
        Question::Claim => (&[], &["-a", "-E", DEPTH]),
        Question::Acceptance => (&["-DNOCLAIM"], &["-a", "-E", "-A", DEPTH]),
    };
    match Bench::compile(text, flags, patience) {
        Err(_) => Cycles { all: None, fair: None },
        Ok(bench) => Cycles {
            all: bench.cycles(arguments, patience),
            fair: bench.cycles(&[arguments, &["-f"]].concat(), patience),
        },
    }
}

/// A directory of its own, for one model.
struct Bench {
    path: PathBuf,
}

impl Bench {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("tribunal-spin-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a temporary directory should be creatable");
        Self { path }
    }

    /// The verifier of a model.
    fn compile(text: &str, flags: &[&str], patience: Duration) -> Result<Self, Opinion> {
        let bench = Self::new();
        std::fs::write(bench.path.join("model.pml"), text).expect("a model should be writable");
        let generated = bench.run("spin", &["-o1", "-o2", "-o3", "-a", "model.pml"], patience);
        let Some(generated) = generated else { return Err(Opinion::Died("spin".to_owned())) };
        let said = String::from_utf8_lossy(&generated.stdout).into_owned();
        if !generated.status.success() || !bench.path.join("pan.c").exists() {
            return Err(Opinion::Refused(said));
        }
        let common = ["-O0", "-w", "-DNOREDUCE", "-DVECTORSZ=8192"];
        let flags = [&common, flags, &["-o", "pan", "pan.c"]].concat();
        let compiled = bench.run("cc", &flags, patience);
        let Some(compiled) = compiled else { return Err(Opinion::Died("cc".to_owned())) };
        if !compiled.status.success() {
            return Err(Opinion::Refused(String::from_utf8_lossy(&compiled.stderr).into_owned()));
        }
        Ok(bench)
    }

    /// Runs a program here; none if it took too long.
    fn run(&self, program: &str, arguments: &[&str], patience: Duration) -> Option<Output> {
        let program = if program.starts_with("./") {
            self.path.join(program).into_os_string()
        } else {
            program.into()
        };
        run(&program, arguments, &self.path, patience)
    }

    /// Whether there is no cycle of the kind that the verifier was made for.
    fn cycles(&self, arguments: &[&str], patience: Duration) -> Option<Kleene> {
        let said = self.run("./pan", arguments, patience)?;
        let said = String::from_utf8_lossy(&said.stdout);
        size(&said)?;
        let kind = error_texts(&said).first().map(|it| kind_of_error(it));
        match kind {
            _ if said.contains(TOO_DEEP) => None,
            None => Some(Kleene::True),
            Some(Some("acceptance" | "never" | "assertions")) => Some(Kleene::False),
            Some(_) => None,
        }
    }

    fn search(&self, patience: Duration) -> Opinion {
        let Some(errors) = self.run("./pan", &["-c0", DEPTH], patience) else {
            return Opinion::Died("pan took too long".to_owned());
        };
        let Some(graph) = self.run("./pan", &["-A", "-E", DEPTH], patience) else {
            return Opinion::Died("pan took too long".to_owned());
        };
        let said = String::from_utf8_lossy(&graph.stdout);
        if said.contains(TOO_DEEP) {
            return Opinion::Died("an endless atomic sequence".to_owned());
        }
        let Some(size) = size(&said).filter(|_| errors.status.success()) else {
            return Opinion::Died(format!("{} {said}", errors.status));
        };
        let mut errors = error_texts(&String::from_utf8_lossy(&errors.stdout));
        errors.extend(error_texts(&said));
        errors.sort();
        errors.dedup();
        Opinion::Searched { size, errors }
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        // What is left behind in the temporary directory does no harm.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

fn run(
    program: &std::ffi::OsStr,
    arguments: &[&str],
    directory: &Path,
    patience: Duration,
) -> Option<Output> {
    // Output goes to files: a pipe that nobody reads would block the program.
    let file = |name: &str| {
        std::fs::File::create(directory.join(name)).expect("a log file should be creatable")
    };
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(file("stdout"))
        .stderr(file("stderr"))
        .spawn()
        .expect("a program that was there should still start");
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child should be waitable") {
            break status;
        }
        if patience < start.elapsed() {
            // It may have ended in between.
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let read = |name: &str| std::fs::read(directory.join(name)).unwrap_or_default();
    Some(Output { status, stdout: read("stdout"), stderr: read("stderr") })
}

/// The size that a verifier prints. It counts the first visit as a transition.
fn size(said: &str) -> Option<Size> {
    let number = |what: &str| {
        let line = said.lines().find(|it| it.contains(what))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    let transitions = number(" transitions (")?.checked_sub(1)?;
    Some(Size { states: number(" states, stored")?, transitions })
}

/// The errors that a verifier prints: `pan:1: assertion violated (x==2) (at depth 3)`.
fn error_texts(said: &str) -> Vec<String> {
    let errors = said.lines().filter_map(|it| it.strip_prefix("pan:"));
    let texts = errors.filter_map(|it| it.split_once(": ")).map(|(_, text)| text);
    texts.map(|it| it.split(" (at depth").next().unwrap_or(it).trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::{error_texts, kind_of_error, size};
    use crate::ours::Size;

    const SAID: &str = "pan:1: assertion violated (x==2) (at depth 3)\n\
        pan: wrote model.pml.trail\n\
        pan:2: invalid end state (at depth 7)\n\
        \x20       6 states, stored\n        2 states, matched\n        8 transitions (= stored+matched)\n";

    #[test]
    fn the_size_is_read() {
        assert_eq!(size(SAID), Some(Size { states: 6, transitions: 7 }));
        assert_eq!(size("pan: aborted"), None);
    }

    #[test]
    fn errors_are_read() {
        let errors = error_texts(SAID);
        assert_eq!(errors, ["assertion violated (x==2)", "invalid end state"]);
        let kinds: Vec<_> = errors.iter().map(|it| kind_of_error(it)).collect();
        assert_eq!(kinds, [Some("assertions"), Some("end-states")]);
    }
}
