//! The state of a run, and the walk over the lines of the files.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tribunal_base::{Arena, Diagnostic, FileId, Sources, Span};

use crate::define::Macro;
use crate::directive::Conditional;
use crate::expand::{Feed, Item, Stream};
use crate::hide::HideSets;
use crate::lexer::{Lexeme, LexemeKind, Lexer, plain_identifier};
use crate::splice::Spliced;
use crate::symbol::{Symbol, Symbols};
use crate::token::{Before, Expansion, ExpansionId, Token, TokenKind};
use crate::{Extent, Files, Macros, Pragma, Preprocessed};

pub(crate) struct Preprocessor<'a> {
    pub(crate) sources: &'a mut Sources,
    pub(crate) files: &'a dyn Files,
    pub(crate) symbols: Symbols,
    pub(crate) words: Words,
    pub(crate) macros: Macros,
    pub(crate) expansions: Arena<ExpansionId, Expansion>,
    pub(crate) hide_sets: HideSets,
    /// The file being read, below it those that include it.
    pub(crate) inputs: Vec<Input>,
    pub(crate) known_files: HashMap<String, FileId>,
    pub(crate) once: HashSet<FileId>,
    /// How many tokens macros have made so far.
    pub(crate) n_expanded: usize,
    /// How many arguments inside arguments are being expanded.
    pub(crate) nesting: usize,
    pub(crate) counter: u32,
    /// How many tokens have come out so far.
    pub(crate) n_tokens: usize,
    pub(crate) pragmas: Vec<Pragma>,
    /// Definitions that `#pragma push_macro` has saved; none where there was no macro.
    pub(crate) pushed: HashMap<Symbol, Vec<Option<Arc<Macro>>>>,
    pub(crate) extent: Extent,
    diagnostics: Vec<Diagnostic>,
}

/// A file being read.
pub(crate) struct Input {
    pub(crate) file: FileId,
    pub(crate) spliced: Spliced,
    pub(crate) lexer: Lexer,
    pub(crate) conditionals: Vec<Conditional>,
    line_starts: Vec<usize>,
    /// The number of the last token's line, for `__LINE__`.
    n_lines: usize,
    /// Added to line numbers after `#line`.
    pub(crate) line_shift: i64,
    /// What `#line` says the file's name is.
    pub(crate) presumed_path: Option<String>,
}

/// The tokens that have come out.
struct Output {
    tokens: Vec<Token>,
    /// The line that the output has come to, as GNU C counts when it prints.
    line: i64,
    /// Whether the last token came from a macro.
    after_macro: bool,
}

impl Output {
    fn push(&mut self, mut token: Token, line: i64, expanded: bool) {
        let apart = self.after_macro || expanded || token.before == Before::Blank;
        if line != self.line && apart {
            token.before = Before::Newline;
        }
        if token.before == Before::Newline {
            self.line = line;
        }
        self.after_macro = expanded;
        self.tokens.push(token);
    }
}

/// Spellings with a meaning.
pub(crate) struct Words {
    pub(crate) open: Symbol,
    pub(crate) close: Symbol,
    pub(crate) comma: Symbol,
    pub(crate) ellipsis: Symbol,
    pub(crate) hash: Symbol,
    pub(crate) hash_digraph: Symbol,
    pub(crate) paste: Symbol,
    pub(crate) paste_digraph: Symbol,
    pub(crate) va_args: Symbol,
    pub(crate) va_opt: Symbol,
    pub(crate) defined: Symbol,
    pub(crate) has_include: Symbol,
    pub(crate) has_include_next: Symbol,
    pub(crate) has_attribute: Symbol,
    pub(crate) has_c_attribute: Symbol,
    pub(crate) has_cpp_attribute: Symbol,
    pub(crate) has_builtin: Symbol,
    pub(crate) line: Symbol,
    pub(crate) file: Symbol,
    pub(crate) counter: Symbol,
    pub(crate) include_level: Symbol,
    pub(crate) base_file: Symbol,
    pub(crate) pragma: Symbol,
}

impl<'a> Preprocessor<'a> {
    pub(crate) fn new(sources: &'a mut Sources, files: &'a dyn Files) -> Self {
        let mut symbols = Symbols::default();
        let words = Words::new(&mut symbols);
        Self {
            sources,
            files,
            symbols,
            words,
            macros: Macros::default(),
            expansions: Arena::default(),
            hide_sets: HideSets::new(),
            inputs: Vec::new(),
            known_files: HashMap::new(),
            once: HashSet::new(),
            n_expanded: 0,
            nesting: 0,
            counter: 0,
            n_tokens: 0,
            pragmas: Vec::new(),
            pushed: HashMap::new(),
            extent: Extent::Complete,
            diagnostics: Vec::new(),
        }
    }

    /// Takes over spellings and macros, so that symbols mean the same.
    pub(crate) fn inherit(&mut self, from: &Preprocessed) {
        self.symbols = from.symbols.clone();
        self.words = Words::new(&mut self.symbols);
        self.macros = from.macros.clone();
    }

    pub(crate) fn define_all(&mut self, defines: &[(String, String)]) {
        if defines.is_empty() {
            return;
        }
        let line = |(name, value): &(String, String)| {
            format!("#define {} {}\n", name.replace('\n', " "), value.replace('\n', " "))
        };
        let text: String = defines.iter().map(line).collect();
        let file = self.sources.add("<command line>", text);
        self.read(file);
    }

    pub(crate) fn run(mut self, file: FileId) -> Preprocessed {
        let tokens = self.read(file);
        let end = self.sources.text(file).len();
        Preprocessed {
            tokens,
            symbols: self.symbols,
            expansions: self.expansions,
            macros: self.macros,
            pragmas: self.pragmas,
            end: Span::new(file, end, end),
            diagnostics: self.diagnostics,
            extent: self.extent,
        }
    }

    fn read(&mut self, file: FileId) -> Vec<Token> {
        self.n_tokens = 0;
        self.pragmas.clear();
        self.enter(file);
        let mut stream = Stream::new(Vec::new(), Feed::File);
        let mut output = Output { tokens: Vec::new(), line: 0, after_macro: false };
        loop {
            let done = self.expand_quickly(&mut stream, &mut output);
            self.n_tokens = output.tokens.len();
            let next = if done { None } else { self.expand_next(&mut stream) };
            match next {
                Some(it) => {
                    self.hand_on(&mut output, it.token, it.line, it.expanded);
                }
                None if self.extent == Extent::CutShort => break,
                None => {
                    self.leave();
                    if self.inputs.is_empty() {
                        break;
                    }
                }
            }
        }
        self.inputs.clear();
        output.tokens
    }

    /// Hands on what is not a macro, which is most of a file. Whether the file has come to its end.
    fn expand_quickly(&mut self, stream: &mut Stream, output: &mut Output) -> bool {
        while stream.is_idle() {
            let Some(token) = self.next_from_file() else { return true };
            let line = self.inputs.last().map_or(0, Input::line);
            if self.may_expand(&token) {
                stream.put_back(Item::new(token, line));
                break;
            }
            self.hand_on(output, token, line, false);
        }
        false
    }

    fn hand_on(&mut self, output: &mut Output, token: Token, line: i64, expanded: bool) {
        output.push(token, line, expanded);
        if token.text == self.words.close {
            self.pragma_operator(&mut output.tokens);
        }
        self.n_tokens = output.tokens.len();
    }

    pub(crate) fn enter(&mut self, file: FileId) {
        let text = self.sources.text(file);
        let spliced = Spliced::new(text);
        let line_starts =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        for &at in &spliced.blank_splices {
            self.diagnostics.push(
                Diagnostic::warning(
                    "blank-after-backslash",
                    Span::new(file, at, at + 1),
                    "blanks between the backslash and the end of the line",
                )
                .help("the lines are joined all the same; remove the blanks to make that clear"),
            );
        }
        self.inputs.push(Input {
            file,
            spliced,
            lexer: Lexer::new(),
            conditionals: Vec::new(),
            line_starts,
            n_lines: 0,
            line_shift: 0,
            presumed_path: None,
        });
    }

    fn leave(&mut self) {
        let Some(input) = self.inputs.pop() else { return };
        for conditional in input.conditionals {
            self.report(
                Diagnostic::error(
                    "unterminated-conditional",
                    conditional.span,
                    "no #endif for this directive",
                )
                .help("write `#endif` where the conditional text ends"),
            );
        }
    }

    /// The next token of the file being read; directives on the way are obeyed. `None` at the end of the file.
    pub(crate) fn next_from_file(&mut self) -> Option<Token> {
        loop {
            let lexeme = self.lex()?;
            match lexeme.kind {
                LexemeKind::End => return None,
                LexemeKind::Newline => {}
                _ => {
                    let token = self.token(lexeme);
                    let hash =
                        token.text == self.words.hash || token.text == self.words.hash_digraph;
                    if hash && lexeme.before == Before::Newline {
                        self.directive(token);
                        if self.extent == Extent::CutShort {
                            return None;
                        }
                    } else if self.is_active() {
                        return Some(token);
                    }
                }
            }
        }
    }

    /// The tokens up to the end of the line.
    pub(crate) fn rest_of_line(&mut self) -> Vec<Token> {
        std::iter::from_fn(|| self.next_on_line()).collect()
    }

    /// The next token of this line; `None` when the line has been read.
    pub(crate) fn next_on_line(&mut self) -> Option<Token> {
        let lexeme = self.lex()?;
        match lexeme.kind {
            LexemeKind::End | LexemeKind::Newline => None,
            _ => Some(self.token(lexeme)),
        }
    }

    /// The next lexeme; what is wrong with it is reported unless it is skipped text.
    fn lex(&mut self) -> Option<Lexeme> {
        let input = self.inputs.last_mut()?;
        let mut lexeme = input.lexer.next(&input.spliced.text);
        let problem = match lexeme.kind {
            LexemeKind::OpenComment => {
                lexeme.kind = LexemeKind::End;
                // A comment without end is an error even where text is skipped: it hides the #endif.
                Some((
                    "unterminated-comment",
                    "this comment never ends",
                    "write `*/` where it should end",
                ))
            }
            LexemeKind::OpenQuote if self.is_active() => Some((
                "unterminated-quote",
                "this quote is not closed before the end of the line",
                "close it on the same line; an apostrophe alone is only possible in a comment",
            )),
            _ => None,
        };
        if let Some((code, message, help)) = problem {
            let span = self.span(lexeme.start, lexeme.end);
            self.report(Diagnostic::error(code, span, message).help(help));
        }
        Some(lexeme)
    }

    fn token(&mut self, lexeme: Lexeme) -> Token {
        let kind = match lexeme.kind {
            LexemeKind::Token(kind) => kind,
            _ => TokenKind::Other,
        };
        let span = self.span(lexeme.start, lexeme.end);
        let text = match self.inputs.last_mut() {
            Some(input) => {
                input.advance(span.start as usize);
                let text = &input.spliced.text[lexeme.start..lexeme.end];
                match kind {
                    TokenKind::Identifier => self.symbols.intern(&plain_identifier(text)),
                    _ => self.symbols.intern(text),
                }
            }
            None => self.symbols.intern(""),
        };
        Token { kind, text, span, expansion: None, before: lexeme.before }
    }

    /// The place of a range of the text without splices.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        match self.inputs.last() {
            Some(input) => {
                let (from, to) = input.spliced.original_range(start, end);
                Span::new(input.file, from, to)
            }
            None => Span::new(FileId(0), 0, 0),
        }
    }

    /// Where reading has come to.
    pub(crate) fn position_span(&self) -> Span {
        let at = self.inputs.last().map_or(0, |it| it.lexer.position());
        self.span(at, at)
    }

    /// Whether the text here is not skipped by a conditional.
    pub(crate) fn is_active(&self) -> bool {
        self.inputs.last().and_then(|it| it.conditionals.last()).is_none_or(Conditional::is_active)
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}

impl Input {
    /// A token starts at `at`, behind all before it.
    fn advance(&mut self, at: usize) {
        while self.line_starts.get(self.n_lines).is_some_and(|&start| start <= at) {
            self.n_lines += 1;
        }
    }

    /// The number of the line of the last token, before `#line` is taken into account.
    pub(crate) fn line(&self) -> i64 {
        i64::try_from(self.n_lines).unwrap_or(i64::MAX)
    }
}

impl Words {
    /// The macros whose expansion depends on where they stand.
    pub(crate) fn builtin(&self) -> [Symbol; 5] {
        [self.line, self.file, self.counter, self.include_level, self.base_file]
    }

    fn new(symbols: &mut Symbols) -> Self {
        Self {
            open: symbols.intern("("),
            close: symbols.intern(")"),
            comma: symbols.intern(","),
            ellipsis: symbols.intern("..."),
            hash: symbols.intern("#"),
            hash_digraph: symbols.intern("%:"),
            paste: symbols.intern("##"),
            paste_digraph: symbols.intern("%:%:"),
            va_args: symbols.intern("__VA_ARGS__"),
            va_opt: symbols.intern("__VA_OPT__"),
            defined: symbols.intern("defined"),
            has_include: symbols.intern("__has_include"),
            has_include_next: symbols.intern("__has_include_next"),
            has_attribute: symbols.intern("__has_attribute"),
            has_c_attribute: symbols.intern("__has_c_attribute"),
            has_cpp_attribute: symbols.intern("__has_cpp_attribute"),
            has_builtin: symbols.intern("__has_builtin"),
            line: symbols.intern("__LINE__"),
            file: symbols.intern("__FILE__"),
            counter: symbols.intern("__COUNTER__"),
            include_level: symbols.intern("__INCLUDE_LEVEL__"),
            base_file: symbols.intern("__BASE_FILE__"),
            pragma: symbols.intern("_Pragma"),
        }
    }
}
