//! Where a place is in a state, and reading and writing there.

use crate::eval::{View, evaluate};
use crate::state::{State, Value};
use tribunal_ir::{Place, PlaceId, Program, Scope, Ty, TyId, VarId};

/// A part of a variable that is alive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
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
    let program = view.program;
    let ty = program.ty_of_place(place)?;
    let part_of = |base: PlaceId, part: u32| {
        let mut address = address(view, base)?;
        address.path.push(part as usize);
        Some(Address { ty, ..address })
    };
    let whole = |owner: Option<u32>, var: VarId| Address { owner, var, path: Vec::new(), ty };
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
    }
}

impl Address {
    /// What is there.
    #[must_use]
    pub fn read<'a>(&self, state: &'a State) -> Option<&'a Value> {
        let variables = match self.owner {
            None => &state.globals,
            Some(owner) => &state.process(owner.into())?.locals,
        };
        self.path.iter().try_fold(variables.get(&self.var)?, |value, &part| match value {
            Value::Parts(parts) => parts.get(part),
            Value::Scalar(_) => None,
        })
    }

    /// Stores a number, wrapped to the type of what is there.
    pub fn write(&self, program: &Program, state: &mut State, number: i128) {
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
