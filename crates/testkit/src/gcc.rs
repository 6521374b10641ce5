//! A C compiler with sanitizers as a referee: compiles many random programs at once and runs each on all its
//! inputs.

use crate::random_c::{PRELUDE, RandomC};
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Whether a compiler with sanitizers is installed.
#[must_use]
pub fn available() -> bool {
    let folder = std::env::temp_dir().join(format!("tribunal-gcc-{}", std::process::id()));
    let built = std::fs::create_dir_all(&folder).is_ok()
        && std::fs::write(folder.join("t.c"), "int main(void) { return 0; }\n").is_ok()
        && compile(&folder.join("t.c"), &folder.join("t")).is_ok_and(|it| it.is_empty());
    _ = std::fs::remove_dir_all(&folder);
    built
}

/// What a run of a program comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// The checksum.
    Checksum(u64),
    /// Undefined behaviour, named as we name checks, and what the sanitizer says.
    Undefined {
        /// The check.
        check: &'static str,
        /// What the sanitizer says.
        message: String,
    },
}

/// Several programs, compiled into one.
#[derive(Debug)]
pub struct Batch {
    binary: PathBuf,
}

impl Batch {
    /// Compiles programs, in a folder.
    ///
    /// # Errors
    /// If the compiler cannot be run, or does not take them.
    pub fn new(programs: &[RandomC], folder: &Path) -> io::Result<Self> {
        let mut text = format!("{PRELUDE}#include <stdio.h>\n");
        for program in programs {
            text += &program.text;
        }
        text += "int main(int argc, char **argv) {\n  unsigned long long c = 0;\n  unsigned n = strtoul(argv[2], 0, 10);\n  switch (atoi(argv[1])) {\n";
        for (number, program) in programs.iter().enumerate() {
            _ = writeln!(text, "  case {number}: c = {}run(n); break;", program.prefix);
        }
        text += "  }\n  printf(\"%llu\\n\", c);\n  return 0;\n}\n";
        let (source, binary) = (folder.join("batch.c"), folder.join("batch"));
        std::fs::write(&source, text)?;
        let complaints = compile(&source, &binary)?;
        if complaints.is_empty() { Ok(Self { binary }) } else { Err(io::Error::other(complaints)) }
    }

    /// Runs the program of a number on an input.
    ///
    /// # Errors
    /// If it cannot be run, or fails in a way that is not known.
    pub fn run(&self, number: usize, input: u32) -> io::Result<Run> {
        let output = Command::new(&self.binary)
            .args([number.to_string(), input.to_string()])
            .env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1")
            .stdin(Stdio::null())
            .output()?;
        let message = String::from_utf8_lossy(&output.stderr);
        let reported = message.lines().filter(|it| is_report(it) && counts(it));
        let mut reported = reported.peekable();
        if output.status.success() && reported.peek().is_none() {
            let number = String::from_utf8_lossy(&output.stdout).trim().parse();
            return Ok(Run::Checksum(number.map_err(io::Error::other)?));
        }
        let first = reported.next().unwrap_or("").to_owned();
        let check = kind(&first).ok_or_else(|| io::Error::other(message.into_owned()))?;
        Ok(Run::Undefined { check, message: first })
    }
}

fn is_report(line: &str) -> bool {
    line.contains("runtime error: ") || line.contains("ERROR: AddressSanitizer: ")
}

/// Whether we report what a sanitizer does: a number may be shifted into the sign.
fn counts(line: &str) -> bool {
    let Some((_, shift)) = line.split_once("left shift of ") else { return true };
    let Some((value, rest)) = shift.split_once(" by ") else { return true };
    let places: u32 = rest.split(' ').next().and_then(|it| it.parse().ok()).unwrap_or(0);
    let Ok(value) = value.parse::<u128>() else { return true };
    let width = if rest.contains("long int") { 64 } else { 32 };
    value << places >> width != 0
}

/// Compiles a file; yields the complaints.
fn compile(source: &Path, binary: &Path) -> io::Result<String> {
    let output = Command::new("gcc")
        .args(["-w", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"])
        .args(["-fsanitize-recover=shift-base", "-o"])
        .args([binary, source])
        .stdin(Stdio::null())
        .output()?;
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(if output.status.success() { String::new() } else { format!("gcc: {complaints}") })
}

/// What we call what a sanitizer reports.
fn kind(message: &str) -> Option<&'static str> {
    let kinds = [
        ("left shift of", "shift"),
        ("signed integer overflow", "overflow"),
        ("cannot be represented in type", "overflow"),
        ("division by zero", "division"),
        ("shift exponent", "shift"),
        ("out of bounds", "bounds"),
        ("insufficient space for an object", "bounds"),
        ("buffer-overflow", "bounds"),
        ("buffer-underflow", "bounds"),
        ("pointer overflow", "bounds"),
        ("pointer index expression", "bounds"),
        ("double-free", "free"),
        ("use-after-free", "lifetime"),
        ("use-after-scope", "lifetime"),
        ("use-after-return", "lifetime"),
        ("null pointer", "null"),
        ("applying non-zero offset", "null"),
        ("SEGV on unknown address", "null"),
    ];
    kinds.iter().find(|(part, _)| message.contains(part)).map(|(_, kind)| *kind)
}
