//! Sequences and statements.

use tribunal_base::Diagnostic;

use super::recovery::starts_unit;
use super::structure::first_run;
use super::{BodyKind, Parse, Parser, Reported};
use crate::ast::{
    Block, CCodeKind, Choice, Exclusivity, Expr, ExprKind, Place, Select, SelectForm, Stmt,
    StmtKind, Text,
};
use crate::lexer::{Kind, Payload, Token};

impl Parser<'_> {
    /// `{ sequence }` inside a body.
    pub(super) fn block(&mut self) -> Parse<Block> {
        self.nested(|it| {
            let start = it.expect(Kind::OpenBrace, "`{`")?.lexeme.span;
            let statements = it.sequence()?;
            it.expect(Kind::CloseBrace, "`;` or `}`")?;
            Ok(Block { statements, span: start.to(it.previous) })
        })
    }

    /// Steps with separators between them. Faulty ones are left out; the rule fails only if it cannot go on.
    pub(super) fn sequence(&mut self) -> Parse<Vec<Stmt>> {
        let mut steps = Vec::new();
        let mut first = true;
        loop {
            let mut separators = 0;
            while !first && self.at_separator() {
                self.bump();
                separators += 1;
            }
            if self.at_sequence_end() && !first {
                // Two separators that Spin's lexer has not merged need a step after them.
                if 2 <= separators {
                    self.unexpected_with("a statement", Some("remove the superfluous semicolons"));
                }
                return Ok(steps);
            }
            let (depth, level) = (self.depth, self.open.len());
            let step = if first || 0 < separators {
                self.step()
            } else {
                Err(self.unexpected("`;` or an operator"))
            };
            match step {
                Ok(step) => steps.push(step),
                Err(Reported) => {
                    self.depth = depth;
                    self.skip_statement(level);
                }
            }
            if starts_unit(self.kind()) {
                return Err(self.unexpected("`}`"));
            }
            first = false;
        }
    }

    fn at_separator(&mut self) -> bool {
        matches!(self.kind(), Kind::Semicolon | Kind::Arrow)
    }

    fn at_sequence_end(&mut self) -> bool {
        matches!(self.kind(), Kind::CloseBrace | Kind::Choice | Kind::Fi | Kind::Od)
    }

    fn at_declaration(&mut self) -> bool {
        matches!(self.kind(), Kind::Type | Kind::TypeName | Kind::Visibility)
    }

    /// A declaration, a statement, or a statement with its escape.
    fn step(&mut self) -> Parse<Stmt> {
        let start = self.span();
        if self.at_declaration() {
            let declaration = self.local_declaration()?;
            return Ok(Stmt {
                labels: Vec::new(),
                span: declaration.span,
                kind: StmtKind::Declaration(declaration),
            });
        }
        if self.at(Kind::Exclusive) {
            let token = self.bump();
            let kind =
                if self.text(&token) == "xr" { Exclusivity::Receive } else { Exclusivity::Send };
            let mut channels = vec![self.place()?];
            while self.eat(Kind::Comma) {
                channels.push(self.place()?);
            }
            let kind = StmtKind::Exclusive(kind, channels);
            return Ok(Stmt { labels: Vec::new(), kind, span: start.to(self.previous) });
        }
        let main = self.statement()?;
        if !self.eat(Kind::Unless) {
            return Ok(main);
        }
        let escape = self.nested(Self::statement)?;
        self.check_unless(&main, &escape)?;
        let kind = StmtKind::Unless { main: Box::new(main), escape: Box::new(escape) };
        Ok(Stmt { labels: Vec::new(), kind, span: start.to(self.previous) })
    }

    /// A statement with its labels.
    fn statement(&mut self) -> Parse<Stmt> {
        self.body.prologue = false;
        let mut labels = Vec::new();
        while self.at(Kind::Name) {
            let token = self.bump();
            let name = self.ident(&token);
            if !self.eat(Kind::Colon) {
                let place = self.place_from(name)?;
                return self.finish(labels, token, |it, _| it.after_place_statement(place));
            }
            if self.at_declaration() || self.at(Kind::Exclusive) {
                return Err(self.report(
                    Diagnostic::error(
                        "label-before-declaration",
                        name.span,
                        "a declaration cannot have a label",
                    )
                    .help(format!("write `{}: skip;` before it", name.name)),
                ));
            }
            labels.push(name);
        }
        if !labels.is_empty()
            && (self.at_separator() || self.at_sequence_end() || self.at(Kind::Unless))
        {
            let span = labels.last().map_or(self.previous, |it| it.span).to(self.previous);
            return Ok(Stmt { labels, kind: StmtKind::Empty, span });
        }
        let token = self.peek().clone();
        self.finish(labels, token, Self::statement_kind)
    }

    fn finish(
        &mut self,
        labels: Vec<crate::ast::Ident>,
        first: Token,
        rule: impl FnOnce(&mut Self, &Token) -> Parse<StmtKind>,
    ) -> Parse<Stmt> {
        let kind = rule(self, &first)?;
        let span = first.lexeme.span.to(self.previous);
        let statement = Stmt { labels, kind, span };
        if self.body.kind == BodyKind::Trace {
            self.check_event(&statement)?;
        }
        Ok(statement)
    }

    /// A statement that starts with a variable, which has been read.
    fn after_place_statement(&mut self, place: Place) -> Parse<StmtKind> {
        match self.kind() {
            Kind::Assign => {
                self.bump();
                if self.at(Kind::InlineName) {
                    return self.inline_call(Some(place));
                }
                Ok(StmtKind::Assign(place, self.condition()?))
            }
            Kind::Increment => {
                self.bump();
                Ok(StmtKind::Increment(place))
            }
            Kind::Decrement => {
                self.bump();
                Ok(StmtKind::Decrement(place))
            }
            Kind::Bang | Kind::BangBang => self.send(place),
            Kind::Question | Kind::QuestionQuestion => {
                let queueing = self.queueing();
                if !self.at(Kind::OpenBracket) {
                    return self.receive(place, queueing);
                }
                let start = place.span;
                let kind = ExprKind::Poll(self.poll(place, queueing)?);
                self.expression_statement(Some(Expr { kind, span: start.to(self.previous) }))
            }
            _ => {
                let span = place.span;
                self.expression_statement(Some(Expr { kind: ExprKind::Place(place), span }))
            }
        }
    }

    fn statement_kind(&mut self, first: &Token) -> Parse<StmtKind> {
        Ok(match first.kind {
            Kind::Else => {
                self.bump();
                StmtKind::Else
            }
            Kind::Break => {
                self.bump();
                if self.body.loops == 0 {
                    return Err(self.report(
                        Diagnostic::error("misplaced-break", first.lexeme.span, "`break` outside of a loop")
                            .help("`break` leaves the innermost `do` or `for`; use `goto` to leave other statements"),
                    ));
                }
                StmtKind::Break
            }
            Kind::Goto => {
                self.bump();
                StmtKind::Goto(self.name("the name of a label")?)
            }
            Kind::Assert => {
                self.bump();
                StmtKind::Assert(self.condition()?)
            }
            Kind::Printf => self.printf()?,
            Kind::Printm => {
                self.bump();
                StmtKind::Printm(self.in_parentheses(|it| {
                    if it.at(Kind::Constant) {
                        return it.constant();
                    }
                    let place = it.place()?;
                    Ok(Expr { span: place.span, kind: ExprKind::Place(place) })
                })?)
            }
            Kind::SetPriority => {
                self.bump();
                let (pid, priority) = self.in_parentheses(|it| {
                    let pid = it.expression()?;
                    it.expect(Kind::Comma, "`,` and a priority")?;
                    Ok((pid, it.expression()?))
                })?;
                StmtKind::SetPriority { pid, priority }
            }
            Kind::If => {
                self.bump();
                StmtKind::If(self.choices(Kind::Fi)?)
            }
            Kind::Do => {
                self.bump();
                self.body.loops += 1;
                let choices = self.choices(Kind::Od);
                self.body.loops -= 1;
                StmtKind::Do(choices?)
            }
            Kind::For => self.for_loop()?,
            Kind::Select => self.select()?,
            Kind::Atomic => {
                self.bump();
                StmtKind::Atomic(self.inner_block("atomic")?)
            }
            Kind::DStep => {
                self.bump();
                StmtKind::DStep(self.inner_block("d_step")?)
            }
            Kind::OpenBrace => StmtKind::Block(self.inner_block("")?),
            Kind::InlineName => self.inline_call(None)?,
            Kind::Return => self.return_statement()?,
            Kind::CCode => {
                let token = self.bump();
                let kind = if self.text(&token) == "c_decl" {
                    CCodeKind::Declaration
                } else {
                    CCodeKind::Code
                };
                StmtKind::CCode(self.c_code(&token, kind)?)
            }
            Kind::OpenParen
            | Kind::Constant
            | Kind::ProctypeName
            | Kind::Probe
            | Kind::Run
            | Kind::Len
            | Kind::Enabled
            | Kind::GetPriority
            | Kind::PcValue
            | Kind::Timeout
            | Kind::NonProgress
            | Kind::CExpr
            | Kind::Bang
            | Kind::Minus
            | Kind::Tilde => self.expression_statement(None)?,
            _ => return Err(self.unexpected("a statement")),
        })
    }

    /// A block whose first statement has no label.
    fn inner_block(&mut self, keyword: &str) -> Parse<Block> {
        let block = self.block()?;
        self.check_inner_sequence(&block.statements, block.span, keyword)?;
        Ok(block)
    }

    fn expression_statement(&mut self, first: Option<Expr>) -> Parse<StmtKind> {
        let expr = match first {
            Some(first) => self.condition_from(first)?,
            None => self.condition()?,
        };
        if !matches!(expr.kind, ExprKind::Run(_))
            && let Some(run) = first_run(&expr)
        {
            return Err(self.report(
                Diagnostic::error("misplaced-run", run, "`run` must stand alone in a condition")
                    .help("assign the result of `run` to a variable first"),
            ));
        }
        if let ExprKind::Run(run) = &expr.kind
            && let Some(inner) = run.arguments.iter().find_map(first_run)
        {
            return Err(self.report(
                Diagnostic::error("misplaced-run", inner, "`run` inside the arguments of `run`")
                    .help("assign the result of the inner `run` to a variable first"),
            ));
        }
        Ok(StmtKind::Expr(expr))
    }

    fn choices(&mut self, close: Kind) -> Parse<Vec<Choice>> {
        let closing = if close == Kind::Fi { "`::` or `fi`" } else { "`::` or `od`" };
        if !self.at(Kind::Choice) {
            return Err(self
                .unexpected_with("`::`", Some("every option of `if` and `do` starts with `::`")));
        }
        let mut choices = Vec::new();
        while self.at(Kind::Choice) {
            let start = self.bump().lexeme.span;
            let inner = self.span();
            let statements = self.nested(Self::sequence)?;
            let body = Block { statements, span: inner.to(self.previous) };
            self.check_choice(&body.statements, start)?;
            choices.push(Choice { body, span: start.to(self.previous) });
        }
        self.expect(close, closing)?;
        Ok(choices)
    }

    /// `printf("..", ..)`.
    fn printf(&mut self) -> Parse<StmtKind> {
        self.bump();
        self.in_parentheses(|it| {
            let format = it.string("a format in quotes")?;
            let arguments = if it.eat(Kind::Comma) { it.expressions()? } else { Vec::new() };
            Ok(StmtKind::Printf { format, arguments })
        })
    }

    pub(super) fn string(&mut self, what: &str) -> Parse<Text> {
        let token = self.expect(Kind::Text, what)?;
        let text = self.text(&token);
        let text =
            text.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(text).to_owned();
        Ok(Text { text, span: token.lexeme.span })
    }

    /// `for (i : a .. b) { .. }` or `for (i in a) { .. }`.
    fn for_loop(&mut self) -> Parse<StmtKind> {
        self.bump();
        self.expect(Kind::OpenParen, "`(`")?;
        self.lexer.mode.in_for = true;
        let variable = self.place()?;
        let range = if self.eat(Kind::In) {
            Err(self.place()?)
        } else {
            self.expect(Kind::Colon, "`:` and a range, or `in`")?;
            Ok(self.range()?)
        };
        self.expect(Kind::CloseParen, "`)`")?;
        self.lexer.mode.in_for = false;
        // The block may start on the next line.
        if self.at(Kind::Semicolon) {
            self.bump();
        }
        self.body.loops += 1;
        let body = self.block();
        self.body.loops -= 1;
        let body = body?;
        Ok(match range {
            Ok((from, to)) => StmtKind::ForRange { variable, from, to, body },
            Err(collection) => StmtKind::ForIn { variable, collection, body },
        })
    }

    /// `select (i : a .. b)`.
    fn select(&mut self) -> Parse<StmtKind> {
        let token = self.bump();
        let form = match token.payload {
            Payload::Select(form) => form,
            _ => SelectForm::Loop,
        };
        let (variable, (from, to)) = self.in_parentheses(|it| {
            let variable = it.place()?;
            it.expect(Kind::Colon, "`:` and a range")?;
            Ok((variable, it.range()?))
        })?;
        if form == SelectForm::Statements {
            self.lexer.insert_semicolon(&token);
        }
        Ok(StmtKind::Select(Select { variable, from, to, form }))
    }

    /// `a .. b`.
    fn range(&mut self) -> Parse<(Expr, Expr)> {
        let from = self.expression()?;
        self.expect(Kind::DotDot, "`..` or an operator")?;
        Ok((from, self.expression()?))
    }
}
