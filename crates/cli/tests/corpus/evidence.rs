//! Stored traces of programs that are false.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::Program;

/// The stored trace of a false program is a run of it, and shows the violation.
pub(crate) fn trace_is_replayed(program: &Program) -> Result<(), String> {
    let trace = folder("traces")?.join(format!("{}.json", program.name.replace('/', "-")));
    let mut words: Vec<OsString> = vec!["check".into(), "--quiet".into(), "--trace-out".into()];
    words.extend([trace.clone().into(), program.path.clone().into()]);
    words.extend(program.header.options.iter().map(OsString::from));
    let told = tribunal_cli::tell(words);
    if told.code != 1 {
        return Err(format!("{told:?}"));
    }
    let replayed = tribunal_cli::tell([OsString::from("replay"), trace.into()]);
    if replayed.code == 1 { Ok(()) } else { Err(format!("{replayed:?}")) }
}

/// A folder for what the programs leave behind.
pub(crate) fn folder(name: &str) -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus").join(name);
    std::fs::create_dir_all(&folder).map_err(|it| it.to_string())?;
    Ok(folder)
}
