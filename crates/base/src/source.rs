//! Input texts and places in them.

use std::sync::Arc;

/// Names a file of [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A range of bytes in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` to `end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let offset = |it: usize| u32::try_from(it).expect("a source should be shorter than 4 GiB");
        Self { file, start: offset(start), end: offset(end) }
    }

    /// The smallest span over both, if they are in the same file; else `self`.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        if self.file != other.file {
            return self;
        }
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A place as people write it: both numbers start at 1, columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// Path and text of every input; the only owner of source text.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<File>,
}

#[derive(Clone, Debug)]
struct File {
    path: Arc<str>,
    text: Arc<str>,
    /// Where lines start but the first: a long report asks for many.
    lines: Arc<[usize]>,
}

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> FileId {
        let (path, text) = (path.into(), text.into());
        let lines = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        self.files.push(File { path, text, lines });
        FileId(u32::try_from(self.files.len() - 1).expect("there should be fewer than 2^32 files"))
    }

    /// The path as the user gave it.
    pub fn path(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].path
    }

    /// The whole text.
    pub fn text(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].text
    }

    /// All files, in the order they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &str, &str)> {
        (0u32..).zip(&self.files).map(|(id, it)| (FileId(id), &*it.path, &*it.text))
    }

    /// The text of a span; empty if the span is not one of these files.
    pub fn snippet(&self, span: Span) -> &str {
        self.files
            .get(span.file.0 as usize)
            .and_then(|it| it.text.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// Where a span starts.
    pub fn line_column(&self, span: Span) -> LineColumn {
        let Some(File { text, lines, .. }) = self.files.get(span.file.0 as usize) else {
            return LineColumn { line: 1, column: 1 };
        };
        let mut start = (span.start as usize).min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let line = lines.partition_point(|it| *it <= start);
        let line_start = line.checked_sub(1).map_or(0, |it| lines[it]);
        let count = |n: usize| u32::try_from(n + 1).unwrap_or(u32::MAX);
        LineColumn { line: count(line), column: count(text[line_start..start].chars().count()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Sources, Span};

    #[test]
    fn lines_and_columns_start_at_one_and_count_characters() {
        let mut sources = Sources::default();
        let file = sources.add("a.pml", "ä\nüx");
        let at = sources.line_column(Span::new(file, 5, 6));
        assert_eq!((at.line, at.column), (2, 2));
        assert_eq!(sources.snippet(Span::new(file, 5, 6)), "x");
    }
}
