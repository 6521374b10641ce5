//! Places: what can be read, written or pointed to.

use tribunal_base::Span;

use super::{ExprId, Initialiser, QualType, RecordId, VarId};

/// An object or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which.
    pub kind: PlaceKind,
    /// Its type; the qualifiers of the objects around it included.
    pub ty: QualType,
    /// Where it is written.
    pub span: Span,
}

/// Which object, or which part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// A variable.
    Variable(VarId),
    /// What a pointer points to.
    Deref(ExprId),
    /// A member of a struct or union; a bit-field if the member says so.
    Field {
        /// The whole.
        base: super::PlaceId,
        /// The type of the whole.
        record: RecordId,
        /// The position in [`super::Record::fields`].
        index: u32,
    },
    /// A compound literal inside a function: each evaluation initialises the variable anew.
    CompoundLiteral {
        /// The variable; belongs to the block around.
        variable: VarId,
        /// What it holds then.
        initialiser: Initialiser,
    },
    /// A value of record type that is no object yet, as the result of a call whose member is selected.
    Temporary(ExprId),
    /// Not covered.
    Unsupported(String),
}
