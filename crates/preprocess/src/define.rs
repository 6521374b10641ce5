//! Macro definitions (C11 §6.10.3).

use std::sync::Arc;

use tribunal_base::{Diagnostic, Span};

use crate::preprocessor::Preprocessor;
use crate::symbol::Symbol;
use crate::token::{Before, Token, TokenKind};

/// A macro.
#[derive(Clone, Debug)]
pub struct Macro {
    /// The name in its definition.
    pub definition: Span,
    /// `None` for a macro that takes no arguments, not even `()`.
    pub(crate) parameters: Option<Parameters>,
    pub(crate) body: Vec<Piece>,
    /// What stands in the parentheses of each `__VA_OPT__`.
    pub(crate) optional: Vec<Vec<Piece>>,
}

/// The parameters of a function-like macro. A variadic parameter is the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameters {
    pub(crate) names: Vec<Symbol>,
    pub(crate) variadic: bool,
}

/// A part of a replacement list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) kind: PieceKind,
    /// The token as written, `#` for [`PieceKind::Stringify`].
    pub(crate) token: Token,
    /// Whether `##` follows.
    pub(crate) pastes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    Token,
    Parameter(usize),
    Stringify(usize),
    /// `__VA_OPT__(…)`: these optional pieces, if there are variadic arguments.
    Optional(usize),
}

impl Macro {
    /// C11 §6.10.3 p. 2: the same definition twice is no redefinition.
    fn same_as(&self, other: &Self) -> bool {
        let shape =
            |it: &Piece| (it.kind, it.token.kind, it.token.text, it.token.before, it.pastes);
        let same = |a: &[Piece], b: &[Piece]| a.iter().map(shape).eq(b.iter().map(shape));
        self.parameters == other.parameters
            && same(&self.body, &other.body)
            && self.optional.len() == other.optional.len()
            && self.optional.iter().zip(&other.optional).all(|(a, b)| same(a, b))
    }
}

impl Preprocessor<'_> {
    /// `#define` and the rest of its line.
    pub(crate) fn define(&mut self, directive: Span, line: &[Token]) {
        let Some((name, rest)) = line.split_first() else {
            self.report(
                Diagnostic::error("invalid-macro-definition", directive, "#define without a name")
                    .help("write `#define NAME replacement`"),
            );
            return;
        };
        let text = self.symbols.text(name.text).to_owned();
        if name.kind != TokenKind::Identifier || text == "defined" {
            self.report(
                Diagnostic::error(
                    "invalid-macro-definition",
                    name.span,
                    format!("`{text}` cannot be the name of a macro"),
                )
                .help("the name of a macro starts with a letter or `_` and is not `defined`"),
            );
            return;
        }
        let function_like = rest
            .first()
            .is_some_and(|it| it.text == self.words.open && it.before == Before::Nothing);
        let (parameters, body) = if function_like {
            match self.parameters(&rest[1..]) {
                Ok((parameters, body)) => (Some(parameters), body),
                Err(diagnostic) => return self.report(*diagnostic),
            }
        } else {
            (None, rest)
        };
        let mut optional = Vec::new();
        let body = match self.pieces(parameters.as_ref(), body, &mut optional) {
            Ok(body) => body,
            Err(diagnostic) => return self.report(*diagnostic),
        };
        let new = Macro { definition: name.span, parameters, body, optional };
        if let Some(old) = self.macros.get(&name.text)
            && !old.same_as(&new)
        {
            let related = old.definition;
            self.report(
                Diagnostic::warning(
                    "macro-redefined",
                    name.span,
                    format!("macro `{text}` is defined again"),
                )
                .related(related, "first defined here")
                .help(format!("write `#undef {text}` before, if this is meant")),
            );
        }
        self.macros.insert(name.text, Arc::new(new));
    }

    /// What follows `(`: the parameters up to `)`, and the rest.
    fn parameters<'a>(
        &self,
        mut rest: &'a [Token],
    ) -> Result<(Parameters, &'a [Token]), Box<Diagnostic>> {
        let mut parameters = Parameters { names: Vec::new(), variadic: false };
        let wrong = |token: Option<&Token>, end: Span| {
            Box::new(
                Diagnostic::error(
                    "invalid-macro-definition",
                    token.map_or(end, |it| it.span),
                    "the parameter list of this macro is malformed",
                )
                .help("write `#define NAME(first, second) replacement`; put a blank before `(` if it is part of the replacement"),
            )
        };
        let end = rest.last().map_or(self.position_span(), |it| it.span);
        loop {
            match rest {
                [close, tail @ ..]
                    if close.text == self.words.close && parameters.names.is_empty() =>
                {
                    return Ok((parameters, tail));
                }
                [dots, tail @ ..] if dots.text == self.words.ellipsis => {
                    parameters.names.push(self.words.va_args);
                    parameters.variadic = true;
                    rest = tail;
                }
                [name, dots, tail @ ..]
                    if name.kind == TokenKind::Identifier && dots.text == self.words.ellipsis =>
                {
                    parameters.names.push(name.text);
                    parameters.variadic = true;
                    rest = tail;
                }
                [name, tail @ ..]
                    if name.kind == TokenKind::Identifier
                        && !parameters.names.contains(&name.text) =>
                {
                    parameters.names.push(name.text);
                    rest = tail;
                }
                _ => return Err(wrong(rest.first(), end)),
            }
            match rest {
                [close, tail @ ..] if close.text == self.words.close => {
                    return Ok((parameters, tail));
                }
                [comma, tail @ ..] if comma.text == self.words.comma && !parameters.variadic => {
                    rest = tail
                }
                _ => return Err(wrong(rest.first(), end)),
            }
        }
    }

    fn pieces(
        &self,
        parameters: Option<&Parameters>,
        body: &[Token],
        optional: &mut Vec<Vec<Piece>>,
    ) -> Result<Vec<Piece>, Box<Diagnostic>> {
        let index = |token: &Token| {
            let names = parameters.map(|it| &it.names)?;
            (token.kind == TokenKind::Identifier)
                .then(|| names.iter().position(|&it| it == token.text))
                .flatten()
        };
        let is_hash = |it: &Token| it.text == self.words.hash || it.text == self.words.hash_digraph;
        let is_paste =
            |it: &Token| it.text == self.words.paste || it.text == self.words.paste_digraph;
        let mut pieces: Vec<Piece> = Vec::with_capacity(body.len());
        let is_variadic = parameters.is_some_and(|it| it.variadic);
        let mut tokens = body.iter().peekable();
        while let Some(&token) = tokens.next() {
            if is_paste(&token) {
                match (pieces.last_mut(), tokens.peek()) {
                    (Some(left), Some(_)) => left.pastes = true,
                    _ => {
                        return Err(Box::new(
                            Diagnostic::error(
                                "invalid-macro-definition",
                                token.span,
                                "`##` cannot be at the start or end of a replacement",
                            )
                            .help("`##` joins the token before it with the one after it"),
                        ));
                    }
                }
                continue;
            }
            if is_variadic
                && token.text == self.words.va_opt
                && let Some(inner) = self.in_parentheses(tokens.clone())
            {
                tokens.nth(inner.len() + 1);
                let inner: Vec<Token> = inner.into_iter().copied().collect();
                let inner = self.pieces(parameters, &inner, optional)?;
                optional.push(inner);
                let kind = PieceKind::Optional(optional.len() - 1);
                pieces.push(Piece { kind, token, pastes: false });
                continue;
            }
            let kind = match index(&token) {
                Some(parameter) => PieceKind::Parameter(parameter),
                None if parameters.is_some() && is_hash(&token) => {
                    match tokens.next().and_then(index) {
                        Some(parameter) => PieceKind::Stringify(parameter),
                        None => {
                            return Err(Box::new(
                                Diagnostic::error(
                                    "invalid-macro-definition",
                                    token.span,
                                    "`#` is not followed by a parameter of the macro",
                                )
                                .help("`#` makes a string of a parameter"),
                            ));
                        }
                    }
                }
                None => PieceKind::Token,
            };
            pieces.push(Piece { kind, token, pastes: false });
        }
        Ok(pieces)
    }

    /// The tokens between `(`, which comes first, and its `)`; not if another `__VA_OPT__` is among them.
    fn in_parentheses<'a>(
        &self,
        mut tokens: impl Iterator<Item = &'a Token>,
    ) -> Option<Vec<&'a Token>> {
        tokens.next().filter(|it| it.text == self.words.open)?;
        let mut depth = 0usize;
        let mut inner = Vec::new();
        loop {
            let token = tokens.next()?;
            if token.text == self.words.open {
                depth += 1;
            } else if token.text == self.words.close {
                if depth == 0 {
                    return Some(inner);
                }
                depth -= 1;
            } else if token.text == self.words.va_opt {
                return None;
            }
            inner.push(token);
        }
    }
}
