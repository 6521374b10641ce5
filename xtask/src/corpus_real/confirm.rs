//! What gcc and its sanitizers say of a program.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Context as _;

use super::Task;
use crate::workspace;

/// Gives a program the values that are listed, and zeros after them.
const VALUES: &str = "
#include <stdlib.h>
static unsigned long next(void) {
  static char *at;
  if (!at) at = getenv(\"INPUT\");
  return at && *at ? strtoul(at, &at, 10) : 0;
}
unsigned char nondet_uchar(void) { return (unsigned char)next(); }
unsigned nondet_uint(void) { return (unsigned)next(); }
";

/// Values for programs without a bug.
const TRIED: &[&str] =
    &["", "255 255 255 255 255 255", "91 49 44 50 93 32", "1 2 3 4 5 0 1 2 3 2 1"];

/// Whether a planted bug shows where its values are given, and none elsewhere.
pub(super) fn agrees(task: &Task) -> anyhow::Result<bool> {
    let folder = workspace::root().join("target/corpus-real");
    std::fs::create_dir_all(&folder)?;
    let values = folder.join("values.c");
    std::fs::write(&values, VALUES)?;
    let program: PathBuf = folder.join(task.path.file_stem().unwrap_or_default());
    let status = Command::new("gcc")
        .args(["-O1", "-fno-builtin", "-fsanitize=address,undefined"])
        .args(["-fno-sanitize-recover=all", "-o"])
        .args([&program, &task.path, &values])
        .status()
        .context("gcc should start")?;
    anyhow::ensure!(status.success(), "gcc refuses {}", task.path.display());
    let is_clean = |input: &str| -> anyhow::Result<bool> {
        let mut command = Command::new(&program);
        command.env("INPUT", input).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(command.status()?.success())
    };
    match &task.input {
        Some(input) => Ok(!is_clean(input)?),
        None => TRIED.iter().try_fold(true, |all, input| Ok(all && is_clean(input)?)),
    }
}
