//! Declarations and types (C11 §6.7, §6.9).

use tribunal_base::Span;
use tribunal_preprocess::Symbol;

use super::{
    Asm, DeclId, EnumId, ExprId, FunctionId, InitId, List, Name, RecordId, SpecifiersId, StmtId,
    StringId, TypeNameId,
};

/// A declaration, external or in a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decl {
    /// What it is.
    pub kind: DeclKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of declarations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DeclKind {
    /// `int a = 1, *b;` or `struct s { … };`.
    Variables {
        /// What all declarators share.
        specifiers: SpecifiersId,
        /// The declarators; perhaps none.
        declarators: List<InitDeclarator>,
    },
    /// A function with its body.
    Function(FunctionId),
    /// `_Static_assert(condition, "message");`.
    StaticAssert {
        /// Must be constant and not zero.
        condition: ExprId,
        /// Said if it is zero.
        message: Option<StringId>,
    },
    /// GNU: `__label__ a, b;`, the first thing in a block.
    LocalLabels(List<Name>),
    /// GNU: `asm("…");` outside of functions.
    Asm(Asm),
    /// `;` outside of functions.
    Empty,
    /// Something that is no declaration; it has been reported.
    Error,
}

/// What all declarators of a declaration share (C11 §6.7).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Specifiers {
    /// `extern`, `static` and so on.
    pub storage: Option<Storage>,
    /// `_Thread_local`; stands alone or with `extern` or `static`.
    pub thread_local: bool,
    /// `inline` and `_Noreturn`.
    pub function: FunctionFlags,
    /// Qualifiers of the type.
    pub qualifiers: Qualifiers,
    /// The type.
    pub ty: TypeSpecifier,
    /// `_Alignas(…)`.
    pub aligns: List<AlignAs>,
    /// Attributes among the specifiers. Those after `struct` and after its `}` belong to the [`Record`].
    pub attributes: List<Attribute>,
    /// Where they stand.
    pub span: Span,
}

/// Storage classes (C11 §6.7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// `typedef`.
    Typedef,
    /// `extern`.
    Extern,
    /// `static`.
    Static,
    /// `auto`.
    Auto,
    /// `register`.
    Register,
}

/// Function specifiers (C11 §6.7.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FunctionFlags {
    /// `inline`.
    pub inline: bool,
    /// C23: `constexpr`, of variables.
    pub constexpr: bool,
    /// `_Noreturn`; the attribute is among the attributes.
    pub noreturn: bool,
}

/// Type qualifiers (C11 §6.7.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Qualifiers {
    /// `const`.
    pub is_const: bool,
    /// `volatile`.
    pub is_volatile: bool,
    /// `restrict`.
    pub is_restrict: bool,
    /// `_Atomic` without parentheses.
    pub is_atomic: bool,
}

/// Type specifiers (C11 §6.7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeSpecifier {
    /// None at all: `int`, by the rules of C89; it has been warned of.
    Implicit,
    /// `unsigned long` and so on.
    Basic(BasicType),
    /// C23: `_BitInt(width)`.
    BitInt(Signedness, ExprId),
    /// The name of a type.
    Typedef(Symbol),
    /// `struct` or `union`.
    Record(RecordId),
    /// `enum`.
    Enum(EnumId),
    /// GNU: `typeof(expression)`.
    TypeofExpr(ExprId),
    /// GNU: `typeof(type)`.
    TypeofType(TypeNameId),
    /// C23: `typeof_unqual(expression)`.
    UnqualifiedExpr(ExprId),
    /// C23: `typeof_unqual(type)`.
    UnqualifiedType(TypeNameId),
    /// GNU: `__auto_type`.
    Auto,
    /// `_Atomic(type)`.
    Atomic(TypeNameId),
    /// Something that is no type; it has been reported.
    Error,
}

/// Types with names of keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BasicType {
    /// `void`.
    Void,
    /// `_Bool`.
    Bool,
    /// `char`; `None` if its sign is not written.
    Char(Option<Signedness>),
    /// `short`.
    Short(Signedness),
    /// `int`.
    Int(Signedness),
    /// `long`.
    Long(Signedness),
    /// `long long`.
    LongLong(Signedness),
    /// GNU: `__int128`.
    Int128(Signedness),
    /// `double` and its relatives.
    Float(FloatType),
    /// `double _Complex` and its relatives.
    Complex(FloatType),
    /// GNU: `__builtin_va_list`.
    VaList,
}

/// Whether a type has negative values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// It has.
    Signed,
    /// It has not.
    Unsigned,
}

/// Floating types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatType {
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `long double`.
    LongDouble,
    /// `_Float16`.
    Float16,
    /// `_Float32`.
    Float32,
    /// `_Float64`.
    Float64,
    /// `_Float128`, `__float128`.
    Float128,
    /// `_Float32x`.
    Float32x,
    /// `_Float64x`, `__float80`.
    Float64x,
}

/// `_Alignas(…)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlignAs {
    /// What to align to.
    pub alignment: Alignment,
    /// Where it stands.
    pub span: Span,
}

/// What to align to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// A number of bytes.
    Expr(ExprId),
    /// As this type.
    Type(TypeNameId),
}

/// The name of the attribute that `#pragma pack(n)` gives to the structs and unions after it, with the text `n`.
pub const PRAGMA_PACK: &str = "pragma pack";

/// GNU: `__attribute__((name(arguments)))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its name without `__` around it.
    pub name: Symbol,
    /// What stands in its parentheses.
    pub arguments: AttributeArguments,
    /// What it belongs to.
    pub owner: AttributeOwner,
    /// Where it stands.
    pub span: Span,
}

/// What an attribute belongs to, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeOwner {
    /// What is declared.
    Declaration,
    /// The pointer that the declarator makes last, as in `int *__attribute__((…)) x`.
    Pointer,
    /// A pointer that another one points to.
    InnerPointer,
}

/// The arguments of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeArguments {
    /// No parentheses.
    None,
    /// For `aligned`, `vector_size`: an expression.
    Expr(ExprId),
    /// For all others: as written.
    Text(Symbol),
}

/// A struct or union specifier (C11 §6.7.2.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// Struct or union.
    pub kind: RecordKind,
    /// The tag.
    pub tag: Option<Name>,
    /// The members; `None` if there are no braces.
    pub members: Option<List<Member>>,
    /// The attributes before the tag and after `}`.
    pub attributes: List<Attribute>,
    /// Where it stands.
    pub span: Span,
}

/// Struct or union.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordKind {
    /// `struct`.
    Struct,
    /// `union`.
    Union,
}

/// A line of a struct or union.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Member {
    /// `int a : 3;`: one for each declarator; the declarator of an anonymous struct or union, and that of a
    /// bit-field without a name, has no name.
    Field {
        /// What the declarators of a line share.
        specifiers: SpecifiersId,
        /// Name and type.
        declarator: Declarator,
        /// The width of a bit-field.
        width: Option<ExprId>,
        /// Where it stands.
        span: Span,
    },
    /// `_Static_assert(…);`.
    StaticAssert(DeclId),
}

/// An enum specifier (C11 §6.7.2.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enum {
    /// The tag.
    pub tag: Option<Name>,
    /// C23: the type that represents it, as in `enum e : char`.
    pub underlying: Option<TypeNameId>,
    /// The constants; `None` if there are no braces.
    pub enumerators: Option<List<Enumerator>>,
    /// The attributes before the tag and after `}`.
    pub attributes: List<Attribute>,
    /// Where it stands.
    pub span: Span,
}

/// An enumeration constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enumerator {
    /// Its name.
    pub name: Name,
    /// Its value; one more than its predecessor's, if not written.
    pub value: Option<ExprId>,
}

/// A type in parentheses (C11 §6.7.7).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TypeName {
    /// The specifiers.
    pub specifiers: SpecifiersId,
    /// The rest, without a name.
    pub declarator: Declarator,
    /// Where it stands.
    pub span: Span,
}

/// What a declaration says about one name (C11 §6.7.6).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Declarator {
    /// The name; `None` if it is abstract.
    pub name: Option<Name>,
    /// How the type is made, from the name outwards: for `int *a[3]`, array of 3, then pointer, then the `int` of
    /// the specifiers.
    pub derivations: List<Derivation>,
    /// The attributes inside and after the declarator.
    pub attributes: List<Attribute>,
    /// GNU: the name in the object file.
    pub asm_label: Option<AsmLabel>,
    /// CBMC: the contract of a function.
    pub contract: List<Clause>,
    /// Where it stands.
    pub span: Span,
}

/// CBMC: a part of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause {
    /// What it is about.
    pub kind: ClauseKind,
    /// Conditions, or what is assigned or freed.
    pub targets: List<Target>,
    /// Where it stands.
    pub span: Span,
}

/// What a part of a contract is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClauseKind {
    /// `__CPROVER_requires`: what holds before a call.
    Requires,
    /// `__CPROVER_ensures`: what holds after it.
    Ensures,
    /// `__CPROVER_assigns`: what it may write.
    Assigns,
    /// `__CPROVER_frees`: what it may free.
    Frees,
    /// `__CPROVER_loop_invariant`: what holds before each turn of a loop.
    Invariant,
    /// `__CPROVER_decreases`: what gets smaller with each turn of a loop.
    Decreases,
}

/// A condition, or an object under a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where it counts.
    pub condition: Option<ExprId>,
    /// The condition or object.
    pub value: ExprId,
}

/// GNU: `asm("name")` after a declarator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsmLabel {
    /// The name.
    pub name: StringId,
    /// Where it stands.
    pub span: Span,
}

/// A step in the making of a type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Derivation {
    /// Pointer to.
    Pointer {
        /// Qualifiers of the pointer.
        qualifiers: Qualifiers,
    },
    /// Array of.
    Array {
        /// The length.
        length: ArrayLength,
        /// Qualifiers in the brackets: of the pointer that a parameter is.
        qualifiers: Qualifiers,
        /// `static` in the brackets: a parameter has at least this length.
        at_least: bool,
        /// Where the brackets stand.
        span: Span,
    },
    /// Function returning.
    Function {
        /// What it takes.
        parameters: Parameters,
        /// Where the parentheses stand.
        span: Span,
    },
}

/// The length of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayLength {
    /// `[]`.
    Unknown,
    /// `[*]`.
    Star,
    /// `[n]`.
    Expr(ExprId),
}

/// What a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameters {
    /// `()`: nothing is said.
    Unspecified,
    /// `(a, b)`: names alone, of a K&R definition.
    Names(List<Name>),
    /// `(int a, int b)`, or `(void)`, which has no parameters.
    Prototype {
        /// The parameters.
        list: List<Parameter>,
        /// Whether `...` follows.
        variadic: bool,
    },
}

/// A parameter of a prototype.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The specifiers.
    pub specifiers: SpecifiersId,
    /// The rest, perhaps with a name.
    pub declarator: Declarator,
    /// Where it stands.
    pub span: Span,
}

/// A declarator with its initialiser.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InitDeclarator {
    /// Name and type.
    pub declarator: Declarator,
    /// The initialiser.
    pub init: Option<InitId>,
}

/// An initialiser (C11 §6.7.9).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Init {
    /// What it is.
    pub kind: InitKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of initialisers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitKind {
    /// An expression.
    Expr(ExprId),
    /// `{ … }`.
    List(List<InitItem>),
}

/// An element of a list of initialisers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitItem {
    /// What it initialises; the next subobject, if there are none.
    pub designators: List<Designator>,
    /// Its value.
    pub value: InitId,
}

/// A step to a subobject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Designator {
    /// What it is.
    pub kind: DesignatorKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of designators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DesignatorKind {
    /// `.name`, or GNU's `name:`.
    Member(Symbol),
    /// `[index]`, or GNU's `[index]` without `=`.
    Index(ExprId),
    /// GNU: `[first ... last]`.
    Range(ExprId, ExprId),
}

/// The definition of a function (C11 §6.9.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Function {
    /// The specifiers.
    pub specifiers: SpecifiersId,
    /// Name and type; its first derivation is the function.
    pub declarator: Declarator,
    /// The declarations of a K&R definition between parameters and body.
    pub parameters: List<DeclId>,
    /// A block.
    pub body: StmtId,
    /// From the specifiers to the body.
    pub span: Span,
}
