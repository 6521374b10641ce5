//! Loops that the language makes of simpler statements: `for` and `select`.

use tribunal_base::Span;
use tribunal_ir::{Expr, PlaceId, Ty};

use super::{Place, Walk};
use crate::ast::{self, BinaryOp, SelectForm, Stmt, StmtKind};
use crate::lower::Lowering;
use crate::lower::command::{Command, CommandGuard};
use crate::lower::skeleton::{ElementId, Kind, SequenceId, Target};

impl Lowering<'_> {
    /// `variable = from; do :: variable <= to -> body; variable++ :: else -> break od`.
    pub(super) fn for_range(
        &mut self,
        walk: &mut Walk,
        variable: &ast::Place,
        from: &ast::Expr,
        to: &ast::Expr,
        body: &ast::Block,
        span: Span,
    ) -> Option<ElementId> {
        let place = self.counter(variable)?;
        let from_value = self.int(from);
        let first = self.store(place, from_value, from.span.to(variable.span));
        let test = |it: &mut Self| {
            let (value, limit) = (it.place_value(place), it.int(to));
            it.comparison(BinaryOp::Le, value, limit)
        };
        Some(self.counting_loop(
            walk,
            first,
            test,
            place,
            |it, walk| it.scoped_statements(walk, body),
            span,
        ))
    }

    fn scoped_statements(&mut self, walk: &mut Walk, body: &ast::Block) {
        self.scopes.open();
        self.statements(walk, body);
        self.scopes.close();
    }

    fn counter(&mut self, variable: &ast::Place) -> Option<PlaceId> {
        let place = self.place(variable)?;
        let ty = self.program.ty_of_place(place)?;
        if self.program.shape(ty).is_none() || ty == self.tys.channel {
            self.error("bad-counter", variable.span, "a loop counts with an integer variable");
            return None;
        }
        Some(place)
    }

    fn place_value(&mut self, place: PlaceId) -> tribunal_ir::ExprId {
        let value = self.program.expr(Expr::Load(place));
        self.widen(value)
    }

    fn counting_loop(
        &mut self,
        walk: &mut Walk,
        first: Command,
        test: impl FnOnce(&mut Self) -> tribunal_ir::ExprId,
        counter: PlaceId,
        body: impl FnOnce(&mut Self, &mut Walk),
        span: Span,
    ) -> ElementId {
        let number = walk.enter_loop();
        let head_span = first.span;
        walk.add(Kind::Command(first), head_span);
        let main = walk.open_sequence();
        let condition = test(self);
        let condition = self.condition(condition, head_span);
        walk.add(Kind::Command(condition), head_span);
        body(self, walk);
        let next = self.stepped(counter, 1);
        let step = self.store(counter, next, head_span);
        walk.add(Kind::Command(step), head_span);
        self.close_sequence(walk, Place::Option, span);

        let leave = walk.open_sequence();
        let truth = self.truth(true);
        let mut otherwise = self.condition(truth, head_span);
        otherwise.guard = CommandGuard::Else;
        walk.add(Kind::Command(otherwise), head_span);
        walk.add(Kind::Goto(Target::LoopEnd(number)), head_span);
        self.close_sequence(walk, Place::Option, span);
        walk.loops.pop();
        self.join_choice(walk, vec![leave, main], Some(number), span)
    }

    /// Over the indices of an array, or over the messages of a channel by taking each out and putting it back.
    pub(super) fn for_in(
        &mut self,
        walk: &mut Walk,
        variable: &ast::Place,
        collection: &ast::Place,
        body: &ast::Block,
        span: Span,
    ) -> Option<ElementId> {
        let over = self.place(collection)?;
        let ty = self.program.ty_of_place(over)?;
        match self.program.tys[ty] {
            Ty::Array { len, .. } => {
                let place = self.counter(variable)?;
                let (zero, limit) = (self.program.int(0), self.program.int(len.cast_signed() - 1));
                let first = self.store(place, zero, variable.span.to(collection.span));
                let test = |it: &mut Self| {
                    let value = it.place_value(place);
                    it.comparison(BinaryOp::Le, value, limit)
                };
                Some(self.counting_loop(
                    walk,
                    first,
                    test,
                    place,
                    |it, walk| it.scoped_statements(walk, body),
                    span,
                ))
            }
            Ty::Channel => Some(self.for_messages(walk, variable, collection, body, span)),
            Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Record(_) | Ty::Float(_) | Ty::Pointer => {
                self.error(
                    "bad-collection",
                    collection.span,
                    "`for .. in` runs over an array or a channel",
                );
                None
            }
        }
    }

    fn for_messages(
        &mut self,
        walk: &mut Walk,
        variable: &ast::Place,
        collection: &ast::Place,
        body: &ast::Block,
        span: Span,
    ) -> ElementId {
        let whole = variable.span.to(collection.span);
        let counter = self.hidden_local("for", self.tys.byte, whole);
        let zero = self.program.int(0);
        let first = self.store(counter, zero, whole);
        let test = |it: &mut Self| {
            let channel = it.channel_value(collection);
            let length = it.program.expr(Expr::Length(channel));
            let value = it.place_value(counter);
            it.comparison(BinaryOp::Lt, value, length)
        };
        let argument =
            ast::MatchArg { kind: ast::MatchKind::Place(variable.clone()), span: variable.span };
        let receive = StmtKind::Receive(ast::Receive {
            channel: collection.clone(),
            queueing: ast::Queueing::Fifo,
            removal: ast::Removal::Take,
            arguments: vec![argument],
        });
        let value = ast::Expr { kind: ast::ExprKind::Place(variable.clone()), span: variable.span };
        let send = StmtKind::Send(ast::Send {
            channel: collection.clone(),
            queueing: ast::Queueing::Fifo,
            arguments: vec![value],
        });
        let contents = |it: &mut Self, walk: &mut Walk| {
            for kind in [receive, send] {
                it.statement(walk, &Stmt { labels: Vec::new(), kind, span: whole });
            }
            it.scoped_statements(walk, body);
        };
        self.counting_loop(walk, first, test, counter, contents, span)
    }

    pub(super) fn select(
        &mut self,
        walk: &mut Walk,
        select: &ast::Select,
        labels: &[ast::Ident],
        span: Span,
    ) -> Option<ElementId> {
        let place = self.counter(&select.variable)?;
        match select.form {
            SelectForm::Alternatives => {
                let (from, to) =
                    (self.constant_value(&select.from)?, self.constant_value(&select.to)?);
                let mut options = Vec::new();
                for value in from..=to {
                    options.push(walk.open_sequence());
                    let value = self.program.int(value);
                    let command = self.store(place, value, span);
                    walk.add(Kind::Command(command), span);
                    self.close_sequence(walk, Place::Option, span);
                }
                Some(self.join_choice(walk, options, None, span))
            }
            SelectForm::Statements => {
                let from = self.int(&select.from);
                let first = self.store(place, from, span);
                let first = walk.add(Kind::Command(first), span);
                self.place_labels(walk, labels, first);
                let number = walk.enter_loop();
                let up = self.select_up(walk, place, &select.to, span);
                let leave = self.select_leave(walk, number, span);
                walk.loops.pop();
                self.join_choice(walk, vec![up, leave], Some(number), span);
                None
            }
            SelectForm::Loop => {
                let from = self.int(&select.from);
                let first = self.store(place, from, span);
                walk.add(Kind::Command(first), span);
                let number = walk.enter_loop();
                let up = self.select_up(walk, place, &select.to, span);
                let leave = self.select_leave(walk, number, span);
                walk.loops.pop();
                Some(self.join_choice(walk, vec![leave, up], Some(number), span))
            }
        }
    }

    fn select_up(
        &mut self,
        walk: &mut Walk,
        place: PlaceId,
        to: &ast::Expr,
        span: Span,
    ) -> SequenceId {
        let sequence = walk.open_sequence();
        let (value, limit) = (self.place_value(place), self.int(to));
        let condition = self.comparison(BinaryOp::Lt, value, limit);
        let condition = self.condition(condition, span);
        walk.add(Kind::Command(condition), span);
        let next = self.stepped(place, 1);
        let step = self.store(place, next, span);
        walk.add(Kind::Command(step), span);
        self.close_sequence(walk, Place::Option, span);
        sequence
    }

    fn select_leave(&mut self, walk: &mut Walk, number: usize, span: Span) -> SequenceId {
        let sequence = walk.open_sequence();
        walk.add(Kind::Goto(Target::LoopEnd(number)), span);
        self.close_sequence(walk, Place::Option, span);
        sequence
    }
}
