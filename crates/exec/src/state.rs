//! What a program remembers between two steps.

use crate::memory::{Memory, Pointer};
use std::collections::BTreeMap;
use tribunal_base::Id;
use tribunal_ir::{ChanId, LocId, Matching, PlaceId, ProcId, Program, Ty, TyId, VarId};

/// A state of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The global variables.
    pub globals: BTreeMap<VarId, Value>,
    /// The living processes; their positions are their indices, the last is the youngest.
    pub processes: Vec<Instance>,
    /// The living channels; the one at position `n` is known as `n + 1`.
    pub channels: Vec<Queue>,
    /// The objects.
    pub memory: Memory,
    /// The process that alone may move: it has just taken an atomic edge and has an enabled one.
    pub exclusive: Option<u32>,
    /// The run is over, see `tribunal_ir::Then::Stop`.
    pub stopped: bool,
}

/// A living process.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instance {
    /// What it runs.
    pub process: ProcId,
    /// Where it is.
    pub location: LocId,
    /// Its variables.
    pub locals: BTreeMap<VarId, Value>,
    /// The functions that wait for the one it runs to return, the last called last.
    pub callers: Vec<Frame>,
    /// Its scheduling priority.
    pub priority: u8,
}

/// A function that has called another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Frame {
    /// The function.
    pub process: ProcId,
    /// Where it goes on.
    pub location: LocId,
    /// Its variables.
    pub locals: BTreeMap<VarId, Value>,
    /// Where the value of the other goes.
    pub result: Option<PlaceId>,
}

/// A living channel.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Queue {
    /// What it was made from.
    pub declaration: ChanId,
    /// The index of the process that made it and with which it dies; `None` for a global one.
    pub creator: Option<u32>,
    /// What it holds, first in first out.
    pub messages: Vec<Message>,
}

/// The fields of a message.
pub type Message = Vec<i128>;

/// What a variable holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A number, wrapped to its type.
    Scalar(i128),
    /// The elements of an array or the fields of a record.
    Parts(Vec<Value>),
}

impl Value {
    /// The value of a type in which every scalar is 0.
    #[must_use]
    pub fn zero(program: &Program, ty: TyId) -> Self {
        match program.tys[ty] {
            Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Channel => Self::Scalar(0),
            Ty::Float(_) | Ty::Pointer => Self::Scalar(0),
            Ty::Array { elem, len } => Self::Parts(vec![Self::zero(program, elem); len as usize]),
            Ty::Record(record) => {
                let fields = &program.records[record].fields;
                Self::Parts(fields.iter().map(|it| Self::zero(program, it.ty)).collect())
            }
        }
    }
}

impl Value {
    /// Adds the pointers that a value of a type holds.
    fn pointers(&self, program: &Program, ty: TyId, found: &mut Vec<Pointer>) {
        match (program.tys[ty], self) {
            (Ty::Pointer, Self::Scalar(number)) => found.push(Pointer::from_number(*number)),
            (Ty::Array { elem, .. }, Self::Parts(parts)) => {
                parts.iter().for_each(|it| it.pointers(program, elem, found));
            }
            (Ty::Record(record), Self::Parts(parts)) => {
                for (field, part) in program.records[record].fields.iter().zip(parts) {
                    part.pointers(program, field.ty, found);
                }
            }
            _ => {}
        }
    }
}

impl State {
    /// The living process of this index. Any number may be asked for.
    #[must_use]
    pub fn process(&self, index: i128) -> Option<&Instance> {
        self.processes.get(usize::try_from(index).ok()?)
    }

    /// The living channel of this number. Any number may be asked for; 0 is none.
    #[must_use]
    pub fn channel(&self, number: i128) -> Option<&Queue> {
        self.channels.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// The indices of the living processes, from the oldest to the youngest.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator + use<> {
        0..u32::from_position(self.processes.len())
    }

    /// The pointers that variables hold.
    pub(crate) fn pointers(&self, program: &Program) -> Vec<Pointer> {
        let frames = self.processes.iter().flat_map(|it| it.callers.iter().map(|it| &it.locals));
        let running = self.processes.iter().map(|it| &it.locals);
        let all = frames.chain(running).chain([&self.globals]).flatten();
        let mut pointers = Vec::new();
        for (&var, value) in all {
            value.pointers(program, program.vars[var].ty, &mut pointers);
        }
        pointers
    }

    /// Forgets dead objects that no pointer leads to, if there are many. Only who looks at addresses could tell.
    pub fn forget_dead(&mut self, program: &Program) {
        let mut memory = std::mem::take(&mut self.memory);
        memory.forget_dead(|| self.pointers(program));
        self.memory = memory;
    }

    /// Whether properties and claims see this state: no process is in the middle of an atomic
    /// sequence.
    #[must_use]
    pub fn is_seen(&self) -> bool {
        self.exclusive.is_none()
    }

    /// The state without the variables that do not tell states apart.
    #[must_use]
    pub fn matched(&self, program: &Program) -> Self {
        let mut state = self.clone();
        let matched = |var: VarId| program.vars[var].matching == Matching::Matched;
        state.globals.retain(|&var, _| matched(var));
        for process in &mut state.processes {
            process.locals.retain(|&var, _| matched(var));
            for caller in &mut process.callers {
                caller.locals.retain(|&var, _| matched(var));
            }
        }
        state
    }

    /// Whether a search may take the two for the same state.
    #[must_use]
    pub fn matches(&self, other: &Self, program: &Program) -> bool {
        self.matched(program) == other.matched(program)
    }
}

/// The number of a location within its process, from 1.
#[must_use]
pub fn program_counter(program: &Program, location: LocId) -> usize {
    let process = program.locs[location].process;
    let up_to = program.locs.values().take(location.index() + 1);
    up_to.filter(|it| it.process == process).count()
}

/// Positions in the lists of a state, as the numbers by which they are known.
pub(crate) trait FromPosition {
    /// The position as a number.
    fn from_position(position: usize) -> Self;
}

impl FromPosition for u32 {
    fn from_position(position: usize) -> Self {
        Self::try_from(position).expect("a state should have fewer than 2^32 parts")
    }
}

/// The last eight bits of a number.
pub(crate) fn byte(value: i128) -> u8 {
    value.to_le_bytes()[0]
}
