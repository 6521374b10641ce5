//! Draws messages about the input: code, source line, caret, help. The one place that knows
//! `annotate-snippets`.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use tribunal_base::{Diagnostic, FileId, Severity, Sources, Span};

use crate::style::{Colour, Style};

/// Draws all diagnostics, one after the other.
#[must_use]
pub fn draw_diagnostics(sources: &Sources, diagnostics: &[Diagnostic], style: Style) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(&draw(sources, diagnostic, style));
        text.push('\n');
    }
    text
}

fn draw(sources: &Sources, diagnostic: &Diagnostic, style: Style) -> String {
    let renderer = match style.colour {
        Colour::Never => Renderer::plain(),
        Colour::Ansi => Renderer::styled(),
    };
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code));
    for file in files(sources, diagnostic) {
        group = group.element(snippet(sources, diagnostic, file));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    renderer.term_width(style.width).decor_style(DecorStyle::Ascii).render(&[group])
}

/// The files a diagnostic is about, the most important first.
fn files(sources: &Sources, diagnostic: &Diagnostic) -> Vec<FileId> {
    let mut files = Vec::new();
    let spans = std::iter::once(&diagnostic.primary).chain(&diagnostic.related);
    for file in spans.map(|label| label.span.file) {
        let known = sources.files().any(|(it, _, _)| it == file);
        if known && !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

fn snippet<'a>(
    sources: &'a Sources,
    diagnostic: &'a Diagnostic,
    file: FileId,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let text = sources.text(file);
    let labels: Vec<_> = std::iter::once((AnnotationKind::Primary, &diagnostic.primary))
        .chain(diagnostic.related.iter().map(|it| (AnnotationKind::Context, it)))
        .filter(|(_, label)| label.span.file == file)
        .map(|(kind, label)| (kind, label, range(text, label.span)))
        .collect();
    // The lines that are shown: whoever draws them looks at all that there are, and files can be long.
    let first = labels.iter().map(|it| it.2.start).min().unwrap_or(0);
    let last = labels.iter().map(|it| it.2.end).max().unwrap_or(0);
    let start = text[..first].rfind('\n').map_or(0, |it| it + 1);
    let end = text[last..].find('\n').map_or(text.len(), |it| last + it + 1);
    let line = sources.line_column(Span::new(file, start, start)).line as usize;
    let mut snippet = Snippet::source(&text[start..end]).path(sources.path(file)).line_start(line);
    for (kind, label, range) in labels {
        let mut annotation = kind.span(range.start - start..range.end - start);
        if !label.message.is_empty() {
            annotation = annotation.label(&label.message);
        }
        snippet = snippet.annotation(annotation);
    }
    snippet
}

/// The bytes of a span, moved to character boundaries inside the text: a wrong span from a front
/// end must not take the message down with it.
fn range(text: &str, span: Span) -> std::ops::Range<usize> {
    let start = boundary(text, span.start as usize);
    start..boundary(text, span.end as usize).max(start)
}

fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::draw_diagnostics;
    use crate::style::Style;
    use expect_test::{Expect, expect};
    use tribunal_base::{Diagnostic, FileId, Sources, Span};

    fn check(text: &str, make: impl FnOnce(FileId) -> Vec<Diagnostic>, expected: Expect) {
        let mut sources = Sources::default();
        let file = sources.add("model.pml", text);
        expected.assert_eq(&draw_diagnostics(&sources, &make(file), Style::PLAIN));
    }

    #[test]
    fn all_diagnostics_are_drawn_with_code_line_caret_and_help() {
        check(
            "byte x;\ninit { y = 1; z = 2 }\n",
            |file| {
                vec![
                    Diagnostic::error(
                        "unknown-variable",
                        Span::new(file, 15, 16),
                        "unknown variable `y`",
                    )
                    .label("not declared")
                    .related(Span::new(file, 5, 6), "did you mean this?")
                    .help("declare it"),
                    Diagnostic::warning("odd", Span::new(file, 22, 23), "odd name `z`"),
                ]
            },
            expect![[r#"
                error[unknown-variable]: unknown variable `y`
                 --> model.pml:2:8
                  |
                1 | byte x;
                  |      - did you mean this?
                2 | init { y = 1; z = 2 }
                  |        ^ not declared
                  |
                  = help: declare it
                warning[odd]: odd name `z`
                 --> model.pml:2:15
                  |
                2 | init { y = 1; z = 2 }
                  |               ^
            "#]],
        );
    }

    #[test]
    fn a_span_outside_the_text_does_no_harm() {
        check(
            "ä",
            |file| {
                vec![
                    Diagnostic::error("far", Span::new(file, 1, 900), "far away"),
                    Diagnostic::error("lost", Span::new(FileId(9), 0, 1), "another file"),
                ]
            },
            expect![[r#"
                error[far]: far away
                 --> model.pml:1:1
                  |
                1 | ä
                  | ^
                error[lost]: another file
            "#]],
        );
    }

    #[test]
    fn an_empty_file_can_be_pointed_at() {
        check(
            "",
            |file| vec![Diagnostic::error("empty", Span::new(file, 0, 0), "there is nothing here")],
            expect![[r#"
                error[empty]: there is nothing here
                 --> model.pml:1:1
                  |
                1 |
                  | ^
            "#]],
        );
    }
}
