//! Assembler code. Its instructions are not understood, but for some that do nothing to a single thread: what has others is not supported.
//!
//! Without instructions, an output that is an input as well keeps its value, and so does one that lies in memory; any other holds what happened to be in
//! its register.

use tribunal_base::Span;

use crate::ast;
use crate::hir::{Builtin, ExprId, ExprKind, PlaceKind, StmtId, StmtKind};

use super::convert::Purpose;
use super::expr::Operand;
use super::{Checked, Sema};

/// Instructions that change neither registers nor memory, and wait for nothing.
const IDLE: [&str; 13] = [
    "nop", "pause", "rep nop", "rep; nop", "rep;nop", "yield", "isb", "isb sy", "mfence", "lfence",
    "sfence", "dmb ish", "dmb sy",
];

/// Whether an output can only be the object itself in memory, which nobody writes then.
fn is_in_memory(constraint: &str) -> bool {
    let places = constraint.trim_start_matches(['=', '&', '%']);
    !places.is_empty() && places.chars().all(|it| matches!(it, 'm' | 'o' | 'V'))
}

impl Sema<'_> {
    /// An assembler statement.
    pub(crate) fn asm_statement(&mut self, asm: ast::Asm, span: Span) -> Checked<StmtKind> {
        let refused = Ok(StmtKind::Unsupported("assembler code".into()));
        let Some(parts) = asm.parts else { return refused };
        let ast = self.ast;
        let (outputs, inputs) = (&ast[parts.outputs], &ast[parts.inputs]);
        if !is_idle(&self.string_text(parts.template), outputs.is_empty()) {
            return refused;
        }
        // With two values to hand over, one might be written before the other is read.
        let tied = inputs.iter().filter(|it| self.tied_to(it, outputs).is_some()).count();
        if 1 < tied {
            return refused;
        }
        let mut statements: Vec<StmtId> = Vec::new();
        for input in inputs {
            let constraint = self.string_text(input.constraint);
            match self.tied_to(input, outputs) {
                Some(output) => {
                    let value = self.full_expr(input.value)?;
                    self.asm_output(output, Some(value), span, &mut statements)?;
                }
                // What is handed over by its address is not read.
                None if constraint.contains('m') => {
                    self.untouched(input, span, &mut statements)?;
                }
                None => {
                    let value = self.full_expr(input.value)?;
                    let value = self.discard(value);
                    self.statement_node(StmtKind::Expression(value), span, &mut statements);
                }
            }
        }
        for (position, output) in outputs.iter().enumerate() {
            let constraint = self.string_text(output.constraint);
            let is_kept = constraint.starts_with('+') || is_in_memory(&constraint);
            let is_tied = |it: &ast::AsmOperand| {
                self.tied_to(it, outputs)
                    .is_some_and(|it| std::ptr::eq(it, &raw const outputs[position]))
            };
            if is_kept {
                self.untouched(output, span, &mut statements)?;
            } else if !inputs.iter().any(is_tied) {
                self.asm_output(output, None, span, &mut statements)?;
            }
        }
        Ok(StmtKind::Block { variables: Vec::new(), statements })
    }

    /// Nobody reads or writes an operand, but what leads to its place is evaluated.
    fn untouched(
        &mut self,
        operand: &ast::AsmOperand,
        span: Span,
        statements: &mut Vec<StmtId>,
    ) -> Checked<()> {
        let value = match self.expr(operand.value)? {
            Operand::Value(value) => value,
            Operand::Function(..) => return Ok(()),
            Operand::Place(mut place) => {
                while let PlaceKind::Field { base, .. } = self.unit.places[place].kind {
                    place = base;
                }
                let PlaceKind::Deref(pointer) = self.unit.places[place].kind else { return Ok(()) };
                pointer
            }
        };
        let statement = StmtKind::Expression(self.discard(value));
        self.statement_node(statement, span, statements);
        Ok(())
    }

    /// Stores a value, or any, to an output.
    fn asm_output(
        &mut self,
        output: &ast::AsmOperand,
        value: Option<ExprId>,
        span: Span,
        statements: &mut Vec<StmtId>,
    ) -> Checked<()> {
        let Operand::Place(place) = self.expr(output.value)? else {
            return Err(self.error("not-assignable", span, "an output must be a place"));
        };
        let ty = self.unit.places[place].ty.id;
        let kind = if !self.types().is_real(ty) && value.is_none() {
            StmtKind::Unsupported("an output of assembler code of this type".into())
        } else {
            let value = match value {
                Some(value) => self.assign_convert(value, ty, Purpose::Assignment, span)?,
                None => {
                    let any = ExprKind::Builtin { builtin: Builtin::Any, arguments: Vec::new() };
                    self.push(any, ty, span)
                }
            };
            let store = self.push(ExprKind::Assign { place, value }, ty, span);
            StmtKind::Expression(self.discard(store))
        };
        self.statement_node(kind, span, statements);
        Ok(())
    }

    /// The output that an input shares its register with.
    fn tied_to<'o>(
        &self,
        input: &ast::AsmOperand,
        outputs: &'o [ast::AsmOperand],
    ) -> Option<&'o ast::AsmOperand> {
        let constraint = self.string_text(input.constraint);
        let name = constraint.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
        match name {
            Some(name) => outputs.iter().find(|it| it.name.is_some_and(|it| self.text(it) == name)),
            None => outputs.get(constraint.parse::<usize>().ok()?),
        }
    }

    fn string_text(&self, string: ast::StringId) -> String {
        self.ast[string]
            .units
            .iter()
            .filter_map(|it| char::from_u32(*it))
            .filter(|it| *it != '\0')
            .collect()
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

/// Whether a template has no instruction, or, if nothing comes out, none that does anything.
fn is_idle(template: &str, has_no_output: bool) -> bool {
    let template = template.trim().to_lowercase();
    let mut lines = template.split('\n').map(str::trim);
    template.is_empty() || has_no_output && lines.all(|it| it.is_empty() || IDLE.contains(&it))
}

#[cfg(test)]
mod tests {
    use super::is_idle;

    #[test]
    fn only_what_does_nothing_is_nothing() {
        for text in ["", " ", "nop", "nop\n\tpause\n", "rep; nop", "MFENCE"] {
            assert!(is_idle(text, true), "{text}");
        }
        for text in ["nop; hlt", "mov $1, %eax", "# nop", "bswap %0"] {
            assert!(!is_idle(text, true), "{text}");
        }
        assert!(is_idle("", false) && !is_idle("nop", false));
    }
}
