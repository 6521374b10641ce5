//! Definitions and calls of inlines.

use std::rc::Rc;

use tribunal_base::{Diagnostic, Span};

use super::{Parse, Parser, Reported};
use crate::ast::{InlineCall, InlineDefinition, Place, StmtKind};
use crate::lexer::{Inline, InlineProblem, Kind};

impl Parser<'_> {
    /// `inline name(a, b) { .. }`.
    pub(super) fn inline_definition(&mut self) -> Parse<InlineDefinition> {
        let start = self.bump().lexeme.span;
        let again = self.at(Kind::InlineName);
        let token =
            if again { self.bump() } else { self.expect(Kind::Name, "the name of an inline")? };
        let name = self.ident(&token);
        let symbol = token.lexeme.text;
        if let Some(first) = self.lexer.names.inlines.get(&symbol).filter(|_| again) {
            let first = first.definition;
            self.report(
                Diagnostic::error(
                    "inline-redefined",
                    name.span,
                    format!("inline `{}` is defined again", name.name),
                )
                .related(first, "first defined here")
                .help("give one of them another name"),
            );
        }
        self.expect(Kind::OpenParen, "`(` and the parameters")?;
        let mut parameters = Vec::new();
        let mut symbols = Vec::new();
        while !self.at(Kind::CloseParen) {
            let parameter = self.expect(Kind::Name, "the name of a parameter")?;
            symbols.push(parameter.lexeme.text);
            parameters.push(self.ident(&parameter));
            if !self.at(Kind::CloseParen) {
                self.expect(Kind::Comma, "`,` or `)`")?;
                if self.at(Kind::CloseParen) {
                    return Err(self.unexpected("the name of a parameter"));
                }
            }
        }
        self.bump();
        let body = self.lexer.capture_inline_body().ok_or(Reported)?;
        let end = body.last().map_or(name.span, |it| it.span);
        if body.len() == 2 {
            self.report(
                Diagnostic::warning(
                    "empty-inline",
                    name.span,
                    format!("inline `{}` is empty", name.name),
                )
                .help("write at least `skip`: an empty inline cannot be called"),
            );
        }
        let inline =
            Inline { name: symbol, definition: name.span, parameters: symbols, body: body.into() };
        self.lexer.names.inlines.insert(symbol, Rc::new(inline));
        Ok(InlineDefinition { name, parameters, span: start.to(end) })
    }

    /// `f(..)`, or `x = f(..)` of which `x =` has been read.
    pub(super) fn inline_call(&mut self, result: Option<Place>) -> Parse<StmtKind> {
        let token = self.bump();
        let name = self.ident(&token);
        let inline = self.lexer.names.inlines.get(&token.lexeme.text).cloned().ok_or(Reported)?;
        self.expect(Kind::OpenParen, "`(` and the arguments")?;
        let mut arguments = Vec::new();
        let mut texts = Vec::new();
        if !self.at(Kind::CloseParen) {
            loop {
                // An argument that contains a call cannot be: calls are no expressions.
                self.recorded = Some(Vec::new());
                let argument = self.expression();
                texts.push(self.recorded.take().unwrap_or_default());
                arguments.push(argument?);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        // The body comes right behind the parenthesis, so nothing after it may be looked at before.
        self.expect(Kind::CloseParen, "`,` or `)`")?;
        let span = result.as_ref().map_or(name.span, |it| it.span).to(self.previous);
        let wanted = inline.parameters.len();
        if texts.len() != wanted {
            return Err(self.report(
                Diagnostic::error(
                    "inline-arguments",
                    span,
                    format!("inline `{}` takes {wanted} arguments, not {}", name.name, texts.len()),
                )
                .related(inline.definition, "defined here")
                .help("give one argument for each parameter"),
            ));
        }
        self.lexer.enter_inline(&inline, texts, result.clone(), span).map_err(|problem| {
            self.report_inline_problem(problem, &name.name, span, inline.definition)
        })?;
        let end = self.previous;
        let body = self.block();
        self.previous = end;
        let body = body?;
        self.check_inner_sequence(&body.statements, body.span, "")?;
        let call = InlineCall { name, definition: inline.definition, result, arguments, body };
        Ok(StmtKind::InlineCall(call))
    }

    fn report_inline_problem(
        &mut self,
        problem: InlineProblem,
        name: &str,
        span: Span,
        definition: Span,
    ) -> Reported {
        let (code, message, help) = match problem {
            InlineProblem::Cyclic => (
                "recursive-inline",
                format!("inline `{name}` calls itself, directly or through others"),
                "an inline is replaced by its text, so it cannot be recursive; use a proctype or a loop",
            ),
            InlineProblem::TooDeep => (
                "inline-depth",
                format!("inlines call each other too deeply at `{name}`"),
                "write some of them as one",
            ),
            InlineProblem::TooLong => (
                "inline-size",
                "the inlines of this model expand to too much text".to_owned(),
                "look for an inline that calls another one several times, again and again",
            ),
        };
        self.report(
            Diagnostic::error(code, span, message).related(definition, "defined here").help(help),
        )
    }

    /// `return e`: an assignment to what the call assigns to.
    pub(super) fn return_statement(&mut self) -> Parse<StmtKind> {
        let start = self.bump().lexeme.span;
        let value = self.condition()?;
        let target = self.lexer.calls().next_back().and_then(|it| it.result.clone());
        match target {
            Some(target) => Ok(StmtKind::Return { target, value }),
            None => Err(self.report(
                Diagnostic::error(
                    "misplaced-return",
                    start,
                    "`return` without a variable to assign to",
                )
                .help("`return` is for inlines that are called as `x = f(..)`"),
            )),
        }
    }
}
