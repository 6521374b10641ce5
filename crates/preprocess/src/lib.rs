//! The C preprocessor: translation phases 1 to 4 of C11 §5.1.1.2, with the extensions of GNU C that models and
//! programs use. It serves C and Promela, and touches no file itself: the caller hands in [`Files`].
//!
//! The result is a stream of [`Token`]s that know their spelling, their place and the macro uses they come from.
//! Operators are cut as C cuts them; a language with other operators joins pieces that touch ([`Preprocessed::touch`])
//! and cuts anew.
//!
//! Reading order: `splice` and `lexer` make tokens of text, `preprocessor` runs over lines, `directive` and
//! `condition` do what lines with `#` say, `define` and `expand` are about macros, `pragma` about what is handed on, `literal` about characters and strings.

mod condition;
mod define;
mod directive;
mod expand;
mod hide;
mod include;
mod lexer;
mod literal;
mod pragma;
mod preprocessor;
mod splice;
mod symbol;
mod token;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tribunal_base::{Arena, Diagnostic, FileId, Sources, Span};

pub use define::Macro;
pub use literal::{CharacterLiteral, Encoding, Flaw, character, decode, encoding_of};
pub use symbol::{Symbol, Symbols};
pub use token::{Before, Expansion, ExpansionId, Token, TokenKind};

/// What the preprocessor may know about the world around it.
pub trait Files {
    /// The file an `#include` means.
    fn open(&self, include: &Include<'_>) -> Option<File>;

    /// What the compiler says to a question of an `#if`: 0, unless there is one that knows the name.
    fn answer(&self, _: Question<'_>) -> i64 {
        0
    }
}

/// What an `#if` may ask the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question<'a> {
    /// `__has_attribute(name)`, which is `__has_cpp_attribute(name)`, too.
    Attribute(&'a str),
    /// `__has_c_attribute(name)`: one in double brackets.
    BracketAttribute(&'a str),
    /// `__has_builtin(name)`.
    Builtin(&'a str),
}

/// An `#include` as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Include<'a> {
    /// The name between the delimiters.
    pub name: &'a str,
    /// The delimiters.
    pub style: IncludeStyle,
    /// The path of the file that contains the directive.
    pub from: &'a str,
}

/// The delimiters of an include's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IncludeStyle {
    /// `"name"`: next to the including file first.
    Quoted,
    /// `<name>`: along the search path.
    Angled,
    /// GNU's `#include_next`: along the search path, behind the folder of the including file.
    Next,
}

/// A file that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// A path that names it; the same file should have the same path.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// No files at all: every `#include` fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn open(&self, _: &Include<'_>) -> Option<File> {
        None
    }
}

/// The outcome of preprocessing.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The tokens of the translation unit.
    pub tokens: Vec<Token>,
    /// The spellings of all tokens.
    pub symbols: Symbols,
    /// The uses of macros.
    pub expansions: Arena<ExpansionId, Expansion>,
    /// The macros defined at the end, by name.
    pub macros: Macros,
    /// The `#pragma`s and `_Pragma`s that were read and say something about the language, in order.
    pub pragmas: Vec<Pragma>,
    /// The end of the main file.
    pub end: Span,
    /// What is wrong with the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the whole text was read; a limit may have stopped it.
    pub extent: Extent,
}

/// Macros by name.
pub type Macros = FxHashMap<Symbol, Arc<Macro>>;

/// A `#pragma`, which means what the language says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pragma {
    /// How many tokens of the output stand before it.
    pub position: usize,
    /// What follows `#pragma` on its line, or what the string of `_Pragma` says.
    pub tokens: Vec<Token>,
}

/// How far preprocessing came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// To the end.
    Complete,
    /// To a limit named by one of the diagnostics; the tokens are those up to there.
    CutShort,
}

/// Preprocesses `file`, with `defines` as if by `#define name value` before it.
pub fn preprocess(
    sources: &mut Sources,
    file: FileId,
    files: &dyn Files,
    defines: &[(String, String)],
) -> Preprocessed {
    let mut preprocessor = preprocessor::Preprocessor::new(sources, files);
    preprocessor.define_all(defines);
    preprocessor.run(file)
}

impl Preprocessed {
    /// Preprocesses another text with the macros that are defined at the end of this one.
    pub fn continue_with(&self, sources: &mut Sources, file: FileId) -> Preprocessed {
        let mut preprocessor = preprocessor::Preprocessor::new(sources, &NoFiles);
        preprocessor.inherit(self);
        preprocessor.run(file)
    }

    /// How a token is spelled.
    pub fn text(&self, token: &Token) -> &str {
        self.symbols.text(token.text)
    }

    /// Where a token shows in the source: its own place, or the outermost use of the macro it comes from.
    pub fn site(&self, token: &Token) -> Span {
        self.uses(token.expansion).last().map_or(token.span, |it| it.call)
    }

    /// A use of a macro, the use whose definition spells it, and so on outwards.
    pub fn uses(&self, innermost: Option<ExpansionId>) -> impl Iterator<Item = &Expansion> {
        let expansion = |it: ExpansionId| &self.expansions[it];
        std::iter::successors(innermost.map(expansion), move |it| it.parent.map(expansion))
    }

    /// Whether `second`, which follows `first`, could be part of the same operator.
    pub fn touch(first: &Token, second: &Token) -> bool {
        second.before == Before::Nothing && first.expansion == second.expansion
    }

    /// Whether a macro of this name is defined at the end.
    pub fn is_macro(&self, name: &str) -> bool {
        self.symbols.find(name).is_some_and(|it| self.macros.contains_key(&it))
    }
}

#[cfg(test)]
mod tests;
