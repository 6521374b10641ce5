//! The driver: a function that calls the one to be checked with arbitrary arguments.
//!
//! Where a parameter is a pointer, so are arrays and structs behind it, up to a number of pointers; beyond that, pointers are null. Each scalar is asked for
//! by a function of its own that has no body, so that evidence can tell which is which.

use tribunal_base::{Diagnostic, FileId, Span};

use super::edits::Text;
use super::inputs::{Place, Writer};
use super::{DRIVER, Request};
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

/// Writes the driver of a function.
pub(crate) fn driver(
    ast: &ast::Unit,
    hir: &hir::Unit,
    file: FileId,
    text: &str,
    request: &Request,
    mut writer: Writer<'_>,
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
    for global in super::globals::changing(hir, request) {
        let written = format!("__typeof__({})", global.name);
        let place =
            Place { name: global.name.clone(), ty: global.ty, written, depth: 0, elements: None };
        // A parameter of the same name hides it.
        if !arguments.contains(&global.name) {
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
        let star = if brackets.is_some() { "*" } else { "" };
        abstracted.get(at..at + length)?;
        abstracted.replace_range(at..at + length, star);
    }
    let words = abstracted.split_whitespace().filter(|it| *it != "register");
    Some(Written { ty: words.collect::<Vec<_>>().join(" "), elements })
}
