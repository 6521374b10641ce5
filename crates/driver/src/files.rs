//! The real file system behind the preprocessor's `#include`.

use std::path::{Path, PathBuf};
use tribunal_preprocess::{File, Files, Include, IncludeStyle};

use crate::load::decode;

/// Files on disk. A quoted name is looked for next to the including file; then, as an angled one,
/// in the working directory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn open(&self, include: &Include<'_>) -> Option<File> {
        candidates(include).into_iter().find_map(|path| {
            let text = decode(std::fs::read(&path).ok()?);
            Some(File { path: path.to_string_lossy().into_owned(), text })
        })
    }
}

fn candidates(include: &Include<'_>) -> Vec<PathBuf> {
    let beside = Path::new(include.from).parent().map(|folder| folder.join(include.name));
    let quoted = beside.filter(|_| include.style == IncludeStyle::Quoted);
    quoted.into_iter().chain([PathBuf::from(include.name)]).collect()
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
