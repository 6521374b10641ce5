//! The syntax tree of the textual form: what is written, names not yet looked up.

use crate::edge::{MessageOrder, Overflow, Removal, Scan, Then};
use crate::expr::{BinOp, UnOp};
use crate::program::{Control, Marks, Matching, ProcessKind};
use crate::ty::IntShape;
use tribunal_base::Span;

/// A name as written. `x#2` is the second thing called `x`.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) ordinal: u32,
    pub(super) span: Span,
}

/// Something at the top level.
#[derive(Debug)]
pub(super) enum Item {
    PriorityScheduling,
    EndRequires(Expr),
    Enumeration { name: Name, shape: IntShape, variants: Vec<(Name, Number)> },
    Record { name: Name, fields: Vec<(Name, Type)> },
    Channel { name: Name, capacity: Number, fields: Vec<Type> },
    Global(Variable),
    Process(Box<Process>),
    Property { name: Name, kind: PropertyKind },
    Unsupported { what: String, span: Span },
}

/// A number with its sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) magnitude: u128,
    pub(super) negative: bool,
    pub(super) shape: Option<IntShape>,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum Type {
    Bool,
    Int(IntShape),
    Channel,
    Array { elem: Box<Type>, len: Number },
    Named(Name),
}

#[derive(Debug)]
pub(super) struct Variable {
    pub(super) name: Name,
    pub(super) matching: Matching,
    pub(super) ty: Type,
    pub(super) init: Vec<Initialiser>,
}

/// The scalar that `path` leads to from the variable.
#[derive(Debug)]
pub(super) struct Initialiser {
    pub(super) path: Vec<Step>,
    pub(super) value: Initially,
}

/// A step from a place to a part of it.
#[derive(Debug)]
pub(super) enum Step {
    Index(Number),
    /// Stands for one initialiser for each index from the first to before the second.
    Range(Number, Number),
    Field(Name),
}

#[derive(Debug)]
pub(super) enum Initially {
    Value(Expr),
    Channel(Name),
}

#[derive(Debug)]
pub(super) struct Process {
    pub(super) name: Name,
    pub(super) kind: ProcessKind,
    pub(super) params: Vec<Variable>,
    pub(super) active: Option<Number>,
    pub(super) priority: Option<Number>,
    pub(super) provided: Option<Expr>,
    pub(super) locals: Vec<Variable>,
    pub(super) entry: Option<Location>,
    pub(super) labels: Vec<(Name, Vec<Location>)>,
    /// Every location that is declared or left by an edge, in order of appearance.
    pub(super) locations: Vec<Declaration>,
    pub(super) edges: Vec<Edge>,
}

/// `l7`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Location {
    pub(super) number: u32,
    pub(super) span: Span,
}

/// `loc l7 end`.
#[derive(Debug)]
pub(super) struct Declaration {
    pub(super) location: Location,
    pub(super) control: Control,
    pub(super) marks: Marks,
}

#[derive(Debug)]
pub(super) struct Edge {
    pub(super) from: Location,
    pub(super) to: Location,
    pub(super) tier: Option<Number>,
    pub(super) atomic: bool,
    pub(super) guard: Guard,
    pub(super) actions: Vec<Action>,
    pub(super) violates: Option<(Name, String, Then)>,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum Guard {
    Always,
    When(Expr),
    Else,
}

#[derive(Debug)]
pub(super) enum Action {
    Assign { place: Expr, value: Expr },
    Send { channel: Expr, message: Vec<Expr>, order: MessageOrder, overflow: Overflow },
    Receive { channel: Expr, patterns: Vec<Pattern>, scan: Scan, removal: Removal },
    Spawn { process: Name, args: Vec<Expr>, result: Option<Expr>, priority: Option<Expr> },
    Exit,
    SetPriority { process: Expr, value: Expr },
    Print { format: String, args: Vec<Expr> },
}

#[derive(Debug)]
pub(super) enum Pattern {
    Store(Expr),
    Match(Expr),
    Any,
}

#[derive(Debug)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum ExprKind {
    Number(Number),
    Truth(bool),
    Name(Name),
    /// `kind::name` or `P::x`.
    Member(Name, Name),
    /// `kind::7`.
    NumberOf(Type, Number),
    Index(Box<Expr>, Box<Expr>),
    Field(Box<Expr>, Name),
    Remote {
        process: Name,
        index: Box<Expr>,
        var: Name,
    },
    At {
        process: Name,
        index: Box<Expr>,
        label: Name,
    },
    Unary(UnOp, Box<Expr>),
    Binary(BinOp, Box<Expr>, Box<Expr>),
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    Cast(Box<Expr>, Type),
    SelfPid,
    ProcessCount,
    Timeout,
    NonProgress,
    InstanceOf(Name),
    Call(Function, Box<Expr>),
    Poll {
        channel: Box<Expr>,
        patterns: Vec<Pattern>,
        scan: Scan,
    },
}

/// What can be asked about one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    ProgramCounter,
    Priority,
    Enabled,
    Length,
    Capacity,
    Arity,
}

impl Function {
    /// All of them by name.
    pub(super) const ALL: [(&'static str, Self); 6] = [
        ("pc", Self::ProgramCounter),
        ("priority", Self::Priority),
        ("enabled", Self::Enabled),
        ("len", Self::Length),
        ("capacity", Self::Capacity),
        ("arity", Self::Arity),
    ];
}

#[derive(Debug)]
pub(super) enum PropertyKind {
    Unreachable,
    EndStates,
    NoAcceptanceCycle,
    NoNonProgressCycle,
    Ltl(Formula),
    Never(Name),
}

#[derive(Debug)]
pub(super) enum Formula {
    Const(bool),
    Atom(Expr),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Next(Box<Formula>),
    Until(Box<Formula>, Box<Formula>),
    Release(Box<Formula>, Box<Formula>),
}
