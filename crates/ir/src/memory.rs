//! Memory: objects, pointers, and what can be asked about them.
//!
//! The decision record is `docs/adr/0004-memory.md`. In short:
//!
//! - M1. An *object* is a number of bytes with a beginning and an end of its life. Static ones
//!   ([`Storage::Static`]) live all the time, the others from their `Action::Allocate` to their
//!   `Action::Release`. An object that has died is never used again for another.
//! - M2. A pointer is an object and a signed offset in bytes; 128 bits as a number, the object in
//!   the upper half. No object (0) with offset 0 is the null pointer; no object with another
//!   offset is a bare address; functions have pseudo-objects without bytes.
//! - M3. A scalar lies in memory in little-endian order. A pointer takes
//!   [`crate::Program::pointer_bytes`]; each of these bytes knows the pointer it is a part of, so
//!   that a pointer copied byte by byte is still that pointer.
//! - M4. Reading where no living object has all the bytes yields 0; writing there changes nothing.
//!   A scalar read from bytes that are not all of one pointer in order is made of their numbers:
//!   the bytes of a pointer count as those of its address.
//! - M5. An object of [`Content::Arbitrary`] starts with bytes that can be anything and that count
//!   as not initialised until they are written.
//! - M6. Objects have addresses that do not overlap, are aligned, and are never used again. The
//!   address of a pointer is that of its object plus the offset; a pointer made from a number
//!   points into the living object that has the address, or just past it, else it is bare.

use crate::program::ExprId;
use crate::ty::TyId;
use tribunal_base::{Span, ids};

ids! {
    /// Names an [`Object`].
    ObjectId = "o";
}

/// A declaration from which objects are made: one static object, or a place in the program that
/// allocates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its name in the source, or what makes it, e.g. `malloc`.
    pub name: String,
    /// How long its objects live.
    pub storage: Storage,
    /// What they hold at first.
    pub content: Content,
    /// How many bytes a static object has; others are told when they are allocated.
    pub size: u64,
    /// What their addresses are multiples of; a power of two.
    pub align: u64,
    /// What a static object holds at first where it is not 0: offsets and constant scalars.
    pub init: Vec<(u64, ExprId)>,
    /// Whether the program may write to them.
    pub access: Access,
    /// What their parts are called.
    pub layout: Layout,
    /// The declaration or allocation.
    pub span: Span,
}

/// What the parts of an object are called, for people and for guesses: no answer depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Nothing is known.
    Bytes,
    /// A scalar.
    Scalar(TyId),
    /// Elements of one size, as many as there is room for.
    Array {
        /// How many bytes an element takes.
        stride: u64,
        /// What an element is.
        elem: Box<Layout>,
    },
    /// Named members; those of a union overlap.
    Record(Vec<Member>),
}

/// A member of a record in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Where it starts.
    pub offset: u64,
    /// What it is.
    pub layout: Layout,
}

/// How long an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// All the time.
    Static,
    /// Until a block or function is left; the front end says where.
    Automatic,
    /// Until the program gives it back, or for ever.
    Dynamic,
}

/// What an object holds at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Zeros, and what `Object::init` says.
    Zero,
    /// Anything (M5).
    Arbitrary,
}

/// Whether an object may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It may.
    ReadWrite,
    /// It may not, as a string literal.
    ReadOnly,
}

/// What can be asked about a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointerQuery {
    /// Its offset in bytes; the number itself for a bare address. `I64`.
    Offset,
    /// How many bytes its object has, alive or dead; 0 without one. `I64`.
    ObjectSize,
    /// Whether it has an object and the object is alive. `Bool`.
    IsAlive,
    /// Whether it has an object, which may be dead by now. `Bool`.
    HasObject,
    /// Whether it has an object that may be written. `Bool`.
    IsWritable,
    /// Whether it has an object that was allocated as [`Storage::Dynamic`]. `Bool`.
    IsDynamic,
}

/// What can be asked about all dynamic objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeapQuery {
    /// Whether one of them is alive. `Bool`.
    InUse,
    /// Whether one of them is alive but no variable, and no object that can be reached from
    /// variables, static and automatic objects, holds a pointer into it. `Bool`.
    Lost,
}
