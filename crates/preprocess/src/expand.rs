//! Macro expansion: scan, substitute, rescan (C11 §6.10.3), by Prosser's algorithm.
//!
//! D. Prosser: *X3J11/86-196: macro expansion algorithm*, 1986. His `expand` is [`Preprocessor::expand_next`], turned
//! into a loop over a stack of tokens to come; `subst` and `glue` are [`Preprocessor::substitute`] and
//! [`Preprocessor::paste`]; `hsadd` is done at the end of `substitute`.

use tribunal_base::{Diagnostic, Span};

use crate::Extent;
use crate::define::{Macro, Parameters, Piece, PieceKind};
use crate::hide::{HideSet, HideSets};
use crate::lexer::single_token;
use crate::preprocessor::{Input, Preprocessor};
use crate::token::{Before, Expansion, ExpansionId, Token, TokenKind};

/// How many tokens the macros of one run may make: a wrong definition can ask for more than there is memory.
const MAX_EXPANDED: usize = 4 << 20;
/// How many macros one token may have gone through.
const MAX_HIDDEN: usize = 1000;
/// How deep calls may stand in arguments of calls.
const MAX_NESTING: usize = 200;

/// A token on its way through expansion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) token: Token,
    pub(crate) hide: HideSet,
    /// The line it is written on; for the expansion of a macro, the line of the macro's name.
    pub(crate) line: i64,
    /// Whether it has gone through the expansion of a macro, as argument or replacement.
    pub(crate) expanded: bool,
}

/// Tokens to come.
pub(crate) struct Stream {
    /// The next ones, last first.
    pending: Vec<Item>,
    /// What comes after them.
    feed: Feed,
    /// White space left behind by macros without a replacement.
    carry: Before,
}

pub(crate) enum Feed {
    /// The file being read.
    File,
    /// Nothing.
    Nothing,
}

impl Stream {
    pub(crate) fn new(mut tokens: Vec<Item>, feed: Feed) -> Self {
        tokens.reverse();
        Self { pending: tokens, feed, carry: Before::Nothing }
    }

    /// Whether only the feed is left.
    pub(crate) fn is_idle(&self) -> bool {
        self.pending.is_empty() && self.carry == Before::Nothing
    }

    /// Makes `item` the next one.
    pub(crate) fn put_back(&mut self, item: Item) {
        self.pending.push(item);
    }
}

impl Item {
    pub(crate) fn new(token: Token, line: i64) -> Self {
        Self { token, hide: HideSets::empty(), line, expanded: false }
    }
}

/// The arguments of a call and its closing parenthesis.
struct Call {
    arguments: Vec<Vec<Item>>,
    /// Whether the variadic argument is not even an empty one.
    omits_rest: bool,
    close: Item,
}

impl Preprocessor<'_> {
    /// The next token after expansion; `None` at the end of the stream or of the file that feeds it.
    pub(crate) fn expand_next(&mut self, stream: &mut Stream) -> Option<Item> {
        loop {
            let mut item = self.pull(stream)?;
            if !self.may_expand(&item.token) || !self.try_expand(item, stream) {
                item.token.before = item.token.before.max(stream.carry);
                stream.carry = Before::Nothing;
                return Some(item);
            }
        }
    }

    /// Expands the tokens of a directive.
    pub(crate) fn expand_line(&mut self, tokens: &[Token]) -> Vec<Token> {
        let line = self.inputs.last().map_or(0, Input::line);
        let items = tokens.iter().map(|&it| Item::new(it, line)).collect();
        self.expand_all(items).into_iter().map(|it| it.token).collect()
    }

    /// Expands a list of tokens completely, as if nothing came after it.
    fn expand_all(&mut self, tokens: Vec<Item>) -> Vec<Item> {
        if MAX_NESTING <= self.nesting {
            if let Some(first) = tokens.first() {
                self.stop(first.token.span, "macro calls are nested too deeply in arguments");
            }
            return tokens;
        }
        self.nesting += 1;
        let mut stream = Stream::new(tokens, Feed::Nothing);
        let mut out = Vec::new();
        while let Some(item) = self.expand_next(&mut stream) {
            out.push(item);
        }
        self.nesting -= 1;
        out
    }

    fn pull(&mut self, stream: &mut Stream) -> Option<Item> {
        if self.extent == Extent::CutShort {
            return None;
        }
        match (stream.pending.pop(), &stream.feed) {
            (Some(item), _) => Some(item),
            (None, Feed::File) => {
                let token = self.next_from_file()?;
                Some(Item::new(token, self.inputs.last().map_or(0, Input::line)))
            }
            (None, Feed::Nothing) => None,
        }
    }

    /// Whether a token is the name of a macro: most are not.
    pub(crate) fn may_expand(&self, token: &Token) -> bool {
        let words = &self.words;
        token.kind == TokenKind::Identifier
            && (self.macros.contains_key(&token.text) || words.builtin().contains(&token.text))
    }

    /// Puts the expansion of `name` in front of the stream, if it is a macro that may be used here.
    #[inline(never)]
    fn try_expand(&mut self, name: Item, stream: &mut Stream) -> bool {
        let Some(definition) = self.macros.get(&name.token.text).cloned() else {
            return self.expand_builtin(name, stream);
        };
        if self.hide_sets.contains(name.hide, name.token.text) {
            return false;
        }
        let (call, hide) = match &definition.parameters {
            None => (Call { arguments: Vec::new(), omits_rest: false, close: name }, name.hide),
            Some(parameters) => {
                if !self.call_follows(stream) {
                    return false;
                }
                let Some(call) = self.call(name, parameters, &definition, stream) else {
                    return false;
                };
                let hide = self.hide_sets.intersection(name.hide, call.close.hide);
                (call, hide)
            }
        };
        if MAX_HIDDEN <= self.hide_sets.len(hide) {
            self.stop(name.token.span, "macros use each other too deeply");
            return true;
        }
        let hide = self.hide_sets.with(hide, name.token.text);
        // The arguments belong to the place of the use only if they are written where the name is.
        let together = name.token.expansion == call.close.token.expansion;
        let span = name.token.span;
        let expansion = self.expansions.push(Expansion {
            name: name.token.text,
            call: if together { span.to(call.close.token.span) } else { span },
            definition: definition.definition,
            parent: name.token.expansion,
        });
        let result = self.substitute(&definition, &call, hide, expansion);
        self.replace(name, result, stream);
        true
    }

    fn replace(&mut self, name: Item, mut result: Vec<Item>, stream: &mut Stream) {
        self.n_expanded += result.len().max(1);
        if MAX_EXPANDED < self.n_expanded {
            self.stop(name.token.span, "macros expand to too many tokens");
            return;
        }
        match result.first_mut() {
            Some(first) => first.token.before = name.token.before,
            None => stream.carry = stream.carry.max(name.token.before),
        }
        for item in &mut result {
            item.line = name.line;
            item.expanded = true;
        }
        result.reverse();
        stream.pending.append(&mut result);
    }

    /// `__LINE__`, `__FILE__`, `__COUNTER__` and GNU's others.
    fn expand_builtin(&mut self, name: Item, stream: &mut Stream) -> bool {
        let symbol = name.token.text;
        let (kind, text) = if symbol == self.words.line {
            let shift = self.inputs.last().map_or(0, |it| it.line_shift);
            (TokenKind::Number, (name.line + shift).to_string())
        } else if symbol == self.words.file {
            let input = self.inputs.last();
            let presumed = input.and_then(|it| it.presumed_path.clone());
            let path = presumed
                .or_else(|| input.map(|it| self.sources.path(it.file).to_owned()))
                .unwrap_or_default();
            (TokenKind::String, format!("\"{}\"", escape(&path)))
        } else if symbol == self.words.counter {
            self.counter += 1;
            (TokenKind::Number, (self.counter - 1).to_string())
        } else if symbol == self.words.include_level {
            (TokenKind::Number, self.inputs.len().saturating_sub(1).to_string())
        } else if symbol == self.words.base_file {
            let path = self.inputs.first().map_or("", |it| self.sources.path(it.file));
            (TokenKind::String, format!("\"{}\"", escape(path)))
        } else {
            return false;
        };
        let token = Token { kind, text: self.symbols.intern(&text), ..name.token };
        self.replace(name, vec![Item { token, ..name }], stream);
        true
    }

    /// Whether the next token is `(`. It stays in the stream.
    fn call_follows(&mut self, stream: &mut Stream) -> bool {
        let Some(next) = self.pull(stream) else { return false };
        stream.pending.push(next);
        next.token.text == self.words.open
    }

    /// Reads `( arguments )`. If that goes wrong, it is reported and the name stands for itself.
    fn call(
        &mut self,
        name: Item,
        parameters: &Parameters,
        definition: &Macro,
        stream: &mut Stream,
    ) -> Option<Call> {
        let limit = if parameters.variadic { parameters.names.len() } else { usize::MAX };
        let mut arguments = vec![Vec::new()];
        let mut depth = 0usize;
        let open = self.pull(stream)?;
        let close = loop {
            let Some(mut item) = self.pull(stream) else {
                if self.extent == Extent::Complete {
                    let text = self.symbols.text(name.token.text).to_owned();
                    self.report(
                        Diagnostic::error(
                            "unterminated-macro-call",
                            open.token.span,
                            format!("the arguments of macro `{text}` never end"),
                        )
                        .related(definition.definition, "defined here")
                        .help("write the missing `)`"),
                    );
                }
                return None;
            };
            item.token.before = item.token.before.min(Before::Blank);
            if item.token.text == self.words.close {
                if depth == 0 {
                    break item;
                }
                depth -= 1;
            } else if item.token.text == self.words.open {
                depth += 1;
            } else if item.token.text == self.words.comma && depth == 0 && arguments.len() < limit {
                arguments.push(Vec::new());
                continue;
            }
            if let Some(argument) = arguments.last_mut() {
                argument.push(item);
            }
        };
        let expected = parameters.names.len();
        if expected == 0 && arguments.len() == 1 && arguments[0].is_empty() {
            arguments.clear();
        }
        let mut omits_rest = parameters.variadic && expected == 1 && arguments[0].is_empty();
        if parameters.variadic && arguments.len() + 1 == expected {
            arguments.push(Vec::new());
            omits_rest = true;
        }
        if arguments.len() != expected {
            let text = self.symbols.text(name.token.text).to_owned();
            let at_least = if parameters.variadic { "at least " } else { "" };
            let wanted = if parameters.variadic { expected - 1 } else { expected };
            self.report(
                Diagnostic::error(
                    "macro-arguments",
                    name.token.span.to(close.token.span),
                    format!(
                        "macro `{text}` takes {at_least}{wanted} arguments, not {}",
                        arguments.len()
                    ),
                )
                .related(definition.definition, "defined here")
                .help("put an argument that contains a comma into parentheses"),
            );
            return None;
        }
        Some(Call { arguments, omits_rest, close })
    }

    /// The replacement list with arguments in place of parameters.
    fn substitute(
        &mut self,
        definition: &Macro,
        call: &Call,
        hide: HideSet,
        expansion: ExpansionId,
    ) -> Vec<Item> {
        let mut expanded = vec![None; call.arguments.len()];
        let mut out =
            self.substitute_pieces(&definition.body, definition, call, &mut expanded, expansion);
        for item in &mut out {
            item.hide = self.hide_sets.union(item.hide, hide);
        }
        out
    }

    /// Some pieces of a replacement list with arguments in place of parameters. `expanded` are the arguments that
    /// were needed with their macros expanded so far.
    fn substitute_pieces(
        &mut self,
        pieces: &[Piece],
        definition: &Macro,
        call: &Call,
        expanded: &mut [Option<Vec<Item>>],
        expansion: ExpansionId,
    ) -> Vec<Item> {
        let arguments = &call.arguments;
        let mut out: Vec<Item> = Vec::new();
        // Whether the last piece is followed by `##`, and whether it left something to paste to.
        let (mut pasting, mut left_present) = (false, false);
        for (index, piece) in pieces.iter().enumerate() {
            let mut items = match piece.kind {
                PieceKind::Token => {
                    if call.omits_rest && self.is_optional_comma(definition, pieces, index) {
                        (pasting, left_present) = (false, false);
                        continue;
                    }
                    vec![Item::new(Token { expansion: Some(expansion), ..piece.token }, 0)]
                }
                PieceKind::Stringify(parameter) => {
                    let text = self.stringify(&arguments[parameter]);
                    let kind = TokenKind::String;
                    let text = self.symbols.intern(&text);
                    vec![Item::new(
                        Token { kind, text, expansion: Some(expansion), ..piece.token },
                        0,
                    )]
                }
                PieceKind::Parameter(parameter) if pasting || piece.pastes => {
                    arguments[parameter].clone()
                }
                PieceKind::Parameter(parameter) => {
                    self.expand_argument(call, parameter, expanded).clone()
                }
                PieceKind::Optional(inner) => {
                    let rest = arguments.len() - 1;
                    if self.expand_argument(call, rest, expanded).is_empty() {
                        Vec::new()
                    } else {
                        let inner = &definition.optional[inner];
                        self.substitute_pieces(inner, definition, call, expanded, expansion)
                    }
                }
            };
            if let Some(first) = items.first_mut() {
                first.token.before = piece.token.before.min(Before::Blank);
            }
            let present = !items.is_empty();
            let after_comma = 0 < index && self.is_optional_comma(definition, pieces, index - 1);
            if pasting && left_present && present && !after_comma {
                let right = items.remove(0);
                self.paste(&mut out, right, expansion);
            }
            out.append(&mut items);
            left_present = present || (pasting && left_present);
            pasting = piece.pastes;
            if MAX_EXPANDED < out.len() {
                break;
            }
        }
        out
    }

    /// An argument with its macros expanded.
    fn expand_argument<'a>(
        &mut self,
        call: &Call,
        parameter: usize,
        expanded: &'a mut [Option<Vec<Item>>],
    ) -> &'a Vec<Item> {
        let known = &mut expanded[parameter];
        known.get_or_insert_with(|| self.expand_all(call.arguments[parameter].clone()))
    }

    /// Whether the piece is the comma of `, ## __VA_ARGS__`, which in GNU C goes away with the arguments.
    fn is_optional_comma(&self, definition: &Macro, pieces: &[Piece], index: usize) -> bool {
        let Some(parameters) = definition.parameters.as_ref().filter(|it| it.variadic) else {
            return false;
        };
        let rest = PieceKind::Parameter(parameters.names.len() - 1);
        pieces[index].pastes
            && pieces[index].token.text == self.words.comma
            && pieces.get(index + 1).is_some_and(|it| it.kind == rest)
    }

    /// Joins the last token of `out` with `right`.
    fn paste(&mut self, out: &mut Vec<Item>, right: Item, expansion: ExpansionId) {
        let Some(left) = out.pop() else { return out.push(right) };
        let text = format!(
            "{}{}",
            self.symbols.text(left.token.text),
            self.symbols.text(right.token.text)
        );
        let Some(kind) = single_token(&text) else {
            let use_ = self.expansions[expansion];
            let (a, b) = (self.symbols.text(left.token.text), self.symbols.text(right.token.text));
            let message = format!("`{a}` and `{b}` do not make one token");
            self.report(
                Diagnostic::error("invalid-paste", use_.call, message)
                    .related(use_.definition, "pasted by `##` in this macro")
                    .help("remove the `##`: tokens can stand side by side without it"),
            );
            out.extend([left, right]);
            return;
        };
        let text = self.symbols.intern(&text);
        let hide = self.hide_sets.intersection(left.hide, right.hide);
        let token = Token { kind, text, expansion: Some(expansion), ..left.token };
        out.push(Item { token, hide, ..left });
    }

    /// `#`: the spelling of an argument as a string (C11 §6.10.3.2).
    fn stringify(&self, argument: &[Item]) -> String {
        let mut out = String::from("\"");
        for (index, item) in argument.iter().enumerate() {
            if 0 < index && item.token.before != Before::Nothing {
                out.push(' ');
            }
            let text = self.symbols.text(item.token.text);
            match item.token.kind {
                TokenKind::String | TokenKind::Character => out.push_str(&escape(text)),
                _ => out.push_str(text),
            }
        }
        out.push('"');
        out
    }

    fn stop(&mut self, span: Span, message: &str) {
        if self.extent == Extent::CutShort {
            return;
        }
        self.extent = Extent::CutShort;
        self.report(
            Diagnostic::error("macro-expansion-limit", span, message)
                .help("look for a macro that uses another one several times, again and again"),
        );
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
