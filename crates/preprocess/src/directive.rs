//! Lines that start with `#` (C11 §6.10).

use tribunal_base::{Diagnostic, Span};

use crate::IncludeStyle;
use crate::preprocessor::Preprocessor;
use crate::token::{Before, Token, TokenKind};

/// An `#if` whose `#endif` has not come yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditional {
    /// The directive that opened it.
    pub(crate) span: Span,
    state: Branch,
    seen_else: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Branch {
    /// The text is read.
    Active,
    /// The text is skipped, but a later branch may be read.
    Waiting,
    /// The rest is skipped.
    Done,
}

impl Conditional {
    pub(crate) fn is_active(&self) -> bool {
        self.state == Branch::Active
    }
}

impl Preprocessor<'_> {
    /// Obeys the directive that `hash` starts.
    pub(crate) fn directive(&mut self, hash: Token) {
        // No more than the name: what follows #include is no ordinary token.
        let Some(name) = self.next_on_line() else { return };
        let span = hash.span.to(name.span);
        let text = self.symbols.text(name.text).to_owned();
        if self.conditional_directive(span, &text) {
            return;
        }
        if !self.is_active() {
            self.rest_of_line();
            return;
        }
        match text.as_str() {
            "define" => {
                let line = self.rest_of_line();
                self.define(span, &line);
            }
            "undef" => {
                let line = self.rest_of_line();
                match line.first() {
                    Some(name) if name.kind == TokenKind::Identifier => {
                        self.macros.remove(&name.text);
                    }
                    _ => self.report(
                        Diagnostic::error(
                            "invalid-directive",
                            span,
                            "#undef without the name of a macro",
                        )
                        .help("write `#undef NAME`"),
                    ),
                }
            }
            "include" => self.include(span, None),
            "include_next" => self.include(span, Some(IncludeStyle::Next)),
            "error" | "warning" => {
                let line = self.rest_of_line();
                let message = self.spell(&line);
                self.report(match text.as_str() {
                    "error" => {
                        Diagnostic::error("error-directive", span, format!("#error: {message}"))
                    }
                    _ => Diagnostic::warning(
                        "warning-directive",
                        span,
                        format!("#warning: {message}"),
                    ),
                });
            }
            "pragma" => {
                let line = self.rest_of_line();
                self.pragma(line, self.n_tokens);
            }
            "line" => {
                let line = self.rest_of_line();
                self.line_directive(span, &line);
            }
            "ident" | "sccs" => {
                self.rest_of_line();
            }
            _ if name.kind == TokenKind::Number => {
                let mut line = vec![name];
                line.extend(self.rest_of_line());
                self.line_directive(span, &line);
            }
            _ => {
                self.rest_of_line();
                self.report(
                    Diagnostic::error("invalid-directive", span, format!("unknown directive `#{text}`")).help(
                        "known are #define, #undef, #include, #if, #ifdef, #ifndef, #elif, #else, #endif, #error, \
                         #warning, #pragma and #line",
                    ),
                );
            }
        }
    }

    /// Handles what also counts in skipped text; `false` for all other directives.
    fn conditional_directive(&mut self, span: Span, name: &str) -> bool {
        match name {
            "if" | "ifdef" | "ifndef" => {
                let line = self.rest_of_line();
                let state = if !self.is_active() {
                    Branch::Done
                } else if self.holds(name, span, &line) {
                    Branch::Active
                } else {
                    Branch::Waiting
                };
                if let Some(input) = self.inputs.last_mut() {
                    input.conditionals.push(Conditional { span, state, seen_else: false });
                }
            }
            "elif" | "elifdef" | "elifndef" | "else" => self.branch(span, name),
            "endif" => {
                self.rest_of_line();
                if self.inputs.last_mut().is_none_or(|it| it.conditionals.pop().is_none()) {
                    self.stray(span, name);
                }
            }
            _ => return false,
        }
        true
    }

    fn branch(&mut self, span: Span, name: &str) {
        let line = self.rest_of_line();
        let Some(&conditional) = self.inputs.last().and_then(|it| it.conditionals.last()) else {
            return self.stray(span, name);
        };
        if conditional.seen_else {
            self.report(
                Diagnostic::error("stray-conditional", span, format!("#{name} after #else"))
                    .related(conditional.span, "of this conditional")
                    .help("an #else is the last branch"),
            );
        }
        let state = match conditional.state {
            Branch::Active | Branch::Done => Branch::Done,
            Branch::Waiting if name == "else" || self.holds(&name[2..], span, &line) => {
                Branch::Active
            }
            Branch::Waiting => Branch::Waiting,
        };
        if let Some(conditional) = self.inputs.last_mut().and_then(|it| it.conditionals.last_mut())
        {
            conditional.state = state;
            conditional.seen_else |= name == "else";
        }
    }

    fn stray(&mut self, span: Span, name: &str) {
        self.report(
            Diagnostic::error("stray-conditional", span, format!("#{name} without #if"))
                .help("remove it, or write the #if it belongs to; a conditional does not reach across files"),
        );
    }

    /// The condition of `#if` or `#ifdef` or `#ifndef`.
    fn holds(&mut self, name: &str, span: Span, line: &[Token]) -> bool {
        if name == "if" {
            return self.condition(span, line);
        }
        match line.first() {
            Some(token) if token.kind == TokenKind::Identifier => {
                self.is_defined(token) == (name == "ifdef" || name == "def")
            }
            _ => {
                self.report(
                    Diagnostic::error("invalid-directive", span, "the name of a macro is missing")
                        .help("write `#ifdef NAME`; use `#if` for expressions"),
                );
                false
            }
        }
    }

    pub(crate) fn is_defined(&self, name: &Token) -> bool {
        let words = &self.words;
        self.macros.contains_key(&name.text)
            || words.builtin().contains(&name.text)
            || [words.has_include, words.has_include_next].contains(&name.text)
            || self.is_query(name)
    }

    /// Whether a word asks what the compiler knows.
    pub(crate) fn is_query(&self, name: &Token) -> bool {
        let words = &self.words;
        let attributes = [words.has_attribute, words.has_c_attribute, words.has_cpp_attribute];
        attributes.contains(&name.text) || name.text == words.has_builtin
    }

    /// `#line 3 "name"`.
    fn line_directive(&mut self, span: Span, line: &[Token]) {
        let line = self.expand_line(line);
        let number = line.first().and_then(|it| self.symbols.text(it.text).parse::<u32>().ok());
        let name = line.get(1).map(|it| (it.kind, self.symbols.text(it.text).to_owned()));
        let (Some(number), None | Some((TokenKind::String, _))) = (number, &name) else {
            self.report(
                Diagnostic::error(
                    "invalid-directive",
                    span,
                    "#line needs a number and perhaps a file name in quotes",
                )
                .help("write `#line 10 \"name\"`"),
            );
            return;
        };
        if let Some(input) = self.inputs.last_mut() {
            input.line_shift = i64::from(number) - input.line() - 1;
            if let Some((_, name)) = name {
                input.presumed_path = Some(name.trim_matches('"').to_owned());
            }
        }
    }

    /// Tokens as text.
    pub(crate) fn spell(&self, tokens: &[Token]) -> String {
        let mut out = String::new();
        for token in tokens {
            if !out.is_empty() && token.before != Before::Nothing {
                out.push(' ');
            }
            out.push_str(self.symbols.text(token.text));
        }
        out
    }
}
