//! The driver: a function that calls the one to be checked with arbitrary arguments.
//!
//! Where a parameter is a pointer, so are arrays and structs behind it, up to a number of pointers; beyond that, pointers are null. Each scalar is asked for
//! by a function of its own that has no body, so that evidence can tell which is which.

use tribunal_base::{Diagnostic, FileId, Span};

use super::edits::Text;
use super::{DRIVER, Request};
use crate::ast::{self, DeclKind, Derivation, Function, Parameters};
use crate::hir::{self, Length, RecordKind, Type, TypeId};

/// Something that the driver leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// What it is, as an expression over the parameters and global variables of the function.
    pub name: String,
    /// The function that the driver asks for it.
    pub function: String,
    /// Its type, in C.
    pub ty: String,
    /// What kind of value it is.
    pub kind: InputKind,
}

/// A kind of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A number with a sign.
    Signed,
    /// A number without one.
    Unsigned,
    /// A floating-point number.
    Float,
    /// Whether a pointer is not null: then it points to an object of its own.
    Pointer,
}

/// A driver.
pub(crate) struct Driver {
    pub(crate) text: Text,
    pub(crate) inputs: Vec<Input>,
    pub(crate) notes: Vec<String>,
}

/// Arrays with more elements than this hold zeros.
const MAX_ELEMENTS: u64 = 64;

/// Writes the driver of a function.
pub(crate) fn driver(
    ast: &ast::Unit,
    hir: &hir::Unit,
    file: FileId,
    text: &str,
    request: &Request,
) -> Result<Driver, Vec<Diagnostic>> {
    let nowhere = Span::new(file, 0, 0);
    let Some(function) = definition(ast, &request.function) else {
        let names: Vec<&str> = definitions(ast).map(|(name, _)| name).collect();
        let message = format!("there is no function `{}` in this file", request.function);
        let help = format!("it defines: {}", names.join(", "));
        return Err(vec![Diagnostic::error("unknown-function", nowhere, message).help(help)]);
    };
    let Some(checked) =
        hir.functions.values().find(|it| it.name == request.function && it.body.is_some())
    else {
        return Err(vec![Diagnostic::error(
            "unknown-function",
            nowhere,
            "the function has no body",
        )]);
    };
    let mut writer = Writer {
        types: &hir.types,
        request,
        lines: Vec::new(),
        inputs: Vec::new(),
        objects: 0,
        notes: Vec::new(),
    };
    let mut arguments = Vec::new();
    for (number, &parameter) in checked.parameters.iter().enumerate() {
        let variable = &hir.variables[parameter];
        let name = match variable.name.as_str() {
            "" => format!("parameter_{}", number + 1),
            name => name.to_owned(),
        };
        let written = parameter_type(ast, text, function, number).ok_or_else(|| {
            vec![Diagnostic::error(
                "unit-parameter",
                variable.span,
                "a parameter without a type of its own",
            )]
        })?;
        let place = Place {
            name: name.clone(),
            ty: variable.ty.id,
            written: written.ty,
            depth: 0,
            elements: written.elements,
        };
        let value = writer.value(&place);
        writer.lines.push(format!("__typeof__({}) {name} = {value};", place.written));
        arguments.push(name);
    }
    let mut out = Text::default();
    for input in &writer.inputs {
        out.push(&format!("extern {} {}(void);\n", input.ty, input.function));
    }
    out.push(&format!("void {DRIVER}(void) {{\n"));
    for line in &writer.lines {
        out.push(&format!("  {line}\n"));
    }
    if let Some(requires) = &request.requires {
        out.push("  if (!(");
        out.piece(requires);
        out.push(")) return;\n");
    }
    out.push(&format!("  {}({});\n}}\n", request.function, arguments.join(", ")));
    Ok(Driver { text: out, inputs: writer.inputs, notes: writer.notes })
}

fn definitions(ast: &ast::Unit) -> impl Iterator<Item = (&str, &Function)> {
    ast.items.iter().filter_map(|it| match ast[*it].kind {
        DeclKind::Function(function) => {
            let function = &ast[function];
            Some((ast.text(function.declarator.name?.symbol), function))
        }
        _ => None,
    })
}

fn definition<'a>(ast: &'a ast::Unit, name: &str) -> Option<&'a Function> {
    definitions(ast).find(|it| it.0 == name).map(|it| it.1)
}

/// The type of a parameter as it is written.
struct Written {
    ty: String,
    elements: Option<u64>,
}

fn parameter_type(
    ast: &ast::Unit,
    text: &str,
    function: &Function,
    number: usize,
) -> Option<Written> {
    let Derivation::Function { parameters, .. } = ast[function.declarator.derivations].first()?
    else {
        return None;
    };
    let Parameters::Prototype { list, .. } = parameters else { return None };
    let parameter = ast[*list].get(number)?;
    let (start, end) = (parameter.span.start as usize, parameter.span.end as usize);
    let whole = text.get(start..end)?;
    let mut abstracted = whole.to_owned();
    let mut elements = None;
    // What stands later is taken out first.
    let brackets = match ast[parameter.declarator.derivations].first() {
        Some(Derivation::Array { span, length, .. }) => {
            if let ast::ArrayLength::Expr(length) = length {
                let length = ast[*length].span;
                let digits = text.get(length.start as usize..length.end as usize)?;
                elements = digits.trim().parse().ok();
            }
            Some(*span)
        }
        _ => None,
    };
    if let Some(span) = brackets {
        let inner =
            (span.start as usize).checked_sub(start)?..(span.end as usize).checked_sub(start)?;
        abstracted.get(inner.clone())?;
        abstracted.replace_range(inner, "");
    }
    if let Some(name) = parameter.declarator.name {
        let at = (name.span.start as usize).checked_sub(start)?;
        let length = (name.span.end - name.span.start) as usize;
        let star = if brackets.is_some() { "*" } else { "" };
        abstracted.get(at..at + length)?;
        abstracted.replace_range(at..at + length, star);
    }
    let words = abstracted.split_whitespace().filter(|it| *it != "register");
    Some(Written { ty: words.collect::<Vec<_>>().join(" "), elements })
}

/// Something to be given a value.
struct Place {
    /// How people call it.
    name: String,
    ty: TypeId,
    /// Its type as C text.
    written: String,
    /// How many pointers lead to it.
    depth: u32,
    /// How many elements there are where it points, if that is known.
    elements: Option<u64>,
}

struct Writer<'a> {
    types: &'a hir::Types,
    request: &'a Request,
    lines: Vec<String>,
    inputs: Vec<Input>,
    objects: u32,
    notes: Vec<String>,
}

impl Writer<'_> {
    /// An initialiser for a place.
    fn value(&mut self, place: &Place) -> String {
        let types = self.types;
        match types.get(place.ty) {
            Type::Bool => self.input(&place.name, "_Bool", InputKind::Unsigned),
            Type::Integer(kind) => self.integer(&place.name, *kind),
            Type::Enum(id) => self.integer(&place.name, types.enumeration(*id).underlying),
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

    fn integer(&mut self, name: &str, kind: hir::IntegerKind) -> String {
        let kind_of =
            if kind.name().contains("unsigned") { InputKind::Unsigned } else { InputKind::Signed };
        self.input(name, kind.name(), kind_of)
    }

    fn input(&mut self, name: &str, ty: &str, kind: InputKind) -> String {
        let function = format!("__VERIFIER_nondet_{}", self.inputs.len());
        let call = format!("{function}()");
        self.inputs.push(Input { name: name.to_owned(), function, ty: ty.to_owned(), kind });
        call
    }

    /// A pointer to objects of its own, or null.
    fn pointer(&mut self, place: &Place, pointee: TypeId) -> String {
        let types = self.types;
        let is_bytes = matches!(types.get(pointee), Type::Void);
        let is_object = is_bytes || types.size_of(pointee).is_some_and(|it| it != 0);
        if !is_object || self.request.depth <= place.depth {
            let why = if is_object {
                "it lies deeper than pointers are followed"
            } else {
                "what it points to is not known"
            };
            self.notes.push(format!("`{}` is null: {why}", place.name));
            return "0".to_owned();
        }
        let is_scalar = !matches!(types.get(pointee), Type::Record(_) | Type::Array { .. });
        let usual = if is_scalar { u64::from(self.request.elements.max(1)) } else { 1 };
        let count = place.elements.unwrap_or(usual).clamp(1, MAX_ELEMENTS);
        let object = format!("__tribunal_object_{}", self.objects);
        self.objects += 1;
        let written = if is_bytes {
            "unsigned char".to_owned()
        } else {
            format!("__typeof__(*({})0)", place.written)
        };
        let chosen = self.input(&place.name, "_Bool", InputKind::Pointer);
        let elements: Vec<String> = (0..count)
            .map(|it| {
                let name = if is_bytes {
                    format!("((unsigned char *){})[{it}]", place.name)
                } else if count == 1 {
                    format!("*{}", place.name)
                } else {
                    format!("{}[{it}]", place.name)
                };
                let inner = Place {
                    name,
                    ty: pointee,
                    written: written.clone(),
                    depth: place.depth + 1,
                    elements: None,
                };
                if is_bytes {
                    self.input(&inner.name, "unsigned char", InputKind::Unsigned)
                } else {
                    self.value(&inner)
                }
            })
            .collect();
        self.lines.push(format!("{written} {object}[{count}] = {{ {} }};", elements.join(", ")));
        format!("{chosen} ? {object} : 0")
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
