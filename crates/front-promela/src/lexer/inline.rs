//! Inlines: the text of their definitions, and calls being read.

use std::rc::Rc;

use tribunal_base::{Diagnostic, Span};
use tribunal_preprocess::{Before, Symbol};

use super::Kind;
use super::Lexer;
use super::scan::Lexeme;
use super::stream::{Frame, FrameKind};
use crate::ast::Place;

/// Spin's own limit is 16 in version 6.5.2, 32 in later ones.
const MAX_CALLS: usize = 32;
/// How many lexemes all calls together may bring: calls can double at each level.
const MAX_EXPANDED: usize = 4 << 20;

/// A definition.
#[derive(Clone, Debug)]
pub(crate) struct Inline {
    pub(crate) name: Symbol,
    /// Its name in the definition.
    pub(crate) definition: Span,
    pub(crate) parameters: Vec<Symbol>,
    /// From `{` to `}`.
    pub(crate) body: Rc<[Lexeme]>,
}

/// A call whose body is being read.
#[derive(Clone, Debug)]
pub(crate) struct ActiveCall {
    pub(crate) inline: Rc<Inline>,
    arguments: Vec<Rc<[Lexeme]>>,
    /// `x` in `x = f(..)`.
    pub(crate) result: Option<Place>,
    /// Where the call is.
    pub(crate) span: Span,
}

/// Why a call cannot be expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InlineProblem {
    /// The inline calls itself.
    Cyclic,
    /// Too many calls inside each other.
    TooDeep,
    /// All calls together are too long.
    TooLong,
}

impl Lexer<'_> {
    /// Makes the body of `inline` come next.
    pub(crate) fn enter_inline(
        &mut self,
        inline: &Rc<Inline>,
        arguments: Vec<Vec<Lexeme>>,
        result: Option<Place>,
        span: Span,
    ) -> Result<(), InlineProblem> {
        if self.calls().any(|it| it.inline.name == inline.name) {
            return Err(InlineProblem::Cyclic);
        }
        if MAX_CALLS <= self.calls().count() {
            return Err(InlineProblem::TooDeep);
        }
        let lengths = arguments.iter().map(Vec::len).sum::<usize>();
        self.n_inlined += inline.body.len() + lengths;
        if MAX_EXPANDED < self.n_inlined {
            return Err(InlineProblem::TooLong);
        }
        let arguments = arguments.into_iter().map(Into::into).collect();
        let call = ActiveCall { inline: inline.clone(), arguments, result, span };
        self.frames.push(Frame::new(inline.body.clone(), FrameKind::Inline(call)));
        self.last_lexed = Kind::Semicolon;
        Ok(())
    }

    /// The calls being read, outermost first.
    pub(crate) fn calls(&self) -> impl DoubleEndedIterator<Item = &ActiveCall> {
        self.frames.iter().filter_map(|it| match &it.kind {
            FrameKind::Inline(call) => Some(call),
            FrameKind::Model | FrameKind::Argument => None,
        })
    }

    /// If `word` is a parameter of the inline being read: makes its argument come next.
    pub(super) fn enter_argument(&mut self, word: Lexeme) -> bool {
        let Some(Frame { kind: FrameKind::Inline(call), .. }) = self.frames.last() else {
            return false;
        };
        let Some(index) = call.inline.parameters.iter().position(|&it| it == word.text) else {
            return false;
        };
        let argument = call.arguments[index].clone();
        if argument.len() == 1 && argument[0].text == word.text {
            return false;
        }
        let inline = call.inline.clone();
        if let Some(diagnostic) = self.clash(&inline, word, &argument) {
            self.diagnostics.push(diagnostic);
        }
        self.n_inlined += argument.len();
        let place = |(index, it): (usize, &Lexeme)| Lexeme {
            span: word.span,
            before: if index == 0 { Before::Nothing } else { it.before.min(Before::Blank) },
            ..*it
        };
        let lexemes = argument.iter().enumerate().map(place).collect();
        self.frames.push(Frame::new(lexemes, FrameKind::Argument));
        true
    }

    /// Spin replaces parameters as text and gives up where it would have to replace twice.
    fn clash(&self, inline: &Inline, word: Lexeme, argument: &[Lexeme]) -> Option<Diagnostic> {
        let text: String = argument.iter().map(|it| self.symbols.text(it.text)).collect();
        let parameter = self.symbols.text(word.text);
        let inline_name = self.symbols.text(inline.name);
        let other = inline.parameters.iter().find(|&&it| self.symbols.text(it) == text);
        let message = if other.is_some() {
            format!("the argument `{text}` has the name of another parameter of `{inline_name}`")
        } else {
            let in_field = text.match_indices(parameter).any(|(at, _)| {
                text[..at].ends_with('.') || text[at + parameter.len()..].starts_with('.')
            });
            if !in_field {
                return None;
            }
            format!(
                "the parameter `{parameter}` of `{inline_name}` is part of the argument `{text}`"
            )
        };
        let call = self.calls().next_back()?;
        Some(
            Diagnostic::error("inline-parameter-clash", call.span, message)
                .related(word.span, "replaced here")
                .help(format!("rename the parameter in the definition of `{inline_name}`: it is replaced as text")),
        )
    }
}
