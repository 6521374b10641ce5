//! The typed tree: C after type checking, with nothing left to decide.
//!
//! This is the contract between the type checker and lowering. Whoever reads it needs no rule of C about conversions, layout,
//! scopes, linkage or initialisers; ISO/IEC 9899:2018 (with GNU's extensions) is applied once, in `sema`.
//!
//! - H1. Every conversion is a node ([`ExprKind::Convert`]); operands of arithmetic have the type of the result, except the right
//!   operand of a shift; both operands of a comparison have one type.
//! - H2. Conditions (of statements, `&&`, `||`, `!`, `?:`) have type `_Bool`; so have comparisons and logical operators. Where C
//!   gives them type `int`, a conversion follows.
//! - H3. Values and places are different nodes. A value is read from a place only by [`ExprKind::Load`].
//! - H4. No node contains an incomplete type where a size is needed; sizes known only at run time are expressions.
//! - H5. A node is made after its parts: within an arena, parts have smaller ids (statements likewise). Trees may be deep: walk long
//!   chains by loops, not by recursion. `else if` chains and labels are flat.
//! - H6. What the analysis does not cover is an `Unsupported` node with a type; only code that reaches one is affected.
//! - H7. Arguments have the parameters' types where the callee's type has a prototype. Without one (`int f()`), or when a later declaration
//!   or another file gives the function another type (a warning), number and types of arguments may differ from its parameters.

mod describe;
mod expr;
mod init;
mod place;
mod print;
mod stmt;
mod target;
mod types;
mod unit;
mod walk;

pub use crate::options::DataModel;
pub use expr::{
    Access, ArrayOp, BinaryOp, Builtin, Callee, CompareOp, ConversionKind, Direction, Expr,
    ExprKind, FloatTest, LogicalOp, MemoryQuery, Quantified, Size, UnaryOp, Update, UpdateOp,
    Yield,
};
pub use init::{Element, ElementValue, Initialiser};
pub use place::{Place, PlaceKind};
pub use stmt::{Case, Label, Stmt, StmtKind};
pub use target::Target;
pub use types::{
    BitField, Enum, Field, FloatKind, FunctionType, IntegerKind, Length, QualType, Qualifiers,
    Record, RecordKind, Type, Types,
};
pub use unit::{
    Area, Conflict, Contract, Extent, Function, Linkage, LoopContract, Nonnull, Obstacle, Origin,
    Storage, Unit, Unsequenced, Variable, VariableState,
};
pub use walk::Part;

tribunal_base::ids! {
    /// Names a type of [`Types`].
    TypeId = "t";
    /// Names a struct or union of [`Types`].
    RecordId = "r";
    /// Names an enumeration of [`Types`].
    EnumId = "enum";
    /// Names a variable of a [`Unit`].
    VarId = "v";
    /// Names a function of a [`Unit`].
    FunctionId = "f";
    /// Names a value of a [`Unit`].
    ExprId = "e";
    /// Names a place of a [`Unit`].
    PlaceId = "p";
    /// Names a statement of a [`Unit`].
    StmtId = "s";
    /// Names a jump target of a [`Unit`].
    LabelId = "l";
}
