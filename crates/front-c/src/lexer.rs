//! Translation phase 7 (C11 §5.1.1.2), its first half: preprocessing tokens to tokens of C.
//!
//! What a spelling is, is decided once for each spelling and not once for each token.

mod kind;
mod number;
mod pack;
mod pragmas;

use tribunal_base::{Id, Span};
use tribunal_preprocess::{Before, Preprocessed, Symbol, TokenKind};

pub(crate) use kind::Kind;
pub(crate) use number::{Number, number};
pub(crate) use pack::Packs;
pub use pragmas::{Pragma, PragmaKind};
pub(crate) use pragmas::{Pragmas, keeps_floats, only_levels};

/// A token of C.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) before: Before,
    pub(crate) symbol: Symbol,
    /// Where it shows: for the text of a macro, where the macro is used.
    pub(crate) span: Span,
}

/// The tokens of a file.
pub(crate) struct Tokens {
    /// With a [`Kind::End`] after the last one.
    pub(crate) tokens: Vec<Token>,
    /// What the pragmas say.
    pub(crate) pragmas: Pragmas,
}

/// Cuts a file into tokens of C.
pub(crate) fn tokens(preprocessed: &Preprocessed, empty: Symbol) -> Tokens {
    let sites = sites(preprocessed);
    let mut kinds: Vec<Option<Kind>> = Vec::new();
    let mut out: Vec<Token> = Vec::with_capacity(preprocessed.tokens.len() + 1);
    let mut pragmas = Pragmas::default();
    let mut lines = preprocessed.pragmas.iter().peekable();
    for (position, token) in preprocessed.tokens.iter().enumerate() {
        while let Some(line) = lines.next_if(|it| it.position <= position) {
            pragmas.obey(out.len(), preprocessed, &line.tokens);
        }
        let index = token.text.index();
        if kinds.len() <= index {
            kinds.resize(index + 1, None);
        }
        let kind = *kinds[index].get_or_insert_with(|| match token.kind {
            TokenKind::Number => Kind::Number,
            TokenKind::Character => Kind::Character,
            TokenKind::String => Kind::String,
            TokenKind::Other => Kind::Other,
            TokenKind::Identifier | TokenKind::Punctuator => {
                Kind::of_word(preprocessed.symbols.text(token.text), token.kind)
            }
        });
        let span = token.expansion.map_or(token.span, |it| sites[it.index()]);
        out.push(Token { kind, before: token.before, symbol: token.text, span });
    }
    for line in lines {
        pragmas.obey(out.len(), preprocessed, &line.tokens);
    }
    let span = preprocessed.end;
    out.push(Token { kind: Kind::End, before: Before::Newline, symbol: empty, span });
    Tokens { tokens: out, pragmas }
}

/// For each use of a macro, the outermost use that it comes from. A use is younger than the one that spells it.
fn sites(preprocessed: &Preprocessed) -> Vec<Span> {
    let mut sites: Vec<Span> = Vec::with_capacity(preprocessed.expansions.len());
    for expansion in preprocessed.expansions.values() {
        sites.push(expansion.parent.map_or(expansion.call, |it| sites[it.index()]));
    }
    sites
}
