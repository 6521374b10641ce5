//! The driver: a function that calls the one to be checked with arbitrary arguments.
//!
//! Where several functions run concurrently, it calls the one whose number is in a variable, after a mark where all arguments are ready.
//!
//! Where a parameter is a pointer, so are arrays and structs behind it, up to a number of pointers; beyond that, pointers are null. Each scalar is asked for
//! by a function of its own that has no body, so that evidence can tell which is which.

use tribunal_base::{Diagnostic, FileId, Span};

use super::edits::Text;
use super::inputs::{Place, Writer};
use super::{CHOOSER, DRIVER, NODE, Request};
use crate::ast::{self, DeclKind, Derivation, Function, Parameters};
use crate::hir;

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
    /// Who asks for it.
    pub asker: Asker,
    /// The least and the greatest value, of integers.
    pub range: Option<(i128, i128)>,
    /// How its values are written.
    pub values: Values,
}

/// Who asks for an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// The driver, before the call.
    Driver,
    /// What stands for a function, whenever that is called.
    Stub,
}

/// How values of a type are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// As numbers.
    Numbers,
    /// As characters.
    Characters,
    /// By the names of an enumeration.
    Names(Vec<(String, i128)>),
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

/// How a function is called, for those who write drivers of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// Declarations and assignments before the call. Each input is asked for by a call of its function.
    pub lines: Vec<String>,
    /// The names of the variables that are its arguments.
    pub arguments: Vec<String>,
    /// What it returns.
    pub returns: Returns,
    /// The type of what it returns, in C, if that has a name.
    pub result: Option<String>,
    /// The names that values of that type have.
    pub names: Vec<(String, i128)>,
    /// The scalars of what it returns, if that is a struct: `.x`, `.a[1]`.
    pub members: Vec<Member>,
    /// The functions that run concurrently with it.
    pub others: Vec<Companion>,
    /// The definitions of stubs.
    pub stubs: String,
    /// The functions that stubs replace: their definitions have other names in the text with probes.
    pub replaced: Vec<String>,
}

/// A scalar of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// What stands behind the name of the struct.
    pub name: String,
    /// Its type, in C.
    pub ty: String,
    /// What kind of value it is.
    pub kind: InputKind,
}

/// Arrays of structs that are looked into have no more elements.
const MAX_MEMBERS: u64 = 16;

/// The scalars of a type that is behind a name.
fn members(types: &hir::Types, ty: hir::TypeId, name: &str, found: &mut Vec<Member>) {
    let mut push = |ty: &str, kind: InputKind| {
        found.push(Member { name: name.to_owned(), ty: ty.to_owned(), kind });
    };
    let integer = |kind: hir::IntegerKind| {
        if kind.is_signed() { InputKind::Signed } else { InputKind::Unsigned }
    };
    match types.get(ty) {
        hir::Type::Bool => push("int", InputKind::Unsigned),
        hir::Type::Integer(kind) => push(kind.name(), integer(*kind)),
        hir::Type::Enum(id) => {
            let kind = types.enumeration(*id).underlying;
            push(kind.name(), integer(kind));
        }
        hir::Type::Float(_) => push(&types.describe(ty), InputKind::Float),
        hir::Type::Pointer(_) => push("int", InputKind::Pointer),
        hir::Type::Array { element, length: hir::Length::Known(length) }
            if *length <= MAX_MEMBERS =>
        {
            for it in 0..*length {
                members(types, element.id, &format!("{name}[{it}]"), found);
            }
        }
        hir::Type::Record(record) if types.record(*record).kind == hir::RecordKind::Struct => {
            for field in &types.record(*record).fields {
                if let Some(field_name) = &field.name {
                    members(types, field.ty.id, &format!("{name}.{field_name}"), found);
                }
            }
        }
        _ => {}
    }
}

/// A function that runs concurrently with the one to be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Companion {
    /// The function.
    pub function: String,
    /// The names of the variables that are its arguments.
    pub arguments: Vec<String>,
    /// What it returns.
    pub returns: Returns,
}

/// What a function returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Returns {
    /// Nothing.
    #[default]
    Nothing,
    /// A scalar.
    Value(InputKind),
    /// Something else.
    Aggregate,
}

/// What a function of a type returns.
fn returns(types: &hir::Types, function: hir::TypeId) -> Returns {
    let hir::Type::Function(function) = types.get(function) else { return Returns::Aggregate };
    let integer = |kind: hir::IntegerKind| {
        if kind.is_signed() { InputKind::Signed } else { InputKind::Unsigned }
    };
    match types.get(function.result) {
        hir::Type::Void => Returns::Nothing,
        hir::Type::Bool => Returns::Value(InputKind::Unsigned),
        hir::Type::Integer(kind) => Returns::Value(integer(*kind)),
        hir::Type::Enum(id) => Returns::Value(integer(types.enumeration(*id).underlying)),
        hir::Type::Float(_) => Returns::Value(InputKind::Float),
        hir::Type::Pointer(_) => Returns::Value(InputKind::Pointer),
        _ => Returns::Aggregate,
    }
}

/// A driver.
pub(crate) struct Driver {
    pub(crate) text: Text,
    /// Functions that pointers point to.
    pub(crate) functions: String,
    pub(crate) call: Call,
    pub(crate) inputs: Vec<Input>,
    pub(crate) notes: Vec<String>,
}

/// Writes the driver of a function, or of several, for which all is ready at the mark `fork`.
pub(crate) fn driver(
    ast: &ast::Unit,
    hir: &hir::Unit,
    file: FileId,
    text: &str,
    request: &Request,
    fork: Option<u32>,
    mut writer: Writer<'_>,
) -> Result<Driver, Vec<Diagnostic>> {
    let globals = super::globals::changing(hir, request);
    let mut calls: Vec<Companion> = Vec::new();
    for name in std::iter::once(&request.function).chain(&request.others) {
        // Where there are several functions, each variable has a name of its own.
        let is_taken = |it: &String| {
            let is_argument = calls.iter().any(|call| call.arguments.contains(it));
            let is_global =
                !request.others.is_empty() && globals.iter().any(|global| global.name == *it);
            is_argument || is_global
        };
        let number = calls.iter().filter(|it| it.function == *name).count() + 1;
        let own = |it: String| match (is_taken(&it), number) {
            (false, _) => it,
            (true, 1) => format!("{name}_{it}"),
            (true, _) => format!("{name}{number}_{it}"),
        };
        let call = arguments(ast, hir, (file, text), name, &own, &mut writer)?;
        calls.push(call);
    }
    writer.before = 0;
    for global in globals {
        let written = format!("__typeof__({})", global.name);
        let place =
            Place { name: global.name.clone(), ty: global.ty, written, depth: 0, elements: None };
        // A parameter of the same name hides it.
        if !calls.iter().any(|it| it.arguments.contains(&global.name)) {
            writer.assign(&global.name, &place);
        }
    }
    let mut out = Text::default();
    out.push(&format!("void {DRIVER}(void) {{\n"));
    for line in &writer.lines {
        out.push(&format!("  {line}\n"));
    }
    if let Some(requires) = &request.requires {
        out.push("  if (!(");
        out.piece(requires);
        out.push(")) return;\n");
    }
    if let Some(fork) = fork {
        out.push(&format!("  {NODE} = {fork};\n"));
    }
    for (number, call) in calls.iter().enumerate() {
        let when = fork.map_or(String::new(), |_| format!("if ({CHOOSER} == {number}) "));
        out.push(&format!("  {when}{}({});\n", call.function, call.arguments.join(", ")));
    }
    out.push("}\n");
    let others = calls.split_off(1);
    let (arguments, returns) =
        calls.pop().map_or((Vec::new(), Returns::Nothing), |it| (it.arguments, it.returns));
    let mut found = Vec::new();
    let checked =
        hir.functions.values().find(|it| it.name == request.function && it.body.is_some());
    let (mut result, mut names) = (None, Vec::new());
    if let Some(hir::Type::Function(ty)) = checked.map(|it| hir.types.get(it.ty)) {
        members(&hir.types, ty.result, "", &mut found);
        result = super::inputs::name(&hir.types, ty.result);
        names = super::inputs::constants(&hir.types, ty.result);
    }
    let call = Call {
        lines: writer.lines,
        arguments,
        returns,
        result,
        names,
        members: found,
        others,
        stubs: String::new(),
        replaced: Vec::new(),
    };
    writer.notes.extend(super::globals::remembering(hir, request));
    let functions = writer.functions.concat();
    Ok(Driver { text: out, functions, call, inputs: writer.inputs, notes: writer.notes })
}

/// Gives the parameters of a function arbitrary values, in variables whose names `own` makes of theirs.
fn arguments(
    ast: &ast::Unit,
    hir: &hir::Unit,
    (file, text): (FileId, &str),
    name: &str,
    own: &dyn Fn(String) -> String,
    writer: &mut Writer<'_>,
) -> Result<Companion, Vec<Diagnostic>> {
    let nowhere = Span::new(file, 0, 0);
    let Some(function) = definition(ast, name) else {
        let names: Vec<&str> = definitions(ast).map(|(name, _)| name).collect();
        let message = format!("there is no function `{name}` in this file");
        let help = format!("it defines: {}", names.join(", "));
        return Err(vec![Diagnostic::error("unknown-function", nowhere, message).help(help)]);
    };
    let Some(checked) = hir.functions.values().find(|it| it.name == name && it.body.is_some())
    else {
        return Err(vec![Diagnostic::error(
            "unknown-function",
            nowhere,
            "the function has no body",
        )]);
    };
    let mut arguments = Vec::new();
    for (number, &parameter) in checked.parameters.iter().enumerate() {
        let variable = &hir.variables[parameter];
        let name = own(match variable.name.as_str() {
            "" => format!("parameter_{}", number + 1),
            name => name.to_owned(),
        });
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
    let pointees = checked.parameters.iter().map(|it| pointee(hir, hir.variables[*it].ty.id));
    let all: Vec<(&String, hir::TypeId)> =
        arguments.iter().zip(pointees).filter_map(|(name, it)| Some((name, it?))).collect();
    for (number, (one, ty)) in all.iter().enumerate() {
        if let Some((other, _)) = all[number + 1..].iter().find(|it| it.1 == *ty) {
            writer.notes.push(format!("`{one}` and `{other}` point to different objects"));
        }
    }
    let returns = returns(&hir.types, checked.ty);
    Ok(Companion { function: name.to_owned(), arguments, returns })
}

/// What a pointer to objects points to.
fn pointee(hir: &hir::Unit, pointer: hir::TypeId) -> Option<hir::TypeId> {
    match hir.types.get(pointer) {
        hir::Type::Pointer(it) if !matches!(hir.types.get(it.id), hir::Type::Function(_)) => {
            Some(it.id)
        }
        _ => None,
    }
}

pub(crate) fn definitions(ast: &ast::Unit) -> impl Iterator<Item = (&str, &Function)> {
    ast.items.iter().filter_map(|it| match ast[*it].kind {
        DeclKind::Function(function) => {
            let function = &ast[function];
            Some((ast.text(function.declarator.name?.symbol), function))
        }
        _ => None,
    })
}

/// Whether other files can call a function.
pub(crate) fn is_extern(ast: &ast::Unit, function: &Function) -> bool {
    ast[function.specifiers].storage != Some(ast::Storage::Static)
}

pub(crate) fn definition<'a>(ast: &'a ast::Unit, name: &str) -> Option<&'a Function> {
    definitions(ast).find(|it| it.0 == name).map(|it| it.1)
}

/// The type of a parameter as it is written.
pub(crate) struct Written {
    pub(crate) ty: String,
    elements: Option<u64>,
}

pub(crate) fn parameter_type(
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
        let star = match (brackets, ast[parameter.declarator.derivations].get(1)) {
            (Some(_), Some(Derivation::Array { .. })) => "(*)",
            (Some(_), _) => "*",
            (None, _) => "",
        };
        abstracted.get(at..at + length)?;
        abstracted.replace_range(at..at + length, star);
    }
    let words = abstracted.split_whitespace().filter(|it| *it != "register");
    Some(Written { ty: words.collect::<Vec<_>>().join(" "), elements })
}
