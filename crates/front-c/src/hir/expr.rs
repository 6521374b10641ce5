//! Values.

use tribunal_base::Span;

use crate::ast::Quantifier;

use super::{ExprId, FunctionId, LabelId, PlaceId, StmtId, TypeId, VarId};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// How it is computed.
    pub kind: ExprKind,
    /// Its type.
    pub ty: TypeId,
    /// Where it is written.
    pub span: Span,
}

/// How a value is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// An integer, enumeration or `_Bool` constant within the range of its type (of `unsigned __int128`: its two's complement).
    Integer(i128),
    /// A floating constant: the bits of its type's format (of `long double`: the low 80).
    Float(u128),
    /// The null pointer.
    Null,
    /// A pointer to a function.
    Function(FunctionId),
    /// GNU's `&&label`: a pointer that only a computed `goto` follows.
    LabelAddress(LabelId),
    /// Reads a scalar or a whole struct or union.
    Load(PlaceId),
    /// A pointer to a place; arrays decay to a pointer to their first element by this node too: the expression's type says which it is,
    /// the address is the same.
    AddressOf(PlaceId),
    /// Arithmetic.
    Unary(UnaryOp, ExprId),
    /// Arithmetic on operands of the result's type; the right operand of a shift has its own promoted type.
    Binary(BinaryOp, ExprId, ExprId),
    /// Compares integers, floats or pointers of one type; a `_Bool`.
    Compare(CompareOp, ExprId, ExprId),
    /// `!` on a `_Bool`.
    Not(ExprId),
    /// `&&` or `||` on `_Bool`s; the right operand is evaluated only if it matters.
    Logical(LogicalOp, ExprId, ExprId),
    /// `condition ? then : otherwise`, both of the result's type (or `void`).
    Conditional {
        /// A `_Bool`.
        condition: ExprId,
        /// If it holds.
        then: ExprId,
        /// If not.
        otherwise: ExprId,
    },
    /// Evaluates `value` once into `variable` (automatic, [`super::Origin::Temporary`]), then `body`, whose value is the result.
    /// GNU's `a ?: b` is `let t = a in t != 0 ? t : b`.
    Let {
        /// Holds the value; visible in `body` only.
        variable: VarId,
        /// Evaluated first.
        value: ExprId,
        /// The result.
        body: ExprId,
    },
    /// Evaluates the first for its effects; the second is the result.
    Comma(ExprId, ExprId),
    /// Converts from the operand's type to this node's type.
    Convert(ConversionKind, ExprId),
    /// A pointer `index` elements further (or back).
    PointerAdd {
        /// The pointer.
        pointer: ExprId,
        /// A signed or unsigned integer of at least the width of a pointer.
        index: ExprId,
        /// The size of an element.
        element: Size,
        /// Which way.
        direction: Direction,
    },
    /// How many elements are between two pointers, as `ptrdiff_t`.
    PointerDifference {
        /// The minuend.
        left: ExprId,
        /// The subtrahend.
        right: ExprId,
        /// The size of an element.
        element: Size,
    },
    /// Stores a value of the place's type (scalar, struct or union). The result is the stored value; of a bit-field: as it reads back.
    Assign {
        /// Where.
        place: PlaceId,
        /// What.
        value: ExprId,
    },
    /// `op=`, `++` and `--`: the place is evaluated once.
    Update(Update),
    /// Calls a function. Arguments have the parameters' types; further ones the default promotions.
    Call {
        /// Which function.
        callee: Callee,
        /// The arguments.
        arguments: Vec<ExprId>,
    },
    /// `({ … })`: `block` is a [`super::StmtKind::Block`]; the result is `value`, evaluated after its statements and before its scope
    /// ends; none if of type `void`.
    Statement {
        /// The statements without the last one.
        block: StmtId,
        /// The last one.
        value: Option<ExprId>,
    },
    /// Reads or starts or ends a `va_list`.
    Va(Access),
    /// What the compiler provides.
    Builtin {
        /// Which.
        builtin: Builtin,
        /// The arguments, converted.
        arguments: Vec<ExprId>,
    },
    /// Not covered.
    Unsupported(String),
}

/// What happens to a `va_list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// `va_start`
    Start(PlaceId),
    /// `va_arg`: the next argument, of the expression's type.
    Argument(PlaceId),
    /// `va_copy`: `to`, `from`.
    Copy(PlaceId, PlaceId),
    /// `va_end`
    End(PlaceId),
}

/// Which function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// This one.
    Direct(FunctionId),
    /// The one a pointer to a function points to.
    Indirect(ExprId),
}

/// A size in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Known when compiling.
    Known(u64),
    /// A value of type `size_t`.
    Computed(ExprId),
}

/// Towards greater or smaller addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `+`
    Forward,
    /// `[]`: forward, to an element of the array
    Subscript,
    /// `-`
    Backward,
}

/// A read, a computation and a write of one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update {
    /// The place.
    pub place: PlaceId,
    /// What is computed.
    pub operation: UpdateOp,
    /// The other operand: of the computation's type; of a shift: of its own promoted type; of pointers: as in
    /// [`ExprKind::PointerAdd`].
    pub operand: ExprId,
    /// The result of the expression.
    pub result: Yield,
}

/// What an update computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateOp {
    /// Arithmetic.
    Arithmetic {
        /// The operator.
        op: BinaryOp,
        /// The type it is done in.
        computation: TypeId,
        /// From the place's type to `computation`, if they differ.
        load: Option<ConversionKind>,
        /// From `computation` to the place's type, if they differ.
        store: Option<ConversionKind>,
    },
    /// Moves a pointer.
    Pointer {
        /// The size of an element.
        element: Size,
        /// Which way.
        direction: Direction,
    },
}

/// Which of the two values of an updated place is the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    /// The one before, as of `x++`.
    Old,
    /// The one after, as of `++x` and `x += 1`.
    New,
}

/// Unary arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `~`
    Complement,
}

/// Binary arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
}

impl BinaryOp {
    /// Whether it is about the bits of numbers.
    pub fn is_of_bits(self) -> bool {
        matches!(self, Self::ShiftLeft | Self::ShiftRight | Self::And | Self::Or | Self::Xor)
    }
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// Short-circuit operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogicalOp {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// What a conversion does. `_Bool` and enumerations count as integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConversionKind {
    /// Between integers: modulo the width of the target.
    Integer,
    /// Rounds to nearest.
    IntegerToFloat,
    /// Truncates; undefined if it does not fit.
    FloatToInteger,
    /// Rounds to nearest.
    Float,
    /// Any scalar to `_Bool`: whether it differs from zero.
    ToBool,
    /// To any integer but `_Bool`.
    PointerToInteger,
    /// From an integer.
    IntegerToPointer,
    /// The same address, another type.
    Pointer,
    /// The value is dropped.
    ToVoid,
    /// A struct or union to the same type with other qualifiers, or a member's type to its transparent union.
    Record,
}

/// What the compiler provides. Where the result has a type of its own, it is the expression's type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// Control never comes here.
    Unreachable,
    /// Ends the program abnormally.
    Trap,
    /// The first argument; the second is what it is expected to be.
    Expect,
    /// Storage (argument: bytes) until the function returns.
    Alloca,
    /// Left, right, pointer to the result: computes in unbounded integers, stores the value modulo the width of the pointee, tells (as
    /// `_Bool`) whether it did not fit. The operands keep their own types.
    Overflow(BinaryOp),
    /// As [`Builtin::Overflow`], but only asks whether the value fits the type of the third argument, which is not evaluated.
    OverflowQuery(BinaryOp),
    /// The number of leading zeros; undefined for 0.
    LeadingZeros,
    /// The number of trailing zeros; undefined for 0.
    TrailingZeros,
    /// The number of leading bits equal to the sign, itself left out.
    LeadingSigns,
    /// The number of ones.
    PopulationCount,
    /// The number of ones modulo 2.
    Parity,
    /// One plus the number of trailing zeros, 0 for 0.
    FindFirstSet,
    /// Reverses the bytes of an integer of the result's width.
    ByteSwap,
    /// The absolute value of an integer.
    Absolute,
    /// A property of one or two floats of one type, as `int` 0 or 1 (`InfiniteSign`: -1, 0 or 1).
    FloatTest(FloatTest),
    /// `fpclassify`: five results, then the float.
    FloatClassify,
    /// A floating function of the C library by its base name (`fabs`, `sqrt`), arguments of the result's type.
    Math(String),
    /// Bytes known to be left behind a pointer: not known (the greatest `size_t`, or 0 by the second argument).
    ObjectSize,
    /// A hint without effect; arguments are evaluated.
    Prefetch,
    /// Any value of the result's type.
    Any,
    /// `__sync_*` and `__atomic_*` by their names without the underscores in front and without a size suffix
    /// (`sync_fetch_and_add`, `atomic_load_n`); pointer arguments keep their types, values have the pointee's type.
    Atomic(String),
    /// Something about memory behind pointers (CBMC).
    Memory(MemoryQuery),
    /// Memory gets arbitrary bytes (CBMC). The pointer; how many bytes, or else the whole object.
    Havoc,
    /// The rest of one object, from a pointer on, gets what is behind another pointer, or a value in each element (CBMC).
    Array(ArrayOp),
    /// Whether `left << right`, both promoted, does not fit the type of `left` (CBMC).
    ShiftOverflow,
    /// Whether a pointer, the first argument, points to so many bytes that nothing else in a contract points to (CBMC). Where that is assumed, the pointer is
    /// made so.
    Fresh,
    /// Whether a pointer equals another one (CBMC); where that is assumed, it is made so.
    SamePointer,
    /// Whether a condition holds for all values of a variable, or for some (CBMC).
    Quantified(Quantified),
    /// Any other, by its whole name.
    Other(String),
}

/// What can be asked about memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryQuery {
    /// Whether so many bytes from a pointer on may be read.
    Readable,
    /// The same for writing.
    Writable,
    /// Whether two pointers point into one object, or both into none.
    SameObject,
    /// A number that tells the object of a pointer from all others; 0 for none.
    Object,
    /// Where in its object a pointer points.
    Offset,
    /// How many bytes the object has.
    Size,
    /// Whether the object was allocated.
    IsDynamic,
    /// Whether the object is alive.
    IsAlive,
    /// Whether the object may be written.
    IsWritable,
    /// Whether the second of three pointers points into the object of the others, from where the first does to where the third does.
    InRange,
}

/// What becomes of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayOp {
    /// All of another one of the same size.
    Copy,
    /// As much of another one as fits.
    Replace,
    /// One value for each element.
    Set,
}

/// A quantified condition. Its arguments: the first value to look at and a condition that holds for no value after the first one for which it fails, if these
/// are known; the condition for all or some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantified {
    /// Over what.
    pub variable: VarId,
    /// How many of its values must satisfy the condition.
    pub quantifier: Quantifier,
}

/// Properties of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum FloatTest {
    IsNan,
    IsInfinite,
    InfiniteSign,
    IsFinite,
    IsNormal,
    SignBit,
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
    LessOrGreater,
    Unordered,
}
