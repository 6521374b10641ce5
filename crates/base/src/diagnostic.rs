//! Messages about the user's program. Plain data: `report` draws them.

use crate::source::Span;

/// A problem, with a stable code and the places that matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable and greppable, e.g. `unknown-variable`. Documented in the book under this name.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One line, lower case, no full stop.
    pub message: String,
    /// Where the problem is.
    pub primary: Label,
    /// Where its causes are.
    pub related: Vec<Label>,
    /// What the user can do about it.
    pub help: Option<String>,
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The program cannot be analysed.
    Error,
    /// Probably not what the user meant.
    Warning,
    /// Worth knowing.
    Note,
}

/// A place with a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The remark; may be empty.
    pub message: String,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message)
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message)
    }

    fn new(severity: Severity, code: &'static str, span: Span, message: impl Into<String>) -> Self {
        let primary = Label { span, message: String::new() };
        Self { code, severity, message: message.into(), primary, related: Vec::new(), help: None }
    }

    /// The remark drawn at the primary place.
    #[must_use]
    pub fn label(mut self, message: impl Into<String>) -> Self {
        self.primary.message = message.into();
        self
    }

    /// Another place that matters.
    #[must_use]
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Label { span, message: message.into() });
        self
    }

    /// What the user can do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
