//! Expressions (C11 §6.5).

use tribunal_base::Span;
use tribunal_preprocess::{CharacterLiteral, Encoding, Symbol};

use super::{DeclId, ExprId, InitId, List, StmtId, StringId, TypeNameId};

/// An expression. Parentheses leave no trace but in the span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands; for the text of a macro, where the macro is used.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExprKind {
    /// `x`: an object, a function or an enumeration constant, perhaps undeclared.
    Name(Symbol),
    /// `12`.
    Integer(IntegerLiteral),
    /// `1.5`.
    Float(FloatLiteral),
    /// `'a'`.
    Character(CharacterLiteral),
    /// `"abc" "def"`.
    String(StringId),
    /// `__func__` and its relatives.
    FunctionName(FunctionNameStyle),
    /// `_Generic(control, type: value, default: value)`.
    Generic {
        /// What decides.
        control: ExprId,
        /// The cases.
        associations: List<Association>,
    },
    /// `base[index]`; either may be the pointer.
    Index {
        /// The left operand.
        base: ExprId,
        /// The right operand.
        index: ExprId,
    },
    /// `function(arguments)`.
    Call {
        /// What is called.
        function: ExprId,
        /// The arguments.
        arguments: List<ExprId>,
    },
    /// `base.name` or `base->name`.
    Member {
        /// The struct or union, or the pointer to it.
        base: ExprId,
        /// How it is reached.
        access: Access,
        /// The member.
        name: Symbol,
        /// Where the member's name stands.
        name_span: Span,
    },
    /// `x++` and its relatives.
    Step {
        /// Which of the four.
        step: Step,
        /// What changes.
        operand: ExprId,
    },
    /// `(type){1, 2}`.
    CompoundLiteral {
        /// The type.
        ty: TypeNameId,
        /// The list of initialisers.
        init: InitId,
    },
    /// An operator with one operand.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The operand.
        operand: ExprId,
    },
    /// `sizeof operand`.
    SizeofExpr(ExprId),
    /// `sizeof(type)`.
    SizeofType(TypeNameId),
    /// GNU: `__alignof__ operand`.
    AlignofExpr(ExprId),
    /// `_Alignof(type)`.
    AlignofType(TypeNameId),
    /// GNU: `__alignof__(type)`, which may be more.
    PreferredAlignofType(TypeNameId),
    /// GNU: `&&label`.
    LabelAddress(Symbol),
    /// `(type)operand`.
    Cast {
        /// The type.
        ty: TypeNameId,
        /// What is converted.
        operand: ExprId,
    },
    /// `first op operand op operand …`: operators of one precedence, from left to right, so that `a - b + c` is
    /// `(a - b) + c`. There is at least one.
    Chain {
        /// The leftmost operand.
        first: ExprId,
        /// The operators with their right operands.
        rest: List<Link>,
    },
    /// `c1 ? t1 : c2 ? t2 : … : otherwise`, from left to right. There is at least one arm; the type of the whole
    /// is that of the right-nested expression.
    Conditional {
        /// The conditions with their values.
        arms: List<Arm>,
        /// The value if no condition holds.
        otherwise: ExprId,
    },
    /// `target = value` or `target op= value`.
    Assign {
        /// The operator before `=`.
        op: Option<BinaryOp>,
        /// What changes.
        target: ExprId,
        /// The right side.
        value: ExprId,
    },
    /// `a, b, c`: at least two.
    Comma(List<ExprId>),
    /// GNU: `({ … })`; the statement is a block.
    Statement(StmtId),
    /// `__builtin_va_arg(list, type)`.
    VaArg {
        /// The list.
        list: ExprId,
        /// The type of the next argument.
        ty: TypeNameId,
    },
    /// `__builtin_offsetof(type, a.b[1])`.
    Offsetof {
        /// The struct or union.
        ty: TypeNameId,
        /// The way to the member: at least one part.
        path: List<Part>,
    },
    /// `__builtin_types_compatible_p(first, second)`.
    TypesCompatible {
        /// A type.
        first: TypeNameId,
        /// Another one.
        second: TypeNameId,
    },
    /// `__builtin_choose_expr(condition, then, otherwise)`.
    Choose {
        /// A constant.
        condition: ExprId,
        /// Chosen if it is not zero.
        then: ExprId,
        /// Chosen if it is zero.
        otherwise: ExprId,
    },
    /// CBMC: `__CPROVER_forall { int i; condition }`, and `exists` likewise.
    Quantified {
        /// For how many.
        quantifier: Quantifier,
        /// The declaration of the variable.
        variable: DeclId,
        /// What must hold.
        condition: ExprId,
    },
    /// Something that is no expression; it has been reported.
    Error,
}

/// For how many values of a variable something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// `__CPROVER_forall`.
    Every,
    /// `__CPROVER_exists`.
    Some,
}

/// An integer constant as written (C11 §6.4.4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerLiteral {
    /// Its value.
    pub value: u64,
    /// Decides which types it may have.
    pub radix: Radix,
    /// Whether the suffix has `u`.
    pub unsigned: bool,
    /// The `l`s of the suffix.
    pub width: IntegerWidth,
    /// Whether it is imaginary (GNU `i`).
    pub imaginary: bool,
}

/// The base of an integer constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Radix {
    /// GNU: `0b11`.
    Binary,
    /// `017`.
    Octal,
    /// `15`.
    Decimal,
    /// `0xf`.
    Hexadecimal,
}

/// The least type an integer constant may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntegerWidth {
    /// No suffix.
    Int,
    /// `l`.
    Long,
    /// `ll`.
    LongLong,
}

/// A floating constant as written (C11 §6.4.4.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatLiteral {
    /// Its spelling without the suffix, decimal or hexadecimal.
    pub text: Symbol,
    /// Its type.
    pub suffix: FloatSuffix,
    /// Whether it is imaginary (GNU `i`).
    pub imaginary: bool,
}

/// The suffix of a floating constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatSuffix {
    /// No suffix: `double`.
    Double,
    /// `f`.
    Float,
    /// `l`.
    LongDouble,
    /// `f16`, `f32`, `f64`, `f128`, `f32x`, `f64x`, `q`, `w`.
    Other(super::FloatType),
}

/// Adjacent string literals, joined (C11 §6.4.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    /// The prefix of the whole.
    pub encoding: Encoding,
    /// The elements of the array, without the zero at the end; bytes if an element is a `char`.
    pub units: Box<[u32]>,
}

/// Ways to ask for the name of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionNameStyle {
    /// `__func__`.
    Func,
    /// GNU: `__FUNCTION__`.
    Function,
    /// GNU: `__PRETTY_FUNCTION__`.
    PrettyFunction,
}

/// A case of `_Generic`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Association {
    /// The type; `None` for `default`.
    pub ty: Option<TypeNameId>,
    /// The value.
    pub value: ExprId,
    /// Where it stands.
    pub span: Span,
}

/// How a member is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// `.`.
    Dot,
    /// `->`.
    Arrow,
}

/// `++` and `--`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// `++x`.
    PreIncrement,
    /// `--x`.
    PreDecrement,
    /// `x++`.
    PostIncrement,
    /// `x--`.
    PostDecrement,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `&x`.
    AddressOf,
    /// `*x`.
    Dereference,
    /// `+x`.
    Plus,
    /// `-x`.
    Negate,
    /// `~x`.
    Complement,
    /// `!x`.
    Not,
    /// GNU: `__real__ x`.
    Real,
    /// GNU: `__imag__ x`.
    Imaginary,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
    /// `%`.
    Remainder,
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `<<`.
    ShiftLeft,
    /// `>>`.
    ShiftRight,
    /// `<`.
    Less,
    /// `>`.
    Greater,
    /// `<=`.
    LessEqual,
    /// `>=`.
    GreaterEqual,
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
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

/// An operator with its right operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The operator.
    pub op: BinaryOp,
    /// Where the operator stands.
    pub op_span: Span,
    /// The right operand.
    pub operand: ExprId,
}

/// A condition with its value in a conditional expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The condition.
    pub condition: ExprId,
    /// The value if it holds; `None` for GNU's `a ?: b`, which is that of the condition.
    pub then: Option<ExprId>,
}

/// A step of `offsetof`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// `.name`; the first one has no dot.
    Member(Symbol),
    /// `[index]`.
    Index(ExprId),
}
