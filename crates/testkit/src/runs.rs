//! Runs of C programs that take no input, here and compiled by gcc: what they print, and how they end.

use std::io;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tribunal_driver::{
    CTranslation, Dialect, RunEnd, RunLimits, Translation, Values, prepare, run,
};
use tribunal_ir::{AssumptionKind, Overflow, Stream};

/// What a run comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// What went to the standard output.
    pub output: String,
    /// What went to the standard error output.
    pub error: String,
    /// The exit status; of who was ended by a signal, 128 more than its number.
    pub status: u8,
}

/// The run of a program, or why there is none to compare: it depends on values that are left open, it does not end, it is not supported, something goes wrong.
///
/// # Errors
/// The reason.
pub fn ours(path: &Path) -> Result<Ended, String> {
    let (first, second) = (with_seed(path, 1)?, with_seed(path, 2)?);
    if first == second { Ok(first) } else { Err("depends on values left open".to_owned()) }
}

fn with_seed(path: &Path, seed: u64) -> Result<Ended, String> {
    let translation = Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        questions: tribunal_driver::Questions::default(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: CTranslation::default(),
    };
    let path = path.to_string_lossy();
    let prepared = prepare(&path, translation).map_err(|_| "not translated".to_owned())?;
    if prepared.program.assumptions.iter().any(|it| it.kind == AssumptionKind::Order) {
        return Err("rests on an order of evaluation that C leaves open".to_owned());
    }
    if prepared.program.assumptions.iter().any(|it| it.what.starts_with("the stack has room")) {
        return Err("needs more of a stack than it may get".to_owned());
    }
    let (mut output, mut error) = (Vec::new(), Vec::new());
    let mut printed = |stream, text: &[u8]| match stream {
        Stream::Output => output.extend_from_slice(text),
        Stream::Error => error.extend_from_slice(text),
        Stream::Status => {}
    };
    let values = Values::at_random(&prepared.program, seed).started_as([path.clone().into_owned()]);
    let limits = RunLimits { time: Some(Duration::from_secs(20)), steps: Some(3_000_000) };
    let ran = run(&prepared.program, values, limits, &AtomicBool::new(false), &mut printed)
        .ok_or_else(|| "has threads".to_owned())?;
    match (ran.end, ran.status) {
        (RunEnd::Finished, Some(status)) => {
            let text = |it: &[u8]| String::from_utf8_lossy(it).into_owned();
            Ok(Ended { output: text(&output), error: text(&error), status })
        }
        _ => Err(ran.ending(&prepared.program).1),
    }
}

/// The run of a program that gcc has compiled, in a folder.
///
/// # Errors
/// If gcc does not take it.
pub fn by_gcc(path: &Path, folder: &Path) -> io::Result<Ended> {
    let binary = folder.join("binary");
    let compiled = Command::new("gcc")
        .args(["-w", "-O0", "-fno-builtin", "-o"])
        .args([&binary, path])
        .arg("-lm")
        .stdin(Stdio::null())
        .output()?;
    if !compiled.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&compiled.stderr).into_owned()));
    }
    let ran = Command::new(&binary).arg0(path).stdin(Stdio::null()).output()?;
    let text = |it: &[u8]| String::from_utf8_lossy(it).into_owned();
    let signal = ran.status.signal().map_or(0, |it| 128 + it);
    let status = u8::try_from(ran.status.code().unwrap_or(signal)).unwrap_or(u8::MAX);
    Ok(Ended { output: text(&ran.stdout), error: text(&ran.stderr), status })
}
