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
    files: Vec<(Arc<str>, Arc<str>)>,
}

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> FileId {
        self.files.push((path.into(), text.into()));
        FileId(u32::try_from(self.files.len() - 1).expect("there should be fewer than 2^32 files"))
    }

    /// The path as the user gave it.
    pub fn path(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].0
    }

    /// The whole text.
    pub fn text(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].1
    }

    /// All files, in the order they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &str, &str)> {
        (0u32..).zip(&self.files).map(|(id, (path, text))| (FileId(id), &**path, &**text))
    }

    /// The text of a span; empty if the span is not one of these files.
    pub fn snippet(&self, span: Span) -> &str {
        self.files
            .get(span.file.0 as usize)
            .and_then(|(_, text)| text.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// Where a span starts.
    pub fn line_column(&self, span: Span) -> LineColumn {
        let text = self.files.get(span.file.0 as usize).map_or("", |(_, text)| text);
        let mut start = (span.start as usize).min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let count = |n: usize| u32::try_from(n + 1).unwrap_or(u32::MAX);
        LineColumn {
            line: count(before.matches('\n').count()),
            column: count(before[line_start..].chars().count()),
        }
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
