//! Which variables C knows at a place, as far as the text tells.

use tribunal_base::Span;
use tribunal_ir::{ProcId, Program, Scope, VarId};

/// Whether the name of a variable means this variable at a place in a function.
pub(super) fn is_visible(program: &Program, function: ProcId, var: VarId, at: Span) -> bool {
    let variable = &program.vars[var];
    let mut names = program.vars.iter().filter(|(id, it)| {
        let is_near = it.scope == Scope::Global || it.scope == Scope::Local(function);
        *id != var && is_near && it.name == variable.name
    });
    let is_name = |it: &str| {
        it.chars().all(|c| c.is_alphanumeric() || c == '_') && !it.starts_with(char::is_numeric)
    };
    if names.next().is_some() || !is_name(&variable.name) || variable.name.is_empty() {
        return false;
    }
    if variable.span.file != at.file || at.start <= variable.span.end {
        return false;
    }
    let process = &program.procs[function];
    let is_parameter = process.locals.iter().take(process.params).any(|it| *it == var);
    let between = Span { start: variable.span.end, end: at.start, ..at };
    is_parameter || stays_open(program.sources.snippet(between))
}

/// Whether a block or list of parameters that is open before a text is still open after it.
fn stays_open(text: &str) -> bool {
    let (mut braces, mut parentheses) = (0, 0);
    for c in text.chars() {
        match c {
            '{' => braces += 1,
            '}' => braces -= 1,
            '(' => parentheses += 1,
            ')' => parentheses -= 1,
            _ => {}
        }
        if braces < 0 || parentheses < 0 {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::stays_open;

    #[test]
    fn blocks_and_heads_of_loops_are_closed() {
        assert!(stays_open(" = 1; { int y; } for ("));
        assert!(!stays_open(" = 1; } for ("));
        assert!(!stays_open(" = 0; i < 3; i++) for ("));
    }
}
