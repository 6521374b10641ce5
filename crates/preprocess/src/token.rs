//! Preprocessing tokens and where they come from.

use tribunal_base::Span;

use crate::symbol::Symbol;

tribunal_base::ids! {
    /// One use of a macro; see [`Expansion`].
    ExpansionId = "x";
}

/// A preprocessing token (C11 §6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// How it is spelled, line splices removed.
    pub text: Symbol,
    /// Where it is spelled: in a file, or in the definition of a macro.
    pub span: Span,
    /// The use of the macro whose definition spells it. The argument of a macro belongs to where it is written.
    pub expansion: Option<ExpansionId>,
    /// What stands before it.
    pub before: Before,
}

/// The kinds of preprocessing tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A letter, `_` or `$`, and then digits too.
    Identifier,
    /// A preprocessing number: a digit, and then nearly everything, so `1..N` is one of them.
    Number,
    /// `'a'`, with its prefix and quotes.
    Character,
    /// `"abc"`, with its prefix and quotes.
    String,
    /// The longest operator of C that fits.
    Punctuator,
    /// Any other character, or a quote without its partner and what follows on the line.
    Other,
}

/// What stands before a token in the output. Greater values win when a macro leaves nothing behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Before {
    /// It touches its predecessor.
    Nothing,
    /// White space or a comment.
    Blank,
    /// A new line, as the output of `cc -E` has it: before the first token of a line, and also where a comment,
    /// a splice or the arguments of a macro reach over the end of a line. Not inside the expansion of a macro.
    Newline,
}

/// One use of a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The macro.
    pub name: Symbol,
    /// The use: the name, with its arguments if they are written at the same place.
    pub call: Span,
    /// The name in the macro's definition.
    pub definition: Span,
    /// The use of the macro whose definition spells this use.
    pub parent: Option<ExpansionId>,
}
