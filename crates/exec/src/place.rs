//! Where a place is in a state, and reading and writing there.

use crate::eval::{View, evaluate};
use crate::memory::Pointer;
use crate::state::{State, Value};
use tribunal_ir::{Place, PlaceId, Program, Scope, Ty, TyId, VarId};

/// Where a scalar is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// In a variable.
    Variable(Part),
    /// In memory.
    Memory {
        /// Where it starts.
        pointer: Pointer,
        /// Its type.
        ty: Ty,
    },
}

/// A part of a variable that is alive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The index of the process that owns the variable; `None` for a global one.
    pub owner: Option<u32>,
    /// The variable.
    pub var: VarId,
    /// The elements and fields that lead to the part.
    pub path: Vec<usize>,
    /// The type of the part.
    pub ty: TyId,
}

/// Where a place is; `None` if an index is out of range or the owner is not alive.
#[must_use]
pub fn address(view: View<'_>, place: PlaceId) -> Option<Address> {
    match view.program.places[place] {
        Place::Deref { pointer, ty } => {
            let pointer = Pointer::from_number(evaluate(view, pointer));
            Some(Address::Memory { pointer, ty: view.program.tys[ty] })
        }
        _ => part(view, place).map(Address::Variable),
    }
}

/// Where a place in a variable is.
fn part(view: View<'_>, place: PlaceId) -> Option<Part> {
    let program = view.program;
    let ty = program.ty_of_place(place)?;
    let part_of = |base: PlaceId, position: u32| {
        let mut part = part(view, base)?;
        part.path.push(position as usize);
        Some(Part { ty, ..part })
    };
    let whole = |owner: Option<u32>, var: VarId| Part { owner, var, path: Vec::new(), ty };
    let local = |process: i128, var: VarId| {
        let owner = u32::try_from(process).ok();
        view.state.process(process)?.locals.contains_key(&var).then(|| whole(owner, var))
    };
    match program.places[place] {
        Place::Var(var) => match program.vars[var].scope {
            Scope::Global => Some(whole(None, var)),
            Scope::Local(_) => local(view.process?.into(), var),
        },
        Place::Remote { process, var } => local(evaluate(view, process), var),
        Place::Index(base, index) => {
            let Ty::Array { len, .. } = program.tys[program.ty_of_place(base)?] else {
                return None;
            };
            let index = u32::try_from(evaluate(view, index)).ok()?;
            if index < len { part_of(base, index) } else { None }
        }
        Place::Field(base, field) => part_of(base, field),
        // I4: memory has no parts.
        Place::Deref { .. } => None,
    }
}

impl Address {
    /// The number that is there; 0 if nothing is (E3, E4).
    #[must_use]
    pub fn read(&self, program: &Program, state: &State) -> i128 {
        match self {
            Self::Variable(part) => match part.read(state) {
                Some(Value::Scalar(number)) => *number,
                Some(Value::Parts(_)) | None => 0,
            },
            Self::Memory { pointer, ty } => state.memory.load(program, *pointer, *ty),
        }
    }

    /// Stores a number, wrapped to the type of what is there.
    pub fn write(&self, program: &Program, state: &mut State, number: i128) {
        match self {
            Self::Variable(part) => part.write(program, state, number),
            Self::Memory { pointer, ty } => state.memory.store(program, *pointer, *ty, number),
        }
    }
}

impl Part {
    fn read<'a>(&self, state: &'a State) -> Option<&'a Value> {
        let variables = match self.owner {
            None => &state.globals,
            Some(owner) => &state.process(owner.into())?.locals,
        };
        self.path.iter().try_fold(variables.get(&self.var)?, |value, &part| match value {
            Value::Parts(parts) => parts.get(part),
            Value::Scalar(_) => None,
        })
    }

    fn write(&self, program: &Program, state: &mut State, number: i128) {
        let variables = match self.owner {
            None => Some(&mut state.globals),
            Some(owner) => state.processes.get_mut(owner as usize).map(|it| &mut it.locals),
        };
        let whole = variables.and_then(|it| it.get_mut(&self.var));
        let part = self.path.iter().fold(whole, |value, &part| match value? {
            Value::Parts(parts) => parts.get_mut(part),
            Value::Scalar(_) => None,
        });
        if let (Some(value), Some(shape)) = (part, program.shape(self.ty)) {
            *value = Value::Scalar(shape.wrap(number));
        }
    }
}
