//! Rules about the structure of bodies that Spin enforces while it parses.

use tribunal_base::{Diagnostic, Span};

use super::{Parse, Parser};
use crate::ast::{
    Expr, ExprKind, Ident, MatchKind, Place, Queueing, Removal, SelectForm, Stmt, StmtKind,
};

impl Parser<'_> {
    /// A sequence inside a body must have a step, and its first step no label: no jump can lead to it.
    pub(super) fn check_inner_sequence(
        &mut self,
        statements: &[Stmt],
        span: Span,
        keyword: &str,
    ) -> Parse<()> {
        self.check_has_step(statements, span)?;
        match entry_label(statements) {
            None => Ok(()),
            Some(label) => {
                let block =
                    if keyword.is_empty() { "{".to_owned() } else { format!("{keyword} {{") };
                Err(self.report(
                    Diagnostic::error(
                        "misplaced-label",
                        label.span,
                        "a block cannot start with a label",
                    )
                    .help(format!(
                        "write `{}: {block} .. }}` instead of `{block} {}: .. }}`",
                        label.name, label.name
                    )),
                ))
            }
        }
    }

    /// A label at the start of an option is only dubious.
    pub(super) fn check_choice(&mut self, statements: &[Stmt], start: Span) -> Parse<()> {
        self.check_has_step(statements, start)?;
        if let Some(label) = entry_label(statements) {
            self.report(
                Diagnostic::warning(
                    "misplaced-label",
                    label.span,
                    "the label of an option's first statement",
                )
                .label("a jump to here does not choose among the options")
                .help("put the label before the `if` or `do`"),
            );
        }
        Ok(())
    }

    fn check_has_step(&mut self, statements: &[Stmt], span: Span) -> Parse<()> {
        let is_step = |it: &Stmt| !matches!(it.kind, StmtKind::Exclusive(..));
        // A sequence without any statement has had a fault already.
        if statements.is_empty() || statements.iter().any(is_step) {
            return Ok(());
        }
        Err(self.report(
            Diagnostic::error("empty-sequence", span, "there is no statement in this sequence")
                .help("`xr` and `xs` are no statements; write them at the start of the proctype, or add `skip`"),
        ))
    }

    /// Labels in `main unless escape`.
    pub(super) fn check_unless(&mut self, main: &Stmt, escape: &Stmt) -> Parse<()> {
        let block = |it: &Stmt| {
            matches!(
                it.kind,
                StmtKind::Block(_)
                    | StmtKind::Atomic(_)
                    | StmtKind::DStep(_)
                    | StmtKind::InlineCall(_)
            )
        };
        let lifted = block(main) && main.labels.len() == 1;
        if let Some(label) = entry_label(std::slice::from_ref(main)).filter(|_| !lifted) {
            return Err(self.report(
                Diagnostic::error("misplaced-label", label.span, "the label stands inside of the `unless`").help(format!(
                    "write `{}: {{ statement unless escape }}` instead of `{}: statement unless escape`",
                    label.name, label.name
                )),
            ));
        }
        if let Some(label) = entry_label(std::slice::from_ref(escape)) {
            return Err(self.report(
                Diagnostic::error("misplaced-label", label.span, "an escape cannot have a label")
                    .help("the start of an escape is no place of its own that one could jump to"),
            ));
        }
        Ok(())
    }

    /// In `trace` and `notrace`.
    pub(super) fn check_event(&mut self, statement: &Stmt) -> Parse<()> {
        let event = match &statement.kind {
            StmtKind::Send(it) => it.queueing == Queueing::Fifo,
            StmtKind::Receive(it) => it.queueing == Queueing::Fifo && it.removal == Removal::Take,
            StmtKind::If(_)
            | StmtKind::Do(_)
            | StmtKind::ForRange { .. }
            | StmtKind::ForIn { .. }
            | StmtKind::Select(_)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Empty => true,
            _ => false,
        };
        if event {
            return Ok(());
        }
        Err(self.report(
            Diagnostic::error("not-an-event", statement.span, "this is not an event")
                .help("a `trace` contains sends `q!..` and receives `q?..`, and `if`, `do`, `goto` around them"),
        ))
    }
}

/// The label of the first control point of a sequence. A loop has a control point of its own before the labelled one.
fn entry_label(statements: &[Stmt]) -> Option<&Ident> {
    let first = statements.iter().find(|it| !matches!(it.kind, StmtKind::Exclusive(..)))?;
    match &first.kind {
        StmtKind::Do(_) | StmtKind::ForRange { .. } | StmtKind::ForIn { .. } => None,
        StmtKind::Select(it) if it.form == SelectForm::Loop => None,
        StmtKind::Unless { main, .. } => entry_label(std::slice::from_ref(main)),
        _ => first.labels.first(),
    }
}

/// Where the first `run` of an expression is.
pub(super) fn first_run(expr: &Expr) -> Option<Span> {
    let in_place =
        |it: &Place| it.parts.iter().filter_map(|it| it.index.as_deref()).find_map(first_run);
    match &expr.kind {
        ExprKind::Run(_) => Some(expr.span),
        ExprKind::Unary(_, it)
        | ExprKind::Enabled(it)
        | ExprKind::PcValue(it)
        | ExprKind::GetPriority(it) => first_run(it),
        ExprKind::Binary(_, left, right) => first_run(left).or_else(|| first_run(right)),
        ExprKind::Conditional { condition, then, otherwise } => {
            first_run(condition).or_else(|| first_run(then)).or_else(|| first_run(otherwise))
        }
        ExprKind::Place(it) | ExprKind::Len(it) | ExprKind::Probe(_, it) => in_place(it),
        ExprKind::Poll(it) => in_place(&it.channel).or_else(|| {
            it.arguments.iter().find_map(|it| match &it.kind {
                MatchKind::Place(it) => in_place(it),
                MatchKind::Constant(it) | MatchKind::Eval(it) => first_run(it),
            })
        }),
        ExprKind::RemoteLabel { pid, .. } => pid.as_deref().and_then(first_run),
        ExprKind::RemoteVariable { pid, variable, .. } => pid
            .as_deref()
            .and_then(first_run)
            .or_else(|| variable.index.as_deref().and_then(first_run)),
        ExprKind::Number(_)
        | ExprKind::Char(_)
        | ExprKind::True
        | ExprKind::False
        | ExprKind::Skip
        | ExprKind::Mtype(_)
        | ExprKind::Timeout
        | ExprKind::NonProgress
        | ExprKind::CExpr(_) => None,
    }
}
