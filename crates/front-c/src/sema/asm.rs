//! Assembler code, which is not understood: what is not empty is not supported.

use tribunal_base::Span;

use crate::ast;
use crate::hir::StmtKind;

use super::Sema;

impl Sema<'_> {
    /// An assembler statement. An empty template without outputs does nothing but hold back the optimiser, if its inputs do nothing either.
    pub(crate) fn asm_statement(&self, asm: ast::Asm) -> StmtKind {
        if is_barrier(self.text(asm.text)) {
            return StmtKind::Empty;
        }
        StmtKind::Unsupported("assembler code".into())
    }

    /// Assembler code outside of functions may define anything, unless there is none.
    pub(crate) fn external_asm(&mut self, asm: ast::Asm, span: Span) {
        if self.text(asm.text).trim_matches(['"', ' ']).is_empty() {
            return;
        }
        self.meet("assembler code outside of functions", span);
        self.refuse();
    }
}

/// Whether there is an empty template, no output, and nothing but names of variables and numbers as inputs.
fn is_barrier(text: &str) -> bool {
    let Some(operands) = text.trim_start().strip_prefix("\"\"") else { return false };
    // Without constraints, clobbers and blanks; what is left of a string is its quotes.
    let pieces: String = operands.split('"').step_by(2).collect::<Vec<_>>().join("\"");
    let pieces: String = pieces.chars().filter(|it| !it.is_whitespace()).collect();
    if pieces.starts_with('"') {
        // More of the template.
        return false;
    }
    let mut parts = pieces.split(':').skip(1);
    let outputs = parts.next().unwrap_or_default();
    let inputs = parts.next().unwrap_or_default();
    let is_name = |it: &str| {
        let it = it.trim_start_matches('&');
        !it.is_empty() && it.chars().all(|it| it.is_alphanumeric() || it == '_')
    };
    let is_harmless = |it: &str| {
        let value = it.split('"').next_back().unwrap_or_default();
        value.strip_prefix('(').and_then(|it| it.strip_suffix(')')).is_some_and(is_name)
    };
    outputs.is_empty() && (inputs.is_empty() || inputs.split(',').all(is_harmless))
}

#[cfg(test)]
mod tests {
    use super::is_barrier;

    #[test]
    fn only_what_does_nothing_is_nothing() {
        for text in [
            "\"\"",
            "\"\" : : : \"memory\"",
            "\"\" :: \"r\"(x), [y] \"m\" (y) : \"memory\"",
            "\"\" :: \"r\"(&x)",
        ] {
            assert!(is_barrier(text), "{text}");
        }
        for text in [
            "\"nop\"",
            "\"\" \"nop\"",
            "\"\" : \"=r\"(x)",
            "\"\" : \"+r\"(x) : : \"memory\"",
            "\"\" :: \"r\"(x++)",
            "\"\" :: \"r\"(f(x))",
            "\"\" :: \"r\"(*p)",
            "\"\" :: \"r\"(x), \"r\"(y = 1)",
        ] {
            assert!(!is_barrier(text), "{text}");
        }
    }
}
