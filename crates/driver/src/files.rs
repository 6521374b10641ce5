//! The real file system: what is read, and what stands behind the preprocessor's `#include`.

use std::path::{Path, PathBuf};

use tribunal_base::{Diagnostic, FileId, Sources, Span, bytes::text};
use tribunal_preprocess::{File, Files, Include, IncludeStyle};

/// Files on disk. A quoted name is looked for next to the including file; then, as an angled one,
/// in the working directory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn open(&self, include: &Include<'_>) -> Option<File> {
        candidates(include).into_iter().find_map(|path| {
            let text = text(std::fs::read(&path).ok()?);
            Some(File { path: path.to_string_lossy().into_owned(), text })
        })
    }
}

fn candidates(include: &Include<'_>) -> Vec<PathBuf> {
    let beside = Path::new(include.from).parent().map(|folder| folder.join(include.name));
    let quoted = beside.filter(|_| include.style == IncludeStyle::Quoted);
    quoted.into_iter().chain([PathBuf::from(include.name)]).collect()
}

/// The bytes of a file.
pub(crate) fn bytes(path: &str) -> Result<Vec<u8>, Box<Diagnostic>> {
    let failure =
        |it: std::io::Error| failure("unreadable-file", format!("cannot read `{path}`: {it}"));
    std::fs::read(path).map_err(failure)
}

/// Adds the text of a file to `sources`.
pub(crate) fn add(
    sources: &mut Sources,
    path: &str,
    bytes: Vec<u8>,
) -> Result<FileId, Box<Diagnostic>> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(failure("unreadable-file", format!("`{path}` is too large")));
    }
    Ok(sources.add(path, text(bytes)))
}

/// That a file cannot be read: there is nothing to show.
pub(crate) fn failure(code: &'static str, message: String) -> Box<Diagnostic> {
    // A span that is in no file.
    let nowhere = Span::new(FileId(u32::MAX), 0, 0);
    Box::new(Diagnostic::error(code, nowhere, message))
}

#[cfg(test)]
mod tests {
    use super::candidates;
    use std::path::Path;
    use tribunal_preprocess::{Include, IncludeStyle};

    #[test]
    fn quoted_names_are_looked_for_beside_the_including_file_first() {
        let quoted = Include { name: "a.h", style: IncludeStyle::Quoted, from: "models/m.pml" };
        assert_eq!(candidates(&quoted), [Path::new("models/a.h"), Path::new("a.h")]);
        let angled = Include { style: IncludeStyle::Angled, ..quoted };
        assert_eq!(candidates(&angled), [Path::new("a.h")]);
    }
}
