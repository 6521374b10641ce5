//! Expressions and temporal formulas.

use tribunal_base::Span;

use super::{CCode, Ident, MatchArg, Queueing};

/// An expression; all values are integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// All of it, with its parentheses.
    pub span: Span,
}

/// The kinds of expressions. Parentheses leave no node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A decimal number, wrapped to 32 bits.
    Number(i32),
    /// `'a'`, `'\n'`.
    Char(u8),
    /// `true`.
    True,
    /// `false`.
    False,
    /// `skip`, which is 1.
    Skip,
    /// A constant of an `mtype` declared before.
    Mtype(String),
    /// A variable, also `_`, `_pid`, `_nr_pr`, `_last`, `_priority`.
    Place(Place),
    /// `!a`, `-a`, `~a`.
    Unary(UnaryOp, Box<Expr>),
    /// `a + b` and so on.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `(condition -> then : otherwise)`.
    Conditional {
        /// What decides.
        condition: Box<Expr>,
        /// The value if it is not 0.
        then: Box<Expr>,
        /// The value if it is 0.
        otherwise: Box<Expr>,
    },
    /// `run P(..)`.
    Run(Run),
    /// `len(q)`.
    Len(Place),
    /// `full(q)` and its like; only a whole condition, or an operand of `&&` and `||`.
    Probe(Probe, Place),
    /// `enabled(pid)`.
    Enabled(Box<Expr>),
    /// `pc_value(pid)`.
    PcValue(Box<Expr>),
    /// `get_priority(pid)`.
    GetPriority(Box<Expr>),
    /// `q?[..]`, `q??[..]`.
    Poll(Poll),
    /// `timeout`.
    Timeout,
    /// `np_`.
    NonProgress,
    /// `P[pid]@label`, `P@label`.
    RemoteLabel {
        /// A proctype declared before.
        proctype: Ident,
        /// Which instance; the first one if absent.
        pid: Option<Box<Expr>>,
        /// The label.
        label: Ident,
    },
    /// `P[pid]:x`, `P:x`, `P:x[i]`.
    RemoteVariable {
        /// A proctype declared before.
        proctype: Ident,
        /// Which instance; the first one if absent.
        pid: Option<Box<Expr>>,
        /// The variable, without fields.
        variable: PlacePart,
    },
    /// `c_expr { .. }`.
    CExpr(Box<CCode>),
}

/// Something that can be assigned to: `a[i].b.c[j]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The variable and then its fields, at least one part.
    pub parts: Vec<PlacePart>,
    /// All of it.
    pub span: Span,
}

/// `name` or `name[index]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacePart {
    /// The name.
    pub name: Ident,
    /// The index.
    pub index: Option<Box<Expr>>,
}

/// Operators before an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `!`.
    Not,
    /// `-`.
    Minus,
    /// `~`.
    Complement,
}

/// Operators between operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `*`.
    Mul,
    /// `/`.
    Div,
    /// `%`.
    Rem,
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `<<`.
    Shl,
    /// `>>`.
    Shr,
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `&`.
    BitAnd,
    /// `^`.
    BitXor,
    /// `|`.
    BitOr,
    /// `&&`.
    And,
    /// `||`.
    Or,
}

/// `run P(arguments) priority n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The proctype; it may be declared later.
    pub proctype: Ident,
    /// The arguments.
    pub arguments: Vec<Expr>,
    /// `priority n`.
    pub priority: Option<super::Constant>,
}

/// Questions about a channel that cannot be negated in Spin's grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Probe {
    /// `full`.
    Full,
    /// `nfull`.
    NotFull,
    /// `empty`.
    Empty,
    /// `nempty`.
    NotEmpty,
}

/// `q?[arguments]`: could this receive happen?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poll {
    /// The channel.
    pub channel: Place,
    /// `?` looks at the first message, `??` at all.
    pub queueing: Queueing,
    /// What is to match.
    pub arguments: Vec<MatchArg>,
}

/// A temporal formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ltl {
    /// What it is.
    pub kind: LtlKind,
    /// All of it, with its parentheses.
    pub span: Span,
}

/// The kinds of temporal formulas. Boolean operators stand here as far up as possible: an [`LtlKind::Atom`] is
/// never a negation, conjunction or disjunction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LtlKind {
    /// A state expression.
    Atom(Expr),
    /// `! X [] <>`.
    Unary(LtlUnary, Box<Ltl>),
    /// `&& || -> <-> U W V`.
    Binary(LtlBinary, Box<Ltl>, Box<Ltl>),
}

/// Operators before a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LtlUnary {
    /// `!`.
    Not,
    /// `X`, `next`.
    Next,
    /// `[]`, `always`.
    Always,
    /// `<>`, `eventually`.
    Eventually,
}

/// Operators between formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LtlBinary {
    /// `&&`, `/\`.
    And,
    /// `||`, `\/`.
    Or,
    /// `->`, `implies`.
    Implies,
    /// `<->`, `equivalent`.
    Equivalent,
    /// `U`, `until`, `stronguntil`.
    Until,
    /// `W`, `weakuntil`.
    WeakUntil,
    /// `V`, `R`, `release`.
    Release,
}
