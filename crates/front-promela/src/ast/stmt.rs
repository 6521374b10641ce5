//! Statements.

use tribunal_base::Span;

use super::{CCode, Declaration, Expr, Ident, Place, Text};

/// A sequence in braces, or the sequence after `::`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its steps, at least one.
    pub statements: Vec<Stmt>,
    /// With its braces, if it has any.
    pub span: Span,
}

/// A statement with its labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// The labels, outermost first.
    pub labels: Vec<Ident>,
    /// What it is.
    pub kind: StmtKind,
    /// The text of the statement, without its labels and separators.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// `byte x = 1`; never labelled. See [`Declaration`] for when it runs.
    Declaration(Declaration),
    /// `xr q`, `xs q`; never labelled, no step.
    Exclusive(Exclusivity, Vec<Place>),
    /// Nothing after a label: the same as `skip`.
    Empty,
    /// An expression that must hold; also `skip`, `run P()`, `timeout`.
    Expr(Expr),
    /// `x = e`.
    Assign(Place, Expr),
    /// `x++`.
    Increment(Place),
    /// `x--`.
    Decrement(Place),
    /// `q!..`, `q!!..`.
    Send(Send),
    /// `q?..`, `q??..`, `q?<..>`, `q??<..>`.
    Receive(Receive),
    /// `else`.
    Else,
    /// `goto label`.
    Goto(Ident),
    /// `break`; the parser has seen a loop around it.
    Break,
    /// `assert(e)`.
    Assert(Expr),
    /// `printf("..", ..)`.
    Printf {
        /// The format.
        format: Text,
        /// The values.
        arguments: Vec<Expr>,
    },
    /// `printm(e)`: a variable or a constant.
    Printm(Expr),
    /// `set_priority(pid, priority)`.
    SetPriority {
        /// Whose.
        pid: Expr,
        /// The new one.
        priority: Expr,
    },
    /// `if :: .. fi`.
    If(Vec<Choice>),
    /// `do :: .. od`.
    Do(Vec<Choice>),
    /// `for (variable : from .. to) { .. }`.
    ForRange {
        /// The counter.
        variable: Place,
        /// Its first value.
        from: Expr,
        /// Its last value.
        to: Expr,
        /// What is repeated.
        body: Block,
    },
    /// `for (variable in collection) { .. }`: over the indices of an array or the messages of a channel.
    ForIn {
        /// The counter, or the structure that takes each message.
        variable: Place,
        /// The array or channel.
        collection: Place,
        /// What is repeated.
        body: Block,
    },
    /// `select (variable : from .. to)`.
    Select(Select),
    /// `main unless escape`. Spin puts a block that stands here into the place of a sequence; anything else
    /// becomes a sequence of one statement.
    Unless {
        /// What runs; keeps its own labels.
        main: Box<Stmt>,
        /// What interrupts it.
        escape: Box<Stmt>,
    },
    /// `atomic { .. }`.
    Atomic(Block),
    /// `d_step { .. }`.
    DStep(Block),
    /// `{ .. }`.
    Block(Block),
    /// `f(..)`, `x = f(..)`.
    InlineCall(InlineCall),
    /// `return value` in the body of an inline called as `target = f(..)`: an assignment to `target`, after
    /// which the body goes on.
    Return {
        /// What the call assigns to.
        target: Place,
        /// The value.
        value: Expr,
    },
    /// `c_code { .. }`.
    CCode(CCode),
}

/// One option of `if` or `do`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What follows `::`; it opens no scope.
    pub body: Block,
    /// With the `::`.
    pub span: Span,
}

/// `xr` or `xs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exclusivity {
    /// `xr`: only this process receives.
    Receive,
    /// `xs`: only this process sends.
    Send,
}

/// Where in a channel a send or receive takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Queueing {
    /// One mark: send to the end, receive from the front.
    Fifo,
    /// Two marks: send in numerical order, receive the first message that matches.
    Anywhere,
}

/// `q!arguments`, `q!!arguments`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Send {
    /// The channel.
    pub channel: Place,
    /// `!` or `!!`.
    pub queueing: Queueing,
    /// The message's fields; `q!a(b, c)` is `q!a, b, c`.
    pub arguments: Vec<Expr>,
}

/// `q?arguments` and its variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receive {
    /// The channel.
    pub channel: Place,
    /// `?` or `??`.
    pub queueing: Queueing,
    /// Whether the message stays.
    pub removal: Removal,
    /// What matches the message's fields; `q?a(b, c)` is `q?a, b, c`.
    pub arguments: Vec<MatchArg>,
}

/// Whether a receive takes its message out of the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removal {
    /// `q?..`.
    Take,
    /// `q?<..>`.
    Copy,
}

/// One argument of a receive or poll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchArg {
    /// What it is.
    pub kind: MatchKind,
    /// All of it.
    pub span: Span,
}

/// The kinds of arguments of a receive or poll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchKind {
    /// Takes the field's value (`_` drops it).
    Place(Place),
    /// The field must equal this number or `mtype` constant.
    Constant(Expr),
    /// `eval(e)`: the field must equal this value.
    Eval(Expr),
}

/// `select (variable : from .. to)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// What gets a value.
    pub variable: Place,
    /// The least value.
    pub from: Expr,
    /// The greatest value.
    pub to: Expr,
    /// How Spin makes statements of it.
    pub form: SelectForm,
}

/// How Spin makes statements of a `select`. Its lexer rewrites `select (name : 1 .. 3)` with literal numbers and a name of
/// letters and digits alone outside of inlines; everything else goes through its grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SelectForm {
    /// At most 33 values: `if :: variable = from :: .. :: variable = to fi`.
    Alternatives,
    /// More, rewritten as statements of the enclosing sequence:
    /// `variable = from; do :: (variable < to) -> variable++ :: break od`. Labels go to the assignment.
    Statements,
    /// The grammar's loop: `variable = from` is put before, and the statement is
    /// `do :: break :: variable < to -> variable++ od`, in this order of options. Labels go to the loop.
    Loop,
}

/// The call of an inline with its expansion.
///
/// Spin reads the inline's text, with parameters replaced, as one statement after the call: a block with a scope
/// of its own, inside the scope of the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineCall {
    /// The inline.
    pub name: Ident,
    /// Where it is defined: its name.
    pub definition: Span,
    /// `x` in `x = f(..)`.
    pub result: Option<Place>,
    /// The arguments as expressions at the call; the body has them in place of the parameters.
    pub arguments: Vec<Expr>,
    /// The expansion.
    pub body: Block,
}
