//! Lines of source texts.

use std::collections::HashMap;

use tribunal_base::{FileId, Span};
use tribunal_ir::{EdgeId, LocId, Program};

/// A place in a source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) file: FileId,
    pub(super) line: u32,
    pub(super) column: u32,
}

/// The lines of a program's sources. To find one takes as long as its file, so those of edges are remembered.
pub(super) struct Lines<'a> {
    program: &'a Program,
    texts: Vec<(&'a str, Vec<&'a str>)>,
    edges: HashMap<EdgeId, Line>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(program: &'a Program) -> Self {
        let files = program.sources.files();
        let texts = files.map(|(_, path, text)| (path, text.lines().collect())).collect();
        Self { program, texts, edges: HashMap::new() }
    }

    pub(super) fn of_span(&self, span: Span) -> Line {
        let at = self.program.sources.line_column(span);
        Line { file: span.file, line: at.line, column: at.column }
    }

    pub(super) fn of_edge(&mut self, edge: EdgeId) -> Line {
        if let Some(line) = self.edges.get(&edge) {
            return *line;
        }
        let line = self.of_span(self.program.edges[edge].span);
        self.edges.insert(edge, line);
        line
    }

    /// The line of a loop that starts at a point: that of the statement, which is above its first step.
    pub(super) fn of_point(&mut self, point: LocId) -> Line {
        let point = &self.program.locs[point];
        let own = self.of_span(point.span);
        match point.out.first().map(|it| self.of_edge(*it)) {
            Some(first) if first.file != own.file || first.line < own.line => first,
            Some(_) | None => own,
        }
    }

    pub(super) fn path(&self, line: Line) -> &'a str {
        self.texts.get(line.file.0 as usize).map_or("", |it| it.0)
    }

    /// The text of a line, without the white space around it.
    pub(super) fn text(&self, line: Line) -> &'a str {
        let lines = self.texts.get(line.file.0 as usize).map(|it| &it.1);
        let text = lines.and_then(|it| it.get((line.line as usize).saturating_sub(1)));
        text.map_or("", |it| it.trim())
    }

    /// Whether a line is the user's, not one of the library that comes with us.
    pub(super) fn is_own(&self, line: Line) -> bool {
        !self.path(line).starts_with('<')
    }
}
