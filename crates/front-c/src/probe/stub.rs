//! Stubs: what a function does, said by an assertion over the values before and after.
//!
//! `f(x, y): assertion` speaks of the parameters, of global variables before (`g`) and after (`g'`), of what a pointer parameter points to (`*p`, `*p'`), and of
//! `result`; `same(a, b)` says that something does not change. What is not said to be the same, and what the function could change, is arbitrary afterwards, as far as
//! the assertion allows it. The stub is a function in C: it keeps the old values, asks for new ones, and goes on only where the assertion holds.

use tribunal_base::{Diagnostic, Span};

use super::Request;
use super::driver::{definition, parameter_type};
use super::edits::{Piece, Text};
use super::globals::changing;
use super::inputs::{Place, Writer, name};
use crate::ast;
use crate::hir::{self, Type, TypeId};

/// A stub as it is written.
struct Stub {
    name: String,
    parameters: Vec<String>,
    /// What does not change: names, or `*` and the name of a parameter.
    same: Vec<String>,
    /// The assertion, where `same(…)` has been replaced.
    parts: Vec<Part>,
    span: Span,
}

/// A part of an assertion.
enum Part {
    /// As it is written.
    Text(Piece),
    /// A place before or after, and where it is written.
    Value { place: String, time: Time, span: Span },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Time {
    Before,
    After,
}

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
            let message = format!(
                "`{}` has {} parameters, not {}",
                stub.name,
                parameters.len(),
                stub.parameters.len()
            );
            return Err(vec![Diagnostic::error("stub-parameters", stub.span, message)]);
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
            let written = written.map_or_else(|| hir.types.describe(*ty), |it| it.ty);
            let is_plain = !written.contains(['(', '[']);
            declared.push(match written.strip_suffix('*').filter(|_| is_plain) {
                Some(pointee) => format!("{pointee}*{name}"),
                None if is_plain => format!("{written} {name}"),
                None => format!("__typeof__({written}) {name}"),
            });
        }
        let is_void = matches!(hir.types.get(ty.result), Type::Void);
        // Where a type has no name, values of it are there; what the function takes are numbers then.
        let value = name(&hir.types, ty.result).unwrap_or_else(|| {
            let zeros = vec!["0"; parameters.len()].join(", ");
            format!("__typeof__({}({zeros}))", stub.name)
        });
        let result = match definition.and_then(|it| it.declarator.name.map(|name| (it, name))) {
            Some((it, name)) => {
                let start = ast[it.specifiers].span.start as usize;
                text.get(start..name.span.start as usize).unwrap_or("int ").to_owned()
            }
            None => format!("{value} "),
        };
        let declared = if declared.is_empty() { "void".to_owned() } else { declared.join(", ") };
        all.text.push(&format!("{result}{}({declared}) {{\n", stub.name));
        let result = (!is_void).then_some((ty.result, value));
        body((hir, request), &stub, &parameters, result, writer, &mut all.text);
        all.text.push("}\n");
    }
    Ok(all)
}

/// Functions without a body that return structs: each member is arbitrary, and nothing changes. (Where they take pointers, what is behind these has no name here.)
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
        if !returns_struct || is_known || ty.parameters.iter().any(is_pointer) {
            continue;
        }
        let parameters: Vec<String> =
            (1..=ty.parameters.len()).map(|it| format!("parameter_{it}")).collect();
        let mut says: Vec<String> = vec!["1".to_owned()];
        says.extend(changing.iter().map(|it| format!("same({})", it.name)));
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
        if !stub.same.contains(&global.name) && !stub.parameters.contains(&global.name) {
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
        if pointee.qualifiers.constant || !is_object || stub.same.contains(&format!("*{name}")) {
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

/// The variable that holds what a place held before.
fn old(place: &str) -> String {
    match place.strip_prefix('*') {
        Some(pointer) => format!("__tribunal_old_at_{pointer}"),
        None => format!("__tribunal_old_{place}"),
    }
}

fn wrong(span: Span, message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("stub-syntax", span, message).help("write `f(x, y): assertion`"))
}

/// Reads a stub.
fn read(piece: &Piece) -> Result<Stub, Box<Diagnostic>> {
    let text = piece.text.as_str();
    let at = |start: usize, end: usize| {
        Span::new(
            piece.span.file,
            piece.span.start as usize + start,
            piece.span.start as usize + end,
        )
    };
    let open = text
        .find('(')
        .ok_or_else(|| wrong(piece.span, "expected the parameters of the function"))?;
    let close = text[open..]
        .find(')')
        .map(|it| open + it)
        .ok_or_else(|| wrong(at(open, open + 1), "this `(` is never closed"))?;
    let after = text[close + 1..].trim_start();
    let colon = text.len() - after.len();
    if !after.starts_with(':') {
        return Err(wrong(at(colon, text.len()), "expected `:` and an assertion"));
    }
    let name = text[..open].trim().to_owned();
    let parameters = text[open + 1..close]
        .split(',')
        .map(|it| it.trim().to_owned())
        .filter(|it| !it.is_empty() && it != "void");
    let mut stub = Stub {
        name,
        parameters: parameters.collect(),
        same: Vec::new(),
        parts: Vec::new(),
        span: at(0, close + 1),
    };
    assertion(&mut stub, text, colon + 1, &at);
    if stub.parts.iter().all(|it| matches!(it, Part::Text(piece) if piece.text.trim().is_empty())) {
        stub.parts = vec![Part::Text(Piece { text: "1".to_owned(), span: piece.span })];
    }
    Ok(stub)
}

/// Takes an assertion apart.
fn assertion(stub: &mut Stub, text: &str, start: usize, at: &dyn Fn(usize, usize) -> Span) {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let mut position = start;
    let mut plain = start;
    let flush = |stub: &mut Stub, plain: usize, end: usize| {
        if plain < end {
            stub.parts.push(Part::Text(Piece {
                text: text[plain..end].to_owned(),
                span: at(plain, end),
            }));
        }
    };
    while let Some(first) = text[position..].chars().next() {
        if !(first.is_ascii_alphabetic() || first == '_') {
            position += first.len_utf8();
            continue;
        }
        let length = text[position..].find(|it| !is_word(it)).unwrap_or(text.len() - position);
        let (word, end) = (&text[position..position + length], position + length);
        let before = text[start..position].trim_end();
        let rest = &text[end..];
        if word == "same" && rest.trim_start().starts_with('(') {
            let close = rest.find(')').map_or(text.len(), |it| end + it + 1);
            let inside = text[end..close].trim().trim_matches(['(', ')']);
            stub.same.extend(inside.split(',').map(|it| it.trim().replace(' ', "")));
            flush(stub, plain, position);
            stub.parts.push(Part::Text(Piece { text: "1".to_owned(), span: at(position, close) }));
            (position, plain) = (close, close);
            continue;
        }
        let is_primed = rest.starts_with('\'');
        let is_parameter = stub.parameters.iter().any(|it| it == word);
        let is_target = is_parameter
            && before.ends_with('*')
            && !before[..before.len() - 1]
                .trim_end()
                .ends_with(|it| is_word(it) || it == ')' || it == ']');
        let is_member = before.ends_with('.') || before.ends_with("->");
        let is_plain =
            word == "result" || is_member || is_parameter && !is_target || names_nothing(word);
        if is_plain && !is_primed {
            position = end;
            continue;
        }
        let from = if is_target { start + before.len() - 1 } else { position };
        let place = if is_target { format!("*{word}") } else { word.to_owned() };
        let time = if is_primed { Time::After } else { Time::Before };
        let to = end + usize::from(is_primed);
        flush(stub, plain, from);
        stub.parts.push(Part::Value { place, time, span: at(from, to) });
        (position, plain) = (to, to);
    }
    flush(stub, plain, text.len());
}

/// Whether a word is no variable.
fn names_nothing(word: &str) -> bool {
    super::names(word).is_empty()
        || word.chars().all(|it| it.is_ascii_uppercase() || it == '_' || it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{Part, Time, read};
    use crate::probe::Piece;
    use tribunal_base::{FileId, Span};

    fn shown(text: &str) -> String {
        let piece = Piece { text: text.to_owned(), span: Span::new(FileId(0), 0, text.len()) };
        match read(&piece) {
            Ok(stub) => {
                let parts = stub.parts.iter().map(|it| match it {
                    Part::Text(piece) => piece.text.clone(),
                    Part::Value { place, time, .. } => {
                        format!(
                            "<{place} {}>",
                            if *time == Time::Before { "before" } else { "after" }
                        )
                    }
                });
                format!(
                    "{} {:?} same {:?}:{}",
                    stub.name,
                    stub.parameters,
                    stub.same,
                    parts.collect::<String>()
                )
            }
            Err(error) => error.message,
        }
    }

    #[test]
    fn primes_are_values_after() {
        assert_eq!(
            shown("f(x, p): g' == g + x && *p' == x * *p && result >= 0"),
            "f [\"x\", \"p\"] same []: <g after> == <g before> + x && <*p after> == x * <*p before> && result >= 0"
        );
        assert_eq!(shown("lock(m): same(buf, head)"), "lock [\"m\"] same [\"buf\", \"head\"]: 1");
        assert_eq!(shown("f: x"), "expected the parameters of the function");
    }
}
