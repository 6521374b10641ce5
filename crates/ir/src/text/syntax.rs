//! The syntax tree of the textual form: what is written, names not yet looked up.

use crate::edge::{MessageOrder, Overflow, Removal, Scan, Stream, Then};
use crate::expr::{BinOp, Rounding, UnOp};
use crate::granularity::Granularity;
use crate::memory::{Access, Content, HeapQuery, PointerQuery, Storage};
use crate::program::{Control, Marks, Matching, ProcessKind};
use crate::ty::{FloatShape, IntShape};
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
    PointerBytes(Number),
    EndRequires(Expr),
    Enumeration { name: Name, shape: IntShape, variants: Vec<(Name, Number)> },
    Record { name: Name, fields: Vec<(Name, Type)> },
    Channel { name: Name, capacity: Number, fields: Vec<Type> },
    Object(Box<Object>),
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
    Float(FloatShape),
    Pointer,
    Array { elem: Box<Type>, len: Number },
    Named(Name),
}

/// `object o: static size 8 align 4 readonly layout [u8 by 1] = { 0: 1u8 }`.
#[derive(Debug)]
pub(super) struct Object {
    pub(super) name: Name,
    pub(super) storage: Storage,
    pub(super) content: Content,
    pub(super) size: Option<Number>,
    pub(super) align: Option<Number>,
    pub(super) access: Access,
    pub(super) layout: Layout,
    pub(super) init: Vec<(Number, FirstValue)>,
}

#[derive(Debug)]
pub(super) enum Layout {
    Bytes,
    Scalar(Type),
    Array { stride: Number, elem: Box<Layout> },
    Record(Vec<(Name, Number, Layout)>),
}

/// What stands somewhere in an object at first.
#[derive(Debug)]
pub(super) enum FirstValue {
    Scalar(Expr),
    /// Consecutive numbers of eight bits, each written as the character of that code.
    Text {
        shape: IntShape,
        text: String,
        span: Span,
    },
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
    Havoc { place: Expr },
    Allocate { object: Name, size: Expr, place: Expr },
    Release { pointer: Expr },
    Copy { to: Expr, from: Expr, size: Expr },
    Fill { to: Expr, byte: Expr, size: Expr },
    Call { process: Name, args: Vec<Expr>, result: Option<Expr> },
    Return { value: Option<Expr> },
    Send { channel: Expr, message: Vec<Expr>, order: MessageOrder, overflow: Overflow },
    Receive { channel: Expr, patterns: Vec<Pattern>, scan: Scan, removal: Removal },
    Spawn { process: Name, args: Vec<Expr>, result: Option<Expr>, priority: Option<Expr> },
    Exit,
    SetPriority { process: Expr, value: Expr },
    Print { stream: Stream, format: String, args: Vec<Expr> },
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
    Reinterpret(Box<Expr>, Type),
    /// `memory(p, u8)`.
    Memory(Box<Expr>, Type),
    Null,
    Object(Name),
    Function(Name),
    Heap(HeapQuery),
    Advance(Box<Expr>, Box<Expr>),
    IsInitialised(Box<Expr>, Box<Expr>),
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
    Sqrt,
    Round(Rounding),
    Pointer(PointerQuery),
}

impl Function {
    /// All of them by name.
    pub(super) const ALL: [(&'static str, Self); 18] = [
        ("pc", Self::ProgramCounter),
        ("priority", Self::Priority),
        ("enabled", Self::Enabled),
        ("len", Self::Length),
        ("capacity", Self::Capacity),
        ("arity", Self::Arity),
        ("sqrt", Self::Sqrt),
        ("round_even", Self::Round(Rounding::NearestEven)),
        ("round_away", Self::Round(Rounding::NearestAway)),
        ("round_zero", Self::Round(Rounding::Zero)),
        ("round_down", Self::Round(Rounding::Down)),
        ("round_up", Self::Round(Rounding::Up)),
        ("offset", Self::Pointer(PointerQuery::Offset)),
        ("object_size", Self::Pointer(PointerQuery::ObjectSize)),
        ("is_alive", Self::Pointer(PointerQuery::IsAlive)),
        ("has_object", Self::Pointer(PointerQuery::HasObject)),
        ("is_writable", Self::Pointer(PointerQuery::IsWritable)),
        ("is_dynamic", Self::Pointer(PointerQuery::IsDynamic)),
    ];

    /// The name of a function.
    pub(super) fn name(self) -> &'static str {
        let known = Self::ALL.into_iter().find(|(_, it)| *it == self);
        known.map_or("", |(name, _)| name)
    }
}

/// Operators that are written as functions of two operands of one type.
pub(super) const NAMED_OPERATORS: [(&str, BinOp); 4] = [
    ("add_overflows", BinOp::AddOverflows),
    ("sub_overflows", BinOp::SubOverflows),
    ("mul_overflows", BinOp::MulOverflows),
    ("same_object", BinOp::SameObject),
];

#[derive(Debug)]
pub(super) enum PropertyKind {
    /// One of [`crate::PropertyKind::PLAIN`].
    Plain(crate::PropertyKind),
    Ltl(Formula),
    Branching(Formula, Granularity),
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
    AllRuns(Box<Formula>),
    SomeRun(Box<Formula>),
}
