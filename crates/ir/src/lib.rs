//! The one program representation: processes whose control-flow automata are joined by guarded
//! commands over typed variables and channels, with the properties asked of them.
//!
//! Read [`program`] first, then [`edge`] for what a step is and [`expr`] for what can be computed.
//! `docs/book/src/ir.md` tells the meaning in prose; `tribunal-exec` executes it.

pub mod auxiliary;
pub mod cfg;
pub mod decisive;
pub mod dot;
pub mod edge;
pub mod expr;
pub mod formula;
pub mod granularity;
pub mod insert;
pub mod instrument;
pub mod live;
pub mod memory;
pub mod origin;
pub mod pass;
pub mod program;
pub mod property;
pub mod splice;
pub mod text;
pub mod transformed;
pub mod ty;
pub mod verify;
pub mod visit;

pub use edge::{
    Action, Edge, Guard, MessageOrder, Overflow, Pattern, Removal, Scan, Stream, Then, Violation,
};
pub use expr::{BinOp, Expr, Place, Rounding, UnOp};
pub use formula::Formula;
pub use granularity::{Granularity, Visibility};
pub use memory::{
    Access, Content, HeapQuery, Layout, Member, Object, ObjectId, PointerQuery, Storage,
};
pub use origin::Origin;
pub use program::{
    Assumption, AssumptionKind, ChanId, Channel, Control, EdgeId, ExprId, FormulaId, Initialiser,
    Initially, Label, LabelId, LocId, Location, Marks, Matching, PlaceId, PointerBytes, ProcId,
    Process, ProcessKind, Program, PropId, Scheduling, Scope, Unsupported, Var, VarId,
};
pub use property::{Property, PropertyKind, Shape};
pub use transformed::{Back, Between, Flattened, Sliced, Transformed};
pub use ty::{EnumId, Enumeration, Field, FloatShape, IntShape, Record, RecordId, Ty, TyId};
pub use verify::{check_made, verify};
