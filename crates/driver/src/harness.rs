//! Writes a harness for every property of a C program that is false.

use std::io;
use std::path::{Path, PathBuf};

use tribunal_engine::Verdict;
use tribunal_report::harness::{Build, harness};

use crate::translation::Translation;
use tribunal_portfolio::check::Checked;

/// Writes them to a folder, which is made, and tells their paths.
///
/// # Errors
/// If the folder or a file cannot be written.
pub fn write_harnesses(
    folder: &Path,
    model: &str,
    translation: &Translation,
    checked: &Checked,
) -> io::Result<Vec<PathBuf>> {
    std::fs::create_dir_all(folder)?;
    let stem = Path::new(model).file_stem().map_or("program".into(), |it| it.to_string_lossy());
    let mut files = vec![model.to_owned()];
    files.extend(translation.c.files.iter().cloned());
    let mut written = Vec::new();
    for answer in &checked.answers {
        let Verdict::False(trace) = &answer.verdict else { continue };
        let name = &checked.program.props[answer.property].name;
        let path = folder.join(format!("{stem}-{name}.c"));
        let build = Build {
            files: &files,
            defines: &translation.defines,
            include: &translation.c.include,
            entry: translation.c.entry.rsplit(':').next().unwrap_or_default(),
            path: &path.to_string_lossy(),
        };
        if let Some(text) = harness(&checked.program, answer.property, trace, &build) {
            std::fs::write(&path, text)?;
            written.push(path);
        }
    }
    Ok(written)
}
