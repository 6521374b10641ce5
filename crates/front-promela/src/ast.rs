//! The syntax tree of Promela, as close to the source as the grammar of Spin 6.5.2 allows.
//!
//! Nothing is desugared: `for`, `select`, `unless`, `atomic` and the like appear as written, because the order in
//! which control points are made is decided later. Three things are resolved here, since Spin's own grammar
//! depends on them: a declared `mtype` constant is told from a variable ([`ExprKind::Mtype`]), a proctype name
//! from a variable (remote references), and an inline call carries its expansion ([`InlineCall`]).
//!
//! Every node has a span. What comes out of a macro has the span of the macro's use; what comes out of an
//! inline's parameter has the span of the parameter in the inline's body.

mod expr;
mod stmt;

use tribunal_base::Span;

pub use expr::{
    BinaryOp, Expr, ExprKind, Ltl, LtlBinary, LtlKind, LtlUnary, Place, PlacePart, Poll, Probe,
    Run, UnaryOp,
};
pub use stmt::{
    Block, Choice, Exclusivity, InlineCall, MatchArg, MatchKind, Queueing, Receive, Removal,
    Select, SelectForm, Send, Stmt, StmtKind,
};

/// A whole model, in the order in which Spin reads it: as written, but `ltl` blocks come last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// Its units.
    pub items: Vec<Item>,
}

/// A unit of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Global variables.
    Declaration(Declaration),
    /// `mtype = { a, b }`, `mtype:t = { a, b }`.
    Mtype(MtypeDeclaration),
    /// `typedef T { .. }`.
    Typedef(Typedef),
    /// `proctype P(..) { .. }`.
    Proctype(Proctype),
    /// `init { .. }`.
    Init(Init),
    /// `never { .. }`.
    Never(Never),
    /// `trace { .. }`, `notrace { .. }`.
    Trace(Trace),
    /// `ltl p { .. }`.
    Ltl(LtlBlock),
    /// The definition of an inline; its calls carry their own expansions.
    Inline(InlineDefinition),
    /// A global `c_code { .. }` or `c_decl { .. }`.
    CCode(CCode),
    /// `c_state ".." ".."` or `c_track ".." ".."`.
    CState(CState),
}

/// A name where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// Variables of one type: `hidden byte x = 1, a[3]`.
///
/// As a statement it initialises where it stands, unless only declarations and `xr`/`xs` come before it in the
/// outermost sequence of a body: then the variables are initialised when the process is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// `hidden`, `show` or `local`.
    pub visibility: Option<Visibility>,
    /// The type of all its variables.
    pub ty: Type,
    /// The variables, at least one.
    pub variables: Vec<Variable>,
    /// From the first word to the last variable.
    pub span: Span,
}

/// A word before a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// Not part of the state.
    Hidden,
    /// Shown in message sequence charts.
    Show,
    /// Promised to be used by one process only.
    Local,
}

/// A type where it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// Which one.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// The types of Promela.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `bit`.
    Bit,
    /// `bool`.
    Bool,
    /// `byte`.
    Byte,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `unsigned`; the width is given by each variable.
    Unsigned,
    /// `mtype` or `mtype:name`.
    Mtype(Option<Ident>),
    /// `chan`.
    Chan,
    /// `pid`.
    Pid,
    /// A `typedef` declared before.
    Named(Ident),
}

/// One variable of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: Ident,
    /// `: 3`. Any type may carry one; it means something for `unsigned` only.
    pub width: Option<Constant>,
    /// `[n]`: a constant expression, or the bare name of an initialised variable, as Spin allows.
    pub size: Option<Expr>,
    /// `= ..`.
    pub initialiser: Option<Initialiser>,
    /// All of it.
    pub span: Span,
}

/// A number where it stands (a literal, a character, `true`, `false`, `skip`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Its value.
    pub value: i32,
    /// Where it stands.
    pub span: Span,
}

/// What follows `=` in a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initialiser {
    /// One value, for all elements of an array.
    Value(Expr),
    /// `{ 1, 2, 3 }`: constants, at least one.
    List {
        /// The constants.
        values: Vec<Expr>,
        /// With the braces.
        span: Span,
    },
    /// `[n] of { .. }`.
    Channel(ChannelInitialiser),
}

/// `[capacity] of { types }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelInitialiser {
    /// A constant expression.
    pub capacity: Expr,
    /// The types of a message's fields, at least one.
    pub fields: Vec<Type>,
    /// All of it.
    pub span: Span,
}

/// `mtype:subtype = { names }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MtypeDeclaration {
    /// `mtype:subtype`.
    pub subtype: Option<Ident>,
    /// The constants as written.
    pub names: Vec<Ident>,
    /// All of it.
    pub span: Span,
}

/// `typedef name { fields }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typedef {
    /// Its name.
    pub name: Ident,
    /// Its fields, at least one declaration.
    pub fields: Vec<Declaration>,
    /// All of it.
    pub span: Span,
}

/// `active [2] proctype name(parameters) priority 3 provided (e) { .. }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proctype {
    /// `active`.
    pub active: Option<Active>,
    /// `proctype` or `D_proctype`.
    pub kind: ProctypeKind,
    /// Its name.
    pub name: Ident,
    /// Its parameters; none has an initialiser.
    pub parameters: Vec<Declaration>,
    /// `priority 3`.
    pub priority: Option<Constant>,
    /// `provided (e)`.
    pub provided: Option<Expr>,
    /// Its body.
    pub body: Block,
    /// All of it.
    pub span: Span,
}

/// `active` or `active [count]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Active {
    /// A constant expression or the bare name of a variable; one instance if absent.
    pub count: Option<Expr>,
    /// All of it.
    pub span: Span,
}

/// The two kinds of proctypes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProctypeKind {
    /// `proctype`.
    Proctype,
    /// `D_proctype`: promised to be deterministic.
    Deterministic,
}

/// `init priority 3 { .. }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Init {
    /// `priority 3`.
    pub priority: Option<Constant>,
    /// Its body.
    pub body: Block,
    /// All of it.
    pub span: Span,
}

/// `never name { .. }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Never {
    /// Its name, if it has one.
    pub name: Option<Ident>,
    /// Its body.
    pub body: Block,
    /// All of it.
    pub span: Span,
}

/// `trace { .. }` or `notrace { .. }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Which of the two.
    pub kind: TraceKind,
    /// Its body.
    pub body: Block,
    /// All of it.
    pub span: Span,
}

/// The two kinds of event assertions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TraceKind {
    /// The events must happen so.
    Trace,
    /// The events must not happen so.
    NoTrace,
}

/// `ltl name { formula }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LtlBlock {
    /// Its name, if it has one.
    pub name: Option<Ident>,
    /// What must hold.
    pub formula: Ltl,
    /// All of it.
    pub span: Span,
}

/// `inline name(parameters) { .. }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineDefinition {
    /// Its name.
    pub name: Ident,
    /// Its parameters.
    pub parameters: Vec<Ident>,
    /// All of it.
    pub span: Span,
}

/// C text in a model: `c_code [guard] { text }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CCode {
    /// Which of the three.
    pub kind: CCodeKind,
    /// The text between brackets before the block, which must hold when it runs.
    pub precondition: Option<CText>,
    /// The text between the braces, macros expanded.
    pub text: CText,
    /// All of it.
    pub span: Span,
}

/// Text that was put together from words of the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CText {
    /// The text.
    pub text: String,
    /// Where each word starts in the text, and where it stands in the model.
    pub places: Vec<(usize, Span)>,
}

/// The kinds of embedded C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CCodeKind {
    /// `c_code { statements }`.
    Code,
    /// `c_decl { declarations }`.
    Declaration,
    /// `c_expr { expression }`.
    Expression,
}

/// C data in the state: `c_state "int x" "Global" "0"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CState {
    /// `c_state` or `c_track`.
    pub kind: CStateKind,
    /// What: a C declaration, or for `c_track` an address.
    pub what: Text,
    /// Where (`Global`, `Hidden`, `Local P`), or for `c_track` the size.
    pub place: Text,
    /// The initial value, or for `c_track` whether it counts for equality of states.
    pub extra: Option<Text>,
    /// All of it.
    pub span: Span,
}

/// The two ways to put C data into the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CStateKind {
    /// `c_state`: declares data.
    State,
    /// `c_track`: names data declared elsewhere.
    Track,
}

/// A string literal where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What is between the quotes, escapes untouched.
    pub text: String,
    /// With the quotes.
    pub span: Span,
}
