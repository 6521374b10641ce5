//! The compiled program: flat tables that the search walks without allocating.
//!
//! Locations, edges, processes and channel declarations keep their numbers from the `Program`; the
//! program counter of a process is the number of its location plus one.

use crate::cell::{Cell, Wrap};
use crate::compile::layout::{ChannelLayout, Layout, Position, Region};
use crate::native::Native;
use std::ops::Range;
use std::sync::OnceLock;
use tribunal_ir::{BinOp, MessageOrder, Overflow, Removal, Scan, Then};

/// A compiled program.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) counter: Cell,
    /// The bit of a process's priority within its region, if it is kept.
    pub(crate) priority: Option<u32>,
    pub(crate) globals: Region,
    pub(crate) regions: Vec<Region>,
    pub(crate) channels: Vec<ChannelLayout>,

    pub(crate) codes: Vec<Code>,
    pub(crate) places: Vec<PlaceCode>,
    pub(crate) subscripts: Vec<Subscript>,
    pub(crate) labels: Vec<Vec<u32>>,
    pub(crate) patterns: Vec<PatternCode>,
    /// Expressions of messages and arguments, with their shapes.
    pub(crate) operands: Vec<Operand>,

    pub(crate) locations: Vec<LocationCode>,
    pub(crate) out: Vec<u32>,
    pub(crate) edges: Vec<EdgeCode>,
    pub(crate) actions: Vec<ActionCode>,
    pub(crate) processes: Vec<ProcessCode>,
    pub(crate) initial_globals: Vec<InitialCode>,
    pub(crate) active: Vec<(u32, u8)>,
    pub(crate) end_requires: Option<CodeId>,

    pub(crate) features: Features,

    /// The native code, once it was asked for; `None` inside if there cannot be any.
    native: OnceLock<Option<Native>>,
}

/// What occurs in a program: what does not costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Features {
    /// Some guard mentions `timeout`.
    pub(crate) timeout: bool,
    /// Only the processes of the highest priority move.
    pub(crate) priority_scheduling: bool,
    /// The number of processes can grow.
    pub(crate) spawn: bool,
    /// The number of processes can change.
    pub(crate) dynamic: bool,
    /// Some edge keeps control.
    pub(crate) atomic: bool,
    /// Some process may move only while a condition holds.
    pub(crate) provided: bool,
    /// Some variable does not tell states apart.
    pub(crate) unmatched: bool,
}

/// Names an expression of [`Model::codes`].
pub(crate) type CodeId = u32;
/// Names a place of [`Model::places`].
pub(crate) type PlaceCodeId = u32;

/// An expression. Operands are other codes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Code {
    Const(i64),
    /// A global scalar at a known bit.
    Global(Cell, u32),
    /// A local scalar of the process that asks, at a known bit.
    Local(Cell, u32),
    /// The same of one byte, unsigned, at a known byte.
    GlobalByte(u32),
    /// The same of one byte, unsigned, at a known byte.
    LocalByte(u32),
    /// An element of a global array of unsigned bytes that starts at a known byte.
    GlobalElement {
        index: CodeId,
        first: u32,
        len: u32,
    },
    Load(PlaceCodeId),
    Not(CodeId),
    Neg(CodeId, Wrap),
    BitNot(CodeId, Wrap),
    /// Both operands are `Bool`s.
    Both(CodeId, CodeId),
    /// Both operands are `Bool`s.
    Either(CodeId, CodeId),
    Equal(CodeId, CodeId),
    Unequal(CodeId, CodeId),
    Less(CodeId, CodeId),
    LessEqual(CodeId, CodeId),
    EqualTo(CodeId, i64),
    UnequalTo(CodeId, i64),
    LessThan(CodeId, i64),
    AtLeast(CodeId, i64),
    /// Whether a number is from `low` to `high`.
    Inside {
        a: CodeId,
        low: i32,
        high: i32,
    },
    /// Whether it is not.
    Outside {
        a: CodeId,
        low: i32,
        high: i32,
    },
    /// A sum that needs no wrapping.
    Plus(CodeId, i64),
    Binary(BinOp, CodeId, CodeId, Wrap),
    Ite(CodeId, CodeId, CodeId),
    IsNotZero(CodeId),
    Wrapped(CodeId, Wrap),

    SelfPid,
    ProcessCount,
    InstanceOf(u32),
    At {
        process: CodeId,
        label: u32,
    },
    ProgramCounter(CodeId),
    Priority(CodeId),
    Enabled(CodeId),
    Timeout,
    NonProgress,

    Length(CodeId),
    Capacity(CodeId),
    Arity(CodeId),
    Poll {
        channel: CodeId,
        patterns: Slice,
        scan: Scan,
    },
}

impl Code {
    /// The expressions it is made of, besides those of places and patterns.
    pub(crate) fn operands(self) -> impl Iterator<Item = CodeId> {
        let operands = match self {
            Self::Const(_)
            | Self::Global(..)
            | Self::Local(..)
            | Self::GlobalByte(_)
            | Self::LocalByte(_)
            | Self::Load(_)
            | Self::SelfPid
            | Self::ProcessCount
            | Self::InstanceOf(_)
            | Self::Timeout
            | Self::NonProgress => [None; 3],
            Self::GlobalElement { index: a, .. }
            | Self::Not(a)
            | Self::Neg(a, _)
            | Self::BitNot(a, _)
            | Self::EqualTo(a, _)
            | Self::UnequalTo(a, _)
            | Self::LessThan(a, _)
            | Self::AtLeast(a, _)
            | Self::Inside { a, .. }
            | Self::Outside { a, .. }
            | Self::Plus(a, _)
            | Self::IsNotZero(a)
            | Self::Wrapped(a, _)
            | Self::At { process: a, .. }
            | Self::ProgramCounter(a)
            | Self::Priority(a)
            | Self::Enabled(a)
            | Self::Length(a)
            | Self::Capacity(a)
            | Self::Arity(a)
            | Self::Poll { channel: a, .. } => [Some(a), None, None],
            Self::Both(a, b)
            | Self::Either(a, b)
            | Self::Equal(a, b)
            | Self::Unequal(a, b)
            | Self::Less(a, b)
            | Self::LessEqual(a, b)
            | Self::Binary(_, a, b, _) => [Some(a), Some(b), None],
            Self::Ite(condition, a, b) => [Some(condition), Some(a), Some(b)],
        };
        operands.into_iter().flatten()
    }

    /// Whether its value depends on nothing but those of its operands.
    pub(crate) fn is_operation(self) -> bool {
        match self {
            Self::Const(_)
            | Self::Not(_)
            | Self::Neg(..)
            | Self::BitNot(..)
            | Self::Both(..)
            | Self::Either(..)
            | Self::Equal(..)
            | Self::Unequal(..)
            | Self::Less(..)
            | Self::LessEqual(..)
            | Self::EqualTo(..)
            | Self::UnequalTo(..)
            | Self::LessThan(..)
            | Self::AtLeast(..)
            | Self::Inside { .. }
            | Self::Outside { .. }
            | Self::Plus(..)
            | Self::Binary(..)
            | Self::Ite(..)
            | Self::IsNotZero(_)
            | Self::Wrapped(..) => true,
            Self::Global(..)
            | Self::Local(..)
            | Self::GlobalByte(_)
            | Self::LocalByte(_)
            | Self::GlobalElement { .. }
            | Self::Load(_)
            | Self::SelfPid
            | Self::ProcessCount
            | Self::InstanceOf(_)
            | Self::At { .. }
            | Self::ProgramCounter(_)
            | Self::Priority(_)
            | Self::Enabled(_)
            | Self::Timeout
            | Self::NonProgress
            | Self::Length(_)
            | Self::Capacity(_)
            | Self::Arity(_)
            | Self::Poll { .. } => false,
        }
    }
}

/// A range of one of the model's tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slice {
    start: u32,
    end: u32,
}

impl Slice {
    /// The elements of a table from `start` on.
    pub(crate) fn since<T>(start: usize, table: &[T]) -> Self {
        let number = |it: usize| u32::try_from(it).expect("a table should be shorter than 2^32");
        Self { start: number(start), end: number(table.len()) }
    }

    #[inline]
    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Where a place starts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Base {
    Global,
    /// In the process that asks.
    Local,
    /// In the process of this index, if it is an instance of that process.
    Remote {
        index: CodeId,
        process: u32,
    },
    /// Nowhere: reads as 0.
    Nowhere,
}

/// A scalar in memory whose position may have to be computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceCode {
    pub(crate) base: Base,
    pub(crate) matched: bool,
    pub(crate) bit: u32,
    pub(crate) subscripts: Slice,
    pub(crate) cell: Cell,
    pub(crate) wrap: Wrap,
}

/// One computed index of a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subscript {
    pub(crate) index: CodeId,
    pub(crate) len: u32,
    /// In bits.
    pub(crate) stride: u32,
}

/// One field of a receive.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PatternCode {
    Store(PlaceCodeId),
    Match(Operand),
    Any,
}

/// An expression that is compared by value with a number of another shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub(crate) code: CodeId,
    pub(crate) wrap: Wrap,
}

/// A point of control.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocationCode {
    pub(crate) process: u32,
    pub(crate) out: Slice,
    /// Its number within its process, from 1.
    pub(crate) number: u32,
    pub(crate) indivisible: bool,
    pub(crate) end: bool,
    pub(crate) halt: bool,
    pub(crate) accept: bool,
    pub(crate) progress: bool,
}

/// A guarded command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeCode {
    pub(crate) guard: GuardCode,
    pub(crate) first: First,
    pub(crate) tier: u32,
    pub(crate) actions: Slice,
    pub(crate) to: u32,
    pub(crate) atomic: bool,
    pub(crate) violates: Option<Then>,
}

/// When an edge may be taken.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GuardCode {
    Always,
    When(CodeId),
    Else,
}

/// What may block an edge.
#[derive(Clone, Copy, Debug)]
pub(crate) enum First {
    Free,
    Send { channel: CodeId, message: Slice, overflow: Overflow },
    Receive { channel: CodeId, patterns: Slice, scan: Scan },
    Exit,
}

/// What an edge does. `Print` is left out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ActionCode {
    Assign { place: PlaceCodeId, value: CodeId },
    Send { channel: CodeId, message: Slice, order: MessageOrder },
    Receive { channel: CodeId, patterns: Slice, scan: Scan, removal: Removal },
    Spawn { process: u32, args: Slice, result: Option<PlaceCodeId>, priority: CodeId },
    Exit,
    SetPriority { process: CodeId, value: CodeId },
}

/// How a process starts.
#[derive(Clone, Debug)]
pub(crate) struct ProcessCode {
    pub(crate) entry: u32,
    pub(crate) provided: Option<CodeId>,
    /// `None` for what is not scalar.
    pub(crate) params: Vec<Option<Parameter>>,
    pub(crate) initial: Vec<InitialCode>,
    /// The channels that it creates and keeps: the byte of the variable that names each, and its
    /// position among the channels of the region.
    pub(crate) own_channels: Vec<(u32, u32)>,
}

/// Where an argument goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    pub(crate) position: Position,
    pub(crate) wrap: Wrap,
}

/// The first value of a scalar.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InitialCode {
    Value(PlaceCodeId, CodeId),
    /// The next channel of the region.
    Channel(PlaceCodeId),
}

impl Model {
    /// Takes over the packed form.
    pub(crate) fn with_layout(layout: Layout) -> Self {
        Self {
            counter: layout.counter,
            priority: layout.priority,
            globals: layout.globals,
            regions: layout.processes,
            channels: layout.channels,
            codes: Vec::new(),
            places: Vec::new(),
            subscripts: Vec::new(),
            labels: Vec::new(),
            patterns: Vec::new(),
            operands: Vec::new(),
            locations: Vec::new(),
            out: Vec::new(),
            edges: Vec::new(),
            actions: Vec::new(),
            processes: Vec::new(),
            initial_globals: Vec::new(),
            active: Vec::new(),
            end_requires: None,
            features: Features::default(),
            native: OnceLock::new(),
        }
    }

    /// Compiles the model to machine code, if that was not done before. From then on, moves are found
    /// and taken by it.
    pub(crate) fn compile_natively(&self) {
        self.native.get_or_init(|| Native::new(self));
    }

    /// The native code, if there is any by now.
    #[inline]
    pub(crate) fn native(&self) -> Option<&Native> {
        self.native.get()?.as_ref()
    }

    /// The edges that leave a location, in order.
    #[inline]
    pub(crate) fn out(&self, location: u32) -> &[u32] {
        &self.out[self.locations[location as usize].out.range()]
    }
}
