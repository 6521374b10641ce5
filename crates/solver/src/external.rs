//! SMT solvers that are installed on the machine, asked by script: for a second opinion, where someone wants one.

use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use crate::print::smtlib;
use crate::sat::{Answer, Limits};
use crate::solver::Solver;
use crate::term::{TermId, Terms};

/// Whoever can tell whether formulas have a model together.
pub trait Decide {
    /// Whether all the formulas hold under some assignment.
    fn decide(&mut self, terms: &mut Terms, formulas: &[TermId], limits: Limits<'_>) -> Answer;
}

/// The formulas are assumed on top of what is asserted.
impl Decide for Solver {
    fn decide(&mut self, terms: &mut Terms, formulas: &[TermId], limits: Limits<'_>) -> Answer {
        self.check_within(terms, formulas, limits)
    }
}

/// A program that reads SMT-LIB 2 from its standard input. Of the limits, it obeys the interruption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// The program.
    pub program: PathBuf,
    /// What makes it read its standard input.
    pub arguments: Vec<String>,
}

/// How long we sleep between two looks at the interruption.
const PERIOD: Duration = Duration::from_millis(20);

impl External {
    /// The first of the solvers we know that is on the search path.
    #[must_use]
    pub fn find() -> Option<Self> {
        const KNOWN: [(&str, &[&str]); 3] = [
            ("bitwuzla", &["--lang", "smt2"]),
            ("cvc5", &["--lang", "smt2"]),
            ("z3", &["-in", "-smt2"]),
        ];
        let folders = std::env::var_os("PATH")?;
        for (name, arguments) in KNOWN {
            let found =
                std::env::split_paths(&folders).map(|it| it.join(name)).find(|it| it.is_file());
            if let Some(program) = found {
                let arguments = arguments.iter().map(|&it| it.to_owned()).collect();
                return Some(Self { program, arguments });
            }
        }
        None
    }

    fn start(&self) -> std::io::Result<Child> {
        Command::new(&self.program)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
    }
}

impl Decide for External {
    fn decide(&mut self, terms: &mut Terms, formulas: &[TermId], limits: Limits<'_>) -> Answer {
        let script = smtlib::script(terms, formulas);
        let Ok(mut child) = self.start() else { return Answer::Unknown };
        let (Some(mut input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
            return Answer::Unknown;
        };
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            // A solver that does not listen will not answer either.
            let _ = input.write_all(script.as_bytes());
            drop(input);
            let mut text = String::new();
            let _ = output.read_to_string(&mut text);
            let _ = sender.send(text);
        });
        let mut interrupt = limits.interrupt;
        let text = loop {
            match receiver.recv_timeout(PERIOD) {
                Ok(text) => break text,
                Err(RecvTimeoutError::Disconnected) => break String::new(),
                Err(RecvTimeoutError::Timeout) => {
                    if interrupt.as_mut().is_some_and(|it| it()) {
                        // It may have ended by itself in between.
                        let _ = child.kill();
                        break String::new();
                    }
                }
            }
        };
        let _ = child.wait();
        match text.lines().map(str::trim).find(|it| matches!(*it, "sat" | "unsat" | "unknown")) {
            Some("sat") => Answer::Sat,
            Some("unsat") => Answer::Unsat,
            _ => Answer::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Decide, External, Limits, Terms};

    #[test]
    fn a_program_that_is_missing_knows_nothing() {
        let mut missing = External { program: "/no/such/solver".into(), arguments: Vec::new() };
        assert_eq!(missing.decide(&mut Terms::new(), &[], Limits::default()), Answer::Unknown);
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_heard_and_interrupted() {
        let shell = |script: &str| External {
            program: "/bin/sh".into(),
            arguments: vec!["-c".to_owned(), script.to_owned()],
        };
        let mut terms = Terms::new();
        let answer =
            shell("grep -q check-sat && echo unsat").decide(&mut terms, &[], Limits::default());
        assert_eq!(answer, Answer::Unsat);
        let answer = shell("echo sat").decide(&mut terms, &[], Limits::default());
        assert_eq!(answer, Answer::Sat);
        let limits = Limits { interrupt: Some(&mut || true), ..Limits::default() };
        assert_eq!(shell("exec sleep 60").decide(&mut terms, &[], limits), Answer::Unknown);
    }
}
