//! The values of a run by who returns them.

use std::collections::BTreeMap;

use tribunal_engine::{Chosen, Trace};
use tribunal_exec::{Event, Moment, Origin, Script, State, Value, View, Walk, evaluate};
use tribunal_ir::{self as ir, Action, ProcId, Program, Storage, Ty};

/// The values of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Feed {
    /// What the last step violates.
    pub(super) message: String,
    /// The file in which the run goes wrong.
    pub(super) file: String,
    /// The functions that returned values from outside.
    pub(super) inputs: Vec<Input>,
    /// The calls of functions that allocate.
    pub(super) allocations: BTreeMap<String, Vec<Allocation>>,
    /// The arguments of the function where the program starts.
    pub(super) arguments: Vec<(Ty, i128)>,
    /// The first contents of variables that are defined elsewhere, by name.
    pub(super) variables: BTreeMap<String, Content>,
    /// The strings handed to it.
    pub(super) strings: Vec<Text>,
    /// The strings of the environment, by name, as far as the program asks for them.
    pub(super) environment: Vec<(String, Option<Text>)>,
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

/// What a variable holds at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Scalar(Ty, i128),
    /// The bytes that are not 0, and where they are.
    Bytes(Vec<(u64, u8)>),
}

/// A string handed to the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) length: u64,
    /// What it holds where it is not 0.
    pub(super) bytes: Vec<(u64, u8)>,
}

/// A call of a function that allocates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Allocation {
    pub(super) fails: bool,
    /// What the new object holds where it is not 0.
    pub(super) bytes: Vec<(u64, u8)>,
}

/// Functions of the library whose result is all they do.
const READERS: [&str; 10] =
    ["getchar", "getc", "fgetc", "rand", "random", "feof", "ferror", "fclose", "fseek", "remove"];

fn is_library(program: &Program, function: ProcId) -> bool {
    program.sources.path(program.procs[function].span.file).starts_with('<')
}

fn is_undefined_variable(program: &Program, name: &str) -> bool {
    program.undefined_variables.iter().any(|it| it.0 == name)
}

impl Feed {
    /// The values of a trace; `None` if the program is not sequential.
    pub(super) fn of(program: &Program, trace: &Trace, entry: &str) -> Option<Self> {
        let mut walk = Walk::start(program)?;
        let mut script = Script::new(&trace.choices);
        let mut feed = Self::default();
        let mut started = false;
        let mut calls: Vec<ProcId> = Vec::new();
        for step in &trace.steps {
            let edge = &program.edges[step.edge];
            if walk.state().processes.first()?.location != edge.from {
                break;
            }
            let mut watch = |state: &State, action: &Action, moment: Moment| match (action, moment)
            {
                (Action::Call { process, .. }, Moment::After) => calls.push(*process),
                (Action::Return { value }, Moment::Before) => {
                    let from = calls.pop();
                    let is_outermost = calls.last().is_none_or(|it| !is_library(program, *it));
                    if let (Some(from), Some(value), true) = (from, value, is_outermost) {
                        let view = View::of_process(program, state, 0, false);
                        let ty = program.ty_of(*value).unwrap_or(Ty::Bool);
                        feed.returned(program, from, ty, evaluate(view, *value));
                    }
                }
                _ => {}
            };
            let effects = walk.take_watched(step.edge, &mut script, &mut watch);
            let outermost = calls.iter().find(|it| is_library(program, **it));
            let reader = outermost.map(|it| program.procs[*it].name.as_str());
            for event in &effects.events {
                if let Event::Choice { origin, chosen, .. } = event {
                    feed.choice(program, *origin, chosen, reader);
                }
            }
            if let Some(violation) = &edge.violates {
                feed.message.clone_from(&violation.message);
                feed.file = program.sources.path(edge.span.file).to_owned();
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
                        let is_handed = program.tys[program.vars[*var].ty] == Ty::Pointer;
                        if is_handed && *value != 0 && entry != "main" {
                            // What it points to would have to be made, too.
                            return None;
                        }
                        feed.arguments.push((program.tys[program.vars[*var].ty], *value));
                    }
                }
            }
        }
        Some(feed)
    }

    /// A function of the library that does nothing but read yields what it read.
    fn returned(&mut self, program: &Program, function: ProcId, ty: Ty, value: i128) {
        let name = &program.procs[function].name;
        if is_library(program, function) && READERS.contains(&name.as_str()) {
            self.add(name, ty, value);
        }
    }

    fn add(&mut self, name: &str, ty: Ty, value: i128) {
        match self.inputs.iter_mut().find(|it| it.name == name) {
            Some(input) => input.values.push(value),
            None => {
                let name = name.to_owned();
                self.inputs.push(Input { name, ty, values: vec![value] });
            }
        }
    }

    /// Notes a value; the library function that asks for it, if it is one, is told.
    fn choice(&mut self, program: &Program, origin: Origin, chosen: &Chosen, reader: Option<&str>) {
        match (origin, chosen, reader) {
            (Origin::Place(_), _, Some(reader)) => {
                let what = format!("what `{reader}` reads");
                if !READERS.contains(&reader) && !self.unfed.contains(&what) {
                    self.unfed.push(what);
                }
            }
            (Origin::Place(place), Chosen::Value(value), None) => {
                self.value(program, place, *value);
            }
            (Origin::Object(object), Chosen::Bytes(bytes), _) => {
                self.object(program, object, bytes);
            }
            _ => {}
        }
    }

    fn value(&mut self, program: &Program, place: ir::PlaceId, value: i128) {
        let ty = program.ty_of_place(place).map_or(Ty::Bool, |it| program.tys[it]);
        match program.origin(place) {
            ir::Origin::Input { name, .. } => {
                if is_undefined_variable(program, name) {
                    self.variables.insert(name.to_owned(), Content::Scalar(ty, value));
                    return;
                }
                if let Some(function) = name.strip_suffix(" fails") {
                    let (fails, bytes) = (value != 0, Vec::new());
                    let calls = self.allocations.entry(function.to_owned()).or_default();
                    return calls.push(Allocation { fails, bytes });
                }
                let length = u64::try_from(value).unwrap_or(0);
                let text = Text { length, bytes: Vec::new() };
                if name.starts_with("length of argv[") {
                    self.strings.push(text);
                } else if let Some(asked) = name.strip_prefix("getenv(")
                    && let Some(asked) = asked.strip_suffix(") is set")
                {
                    let found = (value != 0).then(Text::default);
                    self.environment.push((asked.to_owned(), found));
                } else if name.starts_with("length of getenv(")
                    && let Some((_, found)) = self.environment.last_mut()
                {
                    *found = Some(text);
                }
                if !program.undefined.iter().any(|it| it == name) {
                    // An argument of the whole program.
                    return;
                }
                self.add(name, ty, value);
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
            Storage::Automatic if declared.name.starts_with("argv[") => {
                if let Some(text) = self.strings.last_mut() {
                    text.bytes = bytes.to_vec();
                }
            }
            Storage::Automatic if declared.name.starts_with("getenv(") => {
                if let Some((_, Some(text))) = self.environment.last_mut() {
                    text.bytes = bytes.to_vec();
                }
            }
            Storage::Automatic if is_undefined_variable(program, &declared.name) => {
                self.variables.insert(declared.name.clone(), Content::Bytes(bytes.to_vec()));
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
