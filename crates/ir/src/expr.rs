//! Expressions and places: hash-consed, free of side effects, and *total*.
//!
//! Every expression has a value in every state. Where a source language leaves an operation
//! undefined, the front end adds an edge that violates a property; what the operation would have
//! yielded then is fixed here only so that all engines agree:
//!
//! - E1. Division or remainder by zero yields 0; otherwise they truncate towards zero.
//! - E2. A shift counts modulo the width of its left operand; `Shr` keeps the sign of a signed one.
//! - E3. Reading an element outside its array yields 0; writing one changes nothing.
//! - E4. An operation on a process or channel that is not alive yields 0 (and `At`, `Enabled`,
//!   `Poll` yield false).
//! - E5. Arithmetic wraps to the shape of its type ([`crate::IntShape::wrap`]).
//! - E6. Arithmetic on floats rounds to the nearest, ties to even; comparisons are those of IEEE 754
//!   (nothing equals a NaN), `Rem` is that of `fmod`. All NaNs that arise are the one quiet NaN with
//!   a positive sign and no further bits; but `Neg` changes the sign of anything, and nothing else. A float cast to an integer is truncated; one that does
//!   not fit, or is a NaN, yields 0. To `Bool`: whether it differs from zero.
//! - E7. A pointer cast to an integer is its address, an integer cast to a pointer points where the
//!   address is (M6), a pointer cast to `Bool` tells whether it is not null. `Lt` and `Le` compare
//!   addresses; `Eq` compares objects and offsets, so that a pointer past one object never equals
//!   one to the next. See also M4.

use crate::edge::{Pattern, Scan};
use crate::memory::{HeapQuery, ObjectId, PointerQuery};
use crate::program::{ExprId, LabelId, PlaceId, ProcId, VarId};
use crate::ty::TyId;

/// An expression. `Program::ty_of` tells its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number, already wrapped to its type (`Bool`, `Int`, `Enum` or `Channel`).
    Const {
        /// The number.
        value: i128,
        /// Its type.
        ty: TyId,
    },
    /// The scalar stored at a place.
    Load(PlaceId),
    /// An operator with one operand.
    Unary(UnOp, ExprId),
    /// An operator with two operands of the same type.
    Binary(BinOp, ExprId, ExprId),
    /// The second operand if the first (a `Bool`) is true, else the third; both of one type.
    Ite(ExprId, ExprId, ExprId),
    /// The number wrapped to another scalar type; to `Bool`, whether it is not 0.
    Cast {
        /// The type of the result.
        to: TyId,
        /// The number.
        arg: ExprId,
    },

    /// The bits of a number taken as those of another scalar type of the same width; neither is a
    /// pointer.
    Reinterpret {
        /// The type of the result.
        to: TyId,
        /// The number.
        arg: ExprId,
    },

    /// A pointer to the start of a static object.
    Object(ObjectId),
    /// A pointer to a function.
    Function(ProcId),
    /// A pointer moved by a number of bytes (`I64`), within its object or not.
    Advance {
        /// The pointer.
        pointer: ExprId,
        /// How far.
        by: ExprId,
    },
    /// Something about a pointer; the query tells the type.
    Pointer(PointerQuery, ExprId),
    /// Whether all of so many bytes (`I64`) from a pointer on are initialised (M5); those outside
    /// living objects are. `Bool`.
    IsInitialised {
        /// The pointer.
        pointer: ExprId,
        /// How many bytes.
        size: ExprId,
    },
    /// Something about all dynamic objects. `Bool`.
    Heap(HeapQuery),

    /// The index of the process that evaluates this, 0 for the first. `I32`, like all below
    /// unless they say otherwise. In a property or a claim: 0.
    SelfPid,
    /// How many processes are alive, claims and monitors not counted.
    ProcessCount,
    /// The index of the oldest living instance of a process, -1 if there is none.
    InstanceOf(ProcId),
    /// Whether the process of the given index is an instance of the label's process and is at
    /// one of the label's locations. `Bool`.
    At {
        /// The index of a process.
        process: ExprId,
        /// The label.
        label: LabelId,
    },
    /// The number of the location where the process is, counted from 1 within its process.
    ProgramCounter(ExprId),
    /// The scheduling priority of the process.
    Priority(ExprId),
    /// Whether the process could take a step if scheduling were up to it alone, `timeout` being
    /// false. `Bool`. Nested occurrences are false.
    Enabled(ExprId),
    /// Whether no process can take a step while this is false. `Bool`.
    Timeout,
    /// Whether no process is at a location marked as progress. `Bool`.
    NonProgress,

    /// How many messages the channel holds.
    Length(ExprId),
    /// How many messages the channel can hold; 0 makes it a rendezvous.
    Capacity(ExprId),
    /// How many fields a message of the channel has.
    Arity(ExprId),
    /// Whether the channel holds a message that a receive with these patterns would take. `Bool`.
    /// Always false for a rendezvous channel.
    Poll {
        /// The channel.
        channel: ExprId,
        /// One for each field.
        patterns: Box<[Pattern]>,
        /// Which messages are looked at.
        scan: Scan,
    },
}

impl Expr {
    /// Whether it concerns neither memory nor floats nor overflow; its operands are not looked at.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        match self {
            Self::Unary(op, _) => !matches!(op, UnOp::Sqrt | UnOp::Round(_)),
            Self::Binary(op, ..) => !matches!(
                op,
                BinOp::AddOverflows | BinOp::SubOverflows | BinOp::MulOverflows | BinOp::SameObject
            ),
            Self::Reinterpret { .. }
            | Self::Object(_)
            | Self::Function(_)
            | Self::Advance { .. }
            | Self::Pointer(..)
            | Self::IsInitialised { .. }
            | Self::Heap(_) => false,
            _ => true,
        }
    }
}

/// Operators with one operand. The result has the type of the operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnOp {
    /// Negation of a `Bool`.
    Not,
    /// Negation of a number.
    Neg,
    /// Complement of all bits.
    BitNot,
    /// The square root of a float.
    Sqrt,
    /// A float rounded to an integer that is still a float.
    Round(Rounding),
}

/// Which integer a float is rounded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// The nearest; of two equally near ones, the even one.
    NearestEven,
    /// The nearest; of two equally near ones, the one further from zero.
    NearestAway,
    /// The next one towards zero.
    Zero,
    /// The next lower one.
    Down,
    /// The next higher one.
    Up,
}

/// Operators with two operands. Comparisons yield `Bool`, the others the type of the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, towards zero.
    Div,
    /// Remainder with the sign of the dividend.
    Rem,
    /// Shift to the left.
    Shl,
    /// Shift to the right.
    Shr,
    /// Bitwise and; conjunction of `Bool`s.
    And,
    /// Bitwise or; disjunction of `Bool`s.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Equality.
    Eq,
    /// Inequality.
    Ne,
    /// Less, by the signedness of the operands' type.
    Lt,
    /// Less or equal.
    Le,
    /// Whether the exact sum does not fit the type of the operands.
    AddOverflows,
    /// Whether the exact difference does not fit.
    SubOverflows,
    /// Whether the exact product does not fit.
    MulOverflows,
    /// Whether two pointers have the same object, or none both.
    SameObject,
}

impl BinOp {
    /// Whether the result is a `Bool` whatever the operands.
    #[must_use]
    pub fn is_comparison(self) -> bool {
        match self {
            Self::Eq | Self::Ne | Self::Lt | Self::Le => true,
            Self::AddOverflows | Self::SubOverflows | Self::MulOverflows | Self::SameObject => true,
            Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Rem => false,
            Self::Shl | Self::Shr | Self::And | Self::Or | Self::Xor => false,
        }
    }
}

/// Something that can be read, and written unless it is remote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A variable.
    Var(VarId),
    /// An element of an array. The index is any integer.
    Index(PlaceId, ExprId),
    /// A field of a record.
    Field(PlaceId, u32),
    /// A scalar in memory (M3, M4): an integer whose width is a multiple of 8, a float or a pointer.
    Deref {
        /// Where it starts.
        pointer: ExprId,
        /// Its type.
        ty: TyId,
    },
    /// A local variable of another process; 0 unless the process of that index is an instance of
    /// the process that declares the variable.
    Remote {
        /// The index of a process.
        process: ExprId,
        /// The variable.
        var: VarId,
    },
}
