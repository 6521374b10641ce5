//! Arbitrary values of any type, in C.

use super::driver::{Asker, Input, InputKind, Values};
use crate::hir::{self, Length, RecordKind, Type, TypeId};

/// Arrays with more elements than this hold what they hold.
const MAX_ELEMENTS: u64 = 64;

/// The note that more elements might be where pointers point.
pub const FEW_ELEMENTS: &str = "pointers to numbers point to";

/// What the driver allocates with: memory does not run out before the call.
const ALLOCATE: &str = "__builtin_malloc";

/// Something to be given a value.
#[derive(Clone)]
pub(crate) struct Place {
    /// How people call it.
    pub(crate) name: String,
    pub(crate) ty: TypeId,
    /// Its type as C text.
    pub(crate) written: String,
    /// How many pointers lead to it.
    pub(crate) depth: u32,
    /// How many elements there are where it points, if that is known.
    pub(crate) elements: Option<u64>,
}

/// Where objects of the driver live.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Home {
    /// In variables.
    Stack,
    /// Where `free` finds them.
    Heap,
}

/// Writes the values of a driver, and of stubs.
pub(crate) struct Writer<'a> {
    pub(crate) types: &'a hir::Types,
    pub(crate) home: Home,
    /// How many pointers are followed.
    pub(crate) depth: u32,
    /// How many elements there are where a pointer to scalars points.
    pub(crate) elements: u32,
    /// The machine that tests run on.
    pub(crate) machine: hir::DataModel,
    /// Declarations and statements before the value at hand.
    pub(crate) lines: Vec<String>,
    /// What was asked for so far.
    pub(crate) inputs: Vec<Input>,
    pub(crate) objects: u32,
    /// Functions that pointers point to.
    pub(crate) functions: Vec<String>,
    pub(crate) notes: Vec<String>,
    /// Who asks for what comes next.
    pub(crate) asker: Asker,
    /// How many elements stand before the one that a pointer to characters points to.
    pub(crate) before: u64,
}

impl Writer<'_> {
    /// An initialiser for a place.
    pub(crate) fn value(&mut self, place: &Place) -> String {
        let types = self.types;
        match types.get(place.ty) {
            Type::Bool => self.number(&place.name, "_Bool", (0, 1)),
            Type::Integer(kind) => self.integer(&place.name, *kind),
            Type::Enum(id) => {
                let value = self.integer(&place.name, types.enumeration(*id).underlying);
                let names = constants(types, place.ty);
                if let Some(input) = self.inputs.last_mut().filter(|_| !names.is_empty()) {
                    input.values = Values::Names(names);
                }
                value
            }
            Type::Float(_) => self.input(&place.name, &types.describe(place.ty), InputKind::Float),
            Type::Pointer(pointee) => self.pointer(place, pointee.id),
            Type::Array { element, length: Length::Known(length) } if *length <= MAX_ELEMENTS => {
                let elements = (0..*length).map(|it| {
                    let written = format!("__typeof__((*({} *)0)[0])", place.written);
                    let name = format!("{}[{it}]", place.name);
                    self.value(&Place { name, ty: element.id, written, elements: None, ..*place })
                });
                format!("{{ {} }}", elements.collect::<Vec<_>>().join(", "))
            }
            Type::Record(record) => {
                let record = types.record(*record);
                let fields = match record.kind {
                    RecordKind::Struct => &record.fields[..],
                    RecordKind::Union => record.fields.get(..1).unwrap_or(&[]),
                };
                let mut parts = Vec::new();
                for field in fields {
                    let flexible = matches!(
                        types.get(field.ty.id),
                        Type::Array { length: Length::Incomplete, .. }
                    );
                    if flexible {
                        continue;
                    }
                    let (name, written) = match &field.name {
                        Some(name) => (
                            member(&place.name, name),
                            format!("__typeof__((*({} *)0).{name})", place.written),
                        ),
                        // Its members are members of the whole.
                        None => (place.name.clone(), place.written.clone()),
                    };
                    let inner = self.value(&Place {
                        name,
                        ty: field.ty.id,
                        written,
                        elements: None,
                        ..*place
                    });
                    parts.push(match &field.name {
                        Some(name) => format!(".{name} = {inner}"),
                        None => inner,
                    });
                }
                if parts.is_empty() {
                    "{ 0 }".to_owned()
                } else {
                    format!("{{ {} }}", parts.join(", "))
                }
            }
            Type::Array { .. } => {
                self.notes.push(format!("`{}` has many elements: all are zero", place.name));
                "{ 0 }".to_owned()
            }
            Type::Void
            | Type::Complex(_)
            | Type::Vector { .. }
            | Type::Function(_)
            | Type::VaList => {
                self.notes.push(format!("`{}` is zero", place.name));
                "{ 0 }".to_owned()
            }
        }
    }

    /// Statements that give a place, by its parts, an arbitrary value; `place` is how C calls it.
    pub(crate) fn assign(&mut self, place: &str, what: &Place) {
        let types = self.types;
        match types.get(what.ty) {
            Type::Array { element, length: Length::Known(length) } => {
                if MAX_ELEMENTS < *length {
                    self.notes.push(format!(
                        "`{}` has many elements: all keep their first values",
                        what.name
                    ));
                    return;
                }
                for it in 0..*length {
                    let written = format!("__typeof__((*({} *)0)[0])", what.written);
                    let (place, name) = (format!("{place}[{it}]"), format!("{}[{it}]", what.name));
                    self.assign(
                        &place,
                        &Place { name, ty: element.id, written, elements: None, ..*what },
                    );
                }
            }
            Type::Record(record) => {
                let record = types.record(*record);
                let fields = match record.kind {
                    RecordKind::Struct => &record.fields[..],
                    RecordKind::Union => record.fields.get(..1).unwrap_or(&[]),
                };
                for field in fields {
                    if field.ty.qualifiers.constant {
                        self.notes
                            .push(format!("the constants in `{}` keep their values", what.name));
                        continue;
                    }
                    let Some(field_name) = &field.name else {
                        self.assign(place, &Place { ty: field.ty.id, ..what.clone() });
                        continue;
                    };
                    let written = format!("__typeof__((*({} *)0).{field_name})", what.written);
                    let (place, name) =
                        (format!("{place}.{field_name}"), member(&what.name, field_name));
                    self.assign(
                        &place,
                        &Place { name, ty: field.ty.id, written, elements: None, ..*what },
                    );
                }
            }
            Type::Bool | Type::Integer(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => {
                let value = self.value(what);
                self.lines.push(format!("{place} = {value};"));
            }
            _ => self.notes.push(format!("`{}` keeps its first value", what.name)),
        }
    }

    fn integer(&mut self, name: &str, kind: hir::IntegerKind) -> String {
        let call = self.number(name, kind.name(), range(kind, self.machine));
        if let Some(input) = self.inputs.last_mut().filter(|_| kind == hir::IntegerKind::Char) {
            input.values = Values::Characters;
        }
        call
    }

    fn number(&mut self, name: &str, ty: &str, range: (i128, i128)) -> String {
        let kind = if range.0 < 0 { InputKind::Signed } else { InputKind::Unsigned };
        let call = self.input(name, ty, kind);
        if let Some(input) = self.inputs.last_mut() {
            input.range = Some(range);
        }
        call
    }

    pub(crate) fn input(&mut self, name: &str, ty: &str, kind: InputKind) -> String {
        let function = format!("__VERIFIER_nondet_{}", self.inputs.len());
        let call = format!("{function}()");
        let (name, ty, asker) = (name.to_owned(), ty.to_owned(), self.asker);
        let (range, values) = (None, Values::Numbers);
        self.inputs.push(Input { name, function, ty, kind, asker, range, values });
        call
    }

    /// A pointer to a function that returns anything, or null; `None` if there is no name for its types.
    fn function(&mut self, place: &Place, ty: &hir::FunctionType) -> Option<String> {
        let types = self.types;
        if ty.variadic || place.depth == u32::MAX {
            return None;
        }
        let (mut parameters, mut body) = (Vec::new(), String::new());
        for (number, it) in (1..).zip(&ty.parameters) {
            let ty = name(types, *it)?;
            let room = if ty.ends_with('*') { "" } else { " " };
            parameters.push(format!("{ty}{room}parameter_{number}"));
            body.push_str(&format!("  (void)parameter_{number};\n"));
        }
        let result = name(types, ty.result)?;
        if !matches!(types.get(ty.result), Type::Void) {
            let around = std::mem::replace(&mut self.asker, Asker::Stub);
            let value = self.value(&Place {
                name: format!("{}()", place.name),
                ty: ty.result,
                written: result.clone(),
                depth: u32::MAX,
                elements: None,
            });
            self.asker = around;
            body.push_str(&format!("  {result} result = {value};\n  return result;\n"));
        }
        let function = format!("__tribunal_function_{}", self.functions.len());
        let parameters =
            if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        self.functions.push(format!("static {result} {function}({parameters}) {{\n{body}}}\n"));
        self.notes.push(format!(
            "`{}` is null, or points to a function that returns anything and changes nothing",
            place.name
        ));
        let chosen = self.input(&place.name, "_Bool", InputKind::Pointer);
        Some(format!("{chosen} ? {function} : 0"))
    }

    /// A pointer to objects of its own, or null.
    fn pointer(&mut self, place: &Place, pointee: TypeId) -> String {
        let types = self.types;
        if let Type::Function(ty) = types.get(pointee)
            && let Some(value) = self.function(place, ty)
        {
            return value;
        }
        let is_bytes = matches!(types.get(pointee), Type::Void);
        let is_object = is_bytes || types.size_of(pointee).is_some_and(|it| it != 0);
        if !is_object || self.depth <= place.depth {
            let why = if is_object {
                "it lies deeper than pointers are followed"
            } else {
                "what it points to is not known"
            };
            self.notes.push(format!("`{}` is null: {why}", place.name));
            return "0".to_owned();
        }
        let is_scalar = !matches!(types.get(pointee), Type::Record(_) | Type::Array { .. });
        let usual = if is_scalar { u64::from(self.elements.max(1)) } else { 1 };
        if is_scalar && place.elements.is_none() {
            let elements = if usual == 1 { "1 element" } else { &format!("{usual} elements") };
            let note = format!("{FEW_ELEMENTS} {elements}");
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        let is_text = matches!(types.get(pointee), Type::Integer(_))
            && types.size_of(pointee) == Some(1)
            && place.depth == 0;
        let before = if is_text { self.before } else { 0 };
        if 0 < before {
            let bytes = if before == 1 { "byte" } else { "bytes" };
            self.notes
                .push(format!("{before} {bytes} stand before what `{}` points to", place.name));
        }
        let count = before + place.elements.unwrap_or(usual).clamp(1, MAX_ELEMENTS);
        let object = format!("__tribunal_object_{}", self.objects);
        self.objects += 1;
        let plain = place.written.strip_suffix('*').filter(|it| !it.contains(['(', '*']));
        let written = if is_bytes {
            "unsigned char".to_owned()
        } else if let Some(plain) = plain {
            plain.trim_end().to_owned()
        } else {
            name(types, pointee).unwrap_or_else(|| format!("__typeof__(*({})0)", place.written))
        };
        let chosen = self.input(&place.name, "_Bool", InputKind::Pointer);
        let elements: Vec<String> = (0..count)
            .map(|it| {
                let name = if is_bytes {
                    format!("((unsigned char *){})[{it}]", place.name)
                } else if count == 1 {
                    format!("*{}", place.name)
                } else {
                    format!("{}[{}]", place.name, it.cast_signed() - before.cast_signed())
                };
                let inner = Place {
                    name,
                    ty: pointee,
                    written: written.clone(),
                    depth: place.depth + 1,
                    elements: None,
                };
                if is_bytes {
                    self.number(&inner.name, "unsigned char", (0, 255))
                } else {
                    self.value(&inner)
                }
            })
            .collect();
        let room = if written.ends_with('*') { "" } else { " " };
        // An array, or what is constant, cannot be assigned.
        let is_assigned = !matches!(types.get(pointee), Type::Array { .. })
            && !has_constants(types, pointee)
            && !written.split(' ').any(|it| it == "const");
        if self.home == Home::Heap && is_assigned {
            let size = format!("sizeof({written}[{count}])");
            self.lines.push(format!("{written}{room}*{object} = {ALLOCATE}({size});"));
            for (number, value) in elements.iter().enumerate() {
                let literal =
                    if value.starts_with('{') { format!("({written})") } else { String::new() };
                self.lines.push(format!("{object}[{number}] = {literal}{value};"));
            }
        } else {
            let elements = elements.join(", ");
            self.lines.push(format!("{written}{room}{object}[{count}] = {{ {elements} }};"));
        }
        match before {
            0 => format!("{chosen} ? {object} : 0"),
            _ => format!("{chosen} ? {object} + {before} : 0"),
        }
    }
}

/// Whether a struct has members that cannot be assigned.
fn has_constants(types: &hir::Types, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Array { element, .. } => {
            element.qualifiers.constant || has_constants(types, element.id)
        }
        Type::Record(record) => {
            let fields = &types.record(*record).fields;
            fields.iter().any(|it| it.ty.qualifiers.constant || has_constants(types, it.ty.id))
        }
        _ => false,
    }
}

/// What C calls a type, if that can stand before the name of a variable.
pub(crate) fn name(types: &hir::Types, ty: TypeId) -> Option<String> {
    let text = types.describe(ty);
    // Others have no tag, or have more to say behind the name.
    (!text.contains(['<', '(', '[']) && !text.starts_with("vector")).then_some(text)
}

/// The least and the greatest number of an integer type.
fn range(kind: hir::IntegerKind, model: hir::DataModel) -> (i128, i128) {
    let bits = kind.bits(model).min(127);
    match kind.is_signed() {
        true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        false => (0, (1 << bits.min(126)) - 1),
    }
}

/// The names that values of a type have.
pub(crate) fn constants(types: &hir::Types, ty: TypeId) -> Vec<(String, i128)> {
    match types.get(ty) {
        Type::Enum(id) => types.enumeration(*id).constants.clone(),
        _ => Vec::new(),
    }
}

/// The name of a member.
fn member(place: &str, name: &str) -> String {
    match place.strip_prefix('*') {
        Some(pointer) if !pointer.contains(['*', '(']) => format!("{pointer}->{name}"),
        Some(_) => format!("({place}).{name}"),
        None => format!("{place}.{name}"),
    }
}
