//! Where an access goes wrong: which object its pointer points to, how large that is, who made it and who ended its life.

use std::collections::HashMap;

use tribunal_exec::describe::part_name;
use tribunal_exec::{Pointer, View, evaluate};
use tribunal_ir::{BinOp, EdgeId, Expr, ExprId, Guard, PointerQuery, Program, Storage};

use super::lines::{Line, Lines};
use super::name;
use crate::data::{ObjectReport, PlaceReport};

/// The lives of the objects of a run, by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Lives {
    /// Where each was made, in a line of the source.
    made: HashMap<u64, Line>,
    /// Where its life ended.
    ended: HashMap<u64, Line>,
}

impl Lives {
    pub(super) fn begin(&mut self, object: u64, line: Line) {
        self.made.insert(object, line);
    }

    pub(super) fn end(&mut self, object: u64, line: Line) {
        self.ended.insert(object, line);
    }

    /// The object that an edge asks about, if it goes wrong because of one.
    pub(super) fn object(
        &self,
        view: View<'_>,
        edge: EdgeId,
        lines: &Lines<'_>,
    ) -> Option<ObjectReport> {
        let program = view.program;
        let Guard::When(guard) = program.edges[edge].guard else { return None };
        let expr = asked(program, guard)?;
        let pointer = Pointer::from_number(evaluate(view, expr));
        let block = view.state.memory.block(pointer)?;
        let declared = &program.objects[block.declaration];
        let bytes = room(program, guard).and_then(|it| u64::try_from(evaluate(view, it)).ok());
        let place = |line: Line| PlaceReport {
            file: lines.path(line).to_owned(),
            line: line.line,
            column: line.column,
        };
        let made = match declared.storage {
            Storage::Dynamic => self.made.get(&pointer.object).copied(),
            Storage::Static | Storage::Automatic => Some(lines.of_span(declared.span)),
        };
        let offset = u64::try_from(pointer.offset).ok();
        let part = match declared.storage {
            // How the program reaches what is behind the end, the layout does not tell.
            Storage::Dynamic if offset.is_none_or(|it| block.size <= it) => None,
            Storage::Dynamic => name::name(view, expr),
            // What has no name in the source has words instead.
            _ if declared.name.contains(' ') => None,
            Storage::Static | Storage::Automatic => {
                let part = offset.and_then(|it| part_name(&declared.layout, it));
                part.filter(|it| !it.is_empty()).map(|it| format!("{}{it}", declared.name))
            }
        };
        Some(ObjectReport {
            name: declared.name.clone(),
            kind: match declared.storage {
                Storage::Dynamic => "allocated",
                Storage::Static | Storage::Automatic => "declared",
            },
            size: block.size,
            offset: pointer.offset,
            bytes,
            part,
            made: made.filter(|it| lines.is_own(*it)).map(place),
            ended: self.ended.get(&pointer.object).copied().map(place),
        })
    }
}

/// The pointer whose object a condition asks about.
fn asked(program: &Program, expr: ExprId) -> Option<ExprId> {
    match program.exprs[expr] {
        Expr::Pointer(_, pointer) => Some(pointer),
        Expr::Unary(_, arg) | Expr::Cast { arg, .. } => asked(program, arg),
        // What was looked at before may stand in front.
        Expr::Binary(_, a, b) => asked(program, b).or_else(|| asked(program, a)),
        Expr::Ite(a, b, c) => [c, b, a].into_iter().find_map(|it| asked(program, it)),
        _ => None,
    }
}

/// How many bytes there must be from the pointer on: what a condition takes from the size of the object.
fn room(program: &Program, expr: ExprId) -> Option<ExprId> {
    match program.exprs[expr] {
        Expr::Binary(BinOp::Sub, whole, size)
            if matches!(program.exprs[whole], Expr::Pointer(PointerQuery::ObjectSize, _)) =>
        {
            Some(size)
        }
        Expr::Unary(_, arg) | Expr::Cast { arg, .. } => room(program, arg),
        Expr::Binary(_, a, b) => room(program, b).or_else(|| room(program, a)),
        Expr::Ite(a, b, c) => [c, b, a].into_iter().find_map(|it| room(program, it)),
        _ => None,
    }
}
