//! The program: processes made of locations and edges, and all they mention.
//!
//! # Invariants
//! Checked by `verify`, relied upon everywhere else:
//! - I1. `edges[e].from == l` iff `e` is in `locs[l].out`; both ends are in the same process.
//! - I2. Only the first action of an edge is a `Send`, `Receive` or `Exit`.
//! - I3. `tier`s do not decrease along `Location::out`.
//! - I4. Expressions are well typed (`expr.rs`): guards, atoms and conditions are `Bool`; places
//!   loaded or stored are scalar; operands of `Binary` have the same type.
//! - I5. A local variable is mentioned only by edges and initialisers of its own process, or
//!   through `Place::Remote`; `Place::Remote` is never written.
//! - I6. Edges of claims have no actions but `Print`; claims and monitors are never spawned.
//! - I7. A violated property is of kind `Unreachable`.
//! - I8. The parameters of a process are the first of its locals.
//! - I9. `Call` and `Return` are the last actions of their edges and never at an indivisible
//!   location; only functions are called or named by `Expr::Function`, and they are neither active
//!   nor spawned.
//! - I10. Only static objects are named by `Expr::Object`, only others are allocated. Static ones
//!   are not of arbitrary content. They alone have first values: constants, pointers to static
//!   objects and functions, and those moved by a constant distance; all lie within the object and
//!   do not overlap. Alignments are powers of two.

use crate::edge::{Action, Edge};
use crate::expr::{Expr, Place, UnOp};
use crate::formula::Formula;
use crate::memory::{Object, ObjectId, PointerQuery};
use crate::property::Property;
use crate::ty::{EnumId, Enumeration, IntShape, Record, RecordId, Ty, TyId};
use tribunal_base::{Arena, Interner, Sources, Span, ids};

ids! {
    /// Names a [`Var`].
    VarId = "v";
    /// Names a [`Channel`] declaration.
    ChanId = "q";
    /// Names an [`Expr`]; equal ids mean equal expressions.
    ExprId = "e";
    /// Names a [`Place`]; equal ids mean equal places.
    PlaceId = "pl";
    /// Names a [`Process`].
    ProcId = "p";
    /// Names a [`Location`].
    LocId = "l";
    /// Names an [`Edge`].
    EdgeId = "t";
    /// Names a [`Label`].
    LabelId = "lab";
    /// Names a [`Property`].
    PropId = "prop";
    /// Names a [`Formula`]; equal ids mean equal formulas.
    FormulaId = "f";
}

/// A closed program in analysis-ready form.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// All types.
    pub tys: Interner<TyId, Ty>,
    /// All record types.
    pub records: Arena<RecordId, Record>,
    /// All enumerations.
    pub enums: Arena<EnumId, Enumeration>,
    /// All expressions.
    pub exprs: Interner<ExprId, Expr>,
    /// All places.
    pub places: Interner<PlaceId, Place>,
    /// All formulas.
    pub formulas: Interner<FormulaId, Formula>,
    /// All variables; the globals come alive in this order.
    pub vars: Arena<VarId, Var>,
    /// All declarations of objects in memory.
    pub objects: Arena<ObjectId, Object>,
    /// How many bytes a pointer takes in memory.
    pub pointer_bytes: PointerBytes,
    /// All channel declarations.
    pub channels: Arena<ChanId, Channel>,
    /// All processes. At the start, the active ones come alive in this order, each as often as
    /// it says.
    pub procs: Arena<ProcId, Process>,
    /// All locations.
    pub locs: Arena<LocId, Location>,
    /// All edges.
    pub edges: Arena<EdgeId, Edge>,
    /// All labels that expressions can mention.
    pub labels: Arena<LabelId, Label>,
    /// All questions.
    pub props: Arena<PropId, Property>,
    /// Who may move.
    pub scheduling: Scheduling,
    /// A `Bool` that must hold, besides the end marks, where the program may stop
    /// ([`crate::PropertyKind::EndStates`]).
    pub end_requires: Option<ExprId>,
    /// What the front end could not translate. No verdict but Maybe is possible if there is any.
    pub unsupported: Vec<Unsupported>,
    /// The property that is violated where the translation ends: what lies beyond is not known, and no
    /// True is possible if a run can come there.
    pub boundary: Option<PropId>,
    /// What the translation took for granted ([`AssumptionKind::is_needed`]), and what else a reader should know of it.
    pub assumptions: Vec<Assumption>,
    /// Functions that the source calls and nobody defines, in the order of translation.
    pub undefined: Vec<String>,
    /// Variables that the source uses and nobody defines, with their sizes in bytes; they hold any values at first.
    pub undefined_variables: Vec<(String, u64)>,
    /// The source texts.
    pub sources: Sources,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Var {
    /// Its name in the source.
    pub name: String,
    /// Its type.
    pub ty: TyId,
    /// Who sees it.
    pub scope: Scope,
    /// What it holds when it comes alive; every scalar not mentioned is 0.
    pub init: Vec<Initialiser>,
    /// Whether states that differ only here are different.
    pub matching: Matching,
    /// Its declaration.
    pub span: Span,
}

/// Who sees a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everybody.
    Global,
    /// Each instance of the process has its own.
    Local(ProcId),
}

/// Whether a variable tells states apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// It does.
    Matched,
    /// It does not: a search may identify states that differ only here.
    Unmatched,
}

/// The first value of a scalar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Initialiser {
    /// The scalar: the variable, or an element or field of it at a constant index.
    pub place: PlaceId,
    /// What it holds.
    pub value: Initially,
}

/// What a scalar holds at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initially {
    /// The value of an expression, wrapped to the scalar's type.
    Value(ExprId),
    /// A new channel.
    Channel(ChanId),
}

/// A declaration from which channels are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// The name of the variable that holds it first.
    pub name: String,
    /// How many messages it can hold; 0 makes it a rendezvous.
    pub capacity: u32,
    /// The scalar types of a message's fields.
    pub fields: Vec<TyId>,
    /// The declaration.
    pub span: Span,
}

/// A control-flow automaton with its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Its name in the source.
    pub name: String,
    /// What it is for.
    pub kind: ProcessKind,
    /// How many of its first locals are parameters.
    pub params: usize,
    /// Its variables, in order of initialisation.
    pub locals: Vec<VarId>,
    /// Where it starts.
    pub entry: LocId,
    /// How many instances there are at the start.
    pub active: u32,
    /// The priority of those instances, 1 to 255.
    pub priority: u8,
    /// A `Bool` that must hold for an instance to take a step: its edges have no guard that holds
    /// while this does not (S1 of `edge.rs`).
    pub provided: Option<ExprId>,
    /// Its declaration.
    pub span: Span,
}

/// How many bytes a pointer takes in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerBytes {
    /// Four.
    Four,
    /// Eight.
    #[default]
    Eight,
}

impl PointerBytes {
    /// The number.
    #[must_use]
    pub fn count(self) -> u64 {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}

/// What a process is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessKind {
    /// It is part of the program.
    Ordinary,
    /// It is called by others.
    Function,
    /// It observes the program, see [`crate::PropertyKind::Never`].
    Claim,
}

/// A point of control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The process it belongs to.
    pub process: ProcId,
    /// The edges that leave it, in the order they are tried.
    pub out: Vec<EdgeId>,
    /// Whether a step may end here.
    pub control: Control,
    /// What being here means.
    pub marks: Marks,
    /// The statement that starts here.
    pub span: Span,
}

/// Whether a step may end at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// It may.
    Free,
    /// It may not: the process goes on by the first enabled edge.
    Indivisible,
}

/// What being at a location means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The process may stop here.
    pub end: bool,
    /// If the process stops here, all others may stop wherever they are: it has ended the whole program, or the run does not
    /// count.
    pub halt: bool,
    /// Being here for ever and ever is an error.
    pub accept: bool,
    /// Being here means progress.
    pub progress: bool,
}

/// A name for locations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The name.
    pub name: String,
    /// The process.
    pub process: ProcId,
    /// The locations.
    pub locs: Vec<LocId>,
}

/// Who may move when several processes can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheduling {
    /// Any of them.
    #[default]
    Interleaving,
    /// One of those with the highest priority.
    Priority,
}

/// Something in the source that has no translation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What it is.
    pub what: String,
    /// Where it is.
    pub span: Span,
}

/// Something that a translation took for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Assumption {
    /// What kind of thing it is.
    pub kind: AssumptionKind,
    /// What it is, for people: lower case, no full stop.
    pub what: String,
    /// Where it matters first.
    pub span: Option<Span>,
}

/// What a translation can take for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AssumptionKind {
    /// A function without a body returns any value and changes nothing.
    NoBody,
    /// A variable that is defined elsewhere holds zeros at first.
    NoDefinition,
    /// Effects happen in one of the orders that the language allows.
    Order,
    /// Objects lie at the addresses that one run gives them.
    Addresses,
    /// Objects that others may change do not change.
    Volatile,
    /// Memory never runs out.
    Memory,
    /// What surrounds the program gives it no more than some.
    Environment,
    /// Threads see at once what others write.
    Interleaving,
    /// Not an assumption, but good to know: the library behaves as our model of it says.
    Model,
    /// Not an assumption, but good to know: something that could go wrong is not looked for.
    NotChecked,
}

impl AssumptionKind {
    /// Whether a True holds only where this does.
    #[must_use]
    pub fn is_needed(self) -> bool {
        !matches!(self, Self::Model | Self::NotChecked)
    }

    /// The kind in one word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoBody => "no-body",
            Self::NoDefinition => "no-definition",
            Self::Order => "order",
            Self::Addresses => "addresses",
            Self::Volatile => "volatile",
            Self::Memory => "memory",
            Self::Environment => "environment",
            Self::Interleaving => "interleaving",
            Self::Model => "model",
            Self::NotChecked => "not-checked",
        }
    }
}

impl Program {
    /// Whether all states have the same few scalars: no calls, no memory, no floats and no arbitrary
    /// values. Engines that compile states to fixed layouts take only such programs.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        let in_memory = |ty: &Ty| matches!(ty, Ty::Float(_) | Ty::Pointer);
        let effects = |edge: &Edge| edge.actions.iter().all(Action::is_flat);
        self.objects.is_empty()
            && !self.tys.iter().any(|(_, ty)| in_memory(ty))
            && self.exprs.iter().all(|(_, expr)| expr.is_flat())
            && self.edges.values().all(effects)
    }

    /// Whether processes start others.
    #[must_use]
    pub fn spawns(&self) -> bool {
        let starts = |it: &Action| matches!(it, Action::Spawn { .. });
        self.edges.values().any(|it| it.actions.iter().any(starts))
    }

    /// Whether there is one process alone, with functions that it calls.
    #[must_use]
    pub fn is_sequential(&self) -> bool {
        let count = |kind: ProcessKind| self.procs.values().filter(|it| it.kind == kind).count();
        let alone = |it: &Process| it.active == 1 && it.provided.is_none();
        let mut ordinary = self.procs.values().filter(|it| it.kind == ProcessKind::Ordinary);
        count(ProcessKind::Ordinary) == 1
            && ordinary.all(alone)
            && 0 < count(ProcessKind::Function)
            && count(ProcessKind::Claim) == 0
            && self.channels.is_empty()
            && !self.spawns()
            && !self.exprs.iter().any(|(_, it)| *it == Expr::Timeout)
            && self.locs.values().all(|it| it.control == Control::Free)
    }

    /// Appends an edge, keeping invariant I1.
    pub fn connect(&mut self, edge: Edge) -> EdgeId {
        let from = edge.from;
        let id = self.edges.push(edge);
        self.locs[from].out.push(id);
        id
    }

    /// The id of a type.
    pub fn ty(&mut self, ty: Ty) -> TyId {
        self.tys.intern(ty)
    }

    /// The id of an integer type.
    pub fn int_ty(&mut self, shape: IntShape) -> TyId {
        self.tys.intern(Ty::Int(shape))
    }

    /// The id of an expression.
    pub fn expr(&mut self, expr: Expr) -> ExprId {
        self.exprs.intern(expr)
    }

    /// The id of a place.
    pub fn place(&mut self, place: Place) -> PlaceId {
        self.places.intern(place)
    }

    /// A number of type `I32`.
    pub fn int(&mut self, value: i32) -> ExprId {
        let ty = self.int_ty(IntShape::I32);
        self.expr(Expr::Const { value: value.into(), ty })
    }

    /// A truth value.
    pub fn truth(&mut self, value: bool) -> ExprId {
        let ty = self.ty(Ty::Bool);
        self.expr(Expr::Const { value: value.into(), ty })
    }

    /// How the numbers of a scalar type are kept; `None` for arrays and records.
    #[must_use]
    pub fn shape(&self, ty: TyId) -> Option<IntShape> {
        self.shape_of_ty(self.tys[ty])
    }

    /// The same for a type that need not be interned.
    #[must_use]
    pub fn shape_of_ty(&self, ty: Ty) -> Option<IntShape> {
        match ty {
            Ty::Bool => Some(IntShape::BOOL),
            Ty::Int(shape) => Some(shape),
            Ty::Enum(id) => Some(self.enums[id].shape),
            Ty::Channel => Some(IntShape::U8),
            Ty::Float(float) => Some(float.shape()),
            Ty::Pointer => Some(IntShape::POINTER),
            Ty::Array { .. } | Ty::Record(_) => None,
        }
    }

    /// The type of what is stored at a place; `None` if the place is ill-formed.
    #[must_use]
    pub fn ty_of_place(&self, place: PlaceId) -> Option<TyId> {
        match self.places[place] {
            Place::Var(var) | Place::Remote { var, .. } => Some(self.vars[var].ty),
            Place::Deref { ty, .. } => Some(ty),
            Place::Index(base, _) => match self.tys[self.ty_of_place(base)?] {
                Ty::Array { elem, .. } => Some(elem),
                _ => None,
            },
            Place::Field(base, field) => match self.tys[self.ty_of_place(base)?] {
                Ty::Record(id) => self.records[id].fields.get(field as usize).map(|it| it.ty),
                _ => None,
            },
        }
    }

    /// The scalar type of an expression, as its class and shape: a `Bool` is told apart from a
    /// one-bit number by `Ty`. `None` if the expression is ill-formed.
    #[must_use]
    pub fn ty_of(&self, expr: ExprId) -> Option<Ty> {
        match &self.exprs[expr] {
            Expr::Const { ty, .. } | Expr::Cast { to: ty, .. } => Some(self.tys[*ty]),
            Expr::Reinterpret { to, .. } => Some(self.tys[*to]),
            Expr::Object(_) | Expr::Function(_) | Expr::Advance { .. } => Some(Ty::Pointer),
            Expr::Pointer(PointerQuery::Offset | PointerQuery::ObjectSize, _) => {
                Some(Ty::Int(IntShape::I64))
            }
            Expr::Pointer(..) | Expr::IsInitialised { .. } | Expr::Heap(_) => Some(Ty::Bool),
            Expr::Load(place) => Some(self.tys[self.ty_of_place(*place)?]),
            Expr::Unary(UnOp::Not, _) => Some(Ty::Bool),
            Expr::Unary(_, arg) => self.ty_of(*arg),
            Expr::Binary(op, ..) if op.is_comparison() => Some(Ty::Bool),
            Expr::Binary(_, a, _) | Expr::Ite(_, a, _) => self.ty_of(*a),
            Expr::At { .. }
            | Expr::Enabled(_)
            | Expr::Timeout
            | Expr::NonProgress
            | Expr::Poll { .. } => Some(Ty::Bool),
            Expr::SelfPid
            | Expr::ProcessCount
            | Expr::InstanceOf(_)
            | Expr::ProgramCounter(_)
            | Expr::Priority(_)
            | Expr::Length(_)
            | Expr::Capacity(_)
            | Expr::Arity(_) => Some(Ty::Int(IntShape::I32)),
        }
    }

    /// How the value of an expression is kept.
    ///
    /// # Panics
    /// If the expression is ill-formed or not scalar (I4).
    #[must_use]
    pub fn shape_of(&self, expr: ExprId) -> IntShape {
        let ty = self.ty_of(expr).expect("I4: an expression should be well typed");
        self.shape_of_ty(ty).expect("I4: an expression should be scalar")
    }
}
