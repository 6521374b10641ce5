//! Stubs: what a function does, said by an assertion over the values before and after.
//!
//! `f(x, y): assertion` speaks of the parameters, of global variables before (`g`) and after (`g'`), of what a pointer parameter points to (`*p`, `*p'`), and of
//! `result`; `same(a, b)` says that something does not change. What is not said to be the same, and what the function could change, is arbitrary afterwards, as far as
//! the assertion allows it. The stub is a function in C: it keeps the old values, asks for new ones, and goes on only where the assertion holds.

mod reading;

use tribunal_base::Diagnostic;

use super::Request;
use super::driver::{definition, parameter_type};
use super::edits::{Piece, Text};
use super::globals::changing;
use super::inputs::{Place, Writer, name};
use crate::ast;
use crate::hir::{self, QualType, Type, TypeId};

use reading::{Part, Stub, Time, read};

/// Stubs in C.
pub(crate) struct Stubs {
    /// A function for each.
    pub(crate) text: Text,
    /// The functions with a body that they replace.
    pub(crate) replaced: Vec<String>,
    /// Those of them that further files define.
    pub(crate) elsewhere: Vec<String>,
}

/// Writes stubs in C.
pub(crate) fn stubs(
    ast: &ast::Unit,
    hir: &hir::Unit,
    text: &str,
    request: &Request,
    elsewhere: &[String],
    writer: &mut Writer<'_>,
) -> Result<Stubs, Vec<Diagnostic>> {
    let mut all = Stubs { text: Text::default(), replaced: Vec::new(), elsewhere: Vec::new() };
    let mut read_stubs = Vec::new();
    for piece in &request.stubs {
        read_stubs.push(read(piece).map_err(|it| vec![*it])?);
    }
    let implied = implied(hir, request, elsewhere, &read_stubs);
    for piece in &implied {
        read_stubs.push(read(piece).map_err(|it| vec![*it])?);
    }
    if !read_stubs.is_empty() {
        all.text.push("extern void __VERIFIER_assume(int);\n");
    }
    for stub in read_stubs {
        let function = hir.functions.values().find(|it| it.name == stub.name);
        let Some(function) = function else {
            let message = format!("there is no function `{}`", stub.name);
            return Err(vec![Diagnostic::error("unknown-function", stub.span, message)]);
        };
        let Type::Function(ty) = hir.types.get(function.ty) else { continue };
        let parameters: Vec<TypeId> = if function.body.is_some() {
            function.parameters.iter().map(|it| hir.variables[*it].ty.id).collect()
        } else {
            ty.parameters.clone()
        };
        if parameters.len() != stub.parameters.len() {
            let (has, given) = (parameters.len(), stub.parameters.len());
            let parameters = if has == 1 { "parameter" } else { "parameters" };
            let message = format!("`{}` has {has} {parameters}, not {given}", stub.name);
            return Err(vec![Diagnostic::error("stub-parameters", stub.span, message)]);
        }
        if let Some(it) = stub.same.iter().find(|it| !is_place(hir, &stub, &it.text)) {
            let message = format!("there is no variable `{}` that could stay the same", it.text);
            let help = "write a global variable, or `*p` for what a parameter points to";
            return Err(vec![Diagnostic::error("stub-same", it.span, message).help(help)]);
        }
        let definition = definition(ast, &stub.name);
        let is_elsewhere = definition.is_none() && elsewhere.contains(&stub.name);
        if definition.is_some() || is_elsewhere {
            all.replaced.push(stub.name.clone());
        }
        if is_elsewhere {
            all.elsewhere.push(stub.name.clone());
        }
        let mut declared = Vec::new();
        for (number, (name, ty)) in stub.parameters.iter().zip(&parameters).enumerate() {
            let written = definition.and_then(|it| parameter_type(ast, text, it, number));
            declared.push(match written.map(|it| it.ty) {
                Some(ty) if ty.contains(['(', '[']) => format!("__typeof__({ty}) {name}"),
                Some(ty) if ty.ends_with('*') => format!("{ty}{name}"),
                Some(ty) => format!("{ty} {name}"),
                None => hir.types.declare(QualType::plain(*ty), name),
            });
        }
        let is_void = matches!(hir.types.get(ty.result), Type::Void);
        // Where a type has no name, values of it are there; what the function takes are numbers then.
        let value = name(&hir.types, ty.result).unwrap_or_else(|| {
            let zeros = vec!["0"; parameters.len()].join(", ");
            format!("__typeof__({}({zeros}))", stub.name)
        });
        let named = definition.and_then(|it| it.declarator.name.map(|name| (it, name)));
        let result = match named {
            Some((it, name)) if super::inputs::name(&hir.types, ty.result).is_none() => {
                let start = ast[it.specifiers].span.start as usize;
                text.get(start..name.span.start as usize).unwrap_or("int ").to_owned()
            }
            _ => format!("{value} "),
        };
        let declared = if declared.is_empty() { "void".to_owned() } else { declared.join(", ") };
        all.text.push(&format!("{result}{}({declared}) {{\n", stub.name));
        let result = (!is_void).then_some((ty.result, value));
        body((hir, request), &stub, &parameters, result, writer, &mut all.text);
        all.text.push("}\n");
    }
    Ok(all)
}

/// Functions without a body that return structs: each member is arbitrary, and nothing changes.
fn implied(hir: &hir::Unit, request: &Request, elsewhere: &[String], given: &[Stub]) -> Vec<Piece> {
    let changing = changing(hir, request);
    let mut found = Vec::new();
    for function in hir.functions.values() {
        let Type::Function(ty) = hir.types.get(function.ty) else { continue };
        let is_pointer = |it: &TypeId| matches!(hir.types.get(*it), Type::Pointer(_));
        let returns_struct = matches!(hir.types.get(ty.result), Type::Record(_));
        let is_known = !function.used
            || function.body.is_some()
            || elsewhere.contains(&function.name)
            || given.iter().any(|it| it.name == function.name);
        if !returns_struct || is_known {
            continue;
        }
        let parameters: Vec<String> =
            (1..=ty.parameters.len()).map(|it| format!("parameter_{it}")).collect();
        let pointers = parameters.iter().zip(&ty.parameters).filter(|it| is_pointer(it.1));
        let mut says: Vec<String> = vec!["1".to_owned()];
        says.extend(changing.iter().map(|it| format!("same({})", it.name)));
        says.extend(pointers.map(|it| format!("same(*{})", it.0)));
        let text = format!("{}({}): {}", function.name, parameters.join(", "), says.join(" && "));
        found.push(Piece { text, span: function.span });
    }
    found
}

/// What a stub does.
fn body(
    (hir, request): (&hir::Unit, &Request),
    stub: &Stub,
    parameters: &[TypeId],
    result: Option<(TypeId, String)>,
    writer: &mut Writer<'_>,
    out: &mut Text,
) {
    let outer = std::mem::take(&mut writer.lines);
    let mut kept: Vec<&str> = Vec::new();
    for part in &stub.parts {
        if let Part::Value { place, time: Time::Before, span } = part
            && !kept.contains(&place.as_str())
        {
            kept.push(place);
            out.push("  __typeof__(");
            out.piece(&Piece { text: place.clone(), span: *span });
            out.push(&format!(") {} = {place};\n", old(place)));
        }
    }
    for global in changing(hir, request) {
        if !stub.keeps(&global.name) && !stub.parameters.contains(&global.name) {
            let written = format!("__typeof__({})", global.name);
            let name = format!("{} after {}()", global.name, stub.name);
            writer.assign(
                &global.name,
                &Place { name, ty: global.ty, written, depth: u32::MAX, elements: None },
            );
        }
    }
    for (name, ty) in stub.parameters.iter().zip(parameters) {
        let Type::Pointer(pointee) = writer.types.get(*ty) else { continue };
        let pointee = *pointee;
        let is_object = writer.types.size_of(pointee.id).is_some_and(|it| it != 0);
        if pointee.qualifiers.constant || !is_object || stub.keeps(&format!("*{name}")) {
            continue;
        }
        writer.lines.push(format!("if ({name}) {{"));
        let what = Place {
            name: format!("*{name} after {}()", stub.name),
            ty: pointee.id,
            written: format!("__typeof__(*{name})"),
            depth: u32::MAX,
            elements: None,
        };
        writer.assign(&format!("(*{name})"), &what);
        writer.lines.push("}".to_owned());
    }
    if let Some((ty, written)) = &result {
        let what = Place {
            name: format!("{}()", stub.name),
            ty: *ty,
            written: written.clone(),
            depth: u32::MAX,
            elements: None,
        };
        let value = writer.value(&what);
        writer.lines.push(format!("{written} result = {value};"));
    }
    for line in std::mem::replace(&mut writer.lines, outer) {
        out.push(&format!("  {line}\n"));
    }
    let is_trivial = |it: &Part| matches!(it, Part::Text(piece) if piece.text.chars().all(|it| " 1&()".contains(it)));
    if stub.parts.iter().all(is_trivial) {
        out.push(if result.is_some() { "  return result;\n" } else { "" });
        return;
    }
    out.push("  __VERIFIER_assume((");
    for part in &stub.parts {
        match part {
            Part::Text(piece) => out.piece(piece),
            Part::Value { place, time, span } => {
                let text = if *time == Time::Before { old(place) } else { place.clone() };
                out.piece(&Piece { text: format!("({text})"), span: *span });
            }
        }
    }
    out.push(") != 0);\n");
    if result.is_some() {
        out.push("  return result;\n");
    }
}

/// Whether a stub can say of something that it does not change: a variable, or what a parameter points to.
fn is_place(hir: &hir::Unit, stub: &Stub, place: &str) -> bool {
    let is_parameter = |name: &str| stub.parameters.iter().any(|it| it == name);
    let is_variable = || hir.variables.values().any(|it| it.function.is_none() && it.name == place);
    match place.strip_prefix('*') {
        Some(pointer) => is_parameter(pointer),
        None => is_parameter(place) || is_variable(),
    }
}

/// The variable that holds what a place held before.
fn old(place: &str) -> String {
    match place.strip_prefix('*') {
        Some(pointer) => format!("__tribunal_old_at_{pointer}"),
        None => format!("__tribunal_old_{place}"),
    }
}
