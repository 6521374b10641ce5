//! Tokens on demand, with Spin's repairs of missing and superfluous semicolons.

use std::collections::VecDeque;
use std::rc::Rc;

use tribunal_base::{Diagnostic, Span};
use tribunal_preprocess::{Before, Preprocessed, Symbols};

use super::inline::ActiveCall;
use super::scan::{Lexeme, LexemeKind, Scanned};
use super::{CBlock, Kind, Names};
use crate::ast::SelectForm;

/// A token of the grammar.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) lexeme: Lexeme,
    pub(crate) payload: Payload,
}

#[derive(Clone, Debug)]
pub(crate) enum Payload {
    Nothing,
    C(Rc<CBlock>),
    Select(SelectForm),
    /// Not in the text.
    Implied,
}

/// What the parser tells the lexer about where it stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mode {
    /// In the body of a process or of a `typedef`, where line ends count.
    pub(crate) in_sequence: bool,
    /// How many parentheses are open.
    pub(crate) parens: usize,
    /// In the head of a `for`, where `in` is a keyword.
    pub(crate) in_for: bool,
    /// In an `ltl` block.
    pub(crate) in_formula: bool,
}

pub(crate) struct Lexer<'a> {
    pub(crate) preprocessed: &'a Preprocessed,
    pub(crate) symbols: Symbols,
    pub(crate) names: Names,
    pub(crate) mode: Mode,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The text being read, below it the texts to go on with.
    pub(super) frames: Vec<Frame>,
    /// The last token cut from the text.
    pub(super) last_lexed: Kind,
    /// `ltl` blocks, to be read at the end.
    pub(super) deferred: Vec<Lexeme>,
    pub(super) end: Span,
    pub(super) n_inlined: usize,
    formulas: Formulas,
    /// Tokens made from one word.
    pending: VecDeque<Token>,
    /// The last token handed out, and one that is to come next.
    last: Kind,
    held: Option<Token>,
}

/// What to do with `ltl` blocks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Formulas {
    Defer,
    Read,
}

/// A text being read.
pub(super) struct Frame {
    pub(super) lexemes: Rc<[Lexeme]>,
    pub(super) position: usize,
    /// Whether the line end before the next lexeme has been dealt with.
    pub(super) line_end_seen: bool,
    pub(super) kind: FrameKind,
}

pub(super) enum FrameKind {
    Model,
    Inline(ActiveCall),
    /// In place of an inline's parameter.
    Argument,
}

impl Frame {
    pub(super) fn new(lexemes: Rc<[Lexeme]>, kind: FrameKind) -> Self {
        Self { lexemes, position: 0, line_end_seen: false, kind }
    }
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(preprocessed: &'a Preprocessed, scanned: Scanned, names: Names) -> Self {
        Self {
            preprocessed,
            symbols: scanned.symbols,
            names,
            mode: Mode::default(),
            diagnostics: Vec::new(),
            frames: vec![Frame::new(scanned.lexemes.into(), FrameKind::Model)],
            last_lexed: Kind::End,
            deferred: Vec::new(),
            end: scanned.end,
            n_inlined: 0,
            formulas: Formulas::Defer,
            pending: VecDeque::new(),
            last: Kind::End,
            held: None,
        }
    }

    /// The next token. Mends three common slips, exactly as far as Spin does: nothing after `else`, nothing after `}`,
    /// and a separator too many.
    pub(crate) fn next(&mut self) -> Token {
        let mut token = match self.held.take() {
            Some(token) => {
                self.last_lexed = token.kind;
                self.last = token.kind;
                return token;
            }
            None => self.lex(),
        };
        let separator = |kind| matches!(kind, Kind::Semicolon | Kind::Arrow);
        let after_else =
            self.last == Kind::Else && !separator(token.kind) && token.kind != Kind::Fi;
        let after_block = self.last == Kind::CloseBrace
            && !separator(token.kind)
            && !matches!(
                token.kind,
                Kind::Proctype
                    | Kind::Init
                    | Kind::Never
                    | Kind::Choice
                    | Kind::Fi
                    | Kind::Od
                    | Kind::CloseBrace
                    | Kind::Unless
                    | Kind::End
            );
        if after_else || after_block {
            let semicolon = implied(Kind::Semicolon, token.lexeme);
            self.held = Some(token);
            self.last = Kind::End;
            self.last_lexed = Kind::Semicolon;
            return semicolon;
        }
        if separator(token.kind) {
            let next = self.lex();
            if separator(next.kind) || next.kind == Kind::CloseBrace {
                token = next;
            } else {
                self.held = Some(next);
            }
        }
        self.last = token.kind;
        token
    }

    /// Makes a semicolon come next, where Spin's lexer writes one.
    pub(crate) fn insert_semicolon(&mut self, after: &Token) {
        self.pending.push_front(implied(Kind::Semicolon, after.lexeme));
    }

    fn lex(&mut self) -> Token {
        let token = self.cut_token();
        self.last_lexed = token.kind;
        token
    }

    fn cut_token(&mut self) -> Token {
        loop {
            if let Some(token) = self.pending.pop_front() {
                return token;
            }
            let Some(lexeme) = self.upcoming() else {
                if self.leave_frame() {
                    continue;
                }
                return self.end_token();
            };
            if lexeme.before == Before::Newline
                && let Some(frame) = self.frames.last_mut().filter(|it| !it.line_end_seen)
            {
                frame.line_end_seen = true;
                if self.line_end_separates(&lexeme) {
                    return implied(Kind::Semicolon, lexeme);
                }
            }
            self.skip_upcoming();
            let plain = |kind| Token { kind, lexeme, payload: Payload::Nothing };
            match lexeme.kind {
                LexemeKind::Number(_) | LexemeKind::Char(_) => return plain(Kind::Constant),
                LexemeKind::Text => return plain(Kind::Text),
                LexemeKind::Bad => return plain(Kind::Bad),
                LexemeKind::Operator(kind) if self.mode.in_formula => {
                    return self.temporal_operator(kind, lexeme);
                }
                LexemeKind::Operator(kind) => return plain(kind),
                LexemeKind::Word => {
                    if let Some(token) = self.word(lexeme) {
                        return token;
                    }
                }
            }
        }
    }

    /// Goes on with the text below, or with the formulas; `false` if nothing is left.
    fn leave_frame(&mut self) -> bool {
        if 1 < self.frames.len() {
            self.frames.pop();
            return true;
        }
        if self.formulas == Formulas::Read || self.deferred.is_empty() {
            return false;
        }
        self.formulas = Formulas::Read;
        let deferred = std::mem::take(&mut self.deferred);
        self.frames = vec![Frame::new(deferred.into(), FrameKind::Model)];
        true
    }

    fn end_token(&mut self) -> Token {
        let lexeme = Lexeme {
            kind: LexemeKind::Bad,
            text: self.symbols.intern(""),
            span: self.end,
            spelling: self.end,
            expansion: None,
            before: Before::Newline,
        };
        implied(Kind::End, lexeme)
    }

    /// The token a word is; `None` if it leads to other text.
    fn word(&mut self, lexeme: Lexeme) -> Option<Token> {
        let text = self.symbols.text(lexeme.text);
        let plain = |kind| Some(Token { kind, lexeme, payload: Payload::Nothing });
        if self.mode.in_formula
            && let Some(kind) = Kind::temporal_word(text)
        {
            return plain(kind);
        }
        let in_model = self.frames.len() == 1;
        match Kind::keyword(text) {
            None => {}
            Some(Kind::In) if !self.mode.in_for => {}
            Some(Kind::Timeout) if in_model && self.last_lexed != Kind::OpenParen => {
                // Spin reads `(timeout)` here, so that the end of a line may follow.
                self.pending.push_back(Token {
                    kind: Kind::Timeout,
                    lexeme,
                    payload: Payload::Nothing,
                });
                self.pending.push_back(implied(Kind::CloseParen, lexeme));
                return Some(implied(Kind::OpenParen, lexeme));
            }
            Some(Kind::Select) => {
                let form = if in_model { self.select_form() } else { SelectForm::Loop };
                return Some(Token { kind: Kind::Select, lexeme, payload: Payload::Select(form) });
            }
            Some(Kind::Ltl) if in_model && self.formulas == Formulas::Defer => {
                self.defer_formula(lexeme);
                return None;
            }
            Some(kind @ (Kind::CCode | Kind::CExpr)) => {
                let block = self.capture_c(lexeme);
                return Some(match block {
                    Some(block) => Token { kind, lexeme, payload: Payload::C(block) },
                    None => Token { kind: Kind::Bad, lexeme, payload: Payload::Implied },
                });
            }
            Some(kind) => return plain(kind),
        }
        if self.names.mtype_constants.contains(&lexeme.text) {
            return plain(Kind::Constant);
        }
        if self.enter_argument(lexeme) {
            return None;
        }
        plain(self.names.kind(lexeme.text))
    }

    /// In formulas some operators are made of several lexemes that touch.
    fn temporal_operator(&mut self, kind: Kind, lexeme: Lexeme) -> Token {
        let next = self
            .upcoming()
            .filter(|it| it.before == Before::Nothing && it.expansion == lexeme.expansion);
        let joint = match (kind, next.map(|it| it.kind)) {
            (Kind::OpenBracket, Some(LexemeKind::Operator(Kind::CloseBracket))) => {
                Some(Kind::Always)
            }
            (Kind::Less, Some(LexemeKind::Operator(Kind::Greater))) => Some(Kind::Eventually),
            (Kind::Less, Some(LexemeKind::Operator(Kind::Arrow))) => Some(Kind::Equivalent),
            (Kind::Slash, Some(LexemeKind::Operator(Kind::Backslash))) => Some(Kind::AndAnd),
            (Kind::Backslash, Some(LexemeKind::Operator(Kind::Slash))) => Some(Kind::OrOr),
            _ => None,
        };
        match (joint, next) {
            (Some(joint), Some(next)) => {
                self.skip_upcoming();
                let lexeme = Lexeme { span: lexeme.span.to(next.span), ..lexeme };
                Token { kind: joint, lexeme, payload: Payload::Nothing }
            }
            _ => {
                let kind = if kind == Kind::Arrow { Kind::Implies } else { kind };
                Token { kind, lexeme, payload: Payload::Nothing }
            }
        }
    }
}

/// A token that is not in the text, at the place of `lexeme`.
fn implied(kind: Kind, lexeme: Lexeme) -> Token {
    Token { kind, lexeme, payload: Payload::Implied }
}
