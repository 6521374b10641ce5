//! The syntax tree of a C file: C11 and C17 with the extensions of GNU C.
//!
//! The tree says what is written and no more: names are not resolved (but the parser knows which ones are types), and
//! nothing has a type. All nodes live in the arenas of a [`Unit`] and refer to each other by id, so that the tree is
//! dropped without recursion. What programs make long is flat: sequences of statements, initialisers, `else if`,
//! operators of one precedence, commas, `? :`, labels, derivations of declarators. What is left is real nesting, and
//! no tree is higher than [`MAX_HEIGHT`]: who walks it may recurse.
//!
//! Children come before their parents in the arenas, except where a declaration is part of an expression.

mod decl;
mod expr;
mod list;
mod stmt;

use std::ops::Index;

use tribunal_base::{Arena, FileId, Span};
use tribunal_preprocess::{Symbol, Symbols};

pub use crate::lexer::{Pragma, PragmaKind};
pub use decl::{
    AlignAs, Alignment, ArrayLength, AsmLabel, Attribute, AttributeArguments, AttributeOwner,
    BasicType, Clause, ClauseKind, Decl, DeclKind, Declarator, Derivation, Designator,
    DesignatorKind, Enum, Enumerator, FloatType, Function, FunctionFlags, Init, InitDeclarator,
    InitItem, InitKind, Member, PRAGMA_PACK, Parameter, Parameters, Qualifiers, Record, RecordKind,
    Signedness, Specifiers, Storage, Target, TypeName, TypeSpecifier,
};
pub use expr::{
    Access, Arm, Association, BinaryOp, Expr, ExprKind, FloatLiteral, FloatSuffix,
    FunctionNameStyle, IntegerLiteral, IntegerWidth, Link, Part, Quantifier, Radix, Step,
    StringLiteral, UnaryOp,
};
pub use list::{List, Pool};
pub use stmt::{
    Asm, AsmOperand, AsmParts, BlockItem, ForInit, IfArm, Label, LabelKind, Stmt, StmtKind,
};
pub use tribunal_preprocess::{CharacterLiteral, Encoding};

/// How deep nodes may stand inside each other.
pub const MAX_HEIGHT: usize = 2000;

tribunal_base::ids! {
    /// An expression; see [`Expr`].
    ExprId = "e";
    /// A statement; see [`Stmt`].
    StmtId = "st";
    /// A declaration; see [`Decl`].
    DeclId = "d";
    /// The specifiers of a declaration; see [`Specifiers`].
    SpecifiersId = "sp";
    /// A struct or union specifier; see [`Record`].
    RecordId = "r";
    /// An enum specifier; see [`Enum`].
    EnumId = "en";
    /// A type in parentheses; see [`TypeName`].
    TypeNameId = "t";
    /// An initialiser; see [`Init`].
    InitId = "i";
    /// A string literal; see [`StringLiteral`].
    StringId = "str";
    /// The definition of a function; see [`Function`].
    FunctionId = "f";
}

/// A name and where it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub symbol: Symbol,
    /// Where it stands.
    pub span: Span,
}

/// A translation unit. `unit[id]` is the node of an id, `unit[list]` the slice of a [`List`].
#[derive(Clone, Debug)]
pub struct Unit {
    /// The main file.
    pub file: FileId,
    /// The end of the main file.
    pub end: Span,
    /// The external declarations, in order.
    pub items: Vec<DeclId>,
    /// The spellings of all names.
    pub symbols: Symbols,
    /// Expressions.
    pub exprs: Arena<ExprId, Expr>,
    /// Statements.
    pub stmts: Arena<StmtId, Stmt>,
    /// Declarations.
    pub decls: Arena<DeclId, Decl>,
    /// Specifiers.
    pub specifiers: Arena<SpecifiersId, Specifiers>,
    /// Struct and union specifiers.
    pub records: Arena<RecordId, Record>,
    /// Enum specifiers.
    pub enums: Arena<EnumId, Enum>,
    /// Type names.
    pub type_names: Arena<TypeNameId, TypeName>,
    /// Initialisers.
    pub inits: Arena<InitId, Init>,
    /// String literals.
    pub strings: Arena<StringId, StringLiteral>,
    /// Definitions of functions.
    pub functions: Arena<FunctionId, Function>,
    /// The elements of all lists.
    pub lists: Lists,
    /// What pragmas say about names.
    pub pragmas: Vec<Pragma>,
    /// The attributes of labels, statements and enumeration constants.
    pub loose_attributes: Vec<Attribute>,
}

impl Unit {
    /// A unit without declarations.
    pub fn empty(symbols: Symbols, end: Span) -> Self {
        Self {
            file: end.file,
            end,
            items: Vec::new(),
            symbols,
            exprs: Arena::default(),
            stmts: Arena::default(),
            decls: Arena::default(),
            specifiers: Arena::default(),
            records: Arena::default(),
            enums: Arena::default(),
            type_names: Arena::default(),
            inits: Arena::default(),
            strings: Arena::default(),
            functions: Arena::default(),
            lists: Lists::default(),
            pragmas: Vec::new(),
            loose_attributes: Vec::new(),
        }
    }

    /// How a symbol is spelled.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.symbols.text(symbol)
    }
}

macro_rules! arenas {
    ($($id:ident => $field:ident: $node:ty;)*) => {$(
        impl Index<$id> for Unit {
            type Output = $node;
            fn index(&self, id: $id) -> &$node {
                &self.$field[id]
            }
        }
    )*};
}

arenas! {
    ExprId => exprs: Expr;
    StmtId => stmts: Stmt;
    DeclId => decls: Decl;
    SpecifiersId => specifiers: Specifiers;
    RecordId => records: Record;
    EnumId => enums: Enum;
    TypeNameId => type_names: TypeName;
    InitId => inits: Init;
    StringId => strings: StringLiteral;
    FunctionId => functions: Function;
}

macro_rules! lists {
    ($($(#[$doc:meta])* $field:ident: $node:ty;)*) => {
        /// The elements of all lists of a unit, one pool for each kind.
        #[derive(Clone, Debug, Default)]
        pub struct Lists {
            $($(#[$doc])* pub $field: Pool<$node>,)*
        }

        $(
            impl Index<List<$node>> for Unit {
                type Output = [$node];
                fn index(&self, list: List<$node>) -> &[$node] {
                    &self.lists.$field[list]
                }
            }
        )*
    };
}

lists! {
    /// Operands and arguments.
    exprs: ExprId;
    /// Operators with their right operands.
    links: Link;
    /// The tested parts of conditional expressions.
    arms: Arm;
    /// The cases of `_Generic`.
    associations: Association;
    /// Steps of `offsetof`.
    parts: Part;
    /// What stands in blocks.
    items: BlockItem;
    /// The tested parts of `if` statements.
    if_arms: IfArm;
    /// Operands of assembler code.
    asm_operands: AsmOperand;
    /// Labels of statements.
    labels: Label;
    /// Names.
    names: Name;
    /// Declarations.
    decls: DeclId;
    /// Declarators with initialisers.
    declarators: InitDeclarator;
    /// What makes a declarator's type.
    derivations: Derivation;
    /// The parts of contracts.
    clauses: Clause;
    /// What they speak of.
    targets: Target;
    /// Parameters of functions.
    parameters: Parameter;
    /// Members of structs and unions.
    members: Member;
    /// Enumeration constants.
    enumerators: Enumerator;
    /// Elements of initialisers.
    init_items: InitItem;
    /// Designators of initialisers.
    designators: Designator;
    /// Attributes.
    attributes: Attribute;
    /// Alignment specifiers.
    aligns: AlignAs;
}
