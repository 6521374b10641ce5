//! Ourselves as the tool that is measured: a process of its own, so that its cost is taken like that of
//! the other tool.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tribunal_report::Truth;
use tribunal_report::summary::Summary;

use tribunal_driver::subprocess::folder::Folder;
use tribunal_driver::subprocess::{Bounds, Ending, Usage, run};

/// How much longer than its limit a search may take before it is ended from outside.
const GRACE: Duration = Duration::from_secs(10);

/// Why there are no figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The search did not come to an end, or did not start.
    Incomplete(String),
    /// The user interrupted.
    Cancelled,
}

/// The program that is measured.
#[derive(Clone, Debug)]
pub(crate) struct Ours {
    /// The `tribunal` command.
    pub(crate) program: PathBuf,
    /// Bytes of memory it may use.
    pub(crate) memory: u64,
}

impl Ours {
    /// Checks a model.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub(crate) fn check(
        &self,
        model: &Path,
        arguments: &[&str],
        bounds: Bounds<'_>,
    ) -> io::Result<Result<(Summary, Usage), Failure>> {
        let folder = Folder::new()?;
        let mut command = Command::new(&self.program);
        command.arg("check").arg(model).args(arguments).args(self.limits(bounds.time));
        let bounds = Bounds { time: bounds.time + GRACE, ..bounds };
        let ran = run(&mut command, folder.path(), bounds)?;
        let summary = Summary::read(&ran.output);
        Ok(match (ran.ending, summary) {
            (Ending::Cancelled, _) => Err(Failure::Cancelled),
            (Ending::TimeLimit, _) => Err(Failure::Incomplete("our time was up".to_owned())),
            (Ending::Exit(0 | 1 | 3), Some(summary)) => match unsettled(&summary) {
                Some(why) => Err(Failure::Incomplete(format!("we do not know: {why}"))),
                None => Ok((summary, ran.usage)),
            },
            (Ending::Exit(_) | Ending::Signal, _) => {
                let line = ran.errors.lines().find(|it| !it.trim().is_empty());
                let line = line.unwrap_or("it does not say why");
                Err(Failure::Incomplete(format!("we failed: {line}")))
            }
        })
    }

    fn limits(&self, time: Duration) -> [OsString; 5] {
        [
            "--json".into(),
            "--memory".into(),
            self.memory.to_string().into(),
            "--time".into(),
            format!("{}s", time.as_secs_f64()).into(),
        ]
    }
}

/// Why some property has no answer.
fn unsettled(summary: &Summary) -> Option<&str> {
    let maybe = summary.properties.iter().find(|it| it.verdict == Truth::Maybe);
    maybe.map(|it| it.reason.as_str())
}
