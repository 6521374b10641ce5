//! `#pragma` and `_Pragma` (C11 §6.10.6, §6.10.9). Those about macros and files are obeyed here; all others are handed on.

use std::sync::Arc;

use crate::define::Macro;
use crate::lexer::{LexemeKind, Lexer};
use crate::preprocessor::Preprocessor;
use crate::token::{Token, TokenKind};
use crate::{Pragma, Symbol};

/// Pragmas in whose arguments GNU C on Linux expands macros; `pack` is none of them.
const EXPANDED: [&str; 3] = ["redefine_extname", "message", "scalar_storage_order"];

impl Preprocessor<'_> {
    /// What a pragma says, which stands before the token at `position` of the output.
    pub(crate) fn pragma(&mut self, mut line: Vec<Token>, position: usize) {
        let name = line.first().map(|it| self.symbols.text(it.text).to_owned());
        match name.as_deref() {
            Some("once") if line.len() == 1 => {
                if let Some(input) = self.inputs.last() {
                    self.once.insert(input.file);
                }
            }
            Some("push_macro") => {
                if let Some(name) = self.quoted_name(&line) {
                    let saved: Option<Arc<Macro>> = self.macros.get(&name).cloned();
                    self.pushed.entry(name).or_default().push(saved);
                }
            }
            Some("pop_macro") => {
                if let Some(name) = self.quoted_name(&line)
                    && let Some(saved) = self.pushed.get_mut(&name).and_then(Vec::pop)
                {
                    match saved {
                        Some(definition) => self.macros.insert(name, definition),
                        None => self.macros.remove(&name),
                    };
                }
            }
            Some(word) => {
                if EXPANDED.contains(&word) {
                    let arguments = self.expand_line(&line[1..]);
                    line.truncate(1);
                    line.extend(arguments);
                }
                self.pragmas.push(Pragma { position, tokens: line });
            }
            None => {}
        }
    }

    /// The name in `push_macro("name")`.
    fn quoted_name(&mut self, line: &[Token]) -> Option<Symbol> {
        let [_, open, name, close] = line else { return None };
        let is_quoted = open.text == self.words.open
            && name.kind == TokenKind::String
            && close.text == self.words.close;
        let text = self.symbols.text(name.text).strip_prefix('"')?.strip_suffix('"')?.to_owned();
        is_quoted.then(|| self.symbols.intern(&text))
    }

    /// Takes `_Pragma ( string )` from the end of the output and does what it says.
    pub(crate) fn pragma_operator(&mut self, output: &mut Vec<Token>) {
        let Some(&[pragma, open, string, close]) = output.last_chunk() else { return };
        if pragma.text != self.words.pragma
            || open.text != self.words.open
            || string.kind != TokenKind::String
            || close.text != self.words.close
        {
            return;
        }
        output.truncate(output.len() - 4);
        let line = self.destringized(string);
        self.pragma(line, output.len());
    }

    /// The tokens in a string literal.
    fn destringized(&mut self, string: Token) -> Vec<Token> {
        let text = self.symbols.text(string.text);
        let text = text.trim_start_matches(|it| it != '"');
        let text = text.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(text);
        let text = text.replace("\\\"", "\"").replace("\\\\", "\\");
        let mut lexer = Lexer::new();
        let mut tokens = Vec::new();
        loop {
            let lexeme = lexer.next(&text);
            let kind = match lexeme.kind {
                LexemeKind::End | LexemeKind::Newline => return tokens,
                LexemeKind::Token(kind) => kind,
                LexemeKind::OpenQuote | LexemeKind::OpenComment => TokenKind::Other,
            };
            let text = self.symbols.intern(&text[lexeme.start..lexeme.end]);
            tokens.push(Token { kind, text, before: lexeme.before, ..string });
        }
    }
}
