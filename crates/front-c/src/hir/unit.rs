//! The whole program: all files linked.

use tribunal_base::{Arena, FileId, Span};

use super::{
    Expr, ExprId, FunctionId, Initialiser, Label, LabelId, Place, PlaceId, PlaceKind, QualType,
    Stmt, StmtId, TypeId, Types, VarId,
};

/// A type-checked program.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The types.
    pub types: Types,
    /// All variables: of every file and function, string literals, compound literals, parameters.
    pub variables: Arena<VarId, Variable>,
    /// All functions, with and without a body.
    pub functions: Arena<FunctionId, Function>,
    /// The values.
    pub exprs: Arena<ExprId, Expr>,
    /// The places.
    pub places: Arena<PlaceId, Place>,
    /// The statements.
    pub stmts: Arena<StmtId, Stmt>,
    /// The jump targets.
    pub labels: Arena<LabelId, Label>,
    /// Where execution starts, if that function has a body.
    pub entry: Option<FunctionId>,
    /// Side effects whose order C leaves open.
    pub unsequenced: Vec<Unsequenced>,
    /// The files that are our models of the library.
    pub library: Vec<FileId>,
    /// What is not supported of the program as a whole: no run gets past its start.
    pub obstacles: Vec<Obstacle>,
    /// Variables of which two files do not say the same.
    pub conflicts: Vec<Conflict>,
}

/// Something in a declaration that is not supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// What it is.
    pub what: String,
    /// Where it stands.
    pub span: Span,
}

/// A variable that has another type in another file: what a run does with it is not defined, and depends on the linker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The variable.
    pub variable: VarId,
    /// What is wrong.
    pub what: String,
    /// The second declaration.
    pub span: Span,
}

impl Unit {
    /// A program without anything.
    #[must_use]
    pub fn empty(types: Types) -> Self {
        Self {
            types,
            variables: Arena::default(),
            functions: Arena::default(),
            exprs: Arena::default(),
            places: Arena::default(),
            stmts: Arena::default(),
            labels: Arena::default(),
            entry: None,
            unsequenced: Vec::new(),
            library: Vec::new(),
            obstacles: Vec::new(),
            conflicts: Vec::new(),
        }
    }

    /// What two files do not agree on about a variable.
    #[must_use]
    pub fn conflict(&self, variable: VarId) -> Option<&Conflict> {
        self.conflicts.iter().find(|it| it.variable == variable)
    }

    /// The same about a variable whose address is in some other variable from the start, so that nobody sees who uses it.
    #[must_use]
    pub fn conflict_at_start(&self) -> Option<&Conflict> {
        if self.conflicts.is_empty() {
            return None;
        }
        let first = self.variables.values().filter_map(|it| it.initialiser.as_ref());
        let mut values: Vec<ExprId> = first.flat_map(Initialiser::values).collect();
        while let Some(value) = values.pop() {
            let variable = self.place_of(value).and_then(|it| self.variable_around(it));
            if let Some(conflict) = variable.and_then(|it| self.conflict(it)) {
                return Some(conflict);
            }
            self.operands(value, &mut |it| values.push(it));
        }
        None
    }

    /// The variable that a place is a part of.
    fn variable_around(&self, place: PlaceId) -> Option<VarId> {
        match self.places[place].kind {
            PlaceKind::Variable(variable) => Some(variable),
            PlaceKind::Field { base, .. } => self.variable_around(base),
            _ => None,
        }
    }

    /// Whether a function is one of the library that we wrote.
    #[must_use]
    pub fn is_of_the_library(&self, function: &Function) -> bool {
        function.body.is_some() && self.library.contains(&function.span.file)
    }
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name in the source; empty if it has none.
    pub name: String,
    /// Its type, complete unless it is only declared.
    pub ty: QualType,
    /// How long it lives.
    pub storage: Storage,
    /// Who sees it.
    pub linkage: Linkage,
    /// Whether it is defined here.
    pub state: VariableState,
    /// Where it comes from.
    pub origin: Origin,
    /// The alignment in bytes.
    pub align: u64,
    /// The function around it.
    pub function: Option<FunctionId>,
    /// What a static variable holds at the start: constants only. None means zero. Automatic variables: see
    /// [`super::StmtKind::Declare`].
    pub initialiser: Option<Initialiser>,
    /// Bytes beyond the type's size, for a flexible array that the initialiser fills.
    pub extra_bytes: u64,
    /// Whether a pointer to it or into it may exist.
    pub address_taken: bool,
    /// Whether a function inside of its own uses it.
    pub captured: bool,
    /// Whether it may be missing: its address is null then.
    pub weak: bool,
    /// Where it is declared.
    pub span: Span,
}

/// How long a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// As long as the program.
    Static,
    /// As long as its thread.
    Thread,
    /// As long as its block is active.
    Automatic,
    /// As long as the call.
    Parameter,
}

/// Whether other files see a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// Only its scope.
    None,
    /// Only its file.
    Internal,
    /// All files.
    External,
}

/// Whether a variable with linkage is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableState {
    /// Yes; tentative definitions too, once all files are read.
    Defined,
    /// Only `extern`: some file that is not here defines it.
    Declared,
}

/// Where a variable comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A declaration.
    Declaration,
    /// A string literal: a static array that must not be written.
    StringLiteral,
    /// A compound literal.
    CompoundLiteral,
    /// The length of an array of variable length, of type `size_t`.
    Length,
    /// Holds a value that is needed more than once.
    Temporary,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name.
    pub name: String,
    /// Who sees it.
    pub linkage: Linkage,
    /// Its type: always [`super::Type::Function`].
    pub ty: TypeId,
    /// The parameters of the definition; empty without a body.
    pub parameters: Vec<VarId>,
    /// What it does: a block; none if it is only declared.
    pub body: Option<StmtId>,
    /// `_Noreturn`
    pub noreturn: bool,
    /// The parameters that must not be null.
    pub nonnull: Nonnull,
    /// Whether the result must not be null.
    pub returns_nonnull: bool,
    /// Runs before `main`, by ascending priority (65535 if none is given).
    pub constructor: Option<u32>,
    /// Runs after `main`.
    pub destructor: Option<u32>,
    /// Whether something calls it or takes its address.
    pub used: bool,
    /// Whether it was never declared, only called.
    pub implicit: bool,
    /// Whether it gives way to another definition, and may be missing.
    pub weak: bool,
    /// How its code is aligned, in bytes.
    pub align: u64,
    /// What stands in the way of calls.
    pub obstacle: Option<Obstacle>,
    /// What calls rely on and guarantee, if that is written.
    pub contract: Option<Box<Contract>>,
    /// Where it is defined, else first declared.
    pub span: Span,
}

/// Parameters that must not be null, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nonnull {
    /// All that are pointers.
    All,
    /// The first one is 1.
    These(Vec<usize>),
}

impl Default for Nonnull {
    fn default() -> Self {
        Self::These(Vec::new())
    }
}

impl Nonnull {
    /// Demands what another one demands, too.
    pub fn add(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::These(numbers), Self::These(more)) => numbers.extend(more),
            _ => *self = Self::All,
        }
    }

    /// Whether the parameter of a number is among them.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        match self {
            Self::All => true,
            Self::These(numbers) => numbers.contains(&number),
        }
    }
}

/// The contract of a function (CBMC): in terms of parameters of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The parameters.
    pub parameters: Vec<VarId>,
    /// The result, if there is one.
    pub result: Option<VarId>,
    /// What must hold before a call.
    pub requires: Vec<ExprId>,
    /// Values from before the call that the conditions after it mention.
    pub olds: Vec<(VarId, ExprId)>,
    /// What holds after a call.
    pub ensures: Vec<ExprId>,
    /// What may be written; everything else is not.
    pub assigns: Vec<Area>,
    /// What may be freed.
    pub frees: Vec<ExprId>,
    /// Where it stands.
    pub span: Span,
}

/// The contract of a loop (CBMC).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopContract {
    /// What holds before each turn.
    pub invariants: Vec<ExprId>,
    /// What is written by pointers, and may be.
    pub assigns: Vec<Area>,
    /// What gets smaller with each turn, compared from the first one on.
    pub decreases: Vec<ExprId>,
    /// Values from before the loop that the invariants mention.
    pub entries: Vec<(VarId, ExprId)>,
    /// Where it stands.
    pub span: Span,
}

/// Bytes that a contract speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Where it counts.
    pub condition: Option<ExprId>,
    /// A pointer to the first byte.
    pub pointer: ExprId,
    /// How many there are.
    pub extent: Extent,
}

/// How far an area reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Over so many bytes.
    Bytes(ExprId),
    /// To the end of the object.
    Rest,
    /// Over the whole object, wherever in it the pointer points.
    Whole,
}

/// Two accesses to one object, one of them a write, whose order C leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsequenced {
    /// The variable, unless only pointers lead to the object.
    pub variable: Option<VarId>,
    /// The write.
    pub write: Span,
    /// The other access.
    pub other: Span,
    /// The whole expression.
    pub span: Span,
}
