//! The values of a run by who returns them.

use std::collections::BTreeMap;

use tribunal_engine::{Chosen, Trace};
use tribunal_exec::{Event, Origin, Script, Value, Walk};
use tribunal_ir::{self as ir, Action, Program, Storage, Ty};

/// The values of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Feed {
    /// What the last step violates.
    pub(super) message: String,
    /// The functions that returned values from outside.
    pub(super) inputs: Vec<Input>,
    /// The calls of functions that allocate.
    pub(super) allocations: BTreeMap<String, Vec<Allocation>>,
    /// The arguments of the function where the program starts.
    pub(super) arguments: Vec<(Ty, i128)>,
    /// Whether something was not initialised.
    pub(super) has_uninitialised: bool,
    /// What cannot be fed.
    pub(super) unfed: Vec<String>,
}

/// A function that returned values from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    pub(super) name: String,
    pub(super) ty: Ty,
    pub(super) values: Vec<i128>,
}

/// A call of a function that allocates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Allocation {
    pub(super) fails: bool,
    /// What the new object holds where it is not 0.
    pub(super) bytes: Vec<(u64, u8)>,
}

impl Feed {
    /// The values of a trace; `None` if the program is not sequential.
    pub(super) fn of(program: &Program, trace: &Trace, entry: &str) -> Option<Self> {
        let mut walk = Walk::start(program)?;
        let mut script = Script::new(&trace.choices);
        let mut feed = Self::default();
        let mut started = false;
        for step in &trace.steps {
            let edge = &program.edges[step.edge];
            if walk.state().processes.first()?.location != edge.from {
                break;
            }
            let effects = walk.take(step.edge, &mut script);
            for event in &effects.events {
                if let Event::Choice { origin, chosen, .. } = event {
                    feed.choice(program, *origin, chosen);
                }
            }
            if let Some(violation) = &edge.violates {
                feed.message.clone_from(&violation.message);
            }
            if let Some(Action::Call { process, .. }) = edge.actions.last()
                && !started
                && program.procs[*process].name == entry
            {
                started = true;
                let function = &program.procs[*process];
                let locals = &walk.state().processes.first()?.locals;
                for var in &function.locals[..function.params] {
                    if let Some(Value::Scalar(value)) = locals.get(var) {
                        feed.arguments.push((program.tys[program.vars[*var].ty], *value));
                    }
                }
            }
        }
        Some(feed)
    }

    fn choice(&mut self, program: &Program, origin: Origin, chosen: &Chosen) {
        match (origin, chosen) {
            (Origin::Place(place), Chosen::Value(value)) => self.value(program, place, *value),
            (Origin::Object(object), Chosen::Bytes(bytes)) => {
                self.object(program, object, bytes);
            }
            _ => {}
        }
    }

    fn value(&mut self, program: &Program, place: ir::PlaceId, value: i128) {
        let ty = program.ty_of_place(place).map_or(Ty::Bool, |it| program.tys[it]);
        match program.origin(place) {
            ir::Origin::Input { name, .. } => {
                if let Some(function) = name.strip_suffix(" fails") {
                    let (fails, bytes) = (value != 0, Vec::new());
                    let calls = self.allocations.entry(function.to_owned()).or_default();
                    return calls.push(Allocation { fails, bytes });
                }
                if !program.undefined.iter().any(|it| it == name) {
                    // An argument of the whole program.
                    return;
                }
                match self.inputs.iter_mut().find(|it| it.name == name) {
                    Some(input) => input.values.push(value),
                    None => {
                        let name = name.to_owned();
                        self.inputs.push(Input { name, ty, values: vec![value] });
                    }
                }
            }
            ir::Origin::Uninitialised { name, .. } => {
                self.has_uninitialised = true;
                if value != 0 {
                    self.unfed.push(format!("the first value of `{name}` is {value}"));
                }
            }
            ir::Origin::Nameless => {}
        }
    }

    fn object(&mut self, program: &Program, object: ir::ObjectId, bytes: &[(u64, u8)]) {
        let declared = &program.objects[object];
        let is_library = program.sources.path(declared.span.file).starts_with('<');
        match declared.storage {
            Storage::Dynamic if !is_library => {
                let calls = self.allocations.entry(declared.name.clone()).or_default();
                // Where it may fail, it has just been told that it does not.
                let told =
                    program.vars.values().any(|it| it.name == format!("%{} fails", declared.name));
                if !told {
                    calls.push(Allocation::default());
                }
                if let Some(call) = calls.last_mut() {
                    call.bytes = bytes.to_vec();
                }
            }
            Storage::Automatic if declared.name != "temporary" => {
                self.has_uninitialised = true;
                if !bytes.is_empty() {
                    self.unfed.push(format!("the first content of `{}`", declared.name));
                }
            }
            _ => {}
        }
    }
}
