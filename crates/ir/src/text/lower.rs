//! From the syntax tree to the program: looks the names up.
//!
//! Everything is declared first and filled in afterwards, so that the order of declarations does
//! not matter.

mod edge;
mod existing;
mod expr;
mod object;

pub(super) use existing::Names;

use super::syntax::{self, Item, Name, Number, Type, Variable};
use crate::expr::{Expr, Place};
use crate::memory::ObjectId;
use crate::program::{
    ChanId, Channel, Control, Initialiser, Initially, Label, LabelId, LocId, Location, Marks,
    PlaceId, ProcId, Process, Program, PropId, Scheduling, Scope, Unsupported, Var, VarId,
};
use crate::property::{Property, PropertyKind};
use crate::ty::{EnumId, Enumeration, Field, IntShape, Record, RecordId, Ty, TyId};
use std::collections::HashMap;
use std::hash::Hash;
use tribunal_base::{Diagnostic, Id, Span};

/// The program of the items. It is of use only if there are no errors.
pub(super) fn lower(items: &[Item], diagnostics: &mut Vec<Diagnostic>) -> Program {
    let mut lowering = Lowering::within(Program::default(), Names::default(), diagnostics);
    lowering.declare_types(items);
    lowering.declare_processes(items);
    lowering.declare_the_rest(items);
    lowering.fill_in(items);
    lowering.program
}

/// A name with its ordinal.
type Key = (String, u32);

/// What a name at the top level stands for.
#[derive(Clone, Copy)]
enum Top {
    Var(VarId),
    Proc(ProcId),
    Enum(EnumId),
    Record(RecordId),
}

pub(super) struct Lowering<'a> {
    program: Program,
    top: HashMap<Key, Top>,
    /// By process.
    locals: Vec<HashMap<Key, VarId>>,
    labels: HashMap<(ProcId, Key), LabelId>,
    channels: HashMap<Key, ChanId>,
    objects: HashMap<Key, ObjectId>,
    props: HashMap<Key, PropId>,
    locations: HashMap<u32, LocId>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

fn key(name: &Name) -> Key {
    (name.text.clone(), name.ordinal)
}

fn shown(name: &Name) -> String {
    match name.ordinal {
        1 => name.text.clone(),
        ordinal => format!("{}#{ordinal}", name.text),
    }
}

/// The `ordinal`-th of the names that is spelled like `name`.
fn find_name<'a>(name: &Name, mut all: impl Iterator<Item = &'a String>) -> Option<usize> {
    let mut seen = 0;
    all.position(|it| {
        seen += u32::from(*it == name.text);
        *it == name.text && seen == name.ordinal
    })
}

/// Errors.
impl Lowering<'_> {
    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(code, span, message));
    }

    fn unknown<T>(&mut self, what: &str, name: &Name) -> Option<T> {
        let message = format!("there is no {what} `{}`", shown(name));
        self.error("ir-unknown-name", name.span, message);
        None
    }

    /// Puts a new name into one of the tables.
    fn name<K: Eq + Hash, T>(
        table: &mut HashMap<K, T>,
        key: K,
        value: T,
        name: &Name,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        if table.insert(key, value).is_some() {
            let message = format!("`{}` is declared twice", shown(name));
            let help = format!("write `{}#{}` for another one", name.text, name.ordinal + 1);
            let error = Diagnostic::error("ir-duplicate-name", name.span, message);
            diagnostics.push(error.help(help));
        }
    }

    fn name_top(&mut self, name: &Name, value: Top) {
        Self::name(&mut self.top, key(name), value, name, self.diagnostics);
    }

    /// A number in the range of an unsigned type.
    fn natural<T: TryFrom<u128> + Default>(&mut self, number: &Number) -> T {
        let value = if number.negative { None } else { T::try_from(number.magnitude).ok() };
        value.unwrap_or_else(|| {
            self.error("ir-number-range", number.span, "this number is out of range");
            T::default()
        })
    }

    /// A number as it is kept in a shape.
    fn value(&mut self, number: &Number, shape: IntShape) -> i128 {
        let magnitude = number.magnitude.cast_signed();
        let value = if number.negative { magnitude.wrapping_neg() } else { magnitude };
        let is_widest = shape.bits == 128 && !shape.signed && !number.negative;
        let has_sign = (value < 0) == (number.negative && number.magnitude != 0);
        if shape.wrap(value) != value || !has_sign && !is_widest {
            self.error("ir-number-range", number.span, "this number does not fit its type");
        }
        value
    }
}

/// Declarations.
impl Lowering<'_> {
    fn declare_types(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Enumeration { name, shape, variants } => {
                    let mut numbers = Vec::new();
                    for (variant, number) in variants {
                        numbers.push((variant.text.clone(), self.value(number, *shape)));
                    }
                    let enumeration =
                        Enumeration { name: name.text.clone(), shape: *shape, variants: numbers };
                    let id = self.program.enums.push(enumeration);
                    self.name_top(name, Top::Enum(id));
                }
                Item::Record { name, .. } => {
                    let record = Record { name: name.text.clone(), fields: Vec::new() };
                    let id = self.program.records.push(record);
                    self.name_top(name, Top::Record(id));
                }
                _ => {}
            }
        }
    }

    /// Processes with their labels and locations, which are numbered as they are named.
    fn declare_processes(&mut self, items: &[Item]) {
        let mut locations: Vec<(u32, ProcId, Span)> = Vec::new();
        for (id, process) in processes(items) {
            let active = process.active.map_or(0, |it| self.natural(&it));
            let priority = process.priority.map_or(1, |it| self.natural(&it));
            self.program.procs.push(Process {
                name: process.name.text.clone(),
                kind: process.kind,
                params: process.params.len(),
                locals: Vec::new(),
                entry: LocId::from_index(0),
                active,
                priority,
                provided: None,
                span: process.name.span,
            });
            self.locals.push(HashMap::new());
            self.name_top(&process.name, Top::Proc(id));
            let declared = process.locations.iter().map(|it| it.location);
            let all = declared.chain(process.edges.iter().map(|it| it.from));
            let mut own: Vec<_> = all.map(|it| (it.number, id, it.span)).collect();
            own.sort_by_key(|it| it.0);
            own.dedup_by_key(|it| it.0);
            if own.is_empty() {
                self.error("ir-no-location", process.name.span, "this process has no location");
            }
            locations.append(&mut own);
        }
        locations.sort_by_key(|it| it.0);
        for (number, process, span) in locations {
            let loc = self.program.locs.push(Location {
                process,
                out: Vec::new(),
                control: Control::Free,
                marks: Marks::default(),
                span,
            });
            if self.locations.insert(number, loc).is_some() {
                let message = format!("`l{number}` is a location of two processes");
                self.error("ir-duplicate-name", span, message);
            }
        }
    }

    fn declare_the_rest(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Channel { name, capacity, fields } => {
                    let capacity = self.natural(capacity);
                    let fields = fields.iter().filter_map(|it| self.ty(it)).collect();
                    let channel =
                        Channel { name: name.text.clone(), capacity, fields, span: name.span };
                    let id = self.program.channels.push(channel);
                    Self::name(&mut self.channels, key(name), id, name, self.diagnostics);
                }
                Item::PointerBytes(number) => self.pointer_bytes(number),
                Item::Object(object) => self.declare_object(object),
                Item::Global(variable) => {
                    if let Some(id) = self.declare_variable(variable, Scope::Global) {
                        self.name_top(&variable.name, Top::Var(id));
                    }
                }
                Item::Property { name, .. } => {
                    let property = Property {
                        name: name.text.clone(),
                        kind: PropertyKind::Unreachable,
                        span: Some(name.span),
                    };
                    let id = self.program.props.push(property);
                    Self::name(&mut self.props, key(name), id, name, self.diagnostics);
                }
                Item::PriorityScheduling => self.program.scheduling = Scheduling::Priority,
                Item::Unsupported { what, span } => {
                    self.program.unsupported.push(Unsupported { what: what.clone(), span: *span });
                }
                Item::Enumeration { .. }
                | Item::Record { .. }
                | Item::Process(_)
                | Item::EndRequires(_) => {}
            }
        }
        for (id, process) in processes(items) {
            for variable in process.params.iter().chain(&process.locals) {
                let Some(var) = self.declare_variable(variable, Scope::Local(id)) else { continue };
                let (name, table) = (&variable.name, &mut self.locals[id.index()]);
                Self::name(table, key(name), var, name, self.diagnostics);
                self.program.procs[id].locals.push(var);
            }
            for (name, locations) in &process.labels {
                let locs = locations.iter().filter_map(|it| self.location(*it)).collect();
                let label = Label { name: name.text.clone(), process: id, locs };
                let label = self.program.labels.push(label);
                Self::name(&mut self.labels, (id, key(name)), label, name, self.diagnostics);
            }
        }
    }

    fn declare_variable(&mut self, variable: &Variable, scope: Scope) -> Option<VarId> {
        let ty = self.ty(&variable.ty)?;
        Some(self.program.vars.push(Var {
            name: variable.name.text.clone(),
            ty,
            scope,
            init: Vec::new(),
            matching: variable.matching,
            span: variable.name.span,
        }))
    }

    pub(super) fn ty(&mut self, ty: &Type) -> Option<TyId> {
        let ty = match ty {
            Type::Bool => Ty::Bool,
            Type::Int(shape) => Ty::Int(*shape),
            Type::Channel => Ty::Channel,
            Type::Float(shape) => Ty::Float(*shape),
            Type::Pointer => Ty::Pointer,
            Type::Array { elem, len } => Ty::Array { elem: self.ty(elem)?, len: self.natural(len) },
            Type::Named(name) => match self.top.get(&key(name)) {
                Some(Top::Enum(id)) => Ty::Enum(*id),
                Some(Top::Record(id)) => Ty::Record(*id),
                Some(Top::Var(_) | Top::Proc(_)) | None => return self.unknown("type", name),
            },
        };
        Some(self.program.ty(ty))
    }

    fn location(&mut self, location: syntax::Location) -> Option<LocId> {
        let found = self.locations.get(&location.number).copied();
        if found.is_none() {
            let message = format!("there is no location `l{}`", location.number);
            let error = Diagnostic::error("ir-unknown-name", location.span, message);
            let help = format!("a location that no edge leaves needs `loc l{}`", location.number);
            self.diagnostics.push(error.help(help));
        }
        found
    }
}

/// All processes with their ids.
fn processes(items: &[Item]) -> impl Iterator<Item = (ProcId, &syntax::Process)> {
    let processes = items.iter().filter_map(|item| match item {
        Item::Process(process) => Some(&**process),
        _ => None,
    });
    processes.enumerate().map(|(index, process)| (ProcId::from_index(index), process))
}

/// What the declared things are made of.
impl Lowering<'_> {
    fn fill_in(&mut self, items: &[Item]) {
        let mut records = self.program.records.ids();
        let mut props = self.program.props.ids();
        for item in items {
            match item {
                Item::Record { fields, .. } => {
                    let Some(id) = records.next() else { continue };
                    for (name, ty) in fields {
                        let Some(ty) = self.ty(ty) else { continue };
                        let field = Field { name: name.text.clone(), ty };
                        self.program.records[id].fields.push(field);
                    }
                }
                Item::Property { kind, .. } => {
                    let Some(id) = props.next() else { continue };
                    if let Some(kind) = self.property(kind) {
                        self.program.props[id].kind = kind;
                    }
                }
                _ => {}
            }
        }
        let mut objects = self.program.objects.ids();
        for item in items {
            if let Item::Object(object) = item
                && let Some(id) = objects.next()
            {
                self.first_values(id, object);
            }
            if let Item::EndRequires(condition) = item {
                self.program.end_requires = self.expr(None, condition);
            }
            if let Item::Global(variable) = item
                && let Some(Top::Var(id)) = self.top.get(&key(&variable.name)).copied()
            {
                self.initialise(None, id, variable);
            }
        }
        for (id, process) in processes(items) {
            for variable in process.params.iter().chain(&process.locals) {
                if let Some(&var) = self.locals[id.index()].get(&key(&variable.name)) {
                    self.initialise(Some(id), var, variable);
                }
            }
            if let Some(condition) = &process.provided {
                self.program.procs[id].provided = self.expr(Some(id), condition);
            }
            self.automaton(id, process);
        }
    }

    fn property(&mut self, kind: &syntax::PropertyKind) -> Option<PropertyKind> {
        Some(match kind {
            syntax::PropertyKind::Plain(kind) => *kind,
            syntax::PropertyKind::Ltl(formula) => PropertyKind::Ltl(self.formula(formula)?),
            syntax::PropertyKind::Branching(formula, granularity) => {
                let formula = self.formula(formula)?;
                PropertyKind::Branching { formula, granularity: *granularity }
            }
            syntax::PropertyKind::Never(claim) => PropertyKind::Never(self.process(claim)?),
        })
    }

    fn process(&mut self, name: &Name) -> Option<ProcId> {
        match self.top.get(&key(name)) {
            Some(Top::Proc(id)) => Some(*id),
            Some(Top::Var(_) | Top::Enum(_) | Top::Record(_)) | None => {
                self.unknown("process", name)
            }
        }
    }

    fn object(&mut self, name: &Name) -> Option<ObjectId> {
        let found = self.objects.get(&key(name)).copied();
        if found.is_none() {
            let message = format!("there is no object `{}`", shown(name));
            let error = Diagnostic::error("ir-unknown-name", name.span, message);
            let help = "variables have no addresses; what is pointed to is declared by `object`";
            self.diagnostics.push(error.help(help));
        }
        found
    }

    fn initialise(&mut self, scope: Option<ProcId>, var: VarId, variable: &Variable) {
        for initialiser in &variable.init {
            let value = match &initialiser.value {
                syntax::Initially::Value(expr) => self.expr(scope, expr).map(Initially::Value),
                syntax::Initially::Channel(name) => match self.channels.get(&key(name)) {
                    Some(id) => Some(Initially::Channel(*id)),
                    None => self.unknown("channel", name),
                },
            };
            let Some(value) = value else { continue };
            let base = self.program.place(Place::Var(var));
            let places = initialiser.path.iter().fold(vec![base], |places, step| {
                places.into_iter().flat_map(|it| self.step(it, step)).collect()
            });
            for place in places {
                self.program.vars[var].init.push(Initialiser { place, value });
            }
        }
    }

    /// The parts of a place that a step leads to.
    fn step(&mut self, base: PlaceId, step: &syntax::Step) -> Vec<PlaceId> {
        match step {
            syntax::Step::Field(name) => self.field(base, name).into_iter().collect(),
            syntax::Step::Index(number) => {
                let shape = number.shape.unwrap_or(IntShape::I32);
                let (value, ty) = (self.value(number, shape), self.program.int_ty(shape));
                let index = self.program.expr(Expr::Const { value, ty });
                vec![self.program.place(Place::Index(base, index))]
            }
            syntax::Step::Range(start, end) => {
                let (start, end): (u32, u32) = (self.natural(start), self.natural(end));
                let mut places = Vec::new();
                for index in start..end.min(start.saturating_add(1 << 20)) {
                    let index = self.program.int(i32::try_from(index).unwrap_or(i32::MAX));
                    places.push(self.program.place(Place::Index(base, index)));
                }
                places
            }
        }
    }

    fn field(&mut self, base: PlaceId, name: &Name) -> Option<PlaceId> {
        let record = match self.program.ty_of_place(base).map(|it| self.program.tys[it]) {
            Some(Ty::Record(record)) => record,
            _ => {
                self.error("ir-unknown-name", name.span, "only a record has fields");
                return None;
            }
        };
        let fields = self.program.records[record].fields.iter().map(|it| &it.name);
        let Some(at) = find_name(name, fields) else { return self.unknown("field", name) };
        Some(self.program.place(Place::Field(base, u32::try_from(at).unwrap_or(u32::MAX))))
    }
}
