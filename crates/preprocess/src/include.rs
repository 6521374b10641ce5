//! `#include` (C11 §6.10.2).

use tribunal_base::{Diagnostic, Span};

use crate::preprocessor::Preprocessor;
use crate::token::{Token, TokenKind};
use crate::{File, Include, IncludeStyle};

/// How many files may be open at once.
const MAX_DEPTH: usize = 200;

impl Preprocessor<'_> {
    /// `#include` has been read; its file name comes next. Its delimiters say where to look, unless `style` does.
    pub(crate) fn include(&mut self, directive: Span, style: Option<IncludeStyle>) {
        let start = self.position_span();
        let literal = self
            .inputs
            .last_mut()
            .and_then(|input| input.lexer.header_name(&input.spliced.text).map(str::to_owned));
        let (name, span) = match literal {
            Some(name) => {
                let span = start.to(self.position_span());
                self.rest_of_line();
                (Some(name), span)
            }
            None => {
                let line = self.rest_of_line();
                (self.computed_name(&line), directive)
            }
        };
        let Some(name) = name else {
            self.report(
                Diagnostic::error("invalid-directive", directive, "#include without a file name")
                    .help("write `#include \"name\"` or `#include <name>`"),
            );
            return;
        };
        let written =
            if name.starts_with('<') { IncludeStyle::Angled } else { IncludeStyle::Quoted };
        let style = style.unwrap_or(written);
        self.include_file(&name[1..name.len() - 1], style, directive.to(span));
    }

    fn include_file(&mut self, name: &str, style: IncludeStyle, span: Span) {
        let Some(file) = self.find_file(name, style) else {
            self.report(
                Diagnostic::error("missing-include", span, format!("cannot find the file `{name}`")).help(match style {
                    IncludeStyle::Quoted => "it is looked for next to the file that includes it, then on the search path",
                    IncludeStyle::Angled => "it is looked for on the search path; use \"..\" for a file next to this one",
                    IncludeStyle::Next => "it is looked for on the search path, behind the folder of this file",
                }),
            );
            return;
        };
        let id = match self.known_files.get(&file.path) {
            Some(&known) => known,
            None => {
                let id = self.sources.add(file.path.as_str(), file.text);
                self.known_files.insert(file.path.clone(), id);
                id
            }
        };
        if self.once.contains(&id) {
            return;
        }
        if MAX_DEPTH <= self.inputs.len() {
            let again = self.inputs.iter().any(|it| self.sources.path(it.file) == file.path);
            let message = if again {
                format!("`{name}` includes itself, directly or through others")
            } else {
                format!("more than {MAX_DEPTH} files include each other")
            };
            self.report(Diagnostic::error("include-depth", span, message).help(
                "put the text between `#ifndef NAME`, `#define NAME` and `#endif`, so that it counts once",
            ));
            // Going on would report the same for every way through the cycle.
            self.extent = crate::Extent::CutShort;
            return;
        }
        self.enter(id);
    }

    pub(crate) fn find_file(&self, name: &str, style: IncludeStyle) -> Option<File> {
        let from = self.inputs.last().map_or("", |it| self.sources.path(it.file));
        self.files.open(&Include { name, style, from })
    }

    /// The name an expression of macros stands for, with its delimiters.
    pub(crate) fn computed_name(&mut self, line: &[Token]) -> Option<String> {
        let tokens = self.expand_line(line);
        let first = tokens.first()?;
        let text = self.spell(&tokens);
        match first.kind {
            TokenKind::String if self.symbols.text(first.text).starts_with('"') => {
                Some(self.symbols.text(first.text).to_owned())
            }
            _ if text.starts_with('<') => text.find('>').map(|end| text[..=end].to_owned()),
            _ => None,
        }
    }
}
